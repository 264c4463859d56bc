/// What a floor costs and what it saves under every preset, over labelled folders: each folder's queries with a right
/// answer among the first ten against its own catalog (what is lost), and up to 100 queries of each folder of another
/// family against it (what is rightly refused: most of them have no answer there).
///   bench_floor [--preset NAME]… [--sample N] FOLDER…
/// `--sample` takes so many queries of each folder instead of all.

#include "evaluation/calibration.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

using namespace actionscope;
using namespace actionscope::evaluation;

namespace {

constexpr std::array Kept{0.99, 0.98, 0.97, 0.96, 0.95, 0.94, 0.92, 0.90, 0.85, 0.80};
constexpr std::size_t ForeignQueries = 100;

/// Scores of one folder: of the best right answer, and of the first result of queries that belong elsewhere.
struct Folder {
    std::vector<double> right, wrong;
};

double shareAtLeast(const std::vector<double> &scores, double floor) {
    const auto count = std::count_if(scores.begin(), scores.end(), [&](double score) { return score >= floor; });
    return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, scores.size()));
}

/// As means over folders, each counting alike.
struct Point {
    double kept = 0, refused = 0;
};
Point at(const std::vector<Folder> &folders, double floor) {
    Point point;
    for (const Folder &folder : folders) {
        point.kept += shareAtLeast(folder.right, floor);
        point.refused += 1 - shareAtLeast(folder.wrong, floor);
    }
    point.kept /= static_cast<double>(folders.size());
    point.refused /= static_cast<double>(folders.size());
    return point;
}

/// The highest floor, in steps of a thousandth, that keeps `share`.
double floorKeeping(const std::vector<Folder> &folders, double share) {
    int low = 0, high = 1000;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (at(folders, middle / 1000.0).kept >= share)
            low = middle;
        else
            high = middle - 1;
    }
    return low / 1000.0;
}

void print(double floor, const Point &point, const char *mark) {
    std::printf("| %.3f%s | %.3f | %.3f |\n", floor, mark, point.kept, point.refused);
}

int run(const std::vector<LabelledSet> &sets, const retrieval::Preset &preset, std::size_t sample, Executor &executor) {
    const auto shared = std::make_shared<const retrieval::Preset>(preset);
    const auto measured = runExperiment(sets, {.preset = shared, .scoped = false, .queriesASet = sample}, executor);
    if (!measured) {
        std::fprintf(stderr, "%s\n", measured.error().toString().c_str());
        return 1;
    }
    std::vector<Folder> folders(sets.size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
        for (const QueryResult &query : measured->sets[s].results) {
            if (query.hasAnswer && query.bestGold > 0)
                folders[s].right.push_back(query.bestGold);
        }
        auto foreign = foreignScores(sets, s, shared, ForeignQueries, executor);
        if (!foreign) {
            std::fprintf(stderr, "%s\n", foreign.error().toString().c_str());
            return 1;
        }
        folders[s].wrong = std::move(*foreign);
    }
    std::printf(
        "\n| `%s`, floor | queries that keep a right answer | foreign queries with no result |\n|---|---|---|\n",
        preset.name.c_str());
    bool shown = false;
    for (const double share : Kept) {
        const double floor = floorKeeping(folders, share);
        if (!shown && floor >= preset.floor) {
            print(preset.floor, at(folders, preset.floor), ", shipped");
            shown = true;
        }
        if (floor != preset.floor)
            print(floor, at(folders, floor), "");
    }
    if (!shown)
        print(preset.floor, at(folders, preset.floor), ", shipped");
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Executor executor;
    std::vector<LabelledSet> sets;
    std::vector<std::string> presets;
    std::size_t sample = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--preset" && i + 1 < argc) {
            presets.emplace_back(argv[++i]);
        } else if (word == "--sample" && i + 1 < argc) {
            sample = static_cast<std::size_t>(std::atol(argv[++i]));
        } else if (auto set = readLabelledFolder(word, shippedSearcher(), executor)) {
            sets.push_back(std::move(*set));
        } else {
            std::fprintf(stderr, "skipped %s: %s\n", word.c_str(), set.error().toString().c_str());
        }
    }
    if (sets.empty()) {
        std::fprintf(stderr, "usage: bench_floor [--preset NAME]… [--sample N] FOLDER…\n");
        return 2;
    }
    int status = 0;
    for (const retrieval::Preset &preset : retrieval::builtInPresets()) {
        if (presets.empty() || std::find(presets.begin(), presets.end(), preset.name) != presets.end())
            status |= run(sets, preset, sample, executor);
    }
    return status;
}
