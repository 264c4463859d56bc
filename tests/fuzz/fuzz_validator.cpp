#include "schema/validator.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace actionscope;

/// A schema, a new line, and a value. Whatever they are, compiling and validating end, and a validator gives the same
/// answer twice.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const std::size_t line = std::min(text.find('\n'), text.size());
    auto schema = parseJson(text.substr(0, line), {}, JsonLimits{300});
    const auto value = parseJson(text.substr(std::min(line + 1, text.size())), {}, JsonLimits{300});
    if (!schema || !value)
        return 0;
    schema::ValidatorOptions options;
    options.checkFormats = true;
    options.limits.steps = 20'000;
    const auto validator = schema::Validator::compile(std::move(*schema), options);
    if (!validator)
        return 0;
    const auto once = (*validator)->validate(*value), again = (*validator)->validate(*value);
    if (once.has_value() != again.has_value() || (once && once->empty() != again->empty()))
        std::abort();
    return 0;
}
