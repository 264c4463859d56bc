#pragma once
/// Copies capability folders into the workspace (`import --as manifest`, DA1). Nothing of them is ever run.

#include "base/progress.h"
#include "workspace/workspace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace actionscope::workspace {

/// Caps of one capability folder that is copied, and of the folders that are looked through for them.
constexpr std::size_t MaxCopiedFiles = 256, MaxCapabilityDepth = 6;
constexpr std::uint64_t MaxCopiedBytes = 16ULL << 20;

/// Whether `source` is a folder with a CAPABILITY.yaml or SKILL.md in it, or one without descriptions that has such
/// folders directly below: what an import without a word on the format takes for manifests.
[[nodiscard]] bool holdsCapabilities(const std::string &source);

/// Copies each capability folder in the sources (the folder itself, or folders below it) to `capabilities/NAME` of the
/// workspace, whole or not at all: regular files without their permission to run, nothing that begins with a dot. A
/// folder with a link in it is left out, as is one that does not read. One of the same id that lies in the workspace
/// already is replaced. With `preview` nothing is written.
///
/// The report counts capabilities as actions, by kind; warnings say what is hidden by another directory. Recorded as an
/// import before the folders are put in place. Errors: Busy when another process imports; NotFound or the first reason
/// when nothing could be read; PermissionDenied in a workspace that is read-only; IoError; Cancelled. Any thread.
[[nodiscard]] Result<ImportReport> importManifests(Workspace &workspace, const std::vector<std::string> &sources,
                                                   bool preview, const Job &job = {});

} // namespace actionscope::workspace
