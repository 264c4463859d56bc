#pragma once
/// The rules applied word by word, slowly, with the evidence in plain English: what explanations and examples are made
/// with.

#include "risk/detail/compiled_rules.h"
#include "risk/detail/rules.h"

#include <optional>
#include <string>
#include <vector>

namespace actionscope::risk::detail {

/// A segment of a path, or a name.
struct PlainPart {
    std::string text;
    std::vector<std::string> words;
    bool parameter = false;
};

/// What is known of one action before any rule.
struct PlainFacts {
    explicit PlainFacts(const catalog::CapabilityView &view);

    catalog::CapabilityView action;
    catalog::Method method; ///< as the method rules see it
    Tier tier = Tier::Write;
    PlainPart name;
    std::vector<PlainPart> path;
};

/// Whether a rule holds, and why.
struct Verdict {
    bool holds = false;
    std::string evidence; ///< "segment `emptyTrash` of the path has `empty trash`"
    std::string missing;  ///< of a rule that only just does not hold: why not; empty when it is far off
};

struct KeywordHit {
    const KeywordGroup *group;
    const Keyword *keyword;
    std::string evidence; ///< "segment `deleteAll` of the path begins with the keyword `delete`"
};

class PlainRules {
public:
    explicit PlainRules(const RiskPolicy::Rules &rules)
        : m_rules(rules) {}

    [[nodiscard]] Verdict judge(const Rule &rule, const PlainFacts &facts) const;
    /// Every keyword that stands where keywords count, whatever the method; switched-off ones included.
    [[nodiscard]] std::vector<KeywordHit> keywordHits(const PlainFacts &facts) const;
    /// Keywords that nearly stand there: "deleted", "bulk-delete". At most `limit`.
    [[nodiscard]] std::vector<KeywordHit> keywordNearMisses(const PlainFacts &facts, std::size_t limit) const;
    /// The method rule that decides; null when none does.
    [[nodiscard]] const Rule *methodRule(const PlainFacts &facts) const;
    /// Whether the action falls under the words of a group: `set` is its `set` or `fullSet`.
    [[nodiscard]] bool keywordsApply(const KeywordGroup &group, std::uint32_t set, const PlainFacts &facts) const;

    /// Runs the examples of the rules of one folder, as if nothing were switched off. Errors: InvalidArgument naming
    /// the first rule whose example does not hold.
    [[nodiscard]] Result<void> checkExamples(std::size_t folder) const;

private:
    [[nodiscard]] bool holds(const Condition &condition, const PlainFacts &facts, std::string &evidence) const;
    [[nodiscard]] bool holdsAll(const ConditionSet &set, const PlainFacts &facts, std::string &evidence) const;
    [[nodiscard]] bool endsAt(const WordSet &nouns, const PlainFacts &facts, std::string &evidence) const;
    [[nodiscard]] bool noSelector(const PlainFacts &facts) const;
    [[nodiscard]] bool versionLike(const PlainPart &part) const;
    [[nodiscard]] bool isIdentifier(const std::string &word) const;
    void advance(PlainFacts &facts) const;
    [[nodiscard]] std::string describe(const Condition &condition) const;

    const RiskPolicy::Rules &m_rules;
};

/// An action out of an example: "METHOD PATH [NAME] [body] [query:NAME] [query:NAME!]"; `!` is required.
[[nodiscard]] Result<catalog::Capability> parseExample(const Example &example);

} // namespace actionscope::risk::detail
