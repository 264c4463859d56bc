#include "retrieval/endpoint_model.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "net/configured_url.h"
#include "net/http_client.h"
#include "retrieval/detail/embedding_cache.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace actionscope::retrieval {
namespace {

using std::chrono::milliseconds, std::chrono::steady_clock;

constexpr std::string_view Setting = "search.embedding.url";
constexpr std::string_view Ending = "/embeddings";
constexpr std::uint64_t MaxAnswerBytes = 64ULL << 20;
constexpr std::size_t MaxQueryBytes = 8192, MaxQuotedBytes = 200, MaxBatch = 2048;

/// Why a request gave no vectors, and whether asking again may help.
struct Failure {
    Error error;
    bool passing = false;
    std::optional<milliseconds> pause = {}; ///< the endpoint asks for it
};

class EndpointModel final : public EmbeddingModel {
public:
    EndpointModel(EndpointOptions options, std::unique_ptr<net::HttpExchanger> http)
        : m_options(std::move(options))
        , m_http(std::move(http))
        , m_origin(net::originOf(m_options.url)) {
        m_options.batch = std::clamp<std::size_t>(m_options.batch, 1, MaxBatch);
        while (m_options.url.ends_with('/'))
            m_options.url.pop_back();
        if (!m_options.url.ends_with(Ending))
            m_options.url += Ending;
        // Another server may give other vectors under the same name.
        m_identity = {m_options.model, "endpoint:" + toHex(sha256(m_options.url)).substr(0, 16), m_options.dimension};
    }

    Result<void> prepare(const Job &job) {
        if (m_identity.dimension == 0)
            m_identity.dimension = detail::EmbeddingCache::knownDimension(m_options.cache, m_identity);
        if (m_identity.dimension == 0) {
            const std::string_view text = "test";
            std::vector<float> rows;
            if (auto asked = askOften({&text, 1}, rows, job); !asked)
                return asked;
            m_identity.dimension = static_cast<std::uint32_t>(rows.size());
        }
        m_cache.emplace(m_options.cache, m_identity);
        return {};
    }

    const ModelIdentity &identity() const override { return m_identity; }
    bool local() const override { return false; }

    Result<void> embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                const Job &job) const override {
        const std::size_t dimension = m_identity.dimension;
        if (out.size() != texts.size() * dimension)
            return fail(ErrorCode::Internal, "the place for vectors has another size than the vectors");
        std::vector<std::string> missing;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::string text = toValidUtf8(texts[i].joined());
            if (m_cache->find(text, out.subspan(i * dimension, dimension)))
                continue;
            missing.push_back(std::move(text));
            places.push_back(i);
        }
        std::size_t known = texts.size() - missing.size();
        job.at("embedding", known, texts.size());
        std::vector<float> rows;
        for (std::size_t first = 0; first < missing.size(); first += m_options.batch) {
            const std::size_t count = std::min(m_options.batch, missing.size() - first);
            const std::vector<std::string_view> batch(missing.begin() + static_cast<std::ptrdiff_t>(first),
                                                      missing.begin() + static_cast<std::ptrdiff_t>(first + count));
            if (auto asked = askOften(batch, rows, job); !asked)
                return asked;
            for (std::size_t i = 0; i < count; ++i)
                std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i * dimension), dimension,
                            out.begin() + static_cast<std::ptrdiff_t>(places[first + i] * dimension));
            if (auto kept = m_cache->add(batch, rows); !kept)
                return kept;
            // As it is read back: so a build with a warm cache gives the same vectors as a cold one.
            for (std::size_t i = 0; i < count; ++i)
                (void)m_cache->find(batch[i], out.subspan(places[first + i] * dimension, dimension));
            job.at("embedding", known += count, texts.size());
        }
        return {};
    }

    Result<void> embedQuery(std::string_view text, std::span<float> out) const override {
        if (out.size() != m_identity.dimension)
            return fail(ErrorCode::Internal, "the place for a vector has another size than the vector");
        {
            const std::lock_guard lock(m_mutex);
            if (steady_clock::now() < m_restsUntil)
                return fail(m_lastError);
        }
        const std::string asked = toValidUtf8(truncateUtf8(text, MaxQueryBytes));
        if (asked.find_first_not_of(" \t\r\n") == std::string::npos) {
            std::fill(out.begin(), out.end(), 0.0F);
            return {};
        }
        const std::string_view one = asked;
        std::vector<float> rows;
        if (const auto failure = ask({&one, 1}, rows, m_options.queryTimeout, {})) {
            const std::lock_guard lock(m_mutex);
            m_restsUntil = steady_clock::now() + m_options.restAfterFailure;
            m_lastError = failure->error;
            return fail(failure->error);
        }
        std::copy(rows.begin(), rows.end(), out.begin());
        return {};
    }

private:
    Error wrong(std::string what) const {
        return {ErrorCode::NetworkError, "the embedding endpoint " + m_origin + " " + std::move(what)};
    }

    /// What the endpoint says of an error, for people: one line, at most MaxQuotedBytes.
    static std::string quoted(const net::HttpResponse &response) {
        std::string_view text;
        const auto answer = parseJson(response.body, {}, {.maxDepth = 32});
        if (answer) {
            const json::value *error = member(*answer, "error");
            text = error && error->is_string() ? std::string_view(error->get_string())
                   : error                     ? stringMember(*error, "message")
                                               : stringMember(*answer, "message");
        }
        if (text.empty())
            return {};
        return ": \"" + std::string(truncateUtf8(revealInvisible(toValidUtf8(text)), MaxQuotedBytes)) + '"';
    }

    static std::optional<milliseconds> retryAfter(const net::HttpResponse &response) {
        const std::string_view text = response.header("retry-after");
        std::uint32_t seconds = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        if (error != std::errc() || end != text.data() + text.size())
            return {};
        return milliseconds(std::chrono::seconds(seconds));
    }

    Failure refused(const net::HttpResponse &response) const {
        const int status = response.status;
        const std::string said = "answered with status " + std::to_string(status) + quoted(response);
        if (status == 429 || status == 408 || (status >= 500 && status != 501))
            return {wrong(said), true, retryAfter(response)};
        if (status == 401 || status == 403)
            return {wrong(said + "; check the key that search.embedding.key_env names")};
        if (status == 404)
            return {wrong(said + "; check search.embedding.url (an address such as http://127.0.0.1:11434/v1) and "
                                 "search.embedding.model")};
        return {wrong(said)};
    }

    /// Reads `data[].embedding` into unit rows. An answer that is not exactly that is no answer.
    std::optional<Error> readVectors(const net::HttpResponse &response, std::size_t count,
                                     std::vector<float> &rows) const {
        const auto answer = parseJson(response.body, {}, {.maxDepth = 32});
        if (!answer) {
            const std::string type = response.contentType();
            return wrong("answered with " + (type.empty() ? "something" : revealInvisible(toValidUtf8(type))) +
                         " that is no JSON; is search.embedding.url the address of an OpenAI-compatible API, such as "
                         "http://127.0.0.1:11434/v1?");
        }
        const json::array *data = arrayMember(*answer, "data");
        if (!data)
            return wrong("answered without \"data\"" + quoted(response));
        if (data->size() != count)
            return wrong("gave " + std::to_string(data->size()) + " vectors for " + std::to_string(count) + " texts");
        std::size_t dimension = m_identity.dimension;
        std::vector<bool> seen(count);
        for (std::size_t i = 0; i < count; ++i) {
            const json::value *index = member((*data)[i], "index");
            const std::size_t at = index && index->is_int64() ? static_cast<std::size_t>(index->get_int64()) : i;
            const json::array *values = arrayMember((*data)[i], "embedding");
            if (at >= count || seen[at] || !values)
                return wrong("answered with vectors that cannot be told apart");
            seen[at] = true;
            if (dimension == 0)
                dimension = values->size();
            if (dimension == 0 || dimension > MaxDimension || values->size() != dimension) {
                return wrong("gave a vector of " + std::to_string(values->size()) + " numbers where " +
                             (dimension == 0 || dimension > MaxDimension ? "1 to 4096" : std::to_string(dimension)) +
                             " are expected; did its model change? Then build the vectors anew (search.embedding)");
            }
            rows.resize(count * dimension);
            if (!readRow(*values, std::span(rows).subspan(at * dimension, dimension)))
                return wrong("gave a vector that is not of finite numbers");
        }
        return {};
    }

    static bool readRow(const json::array &values, std::span<float> row) {
        double squares = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!values[i].is_number())
                return false;
            const auto value = values[i].to_number<double>();
            if (!std::isfinite(value) || std::abs(value) > 1e6)
                return false;
            squares += value * value;
            row[i] = static_cast<float>(value);
        }
        if (!(squares > 0))
            return true; // the model knows nothing of the text
        const auto length = static_cast<float>(std::sqrt(squares));
        for (float &value : row)
            value /= length;
        return true;
    }

    std::optional<Failure> ask(std::span<const std::string_view> texts, std::vector<float> &rows, milliseconds timeout,
                               const std::stop_token &stop) const {
        net::HttpRequest request;
        request.method = "POST";
        request.url = m_options.url;
        request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
        if (!m_options.key.empty())
            request.headers.emplace_back("Authorization", "Bearer " + m_options.key);
        json::array input;
        for (const std::string_view text : texts)
            input.emplace_back(text);
        json::object body{{"model", m_options.model}, {"input", std::move(input)}, {"encoding_format", "float"}};
        if (m_options.dimension != 0)
            body["dimensions"] = m_options.dimension;
        request.body = json::serialize(body);
        request.timeout = timeout;
        request.connectTimeout = std::min(timeout, request.connectTimeout);
        request.maxResponseBytes = MaxAnswerBytes;
        const auto response = m_http->exchange(request, stop);
        if (!response) {
            const Error &error = response.error().error;
            if (error.code == ErrorCode::Cancelled)
                return Failure{error};
            return Failure{{ErrorCode::NetworkError, "the embedding endpoint gave no answer: " + error.message},
                           error.code == ErrorCode::NetworkError};
        }
        if (response->status != 200)
            return refused(*response);
        rows.clear();
        if (auto error = readVectors(*response, texts.size(), rows))
            return Failure{std::move(*error)};
        return {};
    }

    Result<void> askOften(std::span<const std::string_view> texts, std::vector<float> &rows, const Job &job) const {
        milliseconds pause = m_options.firstPause;
        for (int attempt = 1;; ++attempt, pause *= 2) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "embedding was cancelled; what is done is kept");
            const auto failure = ask(texts, rows, m_options.timeout, job.stop);
            if (!failure)
                return {};
            if (!failure->passing || attempt >= m_options.attempts)
                return fail(failure->error);
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any wakes;
            wakes.wait_for(lock, job.stop, std::min(failure->pause.value_or(pause), m_options.longestPause),
                           [] { return false; });
        }
    }

    EndpointOptions m_options;
    std::unique_ptr<net::HttpExchanger> m_http;
    std::string m_origin;
    ModelIdentity m_identity;
    mutable std::optional<detail::EmbeddingCache> m_cache; ///< set by prepare(); locks for itself
    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    mutable steady_clock::time_point m_restsUntil;
    mutable Error m_lastError;
};

} // namespace

Result<std::shared_ptr<const EmbeddingModel>> openEndpointModel(const EndpointOptions &options, const Job &job) {
    if (options.model.empty())
        return fail(ErrorCode::InvalidArgument, "search.embedding.model is missing: the name by which the endpoint "
                                                "knows the model, for example nomic-embed-text");
    if (options.dimension > MaxDimension)
        return fail(ErrorCode::InvalidArgument, "search.embedding.dimension is 4096 at most");
    auto http = net::exchangerFor(options.url, std::string(Setting), !options.key.empty());
    if (!http)
        return fail(http.error());
    auto model = std::make_shared<EndpointModel>(options, std::move(*http));
    if (auto prepared = model->prepare(job); !prepared)
        return fail(prepared.error());
    return std::shared_ptr<const EmbeddingModel>(std::move(model));
}

} // namespace actionscope::retrieval
