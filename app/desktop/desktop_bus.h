#pragma once
/// The app on the session bus: one window for all links, and notifications of the desktop.

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QVariantMap>

namespace actionscope::app {

/// Owns the name `org.actionscope.Actionscope` when it is free, and then answers `org.freedesktop.Application` on it,
/// so that a second start hands its arguments to the window that is there. Without a session bus everything is a quiet
/// no. GUI thread.
class DesktopBus : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")

public:
    explicit DesktopBus(QObject *parent = nullptr);

    /// True when this process is the one that owns the name from now on.
    bool claim();
    /// Hands links, files and URLs to the instance that runs. False when there is none or it does not answer in two
    /// seconds.
    static bool handOver(const QStringList &what);
    /// A notification of the desktop: for what happened while nobody looked. Its one button shows `link` (empty: the
    /// window), and so does a click on it; nothing can be decided there. One about the same link takes the place of the
    /// one before. `urgent` ones stay until somebody saw them, where the desktop does so.
    void notify(const QString &title, const QString &text, const QString &link = {}, bool urgent = false);

public Q_SLOTS:
    // org.freedesktop.Application
    void Activate(const QVariantMap &platformData);
    void Open(const QStringList &uris, const QVariantMap &platformData);
    void ActivateAction(const QString &action, const QVariantList &parameters, const QVariantMap &platformData);

Q_SIGNALS:
    void activated();
    void opened(const QStringList &what);

private Q_SLOTS:
    void notificationActivated(uint id, const QString &action);
    void notificationClosed(uint id, uint reason);

private:
    QHash<uint, QString> m_links; ///< by number of the notification
    bool m_listening = false;
};

} // namespace actionscope::app
