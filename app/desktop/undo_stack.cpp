#include "undo_stack.h"

#include <QPointer>
#include <memory>

namespace actionscope::app {
namespace {
constexpr qsizetype MaxSteps = 200;
}

UndoStack::UndoStack(QObject *parent)
    : QAbstractListModel(parent) {}

int UndoStack::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}

QVariant UndoStack::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case TextRole:
        return m_steps.at(index.row()).text;
    case DoneRole:
        return index.row() < m_position;
    default:
        return {};
    }
}

QHash<int, QByteArray> UndoStack::roleNames() const { return {{TextRole, "text"}, {DoneRole, "done"}}; }

void UndoStack::push(const QString &text, Move undo, Move redo) {
    if (m_position < m_steps.size()) {
        beginRemoveRows({}, static_cast<int>(m_position), rowCount() - 1);
        m_steps.resize(m_position);
        endRemoveRows();
    }
    if (m_steps.size() == MaxSteps) {
        beginRemoveRows({}, 0, 0);
        m_steps.removeFirst();
        --m_position;
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_steps.append({text, std::move(undo), std::move(redo)});
    m_position = m_steps.size();
    endInsertRows();
    Q_EMIT changed();
}

void UndoStack::undo() {
    if (canUndo()) {
        m_goal = -1;
        move(true);
    }
}

void UndoStack::redo() {
    if (canRedo()) {
        m_goal = -1;
        move(false);
    }
}

void UndoStack::goTo(int position) {
    if (m_busy || position < 0 || position > m_steps.size() || position == m_position)
        return;
    m_goal = position;
    move(m_goal < m_position);
}

void UndoStack::move(bool back) {
    const qsizetype row = back ? m_position - 1 : m_position;
    const Step step = m_steps.at(row);
    m_busy = true;
    Q_EMIT changed();
    const QPointer<UndoStack> self(this);
    // Shared, because a step might call its answer twice: only the first counts.
    auto answered = std::make_shared<bool>(false);
    const quint64 epoch = m_epoch;
    Done done = [self, step, back, row, answered, epoch](bool ok, const QString &message) {
        if (!self || std::exchange(*answered, true) || self->m_epoch != epoch)
            return;
        self->m_busy = false;
        if (ok) {
            self->m_position = back ? row : row + 1;
            const QModelIndex moved = self->QAbstractListModel::index(static_cast<int>(row));
            Q_EMIT self->dataChanged(moved, moved, {DoneRole});
        }
        Q_EMIT self->changed();
        if (!ok)
            Q_EMIT self->failed(step.text, message);
        else if (back)
            Q_EMIT self->undone(step.text);
        else
            Q_EMIT self->redone(step.text);
        if (!self || self->m_epoch != epoch)
            return; // A listener closed the workspace.
        if (!ok || self->m_goal == self->m_position)
            self->m_goal = -1;
        if (self->m_goal >= 0 && !self->m_busy)
            self->move(self->m_goal < self->m_position);
    };
    (back ? step.undo : step.redo)(std::move(done));
}

void UndoStack::clear() {
    beginResetModel();
    m_steps.clear();
    m_position = 0;
    m_goal = -1;
    m_busy = false;
    ++m_epoch;
    endResetModel();
    Q_EMIT changed();
}

} // namespace actionscope::app
