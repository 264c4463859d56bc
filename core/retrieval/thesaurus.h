#pragma once
/// Words that people and descriptions of APIs use for the same thing: "remove" and "delete". The shipped groups are
/// written by hand (resources/retrieval/thesaurus.yaml); a workspace adds its own in `thesaurus.yaml`.

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace actionscope::retrieval {

/// Immutable; any thread.
class Thesaurus {
public:
    /// The groups that are part of the program.
    [[nodiscard]] static std::shared_ptr<const Thesaurus> shipped();
    /// The shipped groups and those of `file`: `{groups: [[shipment, consignment], …]}`. A missing file adds nothing.
    /// Errors: ParseError with line and column (unknown keys, no list of words, a group of one word, an entry of several
    /// words); LimitExceeded past 1 MiB or MaxGroups.
    [[nodiscard]] static Result<std::shared_ptr<const Thesaurus>> withFile(const std::filesystem::path &file);

    /// This one and a group of words that mean the same.
    [[nodiscard]] std::shared_ptr<const Thesaurus> withGroup(std::span<const std::string> words) const;
    /// The terms (stems) that stand in a group with `term`, ascending and without itself. Empty for most.
    [[nodiscard]] std::span<const std::string> related(std::string_view term) const;
    [[nodiscard]] std::size_t groups() const { return m_groups; }

    static constexpr std::size_t MaxGroups = 20'000;

private:
    Result<void> add(const std::string &yaml, const std::string &name);
    void addGroup(const std::vector<std::string> &terms);
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const;
    };
    std::unordered_map<std::string, std::vector<std::string>, Hash, std::equal_to<>> m_related;
    std::size_t m_groups = 0;
};

} // namespace actionscope::retrieval
