#pragma once
/// JSON Schema 2020-12 for arguments: does this value satisfy this schema, and if not, where and why?
///
/// Our own, small, over Boost.JSON: the packaged validators stop at draft 7 and run `std::regex`. Vocabularies: core,
/// applicator, unevaluated, validation, meta-data; `format` is an annotation unless `checkFormats`. Patterns are RE2
/// (linear time on hostile input): a pattern that RE2 cannot express (look-around, back references) makes the schema
/// fail to compile, rather than being skipped in silence. `$ref`s go nowhere but into the schema itself: a remote one
/// is an error of compile(). What of the public test suite does not pass is listed in tests/core/schema.

#include "base/json.h"
#include "base/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace actionscope::schema {

/// One thing that does not hold.
struct Violation {
    std::string instance; ///< JSON pointer into the value: "/repo"
    std::string keyword;  ///< JSON pointer into the schema: "/properties/repo/type"
    std::string message;  ///< "must be a string, not a number": no values in it, arguments may be private
};

struct ValidatorLimits {
    std::size_t depth = 256;       ///< of value and schema together: limits.validation_depth
    std::size_t steps = 1'000'000; ///< keyword applications, so that nested `anyOf`s end: limits.validation_steps
    std::size_t violations = 20;   ///< reported
};

struct ValidatorOptions {
    bool checkFormats = false; ///< date, date-time, email, ipv4, ipv6, uri, uuid
    ValidatorLimits limits = {};
};

/// Immutable; any thread. Compile once, validate often.
class Validator {
public:
    /// Errors: InvalidArgument with the JSON pointer of what is wrong in the schema (a remote `$ref`, a pattern that is
    /// not RE2's, a keyword of the wrong type); LimitExceeded.
    [[nodiscard]] static Result<std::shared_ptr<const Validator>> compile(json::value schema,
                                                                          const ValidatorOptions &options = {});
    virtual ~Validator() = default;
    /// Empty: it holds. Errors: LimitExceeded naming the limit (the value was not shown to be valid: refuse it).
    [[nodiscard]] virtual Result<std::vector<Violation>> validate(const json::value &value) const = 0;
};

/// Up to `count` violations as one line for a model: "/repo: must be a string; /labels/2: is not one of the values".
std::string describe(const std::vector<Violation> &violations, std::size_t count = 5);

} // namespace actionscope::schema
