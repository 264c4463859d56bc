#include "approval_guard.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope::app;

/// What stands between a reflex and a decision: every part of it has to be able to hold somebody back.
class TestApprovalGuard : public QObject {
    Q_OBJECT

private:
    qint64 m_now = 0;

    void ready(ApprovalGuard &guard, int tier) {
        m_now = 0;
        guard.setClock([this] { return m_now; });
        guard.setTier(tier);
        guard.setTarget(QStringLiteral("Finance"));
        guard.setWindowActive(true);
        guard.setSubject(QStringLiteral("a-1:digest:0"));
        guard.setFocused(true);
        m_now += 10'000;
    }

private Q_SLOTS:
    void aCatastrophicRequestWantsTheTargetTypedAndANote() {
        ApprovalGuard guard;
        ready(guard, Tier::Catastrophic);
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        guard.key(false);
        guard.setTyped(QStringLiteral("Finance"));
        guard.key(false);
        QCOMPARE(passed.count(), 0);
        guard.setNote(QStringLiteral("agreed with the owner"));
        guard.setTyped(QStringLiteral("finance"));
        guard.key(false);
        QCOMPARE(passed.count(), 0); // case counts
        guard.setTyped(QStringLiteral("Finance"));
        guard.key(false);
        QCOMPARE(passed.count(), 1);
    }
    void holdingIsNotEnoughForACatastrophicOne() {
        ApprovalGuard guard;
        ready(guard, Tier::Catastrophic);
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        guard.press();
        m_now += 10 * ApprovalGuard::HoldMs;
        guard.release();
        QCOMPARE(passed.count(), 0);
    }
    void aDestructiveRequestCanBeHeldOrTyped() {
        ApprovalGuard guard;
        ready(guard, Tier::Destructive);
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        guard.press();
        m_now += ApprovalGuard::HoldMs - 1;
        guard.release();
        QCOMPARE(passed.count(), 0);
        guard.press();
        m_now += ApprovalGuard::HoldMs;
        guard.release();
        QCOMPARE(passed.count(), 1);
        guard.setTyped(QStringLiteral("Finance"));
        guard.press();
        m_now += 50;
        guard.release();
        QCOMPARE(passed.count(), 2);
    }
    void itIsLockedAfterItIsShownAndAfterEveryChange() {
        ApprovalGuard guard;
        ready(guard, Tier::Destructive);
        guard.setTyped(QStringLiteral("Finance"));
        QSignalSpy passed(&guard, &ApprovalGuard::passed), refused(&guard, &ApprovalGuard::refused);
        guard.setSubject(QStringLiteral("a-1:other:0"));
        QVERIFY(guard.isLocked());
        guard.setTyped(QStringLiteral("Finance"));
        m_now += ApprovalGuard::LockMs - 1;
        guard.key(false);
        QCOMPARE(passed.count(), 0);
        QCOMPARE(refused.count(), 1);
        m_now += 1;
        guard.key(false);
        QCOMPARE(passed.count(), 1);
        guard.setSubject(QStringLiteral("a-2:digest:0"));
        guard.setTier(Tier::Catastrophic);
        m_now += ApprovalGuard::CatastrophicLockMs - 1;
        QVERIFY(guard.isLocked());
        m_now += 1;
        QVERIFY(!guard.isLocked());
    }
    void whatWasTypedForOneRequestIsGoneForTheNext() {
        ApprovalGuard guard;
        ready(guard, Tier::Catastrophic);
        guard.setTyped(QStringLiteral("Finance"));
        guard.setNote(QStringLiteral("yes"));
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        guard.setSubject(QStringLiteral("a-2:digest:0"));
        m_now += 60'000;
        guard.key(false);
        QCOMPARE(passed.count(), 0);
    }
    void aWindowThatComesToTheFrontIsLocked() {
        ApprovalGuard guard;
        ready(guard, Tier::Destructive);
        guard.setTyped(QStringLiteral("Finance"));
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        guard.setWindowActive(false);
        m_now += 60'000;
        guard.key(false);
        QCOMPARE(passed.count(), 0); // not in front
        guard.setWindowActive(true);
        guard.key(false);
        QCOMPARE(passed.count(), 0); // just in front
        m_now += ApprovalGuard::LockMs;
        guard.key(false);
        QCOMPARE(passed.count(), 1);
    }
    void theFocusMustHaveRested() {
        ApprovalGuard guard;
        ready(guard, Tier::Destructive);
        guard.setTyped(QStringLiteral("Finance"));
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        guard.setFocused(false);
        guard.setFocused(true);
        guard.key(false);
        m_now += ApprovalGuard::RestMs - 1;
        guard.key(false);
        QCOMPARE(passed.count(), 0);
        m_now += 1;
        guard.key(false);
        QCOMPARE(passed.count(), 1);
    }
    void autoRepeatNeverCounts() {
        ApprovalGuard guard;
        ready(guard, Tier::Destructive);
        guard.setTyped(QStringLiteral("Finance"));
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        for (int i = 0; i < 100; ++i) {
            m_now += 100;
            guard.key(true);
        }
        QCOMPARE(passed.count(), 0);
    }
    void nothingIsApprovedWithoutASubject() {
        ApprovalGuard guard;
        ready(guard, Tier::Destructive);
        guard.setSubject(QString());
        guard.setTyped(QStringLiteral("Finance"));
        m_now += 60'000;
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        guard.key(false);
        guard.press();
        m_now += 60'000;
        guard.release();
        QCOMPARE(passed.count(), 0);
    }
    /// Ten thousand keys, clicks, holds below the limit and focus changes that do not type the target.
    void noiseNeverApproves() {
        QRandomGenerator random(20261122);
        ApprovalGuard guard;
        ready(guard, Tier::Catastrophic);
        QSignalSpy passed(&guard, &ApprovalGuard::passed);
        const QStringList words{QStringLiteral("Fin"), QStringLiteral("finance"), QStringLiteral("yes"), QString()};
        for (int i = 0; i < 10'000; ++i) {
            m_now += random.bounded(3000);
            switch (random.bounded(8)) {
            case 0:
                guard.key(random.bounded(2) == 0);
                break;
            case 1:
                guard.press();
                break;
            case 2:
                guard.release();
                break;
            case 3:
                guard.setFocused(random.bounded(2) == 0);
                break;
            case 4:
                guard.setTyped(words.at(random.bounded(4)));
                break;
            case 5:
                guard.setNote(words.at(random.bounded(4)));
                break;
            case 6:
                guard.setWindowActive(random.bounded(2) == 0);
                break;
            default:
                guard.setSubject(QStringLiteral("a-%1:d:0").arg(random.bounded(3)));
            }
        }
        QCOMPARE(passed.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestApprovalGuard)
#include "tst_approval_guard.moc"
