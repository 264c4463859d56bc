#pragma once
/// What the Catalog page filters and sorts by, one array a column: made once for a snapshot on a worker.
///
/// 125,207 rows cost about 1.5 MB of columns and 14 MB of lower-case text; texts for display stay where they are, in
/// the segments. Rows are the catalog's ordinals.

#include "catalog_filter.h"
#include "workspace/workspace.h"

#include <array>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::app {

/// The effective tier as shown: 0 read … 3 catastrophic.
inline int shownTier(const risk::Classification &c) { return risk::isCatastrophic(c) ? 3 : static_cast<int>(c.tier); }

/// Whether a person has looked at an action.
enum class Reviewed : std::uint8_t {
    Needed, ///< it should be looked at
    No,     ///< nobody has, and nothing asks for it
    Yes,    ///< it is curated or overridden
};

/// Lower-case name, path and title of every action: what words are looked for in. Shared by snapshots of one catalog.
class CatalogText {
public:
    static std::shared_ptr<const CatalogText> build(const catalog::Catalog &catalog, std::stop_token stop);

    [[nodiscard]] std::string_view of(catalog::Ordinal row) const {
        return std::string_view(m_pool).substr(m_starts[row], m_starts[row + 1] - m_starts[row]);
    }
    /// Order of the rows by path, then by ordinal: `pathRank()[row]`.
    [[nodiscard]] const std::vector<std::uint32_t> &pathRank() const { return m_pathRank; }
    [[nodiscard]] const std::vector<std::uint8_t> &hidden() const { return m_hidden; }

private:
    std::string m_pool;
    std::vector<std::uint32_t> m_starts; ///< one more than rows
    std::vector<std::uint32_t> m_pathRank;
    std::vector<std::uint8_t> m_hidden;
};

/// Immutable; any thread.
struct CatalogColumns {
    std::shared_ptr<const workspace::Snapshot> snapshot;
    std::shared_ptr<const CatalogText> text;
    std::vector<std::uint32_t> service;
    std::vector<std::uint8_t> tier, method, kind, flags, reviewed;
    std::array<std::uint32_t, 4> tierCounts{};
    std::uint32_t reviewCount = 0, curatedCount = 0;

    [[nodiscard]] const catalog::Catalog &catalog() const { return *snapshot->catalog; }
    [[nodiscard]] std::uint32_t size() const { return snapshot->catalog->size(); }

    /// `previous` lends what still holds; `baseline` is the snapshot that the window opened with, for "new" and
    /// "changed" (may be null). Null when `stop` was asked for.
    static std::shared_ptr<const CatalogColumns> build(std::shared_ptr<const workspace::Snapshot> snapshot,
                                                       const CatalogColumns *previous,
                                                       const workspace::Snapshot *baseline, std::stop_token stop);
};

} // namespace actionscope::app
