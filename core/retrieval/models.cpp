#include "retrieval/models.h"

#include "retrieval/endpoint_model.h"
#include "retrieval/model2vec.h"
#include "retrieval/query_cache.h"
#include "retrieval/token_table.h"

#include <cstdlib>

namespace actionscope::retrieval {
namespace {

using Model = std::shared_ptr<const EmbeddingModel>;
using Kind = EmbeddingSettings::Kind;

Result<Model> cached(Result<Model> model) {
    if (!model)
        return model;
    return Model(std::make_shared<QueryCache>(std::move(*model)));
}

Result<Model> openEndpoint(const EmbeddingSettings &settings, const std::filesystem::path &cache, const Job &job) {
    EndpointOptions options;
    options.url = settings.url;
    options.model = settings.model;
    options.dimension = settings.dimension;
    options.cache = cache;
    if (!settings.keyEnv.empty()) {
        const char *key = std::getenv(settings.keyEnv.c_str());
        if (!key || !*key)
            return fail(ErrorCode::InvalidArgument, "the environment variable " + settings.keyEnv +
                                                        ", which search.embedding.key_env names, is not set");
        options.key = key;
    }
    return cached(openEndpointModel(options, job));
}

} // namespace

std::string_view kindKey(Kind kind) {
    switch (kind) {
    case Kind::Tokens:
        return "tokens";
    case Kind::Model2Vec:
        return "model2vec";
    case Kind::Endpoint:
        return "endpoint";
    case Kind::None:
        return "none";
    }
    return {};
}

Result<void> checkEmbedding(const EmbeddingSettings &settings) {
    const auto missing = [&](std::string_view key, std::string_view example) {
        return fail(ErrorCode::InvalidArgument, "search.embedding of kind " + std::string(kindKey(settings.kind)) +
                                                    " needs `" + std::string(key) + "`, for example " +
                                                    std::string(example));
    };
    if (settings.kind == Kind::Model2Vec && settings.path.empty())
        return missing("path", "models/potion-base-8M");
    if (settings.kind == Kind::Endpoint && settings.url.empty())
        return missing("url", "http://127.0.0.1:11434/v1");
    if (settings.kind == Kind::Endpoint && settings.model.empty())
        return missing("model", "nomic-embed-text");
    return {};
}

Result<Model> openModel(const EmbeddingSettings &settings, const std::filesystem::path &root,
                        const std::filesystem::path &cache, const Job &job) {
    if (const auto checked = checkEmbedding(settings); !checked)
        return fail(checked.error());
    switch (settings.kind) {
    case Kind::Tokens: {
        if (settings.path.empty())
            return Model(TokenTable::shipped());
        auto table = TokenTable::load(root / settings.path);
        if (!table)
            return fail(table.error());
        return Model(std::move(*table));
    }
    case Kind::Model2Vec:
        return cached(openModel2Vec(root / settings.path));
    case Kind::Endpoint:
        return openEndpoint(settings, cache, job);
    case Kind::None:
        return Model();
    }
    return Model();
}

} // namespace actionscope::retrieval
