#include "base/json.h"
#include "ingest/schema.h"
#include "ingest_support.h"

#include <QTest>
#include <fcntl.h>
#include <unistd.h>

using namespace actionscope;
using namespace actionscope::ingest;
using namespace actionscope::ingest::test;

namespace {

std::string description(const std::string &members) {
    return R"json({"openapi": "3.0.0", "info": {"title": "T", "version": "1"}, )json" + members + "}";
}

bool says(const Error &error, std::string_view what) { return error.message.find(what) != std::string::npos; }

} // namespace

class TestOpenApiHostile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatItFoundInstead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("found");
        QTest::newRow("html") << QByteArray("\n <!DOCTYPE html>\n<html><body>{}</body></html>")
                              << QByteArray("HTML page");
        QTest::newRow("xml") << QByteArray("<?xml version='1.0'?><a/>") << QByteArray("XML");
        QTest::newRow("list") << QByteArray("[1, 2]") << QByteArray("a list");
        QTest::newRow("empty") << QByteArray("  \n") << QByteArray("empty");
        QTest::newRow("other") << QByteArray(R"json({"name": "x", "private": true})json")
                               << QByteArray("`name`, `private`");
        QTest::newRow("asyncapi") << QByteArray(R"json({"asyncapi": "2.0.0"})json") << QByteArray("asyncapi: 2.0.0");
        QTest::newRow("openapi 4") << QByteArray(R"json({"openapi": "4.0.0", "paths": {}})json")
                                   << QByteArray("openapi: 4.0.0");
        QTest::newRow("openapi 3.10") << QByteArray(R"json({"openapi": "3.10.0", "paths": {}})json")
                                      << QByteArray("openapi: 3.10.0");
        QTest::newRow("swagger 1.2") << QByteArray(R"json({"swaggerVersion": "1.2"})json")
                                     << QByteArray("swaggerVersion: 1.2");
        QTest::newRow("odd version") << QByteArray(R"json({"openapi": ["3.0"]})json") << QByteArray("openapi: [");
    }
    void saysWhatItFoundInstead() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, found);
        const auto read = readText(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Unsupported);
        QVERIFY2(says(read.error(), found.toStdString()), read.error().message.c_str());
    }

    void saysWhereTextIsBroken_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("truncated json") << "a.json" << QByteArray("{\n \"openapi\": \"3.0.0\", \"paths\": {")
                                        << ":2:32:";
        QTest::newRow("no json") << "a.json" << QByteArray("{\n  nope}") << ":2:3:";
        QTest::newRow("rubbish behind") << "a.json" << QByteArray("{}\n x") << ":2:2:";
        QTest::newRow("latin 1 json") << "a.json" << QByteArray("{\"a\": \n\"caf\xe9\"}") << ":2:5:";
        QTest::newRow("latin 1 yaml") << "a.yaml" << QByteArray("a: b\nc: caf\xe9\n") << ":2:7:";
        QTest::newRow("utf 16") << "a.yaml"
                                << QByteArray("\xff\xfe"
                                              "a\0:\0",
                                              6)
                                << ":1:1:";
        QTest::newRow("broken yaml") << "a.yaml" << QByteArray("a: [1, 2\nb: 3\n") << ":2:";
        QTest::newRow("64,000 brackets never closed") << "a.yaml"
                                                      << "a: " + QByteArray(64'000, '[') << ":1:";
        QTest::newRow("unknown alias") << "a.yaml" << QByteArray("a: *b\n") << ":1:4:";
        QTest::newRow("list as a key") << "a.yaml" << QByteArray("a: 1\n? [1]\n: 2\n") << ":2:3:";
        QTest::newRow("alias in itself") << "a.yaml" << QByteArray("a: &b\n - *b\n") << ":2:4:";
    }
    void saysWhereTextIsBroken() {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        const auto read = readText(text.toStdString(), name.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::ParseError);
        QVERIFY2(read.error().toString().find(place.toStdString()) != std::string::npos,
                 read.error().toString().c_str());
    }

    void capsNesting_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        const QByteArray brackets(64'000, '[');
        const QByteArray pairs = QByteArray("{\"a\":").repeated(64'000);
        QByteArray indented;
        for (int i = 0; i < 2'000; ++i)
            indented += QByteArray(i, ' ') + "a:\n";
        QTest::newRow("json lists") << "a.json" << brackets;
        QTest::newRow("json objects") << "a.json" << pairs;
        QTest::newRow("yaml lists") << "a.yaml"
                                    << "a: " + brackets + QByteArray(64'000, ']');
        QTest::newRow("yaml objects") << "a.yaml"
                                      << "a: " + pairs;
        QTest::newRow("yaml dashes") << "a.yaml" << QByteArray("- ").repeated(64'000);
        QTest::newRow("yaml blocks") << "a.yaml" << indented;
    }
    void capsNesting() {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        const auto read = readText(text.toStdString(), name.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::LimitExceeded);
        QVERIFY2(says(read.error(), "limits.depth"), read.error().message.c_str());
    }

    void capsWhatAliasesExpandTo_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("limit");
        QByteArray bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 12; ++i) {
            const QByteArray before = "*a" + QByteArray::number(i - 1);
            bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + (before + ", ").repeated(9) +
                    before + "]\n";
        }
        QTest::newRow("billion laughs") << bomb << QByteArray("limits.yaml_nodes");
        QTest::newRow("brackets alone") << "a: " + QByteArray(1'000'001, '{') << QByteArray("limits.yaml_nodes");
        QTest::newRow("many") << "a: &a x\nb: [" + QByteArray("*a, ").repeated(10'001) + "]\n"
                              << QByteArray("limits.yaml_aliases");
        QTest::newRow("long") << "a: &a " + QByteArray(1 << 20, 'x') + "\nb: [" + QByteArray("*a, ").repeated(300) +
                                     "]\n"
                              << QByteArray("limits.file_bytes");
    }
    void capsWhatAliasesExpandTo() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, limit);
        ImportLimits limits;
        limits.yaml.nodes = 1'000'000;
        const auto read = readText(text.toStdString(), "a.yaml", limits);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::LimitExceeded);
        QVERIFY2(says(read.error(), limit.toStdString()), read.error().message.c_str());
    }

    void refusesAFileOfTwoGigabytesWithoutReadingIt() {
        const Folder folder;
        const std::string file = folder.write("huge.json", "{}");
        QVERIFY(::truncate(file.c_str(), off_t{2} << 30) == 0);
        const auto read = readOne(file);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::LimitExceeded);
        QVERIFY(says(read.error(), "limits.file_bytes"));
    }

    void readsIntegersBeyond64Bits() {
        const auto read =
            readText(description(R"json("paths": {"/a": {"get": {"parameters": [{"name": "n", "in": "query",
            "schema": {"type": "integer", "minimum": -9223372036854776000, "maximum": 18446744073709552000}}]}}})json"));
        QVERIFY(read);
        QCOMPARE(signature(read->actions.at(0)), std::string("n:query:integer"));
    }
    void readsNestingBeyond32Levels() {
        std::string deep = "1";
        for (int i = 0; i < 100; ++i)
            deep = "{\"properties\": [" + deep + "]}";
        QVERIFY(readText(description("\"paths\": {}, \"x-deep\": " + deep)));
    }
    void readsADescriptionWithoutPaths() {
        for (const char *members : {"\"paths\": {}", "\"paths\": null", "\"webhooks\": {\"x\": {\"post\": {}}}"}) {
            const auto read = readText(description(members));
            QVERIFY2(read, members);
            QVERIFY(read->actions.empty());
        }
        QCOMPARE(readText(description("\"paths\": []")).error().code, ErrorCode::ParseError);
    }

    void listsEveryOperationThatIsNoAction() {
        const auto read = readText(sample("lost_operations.json"));
        QVERIFY2(read, why(read).c_str());
        QCOMPARE(read->actions.size(), std::size_t(1));
        QStringList pointers;
        for (const Skipped &skipped : read->skipped) {
            pointers << QString::fromStdString(skipped.pointer);
            QVERIFY(!skipped.reason.empty() && !skipped.source.empty());
        }
        pointers.sort();
        QCOMPARE(pointers, QStringList({"/paths/~1broken/copy", "/paths/~1broken/get", "/paths/~1broken/post",
                                        "/paths/~1circle", "/paths/~1gone", "/paths/~1text"}));
    }
    void reportsKeysThatAreThereTwice() {
        const auto json = readText("{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"T\", \"title\": \"U\"},\n "
                                   "\"paths\": {\"/a\": {\"get\": {}},\n"
                                   "  \"/a\": {\"post\": {}, \"p\\u006fst\": {\"summary\": \"later\"}}}}");
        QVERIFY(json);
        QCOMPARE(json->info.title, std::string("U"));
        QCOMPARE(json->actions.size(), std::size_t(1));
        QCOMPARE(json->actions[0].title, std::string("later"));
        QCOMPARE(json->warnings.size(), std::size_t(1));
        QCOMPARE(json->skipped.size(), std::size_t(2));
        QCOMPARE(json->skipped[0].pointer, std::string("/paths/~1a"));
        QVERIFY2(json->skipped[0].reason.find(":3:4") != std::string::npos, json->skipped[0].reason.c_str());
        QCOMPARE(json->skipped[1].pointer, std::string("/paths/~1a/post"));

        const auto yaml =
            readText("openapi: 3.0.0\ninfo: {title: T}\npaths:\n  /a: {get: {}}\n  /a: {post: {}}\n", "a.yaml");
        QVERIFY(yaml);
        QCOMPARE(yaml->actions.size(), std::size_t(1));
        QCOMPARE(yaml->skipped.size(), std::size_t(1));
        QVERIFY2(yaml->skipped[0].reason.find(":5:3") != std::string::npos, yaml->skipped[0].reason.c_str());
    }
    void saysThatAFileHoldsSeveralYamlDocuments() {
        const auto read = readText("openapi: 3.0.0\npaths: {}\n---\nopenapi: 3.0.0\n", "a.yaml");
        QVERIFY(read);
        QCOMPARE(read->warnings.size(), std::size_t(1));
    }

    void survivesCycles() {
        const auto read = readText(sample("cycles.json"));
        QVERIFY2(read, why(read).c_str());
        QCOMPARE(read->actions.size(), std::size_t(2));
        QCOMPARE(signature(*action(*read, "post_a")), std::string("b:body:object self:body:object"));
        QVERIFY(!read->warnings.empty());
    }
    void importsAnOperationWhoseReferencesLeadNowhere() {
        const auto read = readText(sample("dangling.json"));
        QVERIFY(read);
        QCOMPARE(signature(read->actions.at(0)), std::string("body:body:"));
        QCOMPARE(read->warnings.size(), std::size_t(5));
    }
    void cutsLongTextBetweenCharacters() {
        std::string prose;
        while (prose.size() <= catalog::MaxDescription)
            prose += "ä";
        const auto read = readText(description(
            "\"paths\": {\"/a\": {\"get\": {\"description\": \"x" + prose +
            "\", \"parameters\": [{\"name\": \"p\", \"in\": \"query\", \"description\": \"" + prose + "\"}]}}}"));
        QVERIFY(read);
        QCOMPARE(read->actions.at(0).description.size(), catalog::MaxDescription - 1);
        QCOMPARE(read->actions[0].parameters.at(0).description.size(), catalog::MaxParameterDescription);
    }
    void capsOperationsAndParameters() {
        ImportLimits limits;
        limits.operations = 1;
        const auto operations =
            readText(description(R"json("paths": {"/a": {"get": {}, "put": {}}})json"), "a.json", limits);
        QVERIFY(!operations && says(operations.error(), "limits.operations"));
        limits = {};
        limits.parameters = 1;
        const auto parameters =
            readText(description(R"json("paths": {"/{a}/{b}": {"get": {}}})json"), "a.json", limits);
        QVERIFY(!parameters && says(parameters.error(), "limits.parameters"));
    }
    void capsWhatManyOperationsShare() {
        // A small file in which every operation takes the same thousand members: two hundred of them are as many as a
        // file two hundred times the size.
        std::string members, paths;
        for (int i = 0; i < 1000; ++i)
            members += (i ? ", \"m" : "\"m") + std::to_string(i) + "\": {\"readOnly\": true}";
        for (int i = 0; i < 200; ++i)
            paths += (i ? ", \"/p" : "\"/p") + std::to_string(i) +
                     "\": {\"post\": {\"requestBody\": {\"$ref\": \"#/components/requestBodies/B\"}}}";
        const std::string text =
            description("\"paths\": {" + paths +
                        "}, \"components\": {\"requestBodies\": {\"B\": {\"content\": {\"application/json\": "
                        "{\"schema\": {\"properties\": {" +
                        members + "}}}}}}}");
        ImportLimits limits;
        limits.parameters = 100'000;
        const auto read = readText(text, "a.json", limits);
        QVERIFY(!read);
        QVERIFY2(says(read.error(), "limits.parameters"), read.error().message.c_str());
        limits.parameters = 300'000;
        QVERIFY(readText(text, "a.json", limits));
    }
    void namesNoTypeThatTakesForeverToFind() {
        // Ten alternatives, each with ten alternatives, and so on ten times: nobody can look at all of them.
        std::string schemas = "\"S10\": {}";
        for (int i = 0; i < 10; ++i) {
            const std::string next = "{\"$ref\": \"#/components/schemas/S" + std::to_string(i + 1) + "\"}";
            std::string ten = next;
            for (int j = 1; j < 10; ++j)
                ten += ", " + next;
            schemas += ", \"S" + std::to_string(i) + "\": {\"oneOf\": [" + ten + "]}";
        }
        const auto read =
            readText(description("\"paths\": {\"/a\": {\"get\": {\"parameters\": [{\"name\": \"p\", \"in\": "
                                 "\"query\", \"schema\": {\"$ref\": \"#/components/schemas/S0\"}}]}}}, "
                                 "\"components\": {\"schemas\": {" +
                                 schemas + "}}"));
        QVERIFY2(read, why(read).c_str());
        QCOMPARE(signature(read->actions.at(0)), std::string("p:query:"));
        const auto document = SourceDocument::parse(read->copy, {});
        const auto schema = document.value()->inputSchema(read->actions[0].pointer);
        QVERIFY(boolMember(*schema, "x-truncated"));
    }
    void capsWhatServerVariablesExpandTo() {
        std::string url = "https://host/", value = "{b}";
        for (int i = 0; i < 1000; ++i)
            url += "{a}";
        for (int i = 0; i < 1000; ++i)
            value += "{b}";
        const auto read = readText(description("\"paths\": {}, \"servers\": [{\"url\": \"" + url +
                                               "\", \"variables\": {\"a\": {\"default\": \"" + value +
                                               "\"}, \"b\": {\"default\": \"" + value + "\"}}}]"));
        QVERIFY(read);
        QVERIFY(read->info.server.size() <= 1024);
    }
    void stopsWhenAsked() {
        const Folder folder;
        std::vector<Skipped> skipped;
        const auto sources = find(folder.write("a.json", description("\"paths\": {}")), skipped);
        std::stop_source stop;
        stop.request_stop();
        Job job;
        job.stop = stop.get_token();
        QCOMPARE(readOpenApi(sources->at(0), {}, job).error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestOpenApiHostile)
#include "tst_openapi_hostile.moc"
