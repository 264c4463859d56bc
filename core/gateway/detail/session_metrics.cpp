#include "gateway/detail/session_metrics.h"

#include <utility>

namespace actionscope::gateway::detail {
namespace {

void head(std::string &out, std::string_view name, std::string_view help) {
    out += "# HELP actionscope_" + std::string(name) + ' ' + std::string(help) + "\n# TYPE actionscope_" +
           std::string(name) + " gauge\n";
}

} // namespace

std::string sessionMetrics(const session::SessionRegistry &sessions) {
    session::TokenUse sum;
    std::uint64_t loops = 0, repeated = 0, activations = 0, over = 0;
    for (const session::SessionInfo &info : sessions.list()) {
        sum.lists += info.tokens.lists;
        sum.listChanges += info.tokens.listChanges;
        sum.searches += info.tokens.searches;
        sum.context += info.tokens.context;
        sum.results += info.tokens.results;
        sum.bound += info.tokens.bound;
        loops += info.loops;
        repeated += info.redundantSearches;
        activations += info.activations.size();
        over += info.tokenBudget != 0 && info.tokens.sent() >= info.tokenBudget ? 1 : 0;
    }
    std::string out;
    head(out, "session_tokens", "Estimated tokens that open sessions put into their models' context.");
    for (const auto &[kind, tokens] : {std::pair{"lists", sum.lists}, std::pair{"list_changes", sum.listChanges},
                                       std::pair{"searches", sum.searches}, std::pair{"context", sum.context},
                                       std::pair{"results", sum.results}, std::pair{"bound", sum.bound}})
        out += "actionscope_session_tokens{kind=\"" + std::string(kind) + "\"} " + std::to_string(tokens) + '\n';
    const auto gauge = [&](std::string_view name, std::string_view help, std::uint64_t value) {
        head(out, name, help);
        out += "actionscope_" + std::string(name) + ' ' + std::to_string(value) + '\n';
    };
    gauge("session_activations", "Tools that are active in open sessions.", activations);
    gauge("session_loops", "Loops noticed in open sessions.", loops);
    gauge("session_repeated_searches", "Searches of open sessions that repeated a recent one.", repeated);
    gauge("sessions_over_budget", "Open sessions beyond their token budget.", over);
    return out;
}

} // namespace actionscope::gateway::detail
