/// How long relating and re-ranking take: `bench_graph WORKSPACE`. Queries are the titles of an even sample of actions;
/// each one's 100 best actions are re-ranked. Besides, the same catalog with two tags on every action, which is the
/// worst that tags can do. CPU time of the thread.
#include "retrieval/graph.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

using namespace actionscope;
using namespace actionscope::retrieval;

namespace {

constexpr std::uint32_t Queries = 500, Results = 100;

double cpuMicroseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

std::shared_ptr<const RelationGraph> build(const std::shared_ptr<const catalog::Catalog> &catalog, const char *what) {
    const double start = cpuMicroseconds();
    auto graph = *RelationGraph::build(catalog);
    const RelationGraph::Statistics &found = graph->statistics();
    std::printf("%s: %u actions, %s%llu edges, built in %.0f ms\n", what, found.nodes, found.complete ? "" : "over ",
                static_cast<unsigned long long>(found.edges), (cpuMicroseconds() - start) / 1000);
    return graph;
}

void measure(const RelationGraph &graph, const std::vector<std::vector<RelationGraph::Scored>> &lists) {
    std::vector<double> times;
    std::size_t boosts = 0, moved = 0;
    for (const auto &list : lists) {
        auto results = list;
        const double start = cpuMicroseconds();
        boosts += graph.rerank(results, GraphFactor, [](catalog::Ordinal) { return true; }).size();
        times.push_back(cpuMicroseconds() - start);
        moved += results.front().ordinal != list.front().ordinal ? 1 : 0;
    }
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    std::printf(
        "  %zu lists of up to %u: p50 %.0f us, p95 %.0f us, most %.0f us; %zu boosts, %zu times another first\n",
        lists.size(), Results, at(0.5), at(0.95), times.back(), boosts, moved);
}

} // namespace

int main(int argc, char **argv) {
    workspace::OpenOptions options;
    options.readOnly = true;
    const auto opened = argc == 2 ? workspace::Workspace::open(argv[1], options)
                                  : Result<std::unique_ptr<workspace::Workspace>>(
                                        fail(ErrorCode::InvalidArgument, "usage: bench_graph WORKSPACE"));
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().toString().c_str());
        return 2;
    }
    const auto snapshot = (*opened)->snapshot();
    if (!snapshot->indexIsCurrent() || snapshot->catalog->size() == 0) {
        std::fprintf(stderr, "The workspace has no current index.\n");
        return 2;
    }
    const Searcher searcher(snapshot->index);
    std::vector<std::vector<RelationGraph::Scored>> lists;
    for (std::uint32_t i = 0; i < Queries; ++i) {
        const auto ordinal = static_cast<catalog::Ordinal>(std::uint64_t(i) * snapshot->catalog->size() / Queries);
        SearchRequest request;
        request.query = snapshot->catalog->at(ordinal).title();
        request.limit = Results;
        request.floor = 0;
        auto &list = lists.emplace_back();
        if (const auto response = searcher.search(request))
            for (const Hit &hit : response->hits)
                list.push_back({hit.ordinal, hit.score});
        if (list.empty())
            lists.pop_back();
    }
    measure(*build(snapshot->catalog, "as it is"), lists);

    std::vector<catalog::Service> services = snapshot->catalog->services();
    for (catalog::Service &service : services) {
        std::vector<catalog::Capability> actions;
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            actions.push_back(service.segment->at(i).toCapability());
            for (const char *tag : {"api", "v1"})
                actions.back().tags.insert(actions.back().tags.begin(), tag);
        }
        service.segment = *catalog::Segment::build(std::move(actions));
    }
    measure(*build(*catalog::Catalog::build(std::move(services)), "two tags on every action"), lists);
}
