#include "workspace/promotion.h"

#include "base/hash.h"

#include <algorithm>
#include <cmath>

namespace actionscope::workspace {
namespace {

Result<evaluation::Adoption> readAdoption(const Workspace &workspace, const PromotionOptions &options, Timestamp now,
                                          const Job &job) {
    const governance::AuditLog *log = workspace.audit();
    if (log == nullptr)
        return fail(ErrorCode::PermissionDenied,
                    "adoption is read from the audit log, and state.db of this workspace cannot be used");
    return evaluation::adoptionFromAudit(*log, {options.since.value_or(now - options.thresholds.promotionWindow), {}},
                                         job);
}

Timestamp nowOf(const PromotionOptions &options) { return options.now.value_or(SystemClock().now()); }

} // namespace

double promotionEvidence(const evaluation::ActionAdoption &use, Timestamp now, std::chrono::seconds window) {
    const double success = (static_cast<double>(use.succeeded) + 1) / (static_cast<double>(use.calls) + 2);
    const double age = std::max(0.0, std::chrono::duration<double>(now - use.lastUse).count());
    const double recency = std::exp2(-age / std::max(1.0, static_cast<double>(window.count())));
    return std::log2(1 + static_cast<double>(use.sessions)) * std::log2(1 + static_cast<double>(use.organisations)) *
           success * recency;
}

Result<PromotionList> suggestPromotions(const Workspace &workspace, const PromotionOptions &options, const Job &job) {
    PromotionList list;
    list.until = nowOf(options);
    list.since = options.since.value_or(list.until - options.thresholds.promotionWindow);
    const auto adoption = readAdoption(workspace, options, list.until, job);
    if (!adoption)
        return fail(adoption.error());
    const auto first = workspace.audit()->listAfter({}, 1, 0);
    if (!first)
        return fail(first.error());
    if (!first->records.empty())
        list.logBegins = first->records.front().time;
    const auto now = workspace.snapshot();
    const catalog::Catalog &catalog = *now->catalog;
    for (const evaluation::ActionAdoption &use : adoption->actions) {
        const auto ordinal = catalog.find(use.name);
        if (!ordinal) {
            ++list.gone;
            continue;
        }
        const catalog::CapabilityView action = catalog.at(*ordinal);
        if (action.curated())
            continue;
        if (use.sessions < options.thresholds.promotionSessions ||
            use.organisations < options.thresholds.promotionOrganisations) {
            ++list.below;
            continue;
        }
        list.candidates.push_back({use, promotionEvidence(use, list.until, options.thresholds.promotionWindow), 0,
                                   std::string(action.title()), (*now->risk)[*ordinal]});
    }
    std::sort(list.candidates.begin(), list.candidates.end(), [](const auto &a, const auto &b) {
        if (a.evidence != b.evidence)
            return a.evidence > b.evidence;
        if (a.use.activations != b.use.activations)
            return a.use.activations > b.use.activations;
        return a.use.name < b.use.name;
    });
    if (list.candidates.size() > options.limit) {
        list.more = list.candidates.size() - options.limit;
        list.candidates.resize(options.limit);
    }
    for (PromotionCandidate &candidate : list.candidates)
        if (const auto draft = draftPromotion(workspace, candidate.use.name))
            candidate.tokens = curatedTokens(catalog.at(*catalog.find(candidate.use.name)), draft->entry);
    for (const catalog::Service &service : catalog.services()) {
        if (service.curatedCount == 0)
            continue;
        list.curatedActions += service.curatedCount;
        for (std::uint32_t i = 0; i < service.segment->size(); ++i)
            if (service.segment->at(i).curated())
                list.curatedTokens += curatedTokens(service.segment->at(i), {});
    }
    return list;
}

Result<std::optional<evaluation::ActionAdoption>> adoptionOf(const Workspace &workspace, const std::string &name,
                                                             const PromotionOptions &options, const Job &job) {
    const auto adoption = readAdoption(workspace, options, nowOf(options), job);
    if (!adoption)
        return fail(adoption.error());
    for (const evaluation::ActionAdoption &use : adoption->actions)
        if (use.name == name)
            return use;
    return std::nullopt;
}

Result<PromotionDraft> draftPromotion(const Workspace &workspace, const std::string &name) {
    const auto now = workspace.snapshot();
    const auto ordinal = workspace.findAction(*now, name);
    if (!ordinal)
        return fail(ordinal.error());
    const catalog::CapabilityView action = now->catalog->at(*ordinal);
    if (action.curated())
        return fail(ErrorCode::AlreadyExists,
                    '"' + name + "\" is curated already; `actionscope curate " + name + "` edits what it says");
    PromotionDraft draft;
    draft.prose = catalog::draftProse(action);
    draft.entry.action = action.name();
    draft.entry.description = draft.prose.description;
    for (const catalog::ParameterDraft &parameter : draft.prose.parameters)
        if (!parameter.prose.empty() && (parameter.required || parameter.changed))
            draft.entry.parameters[parameter.name] = parameter.prose;
    return draft;
}

Result<void> acceptPromotion(Workspace &workspace, const CurationPlan &plan,
                             const std::optional<evaluation::ActionAdoption> &use) {
    if (auto applied = applyCuration(workspace, plan); !applied)
        return applied;
    if (plan.plan.files.empty())
        return {};
    governance::AuditEvent event;
    event.kind = "promotion";
    const std::size_t dot = plan.name.find('.');
    event.service = plan.name.substr(0, dot);
    event.action = plan.name.substr(dot + 1);
    event.outcome = "accepted";
    event.detail = {{"tokens", plan.tokens},
                    {"description_sha256", toHex(sha256(plan.entry.description))},
                    {"evidence", use ? json::value(adoptionToJson(*use)) : json::value()}};
    if (auto recorded = workspace.record(std::move(event)); !recorded)
        return fail(recorded.error().code,
                    "the entry is saved, but its evidence could not be recorded: " + recorded.error().message,
                    recorded.error().where);
    return {};
}

} // namespace actionscope::workspace
