#include "sources.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "retrieval/detail/prose.h"

#include <algorithm>
#include <set>

namespace actionscope::trainer {
namespace {

constexpr std::uint64_t MaxFileBytes = 256ULL << 20;
constexpr std::size_t MaxDescriptionBytes = 600, Sentences = 5;

/// Bytes of the white space that `text` begins with, Unicode's too; 0 when it begins with something else.
std::size_t spaceAt(std::string_view text) {
    if (text.empty())
        return 0;
    if (constexpr std::string_view Ascii = " \t\n\v\f\r\x1c\x1d\x1e\x1f"; Ascii.find(text.front()) != Ascii.npos)
        return 1;
    for (const std::string_view space : {"\xC2\x85", "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9",
                                         "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"}) {
        if (text.starts_with(space))
            return space.size();
    }
    // U+2000 to U+200A, the wide and narrow ones.
    const bool general = text.size() > 2 && text.starts_with("\xE2\x80");
    const auto last = static_cast<unsigned char>(general ? text[2] : 0);
    return last >= 0x80 && last <= 0x8A ? 3 : 0;
}

/// Runs of white space as one space, none at the ends: descriptions come indented as they stand in their programs.
std::string collapsed(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t space = spaceAt(text);
        if (space == 0)
            out += text.front();
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
        text.remove_prefix(std::max<std::size_t>(1, space));
    }
    if (out.ends_with(' '))
        out.pop_back();
    return out;
}

Action toolOf(std::string_view service, std::string_view name, std::string_view description) {
    Action action;
    action.kind = Kind::Tool;
    action.group = service;
    action.source = service;
    action.service = service;
    action.name = name;
    action.sentences =
        retrieval::detail::firstSentences(truncateUtf8(collapsed(description), MaxDescriptionBytes), Sentences);
    return action;
}

Result<Corpus> fromLines(const std::filesystem::path &file) {
    const auto text = readFile(file, MaxFileBytes);
    if (!text)
        return fail(text.error());
    Corpus corpus;
    std::string_view rest = *text;
    for (std::uint32_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const auto line = parseJson(rest.substr(0, end), file.string());
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!line)
            return fail(ErrorCode::ParseError, line.error().message, {file.string(), number, 0});
        Action action =
            toolOf(stringMember(*line, "service"), stringMember(*line, "name"), stringMember(*line, "description"));
        if (const json::array *parameters = arrayMember(*line, "parameters")) {
            for (const json::value &parameter : *parameters)
                (action.parameters += stringMember(parameter, "name")) += ' ';
        }
        corpus.actions.push_back(std::move(action));
    }
    return corpus;
}

/// "0001.exa_exa-search_labeled.json" → "exa-exa-search".
std::string serviceOf(const std::filesystem::path &file) {
    std::string name = file.stem().string();
    if (const std::size_t dot = name.find('.'); dot != std::string::npos)
        name.erase(0, dot + 1);
    if (constexpr std::string_view ending = "_labeled"; name.ends_with(ending))
        name.resize(name.size() - ending.size());
    return serviceId(name);
}

Result<Corpus> fromFolder(const std::filesystem::path &folder) {
    std::set<std::filesystem::path> files;
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".json")
            files.insert(entry.path());
    }
    if (error)
        return fail(ErrorCode::NotFound, "cannot read the folder " + folder.string() + ": " + error.message());
    Corpus corpus;
    std::set<std::pair<std::string, std::string>> seen; // many servers are copies of one
    for (const std::filesystem::path &file : files) {
        const auto text = readFile(file, MaxFileBytes);
        if (!text)
            return fail(text.error());
        const auto document = parseJson(*text, file.string());
        if (!document)
            return fail(document.error());
        const json::value *metadata = member(*document, "metadata");
        const json::value *answer = metadata ? member(*metadata, "remote_server_response") : nullptr;
        const json::array *tools = answer ? arrayMember(*answer, "tools") : nullptr;
        if (!tools || tools->empty()) {
            const json::value *crawled = metadata ? member(*metadata, "server_info_crawled") : nullptr;
            tools = crawled ? arrayMember(*crawled, "tools") : nullptr;
        }
        for (const json::value &tool : tools ? *tools : json::array{}) {
            Action action = toolOf(serviceOf(file), stringMember(tool, "name"), stringMember(tool, "description"));
            if (const json::object *schema = objectMember(tool, "input_schema")) {
                if (const json::object *properties = objectMember(*schema, "properties")) {
                    for (const auto &property : *properties)
                        (action.parameters += property.key()) += ' ';
                }
            }
            if (seen.emplace(action.name, collapsed(stringMember(tool, "description"))).second)
                corpus.actions.push_back(std::move(action));
        }
    }
    return corpus;
}

} // namespace

Result<Corpus> collectTools(const std::filesystem::path &path) {
    return std::filesystem::is_directory(path) ? fromFolder(path) : fromLines(path);
}

} // namespace actionscope::trainer
