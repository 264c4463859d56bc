#include "sources.h"

#include "base/json.h"
#include "ingest/openapi.h"
#include "retrieval/detail/prose.h"

#include <algorithm>
#include <array>
#include <set>

namespace actionscope::trainer {
namespace {

using retrieval::detail::firstSentences;

// Public benchmarks' catalogs are made of these two: a table that has read them would look better than it is.
constexpr std::array<std::string_view, 2> LeftOut{"spotify.com", "etmdb.com"};
constexpr std::size_t Sentences = 5;
constexpr std::size_t MaxBodyNames = 40, MaxResponseNames = 24, MaxDepth = 64;
constexpr std::string_view ReferencePrefix = "#/";

const json::value *resolve(const json::value &document, const json::value *value) {
    for (int steps = 0; value && steps < 8; ++steps) {
        const std::string_view reference = stringMember(*value, "$ref");
        if (!reference.starts_with(ReferencePrefix))
            return value;
        boost::system::error_code error;
        value = document.find_pointer(reference.substr(1), error);
        if (error)
            return nullptr;
    }
    return nullptr;
}

/// Names of an object schema's members; those of an array's items; of both when it is `allOf`.
void propertyNames(const json::value &document, const json::value *schema, std::set<std::string> &names,
                   int depth = 0) {
    schema = resolve(document, schema);
    if (!schema || depth > 3)
        return;
    if (const json::object *properties = objectMember(*schema, "properties")) {
        for (const auto &property : *properties)
            names.emplace(property.key());
    }
    propertyNames(document, member(*schema, "items"), names, depth + 1);
    if (const json::array *all = arrayMember(*schema, "allOf")) {
        for (const json::value &part : *all)
            propertyNames(document, &part, names, depth + 1);
    }
}

std::string responseNames(const json::value &document, const json::value &operation) {
    const json::object *responses = objectMember(operation, "responses");
    if (!responses)
        return {};
    std::set<std::string> names;
    for (const std::string_view status : {"200", "201", "default"}) {
        const json::value *response = resolve(document, member(*responses, status));
        if (!response)
            continue;
        propertyNames(document, member(*response, "schema"), names);
        if (const json::object *content = objectMember(*response, "content")) {
            for (const auto &type : *content)
                propertyNames(document, member(type.value(), "schema"), names);
        }
        if (!names.empty())
            break;
    }
    std::string joined;
    std::size_t count = 0;
    for (const std::string &name : names) {
        if (count++ == MaxResponseNames)
            break;
        joined += name + ' ';
    }
    return joined;
}

std::string firstOf(std::string_view prose) {
    std::vector<std::string> sentences = firstSentences(prose, 1);
    return sentences.empty() ? std::string() : std::move(sentences.front());
}

void addPair(Corpus &corpus, Kind kind, std::string_view name, std::string_view description) {
    std::string sentence = firstOf(description);
    if (!name.empty() && !sentence.empty())
        corpus.pairs.push_back({kind, std::string(name), std::move(sentence)});
}

/// Every described property, wherever in the document it stands.
void collectProperties(const json::value &value, Corpus &corpus, std::size_t depth = 0) {
    if (depth > MaxDepth)
        return;
    if (value.is_array()) {
        for (const json::value &item : value.get_array())
            collectProperties(item, corpus, depth + 1);
        return;
    }
    if (!value.is_object())
        return;
    for (const auto &entry : value.get_object()) {
        if (entry.key() == "properties" && entry.value().is_object()) {
            for (const auto &property : entry.value().get_object())
                addPair(corpus, Kind::Property, property.key(), stringMember(property.value(), "description"));
        }
        collectProperties(entry.value(), corpus, depth + 1);
    }
}

void collectSchemas(const json::value &document, Corpus &corpus) {
    const json::object *components = objectMember(document, "components");
    for (const json::object *schemas :
         {objectMember(document, "definitions"), components ? objectMember(*components, "schemas") : nullptr}) {
        if (!schemas)
            continue;
        for (const auto &schema : *schemas)
            addPair(corpus, Kind::Schema, schema.key(), stringMember(schema.value(), "description"));
    }
}

Corpus collectOne(const ingest::Source &source, const std::string &group, const std::string &path) {
    Corpus corpus;
    const auto service = ingest::readOpenApi(source, {});
    if (!service)
        return corpus;
    const auto document = parseJson(service->copy);
    if (!document)
        return corpus;
    for (const catalog::Capability &capability : service->actions) {
        Action action;
        action.kind = Kind::Operation;
        action.group = group;
        action.source = path;
        action.method = std::string(catalog::methodName(capability.method));
        action.title = firstOf(capability.title);
        action.sentences = firstSentences(capability.description, Sentences);
        action.name = capability.name;
        action.path = retrieval::detail::pathTail(capability.path, 2);
        for (const std::string &tag : capability.tags)
            action.tags += tag + ' ';
        std::size_t members = 0;
        for (const catalog::Parameter &parameter : capability.parameters) {
            const bool body = parameter.place == catalog::Place::Body;
            if (body && members++ >= MaxBodyNames)
                continue;
            (body ? action.body : action.parameters) += parameter.name + ' ';
            if (!body)
                addPair(corpus, Kind::Property, parameter.name, parameter.description);
        }
        action.service = service->info.title;
        boost::system::error_code error;
        if (const json::value *operation = document->find_pointer(capability.pointer, error))
            action.response = responseNames(*document, *operation);
        corpus.actions.push_back(std::move(action));
    }
    collectProperties(*document, corpus);
    collectSchemas(*document, corpus);
    corpus.removeDuplicates();
    return corpus;
}

} // namespace

Result<Corpus> collectOpenApi(const std::filesystem::path &folder, Executor &executor, std::size_t &skipped) {
    std::vector<ingest::Skipped> unread;
    auto found = ingest::findSources(folder.string(), std::nullopt, {}, unread, {});
    if (!found)
        return fail(found.error());
    std::vector<ingest::Source> &sources = *found;
    std::sort(sources.begin(), sources.end(),
              [](const ingest::Source &a, const ingest::Source &b) { return a.file < b.file; });
    std::vector<std::string> groups(sources.size()), paths(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        // Both ways of writing a path, relative or through a link, name the same provider: what is left out hangs on
        // it.
        std::error_code error;
        const std::filesystem::path relative = std::filesystem::relative(sources[i].file, folder, error);
        if (error || relative.empty() || *relative.begin() == "..")
            return fail(ErrorCode::Internal, "cannot tell which provider describes " + sources[i].file.string() +
                                                 ": it is not below " + folder.string());
        paths[i] = relative.generic_string();
        groups[i] = relative.begin()->string();
        if (groups[i].ends_with(".json"))
            groups[i].resize(groups[i].size() - 5);
    }
    std::vector<Corpus> parts(sources.size());
    executor.forEach(sources.size(), [&](std::size_t i) {
        if (std::find(LeftOut.begin(), LeftOut.end(), groups[i]) == LeftOut.end())
            parts[i] = collectOne(sources[i], groups[i], paths[i]);
    });
    Corpus corpus;
    for (Corpus &part : parts) {
        skipped += part.actions.empty() ? 1 : 0;
        corpus.append(std::move(part));
    }
    return corpus;
}

} // namespace actionscope::trainer
