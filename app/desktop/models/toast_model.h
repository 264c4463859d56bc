#pragma once
/// Short messages about what just happened, most with a way back.

#include <QAbstractListModel>
#include <QQmlEngine>
#include <functional>

namespace actionscope::app {

/// Oldest first; at most four are shown, older ones give way. The view decides how long each stays (ten seconds,
/// pausing under pointer and focus). Only for success and for failures of background work: page states are banners. GUI
/// thread.
class ToastModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    enum Role { ToastIdRole = Qt::UserRole + 1, TextRole, KindRole, ActionTextRole };

    explicit ToastModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }

    /// `kind` is "success", "info", "warning" or "error"; `actionText` ("Undo") is what its button says and runs.
    int show(const QString &text, const QString &kind, const QString &actionText, std::function<void()> action);
    Q_INVOKABLE int show(const QString &text, const QString &kind = QStringLiteral("success"));
    /// With a command of the registry as its button's action.
    Q_INVOKABLE int showWithCommand(const QString &text, const QString &kind, const QString &actionText,
                                    const QString &commandId);
    Q_INVOKABLE void runAction(int toastId);
    Q_INVOKABLE void dismiss(int toastId);

Q_SIGNALS:
    void countChanged();
    /// For the announcer.
    void shown(const QString &text);
    void commandRequested(const QString &commandId);

private:
    struct Entry {
        int id;
        QString text, kind, actionText;
        std::function<void()> action;
    };
    int rowOf(int toastId) const;
    QVector<Entry> m_entries;
    int m_nextId = 1;
};

} // namespace actionscope::app
