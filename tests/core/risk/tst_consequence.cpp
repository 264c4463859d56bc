#include "risk/risk_policy.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::risk;

namespace {

QString said(std::string_view method, std::string path, std::string name, std::string_view text = {},
             catalog::HandFile *hand = nullptr) {
    static const auto policy = RiskPolicy::load({ACTIONSCOPE_SOURCE_DIR "/resources/risk"});
    catalog::Capability capability;
    capability.method = *catalog::methodFromName(method);
    capability.path = std::move(path);
    capability.name = std::move(name);
    capability.parameters = {{"owner", {}, "string", catalog::Place::Path, true},
                             {"repo", {}, "string", catalog::Place::Path, true}};
    const auto segment = *catalog::Segment::build({capability});
    const Classification result = (*policy)->classify(segment->at(0), hand);
    return QString::fromStdString(consequence(segment->at(0), result, "Harbor", text));
}

} // namespace

class TestConsequence : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatHappens_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *method, const char *path, const char *name, const char *sentence) {
            QTest::addRow("%s %s %s", method, path, name) << method << path << name << sentence;
        };
        row("GET", "/issues", "issues_list", "Lists issues in Harbor. Changes nothing.");
        row("GET", "/issues/{id}", "getIssue", "Reads an issue in Harbor. Changes nothing.");
        row("POST", "/issues", "issues_create", "Creates an issue in Harbor.");
        row("POST", "/issues/{id}/comments", "issue_comments_create", "Creates an issue comment in Harbor.");
        row("PATCH", "/users/{id}", "updateUser", "Updates a user in Harbor.");
        row("POST", "/orders/{id}/cancel", "post_orders_id_cancel", "Cancels an order in Harbor.");
        row("POST", "/policies/{id}/apply", "x", "Applies a policy in Harbor.");
        row("DELETE", "/users/{id}", "deleteUserById", "Deletes a user in Harbor. May not be undone.");
        row("POST", "/tokens/revoke", "tokens_revoke", "Revokes a token in Harbor. May not be undone.");
        row("DELETE", "/repos/{owner}/{repo}", "repos_delete",
            "Deletes a repository and everything in it, in Harbor. Cannot be undone.");
        row("POST", "/#Action=DeleteDBCluster", "POST_DeleteDBCluster",
            "Deletes a database cluster and everything in it, in Harbor. Cannot be undone.");
        row("DELETE", "/users/all", "deleteAllUsers",
            "Deletes all users in Harbor, many in one call. Cannot be undone.");
        row("DELETE", "/trash/{id}", "delete_trash_id", "Deletes a trash in Harbor for good. Cannot be undone.");
        row("POST", "/graphql", "graphql",
            "Sends on whatever it is given to Harbor, so it can change or delete anything there. Cannot be undone.");
    }
    void saysWhatHappens() {
        QFETCH(QString, method);
        QFETCH(QString, path);
        QFETCH(QString, name);
        QFETCH(QString, sentence);
        QCOMPARE(said(method.toStdString(), path.toStdString(), name.toStdString()), sentence);
    }

    void templatesComeFirst() {
        QCOMPARE(said("DELETE", "/repos/{owner}/{repo}", "repos_delete",
                      "Removes {repo} of {owner} from {service} with {nothing}."),
                 QString("Removes ‹repo› of ‹owner› from Harbor with {nothing}."));
        QCOMPARE(said("DELETE", "/x/{owner}", "x_delete", "Odd { and {owner"), QString("Odd { and {owner"));
    }

    void hiddenCharactersShow() {
        QVERIFY(said("DELETE", "/x/{id}", "y", "Harm\u202Eless {owner}").contains("⟦U+202E⟧"));
    }

    void everythingHasASentence() {
        for (const char *method : {"GET", "POST", "DELETE"}) {
            for (const char *path : {"", "/", "/{id}", "/v1/{a}/{b}"})
                QVERIFY(said(method, path, "").endsWith('.'));
        }
    }

    void anOverridesWordsStandForTheActionItNames() {
        static const auto policy = RiskPolicy::load({ACTIONSCOPE_SOURCE_DIR "/resources/risk"});
        catalog::Capability capability;
        capability.name = "trash_empty";
        capability.method = catalog::Method::Post;
        capability.path = "/trash/empty";
        catalog::HandFile hand;
        catalog::Override entry;
        entry.action = "trash_empty";
        entry.consequence = "Removes all that lies in the trash of {service}.";
        hand.overrides.push_back(entry);
        catalog::Service service;
        service.info.title = "Driftbox";
        service.segment = *catalog::Segment::build({capability});
        service.hand = std::make_shared<const catalog::HandFile>(hand);
        const auto action = service.segment->at(0);
        const Classification result = (*policy)->classify(action, service.hand.get());
        QCOMPARE(consequence(action, result, service), std::string("Removes all that lies in the trash of Driftbox."));
        hand.overrides[0].action = "trash_list";
        service.hand = std::make_shared<const catalog::HandFile>(hand);
        QCOMPARE(consequence(action, result, service), consequence(action, result, "Driftbox"));
    }
};

QTEST_GUILESS_MAIN(TestConsequence)
#include "tst_consequence.moc"
