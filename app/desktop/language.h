#pragma once
/// The language of the app: installs translators, and the pseudo-locale that shows what would break in another
/// language.

#include <QObject>
#include <QTranslator>
#include <memory>

namespace actionscope::app {

/// English text made 40 % longer, in brackets and with accents, so that cut-off, concatenated and untranslated text
/// shows. Placeholders (%1, %n, %L1), mnemonics and mark-up stay as they are.
QString pseudoTranslation(const QString &english);

/// Answers every text of ours with its pseudo translation. Plural forms are resolved by `english` first.
class PseudoTranslator : public QTranslator {
    Q_OBJECT

public:
    explicit PseudoTranslator(const QTranslator *english, QObject *parent = nullptr);
    QString translate(const char *context, const char *source, const char *disambiguation = nullptr,
                      int n = -1) const override;
    bool isEmpty() const override { return false; }

private:
    const QTranslator *m_english;
};

/// GUI thread. The pseudo-locale also turns the layout right to left.
class Language : public QObject {
    Q_OBJECT

public:
    explicit Language(QObject *parent = nullptr);
    ~Language() override;

    /// "" for the desktop's language, "en", "de" or "pseudo". Whoever shows text must then retranslate.
    void use(const QString &language);

private:
    void removeAll();

    std::unique_ptr<QTranslator> m_english, m_own, m_qt;
    std::unique_ptr<PseudoTranslator> m_pseudo;
};

} // namespace actionscope::app
