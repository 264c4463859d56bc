#include "program.h"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace actionscope;
using namespace actionscope::test;

namespace {

std::string nested(const std::string &open, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += open;
    return text;
}

/// Every level holds the one before nine times: 9^9 scalars out of a few hundred bytes.
std::string aliasBomb() {
    std::string text = "openapi: 3.0.0\ninfo: {title: bomb, version: '1'}\npaths: {}\nx-a0: &a0 [1]\n";
    for (int level = 1; level <= 9; ++level) {
        const std::string before = "*a" + std::to_string(level - 1);
        text += "x-a" + std::to_string(level) + ": &a" + std::to_string(level) + " [" + before;
        for (int i = 0; i < 8; ++i)
            text += ", " + before;
        text += "]\n";
    }
    return text;
}

} // namespace

/// Whatever people feed to the program: a clear message, nothing lost, status 1.
class CliBadInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_bench.makeShop();
        m_before = m_bench.files("ws");
    }

    void whatCannotBeImportedIsRefusedWithItsReason_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("says");
        const auto row = [](const char *name, const char *file, const std::string &bytes, const QStringList &says) {
            QTest::newRow(name) << file << QByteArray::fromStdString(bytes) << says;
        };
        const std::string good = openApi("shop", shopOperations());
        row("prose", "a.json", "Dear all,\n\nthe description follows.\n", {"a.json"});
        row("binary", "a.json",
            std::string("\x7f"
                        "ELF\0\0\1\2",
                        8),
            {"a.json"});
        row("empty file", "a.json", "", {"a.json"});
        row("a JSON array", "a.json", "[1, 2, 3]", {"a.json"});
        row("a JSON number", "a.json", "12", {"a.json"});
        row("JSON that is no description", "a.json", "{\"name\": \"left-pad\", \"version\": \"1.0.0\"}",
            {"a.json", "openapi"});
        row("truncated JSON", "a.json", good.substr(0, good.size() / 2), {"a.json"});
        row("truncated YAML", "a.yaml", "openapi: 3.0.0\ninfo: {title: x, version: '1'\n", {"a.yaml"});
        row("JSON with a wrong comma on line 3", "a.json", "{\n  \"openapi\": \"3.0.0\",\n  ,\n}", {"3:3"});
        row("64,000 nested brackets in JSON", "a.json", nested("[", 64000), {"a.json", "limits.depth"});
        row("64,000 nested objects in JSON", "a.json", nested("{\"a\":", 64000), {"a.json", "limits.depth"});
        row("64,000 nested brackets in YAML", "a.yaml", "openapi: 3.0.0\nx: " + nested("[", 64000), {"a.yaml"});
        row("64,000 nested levels in YAML", "a.yaml", "openapi: 3.0.0\nx: " + nested("- ", 64000), {"a.yaml"});
        row("alias bomb", "a.yaml", aliasBomb(), {"a.yaml", "limits.yaml_"});
        row("not UTF-8", "a.json", "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"caf\xe9\", \"version\": \"1\"}}",
            {"a.json", "UTF-8"});
        row("UTF-16", "a.json", std::string("\xff\xfe{\0\"\0", 6), {"a.json"});
        row("OpenAPI 4", "a.json",
            "{\"openapi\": \"4.0.0\", \"info\": {\"title\": \"x\", \"version\": \"1\"}, \"paths\": {}}",
            {"a.json", "4.0.0"});
        row("Swagger 1.2", "a.json", "{\"swaggerVersion\": \"1.2\", \"apis\": []}", {"a.json"});
        row("HTML", "a.json", "<!DOCTYPE html><html><body>Not found</body></html>", {"a.json", "HTML"});
        row("paths that are a list", "a.json",
            "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"x\", \"version\": \"1\"}, \"paths\": [1]}", {"a.json"});
    }
    void whatCannotBeImportedIsRefusedWithItsReason() {
        QFETCH(QString, file);
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, says);
        m_bench.write(file.toStdString(), bytes.toStdString());
        const Outcome outcome = m_bench.in({"import", file});
        EXPECT_STATUS(outcome, 1);
        for (const QString &text : says)
            QVERIFY2(outcome.says(text.toStdString()), outcome.all().c_str());
        nothingIsLost();
        const Outcome asJson = m_bench.in({"import", file, "--json"});
        EXPECT_STATUS(asJson, 1);
        QCOMPARE(asJson.document().at("services").to_number<int>(), 0);
        QVERIFY(!asJson.document().at("skipped").as_array().empty());
        std::filesystem::remove(m_bench.path(file.toStdString()));
    }

    void aFileOfTwoGigabytesIsRefusedWithoutReadingIt() {
        m_bench.write("huge.json", "{");
        QCOMPARE(::truncate(m_bench.path("huge.json").c_str(), 2LL << 30), 0);
        const Outcome outcome = m_bench.in({"import", "huge.json"});
        EXPECT_STATUS(outcome, 1);
        QVERIFY2(outcome.says("limits.file_bytes"), outcome.all().c_str());
        nothingIsLost();
        std::filesystem::remove(m_bench.path("huge.json"));
    }

    void aBadFileAmongGoodOnesIsSkippedAndNamed() {
        m_bench.write("mixed/good.json", openApi("good", {{"get", "/a", "one", "One"}}));
        m_bench.write("mixed/bad.json", "{\"openapi\": \"3.0.0\",");
        m_bench.write("mixed/deep/worse.yaml", "openapi: [");
        const Outcome outcome = m_bench.in({"import", "mixed", "--json"});
        EXPECT_STATUS(outcome, 0);
        const json::value report = outcome.document();
        QCOMPARE(report.at("services").to_number<int>(), 1);
        QCOMPARE(report.at("skipped").as_array().size(), std::size_t(2));
        QCOMPARE(m_bench.in({"services", "list", "--json"}).document().as_array().size(), std::size_t(2));
        // Naming the bad one itself is a failure, although the others come in.
        EXPECT_STATUS(m_bench.in({"import", "mixed/good.json", "mixed/bad.json"}), 1);
        std::filesystem::remove_all(m_bench.path("mixed"));
        std::filesystem::remove(m_bench.path("ws/catalogs/good.longtail.yaml"));
        std::filesystem::remove(m_bench.path("ws/sources/good.json.zst"));
        nothingIsLost();
    }

    void cyclicReferencesAreImportedAndCut() {
        m_bench.write(
            "cycle.json",
            "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"cycle\", \"version\": \"1\"}, \"paths\": { \"/nodes\": "
            "{\"post\": {\"operationId\": \"node_add\", \"summary\": \"Add a node\", \"requestBody\": {\"content\": { "
            "\"application/json\": {\"schema\": {\"$ref\": \"#/components/schemas/Node\"}}}}, \"responses\": {}}}}, "
            "\"components\": {\"schemas\": {\"Node\": {\"type\": \"object\", \"properties\": {\"name\": {\"type\": "
            "\"string\"}, \"next\": {\"$ref\": \"#/components/schemas/Node\"}}}, \"Self\": {\"$ref\": "
            "\"#/components/schemas/Self\"}}}}");
        EXPECT_STATUS(m_bench.in({"import", "cycle.json"}), 0);
        const Outcome shown = m_bench.in({"actions", "show", "cycle.node_add", "--json"});
        EXPECT_STATUS(shown, 0);
        const json::value document = shown.document();
        QVERIFY2(document.at("signature").at("inputSchema").at("properties").as_object().contains("name"),
                 shown.all().c_str());
        std::filesystem::remove(m_bench.path("ws/catalogs/cycle.longtail.yaml"));
        std::filesystem::remove(m_bench.path("ws/sources/cycle.json.zst"));
        nothingIsLost();
    }

    void duplicateOperationIdsBecomeTwoActions() {
        m_bench.write("twice.json",
                      openApi("twice", {{"get", "/a", "same", "First"}, {"get", "/b", "same", "Second"}}));
        const Outcome outcome = m_bench.in({"import", "twice.json", "--json"});
        EXPECT_STATUS(outcome, 0);
        QCOMPARE(outcome.document().at("actions").to_number<int>(), 2);
        const json::value list = m_bench.in({"actions", "list", "--service", "twice", "--json"}).document();
        QVERIFY(list.as_array().at(0).at("name") != list.as_array().at(1).at("name"));
        std::filesystem::remove(m_bench.path("ws/catalogs/twice.longtail.yaml"));
        std::filesystem::remove(m_bench.path("ws/sources/twice.json.zst"));
        nothingIsLost();
    }

    void aReferenceOutOfTheFolderIsNotFollowed() {
        m_bench.write("secret.json",
                      "{\"type\": \"object\", \"properties\": {\"password_of_the_king\": {\"type\": \"string\"}}}");
        m_bench.write(
            "in/api.json",
            "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"leak\", \"version\": \"1\"}, \"paths\": { \"/a\": "
            "{\"post\": {\"operationId\": \"a\", \"summary\": \"A\", \"responses\": {}, \"requestBody\": {\"content\": "
            "{ \"application/json\": {\"schema\": {\"$ref\": \"../secret.json\"}}}}}}}}");
        const Outcome outcome = m_bench.in({"import", "in", "--json"});
        const Outcome shown = m_bench.in({"actions", "show", "leak.a", "--json"});
        QVERIFY2((outcome.out + shown.out).find("password_of_the_king") == std::string::npos, shown.all().c_str());
        for (const char *file : {"ws/catalogs/api.longtail.yaml", "ws/sources/api.json.zst"})
            std::filesystem::remove(m_bench.path(file));
        nothingIsLost();
    }

    void aFolderWithoutReadPermissionIsNamed() {
        m_bench.write("closed/inside/a.json", openApi("a", {{"get", "/a", "one", "One"}}));
        m_bench.write("closed/b.json", openApi("b", {{"get", "/b", "two", "Two"}}));
        const auto locked = m_bench.path("closed/inside");
        ::chmod(locked.c_str(), 0);
        // For root permissions are no obstacle, so the program runs without that power.
        const auto run = [&](const QStringList &arguments) {
            QProcess process;
            process.setProgram(ACTIONSCOPE_PROGRAM);
            process.setArguments(arguments);
            process.setWorkingDirectory(QString::fromStdString(m_bench.path()));
            process.setChildProcessModifier([] {
                ::prctl(PR_CAPBSET_DROP, 1 /* CAP_DAC_OVERRIDE */);
                ::prctl(PR_CAPBSET_DROP, 2 /* CAP_DAC_READ_SEARCH */);
            });
            process.start();
            return Bench::wait(process);
        };
        const Outcome direct = run({"-w", "ws", "import", "closed/inside"});
        const Outcome around = run({"-w", "ws", "import", "closed", "--preview", "--json"});
        ::chmod(locked.c_str(), 0755);
        EXPECT_STATUS(direct, 1);
        QVERIFY2(direct.says("closed/inside") && direct.says("Permission denied"), direct.all().c_str());
        EXPECT_STATUS(around, 0);
        QCOMPARE(around.document().at("services").to_number<int>(), 1);
        QVERIFY2(around.out.find("closed/inside") != std::string::npos, around.all().c_str());
        nothingIsLost();
    }

    void mistakesInHandWrittenFilesAreNamedWithTheirPlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *text, const char *says) {
            QTest::newRow(name) << QByteArray(text) << says;
        };
        row("unclosed bracket", "service: shop\noverrides: [\n", "shop.yaml:");
        row("duplicate key", "service: shop\noverrides:\n  - action: a\n    risk: read\n    risk: write\n",
            "shop.yaml:5:5");
        row("unknown tier", "service: shop\noverrides:\n  - action: a\n    risk: deadly\n", "shop.yaml:4:11");
        row("of another service", "service: bank\n", "shop.yaml:1:");
        row("a list", "- service: shop\n", "shop.yaml:1:1");
        row("nested without end",
            "service: shop\noverrides: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
            "shop.yaml:");
    }
    void mistakesInHandWrittenFilesAreNamedWithTheirPlace() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        m_bench.write("ws/catalogs/shop.yaml", text.toStdString());
        const Outcome lint = m_bench.in({"lint"});
        EXPECT_STATUS(lint, 1);
        QVERIFY2(lint.out.find(says.toStdString()) != std::string::npos, lint.all().c_str());
        // Everything else goes on working, with a warning.
        const Outcome search = m_bench.in({"search", "unpaid invoices", "--json"});
        EXPECT_STATUS(search, 0);
        QVERIFY2(search.says("warning: ") && search.says(says.toStdString()), search.all().c_str());
        QVERIFY(!search.document().at("results").as_array().empty());
        // A file that cannot be read is never written to.
        EXPECT_STATUS(m_bench.in({"risk", "set", "shop.orders_list", "--tier", "write"}), 1);
        QCOMPARE(m_bench.read("ws/catalogs/shop.yaml"), text.toStdString());
        std::filesystem::remove(m_bench.path("ws/catalogs/shop.yaml"));
        nothingIsLost();
    }

    void anEmptyHandWrittenFileIsFine() {
        m_bench.write("ws/catalogs/shop.yaml", "");
        const Outcome search = m_bench.in({"search", "unpaid invoices", "--json"});
        EXPECT_STATUS(search, 0);
        std::filesystem::remove(m_bench.path("ws/catalogs/shop.yaml"));
    }

    void mistakesInSettingsAreNamedWithTheirPlace() {
        const std::string before = m_bench.read("ws/actionscope.yaml");
        m_bench.write("ws/actionscope.yaml", "limits:\n  file_bites: 4\n");
        const Outcome outcome = m_bench.in({"services", "list"});
        EXPECT_STATUS(outcome, 0);
        QVERIFY2(outcome.says("actionscope.yaml:2:3"), outcome.all().c_str());
        m_bench.write("ws/actionscope.yaml", before);
        nothingIsLost();
    }

    void capsAreSettings() {
        const std::string before = m_bench.read("ws/actionscope.yaml");
        m_bench.write("ws/actionscope.yaml", "limits: {file_bytes: 100}\n");
        const Outcome outcome = m_bench.in({"import", "shop.json"});
        EXPECT_STATUS(outcome, 1);
        QVERIFY2(outcome.says("limits.file_bytes"), outcome.all().c_str());
        m_bench.write("ws/actionscope.yaml", before);
        nothingIsLost();
    }

    void anExtremeQueryIsAnswered() {
        for (const QString &query : {QString(100000, u'x'), QString("a ").repeated(20000), QString(), QString(" "),
                                     QString("\u202e\u200b"), QString("' OR 1=1; --"), QString("日本語の注文")}) {
            const Outcome outcome = m_bench.in({"search", "--json", "--", query});
            QVERIFY2(outcome.status == 0, outcome.all().substr(0, 2000).c_str());
        }
    }

private:
    /// The catalogs are what they were, and what was found is found.
    void nothingIsLost() {
        QCOMPARE(m_bench.files("ws"), m_before);
        QCOMPARE(m_bench.found("unpaid invoices").front(), std::string("shop.invoices_list"));
    }

    Bench m_bench;
    std::map<std::string, std::string> m_before;
};

QTEST_GUILESS_MAIN(CliBadInput)
#include "tst_cli_bad_input.moc"
