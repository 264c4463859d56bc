#include "evaluation/experiment.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace actionscope::evaluation {
namespace {

constexpr std::int64_t Format = 1;

json::array numbers(const Metrics &metrics) {
    json::array list{metrics.queries};
    for (const Metric metric : allMetrics())
        list.push_back(metrics.of(metric));
    return list;
}

json::object summaryJson(const Summary &summary) {
    json::array intervals;
    for (const Interval &interval : summary.intervals)
        intervals.push_back(json::array{interval.low, interval.high});
    return {{"mean", numbers(summary.mean)}, {"intervals", std::move(intervals)}};
}

json::array actionsJson(const std::vector<RankedAction> &actions) {
    json::array list;
    for (const RankedAction &action : actions)
        list.push_back(json::array{action.name, action.score, action.grade});
    return list;
}

json::object queryJson(const QueryResult &query) {
    json::object object{{"id", query.id},
                        {"text", query.text},
                        {"answer", query.hasAnswer},
                        {"unscoped", numbers(query.unscoped)},
                        {"first", query.firstRank},
                        {"best", query.best},
                        {"best_gold", query.bestGold},
                        {"empty", query.empty},
                        {"us", query.us},
                        {"top", actionsJson(query.top)},
                        {"golds", actionsJson(query.golds)}};
    if (query.scoped.queries > 0) {
        object["scoped"] = numbers(query.scoped);
        object["scoped_first"] = query.scopedRank;
    }
    return object;
}

json::object setJson(const SetResult &set) {
    json::array counts, warnings, results;
    for (const std::uint32_t count : set.latency.counts)
        counts.push_back(count);
    for (const std::string &warning : set.warnings)
        warnings.push_back(json::value(toValidUtf8(warning)));
    for (const QueryResult &query : set.results)
        results.push_back(queryJson(query));
    json::object object{
        {"name", set.name},
        {"family", set.family},
        {"actions", set.actions},
        {"services", set.services},
        {"queries", set.queries},
        {"no_answer", set.noAnswer},
        {"excluded", set.excluded},
        {"unscoped", summaryJson(set.unscoped)},
        {"empty_share", set.emptyShare},
        {"floor", set.floor},
        {"latency",
         {{"counts", std::move(counts)}, {"p50", set.latency.p50}, {"p95", set.latency.p95}, {"p99", set.latency.p99}}},
        {"index_version", set.indexVersion},
        {"warnings", std::move(warnings)},
        {"results", std::move(results)}};
    if (set.scoped)
        object["scoped"] = summaryJson(*set.scoped);
    return object;
}

/// Reads what runToJson wrote; remembers that something was not as it should be.
class Reader {
public:
    Result<Run> read(const json::value &value) {
        Run run;
        if (!value.is_object())
            return fail(ErrorCode::ParseError, "a run must be a JSON object");
        if (number(value, "format") != Format)
            return fail(ErrorCode::ParseError, "the run is of another version of Actionscope");
        run.id = text(value, "id");
        const auto time = parseTimestamp(text(value, "time"));
        m_wrong = m_wrong || !time;
        run.time = time.value_or(Timestamp());
        run.label = text(value, "label");
        run.preset = text(value, "preset");
        run.presetYaml = text(value, "preset_yaml");
        run.model = text(value, "model");
        run.environment = text(value, "environment");
        run.seed = count<std::uint64_t>(value, "seed");
        run.unscoped = summary(member(value, "unscoped"));
        run.scoped = summary(member(value, "scoped"));
        for (const json::value &entry : list(member(value, "sets")))
            run.sets.push_back(set(entry));
        if (m_wrong)
            return fail(ErrorCode::ParseError, "the run is damaged: a member is missing or of another type");
        return run;
    }

private:
    static const json::array &none() {
        static const json::array empty;
        return empty;
    }
    double asNumber(const json::value *value) {
        if (value != nullptr && value->is_number())
            return value->to_number<double>();
        m_wrong = true;
        return 0;
    }
    double number(const json::value &object, std::string_view key) { return asNumber(member(object, key)); }
    template <class T> T count(const json::value &object, std::string_view key) {
        const json::value *value = member(object, key);
        boost::system::error_code error;
        const T number = value != nullptr && value->is_number() ? value->to_number<T>(error) : T{};
        m_wrong = m_wrong || value == nullptr || !value->is_number() || error;
        return number;
    }
    std::string text(const json::value &object, std::string_view key) {
        const json::value *value = member(object, key);
        m_wrong = m_wrong || value == nullptr || !value->is_string();
        return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
    }
    bool flag(const json::value &object, std::string_view key) {
        const json::value *value = member(object, key);
        m_wrong = m_wrong || value == nullptr || !value->is_bool();
        return value != nullptr && value->is_bool() && value->as_bool();
    }
    const json::array &list(const json::value *value) {
        m_wrong = m_wrong || value == nullptr || !value->is_array();
        return value != nullptr && value->is_array() ? value->as_array() : none();
    }
    Metrics metrics(const json::value *value) {
        Metrics result;
        const json::array &values = list(value);
        if (values.size() != MetricCount + 1) {
            m_wrong = true;
            return result;
        }
        result.queries = static_cast<std::uint32_t>(std::clamp(asNumber(values.data()), 0.0, 4e9));
        for (std::size_t i = 0; i < MetricCount; ++i)
            result.at(allMetrics()[i]) = asNumber(&values[i + 1]);
        return result;
    }
    Summary summary(const json::value *value) {
        Summary result;
        if (value == nullptr) {
            m_wrong = true;
            return result;
        }
        result.mean = metrics(member(*value, "mean"));
        const json::array &intervals = list(member(*value, "intervals"));
        for (std::size_t i = 0; i < MetricCount && i < intervals.size(); ++i) {
            const json::array &pair = list(&intervals[i]);
            if (pair.size() == 2)
                result.intervals[i] = {asNumber(pair.data()), asNumber(&pair[1])};
        }
        return result;
    }
    std::vector<RankedAction> actions(const json::value *value) {
        std::vector<RankedAction> result;
        for (const json::value &entry : list(value)) {
            const json::array &parts = list(&entry);
            if (parts.size() != 3 || !parts[0].is_string()) {
                m_wrong = true;
                continue;
            }
            result.push_back({std::string(parts[0].as_string()), asNumber(&parts[1]),
                              static_cast<int>(std::clamp(asNumber(&parts[2]), -1e6, 1e6))});
        }
        return result;
    }
    QueryResult query(const json::value &value) {
        QueryResult result;
        result.id = text(value, "id");
        result.text = text(value, "text");
        result.hasAnswer = flag(value, "answer");
        result.unscoped = metrics(member(value, "unscoped"));
        result.firstRank = number(value, "first");
        if (const json::value *scoped = member(value, "scoped")) {
            result.scoped = metrics(scoped);
            result.scopedRank = number(value, "scoped_first");
        }
        result.best = number(value, "best");
        result.bestGold = number(value, "best_gold");
        result.empty = flag(value, "empty");
        result.us = number(value, "us");
        result.top = actions(member(value, "top"));
        result.golds = actions(member(value, "golds"));
        return result;
    }
    SetResult set(const json::value &value) {
        SetResult result;
        result.name = text(value, "name");
        result.family = text(value, "family");
        result.actions = count<std::uint32_t>(value, "actions");
        result.services = count<std::uint32_t>(value, "services");
        result.queries = count<std::uint32_t>(value, "queries");
        result.noAnswer = count<std::uint32_t>(value, "no_answer");
        result.excluded = count<std::uint32_t>(value, "excluded");
        result.unscoped = summary(member(value, "unscoped"));
        if (const json::value *scoped = member(value, "scoped"))
            result.scoped = summary(scoped);
        result.emptyShare = number(value, "empty_share");
        result.floor = number(value, "floor");
        if (const json::value *latency = member(value, "latency")) {
            const json::array &counts = list(member(*latency, "counts"));
            for (std::size_t i = 0; i < LatencyHistogram::Bins && i < counts.size(); ++i)
                result.latency.counts[i] = static_cast<std::uint32_t>(std::clamp(asNumber(&counts[i]), 0.0, 4e9));
            result.latency.p50 = number(*latency, "p50");
            result.latency.p95 = number(*latency, "p95");
            result.latency.p99 = number(*latency, "p99");
        }
        result.indexVersion = text(value, "index_version");
        for (const json::value &warning : list(member(value, "warnings")))
            result.warnings.emplace_back(warning.is_string() ? warning.as_string() : json::string());
        for (const json::value &entry : list(member(value, "results")))
            result.results.push_back(query(entry));
        return result;
    }
    bool m_wrong = false;
};

} // namespace

json::object runToJson(const Run &run) {
    json::array sets;
    for (const SetResult &set : run.sets)
        sets.push_back(setJson(set));
    return {{"format", Format},
            {"id", run.id},
            {"time", formatTimestamp(run.time)},
            {"label", run.label},
            {"preset", run.preset},
            {"preset_yaml", run.presetYaml},
            {"model", run.model},
            {"environment", run.environment},
            {"seed", run.seed},
            {"unscoped", summaryJson(run.unscoped)},
            {"scoped", summaryJson(run.scoped)},
            {"sets", std::move(sets)}};
}

Result<Run> runFromJson(const json::value &value) { return Reader().read(value); }

std::string environmentOfThisMachine(std::size_t threads) {
    std::string processor = "unknown processor", instructions;
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || colon + 2 > line.size())
            continue;
        if (line.starts_with("model name"))
            processor = line.substr(colon + 2);
        if (line.starts_with("flags")) {
            for (const char *set : {"avx512_vnni", "avx2"}) {
                if ((line + ' ').find(' ' + std::string(set) + ' ') != std::string::npos) {
                    instructions = std::string(", ") + set;
                    break;
                }
            }
            break;
        }
    }
    return processor + instructions + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

} // namespace actionscope::evaluation
