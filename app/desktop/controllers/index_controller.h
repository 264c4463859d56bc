#pragma once
/// What searching stands on: the keyword index, the model and its vectors, and which words the model holds to be near.

#include "rows_model.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>

namespace actionscope::app {

/// Figures of the snapshot; words are looked up as they are typed. GUI thread.
class IndexController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    /// "firstRun", "loading", "building" (vectors are being made), "ready", "partial" (there are no vectors), "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    /// Why there are no vectors.
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)
    Q_PROPERTY(QString keywords READ keywords NOTIFY changed FINAL) ///< "240 actions · 1,904 words · 214 kB"
    Q_PROPERTY(QString model READ model NOTIFY changed FINAL)     ///< "actionscope-tokens · 64 dimensions · a31f…"
    Q_PROPERTY(QString vectors READ vectors NOTIFY changed FINAL) ///< "240 vectors · 31 kB"
    /// Whether the model tells which words are near: only a table of words does.
    Q_PROPERTY(bool hasNeighbours READ hasNeighbours NOTIFY changed FINAL)
    Q_PROPERTY(QString word READ word WRITE setWord NOTIFY wordChanged FINAL)
    /// Rows: term, similarity, share, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *neighbours READ neighbours CONSTANT FINAL)
    /// "“remove” is looked up as “remov”", "the model does not know it"; empty while nothing is typed.
    Q_PROPERTY(QString wordNote READ wordNote NOTIFY wordChanged FINAL)

public:
    explicit IndexController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    QString state() const { return m_state; }
    QString problem() const { return m_problem; }
    QString keywords() const { return m_keywords; }
    QString model() const { return m_model; }
    QString vectors() const { return m_vectors; }
    bool hasNeighbours() const { return m_hasNeighbours; }
    QString word() const { return m_word; }
    void setWord(const QString &word);
    RowsModel *neighbours() { return &m_neighbours; }
    QString wordNote() const { return m_wordNote; }

    Q_INVOKABLE void build();

Q_SIGNALS:
    void sessionChanged();
    void changed();
    void wordChanged();

private:
    struct Looked {
        QString note;
        std::vector<QVariantMap> rows;
    };
    void take();
    void look();

    QPointer<WorkspaceSession> m_session;
    LatestQuery m_looking;
    QString m_state = QStringLiteral("firstRun"), m_problem, m_keywords, m_model, m_vectors, m_word, m_wordNote;
    bool m_hasNeighbours = false;
    RowsModel m_neighbours;
};

} // namespace actionscope::app
