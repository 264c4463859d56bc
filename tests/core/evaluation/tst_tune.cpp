#include "evaluation/detail/random.h"
#include "evaluation/tune.h"
#include "evaluation_fixture.h"

#include <algorithm>
#include <cmath>

using namespace actionscope;
using namespace actionscope::evaluation;
using namespace actionscope::evaluation::test;
using retrieval::Signal;

namespace {

/// Ranks by the plain weighted sum; candidates are made up: the gold has the greatest `telling` signal, the first
/// signal is noise.
struct World {
    Signal telling = retrieval::signals()[1].signal, noise = retrieval::signals()[0].signal;
    double clarity = 0.3; ///< by how much the gold stands out

    [[nodiscard]] TuneEngine engine() const {
        TuneEngine engine;
        engine.candidates = [this](const LabelledSet &set,
                                   const retrieval::SearchRequest &request) -> Result<retrieval::CandidateSet> {
            retrieval::CandidateSet candidates;
            candidates.request = request;
            detail::Random random(std::hash<std::string>()(set.name + request.query));
            for (catalog::Ordinal i = 0; i < set.catalog->size(); ++i) {
                retrieval::Candidate candidate;
                candidate.ordinal = i;
                const bool gold = set.catalog->qualifiedName(i) == request.query;
                candidate.signals[std::size_t(noise)] = random.below(1000) / 1000.0;
                candidate.signals[std::size_t(telling)] = random.below(500) / 1000.0 + (gold ? clarity : 0);
                candidates.candidates.push_back(candidate);
            }
            return candidates;
        };
        engine.rescore = [](const retrieval::CandidateSet &set, const retrieval::Preset &preset, std::size_t limit) {
            std::vector<retrieval::Hit> hits;
            for (const retrieval::Candidate &candidate : set.candidates) {
                double sum = 0;
                for (std::size_t i = 0; i < retrieval::SignalCount; ++i)
                    sum += preset.weights[i] * candidate.signals[i];
                hits.push_back({candidate.ordinal, sum, {}});
            }
            std::stable_sort(hits.begin(), hits.end(), [](const auto &a, const auto &b) { return a.score > b.score; });
            hits.resize(std::min(hits.size(), limit));
            return hits;
        };
        return engine;
    }
};

} // namespace

class TestTune : public QObject {
    Q_OBJECT
    Executor m_executor{2};
    std::vector<LabelledSet> m_sets;
    std::shared_ptr<const retrieval::Preset> m_start;

    Result<TuneResult> run(const World &world, std::vector<LabelledSet> sets, TuneOptions options = {}) {
        if (!options.start)
            options.start = m_start;
        return tune(sets, world.engine(), options, m_executor);
    }
private Q_SLOTS:
    void initTestCase() {
        std::vector<Action> actions;
        for (int i = 0; i < 40; ++i)
            actions.push_back({"svc", "act" + std::to_string(i), "does " + std::to_string(i)});
        const auto searcher = searcherOf(actions, m_executor);
        for (const char *name : {"alpha-1", "alpha-2", "beta-1", "gamma-1"}) {
            QuerySet queries;
            queries.name = name;
            for (int i = 0; i < 40; ++i) {
                const std::string action = "svc.act" + std::to_string(i);
                queries.queries.push_back({"q" + std::to_string(i), action, "", {{action, 1}}, 0});
            }
            m_sets.push_back(labelledSet(queries, searcher));
            m_sets.back().family = familyOf(name);
        }
        auto start = std::make_shared<retrieval::Preset>(retrieval::defaultPreset());
        start->ranker = retrieval::Ranker::Fusion;
        start->weights = {};
        start->weights[std::size_t(retrieval::signals()[0].signal)] = 1;
        start->weights[std::size_t(retrieval::signals()[1].signal)] = 0.2;
        m_start = start;
    }
    void findsTheSignalThatTells() {
        World world;
        const auto result = run(world, m_sets);
        QVERIFY2(result, result ? "" : result.error().toString().c_str());
        QVERIFY(result->worthIt);
        QVERIFY(result->gain.difference > 0.1);
        QVERIFY(result->gain.evidence());
        const double before = m_start->weights[std::size_t(world.telling)] / m_start->weights[std::size_t(world.noise)];
        QVERIFY(result->preset.weights[std::size_t(world.telling)] >
                before * result->preset.weights[std::size_t(world.noise)]);
        QCOMPARE(result->sets.size(), std::size_t(4));
        QCOMPARE(result->others.size(), MetricCount - 1);
        for (const TunedWeight &weight : result->weights) {
            const auto &info = retrieval::signals()[std::size_t(weight.signal)];
            QVERIFY(weight.after >= 0 && weight.after <= info.most);
        }
        QVERIFY(retrieval::checkPreset(result->preset));
    }
    void saysThatNothingIsToBeGained() {
        World world;
        world.clarity = 0; // no signal says anything
        const auto result = run(world, m_sets);
        QVERIFY(result);
        QVERIFY2(!result->worthIt, std::to_string(result->gain.difference).c_str());
        // It fitted noise, and the held-out figure does not fall for it.
        QVERIFY(result->fittedGain >= result->gain.difference);
    }
    void oneFamilyIsACaution() {
        const auto result = run(World(), {m_sets[0], m_sets[1]});
        QVERIFY(result);
        QVERIFY(!result->caution.empty());
        // Held out all the same: what no signal tells is not gained.
        World blind;
        blind.clarity = 0;
        const auto none = run(blind, {m_sets[0]});
        QVERIFY(none && !none->worthIt && none->fittedGain > none->gain.difference);
        QCOMPARE(run(World(), m_sets)->caution, std::string());
    }
    void aFamilyIsHeldOutWhole() {
        // In one family the gold stands out by a signal that says nothing elsewhere: weights that were chosen without
        // that family cannot know, whichever of its sets is measured.
        World world;
        const Signal own = retrieval::signals()[2].signal;
        TuneEngine engine = world.engine();
        engine.candidates = [&world, own, plain = engine.candidates](
                                const LabelledSet &set,
                                const retrieval::SearchRequest &request) -> Result<retrieval::CandidateSet> {
            auto candidates = plain(set, request);
            for (retrieval::Candidate &candidate : candidates->candidates) {
                const bool gold = set.catalog->qualifiedName(candidate.ordinal) == request.query;
                double &telling = candidate.signals[std::size_t(world.telling)];
                if (set.family == "alpha") {
                    telling = 0;
                    candidate.signals[std::size_t(own)] = gold ? 1 : 0;
                } else {
                    candidate.signals[std::size_t(own)] = gold ? 0 : 0.5; // misleads
                }
            }
            return candidates;
        };
        TuneOptions options;
        options.start = m_start;
        const auto result = tune(m_sets, engine, options, m_executor);
        QVERIFY(result);
        for (const TunedSet &set : result->sets) {
            if (set.family == "alpha")
                QVERIFY2(std::abs(set.after - set.before) < 0.05,
                         (set.name + ": " + std::to_string(set.after)).c_str());
        }
    }
    void theSeedDecides() {
        World world;
        const auto a = run(world, m_sets), b = run(world, m_sets);
        QVERIFY(a->preset == b->preset);
        QCOMPARE(a->gain.difference, b->gain.difference);
    }
    void tunesOnlyWhatItMay() {
        World world;
        TuneOptions options;
        options.signals = {world.noise};
        const auto result = run(world, m_sets, options);
        QVERIFY(result);
        QCOMPARE(result->preset.weights[std::size_t(world.telling)], m_start->weights[std::size_t(world.telling)]);
        QCOMPARE(result->weights.size(), std::size_t(1));
    }
    void refusesWhatCannotBeTuned() {
        QCOMPARE(run(World(), {}).error().code, ErrorCode::InvalidArgument);
        auto keywords = std::make_shared<retrieval::Preset>(*retrieval::findBuiltIn("keywords"));
        TuneOptions options;
        options.start = keywords;
        QCOMPARE(run(World(), m_sets, options).error().code, ErrorCode::InvalidArgument);
        LabelledSet none = m_sets[0];
        for (LabelledQuery &query : none.queries)
            query.judgements.clear();
        QCOMPARE(run(World(), {none}).error().code, ErrorCode::InvalidArgument);
        std::stop_source stop;
        stop.request_stop();
        TuneOptions plain;
        plain.start = m_start;
        QCOMPARE(tune(m_sets, World().engine(), plain, m_executor, {{}, stop.get_token()}).error().code,
                 ErrorCode::Cancelled);
    }
    void passesErrorsOn() {
        World world;
        TuneEngine engine = world.engine();
        engine.candidates = [](const LabelledSet &,
                               const retrieval::SearchRequest &) -> Result<retrieval::CandidateSet> {
            return fail(ErrorCode::NetworkError, "the endpoint is down");
        };
        TuneOptions options;
        options.start = m_start;
        QCOMPARE(tune(m_sets, engine, options, m_executor).error().code, ErrorCode::NetworkError);
    }
};

QTEST_GUILESS_MAIN(TestTune)
#include "tst_tune.moc"
