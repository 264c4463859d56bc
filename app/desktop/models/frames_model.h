#pragma once
/// What went over the wire, newest last: a ring of the gateway's frames, narrowed to a session and a text.

#include "gateway/gateway.h"

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QStringList>

#include <deque>
#include <vector>

namespace actionscope::app {

/// Keeps the last `Most` frames; older ones go and are counted. GUI thread.
class FramesModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by GatewayController")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)
    Q_PROPERTY(int dropped READ dropped NOTIFY countChanged FINAL)
    /// What was asked so far, sorted: "tools/call", "notifications/progress", "POST /tools/call". At most 100.
    Q_PROPERTY(QStringList methods READ methods NOTIFY methodsChanged FINAL)
    /// Only frames of this one are shown; empty: all.
    Q_PROPERTY(QString method READ method WRITE setMethod NOTIFY methodChanged FINAL)

public:
    static constexpr std::size_t Most = 50'000;
    enum Role {
        NumberRole = Qt::UserRole + 1,
        TimeRole, ///< "09:40:50.112"
        FromClientRole,
        WhatRole,
        SummaryRole,
        ElapsedRole, ///< "4 ms"; empty for what came in
        SentenceRole,
    };

    using QAbstractListModel::QAbstractListModel;
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }
    int dropped() const { return static_cast<int>(m_dropped); }

    void append(std::vector<gateway::Frame> frames);
    void clear();
    /// Empty: all.
    void setSession(const QString &session);
    /// Frames whose `what` or `summary` has it, whatever the case.
    Q_INVOKABLE void setText(const QString &text);
    QStringList methods() const { return m_methods; }
    QString method() const { return m_method; }
    void setMethod(const QString &method);
    quint64 lastNumber() const { return m_frames.empty() ? 0 : m_frames.back().number; }
    const gateway::Frame *at(int row) const;

Q_SIGNALS:
    void countChanged();
    void methodsChanged();
    void methodChanged();

private:
    bool passes(const gateway::Frame &frame) const;
    void arrange();

    std::deque<gateway::Frame> m_frames;
    std::vector<std::uint64_t> m_rows; ///< numbers of the frames shown
    std::uint64_t m_dropped = 0;
    std::string m_session;
    QString m_text, m_method;
    QStringList m_methods;
};

} // namespace actionscope::app
