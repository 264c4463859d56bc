#include "upstream/http_action.h"

#include "net/http_client.h"
#include "upstream/detail/encoding.h"
#include "upstream_support.h"

#include <QTest>
#include <random>

using namespace actionscope;
using namespace actionscope::upstream;
using namespace actionscope::upstream::test;

namespace {

bool says(const Error &error, const std::string &what) { return error.message.find(what) != std::string::npos; }

std::string pathOf(const std::string &url) {
    const std::size_t begin = url.find('/', url.find("://") + 3);
    return url.substr(begin, url.find('?') - begin);
}

std::string queryOf(const std::string &url) {
    const std::size_t mark = url.find('?');
    return mark == std::string::npos ? std::string() : url.substr(mark + 1);
}

/// Names and values as a server reads them.
std::vector<std::pair<std::string, std::string>> decodedPairs(const std::string &query) {
    std::vector<std::pair<std::string, std::string>> out;
    std::size_t at = 0;
    while (at < query.size()) {
        const std::size_t end = std::min(query.find('&', at), query.size());
        const std::string pair = query.substr(at, end - at);
        const std::size_t equals = pair.find('=');
        out.emplace_back(detail::percentDecoded(pair.substr(0, equals)),
                         detail::percentDecoded(pair.substr(equals + 1)));
        at = end + 1;
    }
    return out;
}

/// One parameter `x` in the place.
Action withParameter(const std::string &in, const std::string &marks, const std::string &schema) {
    return action("get", in == "path" ? "/a/{x}/b" : "/a",
                  "{'parameters':[{'name':'x','in':'" + in + "','required':true," + marks + "'schema':" + schema +
                      "}]}");
}

Action withBody(const std::string &mediaType, const std::string &schema, const std::string &encoding = "{}") {
    return action("post", "/a",
                  "{'requestBody':{'required':true,'content':{'" + mediaType + "':{'encoding':" + encoding +
                      ",'schema':" + schema + "}}}}");
}

const std::string Array = "['blue','bl,ack','a b&c']";
const std::string Object = "{'R':100,'G':'2&0'}";

} // namespace

class TestHttpAction : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The table of OpenAPI 3.1 ("Style Examples"), with values that need encoding.
    void pathStyles_data() {
        QTest::addColumn<QString>("marks");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("segment");
        const auto row = [](const char *name, const char *marks, const std::string &value, const char *segment) {
            QTest::newRow(name) << marks << QString::fromStdString(value) << segment;
        };
        row("text", "", "'blue'", "blue");
        row("number", "", "1.5", "1.5");
        row("integer", "", "-7", "-7");
        row("flag", "", "true", "true");
        row("hostile text", "", "'a/b?c#d%2F e\\\\f;g=h,i@j:k'", "a%2Fb%3Fc%23d%252F%20e%5Cf%3Bg%3Dh%2Ci%40j%3Ak");
        row("letters", "", "'grün'", "gr%C3%BCn");
        row("simple list", "", Array, "blue,bl%2Cack,a%20b%26c");
        row("simple list exploded", "'explode':true,", Array, "blue,bl%2Cack,a%20b%26c");
        row("simple object", "", Object, "R,100,G,2%260");
        row("simple object exploded", "'explode':true,", Object, "R=100,G=2%260");
        row("label", "'style':'label',", "'blue'", ".blue");
        row("label list", "'style':'label',", Array, ".blue,bl%2Cack,a%20b%26c");
        row("label list exploded", "'style':'label','explode':true,", Array, ".blue.bl%2Cack.a%20b%26c");
        row("label object", "'style':'label',", Object, ".R,100,G,2%260");
        row("label object exploded", "'style':'label','explode':true,", Object, ".R=100.G=2%260");
        row("matrix", "'style':'matrix',", "'blue'", ";x=blue");
        row("matrix list", "'style':'matrix',", Array, ";x=blue,bl%2Cack,a%20b%26c");
        row("matrix list exploded", "'style':'matrix','explode':true,", Array, ";x=blue;x=bl%2Cack;x=a%20b%26c");
        row("matrix object", "'style':'matrix',", Object, ";x=R,100,G,2%260");
        row("matrix object exploded", "'style':'matrix','explode':true,", Object, ";R=100;G=2%260");
    }
    void pathStyles() {
        QFETCH(QString, marks);
        QFETCH(QString, value);
        QFETCH(QString, segment);
        const Action act = withParameter("path", marks.toStdString(), "{}");
        const auto request = act.build("{'x':" + value.toStdString() + "}");
        QVERIFY2(request, request ? "" : request.error().message.c_str());
        QCOMPARE(QString::fromStdString(request->url), "https://api.test/v1/a/" + segment + "/b");
    }
    void queryStyles_data() {
        QTest::addColumn<QString>("marks");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("query");
        const auto row = [](const char *name, const char *marks, const std::string &value, const char *query) {
            QTest::newRow(name) << marks << QString::fromStdString(value) << query;
        };
        row("text", "", "'blue'", "x=blue");
        row("empty text", "", "''", "x=");
        row("hostile text", "", "'a&y=1#z+ '", "x=a%26y%3D1%23z%2B%20");
        row("null", "", "null", "");
        row("form list", "", Array, "x=blue&x=bl%2Cack&x=a%20b%26c");
        row("form list joined", "'explode':false,", Array, "x=blue,bl%2Cack,a%20b%26c");
        row("empty list", "", "[]", "");
        row("form object", "", Object, "R=100&G=2%260");
        row("form object joined", "'explode':false,", Object, "x=R,100,G,2%260");
        row("space", "'style':'spaceDelimited','explode':false,", Array, "x=blue%20bl%2Cack%20a%20b%26c");
        row("pipe", "'style':'pipeDelimited','explode':false,", Array, "x=blue%7Cbl%2Cack%7Ca%20b%26c");
        row("pipe exploded", "'style':'pipeDelimited','explode':true,", Array, "x=blue&x=bl%2Cack&x=a%20b%26c");
        row("deep", "'style':'deepObject','explode':true,", Object, "x%5BR%5D=100&x%5BG%5D=2%260");
        row("deep nested", "'style':'deepObject',", "{'a':{'b':[1,2]},'c':[{'d':true}]}",
            "x%5Ba%5D%5Bb%5D%5B%5D=1&x%5Ba%5D%5Bb%5D%5B%5D=2&x%5Bc%5D%5B0%5D%5Bd%5D=true");
        row("deep hostile key", "'style':'deepObject',", "{'a]&y=1':1}", "x%5Ba%5D%26y%3D1%5D=1");
        row("nested in a list", "", "[{'a':1}]", "x=%7B%22a%22%3A1%7D");
    }
    void queryStyles() {
        QFETCH(QString, marks);
        QFETCH(QString, value);
        QFETCH(QString, query);
        const Action act = withParameter("query", marks.toStdString(), "{}");
        const auto request = act.build("{'x':" + value.toStdString() + "}");
        QVERIFY2(request, request ? "" : request.error().message.c_str());
        QCOMPARE(QString::fromStdString(queryOf(request->url)), query);
    }
    void contentOfAParameterIsJson() {
        const Action act = action("get", "/a",
                                  "{'parameters':[{'name':'x','in':'query','content':{'application/json':"
                                  "{'schema':{'type':'object'}}}}]}");
        QCOMPARE(queryOf(act.build("{'x':{'a':[1,'b']}}")->url), std::string("x=%7B%22a%22%3A%5B1%2C%22b%22%5D%7D"));
    }
    void collectionFormats_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("segment");
        QTest::newRow("none") << ""
                              << "x=a,b%2Cc"
                              << "a,b%2Cc";
        QTest::newRow("csv") << "csv"
                             << "x=a,b%2Cc"
                             << "a,b%2Cc";
        QTest::newRow("ssv") << "ssv"
                             << "x=a%20b%2Cc"
                             << "a%20b%2Cc";
        QTest::newRow("tsv") << "tsv"
                             << "x=a%09b%2Cc"
                             << "a%09b%2Cc";
        QTest::newRow("pipes") << "pipes"
                               << "x=a%7Cb%2Cc"
                               << "a%7Cb%2Cc";
        QTest::newRow("multi") << "multi"
                               << "x=a&x=b%2Cc"
                               << "a,b%2Cc";
    }
    void collectionFormats() {
        QFETCH(QString, format);
        QFETCH(QString, query);
        QFETCH(QString, segment);
        const std::string marks = format.isEmpty() ? "" : "'collectionFormat':'" + format.toStdString() + "',";
        for (const char *in : {"query", "path"}) {
            const Action act = action("get", std::string(in) == "path" ? "/a/{x}" : "/a",
                                      std::string("{'parameters':[{'name':'x','in':'") + in + "','required':true," +
                                          marks + "'type':'array','items':{'type':'string'}}]}",
                                      "'swagger':'2.0'");
            const auto request = act.build("{'x':['a','b,c']}");
            QVERIFY(request);
            if (std::string(in) == "query")
                QCOMPARE(QString::fromStdString(queryOf(request->url)), query);
            else
                QCOMPARE(QString::fromStdString(pathOf(request->url)), "/v1/a/" + segment);
        }
    }
    void headersAndCookies() {
        const Action act =
            action("get", "/a",
                   "{'parameters':[{'name':'X-List','in':'header','schema':{}},"
                   "{'name':'X-Map','in':'header','explode':true,'schema':{}},"
                   "{'name':'sid','in':'cookie','schema':{}},{'name':'tag','in':'cookie','schema':{}}]}");
        const auto request = act.build("{'X-List':['a b',2],'X-Map':{'k':'v'},'sid':'a; admin=1','tag':['x','y']}");
        QVERIFY(request);
        QCOMPARE(headerOf(*request, "X-List"), std::string("a b,2"));
        QCOMPARE(headerOf(*request, "X-Map"), std::string("k=v"));
        QCOMPARE(headerOf(*request, "Cookie"), std::string("sid=a%3B%20admin%3D1; tag=x; tag=y"));
        QVERIFY(headerOf(*request, "Accept").starts_with("application/json"));
        for (const char *value : {"a\\r\\nX-Evil: 1", "a\\nb", "a\\u0000b", "a\\rb", "a\\u007fb"}) {
            const auto forged = act.build(std::string("{'X-List':'") + value + "'}");
            QVERIFY2(!forged, value);
            QCOMPARE(forged.error().code, ErrorCode::InvalidArgument);
            QVERIFY(says(forged.error(), "X-List"));
        }
    }
    void namesThatClashGoWhereTheyBelong() {
        const Action act = action("put", "/things/{id}",
                                  "{'parameters':[{'name':'id','in':'path','required':true,'schema':{}},"
                                  "{'name':'id','in':'query','schema':{}},{'name':'id','in':'header','schema':{}}],"
                                  "'requestBody':{'content':{'application/json':{'schema':{'type':'object',"
                                  "'properties':{'id':{},'note':{}}}}}}}");
        const auto request = act.build("{'id':1,'query_id':2,'header_id':3,'body_id':4,'note':null}");
        QVERIFY2(request, request ? "" : request.error().message.c_str());
        QCOMPARE(request->method, std::string("PUT"));
        QCOMPARE(request->url, std::string("https://api.test/v1/things/1?id=2"));
        QCOMPARE(headerOf(*request, "id"), std::string("3"));
        QCOMPARE(request->body, quoted("{'id':4,'note':null}"));
        QCOMPARE(headerOf(*request, "Content-Type"), std::string("application/json"));
    }

    void bodies_data() {
        QTest::addColumn<QString>("mediaType");
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("body");
        const auto row = [](const char *name, const char *media, const char *schema, const char *arguments,
                            const char *type,
                            const char *body) { QTest::newRow(name) << media << schema << arguments << type << body; };
        const char *members = "{'type':'object','properties':{'a':{},'b':{}}}";
        row("json", "application/json", members, "{'a':[1],'b':{'c':1.5}}", "application/json",
            "{'a':[1],'b':{'c':1.5}}");
        row("json of its own kind", "application/vnd.api+json", members, "{'a':1}", "application/vnd.api+json",
            "{'a':1}");
        row("json list", "application/json", "{'type':'array'}", "{'body':[1,2]}", "application/json", "[1,2]");
        row("json text", "application/json", "{'type':'string'}", "{'body':'x'}", "application/json", "'x'");
        row("json without members", "application/json", members, "{}", "application/json", "{}");
        row("anything", "*/*", members, "{'a':1}", "application/json", "{'a':1}");
        row("form", "application/x-www-form-urlencoded", members, "{'a':'x&b=1','b':[1,2]}",
            "application/x-www-form-urlencoded", "a=x%26b%3D1&b=1&b=2");
        row("form object", "application/x-www-form-urlencoded", members, "{'a':{'k':{'l':1}}}",
            "application/x-www-form-urlencoded", "a%5Bk%5D%5Bl%5D=1");
        row("form as a whole", "application/x-www-form-urlencoded", "{'type':'object','additionalProperties':{}}",
            "{'body':{'k':'v w'}}", "application/x-www-form-urlencoded", "k=v%20w");
        row("text", "text/plain", "{'type':'string'}", "{'body':'a & b'}", "text/plain", "a & b");
        row("xml", "application/xml", "{'type':'string'}", "{'body':'<a/>'}", "application/xml", "<a/>");
        row("bytes", "application/octet-stream", "{'type':'string','format':'binary'}", "{'body':'AGE='}",
            "application/octet-stream", "\\0a");
        row("image", "image/png", "{}", "{'body':'data:image/png;base64,AGE'}", "image/png", "\\0a");
    }
    void bodies() {
        QFETCH(QString, mediaType);
        QFETCH(QString, schema);
        QFETCH(QString, arguments);
        QFETCH(QString, type);
        QFETCH(QString, body);
        const Action act = withBody(mediaType.toStdString(), schema.toStdString());
        const auto request = act.build(arguments.toStdString());
        QVERIFY2(request, request ? "" : request.error().message.c_str());
        QCOMPARE(QString::fromStdString(headerOf(*request, "Content-Type")), type);
        const std::string expected = body == "\\0a"
                                         ? std::string("\0a", 2)
                                         : (type.contains("json") ? quoted(body.toStdString()) : body.toStdString());
        QCOMPARE(QByteArray::fromStdString(request->body), QByteArray::fromStdString(expected));
    }
    void followsTheEncodingOfAForm() {
        const Action act =
            withBody("application/x-www-form-urlencoded",
                     "{'type':'object','properties':{'expand':{'type':'array'},'meta':{},'raw':{}}}",
                     "{'expand':{'style':'deepObject','explode':true},'raw':{'contentType':'application/json'}}");
        QCOMPARE(act.build("{'expand':['a','b'],'meta':{'k':'v'},'raw':{'x':1}}")->body,
                 std::string("expand%5B%5D=a&expand%5B%5D=b&meta%5Bk%5D=v&raw=%7B%22x%22%3A1%7D"));
    }
    void writesMultipart() {
        const Action act =
            withBody("multipart/form-data", "{'type':'object','properties':{'file':{'type':'string','format':'binary'},"
                                            "'files':{'type':'array','items':{'type':'string','format':'binary'}},"
                                            "'note':{'type':'string'},'meta':{'type':'object'},'a\\\"\\r\\nb':{}}}");
        const auto request = act.build("{'file':'AGE=','files':['data:image/png;base64,Yg==','Yw=='],"
                                       "'note':'hello','meta':{'k':1},'a\\\"\\r\\nb':2}");
        QVERIFY2(request, request ? "" : request.error().message.c_str());
        const std::string type = headerOf(*request, "Content-Type");
        QVERIFY(type.starts_with("multipart/form-data; boundary="));
        const std::string b = "--" + type.substr(type.find('=') + 1);
        const std::string disposition = "\r\nContent-Disposition: form-data; name=\"";
        QCOMPARE(QByteArray::fromStdString(request->body),
                 QByteArray::fromStdString(
                     b + disposition + "file\"; filename=\"file\"\r\nContent-Type: application/octet-stream\r\n\r\n" +
                     std::string("\0a", 2) + "\r\n" + b + disposition +
                     "files\"; filename=\"files\"\r\nContent-Type: image/png\r\n\r\nb\r\n" + b + disposition +
                     "files\"; filename=\"files\"\r\nContent-Type: application/octet-stream\r\n\r\nc\r\n" + b +
                     disposition + "note\"\r\n\r\nhello\r\n" + b + disposition +
                     "meta\"\r\nContent-Type: application/json\r\n\r\n" + quoted("{'k':1}") + "\r\n" + b + disposition +
                     "a%22%0D%0Ab\"\r\n\r\n2\r\n" + b + "--\r\n"));
        for (const char *wrong : {"{'file':'no base64!'}", "{'file':5}", "{'file':'data:text/plain,abc'}",
                                  "{'file':'data:a\\r\\nb;base64,AGE='}", "{'files':['AGE=','?']}"}) {
            const auto refused = act.build(wrong);
            QVERIFY2(!refused && says(refused.error(), "base64"), wrong);
        }
    }
    void formsOfSwagger2() {
        const Action act =
            action("post", "/a",
                   "{'consumes':['multipart/form-data'],'parameters':["
                   "{'name':'f','in':'formData','type':'file'},{'name':'n','in':'formData','type':'string'}]}",
                   "'swagger':'2.0'");
        const auto request = act.build("{'f':'AGE=','n':'x'}");
        QVERIFY(request);
        QVERIFY(headerOf(*request, "Content-Type").starts_with("multipart/form-data"));
        QVERIFY(request->body.find("filename=\"f\"") != std::string::npos);
    }
    void sendsNoBodyWhenThereIsNone() {
        const Action act = action("post", "/a",
                                  "{'requestBody':{'content':{'application/json':{'schema':{'type':'object',"
                                  "'properties':{'a':{}}}}}}}");
        const auto request = act.build("{}");
        QVERIFY(request);
        QVERIFY(request->body.empty());
        QCOMPARE(headerOf(*request, "Content-Type"), std::string());
    }
    void saysWhatItCannotWrite() {
        const auto refused = withBody("application/xml", "{'type':'object','properties':{'a':{}}}").build("{'a':1}");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QVERIFY(says(refused.error(), "application/xml"));
        QVERIFY(!withBody("multipart/mixed", "{}").build("{'body':'AGE='}"));
    }
    void takesNoArgumentThatNobodyDescribed() {
        const Action closed = withBody("application/json", "{'type':'object','properties':{'amount':{}}}");
        const auto refused = closed.build("{'amonut':1}");
        QVERIFY(!refused);
        QVERIFY(says(refused.error(), "'amonut'") && says(refused.error(), "'amount'"));
        QVERIFY(!withParameter("query", "", "{}").build("{'x':1,'y':2}"));
        const Action open =
            withBody("application/json", "{'type':'object','properties':{'a':{}},'additionalProperties':true}");
        QCOMPARE(open.build("{'a':1,'z':2}")->body, quoted("{'a':1,'z':2}"));
    }
    void membersOfAnObjectCannotPoseAsAnotherParameter() {
        const Action act = action("get", "/a",
                                  "{'parameters':[{'name':'filter','in':'query','schema':{'type':'object'}},"
                                  "{'name':'admin','in':'query','schema':{}}]}");
        QVERIFY(act.build("{'filter':{'colour':'red'}}"));
        const auto refused = act.build("{'filter':{'admin':true}}");
        QVERIFY(!refused);
        QVERIFY(says(refused.error(), "filter"));
    }

    void missingAndEmptyPathValues() {
        const Action act = withParameter("path", "", "{}");
        for (const char *arguments : {"{}", "{'x':''}", "{'x':null}", "{'x':[]}", "{'x':['']}", "{'x':{}}"}) {
            const auto refused = act.build(arguments);
            QVERIFY2(!refused, arguments);
            QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
            QVERIFY(says(refused.error(), "'x'"));
        }
    }
    void dotSegmentsAreRefused_data() {
        QTest::addColumn<QString>("value");
        for (const char *value : {".", "..", "../b", "a/../../c", "a\\..\\c", "%2e%2e", "%2E.", "..%2fb",
                                  "%252e%252e/b", "..;x", "a/..;x=1/b", "./b", "a/."})
            QTest::newRow(value) << value;
    }
    void dotSegmentsAreRefused() {
        QFETCH(QString, value);
        const Action act = withParameter("path", "", "{}");
        const auto refused = act.build(json::object{{"x", value.toStdString()}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    }
    void dotsElsewhereAreFine() {
        const Action act = withParameter("path", "", "{}");
        for (const char *value : {"...", "a..b", "..a", "a.", "docs/readme.md", ".git"}) {
            const auto request = act.build(json::object{{"x", value}});
            QVERIFY2(request, value);
        }
        // Where the path itself makes something of the dots.
        const Action file = action("get", "/files/{x}.json", "{}");
        QVERIFY(file.build("{'x':'..'}"));
        const Action two = action("get", "/files/{x}{y}", "{}");
        QVERIFY(!two.build("{'x':'.','y':'.'}"));
    }

    void servers_data() {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("url"); // or a word of the message
        QTest::addColumn<bool>("taken");
        QTest::newRow("plain") << "https://api.test"
                               << "https://api.test/a" << true;
        QTest::newRow("path") << "https://api.test/v1/"
                              << "https://api.test/v1/a" << true;
        QTest::newRow("port") << "http://api.test:8080/v1"
                              << "http://api.test:8080/v1/a" << true;
        QTest::newRow("IPv6") << "http://[::1]:8080"
                              << "http://[::1]:8080/a" << true;
        QTest::newRow("none") << ""
                              << "connections.yaml" << false;
        QTest::newRow("relative") << "/v1"
                                  << "absolute" << false;
        QTest::newRow("variable") << "https://{region}.api.test"
                                  << "variable" << false;
        QTest::newRow("user") << "https://me:pw@api.test"
                              << "user name" << false;
        QTest::newRow("query") << "https://api.test/?a=b"
                               << "query" << false;
        QTest::newRow("fragment") << "https://api.test/#a"
                                  << "fragment" << false;
        QTest::newRow("file") << "file:///etc"
                              << "http" << false;
        QTest::newRow("websocket") << "ws://api.test"
                                   << "http" << false;
        QTest::newRow("dots") << "https://api.test/v1/.."
                              << "leave" << false;
    }
    void servers() {
        QFETCH(QString, server);
        QFETCH(QString, url);
        QFETCH(bool, taken);
        const auto request = action("get", "/a", "{}").build("{}", server.toStdString());
        QCOMPARE(request.has_value(), taken);
        if (taken) {
            QCOMPARE(QString::fromStdString(request->url), url);
        } else {
            QVERIFY2(says(request.error(), url.toStdString()), request.error().message.c_str());
            QVERIFY(!says(request.error(), "pw"));
        }
    }
    void knowsWhatLeavesTheServer_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("below");
        QTest::newRow("itself") << "https://api.test/v1" << true;
        QTest::newRow("below") << "https://api.test/v1/a?b=c" << true;
        QTest::newRow("query only") << "https://api.test/v1?b=/../x" << true;
        QTest::newRow("host in capitals") << "https://API.test/v1/a" << true;
        for (const char *url :
             {"http://api.test/v1/a", "https://api.test:444/v1/a", "https://evil.test/v1/a", "https://api.test/v10/a",
              "https://api.test/v2", "https://api.test/", "https://api.test@evil.test/v1/a",
              "https://api.test/v1/../v2", "https://api.test/v1/%2e%2E/v2", "https://api.test/v1/a/..%2f..%2fv2",
              "https://api.test\\@evil.test/v1/a", "https://api.test/v1/a#b", "https://user@api.test/v1/a", "/v1/a",
              ""})
            QTest::newRow(url) << url << false;
    }
    void knowsWhatLeavesTheServer() {
        QFETCH(QString, url);
        QFETCH(bool, below);
        QCOMPARE(checkBelow(url.toStdString(), "https://api.test/v1/").has_value(), below);
    }
    void pathsAsDescriptionsWriteThem() {
        QCOMPARE(action("get", "/a b/ü#X-Target=c", "{}").build("{}")->url,
                 std::string("https://api.test/v1/a%20b/%C3%BC"));
        QCOMPARE(action("get", "/a?Action=List", "{'parameters':[{'name':'x','in':'query','schema':{}}]}")
                     .build("{'x':1}")
                     ->url,
                 std::string("https://api.test/v1/a?Action=List&x=1"));
        QCOMPARE(action("get", "a/{id}:verb", "{}").build("{'id':'b c'}")->url,
                 std::string("https://api.test/v1/a/b%20c:verb"));
    }

    /// Whatever text an agent puts into a path or a query, the request keeps its origin, the depth of its path and
    /// every other parameter, and the server reads exactly the text.
    void textNeverLeavesItsPlace() {
        const unsigned seed = std::random_device()();
        std::mt19937 random(seed);
        const Action act =
            action("get", "/a/{x}/b/{y}",
                   "{'parameters':[{'name':'q','in':'query','schema':{}},{'name':'r','in':'query','schema':{}},"
                   "{'name':'d','in':'query','style':'deepObject','schema':{}}]}");
        static const std::vector<std::string> Pieces{"/",
                                                     "..",
                                                     ".",
                                                     "\\",
                                                     "?",
                                                     "#",
                                                     "&",
                                                     "=",
                                                     "%",
                                                     "%2f",
                                                     "%2e",
                                                     "%00",
                                                     ":",
                                                     "@",
                                                     ";",
                                                     "//",
                                                     "+",
                                                     " ",
                                                     "\r\n",
                                                     "ü",
                                                     "a",
                                                     "Z9",
                                                     "\t",
                                                     "[",
                                                     "]",
                                                     "{x}",
                                                     "{",
                                                     "}",
                                                     "http://evil.test",
                                                     "|",
                                                     "\"",
                                                     "<",
                                                     "\x7f"};
        const auto text = [&] {
            std::string out;
            for (unsigned n = random() % 6 + 1; n > 0; --n)
                out += Pieces[random() % Pieces.size()];
            return out;
        };
        int built = 0;
        for (int i = 0; i < 20'000; ++i) {
            const std::string x = text(), y = text(), q = text(), key = text();
            const auto request =
                act.build(json::object{{"x", x}, {"y", y}, {"q", q}, {"r", "fixed"}, {"d", {{key, q}}}});
            const std::string context =
                "seed " + std::to_string(seed) + ": " + (request ? request->url : x + " | " + y);
            if (!request) {
                QCOMPARE(request.error().code, ErrorCode::InvalidArgument);
                QVERIFY2((x + y).find('.') != std::string::npos || (x + y).find("%2e") != std::string::npos,
                         context.c_str());
                continue;
            }
            ++built;
            const std::string url = request->url;
            QVERIFY2(net::originOf(url) == "https://api.test", context.c_str());
            const std::string path = pathOf(url);
            QVERIFY2(std::count(path.begin(), path.end(), '/') == 5, context.c_str());
            const std::size_t firstEnd = path.find('/', 6);
            QVERIFY2(path.starts_with("/v1/a/") && detail::percentDecoded(path.substr(6, firstEnd - 6)) == x,
                     context.c_str());
            QVERIFY2(path.compare(firstEnd, 3, "/b/") == 0 && detail::percentDecoded(path.substr(firstEnd + 3)) == y,
                     context.c_str());
            const std::vector<std::pair<std::string, std::string>> expected{
                {"q", q}, {"r", "fixed"}, {"d[" + key + "]", q}};
            QVERIFY2(decodedPairs(queryOf(url)) == expected, context.c_str());
        }
        QVERIFY2(built > 5'000, std::to_string(built).c_str());
    }
    void base64RoundTrip() {
        std::mt19937 random(7);
        for (std::size_t size = 0; size < 200; ++size) {
            std::string bytes(size, '\0');
            for (char &c : bytes)
                c = static_cast<char>(random());
            const std::string text = detail::base64Encoded(bytes);
            QCOMPARE(text, QByteArray::fromStdString(bytes).toBase64().toStdString());
            QVERIFY(detail::base64Decoded(text) == bytes);
            QVERIFY(detail::base64Decoded(text.substr(0, text.find('='))) == bytes);
        }
        for (const char *wrong : {"A", "A===", "AA=", "AAA==", "AA==AA", "A B", "====", "A=A="})
            QVERIFY2(!detail::base64Decoded(wrong), wrong);
    }
};

QTEST_GUILESS_MAIN(TestHttpAction)
#include "tst_http_action.moc"
