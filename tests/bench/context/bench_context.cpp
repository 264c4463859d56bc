/// What a turn costs (CD13): `bench_context WORKSPACE [CAPABILITIES]`. An even sample of the workspace's capabilities
/// (100) is indexed by words and by meaning; then every one's title is a message: searched with the default ranking,
/// its context assembled, its plan made. Texts and schemas come from the workspace, as they do in the gateway.
#include "context/turn.h"
#include "retrieval/models.h"
#include "retrieval/vector_index.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace actionscope;
using namespace actionscope::retrieval;

namespace {

constexpr int Rounds = 20;

class WorkspaceSource final : public context::Source {
public:
    explicit WorkspaceSource(const workspace::Workspace &opened)
        : m_workspace(opened)
        , m_snapshot(opened.snapshot()) {}
    context::Prose prose(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const override {
        const auto capability = catalog.at(ordinal);
        return {std::string(capability.title()), std::string(capability.description()), false, false};
    }
    Result<json::value> schema(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const override {
        const auto there = m_snapshot->catalog->find(catalog.qualifiedName(ordinal));
        return there ? m_workspace.inputSchema(*m_snapshot, *there)
                     : Result<json::value>(fail(ErrorCode::NotFound, "gone"));
    }
    std::string content(const catalog::Catalog &, catalog::Ordinal) const override { return {}; }
    std::string quarantine(const catalog::Catalog &, catalog::Ordinal) const override { return {}; }

private:
    const workspace::Workspace &m_workspace;
    const std::shared_ptr<const workspace::Snapshot> m_snapshot;
};

std::shared_ptr<const catalog::Catalog> sampleOf(const catalog::Catalog &whole, std::uint32_t wanted) {
    std::vector<catalog::Service> services;
    const std::uint32_t count = std::min(wanted, whole.size());
    for (std::uint32_t i = 0; i < count;) {
        const catalog::Service &service =
            whole.serviceOf(static_cast<catalog::Ordinal>(std::uint64_t(i) * whole.size() / count));
        std::vector<catalog::Capability> kept;
        for (; i < count; ++i) {
            const auto at = static_cast<catalog::Ordinal>(std::uint64_t(i) * whole.size() / count);
            if (&whole.serviceOf(at) != &service)
                break;
            kept.push_back(whole.at(at).toCapability());
        }
        services.push_back({service.info, *catalog::Segment::build(std::move(kept)), nullptr});
    }
    return *catalog::Catalog::build(std::move(services));
}

double microseconds(std::chrono::steady_clock::time_point since) {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - since).count();
}

void print(const char *what, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    std::printf("  %-22s p50 %7.1f us, p95 %7.1f us, p99 %7.1f us\n", what, at(0.5), at(0.95), at(0.99));
}

} // namespace

int main(int argc, char **argv) {
    workspace::OpenOptions options;
    options.readOnly = true;
    const auto opened = argc >= 2 ? workspace::Workspace::open(argv[1], options)
                                  : Result<std::unique_ptr<workspace::Workspace>>(fail(
                                        ErrorCode::InvalidArgument, "usage: bench_context WORKSPACE [CAPABILITIES]"));
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().toString().c_str());
        return 2;
    }
    const auto snapshot = (*opened)->snapshot();
    const auto catalog = sampleOf(*snapshot->catalog, argc > 2 ? static_cast<std::uint32_t>(std::atoi(argv[2])) : 100U);
    const auto model = openModel({}, (*opened)->folder(), (*opened)->folder());
    if (!model || catalog->size() == 0) {
        std::fprintf(stderr, "%s\n", model ? "The workspace is empty." : model.error().toString().c_str());
        return 2;
    }
    std::vector<double> builds;
    std::shared_ptr<const Index> index;
    std::shared_ptr<const VectorIndex> vectors;
    for (int i = 0; i < Rounds; ++i) {
        const auto start = std::chrono::steady_clock::now();
        index = *Index::build(catalog, nullptr, (*opened)->executor());
        vectors = *VectorIndex::build(catalog, *model, nullptr, (*opened)->executor());
        builds.push_back(microseconds(start));
    }
    const std::uint64_t segmentBytes = [&] {
        std::uint64_t bytes = 0;
        for (const catalog::Service &service : catalog->services())
            bytes += service.segment->bytes().size();
        return bytes;
    }();
    std::printf("%u capabilities of %zu services\n", catalog->size(), catalog->services().size());
    print("index, words + meaning", builds);
    std::printf("  %-22s words %.0f KB, meaning %.0f KB, catalog %.0f KB\n", "memory",
                static_cast<double>(index->statistics().bytes) / 1e3,
                static_cast<double>(vectors->statistics().bytes) / 1e3, static_cast<double>(segmentBytes) / 1e3);

    const Searcher searcher(index, vectors);
    const WorkspaceSource source(**opened);
    const context::ContextAssembler assembler(source);
    const Visibility everything;
    const double floor = snapshot->preset->floor;
    std::vector<double> cold, warm, searches, assemblies, plans;
    std::vector<std::size_t> tokens;
    for (int round = 0; round < Rounds; ++round) {
        for (catalog::Ordinal ordinal = 0; ordinal < catalog->size(); ++ordinal) {
            SearchRequest request;
            request.query = catalog->at(ordinal).title();
            request.limit = 5;
            request.floor = context::scoreOf(0.3, floor);
            const auto start = std::chrono::steady_clock::now();
            const auto response = searcher.search(request, everything);
            const double searched = microseconds(start);
            if (!response || response->hits.empty())
                continue;
            std::vector<context::Found> found;
            for (const Hit &hit : response->hits)
                found.push_back({hit.ordinal, context::relevanceOf(hit.score, floor)});
            const context::Context made = assembler.assemble({*catalog, everything, "1"}, found);
            const double assembled = microseconds(start);
            context::PlannerParts parts;
            parts.engineReady = [] { return true; };
            parts.discover = [&](auto) {
                std::vector<context::PlannedTool> tools;
                for (const context::Found &one : found)
                    tools.push_back({catalog->qualifiedName(one.ordinal), one.relevance, true, {}});
                return Result<std::vector<context::PlannedTool>>(std::move(tools));
            };
            parts.everything = [] { return std::vector<context::PlannedTool>(); };
            const auto plan = context::planTurn({}, {}, {}, parts);
            const double planned = microseconds(start);
            if (!plan)
                return 1;
            (round == 0 ? cold : warm).push_back(planned);
            if (round == 0) {
                tokens.push_back(made.tokens());
                continue;
            }
            searches.push_back(searched);
            assemblies.push_back(assembled - searched);
            plans.push_back(planned - assembled);
        }
    }
    if (warm.empty())
        return 1;
    print("turn, first time", cold);
    print("turn, warm", warm);
    print("  of that search", searches);
    print("  context", assemblies);
    print("  plan", plans);
    std::sort(tokens.begin(), tokens.end());
    std::printf("  %-22s p50 %zu, most %zu; tier 0 made %llu times\n", "tokens of a context", tokens[tokens.size() / 2],
                tokens.back(), static_cast<unsigned long long>(assembler.categoriesMade()));
}
