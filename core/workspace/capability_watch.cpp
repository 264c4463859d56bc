#include "workspace/capability_watch.h"

namespace actionscope::workspace {

CapabilityWatch::CapabilityWatch(Workspace &workspace, FolderWatchOptions options)
    : m_watch(
          workspace.capabilityDirectories(),
          [this, &workspace] {
              const Job job{{}, m_stop.get_token()};
              // What is wrong with a folder is a problem of the snapshot; the last good state stays in force. Somebody
              // else may have refreshed it already, and left the index to us.
              static_cast<void>(workspace.refresh(job));
              if (!workspace.snapshot()->searchIsCurrent())
                  static_cast<void>(workspace.ensureIndex(job));
          },
          options) {}

CapabilityWatch::~CapabilityWatch() { m_stop.request_stop(); }

} // namespace actionscope::workspace
