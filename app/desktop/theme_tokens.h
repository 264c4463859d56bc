#pragma once
/// The colours of the app as data: one set a scheme. Contrast of every text/background pair is checked by
/// tests/app/tst_theme.cpp.
///
/// Risk tiers carry their order by fill weight first (tint, tint, solid, inverted solid with a double ring), then
/// glyph, word and only then colour; the smallest CIEDE2000 difference between chip fills under simulated colour-vision
/// deficiency is 25.

#include <QColor>

namespace actionscope::app {

struct ThemeTokens {
    QColor window, surface, sunken, hover, selection;
    QColor text, textMuted, link, success, warning, error;
    QColor border, hairline, focusRing, accent, onAccent;
    QColor diffAdd, diffRemove, highlight, deltaUp, deltaDown;
    QColor readText, readFill, writeText, writeFill, destructiveText, destructiveFill, catastrophicText,
        catastrophicFill;
    QColor seriesKeywords, seriesMeaning, seriesGraph, seriesPrior, seriesPenalty;
};

const ThemeTokens &lightTokens();
const ThemeTokens &darkTokens();
/// Black and white surfaces, no tints; the weight of a tier is carried by border, inversion and ring alone.
const ThemeTokens &highContrastTokens(bool dark);

/// WCAG 2 contrast ratio of two opaque colours, 1 … 21.
double contrastRatio(const QColor &a, const QColor &b);

} // namespace actionscope::app
