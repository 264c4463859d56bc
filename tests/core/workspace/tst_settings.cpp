#include "workspace/settings.h"

#include "workspace_fixture.h"

using namespace actionscope;
using workspace::readSettings;

class SettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingFileGivesDefaults() {
        const auto settings = readSettings(m_folder / "none.yaml");
        QVERIFY(settings);
        QCOMPARE(settings->floor, retrieval::DefaultFloor);
        QCOMPARE(settings->limits.fileBytes, ingest::ImportLimits{}.fileBytes);
    }

    void emptyFileGivesDefaults() {
        m_folder.write("empty.yaml", "# only a comment\n");
        QVERIFY(readSettings(m_folder / "empty.yaml"));
    }

    void readsEveryKey() {
        m_folder.write("all.yaml", "name: Ours\n"
                                   "search: {floor: 0.4}\n"
                                   "audit: {checkpoint_every: 7}\n"
                                   "limits:\n"
                                   "  file_bytes: 11\n  depth: 12\n  files: 13\n  operations: 14\n"
                                   "  schema_bytes: 15\n  schema_depth: 16\n  refs: 17\n  hand_file_bytes: 18\n"
                                   "  yaml_depth: 19\n  yaml_aliases: 0\n  yaml_nodes: 21\n"
                                   "  download_bytes: 22\n  download_timeout_ms: 23\n");
        const auto s = readSettings(m_folder / "all.yaml");
        QVERIFY2(s, s ? "" : s.error().toString().c_str());
        QCOMPARE(s->name, std::string("Ours"));
        QCOMPARE(s->floor, 0.4);
        QCOMPARE(s->checkpointEvery, 7U);
        QCOMPARE(s->limits.fileBytes, 11U);
        QCOMPARE(s->limits.depth, 12U);
        QCOMPARE(s->limits.files, 13U);
        QCOMPARE(s->limits.operations, 14U);
        QCOMPARE(s->limits.schemaBytes, 15U);
        QCOMPARE(s->limits.schemaDepth, 16U);
        QCOMPARE(s->limits.refs, 17U);
        QCOMPARE(s->handLimits.fileBytes, 18U);
        QCOMPARE(s->limits.yaml.depth, 19U);
        QCOMPARE(s->limits.yaml.aliases, 0U);
        QCOMPARE(s->limits.yaml.nodes, 21U);
        QCOMPARE(s->limits.fetch.bytes, 22U);
        QCOMPARE(s->limits.fetch.timeout.count(), 23);
    }

    void complainsWithPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("unknown key") << "name: A\nflor: 1\n"
                                     << "unknown setting `flor`" << 2 << 1;
        QTest::newRow("unknown key in a section") << "search:\n  flor: 1\n"
                                                  << "unknown setting `search.flor`" << 2 << 3;
        QTest::newRow("floor above one") << "search: {floor: 1.5}\n"
                                         << "`floor` is a number from 0 to 1" << 1 << 17;
        QTest::newRow("floor that is no number") << "search: {floor: high}\n"
                                                 << "`floor`" << 1 << 17;
        QTest::newRow("negative limit") << "limits: {depth: -4}\n"
                                        << "`depth` is a whole number" << 1 << 17;
        QTest::newRow("limit of zero") << "limits: {depth: 0}\n"
                                       << "`depth` is a whole number" << 1 << 17;
        QTest::newRow("limit too large") << "limits: {depth: 5000000000}\n"
                                         << "`depth` is a whole number" << 1 << 17;
        QTest::newRow("a list") << "- name: A\n"
                                << "settings are a mapping" << 1 << 1;
        QTest::newRow("not YAML") << "name: [a\n"
                                  << "" << 2 << 1;
    }
    void complainsWithPlace() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        QFETCH(int, line);
        QFETCH(int, column);
        m_folder.write("bad.yaml", text.toStdString());
        const auto settings = readSettings(m_folder / "bad.yaml");
        QVERIFY(!settings);
        QCOMPARE(settings.error().code, ErrorCode::ParseError);
        const QString message = QString::fromStdString(settings.error().toString());
        QVERIFY2(message.contains(says), qPrintable(message));
        QCOMPARE(int(settings.error().where.line), line);
        QCOMPARE(int(settings.error().where.column), column);
    }

    void refusesDeepNestingWithoutFallingOver() {
        m_folder.write("deep.yaml", "name: " + std::string(64000, '['));
        QVERIFY(!readSettings(m_folder / "deep.yaml"));
    }

private:
    test::Folder m_folder;
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "tst_settings.moc"
