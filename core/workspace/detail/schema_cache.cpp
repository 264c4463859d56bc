#include "workspace/detail/schema_cache.h"

#include "base/compression.h"

#include <algorithm>

namespace actionscope::workspace::detail {

Result<std::shared_ptr<const ingest::SourceDocument>>
SchemaCache::document(const Layout &layout, const std::string &service, const ingest::ImportLimits &limits) {
    const std::filesystem::path path = layout.sourceCopy(service);
    const auto stamp = fileStamp(path);
    if (!stamp)
        return fail(ErrorCode::NotFound, "the workspace has no copy of the description of \"" + service +
                                             "\"; import it again to see its schemas");
    const std::lock_guard lock(m_mutex);
    const auto known =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &e) { return e.service == service; });
    if (known != m_entries.end()) {
        if (known->stamp == *stamp) {
            m_entries.splice(m_entries.begin(), m_entries, known);
            return m_entries.front().document;
        }
        m_entries.erase(known);
    }
    const auto packed = readFile(path, limits.fileBytes);
    if (!packed)
        return fail(packed.error());
    // A bundle of several files may be larger than each of them.
    const auto text = decompress(*packed, limits.fileBytes * 4);
    if (!text)
        return fail(text.error().code, text.error().message, {path.string()});
    auto document = ingest::SourceDocument::parse(*text, limits);
    if (!document)
        return fail(document.error());
    m_entries.push_front({service, *stamp, *document});
    std::size_t held = 0;
    for (auto entry = m_entries.begin(); entry != m_entries.end();) {
        held += entry->document->memoryBytes();
        if (held > m_maxBytes && entry != m_entries.begin())
            entry = m_entries.erase(entry);
        else
            ++entry;
    }
    return *document;
}

} // namespace actionscope::workspace::detail
