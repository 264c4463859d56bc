#pragma once
/// The guard against approving by reflex (UX §5): waiting, resting, typing or holding, and never by auto-repeat.

#include "convert.h"

#include <QElapsedTimer>
#include <QObject>
#include <QQmlEngine>
#include <QTimer>

#include <functional>

namespace actionscope::app {

/// Between the Approve button and the decision. Locked for 2 s (destructive and below) or 5 s (catastrophic) after the
/// request is shown, its content changes, or the window gets the focus; the focus must have rested on the button for
/// half a second. Then a destructive request wants the button held for 1.2 s or the target typed, a catastrophic one
/// the target typed and a note. GUI thread.
class ApprovalGuard : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// A value of Tier.
    Q_PROPERTY(int tier MEMBER m_tier WRITE setTier NOTIFY changed FINAL)
    /// Request and content: whatever changes it locks again. Empty: nothing to approve.
    Q_PROPERTY(QString subject MEMBER m_subject WRITE setSubject NOTIFY changed FINAL)
    Q_PROPERTY(bool windowActive MEMBER m_windowActive WRITE setWindowActive NOTIFY changed FINAL)
    Q_PROPERTY(bool focused MEMBER m_focused WRITE setFocused NOTIFY changed FINAL)
    /// What has to be typed, and what was.
    Q_PROPERTY(QString target MEMBER m_target WRITE setTarget NOTIFY changed FINAL)
    Q_PROPERTY(QString typed MEMBER m_typed WRITE setTyped NOTIFY changed FINAL)
    Q_PROPERTY(QString note MEMBER m_note WRITE setNote NOTIFY changed FINAL)

    Q_PROPERTY(bool locked READ isLocked NOTIFY changed FINAL)
    Q_PROPERTY(int secondsLeft READ secondsLeft NOTIFY changed FINAL)
    /// Everything but the act itself is there. A destructive request is prepared without typing: it can be held.
    Q_PROPERTY(bool prepared READ isPrepared NOTIFY changed FINAL)
    /// 0 … 1 while the button is held.
    Q_PROPERTY(double held READ held NOTIFY changed FINAL)
    /// What to do next, in words: "Locked for 3 s", "Type “Finance” to approve", "Hold the button or type “files”".
    Q_PROPERTY(QString stateText READ stateText NOTIFY changed FINAL)

public:
    static constexpr int LockMs = 2000, CatastrophicLockMs = 5000, RestMs = 500, HoldMs = 1200;

    explicit ApprovalGuard(QObject *parent = nullptr);

    void setTier(int tier);
    void setSubject(const QString &subject);
    void setWindowActive(bool active);
    void setFocused(bool focused);
    void setTarget(const QString &target);
    void setTyped(const QString &typed);
    void setNote(const QString &note);

    bool isLocked() const { return secondsLeft() > 0; }
    int secondsLeft() const;
    bool isPrepared() const;
    double held() const;
    QString stateText() const;

    /// Pointer on the button.
    Q_INVOKABLE void press();
    Q_INVOKABLE void release();
    Q_INVOKABLE void cancelPress();
    /// Enter or Space on the button. `autoRepeat` never counts.
    Q_INVOKABLE void key(bool autoRepeat);

    /// Milliseconds of a steady clock, for tests.
    void setClock(std::function<qint64()> clock);

Q_SIGNALS:
    void changed();
    /// Everything holds: decide.
    void passed();
    /// Pressed too early or without what is needed; `why` is for the person.
    void refused(const QString &why);

private:
    qint64 now() const { return m_clock(); }
    bool isTyped() const;
    void lock();
    void attempt(qint64 heldMs);

    std::function<qint64()> m_clock;
    QElapsedTimer m_elapsed;
    QTimer m_tick;
    int m_tier = Tier::Destructive;
    QString m_subject, m_target, m_typed, m_note;
    bool m_windowActive = false, m_focused = false;
    qint64 m_lockedUntil = 0, m_focusedAt = -1, m_pressedAt = -1;
};

} // namespace actionscope::app
