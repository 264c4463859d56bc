#pragma once
/// The input schema of an action, resolved from the workspace's copy of its description when someone asks.

#include "base/json.h"
#include "base/result.h"
#include "ingest/source.h"

#include <memory>
#include <string>
#include <string_view>

namespace actionscope::ingest {

/// A parsed copy, shared by the schemas resolved from it. Immutable; any thread.
class SourceDocument {
public:
    /// From the JSON text of ImportedService::copy.
    [[nodiscard]] static Result<std::shared_ptr<const SourceDocument>> parse(std::string_view text,
                                                                             const ImportLimits &limits);

    /// One JSON Schema (2020-12) object for the operation at `pointer`: parameters and body merged as properties,
    /// clashes resolved predictably (the parameter keeps the name, the body's member becomes `body_<name>`; a body that
    /// is no object is the property `body`). `$ref`s are resolved; cycles are cut where they recur, with a note in
    /// `description`; readOnly properties are dropped; 3.0 and Swagger 2 dialects become 2020-12 (nullable,
    /// exclusiveMinimum, example, formData, collectionFormat, discriminator left as text). Each property carries `x-in`
    /// (path, query, header, cookie, body) and, when renamed, `x-name`. Larger than limits.schema_bytes: deeper levels
    /// are cut to `{}` and `x-truncated: true` says so. Errors: NotFound when there is no operation at the pointer.
    [[nodiscard]] Result<json::value> inputSchema(std::string_view pointer) const;

    /// Bytes this document holds, roughly: for the cache that keeps it.
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    json::value m_document; // in a monotonic resource of its own
    ImportLimits m_limits;
    std::size_t m_bytes = 0;
};

} // namespace actionscope::ingest
