#include "evaluation/experiment_store.h"

#include <algorithm>

namespace actionscope::evaluation {
namespace {

double median(std::vector<double> values) {
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

json::array numbers(const Metrics &metrics) {
    json::array list{metrics.queries};
    for (const Metric metric : allMetrics())
        list.push_back(metrics.of(metric));
    return list;
}

bool readNumbers(const json::array *list, Metrics &metrics) {
    if (list == nullptr || list->size() != MetricCount + 1 ||
        !std::all_of(list->begin(), list->end(), [](const json::value &value) { return value.is_number(); }))
        return false;
    metrics.queries = static_cast<std::uint32_t>(std::clamp((*list)[0].to_number<double>(), 0.0, 4e9));
    for (std::size_t i = 0; i < MetricCount; ++i)
        metrics.at(allMetrics()[i]) = (*list)[i + 1].to_number<double>();
    return true;
}

} // namespace

RunSummary summaryOf(const Run &run) {
    RunSummary summary;
    summary.id = run.id;
    summary.label = run.label;
    summary.preset = run.preset;
    summary.time = run.time;
    summary.unscoped = run.unscoped.mean;
    summary.scoped = run.scoped.mean;
    std::vector<double> p50, p95;
    double empty = 0;
    for (const SetResult &set : run.sets) {
        summary.sets.push_back(set.name);
        summary.queries += set.queries;
        summary.noAnswer += set.noAnswer;
        empty += set.emptyShare * set.noAnswer;
        p50.push_back(set.latency.p50);
        p95.push_back(set.latency.p95);
    }
    summary.emptyShare = summary.noAnswer == 0 ? 0 : empty / summary.noAnswer;
    summary.p50Us = median(std::move(p50));
    summary.p95Us = median(std::move(p95));
    return summary;
}

json::object summaryToJson(const RunSummary &summary) {
    json::array sets;
    for (const std::string &set : summary.sets)
        sets.push_back(json::value(set));
    return {{"id", summary.id},
            {"label", summary.label},
            {"preset", summary.preset},
            {"sets", std::move(sets)},
            {"time", formatTimestamp(summary.time)},
            {"queries", summary.queries},
            {"no_answer", summary.noAnswer},
            {"unscoped", numbers(summary.unscoped)},
            {"scoped", numbers(summary.scoped)},
            {"empty", summary.emptyShare},
            {"p50_us", summary.p50Us},
            {"p95_us", summary.p95Us}};
}

Result<RunSummary> summaryFromJson(const json::value &value) {
    RunSummary summary;
    bool sound = value.is_object();
    const auto number = [&](std::string_view key) {
        const json::value *found = sound ? member(value, key) : nullptr;
        sound = sound && found != nullptr && found->is_number();
        return sound ? found->to_number<double>() : 0.0;
    };
    summary.queries = static_cast<std::uint32_t>(std::clamp(number("queries"), 0.0, 4e9));
    summary.noAnswer = static_cast<std::uint32_t>(std::clamp(number("no_answer"), 0.0, 4e9));
    summary.emptyShare = number("empty");
    summary.p50Us = number("p50_us");
    summary.p95Us = number("p95_us");
    const auto time = sound ? parseTimestamp(stringMember(value, "time")) : std::nullopt;
    if (!sound || !time || !readNumbers(arrayMember(value, "unscoped"), summary.unscoped) ||
        !readNumbers(arrayMember(value, "scoped"), summary.scoped))
        return fail(ErrorCode::ParseError, "the summary of a run is damaged");
    summary.time = *time;
    summary.id = stringMember(value, "id");
    summary.label = stringMember(value, "label");
    summary.preset = stringMember(value, "preset");
    if (const json::array *sets = arrayMember(value, "sets")) {
        for (const json::value &set : *sets)
            summary.sets.emplace_back(set.is_string() ? std::string(set.as_string()) : std::string());
    }
    return summary;
}

} // namespace actionscope::evaluation
