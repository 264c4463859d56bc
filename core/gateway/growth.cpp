#include "gateway/growth.h"

#include "base/text.h"
#include "catalog/text_scan.h"
#include "evaluation/affinity.h"
#include "workspace/layout.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace actionscope::gateway {
namespace {

constexpr std::chrono::seconds AffinityKept{60}, AffinityWindow{30 * 24 * 3600};
constexpr std::size_t MostUsers = 10'000;
constexpr std::size_t ShownOffers = 3, ShownDescription = 300;

constexpr std::string_view InstallNote =
    "Not installed: these cannot be activated or called. Tell the person that `actionscope marketplace install ID` "
    "installs one; only a person can.";
constexpr std::string_view ElsewhereNote =
    "Found at another Actionscope, which `from` names: these cannot be activated or called here.";

upstream::PeerAsker askerOf(const Caller &caller) {
    return {caller.principal.id, caller.principal.name, caller.principal.user, caller.principal.organisation,
            caller.principal.profile};
}

/// What a model may read of a foreign text.
std::string clean(const std::string &text, std::string_view field, bool &withheld) {
    const auto findings = catalog::scanText(text, field);
    if (std::none_of(findings.begin(), findings.end(), [](const auto &f) { return f.withhold; }))
        return std::string(truncateUtf8(text, ShownDescription));
    withheld = true;
    return {};
}

} // namespace

struct Growth::Impl {
    Impl(const workspace::Workspace &opened, std::unique_ptr<upstream::Federation> asked)
        : workspace(opened)
        , settingsFile(workspace::Layout{opened.folder()}.settings())
        , shelf(opened.folder())
        , federation(std::move(asked)) {}

    [[nodiscard]] workspace::GrowthSettings now() {
        const auto now = fileStamp(settingsFile);
        const std::lock_guard lock(mutex);
        if (!known || now != stamp) {
            stamp = now;
            known = true;
            // A file that cannot be read leaves what counted before.
            if (const auto read = workspace::readGrowthSettings(settingsFile))
                settings = *read;
        }
        return settings;
    }

    [[nodiscard]] std::shared_ptr<const evaluation::Affinity> affinityOf(const Caller &caller) {
        const auto started = std::chrono::steady_clock::now();
        {
            const std::lock_guard lock(mutex);
            const auto already = users.find(caller.principal.id);
            if (already != users.end() && started - already->second.read < AffinityKept)
                return already->second.affinity;
        }
        std::shared_ptr<const evaluation::Affinity> affinity = std::make_shared<const evaluation::Affinity>();
        if (const governance::AuditLog *log = workspace.audit())
            if (auto read = evaluation::Affinity::fromAudit(*log, "gateway:" + caller.principal.name,
                                                            SystemClock().now() - AffinityWindow))
                affinity = std::make_shared<const evaluation::Affinity>(std::move(*read));
        const std::lock_guard lock(mutex);
        if (users.size() >= MostUsers)
            users.clear();
        users[caller.principal.id] = {started, affinity};
        return affinity;
    }

    struct User {
        std::chrono::steady_clock::time_point read;
        std::shared_ptr<const evaluation::Affinity> affinity;
    };

    const workspace::Workspace &workspace;
    const std::filesystem::path settingsFile;
    workspace::MarketplaceShelf shelf;
    std::unique_ptr<upstream::Federation> federation; ///< null without peers
    std::mutex mutex;
    // Guarded by mutex:
    bool known = false;
    std::optional<FileStamp> stamp;
    workspace::GrowthSettings settings;
    std::map<std::string, User> users; ///< by principal's id
};

Growth::Growth(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}
Growth::~Growth() = default;

Result<std::unique_ptr<Growth>> Growth::open(const workspace::Workspace &workspace,
                                             const upstream::SecretStore &secrets) {
    const auto peers = upstream::readPeers(workspace.folder() / "peers.yaml");
    if (!peers)
        return fail(peers.error());
    std::unique_ptr<upstream::Federation> federation;
    if (!peers->peers.empty()) {
        auto opened = upstream::Federation::open(*peers, secrets);
        if (!opened)
            return fail(opened.error());
        federation = std::move(*opened);
    }
    return std::unique_ptr<Growth>(new Growth(std::make_unique<Impl>(workspace, std::move(federation))));
}

void Growth::ask(const Caller &caller, const std::string &query, const std::optional<std::string> &service,
                 std::size_t limit) {
    if (m_impl->federation)
        m_impl->federation->ask(askerOf(caller), {query, service, limit});
}

bool Growth::asksPeers() const { return m_impl->federation != nullptr; }

double Growth::affinity() { return m_impl->now().affinity; }

void Growth::warm(const Caller &caller, workspace::SearchOutcome &outcome, std::size_t limit) {
    const auto affinity = m_impl->affinityOf(caller);
    std::vector<retrieval::Hit> &hits = outcome.response.hits;
    if (!affinity->empty()) {
        const auto order = evaluation::warm(hits, *outcome.catalog, *affinity, m_impl->now().affinity);
        std::vector<risk::Classification> risk;
        risk.reserve(order.size());
        for (const std::size_t at : order)
            risk.push_back(outcome.risk[at]);
        outcome.risk = std::move(risk);
    }
    if (hits.size() > limit) {
        hits.erase(hits.begin() + static_cast<std::ptrdiff_t>(limit), hits.end());
        outcome.risk.resize(limit);
    }
}

bool Growth::waits() { return (m_impl->federation && m_impl->federation->waits()) || affinity() > 0; }

Beside Growth::collect(const Caller &caller, const std::string &query, const std::optional<std::string> &service,
                       std::size_t limit, std::size_t found, const workspace::Snapshot &snapshot,
                       const MaySee &maySee) {
    Beside beside;
    if (!service && found < std::min(m_impl->now().marketplaceThreshold, limit)) {
        beside.marketplace = m_impl->shelf.current();
        if (beside.marketplace)
            beside.installable = beside.marketplace->search(
                {.text = query, .limit = ShownOffers}, snapshot,
                [&](std::string_view id, std::string_view action) { return maySee(id, action, catalog::Tier::Read); });
    }
    if (m_impl->federation) {
        upstream::PeerAnswers answers = m_impl->federation->collect(askerOf(caller), {query, service, limit});
        beside.pending = std::move(answers.pending);
        for (upstream::PeerHit &hit : answers.hits)
            // What is forbidden here is not shown from elsewhere either.
            if (beside.elsewhere.size() < limit && maySee(hit.service, hit.action, hit.tier))
                beside.elsewhere.push_back(std::move(hit));
    }
    return beside;
}

void addBeside(json::object &answer, const Beside &beside) {
    if (!beside.installable.empty()) {
        json::array list;
        for (const workspace::OfferFound &found : beside.installable)
            list.push_back(workspace::offerForAgents(found));
        answer["installable"] = std::move(list);
        answer["installable_note"] = InstallNote;
    }
    if (!beside.elsewhere.empty()) {
        json::array list;
        for (const upstream::PeerHit &hit : beside.elsewhere) {
            bool withheld = false;
            json::object one{{"from", hit.peer},
                             {"name", hit.service + '.' + hit.action},
                             {"title", clean(hit.title, "title", withheld)},
                             {"description", clean(hit.description, "description", withheld)},
                             {"method", hit.method},
                             {"risk", catalog::tierName(hit.tier)},
                             {"approval", catalog::approvalName(hit.approval)},
                             {"score", hit.score}};
            if (withheld)
                one["withheld"] = true;
            list.push_back(std::move(one));
        }
        answer["elsewhere"] = std::move(list);
        answer["elsewhere_note"] = ElsewhereNote;
    }
    if (!beside.pending.empty()) {
        json::array list;
        for (const std::string &peer : beside.pending)
            list.emplace_back(peer);
        answer["pending"] = std::move(list);
    }
}

} // namespace actionscope::gateway
