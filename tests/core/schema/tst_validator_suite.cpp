#include "base/file.h"
#include "schema/validator.h"

#include <QTest>
#include <filesystem>
#include <map>
#include <set>

using namespace actionscope;
using namespace actionscope::schema;
namespace fs = std::filesystem;

namespace {

/// The public suite lies beside the checkout; it is not part of the project.
fs::path suiteFolder() {
    return fs::path(ACTIONSCOPE_SOURCE_DIR) / ".." / "shared" / "json-schema" / "tests" / "draft2020-12";
}

const std::set<std::string> &checkedFormats() {
    static const std::set<std::string> Formats{"date", "date-time", "email", "ipv4", "ipv6", "uri", "uuid"};
    return Formats;
}

std::string textOf(const fs::path &file) {
    QFile in(QString::fromStdString(file.string()));
    return in.open(QIODevice::ReadOnly) ? in.readAll().toStdString() : std::string();
}

/// What does not pass, and why: tests/data/schema/suite_exceptions.tsv, one a line: file, group, test, reason. A group
/// whose schema does not compile is one line with the test "*".
std::map<std::string, std::string> exceptions() {
    std::map<std::string, std::string> out;
    const QString all =
        QString::fromStdString(textOf(fs::path(ACTIONSCOPE_TEST_DATA) / "schema" / "suite_exceptions.tsv"));
    for (const QString &line : all.split('\n', Qt::SkipEmptyParts)) {
        if (line.startsWith('#'))
            continue;
        const QStringList cells = line.split('\t');
        if (cells.size() != 4 || cells[3].isEmpty())
            qFatal("suite_exceptions.tsv: a line without its four cells: %s", qPrintable(line));
        out[(cells[0] + '\t' + cells[1] + '\t' + cells[2]).toStdString()] = cells[3].toStdString();
    }
    return out;
}

} // namespace

class TestValidatorSuite : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void passesAllButWhatIsListed() {
        if (!fs::exists(suiteFolder().parent_path().parent_path()))
            QSKIP("the public JSON Schema suite is not there (../shared/json-schema beside the checkout)");
        std::vector<fs::path> files;
        for (const auto &entry : fs::recursive_directory_iterator(suiteFolder())) {
            const fs::path file = entry.path().lexically_relative(suiteFolder());
            const bool format = file.string().rfind("optional/format/", 0) == 0;
            if (file.extension() == ".json" && (!format || checkedFormats().count(file.stem().string()) != 0))
                files.push_back(file);
        }
        std::sort(files.begin(), files.end());
        QVERIFY2(files.size() >= 50, "the suite is not whole");

        const auto listed = exceptions();
        std::set<std::string> failing;
        std::size_t passed = 0;
        for (const fs::path &file : files) {
            const auto groups = parseJson(textOf(suiteFolder() / file), file.string());
            QVERIFY2(groups && groups->is_array(), qPrintable(QString::fromStdString(file.string())));
            ValidatorOptions options;
            options.checkFormats = file.string().rfind("optional/format/", 0) == 0;
            for (const json::value &group : groups->get_array()) {
                const std::string name = file.string() + '\t' + std::string(stringMember(group, "description"));
                const auto validator = Validator::compile(group.at("schema"), options);
                if (!validator) {
                    failing.insert(name + "\t*");
                    if (listed.count(name + "\t*") == 0)
                        qWarning("%s\t*\t%s", name.c_str(), validator.error().message.c_str());
                    continue;
                }
                for (const json::value &test : group.at("tests").as_array()) {
                    const auto violations = (*validator)->validate(test.at("data"));
                    if (violations && violations->empty() == test.at("valid").as_bool()) {
                        ++passed;
                        continue;
                    }
                    const std::string key = name + '\t' + std::string(stringMember(test, "description"));
                    failing.insert(key);
                    if (listed.count(key) == 0)
                        qWarning("%s\t%s", key.c_str(),
                                 violations ? (violations->empty() ? "accepted" : describe(*violations).c_str())
                                            : violations.error().message.c_str());
                }
            }
        }
        for (const auto &[key, reason] : listed) {
            if (failing.count(key) == 0)
                qWarning("listed, but it passes: %s", key.c_str());
        }
        std::set<std::string> expected;
        for (const auto &[key, reason] : listed)
            expected.insert(key);
        qInfo("%zu tests of the suite pass, %zu are listed", passed, listed.size());
        QVERIFY2(failing == expected, "what fails is not what suite_exceptions.tsv lists");
        QVERIFY(passed > 1700);
    }
};

QTEST_GUILESS_MAIN(TestValidatorSuite)
#include "tst_validator_suite.moc"
