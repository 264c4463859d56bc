// Every text/background pair the app uses is readable, in every scheme.
#include "preferences.h"
#include "theme.h"
#include "theme_tokens.h"

#include <QSignalSpy>
#include <QtTest>

using namespace actionscope::app;

class TstTheme : public QObject {
    Q_OBJECT

private:
    static void schemes() {
        QTest::addColumn<const ThemeTokens *>("tokens");
        QTest::newRow("light") << &lightTokens();
        QTest::newRow("dark") << &darkTokens();
        QTest::newRow("high contrast, light") << &highContrastTokens(false);
        QTest::newRow("high contrast, dark") << &highContrastTokens(true);
    }
    static QVector<QColor> grounds(const ThemeTokens &t) {
        return {t.window, t.surface, t.sunken, t.hover, t.selection};
    }

private Q_SLOTS:
    void knowsTheRatioOfBlackAndWhite() {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
    }

    void textIsReadableOnEveryGround_data() { schemes(); }
    void textIsReadableOnEveryGround() {
        QFETCH(const ThemeTokens *, tokens);
        for (const QColor &ground : grounds(*tokens))
            for (const QColor &ink :
                 {tokens->text, tokens->textMuted, tokens->link, tokens->success, tokens->warning, tokens->error})
                QVERIFY2(contrastRatio(ink, ground) >= 4.5,
                         qPrintable(ink.name() + QStringLiteral(" on ") + ground.name()));
        QVERIFY(contrastRatio(tokens->onAccent, tokens->accent) >= 4.5);
        for (const QColor &ground : {tokens->diffAdd, tokens->diffRemove, tokens->highlight})
            QVERIFY2(contrastRatio(tokens->text, ground) >= 4.5, qPrintable(ground.name()));
        QVERIFY(contrastRatio(tokens->deltaUp, tokens->surface) >= 4.5);
        QVERIFY(contrastRatio(tokens->deltaDown, tokens->surface) >= 4.5);
    }

    void tierChipsAreReadable_data() { schemes(); }
    void tierChipsAreReadable() {
        QFETCH(const ThemeTokens *, tokens);
        QVERIFY(contrastRatio(tokens->readText, tokens->readFill) >= 4.5);
        QVERIFY(contrastRatio(tokens->writeText, tokens->writeFill) >= 4.5);
        QVERIFY(contrastRatio(tokens->destructiveText, tokens->destructiveFill) >= 4.5);
        QVERIFY(contrastRatio(tokens->catastrophicText, tokens->catastrophicFill) >= 4.5);
    }

    void bordersRingsAndSeriesStandOut_data() { schemes(); }
    void bordersRingsAndSeriesStandOut() {
        QFETCH(const ThemeTokens *, tokens);
        for (const QColor &ground : grounds(*tokens)) {
            QVERIFY2(contrastRatio(tokens->border, ground) >= 3.0, qPrintable(ground.name()));
            QVERIFY2(contrastRatio(tokens->focusRing, ground) >= 3.0, qPrintable(ground.name()));
        }
        for (const QColor &series : {tokens->seriesKeywords, tokens->seriesMeaning, tokens->seriesGraph,
                                     tokens->seriesPrior, tokens->seriesPenalty})
            QVERIFY2(contrastRatio(series, tokens->surface) >= 3.0, qPrintable(series.name()));
    }

    void followsThePreferences() {
        Preferences preferences;
        Theme theme(&preferences, nullptr);
        QSignalSpy colors(&theme, &Theme::colorsChanged), sizes(&theme, &Theme::sizesChanged);
        preferences.setTheme(QStringLiteral("dark"));
        QCOMPARE(colors.count(), 1);
        QCOMPARE(theme.window(), darkTokens().window);
        preferences.setTheme(QStringLiteral("hc"));
        QVERIFY(theme.highContrast());
        QCOMPARE(theme.borderWidth(), 2);
        const int body = theme.bodySize(), row = theme.rowHeight();
        preferences.setTextScale(2.0);
        QVERIFY(sizes.count() >= 1);
        QVERIFY(theme.bodySize() >= 2 * body - 1);
        QVERIFY(theme.rowHeight() >= 2 * row - 1);
        preferences.setDensity(QStringLiteral("compact"));
        QVERIFY(theme.rowHeight() < 2 * row);
    }

    void pointerTargetsNeverFallBelow24Pixels() {
        Preferences preferences;
        Theme theme(&preferences, nullptr);
        preferences.setDensity(QStringLiteral("compact"));
        preferences.setTextScale(0.8);
        QVERIFY(theme.rowHeight() >= 24);
        QVERIFY(theme.controlHeight() >= 24);
    }

    void preferencesRefuseWhatIsOutOfRange() {
        Preferences preferences;
        preferences.setTheme(QStringLiteral("neon"));
        QCOMPARE(preferences.theme(), QStringLiteral("system"));
        preferences.setTextScale(7);
        QCOMPARE(preferences.textScale(), 2.0);
        preferences.setTextScale(qQNaN());
        QCOMPARE(preferences.textScale(), 2.0);
        preferences.setValue(QStringLiteral("appearance.density"), QStringLiteral("huge"));
        QCOMPARE(preferences.density(), QStringLiteral("default"));
    }

    void preferencesSurviveARestart() {
        QTemporaryDir folder;
        qputenv("ACTIONSCOPE_PREFERENCES", folder.filePath(QStringLiteral("p.conf")).toUtf8());
        {
            Preferences preferences;
            preferences.setTheme(QStringLiteral("dark"));
            preferences.setValue(QStringLiteral("catalog.table.width.name"), 240);
        }
        {
            Preferences preferences;
            QCOMPARE(preferences.theme(), QStringLiteral("dark"));
            QCOMPARE(preferences.value(QStringLiteral("catalog.table.width.name")).toInt(), 240);
        }
        qputenv("ACTIONSCOPE_PREFERENCES", "none");
    }
};

QTEST_MAIN(TstTheme)
#include "tst_theme.moc"
