#include "ingest/detail/yaml_json.h"

#include <charconv>
#include <optional>
#include <type_traits>

namespace actionscope::ingest::detail {
namespace {

/// The whole of `text` as a number of type T.
template <class T> std::optional<T> numberOf(std::string_view text, int base = 10) {
    T number{};
    std::from_chars_result read{};
    if constexpr (std::is_floating_point_v<T>)
        read = std::from_chars(text.data(), text.data() + text.size(), number);
    else
        read = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

json::value plainScalar(const catalog::RuleFile &file, const YAML::Node &node) {
    const std::string &text = node.Scalar();
    if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL")
        return nullptr;
    if (text == "true" || text == "True" || text == "TRUE")
        return true;
    if (text == "false" || text == "False" || text == "FALSE")
        return false;
    const std::string_view digits = std::string_view(text).substr(text.front() == '+' ? 1 : 0);
    if (digits.starts_with("0x"))
        if (const auto number = numberOf<std::int64_t>(digits.substr(2), 16))
            return *number;
    if (digits.starts_with("0o"))
        if (const auto number = numberOf<std::int64_t>(digits.substr(2), 8))
            return *number;
    if (const auto number = numberOf<std::int64_t>(digits))
        return *number;
    if (const auto number = numberOf<std::uint64_t>(digits))
        return *number;
    const bool mayBeNumber = digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
                             digits.find_first_of("0123456789") != std::string_view::npos;
    if (mayBeNumber)
        if (const auto number = numberOf<double>(digits))
            return *number;
    if (text == ".inf" || text == "-.inf" || text == "+.inf" || text == ".nan")
        file.complain(node, "JSON has no number `" + text + "`; put it in quotes if it is a text");
    return json::string(text);
}

} // namespace

json::value jsonOf(const catalog::RuleFile &file, const YAML::Node &node) {
    switch (node.Type()) {
    case YAML::NodeType::Scalar:
        return node.Tag() == "?" ? plainScalar(file, node) : json::value(json::string(node.Scalar()));
    case YAML::NodeType::Sequence: {
        json::array list;
        list.reserve(node.size());
        for (const YAML::Node &item : node)
            list.push_back(jsonOf(file, item));
        return list;
    }
    case YAML::NodeType::Map: {
        file.expectMap(node, "a schema", {});
        json::object object;
        for (const auto &member : node)
            object[member.first.Scalar()] = jsonOf(file, member.second);
        return object;
    }
    default:
        return nullptr;
    }
}

} // namespace actionscope::ingest::detail
