#include "workspace/marketplace.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "catalog/text_scan.h"
#include "workspace/detail/catalog_cache.h"
#include "workspace/detail/marketplace_cache.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace actionscope::workspace {
namespace {

constexpr std::uint64_t MaxListBytes = 256ULL << 20;
constexpr int ListVersion = 1;

json::value orNull(const std::string &text) { return text.empty() ? json::value() : json::value(text); }

/// Ids and descriptions of what a snapshot has.
class Installed {
public:
    explicit Installed(const Snapshot &snapshot)
        : m_catalog(*snapshot.catalog) {
        for (const catalog::Service &service : m_catalog.services()) {
            if (!service.info.sha256.empty())
                m_hashes.insert(service.info.sha256);
            if (!service.info.source.empty())
                m_sources.insert(service.info.source);
        }
    }
    [[nodiscard]] bool has(const Offer &offer) const {
        return m_catalog.findService(offer.wanted).has_value() || m_hashes.contains(offer.sha256) ||
               (!offer.place.empty() && m_sources.contains(offer.place));
    }

private:
    const catalog::Catalog &m_catalog;
    std::unordered_set<std::string_view> m_hashes, m_sources;
};

} // namespace

namespace detail {

std::string sourcesHash(const std::filesystem::path &workspace) {
    const auto text = readFile(marketplaceFile(workspace), 1U << 20);
    return text ? toHex(sha256(*text)) : std::string();
}

json::object offerToStored(const Offer &offer) {
    return {{"id", offer.id},
            {"wanted", offer.wanted},
            {"source", offer.source},
            {"server", offer.server},
            {"title", offer.title},
            {"description", offer.description},
            {"category", offer.category},
            {"pricing", offer.pricing},
            {"version", offer.version},
            {"rating", offer.rating ? json::value(*offer.rating) : json::value()},
            {"place", offer.place},
            {"package", offer.package},
            {"sha256", offer.sha256},
            {"actions", offer.actions}};
}

Result<Offer> offerFromStored(const json::value &value) {
    Offer offer;
    const auto text = [&](std::string_view key) { return std::string(stringMember(value, key)); };
    offer.id = text("id");
    offer.wanted = text("wanted");
    offer.source = text("source");
    offer.server = boolMember(value, "server");
    offer.title = text("title");
    offer.description = text("description");
    offer.category = text("category");
    offer.pricing = text("pricing");
    offer.version = text("version");
    offer.place = text("place");
    offer.package = text("package");
    offer.sha256 = text("sha256");
    if (const json::value *rating = member(value, "rating"); rating && rating->is_number())
        offer.rating = rating->to_number<double>();
    if (const json::value *actions = member(value, "actions");
        actions && actions->is_int64() && actions->get_int64() >= 0)
        offer.actions = static_cast<std::uint32_t>(actions->get_int64());
    if (offer.id.empty() || offer.wanted.empty())
        return fail(ErrorCode::Corrupt, "an offer of the marketplace has no id");
    return offer;
}

} // namespace detail

Marketplace::Marketplace(std::shared_ptr<const Data> data)
    : m_data(std::move(data)) {}

Result<std::shared_ptr<const Marketplace>> Marketplace::load(const std::filesystem::path &workspace) {
    const auto folder = detail::marketplaceFolder(workspace);
    const auto text = readFile(detail::marketplaceList(folder), MaxListBytes);
    if (!text)
        return fail(text.error().code,
                    text.error().code == ErrorCode::NotFound
                        ? "the marketplace was not read yet; `actionscope marketplace refresh` does that"
                        : text.error().message,
                    text.error().where);
    const auto corrupt = [&](const std::string &what) {
        return fail(ErrorCode::Corrupt,
                    "what was read of the marketplace cannot be used (" + what +
                        "); `actionscope marketplace refresh` makes it anew",
                    {folder.string()});
    };
    const auto parsed = parseJson(*text);
    const json::value *version = parsed ? member(*parsed, "version") : nullptr;
    const json::array *list = parsed ? arrayMember(*parsed, "offers") : nullptr;
    if (version == nullptr || !version->is_int64() || version->get_int64() != ListVersion || list == nullptr)
        return corrupt("list.json");
    auto data = std::make_shared<Data>();
    data->sourcesSha256 = stringMember(*parsed, "sources_sha256");
    data->refreshed = parseTimestamp(stringMember(*parsed, "refreshed")).value_or(Timestamp{});
    for (const json::value &item : *list) {
        auto offer = detail::offerFromStored(item);
        if (!offer)
            return corrupt("list.json");
        data->offers.push_back(std::move(*offer));
    }
    std::sort(data->offers.begin(), data->offers.end(), [](const Offer &a, const Offer &b) { return a.id < b.id; });
    auto loaded = detail::loadCatalogCache(folder / "catalog.bin");
    if (!loaded)
        return corrupt("catalog.bin");
    std::vector<catalog::Service> services;
    for (auto &[id, service] : *loaded)
        services.push_back({std::move(service.info), std::move(service.segment), nullptr, 0, 0});
    auto catalog = catalog::Catalog::build(std::move(services));
    if (!catalog)
        return corrupt("catalog.bin");
    data->catalog = std::move(*catalog);
    auto index = retrieval::Index::load(folder / "index.bin", data->catalog);
    if (!index)
        return corrupt("index.bin");
    data->searcher = std::make_shared<const retrieval::Searcher>(std::move(*index), nullptr);
    for (const catalog::Service &service : data->catalog->services()) {
        const auto offer = std::lower_bound(data->offers.begin(), data->offers.end(), service.info.id,
                                            [](const Offer &o, const std::string &id) { return o.id < id; });
        if (offer == data->offers.end() || offer->id != service.info.id)
            return corrupt("catalog.bin and list.json are of different times");
        data->offerOfService.push_back(static_cast<std::size_t>(offer - data->offers.begin()));
    }
    return std::make_shared<const Marketplace>(std::move(data));
}

const std::vector<Offer> &Marketplace::offers() const { return m_data->offers; }

const Offer *Marketplace::find(std::string_view id) const {
    const auto offer = std::lower_bound(m_data->offers.begin(), m_data->offers.end(), id,
                                        [](const Offer &o, std::string_view wanted) { return o.id < wanted; });
    return offer != m_data->offers.end() && offer->id == id ? &*offer : nullptr;
}

Timestamp Marketplace::refreshed() const { return m_data->refreshed; }

bool Marketplace::isOf(const std::filesystem::path &workspace) const {
    return m_data->sourcesSha256 == detail::sourcesHash(workspace);
}

bool Marketplace::isInstalled(const Offer &offer, const Snapshot &snapshot) const {
    return Installed(snapshot).has(offer);
}

std::vector<OfferFound>
Marketplace::search(const MarketplaceQuery &query, const Snapshot &snapshot,
                    const std::function<bool(std::string_view, std::string_view)> &mayShow) const {
    constexpr std::size_t Deep = 100; ///< functions looked at: several of a service stand for one offer
    const Installed installed(snapshot);
    retrieval::Visibility visibility;
    for (const std::size_t offer : m_data->offerOfService)
        visibility.services.push_back(installed.has(m_data->offers[offer]) ? 0 : 1);
    retrieval::SearchRequest request;
    request.query = query.text;
    request.limit = Deep;
    request.kinds = ~0U;
    const auto found = m_data->searcher->search(request, visibility);
    std::vector<OfferFound> offers;
    if (!found)
        return offers;
    std::map<const Offer *, std::size_t> places;
    for (const retrieval::Hit &hit : found->hits) {
        const catalog::CapabilityView function = m_data->catalog->at(hit.ordinal);
        const Offer &offer = m_data->offers[m_data->offerOfService[m_data->catalog->serviceIndexOf(hit.ordinal)]];
        if (mayShow && !mayShow(offer.wanted, function.name()))
            continue;
        const auto [place, fresh] = places.try_emplace(&offer, offers.size());
        if (fresh) {
            if (offers.size() == query.limit) {
                places.erase(place);
                continue;
            }
            offers.push_back({&offer, hit.score, {}});
        }
        OfferFound &one = offers[place->second];
        if (one.functions.size() < query.functions && !offer.server)
            one.functions.push_back({std::string(function.name()), std::string(function.title()), hit.score});
    }
    return offers;
}

std::shared_ptr<const Marketplace> MarketplaceShelf::current() {
    const auto stamp = fileStamp(detail::marketplaceList(detail::marketplaceFolder(m_workspace)));
    const std::lock_guard lock(m_mutex);
    if (stamp == m_stamp)
        return m_current;
    m_stamp = stamp;
    m_current = nullptr;
    // Without sources nothing is offered, whatever an earlier refresh left.
    if (stamp && fileStamp(detail::marketplaceFile(m_workspace)))
        if (auto loaded = Marketplace::load(m_workspace))
            m_current = std::move(*loaded);
    return m_current;
}

json::object offerToJson(const Offer &offer, bool installed) {
    return {{"id", offer.id},
            {"service", offer.wanted},
            {"source", offer.source},
            {"kind", offer.server ? "mcp" : "openapi"},
            {"title", offer.title},
            {"description", offer.description},
            {"category", orNull(offer.category)},
            {"pricing", orNull(offer.pricing)},
            {"rating", offer.rating ? json::value(*offer.rating) : json::value()},
            {"version", offer.version},
            {"actions", offer.server ? json::value() : json::value(offer.actions)},
            {"place", orNull(offer.place)},
            {"package", orNull(offer.package)},
            {"installed", installed}};
}

json::object offerFoundToJson(const OfferFound &found) {
    json::object out = offerToJson(*found.offer, false);
    json::array functions;
    for (const OfferFound::Function &function : found.functions)
        functions.push_back({{"name", function.name}, {"title", function.title}, {"score", function.score}});
    out["score"] = found.score;
    out["functions"] = std::move(functions);
    return out;
}

json::object marketplaceRefreshToJson(const MarketplaceRefresh &refresh) {
    json::array sources, skipped;
    for (const MarketplaceRefresh::Source &source : refresh.sources)
        sources.push_back({{"name", source.name},
                           {"services", source.services},
                           {"actions", source.actions},
                           {"problem", source.problem ? json::value(source.problem->toString()) : json::value()}});
    for (const ingest::Skipped &one : refresh.skipped)
        skipped.push_back({{"source", one.source}, {"pointer", one.pointer}, {"reason", one.reason}});
    return {{"services", refresh.services},
            {"actions", refresh.actions},
            {"sources", std::move(sources)},
            {"skipped", std::move(skipped)},
            {"elapsed_ms", refresh.elapsedMs}};
}

json::object offerForAgents(const OfferFound &found) {
    constexpr std::size_t ShownDescription = 200;
    bool withheld = false;
    const auto clean = [&](const std::string &text, std::string_view field) -> std::string {
        const auto findings = catalog::scanText(text, field);
        if (std::none_of(findings.begin(), findings.end(), [](const auto &f) { return f.withhold; }))
            return std::string(truncateUtf8(text, ShownDescription));
        withheld = true;
        return {};
    };
    const Offer &offer = *found.offer;
    json::array functions;
    for (const OfferFound::Function &function : found.functions)
        functions.push_back({{"name", clean(function.name, "name")}, {"title", clean(function.title, "title")}});
    json::object out{{"id", offer.id},
                     {"title", clean(offer.title, "title")},
                     {"description", clean(offer.description, "description")},
                     {"category", orNull(clean(offer.category, "category"))},
                     {"pricing", orNull(clean(offer.pricing, "pricing"))},
                     {"rating", offer.rating ? json::value(*offer.rating) : json::value()},
                     {"source", offer.source},
                     {"functions", std::move(functions)}};
    if (withheld)
        out["withheld"] = true;
    return out;
}

} // namespace actionscope::workspace
