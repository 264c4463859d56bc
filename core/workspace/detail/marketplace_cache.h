#pragma once
/// Where the marketplace lies and how it is read and written: `.actionscope/cache/marketplace/` with `list.json` (the
/// offers), `catalog.bin` and `index.bin` (as those of the workspace) and `unpacked/SOURCE/` (archives). A new one is
/// made beside it and takes its place whole.

#include "retrieval/searcher.h"
#include "workspace/layout.h"
#include "workspace/marketplace.h"

namespace actionscope::workspace {

struct Marketplace::Data {
    std::vector<Offer> offers; ///< by id
    std::shared_ptr<const catalog::Catalog> catalog;
    std::shared_ptr<const retrieval::Searcher> searcher;
    std::vector<std::size_t> offerOfService; ///< by index of service in `catalog`
    Timestamp refreshed{};
    std::string sourcesSha256; ///< of marketplace.yaml as it was read
};

namespace detail {

inline std::filesystem::path marketplaceFile(const std::filesystem::path &workspace) {
    return workspace / "marketplace.yaml";
}
inline std::filesystem::path marketplaceFolder(const std::filesystem::path &workspace) {
    return Layout{workspace}.cache() / "marketplace";
}
inline std::filesystem::path marketplaceList(const std::filesystem::path &folder) { return folder / "list.json"; }

/// SHA-256 of the file, hexadecimal; empty without one.
std::string sourcesHash(const std::filesystem::path &workspace);
json::object offerToStored(const Offer &offer);
/// Errors: Corrupt.
Result<Offer> offerFromStored(const json::value &value);

} // namespace detail
} // namespace actionscope::workspace
