#pragma once
/// Colours, spacing, type sizes, density and motion: the only source of numbers and colours for QML.

#include "theme_tokens.h"

#include <QFont>
#include <QObject>
#include <QQmlEngine>
#include <QUrl>

namespace actionscope::app {

class Preferences;
class SystemAppearance;

/// One object an engine (QML singleton); follows the preferences and, for "system", the desktop. Spacing is in pixels
/// at 100 %; type sizes and heights derive from the application font and the user's text scale. GUI thread.
class Theme : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON
    Q_PROPERTY(QColor window READ window NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor surface READ surface NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor sunken READ sunken NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor hover READ hover NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor selection READ selection NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor text READ text NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor textMuted READ textMuted NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor link READ link NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor success READ success NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor warning READ warning NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor error READ error NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor border READ border NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor hairline READ hairline NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor focusRing READ focusRing NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor accent READ accent NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor onAccent READ onAccent NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor diffAdd READ diffAdd NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor diffRemove READ diffRemove NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor highlight READ highlight NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor deltaUp READ deltaUp NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor deltaDown READ deltaDown NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor readText READ readText NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor readFill READ readFill NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor writeText READ writeText NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor writeFill READ writeFill NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor destructiveText READ destructiveText NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor destructiveFill READ destructiveFill NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor catastrophicText READ catastrophicText NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor catastrophicFill READ catastrophicFill NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor seriesKeywords READ seriesKeywords NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor seriesMeaning READ seriesMeaning NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor seriesGraph READ seriesGraph NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor seriesPrior READ seriesPrior NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor seriesPenalty READ seriesPenalty NOTIFY colorsChanged FINAL)
    Q_PROPERTY(bool dark READ dark NOTIFY colorsChanged FINAL)
    Q_PROPERTY(bool highContrast READ highContrast NOTIFY colorsChanged FINAL)
    /// Width of control borders: 1, in high contrast 2.
    Q_PROPERTY(int borderWidth READ borderWidth NOTIFY colorsChanged FINAL)

    Q_PROPERTY(int space4 READ space4 CONSTANT FINAL)
    Q_PROPERTY(int space8 READ space8 CONSTANT FINAL)
    Q_PROPERTY(int space12 READ space12 CONSTANT FINAL)
    Q_PROPERTY(int space16 READ space16 CONSTANT FINAL)
    Q_PROPERTY(int space24 READ space24 CONSTANT FINAL)
    Q_PROPERTY(int space32 READ space32 CONSTANT FINAL)
    Q_PROPERTY(int space48 READ space48 CONSTANT FINAL)
    /// Of chips and fields, of cards.
    Q_PROPERTY(int radiusSmall READ radiusSmall CONSTANT FINAL)
    Q_PROPERTY(int radiusCard READ radiusCard CONSTANT FINAL)

    Q_PROPERTY(QString fontFamily READ fontFamily NOTIFY sizesChanged FINAL)
    /// For code, ids and every numeric column: Inter's default digits are not of one width.
    Q_PROPERTY(QString monoFamily READ monoFamily NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int captionSize READ captionSize NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int labelSize READ labelSize NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int bodySize READ bodySize NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int listTitleSize READ listTitleSize NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int sectionSize READ sectionSize NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int titleSize READ titleSize NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int metricSize READ metricSize NOTIFY sizesChanged FINAL)
    /// Text scale over the sizes above: 1 at 100 % with a 13 px application font.
    Q_PROPERTY(double scale READ scale NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int rowHeight READ rowHeight NOTIFY sizesChanged FINAL)
    /// Buttons, fields, combo boxes.
    Q_PROPERTY(int controlHeight READ controlHeight NOTIFY sizesChanged FINAL)
    Q_PROPERTY(int iconSize READ iconSize NOTIFY sizesChanged FINAL)

    /// Whether the layout runs right to left.
    Q_PROPERTY(bool mirrored READ mirrored NOTIFY mirroredChanged FINAL)
    /// Milliseconds of every animation: 120, or 0 with reduced motion and in tests.
    Q_PROPERTY(int motion READ motion NOTIFY motionChanged FINAL)

public:
    /// Both must outlive the theme; `appearance` may be null (then "system" goes by the palette).
    Theme(Preferences *preferences, SystemAppearance *appearance, QObject *parent = nullptr);
    ~Theme() override;
    static Theme *create(QQmlEngine *engine, QJSEngine *);

    QColor window() const { return m_tokens->window; }
    QColor surface() const { return m_tokens->surface; }
    QColor sunken() const { return m_tokens->sunken; }
    QColor hover() const { return m_tokens->hover; }
    QColor selection() const { return m_tokens->selection; }
    QColor text() const { return m_tokens->text; }
    QColor textMuted() const { return m_tokens->textMuted; }
    QColor link() const { return m_tokens->link; }
    QColor success() const { return m_tokens->success; }
    QColor warning() const { return m_tokens->warning; }
    QColor error() const { return m_tokens->error; }
    QColor border() const { return m_tokens->border; }
    QColor hairline() const { return m_tokens->hairline; }
    QColor focusRing() const { return m_tokens->focusRing; }
    QColor accent() const { return m_tokens->accent; }
    QColor onAccent() const { return m_tokens->onAccent; }
    QColor diffAdd() const { return m_tokens->diffAdd; }
    QColor diffRemove() const { return m_tokens->diffRemove; }
    QColor highlight() const { return m_tokens->highlight; }
    QColor deltaUp() const { return m_tokens->deltaUp; }
    QColor deltaDown() const { return m_tokens->deltaDown; }
    QColor readText() const { return m_tokens->readText; }
    QColor readFill() const { return m_tokens->readFill; }
    QColor writeText() const { return m_tokens->writeText; }
    QColor writeFill() const { return m_tokens->writeFill; }
    QColor destructiveText() const { return m_tokens->destructiveText; }
    QColor destructiveFill() const { return m_tokens->destructiveFill; }
    QColor catastrophicText() const { return m_tokens->catastrophicText; }
    QColor catastrophicFill() const { return m_tokens->catastrophicFill; }
    QColor seriesKeywords() const { return m_tokens->seriesKeywords; }
    QColor seriesMeaning() const { return m_tokens->seriesMeaning; }
    QColor seriesGraph() const { return m_tokens->seriesGraph; }
    QColor seriesPrior() const { return m_tokens->seriesPrior; }
    QColor seriesPenalty() const { return m_tokens->seriesPenalty; }
    bool dark() const { return m_dark; }
    bool highContrast() const { return m_highContrast; }
    int borderWidth() const { return m_highContrast ? 2 : 1; }
    int space4() const { return 4; }
    int space8() const { return 8; }
    int space12() const { return 12; }
    int space16() const { return 16; }
    int space24() const { return 24; }
    int space32() const { return 32; }
    int space48() const { return 48; }
    int radiusSmall() const { return 4; }
    int radiusCard() const { return 6; }
    QString fontFamily() const;
    QString monoFamily() const { return m_monoFamily; }
    int captionSize() const { return scaled(11); }
    int labelSize() const { return scaled(12); }
    int bodySize() const { return scaled(13); }
    int listTitleSize() const { return scaled(14); }
    int sectionSize() const { return scaled(16); }
    int titleSize() const { return scaled(20); }
    int metricSize() const { return scaled(28); }
    double scale() const { return m_scale; }
    int rowHeight() const;
    int controlHeight() const;
    int iconSize() const { return scaled(16); }
    int motion() const;
    bool mirrored() const;

    /// Where the drawing of this name lies, for `icon.source`: one of our own stroke icons, to be tinted by
    /// `icon.color`.
    Q_INVOKABLE QUrl icon(const QString &name) const;

Q_SIGNALS:
    void colorsChanged();
    void sizesChanged();
    void motionChanged();
    void mirroredChanged();

private:
    int scaled(int pixels) const;
    void updateColors();
    void updateSizes();

    Preferences *m_preferences;
    SystemAppearance *m_appearance;
    const ThemeTokens *m_tokens;
    bool m_dark = false, m_highContrast = false;
    double m_scale = 1.0;
    QString m_monoFamily;
};

} // namespace actionscope::app
