#include "palette_match.h"

namespace actionscope::app {
namespace {

constexpr qsizetype MaxTyped = 200;

QChar folded(QChar c) { return c.toCaseFolded(); }

bool startsWordAt(QStringView text, qsizetype at) {
    if (!text.at(at).isLetterOrNumber())
        return false;
    if (at == 0)
        return true;
    const QChar before = text.at(at - 1);
    return !before.isLetterOrNumber() || (text.at(at).isUpper() && before.isLower());
}

bool matchesAt(QStringView text, qsizetype at, QStringView word) {
    if (at + word.size() > text.size())
        return false;
    for (qsizetype i = 0; i < word.size(); ++i)
        if (folded(text.at(at + i)) != word.at(i))
            return false;
    return true;
}

bool startsSomeWord(QStringView text, QStringView word) {
    for (qsizetype at = 0; at < text.size(); ++at)
        if (startsWordAt(text, at) && matchesAt(text, at, word))
            return true;
    return false;
}

} // namespace

PaletteQuery::PaletteQuery(QStringView typed) {
    for (const QChar c : typed.left(MaxTyped).toString().simplified())
        m_text += folded(c);
    m_words = m_text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

std::optional<MatchGrade> PaletteQuery::grade(QStringView candidate) const {
    if (m_text.isEmpty())
        return std::nullopt;
    if (matchesAt(candidate, 0, m_text))
        return candidate.size() == m_text.size() ? MatchGrade::Exact : MatchGrade::Prefix;
    bool words = true;
    for (const QString &word : m_words)
        words = words && startsSomeWord(candidate, word);
    if (words)
        return MatchGrade::WordStart;
    qsizetype next = 0;
    for (const QChar c : candidate) {
        // Spaces between typed words need no counterpart: "iss cre" finds issues_create.
        if (m_text.at(next) == QLatin1Char(' '))
            ++next;
        if (folded(c) == m_text.at(next) && ++next == m_text.size())
            return MatchGrade::Subsequence;
    }
    return std::nullopt;
}

} // namespace actionscope::app
