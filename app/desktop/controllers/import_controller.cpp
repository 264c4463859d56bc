#include "import_controller.h"

#include "base/text.h"
#include "convert.h"
#include "workspace/manifest_import.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>

namespace actionscope::app {
namespace {

/// Whether all that was named are capability folders. Blocks for as long as the folders take to be listed.
bool areManifests(const std::vector<std::string> &sources) {
    return std::all_of(sources.begin(), sources.end(), workspace::holdsCapabilities);
}

} // namespace

ImportController::ImportController(QObject *parent)
    : QObject(parent)
    , m_workspaceFolder(QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                            .filePath(QStringLiteral("Actionscope")))
    , m_items(this)
    , m_notes(this)
    , m_changes(this) {}

void ImportController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session) {
        m_session->disconnect(this);
        m_session->jobs()->disconnect(this);
    }
    m_session = session;
    if (session) {
        connect(session, &WorkspaceSession::stateChanged, this, &ImportController::sessionMoved);
        connect(session, &WorkspaceSession::progressChanged, this, &ImportController::progressChanged);
        connect(session->jobs(), &JobsModel::runningChanged, this, &ImportController::progressChanged);
    }
    Q_EMIT sessionChanged();
}

void ImportController::setStep(Step step, const QString &error) {
    m_step = step;
    m_error = error;
    Q_EMIT stepChanged();
    Q_EMIT progressChanged();
}

QString ImportController::sourceText() const {
    if (m_sources.size() != 1)
        return m_sources.isEmpty() ? QString() : tr("%n source(s)", "", static_cast<int>(m_sources.size()));
    const QString &only = m_sources.first();
    if (only.contains(QStringLiteral("://")))
        return revealed(only.toStdString());
    return revealed(QFileInfo(only).fileName().toStdString());
}

void ImportController::setWorkspaceFolder(const QString &folder) {
    const QUrl url(folder);
    const QString path = url.isLocalFile() ? url.toLocalFile() : folder.trimmed();
    if (path == m_workspaceFolder)
        return;
    m_workspaceFolder = path;
    Q_EMIT workspaceFolderChanged();
}

bool ImportController::workspaceExists() const {
    const QDir folder(m_workspaceFolder);
    return !m_workspaceFolder.isEmpty() &&
           (folder.exists(QStringLiteral("actionscope.yaml")) || folder.exists(QStringLiteral("catalogs")));
}

bool ImportController::begin(const QStringList &sources) {
    if (m_step == Step::Importing)
        return false;
    QStringList named;
    for (const QString &source : sources) {
        const QUrl url(source);
        const QString text = url.isLocalFile() ? url.toLocalFile() : source.trimmed();
        if (!text.isEmpty() && !named.contains(text))
            named.append(text);
    }
    if (m_step == Step::Reading)
        cancel();
    m_sources = named;
    m_serviceId.clear();
    m_chosenIds.clear();
    takeReport({});
    Q_EMIT sourcesChanged();
    if (named.isEmpty())
        setStep(Step::Choose);
    else if (m_session && m_session->isReady())
        read();
    else if (m_session && m_session->state() == WorkspaceSession::State::Opening)
        setStep(Step::Opening);
    else
        setStep(Step::Workspace);
    return true;
}

void ImportController::useWorkspace() {
    if (!m_session || m_workspaceFolder.isEmpty())
        return;
    setStep(Step::Opening);
    if (workspaceExists())
        m_session->open(m_workspaceFolder);
    else
        m_session->create(m_workspaceFolder);
}

void ImportController::chooseOtherWorkspace() {
    if (m_step == Step::Importing)
        return;
    if (m_step == Step::Reading)
        cancel();
    setStep(Step::Workspace);
}

void ImportController::sessionMoved() {
    if (m_step != Step::Opening)
        return;
    switch (m_session->state()) {
    case WorkspaceSession::State::Open:
        if (m_sources.isEmpty())
            setStep(Step::Choose);
        else
            read();
        break;
    case WorkspaceSession::State::Failed:
        setStep(Step::Workspace, m_session->errorText());
        break;
    case WorkspaceSession::State::Closed:
        setStep(Step::Workspace);
        break;
    case WorkspaceSession::State::Opening:
        break;
    }
}

workspace::ImportOptions ImportController::options() const {
    workspace::ImportOptions options;
    if (!m_serviceId.isEmpty())
        options.serviceId = m_serviceId.toStdString();
    options.serviceIdBySource = m_chosenIds;
    return options;
}

std::vector<std::string> ImportController::sourceList() const {
    std::vector<std::string> list;
    for (const QString &source : m_sources)
        list.push_back(source.toStdString());
    return list;
}

void ImportController::read() {
    if (!m_session || m_sources.isEmpty())
        return;
    const quint64 mine = ++m_generation;
    m_job = m_session->runJob<Report>(
        //: title of a job; %1 is a file or "3 sources"
        tr("Read %1").arg(sourceText()),
        [sources = sourceList(), options = options()](workspace::Workspace &workspace, const Job &job) {
            return areManifests(sources) ? workspace::importManifests(workspace, sources, true, job)
                                         : workspace.previewImport(sources, options, job);
        },
        this,
        [this, mine](Result<Report> report) {
            if (mine != m_generation)
                return;
            if (!report)
                return setStep(Step::Failed, app::errorText(report.error()));
            takeReport(std::move(*report));
            setStep(Step::Preview);
        });
    setStep(m_job ? Step::Reading : Step::Workspace);
}

void ImportController::start() {
    if (!m_session || m_step != Step::Preview || actionCount() == 0)
        return;
    const quint64 mine = ++m_generation;
    m_job = m_session->runJob<Report>(
        //: title of a job; %1 is a file or "3 sources"
        tr("Import %1").arg(sourceText()),
        [sources = sourceList(), options = options()](workspace::Workspace &workspace, const Job &job) {
            return areManifests(sources) ? workspace::importManifests(workspace, sources, false, job)
                                         : workspace.import(sources, options, job);
        },
        this,
        [this, mine](Result<Report> report) {
            if (mine != m_generation)
                return;
            if (!report) {
                // A cancelled import wrote nothing, so what was read still stands.
                if (report.error().code == ErrorCode::Cancelled)
                    return setStep(Step::Preview);
                setStep(Step::Failed, app::errorText(report.error()));
                Q_EMIT importFailed(m_error);
                return;
            }
            takeReport(std::move(*report));
            setStep(Step::Done);
            //: what an import did: actions, services
            Q_EMIT finished(tr("Imported %1 in %2")
                                .arg(tr("%Ln action(s)", "", actionCount()), tr("%Ln service(s)", "", serviceCount())));
        });
    setStep(Step::Importing);
}

void ImportController::cancel() {
    if (m_step == Step::Opening && m_session)
        return m_session->cancelOpening();
    if (m_session && m_job)
        m_session->jobs()->cancel(m_job);
}

void ImportController::setServiceId(const QString &id) {
    const QString clean = toQString(app::toStdString(id.trimmed()));
    if (clean.isEmpty() || clean == serviceId() || !serviceIdEditable())
        return;
    m_serviceId = toQString(actionscope::serviceId(clean.toStdString()));
    read();
}

void ImportController::setServiceIdOf(const QString &source, const QString &id) {
    if (m_step != Step::Preview)
        return;
    const std::string key = toStdString(source);
    const std::string clean = toStdString(id.trimmed());
    const auto chosen = m_chosenIds.find(key);
    const std::string wanted = clean.empty() ? std::string() : actionscope::serviceId(clean);
    if (wanted == (chosen == m_chosenIds.end() ? std::string() : chosen->second))
        return;
    if (wanted.empty())
        m_chosenIds.erase(chosen);
    else
        m_chosenIds[key] = wanted;
    read();
}

QVariantList ImportController::clashes() const {
    QVariantList list;
    // The last parts of a path, as many as tell it from the other one.
    const auto shortName = [](const std::string &source, const std::string &other = {}) {
        if (source.find("://") != std::string::npos)
            return revealed(source);
        std::size_t slash = source.size();
        do {
            slash = slash == 0 ? std::string::npos : source.rfind('/', slash - 1);
        } while (slash != std::string::npos && other.ends_with(source.substr(slash)));
        return revealed(slash == std::string::npos ? source : source.substr(slash + 1));
    };
    const auto add = [&](const std::string &source, const QString &text, const std::string &id, bool chosen) {
        list.append(QVariantMap{{QStringLiteral("source"), toQString(source)},
                                {QStringLiteral("text"), text},
                                {QStringLiteral("serviceId"), toQString(id)},
                                {QStringLiteral("chosen"), chosen}});
    };
    for (const Report::Clash &clash : m_report.clashes) {
        const auto chosen = m_chosenIds.find(clash.source);
        const QString wanted = toQString(clash.wanted);
        const QString source = shortName(clash.source, clash.other), other = shortName(clash.other, clash.source);
        QString text;
        if (clash.given.empty())
            //: file, service id, other file
            text = tr("%1 is left out: the id %2 belongs to %3 already.").arg(source, wanted, other);
        else if (clash.given == clash.wanted)
            //: file, service id, other file
            text = tr("%1 replaces the service %2, which came from %3.").arg(source, wanted, other);
        else
            //: file, service id, other file
            text = tr("%1 would be %2, as %3 is.").arg(source, wanted, other);
        add(clash.source, text, chosen != m_chosenIds.end() ? chosen->second : clash.given,
            chosen != m_chosenIds.end());
    }
    for (const auto &[source, id] : m_chosenIds) {
        const bool listed = std::any_of(m_report.clashes.begin(), m_report.clashes.end(),
                                        [&s = source](const Report::Clash &clash) { return clash.source == s; });
        if (!listed)
            //: a file that a person gave a service id
            add(source, tr("%1 has the id you chose.").arg(shortName(source)), id, true);
    }
    return list;
}

void ImportController::reset() {
    if (m_step == Step::Importing || m_step == Step::Reading)
        return;
    ++m_generation;
    m_sources.clear();
    m_serviceId.clear();
    m_chosenIds.clear();
    takeReport({});
    Q_EMIT sourcesChanged();
    setStep(Step::Choose);
}

void ImportController::takeReport(Report report) {
    m_changes.setItems(nullptr);
    m_report = std::move(report);
    m_added = m_changed = m_removed = 0;
    for (const Report::Item &item : m_report.items) {
        m_added += static_cast<int>(item.added);
        m_changed += static_cast<int>(item.changed);
        m_removed += static_cast<int>(item.removed);
    }
    m_items.setItems(m_report.items);
    m_notes.setReport(m_report);
    m_changes.setItems(&m_report.items);
    Q_EMIT reportChanged();
}

QString ImportController::serviceId() const {
    if (m_report.items.size() == 1)
        return toQString(m_report.items.front().service);
    return m_serviceId;
}

bool ImportController::serviceIdEditable() const {
    // A folder with one description keeps the id its path gives; a file or URL may be named freely.
    return m_report.items.size() == 1 && m_sources.size() == 1 && !QFileInfo(m_sources.first()).isDir() &&
           (m_step == Step::Preview || m_step == Step::Reading);
}

QVariantList ImportController::tiers() const {
    std::array<std::uint64_t, 4> sums{};
    for (const Report::Item &item : m_report.items)
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += item.tiers[i];
    QVariantList list;
    for (const std::uint64_t n : sums)
        list.append(static_cast<int>(n));
    return list;
}

QString ImportController::formatText() const {
    std::map<std::string, int> counts;
    for (const Report::Item &item : m_report.items)
        ++counts[item.format];
    if (counts.size() == 1)
        return revealed(counts.begin()->first);
    QStringList parts;
    for (const auto &[format, n] : counts)
        parts.append(QLocale().toString(n) + QLatin1Char(' ') + revealed(format));
    return parts.join(QStringLiteral(", "));
}

QString ImportController::progressText() const {
    if (!m_session)
        return {};
    if (m_step == Step::Opening)
        return m_session->progressText();
    return m_step == Step::Reading || m_step == Step::Importing ? m_session->jobs()->summary() : QString();
}

double ImportController::progress() const {
    if (!m_session)
        return -1;
    if (m_step == Step::Opening)
        return m_session->progress();
    return m_step == Step::Reading || m_step == Step::Importing ? m_session->jobs()->fraction(m_job) : -1;
}

} // namespace actionscope::app
