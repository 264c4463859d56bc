#include "filter_model.h"

#include <QVariantMap>
#include <algorithm>

namespace actionscope::app {
namespace {

constexpr qsizetype MaxLength = 1000;

struct Token {
    qsizetype begin = 0, end = 0;
    FilterTerm term;
    bool hasColon = false;
    bool unclosed = false;
};

QVector<Token> tokenize(const QString &text) {
    QVector<Token> tokens;
    qsizetype at = 0;
    while (at < text.size()) {
        if (text.at(at).isSpace()) {
            ++at;
            continue;
        }
        Token token;
        token.begin = at;
        if (text.at(at) == QLatin1Char('-') && at + 1 < text.size() && !text.at(at + 1).isSpace()) {
            token.term.negated = true;
            ++at;
        }
        QString word;
        bool quoted = false;
        while (at < text.size() && (quoted || !text.at(at).isSpace())) {
            const QChar c = text.at(at++);
            if (c == QLatin1Char('"'))
                quoted = !quoted;
            else if (c == QLatin1Char(':') && !quoted && !token.hasColon) {
                token.hasColon = true;
                token.term.field = word.toLower();
                word.clear();
            } else
                word += c;
        }
        token.unclosed = quoted;
        token.term.value = word;
        token.end = at;
        tokens.append(token);
    }
    return tokens;
}

QString nameOf(const QVariant &field) { return field.toMap().value(QStringLiteral("name")).toString(); }

} // namespace

QString toText(const FilterTerm &term) {
    QString value = term.value;
    if (value.isEmpty() || value.contains(QLatin1Char(' ')) || value.contains(QLatin1Char(':')))
        value = QLatin1Char('"') + value + QLatin1Char('"');
    QString text = term.field.isEmpty() ? value : term.field + QLatin1Char(':') + value;
    return term.negated ? QString(QLatin1Char('-') + text) : text;
}

FilterModel::FilterModel(QObject *parent)
    : QObject(parent) {}

void FilterModel::setText(const QString &text) {
    const QString cut = text.left(MaxLength);
    if (cut == m_text)
        return;
    m_text = cut;
    parse();
}

void FilterModel::setFields(const QVariantList &fields) {
    m_fields = fields;
    Q_EMIT fieldsChanged();
    parse();
}

bool FilterModel::hasField(const QString &field) const {
    return std::any_of(m_fields.begin(), m_fields.end(),
                       [&field](const QVariant &known) { return nameOf(known) == field; });
}

QStringList FilterModel::valuesOf(const QString &field) const {
    for (const QVariant &known : m_fields)
        if (nameOf(known) == field)
            return known.toMap().value(QStringLiteral("values")).toStringList();
    return {};
}

void FilterModel::parse() {
    QVector<FilterTerm> terms;
    QString error;
    for (const Token &token : tokenize(m_text)) {
        const FilterTerm &term = token.term;
        if (token.unclosed) {
            error = tr("The quotation mark before “%1” is not closed.").arg(term.value);
        } else if (token.hasColon && !hasField(term.field)) {
            QStringList names;
            for (const QVariant &field : m_fields)
                names.append(nameOf(field));
            error = tr("“%1” is not a field. Fields are: %2.").arg(term.field, names.join(QStringLiteral(", ")));
        } else if (token.hasColon && term.value.isEmpty()) {
            error = tr("“%1:” needs a value.").arg(term.field);
        } else {
            const QStringList values = token.hasColon ? valuesOf(term.field) : QStringList();
            const bool known =
                values.isEmpty() || std::any_of(values.begin(), values.end(), [&term](const QString &value) {
                    return value.compare(term.value, Qt::CaseInsensitive) == 0;
                });
            if (!known)
                error = values.size() <= 8 ? tr("%1 has no “%2”. It can be: %3.")
                                                 .arg(term.field, term.value, values.join(QStringLiteral(", ")))
                                           : tr("%1 has no “%2”.").arg(term.field, term.value);
            else if (!term.value.isEmpty() && !terms.contains(term))
                terms.append(term);
        }
        if (!error.isEmpty())
            break;
    }
    m_error = error;
    const bool apply = error.isEmpty() && terms != m_terms;
    if (apply)
        m_terms = terms;
    Q_EMIT textChanged();
    if (apply)
        Q_EMIT termsChanged();
}

QVariantList FilterModel::chips() const {
    QVariantList chips;
    for (const FilterTerm &term : m_terms)
        chips.append(QVariantMap{{QStringLiteral("text"), toText(term)},
                                 {QStringLiteral("field"), term.field},
                                 {QStringLiteral("value"), term.value},
                                 {QStringLiteral("negated"), term.negated}});
    return chips;
}

void FilterModel::replaceTerms(const QVector<FilterTerm> &terms) {
    QStringList parts;
    for (const FilterTerm &term : terms)
        parts.append(toText(term));
    const QString text = parts.join(QLatin1Char(' '));
    if (text == m_text)
        return;
    m_text = text;
    parse();
}

void FilterModel::clear() { setText(QString()); }

void FilterModel::removeChip(int index) {
    if (index < 0 || index >= m_terms.size())
        return;
    QVector<FilterTerm> terms = m_terms;
    terms.removeAt(index);
    replaceTerms(terms);
}

void FilterModel::toggle(const QString &field, const QString &value, bool negated) {
    const FilterTerm term{field, value, negated};
    QVector<FilterTerm> terms = m_terms;
    if (!terms.removeOne(term)) {
        terms.removeOne(FilterTerm{field, value, !negated});
        terms.append(term);
    }
    replaceTerms(terms);
}

bool FilterModel::has(const QString &field, const QString &value, bool negated) const {
    return m_terms.contains(FilterTerm{field, value, negated});
}

QStringList FilterModel::completions(int cursor) const {
    QString word;
    for (const Token &token : tokenize(m_text))
        if (token.begin < cursor && cursor <= token.end)
            word = m_text.mid(token.begin, cursor - token.begin);
    if (word.startsWith(QLatin1Char('-')))
        word.remove(0, 1);
    QStringList found;
    constexpr int MaxCompletions = 12;
    const qsizetype colon = word.indexOf(QLatin1Char(':'));
    if (colon < 0) {
        for (const QVariant &field : m_fields)
            if (nameOf(field).startsWith(word, Qt::CaseInsensitive))
                found.append(nameOf(field) + QLatin1Char(':'));
    } else {
        const QString typed = word.mid(colon + 1).remove(QLatin1Char('"'));
        for (const QString &value : valuesOf(word.left(colon).toLower()))
            if (value.startsWith(typed, Qt::CaseInsensitive) && value.compare(typed, Qt::CaseInsensitive) != 0)
                found.append(value);
    }
    return found.mid(0, MaxCompletions);
}

QVariantMap FilterModel::complete(int cursor, const QString &completion) const {
    qsizetype begin = cursor, end = cursor;
    bool negated = false;
    QString field;
    for (const Token &token : tokenize(m_text)) {
        if (token.begin < cursor && cursor <= token.end) {
            begin = token.begin;
            end = token.end;
            negated = token.term.negated;
            field = token.hasColon ? token.term.field : QString();
        }
    }
    QString word;
    if (completion.endsWith(QLatin1Char(':')))
        word = (negated ? QStringLiteral("-") : QString()) + completion;
    else
        word = toText({field, completion, negated}) + QLatin1Char(' ');
    QString text = m_text;
    text.replace(begin, end - begin, word);
    return {{QStringLiteral("text"), text}, {QStringLiteral("cursor"), begin + word.size()}};
}

} // namespace actionscope::app
