#include "governance/detail/argument_match.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <re2/re2.h>

namespace actionscope::governance::detail {
namespace {

using catalog::RuleFile;

constexpr std::size_t MaxConditions = 100, MaxValues = 1000, MaxPatternBytes = 4096, MaxNesting = 64;
constexpr std::int64_t MaxPatternMemory = 1 << 20;

std::string textOf(const json::value &value) {
    return value.is_string() ? std::string(value.get_string()) : json::serialize(value);
}

std::optional<double> numberIn(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

/// Of a number, or of a text that is one: "2000" must not slip past `above: 1000`.
std::optional<double> numberOf(const json::value &value) {
    if (value.is_string())
        return numberIn(std::string_view(value.get_string().data(), value.get_string().size()));
    if (!value.is_number())
        return std::nullopt;
    return value.to_number<double>();
}

bool isScalar(const json::value &value) { return !value.is_object() && !value.is_array(); }

bool equalScalars(const json::value &a, const json::value &b) {
    if (!isScalar(a) || !isScalar(b))
        return false;
    if (a.is_string() && b.is_string())
        return a.get_string() == b.get_string();
    if (const auto x = numberOf(a), y = numberOf(b); x && y && (a.is_number() || b.is_number()))
        return *x == *y;
    return textOf(a) == textOf(b);
}

/// A YAML scalar as JSON: quoted texts are strings, plain ones what YAML's core schema makes of them.
json::value scalarOf(const RuleFile &file, const YAML::Node &node) {
    if (node.IsNull())
        return nullptr;
    std::string text = file.text(node, "a value of an argument");
    if (node.Tag() == "!")
        return json::value(text);
    if (text == "true" || text == "false")
        return text == "true";
    if (text == "null" || text == "~")
        return nullptr;
    std::int64_t integer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (error == std::errc() && end == text.data() + text.size())
        return integer;
    if (const auto number = numberIn(text))
        return *number;
    return json::value(text);
}

std::vector<json::value> scalarsOf(const RuleFile &file, const YAML::Node &node) {
    std::vector<json::value> values;
    if (node.IsNull()) {
        values.emplace_back(nullptr);
        return values;
    }
    for (const YAML::Node &item : file.items(node, "a value of an argument", MaxValues))
        values.push_back(scalarOf(file, item));
    if (values.empty())
        file.complain(node, "the list of values is empty");
    return values;
}

double numberNode(const RuleFile &file, const YAML::Node &node, const std::string &name) {
    const auto number = numberIn(file.text(node, "`" + name + "`"));
    if (!number)
        file.complain(node, "`" + name + "` takes a number");
    return *number;
}

std::shared_ptr<const re2::RE2> patternOf(const RuleFile &file, const YAML::Node &node, const std::string &name) {
    const std::string text = file.text(node, "`" + name + "`");
    if (text.size() > MaxPatternBytes)
        file.complain(node, "a pattern of more than " + std::to_string(MaxPatternBytes) + " bytes",
                      ErrorCode::LimitExceeded);
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_max_mem(MaxPatternMemory);
    options.set_dot_nl(true); // a line end in an argument must not end the match
    auto pattern = std::make_shared<const re2::RE2>(text, options);
    if (!pattern->ok())
        file.complain(node, "`" + text + "` is no pattern that RE2 takes: " + pattern->error(),
                      ErrorCode::InvalidArgument);
    return pattern;
}

/// The value at a path; null when there is none.
const json::value *valueAt(const json::object &arguments, const std::vector<std::string> &path) {
    const json::value *value = arguments.if_contains(path.front());
    for (std::size_t i = 1; value != nullptr && i < path.size(); ++i) {
        if (const json::object *object = value->if_object()) {
            value = object->if_contains(path[i]);
        } else if (const json::array *array = value->if_array()) {
            std::size_t index = 0;
            const auto [end, error] = std::from_chars(path[i].data(), path[i].data() + path[i].size(), index);
            value =
                error == std::errc() && end == path[i].data() + path[i].size() ? array->if_contains(index) : nullptr;
        } else {
            value = nullptr;
        }
    }
    return value;
}

bool anyElement(const json::value &value, const std::function<bool(const json::value &)> &holds,
                std::size_t depth = 0) {
    const json::array *array = value.if_array();
    if (array == nullptr || depth == MaxNesting)
        return holds(value);
    return std::any_of(array->begin(), array->end(),
                       [&](const json::value &element) { return anyElement(element, holds, depth + 1); });
}

} // namespace

std::vector<std::string> ArgumentMatch::readPath(const RuleFile &file, const YAML::Node &node) {
    const std::string name = file.text(node, "the name of an argument");
    if (name.empty())
        file.complain(node, "the name of an argument is empty");
    if (name.front() != '/')
        return {name};
    std::vector<std::string> path;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '/') {
            path.emplace_back();
        } else if (name[i] == '~') {
            const char code = i + 1 < name.size() ? name[++i] : '\0';
            if (code != '0' && code != '1')
                file.complain(node, "in a JSON pointer `~` is written ~0 and `/` inside a name ~1");
            path.back() += code == '0' ? '~' : '/';
        } else {
            path.back() += name[i];
        }
    }
    return path;
}

ArgumentMatch::Test ArgumentMatch::readTest(const RuleFile &file, const std::string &name, const YAML::Node &node) {
    Test test;
    if (name == "equals" || name == "not") {
        const bool wanted = name == "equals";
        test.whenAbsent = !wanted;
        test.holds = [values = scalarsOf(file, node), wanted](const json::value &value) {
            return std::any_of(values.begin(), values.end(),
                               [&](const json::value &one) { return equalScalars(one, value); }) == wanted;
        };
    } else if (name == "matches" || name == "not_matches") {
        const bool wanted = name == "matches";
        test.whenAbsent = !wanted;
        test.holds = [pattern = patternOf(file, node, name), wanted](const json::value &value) {
            return (isScalar(value) && re2::RE2::FullMatch(textOf(value), *pattern)) == wanted;
        };
    } else if (name == "present") {
        test.ofPresence = true;
        test.whenAbsent = !file.boolean(node, "`present`");
    } else {
        const double bound = numberNode(file, node, name);
        const bool less = name == "below" || name == "at_most", orEqual = name == "at_most" || name == "at_least";
        test.holds = [bound, less, orEqual](const json::value &value) {
            const auto number = numberOf(value);
            return number && ((orEqual && *number == bound) || (less ? *number < bound : *number > bound));
        };
    }
    return test;
}

ArgumentMatch ArgumentMatch::read(const RuleFile &file, const YAML::Node &node) {
    file.expectMap(node, "`arguments`", {});
    if (node.size() == 0)
        file.complain(node, "`arguments` names no argument");
    if (node.size() > MaxConditions)
        file.complain(node, "more than " + std::to_string(MaxConditions) + " arguments", ErrorCode::LimitExceeded);
    ArgumentMatch match;
    for (const auto &member : node) {
        Condition condition;
        condition.path = readPath(file, member.first);
        if (member.second.IsMap()) {
            file.expectMap(
                member.second, "a condition",
                {"equals", "not", "matches", "not_matches", "above", "below", "at_least", "at_most", "present"});
            if (member.second.size() == 0)
                file.complain(member.second, "the condition is empty");
            for (const auto &test : member.second)
                condition.tests.push_back(readTest(file, test.first.Scalar(), test.second));
        } else {
            condition.tests.push_back(readTest(file, "equals", member.second));
        }
        match.m_conditions.push_back(std::move(condition));
    }
    return match;
}

bool ArgumentMatch::fits(const json::object &arguments) const {
    return std::all_of(m_conditions.begin(), m_conditions.end(), [&](const Condition &condition) {
        const json::value *value = valueAt(arguments, condition.path);
        return std::all_of(condition.tests.begin(), condition.tests.end(), [&](const Test &test) {
            if (value == nullptr)
                return test.whenAbsent;
            return test.ofPresence ? !test.whenAbsent : anyElement(*value, test.holds);
        });
    });
}

} // namespace actionscope::governance::detail
