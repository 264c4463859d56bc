#include "governance/detail/principal_match.h"

#include <algorithm>

namespace actionscope::governance::detail {
namespace {

constexpr std::size_t MaxTexts = 1000;

std::string_view attributeOf(const Principal &who, std::string_view attribute) {
    if (attribute == "role")
        return roleName(who.role);
    if (attribute == "organisation")
        return who.organisation;
    if (attribute == "user")
        return who.user;
    if (attribute == "profile")
        return who.profile;
    return who.name;
}

} // namespace

PrincipalMatch PrincipalMatch::read(const catalog::RuleFile &file, const YAML::Node &node, std::string_view what,
                                    const std::vector<std::string_view> &keys) {
    file.expectMap(node, what, keys);
    PrincipalMatch match;
    bool everyone = false;
    for (const auto &member : node) {
        const std::string attribute = member.first.Scalar();
        if (attribute == "everyone") {
            everyone = file.boolean(member.second, "`everyone`");
            if (!everyone)
                file.complain(member.second, "`everyone` can only be true");
            continue;
        }
        Condition condition{attribute, {}};
        for (const YAML::Node &item : file.items(member.second, "`" + attribute + "`", MaxTexts)) {
            condition.patterns.push_back(file.text(item, "`" + attribute + "`"));
            const std::string &text = condition.patterns.back();
            if (text.empty())
                file.complain(item, "`" + attribute + "` is empty");
            if (attribute == "role" && text.find('*') == std::string::npos && !roleFromName(text))
                file.complain(item, "there is no role `" + text + "`; roles are agent, developer, approver and admin");
        }
        if (condition.patterns.empty())
            file.complain(member.second, "`" + attribute + "` is an empty list");
        match.m_conditions.push_back(std::move(condition));
    }
    if (everyone && !match.m_conditions.empty())
        file.complain(node, "`everyone` stands alone");
    if (!everyone && match.m_conditions.empty())
        file.complain(node, std::string(what) + " names nobody" +
                                (std::find(keys.begin(), keys.end(), "everyone") != keys.end()
                                     ? "; write {everyone: true} for all"
                                     : ""));
    return match;
}

bool PrincipalMatch::fits(const Principal &who) const {
    return std::all_of(m_conditions.begin(), m_conditions.end(), [&](const Condition &condition) {
        const std::string_view text = attributeOf(who, condition.attribute);
        // What is not known of someone fits nothing, not even *.
        return !text.empty() && fitsAny(condition.patterns, text);
    });
}

std::string PrincipalMatch::words() const {
    std::string words;
    for (const Condition &condition : m_conditions) {
        words += (words.empty() ? "" : ", ") + condition.attribute + ' ';
        for (std::size_t i = 0; i < condition.patterns.size(); ++i)
            words += (i == 0 ? "" : " or ") + condition.patterns[i];
    }
    return words.empty() ? "everyone" : words;
}

} // namespace actionscope::governance::detail
