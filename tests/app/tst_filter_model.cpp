// Filter text: conditions, complaints, completion.
#include "filter_model.h"

#include <QSignalSpy>
#include <QtTest>

using namespace actionscope::app;

class TstFilterModel : public QObject {
    Q_OBJECT

private:
    static QVariantMap field(const QString &name, const QStringList &values) {
        return {{QStringLiteral("name"), name}, {QStringLiteral("label"), name}, {QStringLiteral("values"), values}};
    }
    static void setUp(FilterModel &model) {
        model.setFields({field(QStringLiteral("tier"), {QStringLiteral("read"), QStringLiteral("write")}),
                         field(QStringLiteral("service"), {}),
                         field(QStringLiteral("curated"), {QStringLiteral("true"), QStringLiteral("false")})});
    }

private Q_SLOTS:
    void readsFieldsWordsAndNegation() {
        FilterModel model;
        setUp(model);
        model.setText(QStringLiteral("tier:read -curated:true  issue -draft service:\"my service\""));
        QCOMPARE(model.error(), QString());
        const QVector<FilterTerm> expected{{QStringLiteral("tier"), QStringLiteral("read"), false},
                                           {QStringLiteral("curated"), QStringLiteral("true"), true},
                                           {QString(), QStringLiteral("issue"), false},
                                           {QString(), QStringLiteral("draft"), true},
                                           {QStringLiteral("service"), QStringLiteral("my service"), false}};
        QCOMPARE(model.terms(), expected);
    }

    void saysWhatIsWrongAndKeepsWhatHeld_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown field") << "teir:read"
                                       << "tier, service, curated";
        QTest::newRow("unknown value") << "tier:delete"
                                       << "read, write";
        QTest::newRow("no value") << "tier:"
                                  << "needs a value";
        QTest::newRow("open quote") << "service:\"my"
                                    << "not closed";
    }
    void saysWhatIsWrongAndKeepsWhatHeld() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        FilterModel model;
        setUp(model);
        model.setText(QStringLiteral("tier:read"));
        QSignalSpy applied(&model, &FilterModel::termsChanged);
        model.setText(text);
        QVERIFY2(model.error().contains(says), qPrintable(model.error()));
        QCOMPARE(applied.count(), 0);
        QCOMPARE(model.terms().size(), 1);
    }

    void togglingAConditionTwiceLeavesNothing() {
        FilterModel model;
        setUp(model);
        model.toggle(QStringLiteral("tier"), QStringLiteral("read"));
        QCOMPARE(model.text(), QStringLiteral("tier:read"));
        QVERIFY(model.has(QStringLiteral("tier"), QStringLiteral("read")));
        model.toggle(QStringLiteral("tier"), QStringLiteral("read"), true);
        QCOMPARE(model.text(), QStringLiteral("-tier:read"));
        model.toggle(QStringLiteral("tier"), QStringLiteral("read"), true);
        QCOMPARE(model.text(), QString());
        QVERIFY(!model.isActive());
    }

    void whatItWritesItReads() {
        FilterModel model;
        setUp(model);
        for (const FilterTerm &term : {FilterTerm{QStringLiteral("service"), QStringLiteral("a b"), true},
                                       FilterTerm{QString(), QStringLiteral("x:y"), false},
                                       FilterTerm{QString(), QStringLiteral("plain"), false}}) {
            model.setText(toText(term));
            QCOMPARE(model.error(), QString());
            QCOMPARE(model.terms(), QVector<FilterTerm>{term});
        }
    }

    void completesAtTheCursor() {
        FilterModel model;
        setUp(model);
        model.setText(QStringLiteral("issue ti"));
        QCOMPARE(model.completions(8), QStringList{QStringLiteral("tier:")});
        QVariantMap done = model.complete(8, QStringLiteral("tier:"));
        QCOMPARE(done.value(QStringLiteral("text")).toString(), QStringLiteral("issue tier:"));
        model.setText(QStringLiteral("-tier:w issue"));
        QCOMPARE(model.completions(7), QStringList{QStringLiteral("write")});
        done = model.complete(7, QStringLiteral("write"));
        QCOMPARE(done.value(QStringLiteral("text")).toString(), QStringLiteral("-tier:write  issue"));
        QCOMPARE(done.value(QStringLiteral("cursor")).toInt(), 12);
    }

    void isBounded() {
        FilterModel model;
        setUp(model);
        model.setText(QString(100000, QLatin1Char('x')));
        QCOMPARE(model.text().size(), 1000);
    }
};

QTEST_GUILESS_MAIN(TstFilterModel)
#include "tst_filter_model.moc"
