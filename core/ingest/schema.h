#pragma once
/// The input schema of an action, resolved from the workspace's copy of its description when someone asks.

#include "base/json.h"
#include "base/result.h"
#include "ingest/source.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::ingest {

/// One way to authenticate, as the description says it; holds no secret.
struct SecurityScheme {
    std::string id;                  ///< name in the description
    std::string type;                ///< "apiKey", "http", "oauth2", "openIdConnect"; "basic" of Swagger 2 is http
    std::string scheme;              ///< of http, lower case: "bearer", "basic", …
    std::string in, name;            ///< of apiKey: "header", "query", "cookie"
    std::string tokenUrl;            ///< of oauth2: of the client credentials flow; empty when there is no such flow
    std::vector<std::string> scopes; ///< of that flow
    friend bool operator==(const SecurityScheme &, const SecurityScheme &) = default;
};

/// A parsed copy, shared by the schemas resolved from it. Immutable; any thread.
class SourceDocument {
public:
    /// From the JSON text of ImportedService::copy. Errors: ParseError, LimitExceeded.
    [[nodiscard]] static Result<std::shared_ptr<const SourceDocument>> parse(std::string_view text,
                                                                             const ImportLimits &limits);
    ~SourceDocument();
    SourceDocument(const SourceDocument &) = delete;
    SourceDocument &operator=(const SourceDocument &) = delete;

    /// One JSON Schema (2020-12) object for the operation at `pointer`: parameters and body merged as properties,
    /// clashes resolved predictably. The parameter keeps the name (of two parameters the first by place: path, query,
    /// header, cookie), the other becomes `<place>_<name>`, a body's member `body_<name>`. A body that is no object, or
    /// one without writable properties of its own, is the property `body`.
    ///
    /// `$ref`s are resolved; cycles are cut where they recur, with a note in `description`; readOnly properties are
    /// dropped; 3.0 and Swagger 2 dialects become 2020-12 (nullable, exclusiveMinimum, example, type: file; a
    /// discriminator is left as text in the description). Members of an optional body are not required.
    ///
    /// Each property carries `x-in` (path, query, header, cookie, body); when renamed, `x-name`; the whole body as one
    /// value, `x-whole: true`; where the source says it (of body members: in `encoding`), `x-style`, `x-explode` and
    /// `x-content-type`; every list of Swagger 2 that is no body's, `x-collection-format`. Bytes (`format: binary`) are
    /// given as base64, which `contentEncoding` says. The schema itself carries `x-media-type` when there is a body,
    /// and `x-body-required: true` when there must be one though none of its members is required. Larger than
    /// limits.schema_bytes (or limits.schema_depth, limits.refs): deeper levels are cut to `{}` and `x-truncated: true`
    /// says so. Errors: NotFound when there is no operation at the pointer.
    [[nodiscard]] Result<json::value> inputSchema(std::string_view pointer) const;

    /// `components.securitySchemes` (Swagger 2: `securityDefinitions`), in the source's order; those of other kinds
    /// than the members say are left out.
    [[nodiscard]] std::vector<SecurityScheme> securitySchemes() const;

    /// Bytes this document holds, roughly: for the cache that keeps it.
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Memory;
    explicit SourceDocument(std::unique_ptr<Memory> memory, json::value document, const ImportLimits &limits);

    std::unique_ptr<Memory> m_memory; ///< what m_document lives in; first in, last out
    json::value m_document;
    ImportLimits m_limits;
};

} // namespace actionscope::ingest
