#pragma once
/// A unified diff as rows for DiffView.

#include "catalog/editor.h"

#include <QAbstractListModel>
#include <QQmlEngine>
#include <vector>

namespace actionscope::app {

/// Text of files is untrusted: invisible characters are shown as tokens. GUI thread.
class DiffModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(int count READ count NOTIFY changed FINAL)
    Q_PROPERTY(int addedCount READ addedCount NOTIFY changed FINAL)
    Q_PROPERTY(int removedCount READ removedCount NOTIFY changed FINAL)
    Q_PROPERTY(int hunkCount READ hunkCount NOTIFY changed FINAL)

public:
    enum Role { KindRole = Qt::UserRole + 1, OldLineRole, NewLineRole, TextRole, SpokenRole };

    explicit DiffModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    void setLines(std::vector<catalog::DiffLine> lines);
    /// The row of the next (or previous) hunk from `row`; `row` itself when there is none.
    Q_INVOKABLE int nextHunk(int row, bool backwards = false) const;

    int count() const { return rowCount(); }
    int addedCount() const { return m_added; }
    int removedCount() const { return m_removed; }
    int hunkCount() const { return m_hunks; }

Q_SIGNALS:
    void changed();

private:
    std::vector<catalog::DiffLine> m_lines;
    int m_added = 0, m_removed = 0, m_hunks = 0;
};

} // namespace actionscope::app
