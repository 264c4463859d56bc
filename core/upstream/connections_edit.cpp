#include "upstream/connections_edit.h"

#include "base/file.h"
#include "base/json.h"

#include <algorithm>

namespace actionscope::upstream {
namespace {

constexpr std::size_t MaxSlug = 64;
constexpr std::uint64_t MaxFile = 1ULL << 20;

bool isSlug(std::string_view text) {
    return !text.empty() && text.size() <= MaxSlug && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    });
}

/// JSON texts are YAML's double-quoted ones.
std::string yamlText(std::string_view text) { return json::serialize(json::value(json::string(text))); }

/// As deep as the entries that are there, else two spaces.
std::string indentOf(std::string_view text) {
    const std::size_t at = text.rfind("\n- "), deeper = text.rfind("\n  - ");
    return at != std::string_view::npos && deeper == std::string_view::npos ? "" : "  ";
}

} // namespace

Result<void> addConnection(const std::filesystem::path &file, const Connection &connection) {
    if (!isSlug(connection.slug))
        return fail(ErrorCode::InvalidArgument, "a connection's slug is 1 to 64 letters, digits, - _ or .");
    std::string text;
    const auto stamp = fileStamp(file);
    if (stamp) {
        auto read = readFile(file, MaxFile, "limits.connections_bytes");
        if (!read)
            return fail(read.error());
        text = std::move(*read);
    }
    const auto before = readConnections(file);
    if (!before)
        return fail(before.error());
    if (std::any_of(before->begin(), before->end(), [&](const Connection &c) { return c.slug == connection.slug; }))
        return fail(ErrorCode::AlreadyExists, "there is a connection " + connection.slug + " already", {file.string()});
    if (!text.empty() && text.back() != '\n')
        text += '\n';
    const std::string indent = indentOf(text);
    std::string entry = indent + "- slug: " + yamlText(connection.slug) + '\n' + indent +
                        "  service: " + yamlText(connection.service) + '\n';
    if (!connection.scheme.empty())
        entry += indent + "  scheme: " + yamlText(connection.scheme) + '\n';
    // Kept in the encrypted file unless the caller says otherwise; there is no secret in it yet.
    const bool isVariable = connection.secret.place == SecretPlace::Environment;
    entry += indent + "  secret: {" + (isVariable ? "env: " : "file: ") +
             yamlText(connection.secret.name.empty() ? connection.slug : connection.secret.name) + "}\n";
    if (text.find("connections:") == std::string::npos)
        text += "connections:\n";
    const std::string after = text + entry;
    // Written beside it and read back first: what cannot be read must not be in force.
    const std::filesystem::path trial = file.string() + ".new";
    if (auto written = writeFileAtomically(trial, after); !written)
        return fail(written.error());
    const auto check = readConnections(trial);
    std::error_code ignored;
    std::filesystem::remove(trial, ignored);
    if (!check || check->size() != before->size() + 1 || check->back().slug != connection.slug)
        return fail(ErrorCode::Unsupported, "this file cannot be added to safely; add these lines yourself:\n" + entry,
                    {file.string()});
    WriteOptions options;
    if (stamp)
        options.expected = stamp;
    else
        options.mustNotExist = true;
    return writeFileAtomically(file, after, options);
}

} // namespace actionscope::upstream
