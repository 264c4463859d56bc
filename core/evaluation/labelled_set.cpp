#include "evaluation/labelled_set.h"

#include "base/json.h"
#include "base/text.h"
#include "evaluation/detail/lines.h"
#include "retrieval/token_table.h"
#include "retrieval/vector_index.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace actionscope::evaluation {
namespace {

constexpr std::uint64_t MaxBenchmarkBytes = 1ULL << 30;
constexpr std::size_t ListedWarnings = 20;

/// A benchmark folder's actions as a catalog, and the ids that its judgements use.
struct Actions {
    std::shared_ptr<const catalog::Catalog> catalog;
    std::vector<std::string> ids;                                  ///< by ordinal
    std::map<std::string, catalog::Ordinal, std::less<>> ordinals; ///< by id
};

Result<std::string> required(const json::value &object, std::string_view key, const Location &where) {
    const json::value *value = member(object, key);
    if (value == nullptr || !value->is_string() || value->as_string().empty())
        return fail(ErrorCode::ParseError, "\"" + std::string(key) + "\" is missing or not a text", where);
    return std::string(value->as_string());
}

Result<catalog::Capability> readAction(const json::value &object, const Location &where) {
    catalog::Capability action;
    auto name = required(object, "name", where);
    if (!name)
        return fail(name.error());
    action.name = std::move(*name);
    action.description = truncateUtf8(stringMember(object, "description"), catalog::MaxDescription);
    action.path = stringMember(object, "path");
    if (const std::string_view method = stringMember(object, "method"); !method.empty())
        action.method = catalog::methodFromName(method).value_or(catalog::Method::None);
    if (const json::array *tags = arrayMember(object, "tags")) {
        for (const json::value &tag : *tags) {
            if (tag.is_string())
                action.tags.emplace_back(tag.as_string());
        }
    }
    if (const json::array *parameters = arrayMember(object, "parameters")) {
        for (const json::value &value : *parameters) {
            catalog::Parameter parameter;
            parameter.name = stringMember(value, "name");
            parameter.description = truncateUtf8(stringMember(value, "description"), catalog::MaxParameterDescription);
            action.parameters.push_back(std::move(parameter));
        }
    }
    return action;
}

Result<Actions> readActions(const std::filesystem::path &folder) {
    struct Read {
        std::string id;
        catalog::Capability action;
        Location where;
    };
    std::map<std::string, std::vector<Read>> byService;
    const auto read =
        detail::forEachObjectOf(folder / "actions.jsonl", MaxBenchmarkBytes,
                                [&](const json::value &object, const Location &where) -> Result<void> {
                                    auto id = required(object, "id", where),
                                         service = required(object, "service", where);
                                    auto action = readAction(object, where);
                                    if (!id || !service || !action)
                                        return fail(!id ? id.error() : !service ? service.error() : action.error());
                                    byService[*service].push_back({std::move(*id), std::move(*action), where});
                                    return {};
                                });
    if (!read)
        return fail(read.error());

    Actions result;
    std::vector<catalog::Service> services;
    std::map<std::string, std::map<std::string, std::string>> ids; // service → name → id
    for (auto &[service, actions] : byService) {
        // Some sets use one name for several actions and tell them apart by id only; then the id's own part is the
        // name.
        std::map<std::string, int> uses;
        for (const Read &entry : actions)
            ++uses[entry.action.name];
        std::vector<catalog::Capability> capabilities;
        for (Read &entry : actions) {
            if (uses[entry.action.name] > 1 && entry.id.starts_with(service + '.'))
                entry.action.name = entry.id.substr(service.size() + 1);
            if (!ids[service].emplace(entry.action.name, entry.id).second)
                return fail(ErrorCode::ParseError,
                            "two actions of \"" + service + "\" are named \"" + entry.action.name + '"', entry.where);
            capabilities.push_back(std::move(entry.action));
        }
        catalog::Service built;
        built.info.id = service;
        auto segment = catalog::Segment::build(std::move(capabilities));
        if (!segment)
            return fail(segment.error());
        built.segment = std::move(*segment);
        services.push_back(std::move(built));
    }
    auto catalog = catalog::Catalog::build(std::move(services));
    if (!catalog)
        return fail(catalog.error());
    result.catalog = std::move(*catalog);
    for (catalog::Ordinal i = 0; i < result.catalog->size(); ++i) {
        const std::string &id = ids[result.catalog->serviceOf(i).info.id][std::string(result.catalog->at(i).name())];
        if (!result.ordinals.emplace(id, i).second)
            return fail(ErrorCode::ParseError, "the id \"" + id + "\" occurs twice",
                        {(folder / "actions.jsonl").string()});
        result.ids.push_back(id);
    }
    return result;
}

Result<void> readQueries(const std::filesystem::path &file, LabelledSet &set,
                         std::map<std::string, std::size_t, std::less<>> &places) {
    std::map<std::string, std::uint32_t> lines;
    return detail::forEachObjectOf(
        file, MaxBenchmarkBytes, [&](const json::value &object, const Location &where) -> Result<void> {
            auto id = required(object, "id", where), text = required(object, "text", where);
            if (!id || !text)
                return fail(!id ? id.error() : text.error());
            if (const auto [first, fresh] = lines.emplace(*id, where.line); !fresh)
                return fail(ErrorCode::ParseError,
                            "the query id \"" + *id + "\" occurs twice; the first is in line " +
                                std::to_string(first->second),
                            where);
            places.emplace(*id, set.queries.size());
            set.queries.push_back({std::move(*id), std::move(*text), {}});
            return {};
        });
}

Result<void> readJudgements(const std::filesystem::path &file, const Actions &actions,
                            const std::map<std::string, std::size_t, std::less<>> &places, LabelledSet &set) {
    std::vector<std::map<catalog::Ordinal, int>> judgements(set.queries.size());
    std::uint32_t strangers = 0;
    auto read = detail::forEachLineOf(
        file, MaxBenchmarkBytes, [&](std::string_view line, const Location &where) -> Result<void> {
            const std::size_t first = line.find('\t');
            const std::size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
            if (second == std::string_view::npos)
                return fail(ErrorCode::ParseError, "a line has three columns: query id, action id, relevance", where);
            const std::string_view query = line.substr(0, first), action = line.substr(first + 1, second - first - 1);
            const std::string_view grade = line.substr(second + 1);
            int relevance = 0;
            const auto parsed = std::from_chars(grade.data(), grade.data() + grade.size(), relevance);
            if (parsed.ec != std::errc() || parsed.ptr != grade.data() + grade.size()) {
                if (where.line == 1)
                    return {}; // a heading
                return fail(ErrorCode::ParseError, "the relevance \"" + std::string(grade) + "\" is no whole number",
                            where);
            }
            const auto ordinal = actions.ordinals.find(action);
            if (ordinal == actions.ordinals.end())
                return fail(ErrorCode::ParseError,
                            "no action of actions.jsonl has the id \"" + std::string(action) + '"', where);
            const auto place = places.find(query);
            if (place == places.end()) {
                if (++strangers <= ListedWarnings)
                    set.warnings.push_back(where.toString() + ": queries.jsonl has no query \"" + std::string(query) +
                                           "\", so the judgement counts for nothing");
                return {};
            }
            judgements[place->second][ordinal->second] = relevance;
            return {};
        });
    if (!read)
        return read;
    if (strangers > ListedWarnings)
        set.warnings.push_back(file.string() + ": and " + std::to_string(strangers - ListedWarnings) +
                               " more judgements of queries that queries.jsonl does not have");
    for (std::size_t i = 0; i < judgements.size(); ++i)
        set.queries[i].judgements.assign(judgements[i].begin(), judgements[i].end());
    return {};
}

} // namespace

bool LabelledQuery::hasAnswer() const {
    return std::any_of(judgements.begin(), judgements.end(), [](const auto &entry) { return entry.second > 0; });
}

std::string LabelledSet::idOf(catalog::Ordinal ordinal) const {
    return ids.empty() ? catalog->qualifiedName(ordinal) : ids[ordinal];
}

SearcherFactory shippedSearcher() {
    return [](std::shared_ptr<const catalog::Catalog> catalog, Executor &executor,
              const Job &job) -> Result<std::shared_ptr<const retrieval::Searcher>> {
        auto index = retrieval::Index::build(catalog, nullptr, executor, job);
        if (!index)
            return fail(index.error());
        auto vectors =
            retrieval::VectorIndex::build(std::move(catalog), retrieval::TokenTable::shipped(), nullptr, executor, job);
        if (!vectors)
            return fail(vectors.error());
        return std::make_shared<const retrieval::Searcher>(std::move(*index), std::move(*vectors));
    };
}

std::string familyOf(std::string_view set) {
    const std::size_t end = set.find_first_of("-_0123456789");
    return std::string(end == 0 || end == std::string_view::npos ? set : set.substr(0, end));
}

Result<std::shared_ptr<const catalog::Catalog>> readBenchmarkCatalog(const std::filesystem::path &folder) {
    auto actions = readActions(folder);
    if (!actions)
        return fail(actions.error());
    return std::move(actions->catalog);
}

Result<LabelledSet> readLabelledFolder(const std::filesystem::path &folder, const SearcherFactory &searcher,
                                       Executor &executor, const Job &job) {
    for (const char *name : {"queries.jsonl", "qrels.tsv"}) {
        if (!std::filesystem::exists(folder / name))
            return fail(ErrorCode::NotFound,
                        "no " + std::string(name) + " in " + folder.string() + ": a catalog without queries");
    }
    auto actions = readActions(folder);
    if (!actions)
        return fail(actions.error());
    LabelledSet set;
    set.name = std::filesystem::path((folder / "").parent_path()).filename().string();
    set.family = familyOf(set.name);
    std::map<std::string, std::size_t, std::less<>> places;
    if (auto read = readQueries(folder / "queries.jsonl", set, places); !read)
        return fail(read.error());
    if (auto read = readJudgements(folder / "qrels.tsv", *actions, places, set); !read)
        return fail(read.error());
    set.catalog = actions->catalog;
    set.ids = std::move(actions->ids);
    auto made = searcher(set.catalog, executor, job);
    if (!made)
        return fail(made.error());
    set.searcher = std::move(*made);
    return set;
}

LabelledSet labelledSet(const QuerySet &queries, std::shared_ptr<const retrieval::Searcher> searcher,
                        retrieval::Visibility visibility) {
    LabelledSet set;
    set.name = queries.name;
    set.family = queries.name;
    set.catalog = std::shared_ptr<const catalog::Catalog>(searcher, &searcher->index().catalog());
    set.searcher = std::move(searcher);
    set.visibility = std::move(visibility);
    std::size_t unknown = 0;
    for (const JudgedQuery &query : queries.queries) {
        LabelledQuery labelled{query.id, query.text, {}};
        for (const auto &[name, grade] : query.judgements) {
            if (const auto ordinal = set.catalog->find(name)) {
                labelled.judgements.emplace_back(*ordinal, grade);
            } else if (++unknown <= ListedWarnings) {
                const auto near = set.catalog->nearest(name, 1);
                set.warnings.push_back(Location{queries.file.string(), query.line, 0}.toString() +
                                       (queries.file.empty() && query.line == 0 ? "" : ": ") + "query \"" + query.id +
                                       "\" judges \"" + name + "\", which the catalog does not have" +
                                       (near.empty() ? std::string() : "; the nearest is " + near.front()));
            }
        }
        std::sort(labelled.judgements.begin(), labelled.judgements.end());
        if (query.hasAnswer() && !labelled.hasAnswer()) {
            ++set.excluded;
            continue;
        }
        set.queries.push_back(std::move(labelled));
    }
    if (unknown > ListedWarnings)
        set.warnings.push_back("and " + std::to_string(unknown - ListedWarnings) +
                               " more judgements of actions that the catalog does not have");
    return set;
}

} // namespace actionscope::evaluation
