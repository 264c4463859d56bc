#include "retrieval/index.h"

#include "base/file.h"
#include "base/hash.h"
#include "retrieval/detail/index_data.h"

#include <array>
#include <cstring>

namespace actionscope::retrieval {

Index::Index(std::shared_ptr<const Data> data)
    : m_data(std::move(data)) {}

Result<std::shared_ptr<const Index>> Index::build(std::shared_ptr<const catalog::Catalog> catalog,
                                                  const Index *previous, Executor &executor, const Job &job) {
    return detail::buildIndex(std::move(catalog), previous, executor, job, {});
}

Result<void> Index::save(const std::filesystem::path &path) const {
    return writeFileAtomically(path, m_data->bytes, {.sync = false});
}

Result<std::shared_ptr<const Index>> Index::load(const std::filesystem::path &path,
                                                 std::shared_ptr<const catalog::Catalog> catalog) {
    auto file = MappedFile::open(path);
    if (!file)
        return fail(file.error());
    std::vector<std::uint64_t> identities;
    for (const catalog::Service &service : catalog->services())
        identities.push_back(detail::serviceIdentity(service));
    const std::uint64_t identity = detail::catalogIdentity(identities);
    auto data = Data::fromBytes(file->bytes(), file->keepAlive(), std::move(catalog));
    if (!data) {
        Error error = data.error();
        error.where.file = path.string();
        return fail(std::move(error));
    }
    const detail::IndexHeader &header = (*data)->header;
    const std::string_view content = file->bytes().substr(sizeof header);
    if (detail::checksumOf(header, content) != header.checksum)
        return fail(ErrorCode::Corrupt, "the saved index is damaged (checksum); it is rebuilt from the catalogs",
                    {path.string()});
    for (std::size_t s = 0; s < identities.size(); ++s) {
        if ((*data)->services[s].identity != identities[s])
            return fail(ErrorCode::Conflict, "the saved index is of another state of the catalogs; it is rebuilt",
                        {path.string()});
    }
    if (header.catalog != identity)
        return fail(ErrorCode::Corrupt, "the saved index is damaged (identity); it is rebuilt from the catalogs",
                    {path.string()});
    return std::make_shared<const Index>(std::move(*data));
}

const catalog::Catalog &Index::catalog() const { return *m_data->catalog; }

IndexStatistics Index::statistics() const {
    const detail::IndexHeader &h = m_data->header;
    return {.documents = h.documents,
            .terms = h.terms,
            .postings = h.postings,
            .bytes = m_data->bytes.size(),
            .averageLength = m_data->averageLength() / 10,
            .reusedServices = m_data->reusedServices};
}

std::string Index::version() const {
    const std::array<std::uint64_t, 2> parts{m_data->header.catalog,
                                             std::uint64_t{m_data->header.format} << 32 | m_data->header.analysis};
    std::array<char, 8> bytes{};
    const std::uint64_t hash = hash64({reinterpret_cast<const char *>(parts.data()), sizeof parts});
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(hash >> (56 - 8 * i));
    return toHex({bytes.data(), bytes.size()});
}

} // namespace actionscope::retrieval
