#include "base/hash.h"
#include "base/seal.h"

#include <QTest>

using namespace actionscope;

class TestSeal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void opensForTheSameKeyAndPurposeOnly() {
        const std::string key = randomBytes(32), other = randomBytes(32);
        for (const std::string &text : {std::string(), std::string("a"), std::string(100'000, 'x')}) {
            const auto sealed = seal(key, "a purpose", text);
            QVERIFY(sealed);
            QCOMPARE(*unseal(key, "a purpose", *sealed), text);
            QCOMPARE(unseal(key, "another", *sealed).error().code, ErrorCode::Corrupt);
            QCOMPARE(unseal(other, "a purpose", *sealed).error().code, ErrorCode::Corrupt);
            QVERIFY(*seal(key, "a purpose", text) != *sealed);
        }
    }
    void anyChangeIsNoticed() {
        const std::string key = randomBytes(32);
        const std::string sealed = *seal(key, "p", "a few words");
        for (std::size_t i = 0; i < sealed.size(); ++i) {
            std::string altered = sealed;
            altered[i] = static_cast<char>(altered[i] ^ 1);
            QVERIFY(!unseal(key, "p", altered));
            QVERIFY(!unseal(key, "p", sealed.substr(0, i)));
        }
    }
    void aKeyHasItsSize() {
        QCOMPARE(seal("short", "p", "text").error().code, ErrorCode::InvalidArgument);
        QCOMPARE(unseal("short", "p", std::string(40, 'x')).error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(TestSeal)
#include "tst_seal.moc"
