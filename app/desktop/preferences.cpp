#include "preferences.h"

#include <QQmlComponent>
#include <QStandardPaths>
#include <algorithm>
#include <cmath>

namespace actionscope::app {
namespace {

const QStringList Themes{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark"),
                         QStringLiteral("hc")};
const QStringList Densities{QStringLiteral("default"), QStringLiteral("compact"), QStringLiteral("comfortable")};
const QStringList Languages{QString(), QStringLiteral("en"), QStringLiteral("de"), QStringLiteral("pseudo")};
const QStringList CloseChoices{QStringLiteral("ask"), QStringLiteral("keep"), QStringLiteral("stop")};
const QStringList TrayChoices{QStringLiteral("running"), QStringLiteral("always"), QStringLiteral("never")};
constexpr double SmallestScale = 0.8, LargestScale = 2.0;

} // namespace

Preferences::Preferences(QObject *parent)
    : QObject(parent) {
    const QString named = qEnvironmentVariable("ACTIONSCOPE_PREFERENCES");
    if (named == QLatin1String("none"))
        return;
    const QString path = !named.isEmpty() ? named
                                          : QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                                                QStringLiteral("/actionscope/desktop.conf");
    m_file = std::make_unique<QSettings>(path, QSettings::IniFormat);
}

Preferences::~Preferences() = default;

Preferences *Preferences::of(QQmlEngine &engine) {
    // A module's types have ids only once something imported it.
    QQmlComponent import(&engine);
    import.setData("import QtQml\nimport Actionscope.App\nQtObject {}", QUrl());
    const std::unique_ptr<QObject> imported(import.create());
    return engine.singletonInstance<Preferences *>(qmlTypeId("Actionscope.App", 1, 0, "Preferences"));
}

QVariant Preferences::value(const QString &key, const QVariant &otherwise) const {
    QString stored = key;
    stored.replace(QLatin1Char('.'), QLatin1Char('/'));
    if (m_file)
        return m_file->value(stored, otherwise);
    return m_memory.value(stored, otherwise);
}

void Preferences::setValue(const QString &key, const QVariant &value) { store(key, value); }

void Preferences::store(const QString &key, const QVariant &value) {
    QString stored = key;
    stored.replace(QLatin1Char('.'), QLatin1Char('/'));
    if (m_file)
        m_file->setValue(stored, value);
    else
        m_memory.insert(stored, value);
}

QString Preferences::choice(const QString &key, const QStringList &allowed) const {
    const QString stored = value(key).toString();
    return allowed.contains(stored) ? stored : allowed.first();
}

QString Preferences::theme() const { return choice(QStringLiteral("appearance.theme"), Themes); }

void Preferences::setTheme(const QString &theme) {
    if (theme == this->theme() || !Themes.contains(theme))
        return;
    store(QStringLiteral("appearance.theme"), theme);
    Q_EMIT themeChanged();
}

QString Preferences::density() const { return choice(QStringLiteral("appearance.density"), Densities); }

void Preferences::setDensity(const QString &density) {
    if (density == this->density() || !Densities.contains(density))
        return;
    store(QStringLiteral("appearance.density"), density);
    Q_EMIT densityChanged();
}

double Preferences::textScale() const {
    bool ok = false;
    const double stored = value(QStringLiteral("appearance.textScale"), 1.0).toDouble(&ok);
    return ok && std::isfinite(stored) ? std::clamp(stored, SmallestScale, LargestScale) : 1.0;
}

void Preferences::setTextScale(double scale) {
    if (!std::isfinite(scale))
        return;
    // Steps of five per cent keep sizes on whole pixels often enough to look the same after a round trip.
    const double stepped = std::clamp(std::round(scale * 20.0) / 20.0, SmallestScale, LargestScale);
    if (qFuzzyCompare(stepped, textScale()))
        return;
    store(QStringLiteral("appearance.textScale"), stepped);
    Q_EMIT textScaleChanged();
}

bool Preferences::reduceMotion() const { return value(QStringLiteral("appearance.reduceMotion"), false).toBool(); }

void Preferences::setReduceMotion(bool on) {
    if (on == reduceMotion())
        return;
    store(QStringLiteral("appearance.reduceMotion"), on);
    Q_EMIT reduceMotionChanged();
}

bool Preferences::singleKeys() const { return value(QStringLiteral("keyboard.singleKeys"), true).toBool(); }

void Preferences::setSingleKeys(bool on) {
    if (on == singleKeys())
        return;
    store(QStringLiteral("keyboard.singleKeys"), on);
    Q_EMIT singleKeysChanged();
}

QString Preferences::language() const { return choice(QStringLiteral("appearance.language"), Languages); }

void Preferences::setLanguage(const QString &language) {
    if (language == this->language() || !Languages.contains(language))
        return;
    store(QStringLiteral("appearance.language"), language);
    Q_EMIT languageChanged();
}

bool Preferences::railPinned() const { return value(QStringLiteral("appearance.railPinned"), false).toBool(); }

void Preferences::setRailPinned(bool on) {
    if (on == railPinned())
        return;
    store(QStringLiteral("appearance.railPinned"), on);
    Q_EMIT railPinnedChanged();
}

QString Preferences::onClose() const { return choice(QStringLiteral("gateway.onClose"), CloseChoices); }

void Preferences::setOnClose(const QString &choice) {
    if (choice == onClose() || !CloseChoices.contains(choice))
        return;
    store(QStringLiteral("gateway.onClose"), choice);
    Q_EMIT onCloseChanged();
}

QString Preferences::trayIcon() const { return choice(QStringLiteral("gateway.trayIcon"), TrayChoices); }

void Preferences::setTrayIcon(const QString &choice) {
    if (choice == trayIcon() || !TrayChoices.contains(choice))
        return;
    store(QStringLiteral("gateway.trayIcon"), choice);
    Q_EMIT trayIconChanged();
}

int Preferences::gatewayPort() const {
    bool ok = false;
    const int stored = value(QStringLiteral("gateway.port"), DefaultGatewayPort).toInt(&ok);
    return ok && stored >= 0 && stored <= 65535 ? stored : DefaultGatewayPort;
}

void Preferences::setGatewayPort(int port) {
    if (port == gatewayPort() || port < 0 || port > 65535)
        return;
    store(QStringLiteral("gateway.port"), port);
    Q_EMIT gatewayPortChanged();
}

void Preferences::reset(const QString &property) {
    if (property == QLatin1String("theme"))
        setTheme(Themes.first());
    else if (property == QLatin1String("density"))
        setDensity(Densities.first());
    else if (property == QLatin1String("textScale"))
        setTextScale(1.0);
    else if (property == QLatin1String("reduceMotion"))
        setReduceMotion(false);
    else if (property == QLatin1String("singleKeys"))
        setSingleKeys(true);
    else if (property == QLatin1String("language"))
        setLanguage(QString());
    else if (property == QLatin1String("railPinned"))
        setRailPinned(false);
    else if (property == QLatin1String("onClose"))
        setOnClose(CloseChoices.first());
    else if (property == QLatin1String("trayIcon"))
        setTrayIcon(TrayChoices.first());
    else if (property == QLatin1String("gatewayPort"))
        setGatewayPort(DefaultGatewayPort);
}

} // namespace actionscope::app
