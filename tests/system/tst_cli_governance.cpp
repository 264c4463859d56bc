/// Tokens, approvals, access and policies from the command line, as an administrator and an approver use them.

#include "governance/approvals.h"
#include "program.h"
#include "workspace/workspace.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

std::string text(const json::value &value, const char *key) { return std::string(value.at(key).as_string()); }

governance::FrozenRequest frozen(const std::string &digest) {
    governance::FrozenRequest request;
    request.service = "shop";
    request.action = "admin_wipe";
    request.definitionHash = "definition";
    request.argumentsDigest = digest;
    request.principal = "token:agent";
    request.principalName = "agent";
    request.user = "ana";
    request.tier = "destructive";
    request.consequence = "Wipes the whole shop. Cannot be undone.";
    request.statedReason = "the manager told me to";
    request.shown = {{"method", "POST"}, {"url", "https://shop.example/admin/wipe"}};
    return request;
}

} // namespace

class CliGovernance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_bench.makeShop(); }

    void aTokenIsPrintedOnceAndListedWithoutItsSecret() {
        const Outcome made = m_bench.in({"tokens", "create", "--name", "ci", "--role", "agent", "--org", "acme",
                                         "--user", "ana", "--profile", "books", "--expires", "30d", "--json"});
        EXPECT_STATUS(made, 0);
        const json::value document = made.document();
        const std::string secret = text(document, "token");
        QVERIFY(secret.starts_with("as_" + text(document, "id") + "_"));
        const Outcome listed = m_bench.in({"tokens", "list", "--json"});
        QVERIFY(listed.out.find(secret.substr(16)) == std::string::npos);
        const json::value one = listed.document().as_array().at(0);
        QCOMPARE(text(one, "name") + text(one, "role") + text(one, "organisation") + text(one, "profile"),
                 std::string("ciagentacmebooks"));
        QCOMPARE(text(one, "state"), std::string("live"));
        QVERIFY(m_bench.in({"audit", "export", "--format", "jsonl"}).out.find(secret.substr(16)) == std::string::npos);
        // Without --json the token stands alone on standard output.
        const Outcome plain = m_bench.in({"tokens", "create", "--name", "piped", "--role", "developer"});
        QCOMPARE(plain.out.size(), std::size_t(60));
        QVERIFY(plain.out.starts_with("as_") && plain.out.ends_with('\n'));
        EXPECT_STATUS(m_bench.in({"tokens", "create", "--name", "ci", "--role", "agent"}), 1);
        EXPECT_STATUS(m_bench.in({"tokens", "create", "--name", "x", "--role", "root"}), 2);
        EXPECT_STATUS(m_bench.in({"tokens", "create", "--name", "x", "--role", "agent", "--expires", "soon"}), 2);
        const Outcome revoked = m_bench.in({"tokens", "revoke", "ci", "--json"});
        QCOMPARE(text(revoked.document(), "state"), std::string("revoked"));
        EXPECT_STATUS(m_bench.in({"tokens", "revoke", "ci"}), 1);
        const json::value records = m_bench.in({"audit", "list", "--kind", "token", "--json"}).document();
        QCOMPARE(records.at("records").as_array().size(), std::size_t(3));
    }

    void onlyAnApproversTokenDecides() {
        const std::string id = ask("one");
        const QString name = QString::fromStdString(id);
        const Outcome nobody = m_bench.in({"approvals", "approve", name});
        EXPECT_STATUS(nobody, 1);
        QVERIFY2(nobody.says("ACTIONSCOPE_TOKEN"), nobody.all().c_str());
        const QString agent = token("runner", "agent"), olga = token("olga", "approver");
        const Outcome refused = m_bench.in({"approvals", "approve", name, "--token", agent});
        EXPECT_STATUS(refused, 1);
        QVERIFY2(refused.says("decides nothing"), refused.all().c_str());
        EXPECT_STATUS(m_bench.in({"approvals", "approve", name, "--token", "as_made_up"}), 1);
        EXPECT_STATUS(m_bench.in({"approvals", "approve", name, "--token", olga, "--time-box", "15m"}), 1);

        const json::value seen = m_bench.in({"approvals", "show", name, "--token", olga, "--json"}).document();
        QCOMPARE(text(seen, "state"), std::string("waiting"));
        QCOMPARE(text(seen, "stated_reason"), std::string("the manager told me to"));
        QCOMPARE(text(seen.at("request"), "url"), std::string("https://shop.example/admin/wipe"));
        EXPECT_STATUS(m_bench.in({"approvals", "show", name, "--token", agent}), 1);

        const json::value approved = m_bench.in({"approvals", "approve", name, "--token", olga, "--json"}).document();
        QCOMPARE(text(approved, "state"), std::string("approved"));
        QCOMPARE(text(approved.at("votes").as_array().at(0), "approver"), std::string("olga"));
        {
            const auto workspace = open();
            const auto spent = workspace->approvals()->spend(frozen("one"));
            QVERIFY(spent && *spent);
        }
        EXPECT_STATUS(m_bench.in({"approvals", "revoke", name, "--token", olga}), 1);
        // Who did what stands in the log, newest first.
        const json::value log = m_bench.in({"audit", "list", "--kind", "approval", "--json"}).document();
        QStringList outcomes;
        for (const json::value &record : log.at("records").as_array())
            outcomes << QString::fromStdString(text(record, "outcome"));
        QCOMPARE(outcomes, (QStringList{"spent", "approved", "view", "waiting"}));
        EXPECT_STATUS(m_bench.in({"audit", "verify"}), 0);
    }

    void personalDataIsShownForAReason() {
        governance::FrozenRequest request = frozen("personal");
        request.shown["body"] = json::object{{"to", "⟨email·1⟩"}};
        request.personal = {{"⟨email·1⟩", "ana@acme.test"}};
        std::string id;
        {
            const auto workspace = open();
            const auto asked = workspace->approvals()->request(request, std::chrono::hours(1));
            QVERIFY(asked);
            id = asked->id;
        }
        const QString name = QString::fromStdString(id), rita = token("rita", "approver");
        const Outcome plain = m_bench.in({"approvals", "show", name, "--token", rita});
        QVERIFY2(plain.out.find("1 personal value is hidden") != std::string::npos, plain.all().c_str());
        QVERIFY(plain.out.find("ana@acme") == std::string::npos);
        EXPECT_STATUS(m_bench.in({"approvals", "show", name, "--token", rita, "--reveal"}), 2);
        EXPECT_STATUS(m_bench.in({"approvals", "show", name, "--token", rita, "--reveal", "--reason", " "}), 1);
        const Outcome shown = m_bench.in(
            {"approvals", "show", name, "--token", rita, "--reveal", "--reason", "is it our customer?", "--json"});
        EXPECT_STATUS(shown, 0);
        QCOMPARE(text(shown.document().at("request").at("body"), "to"), std::string("ana@acme.test"));
        const json::value log = m_bench.in({"audit", "list", "--outcome", "reveal", "--json"}).document();
        QCOMPARE(log.at("records").as_array().size(), std::size_t(1));
        QCOMPARE(text(log.at("records").at(0).at("detail"), "reason"), std::string("is it our customer?"));
        QVERIFY(json::serialize(log).find("ana@acme") == std::string::npos);
        EXPECT_STATUS(m_bench.in({"approvals", "approve", name, "--token", rita}), 0);
        const Outcome late = m_bench.in({"approvals", "show", name, "--token", rita, "--reveal", "--reason", "late"});
        EXPECT_STATUS(late, 1);
        QVERIFY2(late.says("erased"), late.all().c_str());
    }

    void aDenialTellsItsReason() {
        const QString name = QString::fromStdString(ask("two"));
        const QString petra = token("petra", "admin");
        m_bench.setVariable("ACTIONSCOPE_TOKEN", petra.toUtf8().constData());
        EXPECT_STATUS(m_bench.in({"approvals", "deny", name}), 2);
        const Outcome denied = m_bench.in({"approvals", "deny", name, "--reason", "not today", "--json"});
        m_bench.removeVariable("ACTIONSCOPE_TOKEN");
        EXPECT_STATUS(denied, 0);
        QCOMPARE(text(denied.document().at("votes").as_array().at(0), "reason"), std::string("not today"));
        const json::value list = m_bench.in({"approvals", "list", "--state", "denied", "--json"}).document();
        QCOMPARE(list.as_array().size(), std::size_t(1));
        QCOMPARE(text(list.as_array().at(0), "id"), name.toStdString());
    }

    void severalRequestsAreDeniedAtOnce() {
        const std::string one = ask("bulk one"), two = ask("bulk two"), three = ask("bulk three");
        const QString sven = token("sven", "approver");
        EXPECT_STATUS(m_bench.in({"approvals", "deny", "--token", sven, "--reason", "x"}), 2);
        EXPECT_STATUS(
            m_bench.in({"approvals", "deny", "--all", QString::fromStdString(one), "--token", sven, "--reason", "x"}),
            2);
        const Outcome some = m_bench.in({"approvals", "deny", QString::fromStdString(one), "a-none", "--token", sven,
                                         "--reason", "stop", "--json"});
        EXPECT_STATUS(some, 1);
        QCOMPARE(some.document().at("denied").as_array().size(), std::size_t(1));
        QCOMPARE(text(some.document().at("failed").at(0), "id"), std::string("a-none"));
        EXPECT_STATUS(m_bench.in({"approvals", "deny", "--all", "--token", token("runs", "agent"), "--reason", "x"}),
                      1);
        const Outcome other = m_bench.in({"approvals", "deny", "--all", "--action", "shop.orders_list", "--token", sven,
                                          "--reason", "stop", "--json"});
        QVERIFY(other.document().at("denied").as_array().empty());
        const Outcome all =
            m_bench.in({"approvals", "deny", "--all", "--token", sven, "--reason", "stop everything", "--json"});
        EXPECT_STATUS(all, 0);
        QCOMPARE(all.document().at("denied").as_array().size(), std::size_t(2));
        QVERIFY(m_bench.in({"approvals", "list", "--state", "waiting", "--json"}).document().as_array().empty());
        const Outcome suggested = m_bench.in({"policy", "suggest", "--least", "2", "--json"});
        EXPECT_STATUS(suggested, 0);
        QVERIFY2(suggested.out.find("shop") != std::string::npos, suggested.all().c_str());
    }
    void decisionsSuggestRulesThatNobodyPutInForce() {
        const QString sven = token("suggesting", "approver");
        for (int i = 0; i < 3; ++i) {
            governance::FrozenRequest request = frozen("suggest " + std::to_string(i));
            request.action = "orders_refund";
            const auto workspace = open();
            const auto asked = workspace->approvals()->request(request, std::chrono::hours(1));
            EXPECT_STATUS(m_bench.in({"approvals", "deny", QString::fromStdString(asked->id), "--token", sven,
                                      "--reason", "refunds are for people"}),
                          0);
        }
        const Outcome draft = m_bench.in({"policy", "suggest", "--least", "3"});
        EXPECT_STATUS(draft, 0);
        QVERIFY2(draft.out.find("refunds are for people") != std::string::npos, draft.all().c_str());
        m_bench.write("draft.yaml", draft.out);
        const Outcome tried =
            m_bench.in({"policy", "test", QString::fromStdString(m_bench.path("draft.yaml").string()), "--json"});
        EXPECT_STATUS(tried, 0);
        QVERIFY(tried.document().at("rules").to_number<int>() >= 1);
        QVERIFY(!std::filesystem::exists(m_bench.path("ws/policies/draft.yaml")));
        EXPECT_STATUS(m_bench.in({"policy", "suggest", "--least", "0"}), 2);
    }
    void theSkillAndThePromptArePrinted() {
        const Outcome skill = m_bench.in({"skill"});
        EXPECT_STATUS(skill, 0);
        QVERIFY(skill.out.find("## 5. Test") != std::string::npos);
        const Outcome prompt = m_bench.in({"skill", "--prompt"});
        EXPECT_STATUS(prompt, 0);
        QVERIFY(prompt.out.find("gateway_search_actions") != std::string::npos);
        QVERIFY(prompt.out.find("invoke_mcp_tool") == std::string::npos);
        QVERIFY(m_bench.in({"skill", "--prompt", "--facade", "finder"}).out.find("invoke_mcp_tool") !=
                std::string::npos);
        EXPECT_STATUS(m_bench.in({"skill", "--facade", "finder"}), 2);
        QVERIFY(m_bench.in({"skill", "--json"}).document().at("tokens").to_number<int>() > 100);
    }
    void serversAreListedAndSwitched() {
        QVERIFY(m_bench.in({"servers", "list", "--json"}).document().as_array().empty());
        m_bench.write("ws/servers.yaml",
                      "# mine\nservers:\n  - name: weather   # far away\n    url: http://127.0.0.1:9/mcp\n"
                      "  - {name: flow, url: 'https://x.test/mcp', enabled: false}\n");
        const json::value listed = m_bench.in({"servers", "list", "--json"}).document();
        QCOMPARE(listed.as_array().size(), std::size_t(2));
        QCOMPARE(listed.at(0).at("enabled").as_bool(), true);
        QCOMPARE(listed.at(1).at("enabled").as_bool(), false);
        EXPECT_STATUS(m_bench.in({"servers", "disable", "weather"}), 0);
        EXPECT_STATUS(m_bench.in({"servers", "enable", "flow"}), 0);
        QCOMPARE(m_bench.read("ws/servers.yaml"),
                 std::string("# mine\nservers:\n  - name: weather   # far away\n    enabled: false\n    url: "
                             "http://127.0.0.1:9/mcp\n  - {name: flow, url: 'https://x.test/mcp', enabled: true}\n"));
        EXPECT_STATUS(m_bench.in({"servers", "enable", "nowhere"}), 1);
        EXPECT_STATUS(m_bench.in({"servers", "check", "weather"}), 1);
        const json::value records = m_bench.in({"audit", "list", "--kind", "setting", "--json"}).document();
        QCOMPARE(text(records.at("records").at(0), "outcome"), std::string("server enabled"));
        QCOMPARE(text(records.at("records").at(1), "outcome"), std::string("server disabled"));
        std::filesystem::remove(m_bench.path("ws/servers.yaml"));
    }

    void accessIsExplained() {
        const auto allowed = [&](const char *who, const char *action) {
            return m_bench.in({"access", "explain", who, action, "--json"}).document();
        };
        QCOMPARE(allowed("role=agent", "shop.orders_list").at("allowed").as_bool(), true);
        m_bench.write("ws/access.yaml", "grants:\n- {to: {organisation: acme}, allow: ['shop.orders_*']}\n");
        const json::value yes = allowed("role=agent,org=acme", "shop.orders_list");
        QCOMPARE(yes.at("allowed").as_bool(), true);
        const json::value step = yes.at("steps").as_array().at(0);
        QCOMPARE(step.at("line").to_number<int>(), 2);
        QCOMPARE(step.at("decides").as_bool(), true);
        QCOMPARE(allowed("role=agent,org=acme", "shop.invoices_list").at("allowed").as_bool(), false);
        QCOMPARE(allowed("piped", "shop.orders_list").at("allowed").as_bool(), false);
        EXPECT_STATUS(m_bench.in({"access", "explain", "nobody", "shop.orders_list"}), 1);
        EXPECT_STATUS(m_bench.in({"access", "explain", "rolle=agent", "shop.orders_list"}), 1);
        EXPECT_STATUS(m_bench.in({"access", "explain", "role=agent", "shop.gone"}), 1);
        // A person at the command line is not limited, and a broken file is named with its place.
        QVERIFY(!m_bench.in({"search", "invoices", "--json"}).document().at("results").as_array().empty());
        m_bench.write("ws/access.yaml", "grant: []\n");
        const Outcome broken = m_bench.in({"access", "explain", "role=agent", "shop.orders_list", "--json"});
        QVERIFY2(broken.says("access.yaml:1:1: unknown key `grant`"), broken.all().c_str());
        QCOMPARE(broken.document().at("allowed").as_bool(), false);
        std::filesystem::remove(m_bench.path("ws/access.yaml"));
    }

    void aPolicyIsTriedOverRecordedCalls() {
        const QString secret = token("caller", "agent");
        {
            const auto workspace = open();
            const auto who = workspace->tokens()->authenticate(secret.toStdString());
            QVERIFY(who && *who);
            const auto record = [&](const char *action, const char *tier, const char *principal, bool sent) {
                governance::AuditEvent event;
                event.kind = sent ? "call" : "denial";
                event.outcome = sent ? "attempt" : "confirmation_required";
                event.service = "shop";
                event.action = action;
                event.tier = tier;
                event.principal = principal;
                event.detail = {{"facade", "mcp:gateway"}, {"of", "call"}};
                QVERIFY(workspace->record(event));
            };
            record("orders_list", "read", (*who)->id.c_str(), true);
            record("orders_delete", "destructive", (*who)->id.c_str(), true);
            record("orders_create", "write", (*who)->id.c_str(), true);
            record("orders_update", "write", (*who)->id.c_str(), false);
            record("invoices_list", "read", "jwt:somebody#else", true);
            governance::AuditEvent outcome;
            outcome.kind = "call";
            outcome.outcome = "ok";
            outcome.service = "shop";
            outcome.action = "orders_delete";
            QVERIFY(workspace->record(outcome));
        }
        m_bench.write("draft.yaml", R"(layer: organisation
rules:
- {name: no-deletes, match: {method: DELETE}, effect: deny, message: Deleting is for people.}
- {name: changes, match: {action: orders_update}, effect: approve, approvers: 2}
- {name: big, match: {action: orders_create, arguments: {amount: {above: 100}}}, effect: deny}
- {name: agents, match: {action: invoices_list, principal: {role: agent}}, effect: confirm}
)");
        const Outcome tried = m_bench.in({"policy", "test", "draft.yaml", "--json"});
        EXPECT_STATUS(tried, 0);
        const json::value report = tried.document();
        for (const char *word : {"denied", "approve", "allowed"})
            QCOMPARE(report.at(word).to_number<int>(), 1);
        QCOMPARE(report.at("cannot_tell").to_number<int>(), 2);
        QCOMPARE(report.at("calls").to_number<int>(), 5);
        const json::value first = report.at("results").as_array().at(0);
        QCOMPARE(text(first, "name"), std::string("shop.orders_delete"));
        QCOMPARE(text(first, "verdict"), std::string("denied"));
        QCOMPARE(text(first, "message"), std::string("Deleting is for people."));
        QCOMPARE(m_bench.in({"policy", "test", "draft.yaml", "--since", "2999-01-01", "--json"})
                     .document()
                     .at("calls")
                     .to_number<int>(),
                 0);
        const Outcome plain = m_bench.in({"policy", "test", "draft.yaml"});
        QVERIFY2(plain.out.find("1 denied") != std::string::npos, plain.all().c_str());
        QVERIFY(plain.out.find("cannot be judged") != std::string::npos);
        m_bench.write("broken.yaml", "layer: organisation\nrules:\n- {name: x, effect: dney}\n");
        const Outcome broken = m_bench.in({"policy", "test", "broken.yaml"});
        EXPECT_STATUS(broken, 1);
        QVERIFY2(broken.says("broken.yaml:3:21: there is no effect `dney`"), broken.all().c_str());
        EXPECT_STATUS(m_bench.in({"policy", "test", "missing.yaml"}), 1);
    }

private:
    std::unique_ptr<workspace::Workspace> open() const {
        auto opened = workspace::Workspace::open(m_bench.path("ws"), {.buildIndex = false});
        if (!opened)
            QTest::qFail(opened.error().toString().c_str(), __FILE__, __LINE__);
        return std::move(*opened);
    }
    /// A request as the gatekeeper makes it; its id.
    std::string ask(const std::string &digest) const {
        const auto asked = open()->approvals()->request(frozen(digest), std::chrono::hours(1));
        return asked ? asked->id : asked.error().toString();
    }
    QString token(const QString &name, const QString &role) const {
        return QString::fromStdString(
                   m_bench.in({"tokens", "create", "--name", name, "--role", role, "--user", name}).out)
            .trimmed();
    }
    Bench m_bench;
};

QTEST_GUILESS_MAIN(CliGovernance)
#include "tst_cli_governance.moc"
