#include "jobs_model.h"

#include "convert.h"

#include <QLocale>

namespace actionscope::app {
namespace {

constexpr int MaxFinished = 50;
const QString Running = QStringLiteral("running");

} // namespace

JobsModel::JobsModel(QObject *parent)
    : QAbstractListModel(parent) {}

int JobsModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant JobsModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &entry = m_entries.at(index.row());
    switch (role) {
    case JobIdRole:
        return entry.id;
    case Qt::DisplayRole:
    case TitleRole:
        return entry.title;
    case StateRole:
        return entry.state;
    case PhaseRole:
        return phaseLine(entry);
    case FractionRole:
        return fraction(entry.id);
    case DetailRole:
        return entry.detail;
    case ElapsedRole: {
        const QDateTime end = entry.ended.isValid() ? entry.ended : QDateTime::currentDateTimeUtc();
        //: a duration in seconds
        return tr("%1 s").arg(QLocale().toString(static_cast<double>(entry.started.msecsTo(end)) / 1000.0, 'f', 1));
    }
    default:
        return {};
    }
}

QHash<int, QByteArray> JobsModel::roleNames() const {
    return {{JobIdRole, "jobId"},       {TitleRole, "title"},   {StateRole, "jobState"}, {PhaseRole, "phase"},
            {FractionRole, "fraction"}, {DetailRole, "detail"}, {ElapsedRole, "elapsed"}};
}

int JobsModel::begin(const QString &title, std::function<void()> stop) {
    beginInsertRows({}, 0, 0);
    Entry entry;
    entry.id = m_nextId++;
    entry.title = title;
    entry.state = Running;
    entry.started = QDateTime::currentDateTimeUtc();
    entry.stop = std::move(stop);
    m_entries.prepend(std::move(entry));
    endInsertRows();
    Q_EMIT runningChanged();
    return m_entries.first().id;
}

void JobsModel::progress(int id, const QString &phase, quint64 done, quint64 total) {
    const int row = rowOf(id);
    if (row < 0 || m_entries.at(row).state != Running)
        return;
    Entry &entry = m_entries[row];
    entry.phase = phase;
    entry.done = done;
    entry.total = total;
    rowChanged(row);
    Q_EMIT runningChanged();
}

void JobsModel::finish(int id, End end, const QString &detail) {
    const int row = rowOf(id);
    if (row < 0 || m_entries.at(row).state != Running)
        return;
    Entry &entry = m_entries[row];
    entry.state = end == End::Done        ? QStringLiteral("done")
                  : end == End::Cancelled ? QStringLiteral("cancelled")
                                          : QStringLiteral("failed");
    entry.detail = detail;
    entry.ended = QDateTime::currentDateTimeUtc();
    entry.stop = nullptr;
    rowChanged(row);
    const Entry done = entry;
    int finished = 0;
    for (int i = 0; i < m_entries.size(); ++i) {
        if (m_entries.at(i).state == Running || ++finished <= MaxFinished)
            continue;
        beginRemoveRows({}, i, i);
        m_entries.removeAt(i);
        endRemoveRows();
        break;
    }
    Q_EMIT runningChanged();
    Q_EMIT ended(done.id, done.title, done.state, done.detail,
                 static_cast<double>(done.started.msecsTo(done.ended)) / 1000.0);
}

void JobsModel::cancel(int id) {
    const int row = rowOf(id);
    if (row >= 0 && m_entries.at(row).stop)
        m_entries.at(row).stop();
}

void JobsModel::clearFinished() {
    for (int i = static_cast<int>(m_entries.size()) - 1; i >= 0; --i) {
        if (m_entries.at(i).state == Running)
            continue;
        beginRemoveRows({}, i, i);
        m_entries.removeAt(i);
        endRemoveRows();
    }
}

double JobsModel::fraction(int id) const {
    const int row = rowOf(id);
    if (row < 0 || m_entries.at(row).total == 0)
        return -1.0;
    const Entry &entry = m_entries.at(row);
    return std::min(1.0, static_cast<double>(entry.done) / static_cast<double>(entry.total));
}

QString JobsModel::phase(int id) const {
    const int row = rowOf(id);
    return row < 0 ? QString() : phaseLine(m_entries.at(row));
}

int JobsModel::runningCount() const {
    int running = 0;
    for (const Entry &entry : m_entries)
        running += entry.state == Running;
    return running;
}

QString JobsModel::summary() const {
    for (const Entry &entry : m_entries)
        if (entry.state == Running)
            return entry.phase.isEmpty() ? entry.title : phaseLine(entry);
    return {};
}

int JobsModel::rowOf(int id) const {
    for (int i = 0; i < m_entries.size(); ++i)
        if (m_entries.at(i).id == id)
            return i;
    return -1;
}

void JobsModel::rowChanged(int row) { Q_EMIT dataChanged(index(row), index(row)); }

QString JobsModel::phaseLine(const Entry &entry) const {
    const QString phase = phaseText(entry.phase);
    if (entry.total > 0)
        //: phase of work, done, total: "Indexing 41,200 of 125,000"
        return tr("%1 %2 of %3").arg(phase, QLocale().toString(entry.done), QLocale().toString(entry.total));
    if (entry.done > 0)
        //: phase of work, count: "Reading 412"
        return tr("%1 %2").arg(phase, QLocale().toString(entry.done));
    return phase;
}

} // namespace actionscope::app
