#pragma once
/// Everything the window and its pages share: the session, where they are, what can be done, and how to say so.

#include "approvals_watch.h"
#include "audit_chain.h"
#include "command.h"
#include "gateway_host.h"
#include "language.h"
#include "navigator.h"
#include "page_registry.h"
#include "palette_model.h"
#include "toast_model.h"
#include "tray_watch.h"
#include "undo_stack.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>

namespace actionscope::app {

class Preferences;

/// Made by main() or a test with the preferences of the engine and handed to Main as its required property `app`; pages
/// get it as theirs. GUI thread.
class AppContext : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(actionscope::app::WorkspaceSession *session READ session CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::Navigator *navigator READ navigator CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::PageRegistry *pages READ pages CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::CommandRegistry *commands READ commands CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::ToastModel *toasts READ toasts CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::PaletteModel *palette READ palette CONSTANT FINAL)
    /// The document stack: YAML-backed edits and toggles.
    Q_PROPERTY(actionscope::app::UndoStack *undo READ undo CONSTANT FINAL)
    /// Whether the audit log proves itself.
    Q_PROPERTY(actionscope::app::AuditChain *auditChain READ auditChain CONSTANT FINAL)
    /// Calls that wait for a person.
    Q_PROPERTY(actionscope::app::ApprovalsWatch *approvals READ approvals CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::GatewayHost *gateway READ gateway CONSTANT FINAL)
    /// Whether the desktop shows tray icons.
    Q_PROPERTY(actionscope::app::TrayWatch *tray READ tray CONSTANT FINAL)
    /// What assistive technology should say now; the announcer item shows it.
    Q_PROPERTY(QString announcement READ announcement NOTIFY announced FINAL)
    /// In a screenshot run the state that pages show (see StateView), else empty.
    Q_PROPERTY(QString forcedState READ forcedState WRITE setForcedState NOTIFY forcedStateChanged FINAL)
    Q_PROPERTY(QString version READ version CONSTANT FINAL)

public:
    explicit AppContext(Preferences *preferences, QObject *parent = nullptr);
    ~AppContext() override;

    WorkspaceSession *session() { return &m_session; }
    Navigator *navigator() { return &m_navigator; }
    PageRegistry *pages() { return &m_pages; }
    CommandRegistry *commands() { return &m_commands; }
    PaletteModel *palette() { return &m_palette; }
    ToastModel *toasts() { return &m_toasts; }
    UndoStack *undo() { return &m_undo; }
    ApprovalsWatch *approvals() { return &m_approvals; }
    GatewayHost *gateway() { return &m_gateway; }
    TrayWatch *tray() { return &m_tray; }
    AuditChain *auditChain() { return &m_auditChain; }
    QString announcement() const { return m_announcement; }
    QString forcedState() const { return m_forcedState; }
    void setForcedState(const QString &state);
    static QString version();

    /// Result counts, ends of jobs, changes of rank: said once, politely.
    Q_INVOKABLE void announce(const QString &text);
    Q_INVOKABLE void copyText(const QString &text);
    /// The text of the clipboard when it is one http(s) URL, else "".
    Q_INVOKABLE QString clipboardUrl() const;
    /// The local path of a file URL, for what dialogs and drops give; other text as it is.
    Q_INVOKABLE static QString localPath(const QString &url);
    /// The portable sequence of a key press; "" for a modifier alone.
    Q_INVOKABLE static QString keysOf(int key, int modifiers);

    /// Ends the app; while the gateway runs the window asks first, unless whoever asks was `sure`.
    Q_INVOKABLE void requestQuit(bool sure = false) { Q_EMIT quitRequested(sure); }
    /// Brings the window to the front, also out of the tray.
    Q_INVOKABLE void requestWindow() { Q_EMIT windowRequested(); }

    /// Asks the window to show the import sheet for these files, folders and URLs (at most 10,000).
    Q_INVOKABLE void requestImport(const QStringList &sources);
    /// What was last asked for; the sheet takes it over when the window is ready.
    Q_INVOKABLE QStringList takeImportRequest();

Q_SIGNALS:
    void importRequested();
    void announced();
    /// Somebody should look: shown as a notification of the desktop when the window is not in front.
    void noticed(const QString &title, const QString &text, const QString &link, bool urgent = false);
    /// Somebody wants to leave, or to see the window: it decides how.
    void quitRequested(bool sure);
    void windowRequested();
    void forcedStateChanged();
    /// The language changed: the engine must retranslate.
    void retranslated();

private:
    Preferences *m_preferences;
    void noticeApprovals(int count, bool catastrophic);
    void noticeExpiry(const QString &id, const QString &action, int minutes);

    Language m_language;
    WorkspaceSession m_session;
    AuditChain m_auditChain{m_session};
    ApprovalsWatch m_approvals;
    GatewayHost m_gateway;
    TrayWatch m_tray;
    Navigator m_navigator;
    PageRegistry m_pages;
    CommandRegistry m_commands;
    PaletteModel m_palette;
    ToastModel m_toasts;
    UndoStack m_undo;
    QString m_announcement, m_forcedState;
    QStringList m_importRequest;
};

} // namespace actionscope::app
