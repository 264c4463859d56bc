#pragma once
/// Whether the audit log of the open workspace still proves itself: one answer for the status strip and the Audit page.

#include "workspace/kept_heads.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QTimer>

namespace actionscope::app {

/// Walks the chain in the background when a workspace is opened, and from its last verified record on when records were
/// added since; a chain that is too long for that waits for `verify`. A chain that was found broken stays so until it
/// is verified again. While a workspace is open its heads are kept where its settings say (workspace/kept_heads.h). GUI
/// thread; the walking is done on the session's threads.
class AuditChain : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    /// "none" (no workspace), "empty" (no record yet), "unchecked" (too long to walk unasked), "verifying", "verified",
    /// "broken", "error" (the log cannot be read).
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    /// "Verified to #48,212; 6 not yet checked".
    Q_PROPERTY(QString text READ text NOTIFY changed FINAL)
    /// What that proves, or what is wrong.
    Q_PROPERTY(QString detail READ detail NOTIFY changed FINAL)
    /// The first record that cannot be trusted, when broken.
    Q_PROPERTY(double firstBad READ firstBad NOTIFY changed FINAL)
    /// "SEQ:HASH" of the last verified record: to be kept elsewhere.
    Q_PROPERTY(QString head READ head NOTIFY changed FINAL)

public:
    /// Chains up to this long are walked unasked (well below a second); longer ones when a person asks.
    static constexpr quint64 MaxVerifiedUnasked = 50'000;

    explicit AuditChain(WorkspaceSession &session, QObject *parent = nullptr);

    QString state() const { return m_state; }
    QString text() const;
    QString detail() const;
    double firstBad() const { return double(m_verification.firstBad); }
    QString head() const;

    /// Walks the whole chain as a job; with `head` ("SEQ:HASH") also looks whether that record is in it. Recorded in
    /// the log. Ends in `verified`, or in `failed` when `head` is none.
    Q_INVOKABLE void verify(const QString &head = {});
    /// Looks whether records were added; the session's changes and a clock do so too.
    Q_INVOKABLE void look();

Q_SIGNALS:
    void changed();
    /// The chain was found broken, unasked or not.
    void broken(const QString &text);
    /// What a person asked for has ended.
    void verified();
    void failed(const QString &message);

private:
    struct Answer;
    void reset();
    void take(governance::Verification verification);
    void setState(const QString &state);
    void keepHeads();
    [[nodiscard]] QString stateDetail() const;

    WorkspaceSession &m_session;
    LatestQuery m_query;
    QTimer m_clock;
    QString m_state = QStringLiteral("none"), m_error;
    governance::Verification m_verification;
    std::uint64_t m_total = 0;
    std::shared_ptr<workspace::Workspace> m_kept; ///< for as long as its heads are
    std::unique_ptr<workspace::HeadKeeper> m_heads;
    bool m_asked = false; ///< a person's walk is under way: looking waits for it
    quint64 m_epoch = 0;  ///< counts workspaces: an answer about an earlier one is dropped
};

/// The log of the workspace, or why it has none.
[[nodiscard]] Result<governance::AuditLog *> auditLogOf(workspace::Workspace &workspace);

} // namespace actionscope::app
