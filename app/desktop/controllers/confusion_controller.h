#pragma once
/// Actions that compete for the same queries, those that their own words do not find, and what would tell them apart
/// (BX12).

#include "evaluation/confusion.h"
#include "rows_model.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>

namespace actionscope::app {

/// Mapped as a job when somebody asks; what was mapped stays, marked as stale when the catalog changed. GUI thread.
class ConfusionController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    /// "firstRun", "empty" (not mapped yet), "loading", "ready", "stale", "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    Q_PROPERTY(double progress READ progress NOTIFY progressChanged FINAL)
    /// "5,000 of 125,207 actions were looked at".
    Q_PROPERTY(QString about READ about NOTIFY changed FINAL)
    /// Rows: title, members (list of maps: name, apart), shared, similarity, competition, near, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *clusters READ clusters CONSTANT FINAL)
    /// Rows: name, query, rank, ahead, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *hidden READ hidden CONSTANT FINAL)

public:
    explicit ConfusionController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    double progress() const;
    QString about() const { return m_about; }
    RowsModel *clusters() { return &m_clusters; }
    RowsModel *hidden() { return &m_hidden; }

    Q_INVOKABLE void map();
    Q_INVOKABLE void cancel();

Q_SIGNALS:
    void sessionChanged();
    void changed();
    void progressChanged();

private:
    struct Mapped {
        std::vector<QVariantMap> clusters, hidden;
        QString about;
    };
    static Mapped rowsOf(const evaluation::ConfusionMap &map, const catalog::Catalog &catalog);
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    RowsModel m_clusters, m_hidden;
    QString m_state = QStringLiteral("firstRun"), m_error, m_about;
    int m_job = 0;
};

} // namespace actionscope::app
