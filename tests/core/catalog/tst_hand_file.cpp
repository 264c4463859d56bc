#include "catalog/hand_file.h"

#include "base/file.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace actionscope;
using namespace actionscope::catalog;

namespace {

// No raw string: moc loses its way in one that holds quotes.
constexpr const char *Example =
    "# Ours\n"
    "service: github\n"
    "title: GitHub\n"
    "curated:\n"
    "  - action: issues_create\n"
    "    description: Open an issue. Needs the repository's owner and name.\n"
    "    parameters:\n"
    "      title: One line.\n"
    "    tags: [core]\n"
    "overrides:\n"
    "  - action: repos_delete\n"
    "    risk: destructive\n"
    "    approval: admin\n"
    "    reason: Removes a repository and its history for good.\n"
    "    consequence: \"{repo} is gone\"\n"
    "  - match: {path: \"/admin/**\", method: delete, tag: enterprise}\n"
    "    approval: admin\n"
    "    reason: Site administration.\n";

std::string errorOf(const std::string &text, const YamlLimits &limits = {}) {
    const auto file = parseHandFile(text, "github.yaml", limits);
    return file ? std::string("no error") : file.error().toString();
}

} // namespace

class TestHandFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatTheDocumentationShows() {
        const auto file = parseHandFile(Example, "catalogs/github.yaml");
        QVERIFY2(file, file ? "" : file.error().toString().c_str());
        QCOMPARE(file->service, std::string("github"));
        QCOMPARE(file->title, std::string("GitHub"));
        QCOMPARE(file->curated.size(), std::size_t{1});
        QCOMPARE(file->curated[0].parameters.at("title"), std::string("One line."));
        QCOMPARE(file->curated[0].tags, std::vector<std::string>{"core"});
        QCOMPARE(file->curated[0].where.toString(), std::string("catalogs/github.yaml:5:5"));
        QCOMPARE(file->overrides.size(), std::size_t{2});
        QCOMPARE(file->overrides[0].risk, std::optional(Tier::Destructive));
        QCOMPARE(file->overrides[0].approval, std::optional(Approval::Admin));
        QCOMPARE(file->overrides[0].consequence, std::string("{repo} is gone"));
        QVERIFY(file->overrides[1].action.empty());
        QCOMPARE(file->overrides[1].match->path, std::optional<std::string>("/admin/**"));
        QCOMPARE(file->overrides[1].match->method, std::optional(Method::Delete));
        QCOMPARE(file->overrides[1].match->tag, std::optional<std::string>("enterprise"));
        QVERIFY(!file->overrides[1].risk);
        QVERIFY(file->findings.empty());
    }
    void readsTheSameWithOtherLineEndsAndAByteOrderMark() {
        std::string text = Example;
        for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
            text.replace(at, 1, "\r\n");
        const auto file = parseHandFile("\xEF\xBB\xBF" + text, "github.yaml");
        QVERIFY(file);
        QVERIFY(file->overrides == parseHandFile(Example, "github.yaml")->overrides);
        QCOMPARE(file->overrides[1].where.toString(), std::string("github.yaml:16:5"));
    }
    void emptySectionsAndFilesAreFine() {
        QVERIFY(parseHandFile("", "a.yaml"));
        QCOMPARE(parseHandFile("# nothing yet\n", "a.yaml")->service, std::string("a"));
        QVERIFY(parseHandFile("overrides:\ncurated: []\n", "a.yaml"));
    }
    void complainsWithPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char *name, const char *text, const char *complaint) {
            QTest::newRow(name) << QString(text) << QString(complaint);
        };
        row("duplicate key", "title: a\ntitle: b\n", "github.yaml:2:1: the key \"title\" stands here twice");
        row("duplicate key in an entry", "overrides:\n  - action: a\n    risk: read\n    'risk': write\n",
            "github.yaml:4:5: the key \"risk\" stands here twice");
        row("unknown tier", "overrides:\n  - action: a\n    risk: destuctive\n",
            "github.yaml:3:11: risk cannot be \"destuctive\": it is one of read, write, destructive; did you mean "
            "\"destructive\"?");
        row("catastrophic", "overrides:\n- {action: a, risk: catastrophic}\n",
            "github.yaml:2:21: catastrophic is written as risk: destructive with approval: admin");
        row("unknown approval", "overrides:\n  - {action: a, approval: yes}\n",
            "github.yaml:2:27: approval cannot be \"yes\": it is one of none, admin");
        row("unknown method", "overrides:\n  - match: {method: FETCH}\n",
            "github.yaml:2:21: method cannot be \"FETCH\"");
        row("other service", "title: x\nservice: gitlab\n",
            "github.yaml:2:10: this file is of service \"github\" by its name, but says \"gitlab\"");
        row("list for text", "title: [a]\n", "github.yaml:1:8: title must be text, not a list");
        row("text for list", "overrides: none\n", "github.yaml:1:12: overrides must be a list, not text");
        row("text for entry", "overrides:\n  - repos_delete\n",
            "github.yaml:2:5: an override must be a mapping, not text");
        row("text for file", "just text\n", "github.yaml:1:1: a catalog file must be a mapping, not text");
        row("neither", "overrides:\n  - risk: read\n", "github.yaml:2:5: an override needs an action or a match");
        row("both", "overrides:\n  - action: a\n    match: {tag: x}\n",
            "github.yaml:2:5: an override has an action or a match, not both");
        row("match of everything", "overrides:\n  - match: {}\n",
            "github.yaml:2:12: a match needs a path, a method or a tag");
        row("curated without action", "curated:\n  - title: x\n", "github.yaml:2:5: a curated action needs its action");
        row("not YAML", "a: [1\nb: 2\n", "github.yaml:2:");
        row("tab indentation", "overrides:\n\t- action: a\n", "github.yaml:2:");
        row("unknown alias", "title: *nowhere\n", "github.yaml:1:8: not YAML: ");
        row("alias in its own anchor", "title: &a [*a]\n", "github.yaml:1:12: this alias stands inside its own anchor");
        row("second document", "title: a\n---\ntitle: b\n", "github.yaml:2:1: a second document starts here");
        row("key that is a list", "? [a]\n: b\n", "github.yaml:1:3: a key must be text");
        row("merge of text", "title: x\n<<: text\n", "github.yaml:2:5: << takes a mapping");
        row("HTML", "<!DOCTYPE html>\n<html><body>x: y</body></html>\n", "github.yaml:");
    }
    void complainsWithPlace() {
        QFETCH(QString, text);
        QFETCH(QString, complaint);
        const std::string error = errorOf(text.toStdString());
        QVERIFY2(error.starts_with(complaint.toStdString()), error.c_str());
    }
    void refusesWhatIsNotText() {
        QCOMPARE(errorOf("title: a\nservice: \xFF\n"),
                 std::string("github.yaml:2:10: not UTF-8: save the file as UTF-8"));
        QVERIFY(errorOf("title: \x04x\n").starts_with("github.yaml:1:8: a control character"));
        QVERIFY(errorOf(std::string("a\0b\0", 4)).starts_with("github.yaml:1:2: a control character"));
        QVERIFY(errorOf("\xFF\xFE"
                        "a")
                    .starts_with("github.yaml:1:1: not UTF-8"));
    }
    void namesTheCapThatWasHit() {
        QVERIFY(errorOf("a: " + std::string(64000, '[')).find("limits.yaml_depth") != std::string::npos);
        QVERIFY(errorOf(std::string(64000, '-')).find("no error") == std::string::npos);
        std::string deep = "a";
        for (int i = 0; i < 100; ++i)
            deep += ":\n" + std::string(std::size_t(i) + 1, ' ') + "a";
        QVERIFY(errorOf(deep + ": 1\n").find("limits.yaml_depth") != std::string::npos);
        std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 9; ++i) {
            const std::string before = "*a" + std::to_string(i - 1);
            bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
            for (int k = 0; k < 9; ++k)
                bomb += ", " + before;
            bomb += "]\n";
        }
        QVERIFY2(errorOf(bomb).find("limits.yaml_nodes") != std::string::npos, errorOf(bomb).c_str());
        std::string aliases = "a: &a x\nb: [*a";
        for (int i = 0; i < 1000; ++i)
            aliases += ", *a";
        QVERIFY(errorOf(aliases + "]\n").find("limits.yaml_aliases") != std::string::npos);
        YamlLimits small;
        small.fileBytes = 10;
        QVERIFY(errorOf("title: longer than ten\n", small).find("limits.hand_file_bytes") != std::string::npos);
    }
    void findsUnknownKeysWithTheNearestKnown() {
        const auto file = parseHandFile("overide: []\noverrides:\n  - action: a\n    risk: read\n    reasn: why\n"
                                        "  - match: {pth: /a, tag: t}\n    risk: read\n    reason: x\n    zzzz: 1\n",
                                        "github.yaml");
        QVERIFY(file);
        std::vector<std::string> seen;
        for (const Finding &finding : file->findings)
            seen.push_back(finding.rule + ' ' + finding.where.toString() + ' ' + finding.message);
        const auto has = [&](const std::string &start) {
            return std::any_of(seen.begin(), seen.end(), [&](const std::string &s) { return s.starts_with(start); });
        };
        QVERIFY(has("unknown-key github.yaml:1:1 the key \"overide\" means nothing here; did you mean \"overrides\"?"));
        QVERIFY(has("unknown-key github.yaml:5:5 the key \"reasn\" means nothing here; did you mean \"reason\"?"));
        QVERIFY(has("unknown-key github.yaml:6:13 the key \"pth\" means nothing here; did you mean \"path\"?"));
        QVERIFY(has("unknown-key github.yaml:9:5 the key \"zzzz\" means nothing here; known are action, match"));
        QVERIFY(has("missing-reason github.yaml:3:5"));
        QCOMPARE(seen.size(), std::size_t{5});
    }
    void findsOverridesThatChangeNothing() {
        const auto file = parseHandFile("overrides:\n  - action: a\n    reason: none\n", "github.yaml");
        QCOMPARE(file->findings.size(), std::size_t{1});
        QCOMPARE(file->findings[0].rule, std::string("empty-override"));
        QCOMPARE(file->findings[0].action, std::string("github.a"));
    }
    void anchorsAndMergeKeysAreUnderstood() {
        const auto file =
            parseHandFile("overrides:\n  - &base\n    action: a\n    risk: write\n    reason: &why Because.\n"
                          "  - <<: *base\n    action: b\n  - {action: c, risk: read, reason: *why}\n",
                          "github.yaml");
        QVERIFY2(file, file ? "" : file.error().toString().c_str());
        QCOMPARE(file->overrides[1].action, std::string("b"));
        QCOMPARE(file->overrides[1].risk, std::optional(Tier::Write));
        QCOMPARE(file->overrides[2].reason, std::string("Because."));
        QVERIFY(file->findings.empty());
    }
    void readsFilesAndRemembersTheirStamp() {
        QTemporaryDir dir;
        const std::filesystem::path path = std::filesystem::path(dir.path().toStdString()) / "github.yaml";
        QCOMPARE(readHandFile(path).error().code, ErrorCode::NotFound);
        QVERIFY(writeFileAtomically(path, Example));
        const auto file = readHandFile(path);
        QVERIFY(file);
        QVERIFY(file->stamp == fileStamp(path));
        QCOMPARE(file->path, path);
    }
    void globsMatchWholeSegments_data() {
        QTest::addColumn<QString>("glob");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char *glob, const char *path, bool matches) {
            QTest::newRow((std::string(glob) + " on " + path).c_str()) << glob << path << matches;
        };
        row("/admin/**", "/admin", true);
        row("/admin/**", "/admin/users/{id}", true);
        row("/admin/**", "/administrators", false);
        row("/admin/**", "/v1/admin/users", false);
        row("**/admin/**", "/v1/admin/users", true);
        row("/repos/*/*", "/repos/{owner}/{repo}", true);
        row("/repos/*", "/repos/{owner}/{repo}", false);
        row("/repos/*", "/repos", false);
        row("/deleted-*", "/deleted-items", true);
        row("/deleted-*", "/deleted", false);
        row("/delete", "/deleted-items", false);
        row("/a/**/z", "/a/z", true);
        row("/a/**/z", "/a/b/c/z", true);
        row("/a/**/z", "/a/b/c/z/y", false);
        row("/a/", "/a", true);
        row("a", "/a", true);
        row("/A", "/a", false);
        row("", "/", true);
        row("**", "/any/thing", true);
        row("/*a*b*", "/xaybz", true);
        row("/*a*b*", "/xbya", false);
    }
    void globsMatchWholeSegments() {
        QFETCH(QString, glob);
        QFETCH(QString, path);
        QFETCH(bool, matches);
        QCOMPARE(pathGlobMatches(glob.toStdString(), path.toStdString()), matches);
    }
    void hostileGlobsEnd() {
        std::string glob, path;
        for (int i = 0; i < 500; ++i) {
            glob += "/**/*a*a*a*b";
            path += "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        }
        QVERIFY(!pathGlobMatches(glob, path));
    }
    void everyConditionOfAMatchMustHold() {
        const Match match{"/a/**", Method::Get, "t"};
        QVERIFY(match.matches(Method::Get, "/a/b", {"s", "t"}));
        QVERIFY(!match.matches(Method::Post, "/a/b", {"t"}));
        QVERIFY(!match.matches(Method::Get, "/b", {"t"}));
        QVERIFY(!match.matches(Method::Get, "/a", {"s"}));
        QVERIFY(Match{}.matches(Method::Get, "/", {}));
    }
};

QTEST_GUILESS_MAIN(TestHandFile)
#include "tst_hand_file.moc"
