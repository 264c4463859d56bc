#include "catalog_controller.h"

#include "base/text.h"
#include "convert.h"

#include <QLocale>

#include <algorithm>
#include <bit>
#include <numeric>

namespace actionscope::app {
namespace {

/// More values than a person reads; the rest is reached by typing `service:`.
constexpr std::size_t ServicesInFacet = 40;

} // namespace

CatalogController::CatalogController(QObject *parent)
    : QObject(parent)
    , m_model(this)
    , m_filter(this)
    , m_detail(this)
    , m_facets(this) {
    connect(&m_filter, &FilterModel::termsChanged, this, &CatalogController::runQuery);
    m_filter.setFields(catalogFilterFields(nullptr));
}

void CatalogController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    if (m_staged)
        m_staged->disconnect(this);
    m_session = session;
    m_detail.setSession(session);
    m_staged = StagedEdits::of(session);
    if (m_staged) {
        m_staged->setUndoStack(m_undo);
        connect(m_staged, &StagedEdits::changed, this, [this] { m_model.setStagedTiers(m_staged->stagedTiers()); });
        m_model.setStagedTiers(m_staged->stagedTiers());
    }
    if (session) {
        connect(session, &WorkspaceSession::snapshotChanged, this, &CatalogController::takeSnapshot);
        connect(session, &WorkspaceSession::stateChanged, this, &CatalogController::resultChanged);
    }
    Q_EMIT sessionChanged();
    takeSnapshot();
}

void CatalogController::setUndoStack(UndoStack *undo) {
    if (m_undo == undo)
        return;
    m_undo = undo;
    if (m_staged)
        m_staged->setUndoStack(undo);
    Q_EMIT sessionChanged();
}

QString CatalogController::state() const {
    if (const QString early = viewStateBeforeOpen(m_session); !early.isEmpty())
        return early;
    if (!m_error.isEmpty())
        return QStringLiteral("error");
    if (m_session->actionCount() == 0)
        return m_session->problems().isEmpty() ? QStringLiteral("firstRun") : QStringLiteral("error");
    if (!m_columns || !m_model.result())
        return QStringLiteral("loading");
    if (m_model.rowCount() == 0)
        return QStringLiteral("noMatch");
    if (!m_session->problems().isEmpty())
        return QStringLiteral("partial");
    return m_session->isIndexed() && !m_session->indexCurrent() ? QStringLiteral("stale") : QStringLiteral("ready");
}

QString CatalogController::errorText() const {
    if (!m_error.isEmpty() || !m_session)
        return m_error;
    QStringList lines;
    if (!m_session->errorText().isEmpty())
        lines.append(m_session->errorText());
    const QVariantList problems = m_session->problems();
    for (const QVariant &problem : problems)
        lines.append(problem.toMap().value(QStringLiteral("text")).toString());
    return lines.join(QLatin1Char('\n'));
}

int CatalogController::totalCount() const { return m_session ? m_session->actionCount() : 0; }
int CatalogController::reviewCount() const { return m_columns ? static_cast<int>(m_columns->reviewCount) : 0; }

QString CatalogController::countText() const {
    const QString total = tr("%Ln action(s)", "", totalCount());
    if (!m_filter.isActive())
        return total;
    //: actions in the catalog, and how many of them the filter lets through
    return tr("%1 · %2 shown").arg(total, QLocale().toString(shownCount()));
}

void CatalogController::takeSnapshot() {
    m_columnsQuery.stop();
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    if (!snapshot) {
        m_rowsQuery.stop();
        m_columns.reset();
        m_baseline.reset();
        m_baselineFolder.clear();
        m_error.clear();
        m_model.setResult(nullptr, m_order);
        m_facets.setRows({});
        Q_EMIT resultChanged();
        Q_EMIT selectionChanged();
        return;
    }
    if (m_baselineFolder != m_session->folder()) {
        m_baseline = snapshot;
        m_baselineFolder = m_session->folder();
    }
    if (m_columns && m_columns->snapshot == snapshot)
        return;
    using Columns = std::shared_ptr<const CatalogColumns>;
    m_columnsQuery.run<Columns>(
        *m_session,
        [snapshot, previous = m_columns, baseline = m_baseline](workspace::Workspace &,
                                                                const Job &job) -> Result<Columns> {
            auto columns = CatalogColumns::build(snapshot, previous.get(), baseline.get(), job.stop);
            if (!columns)
                return fail(ErrorCode::Cancelled, "outdated");
            return columns;
        },
        this,
        [this](Result<Columns> columns) {
            if (!columns)
                return;
            const bool newServices = !m_columns || m_columns->snapshot->catalog != (*columns)->snapshot->catalog;
            m_columns = std::move(*columns);
            if (newServices)
                m_filter.setFields(catalogFilterFields(&m_columns->catalog()));
            runQuery();
        });
    Q_EMIT resultChanged();
}

void CatalogController::runQuery() {
    if (!m_session || !m_columns)
        return;
    m_asked.start();
    using Answer = std::shared_ptr<const CatalogResult>;
    m_rowsQuery.run<Answer>(
        *m_session,
        [columns = m_columns, filter = CatalogFilter::compile(m_filter.terms(), m_columns->catalog()),
         order = m_order](workspace::Workspace &, const Job &job) -> Result<Answer> {
            auto result = runCatalogQuery(columns, filter, order, job.stop);
            if (!result)
                return fail(ErrorCode::Cancelled, "outdated");
            return result;
        },
        this,
        [this](Result<Answer> answer) {
            if (answer)
                takeResult(std::move(*answer));
        });
}

void CatalogController::takeResult(std::shared_ptr<const CatalogResult> result) {
    m_model.setResult(result, m_order);
    updateFacets(*result);
    // Something is always looked at, so that the first arrow key goes on from it.
    if (m_selected.isEmpty() && m_model.rowCount() > 0)
        select(m_model.keyAt(0));
    Q_EMIT resultChanged();
    Q_EMIT selectionChanged();
    Q_EMIT filtered(static_cast<double>(m_asked.nsecsElapsed()) / 1e6);
}

void CatalogController::updateFacets(const CatalogResult &result) {
    std::vector<FacetModel::Row> rows;
    const FacetCounts &counts = result.facets;
    const auto add = [&rows](const QString &section, const char *field, const QString &value, const QString &label,
                             std::uint32_t n) {
        rows.push_back({section, QLatin1String(field), value, label, static_cast<int>(n)});
    };
    const QString tierSection = tr("Tier");
    constexpr const char *TierValues[] = {"read", "write", "destructive", "catastrophic"};
    for (int tier = Tier::Read; tier <= Tier::Catastrophic; ++tier)
        add(tierSection, "tier", QLatin1String(TierValues[tier]), tierName(tier),
            counts.tiers[static_cast<std::size_t>(tier)]);

    const QString kindSection = tr("Kind");
    add(kindSection, "kind", QStringLiteral("curated"), tr("Curated"), counts.curated);
    add(kindSection, "kind", QStringLiteral("long-tail"), tr("Long-tail"), counts.longTail);

    for (const catalog::Kind kind :
         {catalog::Kind::Tool, catalog::Kind::Skill, catalog::Kind::Extension, catalog::Kind::Channel}) {
        const QString value = toQString(catalog::kindName(kind));
        const std::uint32_t n = counts.kinds[static_cast<std::size_t>(kind)];
        if (n > 0 || m_filter.has(QStringLiteral("kind"), value))
            add(kindSection, "kind", value, kindText(kind), n);
    }

    const QString flagSection = tr("Flags");
    const auto flag = [&](const char *value, const QString &label, CatalogFlag bit, bool always) {
        const std::uint32_t n = counts.flags[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(bit)))];
        if (always || n > 0 || m_filter.has(QStringLiteral("flag"), QLatin1String(value)))
            add(flagSection, "flag", QLatin1String(value), label, n);
    };
    flag("review", tr("Needs review"), FlagReview, true);
    flag("overridden", tr("Overridden"), FlagOverridden, true);
    flag("deprecated", tr("Deprecated"), FlagDeprecated, true);
    flag("undescribed", tr("Undescribed"), FlagUndescribed, true);
    flag("hidden", tr("Hidden characters"), FlagHidden, false);
    flag("new", tr("New"), FlagNew, false);
    flag("changed", tr("Changed"), FlagChanged, false);

    const QString methodSection = tr("Method");
    for (const catalog::Method method :
         {catalog::Method::Get, catalog::Method::Post, catalog::Method::Put, catalog::Method::Patch,
          catalog::Method::Delete, catalog::Method::Head, catalog::Method::Options}) {
        const std::uint32_t n = counts.methods[static_cast<std::size_t>(method)];
        const QString name = toQString(catalog::methodName(method));
        const bool usual = method != catalog::Method::Head && method != catalog::Method::Options;
        if (usual || n > 0)
            add(methodSection, "method", name, name, n);
    }

    const QString serviceSection = tr("Service");
    const auto &services = result.columns->catalog().services();
    std::vector<std::uint32_t> order(services.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto chosen = [&](std::uint32_t i) {
        return m_filter.has(QStringLiteral("service"), toQString(services[i].info.id));
    };
    const std::size_t listed = std::min(order.size(), ServicesInFacet);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(listed), order.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                          return std::pair(counts.services[b], a) < std::pair(counts.services[a], b);
                      });
    for (std::size_t i = 0; i < order.size(); ++i)
        if (i < listed ? counts.services[order[i]] > 0 || chosen(order[i]) : m_filter.isActive() && chosen(order[i]))
            add(serviceSection, "service", toQString(services[order[i]].info.id), toQString(services[order[i]].info.id),
                counts.services[order[i]]);
    m_facets.setRows(std::move(rows));
}

void CatalogController::select(const QString &key) {
    if (m_selected == key)
        return;
    m_selected = key;
    m_detail.setKey(key);
    Q_EMIT selectionChanged();
}

void CatalogController::setSort(int column, bool descending) {
    if (column < 0 || column >= CatalogColumnCount)
        return;
    const CatalogOrder order{static_cast<CatalogColumn>(column), descending};
    if (order == m_order)
        return;
    m_order = order;
    Q_EMIT sortChanged();
    runQuery();
}

void CatalogController::showNeedsReview() { m_filter.setText(QStringLiteral("flag:review")); }

int CatalogController::propose(const QStringList &keys, int tier) {
    return m_staged ? m_staged->proposeTier(keys, tier) : 0;
}

QString CatalogController::queryFor(const QString &key) const {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    const auto ordinal = snapshot ? snapshot->catalog->find(key.toStdString()) : std::nullopt;
    if (!ordinal)
        return {};
    const catalog::CapabilityView action = snapshot->catalog->at(*ordinal);
    if (!action.title().empty())
        return revealed(action.title());
    QStringList words;
    for (const std::string &word : identifierWords(action.name()))
        words.append(toQString(word));
    return words.join(QLatin1Char(' '));
}

} // namespace actionscope::app
