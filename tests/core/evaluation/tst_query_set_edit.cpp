#include "base/file.h"
#include "evaluation/detail/random.h"
#include "evaluation/query_set.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::evaluation;

namespace {

QuerySetEdit judge(std::string id, std::string action, std::optional<int> grade) {
    QuerySetEdit edit;
    edit.id = std::move(id);
    edit.action = std::move(action);
    edit.grade = grade;
    return edit;
}
QuerySetEdit add(JudgedQuery query) {
    QuerySetEdit edit;
    edit.kind = QuerySetEdit::Kind::Add;
    edit.query = std::move(query);
    return edit;
}
QuerySetEdit removal(std::string id) {
    QuerySetEdit edit;
    edit.kind = QuerySetEdit::Kind::Remove;
    edit.id = std::move(id);
    return edit;
}

const std::string Text = "# what people ask\n"
                         "name: everyday\n"
                         "queries:\n"
                         "  # -- mail ---\n"
                         "  - id: q1\n"
                         "    text: send it   # the first\n"
                         "    judgements: {mail.send: 3, 'mail.list': 1}\n"
                         "\n"
                         "  - {id: q2, text: \"a {b}\", judgements: {}}\n"
                         "  # -- files ---\n"
                         "  - id: q3\n"
                         "    text: >\n"
                         "      a long\n"
                         "      text\n"
                         "    judgements:\n"
                         "      files.remove: 2\n"
                         "      files.share: 0\n"
                         "    note: careful\n"
                         "  - id: q4\n"
                         "    text: nothing\n"
                         "# the end\n";

std::string edited(const std::string &text, const QuerySetEdit &edit) {
    const auto result = editQuerySet(text, edit, "queries/everyday.yaml");
    return result ? *result : result.error().toString();
}

std::string with(std::string text, const std::string &old, const std::string &by) {
    const auto at = text.find(old);
    return at == std::string::npos ? "no " + old : text.replace(at, old.size(), by);
}

} // namespace

class TestQuerySetEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void touchesOnlyWhatItIsAbout() {
        QCOMPARE(edited(Text, judge("q1", "mail.send", 2)), with(Text, "mail.send: 3", "mail.send: 2"));
        QCOMPARE(edited(Text, judge("q1", "mail.archive", 0)),
                 with(Text, "'mail.list': 1}", "'mail.list': 1, mail.archive: 0}"));
        QCOMPARE(edited(Text, judge("q2", "mail.send", 3)), with(Text, "judgements: {}", "judgements: {mail.send: 3}"));
        QCOMPARE(edited(Text, judge("q3", "files.share", 1)), with(Text, "files.share: 0", "files.share: 1"));
        QCOMPARE(edited(Text, judge("q3", "files.upload", 3)),
                 with(Text, "      files.remove", "      files.upload: 3\n      files.remove"));
        QCOMPARE(edited(Text, judge("q3", "files.share", {})), with(Text, "      files.share: 0\n", ""));
        QCOMPARE(edited(Text, judge("q4", "files.share", 2)),
                 with(Text, "    text: nothing", "    judgements: {files.share: 2}\n    text: nothing"));
        QCOMPARE(edited(Text, removal("q2")), with(Text, "  - {id: q2, text: \"a {b}\", judgements: {}}\n", ""));
        QCOMPARE(edited(Text, add({"q5", "a: b", "why", {{"mail.send", 3}}, 0})),
                 with(Text, "# the end",
                      "  - id: q5\n    text: \"a: b\"\n    judgements: {mail.send: 3}\n    note: why\n# the end"));
    }
    void changingNothingChangesNothing() {
        QCOMPARE(edited(Text, judge("q1", "mail.send", 3)), Text);
        QCOMPARE(edited(Text, judge("q4", "mail.send", {})), Text);
        QCOMPARE(edited(Text, judge("q3", "mail.send", {})), Text);
    }
    void keepsLineEndsAndByteOrderMarks() {
        std::string crlf = "\xEF\xBB\xBF";
        for (const char c : Text)
            crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
        const std::string result = edited(crlf, judge("q3", "files.upload", 3));
        QVERIFY(result.starts_with("\xEF\xBB\xBF"));
        QCOMPARE(std::count(result.begin(), result.end(), '\n'), std::count(result.begin(), result.end(), '\r'));
        QCOMPARE(std::count(result.begin(), result.end(), '\n'), std::count(Text.begin(), Text.end(), '\n') + 1);
    }
    void aFileWithoutAnEndIsAddedTo() {
        const std::string text = "queries:\n- id: q1\n  text: a";
        QCOMPARE(edited(text, add({"q2", "b", "", {}, 0})), text + "\n- id: q2\n  text: b\n  judgements: {}");
    }
    void makesAFile() {
        const auto text = editQuerySet("", add({"q1", "send", "", {{"mail.send", 3}}, 0}), "queries/mine.yaml");
        QVERIFY(text);
        const auto set = parseQuerySet(*text, "queries/mine.yaml");
        QVERIFY(set);
        QCOMPARE(set->name, std::string("mine"));
        QCOMPARE(set->queries.size(), std::size_t(1));
    }
    void theLastQueryLeavesAnEmptyList() {
        const std::string one = "name: x\nqueries:\n  - {id: q1, text: a}\n";
        const std::string none = edited(one, removal("q1"));
        const auto set = parseQuerySet(none, "x.yaml");
        QVERIFY2(set && set->queries.empty(), none.c_str());
        QVERIFY(parseQuerySet(edited(none, add({"q1", "b", "", {}, 0})), "x.yaml")->find("q1") != nullptr);
    }
    void refusesWhatIsWrong() {
        const auto code = [](const std::string &text, const QuerySetEdit &edit) {
            const auto result = editQuerySet(text, edit, "queries/everyday.yaml");
            return result ? ErrorCode::Internal : result.error().code;
        };
        QCOMPARE(code(Text, judge("q9", "mail.send", 3)), ErrorCode::NotFound);
        QCOMPARE(code(Text, judge("q1", "mail.send", 4)), ErrorCode::InvalidArgument);
        QCOMPARE(code(Text, judge("q1", "", 3)), ErrorCode::InvalidArgument);
        QCOMPARE(code(Text, add({"q1", "again", "", {}, 0})), ErrorCode::AlreadyExists);
        QCOMPARE(code(Text, add({"q7", "", "", {}, 0})), ErrorCode::InvalidArgument);
        QCOMPARE(code("queries: [", judge("q1", "mail.send", 3)), ErrorCode::ParseError);
        QCOMPARE(code("queries: &all\n- &a {id: q1, text: a, judgements: &j {m.s: 1}}\n- {id: q2, text: b, judgements: "
                      "*j}\n",
                      judge("q2", "m.s", 2)),
                 ErrorCode::Unsupported);
        QCOMPARE(code("queries: [{id: q1, text: a}]\n", add({"q2", "b", "", {}, 0})), ErrorCode::Unsupported);
    }
    void everySetSurvivesBeingWritten() {
        static const std::vector<std::string> Texts{
            "plain words",  "yes",        "null",       "3",         "a: b",
            "# no comment", "{a}",        "- item",     "'quoted'",  "\"double\" \\ back",
            "line\nbreak",  "tab\there",  " spaces ",   "ünïcödé ☃", "café",
            "\xE2\x80\xA8", "\x01\x7F",   "a, b",       "*alias",    "&anchor",
            "!tag",         "%directive", "@at",        "`tick`",    "~",
            "1e3",          "0x1F",       "ends with:", "true",      "x #y",
            "\xC2\x85next", "-",          "?",          "日本語",    "a\r\nb"};
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            detail::Random random(seed);
            const auto pick = [&] { return Texts[random.below(std::uint32_t(Texts.size()))]; };
            QuerySet set;
            set.name = "s" + std::to_string(seed);
            for (std::uint32_t i = random.below(5); i > 0; --i) {
                JudgedQuery query;
                query.id = pick() + std::to_string(i);
                query.text = pick();
                query.note = random.flip() ? pick() : "";
                for (std::uint32_t j = random.below(4); j > 0; --j)
                    query.judgements[pick()] = int(random.below(4));
                set.queries.push_back(std::move(query));
            }
            const std::string text = writeQuerySet(set);
            const auto again = parseQuerySet(text, "s.yaml");
            QVERIFY2(again, (again ? text : again.error().toString() + "\n" + text).c_str());
            QVERIFY2(*again == set, text.c_str());
            // And each single change of it means what it says: editQuerySet checks that, or refuses.
            for (const JudgedQuery &query : set.queries) {
                const auto graded = editQuerySet(text, judge(query.id, "svc.act", 2), "s.yaml");
                QVERIFY2(graded, graded ? "" : (graded.error().toString() + "\n" + text).c_str());
                QCOMPARE(parseQuerySet(*graded, "s.yaml")->find(query.id)->judgements.at("svc.act"), 2);
                const auto gone = editQuerySet(*graded, removal(query.id), "s.yaml");
                QVERIFY2(gone, gone ? "" : (gone.error().toString() + "\n" + text).c_str());
            }
        }
    }
    void editsTheSample() {
        const auto path = std::filesystem::path(ACTIONSCOPE_SOURCE_DIR) / "resources/sample/queries/everyday.yaml";
        const auto text = readFile(path, 1 << 20);
        QVERIFY(text);
        const auto set = parseQuerySet(*text, path);
        QVERIFY(set);
        for (const JudgedQuery &query : set->queries) {
            const auto result = editQuerySet(*text, judge(query.id, "harbor.something_new", 1), path);
            QVERIFY2(result, result ? "" : result.error().toString().c_str());
            // One line differs, and the comments are all there.
            QCOMPARE(std::count(result->begin(), result->end(), '#'), std::count(text->begin(), text->end(), '#'));
            const auto back = editQuerySet(*result, judge(query.id, "harbor.something_new", {}), path);
            QVERIFY(back);
            QVERIFY(*parseQuerySet(*back, path) == *set);
        }
    }
    void idsAreFree() {
        QuerySet set;
        set.queries = {{"q1", "a", "", {}, 0}, {"q3", "b", "", {}, 0}};
        QCOMPARE(freeQueryId(set), std::string("q4"));
        QCOMPARE(freeQueryId(QuerySet()), std::string("q1"));
    }
};

QTEST_GUILESS_MAIN(TestQuerySetEdit)
#include "tst_query_set_edit.moc"
