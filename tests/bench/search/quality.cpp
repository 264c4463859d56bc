/// Retrieval quality of labelled folders as a Markdown table, with the ranking's constants as options:
///   bench_quality [--k1 X] [--b X] [--evidence X] [--csv] DIR…

#include "evaluation/benchmark.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace actionscope;

namespace {

void print(const std::string &name, const char *mode, const evaluation::Metrics &m) {
    std::printf("| %s | %s | %u | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |\n", name.c_str(), mode, m.queries,
                m.recall1, m.recall5, m.recall10, m.ndcg5, m.ndcg10, m.mrr10);
}

struct Mean {
    evaluation::Metrics sum;
    unsigned sets = 0;
    void add(const evaluation::Metrics &m) {
        sum.recall1 += m.recall1;
        sum.recall5 += m.recall5;
        sum.recall10 += m.recall10;
        sum.ndcg5 += m.ndcg5;
        sum.ndcg10 += m.ndcg10;
        sum.mrr10 += m.mrr10;
        sum.queries += m.queries;
        ++sets;
    }
    [[nodiscard]] evaluation::Metrics get() const {
        evaluation::Metrics m = sum;
        for (double *value : {&m.recall1, &m.recall5, &m.recall10, &m.ndcg5, &m.ndcg10, &m.mrr10})
            *value /= sets == 0 ? 1 : sets;
        return m;
    }
};

} // namespace

int main(int argc, char **argv) {
    retrieval::RankingOptions options;
    std::vector<std::string> folders;
    bool brief = false;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--brief")
            brief = true;
        else if (word.starts_with("--") && i + 1 < argc) {
            const double value = std::atof(argv[++i]);
            if (word == "--k1")
                options.k1 = value;
            else if (word == "--b")
                options.b = value;
            else if (word == "--evidence")
                options.serviceEvidence = value;
            else if (word == "--exact")
                options.exactName = value;
        } else {
            folders.push_back(word);
        }
    }
    if (folders.empty()) {
        std::fprintf(stderr, "usage: bench_quality [--brief] [--k1 X] [--b X] [--evidence X] [--exact X] FOLDER…\n");
        return 2;
    }
    Executor executor;
    Mean unscoped, scoped;
    if (!brief)
        std::printf(
            "| set | mode | queries | R@1 | R@5 | R@10 | N@5 | N@10 | M@10 |\n|---|---|---|---|---|---|---|---|---|\n");
    for (const std::string &folder : folders) {
        const auto result = evaluation::runBenchmark(folder, options, executor);
        if (!result) {
            std::fprintf(stderr, "skipped %s: %s\n", folder.c_str(), result.error().toString().c_str());
            continue;
        }
        unscoped.add(result->unscoped);
        if (!brief)
            print(result->name, "unscoped", result->unscoped);
        if (result->scoped) {
            scoped.add(*result->scoped);
            if (!brief)
                print(result->name, "scoped", *result->scoped);
        }
    }
    print("mean", "unscoped", unscoped.get());
    print("mean", "scoped", scoped.get());
    return 0;
}
