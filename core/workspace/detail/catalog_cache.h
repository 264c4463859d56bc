#pragma once
/// `.actionscope/cache/catalog.bin`: every service's segment and classification, mapped at start. Derived; safe to
/// delete.
///
/// Layout: magic, checksum of all that follows, length of the directory; the directory (JSON: per service the stamps of
/// its two files, its ServiceInfo, findings of the merge, offset and length of its segment and of its classifications,
/// and the policy they were made by); then the segments, each 8-byte aligned.

#include "base/file.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "risk/risk_policy.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::workspace::detail {

/// One service as the loader keeps it between refreshes.
struct LoadedService {
    catalog::ServiceInfo info;
    std::shared_ptr<const catalog::Segment> segment;
    std::shared_ptr<const catalog::HandFile> hand; ///< filled by the loader, not by the cache
    std::optional<FileStamp> generatedStamp, handStamp;
    std::vector<catalog::Finding> findings; ///< of laying the curated prose over the import
    std::vector<Error> errors; ///< files that could not be used; such a service is read again at each start
    std::uint64_t policy = 0;  ///< version of the policy that `risk` was made by; 0: none
    std::vector<risk::Classification> risk;
};
using LoadedServices = std::map<std::string, LoadedService>;

[[nodiscard]] Result<void> saveCatalogCache(const std::filesystem::path &file, const LoadedServices &services);
/// Errors: NotFound; Corrupt when anything does not check out.
[[nodiscard]] Result<LoadedServices> loadCatalogCache(const std::filesystem::path &file);

} // namespace actionscope::workspace::detail
