#include "workspace/rerun.h"

#include "base/text.h"
#include "workspace/visibility.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace actionscope::workspace {
namespace {

using governance::AuditEvent;
using governance::Principal;

std::string rankText(std::uint32_t rank) { return rank == 0 ? "not shown" : "rank " + std::to_string(rank); }

/// Who the step was for, with another profile when one is tried.
struct Asker {
    Principal then, now;
    bool known = false;
};

class Runner {
public:
    Runner(const Workspace &workspace, const SessionReplay &replay, const RerunSettings &settings, const Job &job)
        : m_workspace(workspace)
        , m_replay(replay)
        , m_settings(settings)
        , m_job(job)
        , m_snapshot(workspace.snapshot())
        , m_principals(workspace) {
        if (settings.policies) {
            m_inForce.emplace(workspace, workspace.policies());
            m_tried.emplace(workspace, settings.policies);
        }
    }

    Result<Rerun> run() {
        if (m_settings.profile && !m_settings.profile->empty() &&
            m_snapshot->profiles->find(*m_settings.profile) == nullptr)
            return fail(ErrorCode::InvalidArgument,
                        "there is no profile \"" + *m_settings.profile + "\" in profiles/ of the workspace");
        if (!m_snapshot->index)
            return fail(ErrorCode::NotFound, "the index is still being built");
        noteWhatWasUsed();
        for (std::size_t i = 0; i < m_replay.steps.size(); ++i) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "running the session again was cancelled after " + std::to_string(i) +
                                                      " of " + std::to_string(m_replay.steps.size()) + " steps");
            const ReplayStep &step = m_replay.steps[i];
            StepDifference difference;
            difference.seq = step.seq;
            difference.kind = step.kind;
            if (step.search) {
                if (auto searched = search(step, difference); !searched)
                    return fail(searched.error());
            } else if (step.kind == StepKind::Activation || step.kind == StepKind::Call ||
                       (step.kind == StepKind::Denial && step.call && !step.action.empty())) {
                action(step, difference);
            }
            budget(step, difference);
            m_rerun.steps.push_back(std::move(difference));
            m_job.at("running the session again", i + 1, m_replay.steps.size());
        }
        finish();
        return std::move(m_rerun);
    }

private:
    void noteWhatWasUsed() {
        for (const ReplayStep &step : m_replay.steps)
            if (!step.searchId.empty() && (step.kind == StepKind::Activation || step.kind == StepKind::Call))
                m_used[step.searchId].insert(step.action);
    }

    Asker askerOf(const ReplayStep &step) {
        const auto found = m_principals.find(step.principal, step.organisation);
        Asker asker{found.principal, found.principal, found.known};
        if (step.search && !step.search->profile.empty())
            asker.then.profile = step.search->profile;
        if (m_settings.profile)
            asker.now.profile = *m_settings.profile;
        m_unknown = m_unknown || !found.known;
        return asker;
    }

    /// The names that a search shows now, with their scores, best first.
    using Found = std::vector<std::pair<std::string, double>>;
    Result<Found> found(const RecordedSearch &search, const Principal &who,
                        std::shared_ptr<const retrieval::Preset> preset, std::optional<double> floor) const {
        retrieval::SearchRequest request;
        request.query = search.query;
        if (!search.service.empty())
            request.service = search.service;
        request.limit = search.limit;
        request.longTailOnly = !search.all;
        request.preset = std::move(preset);
        request.floor = floor.value_or(-1);
        const auto outcome = m_workspace.search(std::move(request), &who);
        if (!outcome)
            return fail(outcome.error());
        Found names;
        for (const retrieval::Hit &hit : outcome->response.hits)
            names.emplace_back(outcome->catalog->qualifiedName(hit.ordinal), hit.score);
        return names;
    }

    Result<void> search(const ReplayStep &step, StepDifference &difference) {
        const RecordedSearch &search = *step.search;
        RerunSummary &summary = m_rerun.summary;
        ++summary.searches;
        const auto cannotTell = [&](std::string why) -> Result<void> {
            ++summary.notComparable;
            difference.effect = StepEffect::CannotTell;
            difference.title = "cannot be searched again";
            difference.detail = std::move(why);
            return {};
        };
        if (!search.provider.empty())
            return cannotTell("it was asked of the provider " + search.provider + ", whose answers are its own");
        if (search.query.empty())
            return cannotTell("the record has no words");
        if (search.staged)
            return cannotTell("it was the tool finder's, by services and tags, and is not made again");
        const Asker asker = askerOf(step);
        const std::string current = m_snapshot->index->version();
        const auto same = search.preset.empty() ? nullptr : m_snapshot->presets.find(search.preset);
        const bool samePreset = same && presetMark(*same) == search.presetMark;
        difference.indexChanged = search.indexVersion != current || !samePreset;

        std::optional<Found> today;
        if (difference.indexChanged) {
            ++summary.indexChanged;
            auto again = found(search, asker.then, same, search.floor);
            if (!again)
                return again.error().code == ErrorCode::InvalidArgument ? cannotTell(again.error().message)
                                                                        : Result<void>(fail(again.error()));
            today = std::move(*again);
        }
        // What is not tried stays: the recorded ranking, with its floor.
        const auto preset = m_settings.preset ? m_settings.preset : same;
        auto after = found(search, asker.now, preset, m_settings.preset ? std::nullopt : search.floor);
        if (!after)
            return after.error().code == ErrorCode::InvalidArgument ? cannotTell(after.error().message)
                                                                    : Result<void>(fail(after.error()));
        moves(step, search, today, *after, difference);
        describe(search, difference);
        m_again[step.searchId] = m_rerun.steps.size();
        return {};
    }

    void moves(const ReplayStep &step, const RecordedSearch &search, const std::optional<Found> &today,
               const Found &after, StepDifference &difference) {
        std::unordered_map<std::string, std::size_t> at;
        const auto moveOf = [&](const std::string &name) -> RankMove & {
            const auto [known, fresh] = at.emplace(name, difference.ranks.size());
            if (fresh)
                difference.ranks.push_back({.name = name});
            return difference.ranks[known->second];
        };
        for (const RecordedHit &hit : search.hits) {
            RankMove &move = moveOf(hit.name);
            move.before = hit.rank;
            move.scoreBefore = hit.score;
        }
        for (std::size_t i = 0; i < after.size(); ++i) {
            RankMove &move = moveOf(after[i].first);
            move.after = static_cast<std::uint32_t>(i + 1);
            move.scoreAfter = after[i].second;
        }
        if (today) {
            for (std::size_t i = 0; i < today->size(); ++i)
                if (const auto known = at.find((*today)[i].first); known != at.end())
                    difference.ranks[known->second].today = static_cast<std::uint32_t>(i + 1);
        } else {
            for (RankMove &move : difference.ranks)
                move.today = move.before;
        }
        const auto used = m_used.find(step.searchId);
        RerunSummary &summary = m_rerun.summary;
        for (RankMove &move : difference.ranks) {
            move.used = used != m_used.end() && used->second.contains(move.name) && move.before != 0;
            if (!move.used)
                continue;
            ++summary.used;
            summary.usedLost += move.after == 0 ? 1 : 0;
            summary.reciprocalBefore += 1.0 / move.before;
            summary.reciprocalAfter += move.after == 0 ? 0 : 1.0 / move.after;
        }
    }

    void describe(const RecordedSearch &search, StepDifference &difference) {
        std::uint64_t lost = 0, fresh = 0, moved = 0;
        std::string named;
        for (const RankMove &move : difference.ranks) {
            lost += move.before != 0 && move.after == 0 ? 1 : 0;
            fresh += move.before == 0 ? 1 : 0;
            moved += move.before != 0 && move.after != 0 && move.before != move.after ? 1 : 0;
            if (move.used && move.before != move.after)
                named += (named.empty() ? "" : ", ") + move.name + " from rank " + std::to_string(move.before) +
                         (move.after == 0 ? " to not shown" : " to " + std::to_string(move.after));
        }
        if (lost + fresh + moved != 0) {
            ++m_rerun.summary.reranked;
            difference.effect = StepEffect::Reranked;
            difference.title = std::to_string(moved) + " moved, " + std::to_string(lost) + " gone, " +
                               std::to_string(fresh) + " new" + (named.empty() ? "" : "; used: " + named);
        }
        if (difference.indexChanged)
            difference.detail = search.preset.empty() ? "which ranking and index it was is not recorded"
                                                      : "the index or the preset of this name is not the one it was";
        if (search.query.find("⟨") != std::string::npos)
            difference.detail += (difference.detail.empty() ? "" : "; ") +
                                 std::string("its words stand in the log without personal data: it may have found "
                                             "something else for that");
    }

    /// An activation, a call, or the refusal of one.
    void action(const ReplayStep &step, StepDifference &difference) {
        RerunSummary &summary = m_rerun.summary;
        const bool activating =
            step.kind == StepKind::Activation || stringMember(step.record, "of") == std::string_view("activation");
        ++(activating ? summary.activations : summary.calls);
        const bool happened = step.kind != StepKind::Denial;
        const auto set = [&](StepEffect effect, std::string title, std::string detail = {}) {
            difference.effect = effect;
            difference.title = std::move(title);
            difference.detail = std::move(detail);
        };
        const auto lose = [&](StepEffect effect, std::string title, std::string detail = {}) {
            set(effect, std::move(title), std::move(detail));
            ++(activating ? summary.activationsLost : summary.callsLost);
            if (activating)
                m_lost.insert(step.action);
        };
        if (happened && !activating && m_lost.contains(step.action))
            return lose(StepEffect::Unreached, step.action + " would not have been active");
        const bool narrowed = m_settings.profile.has_value();
        if (happened && narrowed && !mayHave(step))
            return lose(StepEffect::NotAllowed,
                        step.action + " is not open to this principal with the profile \"" + *m_settings.profile + '"');
        if (happened && activating && notFound(step, difference))
            return lose(StepEffect::NotFound,
                        step.action + " would not have been found: it was at " + rankText(difference.rankBefore));
        if (activating && happened)
            m_lost.erase(step.action);
        policies(step, difference, lose);
    }

    [[nodiscard]] bool mayHave(const ReplayStep &step) {
        const Asker asker = askerOf(step);
        const auto ordinal = m_snapshot->catalog->find(step.action);
        if (!ordinal)
            return true; // it is gone, which is not the profile's doing
        const std::string_view service = m_snapshot->catalog->serviceOf(*ordinal).info.id;
        return m_snapshot->access->allows(asker.now, service, m_snapshot->catalog->at(*ordinal).name(),
                                          (*m_snapshot->risk)[*ordinal].tier);
    }

    /// Whether the search that it came from would not have shown it.
    bool notFound(const ReplayStep &step, StepDifference &difference) const {
        const auto again = m_again.find(step.searchId);
        if (step.searchId.empty() || again == m_again.end())
            return false;
        for (const RankMove &move : m_rerun.steps[again->second].ranks) {
            if (move.name != step.action)
                continue;
            difference.rankBefore = move.before;
            difference.rankAfter = move.after;
            return move.before != 0 && move.after == 0;
        }
        return false;
    }

    template <class Lose> void policies(const ReplayStep &step, StepDifference &difference, const Lose &lose) {
        if (!m_tried)
            return;
        AuditEvent event;
        event.principal = step.principal;
        event.organisation = step.organisation;
        event.session = m_replay.session.id;
        event.tier = step.tier;
        event.service = step.service;
        event.action = step.action.substr(std::min(step.action.size(), step.service.size() + 1));
        event.detail = step.record;
        const PolicyJudge::Judgement before = m_inForce->judge(event), after = m_tried->judge(event);
        m_unknown = m_unknown || !after.knownPrincipal;
        difference.policyBefore = before.effect;
        difference.policyAfter = after.effect;
        difference.rules = after.decision.fired;
        difference.rules.insert(difference.rules.end(), after.decision.unsure.begin(), after.decision.unsure.end());
        if (!differ(before, after))
            return;
        RerunSummary &summary = m_rerun.summary;
        std::string rules;
        for (const governance::FiredRule &rule : difference.rules)
            rules += (rules.empty() ? "rules: " : ", ") + rule.name;
        const auto set = [&](StepEffect effect, std::uint64_t &count, const std::string &title) {
            difference.effect = effect;
            difference.title = title;
            difference.detail = rules;
            ++count;
        };
        switch (after.effect) {
        case PolicyVerdict::Denied:
            lose(StepEffect::Denied, step.action + " would have been refused", rules);
            ++summary.denied;
            break;
        case PolicyVerdict::Waits:
            set(StepEffect::Waits, summary.waits, step.action + " would have waited for approval");
            break;
        case PolicyVerdict::Confirmed:
            if (before.effect == PolicyVerdict::Passes)
                set(StepEffect::Confirmed, summary.confirmed, step.action + " would have been asked to be confirmed");
            else
                set(StepEffect::Passes, summary.passes, step.action + " would need no more than a confirmation");
            break;
        case PolicyVerdict::CannotTell:
            set(StepEffect::CannotTell, summary.cannotTell,
                "what would have become of " + step.action + " cannot be told");
            break;
        case PolicyVerdict::Passes:
            set(StepEffect::Passes, summary.passes, step.action + " would have passed");
            break;
        }
    }

    void budget(const ReplayStep &step, StepDifference &difference) {
        RerunSummary &summary = m_rerun.summary;
        summary.context = step.context;
        if (!m_settings.budget || step.context <= *m_settings.budget || summary.overBudgetAt)
            return;
        summary.overBudgetAt = step.seq;
        const std::string over = "the context goes over the budget here: " + std::to_string(step.context) + " of " +
                                 std::to_string(*m_settings.budget) + " tokens";
        if (difference.effect == StepEffect::Same) {
            difference.effect = StepEffect::OverBudget;
            difference.title = over;
        } else {
            difference.detail += (difference.detail.empty() ? "" : "; ") + over;
        }
    }

    void finish() {
        RerunSummary &summary = m_rerun.summary;
        summary.budget = m_settings.budget;
        if (summary.used != 0) {
            summary.reciprocalBefore /= static_cast<double>(summary.used);
            summary.reciprocalAfter /= static_cast<double>(summary.used);
        }
        std::vector<std::string> &notes = m_rerun.assumptions;
        notes.emplace_back("Searches were made for who made them, with what access.yaml, switches and environment let "
                           "that principal find now; what they let it find then is not recorded.");
        if (summary.indexChanged != 0)
            notes.push_back(std::to_string(summary.indexChanged) +
                            " of the searches were made over another index or with another preset of the same name: "
                            "`today` is what the recorded configuration finds now.");
        if (m_unknown)
            notes.emplace_back(
                "Of some principals only the id is known, not role, user or profile: they were taken for "
                "agents without a profile.");
        if (m_settings.policies)
            notes.emplace_back("Policies were judged without arguments, which the log does not keep, and without the "
                               "external hook; the draft is compared with the policies in force now.");
        if (m_settings.budget)
            notes.emplace_back("Contexts are what the session put there, estimated at four characters a token; what an "
                               "agent would have left out under the budget is not known.");
        if (m_settings.preset || m_settings.profile)
            notes.emplace_back("An agent that finds something else goes on differently: what comes after a difference "
                               "is what would be missing, not what would have happened.");
    }

    const Workspace &m_workspace;
    const SessionReplay &m_replay;
    const RerunSettings &m_settings;
    const Job &m_job;
    const std::shared_ptr<const Snapshot> m_snapshot;
    const RecordedPrincipals m_principals;
    std::optional<PolicyJudge> m_inForce, m_tried;
    Rerun m_rerun;
    std::unordered_map<std::string, std::set<std::string>> m_used; ///< actions by search id
    std::unordered_map<std::string, std::size_t> m_again;          ///< index of difference by search id
    std::set<std::string> m_lost;                                  ///< actions that are not active as it would be
    bool m_unknown = false;
};

json::array rulesJson(const std::vector<governance::FiredRule> &rules) {
    json::array array;
    for (const governance::FiredRule &rule : rules)
        array.push_back(json::object{{"layer", rule.layer},
                                     {"name", rule.name},
                                     {"effect", rule.effect},
                                     {"file", rule.where.file},
                                     {"line", rule.where.line}});
    return array;
}

json::value verdictJson(const std::optional<PolicyVerdict> &verdict) {
    return verdict ? json::value(policyVerdictName(*verdict)) : json::value();
}

} // namespace

std::string_view stepEffectName(StepEffect effect) {
    switch (effect) {
    case StepEffect::Same:
        return "same";
    case StepEffect::Reranked:
        return "reranked";
    case StepEffect::NotAllowed:
        return "not_allowed";
    case StepEffect::NotFound:
        return "not_found";
    case StepEffect::Unreached:
        return "unreached";
    case StepEffect::Denied:
        return "denied";
    case StepEffect::Waits:
        return "waits";
    case StepEffect::Confirmed:
        return "confirmed";
    case StepEffect::Passes:
        return "passes";
    case StepEffect::OverBudget:
        return "over_budget";
    case StepEffect::CannotTell:
        return "cannot_tell";
    }
    return {};
}

Result<Rerun> rerunSession(const Workspace &workspace, const SessionReplay &replay, const RerunSettings &settings,
                           const Job &job) {
    return Runner(workspace, replay, settings, job).run();
}

json::object differenceJson(const StepDifference &difference) {
    json::object object{{"seq", difference.seq},
                        {"kind", stepKindName(difference.kind)},
                        {"effect", stepEffectName(difference.effect)},
                        {"title", difference.title},
                        {"detail", difference.detail}};
    if (difference.kind == StepKind::Search) {
        json::array ranks;
        for (const RankMove &move : difference.ranks)
            ranks.push_back(json::object{{"name", move.name},
                                         {"before", move.before},
                                         {"today", move.today},
                                         {"after", move.after},
                                         {"score_before", move.scoreBefore},
                                         {"score_after", move.scoreAfter},
                                         {"used", move.used}});
        object["ranks"] = std::move(ranks);
        object["index_changed"] = difference.indexChanged;
        return object;
    }
    object["rank_before"] = difference.rankBefore;
    object["rank_after"] = difference.rankAfter;
    object["policy_before"] = verdictJson(difference.policyBefore);
    object["policy_after"] = verdictJson(difference.policyAfter);
    object["rules"] = rulesJson(difference.rules);
    return object;
}

json::object rerunJson(const Rerun &rerun) {
    json::array steps, assumptions;
    for (const StepDifference &difference : rerun.steps)
        if (difference.effect != StepEffect::Same || !difference.detail.empty())
            steps.push_back(differenceJson(difference));
    for (const std::string &assumption : rerun.assumptions)
        assumptions.emplace_back(json::string(assumption));
    const RerunSummary &s = rerun.summary;
    return {{"steps", std::move(steps)},
            {"summary",
             {{"searches", s.searches},
              {"reranked", s.reranked},
              {"not_comparable", s.notComparable},
              {"index_changed", s.indexChanged},
              {"used", s.used},
              {"used_lost", s.usedLost},
              {"mean_reciprocal_rank_before", s.reciprocalBefore},
              {"mean_reciprocal_rank_after", s.reciprocalAfter},
              {"activations", s.activations},
              {"activations_lost", s.activationsLost},
              {"calls", s.calls},
              {"calls_lost", s.callsLost},
              {"denied", s.denied},
              {"waits", s.waits},
              {"confirmed", s.confirmed},
              {"passes", s.passes},
              {"cannot_tell", s.cannotTell},
              {"context_tokens", s.context},
              {"budget", s.budget ? json::value(*s.budget) : json::value()},
              {"over_budget_at", s.overBudgetAt ? json::value(*s.overBudgetAt) : json::value()}}},
            {"assumptions", std::move(assumptions)}};
}

} // namespace actionscope::workspace
