/// A group put into thesaurus.yaml: only its bytes, and only what it says.

#include "retrieval/thesaurus.h"
#include "retrieval/thesaurus_edit.h"

#include <QtTest>
#include <algorithm>

using namespace actionscope;
using retrieval::addSynonym;
using retrieval::Thesaurus;

namespace {

bool standTogether(const std::string &yaml, const std::string &term, const std::string &other) {
    const auto read = Thesaurus::withText(yaml, "t");
    if (!read)
        return false;
    const auto related = (*read)->related(term);
    return std::find(related.begin(), related.end(), other) != related.end();
}

} // namespace

class TestThesaurusEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyTheGroupIsAdded_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        const auto row = [](const char *name, const char *before, const char *after) {
            QTest::newRow(name) << QString(before) << QString(after);
        };
        row("a list", "groups:\n  - [shipment, parcel]\n", "groups:\n  - [shipment, parcel]\n  - [wombat, kangaroo]\n");
        row("comments stay", "# ours\ngroups: # all\n- [shipment, parcel] # Ana\n# end\n",
            "# ours\ngroups: # all\n- [shipment, parcel] # Ana\n# end\n- [wombat, kangaroo]\n");
        row("no line break at the end", "groups:\n    - [shipment, parcel]",
            "groups:\n    - [shipment, parcel]\n    - [wombat, kangaroo]\n");
        row("groups written over lines", "groups:\n  -\n    - shipment\n    - parcel\n",
            "groups:\n  -\n    - shipment\n    - parcel\n  - [wombat, kangaroo]\n");
        row("before what follows",
            "groups:\n  - [shipment, parcel]\n\n# what several words mean\nphrases:\n  set sail: [depart]\n",
            "groups:\n  - [shipment, parcel]\n  - [wombat, kangaroo]\n\n# what several words mean\nphrases:\n  set "
            "sail: [depart]\n");
        row("behind what comes before", "phrases:\n  set sail: [depart]\ngroups:\n  - [shipment, parcel]\n",
            "phrases:\n  set sail: [depart]\ngroups:\n  - [shipment, parcel]\n  - [wombat, kangaroo]\n");
        row("no groups yet", "phrases:\n  set sail: [depart]\n",
            "phrases:\n  set sail: [depart]\ngroups:\n  - [wombat, kangaroo]\n");
        row("brackets", "groups: [[shipment, parcel]]\n", "groups: [[wombat, kangaroo], [shipment, parcel]]\n");
        row("all in braces", "{groups: [[shipment, parcel]]}\n",
            "{groups: [[wombat, kangaroo], [shipment, parcel]]}\n");
        row("empty brackets", "groups: []\n", "groups: [[wombat, kangaroo]]\n");
        row("only a comment", "# ours\n", "# ours\ngroups:\n  - [wombat, kangaroo]\n");
        row("a mark at the beginning", "\xEF\xBB\xBFgroups: [[shipment, parcel]]\n",
            "\xEF\xBB\xBFgroups: [[wombat, kangaroo], [shipment, parcel]]\n");
    }
    void onlyTheGroupIsAdded() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const auto text = addSynonym(before.toStdString(), "wombat", "kangaroo", "thesaurus.yaml");
        QVERIFY2(text, text ? "" : text.error().toString().c_str());
        QCOMPARE(QString::fromStdString(*text), after);
        QVERIFY(standTogether(*text, "wombat", "kangaroo"));
    }

    void aNewFileSaysWhatItIs() {
        const auto text = addSynonym("", "wombat", "kangaroo", "thesaurus.yaml");
        QVERIFY(text && text->starts_with("# ") && standTogether(*text, "wombat", "kangaroo"));
        // And goes on with the next one.
        const auto more = addSynonym(*text, "customer", "patron", "thesaurus.yaml");
        QVERIFY(more && more->starts_with(*text));
    }

    void wordsThatYamlReadsAsSomethingElseAreQuoted() {
        for (const char *word : {"null", "true", "2024"}) {
            const auto text = addSynonym("", word, "parcel", "t");
            QVERIFY2(text, word);
            QVERIFY(text->find('"' + std::string(word) + '"') != std::string::npos);
        }
    }

    void whatSaysNothingIsRefused() {
        const auto code = [](std::string_view text, const char *word, const char *other) {
            const auto result = addSynonym(text, word, other, "t");
            return result ? ErrorCode::Internal : result.error().code;
        };
        QCOMPARE(code("", "two words", "parcel"), ErrorCode::InvalidArgument);
        QCOMPARE(code("", "", "parcel"), ErrorCode::InvalidArgument);
        QCOMPARE(code("", "parcels", "parcel"), ErrorCode::InvalidArgument); // one stem
        QCOMPARE(code("", "delete", "remove"), ErrorCode::AlreadyExists);    // shipped
        QCOMPARE(code("groups: [[wombat, kangaroo]]", "kangaroo", "wombat"), ErrorCode::AlreadyExists);
        QCOMPARE(code("groups:\n", "wombat", "kangaroo"), ErrorCode::ParseError);
        QCOMPARE(code("groups: 3\n", "wombat", "kangaroo"), ErrorCode::ParseError); // never over a broken file
        QCOMPARE(code("groups:\n  - [one]\n", "wombat", "kangaroo"), ErrorCode::ParseError);
        // A shape that cannot be spliced: the file ends in a document mark.
        const auto odd = addSynonym("groups:\n  - [shipment, parcel]\n...\n", "wombat", "kangaroo", "t");
        QVERIFY(!odd && odd.error().code == ErrorCode::Unsupported);
        QVERIFY(odd.error().message.find("- [wombat, kangaroo]") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestThesaurusEdit)
#include "tst_thesaurus_edit.moc"
