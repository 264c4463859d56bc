#include "catalog/prose_draft.h"

#include <QtTest>

using namespace actionscope;
using namespace actionscope::catalog;

namespace {

ProseDraft draftOf(Capability action) {
    action.name = action.name.empty() ? "issues_create" : action.name;
    const auto segment = Segment::build({std::move(action)});
    if (!segment)
        throw std::runtime_error(segment.error().message);
    return draftProse((*segment)->at(0));
}

} // namespace

class TestProseDraft : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesMarkupAway_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("plain");
        QTest::newRow("link") << "See [the **guide**](https://x.example/a) now"
                              << "See the guide now";
        QTest::newRow("code") << "Sets `state` to ``open``"
                              << "Sets state to open";
        QTest::newRow("html") << "<p>Lists <b>all</b> users</p>"
                              << "Lists all users";
        QTest::newRow("heading") << "# Issues\nLists issues."
                                 << "Lists issues.";
        QTest::newRow("block") << "Lists.\n```json\n{\"a\": 1}\n```\nMore."
                               << "Lists. More.";
        QTest::newRow("entities") << "a &lt;b&gt; &amp; c"
                                  << "a <b> & c";
        QTest::newRow("names keep their marks") << "The repo_name of *one* owner_id"
                                                << "The repo_name of one owner_id";
        QTest::newRow("paragraphs are sentences") << "One thing\n\nAnother thing"
                                                  << "One thing. Another thing";
        QTest::newRow("image") << "A ![alt](x.png) b"
                               << "A b";
    }
    void takesMarkupAway() {
        QFETCH(QString, text);
        QFETCH(QString, plain);
        QCOMPARE(QString::fromStdString(withoutMarkup(text.toStdString())), plain);
    }
    void splitsSentences() {
        QCOMPARE(sentencesOf("Lists files, e.g. images. Up to 1.5 GB. Done!"),
                 (std::vector<std::string>{"Lists files, e.g. images.", "Up to 1.5 GB.", "Done!"}));
        QCOMPARE(sentencesOf("no end"), std::vector<std::string>{"no end"});
        QVERIFY(sentencesOf("  ").empty());
    }
    void putsTheVerbFirst_data() {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("expected");
        QTest::newRow("endpoint") << "This endpoint allows you to create an issue."
                                  << "Create an issue.";
        QTest::newRow("third person") << "Lists all users."
                                      << "List all users.";
        QTest::newRow("use this") << "Use this API to fetch one order."
                                  << "Fetch one order.";
        QTest::newRow("you can use") << "You can use this endpoint to list forks."
                                     << "List forks.";
        QTest::newRow("allows") << "Allows users to delete a label."
                                << "Delete a label.";
        QTest::newRow("already") << "Cancel a subscription."
                                 << "Cancel a subscription.";
        QTest::newRow("es") << "Publishes a draft."
                            << "Publish a draft.";
        QTest::newRow("ing") << "Creating a card"
                             << "Create a card";
        QTest::newRow("noun stays") << "The weather of a place."
                                    << "The weather of a place.";
    }
    void putsTheVerbFirst() {
        QFETCH(QString, given);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(verbFirst(given.toStdString())), expected);
    }
    /// GD14: the draft is a clean sentence from the catalog's own text.
    void draftsOneCleanSentence() {
        Capability action;
        action.method = Method::Post;
        action.path = "/repos/{owner}/{repo}/issues";
        action.title = "Create an issue";
        action.description =
            "Any user with pull access to a repository can create an issue. If [issues are "
            "disabled](https://help.example/issues), the API returns a `410 Gone` status.\n\n"
            "This endpoint triggers [notifications](https://docs.example/n). Creating content too quickly may result "
            "in "
            "secondary rate limiting. For more information, see \"[Rate limits](https://docs.example/r)\".";
        const ProseDraft draft = draftOf(action);
        QVERIFY2(beginsWithVerb(draft.description), draft.description.c_str());
        QVERIFY(draft.description.size() <= DraftBytes);
        for (const char *never : {"http", "[", "`", "rate limit", "For more information"})
            QVERIFY2(draft.description.find(never) == std::string::npos, draft.description.c_str());
        QVERIFY(draft.description.starts_with("Create an issue."));
        QVERIFY(!draft.notes.empty());
    }
    void takesTheMethodsVerbWhereTheSourceOnlyNamesAThing() {
        Capability action;
        action.method = Method::Delete;
        action.path = "/orders/{id}";
        action.title = "Order by id";
        const ProseDraft draft = draftOf(action);
        QCOMPARE(draft.description, std::string("Delete order by id."));
        QCOMPARE(draft.notes.size(), std::size_t(1));
    }
    void saysSoWhenThereAreNoWords() {
        Capability action;
        action.name = "listOpenOrders";
        action.method = Method::Get;
        action.path = "/orders";
        const ProseDraft draft = draftOf(action);
        QCOMPARE(draft.description, std::string("List open orders."));
        QVERIFY(draft.notes.front().find("from its name") != std::string::npos);
    }
    void putsRequiredParametersFirst() {
        Capability action;
        action.title = "Get a page";
        action.parameters = {
            {"page", "Page of the results.", "integer", Place::Query, false},
            {"owner", "the `account` that owns it. See [docs](https://x.example).", "string", Place::Path, true},
            {"repo", "", "string", Place::Path, true}};
        const ProseDraft draft = draftOf(action);
        QCOMPARE(draft.parameters.size(), std::size_t(3));
        QCOMPARE(draft.parameters[0].name, std::string("owner"));
        QCOMPARE(draft.parameters[0].prose, std::string("The account that owns it."));
        QVERIFY(draft.parameters[0].changed);
        QCOMPARE(draft.parameters[1].name, std::string("repo"));
        QVERIFY(draft.parameters[1].prose.empty());
        QCOMPARE(draft.parameters[2].name, std::string("page"));
        QVERIFY(!draft.parameters[2].changed);
        QVERIFY(draft.notes.back().find("required") != std::string::npos);
    }
    void neverIsLongerThanItsBound() {
        for (const std::size_t words : {1U, 10U, 100U, 700U}) {
            Capability action;
            action.method = Method::Get;
            action.path = "/x";
            for (std::size_t i = 0; i < words; ++i)
                action.description += "wörter ";
            action.parameters = {{"p", action.description, "string", Place::Query, true}};
            const ProseDraft draft = draftOf(action);
            QVERIFY(draft.description.size() <= DraftBytes);
            QVERIFY(draft.parameters.front().prose.size() <= DraftParameterBytes);
            QVERIFY(!draft.description.empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestProseDraft)
#include "tst_prose_draft.moc"
