#pragma once
/// The list on the left of the Approvals page: one tab's requests.

#include "governance/approvals.h"

#include <QAbstractListModel>
#include <QQmlEngine>

#include <set>
#include <vector>

namespace actionscope::app {

/// Rows keep their place in the store's order; a row is changed in place when its request is. GUI thread.
class ApprovalsModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ApprovalsController")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)
    /// How many rows that still wait are ticked.
    Q_PROPERTY(int tickedCount READ tickedCount NOTIFY ticksChanged FINAL)

public:
    enum Role {
        ApprovalIdRole = Qt::UserRole + 1,
        ActionRole,    ///< "service.action"
        TierRole,      ///< a value of Tier
        WhoRole,       ///< "ops-bot · s-4f21"
        StateTextRole, ///< "07:12 left", "1 of 2 approved", "Denied"
        UrgentRole,    ///< under five minutes are left
        TickedRole,    ///< chosen for what can be done to many: a denial
        SentenceRole,  ///< the row in one sentence, for assistive technology
    };

    using QAbstractListModel::QAbstractListModel;
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }

    void setRows(std::vector<governance::Approval> rows);
    /// The countdowns moved on.
    void tick();
    Q_INVOKABLE QString idAt(int row) const;
    Q_INVOKABLE int rowOf(const QString &id) const;
    const governance::Approval *find(const QString &id) const;

    /// Only what waits can be ticked; what waits no more loses its tick.
    Q_INVOKABLE void setTicked(const QString &id, bool on);
    Q_INVOKABLE void toggleTick(int row);
    Q_INVOKABLE void tickAll(bool on);
    /// In the order of the rows.
    std::vector<std::string> ticked() const;
    int tickedCount() const { return static_cast<int>(m_ticked.size()); }
    /// What is ticked, in words: "2 × harbor.repositories_delete, 1 × …", at most ten names.
    Q_INVOKABLE QString tickedText() const;

Q_SIGNALS:
    void countChanged();
    void ticksChanged();

private:
    void dropStaleTicks();

    std::set<std::string> m_ticked;
    std::vector<governance::Approval> m_rows;
};

/// "Waiting, 1 of 2 approved", "Approved, not used yet", "Denied by ana", … translated.
QString approvalStateText(const governance::Approval &approval);
/// "7:12" or "2 h 05 min" until `expires`; empty once it is past.
QString timeLeft(Timestamp expires);

} // namespace actionscope::app
