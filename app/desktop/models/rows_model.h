#pragma once
/// A small list whose rows are maps: for lists of some hundred rows that a controller makes whole.

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QStringList>
#include <QVariantMap>
#include <vector>

namespace actionscope::app {

/// The roles are the keys that it is made with. New rows replace old ones in place, so that delegates stay. GUI thread.
class RowsModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by controllers")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    explicit RowsModel(const QStringList &keys, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    void setRows(std::vector<QVariantMap> rows);
    int count() const { return static_cast<int>(m_rows.size()); }
    /// An empty map beyond the rows.
    Q_INVOKABLE QVariantMap at(int row) const;
    /// The first row whose `key` has `value`; -1 for none.
    Q_INVOKABLE int find(const QString &key, const QVariant &value) const;

Q_SIGNALS:
    void countChanged();

private:
    QStringList m_keys;
    std::vector<QVariantMap> m_rows;
};

} // namespace actionscope::app
