#include "ingest/openapi.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <random>

using namespace actionscope::ingest;

class TestActionNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void makesNamesOfOperationIds() {
        QCOMPARE(actionNames({{"repos/delete-file", "DELETE", "/a"}, {"users.user.List", "GET", "/b"}}),
                 (std::vector<std::string>{"repos_delete_file", "users_user_List"}));
    }
    void makesNamesOfMethodAndPathWithoutAnId() {
        QCOMPARE(actionNames({{"", "GET", "/repos/{owner}/{repo}"}, {"--", "POST", "/"}}),
                 (std::vector<std::string>{"get_repos_owner_repo", "post"}));
    }
    void addsTheMethodAndThenAHashWhereNamesClash() {
        const auto names =
            actionNames({{"list", "GET", "/c"}, {"list", "GET", "/a"}, {"list", "POST", "/a"}, {"list", "GET", "/b"}});
        QCOMPARE(names[1], std::string("list"));
        QCOMPARE(names[2], std::string("list_post"));
        QCOMPARE(names[3], std::string("list_get"));
        QVERIFY2(names[0].starts_with("list_get_"), names[0].c_str());
        QCOMPARE(names[0].size(), std::string("list_get_").size() + 6);
    }
    void neverTakesANameFromOneThatHasItByRight() {
        const auto names = actionNames({{"list", "GET", "/a"}, {"list", "GET", "/b"}, {"list_get", "GET", "/z"}});
        QCOMPARE(names[0], std::string("list"));
        QCOMPARE(names[2], std::string("list_get"));
        QVERIFY(names[1].starts_with("list_get_"));
    }
    void givesTheSameNamesInAnyOrder() {
        std::vector<OperationKey> operations;
        for (const char *id : {"", "get_a", "a", "a_get", "a-get"}) {
            for (const char *path : {"/a", "/b", "/a/b"}) {
                for (const char *method : {"GET", "PUT"})
                    operations.push_back({id, method, path + std::string("/") + id});
            }
        }
        std::map<std::string, std::string> expected;
        std::mt19937 random(7);
        for (int round = 0; round < 50; ++round) {
            const auto names = actionNames(operations);
            std::map<std::string, std::string> byKey, byName;
            for (std::size_t i = 0; i < names.size(); ++i) {
                const std::string key = operations[i].operationId + '|' + operations[i].method + operations[i].path;
                byKey[key] = names[i];
                QVERIFY2(byName.emplace(names[i], key).second, ("twice: " + names[i]).c_str());
            }
            if (round == 0)
                expected = byKey;
            QCOMPARE(byKey, expected);
            std::shuffle(operations.begin(), operations.end(), random);
        }
    }
};

QTEST_GUILESS_MAIN(TestActionNames)
#include "tst_action_names.moc"
