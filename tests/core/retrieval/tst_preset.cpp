/// Presets as files: small, reviewable, and refused with a place when they make no sense.

#include "retrieval/preset.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace actionscope;
using namespace actionscope::retrieval;

class TestPreset : public QObject {
    Q_OBJECT

    static std::string errorOf(const std::string &yaml) {
        const auto preset = parsePreset(yaml, "presets/x.yaml");
        return preset ? std::string() : preset.error().toString();
    }
    static void write(const QTemporaryDir &folder, const char *name, const std::string &text) {
        std::ofstream(folder.filePath(QString::fromUtf8(name)).toStdString()) << text;
    }

private Q_SLOTS:
    void builtInsAreSound() {
        QCOMPARE(builtInPresets().front().name, std::string("default"));
        for (const Preset &preset : builtInPresets()) {
            const auto sound = checkPreset(preset);
            QVERIFY2(sound, sound ? "" : sound.error().message.c_str());
            QCOMPARE(findBuiltIn(preset.name), &preset);
        }
        for (std::size_t i = 0; i < SignalCount; ++i)
            QCOMPARE(static_cast<std::size_t>(signals()[i].signal), i);
    }

    void whatIsWrittenIsReadBack() {
        for (const Preset &base : builtInPresets()) {
            Preset preset = base;
            preset.name = "mine-2";
            preset.description = "as \"before\", with \\ more";
            preset.floor = 0.1 + 0.2; // has no short decimal form
            preset.k1 = 1.25;
            preset.weights[0] = 0.7;
            preset.weights[static_cast<std::size_t>(Signal::Service)] = 0;
            for (const char *from : {"default", "keywords", "no such base"}) {
                const auto again = parsePreset(writePreset(preset, from), "x");
                QVERIFY2(again, again ? "" : again.error().toString().c_str());
                QVERIFY(*again == preset);
            }
        }
    }

    void onlyDifferencesAreWritten() {
        Preset preset = defaultPreset();
        preset.name = "mine";
        QCOMPARE(writePreset(preset), std::string("name: mine\nbase: default\n"));
        preset.weights[0] = 0.5;
        QCOMPARE(writePreset(preset), std::string("name: mine\nbase: default\nweights:\n  keywords: 0.5\n"));
    }

    void mistakesHaveAPlace_data() {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char *name, const char *yaml, const char *complaint) {
            QTest::newRow(name) << QString::fromUtf8(yaml) << QString::fromUtf8(complaint);
        };
        row("negative", "name: a\nweights:\n  keywords: -1\n",
            "presets/x.yaml:3:13: keywords is -1; it goes from 0 to 2");
        row("not finite", "name: a\nweights: {keywords: .inf}", "keywords must be a number");
        row("nan", "name: a\nweights: {keywords: nan}", "keywords is no finite number");
        row("too much", "name: a\nweights: {method: 9}", "method is 9; it goes from 0 to 2");
        row("all zero", "name: a\nbase: keywords\nweights: {keywords: 0, service: 0}", "every weight is 0");
        row("unknown signal", "name: a\nweights: {keyword: 1}", "presets/x.yaml:2:11: unknown key `keyword`");
        row("unknown key", "name: a\nweight: {}", "unknown key `weight`");
        row("unknown base", "name: a\nbase: defualt",
            "presets/x.yaml:2:7: no built-in preset is called `defualt`; did you");
        row("bad name", "name: A b", "presets/x.yaml:1:7: a preset's name is");
        row("no name", "floor: 0.1", "needs `name:`");
        row("no text", "name: [a]", "must be a text");
        row("twice", "name: a\nname: b", "occurs twice");
        row("b above 1", "name: a\nb: 2", "b is 2; it goes from 0 to 1");
        row("trailing text", "name: a\nk1: 2x", "k1 must be a number");
        row("list", "- name", "must be a mapping");
        row("alias", "name: &x a\ndescription: *x", "anchors and aliases");
        row("no yaml", "name: [", "not YAML");
    }
    void mistakesHaveAPlace() {
        QFETCH(QString, yaml);
        QFETCH(QString, complaint);
        const std::string error = errorOf(yaml.toStdString());
        QVERIFY2(error.find(complaint.toStdString()) != std::string::npos, error.c_str());
        QVERIFY(error.starts_with("presets/x.yaml"));
    }

    void hugeFilesAreRefused() {
        QVERIFY(errorOf("name: a\ndescription: " + std::string(2 << 20, 'x')).find("cap of rule files") !=
                std::string::npos);
    }

    void aFolderIsReadAndABrokenFileLeavesTheOthers() {
        const QTemporaryDir folder;
        write(folder, "b.yaml", "name: b\nweights: {keywords: 0.5}\n");
        write(folder, "a.yaml", "name: a\n");
        write(folder, "broken.yaml", "name: c\nweights: {keywords: -1}\n");
        write(folder, "default.yaml", "name: default\nfloor: 0.5\n");
        write(folder, "twice.yaml", "name: b\n");
        std::vector<Error> problems;
        const PresetList list = PresetList::read(folder.path().toStdString(), problems);
        QCOMPARE(problems.size(), std::size_t{2});
        QCOMPARE(problems[1].where.file, folder.filePath(QStringLiteral("twice.yaml")).toStdString());
        QCOMPARE(list.all().size(), builtInPresets().size() + 2);
        QCOMPARE(list.find("b")->weights[0], 0.5);
        QCOMPARE(list.all().front()->name, std::string("default"));
        QCOMPARE(list.all().front()->floor, 0.5);
        QVERIFY(!list.find("c"));
        const auto none = list.get("c");
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        QVERIFY(none.error().message.ends_with("a and b"));
    }

    void noFolderGivesTheBuiltIns() {
        std::vector<Error> problems;
        QCOMPARE(PresetList::read("/nonexistent/presets", problems).all().size(), builtInPresets().size());
        QVERIFY(problems.empty());
    }
};

QTEST_APPLESS_MAIN(TestPreset)
#include "tst_preset.moc"
