#include "import_changes_model.h"

#include "convert.h"

#include <algorithm>

namespace actionscope::app {
namespace {

using Change = workspace::ImportReport::Change;

QString kindName(Change::Kind kind) {
    return kind == Change::Added     ? QStringLiteral("added")
           : kind == Change::Changed ? QStringLiteral("changed")
                                     : QStringLiteral("removed");
}

} // namespace

int ImportChangesModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ImportChangesModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Change &change = *m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return revealed(change.name);
    case KindRole:
        return kindName(change.kind);
    case WhatRole:
        return revealed(change.what);
    default:
        return {};
    }
}

QHash<int, QByteArray> ImportChangesModel::roleNames() const {
    return {{NameRole, "name"}, {KindRole, "kind"}, {WhatRole, "what"}};
}

void ImportChangesModel::setItems(const Items *items) {
    m_items = items;
    const bool known = items && std::any_of(items->begin(), items->end(), [this](const auto &item) {
                           return item.service == toStdString(m_service);
                       });
    if (!known)
        m_service.clear();
    rebuild();
}

void ImportChangesModel::setService(const QString &service) {
    if (service == m_service)
        return;
    m_service = service;
    rebuild();
}

void ImportChangesModel::setKind(const QString &kind) {
    if (kind == m_kind)
        return;
    m_kind = kind;
    rebuild();
}

void ImportChangesModel::rebuild() {
    beginResetModel();
    m_rows.clear();
    m_counts = {};
    m_cut = 0;
    const std::string wanted = toStdString(m_service);
    static const Items none;
    for (const auto &item : m_items ? *m_items : none) {
        if (!wanted.empty() && item.service != wanted)
            continue;
        m_cut += item.changesCut;
        for (const Change &change : item.changes) {
            ++m_counts[change.kind];
            if (m_kind.isEmpty() || m_kind == kindName(change.kind))
                m_rows.push_back(&change);
        }
    }
    endResetModel();
    Q_EMIT changed();
}

} // namespace actionscope::app
