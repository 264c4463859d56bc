#include "builders.h"

#include <QTest>
#include <cstring>

using namespace actionscope;
using namespace actionscope::catalog;

class TestSegment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesBackWhatWentIn() {
        std::mt19937 random(7);
        std::vector<Capability> in;
        for (int i = 0; i < 200; ++i)
            in.push_back(randomCapability(random, "a" + std::to_string(1000 + i)));
        in[5].curated = true;
        std::vector<Capability> shuffled = in;
        std::shuffle(shuffled.begin(), shuffled.end(), random);
        const auto segment = Segment::build(std::move(shuffled));
        QVERIFY(segment);
        QCOMPARE((*segment)->size(), 200U);
        for (std::uint32_t i = 0; i < 200; ++i)
            QVERIFY((*segment)->at(i).toCapability() == in[i]);
    }
    void readsItsOwnBytesFromElsewhere() {
        const auto segment = Segment::build({action("b"), action("a")}).value();
        auto copy = std::make_shared<std::vector<std::uint64_t>>(segment->bytes().size() / 8);
        std::memcpy(copy->data(), segment->bytes().data(), segment->bytes().size());
        const std::string_view bytes(reinterpret_cast<const char *>(copy->data()), segment->bytes().size());
        const auto again = Segment::fromBytes(bytes, copy);
        QVERIFY(again);
        QCOMPARE((*again)->at(0).name(), std::string_view("a"));
        QCOMPARE((*again)->find("b"), std::optional<std::uint32_t>(1));
        QVERIFY(!(*again)->find("c"));
    }
    void everyDamagedByteIsRefusedOrHarmless() {
        std::mt19937 random(3);
        std::vector<Capability> in;
        for (int i = 0; i < 4; ++i)
            in.push_back(randomCapability(random, "a" + std::to_string(i)));
        const auto segment = Segment::build(in).value();
        const std::size_t size = segment->bytes().size();
        auto copy = std::make_shared<std::vector<std::uint64_t>>(size / 8);
        auto *raw = reinterpret_cast<char *>(copy->data());
        for (std::size_t at = 0; at < size; ++at) {
            std::memcpy(raw, segment->bytes().data(), size);
            raw[at] = static_cast<char>(raw[at] ^ 0xFF);
            const auto damaged = Segment::fromBytes({raw, size}, copy);
            // Whatever is accepted must be readable in full: the sanitizers of the asan preset watch this.
            if (damaged) {
                for (std::uint32_t i = 0; i < (*damaged)->size(); ++i)
                    QVERIFY((*damaged)->at(i).toCapability().name.size() <= size);
            }
        }
        for (std::size_t cut = 0; cut < size; cut += 8) {
            std::memcpy(raw, segment->bytes().data(), size);
            const auto damaged = Segment::fromBytes({raw, cut}, copy);
            QVERIFY(!damaged);
            QCOMPARE(damaged.error().code, ErrorCode::Corrupt);
        }
    }
    void refusesANameTwice() {
        const auto segment = Segment::build({action("same"), action("other"), action("same")});
        QVERIFY(!segment);
        QCOMPARE(segment.error().code, ErrorCode::AlreadyExists);
        QVERIFY(segment.error().message.find("\"same\"") != std::string::npos);
    }
    void theDefinitionHashSeesEveryPart() {
        const Capability base = action("a");
        const auto hashOf = [](const Capability &c) { return Segment::build({c}).value()->at(0).definitionHash(); };
        QCOMPARE(hashOf(base), hashOf(base));
        std::vector<Capability> others(9, base);
        others[0].title = "Other";
        others[1].description = "More";
        others[2].method = Method::Delete;
        others[3].path = "/other";
        others[4].tags = {"t"};
        others[5].parameters = {{"p", "", "", Place::Query, false}};
        others[6].deprecated = true;
        others[7].hint = Hint::Destructive;
        others[8].parameters = {{"p", "", "", Place::Query, true}};
        for (std::size_t i = 0; i < others.size(); ++i) {
            QVERIFY2(hashOf(others[i]) != hashOf(base), std::to_string(i).c_str());
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(hashOf(others[i]) != hashOf(others[k]));
        }
    }
    void namesAreReadBack() {
        for (const Method method : {Method::Get, Method::Put, Method::Post, Method::Delete, Method::Patch})
            QCOMPARE(methodFromName(methodName(method)), std::optional(method));
        QCOMPARE(methodFromName("delete"), std::optional(Method::Delete));
        QVERIFY(!methodFromName(""));
        QCOMPARE(placeFromName("cookie"), std::optional(Place::Cookie));
        QCOMPARE(kindFromName("skill"), std::optional(Kind::Skill));
        QVERIFY(!kindFromName("skills"));
    }
};

QTEST_GUILESS_MAIN(TestSegment)
#include "tst_segment.moc"
