// The palette: grades, order, and that Enter does the same whatever the timing.
#include "palette_model.h"
#include "preferences.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace actionscope::app;

namespace {

PaletteItem item(const QString &id, const QString &title, QStringList *ran) {
    PaletteItem made;
    made.id = id;
    made.title = title;
    made.kind = QStringLiteral("thing");
    made.run = [id, ran] { ran->append(id); };
    return made;
}

class QuickProvider : public PaletteProvider {
public:
    QuickProvider(QChar prefix, QStringList titles, QStringList *ran)
        : m_prefix(prefix)
        , m_titles(std::move(titles))
        , m_ran(ran) {}
    QChar prefix() const override { return m_prefix; }
    QVector<PaletteItem> match(const PaletteQuery &query) override {
        QVector<PaletteItem> items;
        for (const QString &title : m_titles)
            if (const auto grade = query.isEmpty() ? MatchGrade::Exact : query.grade(title)) {
                items.append(item(title, title, m_ran));
                items.last().grade = *grade;
            }
        return items;
    }
    std::optional<PaletteItem> recall(const QString &id) override {
        return m_titles.contains(id) ? std::optional(item(id, id, m_ran)) : std::nullopt;
    }

private:
    QChar m_prefix;
    QStringList m_titles;
    QStringList *m_ran;
};

/// Answers when it is told to.
class SlowProvider : public PaletteProvider {
public:
    SlowProvider(QChar prefix, QStringList titles, QStringList *ran)
        : m_prefix(prefix)
        , m_titles(std::move(titles))
        , m_ran(ran) {}
    QChar prefix() const override { return m_prefix; }
    bool isSlow() const override { return true; }
    QVector<PaletteItem> match(const PaletteQuery &) override { return {}; }
    void matchSlowly(const PaletteQuery &query, std::stop_token stop, Answer answer) override {
        asked.append({query.text(), stop, answer});
    }
    std::optional<PaletteItem> recall(const QString &) override { return std::nullopt; }
    void answerTo(int question) {
        QVector<PaletteItem> items;
        const PaletteQuery query(asked.at(question).text);
        for (const QString &title : m_titles)
            if (const auto grade = query.grade(title)) {
                items.append(item(title, title, m_ran));
                items.last().grade = *grade;
            }
        asked.at(question).answer(items);
    }
    struct Question {
        QString text;
        std::stop_token stop;
        Answer answer;
    };
    QVector<Question> asked;

private:
    QChar m_prefix;
    QStringList m_titles;
    QStringList *m_ran;
};

} // namespace

class TstPalette : public QObject {
    Q_OBJECT

private:
    static QStringList titles(const PaletteModel &model) {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all.append(model.index(row).data(PaletteModel::TitleRole).toString());
        return all;
    }

private Q_SLOTS:
    void grades_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("candidate");
        QTest::addColumn<int>("grade");
        QTest::newRow("exact, any case") << "undo"
                                         << "Undo" << int(MatchGrade::Exact);
        QTest::newRow("prefix") << "und"
                                << "Undo: set tier" << int(MatchGrade::Prefix);
        QTest::newRow("word start") << "tier"
                                    << "Undo: set tier" << int(MatchGrade::WordStart);
        QTest::newRow("word starts in any order") << "tier un"
                                                  << "Undo: set tier" << int(MatchGrade::WordStart);
        QTest::newRow("after an underscore") << "create"
                                             << "github.issues_create" << int(MatchGrade::WordStart);
        QTest::newRow("camel case") << "file"
                                    << "listFiles" << int(MatchGrade::WordStart);
        QTest::newRow("subsequence") << "gic"
                                     << "github.issues_create" << int(MatchGrade::Subsequence);
        QTest::newRow("subsequence over words") << "iss ate"
                                                << "github.issues_create" << int(MatchGrade::Subsequence);
        QTest::newRow("inside a word is no word start") << "ssue"
                                                        << "issues" << int(MatchGrade::Subsequence);
        QTest::newRow("wrong order") << "oud"
                                     << "undo" << -1;
        QTest::newRow("nothing typed") << "  "
                                       << "undo" << -1;
        QTest::newRow("longer than the candidate") << "undone"
                                                   << "undo" << -1;
        QTest::newRow("umlaut") << "ÜBER"
                                << "Übersicht" << int(MatchGrade::Prefix);
    }
    void grades() {
        QFETCH(QString, typed);
        QFETCH(QString, candidate);
        QFETCH(int, grade);
        const auto found = PaletteQuery(typed).grade(candidate);
        QCOMPARE(found ? int(*found) : -1, grade);
    }

    void ordersByGradeThenLengthThenTitle() {
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addProvider(std::make_unique<QuickProvider>(
            QLatin1Char('>'), QStringList{"import", "risk report", "report", "reset", "try espresso pot", "rep"},
            &ran));
        model.setText(QStringLiteral("rep"));
        QCOMPARE(titles(model), (QStringList{"rep", "report", "risk report", "try espresso pot"}));
        QCOMPARE(model.currentIndex(), 0);
    }

    void recencyBreaksTies() {
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        model.addProvider(std::make_unique<QuickProvider>(QLatin1Char('>'), QStringList{"open a", "open b"}, &ran));
        model.setText(QStringLiteral("open"));
        model.setCurrentIndex(1);
        model.runCurrent();
        QCOMPARE(ran, QStringList{"open b"});
        model.reset();
        QCOMPARE(titles(model).first(), QStringLiteral("open b"));
        model.setText(QStringLiteral("open"));
        QCOMPARE(titles(model), (QStringList{"open b", "open a"}));
    }

    void aPrefixLimitsToOneProvider() {
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        model.addProvider(std::make_unique<QuickProvider>(QLatin1Char('>'), QStringList{"github sync"}, &ran));
        model.addProvider(std::make_unique<QuickProvider>(QLatin1Char('@'), QStringList{"github"}, &ran));
        model.setText(QStringLiteral("@git"));
        QCOMPARE(titles(model), QStringList{"github"});
        model.setText(QStringLiteral(">"));
        QCOMPARE(titles(model), QStringList{"github sync"});
    }

    void slowAnswersAppendBelowInTheirOrder() {
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addProvider(std::make_unique<QuickProvider>(QLatin1Char('>'), QStringList{"xax"}, &ran));
        auto one = std::make_unique<SlowProvider>(QLatin1Char('#'), QStringList{"a1"}, &ran);
        auto two = std::make_unique<SlowProvider>(QLatin1Char('~'), QStringList{"a2"}, &ran);
        SlowProvider *first = one.get(), *second = two.get();
        model.addProvider(std::move(one));
        model.addProvider(std::move(two));
        model.setText(QStringLiteral("a"));
        QVERIFY(model.isPending());
        second->answerTo(0);
        QCOMPARE(titles(model), QStringList{"xax"});
        first->answerTo(0);
        QCOMPARE(titles(model), (QStringList{"xax", "a1", "a2"}));
        QCOMPARE(model.currentIndex(), 0);
        QVERIFY(!model.isPending());
    }

    void enterDoesTheSameWhateverTheTiming_data() {
        QTest::addColumn<QVector<int>>("order"); // of: answer 1, answer 2, Enter (2)
        QVector<int> order{0, 1, 2};
        do
            QTest::addRow("%d%d%d", order[0], order[1], order[2]) << order;
        while (std::next_permutation(order.begin(), order.end()));
    }
    void enterDoesTheSameWhateverTheTiming() {
        QFETCH(QVector<int>, order);
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        auto one = std::make_unique<SlowProvider>(QLatin1Char('#'), QStringList{"alpha"}, &ran);
        auto two = std::make_unique<SlowProvider>(QLatin1Char('~'), QStringList{"a"}, &ran);
        SlowProvider *slow[] = {one.get(), two.get()};
        model.addProvider(std::move(one));
        model.addProvider(std::move(two));
        model.setText(QStringLiteral("a"));
        for (const int step : order) {
            if (step == 2)
                model.runCurrent();
            else
                slow[step]->answerTo(0);
        }
        QCOMPARE(ran, QStringList{"alpha"});
    }

    void answersToOlderQuestionsAreDropped() {
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        auto one = std::make_unique<SlowProvider>(QLatin1Char('#'), QStringList{"abc", "b"}, &ran);
        SlowProvider *slow = one.get();
        model.addProvider(std::move(one));
        model.setText(QStringLiteral("a"));
        model.setText(QStringLiteral("b"));
        QVERIFY(slow->asked.at(0).stop.stop_requested());
        QVERIFY(!slow->asked.at(1).stop.stop_requested());
        slow->answerTo(0);
        QCOMPARE(model.rowCount(), 0);
        slow->answerTo(1);
        QCOMPARE(titles(model), (QStringList{"b", "abc"}));
    }

    void typingForgetsAWaitingEnter() {
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        auto one = std::make_unique<SlowProvider>(QLatin1Char('#'), QStringList{"ab"}, &ran);
        SlowProvider *slow = one.get();
        model.addProvider(std::move(one));
        model.setText(QStringLiteral("a"));
        model.runCurrent();
        model.setText(QStringLiteral("ab"));
        slow->answerTo(1);
        QCOMPARE(ran, QStringList());
    }

    void movingWrapsAround() {
        Preferences preferences;
        QStringList ran;
        PaletteModel model(&preferences);
        model.addProvider(std::make_unique<QuickProvider>(QLatin1Char('>'), QStringList{"a", "b", "c"}, &ran));
        model.reset();
        model.move(-1);
        QCOMPARE(model.currentIndex(), 2);
        model.move(1);
        QCOMPARE(model.currentIndex(), 0);
    }
};

QTEST_GUILESS_MAIN(TstPalette)
#include "tst_palette.moc"
