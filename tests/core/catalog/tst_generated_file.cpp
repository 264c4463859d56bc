#include "builders.h"
#include "catalog/detail/generated_lines.h"
#include "catalog/generated_file.h"

#include "base/file.h"
#include "base/text.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace actionscope;
using namespace actionscope::catalog;

namespace {

ServiceInfo info() {
    return {"git", "Git: the \"service\"", "two\nlines", "1.0", "openapi 3.1.0", "/in/git.json", "abc", "https://x/"};
}

std::vector<Capability> randomActions(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::vector<Capability> actions;
    for (int i = 0; i < count; ++i)
        actions.push_back(randomCapability(random, "action_" + std::to_string(1000 + i)));
    return actions;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

} // namespace

class TestGeneratedFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isReadAlikeBothWays() {
        for (unsigned seed = 1; seed <= 40; ++seed) {
            const std::vector<Capability> actions = randomActions(seed, 25);
            ServiceInfo service = info();
            service.description = nastyStrings()[seed % nastyStrings().size()];
            const std::string text = writeGeneratedFile(service, actions);
            const auto lines = detail::readGeneratedLines(text);
            const auto yaml = detail::readGeneratedYaml(text, "git.longtail.yaml", {});
            QVERIFY2(lines, std::to_string(seed).c_str());
            QVERIFY2(yaml, yaml ? "" : yaml.error().toString().c_str());
            QVERIFY(lines->service == service);
            QVERIFY(yaml->service == service);
            QVERIFY(lines->actions == actions);
            QVERIFY(yaml->actions == actions);
        }
    }
    void everyCharacterSurvives() {
        std::vector<Capability> actions;
        const auto add = [&](char32_t from, char32_t to) {
            Capability c = action("c" + std::to_string(100000 + from));
            c.description.clear();
            for (char32_t p = from; p < to; ++p) {
                if (p >= 0xD800 && p < 0xE000)
                    continue;
                if (p < 0x80) {
                    c.description += static_cast<char>(p);
                } else if (p < 0x800) {
                    c.description += {static_cast<char>(0xC0 | p >> 6), static_cast<char>(0x80 | (p & 0x3F))};
                } else if (p < 0x10000) {
                    c.description += {static_cast<char>(0xE0 | p >> 12), static_cast<char>(0x80 | (p >> 6 & 0x3F)),
                                      static_cast<char>(0x80 | (p & 0x3F))};
                } else {
                    c.description += {static_cast<char>(0xF0 | p >> 18), static_cast<char>(0x80 | (p >> 12 & 0x3F)),
                                      static_cast<char>(0x80 | (p >> 6 & 0x3F)), static_cast<char>(0x80 | (p & 0x3F))};
                }
            }
            actions.push_back(c);
        };
        for (char32_t block = 0; block < 0x11000; block += 0x1000)
            add(block, block + 0x1000);
        add(0x10F000, 0x110000);
        const std::string text = writeGeneratedFile(info(), actions);
        const auto lines = detail::readGeneratedLines(text);
        const auto yaml = detail::readGeneratedYaml(text, {}, {});
        QVERIFY(lines && yaml);
        std::sort(actions.begin(), actions.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
        QVERIFY(lines->actions == actions);
        QVERIFY(yaml->actions == actions);
        QVERIFY(!firstInvalidUtf8(text));
    }
    void invalidBytesBecomeReplacementCharacters() {
        for (const std::string_view bad :
             {"\x80", "\xC0\xAF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x9F", "\xFF"}) {
            Capability c = action("a");
            c.title = "x" + std::string(bad) + "y";
            const std::string text = writeGeneratedFile(info(), {c});
            QVERIFY(!firstInvalidUtf8(text));
            QCOMPARE(parseGeneratedFile(text, {}).value().actions[0].title, toValidUtf8(c.title));
        }
    }
    void theSameActionsInAnyOrderGiveTheSameBytes() {
        std::vector<Capability> actions = randomActions(5, 30);
        const std::string text = writeGeneratedFile(info(), actions);
        std::mt19937 random(11);
        for (int i = 0; i < 5; ++i) {
            std::shuffle(actions.begin(), actions.end(), random);
            QCOMPARE(writeGeneratedFile(info(), actions), text);
        }
    }
    void oneChangedOperationChangesOneLine() {
        std::vector<Capability> actions = randomActions(6, 20);
        const std::string before = writeGeneratedFile(info(), actions);
        actions[7].description += " changed";
        const std::string after = writeGeneratedFile(info(), actions);
        const QStringList a = QString::fromStdString(before).split('\n'), b = QString::fromStdString(after).split('\n');
        QCOMPARE(a.size(), b.size());
        int different = 0;
        for (int i = 0; i < a.size(); ++i)
            different += a[i] != b[i] ? 1 : 0;
        QCOMPARE(different, 1);
    }
    void saysWhereChangesBelong() {
        const std::string text = writeGeneratedFile(info(), {action("b"), action("a")});
        QVERIFY(
            text.starts_with("# Generated by actionscope import. Do not edit: changes belong into git.yaml beside this "
                             "file.\nservice: {\"id\": \"git\", "));
        QVERIFY(text.find("\ncurated: false\nactions:\n- {\"name\": \"a\", ") != std::string::npos);
        QVERIFY(text.ends_with("\"path\": \"/things\"}\n"));
    }
    void readsAnEmptyService() {
        const std::string text = writeGeneratedFile(info(), {});
        QVERIFY(detail::readGeneratedLines(text));
        QCOMPARE(parseGeneratedFile(text, {}).value().actions.size(), std::size_t{0});
        QCOMPARE(detail::readGeneratedYaml(text, {}, {}).value().service, info());
    }
    void lineEndsOfOtherSystemsStayOnTheFastPath() {
        std::string text = writeGeneratedFile(info(), randomActions(2, 5));
        for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
            text.replace(at, 1, "\r\n");
        QVERIFY(detail::readGeneratedLines("\xEF\xBB\xBF" + text));
        QVERIFY(detail::readGeneratedLines(text)->actions == randomActions(2, 5));
    }
    void readsWhatAPersonReshaped() {
        const std::string text =
            "service:\n  id: git   # ours\n  title: Git\nactions:\n"
            "  - name: issues_create\n    method: post\n    path: /issues\n    tags: [a, b]\n"
            "    parameters:\n      - {name: title, in: body, required: true}\n    x-note: passed over\n";
        QVERIFY(!detail::readGeneratedLines(text));
        const auto file = parseGeneratedFile(text, "git.longtail.yaml");
        QVERIFY2(file, file ? "" : file.error().toString().c_str());
        QCOMPARE(file->service.title, std::string("Git"));
        QCOMPARE(file->actions[0].method, Method::Post);
        QCOMPARE(file->actions[0].parameters[0].place, Place::Body);
        QVERIFY(file->actions[0].parameters[0].required);
    }
    void saysWhereItIsBroken_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("complaint");
        const auto row = [](const char *name, const char *from, const char *to, const char *complaint) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(complaint);
        };
        row("method", "\"GET\"", "\"FETCH\"", "g.yaml:5:67: method cannot be \"FETCH\"");
        row("duplicate key", "\"method\"", "\"title\"", "g.yaml:5:57: the key \"title\" stands here twice: remove one");
        row("truncated", "\"/things\"}\n", "\"/thi", "g.yaml:5:");
        row("no name", "\"name\": \"a\", ", "", "g.yaml:5:3: an action without a name");
        row("wrong type", "\"GET\"", "[1]", "g.yaml:5:67: method must be text, not a list");
        row("no service", "service: {", "servant: {", "g.yaml:2:1: service is missing");
        row("service without id", "\"id\": \"git\", ", "", "g.yaml:2:10: the service has no id");
    }
    void saysWhereItIsBroken() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, complaint);
        const std::string good = writeGeneratedFile(info(), {action("a")});
        const std::string bad = replaced(good, from.toStdString(), to.toStdString());
        QVERIFY(bad != good);
        const auto file = parseGeneratedFile(bad, "g.yaml");
        QVERIFY(!file);
        QCOMPARE(file.error().code, ErrorCode::ParseError);
        QVERIFY2(file.error().toString().starts_with(complaint.toStdString()), file.error().toString().c_str());
    }
    void refusesAReshapedGiant() {
        YamlLimits limits;
        limits.fileBytes = 100;
        const auto file = parseGeneratedFile("service: {id: x}\n#" + std::string(100, '#'), "g.yaml", limits);
        QVERIFY(!file);
        QCOMPARE(file.error().code, ErrorCode::LimitExceeded);
        QVERIFY(file.error().message.find("limits.hand_file_bytes") != std::string::npos);
    }
    void readsFromDisk() {
        QTemporaryDir dir;
        const std::filesystem::path path = std::filesystem::path(dir.path().toStdString()) / "git.longtail.yaml";
        QCOMPARE(readGeneratedFile(path).error().code, ErrorCode::NotFound);
        QVERIFY(writeFileAtomically(path, writeGeneratedFile(info(), {action("a")})));
        QCOMPARE(readGeneratedFile(path).value().actions.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestGeneratedFile)
#include "tst_generated_file.moc"
