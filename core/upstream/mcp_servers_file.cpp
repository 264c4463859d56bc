#include "base/file.h"
#include "base/text.h"
#include "net/http_client.h"
#include "upstream/mcp_servers.h"

#include <algorithm>
#include <set>
#include <yaml-cpp/yaml.h>

namespace actionscope::upstream {
namespace {

constexpr std::uint64_t MaxFile = 1U << 20;
constexpr std::size_t MaxServers = 500;

/// Reads one file; complaints are thrown inside and caught at its border.
class ServersReader {
public:
    explicit ServersReader(std::string file)
        : m_file(std::move(file)) {}

    struct Complaint {
        Error error;
    };
    [[noreturn]] void complain(const YAML::Node &node, std::string message) const {
        throw Complaint{{ErrorCode::ParseError, std::move(message), at(node.Mark())}};
    }
    [[nodiscard]] Location at(const YAML::Mark &mark) const {
        return {m_file, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
    }

    std::vector<McpServerEntry> read(const YAML::Node &root) const {
        std::vector<McpServerEntry> entries;
        if (root.IsNull())
            return entries;
        if (!root.IsMap())
            complain(root, "servers.yaml is a mapping: `servers:` and a list of servers");
        knownKeys(root, {"servers"});
        const YAML::Node servers = root["servers"];
        if (!servers || servers.IsNull())
            return entries;
        if (!servers.IsSequence())
            complain(servers, "`servers` is a list of mappings, each with `name` and `command` or `url`");
        if (servers.size() > MaxServers)
            complain(servers, "more than " + std::to_string(MaxServers) + " servers");
        std::set<std::string> names;
        for (const YAML::Node &node : servers) {
            McpServerEntry entry = server(node);
            if (!names.insert(entry.name).second)
                complain(node["name"], "there is another server `" + entry.name + "`; names are unique");
            entries.push_back(std::move(entry));
        }
        return entries;
    }

private:
    void knownKeys(const YAML::Node &map, const std::vector<std::string_view> &known) const {
        std::set<std::string> seen;
        for (const auto &member : map) {
            const std::string key = text(member.first, "a key");
            if (std::ranges::find(known, key) == known.end()) {
                std::string list;
                for (const std::string_view name : known)
                    list += (list.empty() ? "`" : ", `") + std::string(name) + "`";
                complain(member.first, "unknown key `" + key + "`; there are " + list);
            }
            if (!seen.insert(key).second)
                complain(member.first, "`" + key + "` stands here twice");
        }
    }
    std::string text(const YAML::Node &node, std::string_view what) const {
        if (!node.IsScalar())
            complain(node, std::string(what) + " is a text");
        std::string value = node.Scalar();
        if (firstInvalidUtf8(value) || value.find('\0') != std::string::npos)
            complain(node, std::string(what) + " is not text");
        return value;
    }
    std::vector<std::string> texts(const YAML::Node &node, std::string_view what) const {
        if (!node.IsSequence())
            complain(node, std::string(what) + " is a list of texts, [a, b]");
        std::vector<std::string> values;
        for (const YAML::Node &item : node)
            values.push_back(text(item, what));
        return values;
    }
    /// Plain texts, and references to secrets: `{env: NAME}`, `{keychain: NAME}`, `{file: NAME}`.
    void values(const YAML::Node &node, std::string_view what, std::map<std::string, std::string> &plain,
                std::map<std::string, SecretReference> &secret) const {
        if (!node.IsMap())
            complain(node, "`" + std::string(what) + "` is a mapping of names to texts or references");
        for (const auto &member : node) {
            const std::string name = text(member.first, "a name");
            if (name.empty() || name.find_first_of("=\r\n: ") != std::string::npos)
                complain(member.first, "`" + name + "` cannot be a name here");
            if (plain.contains(name) || secret.contains(name))
                complain(member.first, "`" + name + "` stands here twice");
            if (!member.second.IsMap()) {
                std::string value = text(member.second, "`" + name + "`");
                if (what == "headers" && value.find_first_of("\r\n") != std::string::npos)
                    complain(member.second, "the value of a header is one line");
                plain[name] = std::move(value);
                continue;
            }
            knownKeys(member.second, {"env", "keychain", "file"});
            if (member.second.size() != 1)
                complain(member.second, "a reference names one place: {env: NAME}, {keychain: NAME} or {file: NAME}");
            const auto place = *member.second.begin();
            const std::string kind = place.first.Scalar();
            secret[name] = {kind == "env"        ? SecretPlace::Environment
                            : kind == "keychain" ? SecretPlace::Keychain
                                                 : SecretPlace::File,
                            text(place.second, "`" + kind + "`")};
        }
    }
    bool flag(const YAML::Node &node, std::string_view what) const {
        bool value = false;
        if (!node.IsScalar() || !YAML::convert<bool>::decode(node, value))
            complain(node, "`" + std::string(what) + "` is true or false");
        return value;
    }

    McpServerEntry server(const YAML::Node &node) const {
        if (!node.IsMap())
            complain(node, "a server is a mapping with `name` and `command` or `url`");
        knownKeys(node, {"name", "command", "env", "cwd", "url", "headers", "tags", "path", "enabled", "privacy"});
        McpServerEntry entry;
        entry.where = at(node.Mark());
        const YAML::Node name = node["name"];
        if (!name)
            complain(node, "the server has no `name`");
        entry.name = text(name, "`name`");
        if (entry.name.empty() || serviceId(entry.name) != entry.name)
            complain(name, "`" + entry.name + "` cannot be a name: lower case letters, digits and hyphens only");
        const YAML::Node command = node["command"], url = node["url"];
        if (static_cast<bool>(command) == static_cast<bool>(url))
            complain(node, "the server `" + entry.name + "` has either a `command` or a `url`");
        if (command) {
            entry.command = texts(command, "`command`");
            if (entry.command.empty() || entry.command.front().empty())
                complain(command, "`command` is a list: the program and its arguments");
            for (const char *other : {"headers"}) {
                if (node[other])
                    complain(node[other], "`" + std::string(other) + "` belongs to servers with a `url`");
            }
        } else {
            entry.url = text(url, "`url`");
            if (net::originOf(entry.url).empty())
                complain(url, "`url` is an http or https address");
            const std::size_t host = entry.url.find("//") + 2;
            if (entry.url.substr(host, entry.url.find_first_of("/?#", host) - host).find('@') != std::string::npos)
                complain(url, "credentials do not belong into a URL; give them as `headers:`");
            for (const char *other : {"env", "cwd"}) {
                if (node[other])
                    complain(node[other], "`" + std::string(other) + "` belongs to servers with a `command`");
            }
        }
        if (node["env"])
            values(node["env"], "env", entry.environment, entry.secretEnvironment);
        if (node["headers"])
            values(node["headers"], "headers", entry.headers, entry.secretHeaders);
        if (node["cwd"])
            entry.cwd = text(node["cwd"], "`cwd`");
        if (node["tags"])
            entry.tags = texts(node["tags"], "`tags`");
        entry.path = node["path"] ? text(node["path"], "`path`") : "/" + entry.name;
        if (!entry.path.starts_with('/'))
            complain(node["path"], "`path` begins with a slash");
        if (node["enabled"])
            entry.enabled = flag(node["enabled"], "enabled");
        if (node["privacy"])
            entry.privacy = flag(node["privacy"], "privacy");
        return entry;
    }

    std::string m_file;
};

std::string inQuotes(std::string_view text) { return json::serialize(json::string(text)); }

std::string references(const std::map<std::string, std::string> &plain,
                       const std::map<std::string, SecretReference> &secrets) {
    std::string text;
    for (const auto &[name, value] : plain)
        text += (text.empty() ? "" : ", ") + inQuotes(name) + ": " + inQuotes(value);
    for (const auto &[name, secret] : secrets)
        text += (text.empty() ? "" : ", ") + inQuotes(name) + ": {" +
                (secret.place == SecretPlace::Environment ? "env"
                 : secret.place == SecretPlace::Keychain  ? "keychain"
                                                          : "file") +
                ": " + inQuotes(secret.name) + "}";
    return "{" + text + "}";
}

} // namespace

Result<std::vector<McpServerEntry>> parseServers(std::string_view text, const std::string &file) {
    const ServersReader reader(file);
    try {
        return reader.read(YAML::Load(std::string(text)));
    } catch (const ServersReader::Complaint &complaint) {
        return fail(complaint.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, reader.at(error.mark));
    }
}

Result<std::vector<McpServerEntry>> readServers(const std::filesystem::path &file) {
    const auto text = readFile(file, MaxFile);
    if (!text) {
        if (text.error().code == ErrorCode::NotFound)
            return std::vector<McpServerEntry>{};
        return fail(text.error());
    }
    return parseServers(*text, file.string());
}

std::string serverEntryText(const McpServerEntry &entry) {
    std::string text = "  - name: " + entry.name + "\n";
    if (!entry.command.empty()) {
        text += "    command: [";
        for (std::size_t i = 0; i < entry.command.size(); ++i)
            text += (i == 0 ? "" : ", ") + inQuotes(entry.command[i]);
        text += "]\n";
    } else {
        text += "    url: " + inQuotes(entry.url) + "\n";
    }
    if (!entry.environment.empty() || !entry.secretEnvironment.empty())
        text += "    env: " + references(entry.environment, entry.secretEnvironment) + "\n";
    if (!entry.headers.empty() || !entry.secretHeaders.empty())
        text += "    headers: " + references(entry.headers, entry.secretHeaders) + "\n";
    if (!entry.cwd.empty())
        text += "    cwd: " + inQuotes(entry.cwd) + "\n";
    if (!entry.tags.empty()) {
        text += "    tags: [";
        for (std::size_t i = 0; i < entry.tags.size(); ++i)
            text += (i == 0 ? "" : ", ") + inQuotes(entry.tags[i]);
        text += "]\n";
    }
    if (!entry.path.empty() && entry.path != "/" + entry.name)
        text += "    path: " + inQuotes(entry.path) + "\n";
    return text;
}

Result<std::string> appendServer(std::string_view before, const std::string &file, const McpServerEntry &entry) {
    const auto known = parseServers(before, file);
    if (!known)
        return fail(known.error());
    if (std::ranges::any_of(*known, [&](const auto &other) { return other.name == entry.name; }))
        return fail(ErrorCode::AlreadyExists, "there is a server `" + entry.name + "` already", {file});
    std::string after(before);
    if (!after.empty() && !after.ends_with('\n'))
        after += '\n';
    if (known->empty() && after.find("servers:") == std::string::npos)
        after += "servers:\n";
    // The list's own indentation, so that one item stands under the other.
    std::size_t indent = 2;
    for (std::size_t at = 0; at < after.size(); at = after.find('\n', at) + 1) {
        const std::size_t first = after.find_first_not_of(' ', at);
        if (first != std::string::npos && after.compare(first, 2, "- ") == 0) {
            indent = first - at;
            break;
        }
    }
    std::string item = serverEntryText(entry);
    std::string shifted;
    for (std::size_t at = 0; at < item.size();) {
        const std::size_t end = item.find('\n', at) + 1;
        shifted += std::string(indent, ' ') + item.substr(at + 2, end - at - 2);
        at = end;
    }
    after += shifted;
    // Whatever shape a person gave the file: what comes out must mean what was there and this entry, else it stays.
    const auto now = parseServers(after, file);
    const auto same = [](const McpServerEntry &a, const McpServerEntry &b) {
        return serverEntryText(a) == serverEntryText(b) && a.enabled == b.enabled && a.privacy == b.privacy;
    };
    if (!now || now->size() != known->size() + 1 || now->back().name != entry.name ||
        !std::equal(known->begin(), known->end(), now->begin(), same))
        return fail(ErrorCode::Unsupported,
                    "the file has a shape that an entry cannot be added to; add it by hand:\n" + item, {file});
    return after;
}

Result<std::string> switchServer(std::string_view before, const std::string &file, std::string_view name, bool on) {
    const auto known = parseServers(before, file);
    if (!known)
        return fail(known.error());
    const auto entry = std::ranges::find(*known, name, &McpServerEntry::name);
    if (entry == known->end())
        return fail(ErrorCode::NotFound, "there is no server `" + std::string(name) + "`", {file});
    if (entry->enabled == on)
        return std::string(before);
    const std::string word = on ? "true" : "false";
    std::string after(before);
    // Parsed without complaint above, so that nothing is thrown here.
    const YAML::Node node = YAML::Load(after)["servers"][static_cast<std::size_t>(entry - known->begin())];
    if (const YAML::Node flag = node["enabled"]) {
        after.replace(static_cast<std::size_t>(flag.Mark().pos), flag.Scalar().size(), word);
    } else if (const std::size_t end = after.find('\n', static_cast<std::size_t>(node["name"].Mark().pos));
               end != std::string::npos) {
        after.insert(end + 1,
                     std::string(static_cast<std::size_t>(node.Mark().column), ' ') + "enabled: " + word + '\n');
    } else {
        after += '\n' + std::string(static_cast<std::size_t>(node.Mark().column), ' ') + "enabled: " + word + '\n';
    }
    // Whatever shape a person gave the file: what comes out must mean what was there and this change, else it stays.
    const auto now = parseServers(after, file);
    const auto same = [&](const McpServerEntry &was, const McpServerEntry &is) {
        return serverEntryText(was) == serverEntryText(is) && was.privacy == is.privacy &&
               is.enabled == (was.name == name ? on : was.enabled);
    };
    if (!now || now->size() != known->size() || !std::equal(known->begin(), known->end(), now->begin(), same))
        return fail(ErrorCode::Unsupported,
                    "the file has a shape that cannot be changed here; write `enabled: " + word +
                        "` into the entry of `" + std::string(name) + "` by hand",
                    {file});
    return after;
}

} // namespace actionscope::upstream
