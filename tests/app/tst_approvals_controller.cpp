// The queue in the window: what comes in, what is shown of it, who decides, and what the log says afterwards.
#include "app_context.h"
#include "approvals_controller.h"
#include "gateway_controller.h"
#include "governance/audit_log.h"
#include "governance/policy_suggestion.h"
#include "preferences.h"
#include "support/sample_session.h"

#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;
using governance::ApprovalState;

namespace {

governance::FrozenRequest deletion(const std::string &digest = "one") {
    governance::FrozenRequest request;
    request.service = "harbor";
    request.action = "repositories_delete";
    request.definitionHash = std::string(64, 'd');
    request.argumentsDigest = digest;
    request.principal = "token:abcdefghijkl";
    request.principalName = "ci-helper";
    request.session = "s-1";
    request.tier = "destructive";
    request.gated = true;
    request.consequence = "Deletes the repository.";
    request.statedReason = std::string("free \xE2\x80\xAE up");
    request.shown = {{"method", "DELETE"}, {"url", "https://api.harbor.example/repos/acme/shop"}, {"target", "shop"}};
    return request;
}

} // namespace

class TestApprovalsController : public QObject {
    Q_OBJECT

    /// A workspace with its watch and page, and somebody who asks.
    struct Desk {
        QTemporaryDir folder;
        WorkspaceSession session;
        ApprovalsWatch watch{session};
        ApprovalsController page;
        Desk() {
            if (!test::openAndWait(session, test::sampleCopy(folder)))
                qFatal("the sample did not open");
            page.setSession(&session);
            page.setWatch(&watch);
            if (!QTest::qWaitFor([&] { return watch.isKnown(); }, 10'000))
                qFatal("the queue was not read");
        }
        governance::ApprovalStore &store() { return *session.workspace()->approvals(); }
        QString ask(const governance::FrozenRequest &request = deletion(),
                    std::chrono::seconds lifetime = std::chrono::minutes(10)) {
            const auto made = store().request(request, lifetime);
            if (!made)
                qFatal("%s", made.error().toString().c_str());
            watch.refresh();
            const QString id = QString::fromStdString(made->id);
            if (!QTest::qWaitFor([&] { return page.model()->rowOf(id) >= 0; }, 10'000))
                qFatal("the request does not arrive");
            return id;
        }
        ApprovalState stateOf(const QString &id) { return (*store().get(id.toStdString()))->state; }
    };

private Q_SLOTS:
    void whatArrivesIsCountedAndShownAndToldOnce() {
        Desk desk;
        QCOMPARE(desk.page.state(), QString("empty"));
        QSignalSpy arrived(&desk.watch, &ApprovalsWatch::arrived);
        const QString id = desk.ask();
        QCOMPARE(desk.watch.waiting(), 1);
        QVERIFY(desk.watch.catastrophicWaiting());
        QCOMPARE(arrived.size(), 1);
        QCOMPARE(arrived.at(0).at(0).toInt(), 1);
        QVERIFY(arrived.at(0).at(1).toBool());
        desk.watch.refresh();
        QTest::qWait(300);
        QCOMPARE(arrived.size(), 1);
        QCOMPARE(desk.page.selected(), id); // nothing else was being read
        const QVariantMap detail = desk.page.detail();
        QCOMPARE(detail.value("line").toString(), QString("DELETE https://api.harbor.example/repos/acme/shop"));
        QCOMPARE(detail.value("target").toString(), QString("shop"));
        QVERIFY(detail.value("reason").toString().contains("U+202E")); // what is invisible is shown
        QVERIFY(detail.value("open").toBool());
    }

    void whatRunsOutIsCalledToMindTwice() {
        Desk desk;
        QDateTime now = QDateTime::currentDateTime();
        desk.watch.setClock([&] { return now; });
        QSignalSpy expiring(&desk.watch, &ApprovalsWatch::expiring);
        const auto look = [&] {
            desk.watch.refresh();
            QTest::qWait(200);
        };
        const QString first = desk.ask(deletion("one"), std::chrono::minutes(10));
        const QString second = desk.ask(deletion("two"), std::chrono::minutes(20));
        QCOMPARE(desk.watch.nextToExpire(), first);
        look();
        QCOMPARE(expiring.size(), 0);
        now = now.addSecs(5 * 60 + 30);
        look();
        look();
        QCOMPARE(expiring.size(), 1); // once
        QCOMPARE(expiring[0].at(0).toString(), first);
        QCOMPARE(expiring[0].at(1).toString(), QString("harbor.repositories_delete"));
        QCOMPARE(expiring[0].at(2).toInt(), 5);
        now = now.addSecs(4 * 60);
        look();
        look();
        QCOMPARE(expiring.size(), 2);
        QCOMPARE(expiring[1].at(2).toInt(), 1);
        now = now.addSecs(60); // over
        look();
        QCOMPARE(expiring.size(), 2);
        // What is decided needs no warning.
        desk.page.select(second);
        desk.page.deny("no", "");
        QTRY_COMPARE(desk.stateOf(second), ApprovalState::Denied);
        now = now.addSecs(9 * 60 + 40);
        look();
        QCOMPARE(expiring.size(), 2);
    }

    void oneThatComesWithLittleTimeIsNotToldTwice() {
        Desk desk;
        QDateTime now = QDateTime::currentDateTime();
        desk.watch.setClock([&] { return now; });
        QSignalSpy arrived(&desk.watch, &ApprovalsWatch::arrived);
        QSignalSpy expiring(&desk.watch, &ApprovalsWatch::expiring);
        desk.ask(deletion(), std::chrono::minutes(4));
        desk.watch.refresh();
        QTest::qWait(200);
        QCOMPARE(arrived.size(), 1);
        QCOMPARE(expiring.size(), 0);
        now = now.addSecs(3 * 60 + 30);
        desk.watch.refresh();
        QTRY_COMPARE(expiring.size(), 1);
        QCOMPARE(expiring[0].at(2).toInt(), 1);
    }

    void theDesktopsPersonApproves() {
        Desk desk;
        const QString id = desk.ask();
        QSignalSpy decided(&desk.page, &ApprovalsController::decided);
        desk.page.approve("agreed", 0, 1);
        QVERIFY(decided.wait(10'000));
        QCOMPARE(desk.stateOf(id), ApprovalState::Approved);
        const auto approval = *desk.store().get(id.toStdString());
        QCOMPARE(approval->votes.size(), std::size_t(1));
        QCOMPARE(approval->votes[0].approver, desk.session.workspace()->person().id);
        QCOMPARE(approval->votes[0].note, std::string("agreed"));
        // Not on the list of what waits any more, and a grant now; another request does not take its place.
        QTRY_COMPARE(desk.page.grantCount(), 1);
        QCOMPARE(desk.page.selected(), id);
        const QString other = desk.ask(deletion("two"));
        QCOMPARE(desk.page.selected(), id);
        desk.page.select(other);
        QCOMPARE(desk.page.detail().value("id").toString(), other);
    }

    void aDenialTellsItsReasonAndNothingElse() {
        Desk desk;
        const QString id = desk.ask();
        QSignalSpy decided(&desk.page, &ApprovalsController::decided);
        QSignalSpy failed(&desk.page, &ApprovalsController::failed);
        desk.page.deny("", "");
        QVERIFY(failed.wait(10'000)); // a reason is needed
        QCOMPARE(desk.stateOf(id), ApprovalState::Waiting);
        desk.page.deny("use the retention policy", "third time this week");
        QVERIFY(decided.wait(10'000));
        QCOMPARE(desk.stateOf(id), ApprovalState::Denied);
        desk.page.setTab("history");
        QTRY_COMPARE(desk.page.model()->rowOf(id), 0);
    }

    void manyAreDeniedWithOneReason() {
        Desk desk;
        const QString first = desk.ask(deletion("one")), second = desk.ask(deletion("two")),
                      third = desk.ask(deletion("three"));
        ApprovalsModel *rows = desk.page.model();
        QSignalSpy ticks(rows, &ApprovalsModel::ticksChanged);
        rows->setTicked(first, true);
        rows->setTicked(first, true);
        rows->toggleTick(rows->rowOf(second));
        QCOMPARE(ticks.size(), 2);
        QCOMPARE(rows->tickedCount(), 2);
        QCOMPARE(rows->tickedText(), QString("2 × harbor.repositories_delete"));
        QSignalSpy denied(&desk.page, &ApprovalsController::deniedMany);
        desk.page.denyTicked("use the retention policy", "seen");
        QTRY_COMPARE(denied.size(), 1);
        QCOMPARE(denied[0].at(0).toInt(), 2);
        QVERIFY(denied[0].at(1).toString().isEmpty());
        for (const QString &id : {first, second}) {
            const auto approval = *desk.store().get(id.toStdString());
            QCOMPARE(approval->state, ApprovalState::Denied);
            QCOMPARE(approval->votes[0].reason, std::string("use the retention policy"));
        }
        QCOMPARE(desk.stateOf(third), ApprovalState::Waiting);
        QTRY_COMPARE(rows->tickedCount(), 0); // what waits no more is not ticked
        QTRY_COMPARE(rows->rowCount(), 1);
    }

    void oneThatWasDecidedMeanwhileIsNamedAndTheOthersAreDenied() {
        Desk desk;
        const QString first = desk.ask(deletion("one")), second = desk.ask(deletion("two"));
        desk.page.model()->tickAll(true);
        QVERIFY(desk.store().withdraw(first.toStdString(), deletion().principal)); // before the watch looks again
        QSignalSpy denied(&desk.page, &ApprovalsController::deniedMany);
        desk.page.denyTicked("no", "");
        QTRY_COMPARE(denied.size(), 1);
        QCOMPARE(denied[0].at(0).toInt(), 1);
        QVERIFY(!denied[0].at(1).toString().isEmpty());
        QCOMPARE(desk.stateOf(first), ApprovalState::Withdrawn);
        QCOMPARE(desk.stateOf(second), ApprovalState::Denied);
    }

    void personalDataIsShownForAReasonAndNoLongerThanNeeded() {
        Desk desk;
        governance::FrozenRequest request = deletion();
        request.shown["arguments"] = json::object{{"to", "\xE2\x9F\xA8"
                                                         "email\xC2\xB7"
                                                         "1\xE2\x9F\xA9"}};
        request.personal = {{"\xE2\x9F\xA8"
                             "email\xC2\xB7"
                             "1\xE2\x9F\xA9",
                             "ana@orchard.example"}};
        const QString id = desk.ask(request), other = desk.ask(deletion("two"));
        desk.page.setShown(true);
        desk.page.select(id);
        QCOMPARE(desk.page.detail().value("hidden").toInt(), 1);
        const auto shows = [&] { return desk.page.detail().value("raw").toString().contains("ana@orchard.example"); };
        QVERIFY(!shows());
        QSignalSpy failed(&desk.page, &ApprovalsController::failed);
        desk.page.reveal("  ");
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!shows());
        const QString subject = desk.page.detail().value("subject").toString();
        desk.page.reveal("is it our own customer?");
        QTRY_VERIFY(shows());
        QVERIFY(desk.page.detail().value("pretty").toString().contains("ana@orchard.example"));
        QVERIFY(desk.page.detail().value("subject").toString() !=
                subject); // what is seen changed: the guard locks again
        // Another request, or nobody at the page: it is gone, and must be asked for again.
        desk.page.select(other);
        desk.page.select(id);
        QVERIFY(!shows());
        desk.page.reveal("again");
        QTRY_VERIFY(shows());
        desk.page.setShown(false);
        QVERIFY(!shows());
        governance::AuditFilter filter;
        filter.outcome = "reveal";
        const auto records = desk.session.workspace()->audit()->list(filter, 10)->records;
        QCOMPARE(records.size(), std::size_t(2));
        QVERIFY(json::serialize(records.back().event.detail).find("is it our own customer?") != std::string::npos);
        QVERIFY(json::serialize(records.back().event.detail).find("ana@") == std::string::npos);
    }

    void whatIsAlwaysDeniedBecomesARule() {
        Desk desk;
        for (const char *digest : {"one", "two", "three", "four", "five"}) {
            desk.page.select(desk.ask(deletion(digest)));
            QCOMPARE(desk.page.detail().value("alwaysDenied").toInt(), 0);
            QSignalSpy decided(&desk.page, &ApprovalsController::decided);
            desk.page.deny("use \"archive\": it can be undone", "");
            QTRY_COMPARE(decided.size(), 1);
            QTRY_COMPARE(desk.page.model()->rowCount(), 0);
        }
        desk.page.select(desk.ask(deletion("six")));
        QTRY_COMPARE(desk.page.detail().value("alwaysDenied").toInt(), 5);
        // The words of `actionscope policy suggest`: one path to a suggestion.
        const auto history = *governance::approvalHistory(*desk.session.workspace()->audit(), desk.store());
        QCOMPARE(desk.page.ruleDraft().toStdString(), governance::draftPolicy(history, governance::UsualLeast));
        const QString draft = desk.page.ruleDraft(), file = desk.page.ruleFile();
        QCOMPARE(file, QString("deny-harbor.repositories_delete.yaml"));
        QSignalSpy added(&desk.page, &ApprovalsController::ruleAdded);
        QSignalSpy failed(&desk.page, &ApprovalsController::failed);
        const QString path = desk.session.folder() + "/policies/";
        // What is no policy is not kept, not even for a moment under that name; nor is one outside of the folder.
        desk.page.addRule(file, draft + "  - nonsense: 1\n");
        QTRY_COMPARE(failed.size(), 1);
        desk.page.addRule("../evil.yaml", draft);
        QTRY_COMPARE(failed.size(), 2);
        QCOMPARE(QDir(path).entryList(QDir::Files | QDir::Hidden), QStringList());
        QVERIFY(!QFile::exists(desk.session.folder() + "/evil.yaml"));

        desk.page.addRule(file, draft);
        QTRY_COMPARE(added.size(), 1);
        QCOMPARE(QDir(path).entryList(QDir::Files | QDir::Hidden), QStringList{file});
        const governance::Principal who = desk.session.workspace()->person();
        governance::PolicyInput input;
        input.principal = &who;
        input.service = "harbor";
        input.action = "repositories_delete";
        const auto decision = desk.session.workspace()->policies()->evaluate(input);
        QVERIFY(decision.denied);
        QCOMPARE(decision.message, std::string("use \"archive\": it can be undone"));
        input.action = "repositories_get";
        QVERIFY(!desk.session.workspace()->policies()->evaluate(input).denied);
        desk.page.addRule(file, draft); // never over another one
        QTRY_COMPARE(failed.size(), 3);
    }

    void oneApprovalEndsTheSuggestion() {
        Desk desk;
        for (const char *digest : {"one", "two", "three", "four", "five", "six"}) {
            desk.page.select(desk.ask(deletion(digest)));
            QSignalSpy decided(&desk.page, &ApprovalsController::decided);
            if (digest == std::string_view("two"))
                desk.page.approve("fine", 0, 1);
            else
                desk.page.deny("no", "");
            QTRY_COMPARE(decided.size(), 1);
            QTRY_COMPARE(desk.page.model()->rowCount(), 0);
        }
        desk.page.select(desk.ask(deletion("seven")));
        QTRY_VERIFY(desk.page.detail().value("similar").toString().contains("1 approved, 5 denied"));
        QCOMPARE(desk.page.detail().value("alwaysDenied").toInt(), 0);
    }

    void aGrantIsTakenBack() {
        Desk desk;
        const QString id = desk.ask();
        QSignalSpy decided(&desk.page, &ApprovalsController::decided);
        desk.page.approve("", 0, 1);
        QVERIFY(decided.wait(10'000));
        desk.page.revoke();
        QVERIFY(decided.wait(10'000));
        QCOMPARE(desk.stateOf(id), ApprovalState::Revoked);
        QVERIFY(!*desk.store().spend(deletion()));
    }

    void theSecondPersonIsNeededAndIsNotTheFirst() {
        Desk desk;
        auto request = deletion();
        request.approversNeeded = 2;
        const QString id = desk.ask(request);
        QSignalSpy decided(&desk.page, &ApprovalsController::decided);
        QSignalSpy failed(&desk.page, &ApprovalsController::failed);
        desk.page.approve("first", 0, 1);
        QVERIFY(decided.wait(10'000));
        QCOMPARE(desk.stateOf(id), ApprovalState::Waiting);
        QTRY_COMPARE(desk.page.secondCount(), 1);
        QTRY_VERIFY(desk.page.detail().value("mine").toBool());
        desk.page.approve("again", 0, 1);
        QVERIFY(failed.wait(10'000));
        QCOMPARE(desk.stateOf(id), ApprovalState::Waiting);
    }

    void whatIsOverCannotBeDecided() {
        Desk desk;
        const QString expired = desk.ask(deletion("short"), std::chrono::seconds(1));
        QTRY_COMPARE_WITH_TIMEOUT(desk.stateOf(expired), ApprovalState::Expired, 5'000);
        QSignalSpy failed(&desk.page, &ApprovalsController::failed);
        desk.page.select(expired);
        desk.page.approve("late", 0, 1);
        QVERIFY(failed.wait(10'000));
        QCOMPARE(desk.stateOf(expired), ApprovalState::Expired);

        const QString changed = desk.ask(deletion("void"));
        QCOMPARE(*desk.store().voidOthers("harbor", "repositories_delete", std::string(64, 'e')), std::size_t(1));
        desk.page.select(changed);
        desk.page.approve("", 0, 1);
        QVERIFY(failed.wait(10'000));
        QCOMPARE(desk.stateOf(changed), ApprovalState::Void);
        desk.watch.refresh();
        QTRY_VERIFY(!desk.page.detail().value("open").toBool());
    }

    void whoLookedIsInTheLog() {
        Desk desk;
        desk.page.setShown(true);
        const QString id = desk.ask();
        QTest::qWait(1100);
        desk.page.setShown(false);
        governance::AuditFilter filter;
        filter.kinds = {"approval"};
        filter.outcome = "view";
        governance::AuditPage records;
        QTRY_VERIFY_WITH_TIMEOUT(!(records = *desk.session.workspace()->audit()->list(filter, 10)).records.empty(),
                                 10'000);
        const auto &event = records.records.front().event;
        QCOMPARE(event.principal, desk.session.workspace()->person().id);
        QVERIFY(json::serialize(event.detail).find(id.toStdString()) != std::string::npos);
        QVERIFY(event.detail.at("seconds").to_number<int>() >= 1);
        QCOMPARE(event.action, std::string("repositories_delete"));
    }

    void theWindowIsToldByToastAndNotice() {
        QTemporaryDir folder;
        Preferences preferences;
        AppContext app(&preferences);
        QVERIFY(test::openAndWait(*app.session(), test::sampleCopy(folder)));
        QTRY_VERIFY(app.approvals()->isKnown());
        QSignalSpy noticed(&app, &AppContext::noticed);
        const auto asked = app.session()->workspace()->approvals()->request(deletion(), std::chrono::minutes(10));
        QVERIFY(asked);
        QTRY_COMPARE_WITH_TIMEOUT(noticed.size(), 1, 10'000);
        QCOMPARE(noticed.at(0).at(2).toString(), QString::fromStdString("actionscope://approvals/" + asked->id));
        QCOMPARE(app.toasts()->rowCount(), 1);
    }
};

QTEST_MAIN(TestApprovalsController)
#include "tst_approvals_controller.moc"
