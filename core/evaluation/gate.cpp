#include "evaluation/gate.h"

#include "base/file.h"
#include "base/json.h"
#include "catalog/rule_file.h"
#include "evaluation/detail/lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace actionscope::evaluation {
namespace {

constexpr std::uint64_t MaxGateBytes = 1 << 20, MaxBaselineBytes = 64 << 20;

struct Word {
    std::string_view text;
    std::uint32_t column;
};

/// Words at blanks; the relations are words of their own: "recall@5>=.75" has three.
std::vector<Word> wordsOf(std::string_view line) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < line.size();) {
        if (line[i] == ' ' || line[i] == '\t') {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        if (line[i] == '<' || line[i] == '>') {
            i += i + 1 < line.size() && line[i + 1] == '=' ? 2 : 1;
        } else {
            while (i < line.size() && std::string_view(" \t<>").find(line[i]) == std::string_view::npos)
                ++i;
        }
        words.push_back({line.substr(begin, i - begin), static_cast<std::uint32_t>(begin + 1)});
    }
    return words;
}

bool isMetric(std::string_view word) {
    return metricFromKey(word) || word == "empty" || word == "p50_us" || word == "p95_us";
}

std::string knownMetrics() {
    std::string text;
    for (const Metric metric : allMetrics())
        text += std::string(metricKey(metric)) + ", ";
    return text + "empty, p50_us, p95_us";
}

/// A metric by its key, of one set or of the mean. An error says why there is no value.
Result<double> valueOf(const Run &run, const Gate &gate) {
    const SetResult *set = nullptr;
    if (!gate.set.empty()) {
        const auto found =
            std::find_if(run.sets.begin(), run.sets.end(), [&](const SetResult &one) { return one.name == gate.set; });
        if (found == run.sets.end())
            return fail(ErrorCode::NotFound, "the set \"" + gate.set + "\" was not measured");
        set = &*found;
    }
    if (const auto metric = metricFromKey(gate.metric)) {
        if (!gate.scoped) {
            const Metrics &mean = set != nullptr ? set->unscoped.mean : run.unscoped.mean;
            if (mean.queries == 0)
                return fail(ErrorCode::NotFound, "no query has an answer");
            return mean.of(*metric);
        }
        const Metrics mean = set != nullptr ? (set->scoped ? set->scoped->mean : set->unscoped.mean) : run.scoped.mean;
        if (mean.queries == 0)
            return fail(ErrorCode::NotFound, "no set has several services, so there is no scoped mean");
        return mean.of(*metric);
    }
    double empty = 0, most = 0;
    std::uint32_t none = 0;
    for (const SetResult &one : run.sets) {
        if (set != nullptr && &one != set)
            continue;
        empty += one.emptyShare * one.noAnswer;
        none += one.noAnswer;
        most = std::max(most, gate.metric == "p50_us" ? one.latency.p50 : one.latency.p95);
    }
    if (gate.metric != "empty")
        return most;
    if (none == 0)
        return fail(ErrorCode::NotFound, "there is no query without an answer");
    return empty / none;
}

std::optional<Metrics> metricsOf(const json::value *object) {
    if (object == nullptr || !object->is_object())
        return std::nullopt;
    Metrics metrics;
    for (const Metric metric : allMetrics()) {
        if (const json::value *value = member(*object, metricKey(metric)); value != nullptr && value->is_number())
            metrics.at(metric) = value->to_number<double>();
        else
            metrics.at(metric) = std::nan("");
    }
    return metrics;
}

Result<GateFile> readPlain(std::string_view text, const std::filesystem::path &file) {
    GateFile gates;
    auto read = detail::forEachLine(text, file, [&](std::string_view line, const Location &where) -> Result<void> {
        const std::size_t first = line.find_first_not_of(" \t");
        if (line[first] == '#')
            return {};
        if (const auto baseline = baselineLine(line)) {
            if (!gates.baseline.empty())
                return fail(ErrorCode::ParseError, "a second baseline: drops are taken against one", where);
            gates.baseline = file.parent_path() / *baseline;
            return {};
        }
        auto gate = parseGate(line);
        if (!gate) {
            Error error = gate.error();
            error.where = {where.file, where.line, error.where.column};
            return fail(std::move(error));
        }
        gate->where = where;
        gates.gates.push_back(std::move(*gate));
        return {};
    });
    if (!read)
        return fail(read.error());
    return gates;
}

Result<GateFile> readYaml(const std::string &text, const std::filesystem::path &path) {
    const auto file = catalog::RuleFile::parse(text, path.string());
    if (!file)
        return fail(file.error());
    try {
        file->expectMap(file->root(), "a file of gates", {"baseline", "gates"});
        GateFile gates;
        if (const std::string baseline = file->textMember(file->root(), "baseline"); !baseline.empty())
            gates.baseline = path.parent_path() / baseline;
        if (!file->root()["gates"])
            return gates;
        for (const YAML::Node &node : file->items(file->root()["gates"], "`gates`")) {
            auto gate = parseGate(file->text(node, "a gate"));
            if (!gate)
                file->complain(node, gate.error().message);
            gate->where = file->locate(node);
            gates.gates.push_back(std::move(*gate));
        }
        return gates;
    } catch (const catalog::RuleError &error) {
        return fail(error.error);
    }
}

} // namespace

Result<Gate> parseGate(std::string_view line) {
    const std::vector<Word> words = wordsOf(line);
    std::size_t at = 0;
    const auto wrong = [&](const std::string &expected) {
        const bool end = at >= words.size();
        return fail(ErrorCode::ParseError,
                    "expected " + expected + (end ? " at the end" : ", not \"" + std::string(words[at].text) + '"') +
                        "; a gate is like `recall@5 >= 0.75` or `scoped ndcg@5 drop <= 0.01`",
                    {{}, 0, end ? static_cast<std::uint32_t>(line.size() + 1) : words[at].column});
    };
    Gate gate;
    if (at < words.size() && words[at].text.size() > 1 && words[at].text.back() == ':') {
        gate.set = words[at].text.substr(0, words[at].text.size() - 1);
        ++at;
    }
    if (at < words.size() && (words[at].text == "scoped" || words[at].text == "unscoped"))
        gate.scoped = words[at++].text == "scoped";
    if (at >= words.size() || !isMetric(words[at].text))
        return wrong("one of " + knownMetrics());
    gate.metric = words[at++].text;
    if (at < words.size() && words[at].text == "drop") {
        if (!metricFromKey(gate.metric))
            return wrong("a relation: only metrics of ranking have a drop");
        gate.drop = true;
        ++at;
    }
    static constexpr std::pair<std::string_view, Gate::Relation> Relations[] = {{">=", Gate::Relation::AtLeast},
                                                                                {"<=", Gate::Relation::AtMost},
                                                                                {">", Gate::Relation::Above},
                                                                                {"<", Gate::Relation::Below}};
    const auto relation = std::find_if(std::begin(Relations), std::end(Relations), [&](const auto &entry) {
        return at < words.size() && words[at].text == entry.first;
    });
    if (relation == std::end(Relations))
        return wrong("one of >=, <=, >, <");
    gate.relation = relation->second;
    ++at;
    std::string_view number = at < words.size() ? words[at].text : std::string_view();
    const auto parsed = std::from_chars(number.data(), number.data() + number.size(), gate.bound);
    if (number.empty() || parsed.ec != std::errc() || parsed.ptr != number.data() + number.size() ||
        !std::isfinite(gate.bound))
        return wrong("a number");
    if (++at < words.size())
        return wrong("nothing more");
    for (const Word &word : words)
        gate.text += (gate.text.empty() ? "" : " ") + std::string(word.text);
    return gate;
}

std::optional<std::string> baselineLine(std::string_view line) {
    constexpr std::string_view Key = "baseline:", Blank = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(Blank), line.size()));
    // A set may be called "baseline": then a relation follows.
    if (!line.starts_with(Key) || line.find_first_of("<>") != std::string_view::npos)
        return std::nullopt;
    line.remove_prefix(Key.size());
    line.remove_prefix(std::min(line.find_first_not_of(Blank), line.size()));
    line = line.substr(0, line.find_last_not_of(Blank) + 1);
    return line.empty() ? std::nullopt : std::optional(std::string(line));
}

Result<GateFile> readGates(const std::filesystem::path &file) {
    const auto text = readFile(file, MaxGateBytes, "1 MiB of gates");
    if (!text)
        return fail(text.error());
    return parseGates(*text, file);
}

Result<GateFile> parseGates(const std::string &text, const std::filesystem::path &file) {
    const bool yaml = file.extension() == ".yaml" || file.extension() == ".yml";
    auto gates = yaml ? readYaml(text, file) : readPlain(text, file);
    if (gates && gates->gates.empty())
        return fail(ErrorCode::ParseError, "there is no gate in it: nothing would be checked", {file.string()});
    return gates;
}

Result<Baseline> readBaseline(const std::filesystem::path &file) {
    const auto text = readFile(file, MaxBaselineBytes, "64 MiB of a baseline");
    if (!text)
        return fail(text.error());
    const auto value = parseJson(*text, file.string());
    if (!value)
        return fail(value.error());
    Baseline baseline;
    const auto take = [&](const json::value &object, std::string name) {
        if (const auto unscoped = metricsOf(member(object, "unscoped")))
            baseline.entries.push_back({std::move(name), *unscoped, metricsOf(member(object, "scoped"))});
    };
    if (const json::array *list = arrayMember(*value, "benchmarks")) {
        for (const json::value &entry : *list)
            take(entry, std::string(stringMember(entry, "name")));
        if (const json::value *means = member(*value, "means")) {
            take(*means, {});
            if (const auto services = metricsOf(member(*means, "scoped_with_services"));
                services && !baseline.entries.empty())
                baseline.entries.back().scoped = services;
        }
    } else {
        take(*value, std::string(stringMember(*value, "name")));
        take(*value, {});
    }
    if (baseline.entries.empty())
        return fail(ErrorCode::ParseError, "it is no baseline: write one with `eval … --save-baseline FILE`",
                    {file.string()});
    return baseline;
}

Baseline baselineOf(const Run &run) {
    Baseline baseline;
    for (const SetResult &set : run.sets)
        baseline.entries.push_back({set.name, set.unscoped.mean, (set.scoped ? *set.scoped : set.unscoped).mean});
    baseline.entries.push_back({{}, run.unscoped.mean, run.scoped.mean});
    return baseline;
}

std::vector<GateResult> judgeGates(const std::vector<Gate> &gates, const Run &run, const Baseline *baseline) {
    std::vector<GateResult> results;
    for (const Gate &gate : gates) {
        GateResult result{gate, false, 0, {}, {}};
        const auto value = valueOf(run, gate);
        if (!value) {
            result.problem = value.error().message;
            results.push_back(std::move(result));
            continue;
        }
        result.value = *value;
        if (gate.drop) {
            const Baseline::Entry *entry = nullptr;
            if (baseline != nullptr) {
                const auto found = std::find_if(baseline->entries.begin(), baseline->entries.end(),
                                                [&](const auto &one) { return one.set == gate.set; });
                entry = found == baseline->entries.end() ? nullptr : &*found;
            }
            const Metric metric = *metricFromKey(gate.metric);
            const double before = entry == nullptr ? std::nan("")
                                  : !gate.scoped   ? entry->unscoped.of(metric)
                                  : entry->scoped  ? entry->scoped->of(metric)
                                                   : std::nan("");
            if (std::isnan(before)) {
                result.problem = baseline == nullptr ? "no baseline is given to take a drop against"
                                                     : "the baseline does not have it";
                results.push_back(std::move(result));
                continue;
            }
            result.before = before;
            result.value = before - *value;
        }
        // A bound that is written with two digits must not fail by what binary fractions leave.
        constexpr double Slack = 1e-9;
        switch (gate.relation) {
        case Gate::Relation::AtLeast:
            result.holds = result.value >= gate.bound - Slack;
            break;
        case Gate::Relation::AtMost:
            result.holds = result.value <= gate.bound + Slack;
            break;
        case Gate::Relation::Above:
            result.holds = result.value > gate.bound + Slack;
            break;
        case Gate::Relation::Below:
            result.holds = result.value < gate.bound - Slack;
            break;
        }
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace actionscope::evaluation
