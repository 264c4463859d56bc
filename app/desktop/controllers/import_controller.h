#pragma once
/// Importing, step by step: what was named is read and shown, then written when a person says so.

#include "import_changes_model.h"
#include "import_report_model.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QStringList>
#include <QVariantList>

#include <map>

namespace actionscope::app {

/// The draft stays when the sheet is closed, and so does running work. Without an open workspace the first step is to
/// name a folder for one; what was named is read as soon as it is open. GUI thread.
class ImportController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(Step step READ step NOTIFY stepChanged FINAL)
    /// Files, folders and URLs as they were named.
    Q_PROPERTY(QStringList sources READ sources NOTIFY sourcesChanged FINAL)
    /// One line for the sheet's title: a file's name, or "3 sources".
    Q_PROPERTY(QString sourceText READ sourceText NOTIFY sourcesChanged FINAL)
    /// Where a new workspace would be made, or an existing one opened.
    Q_PROPERTY(
        QString workspaceFolder READ workspaceFolder WRITE setWorkspaceFolder NOTIFY workspaceFolderChanged FINAL)
    /// Whether that folder holds a workspace already.
    Q_PROPERTY(bool workspaceExists READ workspaceExists NOTIFY workspaceFolderChanged FINAL)
    /// The id that a single description would get; can be changed before the import.
    Q_PROPERTY(QString serviceId READ serviceId NOTIFY reportChanged FINAL)
    Q_PROPERTY(bool serviceIdEditable READ serviceIdEditable NOTIFY reportChanged FINAL)
    Q_PROPERTY(actionscope::app::ImportReportModel *items READ items CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::ImportNotesModel *notes READ notes CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::ImportChangesModel *changes READ changes CONSTANT FINAL)
    /// Descriptions that would take an id that another one has, and those that were given one here: maps of `source`,
    /// `text` (what is the matter), `serviceId` (what it gets now) and `chosen` (by a person).
    Q_PROPERTY(QVariantList clashes READ clashes NOTIFY reportChanged FINAL)
    Q_PROPERTY(int serviceCount READ serviceCount NOTIFY reportChanged FINAL)
    Q_PROPERTY(int actionCount READ actionCount NOTIFY reportChanged FINAL)
    Q_PROPERTY(int addedCount READ addedCount NOTIFY reportChanged FINAL)
    Q_PROPERTY(int changedCount READ changedCount NOTIFY reportChanged FINAL)
    Q_PROPERTY(int removedCount READ removedCount NOTIFY reportChanged FINAL)
    /// By Tier::Value: four numbers.
    Q_PROPERTY(QVariantList tiers READ tiers NOTIFY reportChanged FINAL)
    /// "OpenAPI 3.1.0", or "12 OpenAPI 3.0, 3 Swagger 2.0".
    Q_PROPERTY(QString formatText READ formatText NOTIFY reportChanged FINAL)
    Q_PROPERTY(int skippedCount READ skippedCount NOTIFY reportChanged FINAL)
    Q_PROPERTY(double elapsedSeconds READ elapsedSeconds NOTIFY reportChanged FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY stepChanged FINAL)
    /// Of the work that runs: translated phase and count, and the share done (-1: not known).
    Q_PROPERTY(QString progressText READ progressText NOTIFY progressChanged FINAL)
    Q_PROPERTY(double progress READ progress NOTIFY progressChanged FINAL)

public:
    enum class Step {
        Choose,    ///< nothing named yet
        Workspace, ///< a workspace has to be made or opened first
        Opening,
        Reading, ///< the preview is being made
        Preview,
        Importing,
        Done,
        Failed, ///< reading or importing failed; `errorText` says why. Nothing was written, the draft is here
    };
    Q_ENUM(Step)

    explicit ImportController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    Step step() const { return m_step; }
    QStringList sources() const { return m_sources; }
    QString sourceText() const;
    QString workspaceFolder() const { return m_workspaceFolder; }
    void setWorkspaceFolder(const QString &folder);
    bool workspaceExists() const;
    QString serviceId() const;
    bool serviceIdEditable() const;
    ImportReportModel *items() { return &m_items; }
    ImportNotesModel *notes() { return &m_notes; }
    ImportChangesModel *changes() { return &m_changes; }
    QVariantList clashes() const;
    int serviceCount() const { return static_cast<int>(m_report.services); }
    int actionCount() const { return static_cast<int>(m_report.actions); }
    int addedCount() const { return m_added; }
    int changedCount() const { return m_changed; }
    int removedCount() const { return m_removed; }
    QVariantList tiers() const;
    QString formatText() const;
    int skippedCount() const { return static_cast<int>(m_report.skipped.size()); }
    double elapsedSeconds() const { return static_cast<double>(m_report.elapsedMs) / 1000.0; }
    QString errorText() const { return m_error; }
    QString progressText() const;
    double progress() const;

    /// Takes these sources (empty ones are dropped) and reads them, after a workspace is there. While an import runs it
    /// goes on; the new sources are refused then and false is returned.
    Q_INVOKABLE bool begin(const QStringList &sources);
    /// Makes or opens the workspace folder.
    Q_INVOKABLE void useWorkspace();
    /// Asks for a workspace of one's own although one (the sample) is open.
    Q_INVOKABLE void chooseOtherWorkspace();
    /// Reads again under another id.
    Q_INVOKABLE void setServiceId(const QString &id);
    /// Reads again with `source` (of `clashes`) under an id of its own; an empty id takes that back.
    Q_INVOKABLE void setServiceIdOf(const QString &source, const QString &id);
    Q_INVOKABLE void read();
    Q_INVOKABLE void start();
    Q_INVOKABLE void cancel();
    /// Back to nothing named; only while no work runs.
    Q_INVOKABLE void reset();

Q_SIGNALS:
    void sessionChanged();
    void stepChanged();
    void sourcesChanged();
    void workspaceFolderChanged();
    void reportChanged();
    void progressChanged();
    /// The import is done: what it did in one line.
    void finished(const QString &summary);
    void importFailed(const QString &message);

private:
    using Report = workspace::ImportReport;
    void setStep(Step step, const QString &error = {});
    void takeReport(Report report);
    void sessionMoved();
    workspace::ImportOptions options() const;
    std::vector<std::string> sourceList() const;

    QPointer<WorkspaceSession> m_session;
    Step m_step = Step::Choose;
    QStringList m_sources;
    QString m_workspaceFolder, m_serviceId, m_error;
    Report m_report;
    std::map<std::string, std::string> m_chosenIds; ///< by source
    int m_added = 0, m_changed = 0, m_removed = 0;
    int m_job = 0;
    quint64 m_generation = 0; ///< answers of earlier drafts are dropped
    ImportReportModel m_items;
    ImportNotesModel m_notes;
    ImportChangesModel m_changes;
};

} // namespace actionscope::app
