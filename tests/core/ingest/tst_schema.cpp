#include "base/json.h"
#include "ingest/schema.h"
#include "ingest_support.h"

#include <QTest>
#include <algorithm>

using namespace actionscope;
using namespace actionscope::ingest;
using namespace actionscope::ingest::test;

namespace {

/// JSON written with ' for ", and @ for '. (moc does not get along with raw strings.)
std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    std::replace(text.begin(), text.end(), '@', '\'');
    return text;
}

std::shared_ptr<const SourceDocument> document(const std::string &text, const ImportLimits &limits = {}) {
    auto parsed = SourceDocument::parse(text, limits);
    return parsed ? *parsed : nullptr;
}

/// The member `pointer` of the schema of `operation`, as canonical JSON.
std::string schema(const SourceDocument &from, std::string_view operation, std::string_view pointer = {}) {
    const auto made = from.inputSchema(operation);
    if (!made)
        return made.error().toString();
    boost::system::error_code error;
    const json::value *found = made->find_pointer(pointer, error);
    return found ? canonicalJson(*found) : std::string("nothing there");
}

} // namespace

class TestSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_document = document(sample("schemas.json"));
        QVERIFY(m_document);
    }

    void mergesParametersAndBody() {
        QCOMPARE(
            schema(*m_document, "/paths/~1things~1{id}/put"),
            std::string(quoted("{'$schema':'https://json-schema.org/draft/2020-12/"
                               "schema','additionalProperties':false,'properties':{'body_name':{'type':'string','x-in':"
                               "'body','x-name':'name'},'id':{'description':'Which "
                               "one','type':'integer','x-in':'path'},'name':{'deprecated':true,'type':'string','x-in':'"
                               "header'},'query_id':{'examples':['x'],'type':'string','x-explode':true,'x-in':'query','"
                               "x-name':'id','x-style':'deepObject'},'size':{'type':'integer','x-in':'body'}},'"
                               "required':['id','body_name'],'type':'object','x-media-type':'application/json'}")));
    }
    void requiresNothingOfAnOptionalBody() {
        QCOMPARE(schema(*m_document, "/paths/~1optional/post", "/required"), std::string("nothing there"));
        QCOMPARE(schema(*m_document, "/paths/~1optional/post", "/properties/a/type"), std::string("\"string\""));
    }
    void takesABodyThatIsNoObjectAsOneProperty() {
        QCOMPARE(schema(*m_document, "/paths/~1list/post", "/properties"),
                 (quoted("{'body':{'description':'All of "
                         "them','items':{'type':'string'},'type':'array','x-in':'body','x-whole':true}}")));
        QCOMPARE(schema(*m_document, "/paths/~1list/post", "/required"), (quoted("['body']")));
    }
    void bringsOldDialectsUpToDate_data() {
        QTest::addColumn<QByteArray>("property");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nullable") << QByteArray("maybe")
                                  << QByteArray::fromStdString(
                                         quoted("{'enum':['a','b',null],'type':['string','null'],'x-in':'body'}"));
        QTest::newRow("nullable without a type")
            << QByteArray("maybeThing")
            << QByteArray::fromStdString(
                   quoted("{'anyOf':[{'allOf':[{'type':'object'}]},{'type':'null'}],'x-in':'body'}"));
        QTest::newRow("exclusive") << QByteArray("above")
                                   << QByteArray::fromStdString(
                                          quoted("{'exclusiveMinimum':5,'type':'number','x-in':'body'}"));
        QTest::newRow("inclusive") << QByteArray("below")
                                   << QByteArray::fromStdString(quoted("{'maximum':9,'type':'number','x-in':'body'}"));
        QTest::newRow("example") << QByteArray("sample")
                                 << QByteArray::fromStdString(
                                        quoted("{'examples':['hello'],'type':'string','x-in':'body'}"));
        QTest::newRow("file") << QByteArray("data")
                              << QByteArray::fromStdString(quoted(
                                     "{'contentEncoding':'base64','format':'binary','type':'string','x-in':'body'}"));
        QTest::newRow("required flag") << QByteArray("flagged")
                                       << QByteArray::fromStdString(quoted("{'type':'string','x-in':'body'}"));
        QTest::newRow("discriminator") << QByteArray("pet")
                                       << QByteArray::fromStdString(
                                              quoted("{'description':'A pet.\\n\\nWhich alternative it is stands in "
                                                     "`kind`: cat, dog.','type':'object','x-in':'body'}"));
    }
    void bringsOldDialectsUpToDate() {
        QFETCH(QByteArray, property);
        QFETCH(QByteArray, expected);
        QCOMPARE(schema(*m_document, "/paths/~1dialect/post", "/properties/" + property.toStdString()),
                 expected.toStdString());
    }
    void cutsCyclesWhereTheyRecur() {
        QCOMPARE(schema(*m_document, "/paths/~1tree/post", "/properties/root/properties/children/items"),
                 std::string(quoted("{'description':'Recursive: the same as the enclosing @Node@, which is not "
                                    "repeated here.','type':'object'}")));
        QCOMPARE(schema(*m_document, "/paths/~1tree/post", "/x-truncated"), std::string("nothing there"));
    }
    void keepsWhatHoldsBetweenMembers() {
        QCOMPARE(schema(*m_document, "/paths/~1either/post", "/anyOf"),
                 (quoted("[{'required':['a']},{'required':['b']}]")));
    }
    void saysWhatItCouldNotFollow() {
        QCOMPARE(schema(*m_document, "/paths/~1dangling/post", "/properties/x/description"),
                 (quoted("'Unresolved reference: https://example.org/x.json'")));
    }
    void findsOperationsBehindReferences() {
        QCOMPARE(schema(*m_document, "/paths/~1alias/put", "/properties"),
                 schema(*m_document, "/paths/~1things~1{id}/put", "/properties"));
    }
    void cutsTheDeepestLevelsFirst() {
        ImportLimits limits;
        const std::string whole = schema(*m_document, "/paths/~1wide/post");
        QVERIFY(whole.find("x-truncated") == std::string::npos);
        for (std::uint64_t bytes : {whole.size() * 3 / 4, whole.size() / 2, whole.size() / 4}) {
            limits.schemaBytes = bytes;
            const auto small = document(sample("schemas.json"), limits);
            const std::string cut = schema(*small, "/paths/~1wide/post");
            QVERIFY2(cut.size() <= bytes + 200, cut.c_str());
            QVERIFY(cut.find(quoted("'x-truncated':true")) != std::string::npos);
            // The first level below the property stands whole whatever was cut.
            QVERIFY2(schema(*small, "/paths/~1wide/post", "/properties/w/properties/c") != "nothing there",
                     cut.c_str());
        }
    }
    void capsReferences() {
        ImportLimits limits;
        limits.refs = 5;
        QCOMPARE(schema(*document(sample("schemas.json"), limits), "/paths/~1wide/post", "/x-truncated"),
                 std::string("true"));
        limits = {};
        limits.schemaDepth = 2;
        QCOMPARE(schema(*document(sample("schemas.json"), limits), "/paths/~1wide/post", "/x-truncated"),
                 std::string("true"));
    }
    void readsFormsOfSwagger2() {
        const auto old = document(sample("old.swagger2.json"));
        QCOMPARE(
            schema(*old, "/paths/~1b~1{x}/post"),
            (quoted("{'$schema':'https://json-schema.org/draft/2020-12/"
                    "schema','properties':{'file':{'contentEncoding':'base64','format':'binary','type':'string','x-in':"
                    "'body'},'x':{'type':'string','"
                    "x-in':'path'}},'required':['x','file'],'type':'object','x-media-type':'multipart/form-data'}")));
    }
    void marksHowListsAndFormsTravel() {
        const auto old = document(quoted(R"({'swagger':'2.0','paths':{'/a':{'get':{'parameters':[
            {'in':'query','name':'p','type':'array','items':{'type':'string'}},
            {'in':'query','name':'m','type':'array','collectionFormat':'multi','items':{'type':'string'}},
            {'in':'query','name':'s','type':'string'}]}}}})"));
        QVERIFY(old);
        QCOMPARE(schema(*old, "/paths/~1a/get", "/properties/p/x-collection-format"), std::string("\"csv\""));
        QCOMPARE(schema(*old, "/paths/~1a/get", "/properties/m/x-collection-format"), std::string("\"multi\""));
        QCOMPARE(schema(*old, "/paths/~1a/get", "/properties/s/x-collection-format"), std::string("nothing there"));
        const auto form = document(quoted(R"({'openapi':'3.0.0','paths':{'/a':{'post':{
            'parameters':[{'in':'query','name':'q','content':{'application/json':{'schema':{'type':'object'}}}}],
            'requestBody':{'required':true,'content':{'application/x-www-form-urlencoded':{
              'encoding':{'meta':{'style':'deepObject','explode':true},'part':{'contentType':'image/png'}},
              'schema':{'type':'object','additionalProperties':true,'properties':{
                'meta':{'type':'object'},'part':{'type':'string','format':'binary'}}}}}}}}}})"));
        QVERIFY(form);
        QCOMPARE(canonicalJson(*form->inputSchema("/paths/~1a/post")),
                 quoted("{'$schema':'https://json-schema.org/draft/2020-12/schema','additionalProperties':true,"
                        "'properties':{'meta':{'type':'object','x-explode':true,'x-in':'body','x-style':'deepObject'},"
                        "'part':{'contentEncoding':'base64','format':'binary','type':'string','x-content-type':"
                        "'image/png','x-in':'body'},'q':{'type':'object','x-content-type':'application/json',"
                        "'x-in':'query'}},'type':'object','x-body-required':true,"
                        "'x-media-type':'application/x-www-form-urlencoded'}"));
    }
    void listsTheWaysToAuthenticate() {
        const auto new3 = document(quoted(R"({'openapi':'3.1.0','paths':{},'components':{'securitySchemes':{
            'key':{'type':'apiKey','in':'cookie','name':'sid'},'token':{'type':'http','scheme':'Bearer'},
            'ref':{'$ref':'\u0023/components/securitySchemes/token'},'odd':{'type':'mutualTLS'},
            'app':{'type':'oauth2','flows':{'clientCredentials':{'tokenUrl':'https://id.test/t','scopes':{'r':'','w':''}}}},
            'person':{'type':'oauth2','flows':{'implicit':{'authorizationUrl':'x','scopes':{}}}}}}})"));
        QVERIFY(new3);
        QCOMPARE(new3->securitySchemes(),
                 (std::vector<SecurityScheme>{{"key", "apiKey", "", "cookie", "sid", "", {}},
                                              {"token", "http", "bearer", "", "", "", {}},
                                              {"ref", "http", "bearer", "", "", "", {}},
                                              {"app", "oauth2", "", "", "", "https://id.test/t", {"r", "w"}},
                                              {"person", "oauth2", "", "", "", "", {}}}));
        const auto old = document(quoted(R"({'swagger':'2.0','paths':{},'securityDefinitions':{
            'b':{'type':'basic'},'o':{'type':'oauth2','flow':'application','tokenUrl':'https://id.test/t','scopes':{'r':''}}}})"));
        QVERIFY(old);
        QCOMPARE(old->securitySchemes(),
                 (std::vector<SecurityScheme>{{"b", "http", "basic", "", "", "", {}},
                                              {"o", "oauth2", "", "", "", "https://id.test/t", {"r"}}}));
        QVERIFY(document(quoted("{'openapi':'3.0.0','paths':{}}"))->securitySchemes().empty());
    }
    void saysThatThereIsNoSuchOperation_data() {
        QTest::addColumn<QByteArray>("pointer");
        for (const char *pointer :
             {"", "/", "/paths", "/paths/~1list", "/paths/~1list/get", "/paths/~1list/post/requestBody",
              "/paths/~1things~1{id}/parameters", "/info/title/x", "nonsense"})
            QTest::addRow("%s", pointer) << QByteArray(pointer);
    }
    void saysThatThereIsNoSuchOperation() {
        QFETCH(QByteArray, pointer);
        const auto made = m_document->inputSchema(pointer.toStdString());
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::NotFound);
    }
    void agreesWithWhatImportExtracts() {
        for (const char *name : {"shop.json", "old.swagger2.json", "schemas.json", "cycles.json", "dangling.json"}) {
            const auto service = readText(sample(name));
            QVERIFY2(service, why(service).c_str());
            const auto copy = document(service->copy);
            for (const catalog::Capability &action : service->actions) {
                const auto made = copy->inputSchema(action.pointer);
                QVERIFY2(made, why(made).c_str());
                const json::object &properties = made->at("properties").as_object();
                QCOMPARE(properties.size(), action.parameters.size());
                std::size_t at = 0;
                for (const auto &pair : properties) {
                    const catalog::Parameter &parameter = action.parameters.at(at++);
                    const json::value *renamed = member(pair.value(), "x-name");
                    QCOMPARE(std::string(renamed ? renamed->get_string() : json::string(pair.key())), parameter.name);
                    QCOMPARE(stringMember(pair.value(), "x-in"), catalog::placeName(parameter.place));
                }
            }
        }
    }
    void survivesHostileCopies() {
        QVERIFY(!SourceDocument::parse("{\"paths\":", {}));
        QVERIFY(!SourceDocument::parse(std::string(64'000, '['), {}));
        const auto odd =
            document(quoted("{'paths': {'/a': 7, '/b': {'get': {'parameters': 3, 'requestBody': []}}, '/c': []}}"));
        QVERIFY(!odd->inputSchema("/paths/~1a/get"));
        QVERIFY(odd->inputSchema("/paths/~1b/get"));
        QVERIFY(!odd->inputSchema("/paths/~1c/get"));
    }
    void anEmptyBodyIsNoBody_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<bool>("has");
        const auto media = [](const QString &type, const QString &value) {
            return "{'content': {'" + type + "': " + value + "}}";
        };
        const QString form = "application/x-www-form-urlencoded", json = "application/json";
        QTest::newRow("no properties")
            << media(form, "{'schema': {'type': 'object', 'properties': {}, 'additionalProperties': false}}") << false;
        QTest::newRow("no properties, referred to")
            << media(json, "{'schema': {'$ref': '#/components/schemas/E'}}") << false;
        QTest::newRow("no content") << QString("{'description': 'nothing', 'content': {}}") << false;
        QTest::newRow("an empty example") << media("text/plain", "{'example': ''}") << false;
        QTest::newRow("any object") << media(json, "{'schema': {'type': 'object'}}") << true;
        QTest::newRow("anything") << media(json, "{'schema': {}}") << true;
        QTest::newRow("bytes") << media("application/octet-stream", "{}") << true;
        QTest::newRow("free members")
            << media(json, "{'schema': {'properties': {}, 'additionalProperties': {'type': 'string'}}}") << true;
        QTest::newRow("members of a part")
            << media(json, "{'schema': {'properties': {}, 'allOf': [{'$ref': '#/components/schemas/F'}]}}") << true;
        QTest::newRow("required")
            << QString("{'required': true, 'content': {'a/b': {'schema': {'type': 'object', 'properties': {}}}}}")
            << true;
    }
    void anEmptyBodyIsNoBody() {
        QFETCH(QString, body);
        QFETCH(bool, has);
        const auto read = readText(quoted("{'openapi': '3.0.0', 'info': {'title': 'T', 'version': '1'}, "
                                          "'components': {'schemas': {'E': {'type': 'object', 'properties': {}}, "
                                          "'F': {'type': 'object', 'properties': {'x': {}}}}}, 'paths': {'/a': {'get': "
                                          "{'operationId': 'look', 'requestBody': " +
                                          body.toStdString() + "}}}}"));
        QVERIFY2(read, why(read).c_str());
        const auto *look = action(*read, "look");
        QVERIFY(look);
        QCOMPARE(look->hasBody, has);
        QCOMPARE(look->parameters.empty(), !has);
        // The schema that a caller gets says the same.
        const auto made = document(read->copy)->inputSchema(look->pointer);
        QVERIFY2(made, why(made).c_str());
        QCOMPARE(made->at("properties").as_object().empty(), !has);
        QCOMPARE(made->as_object().contains("x-media-type"), has);
    }
    void anEmptyBodyOfSwaggerIsNoBody() {
        const auto read =
            readText(quoted("{'swagger': '2.0', 'info': {'title': 'T', 'version': '1'}, 'paths': {'/a': {'get': "
                            "{'operationId': 'look', 'parameters': [{'in': 'body', 'name': 'b', 'schema': "
                            "{'properties': {}}}]}, 'put': {'operationId': 'put', 'parameters': [{'in': 'body', "
                            "'name': 'b', 'schema': {'type': 'object'}}]}}}}"));
        QVERIFY2(read, why(read).c_str());
        QVERIFY(!action(*read, "look")->hasBody);
        QVERIFY(action(*read, "put")->hasBody);
    }
    void followsNamesInsideTheDocument() {
        const auto read = readText(quoted(
            "{'openapi': '3.1.0', 'info': {'title': 'T', 'version': '1'}, 'components': {'schemas': {"
            "'50%~/a': {'$anchor': 'pet', 'type': 'object', 'properties': {'name': {'type': 'string'}}},"
            "'B': {'$id': 'https://shop.test/b', 'type': 'object', '$defs': {'c': {'type': 'integer'}}},"
            "'Twice': {'$anchor': 'twice'}, 'Again': {'$anchor': 'twice'},"
            "'Names': {'properties': {'$anchor': {'type': 'string', 'default': {'$anchor': 'data'}}}}}},"
            "'paths': {'/a': {'put': {'operationId': 'put', 'requestBody': {'content': {'application/json': {'schema': "
            "{'type': 'object', 'properties': {'p': {'$ref': '#pet'}, 'b': {'$ref': 'https://shop.test/b'}, 'c': "
            "{'$ref': 'https://shop.test/b#/$defs/c'}, 't': {'$ref': '#twice'}, 'd': {'$ref': '#data'}, 'u': {'$ref': "
            "'https://elsewhere.test/b'}}}}}}}}}}"));
        QVERIFY2(read, why(read).c_str());
        QCOMPARE(signature(*action(*read, "put")),
                 std::string("p:body:object b:body:object c:body:integer t:body: d:body: u:body:"));
        const auto copy = document(read->copy);
        QCOMPARE(schema(*copy, "/paths/~1a/put", "/properties/p/properties/name/type"), std::string("\"string\""));
        QCOMPARE(schema(*copy, "/paths/~1a/put", "/properties/c/type"), std::string("\"integer\""));
    }
    void followsRelativeNamesFromWhereTheyStand() {
        const auto read = readText(quoted(
            "{'openapi': '3.1.0', 'info': {'title': 'T', 'version': '1'}, 'components': {'schemas': {"
            "'Shop': {'$id': 'https://shop.test/v1/shop.json', '$defs': {"
            "  'price': {'$id': 'money/price.json', 'type': 'object', 'properties': {'in': {'$ref': 'currency.json'}, "
            "    'up': {'$ref': '../shop.json#name'}, 'own': {'$ref': '#/$defs/cents'}}, '$defs': {'cents': {'type': "
            "    'integer'}}},"
            "  'currency': {'$id': 'money/currency.json', 'type': 'string'},"
            "  'n': {'$anchor': 'name', 'type': 'boolean'}}},"
            "'Other': {'$id': 'https://other.test/x/', '$defs': {'n': {'$anchor': 'name', 'type': 'number'}, 'p': "
            "{'$id': "
            "  'price.json', 'type': 'array'}}, 'type': 'object', 'properties': {'n': {'$ref': '#name'}, 'p': {'$ref': "
            "  './price.json'}, 'c': {'$ref': '#/components/schemas/Plain'}}},"
            "'Plain': {'type': 'string', 'maxLength': 3}, 'Rel': {'$id': 'a/b.json', 'type': 'null'}}},"
            "'paths': {'/a': {'put': {'operationId': 'put', 'requestBody': {'content': {'application/json': {'schema': "
            "{'type': 'object', 'properties': {'p': {'$ref': 'https://shop.test/v1/money/price.json'}, 'o': {'$ref': "
            "'https://other.test/x/'}, 'q': {'$ref': 'https://other.test/x/price.json'}, 'r': {'$ref': 'a/b.json'}, "
            "'s': "
            "{'$ref': './a/b.json'}, 'w': {'$ref': 'price.json'}, 'x': {'$ref': "
            "'https://shop.test/money/price.json'}}}}}}}}}}"));
        QVERIFY2(read, why(read).c_str());
        const auto copy = document(read->copy);
        const auto typeOf = [&](const std::string &path) {
            return schema(*copy, "/paths/~1a/put", "/properties/" + path + "/type");
        };
        QCOMPARE(typeOf("p/properties/in"), std::string("\"string\""));
        QCOMPARE(typeOf("p/properties/up"), std::string("\"boolean\""));
        QCOMPARE(typeOf("p/properties/own"), std::string("\"integer\""));
        QCOMPARE(typeOf("o/properties/n"), std::string("\"number\""));
        QCOMPARE(typeOf("o/properties/p"), std::string("\"array\""));
        QCOMPARE(typeOf("o/properties/c"), std::string("\"string\"")); // the document's, as many write it
        QCOMPARE(typeOf("q"), std::string("\"array\""));
        QCOMPARE(typeOf("r"), std::string("\"null\""));
        QCOMPARE(typeOf("s"), std::string("\"null\""));
        const std::string all = signature(*action(*read, "put"));
        QVERIFY2(all.ends_with("x:body:"), all.c_str()); // an address that nothing has
    }
    void namesCannotMakeADocumentGrowWithoutEnd() {
        std::string text = quoted("{'openapi': '3.1.0', 'info': {'title': 'T', 'version': '1'}, 'paths': {}, 'x': {'") +
                           std::string(1900, 'k') + quoted("': {'$anchor': 'a'}}, 'y': [");
        for (int i = 0; i < 60'000; ++i)
            text += quoted(i == 0 ? "{'$ref': '#a'}" : ", {'$ref': '#a'}");
        const auto read = readText(text + "]}");
        QVERIFY2(read, why(read).c_str());
        QVERIFY(read->copy.size() > (32U << 20) && read->copy.size() < (80U << 20));
    }
    void callbacksAndWebhooksAreNamedAsWhatTheyAre() {
        const auto read = readText(
            quoted("{'openapi': '3.1.0', 'info': {'title': 'T', 'version': '1'}, 'webhooks': {'w': {'post': {}}}, "
                   "'paths': {'/a': {'put': {'callbacks': {'x': {'{$request.body#/url}': {'post': {}}}, 'y': {}}}, "
                   "'get': {'callbacks': {'z': {'$ref': '#/components/callbacks/z'}}}}}}"));
        QVERIFY2(read, why(read).c_str());
        QCOMPARE(read->actions.size(), std::size_t(2));
        QVERIFY(read->skipped.empty());
        QCOMPARE(read->warnings.size(), std::size_t(2));
        QCOMPARE(read->warnings[0], std::string("1 webhook is no action: it is a call that the service makes"));
        QCOMPARE(read->warnings[1], std::string("3 callbacks are no actions: they are calls that the service makes"));
    }

private:
    std::shared_ptr<const SourceDocument> m_document;
};

QTEST_GUILESS_MAIN(TestSchema)
#include "tst_schema.moc"
