#include "index_controller.h"

#include "convert.h"
#include "retrieval/analyzer.h"
#include "retrieval/token_table.h"

#include <QLocale>

namespace actionscope::app {
namespace {

/// The table of words behind a snapshot's vectors; null when the model is of another kind.
const retrieval::TokenTable *tableOf(const workspace::Snapshot &snapshot) {
    return snapshot.vectors ? dynamic_cast<const retrieval::TokenTable *>(&snapshot.vectors->model()) : nullptr;
}

QString number(std::uint64_t value) { return QLocale().toString(static_cast<qulonglong>(value)); }

} // namespace

IndexController::IndexController(QObject *parent)
    : QObject(parent)
    , m_neighbours({QStringLiteral("term"), QStringLiteral("similarity"), QStringLiteral("share"),
                    QStringLiteral("sentence")}) {}

void IndexController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::snapshotChanged, this, &IndexController::take);
    connect(session, &WorkspaceSession::stateChanged, this, &IndexController::take);
    Q_EMIT sessionChanged();
    take();
}

void IndexController::take() {
    const auto snapshot = m_session->snapshot();
    const bool had = m_hasNeighbours;
    m_keywords.clear();
    m_model.clear();
    m_vectors.clear();
    m_problem.clear();
    m_hasNeighbours = false;
    if (const QString before = viewStateBeforeOpen(m_session); !before.isEmpty() || !snapshot) {
        m_state = before.isEmpty() ? QStringLiteral("loading") : before;
        Q_EMIT changed();
        return;
    }
    if (!snapshot->index) {
        m_state = QStringLiteral("loading");
        Q_EMIT changed();
        return;
    }
    const retrieval::IndexStatistics keywords = snapshot->index->statistics();
    //: of the keyword index: actions, words, size
    m_keywords =
        tr("%1 actions · %2 words · %3")
            .arg(number(keywords.documents), number(keywords.terms), Say::bytes(static_cast<qint64>(keywords.bytes)));
    m_problem = revealed(snapshot->vectorsProblem);
    if (snapshot->vectors) {
        const retrieval::VectorStatistics vectors = snapshot->vectors->statistics();
        //: of an embedding model: name, dimension, version
        m_model = tr("%1 · %2 dimensions · %3")
                      .arg(revealed(vectors.model.name), number(vectors.model.dimension),
                           revealed(vectors.model.version).left(12));
        //: of the vectors: how many, their size
        m_vectors =
            tr("%1 vectors · %2").arg(number(vectors.documents), Say::bytes(static_cast<qint64>(vectors.bytes)));
        if (vectors.graph)
            m_vectors += QStringLiteral(" · HNSW");
        m_hasNeighbours = tableOf(*snapshot) != nullptr;
        const bool current = &snapshot->vectors->catalog() == &snapshot->index->catalog();
        m_state = current ? QStringLiteral("ready") : QStringLiteral("building");
    } else {
        m_state = m_problem.isEmpty() ? QStringLiteral("building") : QStringLiteral("partial");
    }
    Q_EMIT changed();
    if (had != m_hasNeighbours)
        look();
}

void IndexController::setWord(const QString &word) {
    if (m_word == word)
        return;
    m_word = word;
    look();
}

void IndexController::look() {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    if (!snapshot || m_word.trimmed().isEmpty() || !m_hasNeighbours) {
        m_looking.stop();
        m_neighbours.setRows({});
        m_wordNote.clear();
        Q_EMIT wordChanged();
        return;
    }
    Q_EMIT wordChanged();
    m_looking.run<Looked>(
        *m_session,
        [snapshot, text = toStdString(m_word)](workspace::Workspace &, const Job &) -> Result<Looked> {
            const retrieval::TokenTable *table = tableOf(*snapshot);
            Looked looked;
            const auto tokens = retrieval::threadAnalyzer().analyze(text);
            if (tokens.empty() || tokens.front().term.empty()) {
                looked.note = tr("This is a word that every text has: it is not looked up.");
                return looked;
            }
            const std::string &term = tokens.front().term;
            const QString word = revealed(tokens.front().word), stem = revealed(term);
            if (!table->knows(term)) {
                //: %1 a word
                looked.note = tr("The model does not know “%1”.").arg(stem);
                return looked;
            }
            if (word.toLower() != stem)
                //: a word, its stem
                looked.note = tr("“%1” is looked up as “%2”.").arg(word, stem);
            for (const retrieval::Neighbour &near : table->neighbours(term, 12)) {
                const QString name = revealed(near.term);
                const QString similarity = QLocale().toString(near.similarity, 'f', 2);
                looked.rows.push_back({{QStringLiteral("term"), name},
                                       {QStringLiteral("similarity"), similarity},
                                       {QStringLiteral("share"), std::max(0.0, near.similarity)},
                                       {QStringLiteral("sentence"), QStringLiteral("%1 %2").arg(name, similarity)}});
            }
            return looked;
        },
        this,
        [this](Result<Looked> looked) {
            if (!looked)
                return;
            m_wordNote = looked->note;
            m_neighbours.setRows(std::move(looked->rows));
            Q_EMIT wordChanged();
        });
}

void IndexController::build() {
    if (m_session)
        m_session->ensureIndex();
}

} // namespace actionscope::app
