#include "diff_model.h"

#include "convert.h"

#include <algorithm>

namespace actionscope::app {

using Kind = catalog::DiffLine::Kind;

DiffModel::DiffModel(QObject *parent)
    : QAbstractListModel(parent) {}

int DiffModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant DiffModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const catalog::DiffLine &line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case KindRole:
        switch (line.kind) {
        case Kind::Added:
            return QStringLiteral("added");
        case Kind::Removed:
            return QStringLiteral("removed");
        case Kind::Hunk:
            return QStringLiteral("hunk");
        case Kind::Context:
            return QStringLiteral("context");
        }
        return {};
    case OldLineRole:
        return line.oldLine;
    case NewLineRole:
        return line.newLine;
    case Qt::DisplayRole:
    case TextRole:
        return revealed(line.text);
    case SpokenRole:
        switch (line.kind) {
        case Kind::Added:
            return tr("Added, line %1: %2").arg(line.newLine).arg(revealed(line.text));
        case Kind::Removed:
            return tr("Removed, line %1: %2").arg(line.oldLine).arg(revealed(line.text));
        case Kind::Hunk:
            return tr("Change at line %1").arg(line.newLine);
        case Kind::Context:
            return tr("Unchanged, line %1: %2").arg(line.newLine).arg(revealed(line.text));
        }
        return {};
    default:
        return {};
    }
}

QHash<int, QByteArray> DiffModel::roleNames() const {
    return {{KindRole, "kind"},
            {OldLineRole, "oldLine"},
            {NewLineRole, "newLine"},
            {TextRole, "text"},
            {SpokenRole, "spoken"}};
}

void DiffModel::setLines(std::vector<catalog::DiffLine> lines) {
    beginResetModel();
    m_lines = std::move(lines);
    const auto count = [this](Kind kind) {
        return static_cast<int>(std::count_if(m_lines.begin(), m_lines.end(),
                                              [kind](const catalog::DiffLine &line) { return line.kind == kind; }));
    };
    m_added = count(Kind::Added);
    m_removed = count(Kind::Removed);
    m_hunks = count(Kind::Hunk);
    endResetModel();
    Q_EMIT changed();
}

int DiffModel::nextHunk(int row, bool backwards) const {
    const int step = backwards ? -1 : 1;
    for (int at = row + step; at >= 0 && at < rowCount(); at += step)
        if (m_lines[static_cast<std::size_t>(at)].kind == Kind::Hunk)
            return at;
    return row;
}

} // namespace actionscope::app
