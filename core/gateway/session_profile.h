#pragma once
/// What a caller's profile (workspace/profiles.h) changes in the gateway: its façades, what a search makes active, and
/// how its sessions begin. Everything is asked of the current snapshot, so that an edited profile counts at once.

#include "gateway/services.h"

#include <memory>
#include <string>
#include <string_view>

namespace actionscope::gateway {

/// Whether a façade's tools are there for this caller. `byDefault`: whether they are for one whose profile says
/// nothing. A profile cannot switch on `connections`, which only the gateway's settings can.
[[nodiscard]] bool facadeIsOn(const Services &services, const governance::Principal &who, std::string_view facade,
                              bool byDefault);

/// Whether what reads and was found by a search becomes active at once (ST2).
[[nodiscard]] bool bindsReads(const Services &services, const governance::Principal &who);

/// A façade for those callers only for whom it is on; its results carry the notice of a budget that runs low.
[[nodiscard]] std::unique_ptr<Facade> gated(const Services &services, std::unique_ptr<Facade> facade, bool byDefault);

/// Puts a session under its caller's profile as it is now: limits, budget, and what is always included (that of the
/// settings and that of the profile, as far as the caller may find it). Again after each change; cheap when nothing
/// did. What is always included and writes is active, and each call of it is confirmed.
void applyProfile(const Services &services, const std::string &session, const governance::Principal &who);

/// Measures what the session's activated tools cost in its context (ST9).
void measureBound(const Services &services, const std::string &session);

} // namespace actionscope::gateway
