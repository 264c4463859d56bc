#pragma once
/// Reads a catalog from wherever one lies, without opening a workspace: what `diff` compares.

#include "base/executor.h"
#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "ingest/source.h"

#include <memory>
#include <string>
#include <vector>

namespace actionscope::workspace {

/// Two catalogs to compare. `warnings` names what was left out of either.
struct CatalogPair {
    std::shared_ptr<const catalog::Catalog> before, after;
    std::vector<std::string> warnings;
};

/// Each place is a workspace, a folder of catalogs, a generated catalog file, or descriptions (a file, a folder, a
/// URL). When each side is a single service they are taken as two states of one, whatever their files are called; its
/// id is that of `before`. Nothing is written. Errors: those of reading; NotFound when a place holds nothing of the
/// kind; Cancelled.
[[nodiscard]] Result<CatalogPair> readCatalogPair(const std::string &before, const std::string &after,
                                                  const ingest::ImportLimits &limits, Executor &executor,
                                                  const Job &job = {});

} // namespace actionscope::workspace
