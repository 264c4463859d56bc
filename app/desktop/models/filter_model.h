#pragma once
/// The structured filter of a page: `tier:destructive service:github -curated:true issue`.

#include <QObject>
#include <QQmlEngine>
#include <QStringList>
#include <QVariantList>
#include <QVector>

namespace actionscope::app {

/// One condition of a filter.
struct FilterTerm {
    QString field; ///< lower case; empty for a free word
    QString value;
    bool negated = false;
    friend bool operator==(const FilterTerm &, const FilterTerm &) = default;
};

/// Reads, checks and completes filter text. Terms are separated by spaces; a value with spaces is quoted; `-` negates.
/// Values of one field are alternatives, fields and words must all hold. Checked as it is typed: `error` says in words
/// what is wrong and the last good terms stay in force. GUI thread; used by FilterField.
class FilterModel : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged FINAL)
    /// What may be filtered: maps of `name`, `label` and `values` (a list; empty for any text).
    Q_PROPERTY(QVariantList fields READ fields WRITE setFields NOTIFY fieldsChanged FINAL)
    /// The conditions in force, as maps of `text`, `field`, `value`, `negated`.
    Q_PROPERTY(QVariantList chips READ chips NOTIFY termsChanged FINAL)
    Q_PROPERTY(QString error READ error NOTIFY textChanged FINAL)
    Q_PROPERTY(bool active READ isActive NOTIFY termsChanged FINAL)

public:
    explicit FilterModel(QObject *parent = nullptr);

    QString text() const { return m_text; }
    void setText(const QString &text);
    QVariantList fields() const { return m_fields; }
    void setFields(const QVariantList &fields);
    QVariantList chips() const;
    QString error() const { return m_error; }
    bool isActive() const { return !m_terms.isEmpty(); }
    const QVector<FilterTerm> &terms() const { return m_terms; }

    Q_INVOKABLE void clear();
    Q_INVOKABLE void removeChip(int index);
    /// Adds or removes a condition, as facets and "filter by this cell" do.
    Q_INVOKABLE void toggle(const QString &field, const QString &value, bool negated = false);
    Q_INVOKABLE bool has(const QString &field, const QString &value, bool negated = false) const;
    /// What may stand where the cursor is: field names with a colon, or values. Replaces the word there when chosen.
    Q_INVOKABLE QStringList completions(int cursor) const;
    /// The text with the word at `cursor` replaced; `cursor` of the result is its end.
    Q_INVOKABLE QVariantMap complete(int cursor, const QString &completion) const;

Q_SIGNALS:
    void textChanged();
    void fieldsChanged();
    /// The conditions in force changed: filter again.
    void termsChanged();

private:
    void parse();
    void replaceTerms(const QVector<FilterTerm> &terms);
    QStringList valuesOf(const QString &field) const;
    bool hasField(const QString &field) const;

    QString m_text, m_error;
    QVariantList m_fields;
    QVector<FilterTerm> m_terms;
};

/// The text of one condition, quoted where needed.
QString toText(const FilterTerm &term);

} // namespace actionscope::app
