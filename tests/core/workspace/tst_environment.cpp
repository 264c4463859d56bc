#include "workspace/environment.h"

#include "workspace_fixture.h"

using namespace actionscope;
using workspace::deniedServices;
using Ids = std::set<std::string>;

class EnvironmentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES"); }

    void nothingIsDeniedWithoutIt() { QCOMPARE(deniedServices(std::nullopt), Ids{}); }

    void readsACommaSeparatedList() {
        qputenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES", " github, stripe ,,billing-2 ");
        QCOMPARE(deniedServices(std::nullopt), (Ids{"github", "stripe", "billing-2"}));
    }

    void isReadAfreshAtEachCall() {
        qputenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES", "a");
        QCOMPARE(deniedServices(std::nullopt), Ids{"a"});
        qputenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES", "b");
        QCOMPARE(deniedServices(std::nullopt), Ids{"b"});
    }

    void readsAFileInsteadOfTheEnvironment_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("ids");
        QTest::newRow("plain") << "DYNAMIC_DISCOVERY_DISABLED_SERVICES=a,b\n"
                               << "a,b";
        QTest::newRow("quoted") << "DYNAMIC_DISCOVERY_DISABLED_SERVICES=\"a, b\"\n"
                                << "a,b";
        QTest::newRow("single quotes and export") << "export DYNAMIC_DISCOVERY_DISABLED_SERVICES='a'\n"
                                                  << "a";
        QTest::newRow("spaces and CRLF") << "DYNAMIC_DISCOVERY_DISABLED_SERVICES = a\r\n"
                                         << "a";
        QTest::newRow("commented out") << "# DYNAMIC_DISCOVERY_DISABLED_SERVICES=a\n"
                                       << "";
        QTest::newRow("another variable") << "DYNAMIC_DISCOVERY_DISABLED_SERVICES_OLD=a\n"
                                          << "";
        QTest::newRow("the last one counts")
            << "DYNAMIC_DISCOVERY_DISABLED_SERVICES=a\nX=1\nDYNAMIC_DISCOVERY_DISABLED_SERVICES=b"
            << "b";
        QTest::newRow("empty") << "DYNAMIC_DISCOVERY_DISABLED_SERVICES=\n"
                               << "";
    }
    void readsAFileInsteadOfTheEnvironment() {
        QFETCH(QString, text);
        QFETCH(QString, ids);
        qputenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES", "from-the-environment");
        m_folder.write("env", text.toStdString());
        Ids expected;
        for (const QString &id : ids.split(u',', Qt::SkipEmptyParts))
            expected.insert(id.toStdString());
        QCOMPARE(deniedServices(m_folder / "env"), expected);
    }

    void aMissingFileDeniesNothing() { QCOMPARE(deniedServices(m_folder / "none"), Ids{}); }

private:
    test::Folder m_folder;
};

QTEST_GUILESS_MAIN(EnvironmentTest)
#include "tst_environment.moc"
