#pragma once
/// The bytes that edits of one file change, found from the parsed tree.

#include "catalog/detail/entry.h"
#include "catalog/detail/yaml_spans.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog::detail {

/// Thrown inside this module when a shape cannot be spliced safely; `offset` is where it stands.
struct Cannot {
    std::string why;
    std::size_t offset;
};

/// What is to happen to one section, `overrides` or `curated`: entries by index in the file, and new ones.
struct SectionPlan {
    struct Change {
        bool remove;
        Fields fields; ///< what the entry shall say when it is not removed
    };
    std::string_view section;
    std::map<std::size_t, Change> changes;
    std::vector<Fields> adds;
};

/// Collects splices for the plans of one text and applies them. One use: plan(), plan(), apply().
class Splices {
public:
    /// `text` ends with a line end unless it is empty; `root` is the tree of it, offsets equal.
    Splices(std::string_view text, const YamlNode &root, std::string service)
        : m_spans(text)
        , m_root(root)
        , m_service(std::move(service)) {}

    /// Throws Cannot.
    void plan(const SectionPlan &plan);
    /// The new text. Throws Cannot when two splices meet.
    [[nodiscard]] std::string apply();

private:
    struct Splice {
        std::size_t at, length;
        std::string text;
    };
    using SpannedMembers = std::vector<MemberSpan>;
    enum class Fate : std::uint8_t { Keep, Remove, Change };

    void add(std::size_t from, std::size_t to, std::string text) {
        m_splices.push_back({from, to - from, std::move(text)});
    }
    [[nodiscard]] MemberSpan spanOf(const YamlNode &map, const YamlMember &member) const;
    [[nodiscard]] std::size_t endOf(const YamlNode &node, std::ptrdiff_t parentIndent, bool inFlow) const;
    /// After the line in which something ends at `end`; only a comment may follow it there.
    [[nodiscard]] std::size_t wholeLine(std::size_t end) const;
    /// `from`, moved past directly following comment lines that are indented deeper than `column`.
    [[nodiscard]] std::size_t pastDeeperComments(std::size_t from, std::size_t column) const;

    [[nodiscard]] EntryStyle styleOf(const YamlNode &sequence) const;
    [[nodiscard]] EntryStyle styleForNewSection(std::string_view section) const;
    [[nodiscard]] std::size_t documentEnd() const;
    [[nodiscard]] std::size_t dashOf(const YamlNode &item, std::size_t column) const;
    void appendSection(const SectionPlan &plan);
    /// Whether `plan` leaves no entry of `sequence` and the key can go with them.
    [[nodiscard]] bool empties(const SectionPlan &plan, const YamlMember &member) const;
    /// Takes away the key; a comment in its line stays as a line of its own.
    void removeKey(std::size_t from, std::size_t end);
    void planBlock(const SectionPlan &plan, const YamlNode &sequence);
    void planFlow(const SectionPlan &plan, const YamlNode &sequence);

    /// Makes `map` say `wanted`. `section` names the entry's kind; empty: every member is known (a nested mapping).
    void editMap(const YamlNode &map, const Fields &wanted, std::string_view section);
    void removeBlockMembers(const YamlNode &map, const SpannedMembers &spans, const std::vector<Fate> &fates);
    void removeFlowMembers(const SpannedMembers &spans, const std::vector<Fate> &fates);
    void changeValue(const YamlNode &map, const YamlMember &member, const MemberSpan &span, const Field &field);

    YamlSpans m_spans;
    const YamlNode &m_root;
    std::string m_service;
    std::vector<Splice> m_splices;
};

} // namespace actionscope::catalog::detail
