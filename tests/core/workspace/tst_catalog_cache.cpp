#include "workspace/detail/catalog_cache.h"

#include "workspace_fixture.h"

#include <random>

using namespace actionscope;
using namespace actionscope::workspace::detail;

namespace {

catalog::Capability action(const std::string &name) {
    catalog::Capability capability;
    capability.name = name;
    capability.title = "Title of " + name;
    capability.method = catalog::Method::Post;
    capability.path = "/" + name + "/{id}";
    capability.parameters.push_back({"id", "which one", "string", catalog::Place::Path, true});
    return capability;
}

LoadedService service(const std::string &id, std::size_t actions) {
    LoadedService loaded;
    loaded.info = {id, "Title of " + id, "About it", "1.2", "openapi 3.0.3", "/somewhere/" + id, "ab12", "https://x"};
    std::vector<catalog::Capability> list;
    for (std::size_t i = 0; i < actions; ++i)
        list.push_back(action(id + "_" + std::to_string(i)));
    loaded.segment = *catalog::Segment::build(std::move(list));
    loaded.generatedStamp = FileStamp{1, 2, 3};
    loaded.handStamp = FileStamp{0xffffffffffffffffULL, -5, 7};
    loaded.findings.push_back(
        {catalog::Finding::Severity::Warning, "orphan-curated", "matches nothing", {"a.yaml", 4, 5}, id + ".gone"});
    loaded.policy = 0xfedcba9876543211ULL;
    for (std::size_t i = 0; i < actions; ++i) {
        risk::Classification c;
        c.tier = static_cast<risk::Tier>(i % 3);
        c.ruleTier = static_cast<risk::Tier>((i + 1) % 3);
        c.approval = static_cast<risk::Approval>(i % 2);
        c.ruleApproval = static_cast<risk::Approval>((i / 2) % 2);
        c.overridden = i % 5 == 0;
        c.review = i % 7 == 0;
        c.catastrophicClass = static_cast<risk::CatastrophicClass>(i % 5);
        loaded.risk.push_back(c);
    }
    return loaded;
}

LoadedServices services() {
    LoadedServices all;
    all["alpha"] = service("alpha", 40);
    all["beta"] = service("beta", 0);
    all["gamma"] = service("gamma", 3);
    return all;
}

} // namespace

class CatalogCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBackWhatWasSaved() {
        const LoadedServices saved = services();
        QVERIFY(saveCatalogCache(m_file, saved));
        const auto loaded = loadCatalogCache(m_file);
        QVERIFY(loaded);
        QCOMPARE(loaded->size(), saved.size());
        for (const auto &[id, before] : saved) {
            const LoadedService &after = loaded->at(id);
            QVERIFY(after.info == before.info);
            QVERIFY(after.generatedStamp == before.generatedStamp);
            QVERIFY(after.handStamp == before.handStamp);
            QCOMPARE(after.policy, before.policy);
            QVERIFY(after.risk == before.risk);
            QCOMPARE(after.findings.size(), std::size_t(1));
            QCOMPARE(after.findings[0].message, before.findings[0].message);
            QCOMPARE(after.findings[0].where.line, 4U);
            QCOMPARE(after.segment->contentHash(), before.segment->contentHash());
            for (std::uint32_t i = 0; i < before.segment->size(); ++i)
                QVERIFY(after.segment->at(i).toCapability() == before.segment->at(i).toCapability());
        }
    }

    void theSameStateGivesTheSameBytes() {
        QVERIFY(saveCatalogCache(m_file, services()));
        const std::string first = m_folder.read("catalog.bin");
        QVERIFY(saveCatalogCache(m_file, services()));
        QCOMPARE(m_folder.read("catalog.bin"), first);
    }

    void aServiceWithErrorsIsReadAgain() {
        LoadedServices all = services();
        all["alpha"].errors.push_back({ErrorCode::ParseError, "broken", {}});
        QVERIFY(saveCatalogCache(m_file, all));
        const auto loaded = loadCatalogCache(m_file);
        QVERIFY(loaded);
        QVERIFY(!loaded->at("alpha").generatedStamp);
        QVERIFY(loaded->at("gamma").generatedStamp);
    }

    void aMissingFileIsNotFound() {
        const auto loaded = loadCatalogCache(m_folder / "none.bin");
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().code, ErrorCode::NotFound);
    }

    void everyFlippedByteIsNoticed() {
        QVERIFY(saveCatalogCache(m_file, services()));
        const std::string good = m_folder.read("catalog.bin");
        std::mt19937 random(20261121);
        for (int i = 0; i < 300; ++i) {
            std::string bad = good;
            const std::size_t at = i < 24 ? std::size_t(i) : random() % bad.size();
            bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
            m_folder.write("catalog.bin", bad);
            const auto loaded = loadCatalogCache(m_file);
            QVERIFY2(!loaded && loaded.error().code == ErrorCode::Corrupt, qPrintable(QString("byte %1").arg(at)));
        }
    }

    void everyTruncationIsNoticed() {
        QVERIFY(saveCatalogCache(m_file, services()));
        const std::string good = m_folder.read("catalog.bin");
        for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 97) {
            m_folder.write("catalog.bin", good.substr(0, size));
            const auto loaded = loadCatalogCache(m_file);
            QVERIFY2(!loaded && loaded.error().code == ErrorCode::Corrupt, qPrintable(QString("%1 bytes").arg(size)));
        }
    }

    void garbageIsNoticed() {
        m_folder.write("catalog.bin", std::string(100000, '\xa5'));
        QVERIFY(!loadCatalogCache(m_file));
    }

private:
    test::Folder m_folder;
    std::filesystem::path m_file = m_folder / "catalog.bin";
};

QTEST_GUILESS_MAIN(CatalogCacheTest)
#include "tst_catalog_cache.moc"
