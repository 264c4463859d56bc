#pragma once
/// From what a person names (file, folder, URL) to the list of descriptions in it.

#include "base/progress.h"
#include "base/result.h"
#include "catalog/hand_file.h"
#include "net/http_client.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::ingest {

struct McpListing;

/// Caps of everything import reads; each is a setting under `limits:` of actionscope.yaml and named when it is hit.
struct ImportLimits {
    std::uint64_t fileBytes = 256ULL << 20; ///< limits.file_bytes
    std::uint32_t depth = 512;              ///< limits.depth: nesting of JSON and YAML
    std::uint32_t files = 100'000;          ///< limits.files: in one folder import
    std::uint32_t operations = 100'000;     ///< limits.operations: in one description
    std::uint32_t parameters = 2'000'000;   ///< limits.parameters: in one description, body members included
    std::uint64_t schemaBytes = 1ULL << 20; ///< limits.schema_bytes: of one resolved input schema
    std::uint32_t schemaDepth = 24;         ///< limits.schema_depth: of resolved `$ref`s
    std::uint32_t refs = 20'000;            ///< limits.refs: followed for one schema
    catalog::YamlLimits yaml{.fileBytes = 256ULL << 20, .depth = 512, .aliases = 10'000, .nodes = 5'000'000};
    net::FetchLimits fetch;
};

/// One description to read.
struct Source {
    std::string origin;                ///< what reports and ServiceInfo::source say: a path or a URL
    std::filesystem::path file;        ///< empty when it was fetched
    std::filesystem::path root;        ///< the import root: `$ref`s to files stay inside it
    std::string fetched;               ///< the bytes, when it came from a URL
    std::string serviceId;             ///< as INTERFACES says; empty when the title has to decide
    std::string wanted;                ///< the id it would have, had another file of the folder not taken it
    std::shared_ptr<const McpListing> listing; ///< when it is no description but what an MCP server answered
    std::vector<std::string> warnings; ///< about finding it; readOpenApi hands them on
};

/// What was left out and why.
struct Skipped {
    std::string source;
    std::string pointer; ///< JSON pointer, or file:line:column for text that does not parse; may be empty
    std::string reason;
};

/// Expands one command-line SOURCE. A folder is walked (not following links out of it, in order of path; files that are
/// neither .json, .yaml nor .yml are passed over); of a folder's files that parse but are no description the reader
/// says so. Service ids are unique in the result: of files that give the same one the later by path get `-2`, `-3`, …
/// and a warning; `ids` gives sources (by origin) ids that a person chose. A URL is fetched here, so that a page that
/// is no description is known before anything is written. Errors: NotFound, PermissionDenied, NetworkError,
/// LimitExceeded, Cancelled, Unsupported for schemes we do not speak, and InvalidArgument when `serviceId` or one of
/// `ids` is no id, or `serviceId` would have to name several files. Folders below that cannot be read are added to
/// `skipped`.
[[nodiscard]] Result<std::vector<Source>>
findSources(const std::string &argument, const std::optional<std::string> &serviceId, const ImportLimits &limits,
            std::vector<Skipped> &skipped, const Job &job, const std::map<std::string, std::string> &ids = {});

} // namespace actionscope::ingest
