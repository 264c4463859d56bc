#pragma once
/// Parsed source copies, the most recently used ones: the first schema of a service pays for the parsing.

#include "base/file.h"
#include "ingest/schema.h"
#include "workspace/layout.h"

#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace actionscope::workspace::detail {

/// Any thread.
class SchemaCache {
public:
    explicit SchemaCache(std::size_t maxBytes)
        : m_maxBytes(maxBytes) {}
    /// Errors: NotFound when the workspace has no copy (a hand-written service); Corrupt; those of parsing.
    [[nodiscard]] Result<std::shared_ptr<const ingest::SourceDocument>>
    document(const Layout &layout, const std::string &service, const ingest::ImportLimits &limits);

private:
    struct Entry {
        std::string service;
        FileStamp stamp;
        std::shared_ptr<const ingest::SourceDocument> document;
    };
    std::mutex m_mutex;
    std::list<Entry> m_entries; // guarded by m_mutex; most recently used first
    std::size_t m_maxBytes;
};

} // namespace actionscope::workspace::detail
