#include "base/json.h"
#include "ingest_support.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::ingest;
using namespace actionscope::ingest::test;
using catalog::Method;

namespace {

const std::string Shop = sample("shop.json");

} // namespace

class TestOpenApi : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatTheServiceSaysOfItself() {
        const auto shop = readText(Shop, "shop.json");
        QVERIFY2(shop, why(shop).c_str());
        QCOMPARE(shop->info.id, std::string("shop"));
        QCOMPARE(shop->info.title, std::string("Shop of things"));
        QCOMPARE(shop->info.version, std::string("2.1"));
        QCOMPARE(shop->info.format, std::string("openapi 3.0.3"));
        QCOMPARE(shop->info.server, std::string("https://eu.shop.test/v2"));
        QCOMPARE(shop->info.sha256.size(), std::size_t(64));
        QVERIFY(shop->skipped.empty());
        QVERIFY(shop->warnings.empty());
        QCOMPARE(shop->actions.size(), std::size_t(5));
    }
    void readsAnAction() {
        const auto shop = readText(Shop);
        const auto *get = action(*shop, "orders_get");
        QVERIFY(get);
        QCOMPARE(get->title, std::string("Get an order"));
        QCOMPARE(get->description, std::string("Returns one order.\n\nWith **all** of it."));
        QVERIFY(get->method == Method::Get);
        QCOMPARE(get->path, std::string("/orders/{id}"));
        QCOMPARE(get->tags, std::vector<std::string>{"Orders"});
        QVERIFY(get->deprecated);
        QVERIFY(!get->hasBody);
        QCOMPARE(get->security, std::vector<std::string>{"key"});
        QCOMPARE(get->server, std::string());
        QCOMPARE(get->pointer, std::string("/paths/~1orders~1{id}/get"));
    }
    void takesParametersFromThePathUnlessTheOperationHasItsOwn() {
        const auto shop = readText(Shop);
        // Authorization is no argument: OpenAPI says that such a parameter is to be ignored.
        QCOMPARE(signature(*action(*shop, "orders_get")),
                 std::string("id:path:integer! lang:query:integer! X-Trace:header:string"));
        QCOMPARE(action(*shop, "orders_get")->parameters[0].description, std::string("The order's number"));
    }
    void listsTheWritableMembersOfTheBody() {
        const auto shop = readText(Shop);
        const auto *put = action(*shop, "orders_replace");
        QCOMPARE(signature(*put), std::string("id:path:integer! lang:query:string name:body:string! parent:body:object "
                                              "count:body:integer! tags:body:array"));
        QVERIFY(put->hasBody);
        QVERIFY(put->security.empty());
        QCOMPARE(put->server, std::string("https://write.shop.test"));
    }
    void namesSchemesWithTheirScopes() {
        const auto shop = readText(Shop);
        const auto *remove = action(*shop, "delete_orders_id");
        QVERIFY(remove);
        QCOMPARE(remove->security, (std::vector<std::string>{"oauth: orders:write, admin", "key + mtls"}));
        QVERIFY(remove->hint == catalog::Hint::Destructive);
    }
    void seesThatAGetTakesABody() {
        const auto shop = readText(Shop);
        QVERIFY(action(*shop, "search")->hasBody);
        QCOMPARE(signature(*action(*shop, "search")), std::string("body:body:string"));
    }
    void followsPathItemsThatAreReferences() {
        const auto shop = readText(Shop);
        // By path "/alias" comes first, so the name is its own and the other one gives way.
        const auto *alias = action(*shop, "search");
        const auto *original = action(*shop, "search_get");
        QVERIFY(alias && original);
        QCOMPARE(alias->path, std::string("/alias"));
        QCOMPARE(original->path, std::string("/search"));
    }
    void keepsTheBytesOfJsonAsTheCopy() {
        const auto shop = readText(Shop);
        QCOMPARE(shop->copy, std::string(Shop));
    }

    void readsSwagger2() {
        const auto old = readText(sample("old.swagger2.json"));
        QVERIFY2(old, why(old).c_str());
        QCOMPARE(old->info.format, std::string("swagger 2.0"));
        QCOMPARE(old->info.server, std::string("https://old.test/v1"));
        QCOMPARE(signature(*action(*old, "a")), std::string("q:query:boolean one:body:number!"));
        QCOMPARE(signature(*action(*old, "b")), std::string("x:path:string! file:body:file!"));
        QVERIFY(action(*old, "b")->hasBody);
    }

    void readsYaml() {
        const auto yaml = readText("openapi: 3.1\n"
                                   "info: {title: Notes, version: 1.10}\n"
                                   "paths:\n"
                                   "  /notes:\n"
                                   "    parameters: &shared\n"
                                   "      - {name: page, in: query, schema: {type: integer, default: 018, enum: [0x1F, "
                                   "1e3, .5, no, null, ~]}}\n"
                                   "    get:\n"
                                   "      operationId: list notes\n"
                                   "      description: |\n"
                                   "        Lists them.\n"
                                   "      responses: {200: {description: fine}}\n"
                                   "  /other:\n"
                                   "    parameters: *shared\n"
                                   "    post: {operationId: 12}\n",
                                   "notes.yaml");
        QVERIFY2(yaml, why(yaml).c_str());
        QCOMPARE(yaml->info.format, std::string("openapi 3.1"));
        QCOMPARE(yaml->info.version, std::string("1.10"));
        QCOMPARE(signature(*action(*yaml, "list_notes")), std::string("page:query:integer"));
        QCOMPARE(action(*yaml, "list_notes")->description, std::string("Lists them.\n"));
        QCOMPARE(signature(*action(*yaml, "post_other")), std::string("page:query:integer"));
        const auto copy = parseJson(yaml->copy);
        QVERIFY(copy);
        const json::value &schema = copy->at_pointer("/paths/~1notes/parameters/0/schema");
        QCOMPARE(canonicalJson(schema),
                 std::string(R"json({"default":18,"enum":[31,1000,0.5,"no",null,null],"type":"integer"})json"));
        QVERIFY(copy->at_pointer("/paths/~1notes/get/responses").as_object().contains("200"));
    }
    void mergesYamlKeys() {
        const auto yaml = readText("swagger: 2.0\n"
                                   "info: {title: T, version: 1}\n"
                                   "x-base: &base {summary: Common, deprecated: true}\n"
                                   "paths:\n"
                                   "  /a: {get: {<<: *base, summary: Own}}\n",
                                   "t.yml");
        QVERIFY2(yaml, why(yaml).c_str());
        QCOMPARE(yaml->actions.at(0).title, std::string("Own"));
        QVERIFY(yaml->actions.at(0).deprecated);
    }

    void bundlesFilesOfTheImportFolder() {
        const Folder folder;
        folder.write("paths/pets.yaml", sample("split/pets.yaml"));
        folder.write("parts.json", sample("split/parts.json"));
        const auto read = readOne(folder.write("main.json", sample("split/main.json")));
        QVERIFY2(read, why(read).c_str());
        QVERIFY2(read->warnings.empty(), read->warnings.empty() ? "" : read->warnings[0].c_str());
        QCOMPARE(signature(*action(*read, "pets")), std::string("limit:query:integer"));
        QCOMPARE(signature(*action(*read, "post_pets")), std::string("name:body:string"));
        // The copy stands alone: nothing in it names a file any more.
        QVERIFY(read->copy.find("../") == std::string::npos);
        QVERIFY(parseJson(read->copy));
    }
    void leavesFilesOutsideTheImportFolderAlone() {
        const Folder outside;
        outside.write("secret.json", R"json({"type": "object", "properties": {"secret": {"type": "string"}}})json");
        const Folder folder;
        QVERIFY(::symlink(outside.path("secret.json").c_str(), folder.path("innocent.json").c_str()) == 0);
        for (const std::string &reference :
             {outside.path("secret.json"), std::string("innocent.json"), std::string("../../../../etc/hostname"),
              std::string("http://127.0.0.1:1/x.json"), std::string("file:///etc/hostname")}) {
            const auto read = readOne(folder.write(
                "main.json", R"json({"openapi": "3.0.0", "info": {"title": "T", "version": "1"}, "paths": {"/a":
                {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": ")json" +
                                 reference + R"json("}}}}}}}})json"));
            QVERIFY2(read, why(read).c_str());
            QCOMPARE(read->actions.size(), std::size_t(1));
            QVERIFY2(!read->warnings.empty(), reference.c_str());
            QVERIFY(read->copy.find("secret\"") == std::string::npos);
        }
    }
    void doesNotTakeDataForReferences() {
        const auto read = readText(
            R"json({"openapi": "3.0.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"parameters": [
            {"name": "q", "in": "query", "example": {"$ref": "other.json"}, "schema": {"type": "object", "properties": {"$ref": {"type": "string"}}}}]}}}})json");
        QVERIFY(read);
        QVERIFY(read->warnings.empty());
    }
};

QTEST_GUILESS_MAIN(TestOpenApi)
#include "tst_openapi.moc"
