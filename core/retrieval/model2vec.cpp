#include "retrieval/model2vec.h"

#include "base/file.h"
#include "base/hash.h"
#include "retrieval/detail/piece_tokenizer.h"
#include "retrieval/detail/safetensors.h"

#include <algorithm>
#include <cmath>

namespace actionscope::retrieval {
namespace {

using detail::NumberType, detail::PieceTokenizer, detail::Safetensors, detail::Tensor;

constexpr std::uint64_t MaxTokenizerBytes = 256ULL << 20;
constexpr std::size_t MaxPieces = 512; ///< of a text: as model2vec has it

class Model2Vec final : public EmbeddingModel {
public:
    Model2Vec(Safetensors file, PieceTokenizer tokenizer, ModelIdentity identity)
        : m_file(std::move(file))
        , m_tokenizer(std::move(tokenizer))
        , m_identity(std::move(identity)) {}

    /// Checked by openModel2Vec(); the tensors lie in the mapped file.
    void use(const Tensor &vectors, std::vector<float> weights, std::vector<std::uint32_t> rows) {
        m_vectors = &vectors;
        m_weights = std::move(weights);
        m_rows = std::move(rows);
    }
    const Safetensors &file() const { return m_file; }

    const ModelIdentity &identity() const override { return m_identity; }

    Result<void> embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                const Job &job) const override {
        const std::size_t dimension = m_identity.dimension;
        if (out.size() != texts.size() * dimension)
            return fail(ErrorCode::Internal, "the place for vectors has another size than the vectors");
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (i % 256 == 0) {
                if (job.cancelled())
                    return fail(ErrorCode::Cancelled, "embedding was cancelled");
                job.at("embedding", i, texts.size());
            }
            embed(texts[i].joined(), out.subspan(i * dimension, dimension));
        }
        job.at("embedding", texts.size(), texts.size());
        return {};
    }

    Result<void> embedQuery(std::string_view text, std::span<float> out) const override {
        if (out.size() != m_identity.dimension)
            return fail(ErrorCode::Internal, "the place for a vector has another size than the vector");
        embed(text, out);
        return {};
    }

private:
    void embed(std::string_view text, std::span<float> out) const {
        std::fill(out.begin(), out.end(), 0.0F);
        std::vector<float> row(out.size());
        std::vector<std::uint32_t> pieces = m_tokenizer.encode(text);
        pieces.resize(std::min(pieces.size(), MaxPieces));
        for (const std::uint32_t piece : pieces) {
            const std::uint32_t at = m_rows.empty() ? piece : m_rows[piece];
            m_vectors->read(std::size_t{at} * out.size(), row);
            const float weight = m_weights.empty() ? 1.0F : m_weights[piece];
            for (std::size_t d = 0; d < out.size(); ++d)
                out[d] += weight * row[d];
        }
        double squares = 0;
        for (const float value : out)
            squares += static_cast<double>(value) * static_cast<double>(value);
        // A file may hold numbers that are not finite: such a text is unknown rather than first everywhere.
        const bool usable = std::isfinite(squares) && squares > 0;
        const auto factor = static_cast<float>(usable ? 1 / std::sqrt(squares) : 0);
        for (float &value : out)
            value = usable ? value * factor : 0;
    }

    Safetensors m_file;
    PieceTokenizer m_tokenizer;
    ModelIdentity m_identity;
    const Tensor *m_vectors = nullptr;
    std::vector<float> m_weights;      ///< by piece; empty: all 1
    std::vector<std::uint32_t> m_rows; ///< by piece; empty: the piece itself
};

} // namespace

Result<std::shared_ptr<const EmbeddingModel>> openModel2Vec(const std::filesystem::path &folder) {
    const std::filesystem::path modelFile = folder / "model.safetensors", tokenizerFile = folder / "tokenizer.json";
    auto opened = Safetensors::open(modelFile);
    if (!opened)
        return fail(opened.error());
    const auto text = readFile(tokenizerFile, MaxTokenizerBytes, "256 MiB, the most a tokenizer may have");
    if (!text)
        return fail(text.error());
    auto tokenizer = PieceTokenizer::read(*text, tokenizerFile.string());
    if (!tokenizer)
        return fail(tokenizer.error());

    const auto corrupt = [&](const std::string &what) {
        return fail(ErrorCode::Corrupt, modelFile.string() + " cannot be used: " + what);
    };
    const Tensor *vectors = opened->find("embeddings");
    if (!vectors)
        vectors = opened->find("embedding.weight"); // as sentence-transformers names it
    if (!vectors)
        return corrupt("it has no tensor \"embeddings\"; is it a static model, as model2vec writes them?");
    if (vectors->shape.size() != 2 || vectors->shape[1] == 0 || vectors->shape[1] > MaxDimension)
        return corrupt("its embeddings are no table of 1 to 4096 columns");
    const std::uint64_t rows = vectors->shape[0], pieces = tokenizer->size();

    std::vector<std::uint32_t> rowOf;
    if (const Tensor *mapping = opened->find("mapping")) {
        if (mapping->count() < pieces)
            return corrupt("its mapping is shorter than the tokenizer's vocabulary");
        for (std::size_t i = 0; i < pieces; ++i) {
            const double row = mapping->at(i);
            if (!(row >= 0 && row < static_cast<double>(rows)))
                return corrupt("its mapping leads beyond the embeddings");
            rowOf.push_back(static_cast<std::uint32_t>(row));
        }
    } else if (rows < pieces) {
        return corrupt("it has " + std::to_string(rows) + " vectors for " + std::to_string(pieces) +
                       " pieces of the tokenizer; are the two files of one model?");
    }
    std::vector<float> weights;
    if (const Tensor *given = opened->find("weights")) {
        if (given->count() < pieces)
            return corrupt("its weights are fewer than the tokenizer's pieces");
        weights.resize(pieces);
        given->read(0, weights);
        if (!std::all_of(weights.begin(), weights.end(), [](float weight) { return std::isfinite(weight); }))
            return corrupt("one of its weights is no number");
    }

    const std::filesystem::path named = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
    const Sha256 model = sha256(opened->bytes()), splitting = sha256(*text);
    ModelIdentity identity{named.string(), toHex(sha256(toHex(model) + toHex(splitting))),
                           static_cast<std::uint32_t>(vectors->shape[1])};
    auto built = std::make_shared<Model2Vec>(std::move(*opened), std::move(*tokenizer), std::move(identity));
    // Found again where they are now: the map of tensors has moved into the model.
    const Tensor *own = built->file().find("embeddings");
    built->use(own ? *own : *built->file().find("embedding.weight"), std::move(weights), std::move(rowOf));
    return std::shared_ptr<const EmbeddingModel>(std::move(built));
}

} // namespace actionscope::retrieval
