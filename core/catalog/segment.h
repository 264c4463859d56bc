#pragma once
/// The capabilities of one service as one immutable run of bytes: the same in memory, in the cache file and in a mapping.
///
/// 125,207 actions with their parameters are about 900,000 strings; as `std::string`s they would cost several hundred
/// megabytes and a second of allocation at every start. Here a record holds 32-bit offsets into a pool of text, so that a
/// segment is mapped from the cache and used as it lies.

#include "base/result.h"
#include "catalog/capability.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog {

class Segment;

/// One parameter inside a segment; views live as long as the segment.
struct ParameterView {
    std::string_view name, description, type;
    Place place;
    bool required;
};

/// One capability inside a segment. A pointer and an index: pass by value. Valid as long as the segment lives.
class CapabilityView {
public:
    CapabilityView(const Segment &segment, std::uint32_t index) : m_segment(&segment), m_index(index) {}

    [[nodiscard]] Kind kind() const;
    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] std::string_view title() const;
    [[nodiscard]] std::string_view description() const;
    [[nodiscard]] std::string_view category() const;
    [[nodiscard]] Method method() const;
    [[nodiscard]] std::string_view path() const;
    [[nodiscard]] std::string_view server() const; ///< empty: the service's
    [[nodiscard]] std::string_view pointer() const;
    [[nodiscard]] Hint hint() const;
    [[nodiscard]] bool deprecated() const;
    [[nodiscard]] bool hasBody() const;
    [[nodiscard]] bool curated() const;
    [[nodiscard]] bool available() const;
    [[nodiscard]] std::size_t tagCount() const;
    [[nodiscard]] std::string_view tag(std::size_t i) const;
    [[nodiscard]] std::vector<std::string_view> tags() const;
    [[nodiscard]] std::vector<std::string_view> security() const;
    [[nodiscard]] std::vector<std::string_view> requires_() const;
    [[nodiscard]] std::vector<std::string_view> secrets() const;
    [[nodiscard]] std::size_t parameterCount() const;
    [[nodiscard]] ParameterView parameter(std::size_t i) const;
    /// A copy that owns its text.
    [[nodiscard]] Capability toCapability() const;
    /// Hash of everything that defines the action (prose, signature, place): equal hashes mean nothing changed.
    [[nodiscard]] std::uint64_t definitionHash() const;
    [[nodiscard]] std::uint32_t index() const { return m_index; }

private:
    const Segment *m_segment;
    std::uint32_t m_index;
};

/// Immutable; any thread. Capabilities are sorted by name, names are unique.
class Segment {
public:
    /// Builds from drafts in any order. Errors: AlreadyExists naming the first name that occurs twice; LimitExceeded past
    /// 4 GiB of text.
    [[nodiscard]] static Result<std::shared_ptr<const Segment>> build(std::vector<Capability> capabilities);
    /// Takes `bytes` (which `keepAlive` keeps valid) as a segment, after checking that every offset lies inside.
    /// Errors: Corrupt.
    [[nodiscard]] static Result<std::shared_ptr<const Segment>> fromBytes(std::string_view bytes,
                                                                          std::shared_ptr<const void> keepAlive);

    [[nodiscard]] std::uint32_t size() const;
    [[nodiscard]] CapabilityView at(std::uint32_t index) const { return {*this, index}; }
    /// By exact name; log n.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
    /// What is written to the cache. 8-byte aligned when it came from build().
    [[nodiscard]] std::string_view bytes() const { return m_bytes; }
    /// Equal for equal content; computed by build() and carried in the bytes, so asking costs nothing: what caches of things
    /// derived from a segment are keyed by. Not for anything an attacker could gain from.
    [[nodiscard]] std::uint64_t contentHash() const { return m_contentHash; }

private:
    friend class CapabilityView;
    struct Text {
        std::uint32_t offset, size;
    };
    struct List {
        std::uint32_t first, count;
    };
    struct ParameterRecord {
        Text name, description, type;
        std::uint8_t place, required;
        std::uint16_t padding;
    };
    struct Record {
        Text name, title, description, category, path, server, pointer;
        List tags, security, requires_, secrets, parameters;
        std::uint8_t kind, method, hint, flags;
    };
    struct Header {
        std::uint64_t magic;
        std::uint64_t contentHash; ///< of everything that follows the header
        std::uint32_t records, parameters, texts, poolBytes;
    };

    [[nodiscard]] const Record &record(std::uint32_t index) const { return m_records[index]; }
    [[nodiscard]] std::string_view text(Text text) const { return m_pool.substr(text.offset, text.size); }
    [[nodiscard]] std::vector<std::string_view> list(List list) const;

    std::shared_ptr<const void> m_owner;
    std::string_view m_bytes, m_pool;
    std::uint64_t m_contentHash = 0;
    std::span<const Record> m_records;
    std::span<const ParameterRecord> m_parameters;
    std::span<const Text> m_texts;
};

} // namespace actionscope::catalog
