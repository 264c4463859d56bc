#include "ingest/schema.h"

#include "base/text.h"
#include "ingest/detail/operation.h"
#include "ingest/detail/references.h"
#include "ingest/detail/schema_builder.h"

#include <algorithm>
#include <boost/json/monotonic_resource.hpp>
#include <new>

namespace actionscope::ingest {
namespace {

/// Bundled files lie two levels deeper in a copy than they were on disk.
constexpr std::uint32_t BundleDepth = 2;

class CountingMemory final : public json::memory_resource {
public:
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    void *do_allocate(std::size_t size, std::size_t alignment) override {
        m_bytes += size;
        return m_base->allocate(size, alignment);
    }
    void do_deallocate(void *memory, std::size_t size, std::size_t alignment) override {
        m_bytes -= size;
        m_base->deallocate(memory, size, alignment);
    }
    [[nodiscard]] bool do_is_equal(const json::memory_resource &other) const noexcept override {
        return this == &other;
    }

    json::storage_ptr m_base;
    std::size_t m_bytes = 0;
};

} // namespace

struct SourceDocument::Memory {
    explicit Memory(std::size_t first)
        : arena(first, json::storage_ptr(&counter)) {}
    CountingMemory counter;
    json::monotonic_resource arena;
};

SourceDocument::SourceDocument(std::unique_ptr<Memory> memory, json::value document, const ImportLimits &limits)
    : m_memory(std::move(memory))
    , m_document(std::move(document))
    , m_limits(limits) {}

SourceDocument::~SourceDocument() = default;

Result<std::shared_ptr<const SourceDocument>> SourceDocument::parse(std::string_view text, const ImportLimits &limits) {
    try {
        const std::size_t first = std::clamp<std::size_t>(text.size() * 9 / 4, 16U << 10, 64U << 20);
        auto memory = std::make_unique<Memory>(first);
        JsonLimits jsonLimits;
        jsonLimits.maxDepth = limits.depth + BundleDepth;
        Result<json::value> document = parseJson(text, {}, jsonLimits, json::storage_ptr(&memory->arena));
        if (!document)
            return fail(document.error());
        return std::shared_ptr<const SourceDocument>(
            new SourceDocument(std::move(memory), std::move(*document), limits));
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::LimitExceeded, "the description is too large for the memory of this machine");
    }
}

Result<json::value> SourceDocument::inputSchema(std::string_view pointer) const {
    const auto missing = [&] {
        return fail(ErrorCode::NotFound, "there is no operation at '" + std::string(truncateUtf8(pointer, 300)) +
                                             "' in the copy of the description (import it again)");
    };
    constexpr std::string_view Paths = "/paths/";
    if (!pointer.starts_with(Paths))
        return missing();
    const std::size_t slash = pointer.find('/', Paths.size());
    if (slash == std::string_view::npos || pointer.find('/', slash + 1) != std::string_view::npos)
        return missing();
    const json::value *shared = detail::atPointer(m_document, pointer.substr(0, slash));
    const json::value *item = detail::resolve(m_document, shared);
    const json::value *found = detail::atPointer(m_document, pointer, true);
    const json::value *operation = detail::resolve(m_document, found);
    if (!shared || !shared->is_object() || !operation || !operation->is_object() ||
        !catalog::methodFromName(pointer.substr(slash + 1)))
        return missing();
    if (!item || !item->is_object())
        item = shared;
    try {
        const std::string path = detail::unescapedStep(pointer.substr(Paths.size(), slash - Paths.size()));
        const detail::Dialect dialect = detail::dialectOf(m_document);
        const detail::OperationView view = detail::viewOperation(m_document, dialect, path, operation->get_object(),
                                                                 &item->get_object(), &shared->get_object());
        return detail::buildInputSchema(m_document, dialect, view, m_limits);
    } catch (const std::exception &error) {
        return fail(ErrorCode::Internal, std::string("resolving the schema failed: ") + error.what());
    }
}

std::size_t SourceDocument::memoryBytes() const { return sizeof(*this) + m_memory->counter.bytes(); }

} // namespace actionscope::ingest
