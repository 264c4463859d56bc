#include "upstream/mcp_registry.h"

#include "base/json.h"
#include "base/text.h"
#include "net/configured_url.h"
#include "net/http_client.h"
#include "upstream/detail/encoding.h"

#include <algorithm>
#include <map>
#include <set>

namespace actionscope::upstream {
namespace {

constexpr std::size_t MaxName = 200, MaxText = 4096, MaxUrl = 2048;

/// What is no list: thrown while one is read, and caught in listRegistry.
struct Malformed {
    std::string what;
};

std::string text(const json::object &object, std::string_view key, std::size_t most) {
    const json::value *found = object.if_contains(key);
    if (found == nullptr || found->is_null())
        return {};
    if (!found->is_string())
        throw Malformed{"`" + std::string(key) + "` of a server is no text"};
    return std::string(truncateUtf8(toValidUtf8(std::string_view(found->get_string())), most));
}

bool isName(std::string_view name) {
    return !name.empty() && name.size() <= MaxName && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == '_' || c == '/' || c == '@';
    });
}

struct Listed {
    RegistryServer server;
    bool latest = false, deleted = false;
};

Listed serverOf(const json::value &item) {
    if (!item.is_object())
        throw Malformed{"a server is no object"};
    const json::object &whole = item.get_object();
    const json::object *inner = objectMember(whole, "server");
    const json::object &server = inner != nullptr ? *inner : whole;
    Listed listed;
    listed.server.name = text(server, "name", MaxName + 1);
    if (!isName(listed.server.name))
        throw Malformed{"a server's name is none: letters, digits and . - _ / @, at most 200"};
    listed.server.title = text(server, "title", MaxName);
    listed.server.description = text(server, "description", MaxText);
    listed.server.website = text(server, "websiteUrl", MaxUrl);
    const json::object *details = objectMember(server, "version_detail");
    listed.server.version = details != nullptr ? text(*details, "version", 100) : text(server, "version", 100);
    if (listed.server.website.empty())
        if (const json::object *repository = objectMember(server, "repository"))
            listed.server.website = text(*repository, "url", MaxUrl);
    if (const json::array *remotes = arrayMember(server, "remotes"))
        for (const json::value &remote : *remotes) {
            const std::string_view type = stringMember(remote, "type"), url = stringMember(remote, "url");
            const std::string_view transport = stringMember(remote, "transport_type");
            if (listed.server.remote.empty() &&
                (type == "streamable-http" || transport == "streamable-http" || transport == "streamable") &&
                url.size() <= MaxUrl && !net::originOf(std::string(url)).empty())
                listed.server.remote = url;
        }
    if (const json::array *packages = arrayMember(server, "packages"); packages && !packages->empty()) {
        const json::value &package = packages->front();
        std::string_view type = stringMember(package, "registryType"), name = stringMember(package, "identifier");
        if (type.empty())
            type = stringMember(package, "registry_name");
        if (name.empty())
            name = stringMember(package, "name");
        if (!name.empty())
            listed.server.package =
                std::string(truncateUtf8(toValidUtf8(std::string(type) + ' ' + std::string(name)), MaxName));
    }
    std::string status = text(server, "status", 40);
    if (const json::object *meta = objectMember(whole, "_meta"))
        for (const auto &entry : *meta) {
            if (boolMember(entry.value(), "isLatest") || boolMember(entry.value(), "is_latest"))
                listed.latest = true;
            if (status.empty())
                status = stringMember(entry.value(), "status");
        }
    listed.deleted = status == "deleted";
    return listed;
}

} // namespace

Result<std::vector<RegistryServer>> listRegistry(const std::string &url, const RegistryLimits &limits, const Job &job) {
    auto http = net::exchangerFor(url, "the registry's url", false);
    if (!http)
        return fail(http.error());
    const std::string base = url.ends_with('/') ? url.substr(0, url.size() - 1) : url;
    const auto failed = [&](const std::string &what) {
        return fail(ErrorCode::NetworkError, "the registry gave no list: " + what, {url});
    };
    std::vector<RegistryServer> servers;
    std::map<std::string, std::pair<std::size_t, bool>> known; // by name: place, and whether it was called the latest
    std::set<std::string> cursors;
    std::string cursor;
    for (std::uint32_t page = 0;; ++page) {
        if (page == limits.pages)
            return fail(ErrorCode::LimitExceeded,
                        "the registry has more than " + std::to_string(limits.pages) + " pages", {url});
        net::HttpRequest request;
        request.url = base + "/v0/servers?limit=" + std::to_string(limits.pageSize) +
                      (cursor.empty() ? "" : "&cursor=" + detail::percentEncoded(cursor));
        request.headers = {{"Accept", "application/json"}};
        request.timeout = request.connectTimeout = limits.timeout;
        request.maxResponseBytes = limits.pageBytes;
        const auto answer = (*http)->exchange(request, job.stop);
        if (!answer)
            return answer.error().error.code == ErrorCode::Cancelled ||
                           answer.error().error.code == ErrorCode::LimitExceeded
                       ? fail(answer.error().error)
                       : failed(answer.error().error.message);
        if (answer->status != 200)
            return failed("it answered with status " + std::to_string(answer->status));
        const auto parsed = parseJson(answer->body, {}, {.maxDepth = 64});
        if (!parsed)
            return failed("its answer is no JSON");
        const json::array *list = arrayMember(*parsed, "servers");
        if (list == nullptr)
            return failed("its answer has no list `servers`");
        try {
            for (const json::value &item : *list) {
                Listed listed = serverOf(item);
                if (listed.deleted)
                    continue;
                const auto [place, fresh] =
                    known.try_emplace(listed.server.name, std::pair(servers.size(), listed.latest));
                if (fresh) {
                    if (servers.size() == limits.servers)
                        return fail(ErrorCode::LimitExceeded,
                                    "the registry has more than " + std::to_string(limits.servers) + " servers", {url});
                    servers.push_back(std::move(listed.server));
                } else if (!place->second.second) {
                    // Versions come in their order where none is called the latest.
                    place->second.second = listed.latest;
                    servers[place->second.first] = std::move(listed.server);
                }
            }
        } catch (const Malformed &malformed) {
            return failed(malformed.what);
        }
        job.at("listing", servers.size(), 0);
        const json::object *metadata = objectMember(*parsed, "metadata");
        cursor.clear();
        if (metadata != nullptr)
            for (const char *key : {"nextCursor", "next_cursor"})
                if (const std::string_view next = stringMember(*metadata, key); !next.empty())
                    cursor = next;
        if (cursor.empty())
            break;
        if (cursor.size() > MaxUrl || !cursors.insert(cursor).second)
            return failed("its pages go in a circle");
    }
    return servers;
}

} // namespace actionscope::upstream
