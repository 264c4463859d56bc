#include "workspace/catalog_reader.h"

#include "catalog/lint.h"
#include "workspace_fixture.h"

using namespace actionscope;
using namespace actionscope::test;
using workspace::readCatalogPair;

class CatalogReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<Folder>();
        openShop(*m_folder);
        m_folder->write("v2.json", openApi("shop", {{"get", "/orders", "orders_list", "List the orders"}}));
    }

    void readsWhateverHoldsACatalog_data() {
        QTest::addColumn<QString>("place");
        QTest::newRow("a workspace") << "ws";
        QTest::newRow("a folder of catalogs") << "ws/catalogs";
        QTest::newRow("a generated file") << "ws/catalogs/shop.longtail.yaml";
        QTest::newRow("a generated file under another name") << "old.yaml";
        QTest::newRow("a description") << "shop.json";
        QTest::newRow("a folder of descriptions") << "descriptions";
    }
    void readsWhateverHoldsACatalog() {
        QFETCH(QString, place);
        m_folder->write("old.yaml", m_folder->read("ws/catalogs/shop.longtail.yaml"));
        m_folder->write("descriptions/shop.json", m_folder->read("shop.json"));
        const auto pair = expectValue(readCatalogPair((*m_folder / place.toStdString()).string(),
                                                      (*m_folder / "v2.json").string(), {}, m_executor));
        QCOMPARE(pair.before->size(), std::uint32_t(shopOperations().size()));
        QCOMPARE(pair.after->size(), 1U);
        QCOMPARE(pair.after->services()[0].info.id, pair.before->services()[0].info.id);
        const auto changes = catalog::diff(*pair.before, *pair.after);
        QVERIFY(std::any_of(changes.begin(), changes.end(),
                            [](const auto &change) {
                                return change.kind == catalog::Change::Kind::ActionRemoved &&
                                       change.action == "shop.orders_get";
                            }) ||
                place == "old.yaml");
    }

    void aPlaceThatHoldsNothingIsAnError() {
        std::filesystem::create_directories(*m_folder / "empty");
        QVERIFY(!readCatalogPair((*m_folder / "empty").string(), (*m_folder / "v2.json").string(), {}, m_executor));
        const auto missing =
            readCatalogPair((*m_folder / "v2.json").string(), (*m_folder / "none").string(), {}, m_executor);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
    }

    void writesNothing() {
        expectValue(
            readCatalogPair((*m_folder / "ws/catalogs").string(), (*m_folder / "v2.json").string(), {}, m_executor));
        QVERIFY(!std::filesystem::exists(*m_folder / "ws/catalogs/.actionscope"));
    }

private:
    std::unique_ptr<Folder> m_folder;
    Executor m_executor{2};
};

QTEST_GUILESS_MAIN(CatalogReaderTest)
#include "tst_catalog_reader.moc"
