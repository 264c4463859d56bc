#include "evaluation/benchmark.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>

namespace actionscope::evaluation {
namespace {

constexpr std::uint64_t MaxBenchmarkBytes = 1ULL << 30;
constexpr std::size_t RunDepth = 100;

/// A benchmark folder's actions as a catalog, and the ids that its judgements use.
struct Actions {
    std::shared_ptr<const catalog::Catalog> catalog;
    std::vector<std::string> ids;                                  ///< by ordinal
    std::map<std::string, catalog::Ordinal, std::less<>> ordinals; ///< by id
};

/// Calls `take(line, location)` for every line that is not empty.
template <class Take> Result<void> forEachLine(const std::filesystem::path &file, Take &&take) {
    const auto text = readFile(file, MaxBenchmarkBytes);
    if (!text)
        return fail(text.error());
    std::string_view rest = *text;
    for (std::uint32_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        if (Result<void> taken = take(line, Location{file.string(), number, 0}); !taken)
            return taken;
    }
    return {};
}

/// The same for JSON objects. Columns of complaints are those of the line.
template <class Take> Result<void> forEachObject(const std::filesystem::path &file, Take &&take) {
    return forEachLine(file, [&](std::string_view line, const Location &where) -> Result<void> {
        auto value = parseJson(line, file.string());
        if (!value) {
            Error error = value.error();
            error.where.line = where.line;
            return fail(std::move(error));
        }
        if (!value->is_object())
            return fail(ErrorCode::ParseError, "a line must be one JSON object", where);
        return take(*value, where);
    });
}

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
        forEachObject(folder / "actions.jsonl", [&](const json::value &object, const Location &where) -> Result<void> {
            auto id = required(object, "id", where), service = required(object, "service", where);
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

/// query → action → relevance.
Result<std::map<std::string, std::map<std::string, int>>> readJudgements(const std::filesystem::path &file,
                                                                         const Actions &actions) {
    std::map<std::string, std::map<std::string, int>> judgements;
    const auto read = forEachLine(file, [&](std::string_view line, const Location &where) -> Result<void> {
        const std::size_t first = line.find('\t');
        const std::size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
        if (second == std::string_view::npos)
            return fail(ErrorCode::ParseError, "a line has three columns: query id, action id, relevance", where);
        const std::string query(line.substr(0, first)), action(line.substr(first + 1, second - first - 1));
        const std::string_view grade = line.substr(second + 1);
        int relevance = 0;
        const auto parsed = std::from_chars(grade.data(), grade.data() + grade.size(), relevance);
        if (parsed.ec != std::errc() || parsed.ptr != grade.data() + grade.size()) {
            if (where.line == 1)
                return {}; // a heading
            return fail(ErrorCode::ParseError, "the relevance \"" + std::string(grade) + "\" is no whole number",
                        where);
        }
        if (!actions.ordinals.contains(action))
            return fail(ErrorCode::ParseError, "no action of actions.jsonl has the id \"" + action + '"', where);
        judgements[query][action] = relevance;
        return {};
    });
    if (!read)
        return fail(read.error());
    return judgements;
}

void add(Metrics &sum, const Metrics &one) {
    sum.recall1 += one.recall1;
    sum.recall5 += one.recall5;
    sum.recall10 += one.recall10;
    sum.ndcg5 += one.ndcg5;
    sum.ndcg10 += one.ndcg10;
    sum.mrr10 += one.mrr10;
    sum.queries += one.queries;
}
void divide(Metrics &sum) {
    if (sum.queries == 0)
        return;
    for (double *value : {&sum.recall1, &sum.recall5, &sum.recall10, &sum.ndcg5, &sum.ndcg10, &sum.mrr10})
        *value /= sum.queries;
}

double percentile(std::vector<double> values, double share) {
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

} // namespace

Result<std::shared_ptr<const catalog::Catalog>> readBenchmarkCatalog(const std::filesystem::path &folder) {
    auto actions = readActions(folder);
    if (!actions)
        return fail(actions.error());
    return std::move(actions->catalog);
}

Result<BenchmarkResult> runBenchmark(const std::filesystem::path &folder, const retrieval::RankingOptions &options,
                                     Executor &executor, const Job &job) {
    for (const char *name : {"queries.jsonl", "qrels.tsv"}) {
        if (!std::filesystem::exists(folder / name))
            return fail(ErrorCode::NotFound,
                        "no " + std::string(name) + " in " + folder.string() + ": a catalog without queries");
    }
    const auto actions = readActions(folder);
    if (!actions)
        return fail(actions.error());
    std::vector<std::pair<std::string, std::string>> queries;
    std::set<std::string> seen;
    const auto read =
        forEachObject(folder / "queries.jsonl", [&](const json::value &object, const Location &where) -> Result<void> {
            auto id = required(object, "id", where), text = required(object, "text", where);
            if (!id || !text)
                return fail(!id ? id.error() : text.error());
            if (!seen.insert(*id).second)
                return fail(ErrorCode::ParseError, "the query id \"" + *id + "\" occurs twice", where);
            queries.emplace_back(std::move(*id), std::move(*text));
            return {};
        });
    if (!read)
        return fail(read.error());
    const auto judgements = readJudgements(folder / "qrels.tsv", *actions);
    if (!judgements)
        return fail(judgements.error());
    const auto index = retrieval::Index::build(actions->catalog, nullptr, executor, job);
    if (!index)
        return fail(index.error());
    const retrieval::Searcher searcher(*index, options);

    BenchmarkResult result;
    result.name = std::filesystem::path((folder / "").parent_path()).filename().string();
    result.actions = actions->catalog->size();
    const std::size_t services = actions->catalog->services().size();
    if (services > 1)
        result.scoped.emplace();
    std::vector<double> times;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the evaluation was cancelled");
        if (i % 64 == 0)
            job.at("searching", i, queries.size());
        const auto &[id, text] = queries[i];
        const auto golds = judgements->find(id);
        if (golds == judgements->end() ||
            std::none_of(golds->second.begin(), golds->second.end(), [](const auto &gold) { return gold.second > 0; }))
            continue;
        retrieval::SearchRequest request;
        request.query = text;
        request.floor = 0;
        const auto ranked = [&](const retrieval::SearchResponse &response) {
            std::vector<std::string> names;
            for (const retrieval::Hit &hit : response.hits)
                names.push_back(actions->ids[hit.ordinal]);
            return names;
        };
        const auto start = std::chrono::steady_clock::now();
        const auto timed = searcher.search(request);
        times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
        request.limit = RunDepth;
        const auto response = searcher.search(request);
        if (!timed || !response)
            return fail(timed ? response.error() : timed.error());
        add(result.unscoped, measure(ranked(*response), golds->second));
        for (std::size_t rank = 0; rank < response->hits.size(); ++rank)
            result.run.push_back({id, static_cast<std::uint32_t>(rank + 1), actions->ids[response->hits[rank].ordinal],
                                  response->hits[rank].score});
        if (result.scoped) {
            retrieval::Visibility visibility;
            visibility.services.assign(services, 0);
            for (const auto &[action, relevance] : golds->second)
                visibility.services[actions->catalog->serviceIndexOf(actions->ordinals.find(action)->second)] = 1;
            const auto scoped = searcher.search(request, visibility);
            if (!scoped)
                return fail(scoped.error());
            add(*result.scoped, measure(ranked(*scoped), golds->second));
        }
    }
    result.queries = result.unscoped.queries;
    divide(result.unscoped);
    if (result.scoped)
        divide(*result.scoped);
    result.p50Us = percentile(times, 0.5);
    result.p95Us = percentile(times, 0.95);
    return result;
}

} // namespace actionscope::evaluation
