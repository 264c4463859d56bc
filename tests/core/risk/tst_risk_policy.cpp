#include "risk/risk_policy.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>
#include <algorithm>
#include <random>

using namespace actionscope;
using namespace actionscope::risk;
using catalog::Capability;
using catalog::Method;

namespace {

std::shared_ptr<const RiskPolicy> builtIn() {
    static const auto policy = RiskPolicy::load({ACTIONSCOPE_SOURCE_DIR "/resources/risk"});
    if (!policy)
        qFatal("%s", policy.error().toString().c_str());
    return *policy;
}

Capability action(std::string_view method, std::string path, std::string name = "x") {
    Capability capability;
    capability.method = catalog::methodFromName(method).value_or(Method::None);
    capability.path = std::move(path);
    capability.name = std::move(name);
    return capability;
}

struct Held {
    std::shared_ptr<const catalog::Segment> segment;
    [[nodiscard]] catalog::CapabilityView view() const { return segment->at(0); }
};
Held hold(Capability capability) { return {*catalog::Segment::build({std::move(capability)})}; }

Classification classify(const Capability &capability, const catalog::HandFile *hand = nullptr) {
    return builtIn()->classify(hold(capability).view(), hand);
}

catalog::Override byName(std::string name, std::optional<Tier> tier, std::optional<Approval> approval,
                         std::string reason = "because") {
    catalog::Override entry;
    entry.action = std::move(name);
    entry.risk = tier;
    entry.approval = approval;
    entry.reason = std::move(reason);
    entry.where = {"catalogs/s.yaml", 7, 5};
    return entry;
}
catalog::Override byMatch(catalog::Match match, std::optional<Tier> tier, std::optional<Approval> approval,
                          std::string reason = "because") {
    catalog::Override entry = byName({}, tier, approval, std::move(reason));
    entry.match = std::move(match);
    return entry;
}
catalog::HandFile handOf(std::vector<catalog::Override> overrides) {
    catalog::HandFile hand;
    hand.service = "s";
    hand.overrides = std::move(overrides);
    return hand;
}

std::shared_ptr<const catalog::Catalog> catalogOf(std::vector<Capability> actions, catalog::HandFile hand = {}) {
    catalog::Service service;
    service.info.id = "s";
    service.segment = *catalog::Segment::build(std::move(actions));
    service.hand = std::make_shared<const catalog::HandFile>(std::move(hand));
    return *catalog::Catalog::build({service});
}

const Step *stepOf(const Provenance &chain, std::string_view rule) {
    const auto found =
        std::find_if(chain.steps.begin(), chain.steps.end(), [&](const Step &step) { return step.rule == rule; });
    return found == chain.steps.end() ? nullptr : &*found;
}

/// Names and paths out of words that rules care about, and words near them.
Capability generated(std::mt19937 &random, int number) {
    static const std::vector<std::string> Words{"delete",      "deleted",
                                                "Delete",      "bulk",
                                                "all",         "repos",
                                                "repo",        "project",
                                                "projects",    "users",
                                                "user",        "search",
                                                "query",       "list",
                                                "get",         "create",
                                                "trash",       "deletedItems",
                                                "permanent",   "purge",
                                                "wipe",        "cluster",
                                                "DBCluster",   "account",
                                                "teams",       "remove",
                                                "from",        "by",
                                                "id",          "v1",
                                                "2",           "api",
                                                "graphql",     "proxy",
                                                "exec",        "emptyTrash",
                                                "batchDelete", "undelete",
                                                "cache",       "status",
                                                "settings",    "address",
                                                "Action",      "HTTPDelete2",
                                                "naïve",       "a-very-long-word-that-nobody-writes-in-a-rule"};
    const auto pick = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    const auto word = [&] { return Words[pick(Words.size())]; };
    static const std::vector<std::string> Between{"/", "/", "/", "/", "-", "_", ":", ".", "", "#", "?", "=", "(", ")"};
    static const std::vector<std::string> Methods{"GET",    "POST",   "POST", "PUT", "PATCH",
                                                  "DELETE", "DELETE", "HEAD", ""};
    Capability capability = action(Methods[pick(Methods.size())], "/");
    for (std::size_t i = 0, n = pick(7); i < n; ++i) {
        std::string part = word();
        if (pick(3) == 0)
            part = "{" + part + (pick(4) == 0 ? "+" : "") + "}";
        capability.path += part + Between[pick(Between.size())];
    }
    capability.name = std::to_string(number) + "_";
    for (std::size_t i = 0, n = 1 + pick(5); i < n; ++i) {
        std::string part = word();
        if (pick(2) == 0 && part.front() >= 'a' && part.front() <= 'z')
            part.front() = static_cast<char>(part.front() - 'a' + 'A');
        capability.name += part + (pick(2) == 0 ? "_" : "");
    }
    if (pick(2) == 0)
        capability.name.erase(0, capability.name.find('_') + 1);
    capability.hasBody = pick(3) == 0;
    if (number % 5 == 0) {
        // Capabilities of folders: what their manifests say stands in the place of a method.
        capability.kind = static_cast<catalog::Kind>(1 + pick(4));
        capability.hint = pick(2) == 0 ? catalog::Hint::ReadOnly : catalog::Hint::None;
    }
    if (pick(4) == 0)
        capability.parameters.push_back({word(), {}, "string", catalog::Place::Query, pick(2) == 0});
    capability.hint = static_cast<catalog::Hint>(pick(8) < 6 ? 0 : pick(3));
    capability.tags = {word()};
    return capability;
}

} // namespace

class TestRiskPolicy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tiersFollowMethodAndKeywords_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("tier");
        const auto row = [](const char *method, const char *path, const char *name, const char *tier) {
            QTest::addRow("%s %s %s", method, path, name) << method << path << name << tier;
        };
        row("GET", "/users/{id}", "getUser", "read");
        row("HEAD", "/users/{id}", "x", "read");
        row("OPTIONS", "/users", "x", "read");
        row("TRACE", "/users", "x", "read");
        row("POST", "/users", "createUser", "write");
        row("PUT", "/users/{id}", "x", "write");
        row("PATCH", "/users/{id}", "x", "write");
        row("DELETE", "/users/{id}", "x", "destructive");
        row("", "", "tool", "write");
        row("POST", "/users/delete", "x", "destructive");
        row("POST", "/users/deleteAll", "x", "destructive");
        row("POST", "/sessions/terminate-now", "x", "destructive");
        row("POST", "/v1/{name}:revoke", "x", "destructive");
        row("POST", "/chat.delete", "x", "destructive");
        row("POST", "/#Action=DeleteVolume", "x", "destructive");
        row("PUT", "/devices/{id}/wipe", "x", "destructive");
        row("POST", "/users", "removeUsers", "destructive");
        // Not a keyword: another word, not the beginning of a segment, or a parameter.
        row("POST", "/deleted-items", "x", "write");
        row("POST", "/undelete", "x", "write");
        row("POST", "/items/{delete}", "x", "write");
        row("POST", "/items/to-delete", "x", "write");
        row("POST", "/items", "listDeletedItems", "write");
        // A GET reads, whatever its words; those that contradict are listed (see below).
        row("GET", "/users/delete", "deleteUser", "read");
        // … but where the path itself names the operation, the method is no evidence.
        row("GET", "/#Action=DeleteVolume", "GET_DeleteVolume", "destructive");
        row("GET", "/#Action=CreateVolume", "GET_CreateVolume", "write");
        row("GET", "/#Action=DescribeVolumes", "GET_DescribeVolumes", "read");
    }
    void tiersFollowMethodAndKeywords() {
        QFETCH(QString, method);
        QFETCH(QString, path);
        QFETCH(QString, name);
        QFETCH(QString, tier);
        const Classification result = classify(action(method.toStdString(), path.toStdString(), name.toStdString()));
        QCOMPARE(QString::fromUtf8(catalog::tierName(result.tier).data()), tier);
        QCOMPARE(result.tier, result.ruleTier);
        QVERIFY(!result.overridden);
    }

    void getWithBodyIsAWriteToReview() {
        Capability capability = action("GET", "/report", "report");
        capability.hasBody = true;
        const Classification result = classify(capability);
        QCOMPARE(result.tier, Tier::Write);
        QVERIFY(result.review);
        QVERIFY(!classify(action("GET", "/report", "report")).review);
    }

    void keywordOnlyTiersAreForReview() {
        QVERIFY(classify(action("POST", "/tokens/revoke")).review);
        QVERIFY(!classify(action("DELETE", "/tokens/{id}")).review);
        QVERIFY(!classify(action("POST", "/tokens", "createToken")).review);
    }

    void gatesCatastrophicClasses_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("catastrophicClass");
        const auto row = [](const char *method, const char *path, const char *name, const char *value) {
            QTest::addRow("%s %s %s", method, path, name) << method << path << name << value;
        };
        row("DELETE", "/repos/{owner}/{repo}", "repos_delete", "container-destroy");
        row("DELETE", "/orgs/{org}", "x", "container-destroy");
        row("DELETE", "/v1/tenants/{tenantId}", "x", "container-destroy");
        row("DELETE", "/v1/{databaseName}", "x", "container-destroy");
        row("DELETE", "/drives({drive-id})", "x", "container-destroy");
        row("DELETE", "/rest/project/{key}.json", "x", "container-destroy");
        row("POST", "/#X-Amz-Target=Workspaces.DeleteWorkspace", "x", "container-destroy");
        row("DELETE", "/v1/{name}", "cloud_projects_delete", "container-destroy");
        row("DELETE", "/trash/{id}", "x", "permanent-delete");
        row("POST", "/messages/{id}/permanentDelete", "x", "permanent-delete");
        row("DELETE", "/users/all", "x", "bulk-delete");
        row("POST", "/items/batchDelete", "x", "bulk-delete");
        row("DELETE", "/webhooks", "deleteWebhooks", "bulk-delete");
        row("POST", "/graphql", "x", "passthrough");
        row("PUT", "/{proxy+}", "x", "passthrough");
        // Near, and not of the class.
        row("GET", "/repos/{owner}/{repo}", "x", "");
        row("DELETE", "/user/starred/{owner}/{repo}", "x", "");
        row("DELETE", "/repos/{owner}/{repo}/labels/{name}", "x", "");
        row("DELETE", "/projects/{id}/members/{user}", "removeMember", "");
        row("DELETE", "/webhooks/{id}", "deleteWebhook", "");
        row("DELETE", "/accounts/{id}/address", "deleteAddress", "");
        row("POST", "/#Action=DeleteDBClusterSnapshot", "x", "");
        row("PUT", "/repos/{owner}/{repo}/contents/{path}", "x", "");
        row("POST", "/projects", "createProject", "");
    }
    void gatesCatastrophicClasses() {
        QFETCH(QString, method);
        QFETCH(QString, path);
        QFETCH(QString, name);
        QFETCH(QString, catastrophicClass);
        const Classification result = classify(action(method.toStdString(), path.toStdString(), name.toStdString()));
        QCOMPARE(QString::fromStdString(std::string(catastrophicClassName(result.catastrophicClass))),
                 catastrophicClass);
        QCOMPARE(isCatastrophic(result), !catastrophicClass.isEmpty());
        QCOMPARE(result.approval, catastrophicClass.isEmpty() ? Approval::None : Approval::Admin);
    }

    void aSelectorIsNoBulkDelete() {
        Capability capability = action("DELETE", "/webhooks", "deleteWebhooks");
        capability.parameters = {{"id", {}, "string", catalog::Place::Query, false}};
        QVERIFY(!isCatastrophic(classify(capability)));
        capability.parameters = {{"force", {}, "boolean", catalog::Place::Query, false}};
        QVERIFY(isCatastrophic(classify(capability)));
        capability.hasBody = true;
        QVERIFY(!isCatastrophic(classify(capability)));
    }

    /// Without a method: no side effects are a read, whatever the name says; all else is at least a write.
    void capabilitiesOfFoldersAreJudgedByTheirSideEffects() {
        Capability tool = action("", {}, "list_things");
        QCOMPARE(classify(tool).tier, Tier::Read); // an action of an MCP server
        tool.kind = catalog::Kind::Tool;
        QCOMPARE(classify(tool).tier, Tier::Write);
        tool.name = "delete_database";
        QCOMPARE(classify(tool).tier, Tier::Destructive);
        const auto chain = builtIn()->explain(hold(tool).view(), nullptr);
        QVERIFY(stepOf(chain, "side-effects") != nullptr && stepOf(chain, "method") == nullptr);
        tool.hint = catalog::Hint::ReadOnly;
        QCOMPARE(classify(tool).tier, Tier::Read);
        QCOMPARE(classify(tool).approval, Approval::None);
        QCOMPARE(builtIn()->explain(hold(tool).view(), nullptr).steps.size(), std::size_t{1});
        const auto hand = handOf({byName("delete_database", Tier::Destructive, Approval::Admin)});
        QCOMPARE(classify(tool, &hand).tier, Tier::Destructive);
        QCOMPARE(classify(tool, &hand).approval, Approval::Admin);
    }

    void hintsOnlyRaise() {
        Capability capability = action("POST", "/notes", "addNote");
        capability.hint = catalog::Hint::Destructive;
        QCOMPARE(classify(capability).tier, Tier::Destructive);
        QVERIFY(classify(capability).review);
        capability = action("DELETE", "/notes/{id}", "deleteNote");
        capability.hint = catalog::Hint::ReadOnly;
        QCOMPARE(classify(capability).tier, Tier::Destructive);
        QVERIFY(classify(capability).review);
        capability = action("GET", "/notes", "listNotes");
        capability.hint = catalog::Hint::ReadOnly;
        QVERIFY(!classify(capability).review);
    }

    void ofSeveralMatchesTheMostSevereWins() {
        const catalog::HandFile hand =
            handOf({byMatch({"/admin/**", std::nullopt, std::nullopt}, Tier::Destructive, std::nullopt),
                    byMatch({"/**", std::nullopt, std::nullopt}, Tier::Read, std::nullopt),
                    byMatch({std::nullopt, Method::Post, std::nullopt}, std::nullopt, Approval::Admin)});
        const Classification result = classify(action("POST", "/admin/notes", "addNote"), &hand);
        QCOMPARE(result.tier, Tier::Destructive);
        QCOMPARE(result.approval, Approval::Admin);
        QCOMPARE(result.ruleTier, Tier::Write);
        QCOMPARE(result.ruleApproval, Approval::None);
        QVERIFY(result.overridden);
        QCOMPARE(classify(action("GET", "/admin/notes", "x"), &hand).approval, Approval::None);
    }

    void byNameBeatsByMatch() {
        const catalog::HandFile hand =
            handOf({byMatch({"/**", std::nullopt, std::nullopt}, Tier::Destructive, Approval::Admin),
                    byName("addNote", Tier::Read, std::nullopt)});
        const Classification result = classify(action("POST", "/notes", "addNote"), &hand);
        QCOMPARE(result.tier, Tier::Read);
        // The gate was not spoken of, and removing one must be.
        QCOMPARE(result.approval, Approval::Admin);
        QCOMPARE(classify(action("POST", "/notes", "other"), &hand).tier, Tier::Destructive);
    }

    void matchesByTag() {
        const catalog::HandFile hand =
            handOf({byMatch({std::nullopt, std::nullopt, "billing"}, Tier::Destructive, std::nullopt)});
        Capability capability = action("POST", "/pay", "pay");
        QCOMPARE(classify(capability, &hand).tier, Tier::Write);
        capability.tags = {"billing"};
        QCOMPARE(classify(capability, &hand).tier, Tier::Destructive);
    }

    void loweringNeedsAReason() {
        const std::vector<Capability> actions{action("POST", "/notes/search", "search"),
                                              action("DELETE", "/orgs/{org}", "deleteOrg")};
        const auto found = [&](catalog::HandFile hand) {
            std::vector<std::string> names;
            for (const Disagreement &one : builtIn()->disagreements(*catalogOf(actions, std::move(hand)))) {
                if (one.kind == Disagreement::Kind::LoweredWithoutReason)
                    names.push_back(std::to_string(one.action) + " " + one.where.toString());
            }
            return names;
        };
        // By name: "deleteOrg" is 0, "search" is 1.
        QCOMPARE(found(handOf({byName("search", Tier::Read, std::nullopt, "")})),
                 std::vector<std::string>{"1 catalogs/s.yaml:7:5"});
        QCOMPARE(found(handOf({byName("deleteOrg", std::nullopt, Approval::None, "  ")})),
                 std::vector<std::string>{"0 catalogs/s.yaml:7:5"});
        QCOMPARE(found(handOf({byName("search", Tier::Read, std::nullopt)})), std::vector<std::string>{});
        QCOMPARE(found(handOf({byName("search", Tier::Destructive, Approval::Admin, "")})), std::vector<std::string>{});
        const catalog::HandFile hand = handOf({byName("search", Tier::Read, std::nullopt, "")});
        QVERIFY(classify(actions[0], &hand).review);
        // One entry that lowers many is listed once.
        const auto many = handOf({byMatch({"/**", std::nullopt, std::nullopt}, Tier::Read, std::nullopt, "")});
        QCOMPARE(found(many).size(), std::size_t(1));
    }

    void knowsWhatLowers() {
        Classification before;
        before.tier = Tier::Destructive;
        before.approval = Approval::Admin;
        QVERIFY(isLowering(before, Tier::Write, Approval::Admin));
        QVERIFY(isLowering(before, Tier::Destructive, Approval::None));
        QVERIFY(!isLowering(before, Tier::Destructive, Approval::Admin));
        before.approval = Approval::None;
        QVERIFY(!isLowering(before, Tier::Destructive, Approval::Admin));
    }

    void listsDisagreements() {
        std::vector<Capability> actions{
            action("GET", "/users/delete", "a_deleteUser"), action("POST", "/issues/search", "b_search"),
            action("POST", "/users", "c_create"),           action("GET", "/users", "d_getDeleteStatus"),
            action("DELETE", "/users/{id}", "e_remove"),    action("POST", "/notes", "f_note"),
            action("GET", "/report", "g_report"),           action("GET", "/#Action=StopVolume", "h_stop")};
        actions[4].hint = catalog::Hint::ReadOnly;
        actions[6].hasBody = true;
        const auto list =
            builtIn()->disagreements(*catalogOf(actions, handOf({byName("f_note", Tier::Write, std::nullopt)})));
        std::vector<std::string> found;
        for (const Disagreement &one : list)
            found.push_back(std::string(disagreementName(one.kind)) + " " + std::to_string(one.action));
        const std::vector<std::string> expected{"method-versus-name 0",   "method-versus-name 7", "search-by-post 1",
                                                "override-equals-rule 5", "hint-versus-rule 4",   "get-with-body 6"};
        QCOMPARE(found, expected);
        QVERIFY(list[0].message.find("delete") != std::string::npos &&
                list[0].message.find("read") != std::string::npos);
        QVERIFY(list[2].message.find("`search`") != std::string::npos &&
                list[2].message.find("write") != std::string::npos);
        QCOMPARE(list[3].where.toString(), std::string("catalogs/s.yaml:7:5"));
    }

    void statingTheTierSettlesDoubts() {
        const auto hand = handOf({byName("search", Tier::Read, std::nullopt)});
        const Capability capability = action("POST", "/issues/search", "search");
        QVERIFY(classify(capability).review);
        QVERIFY(!classify(capability, &hand).review);
        QVERIFY(builtIn()->disagreements(*catalogOf({capability}, hand)).empty());
    }

    void anOverrideWithAConsequenceIsNotRedundant() {
        catalog::Override entry = byName("note", Tier::Write, std::nullopt);
        entry.consequence = "Adds a note.";
        QVERIFY(builtIn()->disagreements(*catalogOf({action("POST", "/notes", "note")}, handOf({entry}))).empty());
    }

    void explainsTheWholeChain() {
        const auto hand = handOf(
            {byMatch({"/sessions/**", std::nullopt, std::nullopt}, Tier::Write, std::nullopt, "Sessions come back."),
             byName("end", Tier::Destructive, Approval::Admin, "Not these.")});
        const Provenance chain =
            builtIn()->explain(hold(action("POST", "/sessions/{id}/terminate", "end")).view(), &hand);
        std::vector<std::string> steps;
        for (const Step &step : chain.steps)
            steps.push_back(step.rule + " " + std::string(catalog::tierName(step.tier)) + " " +
                            std::string(outcomeName(step.outcome)));
        const std::vector<std::string> expected{"method write overruled", "keyword:terminate destructive agrees",
                                                "match write overruled", "override destructive decides"};
        QVERIFY2(steps == expected, [&] {
            static std::string shown;
            for (const std::string &step : steps)
                shown += step + "\n";
            return shown.c_str();
        }());
        QCOMPARE(chain.result.tier, Tier::Destructive);
        QCOMPARE(chain.steps[1].detail,
                 std::string("segment `terminate` of the path begins with the keyword `terminate`"));
        QVERIFY(chain.steps[0].source.find("methods.yaml:") != std::string::npos);
        QVERIFY(chain.steps[1].source.find("keywords.yaml:") != std::string::npos);
        QCOMPARE(chain.steps[3].source, std::string("catalogs/s.yaml:7"));
        QCOMPARE(chain.steps[3].reason, std::string("Not these."));
    }

    void namesTheLineOfTheKeyword() {
        const Provenance chain = builtIn()->explain(hold(action("POST", "/wipe")).view(), nullptr);
        const Step *step = stepOf(chain, "keyword:wipe");
        QVERIFY(step != nullptr);
        const std::size_t colon = step->source.rfind(':');
        QFile file(QString::fromStdString(step->source.substr(0, colon)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().split('\n').at(std::stoi(step->source.substr(colon + 1)) - 1).trimmed(),
                 QByteArray("- wipe"));
    }

    void showsNearMisses() {
        const auto detail = [](const Capability &capability, std::string_view rule) {
            const Provenance chain = builtIn()->explain(hold(capability).view(), nullptr);
            const Step *step = stepOf(chain, rule);
            return step != nullptr && step->outcome == Step::Outcome::NearMiss ? step->detail : std::string();
        };
        QCOMPARE(detail(action("POST", "/deleted-items"), "keyword:delete"),
                 std::string("segment `deleted-items` of the path has `deleted`, which is not the keyword `delete`"));
        QCOMPARE(detail(action("POST", "/items/to-delete"), "keyword:delete"),
                 std::string("segment `to-delete` of the path has the keyword `delete`, but does not begin with it"));
        QVERIFY(detail(action("GET", "/users/delete"), "keyword:delete").find("this is a GET") != std::string::npos);
        QVERIFY(detail(action("DELETE", "/teams/{id}/repos/{repo}"), "class:container-destroy").find("teams") !=
                std::string::npos);
        QCOMPARE(detail(action("POST", "/clients"), "keyword:delete"), std::string());
    }

    void showsOverridesThatNearlyMatch() {
        const auto hand =
            handOf({byMatch({"/admin/**", Method::Delete, std::nullopt}, Tier::Destructive, std::nullopt)});
        const Provenance chain = builtIn()->explain(hold(action("POST", "/admin/notes")).view(), &hand);
        const Step *step = stepOf(chain, "match");
        QVERIFY(step != nullptr);
        QCOMPARE(step->outcome, Step::Outcome::NearMiss);
        QVERIFY(step->detail.find("method `DELETE` does not hold") != std::string::npos);
        QCOMPARE(chain.result.tier, Tier::Write);
    }

    void untrustedTextDoesNotHideInDetails() {
        const Provenance chain = builtIn()->explain(hold(action("POST", "/delete-\u202Eetirw`x")).view(), nullptr);
        const Step *step = stepOf(chain, "keyword:delete");
        QVERIFY(step != nullptr);
        QVERIFY(step->detail.find("⟦U+202E⟧") != std::string::npos);
        QVERIFY(step->detail.find("\u202E") == std::string::npos);
    }

    // The fast way (tables, bits) and the explaining way (words, one by one) must never part.
    void explanationsAgreeWithClassification() {
        const std::uint32_t seed = QRandomGenerator::global()->generate();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        const auto hand =
            handOf({byMatch({"/api/**", std::nullopt, std::nullopt}, Tier::Destructive, std::nullopt),
                    byMatch({"/**/{*", Method::Post, std::nullopt}, Tier::Read, std::nullopt, ""),
                    byMatch({std::nullopt, std::nullopt, "all"}, std::nullopt, Approval::Admin),
                    byMatch({"/delete/**", std::nullopt, std::nullopt}, Tier::Write, Approval::None, ""),
                    byName("delete", Tier::Write, Approval::None, ""), byName("search_", Tier::Read, std::nullopt)});
        std::size_t catastrophic = 0, lowered = 0;
        for (int i = 0; i < 4000; ++i) {
            const Capability capability = generated(random, i);
            const Held held = hold(capability);
            for (const catalog::HandFile *file : {static_cast<const catalog::HandFile *>(nullptr), &hand}) {
                const Classification fast = builtIn()->classify(held.view(), file);
                const Provenance chain = builtIn()->explain(held.view(), file);
                const std::string what =
                    std::string(catalog::methodName(capability.method)) + " " + capability.path + " " + capability.name;
                QVERIFY2(fast == chain.result, what.c_str());
                std::size_t decides = 0;
                for (const Step &step : chain.steps) {
                    if (step.outcome != Step::Outcome::Decides)
                        continue;
                    ++decides;
                    QVERIFY2(step.tier == fast.tier && step.approval == fast.approval, what.c_str());
                }
                QVERIFY2(decides == 1, what.c_str());
                catastrophic += isCatastrophic(fast) ? 1 : 0;
                lowered += fast.tier < fast.ruleTier ? 1 : 0;
            }
        }
        // The generator must reach what it is there for.
        QVERIFY(catastrophic > 100);
        QVERIFY(lowered > 5);
    }

    void wholeCatalogsAgreeWithSingleActions() {
        std::mt19937 random(7);
        std::vector<Capability> actions;
        for (int i = 0; i < 500; ++i) {
            actions.push_back(generated(random, i));
            actions.back().name = "n" + std::to_string(i) + "_" + actions.back().name;
        }
        const auto catalog = catalogOf(
            actions, handOf({byMatch({"/api/*/**", std::nullopt, std::nullopt}, Tier::Destructive, std::nullopt),
                             byMatch({"users/**", std::nullopt, std::nullopt}, Tier::Read, std::nullopt),
                             byMatch({"/delete*", std::nullopt, std::nullopt}, Tier::Read, Approval::None),
                             byName(actions[3].name, Tier::Read, std::nullopt)}));
        const auto all = builtIn()->classifyAll(*catalog);
        QCOMPARE(all.size(), std::size_t(catalog->size()));
        for (catalog::Ordinal i = 0; i < catalog->size(); ++i)
            QVERIFY(all[i] == builtIn()->classify(catalog->at(i), catalog->serviceOf(i).hand.get()));
    }

    void copesWithAbsurdInput() {
        const std::string many(100'000, '/'), deep = [] {
            std::string path;
            for (int i = 0; i < 5000; ++i)
                path += "/delete{x";
            return path;
        }();
        for (const std::string &path :
             {std::string(), std::string("/"), std::string("{"), std::string("}"), std::string("/{}/{"), many, deep,
              std::string("/#=?&:"), std::string("\xff\xfe/delete")}) {
            const Held held = hold(action("POST", path, path.empty() ? "" : path));
            QVERIFY(builtIn()->classify(held.view(), nullptr) == builtIn()->explain(held.view(), nullptr).result);
        }
    }
};

QTEST_GUILESS_MAIN(TestRiskPolicy)
#include "tst_risk_policy.moc"
