#include "json_output.h"

#include "catalog/capability_id.h"

namespace actionscope::cli {

std::string_view changeWord(workspace::ImportReport::Change::Kind kind) {
    using Change = workspace::ImportReport::Change;
    return kind == Change::Added ? "added" : kind == Change::Changed ? "changed" : "removed";
}

std::string_view shownTier(const risk::Classification &classification) {
    return risk::isCatastrophic(classification) ? "catastrophic" : catalog::tierName(classification.tier);
}

json::object serviceJson(const workspace::Snapshot &snapshot, std::size_t index) {
    const catalog::Service &service = snapshot.catalog->services()[index];
    const workspace::ServiceState &state = snapshot.services[index];
    return {{"id", service.info.id},
            {"title", service.info.title},
            {"actions", service.segment->size()},
            {"curated", service.curatedCount},
            {"searchable", state.searchable()},
            {"locked_by_environment", state.lockedByEnvironment},
            {"toggle", state.toggle},
            {"version", service.info.version},
            {"format", service.info.format},
            {"source", service.info.source}};
}

json::object actionJson(const workspace::Snapshot &snapshot, catalog::Ordinal ordinal) {
    const catalog::CapabilityView action = snapshot.catalog->at(ordinal);
    const risk::Classification &risk = (*snapshot.risk)[ordinal];
    return {{"name", snapshot.catalog->qualifiedName(ordinal)},
            {"id", catalog::capabilityId(*snapshot.catalog, ordinal)},
            {"kind", catalog::kindName(action.kind())},
            {"service", snapshot.catalog->serviceOf(ordinal).info.id},
            {"title", action.title()},
            {"method", catalog::methodName(action.method())},
            {"endpoint", action.path()},
            {"risk", catalog::tierName(risk.tier)},
            {"approval", catalog::approvalName(risk.approval)},
            {"curated", action.curated()},
            {"deprecated", action.deprecated()}};
}

json::array provenanceJson(const risk::Provenance &provenance) {
    json::array steps;
    for (const risk::Step &step : provenance.steps)
        steps.push_back({{"rule", step.rule},
                         {"detail", step.detail},
                         {"tier", catalog::tierName(step.tier)},
                         {"source", step.source},
                         {"approval", catalog::approvalName(step.approval)},
                         {"outcome", risk::outcomeName(step.outcome)},
                         {"reason", step.reason}});
    return steps;
}

json::object riskJson(const std::string &name, const risk::Provenance &provenance) {
    return {{"name", name},
            {"tier", catalog::tierName(provenance.result.tier)},
            {"approval", catalog::approvalName(provenance.result.approval)},
            {"overridden", provenance.result.overridden},
            {"rule_tier", catalog::tierName(provenance.result.ruleTier)},
            {"rule_approval", catalog::approvalName(provenance.result.ruleApproval)},
            {"provenance", provenanceJson(provenance)}};
}

json::object findingJson(const catalog::Finding &finding) {
    return {{"severity", catalog::severityName(finding.severity)},
            {"rule", finding.rule},
            {"message", finding.message},
            {"file", finding.where.file},
            {"line", finding.where.line},
            {"column", finding.where.column},
            {"action", finding.action}};
}

json::object importJson(const workspace::ImportReport &report) {
    json::array skipped, warnings, items, findings, blocked;
    for (const std::string &name : report.blocked)
        blocked.emplace_back(name);
    for (const ingest::Skipped &entry : report.skipped)
        skipped.push_back({{"source", entry.source}, {"pointer", entry.pointer}, {"reason", entry.reason}});
    for (const std::string &warning : report.warnings)
        warnings.emplace_back(warning);
    for (const catalog::Finding &finding : report.findings)
        findings.push_back(findingJson(finding));
    std::uint64_t added = 0, changed = 0, removed = 0;
    for (const workspace::ImportReport::Item &item : report.items) {
        added += item.added;
        changed += item.changed;
        removed += item.removed;
        json::array changes;
        for (const workspace::ImportReport::Change &change : item.changes)
            changes.push_back({{"name", change.name}, {"kind", changeWord(change.kind)}, {"what", change.what}});
        items.push_back({{"service", item.service},
                         {"title", item.title},
                         {"format", item.format},
                         {"source", item.source},
                         {"actions", item.actions},
                         {"added", item.added},
                         {"changed", item.changed},
                         {"removed", item.removed},
                         {"tiers",
                          {{"read", item.tiers[0]},
                           {"write", item.tiers[1]},
                           {"destructive", item.tiers[2]},
                           {"catastrophic", item.tiers[3]}}},
                         {"changes", std::move(changes)},
                         {"changes_cut", item.changesCut}});
    }
    json::array clashes;
    for (const workspace::ImportReport::Clash &clash : report.clashes)
        clashes.push_back(
            {{"source", clash.source}, {"wanted", clash.wanted}, {"other", clash.other}, {"given", clash.given}});
    return {{"services", report.services},
            {"actions", report.actions},
            {"sources", report.sources},
            {"added", added},
            {"changed", changed},
            {"removed", removed},
            {"skipped", std::move(skipped)},
            {"warnings", std::move(warnings)},
            {"findings", std::move(findings)},
            {"blocked", std::move(blocked)},
            {"items", std::move(items)},
            {"clashes", std::move(clashes)},
            {"elapsed_ms", report.elapsedMs}};
}

json::object parameterJson(const catalog::ParameterView &parameter) {
    return {{"name", parameter.name},
            {"in", catalog::placeName(parameter.place)},
            {"required", parameter.required},
            {"type", parameter.type},
            {"description", parameter.description}};
}

} // namespace actionscope::cli
