// A small table trained from a corpus made here: that it learns, and that it is the same every time.
#include "retrieval/token_table.h"
#include "training.h"

#include "base/file.h"
#include "sources.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <set>

using namespace actionscope;
using namespace actionscope::trainer;

namespace {

/// Two families of things and two pairs of verbs of like meaning; what is like stands in like company.
Corpus smallCorpus() {
    Corpus corpus;
    const std::pair<const char *, const char *> verbs[] = {{"delete", "remove"}, {"create", "add"}};
    const char *things[] = {"order", "ticket", "file", "user", "invoice", "photo", "song", "page"};
    for (const char *provider : {"one", "two", "three", "four"}) {
        for (const auto &[verb, other] : verbs) {
            for (const char *thing : things) {
                const bool removes = std::string(verb) == "delete";
                corpus.actions.push_back(
                    {.kind = Kind::Operation,
                     .group = provider,
                     .source = std::string(provider) + ".json",
                     .method = removes ? "DELETE" : "POST",
                     .title = std::string(verb) + " the " + thing,
                     .name = std::string(other) + "_" + thing,
                     .path = std::string(thing) + "s",
                     .tags = thing,
                     .parameters = std::string(thing) + "Id",
                     .body = {},
                     .service = {},
                     .response = {},
                     .sentences = {std::string(other) + " one " + thing + (removes ? " for good" : " as new")}});
            }
        }
    }
    return corpus;
}

TrainingOptions smallOptions() {
    TrainingOptions options;
    options.dimension = 32;
    options.steps = 150;
    options.batch = 64;
    options.warmUp = 10;
    options.learningRate = 5e-3F;
    return options;
}

std::vector<float> trained(std::size_t threads, const TrainingOptions &options = smallOptions()) {
    Executor executor(threads);
    return train(Dataset(smallCorpus(), {}), options, executor);
}

double cosine(const Dataset &dataset, const std::vector<float> &rows, const char *a, const char *b) {
    const auto &words = dataset.vocabulary();
    const auto at = [&](const char *word) {
        return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin()) * 32;
    };
    double dot = 0, first = 0, second = 0;
    for (std::size_t d = 0; d < 32; ++d) {
        const auto x = static_cast<double>(rows[at(a) + d]), y = static_cast<double>(rows[at(b) + d]);
        dot += x * y;
        first += x * x;
        second += y * y;
    }
    return dot / std::sqrt(first * second);
}

} // namespace

class TestTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSameSeedGivesTheSameBits() {
        const std::vector<float> rows = trained(1);
        QVERIFY(!rows.empty());
        QVERIFY(rows == trained(1));
        QVERIFY(rows == trained(3)); // however many threads
        TrainingOptions other = smallOptions();
        other.seed = 12;
        QVERIFY(rows != trained(1, other));
    }

    void likeWordsComeTogether() {
        const Dataset dataset(smallCorpus(), {});
        const std::vector<float> rows = trained(2);
        for (const float value : rows)
            QVERIFY(std::isfinite(value));
        QVERIFY2(cosine(dataset, rows, "delet", "remov") > cosine(dataset, rows, "delet", "add") + 0.2,
                 "remove is nearer to delete than add is");
        QVERIFY2(cosine(dataset, rows, "delet", "m:DELETE") > cosine(dataset, rows, "delet", "m:POST") + 0.2,
                 "so is the method");
    }

    void theVocabularyIsOfWordsThatSeveralUse() {
        Corpus corpus = smallCorpus();
        corpus.actions.front().title += " frobnicate v2"; // one provider's own word, and a number
        const Dataset dataset(corpus, {});
        const auto &words = dataset.vocabulary();
        QVERIFY(std::is_sorted(words.begin(), words.end()));
        QVERIFY(std::find(words.begin(), words.end(), "invoic") != words.end());
        QVERIFY(std::find(words.begin(), words.end(), "frobnic") == words.end());
        QVERIFY(std::find(words.begin(), words.end(), "2") == words.end());
        QCOMPARE(Dataset(corpus, {.mostWords = 12}).vocabulary().size(), 12U);
    }

    void aCorpusIsWrittenAndReadAgain() {
        Corpus corpus = smallCorpus();
        corpus.actions.front().title = "with\ttab and\nline";
        corpus.actions.front().sentences = {"one", "two"};
        corpus.pairs.push_back({Kind::WordGloss, "pet", "an animal"});
        const std::string text = writeCorpus(corpus);
        const auto read = readCorpus(text, "corpus.tsv");
        QVERIFY(read);
        QCOMPARE(writeCorpus(*read), text);
        QCOMPARE(read->actions.front().sentences.size(), 2U);
        QCOMPARE(read->pairs.size(), 1U);
        QCOMPARE(readCorpus("nonsense\tx\n", "c").error().where.line, 1U);
        QCOMPARE(readCorpus(text + "op\tshort\n", "c").error().code, ErrorCode::ParseError);
    }

    void duplicatesAreLeftOut() {
        Corpus corpus = smallCorpus();
        const std::size_t once = corpus.actions.size();
        corpus.append(smallCorpus());
        corpus.removeDuplicates();
        QCOMPARE(corpus.actions.size(), once);
    }

    void descriptionsAreCollectedWithoutThoseOfBenchmarks() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        const std::string description = R"json({"openapi": "3.0.0", "info": {"title": "Pets", "version": "1"},
          "paths": {"/pets/{id}": {"delete": {"operationId": "removePet", "summary": "Remove a pet", "tags": ["pets"],
            "description": "Deletes it. For good.",
            "parameters": [{"name": "id", "in": "path", "required": true, "description": "Which one",
                            "schema": {"type": "string"}}],
            "responses": {"200": {"description": "ok", "content": {"application/json": {"schema":
              {"$ref": "#/components/schemas/Pet"}}}}}}}},
          "components": {"schemas": {"Pet": {"type": "object", "description": "An animal at home",
            "properties": {"nickname": {"type": "string", "description": "What it is called"}}}}}})json";
        for (const char *provider : {"pets.com", "spotify.com"}) {
            std::filesystem::create_directories(root / provider);
            QVERIFY(writeFileAtomically(root / provider / "openapi.json", description));
        }
        Executor executor(2);
        std::size_t skipped = 0;
        const auto corpus = collectOpenApi(root, executor, skipped);
        QVERIFY2(corpus, corpus ? "" : corpus.error().message.c_str());
        QCOMPARE(corpus->actions.size(), 1U);
        QCOMPARE(skipped, 1U);
        const Action &action = corpus->actions.front();
        QCOMPARE(action.group, std::string("pets.com"));
        QCOMPARE(action.title, std::string("Remove a pet"));
        QCOMPARE(action.method, std::string("DELETE"));
        QCOMPARE(action.path, std::string("pets"));
        QCOMPARE(action.sentences.size(), 2U);
        QCOMPARE(action.response, std::string("nickname "));
        std::set<std::pair<std::string, std::string>> pairs;
        for (const Pair &pair : corpus->pairs)
            pairs.emplace(pair.left, pair.right);
        QVERIFY(pairs.contains({"nickname", "What it is called"}));
        QVERIFY(pairs.contains({"Pet", "An animal at home"}));
        QVERIFY(pairs.contains({"id", "Which one"}));

        // However the folder is written: the command of the README gives it relative to where one stands.
        std::filesystem::create_directory_symlink(root, root.string() + "-link");
        const std::filesystem::path before = std::filesystem::current_path();
        std::filesystem::current_path(root.parent_path());
        for (const std::filesystem::path &written :
             {root.filename(), root.filename() / "", std::filesystem::path(root.string() + "-link")}) {
            const auto same = collectOpenApi(written, executor, skipped);
            QVERIFY(same);
            QVERIFY2(writeCorpus(*same) == writeCorpus(*corpus), written.c_str());
        }
        std::filesystem::current_path(before);
        std::filesystem::remove(root.string() + "-link");
    }

    void wordNetIsRead() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        // wndb(5WN): a synset with two words, a hypernym and an example; its words in the index.
        const std::string data = "  1 licence\n"
                                 "00000100 30 v 02 delete 0 rub_out 0 001 @ 00000200 v 0000 00 | "
                                 "remove or make invisible; \"Please delete my name\"  \n"
                                 "00000200 30 v 01 remove 0 000 00 | take away  \n";
        const std::string index = "  1 licence\n"
                                  "delete v 1 1 @ 1 0 00000100  \n";
        for (const char *part : {"noun", "verb", "adj", "adv"}) {
            const bool verb = std::string(part) == "verb";
            QVERIFY(writeFileAtomically(root / ("data." + std::string(part)), verb ? data : ""));
            QVERIFY(writeFileAtomically(root / ("index." + std::string(part)), verb ? index : ""));
        }
        const auto corpus = collectWordNet(root);
        QVERIFY(corpus);
        std::set<std::pair<Kind, std::string>> found;
        for (const Pair &pair : corpus->pairs)
            found.emplace(pair.kind, pair.left + " | " + pair.right);
        QVERIFY(found.contains({Kind::WordSynonym, "delete | rub out"}));
        QVERIFY(found.contains({Kind::WordHypernym, "delete | remove"}));
        QCOMPARE(found.size(), 4U); // and the definition and the example
        QCOMPARE(collectWordNet(root / "none").error().code, ErrorCode::NotFound);
    }

    void toolsAreReadFromEitherForm() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        const std::string server = R"json({"metadata": {"remote_server_response": {"tools": [
            {"name": "think", "description": " Thinks\u00a0about it.\n\n  \u2003   Then stops.\n",
             "input_schema": {"properties": {"thought": {"type": "string"}}}}]}}})json";
        QVERIFY(writeFileAtomically(root / "s" / "x", "").error().code == ErrorCode::NotFound);
        std::filesystem::create_directories(root / "mcp_servers");
        QVERIFY(writeFileAtomically(root / "mcp_servers" / "0001.a_b-c_labeled.json", server));
        QVERIFY(writeFileAtomically(root / "mcp_servers" / "0002.copy_labeled.json", server));
        QVERIFY(writeFileAtomically(root / "tools.jsonl", R"json({"service": "a-b-c", "name": "think",)json"
                                                          R"json( "description": "Thinks about it. Then stops.",)json"
                                                          R"json( "parameters": [{"name": "thought"}]})json"
                                                          "\n"));
        const auto servers = collectTools(root / "mcp_servers"), lines = collectTools(root / "tools.jsonl");
        QVERIFY(servers && lines);
        QCOMPARE(servers->actions.size(), 1U); // the copy is left out
        QCOMPARE(writeCorpus(*servers), writeCorpus(*lines));
    }
};

QTEST_GUILESS_MAIN(TestTraining)
#include "tst_training.moc"
