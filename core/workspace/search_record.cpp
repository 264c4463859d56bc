#include "workspace/search_record.h"

#include "base/hash.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace actionscope::workspace {
namespace {

constexpr double Thousandths = 1000;
constexpr std::string_view Lift = "lift";

std::int64_t rounded(double part) { return static_cast<std::int64_t>(std::llround(part * Thousandths)); }

json::string text(std::string_view value) { return json::string(value); }

} // namespace

std::string presetMark(const retrieval::Preset &preset) {
    std::string bytes(1, static_cast<char>(preset.ranker));
    const auto add = [&](double number) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (int shift = 0; shift < 64; shift += 8)
            bytes += static_cast<char>(bits >> shift & 0xff);
    };
    for (const double weight : preset.weights)
        add(weight);
    add(preset.k1);
    add(preset.b);
    add(preset.floor);
    const std::uint64_t hash = hash64(bytes);
    std::string mark;
    for (int shift = 28; shift >= 0; shift -= 4)
        mark += "0123456789abcdef"[hash >> shift & 15];
    return mark;
}

std::vector<std::pair<std::string, double>> partsOf(const retrieval::Hit &hit) {
    std::vector<std::pair<std::string, double>> parts;
    double all = 0;
    for (const retrieval::SignalInfo &info : retrieval::signals()) {
        const double part = hit.parts[static_cast<std::size_t>(info.signal)];
        all += part;
        if (rounded(part) != 0)
            parts.emplace_back(info.key, part);
    }
    // Without any part the ranker is another one, and nothing can be said.
    if (all > 0 && rounded(hit.score - all) > 0)
        parts.emplace_back(Lift, hit.score - all);
    return parts;
}

void writeSearch(const RecordedSearch &search, governance::AuditEvent &event) {
    event.service = search.service;
    event.indexVersion = search.indexVersion;
    event.ranks.clear();
    // By signal, not by result: the names of the signals would be most of it.
    std::vector<std::pair<std::string_view, json::array>> parts;
    for (std::size_t i = 0; i < search.hits.size(); ++i) {
        const RecordedHit &hit = search.hits[i];
        event.ranks.push_back({hit.name, hit.rank, hit.score});
        if (i >= ExplainedHits)
            continue;
        for (const auto &[signal, part] : hit.parts) {
            auto row = std::find_if(parts.begin(), parts.end(), [&](const auto &each) { return each.first == signal; });
            if (row == parts.end()) {
                parts.emplace_back(signal, json::array());
                row = std::prev(parts.end());
                row->second.reserve(std::min(search.hits.size(), ExplainedHits));
            }
            row->second.resize(i, json::value(0));
            row->second.emplace_back(rounded(part));
        }
    }
    json::object &detail = event.detail;
    detail["query"] = text(search.query);
    detail["facade"] = text(search.facade);
    detail["limit"] = search.limit;
    if (search.floor)
        detail["floor"] = *search.floor;
    detail["preset"] = text(search.preset);
    detail["preset_mark"] = text(search.presetMark);
    if (!search.profile.empty())
        detail["profile"] = text(search.profile);
    if (search.all)
        detail["all"] = true;
    if (search.reduced)
        detail["reduced"] = true;
    if (search.tokens)
        detail["tokens"] = *search.tokens;
    if (!parts.empty()) {
        json::object bySignal;
        for (auto &[signal, row] : parts)
            bySignal[signal] = std::move(row);
        detail["parts"] = std::move(bySignal);
    }
}

RecordedSearch readSearch(const governance::AuditEvent &event) {
    RecordedSearch search;
    const json::value detail(event.detail);
    search.query = stringMember(detail, "query");
    if (const json::array *queries = arrayMember(detail, "queries"))
        for (const json::value &query : *queries)
            if (query.is_string())
                search.queries.emplace_back(query.get_string());
    search.facade = stringMember(detail, "facade");
    search.service = event.service;
    search.provider = stringMember(detail, "provider");
    search.profile = stringMember(detail, "profile");
    search.preset = stringMember(detail, "preset");
    search.presetMark = stringMember(detail, "preset_mark");
    search.indexVersion = event.indexVersion;
    const auto number = [&](const char *key) -> std::optional<double> {
        const json::value *value = member(detail, key);
        if (value == nullptr || !value->is_number())
            return std::nullopt;
        const double read = value->to_number<double>();
        return std::isfinite(read) && read >= 0 ? std::optional(read) : std::nullopt;
    };
    if (const auto limit = number("limit"))
        search.limit = static_cast<std::size_t>(std::clamp(*limit, 1.0, 100.0));
    search.floor = number("floor");
    search.all = boolMember(detail, "all");
    search.reduced = boolMember(detail, "reduced");
    search.staged = event.detail.contains("per_service") || event.detail.contains("tags");
    if (const auto tokens = number("tokens"))
        search.tokens = static_cast<std::uint64_t>(std::min(*tokens, 1e15));
    for (const governance::RankShown &rank : event.ranks)
        search.hits.push_back({rank.name, rank.rank, rank.score, {}});
    const json::object *parts = objectMember(detail, "parts");
    const auto take = [&](std::string_view signal) {
        const json::value *row = parts == nullptr ? nullptr : parts->if_contains(signal);
        if (row == nullptr || !row->is_array())
            return;
        const json::array &values = row->get_array();
        for (std::size_t i = 0; i < std::min(values.size(), search.hits.size()); ++i)
            if (values[i].is_number() && values[i].to_number<double>() != 0)
                search.hits[i].parts.emplace_back(signal, values[i].to_number<double>() / Thousandths);
    };
    for (const retrieval::SignalInfo &info : retrieval::signals())
        take(info.key);
    take(Lift);

    if (!search.provider.empty())
        return search; // another program ranked: there was nothing else to record
    if (search.preset.empty() || search.presetMark.empty())
        search.missing.emplace_back("preset");
    if (search.indexVersion.empty())
        search.missing.emplace_back("index");
    // Only the fused ranking has parts that are cheap enough to be kept.
    const bool explained =
        std::any_of(search.hits.begin(), search.hits.end(), [](const RecordedHit &hit) { return !hit.parts.empty(); });
    if (!search.hits.empty() && !explained)
        search.missing.emplace_back("parts");
    return search;
}

} // namespace actionscope::workspace
