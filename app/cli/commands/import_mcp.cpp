#include "commands/import_mcp.h"

#include "base/text.h"
#include "net/http_client.h"

#include <algorithm>

namespace actionscope::cli {
namespace {

constexpr std::string_view Stdio = "mcp+stdio:", Http = "mcp+http:", Https = "mcp+https:";

/// Words of a command line: split at spaces, with quotes and backslashes as a shell has them and nothing else of one.
Result<std::vector<std::string>> commandWords(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
            word += text[++i];
            inside = true;
        } else if (quote != '\0') {
            if (c == quote)
                quote = '\0';
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            inside = true;
        } else if (c == ' ' || c == '\t') {
            if (inside)
                words.push_back(std::exchange(word, {}));
            inside = false;
        } else {
            word += c;
            inside = true;
        }
    }
    if (quote != '\0')
        return fail(ErrorCode::InvalidArgument, "the command has an opening quote without a closing one");
    if (inside)
        words.push_back(word);
    if (words.empty())
        return fail(ErrorCode::InvalidArgument, "mcp+stdio: is followed by the command that starts the server");
    return words;
}

/// A name out of "https://mcp.example.com/mcp" or "npx -y @scope/server-memory /data".
std::string nameOf(const upstream::McpServerEntry &entry) {
    if (!entry.url.empty()) {
        std::string host = net::originOf(entry.url);
        return serviceId(host.substr(host.find("//") + 2));
    }
    for (std::size_t i = entry.command.size() > 1 ? 1 : 0; i < entry.command.size(); ++i) {
        const std::string &word = entry.command[i];
        if (word.starts_with('-'))
            continue;
        return serviceId(std::filesystem::path(word).stem().string());
    }
    return serviceId(std::filesystem::path(entry.command.front()).stem().string());
}

} // namespace

bool isMcpSource(const std::string &source, const std::string &as) {
    return as == "mcp" || source.starts_with(Stdio) || source.starts_with(Http) || source.starts_with(Https);
}

Result<upstream::McpServerEntry> mcpEntry(const std::string &source, const std::string &service,
                                          const std::filesystem::path &serversFile) {
    upstream::McpServerEntry entry;
    entry.where.file = serversFile.string();
    const bool program = source.starts_with(Stdio);
    if (program) {
        auto words = commandWords(std::string_view(source).substr(Stdio.size()));
        if (!words)
            return fail(words.error());
        entry.command = std::move(*words);
    } else {
        entry.url = source.starts_with("mcp+") ? source.substr(4) : source;
        if (net::originOf(entry.url).empty())
            return fail(ErrorCode::InvalidArgument,
                        "an MCP server is named as mcp+https://HOST/PATH or mcp+stdio:COMMAND", {source});
    }
    entry.name = !service.empty() ? service : nameOf(entry);
    if (entry.name.empty())
        return fail(ErrorCode::InvalidArgument, "no name can be made of this server; give one with --service",
                    {source});
    entry.path = "/" + entry.name;
    return entry;
}

} // namespace actionscope::cli
