#pragma once
/// How a task went: success, partial or failed, with a score from 0 to 1 (CD10). Told by whoever ran it, else judged.
///
/// **The heuristic.** A turn that ended in an error failed, with 0. Otherwise the score begins at 1; half of the share
/// of tool calls that failed is taken off; 0.5 when there was no answer for the person; 0.3 when the turn was degraded
/// and did not recover, 0.1 when it did. From 0.75 on that is a success, from 0.35 on partial, below it failed. A
/// number that was told is judged by the same borders; of a status alone the score is 1, 0.5 or 0.

#include "base/json.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::context {

enum class OutcomeStatus : std::uint8_t { Success, Partial, Failed };
std::string_view outcomeName(OutcomeStatus status); ///< "success"
std::optional<OutcomeStatus> outcomeFromName(std::string_view name);

inline constexpr double SuccessFrom = 0.75, PartialFrom = 0.35;
[[nodiscard]] OutcomeStatus statusOf(double score);

struct Outcome {
    OutcomeStatus status = OutcomeStatus::Success;
    double score = 1;
    bool told = false;                ///< by the request; else by the heuristic
    std::vector<std::string> reasons; ///< of the heuristic, one sentence each
};

/// What the heuristic looks at.
struct OutcomeEvidence {
    bool error = false; ///< the turn ended in one
    std::uint32_t toolCalls = 0, toolFailures = 0;
    std::optional<bool> answered = {}; ///< was there an answer for the person? Nothing: nobody said
    bool degraded = false, recovered = false;
};
[[nodiscard]] Outcome judgeOutcome(const OutcomeEvidence &evidence);

/// Reads `{"status"?, "score"?, "success"?, "outcome"?, "error"?, "tool_calls"?, "tool_failures"?, "answer"?}`.
/// `status` (or `outcome`, or `success`) is one of the three words, a number from 0 to 1, or a boolean; with `score`
/// beside a word both count as told. Without any of these it is judged: by `error` (a boolean, or a text, which is not
/// kept), the two counts, `answer` (a boolean, or the text, which is not kept), and what `turn` brings. Errors:
/// InvalidArgument naming the member.
[[nodiscard]] Result<Outcome> readOutcome(const json::object &body, OutcomeEvidence turn = {});

} // namespace actionscope::context
