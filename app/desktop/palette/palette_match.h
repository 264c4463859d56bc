#pragma once
/// How well a candidate answers what was typed in the palette: a closed set of grades, so that the order is the same
/// every time.

#include <QString>
#include <QStringList>
#include <QStringView>
#include <optional>

namespace actionscope::app {

/// Best first.
enum class MatchGrade { Exact, Prefix, WordStart, Subsequence };

/// What was typed, prepared once for many candidates. Any thread.
class PaletteQuery {
public:
    /// Upper and lower case, and runs of spaces, make no difference. At most 200 characters count.
    explicit PaletteQuery(QStringView typed);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }
    [[nodiscard]] const QString &text() const { return m_text; }

    /// Exact: equal. Prefix: the candidate starts with it. WordStart: every typed word starts a word of the candidate
    /// (words begin after anything that is no letter or digit, and at an upper-case letter after a lower-case one).
    /// Subsequence: its letters occur in order. Nothing: no match. An empty query matches nothing.
    [[nodiscard]] std::optional<MatchGrade> grade(QStringView candidate) const;

private:
    QString m_text;
    QStringList m_words;
};

} // namespace actionscope::app
