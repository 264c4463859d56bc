#pragma once
/// Reads OpenAPI 3.0 and 3.1 and Swagger 2 descriptions, JSON or YAML, into services and actions.

#include "catalog/capability.h"
#include "ingest/source.h"

#include <string>
#include <vector>

namespace actionscope::ingest {

/// One description, read.
struct ImportedService {
    catalog::ServiceInfo info;
    std::vector<catalog::Capability> actions;
    /// The workspace's self-contained copy: one JSON document. Files that the description refers to are bundled under
    /// `x-actionscope-files`, and references to them rewritten to point there. Schemas are resolved from it.
    std::string copy;
    std::vector<Skipped> skipped;
    std::vector<std::string> warnings;
};

/// Reads one description whole or not at all. Every operation becomes an action or an entry of `skipped`.
/// Errors: ParseError (with line and column), Unsupported (no description, or an unknown version; the message says what
/// was found: HTML, an array, `openapi: 4.0`, …), LimitExceeded, Cancelled, and those of reading the file. Any thread;
/// one call uses one thread.
[[nodiscard]] Result<ImportedService> readOpenApi(const Source &source, const ImportLimits &limits,
                                                  const Job &job = {});

/// Action names for (operationId, method, path) of one service, as INTERFACES fixes them: unique, stable across
/// imports, independent of the order of the input. Same length and order as `operations`.
struct OperationKey {
    std::string operationId, method, path;
};
std::vector<std::string> actionNames(const std::vector<OperationKey> &operations);

} // namespace actionscope::ingest
