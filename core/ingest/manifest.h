#pragma once
/// Reads one capability folder (CD3, CD8): `CAPABILITY.yaml`, or a `SKILL.md` with front matter, into a descriptor.
///
///     kind: tool                        # tool, skill, extension or channel
///     name: preview-deploy              # letters, digits, `-` and `_`; the id is tool:preview-deploy
///     description: Deploys a branch to a preview environment.
///     # All of these may be left out:
///     id: tool:preview-deploy           # kind:name
///     displayName: Preview deployment
///     category: deployment              # of a channel it is always communication
///     tags: [deploy, preview]
///     requiredSecrets: [PREVIEW_TOKEN]  # names, never the secrets
///     requiredTools: [tool:build, ledger.create_run]
///     available: true
///     hasSideEffects: true              # of skills false, of all else true
///     inputSchema: {type: object}       # or the name of a file; else schema.json, when it is there
///     skillContent: TEXT.md             # a file, or a text of more than one line; else SKILL.md, when it is there
///     channel: {platform: irc}          # of channels; the id is then channel:irc
///     extension: {entry: ledger}        # of extensions: the service or capability that it is available with
///
/// A `SKILL.md` without a manifest beside it is a skill whose front matter has `name` and `description`; further keys
/// of the front matter are other programs' and passed over.
///
/// Nothing in a folder is ever run. Files that it names lie inside it, links resolved; anchors and aliases, control
/// characters and text that is not UTF-8 are refused, and every cap is named where it is met.

#include "base/json.h"
#include "base/result.h"
#include "catalog/capability.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::ingest {

/// Caps of one capability folder.
struct ManifestLimits {
    std::uint64_t manifestBytes = 256ULL << 10; ///< of CAPABILITY.yaml and of front matter
    int depth = 64;                             ///< of nesting, in the manifest and in schemas
    std::uint64_t schemaBytes = 1ULL << 20;
    std::uint64_t contentBytes = 1ULL << 20;
    std::size_t listed = 64;       ///< entries of tags, required secrets and required tools, each
    std::size_t parameters = 1000; ///< properties of the input schema
};

constexpr std::size_t MaxCapabilityName = 64, MaxDisplayName = 200, MaxManifestWord = 200; ///< bytes

/// One folder, read.
struct Manifest {
    /// Its name is what follows the kind in the id, its title the display name, `pointer` the file it was read from.
    /// The hint is ReadOnly without side effects.
    catalog::Capability capability;
    std::filesystem::path file;               ///< CAPABILITY.yaml or SKILL.md
    std::vector<std::filesystem::path> files; ///< all that was read; a change of any of them may change the capability
    bool availableStated = false;
    std::string entry; ///< of an extension: a service, "service.action" or the id of a capability; else empty

    [[nodiscard]] std::string id() const; ///< "skill:release-notes"
};

/// Errors: NotFound when the folder holds neither file; ParseError, LimitExceeded, Unsupported (a file that is none),
/// PermissionDenied (a path that leads out of the folder), and those of reading, with file, line and column. Any
/// thread.
[[nodiscard]] Result<Manifest> readManifest(const std::filesystem::path &folder, const ManifestLimits &limits = {});

/// The whole input schema of the capability that `file` (Manifest::file) describes: an object without properties when
/// it has none. Read when it is asked for, not kept. Errors: as readManifest.
[[nodiscard]] Result<json::value> readManifestSchema(const std::filesystem::path &file,
                                                     const ManifestLimits &limits = {});
/// The text of a skill, without front matter. Errors: as readManifest; NotFound when the capability has none.
[[nodiscard]] Result<std::string> readSkillContent(const std::filesystem::path &file,
                                                   const ManifestLimits &limits = {});

/// "release-notes" → "Release Notes".
[[nodiscard]] std::string displayNameOf(std::string_view name);

constexpr std::string_view ManifestFile = "CAPABILITY.yaml", SkillFile = "SKILL.md", SchemaFile = "schema.json";

} // namespace actionscope::ingest
