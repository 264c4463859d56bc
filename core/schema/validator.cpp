#include "schema/validator.h"

#include "schema/detail/compiled.h"

namespace actionscope::schema {

namespace {

class CompiledValidator final : public Validator {
public:
    explicit CompiledValidator(std::shared_ptr<const detail::Compiled> compiled)
        : m_compiled(std::move(compiled)) {}
    Result<std::vector<Violation>> validate(const json::value &value) const override {
        return detail::evaluate(*m_compiled, value);
    }

private:
    std::shared_ptr<const detail::Compiled> m_compiled;
};

} // namespace

Result<std::shared_ptr<const Validator>> Validator::compile(json::value schema, const ValidatorOptions &options) {
    auto compiled = detail::compileSchema(std::move(schema), options);
    if (!compiled)
        return fail(compiled.error());
    return std::make_shared<const CompiledValidator>(std::move(*compiled));
}

std::string describe(const std::vector<Violation> &violations, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < violations.size() && i < count; ++i) {
        const Violation &violation = violations[i];
        out.append(out.empty() ? "" : "; ").append(violation.instance.empty() ? "the arguments" : violation.instance);
        out.append(": ").append(violation.message);
    }
    if (violations.size() > count)
        out.append("; and ").append(std::to_string(violations.size() - count)).append(" more");
    return out;
}

} // namespace actionscope::schema
