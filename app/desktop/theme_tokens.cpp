#include "theme_tokens.h"

#include <algorithm>
#include <cmath>

namespace actionscope::app {
namespace {

QColor c(const char *name) { return QColor(QLatin1String(name)); }

ThemeTokens makeLight() {
    ThemeTokens t;
    t.window = c("#F5F6F8");
    t.surface = c("#FFFFFF");
    t.sunken = c("#EBEDF1");
    t.hover = c("#F0F3F8");
    t.selection = c("#DBE5FB");
    t.text = c("#1A1E26");
    t.textMuted = c("#525A69");
    t.link = c("#2452BE");
    t.success = c("#0A6B4F");
    t.warning = c("#7A4B00");
    t.error = c("#A8241A");
    t.border = c("#747C8B");
    t.hairline = c("#D4D8DF");
    t.focusRing = c("#1E4FD0");
    t.accent = c("#2A5BD0");
    t.onAccent = c("#FFFFFF");
    t.diffAdd = c("#DDF3E8");
    t.diffRemove = c("#FBE3DD");
    t.highlight = c("#FFF0B8");
    t.deltaUp = c("#1F5FBF");
    t.deltaDown = c("#9A4A00");
    t.readText = c("#0B5C86");
    t.readFill = c("#E1F1F9");
    t.writeText = c("#6B4200");
    t.writeFill = c("#FFE3A3");
    t.destructiveText = c("#FFFFFF");
    t.destructiveFill = c("#B3261E");
    t.catastrophicText = c("#FFFFFF");
    t.catastrophicFill = c("#2E0B38");
    t.seriesKeywords = c("#2F6FED");
    t.seriesMeaning = c("#0B5A45");
    t.seriesGraph = c("#8E1E8E");
    t.seriesPrior = c("#A9691B");
    t.seriesPenalty = c("#6B7280");
    return t;
}

ThemeTokens makeDark() {
    ThemeTokens t;
    t.window = c("#13161C");
    t.surface = c("#1B1F27");
    t.sunken = c("#0F1217");
    t.hover = c("#242A35");
    t.selection = c("#26375E");
    t.text = c("#E8EBF1");
    t.textMuted = c("#A5AEBD");
    t.link = c("#93B6FF");
    t.success = c("#5BD3AC");
    t.warning = c("#F2BE5C");
    t.error = c("#FF9A8F");
    t.border = c("#7F899B");
    t.hairline = c("#353C49");
    t.focusRing = c("#9CBCFF");
    t.accent = c("#7FA8FF");
    t.onAccent = c("#0B1222");
    t.diffAdd = c("#123528");
    t.diffRemove = c("#43201A");
    t.highlight = c("#4B3F12");
    t.deltaUp = c("#8FB8FF");
    t.deltaDown = c("#F2B066");
    t.readText = c("#8AD0F5");
    t.readFill = c("#12344A");
    t.writeText = c("#FFD27A");
    t.writeFill = c("#4A3608");
    t.destructiveText = c("#2B0A03");
    t.destructiveFill = c("#FF8F73");
    t.catastrophicText = c("#3A0747");
    t.catastrophicFill = c("#F7E6FB");
    t.seriesKeywords = c("#3E93FF");
    t.seriesMeaning = c("#2FD3A0");
    t.seriesGraph = c("#E9B2D5");
    t.seriesPrior = c("#CC8A38");
    t.seriesPenalty = c("#7F899B");
    return t;
}

ThemeTokens makeHighContrast(bool dark) {
    const QColor ground = dark ? c("#000000") : c("#FFFFFF");
    const QColor ink = dark ? c("#FFFFFF") : c("#000000");
    ThemeTokens t = dark ? makeDark() : makeLight();
    t.window = t.surface = t.sunken = t.hover = ground;
    t.selection = dark ? c("#00307A") : c("#CFE0FF");
    t.text = t.textMuted = t.border = t.hairline = ink;
    t.link = dark ? c("#9CC2FF") : c("#00309C");
    t.success = dark ? c("#6CF0C2") : c("#00523A");
    t.warning = dark ? c("#FFD27A") : c("#5C3800");
    t.error = dark ? c("#FFB3AA") : c("#8A0F08");
    t.focusRing = dark ? c("#FFE14D") : c("#00309C");
    t.accent = ink;
    t.onAccent = ground;
    t.deltaUp = t.link;
    t.deltaDown = t.warning;
    t.readText = t.writeText = ink;
    t.readFill = t.writeFill = ground;
    t.destructiveText = t.catastrophicText = ground;
    t.destructiveFill = t.catastrophicFill = ink;
    return t;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color) {
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

const ThemeTokens &lightTokens() {
    static const ThemeTokens tokens = makeLight();
    return tokens;
}

const ThemeTokens &darkTokens() {
    static const ThemeTokens tokens = makeDark();
    return tokens;
}

const ThemeTokens &highContrastTokens(bool dark) {
    static const ThemeTokens light = makeHighContrast(false);
    static const ThemeTokens black = makeHighContrast(true);
    return dark ? black : light;
}

double contrastRatio(const QColor &a, const QColor &b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace actionscope::app
