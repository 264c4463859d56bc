/// CD1, CD2, CD12 over a workspace: who asks decides what there is, settings and the settings' tokenizer count, and the
/// threshold of relevance does on the sample what assembler.h says of it.

#include "core/workspace/workspace_fixture.h"
#include "workspace/context.h"

using namespace actionscope;
using namespace actionscope::test;
using workspace::ContextMaker;
using workspace::ContextRequest;

namespace {

ContextRequest asking(std::string message, bool showWhatFell = false) {
    ContextRequest request;
    request.message = std::move(message);
    request.showWhatFell = showWhatFell;
    return request;
}

} // namespace

class TestContext : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tierZeroIsMadeAgainOnlyWhenCapabilitiesChange() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const ContextMaker maker(*workspace);
        const auto first = expectValue(maker.make(asking("list the orders"), {}));
        QVERIFY(!first.context.categoriesCached);
        QCOMPARE(first.context.indexed, 8U);
        for (const char *message : {"place an order", "wipe the shop", "list the orders"})
            QVERIFY(expectValue(maker.make(asking(message), {})).context.categoriesCached);
        // Another setting is no other capability.
        folder.write("ws/actionscope.yaml", "context: {summaries: 1}\n");
        expectValue(workspace->refresh());
        const auto again = expectValue(maker.make(asking("list the orders"), {}));
        QVERIFY(again.context.categoriesCached);
        QCOMPARE(maker.categoriesMade(), std::uint64_t(1));
        // A service that is switched off is one.
        expectValue(workspace->setSearchable("shop", false));
        const auto off = expectValue(maker.make(asking("list the orders"), {}));
        QVERIFY(!off.context.categoriesCached);
        QCOMPARE(off.context.text(), std::string());
    }

    void whoAsksDecidesWhatThereIs() {
        const Folder folder;
        const auto workspace = openShop(folder);
        folder.write("ws/access.yaml",
                     "grants:\n  - to: {role: agent, organisation: acme}\n    allow: [shop.orders_list]\n");
        expectValue(workspace->refresh());
        const ContextMaker maker(*workspace);
        governance::Principal agent;
        agent.id = "token:1";
        agent.organisation = "acme";
        const auto limited = expectValue(maker.make(asking("orders"), {}, &agent));
        QCOMPARE(limited.context.indexed, 1U);
        for (const std::string other : {"orders_delete", "admin_wipe", "invoices_list"})
            QVERIFY2(limited.context.text().find(other) == std::string::npos, limited.context.text().c_str());
        agent.organisation = "elsewhere";
        QCOMPARE(expectValue(maker.make(asking("orders"), {}, &agent)).context.text(), std::string());
        QCOMPARE(expectValue(maker.make(asking("orders"), {})).context.indexed, 8U);
    }

    void saysWhatFellOutAndWhy() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const ContextMaker maker(*workspace);
        context::Budgets budgets;
        budgets.relevance = 0.6;
        budgets.summaries = 1;
        const auto answer = expectValue(maker.make(asking("list the orders of a customer", true), budgets));
        QCOMPARE(answer.context.tiers[1].entries, (std::vector<std::string>{"shop.orders_list"}));
        QVERIFY(std::ranges::any_of(answer.context.leftOut, [](const context::LeftOut &one) {
            return one.why == context::Fallen::BelowRelevance || one.why == context::Fallen::BeyondCount;
        }));
        budgets.details = 1000;
        QVERIFY(!maker.make(asking("orders"), budgets));
    }

    void tokensAreCountedAsTheSettingsSay() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const ContextMaker maker(*workspace);
        const auto estimated = expectValue(maker.make(asking("list the orders"), {}));
        QCOMPARE(estimated.context.tiers[1].tokens, context::estimateTokens(estimated.context.tiers[1].text));
        std::string table;
        for (int byte = 0; byte < 256; ++byte)
            table +=
                QByteArray(1, static_cast<char>(byte)).toBase64().toStdString() + ' ' + std::to_string(byte) + '\n';
        folder.write("ws/bytes.tiktoken", table);
        folder.write("ws/actionscope.yaml", "context: {tokenizer: bytes.tiktoken}\n");
        expectValue(workspace->refresh());
        // A byte a token: four times as much as the estimate, and still within the budgets.
        const auto counted = expectValue(maker.make(asking("list the orders"), {}));
        QCOMPARE(expectValue(maker.counter()).name(), std::string("bytes.tiktoken"));
        for (const context::Tier &tier : counted.context.tiers) {
            QCOMPARE(tier.tokens, tier.text.size());
            QVERIFY(tier.tokens <= tier.budget);
        }
        folder.write("ws/bytes.tiktoken", "no table");
        const auto broken = maker.make(asking("list the orders"), {});
        QVERIFY(!broken);
        QVERIFY2(broken.error().message.starts_with("context.tokenizer of actionscope.yaml cannot be used"),
                 broken.error().message.c_str());
    }

    void aMessageMayBeAnything() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const ContextMaker maker(*workspace);
        for (const std::string &message : {std::string(1 << 20, 'x'), std::string("\xff\xfe"),
                                           std::string("注文を一覧"), std::string("\n\n\n"), std::string(1, '\0')}) {
            const auto answer = maker.make(asking(message), {});
            QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
            QVERIFY(answer->context.tiers[0].tokens > 0);
        }
    }

    /// The justification of CD1's 0.3 (assembler.h): nearly all right answers pass, and a higher threshold would lose
    /// many.
    void relevancePointThreeKeepsTheRightAnswersOfTheSample() {
        const Folder folder;
        expectValue(workspace::Workspace::create(folder / "ws", true));
        const auto workspace = expectValue(workspace::Workspace::open(folder / "ws", {.threads = 2}));
        const auto set = expectValue(workspace->querySet("everyday"));
        const auto snapshot = workspace->snapshot();
        int right = 0, kept = 0, atHalf = 0;
        for (const auto &query : set.queries) {
            retrieval::SearchRequest request;
            request.query = query.text;
            request.floor = 0;
            const auto outcome = expectValue(workspace->search(request));
            for (const retrieval::Hit &hit : outcome.response.hits) {
                const auto judged = query.judgements.find(outcome.catalog->qualifiedName(hit.ordinal));
                if (judged == query.judgements.end() || judged->second < 2)
                    continue;
                const double relevance = ContextMaker::relevance(*snapshot, outcome.preset, hit.score);
                ++right;
                kept += relevance >= 0.3 ? 1 : 0;
                atHalf += relevance >= 0.5 ? 1 : 0;
            }
        }
        qInfo("right answers %d, kept at 0.3 %d, at 0.5 %d", right, kept, atHalf);
        QVERIFY(right >= 20);
        QVERIFY(kept >= 0.9 * right);
        QVERIFY(atHalf <= 0.7 * right);
    }
};

QTEST_GUILESS_MAIN(TestContext)
#include "tst_context.moc"
