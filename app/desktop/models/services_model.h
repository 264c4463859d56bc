#pragma once
/// The rows of the Services page: every service of the catalog, and every service whose files could not be read.

#include "keyed_table_model.h"
#include "workspace/workspace.h"

#include <QDateTime>
#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVector>

#include <memory>
#include <optional>
#include <vector>

namespace actionscope::app {

struct FilterTerm;

/// What the page knows of a service besides the snapshot: found out on a worker, by service id.
struct ServiceFacts {
    QHash<QString, int> alwaysOnTokens;   ///< of its curated actions: (name + description + schema) / 4
    QHash<QString, QDateTime> importedAt; ///< when its generated or hand-written file was last written
};

/// Columns: service, source, format, curated, long-tail, cost, imported, findable. Keys are service ids. GUI thread.
class ServicesModel : public actionscope::app::KeyedTableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ServicesController")
    Q_PROPERTY(int totalCount READ totalCount NOTIFY countChanged FINAL)
    /// Sums over the rows shown, for the line below the table.
    Q_PROPERTY(int curatedSum READ curatedSum NOTIFY countChanged FINAL)
    Q_PROPERTY(int longTailSum READ longTailSum NOTIFY countChanged FINAL)
    Q_PROPERTY(int tokenSum READ tokenSum NOTIFY countChanged FINAL)
    Q_PROPERTY(int findableCount READ findableCount NOTIFY countChanged FINAL)

public:
    enum Column { Service, Source, Format, Curated, LongTail, Cost, Imported, Findable, ColumnCount };
    enum OwnRole {
        ServiceIdRole = FirstOwnRole,
        TitleRole,
        ToggleRole,       ///< what the switch shows: the stored toggle, or what was just asked for
        LockedRole,       ///< the environment decides; the switch cannot be moved
        PendingRole,      ///< asked for and not answered yet
        FindableTextRole, ///< "On", "Off", "Locked by DYNAMIC_DISCOVERY_DISABLED_SERVICES"
        ProblemRole,      ///< why its files could not be used; empty when all is well
    };

    Q_ENUM(Column)
    Q_ENUM(OwnRole)

    using KeyedTableModel::KeyedTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    QString keyAt(int row) const override;
    int rowForKey(const QString &key) const override;
    QString rowName(int row) const override;

    void setSnapshot(std::shared_ptr<const workspace::Snapshot> snapshot);
    void setFacts(ServiceFacts facts);
    void setTerms(const QVector<FilterTerm> &terms);
    void setSort(int column, bool descending);
    /// What a switch shows until its request is answered; nothing takes it back.
    void setPending(const QString &id, std::optional<bool> on);

    int totalCount() const { return static_cast<int>(m_entries.size()); }
    int curatedSum() const;
    int longTailSum() const;
    int tokenSum() const;
    int findableCount() const;
    int tokensOf(const QString &id) const { return m_facts.alwaysOnTokens.value(id, -1); }
    QDateTime importedAt(const QString &id) const { return m_facts.importedAt.value(id); }
    QString problemOf(const QString &id) const;

private:
    struct Entry {
        QString id, title, source, format, problem;
        std::int64_t index = -1; ///< in the catalog; negative when only a problem is known
        int curated = 0, longTail = 0;
    };
    const Entry &entry(int row) const { return m_entries[m_rows[static_cast<std::size_t>(row)]]; }
    workspace::ServiceState stateOf(const Entry &entry) const;
    bool togglesOn(const Entry &entry) const;
    QString findableText(const Entry &entry) const;
    bool passes(const Entry &entry) const;
    bool has(const Entry &entry, const QString &field, const QString &value) const;
    QString text(const Entry &entry, int column) const;
    void arrange();

    std::shared_ptr<const workspace::Snapshot> m_snapshot;
    ServiceFacts m_facts;
    std::vector<Entry> m_entries; ///< by id
    std::vector<std::size_t> m_rows;
    QVector<FilterTerm> m_terms;
    int m_sortColumn = Service;
    bool m_descending = false;
    QHash<QString, bool> m_pending;
};

} // namespace actionscope::app
