#pragma once
/// Rules compiled for speed: one table of all words that any rule asks for, and a bit per set of words.

#include "risk/detail/rules.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::risk::detail {

constexpr std::size_t MaxSets = 256; ///< different word sets of all rules together

/// What the rules alone say, before hints and overrides.
struct RuleOutcome {
    Tier tier = Tier::Write;
    Approval approval = Approval::None;
    CatastrophicClass catastrophic = CatastrophicClass::None;
    bool review = false;
    bool keywordOnly = false; ///< a keyword raised the tier
    std::uint8_t lists = 0;   ///< bit per Disagreement::Kind
    friend bool operator==(const RuleOutcome &, const RuleOutcome &) = default;
};
constexpr std::uint8_t bitOf(Disagreement::Kind kind) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
}

/// Whether rules have a say: a capability of a folder that has no side effects, as its manifest says, only reads.
[[nodiscard]] bool isJudged(const catalog::CapabilityView &action);
/// What keywords and rules take as its method. A capability of a folder with side effects is at least a write, whatever
/// its name is, and is judged like a POST.
[[nodiscard]] catalog::Method methodOf(const catalog::CapabilityView &action);

/// Sets of words as bits.
struct SetMask {
    std::array<std::uint64_t, MaxSets / 64> bits{};
    [[nodiscard]] bool test(std::uint32_t set) const { return (bits[set / 64] >> (set % 64) & 1U) != 0; }
    void add(std::uint32_t set) { bits[set / 64] |= std::uint64_t(1) << (set % 64); }
    void add(const SetMask &other) {
        for (std::size_t i = 0; i < bits.size(); ++i)
            bits[i] |= other.bits[i];
    }
};

/// Immutable; any thread.
class CompiledRules {
public:
    /// `rules` must outlive this. Errors: LimitExceeded past MaxSets.
    [[nodiscard]] static Result<std::shared_ptr<const CompiledRules>> compile(const RiskPolicy::Rules &rules);
    /// No allocation. Gives exactly what explanation gives, which works on words without tables (tested against each
    /// other).
    [[nodiscard]] RuleOutcome decide(const catalog::CapabilityView &action) const;

private:
    struct Phrase {
        SetMask sets;
        std::vector<std::uint32_t> words; ///< entries
    };
    struct Entry {
        std::string word;
        SetMask sets;                ///< those that hold the word alone
        std::vector<Phrase> phrases; ///< those that begin with it
    };
    struct Token {          // without initialisers: an array of 64 is made for every name and segment
        const Entry *entry; ///< null for a word that no rule asks for
        const char *text;   ///< as it stands in the action
        std::uint32_t size;
        bool digits;
        [[nodiscard]] std::string_view word() const { return {text, size}; }
    };
    struct Part; ///< the words of one name or path segment
    struct Facts;
    struct Reading;

    explicit CompiledRules(const RiskPolicy::Rules &rules)
        : m_rules(&rules) {}
    void buildTable();
    [[nodiscard]] const Entry *find(std::string_view word, std::uint32_t hash) const;
    void tokenise(std::string_view text, Part &part) const;
    void scan(const Part &part, SetMask &begins, SetMask &has, SetMask &ends, SetMask &whole) const;
    [[nodiscard]] bool versionLike(const Part &part) const;
    void readPath(std::string_view path, Facts &facts) const;
    void readEnd(Facts &facts) const;
    [[nodiscard]] bool holds(const Condition &condition, Facts &facts) const;
    [[nodiscard]] bool anyHolds(const std::vector<ConditionSet> &sets, Facts &facts) const;
    [[nodiscard]] bool applies(const Rule &rule, Facts &facts) const;

    const RiskPolicy::Rules *m_rules;
    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_slots; ///< open addressing; index + 1
    const Entry *m_v = nullptr;         ///< the entry of "v"
};

} // namespace actionscope::risk::detail
