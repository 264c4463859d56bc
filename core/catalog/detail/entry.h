#pragma once
/// An override or a curated action as the members that stand in a file, for comparing with and writing into it.

#include "catalog/detail/yaml_scalar.h"
#include "catalog/detail/yaml_tree.h"
#include "catalog/editor.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::catalog::detail {

struct Field {
    enum class Kind : std::uint8_t { Text, Map, List };
    std::string key;
    Kind kind = Kind::Text;
    std::string text;
    std::vector<Field> members;     ///< of a Map: Text fields
    std::vector<std::string> items; ///< of a List
    bool inFlow = false;            ///< how a new Map is written
};

/// What an entry shall hold, in the order in which it is written. Empty members are left out.
using Fields = std::vector<Field>;
Fields fieldsOf(const Override &value);
Fields fieldsOf(const Curated &value);

/// Members that this program knows in an entry of the section; others are a person's own and never touched.
bool isKnownKey(std::string_view section, std::string_view key);

/// Whether `node` already says what `field` says. Words of closed sets (risk, approval, method) compare without case.
bool says(const YamlNode &node, const Field &field);
/// Whether the entry `node` says exactly `fields`, unknown members aside.
bool saysExactly(const YamlNode &node, const Fields &fields, std::string_view section);

/// How an entry is laid out.
struct EntryStyle {
    std::size_t dash = 2; ///< column of the `-`
    std::size_t gap = 1;  ///< blanks after it
    std::string_view lineEnd = "\n";
};
/// All lines of a new entry, each with its end.
std::string blockEntry(const Fields &fields, const EntryStyle &style);
/// `{action: …, risk: …}` on one line.
std::string flowEntry(const Fields &fields);
/// `key: value` and, for a block of text or members, the lines that follow it; without a final line end. `column` is
/// that of the key.
std::string blockMember(const Field &field, std::size_t column, std::string_view lineEnd);
std::string flowMember(const Field &field);
std::string keyText(std::string_view key, bool inFlow);

} // namespace actionscope::catalog::detail
