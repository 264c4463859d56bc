#include "context/outcome.h"

#include <algorithm>
#include <cmath>

namespace actionscope::context {
namespace {

constexpr double ForNoAnswer = 0.5, ForDegraded = 0.3, ForRecovered = 0.1, ForFailedCalls = 0.5;
constexpr std::uint64_t MaxCalls = 1'000'000;

double scoreOfStatus(OutcomeStatus status) {
    return status == OutcomeStatus::Success ? 1 : status == OutcomeStatus::Partial ? 0.5 : 0;
}

tl::unexpected<Error> badMember(std::string_view name, std::string_view expected) {
    return fail(ErrorCode::InvalidArgument, '`' + std::string(name) + "` is " + std::string(expected));
}

/// A word, a number or a boolean.
Result<Outcome> readStatus(std::string_view name, const json::value &value) {
    Outcome outcome;
    outcome.told = true;
    if (const json::string *word = value.if_string()) {
        const auto status = outcomeFromName(std::string_view(*word));
        if (!status)
            return badMember(name, "success, partial or failed, a number from 0 to 1, or a boolean");
        outcome.status = *status;
        outcome.score = scoreOfStatus(*status);
        return outcome;
    }
    if (const bool *yes = value.if_bool()) {
        outcome.status = *yes ? OutcomeStatus::Success : OutcomeStatus::Failed;
        outcome.score = *yes ? 1 : 0;
        return outcome;
    }
    boost::system::error_code error;
    const double number = value.to_number<double>(error);
    if (error || !(number >= 0 && number <= 1))
        return badMember(name, "success, partial or failed, a number from 0 to 1, or a boolean");
    outcome.score = number;
    outcome.status = statusOf(number);
    return outcome;
}

} // namespace

std::string_view outcomeName(OutcomeStatus status) {
    return status == OutcomeStatus::Success ? "success" : status == OutcomeStatus::Partial ? "partial" : "failed";
}

std::optional<OutcomeStatus> outcomeFromName(std::string_view name) {
    for (const OutcomeStatus status : {OutcomeStatus::Success, OutcomeStatus::Partial, OutcomeStatus::Failed})
        if (outcomeName(status) == name)
            return status;
    return std::nullopt;
}

OutcomeStatus statusOf(double score) {
    return score >= SuccessFrom   ? OutcomeStatus::Success
           : score >= PartialFrom ? OutcomeStatus::Partial
                                  : OutcomeStatus::Failed;
}

Outcome judgeOutcome(const OutcomeEvidence &evidence) {
    Outcome outcome;
    if (evidence.error) {
        outcome.status = OutcomeStatus::Failed;
        outcome.score = 0;
        outcome.reasons.emplace_back("the turn ended in an error");
        return outcome;
    }
    double score = 1;
    if (evidence.toolFailures > 0) {
        const double calls = std::max(evidence.toolCalls, evidence.toolFailures);
        score -= ForFailedCalls * evidence.toolFailures / calls;
        outcome.reasons.push_back(std::to_string(evidence.toolFailures) + " of " +
                                  std::to_string(static_cast<std::uint32_t>(calls)) + " tool calls failed");
    }
    if (evidence.answered && !*evidence.answered) {
        score -= ForNoAnswer;
        outcome.reasons.emplace_back("there was no answer");
    }
    if (evidence.degraded) {
        score -= evidence.recovered ? ForRecovered : ForDegraded;
        outcome.reasons.emplace_back(evidence.recovered ? "it was degraded and recovered"
                                                        : "it was degraded and did not recover");
    }
    // To what a person would write: 0.35 is a partial one, whatever 1 - 0.5 - 0.15 comes to.
    outcome.score = std::round(std::clamp(score, 0.0, 1.0) * 1e6) / 1e6;
    outcome.status = statusOf(outcome.score);
    return outcome;
}

Result<Outcome> readOutcome(const json::object &body, OutcomeEvidence turn) {
    for (const auto &entry : body) {
        const std::string_view key = entry.key();
        constexpr std::string_view Known[] = {"status", "score",      "success",       "outcome",
                                              "error",  "tool_calls", "tool_failures", "answer"};
        if (std::find(std::begin(Known), std::end(Known), key) == std::end(Known))
            return fail(ErrorCode::InvalidArgument,
                        "there is no member `" + std::string(key.substr(0, 100)) +
                            "`: status, score, success, outcome, error, tool_calls, tool_failures and answer");
    }
    std::optional<Outcome> told;
    for (const std::string_view name : {"status", "outcome", "success"}) {
        const json::value *value = body.if_contains(name);
        if (!value || value->is_null())
            continue;
        if (told)
            return fail(ErrorCode::InvalidArgument, "status, outcome and success say the same: give one of them");
        if (name == "success" && !value->is_bool())
            return badMember(name, "true or false");
        auto outcome = readStatus(name, *value);
        if (!outcome)
            return outcome;
        told = std::move(*outcome);
    }
    if (const json::value *value = body.if_contains("score"); value && !value->is_null()) {
        boost::system::error_code error;
        const double score = value->to_number<double>(error);
        if (error || !(score >= 0 && score <= 1))
            return badMember("score", "a number from 0 to 1");
        if (!told)
            told = Outcome{statusOf(score), score, true, {}};
        told->score = score;
    }
    if (told)
        return *told;

    if (const json::value *error = body.if_contains("error"); error && !error->is_null()) {
        if (!error->is_bool() && !error->is_string())
            return badMember("error", "true, false, or what went wrong");
        turn.error = turn.error || (error->is_bool() ? error->get_bool() : !error->get_string().empty());
    }
    if (const json::value *answer = body.if_contains("answer"); answer && !answer->is_null()) {
        if (!answer->is_bool() && !answer->is_string())
            return badMember("answer", "true, false, or the text of the answer");
        turn.answered = answer->is_bool() ? answer->get_bool() : !answer->get_string().empty();
    }
    for (const auto &[name, count] :
         {std::pair<std::string_view, std::uint32_t *>{"tool_calls", &turn.toolCalls},
          std::pair<std::string_view, std::uint32_t *>{"tool_failures", &turn.toolFailures}}) {
        const json::value *value = body.if_contains(name);
        if (!value || value->is_null())
            continue;
        boost::system::error_code error;
        const auto number = value->to_number<std::uint64_t>(error);
        if (error || number > MaxCalls)
            return badMember(name, "a whole number from 0 to 1000000");
        *count = static_cast<std::uint32_t>(number);
    }
    if (turn.toolFailures > turn.toolCalls && body.contains("tool_calls"))
        return fail(ErrorCode::InvalidArgument, "`tool_failures` is more than `tool_calls`");
    return judgeOutcome(turn);
}

} // namespace actionscope::context
