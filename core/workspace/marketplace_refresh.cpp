#include "workspace/marketplace.h"

#include "base/hash.h"
#include "base/text.h"
#include "ingest/archive.h"
#include "ingest/openapi.h"
#include "upstream/mcp_registry.h"
#include "upstream/mcp_servers.h"
#include "workspace/detail/catalog_cache.h"
#include "workspace/detail/marketplace_cache.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>

namespace actionscope::workspace {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t MaxListing = 16ULL << 20; ///< of a source's marketplace.json
constexpr std::size_t MaxLabel = 100, MaxProse = 2000;

/// What a source says of a service beside its description.
struct Label {
    std::string category, pricing;
    std::optional<double> rating;
};

std::string label(std::string_view text) { return std::string(truncateUtf8(toValidUtf8(text), MaxLabel)); }

/// `marketplace.json` of a folder, by path without extension. What in it is of another shape is passed over: it only
/// says more.
std::map<std::string, Label> labelsOf(const fs::path &folder) {
    std::map<std::string, Label> labels;
    const auto text = readFile(folder / "marketplace.json", MaxListing);
    const auto parsed = text ? parseJson(*text, {}, {.maxDepth = 16}) : fail(text.error());
    const json::object *services = parsed ? objectMember(*parsed, "services") : nullptr;
    if (services == nullptr)
        return labels;
    for (const auto &entry : *services) {
        Label one{label(stringMember(entry.value(), "category")), label(stringMember(entry.value(), "pricing")), {}};
        if (const json::value *rating = member(entry.value(), "rating"); rating && rating->is_number()) {
            const double value = rating->to_number<double>();
            if (value >= 0 && value <= 5) // also no NaN
                one.rating = value;
        }
        labels[std::string(entry.key())] = std::move(one);
    }
    return labels;
}

/// The first of `x-apisguru-categories`, which directories of descriptions put into `info`. The copy is JSON that we
/// wrote without blanks, so that its text is known.
std::string categoryOf(std::string_view copy) {
    constexpr std::string_view Key = "\"x-apisguru-categories\":[\"";
    const std::size_t at = copy.find(Key);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = copy.substr(at + Key.size(), MaxLabel);
    const std::size_t end = rest.find('"');
    return end == std::string_view::npos || rest.substr(0, end).find('\\') != std::string_view::npos
               ? std::string()
               : std::string(rest.substr(0, end));
}

struct Made {
    Offer offer;
    detail::LoadedService service;
};

/// Everything that one refresh gathers.
class Gathering {
public:
    Gathering(Workspace &workspace, const fs::path &building, const Job &job)
        : m_workspace(workspace)
        , m_snapshot(workspace.snapshot())
        , m_building(building)
        , m_final(detail::marketplaceFolder(workspace.folder()))
        , m_job(job) {}

    Result<void> gather(const MarketplaceSource &source) {
        MarketplaceRefresh::Source &done = m_refresh.sources.emplace_back();
        done.name = source.name;
        auto made = source.kind == MarketplaceSource::Kind::Registry ? fromRegistry(source) : fromFiles(source);
        if (!made) {
            if (made.error().code == ErrorCode::Cancelled)
                return fail(made.error());
            done.problem = made.error();
            return {};
        }
        for (Made &one : *made) {
            ++done.services;
            done.actions += one.offer.server ? 0 : one.offer.actions;
            add(std::move(one));
        }
        m_refresh.services += done.services;
        m_refresh.actions += done.actions;
        return {};
    }

    Result<void> write(std::string_view sourcesSha256, Timestamp now) {
        std::vector<catalog::Service> services;
        for (const auto &[id, service] : m_services)
            services.push_back({service.info, service.segment, nullptr, 0, 0});
        auto catalog = catalog::Catalog::build(std::move(services));
        if (!catalog)
            return fail(catalog.error());
        auto index = retrieval::Index::build(*catalog, nullptr, m_workspace.executor(), m_job);
        if (!index)
            return fail(index.error());
        if (auto saved = (*index)->save(m_building / "index.bin"); !saved)
            return saved;
        if (auto saved = detail::saveCatalogCache(m_building / "catalog.bin", m_services); !saved)
            return saved;
        json::array offers;
        for (const Offer &offer : m_offers)
            offers.push_back(detail::offerToStored(offer));
        return writeFileAtomically(detail::marketplaceList(m_building),
                                   json::serialize(json::object{{"version", 1},
                                                                {"refreshed", formatTimestamp(now)},
                                                                {"sources_sha256", sourcesSha256},
                                                                {"offers", std::move(offers)}}));
    }

    MarketplaceRefresh &refresh() { return m_refresh; }

private:
    void add(Made made) {
        const std::string wanted = made.offer.id;
        // The first source has the id; of what comes later the source says which it is.
        for (std::size_t i = 1; m_services.contains(made.offer.id); ++i)
            made.offer.id = wanted + '-' + serviceId(made.offer.source) + (i == 1 ? "" : '-' + std::to_string(i));
        made.service.info.id = made.offer.id;
        m_services.emplace(made.offer.id, std::move(made.service));
        m_offers.push_back(std::move(made.offer));
    }

    Result<std::vector<Made>> fromRegistry(const MarketplaceSource &source) {
        const auto servers = upstream::listRegistry(source.place, {}, m_job);
        if (!servers)
            return fail(servers.error());
        std::vector<Made> made;
        for (const upstream::RegistryServer &server : *servers) {
            Made one;
            Offer &offer = one.offer;
            offer.id = offer.wanted = serviceId(server.name);
            if (offer.id.empty())
                continue;
            offer.source = source.name;
            offer.server = true;
            offer.title = server.title.empty() ? server.name : server.title;
            offer.description = truncateUtf8(server.description, MaxProse);
            offer.category = source.category;
            offer.pricing = source.pricing;
            offer.version = server.version;
            offer.place = server.remote;
            offer.package = server.package;
            // One document, so that it can be found: what the server can do is known once somebody connects to it.
            catalog::Capability capability;
            capability.kind = catalog::Kind::Extension;
            capability.name = actionName(server.name);
            capability.title = offer.title;
            capability.description = offer.description;
            capability.category = offer.category;
            std::vector<catalog::Capability> capabilities;
            capabilities.push_back(std::move(capability));
            auto segment = catalog::Segment::build(std::move(capabilities));
            if (!segment)
                return fail(segment.error());
            one.service.segment = std::move(*segment);
            one.service.info.title = offer.title;
            one.service.info.description = offer.description;
            made.push_back(std::move(one));
        }
        return made;
    }

    Result<std::vector<Made>> fromFiles(const MarketplaceSource &source) {
        fs::path root = source.place, stays = source.place;
        const ingest::ImportLimits &limits = m_snapshot->settings.limits;
        if (source.kind == MarketplaceSource::Kind::Archive) {
            root = m_building / "unpacked" / source.name;
            stays = m_final / "unpacked" / source.name;
            ingest::ArchiveLimits caps;
            caps.entries = limits.files;
            caps.fileBytes = limits.fileBytes;
            if (auto unpacked = ingest::unpackArchive(source.place, root, caps, m_job); !unpacked)
                return fail(unpacked.error());
        }
        std::error_code ignored;
        if (!fs::is_directory(root, ignored))
            return fail(ErrorCode::NotFound, "there is no folder of this name", {root.string()});
        std::vector<ingest::Skipped> skipped;
        auto sources = ingest::findSources(root.string(), {}, limits, skipped, m_job);
        if (!sources)
            return fail(sources.error());
        std::erase_if(*sources, [&](const ingest::Source &s) { return s.file == root / "marketplace.json"; });
        const auto labels = labelsOf(root);
        std::vector<std::optional<Made>> made(sources->size());
        std::vector<std::optional<ingest::Skipped>> failed(sources->size());
        std::atomic<std::size_t> done = 0;
        m_workspace.executor().forEach(sources->size(), [&](std::size_t i) {
            if (m_job.cancelled())
                return;
            const ingest::Source &one = (*sources)[i];
            auto imported = ingest::readOpenApi(one, limits, m_job);
            if (!imported) {
                failed[i] = {one.origin, imported.error().where.toString(), imported.error().message};
            } else {
                const fs::path relative = one.file.lexically_relative(root);
                made[i] = offerOf(source, std::move(*imported), relative, stays, labels);
            }
            m_job.at("reading", ++done, sources->size());
        });
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "the refresh was cancelled; what was there before is kept");
        std::vector<Made> out;
        for (std::size_t i = 0; i < made.size(); ++i) {
            if (made[i])
                out.push_back(std::move(*made[i]));
            else if (failed[i])
                skipped.push_back(std::move(*failed[i]));
        }
        std::move(skipped.begin(), skipped.end(), std::back_inserter(m_refresh.skipped));
        if (out.empty())
            return fail(ErrorCode::Unsupported, "there is no description that could be read in it", {source.place});
        return out;
    }

    static std::optional<Made> offerOf(const MarketplaceSource &source, ingest::ImportedService imported,
                                       const fs::path &relative, const fs::path &stays,
                                       const std::map<std::string, Label> &labels) {
        Made made;
        Offer &offer = made.offer;
        offer.id = offer.wanted = imported.info.id;
        offer.source = source.name;
        offer.title = imported.info.title;
        offer.description = truncateUtf8(imported.info.description, MaxProse);
        offer.version = imported.info.version;
        offer.sha256 = imported.info.sha256;
        offer.place = (stays / relative).string();
        offer.actions = static_cast<std::uint32_t>(imported.actions.size());
        const auto said = labels.find((relative.parent_path() / relative.stem()).generic_string());
        if (said != labels.end()) {
            offer.category = said->second.category;
            offer.pricing = said->second.pricing;
            offer.rating = said->second.rating;
        }
        if (offer.category.empty())
            offer.category = categoryOf(imported.copy);
        if (offer.category.empty())
            offer.category = source.category;
        if (offer.pricing.empty())
            offer.pricing = source.pricing;
        auto segment = catalog::Segment::build(std::move(imported.actions));
        if (!segment)
            return std::nullopt;
        made.service.segment = std::move(*segment);
        made.service.info = std::move(imported.info);
        made.service.info.source = offer.place;
        return made;
    }

    Workspace &m_workspace;
    std::shared_ptr<const Snapshot> m_snapshot;
    fs::path m_building, m_final;
    const Job &m_job;
    MarketplaceRefresh m_refresh;
    std::vector<Offer> m_offers;
    detail::LoadedServices m_services;
};

Result<void> recordIt(const Workspace &workspace, std::string outcome, json::object detail,
                      const std::string &service) {
    governance::AuditEvent event;
    event.kind = "marketplace";
    event.service = service;
    event.outcome = std::move(outcome);
    event.detail = std::move(detail);
    return workspace.record(std::move(event));
}

} // namespace

Result<MarketplaceRefresh> refreshMarketplace(Workspace &workspace, const Job &job) {
    const auto started = std::chrono::steady_clock::now();
    if (workspace.readOnly())
        return fail(ErrorCode::PermissionDenied, "this workspace is open read only");
    const auto sources = readMarketplaceSources(workspace.folder());
    if (!sources)
        return fail(sources.error());
    if (sources->empty())
        return fail(ErrorCode::NotFound,
                    "no sources are named: write them to marketplace.yaml, for example `sources: "
                    "[{name: directory, folder: /srv/openapi}]`",
                    {detail::marketplaceFile(workspace.folder()).string()});
    const auto lock = FileLock::tryAcquire(Layout{workspace.folder()}.hidden() / "marketplace.lock");
    if (!lock)
        return fail(lock.error().code,
                    lock.error().code == ErrorCode::Busy ? "another refresh of the marketplace is running"
                                                         : lock.error().message,
                    lock.error().where);
    const fs::path final = detail::marketplaceFolder(workspace.folder());
    const fs::path building = final.string() + ".new", old = final.string() + ".old";
    std::error_code error;
    fs::remove_all(building, error);
    fs::remove_all(old, error);
    fs::create_directories(building / "unpacked", error);
    if (error)
        return fail(fileError(error.value(), "make", building));
    struct Sweep {
        fs::path folder;
        ~Sweep() {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
        }
    } const sweep{building};

    const std::string hash = detail::sourcesHash(workspace.folder());
    Gathering gathering(workspace, building, job);
    for (const MarketplaceSource &source : *sources)
        if (auto gathered = gathering.gather(source); !gathered)
            return fail(gathered.error());
    MarketplaceRefresh &refresh = gathering.refresh();
    if (std::all_of(refresh.sources.begin(), refresh.sources.end(),
                    [](const auto &s) { return s.problem.has_value(); }))
        return fail(*refresh.sources.front().problem);
    if (auto written = gathering.write(hash, SystemClock().now()); !written)
        return fail(written.error());
    json::array names;
    for (const MarketplaceRefresh::Source &source : refresh.sources)
        names.push_back({{"name", source.name}, {"services", source.services}, {"failed", source.problem.has_value()}});
    if (auto recorded =
            recordIt(workspace, "refreshed",
                     {{"services", refresh.services}, {"actions", refresh.actions}, {"sources", names}}, {});
        !recorded)
        return fail(recorded.error());
    if (fs::exists(final, error))
        fs::rename(final, old, error);
    fs::rename(building, final, error);
    if (error) {
        std::error_code ignored;
        fs::rename(old, final, ignored);
        return fail(fileError(error.value(), "replace", final));
    }
    fs::remove_all(old, error);
    refresh.elapsedMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
    return std::move(refresh);
}

Result<ImportReport> installOffer(Workspace &workspace, const Marketplace &marketplace, const std::string &id,
                                  const InstallOptions &options, const Job &job) {
    const Offer *offer = marketplace.find(id);
    if (offer == nullptr) {
        std::vector<std::pair<std::size_t, std::string>> near;
        for (const Offer &one : marketplace.offers())
            if (const std::size_t distance = editDistance(id, one.id, 6);
                distance <= 6 || one.id.find(id) != std::string::npos)
                near.emplace_back(distance, one.id);
        std::sort(near.begin(), near.end());
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(3, near.size()); ++i)
            names += (i == 0 ? "; the nearest are " : ", ") + near[i].second;
        return fail(ErrorCode::NotFound, "the marketplace has nothing called \"" + revealInvisible(id) + '"' + names);
    }
    const std::string service = options.serviceId.value_or(offer->wanted);
    if (!options.serviceId && marketplace.isInstalled(*offer, *workspace.snapshot()))
        return fail(ErrorCode::AlreadyExists,
                    '"' + id + "\" is installed already; --service ID installs it a second time");
    if (workspace.snapshot()->catalog->findService(service))
        return fail(ErrorCode::AlreadyExists, "the workspace has a service \"" + service + "\" already");
    Result<ImportReport> report;
    if (!offer->server) {
        std::error_code ignored;
        if (!fs::exists(offer->place, ignored))
            return fail(
                ErrorCode::NotFound,
                "its description is not there any more; `actionscope marketplace refresh` reads the sources anew",
                {offer->place});
        ImportOptions how;
        how.serviceId = service;
        report = workspace.import({offer->place}, how, job);
    } else if (offer->place.empty()) {
        return fail(
            ErrorCode::Unsupported,
            "this MCP server is a program" +
                (offer->package.empty() ? std::string() : " (" + revealInvisible(offer->package) + ")") +
                " that would run with your rights; decide on its command and import it with `actionscope import "
                "'mcp+stdio:COMMAND' --yes`");
    } else {
        upstream::McpServerEntry entry;
        entry.where.file = workspace.serversFile().string();
        entry.url = offer->place;
        entry.name = service;
        entry.path = "/" + service;
        const auto secrets = upstream::openSecretStore(Layout{workspace.folder()}.keys());
        const auto listing = upstream::listServer(entry, *secrets, job.stop);
        if (!listing)
            return fail(listing.error());
        report = workspace.importMcp(entry, *listing, job);
    }
    if (!report)
        return report;
    if (auto recorded = recordIt(workspace, "installed",
                                 {{"offer", offer->id}, {"source", offer->source}, {"sha256", offer->sha256}}, service);
        !recorded)
        report->warnings.push_back("it is installed, but where it came from could not be recorded: " +
                                   recorded.error().message);
    return report;
}

} // namespace actionscope::workspace
