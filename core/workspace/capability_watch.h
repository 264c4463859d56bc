#pragma once
/// Takes over capability folders as they are edited: what is saved is searchable within a second (CD8).

#include "base/folder_watch.h"
#include "workspace/workspace.h"

#include <stop_token>

namespace actionscope::workspace {

/// Refreshes the workspace and brings its index up to date when something changes in a directory of capabilities, on a
/// thread of its own. The workspace must outlive it.
class CapabilityWatch {
public:
    explicit CapabilityWatch(Workspace &workspace, FolderWatchOptions options = {});
    /// Stops an index that is being built for it, and returns when nothing of it runs any more.
    ~CapabilityWatch();
    CapabilityWatch(const CapabilityWatch &) = delete;
    CapabilityWatch &operator=(const CapabilityWatch &) = delete;

private:
    std::stop_source m_stop;
    FolderWatch m_watch; ///< last: its thread uses what is above
};

} // namespace actionscope::workspace
