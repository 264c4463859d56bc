// Which embedding model a workspace searches with, and what happens when there is none.
#include "retrieval/token_table.h"
#include "support/http_server.h"
#include "workspace_fixture.h"

using namespace actionscope;
using test::HttpCall, test::HttpServer, test::openShop;

namespace {

/// One vector of four numbers for every text that was sent.
std::string vectorsFor(const HttpCall &call) {
    json::array data;
    const json::value body = parseJson(call.body).value();
    for (const json::value &text : *arrayMember(body, "input")) {
        const auto size = static_cast<double>(text.get_string().size());
        data.push_back(json::object{{"index", data.size()}, {"embedding", {size, 1, 2, 3}}});
    }
    return json::serialize(json::object{{"data", data}});
}

retrieval::SearchResponse search(const workspace::Workspace &workspace, const char *query) {
    retrieval::SearchRequest request;
    request.query = query;
    request.floor = 0;
    return test::expectValue(workspace.search(request)).response;
}

} // namespace

class WorkspaceModelTest : public QObject {
    Q_OBJECT

    void choose(const std::string &embedding) const {
        m_folder->write("ws/actionscope.yaml", "search: {embedding: {" + embedding + "}}\n");
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<test::Folder>();
        openShop(*m_folder);
    }

    void theShippedTableIsUsedUnlessAnotherIsChosen() {
        const auto workspace = openShop(*m_folder);
        const auto now = workspace->snapshot();
        QVERIFY(now->vectors && now->vectorsProblem.empty() && now->searchIsCurrent());
        QCOMPARE(now->vectors->model().identity(), retrieval::TokenTable::shipped()->identity());
        QVERIFY(search(*workspace, "cancel an order").reduced.empty());
    }

    void noneSearchesWithKeywordsAndSaysSo() {
        choose("kind: none");
        const auto workspace = openShop(*m_folder);
        QVERIFY(!workspace->snapshot()->vectors);
        QVERIFY(workspace->snapshot()->searchIsCurrent());
        const auto response = search(*workspace, "order");
        QVERIFY(!response.hits.empty());
        QVERIFY2(response.reduced.find("none") != std::string::npos, response.reduced.c_str());
    }

    void anEndpointIsAskedOnceForEachText() {
        HttpServer server(
            [](const HttpCall &call, HttpServer::Peer &peer) { peer.answer("200 OK", vectorsFor(call)); });
        choose("kind: endpoint, model: m, url: '" + server.url("/v1") + "'");
        {
            const auto workspace = openShop(*m_folder);
            const auto now = workspace->snapshot();
            QVERIFY2(now->vectors, now->vectorsProblem.c_str());
            QCOMPARE(now->vectors->model().identity().name, std::string("m"));
            QCOMPARE(now->vectors->model().identity().dimension, 4U);
        }
        const std::size_t asked = server.count();
        const auto again = openShop(*m_folder);
        QVERIFY(again->snapshot()->vectors);
        QCOMPARE(server.count(), asked);
        QVERIFY(search(*again, "order").reduced.empty());
        QCOMPARE(server.count() > asked, true); // the query
    }

    void anEndpointThatIsDownLeavesKeywords() {
        std::string url;
        {
            HttpServer server([](const HttpCall &, HttpServer::Peer &peer) { peer.answer("401 No", "{}"); });
            url = server.url("/v1");
            choose("kind: endpoint, model: m, url: '" + url + "'");
            const auto workspace = openShop(*m_folder);
            QVERIFY(!workspace->snapshot()->vectors);
            const auto response = search(*workspace, "order");
            QVERIFY(!response.hits.empty());
            QVERIFY2(response.reduced.find("401") != std::string::npos, response.reduced.c_str());
        }
    }

    void aMissingFolderIsNamed() {
        choose("kind: model2vec, path: models/none");
        const auto workspace = openShop(*m_folder);
        const auto problem = workspace->snapshot()->vectorsProblem;
        QVERIFY2(problem.find("models/none") != std::string::npos, problem.c_str());
    }

    void anotherModelMakesOtherVectors() {
        HttpServer server(
            [](const HttpCall &call, HttpServer::Peer &peer) { peer.answer("200 OK", vectorsFor(call)); });
        const auto workspace = openShop(*m_folder);
        choose("kind: endpoint, model: m, url: '" + server.url("/v1") + "'");
        QVERIFY(test::expectValue(workspace->refresh()));
        QVERIFY(!workspace->snapshot()->searchIsCurrent());
        test::expectValue(workspace->ensureIndex());
        QVERIFY(workspace->snapshot()->searchIsCurrent());
        QCOMPARE(workspace->snapshot()->vectors->model().identity().dimension, 4U);
        choose("kind: tokens");
        QVERIFY(test::expectValue(workspace->refresh()));
        test::expectValue(workspace->ensureIndex());
        QCOMPARE(workspace->snapshot()->vectors->model().identity(), retrieval::TokenTable::shipped()->identity());
    }

    void vectorsAreLinkedWhereTheSettingSaysSo() {
        const auto set = [&](const char *vectors) {
            m_folder->write("ws/actionscope.yaml", std::string("search: {vectors: ") + vectors + "}\n");
        };
        const std::filesystem::path saved = *m_folder / "ws/.actionscope/cache/vectors.hnsw";
        {
            const auto workspace = openShop(*m_folder);
            QVERIFY(!workspace->snapshot()->vectors->hasGraph()); // auto: the shop is small
            const auto without = search(*workspace, "cancel an order");
            set("hnsw");
            QVERIFY(test::expectValue(workspace->refresh()));
            QVERIFY(!workspace->snapshot()->searchIsCurrent());
            test::expectValue(workspace->ensureIndex());
            QVERIFY(workspace->snapshot()->searchIsCurrent());
            QVERIFY(workspace->snapshot()->vectors->hasGraph());
            QVERIFY(std::filesystem::exists(saved));
            const auto with = search(*workspace, "cancel an order");
            QCOMPARE(with.hits.size(), without.hits.size());
            for (std::size_t i = 0; i < with.hits.size(); ++i)
                QVERIFY(with.hits[i].ordinal == without.hits[i].ordinal && with.hits[i].score == without.hits[i].score);
        }
        const auto written = std::filesystem::last_write_time(saved);
        const auto again = openShop(*m_folder);
        QVERIFY(again->snapshot()->vectors->hasGraph());
        QVERIFY(std::filesystem::last_write_time(saved) == written); // taken as it lay there
        set("exact");
        QVERIFY(test::expectValue(again->refresh()));
        test::expectValue(again->ensureIndex());
        QVERIFY(again->snapshot()->searchIsCurrent() && !again->snapshot()->vectors->hasGraph());
    }

    void anotherWayToFindTheNearestIsRefusedByName() {
        m_folder->write("ws/actionscope.yaml", "search: {vectors: fast}\n");
        const auto settings = workspace::readSettings(*m_folder / "ws/actionscope.yaml");
        QVERIFY(!settings);
        QVERIFY2(settings.error().message.find("exact, hnsw and auto") != std::string::npos,
                 settings.error().message.c_str());
    }

private:
    std::unique_ptr<test::Folder> m_folder;
};

QTEST_GUILESS_MAIN(WorkspaceModelTest)
#include "tst_workspace_model.moc"
