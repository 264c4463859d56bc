#include "saving_controller.h"

#include "convert.h"
#include "gateway/context_saving.h"

#include <QLocale>
#include <algorithm>

namespace actionscope::app {
namespace {

QString number(std::uint64_t value) { return QLocale().toString(static_cast<qulonglong>(value)); }
QString percent(double share) {
    // Nearly all is not all.
    const double shown = share < 1 ? std::min(share * 100, 99.9) : 100;
    return QLocale().toString(shown, 'f', 1) + QStringLiteral(" %");
}

} // namespace

SavingController::SavingController(QObject *parent)
    : QObject(parent)
    , m_rows({QStringLiteral("tools"), QStringLiteral("everything"), QStringLiteral("discovery"),
              QStringLiteral("search"), QStringLiteral("activation"), QStringLiteral("dynamic"),
              QStringLiteral("saved"), QStringLiteral("share"), QStringLiteral("cost"), QStringLiteral("sentence")}) {}

void SavingController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::snapshotChanged, this, [this] {
        const auto snapshot = m_session->snapshot();
        if (m_countedOf == nullptr || (snapshot && snapshot->catalog.get() == m_countedOf))
            return;
        if (m_session->isReady()) {
            setState(QStringLiteral("stale"));
            return;
        }
        m_countedOf = nullptr;
        m_rows.setRows({});
        m_headline.clear();
        m_markdown.clear();
        setState({});
    });
    Q_EMIT sessionChanged();
}

void SavingController::setActive(bool active) {
    if (m_active == active)
        return;
    m_active = active;
    Q_EMIT activeChanged();
    if (active && m_state.isEmpty())
        count();
}

void SavingController::count() {
    if (!m_session || !m_session->isReady() || m_job != 0)
        return;
    const auto snapshot = m_session->snapshot();
    const void *catalog = snapshot->catalog.get();
    gateway::SavingOptions options;
    // Rows up to what there is, and the whole of it where it can be listed.
    const auto all = static_cast<std::uint32_t>(std::min<std::size_t>(snapshot->catalog->size(), Most));
    std::erase_if(options.tools, [&](std::uint32_t tools) { return tools >= all; });
    options.tools.push_back(all);
    m_job = m_session->runJob<std::vector<gateway::SavingRow>>(
        tr("Counting what discovery saves"),
        [options](workspace::Workspace &workspace, const Job &job) {
            return gateway::contextSaving(workspace, options, job);
        },
        this,
        [this, catalog](Result<std::vector<gateway::SavingRow>> counted) {
            m_job = 0;
            if (!counted) {
                const bool cancelled = counted.error().code == ErrorCode::Cancelled;
                setState(cancelled ? m_rows.count() > 0 ? QStringLiteral("stale") : QString() : QStringLiteral("error"),
                         cancelled ? QString() : actionscope::app::errorText(counted.error()));
                return;
            }
            m_countedOf = catalog;
            std::vector<QVariantMap> rows;
            std::uint64_t most = 1;
            for (const gateway::SavingRow &row : *counted)
                most = std::max({most, row.everything, row.dynamic()});
            m_markdown = QStringLiteral("| %1 | %2 | %3 | %4 |\n|---:|---:|---:|---:|\n")
                             .arg(tr("actions"), tr("all listed"), tr("discovery"), tr("saved"));
            for (const gateway::SavingRow &row : *counted) {
                const QString saved = percent(row.saved());
                //: a row of a table: actions, tokens of listing all, tokens of discovery, share saved
                const QString sentence =
                    tr("%1 actions: %2 tokens listed, %3 by discovery, %4 saved")
                        .arg(number(row.tools), number(row.everything), number(row.dynamic()), saved);
                rows.push_back(
                    {{QStringLiteral("tools"), number(row.tools)},
                     {QStringLiteral("everything"), number(row.everything)},
                     {QStringLiteral("discovery"), number(row.discovery)},
                     {QStringLiteral("search"), number(row.search)},
                     {QStringLiteral("activation"), number(row.activation)},
                     {QStringLiteral("dynamic"), number(row.dynamic())},
                     {QStringLiteral("saved"), saved},
                     {QStringLiteral("share"), static_cast<double>(row.everything) / static_cast<double>(most)},
                     {QStringLiteral("cost"), static_cast<double>(row.dynamic()) / static_cast<double>(most)},
                     {QStringLiteral("sentence"), sentence}});
                m_markdown += QStringLiteral("| %1 | %2 | %3 | %4 |\n")
                                  .arg(number(row.tools), number(row.everything), number(row.dynamic()), saved);
            }
            const gateway::SavingRow &last = counted->back();
            m_headline =
                last.saved() > 0
                    ? tr("With %1 actions discovery takes %2 tokens of a model's context in place of %3: %4 less.")
                          .arg(number(last.tools), number(last.dynamic()), number(last.everything),
                               percent(last.saved()))
                    : tr("With %1 actions a list of all is cheaper: %2 tokens, against %3 with discovery.")
                          .arg(number(last.tools), number(last.everything), number(last.dynamic()));
            m_rows.setRows(std::move(rows));
            setState(QStringLiteral("ready"));
        });
    if (m_job != 0)
        setState(QStringLiteral("loading"));
}

void SavingController::cancel() {
    if (m_job != 0 && m_session)
        m_session->jobs()->cancel(m_job);
}

void SavingController::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
