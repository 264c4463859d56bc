#pragma once
/// The actions that an import would bring, change or take away, one a row.

#include "workspace/workspace.h"

#include <QAbstractListModel>
#include <QQmlEngine>

#include <array>
#include <vector>

namespace actionscope::app {

/// Of one service, or of all; of one kind, or of all. A service lists 1,000 at most (`ImportReport::ListedChanges`);
/// `cut` says how many are left out. The report is read in place: it outlives what is set here. GUI thread.
class ImportChangesModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ImportController")
    Q_PROPERTY(int count READ count NOTIFY changed FINAL)
    /// Only this service's; empty: those of every one.
    Q_PROPERTY(QString service READ service WRITE setService NOTIFY changed FINAL)
    /// "", "added", "changed" or "removed".
    Q_PROPERTY(QString kind READ kind WRITE setKind NOTIFY changed FINAL)
    /// Listed changes of the service by kind, whatever `kind` is; and how many are not listed.
    Q_PROPERTY(int added READ added NOTIFY changed FINAL)
    Q_PROPERTY(int edited READ edited NOTIFY changed FINAL)
    Q_PROPERTY(int removed READ removed NOTIFY changed FINAL)
    Q_PROPERTY(double cut READ cut NOTIFY changed FINAL)

public:
    enum Role {
        NameRole = Qt::UserRole + 1, ///< "service.action"
        KindRole,                    ///< "added", "changed", "removed"
        WhatRole,                    ///< one line
    };
    using Items = std::vector<workspace::ImportReport::Item>;

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }
    QString service() const { return m_service; }
    void setService(const QString &service);
    QString kind() const { return m_kind; }
    void setKind(const QString &kind);
    int added() const { return m_counts[workspace::ImportReport::Change::Added]; }
    int edited() const { return m_counts[workspace::ImportReport::Change::Changed]; }
    int removed() const { return m_counts[workspace::ImportReport::Change::Removed]; }
    double cut() const { return double(m_cut); }

    /// Null for none. A service that is not among them is forgotten.
    void setItems(const Items *items);

Q_SIGNALS:
    void changed();

private:
    void rebuild();

    const Items *m_items = nullptr;
    std::vector<const workspace::ImportReport::Change *> m_rows;
    std::array<int, 3> m_counts{};
    std::uint64_t m_cut = 0;
    QString m_service, m_kind;
};

} // namespace actionscope::app
