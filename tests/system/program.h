#pragma once
/// Runs the built program the way a shell does, and looks at what it printed.

#include "base/json.h"
#include "support/descriptions.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

namespace actionscope::test {

/// What a run of the program left behind.
struct Outcome {
    int status = -1; ///< exit status; -1 when it was killed or never ended
    std::string out, err;

    /// The one document on standard output. Fails the test when it is anything else.
    [[nodiscard]] json::value document() const {
        auto parsed = parseJson(out);
        if (!parsed) {
            QTest::qFail(("not one JSON document: " + parsed.error().toString() + "\n" + out + err).c_str(), __FILE__,
                         __LINE__);
            return nullptr;
        }
        return *parsed;
    }
    /// All of it, for messages of failing tests.
    [[nodiscard]] std::string all() const {
        return "status " + std::to_string(status) + "\n--- out\n" + out + "\n--- err\n" + err;
    }
    [[nodiscard]] bool says(const std::string &text) const { return err.find(text) != std::string::npos; }
};

/// A folder with the files of one test, and the program run in it.
class Bench {
public:
    Bench() { m_environment.remove("ACTIONSCOPE_WORKSPACE"); }

    [[nodiscard]] std::filesystem::path path(const std::string &name = {}) const {
        const std::filesystem::path folder = m_folder.path().toStdString();
        return name.empty() ? folder : folder / name;
    }
    void write(const std::string &name, std::string_view bytes) const {
        std::filesystem::create_directories(path(name).parent_path());
        std::ofstream file(path(name), std::ios::binary);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    [[nodiscard]] std::string read(const std::string &name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void setVariable(const char *name, const char *value) { m_environment.insert(name, value); }
    void removeVariable(const char *name) { m_environment.remove(name); }

    /// Starts the program in the folder without waiting for its end.
    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList &arguments) const {
        auto process = std::make_unique<QProcess>();
        process->setProgram(ACTIONSCOPE_PROGRAM);
        process->setArguments(arguments);
        process->setWorkingDirectory(m_folder.path());
        process->setProcessEnvironment(m_environment);
        process->start();
        if (!process->waitForStarted())
            QTest::qFail("the program does not start", __FILE__, __LINE__);
        return process;
    }
    static Outcome wait(QProcess &process, int timeoutMs = 120000) {
        Outcome outcome;
        // Waiting for what has ended already is an error to QProcess.
        const bool ended = process.state() == QProcess::NotRunning || process.waitForFinished(timeoutMs);
        if (ended && process.exitStatus() == QProcess::NormalExit)
            outcome.status = process.exitCode();
        outcome.out = process.readAllStandardOutput().toStdString();
        outcome.err = process.readAllStandardError().toStdString();
        return outcome;
    }
    [[nodiscard]] Outcome run(const QStringList &arguments) const { return wait(*start(arguments)); }
    /// With `-w ws`, as most runs are.
    [[nodiscard]] Outcome in(const QStringList &arguments) const { return run(QStringList{"-w", "ws"} + arguments); }

    /// A workspace `ws` with the small shop of descriptions.h.
    void makeShop() const {
        write("shop.json", openApi("shop", shopOperations()));
        expect(run({"init", "ws"}));
        expect(in({"import", "shop.json"}));
    }
    /// Fails the test unless the run ended with `status`.
    static void expect(const Outcome &outcome, int status = 0) {
        if (outcome.status != status)
            QTest::qFail(("expected status " + std::to_string(status) + ", got\n" + outcome.all()).c_str(), __FILE__,
                         __LINE__);
    }
    /// Names of what has a word of the query, best first, without a floor.
    [[nodiscard]] std::vector<std::string> found(const QString &query) const {
        const Outcome outcome = in({"search", query, "--preset", "keywords", "--floor", "0", "--json"});
        expect(outcome);
        std::vector<std::string> names;
        const json::value document = outcome.document();
        if (const json::array *results = arrayMember(document, "results")) {
            for (const json::value &result : *results)
                names.emplace_back(stringMember(result, "name"));
        }
        return names;
    }
    [[nodiscard]] std::string head() const {
        return std::string(stringMember(in({"audit", "verify", "--json"}).document(), "head"));
    }
    /// Every file under a folder with its bytes, `.actionscope` left out: what must not change when something fails.
    [[nodiscard]] std::map<std::string, std::string> files(const std::string &folder) const {
        std::map<std::string, std::string> all;
        for (const auto &entry : std::filesystem::recursive_directory_iterator(path(folder))) {
            const std::string name = entry.path().lexically_relative(path(folder)).string();
            if (entry.is_regular_file() && !name.starts_with(".actionscope/"))
                all[name] = read(folder + "/" + name);
        }
        return all;
    }

private:
    /// In memory where there is room: an import flushes its file system, which on a disk means waiting for all that
    /// others have written there.
    static QString folderTemplate() {
        std::error_code error;
        const auto space = std::filesystem::space("/dev/shm", error);
        const QString base = !error && space.available > (256ULL << 20) ? QString("/dev/shm") : QDir::tempPath();
        return base + "/actionscope-test-XXXXXX";
    }

    QTemporaryDir m_folder{folderTemplate()};
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
};

#define EXPECT_STATUS(outcome, expected)                                                                               \
    do {                                                                                                               \
        const Outcome &checked = (outcome);                                                                            \
        QVERIFY2(checked.status == (expected), checked.all().c_str());                                                 \
    } while (false)

} // namespace actionscope::test
