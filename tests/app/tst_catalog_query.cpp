#include "base/text.h"
#include "catalog_query.h"
#include "support/snapshot_builder.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

namespace {

std::shared_ptr<const CatalogColumns> columnsOf(std::shared_ptr<const workspace::Snapshot> snapshot) {
    return CatalogColumns::build(std::move(snapshot), nullptr, nullptr, {});
}

FilterModel &parsed(FilterModel &model, const QString &text, const catalog::Catalog &catalog) {
    model.setFields(catalogFilterFields(&catalog));
    model.setText(text);
    return model;
}

QStringList keysFor(const std::shared_ptr<const CatalogColumns> &columns, const QString &text,
                    CatalogOrder order = {}) {
    FilterModel model;
    parsed(model, text, columns->catalog());
    const auto result = runCatalogQuery(columns, CatalogFilter::compile(model.terms(), columns->catalog()), order, {});
    QStringList keys;
    for (const catalog::Ordinal row : result->rows)
        keys.append(QString::fromStdString(columns->catalog().qualifiedName(row)));
    return keys;
}

/// The filter's meaning, said as plainly as possible: the oracle.
bool passesPlainly(const CatalogColumns &columns, catalog::Ordinal row, const QVector<FilterTerm> &terms) {
    const catalog::CapabilityView action = columns.catalog().at(row);
    const risk::Classification &risk = (*columns.snapshot->risk)[row];
    const std::string service = columns.catalog().serviceOf(row).info.id;
    const bool undescribed = action.title().empty() && action.description().empty();
    const auto holds = [&](const FilterTerm &term) {
        const std::string value = toLowerAscii(term.value.toStdString());
        const auto in = [&](std::string_view text) { return toLowerAscii(text).find(value) != std::string::npos; };
        if (term.field.isEmpty())
            return in(service + '.' + std::string(action.name())) || in(action.path()) || in(action.title());
        if (term.field == "tier")
            return value == (risk::isCatastrophic(risk) ? "catastrophic" : std::string(catalog::tierName(risk.tier)));
        if (term.field == "service")
            return value == service;
        if (term.field == "method")
            return value == toLowerAscii(catalog::methodName(action.method()));
        if (term.field == "kind")
            return value == (action.curated() ? "curated" : "long-tail") || value == catalog::kindName(action.kind());
        if (term.field == "curated")
            return (value == "true") == action.curated();
        if (term.field == "path")
            return in(action.path());
        if (term.field == "tag") {
            for (const std::string_view tag : action.tags())
                if (toLowerAscii(tag) == value)
                    return true;
            return false;
        }
        if (value == "review")
            return !risk.overridden && (risk.review || undescribed);
        if (value == "deprecated")
            return action.deprecated();
        if (value == "undescribed")
            return undescribed;
        return value == "overridden" && risk.overridden;
    };
    QMap<QString, bool> fields;
    for (const FilterTerm &term : terms) {
        if (term.negated ? holds(term) : term.field.isEmpty() && !holds(term))
            return false;
        if (!term.negated && !term.field.isEmpty())
            fields[term.field] = fields.value(term.field) || holds(term);
    }
    return !fields.values().contains(false);
}

} // namespace

class TestCatalogQuery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filtersAsThePlainReadingOfTheWordsDoes() {
        const QStringList parts = {"issue",
                                   "-user",
                                   "\"one file\"",
                                   "REPO",
                                   "tier:read",
                                   "tier:catastrophic",
                                   "tier:destructive",
                                   "-tier:write",
                                   "service:svc1",
                                   "service:svc2",
                                   "-service:svc0",
                                   "method:POST",
                                   "method:get",
                                   "-method:DELETE",
                                   "kind:curated",
                                   "kind:long-tail",
                                   "kind:action",
                                   "-kind:curated",
                                   "curated:true",
                                   "curated:false",
                                   "-curated:true",
                                   "flag:review",
                                   "flag:deprecated",
                                   "-flag:overridden",
                                   "flag:undescribed",
                                   "tag:common",
                                   "-tag:Users",
                                   "path:/issue/1",
                                   "-path:/trash"};
        for (unsigned seed = 1; seed <= 4; ++seed) {
            const auto columns = columnsOf(test::randomSnapshot(seed, 4, 300));
            std::mt19937 random(seed * 77);
            for (int round = 0; round < 150; ++round) {
                QStringList chosen;
                for (unsigned i = 0, n = random() % 5; i < n; ++i)
                    chosen.append(parts.at(static_cast<qsizetype>(random() % static_cast<unsigned>(parts.size()))));
                const QString text = chosen.join(QLatin1Char(' '));
                FilterModel model;
                parsed(model, text, columns->catalog());
                QVERIFY2(model.error().isEmpty(), qPrintable(text + ": " + model.error()));
                const auto result =
                    runCatalogQuery(columns, CatalogFilter::compile(model.terms(), columns->catalog()), {}, {});
                std::vector<catalog::Ordinal> expected;
                for (catalog::Ordinal row = 0; row < columns->size(); ++row)
                    if (passesPlainly(*columns, row, model.terms()))
                        expected.push_back(row);
                QVERIFY2(result->rows == expected, qPrintable(QString("seed %1, filter \"%2\"").arg(seed).arg(text)));
            }
        }
    }

    void facetsCountWhatEachValueWouldShowUnderTheOtherFields() {
        const auto columns = columnsOf(test::randomSnapshot(9, 3, 400));
        FilterModel model;
        parsed(model, "tier:write service:svc1 issue", columns->catalog());
        const auto result = runCatalogQuery(columns, CatalogFilter::compile(model.terms(), columns->catalog()), {}, {});
        QCOMPARE(int(result->facets.tiers[0]), int(keysFor(columns, "tier:read service:svc1 issue").size()));
        QCOMPARE(int(result->facets.tiers[3]), int(keysFor(columns, "tier:catastrophic service:svc1 issue").size()));
        QCOMPARE(int(result->facets.services[2]), int(keysFor(columns, "tier:write service:svc2 issue").size()));
        QCOMPARE(int(result->facets.curated),
                 int(keysFor(columns, "tier:write service:svc1 issue kind:curated").size()));
        QCOMPARE(int(result->facets.flags[0]),
                 int(keysFor(columns, "tier:write service:svc1 issue flag:review").size()));
        QCOMPARE(int(result->facets.methods[std::size_t(catalog::Method::Post)]),
                 int(keysFor(columns, "tier:write service:svc1 issue method:POST").size()));
    }

    void sortsByEveryColumnAndKeepsTheOrderOfNamesInside() {
        const auto columns = columnsOf(test::randomSnapshot(5, 3, 200));
        const auto keyOf = [&](catalog::Ordinal row, CatalogColumn column) -> std::string {
            const catalog::CapabilityView action = columns->catalog().at(row);
            switch (column) {
            case CatalogColumn::Action:
                return columns->catalog().serviceOf(row).info.id + '.' + std::string(action.name());
            case CatalogColumn::Method:
                return std::to_string(int(action.method()));
            case CatalogColumn::Path:
                return std::string(action.path());
            case CatalogColumn::Tier:
                return std::to_string(columns->tier[row]);
            case CatalogColumn::Kind:
                return action.curated() ? "0" : "1";
            case CatalogColumn::Service:
                return columns->catalog().serviceOf(row).info.id;
            case CatalogColumn::Reviewed:
                return std::to_string(columns->reviewed[row]);
            }
            return {};
        };
        for (int column = 0; column < CatalogColumnCount; ++column) {
            for (const bool descending : {false, true}) {
                const CatalogOrder order{static_cast<CatalogColumn>(column), descending};
                const auto rows = runCatalogQuery(columns, {}, order, {})->rows;
                QCOMPARE(rows.size(), std::size_t(columns->size()));
                for (std::size_t i = 1; i < rows.size(); ++i) {
                    const std::string a = keyOf(rows[i - 1], order.column), b = keyOf(rows[i], order.column);
                    QVERIFY2(descending ? a >= b : a <= b, qPrintable(QString("column %1, row %2").arg(column).arg(i)));
                    if (a == b && !descending)
                        QVERIFY(rows[i - 1] < rows[i]);
                }
            }
        }
    }

    void needsReviewMeansUnsettledOrUndescribedAndNotOverridden() {
        test::SnapshotBuilder builder;
        builder.action("a", "sure");
        builder.action("a", "doubtful").risk.review = true;
        auto &settled = builder.action("a", "settled");
        settled.risk.review = true;
        settled.risk.overridden = true;
        builder.action("a", "mute").capability.title.clear();
        const auto columns = columnsOf(builder.build());
        QCOMPARE(keysFor(columns, "flag:review"), QStringList({"a.doubtful", "a.mute"}));
        QCOMPARE(columns->reviewCount, 2U);
    }

    void catastrophicIsItsOwnTierOnScreen() {
        test::SnapshotBuilder builder;
        builder.action("a", "plain").risk.tier = catalog::Tier::Destructive;
        auto &gated = builder.action("a", "gated").risk;
        gated.tier = catalog::Tier::Destructive;
        gated.approval = catalog::Approval::Admin;
        auto &write = builder.action("a", "gated_write", catalog::Method::Post).risk;
        write.approval = catalog::Approval::Admin;
        const auto columns = columnsOf(builder.build());
        QCOMPARE(keysFor(columns, "tier:catastrophic"), QStringList("a.gated"));
        QCOMPARE(keysFor(columns, "tier:destructive"), QStringList("a.plain"));
        QCOMPARE(keysFor(columns, "tier:write"), QStringList("a.gated_write"));
    }

    void pathsTakePatterns() {
        test::SnapshotBuilder builder;
        builder.action("a", "one", catalog::Method::Get, "/repos/{owner}/issues");
        builder.action("a", "two", catalog::Method::Get, "/users/{id}");
        const auto columns = columnsOf(builder.build());
        QCOMPARE(keysFor(columns, "path:/repos/**"), QStringList("a.one"));
        QCOMPARE(keysFor(columns, "path:users"), QStringList("a.two"));
    }

    void findsActionsThatHideCharacters() {
        test::SnapshotBuilder builder;
        builder.action("a", "honest").capability.description = "Größe in Bytes";
        builder.action("a", "sly").capability.title = "List\u202E files";
        const auto columns = columnsOf(builder.build());
        QCOMPARE(keysFor(columns, "flag:hidden"), QStringList("a.sly"));
    }

    void marksWhatCameAndChangedSinceTheWindowOpened() {
        test::SnapshotBuilder builder;
        builder.action("a", "same");
        builder.action("a", "edited");
        builder.action("b", "untouched");
        const auto before = builder.build();
        builder.action("a", "edited").capability.title = "Now something else";
        builder.action("a", "fresh");
        const auto columns = CatalogColumns::build(builder.build(), nullptr, before.get(), {});
        QCOMPARE(keysFor(columns, "flag:new"), QStringList("a.fresh"));
        QCOMPARE(keysFor(columns, "flag:changed"), QStringList("a.edited"));
    }

    void anUnknownServiceIsAComplaintAndNotAFilter() {
        const auto columns = columnsOf(test::randomSnapshot(2, 2, 20));
        FilterModel model;
        parsed(model, "service:nowhere", columns->catalog());
        QVERIFY(model.error().contains("nowhere"));
        QVERIFY(model.terms().isEmpty());
    }

    void stopsWhenItIsOutdated() {
        const auto columns = columnsOf(test::randomSnapshot(2, 2, 20));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!runCatalogQuery(columns, {}, {}, stop.get_token()));
        QVERIFY(!CatalogColumns::build(columns->snapshot, nullptr, nullptr, stop.get_token()));
    }

    void lendsTheTextsToTheNextSnapshotOfTheSameCatalog() {
        const auto first = columnsOf(test::randomSnapshot(3, 2, 50));
        auto next = std::make_shared<workspace::Snapshot>(*first->snapshot);
        const auto second = CatalogColumns::build(next, first.get(), nullptr, {});
        QCOMPARE(second->text.get(), first->text.get());
    }
};

QTEST_GUILESS_MAIN(TestCatalogQuery)
#include "tst_catalog_query.moc"
