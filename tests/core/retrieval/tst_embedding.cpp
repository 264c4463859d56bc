#include "retrieval/embedding.h"

#include "retrieval/detail/prose.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::retrieval;

class TestEmbedding : public QObject {
    Q_OBJECT
    static std::shared_ptr<const catalog::Segment> segmentOf(catalog::Capability capability) {
        std::vector<catalog::Capability> all;
        all.push_back(std::move(capability));
        return catalog::Segment::build(std::move(all)).value();
    }
    static bool has(const EmbeddedText &text, std::string_view words) {
        return std::any_of(text.parts.begin(), text.parts.end(),
                           [&](const EmbeddedText::Part &part) { return part.text.find(words) != std::string::npos; });
    }
private Q_SLOTS:
    void sentencesEndAtStopsAndEmptyLines() {
        using detail::firstSentences;
        const auto sentences = firstSentences("Get v1.2 of a pet. Needs a key!\n\nSecond block", 5);
        QCOMPARE(sentences.size(), 3U);
        QCOMPARE(sentences[0], std::string("Get v1.2 of a pet"));
        QCOMPARE(firstSentences("One. Two. Three. Four.", 2).size(), 2U);
        QVERIFY(firstSentences("", 3).empty());
        QVERIFY(firstSentences(" -- 12 ... ", 3).empty());
    }

    void markupAndAddressesAreLeftOut() {
        const std::string plain =
            detail::plainProse("<p class=\"x\">See **the** `docs` at https://example.com/secret?x=1 if 3 < 4</p>");
        QVERIFY(plain.find("class") == std::string::npos);
        QVERIFY(plain.find("secret") == std::string::npos);
        QVERIFY(plain.find('*') == std::string::npos);
        QVERIFY(plain.find("3 < 4") != std::string::npos);
    }

    void pathsGiveTheirLastFixedSegments() {
        QCOMPARE(detail::pathTail("/v1/repos/{owner}/issues/{number}/labels", 2), std::string("issues labels"));
        QCOMPARE(detail::pathTail("/{all}", 2), std::string());
        QCOMPARE(detail::pathTail("", 2), std::string());
    }

    void everythingThatDescribesAnActionIsEmbedded() {
        catalog::Capability capability;
        capability.name = "removePet";
        capability.title = "Removes a pet";
        capability.description = "Removes a pet. It cannot be undone.";
        capability.method = catalog::Method::Delete;
        capability.path = "/pets/{id}";
        capability.tags = {"animals"};
        capability.parameters = {{.name = "petId", .description = "hidden words", .type = "string"}};
        capability.secrets = {"API_KEY"};
        capability.server = "https://secret.example.com";
        const auto segment = segmentOf(capability);
        catalog::ServiceInfo service;
        service.id = "pet-store";
        const EmbeddedText text = embeddedText(segment->at(0), service);
        for (const char *words : {"removePet", "pets", "animals", "petId", "pet-store", "Removes a pet", "undone"})
            QVERIFY2(has(text, words), words);
        // CD4: never schemas, bodies or secrets.
        for (const char *words : {"hidden words", "API_KEY", "secret.example", "string"})
            QVERIFY2(!has(text, words), words);
        QCOMPARE(text.method, std::string("DELETE"));
        const auto summaries = std::count_if(text.parts.begin(), text.parts.end(), [](const EmbeddedText::Part &part) {
            return part.text.find("Removes a pet") != std::string::npos;
        });
        QCOMPARE(summaries, 1); // a description that repeats the summary does not count it twice
    }

    void namesAreEmbeddedAlone() {
        catalog::Capability capability;
        capability.name = "removePet";
        capability.description = "Prose";
        const auto segment = segmentOf(capability);
        const EmbeddedText text = embeddedName(segment->at(0));
        QCOMPARE(text.parts.size(), 1U);
        QVERIFY(!has(text, "Prose"));
    }

    void joinedTextIsBounded() {
        catalog::Capability capability;
        capability.name = "x";
        for (int i = 0; i < 200; ++i)
            capability.description += "A long sentence number " + std::to_string(i) + " about nothing at all. ";
        for (int i = 0; i < 500; ++i)
            capability.tags.push_back("täg" + std::to_string(i));
        const auto segment = segmentOf(capability);
        const std::string joined = embeddedText(segment->at(0), {}).joined();
        QVERIFY(joined.size() <= 1200);
        QVERIFY(joined.starts_with("x"));
    }
};

QTEST_GUILESS_MAIN(TestEmbedding)
#include "tst_embedding.moc"
