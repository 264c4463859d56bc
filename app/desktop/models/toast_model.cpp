#include "toast_model.h"

namespace actionscope::app {
namespace {
constexpr int MaxShown = 4;
}

ToastModel::ToastModel(QObject *parent)
    : QAbstractListModel(parent) {}

int ToastModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant ToastModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &entry = m_entries.at(index.row());
    switch (role) {
    case ToastIdRole:
        return entry.id;
    case Qt::DisplayRole:
    case TextRole:
        return entry.text;
    case KindRole:
        return entry.kind;
    case ActionTextRole:
        return entry.actionText;
    default:
        return {};
    }
}

QHash<int, QByteArray> ToastModel::roleNames() const {
    return {{ToastIdRole, "toastId"}, {TextRole, "text"}, {KindRole, "kind"}, {ActionTextRole, "actionText"}};
}

int ToastModel::show(const QString &text, const QString &kind, const QString &actionText,
                     std::function<void()> action) {
    if (rowCount() >= MaxShown)
        dismiss(m_entries.first().id);
    const int id = m_nextId++;
    beginInsertRows({}, rowCount(), rowCount());
    m_entries.append({id, text, kind, actionText, std::move(action)});
    endInsertRows();
    Q_EMIT countChanged();
    Q_EMIT shown(text);
    return id;
}

int ToastModel::show(const QString &text, const QString &kind) { return show(text, kind, QString(), nullptr); }

int ToastModel::showWithCommand(const QString &text, const QString &kind, const QString &actionText,
                                const QString &commandId) {
    return show(text, kind, actionText, [this, commandId] { Q_EMIT commandRequested(commandId); });
}

void ToastModel::runAction(int toastId) {
    const int row = rowOf(toastId);
    if (row < 0)
        return;
    const std::function<void()> action = m_entries.at(row).action;
    dismiss(toastId);
    if (action)
        action();
}

void ToastModel::dismiss(int toastId) {
    const int row = rowOf(toastId);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_entries.removeAt(row);
    endRemoveRows();
    Q_EMIT countChanged();
}

int ToastModel::rowOf(int toastId) const {
    for (int i = 0; i < m_entries.size(); ++i)
        if (m_entries.at(i).id == toastId)
            return i;
    return -1;
}

} // namespace actionscope::app
