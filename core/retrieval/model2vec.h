#pragma once
/// Static embedding models in a folder, as model2vec writes them (minishlab's potion models, M2V_base, …):
/// `model.safetensors` with a vector for every piece of a word, `tokenizer.json`, and optionally weights and a mapping
/// of pieces to vectors. A text's vector is the mean of its pieces', made unit length.

#include "retrieval/embedding.h"

#include <filesystem>
#include <memory>

namespace actionscope::retrieval {

/// Nothing is downloaded: the folder has been put there by a person. The model is named after it; its version is the
/// SHA-256 of the files. Errors: NotFound (which file), Corrupt, Unsupported, ParseError, each naming the file and what
/// is wrong with it.
[[nodiscard]] Result<std::shared_ptr<const EmbeddingModel>> openModel2Vec(const std::filesystem::path &folder);

} // namespace actionscope::retrieval
