#pragma once
/// YAML as a tree that knows where every node stands, read with yaml-cpp's events under caps.
///
/// yaml-cpp's own nodes are not used: they keep both of a duplicate key, lose which node was an alias, share one mark
/// between an anchor and its aliases, and expand without bound.

#include "base/result.h"
#include "catalog/hand_file.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog::detail {

struct YamlNode;

struct YamlMember {
    const YamlNode *key = nullptr;
    const YamlNode *value = nullptr;
    bool merged = false; ///< came in through `<<`
};

struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, Sequence, Map };
    Kind kind = Kind::Null;
    bool flow = false;     ///< `[…]`, `{…}`
    bool plain = false;    ///< a scalar without quotes or `|`, `>`
    bool anchored = false; ///< has `&name`
    bool alias = false;    ///< stands for a copy of an anchored node
    bool tagged = false;   ///< has `!tag`
    bool merges = false;   ///< a mapping with a `<<` of its own
    std::size_t offset =
        0; ///< byte of the text at which it starts; with an anchor or tag, those; for an empty value, the next token
    std::uint64_t weight = 1;            ///< nodes of this subtree after expansion
    std::string value;                   ///< of a scalar
    std::vector<const YamlNode *> items; ///< of a sequence
    std::vector<YamlMember> members;     ///< of a mapping: own ones in order, then merged ones; no duplicates
    YamlMember lastWritten;              ///< of a mapping: the last own member, be it a `<<`

    [[nodiscard]] bool isNull() const { return kind == Kind::Null; }
    [[nodiscard]] bool isScalar() const { return kind == Kind::Scalar; }
    [[nodiscard]] bool isSequence() const { return kind == Kind::Sequence; }
    [[nodiscard]] bool isMap() const { return kind == Kind::Map; }
    /// The member of that name, or null.
    [[nodiscard]] const YamlMember *find(std::string_view key) const;
};

/// Whether two nodes mean the same: kinds, texts and order; style and place do not count.
bool sameMeaning(const YamlNode &a, const YamlNode &b);
/// Whether anything in the subtree is an anchor, alias, tag or merge.
bool usesReferences(const YamlNode &node);

class YamlTree {
public:
    /// Reads exactly one document; an empty text gives a Null root. `file` names the text in complaints.
    /// Errors, with line and column: ParseError (not UTF-8, control characters, not YAML, duplicate keys, keys that are
    /// not text, a second document), LimitExceeded (depth, aliases, nodes).
    [[nodiscard]] static Result<YamlTree> parse(std::string_view text, std::string file, const YamlLimits &limits);

    [[nodiscard]] const YamlNode &root() const { return *m_root; }
    [[nodiscard]] Location locate(std::size_t offset) const;
    [[nodiscard]] Location locate(const YamlNode &node) const { return locate(node.offset); }

private:
    friend class TreeBuilder;
    std::deque<YamlNode> m_nodes; // a deque: pointers stay valid while it grows
    const YamlNode *m_root = nullptr;
    std::vector<std::size_t> m_lineStarts;
    std::string m_file;
};

} // namespace actionscope::catalog::detail
