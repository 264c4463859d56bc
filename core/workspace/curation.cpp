#include "workspace/curation.h"

#include "base/text.h"
#include "catalog/generated_file.h"
#include "catalog/prose_draft.h"
#include "governance/privacy.h"
#include "workspace/layout.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

using Verdict = CurationCheck::Verdict;

constexpr std::size_t MaxTitle = 300;
constexpr std::size_t LongDescription = 300;             ///< the curated tools show 400 bytes
constexpr std::size_t ManyTools = 30, TooManyTools = 50; ///< GD15: where selection degrades
constexpr std::size_t ShownDescription = 400,
                      ShownParameter = 120; ///< of the curated tools, as the gateway writes them

struct Found {
    std::shared_ptr<const Snapshot> snapshot;
    catalog::Ordinal ordinal = 0;
    [[nodiscard]] const catalog::Service &service() const { return snapshot->catalog->serviceOf(ordinal); }
    [[nodiscard]] catalog::CapabilityView action() const { return snapshot->catalog->at(ordinal); }
};

Result<Found> find(const Workspace &workspace, const std::string &name) {
    Found found{workspace.snapshot()};
    const auto ordinal = workspace.findAction(*found.snapshot, name);
    if (!ordinal)
        return fail(ordinal.error());
    found.ordinal = *ordinal;
    return found;
}

std::optional<catalog::Curated> entryOf(const Found &found) {
    if (found.service().hand)
        for (const catalog::Curated &curated : found.service().hand->curated)
            if (curated.action == found.action().name())
                return curated;
    return std::nullopt;
}

/// The description as the import gave it, which curated prose hides.
std::optional<std::string> importedDescription(const Workspace &workspace, const Found &found) {
    const auto generated = catalog::readGeneratedFile(Layout{workspace.folder()}.generatedFile(found.service().info.id),
                                                      found.snapshot->settings.limits.yaml);
    if (generated)
        for (const catalog::Capability &action : generated->actions)
            if (action.name == found.action().name())
                return action.description;
    return std::nullopt;
}

Result<void> checkSizes(const Found &found, const catalog::Curated &entry) {
    if (entry.title.size() > MaxTitle)
        return fail(ErrorCode::LimitExceeded, "a title is at most " + std::to_string(MaxTitle) +
                                                  " bytes, this one has " + std::to_string(entry.title.size()));
    if (entry.description.size() > catalog::MaxDescription)
        return fail(ErrorCode::LimitExceeded, "a description is at most " + std::to_string(catalog::MaxDescription) +
                                                  " bytes, this one has " + std::to_string(entry.description.size()));
    for (const auto &[name, prose] : entry.parameters) {
        const catalog::CapabilityView action = found.action();
        bool known = false;
        std::string names;
        for (std::size_t i = 0; i < action.parameterCount(); ++i) {
            known = known || action.parameter(i).name == name;
            if (i < 20)
                names += (i == 0 ? "" : ", ") + std::string(action.parameter(i).name);
        }
        if (!known)
            return fail(ErrorCode::InvalidArgument, "the action has no parameter \"" + revealInvisible(name) + "\"" +
                                                        (names.empty() ? std::string("; it has none at all")
                                                                       : "; it has " + revealInvisible(names)));
        if (prose.size() > catalog::MaxParameterDescription)
            return fail(ErrorCode::LimitExceeded,
                        "the prose of a parameter is at most " + std::to_string(catalog::MaxParameterDescription) +
                            " bytes, that of " + name + " has " + std::to_string(prose.size()));
    }
    return {};
}

/// Field and text of all that the entry says.
std::vector<std::pair<std::string, std::string_view>> textsOf(const catalog::Curated &entry) {
    std::vector<std::pair<std::string, std::string_view>> texts{{"title", entry.title},
                                                                {"description", entry.description}};
    for (const auto &[name, prose] : entry.parameters)
        texts.emplace_back("parameter " + name, prose);
    return texts;
}

CurationCheck tierCheck(const Workspace &workspace, const Found &found) {
    CurationCheck check{"tier_reviewed", Verdict::Passed, {}};
    const risk::Classification &risk = (*found.snapshot->risk)[found.ordinal];
    const std::string tier = std::string(catalog::tierName(risk.tier)) +
                             (risk.approval == catalog::Approval::Admin ? " behind an admin's approval" : "");
    if (found.service().hand)
        for (const catalog::Override &override : found.service().hand->overrides)
            if (override.action == found.action().name() && (override.risk || override.approval)) {
                check.sentence = "a person set its tier: " + tier;
                return check;
            }
    check.verdict = Verdict::Look;
    check.sentence = "its tier, " + tier + ", comes from rules only";
    const std::string name = found.snapshot->catalog->qualifiedName(found.ordinal);
    if (const auto provenance = workspace.explainRisk(name))
        for (const risk::Step &step : provenance->steps)
            if (step.outcome == risk::Step::Outcome::Decides)
                check.sentence += " (" + step.detail + ")";
    check.sentence += ": confirm it with `actionscope risk set " + name + " --tier " +
                      std::string(catalog::tierName(risk.tier)) + "`";
    return check;
}

CurationCheck personalCheck(const catalog::Curated &entry) {
    for (const auto &[field, text] : textsOf(entry)) {
        const auto spans = governance::findPersonalData(text);
        if (!spans.empty())
            return {"personal_data", Verdict::Refused,
                    "the " + field + " holds what looks like personal data (" +
                        std::string(governance::personalKindName(spans.front().kind)) + " at byte " +
                        std::to_string(spans.front().begin) + "): every model would read it, take it out"};
    }
    return {"personal_data", Verdict::Passed, "no personal data in the prose"};
}

CurationCheck poisoningCheck(const Workspace &workspace, const Found &found, const catalog::Curated &entry) {
    for (const auto &[field, text] : textsOf(entry))
        for (const catalog::ScanFinding &finding : catalog::scanText(text, field))
            if (finding.withhold)
                return {"poisoning", Verdict::Refused,
                        "the " + field + " could mislead a model (" + std::string(catalog::scanRuleName(finding.rule)) +
                            "): " + finding.detail};
    if (workspace.agentText(*found.snapshot->catalog, found.ordinal).withheld)
        return {"poisoning", Verdict::Look,
                "texts of the source are withheld from models; what is curated here replaces only what it names"};
    return {"poisoning", Verdict::Passed, "nothing in the prose addresses a model or hides from a reader"};
}

CurationCheck descriptionCheck(std::string_view description) {
    if (description.empty())
        return {"description", Verdict::Look, "there is no description: a model has only the name to go by"};
    if (description.size() > LongDescription)
        return {"description", Verdict::Look,
                "the description has " + std::to_string(description.size()) +
                    " bytes on every turn: " + std::to_string(LongDescription) + " are enough for most"};
    if (!catalog::beginsWithVerb(description))
        return {"description", Verdict::Look, "the description does not begin with what the action does (a verb)"};
    return {"description", Verdict::Passed, "the description begins with a verb and is short"};
}

CurationCheck parameterCheck(const catalog::CapabilityView &action, const catalog::Curated &entry) {
    std::string missing;
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const catalog::ParameterView parameter = action.parameter(i);
        const auto given = entry.parameters.find(std::string(parameter.name));
        const bool described =
            given != entry.parameters.end() ? !given->second.empty() : !parameter.description.empty();
        if (parameter.required && !described)
            missing += (missing.empty() ? "" : ", ") + std::string(parameter.name);
    }
    if (missing.empty())
        return {"parameters", Verdict::Passed, "every required parameter has prose"};
    return {"parameters", Verdict::Look, "required and without prose: " + missing};
}

std::vector<CurationCheck> checksOf(const Workspace &workspace, const Found &found, const CurationPlan &plan,
                                    std::string_view description) {
    std::vector<CurationCheck> checks;
    checks.push_back(tierCheck(workspace, found));
    if (const auto held = found.snapshot->quarantine(found.ordinal))
        checks.push_back({"definition_accepted", Verdict::Look, *held});
    else
        checks.push_back({"definition_accepted", Verdict::Passed, "its definition is the accepted one"});
    checks.push_back(personalCheck(plan.entry));
    checks.push_back(poisoningCheck(workspace, found, plan.entry));
    checks.push_back(descriptionCheck(description));
    checks.push_back(parameterCheck(found.action(), plan.entry));
    if (found.action().deprecated())
        checks.push_back({"deprecated", Verdict::Look, "the source calls it deprecated: is there another one?"});
    std::uint64_t curated = plan.before ? 0 : 1;
    for (const catalog::Service &service : found.snapshot->catalog->services())
        curated += service.curatedCount;
    const std::string count = std::to_string(curated) + (curated == 1 ? " action is" : " actions are");
    checks.push_back({"budget", curated > ManyTools ? Verdict::Look : Verdict::Passed,
                      curated > TooManyTools ? count + " listed always then: models choose worse among more than 50"
                      : curated > ManyTools  ? count + " listed always then: above 30 models begin to choose worse"
                                             : count + " listed always then"});
    return checks;
}

} // namespace

std::string_view verdictName(CurationCheck::Verdict verdict) {
    switch (verdict) {
    case Verdict::Passed:
        return "passed";
    case Verdict::Look:
        return "look";
    case Verdict::Refused:
        return "refused";
    }
    return "refused";
}

bool CurationPlan::refused() const {
    return std::any_of(checks.begin(), checks.end(),
                       [](const CurationCheck &check) { return check.verdict == Verdict::Refused; });
}

std::uint64_t curatedTokens(const catalog::CapabilityView &action, const catalog::Curated &entry) {
    // As gateway/facades/curated_facade.cpp writes it: `,"name"` in the enum and `\n- name: prose Params: a* (prose).`
    std::string_view prose = entry.description.empty() ? action.description() : std::string_view(entry.description);
    if (prose.empty())
        prose = entry.title.empty() ? action.title() : std::string_view(entry.title);
    std::uint64_t characters = action.name().size() * 2 + 8 + std::min(prose.size(), ShownDescription);
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const catalog::ParameterView parameter = action.parameter(i);
        const auto given = entry.parameters.find(std::string(parameter.name));
        const std::size_t text = given != entry.parameters.end() ? given->second.size() : parameter.description.size();
        characters += (i == 0 ? 10 : 2) + parameter.name.size() + (parameter.required ? 1 : 0) +
                      (text == 0 ? 0 : 3 + std::min(text, ShownParameter));
    }
    return (characters + 3) / 4;
}

Result<std::optional<catalog::Curated>> curatedEntry(const Workspace &workspace, const std::string &name) {
    const auto found = find(workspace, name);
    if (!found)
        return fail(found.error());
    return entryOf(*found);
}

Result<CurationPlan> planCuration(const Workspace &workspace, const std::string &name, catalog::Curated entry,
                                  const CurationOptions &options, const Job &job) {
    const auto found = find(workspace, name);
    if (!found)
        return fail(found.error());
    CurationPlan plan;
    plan.name = name;
    plan.removes = options.remove;
    plan.before = entryOf(*found);
    plan.entry = std::move(entry);
    plan.entry.action = found->action().name();
    const std::string &service = found->service().info.id;
    if (options.remove) {
        if (!plan.before)
            return fail(ErrorCode::NotFound, '"' + name + "\" has no curated prose: there is nothing to remove");
        plan.entry = {};
        plan.entry.action = found->action().name();
        plan.edits = {{service, catalog::RemoveCurated{plan.entry.action}}};
    } else {
        if (auto sized = checkSizes(*found, plan.entry); !sized)
            return fail(sized.error());
        // An action that is defined here keeps how it is called, whatever its prose becomes.
        if (plan.before) {
            plan.entry.method = plan.before->method;
            plan.entry.path = plan.before->path;
        }
        plan.edits = {{service, catalog::SetCurated{plan.entry}}};
    }
    auto planned = workspace.planEdits(plan.edits);
    if (!planned)
        return fail(planned.error());
    plan.plan = std::move(*planned);
    if (!plan.plan.files.empty())
        plan.undo = {{service, plan.before ? catalog::Edit(catalog::SetCurated{*plan.before})
                                           : catalog::Edit(catalog::RemoveCurated{plan.entry.action})}};
    plan.tokensBefore = plan.before ? curatedTokens(found->action(), *plan.before) : 0;
    plan.tokens = options.remove ? 0 : curatedTokens(found->action(), plan.entry);

    std::optional<std::string> description = plan.entry.description;
    if (description->empty()) {
        description = plan.before && !plan.before->description.empty()
                          ? importedDescription(workspace, *found)
                          : std::optional(std::string(found->action().description()));
    }
    if (!options.remove)
        plan.checks = checksOf(workspace, *found, plan, description.value_or(std::string()));
    if (!options.preview)
        plan.effectMissing = "not asked for";
    else if (!description)
        plan.effectMissing = "the imported description cannot be read";
    else if (*description == found->action().description())
        plan.effectMissing = "the description stays as it is";
    else if (workspace.querySets().empty())
        plan.effectMissing = "there is no query set to try the description on; write one to queries/";
    else if (auto effect = workspace.previewDescription(name, *description, options.sets, {}, job))
        plan.effect = std::move(*effect);
    else if (effect.error().code == ErrorCode::Cancelled)
        return fail(effect.error());
    else
        plan.effectMissing = effect.error().message;
    return plan;
}

Result<void> applyCuration(Workspace &workspace, const CurationPlan &plan) {
    for (const CurationCheck &check : plan.checks)
        if (check.verdict == Verdict::Refused)
            return fail(ErrorCode::InvalidArgument, "nothing was saved: " + check.sentence);
    if (plan.plan.files.empty())
        return {};
    return workspace.applyEdits(plan.plan, plan.edits);
}

std::vector<std::string> undoArguments(const CurationPlan &plan) {
    if (plan.undo.empty())
        return {};
    std::vector<std::string> arguments{"curate", plan.name};
    if (!plan.before) {
        arguments.emplace_back("--remove");
        return arguments;
    }
    arguments.emplace_back("--replace");
    const auto add = [&](std::string_view option, const std::string &value) {
        arguments.emplace_back(option);
        arguments.push_back(value);
    };
    if (!plan.before->title.empty())
        add("--title", plan.before->title);
    if (!plan.before->description.empty())
        add("--description", plan.before->description);
    for (const auto &[parameter, prose] : plan.before->parameters)
        add("--parameter", parameter + '=' + prose);
    for (const std::string &tag : plan.before->tags)
        add("--tag", tag);
    return arguments;
}

} // namespace actionscope::workspace
