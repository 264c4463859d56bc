#pragma once
/// The visibility rule: what a search may find (GD5, GD11). One function for the app, the command line and every
/// façade.

#include "retrieval/searcher.h"
#include "workspace/workspace.h"

namespace actionscope::workspace {

/// For searching `indexed`, which may be an earlier catalog than the snapshot's: a service is visible when it still
/// exists, its toggle is on and the environment does not deny it; an action when the access rules of the snapshot let
/// `who` have it. Without `who` it is the person at the app or the command line, who sees all of it. Linear in the
/// catalog for principals that the rules limit: `Workspace::search` keeps what was made for a snapshot.
retrieval::Visibility visibilityOf(const Snapshot &snapshot, const catalog::Catalog &indexed,
                                   const governance::Principal *who = nullptr);

} // namespace actionscope::workspace
