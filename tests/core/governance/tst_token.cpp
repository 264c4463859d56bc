#include "governance/token_store.h"

#include <QTest>
#include <set>

using namespace actionscope;
using namespace actionscope::governance;
using namespace std::chrono_literals;

class TestToken : public QObject {
    Q_OBJECT
    const Timestamp m_now = *parseTimestamp("2026-11-22T10:00:00Z");

private Q_SLOTS:
    void rolesThatRunActionsDecideNothing() {
        for (const Role role : {Role::Agent, Role::Developer, Role::Approver, Role::Admin}) {
            QVERIFY(!(holds(role, Permission::RunTools) && holds(role, Permission::Decide)));
            QVERIFY(holds(role, Permission::ViewTools));
            QCOMPARE(holds(role, Permission::Manage), role == Role::Admin);
            QCOMPARE(roleFromName(roleName(role)), std::optional(role));
        }
        QVERIFY(holds(Role::Agent, Permission::RunTools) && holds(Role::Developer, Permission::RunTools));
        QVERIFY(holds(Role::Approver, Permission::Decide) && holds(Role::Admin, Permission::Decide));
        QVERIFY(!roleFromName("root"));
        QCOMPARE(exposureFromName("stable"), std::optional(Exposure::Stable));
    }
    void aTokenHasItsShapeAndNamesItsId() {
        std::set<std::string> seen;
        for (int i = 0; i < 200; ++i) {
            const IssuedToken token = issueToken({"ci"}, m_now);
            QCOMPARE(token.info.id.size(), std::size_t(12));
            QCOMPARE(token.secret.size(), std::size_t(3 + 12 + 1 + 43));
            QVERIFY(token.secret.starts_with("as_" + token.info.id + "_"));
            QCOMPARE(tokenIdOf(token.secret), std::optional<std::string_view>(token.info.id));
            QVERIFY(seen.insert(token.secret).second);
            QVERIFY(tokenHash(token.secret).find(token.secret.substr(20)) == std::string::npos);
        }
    }
    void otherTextsAreNoTokens() {
        const std::string good = issueToken({"ci"}, m_now).secret;
        std::string upper = good, noise = good, moved = good;
        upper[3] = 'A';
        noise[20] = '\n';
        moved[15] = 'x';
        for (const std::string &text : {std::string(), std::string("as_"), good + "x", good.substr(1), " " + good,
                                        upper, noise, moved, std::string(1 << 20, 'a')})
            QVERIFY(!tokenIdOf(text));
    }
    void namesAndAttributesArePlainAndBounded() {
        QVERIFY(checkTokenSpec({"ci"}, m_now));
        std::string accents;
        for (int i = 0; i < 64; ++i)
            accents += "é";
        QVERIFY(checkTokenSpec({accents}, m_now));
        for (const std::string &name : {std::string(), accents + "é", std::string("a\nb"), std::string("a\tb"),
                                        std::string("\xE2\x80\xAE"
                                                    "a"),
                                        std::string("\xff")}) {
            const auto checked = checkTokenSpec({name}, m_now);
            QVERIFY(!checked);
            QCOMPARE(checked.error().code, ErrorCode::InvalidArgument);
        }
        TokenSpec spec{"ci"};
        spec.user = std::string(257, 'u');
        QVERIFY(!checkTokenSpec(spec, m_now));
        spec.user = "ana";
        spec.expires = m_now;
        QVERIFY(!checkTokenSpec(spec, m_now));
        spec.expires = m_now + 1s;
        QVERIFY(checkTokenSpec(spec, m_now));
    }
    void aTokenEndsAtItsTimeAndWhenTheClockIsSetBack() {
        TokenInfo token{"id", {"ci"}, m_now, std::nullopt};
        QVERIFY(isLive(token, m_now - 24h)); // without an end there is nothing to gain from a clock
        token.spec.expires = m_now + 1h;
        QVERIFY(isLive(token, m_now));
        QVERIFY(isLive(token, m_now + 1h - 1us));
        QVERIFY(!isLive(token, m_now + 1h));
        QVERIFY(isLive(token, m_now - 60s));
        QVERIFY(!isLive(token, m_now - 61s));
        token.revoked = m_now;
        QVERIFY(!isLive(token, m_now));
    }
    void comparingTakesBothTextsWhole() {
        QVERIFY(equalInConstantTime("abc", "abc"));
        QVERIFY(!equalInConstantTime("abc", "abd"));
        QVERIFY(!equalInConstantTime("abc", "abcd"));
        QVERIFY(equalInConstantTime("", ""));
    }
};

QTEST_GUILESS_MAIN(TestToken)
#include "tst_token.moc"
