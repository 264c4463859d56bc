#include "builders.h"

#include "catalog/editor.h"

#include "base/file.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <set>

using namespace actionscope;
using namespace actionscope::catalog;
namespace fs = std::filesystem;

namespace {

Override override(std::string name, std::optional<Tier> risk = Tier::Write, std::string reason = "because",
                  std::optional<Approval> approval = {}) {
    Override o;
    o.action = std::move(name);
    o.risk = risk;
    o.reason = std::move(reason);
    o.approval = approval;
    return o;
}

std::string text(const Result<EditedText> &result) {
    return result ? result->text : "ERROR " + result.error().toString();
}
std::string edited(const std::string &before, const Edit &edit) { return text(applyEdits(before, "svc", {edit})); }

std::vector<std::pair<std::string, std::string>> corpus() {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto &entry : fs::directory_iterator(fs::path(ACTIONSCOPE_TEST_DATA) / "yaml"))
        files.emplace_back(entry.path().stem().string(), readFile(entry.path(), 1 << 20).value());
    std::sort(files.begin(), files.end());
    return files;
}

/// Equal but for places.
bool same(const Curated &a, const Curated &b) {
    return a.action == b.action && a.title == b.title && a.description == b.description &&
           a.parameters == b.parameters && a.tags == b.tags && a.method == b.method && a.path == b.path;
}
bool same(const HandFile &a, const HandFile &b) {
    return a.service == b.service && a.title == b.title && a.overrides == b.overrides &&
           std::equal(a.curated.begin(), a.curated.end(), b.curated.begin(), b.curated.end(),
                      [](const Curated &x, const Curated &y) { return same(x, y); });
}

/// Byte offset at which a line starts, from 1.
std::size_t lineOffset(const std::string &text, std::uint32_t line) {
    std::size_t at = 0;
    for (std::uint32_t i = 1; i < line && at != std::string::npos; ++i)
        at = text.find('\n', at) == std::string::npos ? text.size() : text.find('\n', at) + 1;
    return at;
}

/// What the model of the file is after the edit; an independent, slow statement of what edits mean.
bool applyToModel(HandFile &file, const Edit &edit) {
    if (const auto *set = std::get_if<SetOverride>(&edit)) {
        const auto found = std::find_if(file.overrides.begin(), file.overrides.end(), [&](const Override &o) {
            return o.action == set->value.action && o.match == set->value.match;
        });
        if (found == file.overrides.end())
            file.overrides.push_back(set->value);
        else
            *found = set->value;
        return true;
    }
    if (const auto *set = std::get_if<SetCurated>(&edit)) {
        const auto found = std::find_if(file.curated.begin(), file.curated.end(),
                                        [&](const Curated &c) { return c.action == set->value.action; });
        if (found == file.curated.end())
            file.curated.push_back(set->value);
        else
            *found = set->value;
        return true;
    }
    if (const auto *removed = std::get_if<RemoveCurated>(&edit))
        return std::erase_if(file.curated, [&](const Curated &c) { return c.action == removed->action; }) != 0;
    const auto &remove = std::get<RemoveOverride>(edit);
    return std::erase_if(file.overrides,
                         [&](const Override &o) { return o.action == remove.action && o.match == remove.match; }) != 0;
}

/// Random edits of what is there and of what is not.
class RandomEdit {
public:
    explicit RandomEdit(unsigned seed)
        : m_random(seed) {}
    Edit operator()(const HandFile &file) {
        switch (m_random() % 7) {
        case 0:
        case 1:
            return SetOverride{anyOverride(file)};
        case 2: {
            Override o = anyOverride(file);
            if (!file.overrides.empty())
                o = file.overrides[m_random() % file.overrides.size()];
            change(o);
            return SetOverride{o};
        }
        case 3: {
            const Override o = anyOverride(file);
            return RemoveOverride{o.action, o.match};
        }
        case 4:
            return RemoveCurated{file.curated.empty() || m_random() % 4 == 0
                                     ? "new_curated"
                                     : file.curated[m_random() % file.curated.size()].action};
        default:
            break;
        }
        Curated c;
        c.action = "new_curated";
        if (!file.curated.empty() && m_random() % 2 == 0)
            c = file.curated[m_random() % file.curated.size()];
        if (m_random() % 2 == 0)
            c.title = prose();
        if (m_random() % 2 == 0)
            c.description = prose();
        if (m_random() % 3 == 0)
            c.parameters["owner"] = prose();
        if (m_random() % 3 == 0)
            c.parameters.erase("repo");
        if (m_random() % 4 == 0)
            c.parameters["in: deed #1"] = "odd name";
        if (m_random() % 3 == 0)
            c.tags = {"one", "two, three"};
        std::erase_if(c.parameters, [](const auto &entry) { return entry.second.empty(); });
        return SetCurated{c};
    }

private:
    std::string prose() {
        const auto &strings = nastyStrings();
        return m_random() % 3 == 0 ? strings[m_random() % strings.size()] : "Prose " + std::to_string(m_random() % 100);
    }
    void change(Override &o) {
        const auto tier = [this] { return std::optional(static_cast<Tier>(m_random() % 3)); };
        switch (m_random() % 5) {
        case 0:
            o.risk = tier();
            break;
        case 1:
            o.approval = m_random() % 2 == 0 ? std::optional(Approval::Admin) : std::nullopt;
            break;
        case 2:
            o.reason = prose();
            break;
        case 3:
            o.consequence = prose();
            break;
        default:
            o.risk = std::nullopt;
        }
    }
    Override anyOverride(const HandFile &file) {
        static const char *const Names[] = {"repos_delete", "issues_list", "users_get", "brand_new", "another"};
        Override o = override(Names[m_random() % 5], static_cast<Tier>(m_random() % 3), prose());
        if (m_random() % 4 == 0 && !file.overrides.empty()) {
            o.action = file.overrides[m_random() % file.overrides.size()].action;
            o.match = o.action.empty() ? std::optional(Match{"/admin/**", {}, {}}) : std::nullopt;
        } else if (m_random() % 6 == 0) {
            o.action.clear();
            o.match = Match{"/x/{id}/*", Method::Delete, "a, b"};
        }
        return o;
    }
    std::mt19937 m_random;
};

} // namespace

class TestEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changesOneValueAndNothingElse() {
        const std::string before =
            "overrides:\n  # c\n  - action: a   # name\n    risk: write   # tier\n    reason: x\n";
        QCOMPARE(
            edited(before, SetOverride{override("a", Tier::Destructive, "x")}),
            std::string("overrides:\n  # c\n  - action: a   # name\n    risk: destructive   # tier\n    reason: x\n"));
        const auto result = applyEdits(before, "svc", {SetOverride{override("a", Tier::Destructive, "x")}});
        QCOMPARE(result->firstChanged, before.find("write"));
        QCOMPARE(result->removedBytes, std::size_t{4}); // "writ": the e is common
        QCOMPARE(result->addedBytes, std::size_t{10});  // "destructiv"
    }
    void nothingToChangeChangesNothing() {
        for (const auto &[name, before] : corpus()) {
            const HandFile file = parseHandFile(before, "svc.yaml").value();
            std::vector<Edit> edits;
            for (const Override &o : file.overrides)
                edits.emplace_back(SetOverride{o});
            if (name == "anchors" || name == "merge_keys" || name == "tagged" || name == "unknown_keys" ||
                name == "explicit_keys")
                continue;
            for (const Curated &c : file.curated)
                edits.emplace_back(SetCurated{c});
            QCOMPARE(text(applyEdits(before, "svc", edits)), before);
        }
    }
    void keepsTheQuotingOfAValue() {
        QCOMPARE(edited("overrides:\n- {action: 'a', risk: \"write\", reason: 'it''s'}\n",
                        SetOverride{override("a", Tier::Read, "it's so")}),
                 std::string("overrides:\n- {action: 'a', risk: \"read\", reason: 'it''s so'}\n"));
        QCOMPARE(edited("overrides:\n- action: a\n  risk: write\n  reason: >\n    long\n    text\n  # c\n",
                        SetOverride{override("a", Tier::Write, "other")}),
                 std::string("overrides:\n- action: a\n  risk: write\n  reason: >-\n    other\n  # c\n"));
    }
    void addsMembersInTheirPlace() {
        Override o = override("a", Tier::Write, "x", Approval::Admin);
        o.consequence = "Gone: all of it";
        QCOMPARE(edited("overrides:\n  - action: a\n    risk: write\n    # about the reason\n    reason: x\n",
                        SetOverride{o}),
                 std::string("overrides:\n  - action: a\n    risk: write\n    approval: admin\n    # about the reason\n"
                             "    reason: x\n    consequence: \"Gone: all of it\"\n"));
        QCOMPARE(edited("overrides:\n  - {action: a, risk: write, reason: x}  # c\n",
                        SetOverride{override("a", Tier::Write, "x", Approval::Admin)}),
                 std::string("overrides:\n  - {action: a, risk: write, approval: admin, reason: x}  # c\n"));
    }
    void removesMembersThatTheNewValueLacks() {
        QCOMPARE(edited("overrides:\n  - risk: write\n    action: a\n    approval: admin # c\n    reason: x\n",
                        SetOverride{override("a", {}, "x")}),
                 std::string("overrides:\n  - action: a\n    reason: x\n"));
        QCOMPARE(edited("overrides:\n  - risk: write\n    # stays\n    action: a\n    reason: x\n",
                        SetOverride{override("a", {}, "x")}),
                 std::string("overrides:\n  -\n    # stays\n    action: a\n    reason: x\n"));
        QCOMPARE(edited("overrides:\n  - {risk: write, action: a, reason: x, approval: admin}\n",
                        SetOverride{override("a", {}, "x")}),
                 std::string("overrides:\n  - {action: a, reason: x}\n"));
    }
    void addsAnEntryInTheStyleOfTheOthers() {
        QCOMPARE(edited("overrides:\n-   action: a\n    risk: read\n    # of a\n# foot\n", SetOverride{override("b")}),
                 std::string("overrides:\n-   action: a\n    risk: read\n    # of a\n-   action: b\n    risk: write\n"
                             "    reason: because\n# foot\n"));
        Override byMatch = override("", Tier::Destructive, "Admins only");
        byMatch.match = Match{"/admin/**", Method::Post, {}};
        QCOMPARE(edited("service: svc\r\noverrides:\r\n  - action: a", SetOverride{byMatch}),
                 std::string(
                     "service: svc\r\noverrides:\r\n  - action: a\r\n  - match: {path: \"/admin/**\", method: POST}\r\n"
                     "    risk: destructive\r\n    reason: Admins only"));
    }
    void makesTheSectionOrTheFileThatIsMissing() {
        const std::string entry = "overrides:\n  - action: b\n    risk: write\n    reason: because\n";
        QCOMPARE(edited("", SetOverride{override("b")}), "service: svc\n" + entry);
        QCOMPARE(edited("# mine\n", SetOverride{override("b")}), "# mine\nservice: svc\n" + entry);
        QCOMPARE(edited("\xEF\xBB\xBF", SetOverride{override("b")}), "\xEF\xBB\xBFservice: svc\n" + entry);
        QCOMPARE(edited("service: svc\n...\n", SetOverride{override("b")}), "service: svc\n" + entry + "...\n");
        QCOMPARE(edited("title: x", SetOverride{override("b")}), "title: x\n" + entry.substr(0, entry.size() - 1));
        QCOMPARE(edited("overrides: []  # none\ntitle: x\n", SetOverride{override("b")}),
                 "overrides:  # none\n" + entry.substr(entry.find('\n') + 1) + "title: x\n");
        QCOMPARE(edited("overrides: [{action: a}]\n", SetOverride{override("b")}),
                 std::string("overrides: [{action: a}, {action: b, risk: write, reason: because}]\n"));
    }
    void removesAnEntryAndItsCommentsOnly() {
        const std::string before =
            "overrides:\n  # of a\n  - action: a # x\n    # in a\n    risk: read\n  # of b\n  - action: b\n";
        QCOMPARE(edited(before, RemoveOverride{"a", {}}),
                 std::string("overrides:\n  # of a\n  # of b\n  - action: b\n"));
        QCOMPARE(edited(before, RemoveOverride{"b", {}}), before.substr(0, before.find("  - action: b")));
        QCOMPARE(edited("overrides: [{action: a}, {action: b}]\n", RemoveOverride{"b", {}}),
                 std::string("overrides: [{action: a}]\n"));
        QCOMPARE(edited("overrides: [{action: a}, {action: b}]\n", RemoveOverride{"a", {}}),
                 std::string("overrides: [{action: b}]\n"));
        QCOMPARE(edited("overrides: [{action: a}]\n", RemoveOverride{"a", {}}), std::string("overrides: []\n"));
        const auto missing = applyEdits(before, "svc", {RemoveOverride{"c", {}}});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        // DA11: what was curated is taken back the same way.
        const std::string prose =
            "curated:\n  # why\n  - action: a\n    description: x # said so\n  - action: b # stays\noverrides: []\n";
        QCOMPARE(edited(prose, RemoveCurated{"a"}),
                 std::string("curated:\n  # why\n  - action: b # stays\noverrides: []\n"));
        const auto nothing = applyEdits(prose, "svc", {RemoveCurated{"c"}});
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().code, ErrorCode::NotFound);
    }
    void setsProseOfCuratedActions() {
        Curated c;
        c.action = "a";
        c.description = "Two lines,\nof prose.";
        c.parameters = {{"owner", "The owner"}, {"x-y", "Other"}};
        c.tags = {"core"};
        QCOMPARE(
            edited("curated:\n  - action: a\n    parameters:\n      owner: Old # c\n      gone: x\n", SetCurated{c}),
            std::string(
                "curated:\n  - action: a\n    description: |-\n      Two lines,\n      of prose.\n    tags: [core]\n"
                "    parameters:\n      owner: The owner # c\n      x-y: Other\n"));
        QCOMPARE(
            edited("title: x\n", SetCurated{c}),
            std::string("title: x\ncurated:\n  - action: a\n    description: |-\n      Two lines,\n      of prose.\n"
                        "    tags: [core]\n    parameters:\n      owner: The owner\n      x-y: Other\n"));
    }
    void whatIsNotSafeIsRefusedWithTheSnippetToPaste() {
        const std::string anchors = readFile(fs::path(ACTIONSCOPE_TEST_DATA) / "yaml/anchors.yaml", 1 << 20).value();
        for (const char *name : {"repos_delete", "issues_list"}) {
            const auto result = applyEdits(anchors, "svc", {SetOverride{override(name, Tier::Read, "other")}});
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::Unsupported);
            QVERIFY2(result.error().message.ends_with("change it by hand:\n  - action: " + std::string(name) +
                                                      "\n    risk: read\n    reason: other"),
                     result.error().message.c_str());
            QVERIFY(result.error().where.line > 0);
            QCOMPARE(applyEdits(anchors, "svc", {RemoveOverride{name, {}}}).error().code, ErrorCode::Unsupported);
        }
        // Entries beside them are edited all the same.
        QVERIFY(applyEdits(anchors, "svc", {SetOverride{override("users_get")}}));
        QVERIFY(applyEdits(anchors, "svc", {SetOverride{override("added")}}));
        QCOMPARE(applyEdits("overrides: &o\n- action: a\n", "svc", {SetOverride{override("b")}}).error().code,
                 ErrorCode::Unsupported);
        QCOMPARE(applyEdits("{title: x}\n", "svc", {SetOverride{override("b")}}).error().code, ErrorCode::Unsupported);
        const auto twice = applyEdits("overrides:\n- action: a\n- action: a\n", "svc", {SetOverride{override("a")}});
        QVERIFY(!twice);
        QVERIFY2(twice.error().message.find("lines 2 and 3") != std::string::npos, twice.error().message.c_str());
    }
    void refusesWhatIsNoHandFile() {
        QCOMPARE(applyEdits("overrides: none\n", "svc", {SetOverride{override("b")}}).error().code,
                 ErrorCode::ParseError);
        QCOMPARE(applyEdits("service: other\n", "svc", {SetOverride{override("b")}}).error().code,
                 ErrorCode::ParseError);
        QCOMPARE(applyEdits("", "svc", {SetOverride{override("")}}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(applyEdits("", "svc", {SetOverride{override("b", Tier::Read, "\xFF")}}).error().code,
                 ErrorCode::InvalidArgument);
    }
    void manyEditsAtOnceAreTheSameAsOneAfterTheOther() {
        std::mt19937 random(4);
        for (const auto &[name, before] : corpus()) {
            for (unsigned round = 0; round < 10; ++round) {
                RandomEdit edit(random());
                std::string one = before;
                std::vector<Edit> edits;
                for (int i = 0; i < 4; ++i) {
                    const Edit next = edit(parseHandFile(one, "svc.yaml").value());
                    const auto step = applyEdits(one, "svc", {next});
                    if (!step)
                        continue;
                    one = step->text;
                    edits.push_back(next);
                }
                const auto all = applyEdits(before, "svc", edits);
                QVERIFY2(all, (name + ": " + text(all)).c_str());
                QVERIFY2(same(parseHandFile(all->text, "svc.yaml").value(), parseHandFile(one, "svc.yaml").value()),
                         (name + '\n' + all->text + "\n---- one after the other\n" + one).c_str());
            }
        }
    }
    void anyEditMeansWhatItSaysAndTouchesItsEntryOnly() {
        // Where anchors, merge keys, tags or explicit keys are; in no other file may an edit be refused.
        const std::set<std::string> refusing{"anchors", "merge_keys", "tagged", "unknown_keys", "explicit_keys"};
        std::size_t done = 0, refused = 0;
        for (const auto &[name, before] : corpus()) {
            for (unsigned seed = 1; seed <= 150; ++seed) {
                const auto where = [&, &file = name](const std::string &after) {
                    return file + " seed " + std::to_string(seed) + "\n" + before + "\n---- became\n" + after;
                };
                HandFile file = parseHandFile(before, "svc.yaml").value();
                const Edit edit = RandomEdit(seed)(file);
                HandFile expected = file;
                const bool possible = applyToModel(expected, edit);
                const auto result = applyEdits(before, "svc", {edit});
                if (!possible) {
                    QCOMPARE(result.error().code, ErrorCode::NotFound);
                    continue;
                }
                if (!result) {
                    QCOMPARE(result.error().code, ErrorCode::Unsupported);
                    QVERIFY2(refusing.contains(name), where(text(result)).c_str());
                    ++refused;
                    continue;
                }
                ++done;
                const auto after = parseHandFile(result->text, "svc.yaml");
                QVERIFY2(after, where(text(result)).c_str());
                QVERIFY2(same(*after, expected), where(result->text).c_str());
                checkBytes(file, before, *result, edit, where(result->text));
            }
        }
        QVERIFY(done > 2000);
        QVERIFY2(refused < done / 10, std::to_string(refused).c_str());
    }
    void removingTheLastOverrideTakesTheKeyAlong_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        const auto row = [](const char *name, const char *before, const char *after) {
            QTest::newRow(name) << QString(before) << QString(after);
        };
        const char *entry = "overrides:\n  - action: a\n    risk: write\n";
        row("at the end", ("service: svc\n" + std::string(entry)).c_str(), "service: svc\n");
        row("first", (std::string(entry) + "service: svc\n").c_str(), "service: svc\n");
        row("first, after a mark", ("\xef\xbb\xbf" + std::string(entry) + "service: svc\n").c_str(),
            "\xef\xbb\xbfservice: svc\n");
        row("between", "service: svc\noverrides:\n- {action: a}\n\ntitle: T\n", "service: svc\n\ntitle: T\n");
        row("carriage returns", "service: svc\r\noverrides:\r\n  - action: a\r\n", "service: svc\r\n");
        row("no final newline", "service: svc\noverrides:\n  - action: a", "service: svc");
        row("indented", "  service: svc\n  overrides:\n    - action: a\n  title: T\n", "  service: svc\n  title: T\n");
        row("in one line", "service: svc\noverrides: [{action: a}]\ntitle: T\n", "service: svc\ntitle: T\n");
        row("in several lines", "service: svc\noverrides: [\n  {action: a}\n]\ntitle: T\n", "service: svc\ntitle: T\n");
        // What people wrote about the section stays.
        row("comments", "service: svc\n# ours\noverrides:  # of risk\n  # first\n  - action: a  # why\n  # last\n",
            "service: svc\n# ours\n# of risk\n  # first\n  # last\n");
        row("a comment after", "service: svc\noverrides: [{action: a}]  # of risk\n", "service: svc\n# of risk\n");
        row("a comment inside", "service: svc\noverrides: [ # of risk\n  {action: a}]\n",
            "service: svc\noverrides: [ # of risk\n  ]\n");
        // A file needs one member to be a mapping.
        row("the only member", entry, "overrides:\n");
        row("an odd key", "service: svc\n? overrides\n: - action: a\n", "");
    }
    void removingTheLastOverrideTakesTheKeyAlong() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const auto result = applyEdits(before.toStdString(), "svc", {RemoveOverride{"a", {}}});
        if (after.isEmpty()) {
            // Either way it must not be a broken file.
            QVERIFY(!result || parseHandFile(result->text, "svc.yaml")->overrides.empty());
            return;
        }
        QCOMPARE(QString::fromStdString(text(result)), after);
        if (after.contains('[')) // entries are not put among the comments of an empty list
            return;
        const auto again = applyEdits(result->text, "svc", {SetOverride{override("b")}});
        QVERIFY2(again, text(again).c_str());
        QCOMPARE(parseHandFile(again->text, "svc.yaml")->overrides.size(), std::size_t(1));
    }
    void removingAllOverridesAtOnceTakesTheKeyAlong() {
        const std::string before = "service: svc\noverrides:\n  - action: a\n  - action: b\ncurated:\n  - action: c\n";
        QCOMPARE(text(applyEdits(before, "svc", {RemoveOverride{"a", {}}, RemoveOverride{"b", {}}})),
                 std::string("service: svc\ncurated:\n  - action: c\n"));
        // Not when another is added in the same breath.
        QCOMPARE(text(applyEdits("service: svc\noverrides:\n  - action: a\n", "svc",
                                 {RemoveOverride{"a", {}}, SetOverride{override("b")}})),
                 std::string("service: svc\noverrides:\n  - action: b\n    risk: write\n    reason: because\n"));
    }
    void addedAndRemovedAgainLeavesTheOriginalBytes() {
        for (const auto &[name, before] : corpus()) {
            const HandFile file = parseHandFile(before, "svc.yaml").value();
            if (file.overrides.empty() && before.find("overrides") != std::string::npos)
                continue; // a section that was there, empty, goes with what was added to it
            if (before.find("service:") == std::string::npos)
                continue; // a new file gets its service with the entry
            const auto added = applyEdits(before, "svc", {SetOverride{override("brand_new", Tier::Read, "a: b")}});
            if (!added)
                continue;
            QVERIFY(added->text != before);
            const std::string again = text(applyEdits(added->text, "svc", {RemoveOverride{"brand_new", {}}}));
            QVERIFY2(again == before, (name + ":\n" + again).c_str());
        }
    }
    void aValueChangedAndChangedBackLeavesTheOriginalBytes() {
        for (const auto &[name, before] : corpus()) {
            const HandFile file = parseHandFile(before, "svc.yaml").value();
            for (const Override &o : file.overrides) {
                Override other = o;
                other.risk = o.risk == Tier::Read ? Tier::Write : Tier::Read;
                const auto there = applyEdits(before, "svc", {SetOverride{other}});
                if (!there || !o.risk)
                    continue;
                QVERIFY(there->text != before);
                QCOMPARE(text(applyEdits(there->text, "svc", {SetOverride{o}})), before);
            }
        }
    }
    void diffsShowWhatChangedWithContext() {
        const auto diff = diffLines("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n", 1);
        std::vector<std::string> lines;
        for (const DiffLine &line : diff)
            lines.push_back(std::string(1, " +-@"[static_cast<std::size_t>(line.kind)]) + line.text);
        QCOMPARE(lines, (std::vector<std::string>{"@@@ -4,3 +4,3 @@", " 4", "-5", "+five", " 6", "@@@ -9,1 +9,2 @@",
                                                  " 9", "+10"}));
        QVERIFY(diffLines("same\n", "same\n").empty());
        const auto bare = diffLines("a", "a\n");
        QCOMPARE(bare.size(), std::size_t{4});
        QCOMPARE(bare[2].text, std::string("\\ No newline at end of file"));
        QCOMPARE(diffLines("", "a\nb\n").size(), std::size_t{3});
    }
    void diffsLeadFromOneTextToTheOther() {
        std::mt19937 random(9);
        for (int round = 0; round < 400; ++round) {
            const auto lines = [&random] {
                std::string text;
                for (std::size_t i = random() % 12; i > 0; --i)
                    text += std::string(1, static_cast<char>('a' + random() % 4)) + '\n';
                return text;
            };
            const std::string before = lines(), after = lines();
            std::string rebuiltBefore, rebuiltAfter;
            std::size_t changes = 0;
            for (const DiffLine &line : diffLines(before, after, 100)) {
                if (line.kind == DiffLine::Kind::Hunk)
                    continue;
                changes += line.kind == DiffLine::Kind::Context ? 0 : 1;
                if (line.kind != DiffLine::Kind::Added)
                    rebuiltBefore += line.text + '\n';
                if (line.kind != DiffLine::Kind::Removed)
                    rebuiltAfter += line.text + '\n';
            }
            if (before == after)
                continue;
            QCOMPARE(rebuiltBefore, before);
            QCOMPARE(rebuiltAfter, after);
            QCOMPARE(changes, (before.size() + after.size()) / 2 - 2 * longestCommon(before, after));
        }
    }
    void hugeDiffsEnd() {
        std::string before, after;
        for (int i = 0; i < 20000; ++i) {
            before += "old " + std::to_string(i) + '\n';
            after += "new " + std::to_string(i) + '\n';
        }
        QCOMPARE(diffLines(before, after).size(), std::size_t{40001});
    }

private:
    /// That the splice lies inside the entry: after the previous one and before the next one or the next section.
    static void checkBytes(const HandFile &file, const std::string &before, const EditedText &result, const Edit &edit,
                           const std::string &message) {
        const std::size_t from = result.firstChanged, to = from + result.removedBytes;
        QVERIFY2(result.text.substr(0, from) == before.substr(0, from) &&
                     result.text.substr(from + result.addedBytes) == before.substr(to),
                 message.c_str());
        const auto *set = std::get_if<SetOverride>(&edit);
        const auto *remove = std::get_if<RemoveOverride>(&edit);
        if (set == nullptr && remove == nullptr)
            return;
        const std::string name = set != nullptr ? set->value.action : remove->action;
        const std::optional<Match> match = set != nullptr ? set->value.match : remove->match;
        const auto entry = std::find_if(file.overrides.begin(), file.overrides.end(),
                                        [&](const Override &o) { return o.action == name && o.match == match; });
        if (entry == file.overrides.end()) {
            // At most an empty "[]" or "~" goes, and then the comment after it stays.
            const std::size_t comment = before.find('#', before.find("overrides:"));
            const std::string kept = file.overrides.empty() && comment < to ? before.substr(comment, to - comment) : "";
            QVERIFY2(result.removedBytes <= 6 + kept.size(), message.c_str());
            QVERIFY2(result.text.find(kept) != std::string::npos, message.c_str());
            return;
        }
        if (result.removedBytes + result.addedBytes == 0)
            return;
        // An entry begins at its dash, which may stand in a line of its own before the first member.
        const auto begin = [&before](const Override &o) {
            const std::size_t place = lineOffset(before, o.where.line) + o.where.column - 1;
            const std::size_t line = before.rfind('\n', place) + 1;
            if (before[place] == '{' && before[before.find_first_not_of(' ', line)] != '-')
                return place;
            return before.rfind('\n', before.rfind('-', place)) + 1;
        };
        std::size_t head = begin(*entry);
        // The last of several takes with it what separates it from the one before: the comma, or the line end where the
        // file ends without one.
        if (remove != nullptr && entry + 1 == file.overrides.end() && (before[head] == '{' || !before.ends_with('\n')))
            head = before.find_last_not_of(", \r\n", head - 1) + 1;
        // The last one there is takes the section's key with it.
        if (remove != nullptr && file.overrides.size() == 1) {
            head = before.rfind('\n', before.rfind("overrides", head)) + 1;
            if (head == 0 && before.starts_with("\xEF\xBB\xBF"))
                head = 3;
        }
        QVERIFY2(result.text.substr(0, head) == before.substr(0, head), message.c_str());
        if (entry + 1 == file.overrides.end())
            return;
        const std::string_view tail = std::string_view(before).substr(begin(*(entry + 1)));
        QVERIFY2(result.text.ends_with(tail), message.c_str());
    }
    static std::size_t longestCommon(const std::string &a, const std::string &b) {
        const std::size_t n = a.size() / 2, m = b.size() / 2;
        std::vector<std::vector<std::size_t>> table(n + 1, std::vector<std::size_t>(m + 1, 0));
        for (std::size_t i = 1; i <= n; ++i) {
            for (std::size_t k = 1; k <= m; ++k)
                table[i][k] =
                    a[2 * i - 2] == b[2 * k - 2] ? table[i - 1][k - 1] + 1 : std::max(table[i - 1][k], table[i][k - 1]);
        }
        return table[n][m];
    }
};

QTEST_GUILESS_MAIN(TestEditor)
#include "tst_editor.moc"
