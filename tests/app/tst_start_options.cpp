// The command line: what it takes and what it refuses.
#include "start_options.h"

#include <QtTest>

using namespace actionscope::app;

class TstStartOptions : public QObject {
    Q_OBJECT

private:
    static StartOptions parse(QStringList arguments) {
        arguments.prepend(QStringLiteral("actionscope-desktop"));
        return StartOptions::parse(arguments);
    }

private Q_SLOTS:
    void sortsItsArguments() {
        QTemporaryDir folder;
        QFile settings(folder.filePath(QStringLiteral("actionscope.yaml")));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        const StartOptions options =
            parse({folder.path(), QStringLiteral("petstore.yaml"), QStringLiteral("https://example.org/api.json"),
                   QStringLiteral("actionscope://audit/7")});
        QCOMPARE(options.exitCode, 0);
        QCOMPARE(options.workspace, folder.path());
        QCOMPARE(options.imports,
                 (QStringList{QStringLiteral("petstore.yaml"), QStringLiteral("https://example.org/api.json")}));
        QCOMPARE(options.link, QStringLiteral("actionscope://audit/7"));
    }

    void refusesWrongUsageWithAHint_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown option") << QStringList{"--nope"} << "nope";
        QTest::newRow("theme") << QStringList{"--theme", "neon"} << "light, dark";
        QTest::newRow("size") << QStringList{"--size", "12"} << "WIDTHxHEIGHT";
        QTest::newRow("language") << QStringList{"--lang", "fr"} << "pseudo";
        QTest::newRow("state") << QStringList{"--state", "confused"} << "noMatch";
        QTest::newRow("scale") << QStringList{"--text-scale", "900"} << "80 to 200";
        QTest::newRow("picture without file") << QStringList{"--shot", "lab"} << "--out";
    }
    void refusesWrongUsageWithAHint() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const StartOptions options = parse(arguments);
        QCOMPARE(options.exitCode, 2);
        QVERIFY2(options.message.contains(says), qPrintable(options.message));
    }

    void helpAndVersionAreNoFailure() {
        QCOMPARE(parse({QStringLiteral("--help")}).exitCode, 0);
        QVERIFY(parse({QStringLiteral("--help")}).message.contains(QStringLiteral("--shot")));
        QVERIFY(parse({QStringLiteral("--version")}).message.startsWith(QStringLiteral("actionscope-desktop ")));
    }
};

QTEST_GUILESS_MAIN(TstStartOptions)
#include "tst_start_options.moc"
