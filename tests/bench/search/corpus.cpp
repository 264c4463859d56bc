#include "corpus.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "retrieval/analyzer.h"
#include "retrieval/detail/fields.h"

#include <algorithm>
#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <map>
#include <random>
#include <set>

namespace actionscope::bench {
namespace {

constexpr std::array<std::string_view, 8> Methods{"get", "put", "post", "delete", "options", "head", "patch", "trace"};

/// Follows local references; null when they lead nowhere or in circles.
const json::value *resolve(const json::value &root, const json::value *value) {
    for (int steps = 0; value != nullptr && steps < 32; ++steps) {
        const std::string_view reference = stringMember(*value, "$ref");
        if (reference.empty())
            return value;
        if (!reference.starts_with("#/"))
            return nullptr;
        boost::system::error_code error;
        // Pointers inside references are percent-encoded here and there; those that matter to operations are not.
        value = root.find_pointer(reference.substr(1), error);
        if (error)
            return nullptr;
    }
    return nullptr;
}

void addParameters(const json::value &root, const json::value &holder, std::vector<catalog::Parameter> &parameters) {
    const json::array *list = arrayMember(holder, "parameters");
    if (list == nullptr)
        return;
    for (const json::value &entry : *list) {
        const json::value *parameter = resolve(root, &entry);
        if (parameter == nullptr || stringMember(*parameter, "name").empty())
            continue;
        const std::string name(stringMember(*parameter, "name"));
        if (std::none_of(parameters.begin(), parameters.end(), [&](const auto &known) { return known.name == name; }))
            parameters.push_back({name, "", "", catalog::Place::Query, false});
    }
}

std::vector<catalog::Capability> operationsOf(const json::value &root) {
    std::vector<catalog::Capability> operations;
    const json::object *paths = objectMember(root, "paths");
    if (paths == nullptr)
        return operations;
    std::map<std::string, std::size_t> names;
    for (const auto &[path, entry] : *paths) {
        const json::value *item = resolve(root, &entry);
        if (item == nullptr || !item->is_object())
            continue;
        for (const std::string_view method : Methods) {
            const json::value *operation = member(*item, method);
            if (operation == nullptr || !operation->is_object())
                continue;
            catalog::Capability action;
            action.name = stringMember(*operation, "operationId");
            action.title = stringMember(*operation, "summary");
            action.description = truncateUtf8(stringMember(*operation, "description"), catalog::MaxDescription);
            action.method = *catalog::methodFromName(method);
            action.path = path;
            if (const json::array *tags = arrayMember(*operation, "tags")) {
                for (const json::value &tag : *tags) {
                    if (tag.is_string())
                        action.tags.emplace_back(tag.as_string());
                }
            }
            addParameters(root, *operation, action.parameters);
            addParameters(root, *item, action.parameters);
            if (action.name.empty())
                action.name = std::string(method);
            action.name += std::string(names[action.name]++, ' ');
            operations.push_back(std::move(action));
        }
    }
    return operations;
}

const std::set<std::string, std::less<>> &fillerWords() {
    static const std::set<std::string, std::less<>> words{
        "a",     "an",   "and",  "are",   "as",  "at",   "be",     "by",   "can",  "do",    "does", "for",  "from",
        "has",   "have", "how",  "i",     "if",  "in",   "into",   "is",   "it",   "its",   "me",   "my",   "of",
        "on",    "one",  "or",   "our",   "out", "so",   "such",   "that", "the",  "their", "them", "then", "there",
        "these", "they", "this", "those", "to",  "up",   "us",     "was",  "we",   "were",  "what", "when", "where",
        "which", "who",  "will", "with",  "you", "your", "please", "want", "need", "would"};
    return words;
}

std::vector<std::string> tokensOf(std::string_view text) {
    retrieval::Analyzer analyzer({.stem = false, .stopWords = false});
    std::vector<std::string> tokens;
    for (auto &token : analyzer.analyze(text))
        tokens.push_back(std::move(token.term));
    return tokens;
}

Query makeQuery(std::string_view text, std::int64_t source) {
    Query query;
    query.source = source;
    std::set<std::string> seen;
    for (const std::string &token : tokensOf(text)) {
        query.raw += (query.raw.empty() ? "" : " ") + token;
        if (fillerWords().contains(token) || !seen.insert(token).second)
            continue;
        query.text += (query.text.empty() ? "" : " ") + token;
        query.tokens.push_back(token);
    }
    return query;
}

constexpr std::array<std::string_view, 50> HandWritten{"send an email to a user",
                                                       "create a calendar event",
                                                       "list my unread messages",
                                                       "delete a file from drive",
                                                       "upload a photo",
                                                       "search for songs by artist",
                                                       "get the current weather",
                                                       "convert currency from USD to EUR",
                                                       "refund a payment",
                                                       "create a new customer",
                                                       "cancel a subscription",
                                                       "list all invoices of last month",
                                                       "add a member to a group",
                                                       "reset a user's password",
                                                       "revoke an access token",
                                                       "start a virtual machine",
                                                       "stop all running instances",
                                                       "create a storage bucket",
                                                       "list objects in a bucket",
                                                       "delete an old snapshot",
                                                       "open a pull request",
                                                       "merge a branch",
                                                       "close an issue",
                                                       "add a label to an issue",
                                                       "list the commits of a repository",
                                                       "trigger a build",
                                                       "get the logs of a job",
                                                       "create a webhook",
                                                       "send a text message",
                                                       "make a phone call",
                                                       "translate text to german",
                                                       "detect faces in an image",
                                                       "transcribe an audio file",
                                                       "find restaurants nearby",
                                                       "book a flight",
                                                       "track a shipment",
                                                       "get stock prices",
                                                       "update the inventory of a product",
                                                       "create a discount code",
                                                       "assign a ticket to an agent",
                                                       "schedule a meeting room",
                                                       "share a document with a team",
                                                       "export a report as pdf",
                                                       "list employees on leave",
                                                       "approve an expense",
                                                       "block an ip address",
                                                       "rotate an encryption key",
                                                       "create a dns record",
                                                       "restore a database from backup",
                                                       "get the number of active users"};

} // namespace

Result<std::shared_ptr<const catalog::Catalog>> readCorpus(const std::filesystem::path &folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder, error)) {
        if (entry.is_regular_file() && entry.path().extension() == ".json")
            files.push_back(entry.path());
    }
    if (files.empty())
        return fail(ErrorCode::NotFound,
                    "no descriptions under " + folder.string() + "; tests/bench/corpora.sh fetches them");
    std::sort(files.begin(), files.end());
    std::vector<catalog::Service> services;
    std::set<std::string> ids;
    for (const auto &file : files) {
        const auto text = readFile(file, 1ULL << 30);
        if (!text)
            return fail(text.error());
        json::monotonic_resource memory;
        const auto root = parseJson(*text, file.string(), {}, &memory);
        if (!root)
            return fail(root.error());
        auto operations = operationsOf(*root);
        if (operations.empty())
            continue;
        catalog::Service service;
        service.info.id = serviceId(std::filesystem::relative(file, folder).replace_extension().string());
        while (!ids.insert(service.info.id).second)
            service.info.id += "-2";
        auto segment = catalog::Segment::build(std::move(operations));
        if (!segment)
            return fail(segment.error());
        service.segment = std::move(*segment);
        services.push_back(std::move(service));
    }
    return catalog::Catalog::build(std::move(services));
}

std::vector<std::string> tokenStreams(const catalog::Catalog &catalog) {
    std::vector<std::string> streams;
    streams.reserve(catalog.size());
    retrieval::Tokenizer tokenizer;
    std::string buffer;
    for (const catalog::Service &service : catalog.services()) {
        const std::string words = retrieval::detail::serviceText(service.info, tokenizer);
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            std::string stream;
            retrieval::detail::forEachText(service.segment->at(i), words, buffer, [&](auto, std::string_view text) {
                tokenizer.split(text, [&](const retrieval::Tokenizer::Word &word) {
                    if (!stream.empty())
                        stream += ' ';
                    stream += word.text;
                });
            });
            streams.push_back(std::move(stream));
        }
    }
    return streams;
}

std::vector<Query> makeQueries(const catalog::Catalog &catalog) {
    std::vector<Query> queries;
    std::mt19937 random(20'261'121);
    const auto graph = catalog.findService("microsoft-com-graph-beta");
    const auto sample = [&](std::size_t count, auto &&wanted) {
        std::set<std::string> seen;
        for (std::size_t tries = 0; seen.size() < count && tries < 1'000'000; ++tries) {
            const auto ordinal = static_cast<catalog::Ordinal>(random() % catalog.size());
            if (!wanted(ordinal))
                continue;
            Query query = makeQuery(catalog.at(ordinal).title(), ordinal);
            if (query.tokens.size() >= 2 && query.tokens.size() <= 16 && seen.insert(query.text).second)
                queries.push_back(std::move(query));
        }
    };
    const auto inGraph = [&](catalog::Ordinal ordinal) { return graph && catalog.serviceIndexOf(ordinal) == *graph; };
    sample(250, inGraph);
    sample(250, [&](catalog::Ordinal ordinal) { return !inGraph(ordinal); });
    for (const std::string_view text : HandWritten)
        queries.push_back(makeQuery(text, -1));
    return queries;
}

} // namespace actionscope::bench
