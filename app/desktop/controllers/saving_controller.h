#pragma once
/// What discovery saves in a model's context on this catalog: the table of the Benchmarks page.

#include "rows_model.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>

namespace actionscope::app {

/// Counted as a job when the table is looked at for the first time, since every action's schema is read. GUI thread.
class SavingController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    /// Whether the table is shown: only then is anything counted.
    Q_PROPERTY(bool active READ isActive WRITE setActive NOTIFY activeChanged FINAL)
    /// "", "loading", "ready", "stale" (the catalog is another one since), "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// Rows: tools, everything, discovery, search, activation, dynamic (the three together), saved ("93 %"), share (0 …
    /// 1, of the dearest list), cost (likewise, of what discovery costs), sentence.
    Q_PROPERTY(actionscope::app::RowsModel *rows READ rows CONSTANT FINAL)
    /// "With 3,412 actions discovery takes 1,850 tokens in place of 412,000: 99.6 % less."
    Q_PROPERTY(QString headline READ headline NOTIFY changed FINAL)
    Q_PROPERTY(QString markdown READ markdown NOTIFY changed FINAL)

public:
    static constexpr std::uint32_t Most = 5000; ///< actions of the last row: for each one a schema is read

    explicit SavingController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    bool isActive() const { return m_active; }
    void setActive(bool active);
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    RowsModel *rows() { return &m_rows; }
    QString headline() const { return m_headline; }
    QString markdown() const { return m_markdown; }

    Q_INVOKABLE void count();
    Q_INVOKABLE void cancel();

Q_SIGNALS:
    void sessionChanged();
    void activeChanged();
    void changed();

private:
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    bool m_active = false;
    int m_job = 0;
    const void *m_countedOf = nullptr; ///< the catalog that the rows are of
    QString m_state, m_error, m_headline, m_markdown;
    RowsModel m_rows;
};

} // namespace actionscope::app
