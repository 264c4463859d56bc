#include "governance/policy.h"

#include "base/clock.h"
#include "governance/detail/argument_match.h"
#include "governance/detail/principal_match.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace actionscope::governance {
namespace fs = std::filesystem;

namespace {

using catalog::RuleError;
using catalog::RuleFile;

constexpr std::size_t MaxFiles = 256, MaxRules = 10'000, MaxTexts = 1000, MaxMessageBytes = 1000;
constexpr unsigned MaxApprovers = 20;
constexpr std::chrono::seconds MaxTimeBox{24 * 3600};

enum class Layer : std::uint8_t { Organisation, Service };
enum class Effect : std::uint8_t { Allow, Deny, Confirm, Approve, Redact };
constexpr std::array<std::string_view, 5> EffectNames{"allow", "deny", "confirm", "approve", "redact"};

struct Rule {
    Layer layer = Layer::Organisation;
    std::string name;
    Effect effect = Effect::Deny;
    Location where;
    // Conditions; an empty list does not limit.
    std::vector<std::string> services, actions, tiers, paths, tags, facades;
    std::vector<std::string> methods; ///< upper case
    std::optional<detail::PrincipalMatch> principal;
    detail::ArgumentMatch arguments;
    // What it does.
    std::string message;
    unsigned approvers = 1;
    std::chrono::seconds timeBox{0};
    std::vector<std::string> redact;

    /// All conditions but those on arguments and on what is unknown.
    [[nodiscard]] bool fits(const PolicyInput &input) const;
    [[nodiscard]] FiredRule fired() const {
        return {layer == Layer::Organisation ? "organisation" : "service", name,
                std::string(EffectNames[static_cast<std::size_t>(effect)]), where};
    }
};

bool Rule::fits(const PolicyInput &input) const {
    using detail::fitsAny;
    if (!services.empty() && !fitsAny(services, input.service))
        return false;
    if (!actions.empty() && !fitsAny(actions, input.action))
        return false;
    if (!tiers.empty()) {
        const bool catastrophic = input.tier == catalog::Tier::Destructive && input.adminApproval;
        const auto is = [&](const std::string &tier) {
            return tier == tierName(input.tier) || (catastrophic && tier == "catastrophic");
        };
        if (!std::any_of(tiers.begin(), tiers.end(), is))
            return false;
    }
    if (!methods.empty() && std::find(methods.begin(), methods.end(), input.method) == methods.end())
        return false;
    if (!paths.empty() && !std::any_of(paths.begin(), paths.end(), [&](const std::string &glob) {
            return catalog::pathGlobMatches(glob, input.path);
        }))
        return false;
    if (!tags.empty() &&
        !std::any_of(input.tags.begin(), input.tags.end(), [&](const std::string &tag) { return fitsAny(tags, tag); }))
        return false;
    if (!facades.empty() && !fitsAny(facades, input.facade))
        return false;
    return !principal || input.principalUnknown || (input.principal != nullptr && principal->fits(*input.principal));
}

void apply(const Rule &rule, PolicyDecision &decision) {
    decision.fired.push_back(rule.fired());
    switch (rule.effect) {
    case Effect::Allow:
        break;
    case Effect::Deny:
        if (!decision.denied)
            decision.message =
                rule.message.empty() ? "The policy \"" + rule.name + "\" denies this call." : rule.message;
        decision.denied = true;
        break;
    case Effect::Confirm:
        decision.confirm = true;
        break;
    case Effect::Approve:
        decision.timeBox = decision.approve ? std::min(decision.timeBox, rule.timeBox) : rule.timeBox;
        decision.approvers = std::max(decision.approvers, rule.approvers);
        decision.approve = true;
        break;
    case Effect::Redact:
        decision.redact.insert(decision.redact.end(), rule.redact.begin(), rule.redact.end());
        break;
    }
}

class Rules final : public PolicySet {
public:
    [[nodiscard]] PolicyDecision evaluate(const PolicyInput &input) const override;
    [[nodiscard]] std::size_t ruleCount() const override { return m_rules.size(); }

    std::vector<Rule> m_rules; ///< by layer, then file and order
};

PolicyDecision Rules::evaluate(const PolicyInput &input) const {
    static const json::object NoArguments;
    const json::object &arguments = input.arguments != nullptr ? *input.arguments : NoArguments;
    PolicyDecision decision;
    std::optional<Layer> ended, unsureFrom;
    for (const Rule &rule : m_rules) {
        if (rule.layer == ended || !rule.fits(input))
            continue;
        const bool unknown = (input.argumentsUnknown && !rule.arguments.empty()) ||
                             (input.principalUnknown && rule.principal.has_value());
        if (unknown || rule.layer == unsureFrom) {
            decision.unsure.push_back(rule.fired());
            if (rule.effect == Effect::Allow && unknown)
                unsureFrom = rule.layer;
            continue;
        }
        if (!rule.arguments.fits(arguments))
            continue;
        apply(rule, decision);
        if (rule.effect == Effect::Allow)
            ended = rule.layer;
    }
    return decision;
}

/// One file of a policy folder; throws RuleError.
class Reader {
public:
    explicit Reader(const RuleFile &file)
        : m_file(file) {}

    std::vector<Rule> read() {
        const YAML::Node root = m_file.root();
        if (!root.IsDefined() || root.IsNull())
            return {};
        m_file.expectMap(root, "a policy file", {"layer", "service", "rules"});
        const std::string layer = m_file.neededMember(root, "layer", "a policy file");
        if (layer != "organisation" && layer != "service")
            m_file.complain(root["layer"], "`layer` is organisation or service");
        const std::string service = m_file.textMember(root, "service");
        if (layer == "service" && service.empty())
            m_file.complain(root, "the layer service needs `service:`");
        if (layer != "service" && !service.empty())
            m_file.complain(root["service"], "`service` at the top belongs to the layer service");
        std::vector<Rule> rules;
        const YAML::Node list = root["rules"];
        if (!list.IsDefined())
            m_file.complain(root, "a policy file needs `rules:`");
        m_file.expectSequence(list, "`rules`");
        for (const YAML::Node &node : m_file.items(list, "`rules`", MaxRules)) {
            Rule rule = readRule(node);
            rule.layer = layer == "service" ? Layer::Service : Layer::Organisation;
            if (rule.layer == Layer::Service) {
                if (!rule.services.empty())
                    m_file.complain(node["match"]["service"], "the file is for the service " + service + " already");
                rule.services = {service};
            }
            rules.push_back(std::move(rule));
        }
        return rules;
    }

private:
    Rule readRule(const YAML::Node &node) {
        m_file.expectMap(node, "a rule", {"name", "match", "effect", "message", "approvers", "time_box", "redact"});
        Rule rule;
        rule.where = m_file.locate(node);
        rule.name = m_file.neededMember(node, "name", "a rule");
        if (!m_names.insert(rule.name).second)
            m_file.complain(node["name"], "there is a rule `" + rule.name + "` in this file already");
        const std::string effect = m_file.neededMember(node, "effect", "a rule");
        const auto found = std::find(EffectNames.begin(), EffectNames.end(), effect);
        if (found == EffectNames.end())
            m_file.complain(node["effect"], "there is no effect `" + effect + "`" +
                                                catalog::didYouMean(effect, {EffectNames.begin(), EffectNames.end()}) +
                                                " (allow, deny, confirm, approve, redact)");
        rule.effect = static_cast<Effect>(found - EffectNames.begin());
        rule.message = m_file.textMember(node, "message");
        if (rule.message.size() > MaxMessageBytes)
            m_file.complain(node["message"], "more than " + std::to_string(MaxMessageBytes) + " bytes",
                            ErrorCode::LimitExceeded);
        only(node, "message", rule.effect == Effect::Deny, "deny");
        only(node, "approvers", rule.effect == Effect::Approve, "approve");
        only(node, "time_box", rule.effect == Effect::Approve, "approve");
        only(node, "redact", rule.effect == Effect::Redact, "redact");
        readEffect(node, rule);
        if (const YAML::Node match = node["match"]; match.IsDefined())
            readMatch(match, rule);
        return rule;
    }
    void only(const YAML::Node &node, const char *key, bool fitting, const char *effect) const {
        if (node[key].IsDefined() && !fitting)
            m_file.complain(node[key], std::string("`") + key + "` goes with `effect: " + effect + "`");
    }
    void readEffect(const YAML::Node &node, Rule &rule) const {
        if (const YAML::Node approvers = node["approvers"]; approvers.IsDefined()) {
            if (!YAML::convert<unsigned>::decode(approvers, rule.approvers) || rule.approvers < 1 ||
                rule.approvers > MaxApprovers)
                m_file.complain(approvers, "`approvers` is a number from 1 to " + std::to_string(MaxApprovers));
        }
        if (const YAML::Node box = node["time_box"]; box.IsDefined()) {
            const auto duration = parseDuration(m_file.text(box, "`time_box`"));
            if (!duration || *duration > MaxTimeBox)
                m_file.complain(box, "`time_box` is a time up to a day, for example 30s, 15m or 2h");
            rule.timeBox = *duration;
        }
        if (rule.effect != Effect::Redact)
            return;
        const YAML::Node pointers = node["redact"];
        if (!pointers.IsDefined())
            m_file.complain(node, "`effect: redact` needs `redact:` with JSON pointers into the result");
        for (const YAML::Node &item : m_file.items(pointers, "`redact`", MaxTexts)) {
            rule.redact.push_back(m_file.text(item, "a JSON pointer"));
            if (!rule.redact.back().starts_with('/'))
                m_file.complain(item, "a JSON pointer begins with /");
        }
        if (rule.redact.empty())
            m_file.complain(pointers, "`redact` is empty");
    }
    void readMatch(const YAML::Node &node, Rule &rule) const {
        m_file.expectMap(node, "`match`",
                         {"service", "action", "tier", "method", "path", "tag", "facade", "principal", "arguments"});
        rule.services = texts(node, "service");
        rule.actions = texts(node, "action");
        rule.tiers = texts(node, "tier");
        for (const std::string &tier : rule.tiers)
            if (!catalog::tierFromName(tier) && tier != "catastrophic")
                m_file.complain(node["tier"],
                                "there is no tier `" + tier + "`; tiers are read, write, destructive and catastrophic");
        for (const std::string &word : texts(node, "method")) {
            const auto method = catalog::methodFromName(word);
            if (!method || *method == catalog::Method::None)
                m_file.complain(node["method"], "there is no method `" + word + "`");
            rule.methods.emplace_back(methodName(*method));
        }
        rule.paths = texts(node, "path");
        rule.tags = texts(node, "tag");
        rule.facades = texts(node, "facade");
        if (const YAML::Node who = node["principal"]; who.IsDefined())
            rule.principal = detail::PrincipalMatch::read(m_file, who, "`principal`",
                                                          {"role", "organisation", "user", "profile", "name"});
        if (const YAML::Node arguments = node["arguments"]; arguments.IsDefined())
            rule.arguments = detail::ArgumentMatch::read(m_file, arguments);
    }
    std::vector<std::string> texts(const YAML::Node &map, const char *key) const {
        const YAML::Node node = map[key];
        std::vector<std::string> list;
        if (!node.IsDefined())
            return list;
        const std::string what = std::string("`") + key + "`";
        for (const YAML::Node &item : m_file.items(node, what, MaxTexts)) {
            list.push_back(m_file.text(item, what));
            if (list.back().empty())
                m_file.complain(item, what + " is empty");
        }
        // A list without entries would be read as no condition at all, and so fit everything.
        if (list.empty())
            m_file.complain(node, what + " is empty; leave it out for all");
        return list;
    }

    const RuleFile &m_file;
    std::set<std::string> m_names;
};

Rule denyEverything(std::string message) {
    Rule rule;
    rule.name = "unreadable-policies";
    rule.message = std::move(message);
    return rule;
}

} // namespace

std::shared_ptr<const PolicySet> PolicySet::none() { return std::make_shared<Rules>(); }

std::shared_ptr<const PolicySet> PolicySet::denyAll(std::string message) {
    auto rules = std::make_shared<Rules>();
    rules->m_rules.push_back(denyEverything(std::move(message)));
    return rules;
}

Result<std::shared_ptr<const PolicySet>> PolicySet::load(const fs::path &folder) {
    auto files = catalog::ruleFilesOf(folder, "policies", false);
    if (!files)
        return fail(files.error());
    return loadFiles(std::move(*files));
}

Result<std::shared_ptr<const PolicySet>> PolicySet::loadFiles(std::vector<fs::path> files) {
    std::sort(files.begin(), files.end(),
              [](const fs::path &a, const fs::path &b) { return a.filename() < b.filename(); });
    if (files.size() > MaxFiles)
        return fail(ErrorCode::LimitExceeded, "more than " + std::to_string(MaxFiles) + " policy files",
                    {files.front().parent_path().string()});
    auto set = std::make_shared<Rules>();
    for (const fs::path &path : files) {
        const auto file = RuleFile::open(path);
        if (!file)
            return fail(file.error());
        try {
            for (Rule &rule : Reader(*file).read())
                set->m_rules.push_back(std::move(rule));
        } catch (const RuleError &error) {
            return fail(error.error);
        } catch (const YAML::Exception &error) {
            return fail(ErrorCode::ParseError, "not a policy file: " + error.msg,
                        {path.string(), std::uint32_t(error.mark.line + 1), std::uint32_t(error.mark.column + 1)});
        }
        if (set->m_rules.size() > MaxRules)
            return fail(ErrorCode::LimitExceeded, "more than " + std::to_string(MaxRules) + " rules", {path.string()});
    }
    std::stable_sort(set->m_rules.begin(), set->m_rules.end(),
                     [](const Rule &a, const Rule &b) { return a.layer < b.layer; });
    return set;
}

json::object policyInputJson(const PolicyInput &input) {
    json::object object{{"service", input.service},     {"action", input.action},
                        {"facade", input.facade},       {"session", input.session},
                        {"tier", tierName(input.tier)}, {"admin_approval", input.adminApproval},
                        {"method", input.method},       {"path", input.path}};
    json::array tags;
    for (const std::string &tag : input.tags)
        tags.emplace_back(tag);
    object["tags"] = std::move(tags);
    if (const Principal *who = input.principal)
        object["principal"] = {{"id", who->id},
                               {"name", who->name},
                               {"role", roleName(who->role)},
                               {"user", who->user},
                               {"organisation", who->organisation},
                               {"profile", who->profile}};
    object["arguments"] = input.arguments != nullptr ? *input.arguments : json::object();
    return object;
}

PolicyDecision combine(PolicyDecision first, const PolicyDecision &second) {
    if (second.denied && !first.denied) {
        first.denied = true;
        first.message = second.message;
    }
    first.confirm = first.confirm || second.confirm;
    if (second.approve) {
        first.timeBox = first.approve ? std::min(first.timeBox, second.timeBox) : second.timeBox;
        first.approve = true;
    }
    first.approvers = std::max(first.approvers, second.approvers);
    first.redact.insert(first.redact.end(), second.redact.begin(), second.redact.end());
    first.fired.insert(first.fired.end(), second.fired.begin(), second.fired.end());
    first.unsure.insert(first.unsure.end(), second.unsure.begin(), second.unsure.end());
    return first;
}

} // namespace actionscope::governance
