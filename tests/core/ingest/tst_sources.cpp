#include "ingest_support.h"
#include "support/loopback_server.h"

#include <QTest>
#include <sys/stat.h>
#include <unistd.h>

using namespace actionscope;
using namespace actionscope::ingest;
using namespace actionscope::ingest::test;

namespace {
const std::string Minimal = R"({"openapi":"3.0.0","info":{"title":"Weather of Tomorrow","version":"1"},"paths":{}})";

QStringList ids(const std::vector<Source> &sources) {
    QStringList out;
    for (const Source &source : sources)
        out << QString::fromStdString(source.serviceId);
    return out;
}
} // namespace

class TestSources : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void walksAFolderInOrderOfPath() {
        const Folder folder;
        folder.write("b.json", Minimal);
        folder.write("a/v2.yaml", "x");
        folder.write("a/v1.YML", "x");
        folder.write("readme.md", "x");
        std::vector<Skipped> skipped;
        const auto sources = find(folder.path(), skipped);
        QVERIFY(sources);
        QCOMPARE(ids(*sources), QStringList({"a-v1", "a-v2", "b"}));
        QCOMPARE(sources->at(2).origin, folder.path("b.json"));
        QVERIFY(skipped.empty());
    }
    void namesServicesByTheirPathInsideTheFolder() {
        const Folder folder;
        folder.write("Acme.com/api.v1.0.json", Minimal);
        std::vector<Skipped> skipped;
        QCOMPARE(ids(*find(folder.path(), skipped)), QStringList({"acme-com-api-v1-0"}));
    }
    void keepsIdsApartAndSaysSo() {
        const Folder folder;
        folder.write("a-b.json", Minimal);
        folder.write("a-b-2.json", Minimal);
        folder.write("a/b.json", Minimal);
        std::vector<Skipped> skipped;
        const auto sources = find(folder.path(), skipped);
        // `a-b-2` has its name by right, so the clash moves on to the next number.
        QCOMPARE(ids(*sources), QStringList({"a-b-2", "a-b", "a-b-3"}));
        QVERIFY(sources->at(1).warnings.empty());
        QCOMPARE(sources->at(2).warnings.size(), std::size_t(1));
        const auto read = readOpenApi(sources->at(2), {});
        QCOMPARE(read->warnings, sources->at(2).warnings);
    }
    void namesASingleFileByItsBaseName() {
        const Folder folder;
        std::vector<Skipped> skipped;
        QCOMPARE(ids(*find(folder.write("My Shop.json", Minimal), skipped)), QStringList({"my-shop"}));
    }
    void namesAFileThatSaysNothingByItsTitle_data() {
        QTest::addColumn<QString>("name");
        for (const char *name : {"openapi.json", "swagger.json", "API.json", "index.json"})
            QTest::newRow(name) << name;
    }
    void namesAFileThatSaysNothingByItsTitle() {
        QFETCH(QString, name);
        const auto read = readText(Minimal, name.toStdString());
        QVERIFY(read);
        QCOMPARE(read->info.id, std::string("weather-of-tomorrow"));
    }
    void takesTheGivenServiceId() {
        const Folder folder;
        std::vector<Skipped> skipped;
        QCOMPARE(ids(*find(folder.write("x.json", Minimal), skipped, {}, "mine")), QStringList({"mine"}));
        QCOMPARE(ids(*find(folder.path(), skipped, {}, "mine")), QStringList({"mine"}));
        folder.write("y.json", Minimal);
        QCOMPARE(find(folder.path(), skipped, {}, "mine").error().code, ErrorCode::InvalidArgument);
        QCOMPARE(find(folder.path("x.json"), skipped, {}, "Not.An.Id").error().code, ErrorCode::InvalidArgument);
    }
    void doesNotFollowLinksOutOfTheFolder() {
        const Folder outside;
        outside.write("secret.json", Minimal);
        const Folder folder;
        folder.write("real/in.json", Minimal);
        QVERIFY(::symlink(outside.path("secret.json").c_str(), folder.path("link.json").c_str()) == 0);
        QVERIFY(::symlink(outside.path().c_str(), folder.path("linked").c_str()) == 0);
        QVERIFY(::symlink(folder.path().c_str(), folder.path("real/circle").c_str()) == 0);
        std::vector<Skipped> skipped;
        const auto sources = find(folder.path(), skipped);
        QCOMPARE(ids(*sources), QStringList({"real-in"}));
        QCOMPARE(skipped.size(), std::size_t(2));
        QVERIFY(skipped[0].reason.find("out of the import folder") != std::string::npos);
    }
    void saysThatSomethingIsNotThere() {
        std::vector<Skipped> skipped;
        const auto sources = find("/nowhere/at/all.json", skipped);
        QCOMPARE(sources.error().code, ErrorCode::NotFound);
        QCOMPARE(sources.error().where.file, std::string("/nowhere/at/all.json"));
    }
    void refusesOtherSchemes() {
        std::vector<Skipped> skipped;
        QCOMPARE(find("ftp://example.org/openapi.json", skipped).error().code, ErrorCode::Unsupported);
    }
    void fetchesUrls() {
        const actionscope::test::LoopbackServer server([](const std::string &target, auto &) {
            if (target == "/page")
                return actionscope::test::LoopbackServer::answer("200 OK", "<!doctype html><html></html>", "text/html");
            return actionscope::test::LoopbackServer::answer(
                "200 OK", "openapi: 3.0.0\ninfo: {title: Far Away}\nservers: [{url: /v1}]\npaths:\n"
                          "  /a: {$ref: 'http://127.0.0.1:1/a.json'}\n  /b: {get: {parameters: [{$ref: "
                          "'../../etc/hostname'}]}}\n");
        });
        std::vector<Skipped> skipped;
        const auto named = find(server.url("/docs/My.Shop.yaml?x=/y"), skipped);
        QVERIFY2(named, why(named).c_str());
        QCOMPARE(ids(*named), QStringList({"my-shop"}));
        const auto titled = readOne(server.url("/openapi.json"));
        QVERIFY2(titled, why(titled).c_str());
        QCOMPARE(titled->info.id, std::string("far-away"));
        QCOMPARE(titled->info.source, server.url("/openapi.json"));
        QCOMPARE(titled->info.server, server.url("/v1"));
        // What came from elsewhere refers to nothing on this machine, nor to other servers.
        QCOMPARE(titled->actions.size(), std::size_t(1));
        QCOMPARE(titled->skipped.size(), std::size_t(1));
        QVERIFY(titled->warnings.size() >= 2);
        const auto page = readOne(server.url("/page"));
        QCOMPARE(page.error().code, ErrorCode::Unsupported);
        QVERIFY(page.error().message.find("HTML page") != std::string::npos);
    }
    void capsTheNumberOfFiles() {
        const Folder folder;
        for (int i = 0; i < 4; ++i)
            folder.write(std::to_string(i) + ".json", Minimal);
        ImportLimits limits;
        limits.files = 3;
        std::vector<Skipped> skipped;
        const auto sources = find(folder.path(), skipped, limits);
        QCOMPARE(sources.error().code, ErrorCode::LimitExceeded);
        QVERIFY(sources.error().message.find("limits.files") != std::string::npos);
    }
    void reportsFoldersItMayNotRead() {
        if (::geteuid() == 0)
            QSKIP("the super-user may read everything");
        const Folder folder;
        folder.write("open.json", Minimal);
        folder.write("closed/in.json", Minimal);
        QVERIFY(::chmod(folder.path("closed").c_str(), 0) == 0);
        std::vector<Skipped> skipped;
        const auto sources = find(folder.path(), skipped);
        ::chmod(folder.path("closed").c_str(), 0700);
        QCOMPARE(ids(*sources), QStringList({"open"}));
        QCOMPARE(skipped.size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestSources)
#include "tst_sources.moc"
