#include "schema/detail/compiled.h"
#include "schema/detail/formats.h"
#include "schema/detail/numbers.h"

#include <algorithm>
#include <set>

namespace actionscope::schema::detail {

namespace {

/// Which members and elements some keyword has looked at, for the unevaluated… keywords.
struct Evaluated {
    std::vector<char> parts;

    void add(const Evaluated &other) {
        for (std::size_t i = 0; i < parts.size() && i < other.parts.size(); ++i)
            parts[i] |= other.parts[i];
    }
    void addAll() { std::fill(parts.begin(), parts.end(), char{1}); }
};

std::size_t partsOf(const json::value &value) {
    return value.is_object() ? value.get_object().size() : value.is_array() ? value.get_array().size() : 0;
}

std::string_view typeName(const json::value &value) {
    switch (value.kind()) {
    case json::kind::null:
        return "null";
    case json::kind::bool_:
        return "a boolean";
    case json::kind::string:
        return "a string";
    case json::kind::array:
        return "an array";
    case json::kind::object:
        return "an object";
    case json::kind::int64:
    case json::kind::uint64:
    case json::kind::double_:
        break;
    }
    return "a number";
}

unsigned typeBits(const json::value &value) {
    switch (value.kind()) {
    case json::kind::null:
        return Null;
    case json::kind::bool_:
        return Boolean;
    case json::kind::string:
        return String;
    case json::kind::array:
        return Array;
    case json::kind::object:
        return Object;
    case json::kind::int64:
    case json::kind::uint64:
    case json::kind::double_:
        break;
    }
    return isIntegral(value) ? Number | Integer : Number;
}

std::string typeList(unsigned types) {
    static constexpr std::pair<unsigned, std::string_view> Names[] = {
        {Null, "null"},       {Boolean, "a boolean"}, {Integer, "an integer"}, {Number, "a number"},
        {String, "a string"}, {Array, "an array"},    {Object, "an object"}};
    std::string out;
    for (const auto &[bit, name] : Names) {
        if ((types & bit) != 0)
            out.append(out.empty() ? "" : " or ").append(name);
    }
    return out;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

class Evaluator {
public:
    explicit Evaluator(const Compiled &compiled)
        : m_compiled(compiled)
        , m_limits(compiled.options.limits) {}

    Result<std::vector<Violation>> run(const json::value &value) {
        check(*m_compiled.root, value, nullptr);
        if (m_error)
            return fail(std::move(*m_error));
        return std::move(m_violations);
    }

private:
    /// A step into the value; texts are made only when there is something to complain about.
    struct Step {
        std::string_view key;
        std::size_t index = 0;
        bool isIndex = false;
    };

    bool spend(std::size_t steps) {
        m_steps += steps;
        if (m_steps > m_limits.steps && !m_error)
            m_error = Error{ErrorCode::LimitExceeded,
                            "the value could not be checked in " + std::to_string(m_limits.steps) +
                                " steps (limits.validation_steps)",
                            {}};
        return !m_error;
    }
    /// Whether there is a point in going on after a failure.
    [[nodiscard]] bool collecting() const {
        return m_quiet == 0 && m_violations.size() < m_limits.violations && !m_error;
    }

    bool complain(const Node &node, std::string_view keyword, std::string message) {
        if (collecting()) {
            std::string instance;
            for (const Step &step : m_path)
                instance += "/" + (step.isIndex ? std::to_string(step.index) : pointerStep(step.key));
            m_violations.push_back({std::move(instance), node.pointer + std::string(keyword), std::move(message)});
        }
        return false;
    }

    bool check(const Node &node, const json::value &value, Evaluated *evaluated) {
        if (!spend(1))
            return false;
        if (node.constant)
            return *node.constant || complain(node, "", "nothing is allowed here");
        if (++m_depth > m_limits.depth) {
            m_error = Error{ErrorCode::LimitExceeded,
                            "value and schema are nested deeper than " + std::to_string(m_limits.depth) +
                                " levels (limits.validation_depth)",
                            {}};
            --m_depth;
            return false;
        }
        const bool enters = m_scope.empty() || m_scope.back() != node.resource;
        if (enters)
            m_scope.push_back(node.resource);
        Evaluated mine;
        if (m_compiled.tracksEvaluation)
            mine.parts.assign(partsOf(value), 0);
        const bool holds = checkAll(node, value, mine);
        if (holds && evaluated != nullptr)
            evaluated->add(mine);
        if (enters)
            m_scope.pop_back();
        --m_depth;
        return holds;
    }

    bool checkAll(const Node &node, const json::value &value, Evaluated &evaluated) {
        bool holds = checkAny(node, value);
        const auto then = [&](bool next) { holds = next && holds; };
        const auto on = [&] { return holds || collecting(); };
        if (on() && node.number && value.is_number())
            then(checkNumber(node, value));
        if (on() && node.string && value.is_string())
            then(checkString(node, value.get_string()));
        if (on() && node.combination)
            then(checkCombination(node, value, evaluated));
        if (on() && node.array && value.is_array())
            then(checkArray(node, value.get_array(), evaluated));
        if (on() && node.object && value.is_object())
            then(checkObject(node, value, evaluated));
        return holds && !m_error;
    }

    bool checkAny(const Node &node, const json::value &value) {
        if (node.types != 0 && (node.types & typeBits(value)) == 0)
            return complain(node, "/type", "must be " + typeList(node.types) + ", not " + std::string(typeName(value)));
        if (node.fixed != nullptr && !equalValues(value, *node.fixed))
            return complain(node, "/const", "is not the one value that is allowed");
        if (node.enumeration != nullptr) {
            spend(node.enumeration->size() / 8);
            const bool found = std::any_of(node.enumeration->begin(), node.enumeration->end(),
                                           [&](const json::value &allowed) { return equalValues(value, allowed); });
            if (!found)
                return complain(node, "/enum",
                                "is not one of the " + std::to_string(node.enumeration->size()) + " allowed values");
        }
        return true;
    }

    bool checkNumber(const Node &node, const json::value &value) {
        const NumberRules &rules = *node.number;
        const auto text = [](const json::value *limit) { return json::serialize(*limit); };
        if (rules.minimum != nullptr && compareNumbers(value, *rules.minimum) < 0)
            return complain(node, "/minimum", "must be at least " + text(rules.minimum));
        if (rules.maximum != nullptr && compareNumbers(value, *rules.maximum) > 0)
            return complain(node, "/maximum", "must be at most " + text(rules.maximum));
        if (rules.exclusiveMinimum != nullptr && compareNumbers(value, *rules.exclusiveMinimum) <= 0)
            return complain(node, "/exclusiveMinimum", "must be above " + text(rules.exclusiveMinimum));
        if (rules.exclusiveMaximum != nullptr && compareNumbers(value, *rules.exclusiveMaximum) >= 0)
            return complain(node, "/exclusiveMaximum", "must be below " + text(rules.exclusiveMaximum));
        if (rules.multipleOf != nullptr && !isMultipleOf(value, *rules.multipleOf))
            return complain(node, "/multipleOf", "must be a multiple of " + text(rules.multipleOf));
        return true;
    }

    bool checkString(const Node &node, std::string_view text) {
        const StringRules &rules = *node.string;
        spend(text.size() / 256);
        bool holds = true;
        if (rules.shortest || rules.longest) {
            const std::size_t length = characters(text);
            if (rules.shortest && length < *rules.shortest)
                holds = complain(node, "/minLength",
                                 "must have at least " + std::to_string(*rules.shortest) + " characters");
            if (rules.longest && length > *rules.longest)
                holds =
                    complain(node, "/maxLength", "must have at most " + std::to_string(*rules.longest) + " characters");
        }
        if (rules.pattern && !RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *rules.pattern))
            holds = complain(node, "/pattern", "does not match the pattern");
        if (!rules.format.empty() && !holdsFormat(rules.format, text))
            holds = complain(node, "/format", "is not of the format " + std::string(rules.format.substr(0, 40)));
        return holds;
    }

    /// Whether it holds, without complaints.
    bool quietly(const Node &node, const json::value &value, Evaluated *evaluated) {
        ++m_quiet;
        const bool holds = check(node, value, evaluated);
        --m_quiet;
        return holds;
    }

    bool checkCombination(const Node &node, const json::value &value, Evaluated &evaluated) {
        const Combination &rules = *node.combination;
        bool holds = true;
        const auto each = [&](const Node *next) {
            if (next != nullptr && (holds || collecting()))
                holds = check(*next, value, &evaluated) && holds;
        };
        each(rules.reference);
        each(dynamicTarget(rules));
        for (const Node *next : rules.allOf)
            each(next);
        if (!rules.anyOf.empty() && (holds || collecting())) {
            bool any = false;
            for (const Node *next : rules.anyOf) {
                any = quietly(*next, value, &evaluated) || any;
                // Later alternatives matter only for what they look at.
                if (any && !m_compiled.tracksEvaluation)
                    break;
            }
            if (!any)
                holds = explainAlternatives(node, rules.anyOf, value, "/anyOf");
        }
        if (!rules.oneOf.empty() && (holds || collecting())) {
            std::size_t matching = 0;
            Evaluated one;
            for (const Node *next : rules.oneOf) {
                Evaluated seen;
                seen.parts.assign(evaluated.parts.size(), 0);
                if (quietly(*next, value, &seen)) {
                    ++matching;
                    one = std::move(seen);
                }
                if (matching > 1)
                    break;
            }
            if (matching == 1)
                evaluated.add(one);
            else if (matching == 0)
                holds = explainAlternatives(node, rules.oneOf, value, "/oneOf");
            else
                holds = complain(node, "/oneOf", "fits more than one of the alternatives, and must fit exactly one");
        }
        if (rules.negated != nullptr && (holds || collecting()) && quietly(*rules.negated, value, nullptr))
            holds = complain(node, "/not", "is of the form that is not allowed");
        if (rules.condition != nullptr && (holds || collecting()))
            each(quietly(*rules.condition, value, &evaluated) ? rules.then : rules.otherwise);
        return holds;
    }

    /// None of the alternatives holds. When just one of them is for this type of value, its complaints are the useful
    /// ones.
    bool explainAlternatives(const Node &node, const std::vector<const Node *> &alternatives, const json::value &value,
                             std::string_view keyword) {
        if (collecting()) {
            const Node *meant = nullptr;
            std::size_t candidates = 0;
            for (const Node *alternative : alternatives) {
                if (!alternative->constant &&
                    (alternative->types == 0 || (alternative->types & typeBits(value)) != 0)) {
                    meant = alternative;
                    ++candidates;
                }
            }
            const std::size_t before = m_violations.size();
            if (candidates == 1)
                check(*meant, value, nullptr);
            if (m_violations.size() != before)
                return false;
        }
        return complain(node, keyword, "fits none of the " + std::to_string(alternatives.size()) + " alternatives");
    }

    /// The outermost schema in scope that has the anchor decides.
    const Node *dynamicTarget(const Combination &rules) {
        if (rules.dynamicReference == nullptr || rules.dynamicName.empty())
            return rules.dynamicReference;
        for (const Resource *resource : m_scope) {
            if (const auto found = resource->dynamicNodes.find(rules.dynamicName);
                found != resource->dynamicNodes.end())
                return found->second;
        }
        return rules.dynamicReference;
    }

    bool checkArray(const Node &node, const json::array &array, Evaluated &evaluated) {
        const ArrayRules &rules = *node.array;
        const bool tracks = m_compiled.tracksEvaluation;
        bool holds = true;
        if (rules.fewest && array.size() < *rules.fewest)
            holds = complain(node, "/minItems", "must have at least " + std::to_string(*rules.fewest) + " items");
        if (rules.most && array.size() > *rules.most)
            holds = complain(node, "/maxItems", "must have at most " + std::to_string(*rules.most) + " items");
        if (rules.unique && (holds || collecting()) && !allDifferent(array))
            holds = complain(node, "/uniqueItems", "must not have the same item twice");
        const std::size_t end = rules.items != nullptr ? array.size() : std::min(rules.prefix.size(), array.size());
        for (std::size_t i = 0; i < end && (holds || collecting()); ++i) {
            const Node &next = i < rules.prefix.size() ? *rules.prefix[i] : *rules.items;
            holds = part(next, array[i], {{}, i, true}) && holds;
            if (tracks)
                evaluated.parts[i] = 1;
        }
        if (rules.contains != nullptr && (holds || collecting())) {
            std::size_t count = 0;
            for (std::size_t i = 0; i < array.size(); ++i) {
                if (quietly(*rules.contains, array[i], nullptr)) {
                    ++count;
                    if (tracks)
                        evaluated.parts[i] = 1;
                }
            }
            const std::size_t fewest = rules.fewestContained.value_or(1);
            if (count < fewest)
                holds =
                    complain(node, "/contains", "must hold at least " + std::to_string(fewest) + " matching item(s)");
            if (rules.mostContained && count > *rules.mostContained)
                holds = complain(node, "/maxContains",
                                 "must hold at most " + std::to_string(*rules.mostContained) + " matching item(s)");
        }
        if (rules.unevaluated != nullptr && (holds || collecting())) {
            for (std::size_t i = 0; i < array.size() && (holds || collecting()); ++i) {
                if (evaluated.parts[i] == 0)
                    holds = part(*rules.unevaluated, array[i], {{}, i, true}) && holds;
            }
            if (holds)
                evaluated.addAll();
        }
        return holds;
    }

    bool allDifferent(const json::array &array) {
        std::set<std::string> seen;
        for (const json::value &element : array) {
            std::string form = canonicalJson(element);
            if (!spend(1 + form.size() / 64))
                return true;
            if (!seen.insert(std::move(form)).second)
                return false;
        }
        return true;
    }

    bool part(const Node &node, const json::value &value, Step step) {
        m_path.push_back(step);
        const bool holds = check(node, value, nullptr);
        m_path.pop_back();
        return holds;
    }

    bool checkObject(const Node &node, const json::value &value, Evaluated &evaluated) {
        const json::object &object = value.get_object();
        const ObjectRules &rules = *node.object;
        bool holds = true;
        spend(rules.required.size() / 8);
        for (const std::string_view name : rules.required) {
            if (!object.contains(name) && (holds || collecting()))
                holds =
                    complain(node, "/required", "lacks the required member `" + std::string(name.substr(0, 100)) + "`");
        }
        if (rules.fewest && object.size() < *rules.fewest)
            holds =
                complain(node, "/minProperties", "must have at least " + std::to_string(*rules.fewest) + " members");
        if (rules.most && object.size() > *rules.most)
            holds = complain(node, "/maxProperties", "must have at most " + std::to_string(*rules.most) + " members");
        for (const auto &[trigger, needed] : rules.dependentRequired) {
            if (!object.contains(trigger))
                continue;
            for (const std::string_view name : needed) {
                if (!object.contains(name))
                    holds = complain(node, "/dependentRequired",
                                     "lacks the member `" + std::string(name.substr(0, 100)) +
                                         "`, which goes with another that is there");
            }
        }
        for (const auto &[trigger, next] : rules.dependentSchemas) {
            if (object.contains(trigger) && (holds || collecting()))
                holds = check(*next, value, &evaluated) && holds;
        }
        return checkMembers(node, object, evaluated, holds);
    }

    bool checkMembers(const Node &node, const json::object &object, Evaluated &evaluated, bool holds) {
        const ObjectRules &rules = *node.object;
        const bool tracks = m_compiled.tracksEvaluation;
        std::size_t at = 0;
        for (auto entry = object.begin(); entry != object.end() && (holds || collecting()); ++entry, ++at) {
            const std::string_view key = entry->key();
            const Step step{key, 0, false};
            bool known = false;
            if (const auto property = rules.properties.find(key); property != rules.properties.end()) {
                known = true;
                holds = part(*property->second, entry->value(), step) && holds;
            }
            spend(rules.patterns.size() * (1 + key.size() / 256));
            for (const auto &[pattern, next] : rules.patterns) {
                if (RE2::PartialMatch(re2::StringPiece(key.data(), key.size()), *pattern)) {
                    known = true;
                    holds = part(*next, entry->value(), step) && holds;
                }
            }
            if (!known && rules.additional != nullptr) {
                known = true;
                holds = member(node, *rules.additional, "/additionalProperties", *entry, step) && holds;
            }
            if (tracks && known)
                evaluated.parts[at] = 1;
            if (rules.names != nullptr && !quietly(*rules.names, json::value(json::string(key)), nullptr)) {
                m_path.push_back(step);
                holds = complain(node, "/propertyNames", "has a name that is not allowed");
                m_path.pop_back();
            }
        }
        if (rules.unevaluated != nullptr && (holds || collecting())) {
            at = 0;
            for (auto entry = object.begin(); entry != object.end() && (holds || collecting()); ++entry, ++at) {
                if (evaluated.parts[at] == 0)
                    holds =
                        member(node, *rules.unevaluated, "/unevaluatedProperties", *entry, {entry->key(), 0, false}) &&
                        holds;
            }
            if (holds)
                evaluated.addAll();
        }
        return holds;
    }

    /// A member that no property names: "there is no such member" says more than "nothing is allowed here".
    bool member(const Node &node, const Node &next, std::string_view keyword, const json::key_value_pair &entry,
                Step step) {
        if (next.constant != false)
            return part(next, entry.value(), step);
        m_path.push_back(step);
        complain(node, keyword, "there is no member of this name");
        m_path.pop_back();
        return false;
    }

    const Compiled &m_compiled;
    const ValidatorLimits &m_limits;
    std::vector<Violation> m_violations;
    std::vector<Step> m_path;
    std::vector<const Resource *> m_scope;
    std::optional<Error> m_error;
    std::size_t m_steps = 0, m_depth = 0;
    unsigned m_quiet = 0;
};

} // namespace

Result<std::vector<Violation>> evaluate(const Compiled &compiled, const json::value &value) {
    return Evaluator(compiled).run(value);
}

} // namespace actionscope::schema::detail
