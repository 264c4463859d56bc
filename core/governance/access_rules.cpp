#include "governance/access_rules.h"

#include "catalog/rule_file.h"
#include "governance/detail/principal_match.h"

#include <algorithm>
#include <array>
#include <map>

namespace actionscope::governance {
namespace {

using catalog::RuleError;
using catalog::RuleFile;
using catalog::Tier;

constexpr std::size_t MaxGrants = 10'000, MaxEntries = 10'000;

/// "github", "slack.chat_*", "*.list*".
struct Pattern {
    std::string service, action; ///< `action` is "*" when only a service is named
    std::string text;
    [[nodiscard]] bool fits(std::string_view aService, std::string_view anAction) const {
        return detail::fits(service, aService) && detail::fits(action, anAction);
    }
    [[nodiscard]] bool fitsAll() const { return service == "*" && action == "*"; }
};

/// A grant, or the allowlist of a profile.
struct Grant {
    detail::PrincipalMatch to;
    std::vector<Pattern> allow, deny;
    std::array<bool, 3> tiers{true, true, true};
    Location where;

    [[nodiscard]] bool ofTier(Tier tier) const { return tiers[static_cast<std::size_t>(tier)]; }
    [[nodiscard]] bool everyTier() const { return tiers[0] && tiers[1] && tiers[2]; }
    [[nodiscard]] bool allowsAll() const {
        return everyTier() && std::any_of(allow.begin(), allow.end(), [](const Pattern &p) { return p.fitsAll(); });
    }
};

const Pattern *firstFit(const std::vector<Pattern> &patterns, std::string_view service, std::string_view action) {
    for (const Pattern &pattern : patterns)
        if (pattern.fits(service, action))
            return &pattern;
    return nullptr;
}

std::string tierWords(const Grant &grant) {
    if (grant.everyTier())
        return {};
    std::string words;
    for (const Tier tier : {Tier::Read, Tier::Write, Tier::Destructive})
        if (grant.ofTier(tier))
            words += (words.empty() ? " (" : ", ") + std::string(tierName(tier));
    return words + " only)";
}

class FileRules final : public AccessRules {
public:
    [[nodiscard]] bool allowsEverything(const Principal &who) const override;
    [[nodiscard]] bool knowsProfile(std::string_view name) const override { return m_profiles.contains(name); }
    [[nodiscard]] bool allows(const Principal &who, std::string_view service, std::string_view action,
                              Tier tier) const override {
        return permits(concerning(who), service, action, tier);
    }
    [[nodiscard]] std::vector<std::uint8_t> allowed(const Principal &who, const catalog::Catalog &catalog,
                                                    const std::vector<risk::Classification> &risk) const override;
    [[nodiscard]] AccessExplanation explain(const Principal &who, std::string_view service, std::string_view action,
                                            Tier tier) const override;

    bool m_default = false;
    bool m_hasProfiles = false;
    std::vector<Grant> m_grants;
    std::map<std::string, Grant, std::less<>> m_profiles;
    std::string m_reason; ///< why nothing is allowed, when that is so
    Location m_where;

private:
    /// The grants to someone, and the allowlist of the profile; found once for a whole catalog.
    struct Concerning {
        std::vector<const Grant *> grants;
        const Grant *profile = nullptr;
        bool unknownProfile = false;
    };
    [[nodiscard]] Concerning concerning(const Principal &who) const;
    [[nodiscard]] bool permits(const Concerning &rules, std::string_view service, std::string_view action,
                               Tier tier) const;
};

FileRules::Concerning FileRules::concerning(const Principal &who) const {
    Concerning rules;
    for (const Grant &grant : m_grants)
        if (grant.to.fits(who))
            rules.grants.push_back(&grant);
    if (m_hasProfiles && !who.profile.empty()) {
        const auto found = m_profiles.find(who.profile);
        if (found == m_profiles.end())
            rules.unknownProfile = true;
        else
            rules.profile = &found->second;
    }
    return rules;
}

bool FileRules::permits(const Concerning &rules, std::string_view service, std::string_view action, Tier tier) const {
    if (rules.unknownProfile)
        return false;
    bool granted = m_default;
    for (const Grant *grant : rules.grants) {
        if (!grant->ofTier(tier))
            continue;
        if (firstFit(grant->deny, service, action) != nullptr)
            return false;
        granted = granted || firstFit(grant->allow, service, action) != nullptr;
    }
    if (!granted)
        return false;
    const Grant *profile = rules.profile;
    return profile == nullptr || (profile->ofTier(tier) && firstFit(profile->allow, service, action) != nullptr);
}

bool FileRules::allowsEverything(const Principal &who) const {
    const Concerning rules = concerning(who);
    if (rules.unknownProfile || (rules.profile != nullptr && !rules.profile->allowsAll()))
        return false;
    const auto denies = [](const Grant *grant) { return !grant->deny.empty(); };
    if (std::any_of(rules.grants.begin(), rules.grants.end(), denies))
        return false;
    return m_default ||
           std::any_of(rules.grants.begin(), rules.grants.end(), [](const Grant *grant) { return grant->allowsAll(); });
}

std::vector<std::uint8_t> FileRules::allowed(const Principal &who, const catalog::Catalog &catalog,
                                             const std::vector<risk::Classification> &risk) const {
    if (allowsEverything(who))
        return {};
    std::vector<std::uint8_t> result(catalog.size(), 0);
    const Concerning rules = concerning(who);
    for (const catalog::Service &service : catalog.services())
        for (catalog::Ordinal ordinal = service.first; ordinal < service.end(); ++ordinal) {
            // What is not classified counts as the worst: nothing is shown by mistake.
            const Tier tier = ordinal < risk.size() ? risk[ordinal].tier : Tier::Destructive;
            result[ordinal] = permits(rules, service.info.id, catalog.at(ordinal).name(), tier) ? 1 : 0;
        }
    return result;
}

AccessExplanation FileRules::explain(const Principal &who, std::string_view service, std::string_view action,
                                     Tier tier) const {
    AccessExplanation result;
    const Concerning rules = concerning(who);
    const std::string name = std::string(service) + '.' + std::string(action);
    result.allowed = permits(rules, service, action, tier);
    const auto decide = [&](std::string reason) {
        result.reason = std::move(reason);
        result.steps.back().decides = true;
    };
    bool granted = m_default, denied = false;
    for (const Grant *grant : rules.grants) {
        const std::string to = "grant to " + grant->to.words() + tierWords(*grant);
        const Pattern *deny = firstFit(grant->deny, service, action), *allow = firstFit(grant->allow, service, action);
        const bool ofTier = grant->ofTier(tier);
        if (deny == nullptr && allow == nullptr) {
            result.steps.push_back({grant->where, to + " says nothing of " + name});
        } else if (!ofTier) {
            result.steps.push_back({grant->where, to + " is not for " + std::string(tierName(tier)) + " actions"});
        } else if (deny != nullptr) {
            result.steps.push_back({grant->where, to + " denies " + deny->text});
            if (!denied)
                decide("No: a grant to " + grant->to.words() + " denies " + deny->text + ", and a deny always wins.");
            denied = true;
        } else {
            result.steps.push_back({grant->where, to + " allows " + allow->text});
            if (!granted && !denied && result.allowed)
                decide("Yes: a grant to " + grant->to.words() + " allows " + allow->text + '.');
            granted = true;
        }
    }
    if (!denied && (m_default || !granted)) {
        result.steps.push_back(
            {m_where, m_reason.empty() ? std::string("the default is ") + (m_default ? "allow" : "deny") : m_reason});
        if (m_default && result.allowed)
            decide("Yes: the default is allow, and no grant denies it.");
        else if (!granted)
            decide(m_reason.empty() ? "No: no grant allows it, and the default is deny." : "No: " + m_reason + '.');
    }
    if (rules.unknownProfile) {
        result.steps.push_back({m_where, "the profile " + who.profile + " is not in the file"});
        if (!denied && granted)
            decide("No: the profile " + who.profile + " is not in the file, and so allows nothing.");
    } else if (const Grant *profile = rules.profile; profile != nullptr) {
        const Pattern *allow = firstFit(profile->allow, service, action);
        const std::string of = "the profile " + who.profile + tierWords(*profile);
        if (allow != nullptr && profile->ofTier(tier)) {
            result.steps.push_back({profile->where, of + " allows " + allow->text});
        } else {
            result.steps.push_back({profile->where, of + " does not allow it"});
            if (!denied && granted)
                decide("No: the profile " + who.profile + " does not allow it.");
        }
    }
    return result;
}

/// Reads access.yaml; throws RuleError.
class Reader {
public:
    explicit Reader(const RuleFile &file)
        : m_file(file) {}

    std::shared_ptr<const AccessRules> read() {
        auto rules = std::make_shared<FileRules>();
        rules->m_where = {m_file.name(), 0, 0};
        const YAML::Node root = m_file.root();
        if (!root.IsDefined() || root.IsNull())
            return rules;
        m_file.expectMap(root, "access.yaml", {"default", "grants", "profiles"});
        if (const YAML::Node node = root["default"]; node.IsDefined()) {
            const std::string word = m_file.text(node, "`default`");
            if (word != "allow" && word != "deny")
                m_file.complain(node, "`default` is allow or deny");
            rules->m_default = word == "allow";
            rules->m_where = m_file.locate(node);
        }
        if (const YAML::Node grants = root["grants"]; grants.IsDefined()) {
            m_file.expectSequence(grants, "`grants`");
            for (const YAML::Node &node : m_file.items(grants, "`grants`", MaxGrants))
                rules->m_grants.push_back(readGrant(node));
        }
        if (const YAML::Node profiles = root["profiles"]; profiles.IsDefined()) {
            m_file.expectMap(profiles, "`profiles`", {});
            rules->m_hasProfiles = true;
            if (profiles.size() > MaxGrants)
                m_file.complain(profiles, "more than " + std::to_string(MaxGrants) + " profiles",
                                ErrorCode::LimitExceeded);
            for (const auto &member : profiles)
                rules->m_profiles.emplace(m_file.text(member.first, "the name of a profile"),
                                          readProfile(member.second));
        }
        return rules;
    }

private:
    Grant readGrant(const YAML::Node &node) const {
        m_file.expectMap(node, "a grant", {"to", "allow", "deny", "tiers"});
        Grant grant;
        grant.where = m_file.locate(node);
        if (!node["to"].IsDefined())
            m_file.complain(node, "a grant needs `to:`, for example `to: {role: agent}` or `to: {everyone: true}`");
        grant.to =
            detail::PrincipalMatch::read(m_file, node["to"], "`to`", {"role", "organisation", "user", "everyone"});
        readLists(node, grant);
        if (grant.allow.empty() && grant.deny.empty())
            m_file.complain(node, "a grant needs `allow:` or `deny:`");
        return grant;
    }
    Grant readProfile(const YAML::Node &node) const {
        m_file.expectMap(node, "a profile", {"allow", "tiers"});
        Grant grant;
        grant.where = m_file.locate(node);
        if (!node["allow"].IsDefined())
            m_file.complain(node, "a profile needs `allow:`");
        readLists(node, grant);
        return grant;
    }
    void readLists(const YAML::Node &node, Grant &grant) const {
        grant.allow = readPatterns(node["allow"], "`allow`");
        grant.deny = readPatterns(node["deny"], "`deny`");
        const YAML::Node tiers = node["tiers"];
        if (!tiers.IsDefined())
            return;
        grant.tiers = {};
        for (const YAML::Node &item : m_file.items(tiers, "`tiers`")) {
            const std::string word = m_file.text(item, "a tier");
            const auto tier = catalog::tierFromName(word);
            if (!tier)
                m_file.complain(item, "there is no tier `" + word + "`; tiers are read, write and destructive");
            grant.tiers[static_cast<std::size_t>(*tier)] = true;
        }
        if (grant.tiers == std::array<bool, 3>{})
            m_file.complain(tiers, "`tiers` is empty; leave it out for all tiers");
    }
    std::vector<Pattern> readPatterns(const YAML::Node &node, std::string_view what) const {
        std::vector<Pattern> patterns;
        if (!node.IsDefined())
            return patterns;
        for (const YAML::Node &item : m_file.items(node, what, MaxEntries)) {
            Pattern pattern;
            pattern.text = m_file.text(item, "an entry");
            const std::size_t dot = pattern.text.find('.');
            pattern.service = pattern.text.substr(0, dot);
            pattern.action = dot == std::string::npos ? "*" : pattern.text.substr(dot + 1);
            if (pattern.service.empty() || pattern.action.empty() || pattern.action.find('.') != std::string::npos)
                m_file.complain(item, "`" + pattern.text + "` is neither a service's id nor service.action");
            patterns.push_back(std::move(pattern));
        }
        return patterns;
    }

    const RuleFile &m_file;
};

} // namespace

std::shared_ptr<const AccessRules> AccessRules::everything() {
    auto rules = std::make_shared<FileRules>();
    rules->m_default = true;
    return rules;
}

std::shared_ptr<const AccessRules> AccessRules::nothing(std::string reason) {
    auto rules = std::make_shared<FileRules>();
    rules->m_reason = std::move(reason);
    return rules;
}

Result<std::shared_ptr<const AccessRules>> AccessRules::load(const std::filesystem::path &file) {
    const auto opened = RuleFile::open(file);
    if (!opened)
        return fail(opened.error());
    try {
        return Reader(*opened).read();
    } catch (const RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, "not access rules: " + error.msg,
                    {file.string(), std::uint32_t(error.mark.line + 1), std::uint32_t(error.mark.column + 1)});
    }
}

} // namespace actionscope::governance
