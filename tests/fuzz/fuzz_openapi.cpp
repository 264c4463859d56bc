/// Any bytes, read as a description and then as the source of input schemas. Beyond not crashing: names are unique, the
/// copy can be read again, and every action that was imported has a schema that fits its parameters.

#include "ingest/openapi.h"
#include "ingest/schema.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_set>

using namespace actionscope;
using namespace actionscope::ingest;

namespace {

constexpr std::size_t MaxSchemas = 20; ///< of one input, so that runs stay short

ImportLimits smallLimits() {
    ImportLimits limits;
    limits.fileBytes = 1 << 20;
    limits.depth = 100;
    limits.operations = 1000;
    limits.parameters = 20'000;
    limits.schemaBytes = 1 << 16;
    limits.refs = 2000;
    limits.yaml.nodes = 100'000;
    limits.yaml.aliases = 1000;
    return limits;
}

void require(bool holds, const char *what) {
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const ImportLimits limits = smallLimits();
    Source source;
    source.origin = "http://fuzz.test/description";
    source.fetched.assign(reinterpret_cast<const char *>(data), size);
    const Result<ImportedService> service = readOpenApi(source, limits);
    if (!service) {
        require(service.error().code != ErrorCode::Internal, "errors are the input's, not ours");
        return 0;
    }
    const auto document = SourceDocument::parse(service->copy, limits);
    require(document.has_value(), "the copy can be read");
    std::unordered_set<std::string> names;
    std::size_t schemas = 0;
    for (const catalog::Capability &action : service->actions) {
        require(!action.name.empty() && names.insert(action.name).second, "names are unique");
        if (++schemas > MaxSchemas)
            continue;
        const auto schema = (*document)->inputSchema(action.pointer);
        require(schema.has_value(), "every action has a schema");
        require(schema->at("properties").as_object().size() == action.parameters.size(),
                "the schema fits the parameters");
    }
    return 0;
}
