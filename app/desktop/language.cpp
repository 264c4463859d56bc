#include "language.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <array>
#include <utility>

namespace actionscope::app {
namespace {

constexpr std::array<std::pair<char16_t, char16_t>, 20> Accents{
    {{u'a', u'á'}, {u'e', u'ë'}, {u'i', u'ï'}, {u'o', u'ö'}, {u'u', u'ü'}, {u'y', u'ÿ'}, {u'c', u'ç'},
     {u'n', u'ñ'}, {u's', u'š'}, {u'z', u'ž'}, {u'A', u'Å'}, {u'E', u'É'}, {u'I', u'Î'}, {u'O', u'Ø'},
     {u'U', u'Û'}, {u'C', u'Č'}, {u'N', u'Ñ'}, {u'S', u'Š'}, {u'Z', u'Ž'}, {u'D', u'Ð'}}};

QChar accented(QChar c) {
    for (const auto &[plain, marked] : Accents)
        if (c.unicode() == plain)
            return QChar(marked);
    return c;
}

} // namespace

QString pseudoTranslation(const QString &english) {
    if (english.isEmpty())
        return english;
    QString text = QStringLiteral("[");
    int letters = 0;
    bool tag = false;
    for (qsizetype i = 0; i < english.size(); ++i) {
        const QChar c = english.at(i);
        if (c == QLatin1Char('%') && i + 1 < english.size()) {
            // %1, %n and %L1 must survive.
            text += c;
            if (english.at(i + 1) == QLatin1Char('L') && i + 2 < english.size())
                text += english.at(++i);
            text += english.at(++i);
            continue;
        }
        if (c == QLatin1Char('<'))
            tag = true;
        text += tag ? c : accented(c);
        if (c == QLatin1Char('>'))
            tag = false;
        letters += c.isLetter();
    }
    for (int extra = (letters * 2 + 4) / 5; extra > 0; extra -= 5)
        text += QStringLiteral(" lorem").left(std::min(extra, 5) + 1);
    return text + QLatin1Char(']');
}

PseudoTranslator::PseudoTranslator(const QTranslator *english, QObject *parent)
    : QTranslator(parent)
    , m_english(english) {}

QString PseudoTranslator::translate(const char *context, const char *source, const char *disambiguation, int n) const {
    QString english = m_english ? m_english->translate(context, source, disambiguation, n) : QString();
    if (english.isEmpty())
        english = QString::fromUtf8(source);
    // Texts of Qt itself, such as the names of keys, stay as they are.
    if (context && *context == 'Q' && context[1] >= 'A' && context[1] <= 'Z')
        return {};
    return pseudoTranslation(english);
}

Language::Language(QObject *parent)
    : QObject(parent) {}

Language::~Language() { removeAll(); }

void Language::removeAll() {
    for (QTranslator *translator :
         {static_cast<QTranslator *>(m_pseudo.get()), m_own.get(), m_qt.get(), m_english.get()})
        if (translator)
            QCoreApplication::removeTranslator(translator);
    m_pseudo.reset();
    m_own.reset();
    m_qt.reset();
    m_english.reset();
}

void Language::use(const QString &language) {
    removeAll();
    const QLocale locale = language.isEmpty()                ? QLocale::system()
                           : language == QLatin1String("de") ? QLocale(QLocale::German, QLocale::Germany)
                                                             : QLocale(QLocale::English, QLocale::UnitedStates);
    QLocale::setDefault(locale);
    // English is loaded under every language: it holds the plural forms that the source text lacks.
    m_english = std::make_unique<QTranslator>();
    if (m_english->load(QStringLiteral(":/i18n/actionscope_en.qm")))
        QCoreApplication::installTranslator(m_english.get());
    m_own = std::make_unique<QTranslator>();
    if (language != QLatin1String("pseudo") && locale.language() != QLocale::English &&
        m_own->load(locale, QStringLiteral("actionscope"), QStringLiteral("_"), QStringLiteral(":/i18n")))
        QCoreApplication::installTranslator(m_own.get());
    m_qt = std::make_unique<QTranslator>();
    if (m_qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                   QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(m_qt.get());
    if (language == QLatin1String("pseudo")) {
        m_pseudo = std::make_unique<PseudoTranslator>(m_english.get());
        QCoreApplication::installTranslator(m_pseudo.get());
    }
    if (qobject_cast<QGuiApplication *>(QCoreApplication::instance()))
        QGuiApplication::setLayoutDirection(language == QLatin1String("pseudo") ? Qt::RightToLeft
                                                                                : locale.textDirection());
}

} // namespace actionscope::app
