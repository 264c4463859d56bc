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

/// Runs of white space as one space: descriptions come indented as they stand in their programs.
std::string collapsed(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!space)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
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
