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
    if (pointer.starts_with("/tools/")) {
        // The schema of an MCP tool is passed on as it is: whoever lists it promises just that.
        const json::value *tool = detail::atPointer(m_document, pointer);
        const json::value *schema = tool ? member(*tool, "inputSchema") : nullptr;
        if (!schema || !schema->is_object())
            return missing();
        return json::value(*schema, json::storage_ptr());
    }
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

std::vector<SecurityScheme> SourceDocument::securitySchemes() const {
    constexpr std::size_t MaxSchemes = 100, MaxScopes = 1000;
    std::vector<SecurityScheme> out;
    const json::value *components = member(m_document, "components");
    const json::object *list = detail::dialectOf(m_document) == detail::Dialect::Swagger2
                                   ? objectMember(m_document, "securityDefinitions")
                               : components ? objectMember(*components, "securitySchemes")
                                            : nullptr;
    if (!list)
        return out;
    for (const auto &pair : *list) {
        const json::value *written = detail::resolve(m_document, &pair.value());
        if (!written || out.size() >= MaxSchemes)
            continue;
        SecurityScheme scheme;
        scheme.id = std::string(pair.key());
        scheme.type = std::string(stringMember(*written, "type"));
        if (scheme.type == "basic") {
            scheme.type = "http";
            scheme.scheme = "basic";
        } else if (scheme.type == "http") {
            scheme.scheme = toLowerAscii(stringMember(*written, "scheme"));
        } else if (scheme.type == "apiKey") {
            scheme.in = std::string(stringMember(*written, "in"));
            scheme.name = std::string(stringMember(*written, "name"));
        } else if (scheme.type == "oauth2") {
            const json::value *flows = member(*written, "flows");
            const json::value *flow = flows ? member(*flows, "clientCredentials") : nullptr;
            if (!flow && stringMember(*written, "flow") == "application")
                flow = written;
            if (flow) {
                scheme.tokenUrl = std::string(stringMember(*flow, "tokenUrl"));
                if (const json::object *scopes = objectMember(*flow, "scopes")) {
                    for (const auto &scope : *scopes) {
                        if (scheme.scopes.size() < MaxScopes)
                            scheme.scopes.emplace_back(scope.key());
                    }
                }
            }
        } else if (scheme.type != "openIdConnect") {
            continue;
        }
        out.push_back(std::move(scheme));
    }
    return out;
}

std::size_t SourceDocument::memoryBytes() const { return sizeof(*this) + m_memory->counter.bytes(); }

} // namespace actionscope::ingest
