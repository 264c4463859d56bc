/// What each signal of the default preset is worth on labelled folders, and what weights are worth that were chosen
/// without the folder they are measured on:
///   bench_weights FOLDER…
/// Leave one family out: for each family the weights are climbed from all equal on the other families, and measured on
/// it. Folders of one family ("toolbench-…") are left out together.

#include "evaluation/labelled_set.h"
#include "evaluation/metrics.h"
#include "retrieval/candidates.h"
#include "retrieval/index.h"
#include "retrieval/token_table.h"
#include "retrieval/vector_index.h"

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace actionscope;
using namespace actionscope::evaluation;

namespace {

constexpr std::size_t Kept = 200;    ///< candidates a query
constexpr double LeastGain = 0.0015; ///< what a step must gain: less is noise of the folders climbed on

struct Judged {
    retrieval::CandidateSet candidates;
    std::map<catalog::Ordinal, int> grades;
    std::vector<int> golds;
};
struct Folder {
    std::string name, family;
    std::vector<Judged> unscoped, scoped;
};
struct Pair {
    double recall5 = 0, ndcg5 = 0;
};

Result<std::shared_ptr<const retrieval::Searcher>> searcherOf(std::shared_ptr<const catalog::Catalog> catalog,
                                                              Executor &executor, const Job &job) {
    auto index = retrieval::Index::build(catalog, nullptr, executor, job);
    if (!index)
        return fail(index.error());
    auto vectors = retrieval::VectorIndex::build(catalog, retrieval::TokenTable::shipped(), nullptr, executor, job);
    if (!vectors)
        return fail(vectors.error());
    return std::make_shared<const retrieval::Searcher>(std::move(*index), std::move(*vectors));
}

Folder readFolder(const LabelledSet &set) {
    Folder folder{set.name, set.family, {}, {}};
    for (const LabelledQuery &query : set.queries) {
        if (!query.hasAnswer())
            continue;
        Judged judged;
        retrieval::Visibility golds;
        golds.services.assign(set.catalog->services().size(), 0);
        for (const auto &[ordinal, grade] : query.judgements) {
            if (grade <= 0)
                continue;
            judged.grades[ordinal] = grade;
            judged.golds.push_back(grade);
            golds.services[set.catalog->serviceIndexOf(ordinal)] = 1;
        }
        retrieval::SearchRequest request;
        request.query = query.text;
        request.floor = 0;
        judged.candidates = *set.searcher->candidates(request, {}, Kept);
        folder.unscoped.push_back(judged);
        if (set.catalog->services().size() < 2)
            continue;
        judged.candidates = *set.searcher->candidates(request, golds, Kept);
        folder.scoped.push_back(std::move(judged));
    }
    return folder;
}

Pair measureAll(const std::vector<Judged> &queries, const retrieval::Preset &preset) {
    Metrics sum;
    for (const Judged &query : queries) {
        std::vector<RankedGrade> ranked;
        for (const retrieval::Hit &hit : retrieval::rescore(query.candidates, preset, 10)) {
            const auto grade = query.grades.find(hit.ordinal);
            ranked.push_back({grade == query.grades.end() ? 0 : grade->second, hit.score});
        }
        sum += measure(ranked, query.golds);
    }
    const Metrics mean = meanOf(sum);
    return {mean.recall5, mean.ndcg5};
}

Pair macro(const std::vector<const Folder *> &folders, const retrieval::Preset &preset, bool scoped = false) {
    Pair mean;
    double count = 0;
    for (const Folder *folder : folders) {
        const auto &queries = scoped ? folder->scoped : folder->unscoped;
        if (queries.empty())
            continue;
        const Pair one = measureAll(queries, preset);
        mean.recall5 += one.recall5;
        mean.ndcg5 += one.ndcg5;
        count += 1;
    }
    return {mean.recall5 / count, mean.ndcg5 / count};
}

/// Coordinate by coordinate, in coarse steps, as long as it gains more than noise.
retrieval::Preset climb(const std::vector<const Folder *> &folders, retrieval::Preset preset) {
    const auto value = [&](const retrieval::Preset &each) {
        const Pair pair = macro(folders, each);
        return (pair.recall5 + pair.ndcg5) / 2;
    };
    double best = value(preset);
    for (int round = 0; round < 3; ++round) {
        bool better = false;
        for (double &weight : preset.weights) {
            const double before = weight;
            double keep = before;
            for (const double factor : {0.0, 0.5, 0.7, 1.4, 2.0}) {
                weight = std::min(2.0, before * factor);
                if (const double now = weight == before ? 0 : value(preset); now > best + LeastGain) {
                    best = now;
                    keep = weight;
                    better = true;
                }
            }
            weight = keep;
        }
        if (!better)
            break;
    }
    return preset;
}

std::string describe(const retrieval::Preset &preset) {
    std::string text;
    for (const retrieval::SignalInfo &info : retrieval::signals()) {
        char part[64];
        std::snprintf(part, sizeof part, "%s%s %.2g", text.empty() ? "" : ", ", std::string(info.key).c_str(),
                      preset.weights[static_cast<std::size_t>(info.signal)]);
        if (preset.weights[static_cast<std::size_t>(info.signal)] > 0)
            text += part;
    }
    return text;
}

} // namespace

int main(int argc, char **argv) {
    Executor executor;
    std::vector<Folder> folders;
    for (int i = 1; i < argc; ++i) {
        const auto set = readLabelledFolder(argv[i], searcherOf, executor);
        if (set)
            folders.push_back(readFolder(*set));
        else
            std::fprintf(stderr, "skipped %s: %s\n", argv[i], set.error().toString().c_str());
    }
    if (folders.empty()) {
        std::fprintf(stderr, "usage: bench_weights FOLDER…\n");
        return 2;
    }
    std::vector<const Folder *> all;
    std::set<std::string> families;
    for (const Folder &folder : folders) {
        all.push_back(&folder);
        families.insert(folder.family);
    }
    const retrieval::Preset shipped = retrieval::defaultPreset();
    const Pair base = macro(all, shipped), baseScoped = macro(all, shipped, true);
    std::printf("| preset | R@5 | nDCG@5 | scoped R@5 | nDCG@5 |\n|---|---|---|---|---|\n");
    std::printf("| default | %.3f | %.3f | %.3f | %.3f |\n", base.recall5, base.ndcg5, baseScoped.recall5,
                baseScoped.ndcg5);
    for (const retrieval::SignalInfo &info : retrieval::signals()) {
        const auto at = static_cast<std::size_t>(info.signal);
        if (shipped.weights[at] == 0)
            continue;
        retrieval::Preset without = shipped;
        without.weights[at] = 0;
        const Pair one = macro(all, without), scoped = macro(all, without, true);
        std::printf("| without %s | %+.4f | %+.4f | %+.4f | %+.4f |\n", std::string(info.key).c_str(),
                    one.recall5 - base.recall5, one.ndcg5 - base.ndcg5, scoped.recall5 - baseScoped.recall5,
                    scoped.ndcg5 - baseScoped.ndcg5);
    }

    std::printf("\n| left out | R@5 | nDCG@5 | with weights climbed on the others |\n|---|---|---|---|\n");
    Pair sum;
    for (const std::string &family : families) {
        std::vector<const Folder *> training;
        for (const Folder &folder : folders) {
            if (folder.family != family)
                training.push_back(&folder);
        }
        retrieval::Preset equal = shipped;
        for (double &weight : equal.weights)
            weight = weight > 0 ? 0.5 : 0;
        const retrieval::Preset climbed = climb(training, equal);
        for (const Folder &folder : folders) {
            if (folder.family != family)
                continue;
            const Pair one = measureAll(folder.unscoped, climbed);
            sum.recall5 += one.recall5 / static_cast<double>(folders.size());
            sum.ndcg5 += one.ndcg5 / static_cast<double>(folders.size());
            std::printf("| %s | %.3f | %.3f | %s |\n", folder.name.c_str(), one.recall5, one.ndcg5,
                        describe(climbed).c_str());
        }
        std::fflush(stdout);
    }
    std::printf("| **mean** | %.3f | %.3f | |\n", sum.recall5, sum.ndcg5);
    return 0;
}
