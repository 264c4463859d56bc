#include "base/file.h"
#include "governance/policy.h"

#include <QTemporaryDir>
#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;
using namespace std::chrono_literals;
using catalog::Tier;

namespace {

class Policies {
public:
    Policies() = default;
    explicit Policies(std::string_view text) { add("policy.yaml", text); }
    Policies &add(const std::string &name, std::string_view text) {
        if (!writeFileAtomically(path() / name, text))
            qFatal("cannot write");
        return *this;
    }
    /// A file of one rule in the organisation's layer with this match and `effect: deny`.
    static std::string matching(const std::string &match) {
        return "layer: organisation\nrules:\n- {name: r, effect: deny, match: " + match + "}\n";
    }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] std::shared_ptr<const PolicySet> set() const {
        const auto loaded = PolicySet::load(path());
        if (!loaded)
            qWarning("%s", loaded.error().toString().c_str());
        return loaded ? *loaded : nullptr;
    }
    [[nodiscard]] std::string error() const {
        const auto loaded = PolicySet::load(path());
        return loaded ? "loaded" : loaded.error().toString().substr(path().string().size() + 1);
    }

private:
    QTemporaryDir m_folder;
};

struct Call {
    Principal who;
    json::object arguments;
    PolicyInput input;
    Call() {
        who.role = Role::Agent;
        who.organisation = "acme";
        who.user = "ana@acme.test";
        input.service = "github";
        input.action = "pulls_merge";
        input.tier = Tier::Write;
        input.method = "POST";
        input.path = "/repos/{owner}/{repo}/merges";
        input.tags = {"pulls"};
        input.facade = "mcp:gateway";
    }
    [[nodiscard]] PolicyDecision judged(const PolicySet &set) {
        input.principal = &who;
        input.arguments = &arguments;
        return set.evaluate(input);
    }
};

bool denied(const std::string &match, Call call) {
    const Policies policies(Policies::matching(match));
    const auto set = policies.set();
    return set && call.judged(*set).denied;
}

} // namespace

class TestPolicy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAFolderNothingIsAskedFor() {
        const auto set = PolicySet::load("/nonexistent/policies");
        QVERIFY(set);
        QCOMPARE((*set)->ruleCount(), std::size_t(0));
        const PolicyDecision decision = Call().judged(**set);
        QVERIFY(!decision.denied && !decision.confirm && !decision.approve && decision.fired.empty());
    }
    void unreadablePoliciesDenyEverything() {
        const auto set = PolicySet::denyAll("The policies cannot be read.");
        const PolicyDecision decision = Call().judged(*set);
        QVERIFY(decision.denied);
        QCOMPARE(decision.message, std::string("The policies cannot be read."));
    }
    void everyConditionMustHold_data() {
        QTest::addColumn<QString>("match");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char *match, bool holds) { QTest::newRow(match) << QString(match) << holds; };
        row("{}", true);
        row("{service: github}", true);
        row("{service: git*}", true);
        row("{service: gitlab}", false);
        row("{service: [gitlab, github]}", true);
        row("{action: 'pulls_*'}", true);
        row("{action: pulls}", false);
        row("{tier: write}", true);
        row("{tier: [read, destructive]}", false);
        row("{tier: catastrophic}", false);
        row("{method: post}", true);
        row("{method: GET}", false);
        row("{path: '/repos/**'}", true);
        row("{path: '/orgs/**'}", false);
        row("{tag: pulls}", true);
        row("{tag: admin}", false);
        row("{facade: 'mcp:*'}", true);
        row("{facade: 'rest:*'}", false);
        row("{principal: {role: agent, organisation: acme}}", true);
        row("{principal: {role: agent, organisation: other}}", false);
        row("{principal: {user: '*@acme.test'}}", true);
        row("{principal: {profile: '*'}}", false);
        row("{service: github, action: 'pulls_*', tier: read}", false);
    }
    void everyConditionMustHold() {
        QFETCH(QString, match);
        QFETCH(bool, holds);
        QCOMPARE(denied(match.toStdString(), Call()), holds);
    }
    void catastrophicIsDestructiveBehindTheGate() {
        Call call;
        call.input.tier = Tier::Destructive;
        QVERIFY(!denied("{tier: catastrophic}", call));
        QVERIFY(denied("{tier: destructive}", call));
        call.input.adminApproval = true;
        QVERIFY(denied("{tier: catastrophic}", call));
        QVERIFY(denied("{tier: destructive}", call));
    }
    void argumentsAreJudgedByTheirValues_data() {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char *condition, const char *arguments, bool holds) {
            QTest::addRow("%s | %s", condition, arguments) << QString(condition) << QString(arguments) << holds;
        };
        row("{owner: acme}", R"({"owner":"acme"})", true);
        row("{owner: acme}", R"({"owner":"Acme"})", false);
        row("{owner: acme}", R"({})", false);
        row("{owner: [acme, other]}", R"({"owner":"other"})", true);
        row("{force: true}", R"({"force":true})", true);
        row("{force: true}", R"({"force":"true"})", true);
        row("{force: true}", R"({"force":false})", false);
        row("{n: 5}", R"({"n":5})", true);
        row("{n: 5}", R"({"n":5.0})", true);
        row("{n: 5}", R"({"n":"5"})", true);
        row("{n: 5}", R"({"n":"5.0"})", true);
        row("{n: '5'}", R"({"n":5})", true);
        row("{n: null}", R"({"n":null})", true);
        row("{n: null}", R"({})", false);
        row("{n: {above: 1000}}", R"({"n":1001})", true);
        row("{n: {above: 1000}}", R"({"n":1000})", false);
        row("{n: {above: 1000}}", R"({"n":"1001"})", true);
        row("{n: {above: 1000}}", R"({"n":"many"})", false);
        row("{n: {at_least: 1000}}", R"({"n":1000})", true);
        row("{n: {below: 3}}", R"({"n":2.5})", true);
        row("{n: {at_most: 3}}", R"({"n":3})", true);
        row("{n: {above: 1, below: 3}}", R"({"n":2})", true);
        row("{n: {above: 1, below: 3}}", R"({"n":4})", false);
        row("{to: {matches: '.*@acme\\.test'}}", R"({"to":"bo@acme.test"})", true);
        row("{to: {matches: '.*@acme\\.test'}}", R"({"to":"bo@acme.test.evil"})", false);
        row("{to: {matches: 'a.*'}}", R"({"to":"a\nb"})", true);
        row("{to: {matches: '[0-9]+'}}", R"({"to":123})", true);
        row("{to: {not_matches: '.*@acme\\.test'}}", R"({"to":["bo@acme.test","x@evil.test"]})", true);
        row("{to: {not_matches: '.*@acme\\.test'}}", R"({"to":["bo@acme.test"]})", false);
        row("{to: {not_matches: '.*'}}", R"({})", true);
        row("{owner: {not: acme}}", R"({"owner":"other"})", true);
        row("{owner: {not: [acme, other]}}", R"({"owner":"other"})", false);
        row("{owner: {not: acme}}", R"({})", true);
        row("{owner: {present: true}}", R"({"owner":null})", true);
        row("{owner: {present: true}}", R"({})", false);
        row("{owner: {present: false}}", R"({})", true);
        row("{owner: {present: false}}", R"({"owner":[]})", false);
        row("{'/body/amount': {above: 5}}", R"({"body":{"amount":6}})", true);
        row("{'/body/items/1': b}", R"({"body":{"items":["a","b"]}})", true);
        row("{'/a~1b/c~0': 1}", R"({"a/b":{"c~":1}})", true);
        row("{labels: bug}", R"({"labels":[["x"],["bug"]]})", true);
        row("{labels: bug}", R"({"labels":{"bug":true}})", false);
        row("{owner: acme, force: true}", R"({"owner":"acme","force":false})", false);
    }
    void argumentsAreJudgedByTheirValues() {
        QFETCH(QString, condition);
        QFETCH(QString, arguments);
        QFETCH(bool, holds);
        Call call;
        call.arguments = parseJson(arguments.toStdString())->as_object();
        QCOMPARE(denied("{arguments: " + condition.toStdString() + "}", call), holds);
    }
    void patternsTakeLinearTime() {
        Call call;
        call.arguments["to"] = std::string(500'000, 'a') + "!";
        QVERIFY(!denied("{arguments: {to: {matches: '(a*)*(a|aa)+b'}}}", call));
    }
    void aDenyAnywhereWinsAndTheRestAddsUp() {
        Policies policies;
        policies
            .add("10-org.yaml", R"(layer: organisation
rules:
- {name: two-people, match: {tier: write}, effect: approve, approvers: 2, time_box: 1h}
- {name: box, match: {tier: write}, effect: approve, time_box: 15m}
- {name: mask, effect: redact, redact: [/body/email, /items]}
)")
            .add("github.yaml", R"(layer: service
service: github
rules:
- {name: ask, match: {action: 'pulls_*'}, effect: confirm}
)");
        const PolicyDecision decision = Call().judged(*policies.set());
        QVERIFY(!decision.denied);
        QVERIFY(decision.confirm && decision.approve);
        QCOMPARE(decision.approvers, 2U);
        QCOMPARE(decision.timeBox, std::chrono::seconds(15min));
        QCOMPARE(decision.redact, (std::vector<std::string>{"/body/email", "/items"}));
        QCOMPARE(decision.fired.size(), std::size_t(4));
        QCOMPARE(decision.fired[3].layer, std::string("service"));
        QCOMPARE(decision.fired[3].where.line, 4U);

        policies.add("github.yaml", R"(layer: service
service: github
rules:
- {name: never, match: {action: 'pulls_*'}, effect: deny, message: Merging is for people.}
)");
        const PolicyDecision refused = Call().judged(*policies.set());
        QVERIFY(refused.denied && refused.approve);
        QCOMPARE(refused.message, std::string("Merging is for people."));
        Call elsewhere;
        elsewhere.input.service = "gitlab";
        QVERIFY(!elsewhere.judged(*policies.set()).denied);
    }
    void allowEndsItsOwnLayerOnly() {
        Policies policies;
        policies
            .add("a.yaml", R"(layer: organisation
rules:
- {name: trusted, match: {principal: {user: '*@acme.test'}}, effect: allow}
- {name: none, effect: deny}
)")
            .add("b.yaml", R"(layer: service
service: github
rules:
- {name: ask, effect: confirm}
)");
        const PolicyDecision decision = Call().judged(*policies.set());
        QVERIFY(!decision.denied);
        QVERIFY(decision.confirm);
        Call stranger;
        stranger.who.user = "eve@evil.test";
        QVERIFY(stranger.judged(*policies.set()).denied);
    }
    void layersGoBeforeFileNames() {
        Policies policies;
        policies.add("1.yaml", "layer: service\nservice: github\nrules: [{name: s, effect: confirm}]\n")
            .add("2.yaml", "layer: organisation\nrules: [{name: o, effect: confirm}]\n");
        const PolicyDecision decision = Call().judged(*policies.set());
        QCOMPARE(decision.fired.at(0).name, std::string("o"));
        QCOMPARE(decision.fired.at(1).name, std::string("s"));
    }
    void unknownArgumentsLeaveRulesUnsure() {
        const Policies policies(R"(layer: organisation
rules:
- {name: small, match: {arguments: {n: {below: 10}}}, effect: allow}
- {name: big, effect: deny}
- {name: elsewhere, match: {service: gitlab, arguments: {n: 1}}, effect: deny}
)");
        Call call;
        call.input.argumentsUnknown = true;
        const PolicyDecision decision = call.judged(*policies.set());
        QVERIFY(!decision.denied);
        QVERIFY(decision.fired.empty());
        QCOMPARE(decision.unsure.size(), std::size_t(2));
        QCOMPARE(decision.unsure[0].name, std::string("small"));
        QCOMPARE(decision.unsure[1].name, std::string("big"));
        call.input.argumentsUnknown = false;
        QVERIFY(call.judged(*policies.set()).denied);
    }
    void complaintsHaveLineAndColumn_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("begin");
        const auto row = [](const char *name, const QByteArray &rule, const char *begin) {
            QTest::newRow(name) << ("layer: organisation\nrules:\n" + rule + "\n") << QByteArray(begin);
        };
        QTest::newRow("layer") << QByteArray("layer: org\nrules: []\n") << QByteArray("1:8: `layer` is");
        QTest::newRow("no service") << QByteArray("layer: service\nrules: []\n")
                                    << QByteArray("1:1: the layer service");
        QTest::newRow("no rules") << QByteArray("layer: organisation\n")
                                  << QByteArray("1:1: a policy file needs `rules:`");
        QTest::newRow("service twice")
            << QByteArray("layer: service\nservice: a\nrules:\n- {name: r, effect: deny, match: {service: b}}\n")
            << QByteArray("4:44: the file is for the service a already");
        row("unknown key", "- {name: r, effect: deny, when: x}", "3:27: unknown key `when`");
        row("no name", "- {effect: deny}", "3:3: a rule needs `name:`");
        row("same name", "- {name: r, effect: deny}\n- {name: r, effect: deny}", "4:10: there is a rule `r`");
        row("effect", "- {name: r, effect: dney}", "3:21: there is no effect `dney`; did you mean `deny`?");
        row("tier", "- {name: r, effect: deny, match: {tier: worst}}", "3:41: there is no tier `worst`");
        row("method", "- {name: r, effect: deny, match: {method: FETCH}}", "3:43: there is no method `FETCH`");
        row("empty list", "- {name: r, effect: deny, match: {service: []}}", "3:44: `service` is empty");
        row("pattern", "- {name: r, effect: deny, match: {arguments: {a: {matches: '(?=x)'}}}}",
            "3:60: `(?=x)` is no pattern that RE2 takes");
        row("test", "- {name: r, effect: deny, match: {arguments: {a: {like: x}}}}", "3:51: unknown key `like`");
        row("number", "- {name: r, effect: deny, match: {arguments: {a: {above: x}}}}", "3:58: `above` takes a number");
        row("approvers", "- {name: r, effect: approve, approvers: 0}", "3:41: `approvers` is a number");
        row("approvers with deny", "- {name: r, effect: deny, approvers: 2}", "3:38: `approvers` goes with");
        row("time box", "- {name: r, effect: approve, time_box: 15 minutes}", "3:40: `time_box` is a time");
        row("long time box", "- {name: r, effect: approve, time_box: 2d}", "3:40: `time_box` is a time");
        row("no redact", "- {name: r, effect: redact}", "3:3: `effect: redact` needs `redact:`");
        row("pointer", "- {name: r, effect: redact, redact: [body]}", "3:38: a JSON pointer begins with /");
        row("principal", "- {name: r, effect: deny, match: {principal: {}}}", "3:46: `principal` names nobody");
    }
    void complaintsHaveLineAndColumn() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, begin);
        const std::string error = Policies(text.toStdString()).error();
        QVERIFY2(QByteArray::fromStdString(error).startsWith("policy.yaml:" + begin), error.c_str());
    }
    void oneBrokenFileLoadsNone() {
        Policies policies;
        policies.add("a.yaml", "layer: organisation\nrules: [{name: r, effect: deny}]\n").add("b.yaml", "rules: {}\n");
        QVERIFY(policies.error().starts_with("b.yaml:1:1: "));
    }
    void theInputAsJsonHoldsWhatAHookNeeds() {
        Call call;
        call.arguments["n"] = 1;
        call.input.principal = &call.who;
        call.input.arguments = &call.arguments;
        const json::object object = policyInputJson(call.input);
        QCOMPARE(std::string(object.at("service").as_string()), std::string("github"));
        QCOMPARE(std::string(object.at("principal").at("role").as_string()), std::string("agent"));
        QCOMPARE(object.at("arguments").at("n").as_int64(), std::int64_t(1));
        QCOMPARE(std::string(object.at("tier").as_string()), std::string("write"));
    }
    void combiningAddsUp() {
        PolicyDecision a, b;
        a.approve = true;
        a.approvers = 2;
        a.timeBox = 1h;
        b.denied = true;
        b.message = "no";
        b.redact = {"/x"};
        PolicyDecision both = combine(a, b);
        QVERIFY(both.denied && both.approve);
        QCOMPARE(both.message, std::string("no"));
        QCOMPARE(both.approvers, 2U);
        QCOMPARE(both.timeBox, std::chrono::seconds(1h)); // the second asked for no approval and limits nothing
        b.approve = true;
        both = combine(a, b);
        QCOMPARE(both.timeBox, std::chrono::seconds(0));
        QCOMPARE(both.redact.size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestPolicy)
#include "tst_policy.moc"
