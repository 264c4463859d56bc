#pragma once
/// Work in progress and what became of it, for the jobs popup and the status strip.

#include <QAbstractListModel>
#include <QDateTime>
#include <QQmlEngine>
#include <QTimer>
#include <functional>

namespace actionscope::app {

/// Newest first; finished jobs stay, at most 50. GUI thread: workers reach it through WorkspaceSession, queued.
class JobsModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(int runningCount READ runningCount NOTIFY runningChanged FINAL)
    /// One line for the status strip: the newest running job with its phase and share; empty when none runs.
    Q_PROPERTY(QString summary READ summary NOTIFY runningChanged FINAL)

public:
    enum Role {
        JobIdRole = Qt::UserRole + 1,
        TitleRole,
        StateRole,    ///< "running", "done", "cancelled", "failed"
        PhaseRole,    ///< translated: "Indexing 41,200 of 125,000"
        FractionRole, ///< 0 … 1, -1 when the total is not known
        DetailRole,   ///< why it failed, or what it did
        ElapsedRole,  ///< "1.4 s"
    };

    explicit JobsModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// A new running job; `stop` is called by cancel(). Returns its id.
    int begin(const QString &title, std::function<void()> stop);
    void progress(int id, const QString &phase, quint64 done, quint64 total);
    enum class End { Done, Cancelled, Failed };
    void finish(int id, End end, const QString &detail);

    Q_INVOKABLE void cancel(int id);
    Q_INVOKABLE void clearFinished();
    Q_INVOKABLE double fraction(int id) const;
    QString phase(int id) const;

    int runningCount() const;
    QString summary() const;

Q_SIGNALS:
    void runningChanged();
    /// For toasts and announcements. `seconds` is how long it took.
    void ended(int id, const QString &title, const QString &state, const QString &detail, double seconds);

private:
    struct Entry {
        int id = 0;
        QString title, state, phase, detail;
        quint64 done = 0, total = 0;
        QDateTime started, ended;
        std::function<void()> stop;
    };
    int rowOf(int id) const;
    void rowChanged(int row);
    QString phaseLine(const Entry &entry) const;

    QVector<Entry> m_entries;
    int m_nextId = 1;
};

} // namespace actionscope::app
