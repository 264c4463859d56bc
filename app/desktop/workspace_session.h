#pragma once
/// The workspace that the window shows: opening and closing it, running work on it off the GUI thread, and its
/// snapshots.

#include "base/executor.h"
#include "jobs_model.h"
#include "workspace/workspace.h"

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QTimer>
#include <QVariantList>
#include <functional>
#include <memory>

namespace actionscope {
class FolderWatch;
}

namespace actionscope::app {

/// How controllers reach the core. Lives on the GUI thread and is called there; work runs on its own threads.
///
/// A controller connects to `snapshotChanged`, reads `snapshot()` (immutable: keep the pointer as long as rows refer to
/// it), and does anything that may take more than a few milliseconds through `query` (no traces, for answers to what is
/// typed or selected) or `runJob` (title, progress and Cancel in the jobs popup). Both call back on the GUI thread,
/// unless the context object is gone. Work gets a shared pointer to the workspace, so closing or replacing it does not
/// pull it away.
class WorkspaceSession : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(State state READ state NOTIFY stateChanged FINAL)
    Q_PROPERTY(bool ready READ isReady NOTIFY stateChanged FINAL)
    /// Shown in the title bar and the status strip.
    Q_PROPERTY(QString name READ name NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString folder READ folder NOTIFY stateChanged FINAL)
    /// Whether this is the scratch copy of the sample; it goes away when closed.
    Q_PROPERTY(bool sample READ isSample NOTIFY stateChanged FINAL)
    Q_PROPERTY(bool readOnly READ isReadOnly NOTIFY stateChanged FINAL)
    /// Why opening failed.
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged FINAL)
    /// While opening: a translated phase and the share done (-1 unknown).
    Q_PROPERTY(QString progressText READ progressText NOTIFY progressChanged FINAL)
    Q_PROPERTY(double progress READ progress NOTIFY progressChanged FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY busyChanged FINAL)
    Q_PROPERTY(int actionCount READ actionCount NOTIFY snapshotChanged FINAL)
    Q_PROPERTY(int serviceCount READ serviceCount NOTIFY snapshotChanged FINAL)
    /// False while a newer catalog is being indexed; searches answer from the older index then.
    Q_PROPERTY(bool indexCurrent READ indexCurrent NOTIFY snapshotChanged FINAL)
    /// Whether there is an index at all.
    Q_PROPERTY(bool indexed READ isIndexed NOTIFY snapshotChanged FINAL)
    Q_PROPERTY(QDateTime indexedAt READ indexedAt NOTIFY snapshotChanged FINAL)
    /// Files that could not be used: maps of `service`, `text`, `file`, `line`.
    Q_PROPERTY(QVariantList problems READ problems NOTIFY snapshotChanged FINAL)
    Q_PROPERTY(actionscope::app::JobsModel *jobs READ jobs CONSTANT FINAL)

public:
    enum class State { Closed, Opening, Open, Failed };
    Q_ENUM(State)

    explicit WorkspaceSession(QObject *parent = nullptr);
    ~WorkspaceSession() override;

    State state() const { return m_state; }
    bool isReady() const { return m_state == State::Open; }
    QString name() const;
    QString folder() const { return m_folder; }
    bool isSample() const { return m_sample; }
    bool isReadOnly() const { return m_readOnly; }
    QString errorText() const { return m_errorText; }
    QString progressText() const { return m_progressText; }
    double progress() const { return m_progress; }
    bool isBusy() const { return m_jobs->runningCount() > 0 || m_state == State::Opening; }
    int actionCount() const;
    int serviceCount() const;
    bool indexCurrent() const;
    bool isIndexed() const;
    QDateTime indexedAt() const { return m_indexedAt; }
    QVariantList problems() const;
    JobsModel *jobs() const { return m_jobs; }

    /// Opens a workspace folder (or file URL of one); what was open is closed. Progress is a job; ends in Open or
    /// Failed.
    Q_INVOKABLE void open(const QString &folder);
    /// Makes a scratch copy of the sample workspace and opens it.
    Q_INVOKABLE void openSample();
    /// Makes a new workspace in an empty or missing folder and opens it.
    Q_INVOKABLE void create(const QString &folder);
    Q_INVOKABLE void close();
    /// Copies the files of what is open (catalogs, sources, risk rules, query sets; not the log and what is derived)
    /// into an empty or missing folder and opens that: how the sample is kept. A copy that fails leaves what is open.
    Q_INVOKABLE void keepCopy(const QString &folder);
    /// Stops opening.
    Q_INVOKABLE void cancelOpening();
    /// Looks for changes on disk now; the session also does so by itself when files of the workspace change.
    Q_INVOKABLE void refresh();
    /// Builds the index again in the background when it is not of the current catalog.
    Q_INVOKABLE void ensureIndex();

    /// Null when nothing is open.
    std::shared_ptr<const workspace::Snapshot> snapshot() const { return m_snapshot; }
    /// Null when nothing is open. Its functions may block: call them inside work only.
    std::shared_ptr<workspace::Workspace> workspace() const { return m_workspace; }

    template <class T> using Work = std::function<Result<T>(workspace::Workspace &, const Job &)>;
    template <class T> using Then = std::function<void(Result<T>)>;

    /// Runs `work` with an entry in the jobs popup. `then` is called on the GUI thread while `context` lives.
    /// Does nothing when no workspace is open. Returns the id of the job, 0 for none.
    template <class T> int runJob(const QString &title, Work<T> work, QObject *context, Then<T> then);
    /// Runs `work` without traces, on threads that long jobs do not occupy. Stop it through `stop` when it is outdated.
    template <class T> void query(Work<T> work, QObject *context, Then<T> then, std::stop_token stop = {});

Q_SIGNALS:
    void stateChanged();
    void progressChanged();
    void busyChanged();
    /// A new snapshot, or none any more.
    void snapshotChanged();

private:
    struct Scratch;
    using Opener = std::function<Result<std::unique_ptr<workspace::Workspace>>(const Job &)>;
    struct Ending {
        JobsModel::End end;
        QString detail;
    };

    void openWith(const QString &title, const QString &folder, std::shared_ptr<Scratch> scratch, Opener opener);
    void take(std::shared_ptr<const workspace::Snapshot> snapshot);
    void setState(State state);
    void watchFiles();
    void watchCapabilities();
    int beginJob(const QString &title, const std::shared_ptr<std::stop_source> &stop);
    std::function<void(const Progress &)> reporter(int jobId);
    static Ending endingOf(const Error *error);
    /// Calls on the GUI thread later. Any thread.
    void toGui(std::function<void()> call);

    JobsModel *m_jobs;
    std::shared_ptr<Scratch> m_scratch; ///< the sample's folder; outlives the workspace
    std::shared_ptr<workspace::Workspace> m_workspace;
    workspace::Subscription m_subscription;
    std::shared_ptr<const workspace::Snapshot> m_snapshot;
    State m_state = State::Closed;
    QString m_folder, m_errorText, m_progressText;
    double m_progress = -1.0;
    bool m_sample = false, m_readOnly = false;
    QDateTime m_indexedAt;
    quint64 m_epoch = 0; ///< counts opens and closes: what arrives from an earlier one is dropped
    std::shared_ptr<std::stop_source> m_opening;
    QFileSystemWatcher m_watcher;
    std::unique_ptr<FolderWatch> m_capabilityWatch; ///< of the directories of capability folders
    QTimer m_debounce;
    bool m_refreshing = false;
    // Last, so that they end first: after their shutdown no work reaches the members above.
    Executor m_jobThreads;
    Executor m_queryThreads;
};

/// What a page shows while there is no workspace to show: "firstRun" (none, or no session yet), "loading" (opening) or
/// "error"; empty when one is open. The words are StateView's.
QString viewStateBeforeOpen(const WorkspaceSession *session);

/// For answers to what is being typed: a new request stops the one before, and only the newest answers. GUI thread.
class LatestQuery {
public:
    ~LatestQuery() { stop(); }
    void stop() {
        m_stop.request_stop();
        ++*m_generation;
    }
    template <class T>
    void run(WorkspaceSession &session, WorkspaceSession::Work<T> work, QObject *context,
             WorkspaceSession::Then<T> then) {
        stop();
        m_stop = std::stop_source();
        const quint64 mine = *m_generation;
        session.query<T>(
            std::move(work), context,
            [generation = m_generation, mine, then = std::move(then)](Result<T> result) {
                if (*generation == mine)
                    then(std::move(result));
            },
            m_stop.get_token());
    }

private:
    std::stop_source m_stop;
    std::shared_ptr<quint64> m_generation = std::make_shared<quint64>(0);
};

template <class T> int WorkspaceSession::runJob(const QString &title, Work<T> work, QObject *context, Then<T> then) {
    if (!m_workspace)
        return 0;
    auto stop = std::make_shared<std::stop_source>();
    const int id = beginJob(title, stop);
    m_jobThreads.post([this, id, stop, workspace = m_workspace, work = std::move(work),
                       context = QPointer<QObject>(context), then = std::move(then),
                       report = reporter(id)](std::stop_token closing) {
        const std::stop_callback stopAll(closing, [stop] { stop->request_stop(); });
        auto result = std::make_shared<Result<T>>(work(*workspace, Job{report, stop->get_token()}));
        toGui([this, id, result, context, then] {
            const Ending ending = endingOf(result->has_value() ? nullptr : &result->error());
            m_jobs->finish(id, ending.end, ending.detail);
            if (context)
                then(std::move(*result));
        });
    });
    return id;
}

template <class T> void WorkspaceSession::query(Work<T> work, QObject *context, Then<T> then, std::stop_token stop) {
    if (!m_workspace)
        return;
    m_queryThreads.post([this, stop, workspace = m_workspace, work = std::move(work),
                         context = QPointer<QObject>(context), then = std::move(then)](std::stop_token closing) {
        if (stop.stop_requested() || closing.stop_requested())
            return;
        std::stop_source both;
        const std::stop_callback outdated(stop, [&both] { both.request_stop(); });
        const std::stop_callback stopAll(closing, [&both] { both.request_stop(); });
        auto result = std::make_shared<Result<T>>(work(*workspace, Job{{}, both.get_token()}));
        toGui([result, context, then] {
            if (context)
                then(std::move(*result));
        });
    });
}

} // namespace actionscope::app
