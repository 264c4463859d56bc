#pragma once
/// Search results and explanations as the JSON that INTERFACES fixes: one shape for the command line, the app and the
/// gateway.

#include "base/json.h"
#include "workspace/workspace.h"

namespace actionscope::workspace {

json::object explanationToJson(const retrieval::Explanation &explanation);
/// `{"query","total_indexed","elapsed_us","floor","hint","results":[…]}`; `explanation` of a result is null when none
/// was asked for.
json::object searchToJson(const std::string &query, const SearchOutcome &outcome);

} // namespace actionscope::workspace
