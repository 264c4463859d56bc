#include "retrieval/token_table.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "retrieval/analyzer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <unordered_map>

namespace actionscope::retrieval {
namespace {

static_assert(std::endian::native == std::endian::little, "table files are little-endian and read as they lie");

struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t dimension;
    std::uint32_t rows;
    std::uint32_t termBytes;
    Sha256 checksum; ///< of everything that follows the header
};
static_assert(sizeof(Header) == 56);

constexpr char Magic[8] = {'A', 'S', 'T', 'O', 'K', 'E', 'N', 'S'};
constexpr std::uint32_t Version = 1;
constexpr std::uint32_t MaxRows = 1'000'000;
constexpr std::uint64_t MaxFileBytes = 1ULL << 30;
constexpr std::string_view Name = "actionscope-tokens";
constexpr float MethodWeight = 0.6F; ///< of the method's vector in a document, as in training

Error corrupt(std::string_view where, std::string what) {
    return {ErrorCode::Corrupt, "the embedding table " + std::string(where) + " cannot be used: " + std::move(what) +
                                    "; train it again or take the one that is shipped"};
}

struct TextHash {
    std::size_t operator()(std::string_view text) const { return hash64(text); }
};

float norm(std::span<const float> vector) {
    float sum = 0;
    for (const float value : vector)
        sum += value * value;
    return std::sqrt(sum);
}

/// A vector of no length stays as it is: nothing is known of the text.
void makeUnit(std::span<float> vector) {
    const float length = norm(vector);
    if (!(length > 0))
        return;
    for (float &value : vector)
        value /= length;
}

} // namespace

Result<std::string> encodeTokenTable(std::vector<TokenRow> rows) {
    std::sort(rows.begin(), rows.end(), [](const TokenRow &a, const TokenRow &b) { return a.term < b.term; });
    const std::size_t dimension = rows.empty() ? 0 : rows.front().values.size();
    if (rows.empty() || rows.size() > MaxRows || dimension == 0 || dimension > MaxDimension)
        return fail(ErrorCode::InvalidArgument, "an embedding table has 1 to 1,000,000 rows of 1 to 4096 numbers");
    std::string scales, values, terms;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TokenRow &row = rows[i];
        if (row.values.size() != dimension)
            return fail(ErrorCode::InvalidArgument, "the row of \"" + row.term + "\" has another number of values");
        if (row.term.empty() || row.term.size() > MaxWordBytes || row.term.find('\n') != std::string::npos)
            return fail(ErrorCode::InvalidArgument, "a term has 1 to 64 bytes on one line");
        if (i > 0 && row.term == rows[i - 1].term)
            return fail(ErrorCode::InvalidArgument, "two rows have the term \"" + row.term + "\"");
        float most = 0;
        for (const float value : row.values) {
            if (!std::isfinite(value))
                return fail(ErrorCode::InvalidArgument, "the row of \"" + row.term + "\" is not finite");
            most = std::max(most, std::abs(value));
        }
        const float scale = most / 127.0F;
        scales.append(reinterpret_cast<const char *>(&scale), sizeof scale);
        for (const float value : row.values)
            values += static_cast<char>(scale > 0 ? static_cast<std::int8_t>(std::lround(value / scale)) : 0);
        terms += row.term;
        terms += '\n';
    }
    Header header{};
    std::memcpy(header.magic, Magic, sizeof Magic);
    header.version = Version;
    header.dimension = static_cast<std::uint32_t>(dimension);
    header.rows = static_cast<std::uint32_t>(rows.size());
    header.termBytes = static_cast<std::uint32_t>(terms.size());
    const std::string content = scales + values + terms;
    header.checksum = sha256(content);
    return std::string(reinterpret_cast<const char *>(&header), sizeof header) + content;
}

struct TokenTable::Data {
    ModelIdentity identity;
    std::size_t dimension = 0;
    std::vector<float> scales;
    std::vector<std::int8_t> values; ///< rows one after the other
    std::string termText;
    std::vector<std::string_view> terms; ///< in termText
    std::unordered_map<std::string_view, std::uint32_t, TextHash> rows;

    [[nodiscard]] const std::uint32_t *find(std::string_view term) const {
        const auto found = rows.find(term);
        return found == rows.end() ? nullptr : &found->second;
    }
    void add(std::uint32_t row, float weight, std::span<float> out) const {
        const float factor = weight * scales[row];
        const std::int8_t *from = values.data() + row * dimension;
        for (std::size_t i = 0; i < dimension; ++i)
            out[i] += factor * static_cast<float>(from[i]);
    }
    /// Adds the words that are known, together with `weight` / √(their number).
    void addText(std::string_view text, float weight, std::span<float> out) const {
        struct Scratch {
            Tokenizer tokenizer;
            std::vector<std::uint32_t> known;
        };
        thread_local Scratch scratch;
        Analyzer &analyzer = threadAnalyzer();
        scratch.known.clear();
        scratch.tokenizer.split(text, [&](const Tokenizer::Word &word) {
            if (const std::uint32_t *row = find(analyzer.term(word.text)))
                scratch.known.push_back(*row);
        });
        if (scratch.known.empty())
            return;
        const float each = weight / std::sqrt(static_cast<float>(scratch.known.size()));
        for (const std::uint32_t row : scratch.known)
            add(row, each, out);
    }
};

TokenTable::TokenTable(std::unique_ptr<const Data> data)
    : m_data(std::move(data)) {}
TokenTable::~TokenTable() = default;

Result<std::shared_ptr<const TokenTable>> TokenTable::fromBytes(std::string_view bytes, std::string_view where) {
    Header header{};
    if (bytes.size() < sizeof header)
        return fail(corrupt(where, "it ends within its header"));
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.magic, Magic, sizeof Magic) != 0)
        return fail(corrupt(where, "it is no such table (its first bytes are others)"));
    if (header.version != Version) {
        return fail(ErrorCode::Unsupported, "the embedding table " + std::string(where) + " has version " +
                                                std::to_string(header.version) + " of the format; this program reads " +
                                                std::to_string(Version) + ": update the program");
    }
    if (header.dimension == 0 || header.dimension > MaxDimension)
        return fail(corrupt(where, "its dimension is " + std::to_string(header.dimension) + ", not 1 to 4096"));
    if (header.rows == 0 || header.rows > MaxRows)
        return fail(corrupt(where, "it has " + std::to_string(header.rows) + " rows, not 1 to 1,000,000"));
    const std::string_view content = bytes.substr(sizeof header);
    const std::uint64_t scaleBytes = std::uint64_t{header.rows} * sizeof(float);
    const std::uint64_t valueBytes = std::uint64_t{header.rows} * header.dimension;
    if (content.size() != scaleBytes + valueBytes + header.termBytes) {
        return fail(corrupt(where, "it has " + std::to_string(content.size()) +
                                       " bytes of content where its header says " +
                                       std::to_string(scaleBytes + valueBytes + header.termBytes)));
    }
    if (sha256(content) != header.checksum)
        return fail(corrupt(where, "its checksum does not match its content"));

    auto data = std::make_unique<Data>();
    data->dimension = header.dimension;
    data->identity = {std::string(Name), toHex(header.checksum), header.dimension};
    data->scales.resize(header.rows);
    std::memcpy(data->scales.data(), content.data(), scaleBytes);
    for (const float scale : data->scales) {
        if (!std::isfinite(scale) || scale < 0 || scale > 1e6F)
            return fail(corrupt(where, "a row's scale is no usable number"));
    }
    data->values.resize(valueBytes);
    std::memcpy(data->values.data(), content.data() + scaleBytes, valueBytes);
    data->termText = content.substr(scaleBytes + valueBytes);
    data->terms.reserve(header.rows);
    data->rows.reserve(header.rows);
    std::string_view rest = data->termText;
    while (!rest.empty() && data->terms.size() < header.rows) {
        const std::size_t end = rest.find('\n');
        if (end == 0 || end == std::string_view::npos || end > MaxWordBytes)
            break;
        const std::string_view term = rest.substr(0, end);
        if (!data->rows.emplace(term, static_cast<std::uint32_t>(data->terms.size())).second)
            return fail(corrupt(where, "a term stands in it twice"));
        data->terms.push_back(term);
        rest.remove_prefix(end + 1);
    }
    if (!rest.empty() || data->terms.size() != header.rows)
        return fail(corrupt(where, "its list of terms does not fit its number of rows"));
    return std::shared_ptr<const TokenTable>(new TokenTable(std::move(data)));
}

Result<std::shared_ptr<const TokenTable>> TokenTable::load(const std::filesystem::path &file) {
    const auto bytes = readFile(file, MaxFileBytes, "1 GiB, the most an embedding table may have");
    if (!bytes)
        return fail(bytes.error());
    return fromBytes(*bytes, file.string());
}

const ModelIdentity &TokenTable::identity() const { return m_data->identity; }
bool TokenTable::knows(std::string_view term) const { return m_data->find(term) != nullptr; }
std::size_t TokenTable::size() const { return m_data->terms.size(); }

Result<void> TokenTable::embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                        const Job &job) const {
    const std::size_t dimension = m_data->dimension;
    if (out.size() != texts.size() * dimension)
        return fail(ErrorCode::Internal, "the place for vectors has another size than the vectors");
    std::fill(out.begin(), out.end(), 0.0F);
    std::string method;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i % 1024 == 0) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "embedding was cancelled");
            job.at("embedding", i, texts.size());
        }
        const std::span<float> row = out.subspan(i * dimension, dimension);
        for (const EmbeddedText::Part &part : texts[i].parts)
            m_data->addText(part.text, part.weight, row);
        method.assign("m:").append(texts[i].method);
        if (const std::uint32_t *known = m_data->find(method))
            m_data->add(*known, MethodWeight, row);
        makeUnit(row);
    }
    job.at("embedding", texts.size(), texts.size());
    return {};
}

Result<void> TokenTable::embedQuery(std::string_view text, std::span<float> out) const {
    if (out.size() != m_data->dimension)
        return fail(ErrorCode::Internal, "the place for a vector has another size than the vector");
    std::fill(out.begin(), out.end(), 0.0F);
    m_data->addText(text, 1.0F, out);
    makeUnit(out);
    return {};
}

void TokenTable::forEachTerm(const std::function<void(std::string_view)> &sink) const {
    for (const std::string_view term : m_data->terms)
        sink(term);
}

std::vector<Neighbour> TokenTable::neighbours(std::string_view term, std::size_t limit, double least) const {
    const Data &data = *m_data;
    const std::uint32_t *self = data.find(term);
    if (!self || limit == 0)
        return {};
    std::vector<float> vector(data.dimension);
    data.add(*self, 1.0F, vector);
    makeUnit(vector);
    std::vector<float> other(data.dimension);
    std::vector<std::pair<float, std::uint32_t>> found;
    for (std::uint32_t row = 0; row < data.terms.size(); ++row) {
        if (row == *self)
            continue;
        float dot = 0;
        std::int32_t squares = 0;
        const std::int8_t *values = data.values.data() + row * data.dimension;
        for (std::size_t i = 0; i < data.dimension; ++i) {
            dot += vector[i] * static_cast<float>(values[i]);
            squares += values[i] * values[i];
        }
        const float similarity = squares == 0 ? 0.0F : dot / std::sqrt(static_cast<float>(squares));
        if (squares != 0 && similarity >= least)
            found.emplace_back(similarity, row);
    }
    const std::size_t kept = std::min(limit, found.size());
    std::partial_sort(
        found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
        [](const auto &a, const auto &b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    std::vector<Neighbour> neighbours;
    for (std::size_t i = 0; i < kept; ++i)
        neighbours.push_back({std::string(data.terms[found[i].second]), static_cast<double>(found[i].first)});
    return neighbours;
}

} // namespace actionscope::retrieval
