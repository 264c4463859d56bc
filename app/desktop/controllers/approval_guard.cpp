#include "approval_guard.h"

#include <algorithm>

namespace actionscope::app {

ApprovalGuard::ApprovalGuard(QObject *parent)
    : QObject(parent) {
    m_elapsed.start();
    m_clock = [this] { return m_elapsed.elapsed(); };
    m_tick.setInterval(100);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (!isLocked() && m_pressedAt < 0)
            m_tick.stop();
        Q_EMIT changed();
    });
}

void ApprovalGuard::setClock(std::function<qint64()> clock) {
    m_clock = std::move(clock);
    m_lockedUntil = 0;
    m_focusedAt = m_pressedAt = -1;
}

void ApprovalGuard::lock() {
    m_lockedUntil = std::max(m_lockedUntil, now() + (m_tier == Tier::Catastrophic ? CatastrophicLockMs : LockMs));
    m_pressedAt = -1;
    m_tick.start();
}

void ApprovalGuard::setTier(int tier) {
    if (m_tier == tier)
        return;
    m_tier = tier;
    lock();
    Q_EMIT changed();
}

void ApprovalGuard::setSubject(const QString &subject) {
    if (m_subject == subject)
        return;
    m_subject = subject;
    m_typed.clear();
    m_note.clear();
    lock();
    Q_EMIT changed();
}

void ApprovalGuard::setWindowActive(bool active) {
    if (m_windowActive == active)
        return;
    m_windowActive = active;
    if (active)
        lock();
    m_focusedAt = active && m_focused ? now() : -1;
    Q_EMIT changed();
}

void ApprovalGuard::setFocused(bool focused) {
    if (m_focused == focused)
        return;
    m_focused = focused;
    m_focusedAt = focused ? now() : -1;
    if (!focused)
        m_pressedAt = -1;
    Q_EMIT changed();
}

void ApprovalGuard::setTarget(const QString &target) {
    if (m_target == target)
        return;
    m_target = target;
    Q_EMIT changed();
}

void ApprovalGuard::setTyped(const QString &typed) {
    if (m_typed == typed)
        return;
    m_typed = typed;
    Q_EMIT changed();
}

void ApprovalGuard::setNote(const QString &note) {
    if (m_note == note)
        return;
    m_note = note;
    Q_EMIT changed();
}

int ApprovalGuard::secondsLeft() const {
    const qint64 left = m_lockedUntil - now();
    return left <= 0 ? 0 : static_cast<int>((left + 999) / 1000);
}

bool ApprovalGuard::isTyped() const { return !m_target.isEmpty() && m_typed.trimmed() == m_target; }

bool ApprovalGuard::isPrepared() const {
    if (m_subject.isEmpty() || isLocked())
        return false;
    return m_tier != Tier::Catastrophic || (isTyped() && !m_note.trimmed().isEmpty());
}

double ApprovalGuard::held() const {
    if (m_pressedAt < 0 || isTyped())
        return 0;
    return std::clamp(static_cast<double>(now() - m_pressedAt) / HoldMs, 0.0, 1.0);
}

QString ApprovalGuard::stateText() const {
    if (m_subject.isEmpty())
        return {};
    if (isLocked())
        return tr("Locked for %n second(s): read the request first", "", secondsLeft());
    if (m_tier == Tier::Catastrophic) {
        if (!isTyped())
            return tr("Type “%1” to approve").arg(m_target);
        return m_note.trimmed().isEmpty() ? tr("A note is needed, too") : tr("Ready: press the button");
    }
    return isTyped() ? tr("Ready: press the button") : tr("Hold the button, or type “%1” and press it").arg(m_target);
}

void ApprovalGuard::press() {
    m_pressedAt = now();
    m_tick.start();
    Q_EMIT changed();
}

void ApprovalGuard::release() {
    if (m_pressedAt < 0)
        return;
    const qint64 heldMs = now() - m_pressedAt;
    m_pressedAt = -1;
    Q_EMIT changed();
    attempt(heldMs);
}

void ApprovalGuard::cancelPress() {
    m_pressedAt = -1;
    Q_EMIT changed();
}

void ApprovalGuard::key(bool autoRepeat) {
    if (!autoRepeat)
        attempt(0);
}

void ApprovalGuard::attempt(qint64 heldMs) {
    if (m_subject.isEmpty())
        return;
    if (!m_windowActive || isLocked())
        return Q_EMIT refused(stateText());
    if (m_focusedAt < 0 || now() - m_focusedAt < RestMs)
        return Q_EMIT refused(tr("That was quick: rest on the button for half a second, then press it"));
    const bool byHand = isTyped() || (m_tier != Tier::Catastrophic && heldMs >= HoldMs);
    if (!byHand || !isPrepared())
        return Q_EMIT refused(stateText());
    Q_EMIT passed();
}

} // namespace actionscope::app
