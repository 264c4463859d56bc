#pragma once
/// Embeddings from an OpenAI-compatible endpoint (`POST …/v1/embeddings`): Ollama, llama.cpp,
/// text-embeddings-inference, a cloud.
///
/// Documents are asked for in batches and kept on disk by the hash of their text: a build that was cancelled or failed
/// goes on where it stopped, and a catalog that changed asks only for what is new. Too many requests (429), server
/// errors and broken connections are tried again, after the time that the endpoint asks for; what is no embedding (a
/// page, an error, vectors of another size, numbers that are not finite) is not. Queries are asked once, and for a few
/// seconds after a failure not at all, so that searching with keywords stays quick while an endpoint is down.

#include "retrieval/embedding.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

namespace actionscope::retrieval {

struct EndpointOptions {
    std::string url;                                ///< "http://127.0.0.1:11434/v1", with or without "/embeddings"
    std::string model;                              ///< as the endpoint names it: "nomic-embed-text"
    std::uint32_t dimension = 0;                    ///< asked for and demanded; 0: whatever the endpoint gives
    std::string key;                                ///< sent as bearer; a secret, over plain http only to this machine
    std::filesystem::path cache;                    ///< folder of kept vectors; empty: none are kept
    std::size_t batch = 64;                         ///< texts a request
    int attempts = 5;                               ///< for one batch of documents
    std::chrono::milliseconds timeout{60'000};      ///< of one request for documents
    std::chrono::milliseconds queryTimeout{5'000};  ///< of one for a query
    std::chrono::milliseconds firstPause{500};      ///< before the second attempt; doubled each time
    std::chrono::milliseconds longestPause{60'000}; ///< also when the endpoint asks for more
    std::chrono::milliseconds restAfterFailure{5'000}; ///< for which queries fail at once
};

/// Asks the endpoint for one text when neither `dimension` nor the cache tells how long its vectors are. Errors:
/// InvalidArgument (the URL, no model, a dimension beyond MaxDimension), NetworkError, and Cancelled by `job`.
[[nodiscard]] Result<std::shared_ptr<const EmbeddingModel>> openEndpointModel(const EndpointOptions &options,
                                                                              const Job &job = {});

} // namespace actionscope::retrieval
