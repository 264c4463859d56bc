#pragma once
/// From text to vectors. The default model is the token table that we train and ship (`token_table.h`); other models
/// are a setting of the workspace. Whatever the model, vectors are compared by cosine, and vectors of two models never
/// meet.

#include "base/progress.h"
#include "base/result.h"
#include "catalog/segment.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval {

/// What a vector depends on beside the text. Part of every saved vector: another identity means another index.
struct ModelIdentity {
    std::string name;            ///< "actionscope-tokens", "minilm-l6", …: shown to people
    std::string version;         ///< SHA-256 of the table, or what the endpoint calls its model
    std::uint32_t dimension = 0; ///< 1 … MaxDimension
    friend bool operator==(const ModelIdentity &, const ModelIdentity &) = default;
};
constexpr std::uint32_t MaxDimension = 4096;

/// What of a capability is embedded (CD4): never schemas, bodies or secrets.
struct EmbeddedText {
    struct Part {
        std::string text;
        float weight; ///< for models that weigh words; each part is divided by the root of its number of words
    };
    std::vector<Part> parts; ///< name, path, tags, parameter names, service, first sentences of the description
    std::string method;      ///< "GET", …; empty when there is none
    [[nodiscard]] std::string joined() const; ///< for models that read prose: 100 to 300 tokens at most
};
[[nodiscard]] EmbeddedText embeddedText(catalog::CapabilityView capability, const catalog::ServiceInfo &service);
/// Only what a capability is called: its name and the last words of its path.
[[nodiscard]] EmbeddedText embeddedName(catalog::CapabilityView capability);

/// Any thread, any number of calls at once.
class EmbeddingModel {
public:
    virtual ~EmbeddingModel() = default;
    [[nodiscard]] virtual const ModelIdentity &identity() const = 0;
    /// `out` has texts.size() rows of `dimension` numbers: unit vectors, or all zero for a text that the model knows
    /// nothing of. Errors: Cancelled, NetworkError (an endpoint that is down or answers wrongly; what and how to mend
    /// it).
    [[nodiscard]] virtual Result<void> embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                                      const Job &job) const = 0;
    [[nodiscard]] virtual Result<void> embedQuery(std::string_view text, std::span<float> out) const = 0;
    /// Whether embedQuery answers without leaving the process: then it may be asked at every keystroke.
    [[nodiscard]] virtual bool local() const { return true; }
};

} // namespace actionscope::retrieval
