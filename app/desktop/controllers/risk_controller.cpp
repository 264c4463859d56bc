#include "risk_controller.h"

#include "base/text.h"
#include "convert.h"

#include <QLocale>
#include <algorithm>
#include <array>

namespace actionscope::app {

/// Every list of one snapshot, made together.
struct RiskController::Lists {
    std::shared_ptr<const workspace::Snapshot> snapshot;
    std::vector<RiskRow> overrides, disagreements, catastrophic, destructive;
};

namespace {

constexpr int MaxImpact = 500;

QString locationText(const Location &where) {
    if (where.file.empty())
        return {};
    Location shortened = where;
    shortened.file = std::filesystem::path(where.file).filename().string();
    shortened.column = 0;
    return toQString(shortened.toString());
}

/// "/a/b/catalogs/github.yaml:912" as "github.yaml:912".
QString shortSource(const std::string &source) {
    const std::size_t slash = source.rfind('/');
    return revealed(slash == std::string::npos ? source : source.substr(slash + 1));
}

bool lowers(const workspace::EditPlan::TierChange &change) {
    return risk::isLowering(change.before, change.after.tier, change.after.approval);
}

} // namespace

RiskController::RiskController(QObject *parent)
    : QObject(parent)
    , m_actions(this)
    , m_diff(this) {}

void RiskController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    m_staged = StagedEdits::of(session);
    connect(session, &WorkspaceSession::snapshotChanged, this, &RiskController::makeLists);
    connect(session, &WorkspaceSession::stateChanged, this, &RiskController::makeLists);
    connect(m_staged, &StagedEdits::changed, this, &RiskController::show);
    connect(m_staged, &StagedEdits::planChanged, this, &RiskController::showReview);
    makeLists();
    showReview();
    Q_EMIT sessionChanged();
}

void RiskController::setView(const QString &view) {
    if (m_view == view)
        return;
    m_view = view;
    Q_EMIT viewChanged();
    show();
}

void RiskController::setFilter(const QString &filter) {
    if (m_filter == filter)
        return;
    m_filter = filter;
    Q_EMIT filterChanged();
    show();
}

void RiskController::makeLists() {
    const auto snapshot = m_session->snapshot();
    if (!snapshot || snapshot->catalog->size() == 0) {
        m_latest.stop();
        m_lists.reset();
        show();
        return;
    }
    m_latest.run<std::shared_ptr<const Lists>>(
        *m_session,
        [snapshot](workspace::Workspace &, const Job &job) -> Result<std::shared_ptr<const Lists>> {
            auto lists = std::make_shared<Lists>();
            lists->snapshot = snapshot;
            for (catalog::Ordinal action = 0; action < snapshot->catalog->size(); ++action) {
                const risk::Classification &c = (*snapshot->risk)[action];
                if (c.overridden)
                    lists->overrides.push_back({action});
                if (risk::isCatastrophic(c))
                    lists->catastrophic.push_back({action});
                else if (c.tier == risk::Tier::Destructive)
                    lists->destructive.push_back({action});
            }
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "");
            for (const risk::Disagreement &d : snapshot->policy->disagreements(*snapshot->catalog))
                lists->disagreements.push_back(
                    {d.action, revealed(d.message), toQString(risk::disagreementName(d.kind)), locationText(d.where)});
            return lists;
        },
        this,
        [this](Result<std::shared_ptr<const Lists>> lists) {
            if (!lists)
                return;
            m_lists = std::move(*lists);
            show();
        });
    if (!m_lists)
        show();
}

void RiskController::show() {
    if (!m_lists) {
        m_actions.reset(nullptr, {});
        const auto snapshot = m_session->snapshot();
        const bool coming =
            m_session->state() == WorkspaceSession::State::Opening || (snapshot && snapshot->catalog->size() > 0);
        m_state = coming ? QStringLiteral("loading") : QStringLiteral("firstRun");
        m_counts.clear();
        Q_EMIT listChanged();
        showSelection();
        return;
    }
    std::vector<RiskRow> stagedRows;
    const QHash<QString, int> stagedTiers = m_staged->stagedTiers();
    for (int row = 0; row < m_staged->count(); ++row) {
        const QString key = m_staged->index(row).data(StagedEdits::KeyRole).toString();
        if (const auto action = m_lists->snapshot->catalog->find(toStdString(key)))
            stagedRows.push_back({*action});
    }
    m_counts = {{QStringLiteral("overrides"), int(m_lists->overrides.size())},
                {QStringLiteral("disagreements"), int(m_lists->disagreements.size())},
                {QStringLiteral("catastrophic"), int(m_lists->catastrophic.size())},
                {QStringLiteral("destructive"), int(m_lists->destructive.size())},
                {QStringLiteral("staged"), m_staged->count()}};
    const std::vector<RiskRow> *source = &m_lists->overrides;
    if (m_view == QLatin1String("disagreements"))
        source = &m_lists->disagreements;
    else if (m_view == QLatin1String("catastrophic"))
        source = &m_lists->catastrophic;
    else if (m_view == QLatin1String("destructive"))
        source = &m_lists->destructive;
    else if (m_view == QLatin1String("staged"))
        source = &stagedRows;
    std::vector<RiskRow> rows;
    const std::string wanted = toLowerAscii(toStdString(m_filter.trimmed()));
    for (const RiskRow &row : *source) {
        if (!wanted.empty()) {
            const catalog::CapabilityView action = m_lists->snapshot->catalog->at(row.action);
            const std::string text = toLowerAscii(m_lists->snapshot->catalog->qualifiedName(row.action) + ' ' +
                                                  std::string(action.path()) + ' ' + toStdString(row.note));
            if (text.find(wanted) == std::string::npos)
                continue;
        }
        rows.push_back(row);
    }
    m_state = !rows.empty()     ? QStringLiteral("ready")
              : source->empty() ? QStringLiteral("empty")
                                : QStringLiteral("noMatch");
    m_actions.reset(m_lists->snapshot, std::move(rows));
    m_actions.setStaged(stagedTiers);
    if (m_selected.isEmpty() || (!m_lists->snapshot->catalog->find(toStdString(m_selected))))
        m_selected = m_actions.keyAt(0);
    Q_EMIT listChanged();
    showSelection();
}

void RiskController::select(const QString &key) {
    if (m_selected == key)
        return;
    m_selected = key;
    showSelection();
}

QString RiskController::noteOf(catalog::Ordinal action) const {
    QStringList notes;
    for (const RiskRow &row : m_lists->disagreements) {
        if (row.action == action)
            notes.append(row.where.isEmpty() ? row.note
                                             : row.note + QStringLiteral(" (") + row.where + QLatin1Char(')'));
    }
    return notes.join(QLatin1Char('\n'));
}

void RiskController::showSelection() {
    m_steps.clear();
    m_action.clear();
    const auto found = m_lists ? m_lists->snapshot->catalog->find(toStdString(m_selected)) : std::nullopt;
    if (found) {
        const auto &snapshot = *m_lists->snapshot;
        const catalog::CapabilityView action = snapshot.catalog->at(*found);
        const catalog::Service &service = snapshot.catalog->serviceOf(*found);
        const risk::Provenance provenance = snapshot.policy->explain(action, service.hand.get());
        int number = 0;
        for (const risk::Step &step : provenance.steps) {
            risk::Classification at;
            at.tier = step.tier;
            at.approval = step.approval;
            m_steps.append(QVariantMap{{QStringLiteral("number"), ++number},
                                       {QStringLiteral("rule"), revealed(step.rule)},
                                       {QStringLiteral("detail"), revealed(step.detail)},
                                       {QStringLiteral("tier"), tierValue(at)},
                                       {QStringLiteral("admin"), step.approval == risk::Approval::Admin},
                                       {QStringLiteral("source"), shortSource(step.source)},
                                       {QStringLiteral("outcome"), toQString(risk::outcomeName(step.outcome))},
                                       {QStringLiteral("reason"), revealed(step.reason)}});
        }
        const risk::Classification &c = provenance.result;
        risk::Classification rules = c;
        rules.tier = c.ruleTier;
        rules.approval = c.ruleApproval;
        m_action = {{QStringLiteral("name"), m_selected},
                    {QStringLiteral("title"), revealed(action.title())},
                    {QStringLiteral("description"), revealed(action.description(), true)},
                    {QStringLiteral("method"), toQString(catalog::methodName(action.method()))},
                    {QStringLiteral("endpoint"), revealed(action.path())},
                    {QStringLiteral("ruleTier"), tierValue(rules)},
                    {QStringLiteral("tier"), tierValue(c)},
                    {QStringLiteral("admin"), c.approval == risk::Approval::Admin},
                    {QStringLiteral("overridden"), c.overridden},
                    {QStringLiteral("note"), noteOf(*found)},
                    {QStringLiteral("review"), c.review},
                    {QStringLiteral("consequence"), revealed(risk::consequence(action, c, service))}};
    }
    Q_EMIT selectionChanged();
}

void RiskController::showReview() {
    std::array<int, 16> moved{};
    m_impact.clear();
    m_impactCount = 0;
    if (const auto plan = m_staged->plan(); plan) {
        for (const auto &change : plan->tierChanges) {
            const int from = tierValue(change.before), to = tierValue(change.after);
            moved[static_cast<std::size_t>(from * 4 + to)]++;
            ++m_impactCount;
            if (m_impact.size() < MaxImpact)
                m_impact.append(
                    QVariantMap{{QStringLiteral("name"), toQString(plan->catalog->qualifiedName(change.action))},
                                {QStringLiteral("from"), from},
                                {QStringLiteral("to"), to},
                                {QStringLiteral("lowers"), lowers(change)}});
        }
    }
    m_matrix.clear();
    for (const int count : moved)
        m_matrix.append(count);
    setFile(m_file);
    Q_EMIT reviewChanged();
    Q_EMIT fileChanged();
}

void RiskController::setFile(int file) {
    const auto plan = m_staged == nullptr ? nullptr : m_staged->plan();
    const int files = plan ? static_cast<int>(plan->files.size()) : 0;
    m_file = std::clamp(file, 0, std::max(0, files - 1));
    const auto index = static_cast<std::size_t>(m_file);
    std::vector<catalog::DiffLine> disk;
    if (files > 0)
        disk = m_staged->diskDiff(index);
    m_fileMoved = !disk.empty();
    if (!m_fileMoved)
        m_comparison = QStringLiteral("yours");
    if (m_comparison == QLatin1String("disk"))
        m_diff.setLines(std::move(disk));
    else
        m_diff.setLines(files == 0 ? std::vector<catalog::DiffLine>() : plan->files[index].diff);
    Q_EMIT fileChanged();
}

void RiskController::setComparison(const QString &comparison) {
    if (comparison == m_comparison)
        return;
    m_comparison = comparison;
    setFile(m_file);
}

QString RiskController::summaryText() const {
    QString text = m_staged == nullptr ? QString() : m_staged->summary() + QStringLiteral("\n");
    for (const QVariant &entry : m_impact) {
        const QVariantMap change = entry.toMap();
        text += QStringLiteral("\n- `%1`: %2 → %3")
                    .arg(change.value(QStringLiteral("name")).toString(),
                         tierName(change.value(QStringLiteral("from")).toInt()),
                         tierName(change.value(QStringLiteral("to")).toInt()));
        const QString reason = m_staged->reasonOf(change.value(QStringLiteral("name")).toString());
        if (!reason.isEmpty())
            text += QStringLiteral(" (") + reason + QLatin1Char(')');
    }
    if (m_impactCount > m_impact.size())
        text += QStringLiteral("\n- ") + tr("and %n more", nullptr, m_impactCount - static_cast<int>(m_impact.size()));
    return text;
}

} // namespace actionscope::app
