#include "retrieval/detail/embedding_cache.h"

#include "base/file.h"

#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace actionscope::retrieval::detail {
namespace {

struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t dimension;
    Sha256 model; ///< of name and version
};
static_assert(sizeof(Header) == 48);
constexpr char Magic[8] = {'A', 'S', 'E', 'M', 'B', 'E', 'D', '\n'};
constexpr std::uint32_t Version = 1;
constexpr std::uint64_t MaxFileBytes = 2ULL << 30; ///< more is not read, and a file of more is begun anew

Sha256 modelHash(const ModelIdentity &model) { return sha256(model.name + '\n' + model.version); }

std::filesystem::path fileOf(const std::filesystem::path &folder, const ModelIdentity &model) {
    const Sha256 hash = modelHash(model);
    return folder / (toHex(std::string_view(reinterpret_cast<const char *>(hash.data()), 8)) + ".vectors");
}

/// key, scale, values, and the low half of a hash of these.
std::size_t recordBytes(std::uint32_t dimension) {
    return 2 * sizeof(std::uint64_t) + sizeof(float) + dimension + sizeof(std::uint32_t);
}
std::uint32_t checkOf(std::string_view record) { return static_cast<std::uint32_t>(hash64(record)); }

bool isHeaderOf(const Header &header, const ModelIdentity &model) {
    return std::memcmp(header.magic, Magic, sizeof Magic) == 0 && header.version == Version &&
           header.model == modelHash(model);
}

/// Appends all bytes or says why not.
Result<void> append(const std::filesystem::path &file, const Header &header, std::string_view records) {
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return fail(fileError(errno, "write", file));
    struct Closer {
        int descriptor;
        ~Closer() { ::close(descriptor); }
    } const closer{descriptor};
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (::fcntl(descriptor, F_OFD_SETLKW, &lock) != 0)
        return fail(fileError(errno, "lock", file));
    // What is there counts only if it is this model's; a half record at the end is overwritten.
    const std::uint64_t record = recordBytes(header.dimension);
    Header found{};
    struct stat status {};
    std::uint64_t end = 0;
    if (::fstat(descriptor, &status) == 0 && ::pread(descriptor, &found, sizeof found, 0) == sizeof found &&
        std::memcmp(&found, &header, sizeof header) == 0) {
        const auto size = static_cast<std::uint64_t>(status.st_size);
        end = sizeof header + (size - sizeof header) / record * record;
    }
    std::string bytes(records);
    if (end == 0 || end > MaxFileBytes) {
        if (::ftruncate(descriptor, 0) != 0)
            return fail(fileError(errno, "write", file));
        end = 0;
        bytes.insert(0, reinterpret_cast<const char *>(&header), sizeof header);
    }
    std::size_t written = 0;
    while (written < bytes.size()) {
        const ssize_t count =
            ::pwrite(descriptor, bytes.data() + written, bytes.size() - written, static_cast<off_t>(end + written));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return fail(fileError(errno, "write", file));
        written += static_cast<std::size_t>(count);
    }
    return {};
}

} // namespace

EmbeddingCache::EmbeddingCache(std::filesystem::path folder, const ModelIdentity &model)
    : m_file(folder.empty() ? folder : fileOf(folder, model))
    , m_model(model) {
    if (!m_file.empty())
        load();
}

std::uint32_t EmbeddingCache::knownDimension(const std::filesystem::path &folder, const ModelIdentity &model) {
    if (folder.empty())
        return 0;
    const auto mapped = MappedFile::open(fileOf(folder, model));
    Header header{};
    if (!mapped || mapped->bytes().size() < sizeof header)
        return 0;
    std::memcpy(&header, mapped->bytes().data(), sizeof header);
    return isHeaderOf(header, model) && header.dimension <= MaxDimension ? header.dimension : 0;
}

EmbeddingCache::Key EmbeddingCache::keyOf(std::string_view text) {
    const Sha256 hash = sha256(text);
    Key key{};
    std::memcpy(key.data(), hash.data(), sizeof key);
    return key;
}

void EmbeddingCache::keep(const Key &key, float scale, const std::int8_t *values) {
    if (!m_rows.emplace(key, m_scales.size()).second)
        return;
    m_scales.push_back(scale);
    m_values.insert(m_values.end(), values, values + m_model.dimension);
}

void EmbeddingCache::load() {
    const auto mapped = MappedFile::open(m_file);
    Header header{};
    if (!mapped || mapped->bytes().size() < sizeof header || mapped->bytes().size() > MaxFileBytes)
        return;
    std::string_view rest = mapped->bytes();
    std::memcpy(&header, rest.data(), sizeof header);
    if (!isHeaderOf(header, m_model) || header.dimension != m_model.dimension)
        return;
    rest.remove_prefix(sizeof header);
    const std::size_t size = recordBytes(m_model.dimension), checked = size - sizeof(std::uint32_t);
    for (; rest.size() >= size; rest.remove_prefix(size)) {
        std::uint32_t check = 0;
        std::memcpy(&check, rest.data() + checked, sizeof check);
        Key key{};
        float scale = 0;
        std::memcpy(key.data(), rest.data(), sizeof key);
        std::memcpy(&scale, rest.data() + sizeof key, sizeof scale);
        if (check == checkOf(rest.substr(0, checked)) && std::isfinite(scale))
            keep(key, scale, reinterpret_cast<const std::int8_t *>(rest.data() + sizeof key + sizeof scale));
    }
}

bool EmbeddingCache::find(std::string_view text, std::span<float> out) const {
    const Key key = keyOf(text);
    const std::lock_guard lock(m_mutex);
    const auto found = m_rows.find(key);
    if (found == m_rows.end() || out.size() != m_model.dimension)
        return false;
    const std::int8_t *values = m_values.data() + found->second * m_model.dimension;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = m_scales[found->second] * static_cast<float>(values[i]);
    return true;
}

Result<void> EmbeddingCache::add(std::span<const std::string_view> texts, std::span<const float> rows) {
    const std::size_t dimension = m_model.dimension;
    std::string records;
    std::vector<std::int8_t> values(dimension);
    {
        const std::lock_guard lock(m_mutex);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::span<const float> row = rows.subspan(i * dimension, dimension);
            float most = 0;
            for (const float value : row)
                most = std::max(most, std::abs(value));
            const float scale = most / 127.0F;
            for (std::size_t d = 0; d < dimension; ++d)
                values[d] = static_cast<std::int8_t>(scale > 0 ? std::lround(row[d] / scale) : 0);
            const Key key = keyOf(texts[i]);
            keep(key, scale, values.data());
            std::string record(reinterpret_cast<const char *>(key.data()), sizeof key);
            record.append(reinterpret_cast<const char *>(&scale), sizeof scale);
            record.append(reinterpret_cast<const char *>(values.data()), values.size());
            const std::uint32_t check = checkOf(record);
            record.append(reinterpret_cast<const char *>(&check), sizeof check);
            records += record;
        }
    }
    if (m_file.empty() || records.empty())
        return {};
    Header header{};
    std::memcpy(header.magic, Magic, sizeof Magic);
    header.version = Version;
    header.dimension = m_model.dimension;
    header.model = modelHash(m_model);
    return append(m_file, header, records);
}

std::size_t EmbeddingCache::size() const {
    const std::lock_guard lock(m_mutex);
    return m_rows.size();
}

} // namespace actionscope::retrieval::detail
