// Languages: what the pseudo-locale does to a text, and that German and English plurals are there.
#include "convert.h"
#include "jobs_model.h"
#include "language.h"

#include <QGuiApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

using namespace actionscope::app;

class TstLanguage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pseudoTextIsLongerBracketedAndKeepsPlaceholders() {
        const QString text = pseudoTranslation(QStringLiteral("Import %1 of %n actions, %L2"));
        QVERIFY(text.startsWith(QLatin1Char('[')) && text.endsWith(QLatin1Char(']')));
        QVERIFY(text.contains(QStringLiteral("%1")) && text.contains(QStringLiteral("%n")) &&
                text.contains(QStringLiteral("%L2")));
        QVERIFY(text.size() >= 28 * 13 / 10);
        QVERIFY(!text.contains(QStringLiteral("Import")));
        QCOMPARE(pseudoTranslation(QString()), QString());
    }

    void pseudoTurnsTheLayoutAround() {
        Language language;
        language.use(QStringLiteral("pseudo"));
        QCOMPARE(QGuiApplication::layoutDirection(), Qt::RightToLeft);
        QVERIFY(tierName(Tier::Destructive).startsWith(QLatin1Char('[')));
        language.use(QStringLiteral("en"));
        QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
        QCOMPARE(tierName(Tier::Destructive), QStringLiteral("Destructive"));
    }

    void englishHasItsPlurals() {
        Language language;
        language.use(QStringLiteral("en"));
        QCOMPARE(Say::age(QDateTime::currentDateTime().addDays(-3)), QStringLiteral("3 days ago"));
        QCOMPARE(Say::age(QDateTime::currentDateTime().addSecs(-38 * 3600)), QStringLiteral("2 days ago"));
    }

    void germanIsThere() {
        Language language;
        language.use(QStringLiteral("de"));
        QCOMPARE(tierName(Tier::Read), QStringLiteral("Lesen"));
        QCOMPARE(tierName(Tier::Catastrophic), QStringLiteral("Katastrophal"));
        QCOMPARE(Say::number(1234567), QStringLiteral("1.234.567"));
        QCOMPARE(Say::age(QDateTime::currentDateTime().addDays(-3)), QStringLiteral("vor 3 Tagen"));
    }

    void everyTextIsTranslated_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("English plurals") << QStringLiteral("actionscope_en.ts");
        QTest::newRow("German") << QStringLiteral("actionscope_de.ts");
    }
    void everyTextIsTranslated() {
        QFETCH(QString, file);
        QFile ts(QStringLiteral(ACTIONSCOPE_SOURCE_DIR "/translations/") + file);
        QVERIFY(ts.open(QIODevice::ReadOnly));
        const QByteArray text = ts.readAll();
        QVERIFY(text.count("<message") > 20);
        QCOMPARE(text.count("type=\"unfinished\""), 0);
    }

    void everyTextOfTheSourcesIsCollected_data() { everyTextIsTranslated_data(); }
    void everyTextOfTheSourcesIsCollected() {
        QFETCH(QString, file);
        const QString source = QStringLiteral(ACTIONSCOPE_SOURCE_DIR);
        QTemporaryDir folder;
        const QString copy = folder.filePath(file);
        QVERIFY(QFile::copy(source + QStringLiteral("/translations/") + file, copy));
        // What the target update_translations does, on a copy: a text that is new comes out of it unfinished.
        QStringList arguments{source + QStringLiteral("/app/desktop"),
                              source + QStringLiteral("/qml"),
                              QStringLiteral("-no-obsolete"),
                              QStringLiteral("-locations"),
                              QStringLiteral("none"),
                              QStringLiteral("-source-language"),
                              QStringLiteral("en"),
                              QStringLiteral("-disable-heuristic"),
                              QStringLiteral("sametext"),
                              QStringLiteral("-disable-heuristic"),
                              QStringLiteral("similartext"),
                              QStringLiteral("-ts"),
                              copy};
        if (file.contains(QStringLiteral("_en")))
            arguments.prepend(QStringLiteral("-pluralonly"));
        QProcess lupdate;
        lupdate.start(QStringLiteral(LUPDATE), arguments);
        QVERIFY2(lupdate.waitForFinished(100000), LUPDATE);
        QVERIFY2(lupdate.exitCode() == 0, lupdate.readAllStandardError().constData());
        QFile ts(copy);
        QVERIFY(ts.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&ts);
        QString text;
        QStringList missing;
        int messages = 0;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (reader.name() == QLatin1String("source")) {
                text = reader.readElementText();
                ++messages;
            } else if (reader.name() == QLatin1String("translation") &&
                       reader.attributes().value(QStringLiteral("type")) == QLatin1String("unfinished")) {
                missing.append(text);
            }
        }
        QVERIFY(!reader.hasError());
        QVERIFY(messages > 20);
        QVERIFY2(missing.isEmpty(),
                 qPrintable(QStringLiteral("build the target update_translations and translate in %1:\n%2")
                                .arg(file, missing.join(QLatin1Char('\n')))));
    }

    void invisibleCharactersOfCatalogTextAreShown() {
        QCOMPARE(Say::reveal(QStringLiteral("a\u202Eb")), QStringLiteral("a⟦U+202E⟧b"));
    }
};

QTEST_MAIN(TstLanguage)
#include "tst_language.moc"
