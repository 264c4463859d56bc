#pragma once
/// The marketplace (ST8): services that could be installed, indexed apart from the workspace's catalog and searched
/// when that yields too little.
///
/// `marketplace.yaml` of a workspace names where they come from (it holds no secret):
///
///     sources:
///       - name: directory            # letters, digits, - and _
///         folder: /srv/openapi       # walked as an import would; or
///       - name: vendor
///         archive: vendor.tar.zst    # .zip, .tar, .tar.gz, .tar.zst, .tar.bz2, .tar.xz; unpacked at a refresh; or
///       - name: public
///         registry: https://registry.example   # MCP servers, by GET /v0/servers
///         category: servers          # of those that name none; optional, as is
///         pricing: free
///
/// Relative paths are taken from the workspace's folder. A folder or archive may say more of its services in a file
/// `marketplace.json` at its top: `{"services": {"<path without extension>": {"category", "pricing", "rating"}}}`,
/// rating being a number from 0 to 5; without it the category is the first of `x-apisguru-categories`, or that of the
/// source.
///
/// What was read lies in `.actionscope/cache/marketplace/` until the next refresh, which takes all sources whole or
/// leaves what was there. Nothing of it is in the workspace's catalog, and nothing can be called: a person installs a
/// service, by the ordinary import with its report, and from then on it is a service like others.

#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"
#include "governance/principal.h"
#include "workspace/workspace.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

struct MarketplaceSource {
    enum class Kind : std::uint8_t { Folder, Archive, Registry } kind = Kind::Folder;
    std::string name;
    std::string place; ///< absolute path or URL
    std::string category, pricing;
};
std::string_view sourceKindName(MarketplaceSource::Kind kind); ///< "folder"

constexpr std::size_t MaxMarketplaceSources = 100;

/// A missing file: none. Errors: ParseError with line and column.
[[nodiscard]] Result<std::vector<MarketplaceSource>> readMarketplaceSources(const std::filesystem::path &workspace);

/// A service that could be installed.
struct Offer {
    std::string id;      ///< in the marketplace: what `install` takes
    std::string wanted;  ///< the service id it gets; differs from `id` where two sources offer the same one
    std::string source;  ///< of which of marketplace.yaml
    bool server = false; ///< an MCP server of a registry: what it can do is known once it is connected
    std::string title, description, category, pricing, version;
    std::optional<double> rating; ///< 0 … 5, when the source says
    std::string place;   ///< the description's file, or the server's URL; empty: it cannot be reached from here
    std::string package; ///< of a server that is a program: what to install, in words
    std::string sha256;  ///< of the description
    std::uint32_t actions = 0;
};

/// An offer that answers a query.
struct OfferFound {
    struct Function {
        std::string name, title; ///< of the action, without the service
        double score = 0;
    };
    const Offer *offer = nullptr; ///< valid as long as the marketplace
    double score = 0;             ///< of its best function
    std::vector<Function> functions;
};

struct MarketplaceQuery {
    std::string text;
    std::size_t limit = 5, functions = 3; ///< offers, and functions of each
};

/// What was read at the last refresh. Immutable; any thread.
class Marketplace {
public:
    /// From the cache. Errors: NotFound when there was no refresh yet; Corrupt when one has to be made anew.
    [[nodiscard]] static Result<std::shared_ptr<const Marketplace>> load(const std::filesystem::path &workspace);
    [[nodiscard]] const std::vector<Offer> &offers() const; ///< by id
    [[nodiscard]] const Offer *find(std::string_view id) const;
    [[nodiscard]] Timestamp refreshed() const;
    /// Of marketplace.yaml as it was read: whether it says something else by now.
    [[nodiscard]] bool isOf(const std::filesystem::path &workspace) const;
    /// Best first, by words (there are no vectors); what is installed in `snapshot` is left out, and so is every
    /// function that `mayShow` (service id, action) denies; a null `mayShow` denies nothing.
    [[nodiscard]] std::vector<OfferFound>
    search(const MarketplaceQuery &query, const Snapshot &snapshot,
           const std::function<bool(std::string_view, std::string_view)> &mayShow = {}) const;
    /// Whether the snapshot has it: a service of its id, or of the same description.
    [[nodiscard]] bool isInstalled(const Offer &offer, const Snapshot &snapshot) const;

    struct Data;
    explicit Marketplace(std::shared_ptr<const Data> data);

private:
    std::shared_ptr<const Data> m_data;
};

struct MarketplaceRefresh {
    struct Source {
        std::string name;
        std::uint32_t services = 0, actions = 0;
        std::optional<Error> problem; ///< nothing of this source was taken
    };
    std::vector<Source> sources;
    std::uint64_t services = 0, actions = 0;
    std::vector<ingest::Skipped> skipped; ///< descriptions that could not be read
    std::int64_t elapsedMs = 0;
};

/// Reads every source of marketplace.yaml and replaces the cache. A source that fails is named and left out. For a
/// person: it reads files and the network. Recorded. Errors: NotFound without sources; Busy; the first source's when
/// all failed (the old cache stays); PermissionDenied when the workspace is read-only; Cancelled.
[[nodiscard]] Result<MarketplaceRefresh> refreshMarketplace(Workspace &workspace, const Job &job = {});

struct InstallOptions {
    std::optional<std::string> serviceId; ///< instead of the offer's
};
/// Imports one offer as `Workspace::import` does, or connects to the MCP server and imports its tools, and records that
/// it came from the marketplace. For a person only: no façade calls it. Errors: NotFound with the nearest ids;
/// AlreadyExists; Unsupported for a server that is a program (with what to do); those of the import.
[[nodiscard]] Result<ImportReport> installOffer(Workspace &workspace, const Marketplace &marketplace,
                                                const std::string &id, const InstallOptions &options = {},
                                                const Job &job = {});

/// Holds the marketplace of a workspace and takes over what another process refreshed. Any thread; asking costs one
/// look at a file.
class MarketplaceShelf {
public:
    explicit MarketplaceShelf(std::filesystem::path workspace)
        : m_workspace(std::move(workspace)) {}
    /// Null while there is none that can be used.
    [[nodiscard]] std::shared_ptr<const Marketplace> current();

private:
    std::filesystem::path m_workspace;
    std::mutex m_mutex;
    // Guarded by m_mutex:
    std::optional<FileStamp> m_stamp;
    std::shared_ptr<const Marketplace> m_current;
};

/// `{id, service, source, kind, title, description, category, pricing, rating, version, actions, place, package,
/// installed}`
[[nodiscard]] json::object offerToJson(const Offer &offer, bool installed);
[[nodiscard]] json::object offerFoundToJson(const OfferFound &found); ///< the same with `score` and `functions[]`
[[nodiscard]] json::object marketplaceRefreshToJson(const MarketplaceRefresh &refresh);
/// As agents see it: texts that could mislead a model are left out. `{"id","title","description","category","pricing",
/// "rating","source","functions":[{"name","title"}]}`
[[nodiscard]] json::object offerForAgents(const OfferFound &found);

} // namespace actionscope::workspace
