#include "catalog_columns.h"

#include "base/text.h"

#include <algorithm>
#include <numeric>

namespace actionscope::app {
namespace {

void appendLower(std::string &pool, std::string_view text) {
    const std::size_t at = pool.size();
    pool.append(text);
    for (std::size_t i = at; i < pool.size(); ++i) {
        const char c = pool[i];
        if (c >= 'A' && c <= 'Z')
            pool[i] = static_cast<char>(c + ('a' - 'A'));
    }
}

bool isPlainAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

bool hides(std::string_view text) { return !isPlainAscii(text) && hasInvisible(text); }

/// Marks what came or changed since `baseline`, service by service; services whose content is equal cost nothing.
void markChanges(CatalogColumns &columns, const catalog::Catalog &baseline) {
    const catalog::Catalog &now = columns.catalog();
    for (const catalog::Service &service : now.services()) {
        const auto before = baseline.findService(service.info.id);
        const catalog::Segment *old = before ? baseline.services()[*before].segment.get() : nullptr;
        if (old && old->contentHash() == service.segment->contentHash())
            continue;
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::CapabilityView action = service.segment->at(i);
            const auto was = old ? old->find(action.name()) : std::nullopt;
            std::uint8_t &flags = columns.flags[service.first + i];
            if (!was)
                flags |= FlagNew;
            else if (old->at(*was).definitionHash() != action.definitionHash())
                flags |= FlagChanged;
        }
    }
}

} // namespace

std::shared_ptr<const CatalogText> CatalogText::build(const catalog::Catalog &catalog, std::stop_token stop) {
    auto text = std::make_shared<CatalogText>();
    const std::uint32_t rows = catalog.size();
    text->m_starts.reserve(rows + 1);
    text->m_hidden.reserve(rows);
    text->m_pool.reserve(std::size_t(rows) * 112);
    std::vector<std::string_view> paths;
    paths.reserve(rows);
    for (const catalog::Service &service : catalog.services()) {
        if (stop.stop_requested())
            return nullptr;
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::CapabilityView action = service.segment->at(i);
            text->m_starts.push_back(static_cast<std::uint32_t>(text->m_pool.size()));
            // A new line between the texts: no word of a filter holds one, so no match spans two texts.
            appendLower(text->m_pool, service.info.id);
            text->m_pool += '.';
            appendLower(text->m_pool, action.name());
            text->m_pool += '\n';
            appendLower(text->m_pool, action.path());
            text->m_pool += '\n';
            appendLower(text->m_pool, action.title());
            paths.push_back(action.path());
            text->m_hidden.push_back(hides(action.title()) || hides(action.description()) || hides(action.path()));
        }
    }
    text->m_starts.push_back(static_cast<std::uint32_t>(text->m_pool.size()));
    text->m_pool.shrink_to_fit();
    std::vector<std::uint32_t> order(rows);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return paths[a] < paths[b]; });
    text->m_pathRank.resize(rows);
    for (std::uint32_t i = 0; i < rows; ++i)
        text->m_pathRank[order[i]] = i;
    return text;
}

std::shared_ptr<const CatalogColumns> CatalogColumns::build(std::shared_ptr<const workspace::Snapshot> snapshot,
                                                            const CatalogColumns *previous,
                                                            const workspace::Snapshot *baseline, std::stop_token stop) {
    auto columns = std::make_shared<CatalogColumns>();
    columns->snapshot = std::move(snapshot);
    const catalog::Catalog &catalog = columns->catalog();
    const bool sameCatalog = previous && previous->snapshot->catalog == columns->snapshot->catalog;
    columns->text = sameCatalog ? previous->text : CatalogText::build(catalog, stop);
    if (!columns->text)
        return nullptr;
    const std::uint32_t rows = catalog.size();
    for (auto *column : {&columns->tier, &columns->method, &columns->kind, &columns->flags, &columns->reviewed})
        column->resize(rows);
    columns->service.resize(rows);
    const auto &risks = *columns->snapshot->risk;
    for (std::uint32_t s = 0; s < catalog.services().size(); ++s) {
        if (stop.stop_requested())
            return nullptr;
        const catalog::Service &service = catalog.services()[s];
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const std::uint32_t row = service.first + i;
            const catalog::CapabilityView action = service.segment->at(i);
            const risk::Classification &risk = risks[row];
            columns->service[row] = s;
            columns->tier[row] = static_cast<std::uint8_t>(shownTier(risk));
            columns->method[row] = static_cast<std::uint8_t>(action.method());
            columns->kind[row] = static_cast<std::uint8_t>(action.kind());
            const bool undescribed = action.description().empty() && action.title().empty();
            const bool seen = action.curated() || risk.overridden;
            const bool needed = !risk.overridden && (risk.review || undescribed);
            std::uint8_t flags = 0;
            flags |= needed ? FlagReview : 0;
            flags |= action.deprecated() ? FlagDeprecated : 0;
            flags |= undescribed ? FlagUndescribed : 0;
            flags |= risk.overridden ? FlagOverridden : 0;
            flags |= action.curated() ? FlagCurated : 0;
            flags |= columns->text->hidden()[row] ? FlagHidden : 0;
            columns->flags[row] = flags;
            columns->reviewed[row] = static_cast<std::uint8_t>(needed ? Reviewed::Needed
                                                               : seen ? Reviewed::Yes
                                                                      : Reviewed::No);
            ++columns->tierCounts[columns->tier[row]];
            columns->reviewCount += needed;
            columns->curatedCount += action.curated();
        }
    }
    if (baseline && baseline->catalog && baseline->catalog != columns->snapshot->catalog)
        markChanges(*columns, *baseline->catalog);
    return columns;
}

} // namespace actionscope::app
