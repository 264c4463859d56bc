#include "frames_model.h"

#include "convert.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

namespace actionscope::app {
using gateway::Frame;

namespace {

constexpr qsizetype MaxMethods = 100;

/// The method of an MCP message without the name of what it asks for; of a REST request the whole line.
QString methodOf(const std::string &what) {
    const QString text = toQString(what);
    const bool rest = !text.isEmpty() && text.at(0).isUpper();
    return rest ? text : text.section(QLatin1Char(' '), 0, 0);
}

} // namespace

int FramesModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

const Frame *FramesModel::at(int row) const {
    if (row < 0 || row >= rowCount() || m_frames.empty())
        return nullptr;
    // Numbers are without gaps in the ring.
    const std::uint64_t place = m_rows[static_cast<std::size_t>(row)] - m_frames.front().number;
    return place < m_frames.size() ? &m_frames[place] : nullptr;
}

QVariant FramesModel::data(const QModelIndex &index, int role) const {
    const Frame *frame = at(index.row());
    if (!frame)
        return {};
    const auto time = [&] { return toQDateTime(frame->time).toString(QStringLiteral("HH:mm:ss.zzz")); };
    switch (role) {
    case NumberRole:
        return static_cast<double>(frame->number);
    case TimeRole:
        return time();
    case FromClientRole:
        return frame->fromClient;
    case Qt::DisplayRole:
    case WhatRole:
        return revealed(frame->what);
    case SummaryRole:
        return revealed(frame->summary);
    case ElapsedRole:
        if (frame->elapsedUs <= 0)
            return QString();
        return frame->elapsedUs < 1000 ? QStringLiteral("%1 µs").arg(frame->elapsedUs)
                                       : QStringLiteral("%1 ms").arg(frame->elapsedUs / 1000);
    case SentenceRole:
        return (frame->fromClient ? QCoreApplication::translate("Gateway", "%1, from the client: %2. %3")
                                  : QCoreApplication::translate("Gateway", "%1, to the client: %2. %3"))
            .arg(time(), revealed(frame->what), revealed(frame->summary));
    default:
        return {};
    }
}

QHash<int, QByteArray> FramesModel::roleNames() const {
    return {{NumberRole, "number"},   {TimeRole, "time"},       {FromClientRole, "fromClient"}, {WhatRole, "what"},
            {SummaryRole, "summary"}, {ElapsedRole, "elapsed"}, {SentenceRole, "sentence"}};
}

bool FramesModel::passes(const Frame &frame) const {
    if (!m_session.empty() && frame.session != m_session)
        return false;
    if (!m_method.isEmpty() && methodOf(frame.what) != m_method)
        return false;
    return m_text.isEmpty() || toQString(frame.what).contains(m_text, Qt::CaseInsensitive) ||
           toQString(frame.summary).contains(m_text, Qt::CaseInsensitive);
}

void FramesModel::append(std::vector<Frame> frames) {
    if (frames.empty())
        return;
    // A gap (the gateway's own ring moved on) starts the ring anew, so that numbers stay without gaps.
    if (!m_frames.empty() && frames.front().number != m_frames.back().number + 1) {
        m_dropped += m_frames.size() + (frames.front().number - m_frames.back().number - 1);
        m_frames.clear();
        arrange();
    }
    std::vector<std::uint64_t> rows;
    const qsizetype methodsBefore = m_methods.size();
    for (Frame &frame : frames) {
        if (const QString method = methodOf(frame.what); m_methods.size() < MaxMethods) {
            const auto at = std::lower_bound(m_methods.begin(), m_methods.end(), method);
            if (at == m_methods.end() || *at != method)
                m_methods.insert(at, method);
        }
        if (passes(frame))
            rows.push_back(frame.number);
        m_frames.push_back(std::move(frame));
    }
    if (!rows.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(rows.size()) - 1);
        m_rows.insert(m_rows.end(), rows.begin(), rows.end());
        endInsertRows();
    }
    if (m_frames.size() > Most) {
        // In one go and with room to spare: a row at a time would move the view with every frame.
        const std::size_t surplus = m_frames.size() - Most + Most / 10;
        m_frames.erase(m_frames.begin(), m_frames.begin() + static_cast<std::ptrdiff_t>(surplus));
        m_dropped += surplus;
        arrange();
    }
    if (m_methods.size() != methodsBefore)
        Q_EMIT methodsChanged();
    Q_EMIT countChanged();
}

void FramesModel::arrange() {
    beginResetModel();
    m_rows.clear();
    for (const Frame &frame : m_frames)
        if (passes(frame))
            m_rows.push_back(frame.number);
    endResetModel();
}

void FramesModel::clear() {
    beginResetModel();
    m_frames.clear();
    m_rows.clear();
    m_dropped = 0;
    endResetModel();
    m_methods.clear();
    Q_EMIT methodsChanged();
    setMethod(QString());
    Q_EMIT countChanged();
}

void FramesModel::setMethod(const QString &method) {
    if (method == m_method)
        return;
    m_method = method;
    arrange();
    Q_EMIT methodChanged();
    Q_EMIT countChanged();
}

void FramesModel::setSession(const QString &session) {
    m_session = session.toStdString();
    arrange();
    Q_EMIT countChanged();
}

void FramesModel::setText(const QString &text) {
    m_text = text;
    arrange();
    Q_EMIT countChanged();
}

} // namespace actionscope::app
