#include "upstream/credentials.h"

#include "net/http_client.h"
#include "upstream/detail/yaml_reader.h"

#include <algorithm>
#include <set>

namespace actionscope::upstream {
namespace {

bool isSlug(const std::string &text) {
    return !text.empty() && text.size() <= 100 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    });
}

Connection readConnection(const detail::YamlFile &file, const YAML::Node &node) {
    file.expectKeys(node, "a connection",
                    {"slug", "service", "scheme", "secret", "server", "user", "token_url", "scope"});
    Connection connection;
    connection.slug = file.text(node, "slug");
    connection.service = file.text(node, "service");
    connection.scheme = file.text(node, "scheme");
    connection.server = file.text(node, "server");
    connection.user = file.text(node, "user");
    connection.tokenUrl = file.text(node, "token_url");
    connection.scope = file.text(node, "scope");
    if (!isSlug(connection.slug))
        file.complain(node, "a connection needs a slug: letters, digits, '-', '_' and '.', at most 100");
    if (connection.service.empty())
        file.complain(node, "the connection '" + connection.slug + "' names no service");
    if (const YAML::Node secret = node["secret"])
        connection.secret = file.secret(secret, "secret");
    for (const char *key : {"server", "token_url"}) {
        const std::string url = file.text(node, key);
        if (!url.empty() && net::originOf(url).empty())
            file.complain(node[key], std::string("'") + key + "' is an absolute http or https URL");
    }
    return connection;
}

} // namespace

std::string_view connectionStateName(ConnectionState state) {
    switch (state) {
    case ConnectionState::Ready:
        return "ready";
    case ConnectionState::NeedsAuth:
        return "needs_auth";
    case ConnectionState::NeedsInput:
        return "needs_input";
    }
    return "ready";
}

Result<std::vector<Connection>> readConnections(const std::filesystem::path &path) {
    try {
        const detail::YamlFile file(path);
        std::vector<Connection> connections;
        if (!file.root() || file.root().IsNull())
            return connections;
        file.expectKeys(file.root(), "connections.yaml", {"connections"});
        const YAML::Node list = file.root()["connections"];
        if (!list || list.IsNull())
            return connections;
        if (!list.IsSequence())
            file.complain(list, "'connections' is a list");
        std::set<std::string> slugs;
        for (const YAML::Node &node : list) {
            Connection connection = readConnection(file, node);
            if (!slugs.insert(connection.slug).second)
                file.complain(node, "another connection has the slug '" + connection.slug + "' already");
            connections.push_back(std::move(connection));
        }
        return connections;
    } catch (const detail::YamlComplaint &complaint) {
        return fail(complaint.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, {path.string()});
    }
}

} // namespace actionscope::upstream
