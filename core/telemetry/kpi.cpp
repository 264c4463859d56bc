#include "telemetry/kpi.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>

namespace actionscope::telemetry {
namespace {

constexpr std::size_t KeyPartBytes = 200, RememberedAlerts = 10'000;

std::string keyPart(std::string_view text) {
    std::string part(truncateUtf8(text, KeyPartBytes));
    // What separates the parts of a key must not stand in one: two scopes would become one.
    std::replace_if(
        part.begin(), part.end(), [](char letter) { return static_cast<unsigned char>(letter) <= ' '; }, '_');
    return part;
}

std::string shown(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", number);
    return text;
}

double rounded(double number) { return std::round(number * 1e6) / 1e6; }

/// What a process without state.db has.
class MemoryKpiStore final : public KpiStore {
public:
    Result<void> add(const std::vector<std::string> &scopes, const KpiSample &sample, std::size_t window) override {
        const std::lock_guard lock(m_mutex);
        for (const std::string &scope : scopes) {
            auto &samples = m_windows[scope];
            samples.push_back(sample);
            while (samples.size() > std::clamp<std::size_t>(window, 1, MaxWindow))
                samples.pop_front();
        }
        while (m_windows.size() > MaxScopes)
            m_windows.erase(std::ranges::min_element(m_windows, {}, [](const auto &entry) {
                return entry.second.empty() ? Timestamp() : entry.second.back().time;
            }));
        return {};
    }

    Result<std::vector<KpiSample>> window(std::string_view scope, std::size_t most) const override {
        const std::lock_guard lock(m_mutex);
        const auto found = m_windows.find(scope);
        if (found == m_windows.end())
            return std::vector<KpiSample>();
        const std::size_t count = std::min(most, found->second.size());
        return std::vector<KpiSample>(found->second.end() - static_cast<std::ptrdiff_t>(count), found->second.end());
    }

    Result<std::vector<std::string>> scopes() const override {
        const std::lock_guard lock(m_mutex);
        std::vector<std::pair<Timestamp, std::string>> order;
        for (const auto &[scope, samples] : m_windows)
            order.emplace_back(samples.empty() ? Timestamp() : samples.back().time, scope);
        std::ranges::sort(order, [](const auto &a, const auto &b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        std::vector<std::string> names;
        for (auto &[time, scope] : order)
            if (names.size() < 1000)
                names.push_back(std::move(scope));
        return names;
    }

    Result<KpiAlert> addAlert(KpiAlert alert) override {
        const std::lock_guard lock(m_mutex);
        alert.number = m_next++;
        m_alerts.push_front(alert);
        if (m_alerts.size() > MaxAlerts)
            m_alerts.pop_back();
        return alert;
    }

    Result<std::vector<KpiAlert>> alerts(std::uint64_t after, std::size_t most) const override {
        const std::lock_guard lock(m_mutex);
        std::vector<KpiAlert> list;
        for (const KpiAlert &alert : m_alerts)
            if (alert.number > after && list.size() < most)
                list.push_back(alert);
        return list;
    }

private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::deque<KpiSample>, std::less<>> m_windows;
    std::deque<KpiAlert> m_alerts; ///< newest first
    std::uint64_t m_next = 1;
};

} // namespace

std::string_view kpiScopeName(KpiScope scope) {
    return scope == KpiScope::Global         ? "global"
           : scope == KpiScope::Organisation ? "organisation"
                                             : "organisation_persona";
}

std::optional<KpiScope> kpiScopeFromName(std::string_view name) {
    for (const KpiScope scope : {KpiScope::Global, KpiScope::Organisation, KpiScope::OrganisationPersona})
        if (kpiScopeName(scope) == name)
            return scope;
    return std::nullopt;
}

std::string kpiKey(KpiScope scope, std::string_view organisation, std::string_view persona) {
    if (scope == KpiScope::Global)
        return "global";
    std::string key = "organisation:" + keyPart(organisation);
    if (scope == KpiScope::OrganisationPersona)
        key += " persona:" + keyPart(persona);
    return key;
}

KpiFigures figuresOf(std::string scope, const std::vector<KpiSample> &samples) {
    KpiFigures figures;
    figures.scope = std::move(scope);
    figures.samples = samples.size();
    if (samples.empty())
        return figures;
    double scores = 0;
    for (const KpiSample &sample : samples) {
        using Status = context::OutcomeStatus;
        ++(sample.status == Status::Success   ? figures.success
           : sample.status == Status::Partial ? figures.partial
                                              : figures.failed);
        scores += sample.score;
        figures.last = std::max(figures.last, sample.time);
    }
    const auto count = static_cast<double>(figures.samples);
    figures.successRate = static_cast<double>(figures.success) / count;
    figures.averageScore = scores / count;
    figures.weightedSuccessRate =
        (static_cast<double>(figures.success) + static_cast<double>(figures.partial) / 2) / count;
    return figures;
}

json::object toJson(const KpiFigures &figures) {
    return {{"scope", figures.scope},
            {"samples", figures.samples},
            {"success", figures.success},
            {"partial", figures.partial},
            {"failed", figures.failed},
            {"success_rate", rounded(figures.successRate)},
            {"average_score", rounded(figures.averageScore)},
            {"weighted_success_rate", rounded(figures.weightedSuccessRate)},
            {"last", figures.samples == 0 ? json::value() : json::value(formatTimestamp(figures.last))}};
}

json::object toJson(const KpiAlert &alert) {
    return {{"number", alert.number},        {"time", formatTimestamp(alert.time)},
            {"scope", alert.scope},          {"severity", alert.severity},
            {"reason", alert.reason},        {"threshold", alert.threshold},
            {"value", rounded(alert.value)}, {"samples", alert.samples}};
}

context::Adaptation adaptationOf(const KpiFigures &figures, const KpiOptions &options) {
    context::Adaptation adaptation;
    if (figures.samples < options.adaptSamples || figures.weightedSuccessRate >= options.adaptBelow)
        return adaptation;
    adaptation.selectAll = options.adaptSelection;
    adaptation.failOpen = options.adaptFailure;
    if (adaptation.selectAll || adaptation.failOpen)
        adaptation.reason = "the weighted success rate of the last " + std::to_string(figures.samples) + " is " +
                            shown(figures.weightedSuccessRate) + ", below " + shown(options.adaptBelow);
    return adaptation;
}

KpiBoard::KpiBoard(KpiStore *store, const Clock &clock, KpiOptions options)
    : m_own(store ? nullptr : std::make_unique<MemoryKpiStore>())
    , m_store(store ? *store : *m_own)
    , m_clock(clock)
    , m_options(options) {}

KpiBoard::~KpiBoard() = default;

Result<std::optional<KpiAlert>> KpiBoard::add(std::string_view organisation, std::string_view persona,
                                              const context::Outcome &outcome) {
    const KpiSample sample{m_clock.now(), outcome.status, outcome.score};
    std::vector<std::string> scopes;
    for (const KpiScope scope : {KpiScope::Global, KpiScope::Organisation, KpiScope::OrganisationPersona})
        scopes.push_back(kpiKey(scope, organisation, persona));
    if (const auto added = m_store.add(scopes, sample, m_options.window); !added)
        return fail(added.error());
    if (!m_options.alerts)
        return std::nullopt;
    const auto now = figures(organisation, persona);
    if (!now)
        return fail(now.error());
    if (now->samples < m_options.alertSamples || now->weightedSuccessRate >= m_options.alertBelow)
        return std::nullopt;
    {
        const std::lock_guard lock(m_mutex);
        auto last = m_alerted.find(now->scope);
        if (last == m_alerted.end()) {
            // What was told before a restart, or by another process, counts too.
            Timestamp told;
            if (const auto known = m_store.alerts(0, 100))
                for (const KpiAlert &alert : *known)
                    if (alert.scope == now->scope)
                        told = std::max(told, alert.time);
            if (m_alerted.size() >= RememberedAlerts)
                m_alerted.clear();
            last = m_alerted.emplace(now->scope, told).first;
        }
        // A clock that was set back must not silence alerts for good.
        if (last->second <= sample.time && sample.time < last->second + m_options.coolDown)
            return std::nullopt;
        last->second = sample.time;
    }
    KpiAlert alert;
    alert.time = sample.time;
    alert.scope = now->scope;
    alert.severity = now->weightedSuccessRate < m_options.alertBelow / 2 ? "critical" : "warning";
    alert.threshold = m_options.alertBelow;
    alert.value = now->weightedSuccessRate;
    alert.samples = now->samples;
    alert.reason = "Of the last " + std::to_string(now->samples) + " tasks " + std::to_string(now->failed) +
                   " failed and " + std::to_string(now->partial) + " were done in part: the weighted success rate is " +
                   shown(alert.value) + ", below " + shown(alert.threshold);
    auto stored = m_store.addAlert(std::move(alert));
    if (!stored)
        return fail(stored.error());
    return std::optional(std::move(*stored));
}

Result<KpiFigures> KpiBoard::figures(std::string_view organisation, std::string_view persona) const {
    std::string key = kpiKey(m_options.scope, organisation, persona);
    const auto samples = m_store.window(key, m_options.window);
    if (!samples)
        return fail(samples.error());
    return figuresOf(std::move(key), *samples);
}

Result<std::vector<KpiFigures>> KpiBoard::all(std::size_t most) const {
    auto scopes = m_store.scopes();
    if (!scopes)
        return fail(scopes.error());
    scopes->resize(std::min(most, scopes->size()));
    std::vector<KpiFigures> list;
    for (std::string &scope : *scopes) {
        const auto samples = m_store.window(scope, m_options.window);
        if (!samples)
            return fail(samples.error());
        list.push_back(figuresOf(std::move(scope), *samples));
    }
    return list;
}

Result<std::vector<KpiAlert>> KpiBoard::alerts(std::uint64_t after, std::size_t most) const {
    return m_store.alerts(after, most);
}

context::Adaptation KpiBoard::adaptation(std::string_view organisation, std::string_view persona) const {
    const auto now = figures(organisation, persona);
    return now ? adaptationOf(*now, m_options) : context::Adaptation();
}

} // namespace actionscope::telemetry
