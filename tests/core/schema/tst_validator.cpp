#include "schema/validator.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::schema;

namespace {

std::shared_ptr<const Validator> compiled(std::string_view schema, bool formats = false) {
    ValidatorOptions options;
    options.checkFormats = formats;
    auto validator = Validator::compile(parseJson(schema).value(), options);
    if (!validator)
        qWarning("%s", validator.error().message.c_str());
    return validator ? *validator : nullptr;
}

std::string complaints(std::string_view schema, std::string_view value) {
    const auto validator = compiled(schema);
    return validator ? describe(validator->validate(parseJson(value).value()).value()) : "does not compile";
}

std::string compileError(std::string_view schema) {
    const auto validator = Validator::compile(parseJson(schema).value());
    return validator ? std::string() : validator.error().message;
}

} // namespace

class TestValidator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhereAndWhyWithoutTheValue() {
        const std::string_view schema =
            "{\"type\":\"object\",\"required\":[\"owner\",\"repo\"],\"additionalProperties\":false,\"properties\":{"
            "\"owner\":{\"type\":\"string\",\"maxLength\":3},\"repo\":{\"type\":\"string\"},\"labels\":{\"type\":"
            "\"array\",\"items\":{\"enum\":[\"bug\",\"idea\"]}}}}";
        QCOMPARE(complaints(schema, "{\"owner\":\"ana\",\"repo\":\"x\",\"labels\":[\"bug\"]}"), std::string());
        QCOMPARE(complaints(schema, "{\"owner\":\"a-secret\",\"labels\":[\"idea\",\"private\"],\"token\":\"hush\"}"),
                 std::string("the arguments: lacks the required member `repo`; /owner: must have at most 3 characters; "
                             "/labels/1: is not one of the 2 allowed values; /token: there is no member of this name"));
        const auto violations = compiled(schema)->validate(parseJson("{\"owner\":1,\"repo\":\"x\"}").value()).value();
        QCOMPARE(violations.size(), std::size_t(1));
        QCOMPARE(violations[0].instance, std::string("/owner"));
        QCOMPARE(violations[0].keyword, std::string("/properties/owner/type"));
        QCOMPARE(violations[0].message, std::string("must be a string, not a number"));
    }
    void explainsTheAlternativeThatWasMeant() {
        const std::string_view schema = "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"object\",\"required\":[\"id\"],"
                                        "\"properties\":{\"id\":{\"type\":\"integer\"}}}]}";
        QCOMPARE(complaints(schema, "{\"id\":\"x\"}"), std::string("/id: must be an integer, not a string"));
        QCOMPARE(complaints(schema, "[]"), std::string("the arguments: fits none of the 2 alternatives"));
    }
    void refusesWhatItCannotHonour_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("where");
        QTest::newRow("remote reference") << "{\"properties\":{\"a\":{\"$ref\":\"https://example.test/x.json\"}}}"
                                          << "/properties/a/$ref";
        QTest::newRow("file reference") << "{\"$ref\":\"file:///etc/passwd\"}"
                                        << "/$ref";
        QTest::newRow("dangling pointer") << "{\"$ref\":\"#/$defs/none\"}"
                                          << "/$ref";
        QTest::newRow("look-ahead") << "{\"pattern\":\"^(?=a)b\"}"
                                    << "/pattern";
        QTest::newRow("look-behind") << "{\"pattern\":\"(?<!a)b\"}"
                                     << "/pattern";
        QTest::newRow("back reference") << "{\"pattern\":\"(a)\\\\1\"}"
                                        << "/pattern";
        QTest::newRow("no pattern") << "{\"patternProperties\":{\"(\":{}}}"
                                    << "/patternProperties/(";
        QTest::newRow("type of another type") << "{\"type\":5}"
                                              << "/type";
        QTest::newRow("unknown type") << "{\"type\":\"strnig\"}"
                                      << "/type";
        QTest::newRow("required as text") << "{\"properties\":{\"a\":{\"required\":\"yes\"}}}"
                                          << "/properties/a/required";
        QTest::newRow("negative length") << "{\"minLength\":-1}"
                                         << "/minLength";
        QTest::newRow("fractional length") << "{\"maxItems\":1.5}"
                                           << "/maxItems";
        QTest::newRow("bound as text") << "{\"minimum\":\"0\"}"
                                       << "/minimum";
        QTest::newRow("multiple of nothing") << "{\"multipleOf\":0}"
                                             << "/multipleOf";
        QTest::newRow("schema as text") << "{\"items\":\"string\"}"
                                        << "/items";
        QTest::newRow("list that is none") << "{\"allOf\":{}}"
                                           << "/allOf";
        QTest::newRow("name twice") << "{\"$defs\":{\"a\":{\"$id\":\"x\"},\"b\":{\"$id\":\"x\"}}}"
                                    << "/$defs/b/$id";
        QTest::newRow("no schema at all") << "[]"
                                          << "the schema";
    }
    void refusesWhatItCannotHonour() {
        QFETCH(QString, schema);
        QFETCH(QString, where);
        const std::string message = compileError(schema.toStdString());
        QVERIFY2(message.rfind(where.toStdString() + ":", 0) == 0, message.c_str());
    }
    void readsOlderDrafts() {
        QCOMPARE(complaints("{\"minimum\":5,\"exclusiveMinimum\":true}", "5"),
                 std::string("the arguments: must be above 5"));
        QCOMPARE(complaints("{\"items\":[{\"type\":\"string\"}],\"additionalItems\":false}", "[\"a\",1]"),
                 std::string("/1: nothing is allowed here"));
        QCOMPARE(complaints("{\"dependencies\":{\"a\":[\"b\"]}}", "{\"a\":1}"),
                 std::string("the arguments: lacks the member `b`, which goes with another that is there"));
        QCOMPARE(complaints("{\"$ref\":\"#/definitions/x\",\"definitions\":{\"x\":{\"type\":\"null\"}}}", "1"),
                 std::string("the arguments: must be null, not a number"));
    }
    void countsInDecimal() {
        QCOMPARE(complaints("{\"multipleOf\":0.01}", "19.99"), std::string());
        QCOMPARE(complaints("{\"multipleOf\":0.01}", "19.999"),
                 std::string("the arguments: must be a multiple of 1E-2"));
        QCOMPARE(complaints("{\"maximum\":9007199254740992}", "9007199254740993"),
                 std::string("the arguments: must be at most 9007199254740992"));
        QCOMPARE(complaints("{\"type\":\"integer\"}", "3.0"), std::string());
    }
    void checksFormatsOnlyWhenAsked() {
        const std::string_view schema = "{\"format\":\"date-time\"}";
        const json::value value = "yesterday";
        QVERIFY(compiled(schema)->validate(value)->empty());
        QCOMPARE(compiled(schema, true)->validate(value)->size(), std::size_t(1));
        QVERIFY(compiled(schema, true)->validate(json::value("2026-11-21T09:41:07.112Z"))->empty());
    }
    void readsPatternsOfEcmascript_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("matches");
        QTest::newRow("no-break space is white") << "^\\s$" << QString(QChar(0xA0)) << true;
        QTest::newRow("dot takes no line end") << "^.$" << QString(QChar(0x2028)) << false;
        QTest::newRow("end is the end") << "a$"
                                        << "a\n"
                                        << false;
        QTest::newRow("code point") << "^\\u00e9$" << QString(QChar(0xE9)) << true;
        QTest::newRow("surrogates") << "^\\ud83d\\ude00$" << QString::fromUcs4(U"\U0001F600", 1) << true;
        QTest::newRow("long property") << "^\\p{Lowercase_Letter}+$"
                                       << "abc" << true;
        QTest::newRow("named group") << "^(?<year>\\d{4})$"
                                     << "2026" << true;
        QTest::newRow("bracket in a class") << "^[[:]$"
                                            << "[" << true;
        QTest::newRow("anything") << "^[^]$"
                                  << "\n"
                                  << true;
        QTest::newRow("digits are ASCII") << "^\\d$" << QString(QChar(0x0663)) << false;
        QTest::newRow("backspace in a class") << "^[\\b]$"
                                              << "\b" << true;
    }
    void readsPatternsOfEcmascript() {
        QFETCH(QString, pattern);
        QFETCH(QString, text);
        QFETCH(bool, matches);
        const json::value schema{{"pattern", pattern.toStdString()}};
        const auto validator = Validator::compile(schema);
        QVERIFY2(validator, validator ? "" : validator.error().message.c_str());
        QCOMPARE((*validator)->validate(json::value(json::string(text.toStdString())))->empty(), matches);
    }
    void reportsNoMoreThanAsked() {
        ValidatorOptions options;
        options.limits.violations = 3;
        const auto validator =
            Validator::compile(parseJson("{\"items\":{\"type\":\"string\"}}").value(), options).value();
        const auto violations = validator->validate(parseJson("[1,2,3,4,5]").value()).value();
        QCOMPARE(violations.size(), std::size_t(3));
        QCOMPARE(describe(violations, 1), std::string("/0: must be a string, not a number; and 2 more"));
    }
};

QTEST_GUILESS_MAIN(TestValidator)
#include "tst_validator.moc"
