#pragma once
/// Whether the desktop has a place for tray icons (a StatusNotifier host on the session bus), now and later.

#include <QDBusServiceWatcher>
#include <QObject>
#include <QQmlEngine>

namespace actionscope::app {

/// Desktops come and go with their panels, so this follows the bus. Without a session bus, and on platforms whose Qt
/// shows no tray icons (offscreen among them), it stays at no, and nobody makes an icon. GUI thread; the first look
/// asks the bus and no other program.
class TrayWatch : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(bool available READ isAvailable NOTIFY availableChanged FINAL)

public:
    /// `platform` is QGuiApplication::platformName().
    explicit TrayWatch(const QString &platform, QObject *parent = nullptr);

    bool isAvailable() const { return m_available; }

Q_SIGNALS:
    void availableChanged();

private Q_SLOTS:
    void ask();

private:
    void set(bool available);

    QDBusServiceWatcher m_watcher;
    bool m_available = false;
};

} // namespace actionscope::app
