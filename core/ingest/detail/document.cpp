#include "ingest/detail/document.h"

#include "base/text.h"

namespace actionscope::ingest::detail {
namespace {

/// The word for markup that is no description, or empty.
std::string_view markup(std::string_view text) {
    if (!text.starts_with('<'))
        return {};
    const std::string head = toLowerAscii(text.substr(0, 512));
    if (head.find("<html") != std::string::npos || head.starts_with("<!doctype html"))
        return "an HTML page";
    return "XML or HTML markup";
}

} // namespace

Result<Document> readDocument(std::string_view text, const std::string &file, const ImportLimits &limits,
                              const json::storage_ptr &storage, const Job &job) {
    std::string_view content = text;
    if (content.starts_with("\xEF\xBB\xBF"))
        content.remove_prefix(3);
    const std::size_t start = content.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        return fail(ErrorCode::Unsupported, "the file is empty; expected an OpenAPI description", {file});
    content.remove_prefix(start);
    if (const std::string_view what = markup(content); !what.empty())
        return fail(
            ErrorCode::Unsupported,
            "this is " + std::string(what) +
                ", not an OpenAPI description (link to the JSON or YAML file itself, not to a page that shows it)",
            {file, 1, 1});
    const std::string extension = toLowerAscii(std::filesystem::path(file).extension().string());
    const bool bracket = content.front() == '{' || content.front() == '[';
    if (!bracket) {
        // Servers give YAML under any name. A file that is neither and calls itself JSON hears of JSON.
        Result<Document> yaml = readYaml(text, file, limits, storage, job);
        if (!yaml && yaml.error().code == ErrorCode::ParseError && extension == ".json")
            return readJson(text, file, limits, storage);
        return yaml;
    }
    Result<Document> read = readJson(text, file, limits, storage);
    if (read || extension == ".json" || read.error().code != ErrorCode::ParseError)
        return read;
    // YAML's flow style looks like JSON from outside. If it is not that either, the complaint about JSON is the better
    // one for a file that nobody called YAML.
    Result<Document> yaml = readYaml(text, file, limits, storage, job);
    return yaml || extension == ".yaml" || extension == ".yml" ? std::move(yaml) : std::move(read);
}

} // namespace actionscope::ingest::detail
