/// Profiles as a person writes them: what is read, and what is said of a file that cannot be.

#include "workspace/profiles.h"
#include "workspace/workspace.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace actionscope;
using namespace actionscope::workspace;

class ProfilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::vector<Error> m_problems;

    Profiles read(const std::string &text, const std::string &name = "support.yaml") {
        const std::filesystem::path folder = m_folder.path().toStdString();
        std::ofstream(folder / name) << text;
        m_problems.clear();
        return Profiles::read(folder, m_problems);
    }

private Q_SLOTS:
    void expertsAndPresetsAreRead() {
        const Profiles profiles = read("name: support\n"
                                       "experts: [desk.create_ticket, desk.show_ticket]\n"
                                       "presets:\n"
                                       "  triage: [desk.show_ticket, chat.post]\n"
                                       "  close: desk.close_ticket\n");
        QVERIFY(m_problems.empty());
        const Profile *support = profiles.find("support");
        QVERIFY(support != nullptr);
        QCOMPARE(support->experts, (std::vector<std::string>{"desk.create_ticket", "desk.show_ticket"}));
        QCOMPARE(profiles.composed(),
                 (std::vector<std::vector<std::string>>{{"desk.show_ticket", "chat.post"}, {"desk.close_ticket"}}));
        QVERIFY(profiles.find("sales") == nullptr);
    }

    void whatIsWrongIsNamedWithItsPlace_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("complaint");
        QTest::addColumn<std::uint32_t>("line");
        using Text = std::string;
        QTest::newRow("unknown key") << Text("name: a\nexpert: [x.y]\n") << Text("expert") << 2U;
        QTest::newRow("no name") << Text("experts: [x.y]\n") << Text("name") << 1U;
        QTest::newRow("no service") << Text("name: a\nexperts: [create]\n") << Text("service.action") << 2U;
        QTest::newRow("presets as a list") << Text("name: a\npresets: [x.y]\n") << Text("presets") << 2U;
        QTest::newRow("no mapping") << Text("- a\n") << Text("profile") << 1U;
    }
    void whatIsWrongIsNamedWithItsPlace() {
        QFETCH(const std::string, text);
        QFETCH(const std::string, complaint);
        QFETCH(const std::uint32_t, line);
        const Profiles profiles = read(text);
        QVERIFY(profiles.all().empty());
        QCOMPARE(m_problems.size(), 1U);
        QVERIFY2(m_problems[0].message.find(complaint) != std::string::npos, m_problems[0].toString().c_str());
        QCOMPARE(m_problems[0].where.line, line);
    }

    void theSecondOfANameIsLeftOut() {
        read("name: support\nexperts: [a.b]\n", "a.yaml");
        const Profiles profiles = read("name: support\nexperts: [c.d]\n");
        QCOMPARE(profiles.all().size(), 1U);
        QCOMPARE(profiles.find("support")->experts, std::vector<std::string>{"a.b"});
        QCOMPARE(m_problems.size(), 1U);
        std::filesystem::remove(m_folder.filePath("a.yaml").toStdString());
    }

    void aWorkspaceHasThemAndSaysWhatIsWrong() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.filePath("workspace").toStdString();
        QVERIFY(Workspace::create(root, true));
        const auto opened = Workspace::open(root);
        QVERIFY(opened);
        QVERIFY((*opened)->snapshot()->profiles->all().empty());
        std::filesystem::create_directories(root / "profiles");
        std::ofstream(root / "profiles" / "a.yaml") << "name: support\nexperts: [harbor.list]\n";
        std::ofstream(root / "profiles" / "b.yaml") << "name: [broken]\n";
        QVERIFY((*opened)->refresh());
        const auto now = (*opened)->snapshot();
        QVERIFY(now->profiles->find("support") != nullptr);
        QVERIFY(std::any_of(now->problems.begin(), now->problems.end(), [](const Problem &problem) {
            return problem.error.where.file.find("b.yaml") != std::string::npos;
        }));
    }

    void noFolderIsNoProfiles() {
        std::vector<Error> problems;
        QVERIFY(Profiles::read(m_folder.filePath("none").toStdString(), problems).all().empty());
        QVERIFY(problems.empty());
    }
};

QTEST_APPLESS_MAIN(ProfilesTest)
#include "tst_profiles.moc"
