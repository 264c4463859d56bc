#include "risk/risk_policy.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>

using namespace actionscope;
using namespace actionscope::risk;

namespace {

const std::filesystem::path BuiltIn = ACTIONSCOPE_SOURCE_DIR "/resources/risk";

/// A workspace's risk/ folder with one file.
class Folder {
public:
    explicit Folder(const std::string &text, const char *name = "ours.yaml")
        : m_path(m_folder.path().toStdString()) {
        std::ofstream(m_path / name, std::ios::binary) << text;
    }
    [[nodiscard]] Result<std::shared_ptr<const RiskPolicy>> load() const { return RiskPolicy::load({BuiltIn, m_path}); }
    [[nodiscard]] std::string error() const {
        const auto policy = load();
        return policy ? std::string("loaded") : policy.error().toString();
    }
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
};

struct Held {
    std::shared_ptr<const catalog::Segment> segment;
    [[nodiscard]] catalog::CapabilityView view() const { return segment->at(0); }
};
Held action(catalog::Method method, std::string path, std::string name = "x") {
    catalog::Capability capability;
    capability.method = method;
    capability.path = std::move(path);
    capability.name = std::move(name);
    return {*catalog::Segment::build({std::move(capability)})};
}
constexpr auto Post = catalog::Method::Post, Delete = catalog::Method::Delete;

bool contains(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

class TestRuleFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void builtInRulesHoldTheirExamples() {
        const auto policy = RiskPolicy::load({BuiltIn});
        QVERIFY2(policy.has_value(), policy ? "" : policy.error().toString().c_str());
        const auto rules = (*policy)->rules();
        for (const char *id :
             {"keyword:delete", "keyword:revoke", "keyword:terminate", "keyword:wipe", "class:permanent-delete",
              "class:container-destroy", "class:bulk-delete", "class:passthrough", "list:search-by-post", "method:get"})
            QVERIFY2(std::any_of(rules.begin(), rules.end(),
                                 [&](const RuleInfo &rule) { return rule.id == id && rule.builtIn; }),
                     id);
    }

    void aMissingWorkspaceFolderIsFine() { QVERIFY(RiskPolicy::load({BuiltIn, "/nowhere/risk"}).has_value()); }
    void aMissingBuiltInFolderIsNot() {
        QCOMPARE(RiskPolicy::load({"/nowhere/risk"}).error().code, ErrorCode::NotFound);
        QCOMPARE(RiskPolicy::load({}).error().code, ErrorCode::InvalidArgument);
        const Folder empty("version: 1\n");
        QVERIFY(contains(RiskPolicy::load({empty.path()}).error().message, "methods.yaml"));
    }

    void aWorkspaceAddsKeywords() {
        const Folder folder("version: 1\nkeywords:\n  - id: ours\n    words: [sunset, tear down]\n    examples: [POST "
                            "/x/sunsetAll, POST /y tearDownX]\n");
        const auto policy = folder.load();
        QVERIFY2(policy.has_value(), folder.error().c_str());
        QCOMPARE((*policy)->classify(action(Post, "/teardown").view(), nullptr).tier, Tier::Write);
        QCOMPARE((*policy)->classify(action(Post, "/tear-down/now").view(), nullptr).tier, Tier::Destructive);
        const Provenance chain = (*policy)->explain(action(Post, "/apps/sunset").view(), nullptr);
        QCOMPARE(chain.result.tier, Tier::Destructive);
        QVERIFY(contains(chain.steps.at(1).source, "ours.yaml:4"));
    }

    void aWorkspaceAddsRules() {
        const Folder folder(
            "version: 1\nrules:\n  - id: payouts\n    title: moves money out\n    tier: destructive\n    approval: "
            "admin\n"
            "    when: {path_has: [payout, payouts]}\n    unless: {path_ends: [preview]}\n"
            "    examples: [POST /payouts]\n    counter_examples: [POST /payouts/preview, GET /payouts]\n");
        const auto policy = folder.load();
        QVERIFY2(policy.has_value(), folder.error().c_str());
        const Classification result = (*policy)->classify(action(Post, "/v1/payouts").view(), nullptr);
        QVERIFY(isCatastrophic(result));
        QVERIFY(!isCatastrophic((*policy)->classify(action(Post, "/v1/payouts/preview").view(), nullptr)));
    }

    void aWorkspaceAddsWordsToLists() {
        const Folder folder("version: 1\nextend:\n  - {list: containers, words: [user]}\n");
        const auto policy = folder.load();
        QVERIFY2(policy.has_value(),
                 folder.error().c_str()); // although a built-in counter-example says that users are none
        QVERIFY(isCatastrophic((*policy)->classify(action(Delete, "/users/{id}").view(), nullptr)));
        QVERIFY(
            !isCatastrophic((*RiskPolicy::load({BuiltIn}))->classify(action(Delete, "/users/{id}").view(), nullptr)));
    }

    void wordsThatWeakenNeedAReason() {
        const std::string without = Folder("version: 1\nextend:\n  - {list: untying, words: [repo]}\n").error();
        QVERIFY2(contains(without, "ours.yaml:3:") && contains(without, "reason"), without.c_str());
        QCOMPARE(Folder("version: 1\nextend:\n  - {list: untying, words: [repo], reason: Ours are links.}\n").error(),
                 std::string("loaded"));
    }

    void switchingOffNeedsAReasonAndStaysVisible() {
        const std::string without = Folder("version: 1\ndisable:\n  - {rule: bulk-delete}\n").error();
        QVERIFY2(contains(without, "ours.yaml:3:5") && contains(without, "reason"), without.c_str());
        const Folder folder("version: 1\ndisable:\n  - {rule: bulk-delete, reason: Ours are queues.}\n  - {keyword: "
                            "prune, reason: Only compacts.}\n");
        const auto policy = folder.load();
        QVERIFY2(policy.has_value(), folder.error().c_str());
        const Held bulk = action(Post, "/x/batchDelete");
        QVERIFY(!isCatastrophic((*policy)->classify(bulk.view(), nullptr)));
        const auto steps = (*policy)->explain(bulk.view(), nullptr).steps;
        const auto off =
            std::find_if(steps.begin(), steps.end(), [](const Step &step) { return step.rule == "class:bulk-delete"; });
        QVERIFY(off != steps.end());
        QCOMPARE(off->outcome, Step::Outcome::NearMiss);
        QCOMPARE(off->reason, std::string("Ours are queues."));
        QVERIFY(contains(off->source, "ours.yaml:3"));
        QCOMPARE((*policy)->classify(action(Post, "/index/prune").view(), nullptr).tier, Tier::Write);
        const auto rules = (*policy)->rules();
        QVERIFY(std::any_of(rules.begin(), rules.end(), [](const RuleInfo &rule) {
            return rule.id == "keyword:prune" && rule.disabledReason == "Only compacts.";
        }));
    }

    void refusesBadFiles_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char *tag, const char *text, const char *complaint) {
            QTest::newRow(tag) << text << complaint;
        };
        row("not YAML", "version: 1\nrules: [\n", "ours.yaml:");
        row("HTML", "<!doctype html>\n<p>404</p>\n", "ours.yaml:");
        row("no version", "rules: []\n", "needs `version:`");
        row("newer version", "version: 2\n", "ours.yaml:1:10");
        row("unknown key", "version: 1\nkeyword: []\n",
            "unknown key `keyword` in a rule file; did you mean `keywords`?");
        row("duplicate key", "version: 1\nversion: 1\n", "ours.yaml:2:1: the key `version` occurs twice");
        row("unknown tier", "version: 1\nrules:\n- {id: a, title: t, tier: awful, examples: [POST /x]}\n",
            "`awful` is no tier");
        row("unknown condition",
            "version: 1\nrules:\n- {id: a, title: t, tier: write, when: {path_hass: [x]}, examples: [POST /x]}\n",
            "did you mean `path_has`?");
        row("unknown list",
            "version: 1\nrules:\n- {id: a, title: t, tier: write, when: {path_has: $nope}, examples: [POST /x]}\n",
            "there is no list `nope`");
        row("no examples", "version: 1\nrules:\n- {id: a, title: t, tier: write}\n", "needs `examples:`");
        row("taken id", "version: 1\nrules:\n- {id: bulk-delete, title: t, tier: write, examples: [POST /x]}\n",
            "the id `bulk-delete` is taken");
        row("methods",
            "version: 1\nmethods:\n- {id: a, title: t, methods: [DELETE], tier: read, examples: [DELETE /x]}\n",
            "what a method means is built in");
        row("no such rule", "version: 1\ndisable:\n- {rule: nope, reason: r}\n", "there is no rule `nope`");
        row("method rules stay", "version: 1\ndisable:\n- {rule: delete, reason: r}\n",
            "there is no rule `delete` that can be switched off");
        row("no such keyword", "version: 1\ndisable:\n- {keyword: nope, reason: r}\n", "there is no keyword `nope`");
        row("empty word", "version: 1\nkeywords:\n- {id: a, words: ['-'], examples: [POST /x]}\n", "holds no letter");
        row("long word",
            "version: 1\nkeywords:\n- {id: a, words: [abcdefghijklmnopqrstuvwxyzabcdefghijklm], examples: [POST /x]}\n",
            "longer than 32 bytes");
        row("anchors", "version: 1\nlists: {a: &x [b], c: *x}\n", "anchors and aliases");
        row("two documents", "version: 1\n---\nversion: 1\n", "a second document");
        row("bad example", "version: 1\nrules:\n- {id: a, title: t, tier: write, examples: [FETCH /x]}\n",
            "must begin with an HTTP method");
        row("example without path", "version: 1\nrules:\n- {id: a, title: t, tier: write, examples: [POST]}\n",
            "needs a path");
        row("sequence for a map", "version: 1\nrules:\n- [a]\n", "a rule must be a mapping");
        row("text for a list", "version: 1\nrules: a\n", "`rules` must be a list");
        row("null word", "version: 1\nlists: {a: [~]}\n", "a word must be a text");
    }
    void refusesBadFiles() {
        QFETCH(QString, text);
        QFETCH(QString, complaint);
        const std::string error = Folder(text.toStdString()).error();
        QVERIFY2(contains(error, complaint.toStdString()), error.c_str());
        QVERIFY2(contains(error, "ours.yaml:"), error.c_str());
    }

    void examplesAreTests() {
        const char *rule =
            "version: 1\nrules:\n  - id: mine\n    title: t\n    tier: destructive\n    when: {path_begins: [nuke]}\n";
        const std::string missed = Folder(std::string(rule) + "    examples:\n      - POST /nuked\n").error();
        QVERIFY2(contains(missed, "ours.yaml:8:9") &&
                     contains(missed, "`mine` does not match its example `POST /nuked`"),
                 missed.c_str());
        const std::string hit =
            Folder(std::string(rule) + "    examples: [POST /nuke]\n    counter_examples: ['PUT /nuke/{id}']\n")
                .error();
        QVERIFY2(contains(hit, "`mine` matches its counter-example `PUT /nuke/{id}`"), hit.c_str());
        const std::string keyword =
            Folder("version: 1\nkeywords:\n- {id: k, words: [scrub], examples: [GET /scrub]}\n").error();
        QVERIFY2(contains(keyword, "`k` does not match its example"), keyword.c_str());
    }

    void hostileFilesAreRefusedQuickly() {
        std::string nested = "version: 1\nlists: ";
        nested.append(64'000, '[');
        QVERIFY(contains(Folder(nested).error(), "ours.yaml"));
        QVERIFY(contains(Folder("version: 1\n#" + std::string(2'000'000, 'x')).error(), "cap"));
        QVERIFY(contains(Folder("version: 1\nlists: {a: [\xff\xfe]}\n").error(), "not UTF-8"));
        std::string sets = "version: 1\nrules:\n";
        for (int i = 0; i < 300; ++i)
            sets += "- {id: r" + std::to_string(i) + ", title: t, tier: write, when: {path_has: [w" +
                    std::to_string(i) + "x]}, examples: [POST /w" + std::to_string(i) + "x]}\n";
        QVERIFY(contains(Folder(sets).error(), "different word lists"));
    }

    void otherFilesInTheFolderAreIgnored() {
        QCOMPARE(Folder("nonsense: [", "notes.txt").error(), std::string("loaded"));
        QCOMPARE(Folder("nonsense: [", ".ours.yaml").error(), std::string("loaded"));
    }
};

QTEST_GUILESS_MAIN(TestRuleFiles)
#include "tst_rule_files.moc"
