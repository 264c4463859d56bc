#include "theme.h"

#include "preferences.h"
#include "system_appearance.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QPalette>
#include <QQmlEngine>
#include <algorithm>
#include <cmath>

namespace actionscope::app {
namespace {
constexpr int SmallestTarget = 24; // WCAG 2.5.8
}

Theme::Theme(Preferences *preferences, SystemAppearance *appearance, QObject *parent)
    : QObject(parent)
    , m_preferences(preferences)
    , m_appearance(appearance)
    , m_tokens(&lightTokens()) {
    connect(preferences, &Preferences::themeChanged, this, &Theme::updateColors);
    connect(preferences, &Preferences::textScaleChanged, this, &Theme::updateSizes);
    connect(preferences, &Preferences::densityChanged, this, &Theme::sizesChanged);
    connect(preferences, &Preferences::reduceMotionChanged, this, &Theme::motionChanged);
    if (appearance)
        connect(appearance, &SystemAppearance::changed, this, &Theme::updateColors);
    connect(qGuiApp, &QGuiApplication::layoutDirectionChanged, this, &Theme::mirroredChanged);
    const QStringList families = QFontDatabase::families();
    m_monoFamily = families.contains(QStringLiteral("JetBrains Mono"))
                       ? QStringLiteral("JetBrains Mono")
                       : QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    updateColors();
    updateSizes();
}

Theme::~Theme() = default;

Theme *Theme::create(QQmlEngine *engine, QJSEngine *) {
    auto *preferences = engine->singletonInstance<Preferences *>(qmlTypeId("Actionscope.App", 1, 0, "Preferences"));
    auto *theme = new Theme(preferences, nullptr);
    theme->m_appearance = new SystemAppearance(theme);
    connect(theme->m_appearance, &SystemAppearance::changed, theme, &Theme::updateColors);
    theme->updateColors();
    return theme;
}

QString Theme::fontFamily() const { return QGuiApplication::font().family(); }

int Theme::scaled(int pixels) const { return std::max(1, static_cast<int>(std::lround(pixels * m_scale))); }

int Theme::rowHeight() const {
    const QString density = m_preferences->density();
    const int base = density == QLatin1String("compact") ? 24 : density == QLatin1String("comfortable") ? 36 : 28;
    return std::max(SmallestTarget, scaled(base));
}

int Theme::controlHeight() const {
    const QString density = m_preferences->density();
    const int base = density == QLatin1String("compact") ? 28 : density == QLatin1String("comfortable") ? 36 : 32;
    return std::max(SmallestTarget, scaled(base));
}

int Theme::motion() const {
    static const bool still = qEnvironmentVariable("ACTIONSCOPE_MOTION") == QLatin1String("0");
    return still || m_preferences->reduceMotion() ? 0 : 120;
}

bool Theme::mirrored() const { return QGuiApplication::layoutDirection() == Qt::RightToLeft; }

QUrl Theme::icon(const QString &name) const {
    return name.isEmpty()
               ? QUrl()
               : QUrl(QStringLiteral("qrc:/qt/qml/Actionscope/Style/icons/") + name + QStringLiteral(".svg"));
}

void Theme::updateColors() {
    const QString choice = m_preferences->theme();
    const bool systemDark =
        m_appearance ? m_appearance->dark() : QGuiApplication::palette().color(QPalette::Window).lightnessF() < 0.5;
    const bool systemContrast = m_appearance && m_appearance->highContrast();
    m_highContrast = choice == QLatin1String("hc") || (choice == QLatin1String("system") && systemContrast);
    m_dark = choice == QLatin1String("dark") || (choice != QLatin1String("light") && systemDark);
    m_tokens = m_highContrast ? &highContrastTokens(m_dark) : m_dark ? &darkTokens() : &lightTokens();
    Q_EMIT colorsChanged();
}

void Theme::updateSizes() {
    // The desktop's own font size counts, within reason: 13 px is the design's 100 %.
    const double system = QFontInfo(QGuiApplication::font()).pixelSize();
    m_scale = std::clamp(system > 0 ? system / 13.0 : 1.0, 0.9, 1.6) * m_preferences->textScale();
    Q_EMIT sizesChanged();
}

} // namespace actionscope::app
