#pragma once
/// `arguments:` of a policy rule: conditions on the values of a call.

#include "base/json.h"
#include "catalog/rule_file.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace actionscope::governance::detail {

class ArgumentMatch {
public:
    /// Throws RuleError, with InvalidArgument for a pattern that RE2 does not take.
    static ArgumentMatch read(const catalog::RuleFile &file, const YAML::Node &node);
    /// Whether every condition holds. Linear in the arguments.
    [[nodiscard]] bool fits(const json::object &arguments) const;
    [[nodiscard]] bool empty() const { return m_conditions.empty(); }

private:
    struct Test {
        /// Of one value that is no list.
        std::function<bool(const json::value &)> holds;
        bool whenAbsent = false;
        bool ofPresence = false; ///< judged by whether the argument is there alone; then `whenAbsent` says which
    };
    struct Condition {
        std::vector<std::string> path; ///< steps of the JSON pointer, unescaped
        std::vector<Test> tests;       ///< all must hold
    };
    static std::vector<std::string> readPath(const catalog::RuleFile &file, const YAML::Node &node);
    static Test readTest(const catalog::RuleFile &file, const std::string &name, const YAML::Node &node);
    std::vector<Condition> m_conditions;
};

} // namespace actionscope::governance::detail
