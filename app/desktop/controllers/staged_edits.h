#pragma once
/// Risk edits that wait for review: which override each action should have, before anything is written.

#include "undo_stack.h"
#include "workspace_session.h"

#include <QAbstractListModel>
#include <QHash>
#include <QPointer>
#include <QQmlEngine>
#include <QStringList>
#include <QVariantList>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace actionscope::app {

/// One object a session, shared by Catalog and Risk (`of`). What it holds is the override a person wants for an action
/// (or a match); an entry is staged as long as the file says something else. So saving empties it by itself, and
/// undoing a step after it was saved stages the way back instead of rewriting the file silently. Rows are the staged
/// entries by key. A plan of them (diffs, tiers that move, lowerings without reason) is made on a worker after every
/// change; `save` writes exactly the plan that was shown. GUI thread.
class StagedEdits : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("one a session")
    Q_PROPERTY(int count READ count NOTIFY changed FINAL)
    /// "7 changes in 2 files · 14 actions become destructive"; empty when nothing is staged.
    Q_PROPERTY(QString summary READ summary NOTIFY planChanged FINAL)
    Q_PROPERTY(PlanState planState READ planState NOTIFY planChanged FINAL)
    /// Why there is no plan, or why saving failed; ends with what to do.
    Q_PROPERTY(QString errorText READ errorText NOTIFY planChanged FINAL)
    /// Maps of `service`, `path`, `added`, `removed` (lines), in the order of the plan.
    Q_PROPERTY(QVariantList files READ files NOTIFY planChanged FINAL)
    Q_PROPERTY(QStringList lowered READ lowered NOTIFY planChanged FINAL)
    Q_PROPERTY(QStringList missingReasons READ missingReasons NOTIFY planChanged FINAL)
    /// Entries whose override was changed on disk too, to something else: maps of `key`, `base` (when it was staged),
    /// `disk` (now) and `yours`, in words. Nothing is saved until each is settled by `keepMine` or `discard`.
    Q_PROPERTY(QVariantList conflicts READ conflicts NOTIFY planChanged FINAL)
    /// Files of the plan that changed on disk since their first edit was staged: maps of `service` and `path`. The plan
    /// is of the files as they are now; `acknowledge` says that a person has seen it.
    Q_PROPERTY(QVariantList changedFiles READ changedFiles NOTIFY planChanged FINAL)
    /// Entries that cannot be planned, when planning failed: maps of `key` and `text`.
    Q_PROPERTY(QVariantList failing READ failing NOTIFY planChanged FINAL)
    Q_PROPERTY(bool canSave READ canSave NOTIFY planChanged FINAL)
    Q_PROPERTY(bool saving READ isSaving NOTIFY planChanged FINAL)
    /// Where steps are remembered; without one they cannot be undone.
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY changed FINAL)

public:
    /// Planned: the plan is of what is staged now. Conflict: a file changed on disk since; `replan` reads it again.
    enum class PlanState { Empty, Planning, Planned, Failed, Conflict };
    Q_ENUM(PlanState)
    enum Role {
        KeyRole = Qt::UserRole + 1, ///< "service.action", or "service match /admin/** …"
        ServiceRole,
        FromTierRole, ///< Tier::Value as of the snapshot; -1 for a match
        ToTierRole,   ///< Tier::Value wanted; -1 for a match
        TextRole,     ///< "Write → Destructive", "Remove the override"
        LowersRole,
        ReasonRole,
        NeedsReasonRole, ///< lowers and has no reason yet
        RemovesRole,     ///< the entry takes an override away
    };

    /// The one of `session`, made on first use as its child.
    static StagedEdits *of(WorkspaceSession *session);
    explicit StagedEdits(WorkspaceSession *session);

    UndoStack *undoStack() const { return m_undo; }
    void setUndoStack(UndoStack *undo) { m_undo = undo; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }

    /// Wants these actions to have `tier` (Tier::Value); catastrophic is destructive with an administrator's approval.
    /// Where the rules alone already say so, the override is taken away. One undo step. Returns how many entries
    /// changed.
    Q_INVOKABLE int proposeTier(const QStringList &keys, int tier);
    /// The reason written beside the override, or recorded with its removal.
    Q_INVOKABLE void setReason(const QString &key, const QString &reason);
    /// Wants the action to have no override of its own.
    Q_INVOKABLE void proposeRemoval(const QString &key);
    /// Any override, by name or by match; `value` nothing takes it away. `text` names the undo step.
    void propose(const std::string &service, const catalog::Override &target, std::optional<catalog::Override> value,
                 const QString &text);
    /// Takes entries back to what the files say. One undo step.
    Q_INVOKABLE void discard(const QStringList &keys);
    Q_INVOKABLE void discardAll();

    /// The tier staged for an action, else -1.
    Q_INVOKABLE int stagedTier(const QString &key) const;
    Q_INVOKABLE QString reasonOf(const QString &key) const;
    Q_INVOKABLE bool isStaged(const QString &key) const;
    /// For tables that draw "old → new*".
    QHash<QString, int> stagedTiers() const;

    /// Makes the plan again, of the snapshot.
    Q_INVOKABLE void replan();
    /// Reads the files again and makes the plan of what they are now.
    Q_INVOKABLE void readAgain();
    /// Settles conflicts: what is staged replaces what is on disk now.
    Q_INVOKABLE void keepMine(const QStringList &keys);
    Q_INVOKABLE void acknowledge();
    /// Writes the plan. Does nothing unless canSave. Ends in `saved` or in planState Failed or Conflict; nothing is
    /// lost then.
    Q_INVOKABLE void save();

    QString summary() const;
    PlanState planState() const { return m_state; }
    QString errorText() const { return m_error; }
    QVariantList files() const;
    QStringList lowered() const;
    QStringList missingReasons() const;
    QVariantList conflicts() const;
    QVariantList changedFiles() const;
    QVariantList failing() const { return m_failing; }
    /// What changed on disk in a file of the plan since its first edit was staged; empty when nothing did.
    std::vector<catalog::DiffLine> diskDiff(std::size_t file) const;
    bool canSave() const;
    bool isSaving() const { return m_saving; }
    /// Null unless Planned.
    std::shared_ptr<const workspace::EditPlan> plan() const { return m_state == PlanState::Planned ? m_plan : nullptr; }

Q_SIGNALS:
    /// Entries came, went or changed.
    void changed();
    void planChanged();
    /// What was written, in words.
    void saved(const QString &summary);
    void saveFailed(const QString &message);

private:
    /// What an entry is about; the identity of an override in its file.
    struct Target {
        std::string service;
        std::string action;
        std::optional<catalog::Match> match;
        [[nodiscard]] QString key() const;
    };
    /// What is wanted there.
    struct Wish {
        Target target;
        std::optional<catalog::Override> value; ///< none: no override
        std::string removalReason;
    };
    /// A wish that the files do not fulfil yet, with what rows show.
    struct Entry {
        Wish wish;
        int fromTier = -1, toTier = -1;
        bool lowers = false;
        bool conflicts = false; ///< somebody else changed this override meanwhile
        [[nodiscard]] const std::string &reason() const { return wish.value ? wish.value->reason : wish.removalReason; }
    };
    using Wishes = std::map<QString, Wish>;

    std::optional<Target> targetOf(const QString &key) const;
    std::optional<catalog::Override> inFile(const Target &target) const;
    /// The wish in force: the one remembered, else what the file says.
    Wish currentWish(const Target &target) const;
    risk::Classification without(const Target &target, catalog::Ordinal ordinal) const;
    /// Puts wishes in force and remembers the step.
    int change(Wishes wishes, const QString &text);
    void apply(const Wishes &wishes);
    void rebuild();
    Entry entryFor(const Wish &wish) const;
    std::vector<std::pair<std::string, catalog::Edit>> edits() const;
    /// Which entries cannot be planned, found one by one.
    void findFailing();
    QString words(const std::optional<catalog::Override> &value) const;
    void setState(PlanState state, const QString &error = {});

    WorkspaceSession *m_session;
    QPointer<UndoStack> m_undo;
    QString m_folder; ///< whose wishes these are; another workspace starts anew
    Wishes m_wishes;
    /// What the files said when a wish was first staged: the third side of a comparison. By key, and by path.
    std::map<QString, std::optional<catalog::Override>> m_bases;
    std::map<std::string, std::string> m_fileBases;
    QVariantList m_failing;
    std::map<QString, Entry> m_entries;
    std::vector<QString> m_order;
    PlanState m_state = PlanState::Empty;
    QString m_error;
    std::shared_ptr<const workspace::EditPlan> m_plan;
    std::vector<std::pair<std::string, catalog::Edit>> m_planned;
    LatestQuery m_planning, m_finding;
    bool m_saving = false;
};

} // namespace actionscope::app
