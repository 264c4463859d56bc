#include "workspace_session.h"

#include "base/file.h"
#include "base/folder_watch.h"
#include "convert.h"
#include "workspace/layout.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QUrl>
#include <atomic>

namespace actionscope::app {
namespace {

constexpr std::size_t JobThreads = 2, QueryThreads = 2;
// Editors save in several steps; half a second gathers them into one refresh.
constexpr int FileDebounceMs = 500;

QString localPath(const QString &folder) {
    const QUrl url(folder);
    return url.isLocalFile() ? url.toLocalFile() : folder;
}

std::filesystem::path toPath(const QString &text) { return std::filesystem::path(text.toStdString()); }

const QString ScratchName = QStringLiteral("actionscope-sample-"), ScratchLock = QStringLiteral("owner.lock");
/// A folder younger than this may be between its making and its lock.
constexpr qint64 ScratchAgeSeconds = 60;

/// Removes the scratch folders of programs that were killed.
void sweepScratch() {
    const QDir temporary = QDir::temp();
    const QDateTime old = QDateTime::currentDateTime().addSecs(-ScratchAgeSeconds);
    for (const QFileInfo &folder : temporary.entryInfoList({ScratchName + '*'}, QDir::Dirs | QDir::NoSymLinks)) {
        const QFileInfo lock(QDir(folder.filePath()).filePath(ScratchLock));
        if (!lock.isFile() || lock.isSymLink() || lock.lastModified() > old)
            continue;
        if (const auto free = FileLock::tryAcquire(toPath(lock.filePath())))
            QDir(folder.filePath()).removeRecursively();
    }
}

} // namespace

namespace {

/// The files of a workspace that people own; the log and the caches belong to the copy they were made in.
Result<void> copyOwned(const std::filesystem::path &from, const std::filesystem::path &to, const Job &job) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::exists(to, error) && !fs::is_empty(to, error))
        return fail(ErrorCode::AlreadyExists,
                    "the folder " + to.string() + " is not empty; choose an empty one or a new name");
    if (fs::create_directories(to, error); error)
        return fail(ErrorCode::IoError, "cannot make the folder " + to.string() + ": " + error.message());
    for (const auto &entry : fs::directory_iterator(from, error)) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the copy was stopped");
        if (entry.path() == workspace::Layout{from}.hidden())
            continue;
        fs::copy(entry.path(), to / entry.path().filename(), fs::copy_options::recursive, error);
        if (error)
            break;
    }
    if (error)
        return fail(ErrorCode::IoError, "cannot copy " + from.string() + " to " + to.string() + ": " + error.message());
    return {};
}

} // namespace

struct WorkspaceSession::Scratch {
    QTemporaryDir folder{QDir::tempPath() + '/' + ScratchName + QStringLiteral("XXXXXX")};
    /// Held while the folder is in use; death lets go of it too, so that the next one can clear away.
    Result<FileLock> owned = FileLock::tryAcquire(toPath(folder.filePath(ScratchLock)));
};

WorkspaceSession::WorkspaceSession(QObject *parent)
    : QObject(parent)
    , m_jobs(new JobsModel(this))
    , m_jobThreads(JobThreads)
    , m_queryThreads(QueryThreads) {
    connect(m_jobs, &JobsModel::runningChanged, this, &WorkspaceSession::busyChanged);
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(FileDebounceMs);
    connect(&m_debounce, &QTimer::timeout, this, &WorkspaceSession::refresh);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_debounce, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_debounce, qOverload<>(&QTimer::start));
}

WorkspaceSession::~WorkspaceSession() {
    // No callback may start any more before the threads are joined, and no job may run before members go.
    m_capabilityWatch.reset();
    m_subscription = workspace::Subscription();
    m_queryThreads.shutdown();
    m_jobThreads.shutdown();
}

void WorkspaceSession::toGui(std::function<void()> call) {
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

QString WorkspaceSession::name() const {
    if (m_sample)
        return tr("Sample");
    if (m_snapshot && !m_snapshot->settings.name.empty())
        return revealed(m_snapshot->settings.name);
    return QDir(m_folder).dirName();
}

int WorkspaceSession::actionCount() const {
    return m_snapshot && m_snapshot->catalog ? static_cast<int>(m_snapshot->catalog->size()) : 0;
}

int WorkspaceSession::serviceCount() const {
    return m_snapshot && m_snapshot->catalog ? static_cast<int>(m_snapshot->catalog->services().size()) : 0;
}

bool WorkspaceSession::indexCurrent() const { return m_snapshot && m_snapshot->indexIsCurrent(); }
bool WorkspaceSession::isIndexed() const { return m_snapshot && m_snapshot->index; }

QVariantList WorkspaceSession::problems() const {
    QVariantList list;
    if (!m_snapshot)
        return list;
    for (const workspace::Problem &problem : m_snapshot->problems)
        list.append(QVariantMap{{QStringLiteral("service"), toQString(problem.service)},
                                {QStringLiteral("text"), app::errorText(problem.error)},
                                {QStringLiteral("file"), revealed(problem.error.where.file)},
                                {QStringLiteral("line"), problem.error.where.line}});
    return list;
}

void WorkspaceSession::setState(State state) {
    m_state = state;
    Q_EMIT stateChanged();
    Q_EMIT busyChanged();
}

void WorkspaceSession::open(const QString &folder) {
    const QString path = QDir::cleanPath(QFileInfo(localPath(folder)).absoluteFilePath());
    openWith(tr("Open %1").arg(QDir(path).dirName()), path, nullptr, [path](const Job &job) {
        workspace::OpenOptions options;
        options.actor = "app";
        return workspace::Workspace::open(toPath(path), options, job);
    });
}

void WorkspaceSession::openSample() {
    auto scratch = std::make_shared<Scratch>();
    const QString path = scratch->folder.filePath(QStringLiteral("sample"));
    openWith(tr("Open the sample catalog"), path, scratch,
             [path](const Job &job) -> Result<std::unique_ptr<workspace::Workspace>> {
                 sweepScratch();
                 if (auto made = workspace::Workspace::create(toPath(path), true); !made)
                     return fail(made.error());
                 workspace::OpenOptions options;
                 options.actor = "app";
                 return workspace::Workspace::open(toPath(path), options, job);
             });
}

void WorkspaceSession::create(const QString &folder) {
    const QString path = QDir::cleanPath(QFileInfo(localPath(folder)).absoluteFilePath());
    openWith(tr("Make %1").arg(QDir(path).dirName()), path, nullptr,
             [path](const Job &job) -> Result<std::unique_ptr<workspace::Workspace>> {
                 if (auto made = workspace::Workspace::create(toPath(path), false); !made)
                     return fail(made.error());
                 workspace::OpenOptions options;
                 options.actor = "app";
                 return workspace::Workspace::open(toPath(path), options, job);
             });
}

void WorkspaceSession::keepCopy(const QString &folder) {
    if (!m_workspace)
        return;
    const QString path = QDir::cleanPath(QFileInfo(localPath(folder)).absoluteFilePath());
    const quint64 epoch = m_epoch;
    runJob<void>(
        tr("Keep a copy in %1").arg(QDir(path).dirName()),
        [path](workspace::Workspace &workspace, const Job &job) -> Result<void> {
            return copyOwned(workspace.folder(), toPath(path), job);
        },
        this,
        [this, path, epoch](Result<void> copied) {
            if (copied && epoch == m_epoch)
                open(path);
        });
}

void WorkspaceSession::openWith(const QString &title, const QString &folder, std::shared_ptr<Scratch> scratch,
                                Opener opener) {
    close();
    m_folder = folder;
    m_sample = scratch != nullptr;
    m_scratch = scratch;
    auto stop = std::make_shared<std::stop_source>();
    m_opening = stop;
    const quint64 epoch = m_epoch;
    const int id = beginJob(title, stop);
    setState(State::Opening);
    m_jobThreads.post(
        [this, id, stop, epoch, scratch, opener = std::move(opener), report = reporter(id)](std::stop_token closing) {
            const std::stop_callback stopAll(closing, [stop] { stop->request_stop(); });
            auto opened =
                std::make_shared<Result<std::unique_ptr<workspace::Workspace>>>(opener(Job{report, stop->get_token()}));
            toGui([this, id, epoch, opened, scratch] {
                const Ending ending = endingOf(opened->has_value() ? nullptr : &opened->error());
                m_jobs->finish(id, ending.end, ending.detail);
                if (epoch != m_epoch)
                    return; // Something else was opened or this was closed meanwhile.
                m_opening.reset();
                if (!opened->has_value()) {
                    if (opened->error().code == ErrorCode::Cancelled) {
                        close();
                        return;
                    }
                    m_errorText = app::errorText(opened->error());
                    setState(State::Failed);
                    return;
                }
                m_workspace = std::move(opened->value());
                m_readOnly = m_workspace->readOnly();
                m_subscription = m_workspace->onChange([this, epoch](std::shared_ptr<const workspace::Snapshot> next) {
                    toGui([this, epoch, next] {
                        if (epoch == m_epoch)
                            take(next);
                    });
                });
                take(m_workspace->snapshot());
                setState(State::Open);
                watchFiles();
                watchCapabilities();
                if (!m_snapshot || !m_snapshot->searchIsCurrent())
                    ensureIndex();
            });
        });
}

void WorkspaceSession::close() {
    ++m_epoch;
    if (m_opening)
        m_opening->request_stop();
    m_opening.reset();
    m_debounce.stop();
    m_capabilityWatch.reset();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_subscription = workspace::Subscription();
    // Closing joins threads and may delete the scratch copy: not on the GUI thread.
    if (m_workspace)
        m_jobThreads.post([workspace = std::exchange(m_workspace, nullptr),
                           scratch = std::exchange(m_scratch, nullptr)](std::stop_token) mutable {
            workspace.reset();
            scratch.reset();
        });
    m_scratch.reset();
    const bool hadSnapshot = m_snapshot != nullptr;
    m_snapshot.reset();
    m_folder.clear();
    m_errorText.clear();
    m_progressText.clear();
    m_progress = -1.0;
    m_sample = m_readOnly = m_refreshing = false;
    m_indexedAt = QDateTime();
    if (m_state != State::Closed)
        setState(State::Closed);
    if (hadSnapshot)
        Q_EMIT snapshotChanged();
}

void WorkspaceSession::cancelOpening() {
    if (m_opening)
        m_opening->request_stop();
}

void WorkspaceSession::take(std::shared_ptr<const workspace::Snapshot> snapshot) {
    // Snapshots may arrive out of order when two threads swap in quick succession.
    if (m_snapshot && snapshot && snapshot->generation < m_snapshot->generation)
        return;
    if (snapshot && snapshot->index && (!m_snapshot || m_snapshot->index != snapshot->index))
        m_indexedAt = QDateTime::currentDateTime();
    m_snapshot = std::move(snapshot);
    Q_EMIT snapshotChanged();
}

void WorkspaceSession::refresh() {
    if (!m_workspace || m_refreshing)
        return;
    m_refreshing = true;
    const quint64 epoch = m_epoch;
    query<bool>([](workspace::Workspace &workspace, const Job &job) { return workspace.refresh(job); }, this,
                [this, epoch](Result<bool>) {
                    if (epoch != m_epoch)
                        return;
                    m_refreshing = false;
                    watchFiles();
                    if (!m_snapshot || !m_snapshot->searchIsCurrent())
                        ensureIndex();
                });
}

void WorkspaceSession::ensureIndex() {
    if (!m_workspace || m_readOnly)
        return;
    runJob<void>(
        tr("Build the search index"),
        [](workspace::Workspace &workspace, const Job &job) { return workspace.ensureIndex(job); }, this,
        [](Result<void>) {});
}

void WorkspaceSession::watchCapabilities() {
    m_capabilityWatch = std::make_unique<FolderWatch>(m_workspace->capabilityDirectories(), [this, epoch = m_epoch] {
        toGui([this, epoch] {
            if (epoch != m_epoch)
                return;
            // One that runs may have looked already: once more, when it is done.
            if (m_refreshing)
                m_debounce.start();
            else
                refresh();
        });
    });
}

void WorkspaceSession::watchFiles() {
    // Whole folders and the hand-written files in them: a file saved in place does not change its folder.
    QStringList paths{m_folder};
    for (const QString &name : {QStringLiteral("catalogs"), QStringLiteral("risk")}) {
        const QDir folder(m_folder + QLatin1Char('/') + name);
        if (!folder.exists())
            continue;
        paths.append(folder.path());
        constexpr int MaxWatched = 500;
        for (const QFileInfo &file : folder.entryInfoList({QStringLiteral("*.yaml")}, QDir::Files))
            if (!file.fileName().endsWith(QLatin1String(".longtail.yaml")) && paths.size() < MaxWatched)
                paths.append(file.filePath());
    }
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    QStringList fresh;
    for (const QString &path : paths)
        if (!watched.contains(path))
            fresh.append(path);
    if (!fresh.isEmpty())
        m_watcher.addPaths(fresh);
}

int WorkspaceSession::beginJob(const QString &title, const std::shared_ptr<std::stop_source> &stop) {
    return m_jobs->begin(title, [stop] { stop->request_stop(); });
}

std::function<void(const Progress &)> WorkspaceSession::reporter(int jobId) {
    // Reports that arrive while one is still on its way to the GUI thread are dropped: the next one says more.
    auto underway = std::make_shared<std::atomic<bool>>(false);
    return [this, jobId, underway](const Progress &progress) {
        if (underway->exchange(true))
            return;
        toGui([this, jobId, underway, phase = toQString(progress.phase), done = progress.done, total = progress.total] {
            underway->store(false);
            m_jobs->progress(jobId, phase, done, total);
            if (m_state == State::Opening) {
                m_progressText = m_jobs->summary();
                m_progress = m_jobs->fraction(jobId);
                Q_EMIT progressChanged();
            }
        });
    };
}

WorkspaceSession::Ending WorkspaceSession::endingOf(const Error *error) {
    if (!error)
        return {JobsModel::End::Done, {}};
    if (error->code == ErrorCode::Cancelled)
        return {JobsModel::End::Cancelled, {}};
    return {JobsModel::End::Failed, app::errorText(*error)};
}

QString viewStateBeforeOpen(const WorkspaceSession *session) {
    if (session == nullptr)
        return QStringLiteral("firstRun");
    switch (session->state()) {
    case WorkspaceSession::State::Closed:
        return QStringLiteral("firstRun");
    case WorkspaceSession::State::Opening:
        return QStringLiteral("loading");
    case WorkspaceSession::State::Failed:
        return QStringLiteral("error");
    case WorkspaceSession::State::Open:
        break;
    }
    return {};
}

} // namespace actionscope::app
