#include "confusion_controller.h"

#include "convert.h"

#include <QLocale>

namespace actionscope::app {
namespace {

QString wordsOf(const std::vector<std::string> &words) {
    QStringList list;
    for (const std::string &word : words)
        list.append(revealed(word));
    return list.join(QStringLiteral(", "));
}

QString percent(double share) { return QLocale().toString(qRound(share * 100)) + QStringLiteral(" %"); }

} // namespace

ConfusionController::ConfusionController(QObject *parent)
    : QObject(parent)
    , m_clusters({QStringLiteral("title"), QStringLiteral("members"), QStringLiteral("shared"),
                  QStringLiteral("similarity"), QStringLiteral("competition"), QStringLiteral("near"),
                  QStringLiteral("sentence")})
    , m_hidden({QStringLiteral("name"), QStringLiteral("query"), QStringLiteral("rank"), QStringLiteral("ahead"),
                QStringLiteral("sentence")}) {}

void ConfusionController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    const auto follow = [this] {
        if (const QString before = viewStateBeforeOpen(m_session); !before.isEmpty()) {
            m_clusters.setRows({});
            m_hidden.setRows({});
            setState(before);
        } else if (m_state == QLatin1String("ready")) {
            setState(QStringLiteral("stale"));
        } else if (m_state != QLatin1String("stale") && m_job == 0) {
            setState(QStringLiteral("empty"));
        }
    };
    connect(session, &WorkspaceSession::snapshotChanged, this, follow);
    connect(session, &WorkspaceSession::stateChanged, this, follow);
    connect(session->jobs(), &QAbstractItemModel::dataChanged, this, [this] {
        if (m_job != 0)
            Q_EMIT progressChanged();
    });
    follow();
    Q_EMIT sessionChanged();
}

double ConfusionController::progress() const {
    return m_job == 0 || !m_session ? -1 : m_session->jobs()->fraction(m_job);
}

ConfusionController::Mapped ConfusionController::rowsOf(const evaluation::ConfusionMap &map,
                                                        const catalog::Catalog &catalog) {
    Mapped mapped;
    for (const evaluation::Cluster &cluster : map.clusters) {
        QVariantList members;
        QStringList names;
        for (const evaluation::ClusterMember &member : cluster.members) {
            const QString name = toQString(catalog.qualifiedName(member.action));
            names.append(name);
            members.append(
                QVariantMap{{QStringLiteral("name"), name},
                            {QStringLiteral("apart"), wordsOf(member.apart)},
                            {QStringLiteral("sentence"),
                             member.apart.empty() ? tr("%1: nothing of its own").arg(name)
                                                  //: an action, the words that only it has
                                                  : tr("%1: only it says %2").arg(name, wordsOf(member.apart))}});
        }
        const QString shared = wordsOf(cluster.shared);
        mapped.clusters.push_back(
            {{QStringLiteral("title"), names.join(QStringLiteral(" · "))},
             {QStringLiteral("members"), members},
             {QStringLiteral("shared"), shared},
             {QStringLiteral("similarity"), percent(cluster.similarity)},
             {QStringLiteral("competition"), percent(cluster.competition)},
             {QStringLiteral("near"), cluster.nearDuplicates},
             //: actions of a cluster, how alike their words are, words that all have
             {QStringLiteral("sentence"), tr("%1: words %2 alike, all say %3")
                                              .arg(names.join(QStringLiteral(", ")), percent(cluster.similarity),
                                                   shared.isEmpty() ? QStringLiteral("–") : shared)}});
    }
    for (const evaluation::HiddenAction &action : map.hidden) {
        const QString name = toQString(catalog.qualifiedName(action.action));
        QStringList ahead;
        for (const catalog::Ordinal other : action.ahead)
            ahead.append(toQString(catalog.qualifiedName(other)));
        const QString rank =
            action.rank == 0 ? tr("not in the first 100") : QStringLiteral("#%1").arg(qRound(action.rank));
        mapped.hidden.push_back(
            {{QStringLiteral("name"), name},
             {QStringLiteral("query"), revealed(action.query)},
             {QStringLiteral("rank"), rank},
             {QStringLiteral("ahead"), ahead.join(QStringLiteral(", "))},
             //: an action, its rank for its own words, the actions before it
             {QStringLiteral("sentence"),
              tr("%1 is %2 for its own words, after %3").arg(name, rank, ahead.join(QStringLiteral(", ")))}});
    }
    const QLocale locale;
    mapped.about = tr("%1 of %2 actions were looked at · %3 clusters · %4 not found by their own words")
                       .arg(locale.toString(map.probed), locale.toString(map.actions),
                            locale.toString(static_cast<qulonglong>(map.clusters.size() + map.clustersCut)),
                            locale.toString(static_cast<qulonglong>(map.hidden.size())));
    if (map.wordless > 0)
        mapped.about += QStringLiteral(" · ") + tr("%n without any words", "", static_cast<int>(map.wordless));
    return mapped;
}

void ConfusionController::map() {
    if (!m_session || !m_session->isReady() || !m_session->isIndexed() || m_job != 0)
        return;
    m_job = m_session->runJob<Mapped>(
        tr("Mapping confusable actions"),
        [](workspace::Workspace &workspace, const Job &job) -> Result<Mapped> {
            const auto searcher = workspace.searcher();
            if (!searcher)
                return fail(ErrorCode::NotFound, "the index is still being built");
            evaluation::ConfusionOptions options;
            options.preset = workspace.snapshot()->preset;
            const auto map = evaluation::mapConfusion(*searcher, options, workspace.executor(), job);
            if (!map)
                return fail(map.error());
            return rowsOf(*map, searcher->index().catalog());
        },
        this,
        [this](Result<Mapped> mapped) {
            m_job = 0;
            Q_EMIT progressChanged();
            if (!mapped) {
                const bool cancelled = mapped.error().code == ErrorCode::Cancelled;
                setState(cancelled ? (m_clusters.count() + m_hidden.count() > 0 ? QStringLiteral("stale")
                                                                                : QStringLiteral("empty"))
                                   : QStringLiteral("error"),
                         cancelled ? QString() : actionscope::app::errorText(mapped.error()));
                return;
            }
            m_clusters.setRows(std::move(mapped->clusters));
            m_hidden.setRows(std::move(mapped->hidden));
            m_about = mapped->about;
            setState(QStringLiteral("ready"));
        });
    setState(QStringLiteral("loading"));
}

void ConfusionController::cancel() {
    if (m_job != 0 && m_session)
        m_session->jobs()->cancel(m_job);
}

void ConfusionController::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
