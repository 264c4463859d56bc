/// guidance.yaml as a person writes it: what is read, and what is said of a file that cannot be (ST5).

#include "workspace/guidance_file.h"
#include "workspace_fixture.h"

using namespace actionscope;
using namespace actionscope::test;
using workspace::readGuidance;

class GuidanceFileTest : public QObject {
    Q_OBJECT

    Folder m_folder;

private Q_SLOTS:
    void ST5_everythingIsRead() {
        QVERIFY(readGuidance(m_folder / "none.yaml")->exemptsDefaults);
        m_folder.write("g.yaml", "text: Stop.\n"
                                 "exempt: jobs.get_status\n"
                                 "exempt_defaults: false\n"
                                 "tools:\n"
                                 "  - match: \"billing.list_*\"\n"
                                 "    text: Wait an hour.\n"
                                 "    repeats: 20\n"
                                 "    last_repeats: 6\n"
                                 "  - {match: \"*\", last_repeats: 4}\n");
        const auto guidance = readGuidance(m_folder / "g.yaml");
        QVERIFY2(guidance, guidance ? "" : guidance.error().toString().c_str());
        QCOMPARE(guidance->text, std::string("Stop."));
        QVERIFY(guidance->isExempt("jobs.get_status") && !guidance->isExempt("memory.read"));
        QCOMPARE(guidance->find("billing.list_all")->repeats.value(), std::size_t(20));
        QCOMPARE(guidance->find("billing.list_all")->text, std::string("Wait an hour."));
        QCOMPARE(guidance->find("mail.send")->lastRepeats.value(), std::size_t(4));
        m_folder.write("empty.yaml", "# nothing\n");
        QVERIFY(readGuidance(m_folder / "empty.yaml"));
    }

    void whatIsWrongIsNamedWithItsPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("line");
        QTest::newRow("an unknown key") << "txt: a\n"
                                        << "txt" << 1;
        QTest::newRow("no match") << "tools:\n  - {text: a}\n"
                                  << "needs `match:`" << 2;
        QTest::newRow("one repeat") << "tools:\n  - match: a.b\n    repeats: 1\n"
                                    << "from 2 to 64" << 3;
        QTest::newRow("tools as a mapping") << "text: a\ntools: {a: b}\n"
                                            << "`tools`" << 2;
        QTest::newRow("a long text") << "text: " + QString(2001, 'x') + '\n' << "2000 bytes" << 1;
        QTest::newRow("a list") << "- a\n"
                                << "guidance.yaml" << 1;
    }
    void whatIsWrongIsNamedWithItsPlace() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        QFETCH(int, line);
        m_folder.write("bad.yaml", text.toStdString());
        const auto guidance = readGuidance(m_folder / "bad.yaml");
        QVERIFY(!guidance);
        QVERIFY2(guidance.error().message.find(says.toStdString()) != std::string::npos,
                 guidance.error().toString().c_str());
        QCOMPARE(int(guidance.error().where.line), line);
        QVERIFY(guidance.error().where.column > 0);
    }

    void ST5_aWorkspaceFollowsIt() {
        const auto workspace = openShop(m_folder);
        QVERIFY(workspace->snapshot()->guidance->text.empty());
        m_folder.write("ws/guidance.yaml", "text: Stop.\n");
        QVERIFY(*workspace->refresh());
        QCOMPARE(workspace->snapshot()->guidance->text, std::string("Stop."));
        m_folder.write("ws/guidance.yaml", "text: [broken\n");
        QVERIFY(*workspace->refresh());
        QCOMPARE(workspace->snapshot()->guidance->text, std::string("Stop.")); // what was in force stays
        const auto &problems = workspace->snapshot()->problems;
        QVERIFY(std::ranges::any_of(problems, [](const workspace::Problem &problem) {
            return problem.error.where.file.ends_with("guidance.yaml");
        }));
        QVERIFY(!*workspace->refresh()); // told once
    }
};

QTEST_GUILESS_MAIN(GuidanceFileTest)
#include "tst_guidance_file.moc"
