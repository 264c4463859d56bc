/// What a person asks of a workspace without changing it: why an action is not found, and what another description
/// would do.

#include "core/workspace/workspace_fixture.h"

#include <algorithm>
#include <fstream>

using namespace actionscope;
using namespace actionscope::workspace;
using retrieval::FindGate;
using retrieval::Remedy;
using retrieval::Verdict;

namespace {

const retrieval::GateFinding &gateOf(const WhyNotAnswer &answer, FindGate gate) {
    return answer.why.gates[static_cast<std::size_t>(gate)];
}

WhyNotQuestion asked(const std::string &query, const std::string &action) {
    WhyNotQuestion question;
    question.query = query;
    question.action = action;
    return question;
}

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Workspace> m_workspace;

    std::filesystem::path root() const { return m_folder.filePath("workspace").toStdString(); }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(Workspace::create(root(), true));
        m_workspace = std::move(*Workspace::open(root()));
    }

    void anUnknownNameIsToldWithTheNearest() {
        const auto answer = m_workspace->whyNot(asked("refund", "ledgerly.refund_create"));
        QVERIFY(answer);
        QCOMPARE(answer->why.failed, std::optional(FindGate::Catalog));
        QVERIFY(!answer->nearest.empty());
        QCOMPARE(gateOf(*answer, FindGate::Limit).verdict, Verdict::NotReached);
        const json::object document = whyNotToJson(*answer);
        QVERIFY(!document.at("found").as_bool());
        QCOMPARE(document.at("gates").as_array().size(), 9U);
    }

    void whatIsFoundHasItsRank() {
        const auto answer = m_workspace->whyNot(asked("refunds_create", "ledgerly.refunds_create"));
        QVERIFY(answer);
        QVERIFY(!answer->why.failed);
        QCOMPARE(answer->why.rank, 1U);
    }

    void aServiceThatIsSwitchedOffFailsFirstAndSwitchingItOnIsEnough() {
        QVERIFY(m_workspace->setSearchable("ledgerly", false));
        const auto answer = m_workspace->whyNot(asked("refund a payment", "ledgerly.refunds_create"));
        QVERIFY(m_workspace->setSearchable("ledgerly", true));
        QVERIFY(answer);
        QCOMPARE(answer->why.failed, std::optional(FindGate::Service));
        QCOMPARE(gateOf(*answer, FindGate::Indexed).verdict, Verdict::Passed);
        QCOMPARE(gateOf(*answer, FindGate::Floor).verdict, Verdict::NotReached);
        QVERIFY(!answer->why.remedies.empty());
        QCOMPARE(answer->why.remedies.front().kind, Remedy::Kind::Service);
        QVERIFY(answer->why.remedies.front().suffices);
        QVERIFY(!m_workspace->whyNot(asked("refund a payment", "ledgerly.refunds_create"))->why.failed);
    }

    void somebodyElsesSearchStopsAtWhatTheyMayNotFind() {
        std::ofstream(root() / "access.yaml") << "grants:\n- {to: {role: agent}, allow: [harbor]}\n";
        QVERIFY(m_workspace->refresh());
        WhyNotQuestion question = asked("refund a payment", "ledgerly.refunds_create");
        question.asker.emplace();
        question.asker->role = governance::Role::Agent;
        const auto theirs = m_workspace->whyNot(question);
        question.asker.reset();
        const auto own = m_workspace->whyNot(question);
        std::filesystem::remove(root() / "access.yaml");
        QVERIFY(m_workspace->refresh());
        QVERIFY(theirs && own);
        QCOMPARE(theirs->why.failed, std::optional(FindGate::Allowed));
        QVERIFY(gateOf(*theirs, FindGate::Allowed).facts.find("No:") != std::string::npos);
        for (const Remedy &remedy : theirs->why.remedies)
            QVERIFY(!remedy.suffices); // nothing in the ranking changes a rule
        QVERIFY(!own->why.failed);     // the person at the program is not limited
    }

    void theCauseIsToldBeforeAnythingIsTried() {
        WhyNotQuestion question = asked("return money for a purchase", "ledgerly.refunds_create");
        question.limit = 1;
        question.floor = 0.9;
        std::vector<WhyNotAnswer> early;
        question.judged = [&](const WhyNotAnswer &answer) { early.push_back(answer); };
        for (const bool on : {true, false}) {
            early.clear();
            QVERIFY(m_workspace->setSearchable("ledgerly", on));
            const auto answer = m_workspace->whyNot(question);
            QVERIFY(m_workspace->setSearchable("ledgerly", true));
            QVERIFY(answer);
            QCOMPARE(early.size(), std::size_t(1));
            QVERIFY(early.front().why.remedies.empty() && !answer->why.remedies.empty());
            QCOMPARE(early.front().why.failed, answer->why.failed);
            QCOMPARE(answer->why.failed, std::optional(on ? FindGate::Floor : FindGate::Service));
            for (std::size_t i = 0; i < answer->why.gates.size(); ++i) {
                QCOMPARE(early.front().why.gates[i].verdict, answer->why.gates[i].verdict);
                QCOMPARE(early.front().why.gates[i].facts, answer->why.gates[i].facts);
            }
        }
    }

    void remediesAreTriedOnAQuerySet() {
        WhyNotQuestion question = asked("silence a person in chat", "driftbox.channels_archive");
        question.set = "everyday";
        const auto answer = m_workspace->whyNot(question);
        QVERIFY(answer);
        QVERIFY(answer->why.failed);
        const auto describe = std::find_if(answer->why.remedies.begin(), answer->why.remedies.end(),
                                           [](const Remedy &one) { return one.kind == Remedy::Kind::Describe; });
        QVERIFY(describe != answer->why.remedies.end());
        QVERIFY(describe->effect);
        QCOMPARE(describe->effect->queries,
                 static_cast<std::uint32_t>(m_workspace->querySet("everyday")->queries.size()));
        question.set = "none";
        const auto unknown = m_workspace->whyNot(question);
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
    }

    void aDescriptionIsTriedWithoutBeingSaved() {
        const auto snapshot = m_workspace->snapshot();
        const std::string name = "harbor.merge_requests_create";
        const std::string before(snapshot->catalog->at(*snapshot->catalog->find(name)).description());
        // Words that another query asks for: the action must rise there, and the right answer must not be first any
        // more.
        const auto tried = m_workspace->previewDescription(
            name, "Open a bug report about the login page. Report a bug on the login page.", {"everyday"});
        QVERIFY(tried);
        QCOMPARE(tried->oldDescription, before);
        QCOMPARE(tried->tried, m_workspace->querySet("everyday")->queries.size());
        const auto row = std::find_if(tried->queries.begin(), tried->queries.end(),
                                      [](const DescriptionPreview::Query &query) { return query.id == "q01"; });
        QVERIFY(row != tried->queries.end());
        QVERIFY(!row->isGold);
        QVERIFY(row->after != 0 && (row->before == 0 || row->after < row->before));
        QCOMPARE(std::string(snapshot->catalog->at(*snapshot->catalog->find(name)).description()), before);
        QVERIFY(m_workspace->snapshot()->index == snapshot->index);
    }

    void theSameDescriptionChangesNothing() {
        const auto snapshot = m_workspace->snapshot();
        const std::string name = "harbor.merge_requests_create";
        const auto tried = m_workspace->previewDescription(
            name, std::string(snapshot->catalog->at(*snapshot->catalog->find(name)).description()), {"all"});
        QVERIFY(tried);
        QVERIFY(tried->queries.empty());
        QCOMPARE(tried->effect.wins + tried->effect.losses, 0U);
        QCOMPARE(tried->before.ndcg5, tried->after.ndcg5);
        QVERIFY(tried->before.ndcg5 > 0);
    }

    void whatCannotBeTriedIsSaid() {
        QCOMPARE(m_workspace->previewDescription("harbor.nothing", "x", {"all"}).error().code, ErrorCode::NotFound);
        QCOMPARE(m_workspace->previewDescription("harbor.issues_list", "x", {"none"}).error().code,
                 ErrorCode::NotFound);
        QCOMPARE(m_workspace->previewDescription("harbor.issues_list", std::string(5000, 'x'), {"all"}).error().code,
                 ErrorCode::LimitExceeded);
    }
};

QTEST_APPLESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
