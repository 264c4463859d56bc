#pragma once
/// What a person chose about the app itself: looks, keys, language, and the remembered sizes of panes and columns.

#include <QObject>
#include <QQmlEngine>
#include <QSettings>
#include <QVariant>
#include <memory>

namespace actionscope::app {

/// One object an engine (QML singleton). Values are kept in the INI file `actionscope/desktop.conf` of the user's
/// configuration folder, or in the file that the environment variable ACTIONSCOPE_PREFERENCES names; "none" keeps them
/// in memory only, which tests and screenshots use. Values read from the file are checked; what is out of range gives
/// the default. GUI thread.
class Preferences : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON
    /// "system", "light", "dark" or "hc".
    Q_PROPERTY(QString theme READ theme WRITE setTheme NOTIFY themeChanged FINAL)
    /// "compact", "default" or "comfortable".
    Q_PROPERTY(QString density READ density WRITE setDensity NOTIFY densityChanged FINAL)
    /// 0.8 … 2.0.
    Q_PROPERTY(double textScale READ textScale WRITE setTextScale NOTIFY textScaleChanged FINAL)
    Q_PROPERTY(bool reduceMotion READ reduceMotion WRITE setReduceMotion NOTIFY reduceMotionChanged FINAL)
    /// Whether single letters act as commands outside text fields (WCAG 2.1.4 asks for the switch).
    Q_PROPERTY(bool singleKeys READ singleKeys WRITE setSingleKeys NOTIFY singleKeysChanged FINAL)
    /// "" (the desktop's), "en", "de" or "pseudo".
    Q_PROPERTY(QString language READ language WRITE setLanguage NOTIFY languageChanged FINAL)
    /// Whether the rail shows labels beside its icons in narrow windows too.
    Q_PROPERTY(bool railPinned READ railPinned WRITE setRailPinned NOTIFY railPinnedChanged FINAL)
    /// What closing the window means while the gateway runs: "ask", "keep" (in the tray; minimised where there is
    /// none) or "stop".
    Q_PROPERTY(QString onClose READ onClose WRITE setOnClose NOTIFY onCloseChanged FINAL)
    /// When the icon is in the tray: "running" (while the gateway is), "always" or "never".
    Q_PROPERTY(QString trayIcon READ trayIcon WRITE setTrayIcon NOTIFY trayIconChanged FINAL)
    /// Where the gateway of the app listens: 1 … 65535; 0 takes a free port at each start.
    Q_PROPERTY(int gatewayPort READ gatewayPort WRITE setGatewayPort NOTIFY gatewayPortChanged FINAL)

public:
    static constexpr int DefaultGatewayPort = 7433;

    explicit Preferences(QObject *parent = nullptr);
    ~Preferences() override;
    /// The singleton of `engine`, whose import path must be set; for C++ that starts before any QML does.
    static Preferences *of(QQmlEngine &engine);

    QString theme() const;
    void setTheme(const QString &theme);
    QString density() const;
    void setDensity(const QString &density);
    double textScale() const;
    void setTextScale(double scale);
    bool reduceMotion() const;
    void setReduceMotion(bool on);
    bool singleKeys() const;
    void setSingleKeys(bool on);
    QString language() const;
    void setLanguage(const QString &language);
    bool railPinned() const;
    void setRailPinned(bool on);
    QString onClose() const;
    void setOnClose(const QString &choice);
    QString trayIcon() const;
    void setTrayIcon(const QString &choice);
    int gatewayPort() const;
    void setGatewayPort(int port);

    /// A remembered value of a page, such as a column width; `key` is a dotted path ("catalog.table.width.name").
    Q_INVOKABLE QVariant value(const QString &key, const QVariant &otherwise = {}) const;
    Q_INVOKABLE void setValue(const QString &key, const QVariant &value);
    /// Back to the default, for one of the properties above by name.
    Q_INVOKABLE void reset(const QString &property);

Q_SIGNALS:
    void themeChanged();
    void densityChanged();
    void textScaleChanged();
    void reduceMotionChanged();
    void singleKeysChanged();
    void languageChanged();
    void railPinnedChanged();
    void onCloseChanged();
    void trayIconChanged();
    void gatewayPortChanged();

private:
    QString choice(const QString &key, const QStringList &allowed) const;
    void store(const QString &key, const QVariant &value);

    std::unique_ptr<QSettings> m_file; ///< null when values are kept in memory only
    QVariantMap m_memory;
};

} // namespace actionscope::app
