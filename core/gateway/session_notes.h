#pragma once
/// What is said beside a result because of what the session did before: loops (ST5), searches that repeat each other
/// (ST6), a budget that runs low (ST9). None of it holds anything back.

#include "gateway/services.h"

#include <optional>
#include <string>
#include <string_view>

namespace actionscope::gateway {

/// After a call was sent: when it is one of a loop, the guidance and a `loop_detected` signal are put into the outcome,
/// the activation ends, and the log gets a record of kind "loop". Over a mount the result's `_meta` alone carries it:
/// what a mounted server answers is passed on as it is.
void noteLoop(const Services &services, const Caller &caller, const governance::CallRequest &request,
              governance::CallOutcome &outcome);

/// After a search was made: the note, when it repeats a recent one. `detail`, of the search's record, says so too.
[[nodiscard]] std::optional<std::string> noteRepeatedSearch(const Services &services, const Caller &caller,
                                                            std::string_view query, std::string_view scope,
                                                            const std::string &searchId, json::object &detail);

/// After a result was made for a caller with a session: the notice, when the budget runs low.
void noteBudget(const Services &services, const Caller &caller, ToolResult &result);

} // namespace actionscope::gateway
