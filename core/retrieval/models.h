#pragma once
/// Which embedding model a workspace searches with: `search.embedding` of its settings.

#include "retrieval/embedding.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace actionscope::retrieval {

struct EmbeddingSettings {
    enum class Kind : std::uint8_t {
        Tokens,    ///< the table that is shipped, or the one at `path`
        Model2Vec, ///< a folder as model2vec writes it
        Endpoint,  ///< an OpenAI-compatible endpoint
        None,      ///< keywords only
    };
    Kind kind = Kind::Tokens;
    std::string path = {};            ///< of tokens and model2vec; relative to the workspace
    std::string url = {}, model = {}; ///< of an endpoint
    std::uint32_t dimension = 0;      ///< of an endpoint; 0: whatever it gives
    std::string keyEnv = {};          ///< environment variable with the key, sent to what KEYENV_FOR lists; empty: none
    friend bool operator==(const EmbeddingSettings &, const EmbeddingSettings &) = default;
};

/// "tokens", "model2vec", "endpoint", "none".
[[nodiscard]] std::string_view kindKey(EmbeddingSettings::Kind kind);
/// Whether the members that the kind needs are there. Errors: InvalidArgument, naming the setting.
[[nodiscard]] Result<void> checkEmbedding(const EmbeddingSettings &settings);

/// Opens the model; null for None. `root` is the folder of the workspace, `cache` where an endpoint's vectors are kept.
/// Models that take longer than a look-up come with a QueryCache. May take as long as an endpoint does: call it on a
/// worker. Errors: those of checkEmbedding and of the model; InvalidArgument when `keyEnv` is not set or not for `url`.
[[nodiscard]] Result<std::shared_ptr<const EmbeddingModel>> openModel(const EmbeddingSettings &settings,
                                                                      const std::filesystem::path &root,
                                                                      const std::filesystem::path &cache,
                                                                      const Job &job = {});

} // namespace actionscope::retrieval
