#include "schema/validator.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::schema;

namespace {

json::value parsed(const std::string &text) { return parseJson(text, {}, JsonLimits{4096}).value(); }

std::string repeated(const std::string &text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i)
        out += text;
    return out;
}

} // namespace

class TestValidatorHostile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSchemaThatRefersToItselfEnds() {
        for (const char *text :
             {"{\"$ref\":\"#\"}", "{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}", "{\"not\":{\"$ref\":\"#\"}}",
              "{\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}},\"$ref\":\"#/$defs/a\"}",
              "{\"$dynamicAnchor\":\"x\",\"$dynamicRef\":\"#x\"}"}) {
            const auto validator = Validator::compile(parsed(text));
            QVERIFY(validator);
            const auto result = (*validator)->validate(json::value(1));
            QVERIFY2(!result, text);
            QCOMPARE(result.error().code, ErrorCode::LimitExceeded);
            QVERIFY(result.error().message.find("limits.validation_") != std::string::npos);
        }
    }
    void alternativesThatDoubleEnd() {
        // Each level asks the next one twice: 2^30 checks without the cap.
        std::string text = "{\"$defs\":{\"l0\":{\"type\":\"string\"}";
        for (int i = 1; i <= 30; ++i) {
            const std::string below = std::to_string(i - 1);
            text += ",\"l" + std::to_string(i) + "\":{\"allOf\":[{\"$ref\":\"#/$defs/l" + below +
                    "\"},{\"$ref\":\"#/$defs/l" + below + "\"}]}";
        }
        text += "},\"$ref\":\"#/$defs/l30\"}";
        const auto validator = Validator::compile(parsed(text));
        QVERIFY(validator);
        const auto result = (*validator)->validate(json::value("x"));
        QVERIFY(!result);
        QVERIFY(result.error().message.find("limits.validation_steps") != std::string::npos);
    }
    void complaintsOfNestedAlternativesEnd() {
        std::string text = "{\"type\":\"string\"}";
        for (int i = 0; i < 60; ++i)
            text = "{\"anyOf\":[" + text + ",{\"type\":\"null\"}]}";
        const auto validator = Validator::compile(parsed(text));
        QVERIFY(validator);
        const auto result = (*validator)->validate(json::value(1));
        QVERIFY(!result || !result->empty());
    }
    void deepSchemasAndValuesAreRefused() {
        const auto schema = Validator::compile(parsed(repeated("{\"items\":", 2000) + "true" + repeated("}", 2000)));
        QVERIFY(!schema);
        QCOMPARE(schema.error().code, ErrorCode::LimitExceeded);
        QVERIFY(schema.error().message.find("limits.validation_depth") != std::string::npos);
        const auto validator = Validator::compile(parsed("{\"items\":{\"$ref\":\"#\"}}"));
        QVERIFY(validator);
        QVERIFY(!(*validator)->validate(parsed(repeated("[", 2000) + repeated("]", 2000))));
        QVERIFY((*validator)->validate(parsed(repeated("[", 100) + repeated("]", 100))));
    }
    void tooManySubschemasAreRefused() {
        json::object properties;
        for (int i = 0; i < 100'001; ++i)
            properties["p" + std::to_string(i)] = true;
        const auto validator = Validator::compile(json::value{{"properties", std::move(properties)}});
        QVERIFY(!validator);
        QVERIFY(validator.error().message.find("limits.schema_nodes") != std::string::npos);
    }
    void slowPatternsAreNotSlow() {
        const auto validator = Validator::compile(parsed("{\"pattern\":\"^(a+)+$\"}"));
        QVERIFY(validator);
        QCOMPARE((*validator)->validate(json::value(json::string(std::string(200'000, 'a') + "b")))->size(),
                 std::size_t(1));
    }
    void hugePatternsAreRefused() {
        for (const std::string &pattern : {std::string("((a{1,500}){1,500}){1,500}"), std::string(20'000, 'a')}) {
            const auto validator = Validator::compile(json::value{{"pattern", pattern}});
            QVERIFY(!validator);
            QVERIFY(validator.error().message.rfind("/pattern", 0) == 0);
        }
    }
    void manyEqualLookingItemsAreCompared() {
        json::array items;
        for (int i = 0; i < 50'000; ++i)
            items.emplace_back(i);
        const auto validator = Validator::compile(parsed("{\"uniqueItems\":true}")).value();
        QVERIFY(validator->validate(json::value(items))->empty());
        items.emplace_back(49'999.0);
        QCOMPARE(validator->validate(json::value(items))->size(), std::size_t(1));
    }
    void anIdInAValueIsNoName() {
        QVERIFY(Validator::compile(parsed("{\"enum\":[{\"$id\":\"x\"},{\"$id\":\"x\"}],\"const\":{\"$id\":5}}")));
    }
    void anEmptyReferenceStaysInside() {
        const auto validator =
            Validator::compile(parsed("{\"properties\":{\"a\":{\"$ref\":\"\"}},\"type\":\"object\"}"));
        QVERIFY(validator);
        QCOMPARE((*validator)->validate(parsed("{\"a\":1}"))->size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestValidatorHostile)
#include "tst_validator_hostile.moc"
