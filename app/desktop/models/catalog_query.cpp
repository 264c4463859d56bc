#include "catalog_query.h"

#include "base/text.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace actionscope::app {
namespace {

/// One bit a facet's field; a row that fails exactly one of them still counts in that field's facet.
enum Failed : std::uint8_t {
    FailTier = 1,
    FailService = 2,
    FailMethod = 4,
    FailKind = 8,
    FailFlag = 16,
    FailOther = 32
};

bool contains(std::string_view text, const std::string &word) {
    // memmem is vectorised where std::string_view::find goes byte by byte.
    return ::memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
}

bool anyHolds(const CatalogFilter::Terms &terms, auto &&matches) {
    return (terms.include.empty() || std::any_of(terms.include.begin(), terms.include.end(), matches)) &&
           std::none_of(terms.exclude.begin(), terms.exclude.end(), matches);
}

bool allHold(const CatalogFilter::Terms &terms, auto &&matches) {
    return std::all_of(terms.include.begin(), terms.include.end(), matches) &&
           std::none_of(terms.exclude.begin(), terms.exclude.end(), matches);
}

class Matcher {
public:
    Matcher(const CatalogColumns &columns, const CatalogFilter &filter)
        : m_columns(columns)
        , m_filter(filter) {
        const std::size_t count = columns.catalog().services().size();
        m_serviceAllowed.assign(count, filter.services.empty() ? 1 : 0);
        for (const std::uint32_t service : filter.services)
            if (service < count)
                m_serviceAllowed[service] = 1;
        for (const std::uint32_t service : filter.servicesNot)
            if (service < count)
                m_serviceAllowed[service] = 0;
    }

    [[nodiscard]] std::uint8_t failures(std::uint32_t row) const {
        std::uint8_t failed = 0;
        const unsigned tier = 1U << m_columns.tier[row];
        if ((m_filter.tiers && !(m_filter.tiers & tier)) || (m_filter.tiersNot & tier))
            failed |= FailTier;
        const unsigned method = 1U << m_columns.method[row];
        if ((m_filter.methods && !(m_filter.methods & method)) || (m_filter.methodsNot & method))
            failed |= FailMethod;
        const std::uint8_t flags = m_columns.flags[row];
        const unsigned kind = (1U << m_columns.kind[row]) |
                              (flags & FlagCurated ? CatalogFilter::CuratedBit : CatalogFilter::LongTailBit);
        if ((m_filter.kinds && !(m_filter.kinds & kind)) || (m_filter.kindsNot & kind) ||
            (m_filter.curated && !(m_filter.curated & kind)) || (m_filter.curatedNot & kind))
            failed |= FailKind;
        if ((m_filter.flags && !(m_filter.flags & flags)) || (m_filter.flagsNot & flags))
            failed |= FailFlag;
        if (!m_serviceAllowed[m_columns.service[row]])
            failed |= FailService;
        // The texts come last, and only for rows that some count still depends on.
        if ((failed & (failed - 1)) == 0 && !textMatches(row))
            failed |= FailOther;
        return failed;
    }

private:
    [[nodiscard]] bool textMatches(std::uint32_t row) const {
        const std::string_view text = m_columns.text->of(row);
        if (!allHold(m_filter.words, [&](const std::string &word) { return contains(text, word); }))
            return false;
        if (!m_filter.paths.include.empty() || !m_filter.paths.exclude.empty()) {
            const std::size_t first = text.find('\n') + 1;
            const std::string_view path = text.substr(first, text.find('\n', first) - first);
            const auto matches = [&](const std::string &wanted) {
                return wanted.find('*') == std::string::npos ? contains(path, wanted)
                                                             : catalog::pathGlobMatches(wanted, path);
            };
            if (!anyHolds(m_filter.paths, matches))
                return false;
        }
        if (m_filter.tags.include.empty() && m_filter.tags.exclude.empty())
            return true;
        const catalog::CapabilityView action = m_columns.catalog().at(row);
        return anyHolds(m_filter.tags, [&](const std::string &wanted) {
            for (std::size_t i = 0; i < action.tagCount(); ++i)
                if (toLowerAscii(action.tag(i)) == wanted)
                    return true;
            return false;
        });
    }

    const CatalogColumns &m_columns;
    const CatalogFilter &m_filter;
    std::vector<std::uint8_t> m_serviceAllowed;
};

/// Orders `rows` (ascending ordinals) by a column of few values, keeping the order inside a value.
template <class Key>
void countingSort(std::vector<catalog::Ordinal> &rows, const std::vector<Key> &column, std::size_t values,
                  bool descending) {
    std::vector<std::uint32_t> next(values + 1, 0);
    const auto keyOf = [&](catalog::Ordinal row) {
        return descending ? values - 1 - column[row] : std::size_t(column[row]);
    };
    for (const catalog::Ordinal row : rows)
        ++next[keyOf(row) + 1];
    for (std::size_t i = 1; i < next.size(); ++i)
        next[i] += next[i - 1];
    std::vector<catalog::Ordinal> sorted(rows.size());
    for (const catalog::Ordinal row : rows)
        sorted[next[keyOf(row)]++] = row;
    rows = std::move(sorted);
}

void sortRows(std::vector<catalog::Ordinal> &rows, const CatalogColumns &columns, const CatalogOrder &order) {
    switch (order.column) {
    case CatalogColumn::Action:
    case CatalogColumn::Service:
        // Ordinals are by service, then by name already.
        if (order.descending)
            std::reverse(rows.begin(), rows.end());
        return;
    case CatalogColumn::Path: {
        const auto &rank = columns.text->pathRank();
        std::sort(rows.begin(), rows.end(), [&](auto a, auto b) { return rank[a] < rank[b]; });
        if (order.descending)
            std::reverse(rows.begin(), rows.end());
        return;
    }
    case CatalogColumn::Method:
        return countingSort(rows, columns.method, 16, order.descending);
    case CatalogColumn::Tier:
        return countingSort(rows, columns.tier, 4, order.descending);
    case CatalogColumn::Reviewed:
        return countingSort(rows, columns.reviewed, 3, order.descending);
    case CatalogColumn::Kind: {
        // Shown are "long-tail" and "curated", so these are what is sorted by.
        std::vector<std::uint8_t> curated(columns.flags.size());
        for (const catalog::Ordinal row : rows)
            curated[row] = (columns.flags[row] & FlagCurated) ? 0 : 1;
        return countingSort(rows, curated, 2, order.descending);
    }
    }
}

} // namespace

std::shared_ptr<const CatalogResult> runCatalogQuery(std::shared_ptr<const CatalogColumns> columns,
                                                     const CatalogFilter &filter, const CatalogOrder &order,
                                                     std::stop_token stop) {
    auto result = std::make_shared<CatalogResult>();
    const CatalogColumns &c = *columns;
    const Matcher matcher(c, filter);
    FacetCounts &facets = result->facets;
    facets.services.assign(c.catalog().services().size(), 0);
    const std::uint32_t rows = c.size();
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (row % 8192 == 0 && stop.stop_requested())
            return nullptr;
        const std::uint8_t failed = matcher.failures(row);
        if (failed == 0)
            result->rows.push_back(row);
        const auto counts = [failed](std::uint8_t field) { return (failed & ~field) == 0; };
        if (counts(FailTier))
            ++facets.tiers[c.tier[row]];
        if (counts(FailService))
            ++facets.services[c.service[row]];
        if (counts(FailMethod))
            ++facets.methods[c.method[row]];
        if (counts(FailKind)) {
            ++(c.flags[row] & FlagCurated ? facets.curated : facets.longTail);
            ++facets.kinds[c.kind[row]];
        }
        if (counts(FailFlag)) {
            for (unsigned flags = c.flags[row]; flags; flags &= flags - 1)
                ++facets.flags[static_cast<std::size_t>(std::countr_zero(flags))];
        }
    }
    sortRows(result->rows, c, order);
    result->columns = std::move(columns);
    return result;
}

} // namespace actionscope::app
