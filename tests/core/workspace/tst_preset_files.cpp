#include "workspace/preset_files.h"
#include "workspace/thesaurus_files.h"
#include "workspace_fixture.h"

using namespace actionscope;
using namespace actionscope::workspace;

class TestPresetFiles : public QObject {
    Q_OBJECT

    static retrieval::Preset tuned() {
        retrieval::Preset preset = retrieval::defaultPreset();
        preset.name = "tuned";
        preset.floor = 0.125;
        preset.weights[static_cast<std::size_t>(retrieval::Signal::Service)] = 0.45;
        return preset;
    }

private Q_SLOTS:
    void writesWhatTheReviewShowed() {
        test::Folder folder;
        const auto workspace = test::openShop(folder);
        const FilePlan plan = test::expectValue(planPreset(*workspace, tuned(), "default", {"smoke: recall@5 .87"}));
        QVERIFY(!std::filesystem::exists(plan.path));
        QVERIFY(!plan.diff.empty());
        test::expectValue(applyFile(*workspace, plan));
        QCOMPARE(folder.read("ws/presets/tuned.yaml"), plan.after);
        QVERIFY(plan.after.find("# measured: smoke: recall@5 .87\n") != std::string::npos);
        const auto saved = workspace->snapshot()->presets.find("tuned");
        QVERIFY(saved != nullptr);
        QCOMPARE(*saved, tuned());
        const auto page = test::expectValue(workspace->audit()->list({}, 1));
        QVERIFY(!page.records.empty());
        QCOMPARE(page.records.front().event.outcome, std::string("preset saved"));
    }
    void keepsTheCommentsAFileBeginsWithAndReplacesWhatWasMeasured() {
        test::Folder folder;
        const auto workspace = test::openShop(folder);
        folder.write("ws/presets/ours.yaml",
                     "# Why: support agents ask in short words.\n# measured: old: recall@5 .80\n"
                     "name: tuned\nfloor: 0.2 # to be lowered\n");
        const FilePlan plan = test::expectValue(planPreset(*workspace, tuned(), "default", {"new: recall@5 .87"}));
        QCOMPARE(plan.path.filename().string(), std::string("ours.yaml"));
        QVERIFY(plan.after.starts_with("# Why: support agents ask in short words.\n# measured: new: recall@5 .87\n"));
        QVERIFY(plan.after.find("old:") == std::string::npos);
    }
    void isTakenBackAndDoneAgain() {
        test::Folder folder;
        const auto workspace = test::openShop(folder);
        const FilePlan plan = test::expectValue(planPreset(*workspace, tuned()));
        test::expectValue(applyFile(*workspace, plan));
        const FilePlan back = reversed(plan);
        test::expectValue(applyFile(*workspace, back));
        QVERIFY(!std::filesystem::exists(plan.path));
        QVERIFY(workspace->snapshot()->presets.find("tuned") == nullptr);
        test::expectValue(applyFile(*workspace, reversed(back)));
        QCOMPARE(folder.read("ws/presets/tuned.yaml"), plan.after);
    }
    void aSynonymIsAFileToo() {
        test::Folder folder;
        const auto workspace = test::openShop(folder);
        const auto first = [&] { return test::found(*workspace, "wombat an order").front(); };
        const std::string before = first();
        QVERIFY(before != "shop.orders_delete");
        const FilePlan plan = test::expectValue(planSynonym(*workspace, "wombat", "remove"));
        QVERIFY(!std::filesystem::exists(plan.path) && !plan.diff.empty());
        test::expectValue(applyFile(*workspace, plan));
        QCOMPARE(folder.read("ws/thesaurus.yaml"), plan.after);
        QCOMPARE(first(), std::string("shop.orders_delete")); // "Remove an order"
        const auto page = test::expectValue(workspace->audit()->list({}, 1));
        QCOMPARE(page.records.front().event.outcome, std::string("synonym saved"));
        QCOMPARE(page.records.front().event.detail.at("synonym"), json::value(json::array{"wombat", "remove"}));
        QCOMPARE(planSynonym(*workspace, "remove", "wombat").error().code, ErrorCode::AlreadyExists);
        test::expectValue(applyFile(*workspace, reversed(plan)));
        QVERIFY(!std::filesystem::exists(plan.path));
        QCOMPARE(first(), before);
    }
    void refusesWhatChangedMeanwhileAndWhatCannotBe() {
        test::Folder folder;
        const auto workspace = test::openShop(folder);
        const FilePlan plan = test::expectValue(planPreset(*workspace, tuned()));
        folder.write("ws/presets/tuned.yaml", "name: tuned\n");
        const auto applied = applyFile(*workspace, plan);
        QVERIFY(!applied);
        QCOMPARE(applied.error().code, ErrorCode::Conflict);
        QCOMPARE(folder.read("ws/presets/tuned.yaml"), std::string("name: tuned\n"));
        retrieval::Preset impossible = tuned();
        impossible.weights.fill(0);
        QCOMPARE(planPreset(*workspace, impossible).error().code, ErrorCode::InvalidArgument);
        impossible = tuned();
        impossible.name = "../outside";
        QCOMPARE(planPreset(*workspace, impossible).error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(TestPresetFiles)
#include "tst_preset_files.moc"
