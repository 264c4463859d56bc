#include "workspace/profiles.h"

#include "base/clock.h"
#include "catalog/hand_file.h"
#include "catalog/rule_file.h"
#include "context/assembler.h"

#include <algorithm>
#include <array>

namespace actionscope::workspace {
namespace {

using catalog::RuleFile;

constexpr std::array<std::string_view, 6> FacadeNames{"gateway", "curated",      "activated",
                                                      "finder",  "search_tools", "connections"};

/// Reads one file; throws RuleError.
class Reader {
public:
    explicit Reader(const RuleFile &file)
        : m_file(file) {}

    Profile read() {
        const YAML::Node &root = m_file.root();
        m_file.expectMap(root, "a profile",
                         {"name", "description", "experts", "allow", "always_include", "presets", "facades",
                          "search_preset", "bind", "budgets", "limits"});
        m_profile.file = m_file.name();
        m_profile.name = m_file.neededMember(root, "name", "a profile");
        m_profile.description = m_file.textMember(root, "description");
        if (root["experts"].IsDefined())
            m_profile.experts = names(root["experts"], MaxExperts, ProfileName::Use::Expert);
        if (root["allow"].IsDefined())
            readAllow(root["allow"]);
        if (root["always_include"].IsDefined())
            m_profile.alwaysInclude =
                names(root["always_include"], MaxAlwaysIncluded, ProfileName::Use::AlwaysIncluded);
        if (root["presets"].IsDefined())
            readPresets(root["presets"]);
        if (root["facades"].IsDefined())
            readFacades(root["facades"]);
        if (const YAML::Node node = root["search_preset"]; node.IsDefined()) {
            m_profile.searchPreset = m_file.text(node, "`search_preset`");
            m_profile.names.push_back({m_profile.searchPreset, m_file.locate(node), ProfileName::Use::SearchPreset});
        }
        if (const YAML::Node node = root["bind"]; node.IsDefined()) {
            m_profile.bind = bindFromName(m_file.text(node, "`bind`"));
            if (!m_profile.bind)
                m_file.complain(node, "`bind` is read or none");
        }
        if (root["budgets"].IsDefined())
            readBudgets(root["budgets"]);
        if (root["limits"].IsDefined())
            readLimits(root["limits"]);
        return std::move(m_profile);
    }

private:
    std::vector<std::string> names(const YAML::Node &node, std::size_t most, ProfileName::Use use) {
        std::vector<std::string> result;
        for (const YAML::Node &item : m_file.items(node, "a list of actions", most)) {
            std::string name = m_file.text(item, "an action");
            if (name.find('.') == std::string::npos)
                m_file.complain(item, "an action is named as service.action, not `" + name + '`');
            m_profile.names.push_back({name, m_file.locate(item), use});
            result.push_back(std::move(name));
        }
        return result;
    }

    void readAllow(const YAML::Node &node) {
        m_profile.allow.emplace();
        if (node.IsNull())
            return;
        for (const YAML::Node &item : m_file.items(node, "`allow`", MaxAllowed)) {
            AllowPattern pattern;
            pattern.text = m_file.text(item, "an entry of `allow`");
            const std::size_t dot = pattern.text.find('.');
            pattern.service = pattern.text.substr(0, dot);
            pattern.action = dot == std::string::npos ? "*" : pattern.text.substr(dot + 1);
            if (pattern.service.empty() || pattern.action.empty() || pattern.action.find('.') != std::string::npos)
                m_file.complain(item, '`' + pattern.text + "` is neither a service's id nor service.action");
            m_profile.names.push_back({pattern.text, m_file.locate(item), ProfileName::Use::Allowed});
            m_profile.allow->push_back(std::move(pattern));
        }
    }

    void readPresets(const YAML::Node &presets) {
        m_file.expectMap(presets, "`presets`", {});
        if (presets.size() > MaxProfilePresets)
            m_file.complain(presets, "more than " + std::to_string(MaxProfilePresets) + " presets",
                            ErrorCode::LimitExceeded);
        for (const auto &member : presets)
            m_profile.presets.emplace_back(m_file.text(member.first, "the name of a preset"),
                                           names(member.second, MaxExperts, ProfileName::Use::Preset));
    }

    void readFacades(const YAML::Node &node) {
        m_profile.facades.emplace();
        if (node.IsNull())
            return;
        for (const YAML::Node &item : m_file.items(node, "`facades`", 100)) {
            const std::string name = m_file.text(item, "a facade");
            if (std::ranges::find(FacadeNames, name) == FacadeNames.end())
                m_file.complain(item, "there is no facade `" + name + '`' +
                                          catalog::didYouMean(name, {FacadeNames.begin(), FacadeNames.end()}));
            m_profile.facades->push_back(name);
        }
    }

    template <class Integer>
    void number(const YAML::Node &map, const char *key, std::optional<Integer> &into, std::uint64_t least,
                std::uint64_t most) {
        const YAML::Node node = map[key];
        if (!node.IsDefined())
            return;
        std::uint64_t value = 0;
        if (!node.IsScalar() || !YAML::convert<std::uint64_t>::decode(node, value) || value < least || value > most)
            m_file.complain(node, '`' + std::string(key) + "` is a whole number from " + std::to_string(least) +
                                      " to " + std::to_string(most));
        into = static_cast<Integer>(value);
    }

    void readBudgets(const YAML::Node &node) {
        m_file.expectMap(node, "`budgets`", {"tier0", "tier1", "tier2", "session"});
        for (const auto &[key, into] :
             {std::pair{"tier0", &m_profile.budgets.tier0}, std::pair{"tier1", &m_profile.budgets.tier1},
              std::pair{"tier2", &m_profile.budgets.tier2}})
            number(node, key, *into, 0, context::MaxTierTokens);
        number(node, "session", m_profile.budgets.session, 0, 1'000'000'000);
    }

    void readLimits(const YAML::Node &node) {
        m_file.expectMap(node, "`limits`", {"tool_cache", "tool_life", "searches_per_hour"});
        number(node, "tool_cache", m_profile.limits.toolCache, 1, 1000);
        number(node, "searches_per_hour", m_profile.limits.searchesPerHour, 1, 100'000);
        if (const YAML::Node life = node["tool_life"]; life.IsDefined()) {
            const auto value = life.IsScalar() ? parseDuration(life.Scalar()) : std::nullopt;
            if (!value || *value < std::chrono::seconds(1) || *value > std::chrono::hours(24 * 30))
                m_file.complain(life, "`tool_life` is a time from 1s to 30d, for example 30s, 15m, 2h or 1d");
            m_profile.limits.toolLife = *value;
        }
    }

    const RuleFile &m_file;
    Profile m_profile;
};

/// Both must permit.
class Narrowed final : public governance::AccessRules {
public:
    Narrowed(std::shared_ptr<const AccessRules> rules, std::shared_ptr<const Profiles> profiles)
        : m_rules(std::move(rules))
        , m_profiles(std::move(profiles)) {}

    [[nodiscard]] bool knowsProfile(std::string_view name) const override {
        return m_profiles->find(name) != nullptr || m_rules->knowsProfile(name);
    }
    [[nodiscard]] bool allowsEverything(const governance::Principal &who) const override {
        const Profile *profile = m_profiles->of(who);
        return !unknown(who) && (profile == nullptr || !profile->allow) && m_rules->allowsEverything(who);
    }
    [[nodiscard]] bool allows(const governance::Principal &who, std::string_view service, std::string_view action,
                              catalog::Tier tier) const override {
        const Profile *profile = m_profiles->of(who);
        return !unknown(who) && (profile == nullptr || profile->allows(service, action)) &&
               m_rules->allows(who, service, action, tier);
    }
    [[nodiscard]] std::vector<std::uint8_t> allowed(const governance::Principal &who, const catalog::Catalog &catalog,
                                                    const std::vector<risk::Classification> &risk) const override {
        if (unknown(who))
            return std::vector<std::uint8_t>(catalog.size(), 0);
        std::vector<std::uint8_t> result = m_rules->allowed(who, catalog, risk);
        const Profile *profile = m_profiles->of(who);
        if (profile == nullptr || !profile->allow)
            return result;
        result.resize(catalog.size(), 1);
        for (const catalog::Service &service : catalog.services())
            for (catalog::Ordinal ordinal = service.first; ordinal < service.end(); ++ordinal)
                if (result[ordinal] != 0 && !profile->allows(service.info.id, catalog.at(ordinal).name()))
                    result[ordinal] = 0;
        return result;
    }
    [[nodiscard]] governance::AccessExplanation explain(const governance::Principal &who, std::string_view service,
                                                        std::string_view action, catalog::Tier tier) const override {
        governance::AccessExplanation result = m_rules->explain(who, service, action, tier);
        const auto refuse = [&](Location where, std::string detail, std::string reason) {
            result.steps.push_back({std::move(where), std::move(detail), result.allowed});
            if (result.allowed)
                result.reason = std::move(reason);
            result.allowed = false;
        };
        if (unknown(who)) {
            refuse({}, "the profile " + who.profile + " is defined nowhere",
                   "No: the profile " + who.profile +
                       " is neither in profiles/ nor in access.yaml, and so allows "
                       "nothing.");
        } else if (const Profile *profile = m_profiles->of(who); profile != nullptr && profile->allow) {
            const auto fits = [&](const AllowPattern &pattern) { return pattern.fits(service, action); };
            const auto pattern = std::ranges::find_if(*profile->allow, fits);
            if (pattern == profile->allow->end())
                refuse({profile->file, 0, 0}, "the profile " + who.profile + " does not allow it",
                       "No: the profile " + who.profile + " does not allow it.");
            else
                result.steps.push_back(
                    {{profile->file, 0, 0}, "the profile " + who.profile + " allows " + pattern->text});
        }
        return result;
    }

private:
    [[nodiscard]] bool unknown(const governance::Principal &who) const {
        return !who.profile.empty() && !knowsProfile(who.profile);
    }
    std::shared_ptr<const AccessRules> m_rules;
    std::shared_ptr<const Profiles> m_profiles;
};

} // namespace

bool AllowPattern::fits(std::string_view aService, std::string_view anAction) const {
    const auto fit = [](std::string_view pattern, std::string_view name) {
        return pattern == "*" || pattern == name || catalog::wildcardMatches(pattern, name);
    };
    return fit(service, aService) && fit(action, anAction);
}

std::string_view bindName(Bind bind) { return bind == Bind::Read ? "read" : "none"; }

std::optional<Bind> bindFromName(std::string_view name) {
    for (const Bind bind : {Bind::Read, Bind::None})
        if (bindName(bind) == name)
            return bind;
    return std::nullopt;
}

bool Profile::allows(std::string_view service, std::string_view action) const {
    return !allow ||
           std::ranges::any_of(*allow, [&](const AllowPattern &pattern) { return pattern.fits(service, action); });
}

Profiles Profiles::read(const std::filesystem::path &folder, std::vector<Error> &problems, const Profiles *before) {
    Profiles result;
    const auto files = catalog::ruleFilesOf(folder, "profiles", false);
    if (!files) {
        problems.push_back(files.error());
        return before != nullptr ? *before : result;
    }
    const auto keepLast = [&](const std::filesystem::path &path, Error problem) {
        problems.push_back(std::move(problem));
        if (before == nullptr)
            return;
        for (const Profile &profile : before->m_profiles)
            if (profile.file == path.string() && result.find(profile.name) == nullptr)
                result.m_profiles.push_back(profile);
    };
    for (const std::filesystem::path &path : *files) {
        if (result.m_profiles.size() == MaxProfiles) {
            problems.push_back({ErrorCode::LimitExceeded,
                                "more than " + std::to_string(MaxProfiles) + " profiles; the rest is left out",
                                {path.string()}});
            break;
        }
        const auto file = RuleFile::open(path);
        if (!file) {
            keepLast(path, file.error());
            continue;
        }
        try {
            Profile profile = Reader(*file).read();
            if (const Profile *other = result.find(profile.name))
                file->complain(file->root()["name"], "the profile `" + profile.name + "` is already in " + other->file);
            result.m_profiles.push_back(std::move(profile));
        } catch (const catalog::RuleError &error) {
            keepLast(path, error.error);
        } catch (const YAML::Exception &error) {
            keepLast(path, {ErrorCode::ParseError, "not a profile: " + error.msg, {path.string()}});
        }
    }
    return result;
}

const Profile *Profiles::find(std::string_view name) const {
    const auto found =
        std::find_if(m_profiles.begin(), m_profiles.end(), [&](const Profile &p) { return p.name == name; });
    return found == m_profiles.end() ? nullptr : &*found;
}

const Profile *Profiles::of(const governance::Principal &who) const {
    return who.profile.empty() ? nullptr : find(who.profile);
}

std::vector<std::vector<std::string>> Profiles::composed() const {
    std::vector<std::vector<std::string>> lists;
    for (const Profile &profile : m_profiles)
        for (const auto &[name, list] : profile.presets)
            lists.push_back(list);
    return lists;
}

std::shared_ptr<const governance::AccessRules> withProfiles(std::shared_ptr<const governance::AccessRules> rules,
                                                            std::shared_ptr<const Profiles> profiles) {
    return std::make_shared<const Narrowed>(std::move(rules), std::move(profiles));
}

std::optional<std::string> profileRefusal(const governance::Principal &who, const governance::AccessRules &rules,
                                          const Profiles &profiles) {
    if (who.profile.empty())
        return std::nullopt;
    if (!rules.knowsProfile(who.profile))
        return "the profile `" + who.profile +
               "` of this credential is neither in profiles/ nor among `profiles:` of access.yaml, so it may nothing: "
               "a person must define the profile or make another credential";
    const Profile *profile = profiles.of(who);
    if (profile != nullptr && profile->allowsNothing())
        return "the profile `" + who.profile + "` of this credential allows nothing (`allow: []`)";
    return std::nullopt;
}

} // namespace actionscope::workspace
