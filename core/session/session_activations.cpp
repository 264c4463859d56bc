/// What is active in a session, and what ends that.
#include "session/detail/registry.h"

namespace actionscope::session {

Result<SessionRegistry::Activated> SessionRegistry::activate(const Principal &who, std::string_view session,
                                                             const governance::Target &target, std::string wireName,
                                                             ConfirmedBy confirmedBy, std::string searchId,
                                                             bool pinned) {
    Impl::Evictions told;
    Activated out;
    {
        const std::lock_guard lock(m_impl->mutex);
        const Timestamp now = m_impl->now();
        Impl::Session *owner = nullptr;
        if (!session.empty()) {
            owner = m_impl->findOf(who, session, now);
            if (owner == nullptr)
                return fail(ErrorCode::NotFound, "the session has ended or is not this caller's: open a new one");
            owner->lastUse = now;
            if (searchId.empty())
                searchId = m_impl->searchThatShowed(*owner, target.qualified());
        }
        Impl::Bag &bag = owner != nullptr ? owner->activations : m_impl->looseOf(who.id, now, told);
        m_impl->dropExpired(bag, owner, now, told);
        const std::string qualified = target.qualified();
        Activation *known = detail::findIn(bag, qualified);
        // Another definition is another thing: what was confirmed was the old one.
        if (known != nullptr && known->definitionHash != target.definitionHash) {
            m_impl->remove(bag, bag.begin() + (known - bag.data()), Eviction::Why::Revoked, told);
            known = nullptr;
        }
        out.fresh = known == nullptr;
        if (known == nullptr) {
            if (!pinned)
                m_impl->dropOldestUsed(
                    bag, owner != nullptr ? m_impl->capacityOf(*owner) : m_impl->limits.discoveredTools, told);
            Activation activation;
            activation.handle = detail::randomName("act_");
            activation.qualified = qualified;
            activation.wireName = std::move(wireName);
            activation.principal = who.id;
            activation.session = std::string(session);
            activation.definitionHash = target.definitionHash;
            activation.activated = now;
            activation.expires = now + m_impl->limits.activationLife;
            activation.pinned = pinned;
            m_impl->handles[activation.handle] = {activation.session, who.id};
            known = &bag.emplace_back(std::move(activation));
        }
        known->lastUse = now;
        known->pinned = known->pinned || pinned;
        // A confirmation is kept; a later, stronger one (a person instead of the model's word) replaces it.
        if (confirmedBy > known->confirmedBy)
            known->confirmedBy = confirmedBy;
        if (!searchId.empty())
            known->searchId = std::move(searchId);
        out.activation = m_impl->shown(*known);
    }
    m_impl->tell(told);
    return out;
}

bool SessionRegistry::deactivate(std::string_view session, std::string_view qualified, Eviction::Why why) {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        Impl::Session *owner = m_impl->find(session);
        Activation *known = owner != nullptr ? detail::findIn(owner->activations, qualified) : nullptr;
        if (known == nullptr)
            return false;
        m_impl->remove(owner->activations, owner->activations.begin() + (known - owner->activations.data()), why, told);
    }
    m_impl->tell(told);
    return true;
}

bool SessionRegistry::isActive(std::string_view session, std::string_view qualified) const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->activeIn(session, qualified) != nullptr;
}

bool SessionRegistry::isActive(std::string_view session, const governance::Target &target) const {
    const std::lock_guard lock(m_impl->mutex);
    const Activation *known = m_impl->activeIn(session, target.qualified());
    return known != nullptr && known->definitionHash == target.definitionHash;
}

std::vector<Activation> SessionRegistry::activations(std::string_view session) const {
    const std::lock_guard lock(m_impl->mutex);
    const Timestamp now = m_impl->now();
    std::vector<Activation> out;
    const Impl::Session *owner = m_impl->find(session);
    if (owner == nullptr || m_impl->isOver(*owner, now))
        return out;
    for (const Activation &activation : owner->activations) {
        if (!m_impl->isOver(activation, owner, now))
            out.push_back(m_impl->shown(activation));
    }
    return out;
}

void SessionRegistry::endEverywhere(std::string_view qualified, Eviction::Why why) {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        const auto dropFrom = [&](Impl::Bag &bag) {
            if (const Activation *known = detail::findIn(bag, qualified))
                m_impl->remove(bag, bag.begin() + (known - bag.data()), why, told);
        };
        for (auto &[id, session] : m_impl->sessions)
            dropFrom(session.activations);
        for (auto &[principal, handles] : m_impl->loose)
            dropFrom(handles.activations);
    }
    m_impl->tell(told);
}

governance::ActiveState SessionRegistry::use(const Principal &who, std::string_view session, std::string_view qualified,
                                             std::string_view handle) {
    const std::lock_guard lock(m_impl->mutex);
    const Timestamp now = m_impl->now();
    governance::ActiveState state;
    const auto take = [&](Impl::Bag &bag, const Impl::Session *of, std::string_view byHandle) {
        Activation *known = detail::findIn(bag, qualified);
        if (known == nullptr || (!byHandle.empty() && known->handle != byHandle))
            return false;
        if (m_impl->isOver(*known, of, now)) {
            state.why = now >= known->expires
                            ? "the activation expired at " + formatTimestamp(m_impl->time.shown(known->expires))
                            : "the activation ended because it was not used for " +
                                  std::to_string(m_impl->toolLifeOf(of).count()) + " s";
            return false;
        }
        known->lastUse = now;
        ++known->uses;
        state.active = true;
        state.definitionHash = known->definitionHash;
        state.confirmedBy = known->confirmedBy;
        state.why.clear();
        return true;
    };
    if (Impl::Session *owner = session.empty() ? nullptr : m_impl->findOf(who, session, now)) {
        owner->lastUse = now;
        if (take(owner->activations, owner, {}))
            return state;
    }
    if (!handle.empty()) {
        const auto where = m_impl->handles.find(std::string(handle));
        // An unknown handle and one of another principal sound alike, so that nobody learns which handles exist.
        if (where != m_impl->handles.end() && where->second.principal == who.id) {
            if (where->second.session.empty()) {
                const auto mine = m_impl->loose.find(who.id);
                if (mine != m_impl->loose.end() && take(mine->second.activations, nullptr, handle)) {
                    mine->second.lastUse = now;
                    return state;
                }
            } else if (Impl::Session *owner = m_impl->findOf(who, where->second.session, now)) {
                if (take(owner->activations, owner, handle)) {
                    owner->lastUse = now;
                    return state;
                }
            }
        }
        if (state.why.empty())
            state.why = "the activation handle is not one of this caller's for this action, or it has ended";
    }
    if (state.why.empty())
        state.why = session.empty() ? "no activation handle was given" : "it was not activated in this session";
    return state;
}

void SessionRegistry::bound(std::string_view session, const SessionBounds &bounds) {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        Impl::Session *owner = m_impl->find(session);
        if (owner == nullptr)
            return;
        owner->bounds = bounds;
        // What does not fit any more goes now: the capacity holds at every moment.
        m_impl->dropOldestUsed(owner->activations, m_impl->capacityOf(*owner) + 1, told);
    }
    m_impl->tell(told);
}

void SessionRegistry::unpin(std::string_view session, std::string_view qualified) {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        Impl::Session *owner = m_impl->find(session);
        Activation *known = owner != nullptr ? detail::findIn(owner->activations, qualified) : nullptr;
        if (known == nullptr || !known->pinned)
            return;
        const Timestamp now = m_impl->now();
        known->pinned = false;
        known->lastUse = now;
        known->expires = now + m_impl->limits.activationLife;
        m_impl->dropOldestUsed(owner->activations, m_impl->capacityOf(*owner) + 1, told);
    }
    m_impl->tell(told);
}

} // namespace actionscope::session
