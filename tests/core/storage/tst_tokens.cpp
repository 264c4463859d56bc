#include "base/file.h"
#include "core/storage/store_fixture.h"

#include <QTest>
#include <sys/stat.h>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;
using namespace std::chrono_literals;

namespace {

IssuedToken issued(storage::StateStore &store, const TokenSpec &spec) {
    const auto token = store.tokens().create(spec, {});
    if (!token)
        qWarning("%s", token.error().toString().c_str());
    return token.value_or(IssuedToken());
}

std::optional<Principal> whose(const TokenStore &tokens, const std::string &secret) {
    return tokens.authenticate(secret).value();
}

} // namespace

class TestTokens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTokenIsAPrincipal() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        TokenSpec spec{"ci", Role::Developer, "ana", "acme", "support", Exposure::Stable};
        const IssuedToken token = issued(*store, spec);
        const auto who = whose(store->tokens(), token.secret);
        QVERIFY(who);
        QCOMPARE(who->id, "token:" + token.info.id);
        QCOMPARE(who->name, std::string("ci"));
        QCOMPARE(who->role, Role::Developer);
        QCOMPARE(who->user + who->organisation + who->profile, std::string("anaacmesupport"));
        QCOMPARE(who->exposure, Exposure::Stable);
        QCOMPARE(who->source, Principal::Source::Token);
    }
    void onlyTheExactTokenCounts() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        const std::string secret = issued(*store, {"a"}).secret, other = issued(*store, {"b"}).secret;
        std::string changed = secret;
        changed.back() = changed.back() == 'A' ? 'B' : 'A';
        QVERIFY(!whose(store->tokens(), changed));
        // The id of one with the secret part of another.
        QVERIFY(!whose(store->tokens(), secret.substr(0, 16) + other.substr(16)));
        for (const std::string &text : {std::string(), std::string("as_"), secret + " ", "Bearer " + secret})
            QVERIFY(!whose(store->tokens(), text));
        QVERIFY(whose(store->tokens(), secret));
    }
    void theTokenItselfIsNowhereOnDisk() {
        const StoreFixture fixture;
        std::string secret;
        {
            const auto store = fixture.open();
            secret = issued(*store, {"ci"}).secret.substr(16);
        }
        for (const auto &entry : std::filesystem::recursive_directory_iterator(fixture.folder()))
            if (entry.is_regular_file())
                QVERIFY2(readFile(entry.path(), 1 << 30)->find(secret) == std::string::npos, entry.path().c_str());
    }
    void namesAreUniqueAmongLiveTokens() {
        StoreFixture fixture;
        const auto store = fixture.open();
        TokenSpec spec{"ci"};
        spec.expires = fixture.clock.time + 1h;
        const IssuedToken first = issued(*store, spec);
        const auto second = store->tokens().create({"ci"}, {});
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::AlreadyExists);
        QVERIFY(second.error().message.find(first.info.id) != std::string::npos);
        fixture.clock.time += 2h;
        const IssuedToken third = issued(*store, {"ci"});
        QVERIFY(!third.secret.empty());
        QVERIFY(store->tokens().revoke("ci", {}));
        QVERIFY(!issued(*store, {"ci"}).secret.empty());
        const auto all = store->tokens().list();
        QCOMPARE(all->size(), std::size_t(3));
        QCOMPARE(all->at(2).id, first.info.id); // newest first
    }
    void aTokenEndsAtItsTime() {
        StoreFixture fixture;
        const auto store = fixture.open();
        TokenSpec spec{"ci"};
        spec.expires = fixture.clock.time + 1h;
        const std::string secret = issued(*store, spec).secret;
        QVERIFY(whose(store->tokens(), secret));
        fixture.clock.time += 1h;
        QVERIFY(!whose(store->tokens(), secret));
        fixture.clock.time -= 3h; // set back to before it was made
        QVERIFY(!whose(store->tokens(), secret));
    }
    void revokingCountsAtOnceInEveryStoreOfTheFile() {
        const StoreFixture fixture;
        const auto one = fixture.open(), two = fixture.open();
        const IssuedToken token = issued(*one, {"ci"});
        QVERIFY(whose(two->tokens(), token.secret));
        QVERIFY(whose(one->tokens(), token.secret));
        // Commits that change no token leave the cache alone, and the answer right.
        QVERIFY(two->audit().append(StoreFixture::event("search")));
        QVERIFY(whose(one->tokens(), token.secret));
        QVERIFY(two->tokens().revoke(token.info.id, {}));
        QVERIFY(!whose(one->tokens(), token.secret));
        QVERIFY(!whose(two->tokens(), token.secret));
        const IssuedToken next = issued(*two, {"ci"});
        QVERIFY(whose(one->tokens(), next.secret));
        const auto again = one->tokens().revoke(token.info.id, {});
        QCOMPARE(again.error().code, ErrorCode::Conflict);
        QCOMPARE(one->tokens().revoke("nobody", {}).error().code, ErrorCode::NotFound);
    }
    void everyChangeIsRecordedAndNoSecretWithIt() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        AuditEvent event;
        event.actor = "cli:ana";
        TokenSpec spec{"ci", Role::Agent, "ana", "acme"};
        const auto token = store->tokens().create(spec, event);
        QVERIFY(store->tokens().revoke("ci", event));
        const auto page = store->audit().list({}, 10);
        QCOMPARE(page->records.size(), std::size_t(2));
        const AuditEvent &revoked = page->records[0].event, &created = page->records[1].event;
        QCOMPARE(created.kind, std::string("token"));
        QCOMPARE(created.outcome, std::string("created"));
        QCOMPARE(created.actor, std::string("cli:ana"));
        QCOMPARE(created.organisation, std::string("acme"));
        QCOMPARE(revoked.outcome, std::string("revoked"));
        QCOMPARE(std::string(stringMember(created.detail, "id")), token->info.id);
        QVERIFY(canonicalForm(page->records[1]).find(token->secret.substr(16)) == std::string::npos);
        // One that fails is not recorded.
        QVERIFY(!store->tokens().create({""}, event));
        QVERIFY(!store->tokens().revoke("nobody", event));
        QCOMPARE(*store->audit().count({}), std::uint64_t(2));
    }
    void withoutTheRecordThereIsNoToken() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        AuditEvent event;
        event.actor = std::string(5000, 'x'); // more than a record takes
        QVERIFY(!store->tokens().create({"ci"}, event));
        QVERIFY(store->tokens().list()->empty());
        const IssuedToken token = issued(*store, {"ci"});
        QVERIFY(!store->tokens().revoke("ci", event));
        QVERIFY(whose(store->tokens(), token.secret));
    }
    void aReadOnlyStoreKnowsTokensAndChangesNone() {
        StoreFixture fixture;
        const IssuedToken token = issued(*fixture.open(), {"ci"});
        fixture.options.readOnly = true;
        const auto store = fixture.open();
        QVERIFY(whose(store->tokens(), token.secret));
        QCOMPARE(store->tokens().create({"b"}, {}).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(store->tokens().revoke("ci", {}).error().code, ErrorCode::PermissionDenied);
    }
    void theDigestKeyIsMadeOnceAndPrivate() {
        const StoreFixture fixture;
        const auto one = fixture.open(), two = fixture.open();
        const auto key = one->digestKey();
        QVERIFY(key);
        QCOMPARE(key->size(), std::size_t(32));
        QCOMPARE(*two->digestKey(), *key);
        struct stat info {};
        QCOMPARE(::stat((fixture.keys() / "digest.key").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
        QVERIFY(writeFileAtomically(fixture.keys() / "digest.key", "short"));
        QCOMPARE(one->digestKey().error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestTokens)
#include "tst_tokens.moc"
