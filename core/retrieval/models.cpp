#include "retrieval/models.h"

#include "net/http_client.h"
#include "retrieval/endpoint_model.h"
#include "retrieval/model2vec.h"
#include "retrieval/query_cache.h"
#include "retrieval/token_table.h"

#include <cstdlib>
#include <sstream>

namespace actionscope::retrieval {
namespace {

using Model = std::shared_ptr<const EmbeddingModel>;
using Kind = EmbeddingSettings::Kind;

Result<Model> cached(Result<Model> model) {
    if (!model)
        return model;
    return Model(std::make_shared<QueryCache>(std::move(*model)));
}

/// MY_KEY_FOR=https://api.example.com (several with spaces between) lets `key_env: MY_KEY` go there. Only its owner sets
/// the environment; nothing in a workspace can.
constexpr std::string_view KeyForSuffix = "_FOR";

/// A workspace may come from a stranger, and the environment is full of secrets: the workspace alone must not decide
/// which of them is sent where. Who owns the key says in a second variable which servers may have it.
Result<void> mayHaveKey(const EmbeddingSettings &settings) {
    const std::string variable = settings.keyEnv + std::string(KeyForSuffix), origin = net::originOf(settings.url);
    if (origin.empty())
        return fail(ErrorCode::InvalidArgument, "search.embedding.url is no http or https address");
    const char *allowed = std::getenv(variable.c_str());
    std::istringstream list(allowed ? allowed : "");
    for (std::string one; list >> one;) {
        if (net::originOf(one) == origin)
            return {};
    }
    return fail(ErrorCode::InvalidArgument, "search.embedding would send the key in the environment variable " +
                                                settings.keyEnv + " to " + origin +
                                                ", which nobody has allowed outside of this workspace" +
                                                (allowed ? " (" + variable + " does not list it)" : std::string()) +
                                                "; if you want that server to have this key, start the program with " +
                                                variable + '=' + origin + " in its environment");
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
        if (auto allowed = mayHaveKey(settings); !allowed)
            return fail(allowed.error());
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
