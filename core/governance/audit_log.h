#pragma once
/// The audit log: append-only, one hash chain, checkpoints signed with the workspace's key (GD10, BX8).
///
/// **Canonical form.** A record's hash is SHA-256 over the canonical JSON (base/json.h `canonicalJson`, RFC 8785) of the object
/// with exactly the members `seq`, `time`, `kind`, `actor`, `principal`, `organisation`, `session`, `service`, `action`,
/// `tier`, `outcome`, `search_id`, `index_version`, `ranks`, `detail` and `prev`, where `time` is RFC 3339 with microseconds,
/// absent texts are "", `ranks` is an array of {name, rank, score}, `detail` is an object, and `prev` is the hexadecimal hash of
/// the record before (64 zeros for the first). A checkpoint is a record of kind `checkpoint` whose detail holds the Ed25519
/// signature (RFC 8032, hexadecimal) over "actionscope-audit-v1\n<seq>\n<hash>\n" of the record before it and the public key.
///
/// **What the chain proves**: no record was changed, removed or inserted before the last one. **What it does not**: that the
/// tail was not cut off, or the whole file replaced: for that, keep a head (`SEQ:HASH`) elsewhere and verify against it.

#include "base/clock.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::governance {

/// What happened. Strings in the database; this list grows with the product.
namespace audit_kind {
inline constexpr std::string_view Import = "import", Toggle = "toggle", Override = "override", Setting = "setting",
                                  Export = "export", Verify = "verify", Checkpoint = "checkpoint";
}

struct RankShown {
    std::string name;
    std::uint32_t rank = 0;
    double score = 0;
};

/// What a caller wants to have recorded.
struct AuditEvent {
    std::string kind;
    std::string actor;        ///< program and operating-system user: "cli:ana", "app:ana", "gateway:<token name>"
    std::string principal, organisation, session;
    std::string service, action, tier, outcome;
    std::string searchId, indexVersion;
    std::vector<RankShown> ranks;
    json::object detail;      ///< shapes and names, never secrets
};

/// A record as stored.
struct AuditRecord {
    std::uint64_t seq = 0;
    Timestamp time;
    AuditEvent event;
    std::string prev, hash; ///< hexadecimal
};

/// The canonical bytes a record's hash is taken of.
std::string canonicalForm(const AuditRecord &record);
std::string recordHash(const AuditRecord &record);
/// The record as one JSON object (members as in the canonical form, plus `hash`): what `export --format jsonl` writes.
json::object toJson(const AuditRecord &record);
/// The inverse of toJson. Errors: ParseError.
[[nodiscard]] Result<AuditRecord> recordFromJson(const json::value &value);

struct AuditFilter {
    std::optional<Timestamp> since, until;
    std::vector<std::string> kinds;   ///< any of
    std::string action;               ///< "service.action", exact; or a service id
    std::string actor, session, outcome, tier;
    std::string text;                 ///< substring of action, actor or detail
};

/// A page of records by sequence number (keyset paging: stable while records are added).
struct AuditPage {
    std::vector<AuditRecord> records; ///< newest first unless `ascending`
    bool more = false;
};

struct AuditHead {
    std::uint64_t seq = 0; ///< 0: the log is empty
    std::string hash;
};

struct Verification {
    bool intact = true;
    std::uint64_t checked = 0;           ///< records
    std::uint64_t checkpoints = 0;       ///< signatures that hold
    std::uint64_t unsignedTail = 0;      ///< records after the last checkpoint
    AuditHead head;
    std::uint64_t firstBad = 0;          ///< seq, when not intact
    std::string problem;                 ///< one sentence, when not intact
    std::string expectedHash, foundHash; ///< when a hash is off
    std::optional<bool> headFound;       ///< when a head was given: is it in the chain?
};

struct FacetCount {
    std::string value;
    std::uint64_t count = 0;
};

/// Implemented by storage. Any thread.
class AuditLog {
public:
    virtual ~AuditLog() = default;
    /// Appends durably (the record is on disk when this returns) and gives it its place in the chain; safe with other
    /// processes appending at once. Errors: IoError, Busy after the wait limit, Corrupt.
    [[nodiscard]] virtual Result<AuditRecord> append(AuditEvent event) = 0;
    /// Records before `beforeSeq` (0: from the newest), newest first; or after `afterSeq` in ascending order.
    [[nodiscard]] virtual Result<AuditPage> list(const AuditFilter &filter, std::size_t limit, std::uint64_t beforeSeq = 0) const = 0;
    [[nodiscard]] virtual Result<AuditPage> listAfter(const AuditFilter &filter, std::size_t limit, std::uint64_t afterSeq) const = 0;
    [[nodiscard]] virtual Result<std::optional<AuditRecord>> get(std::uint64_t seq) const = 0;
    [[nodiscard]] virtual Result<AuditHead> head() const = 0;
    [[nodiscard]] virtual Result<std::uint64_t> count(const AuditFilter &filter) const = 0;
    /// Counts per kind, outcome, tier, service, actor under the filter: "kind" → values, most frequent first.
    [[nodiscard]] virtual Result<std::vector<FacetCount>> facet(std::string_view column, const AuditFilter &filter) const = 0;
    /// Records per bin over [since, until): `bins` counts.
    [[nodiscard]] virtual Result<std::vector<std::uint64_t>> histogram(const AuditFilter &filter, Timestamp since,
                                                                       Timestamp until, std::size_t bins) const = 0;
    /// Walks the chain from `fromSeq` (1: all of it), checks every hash and signature. `expected` is a head kept elsewhere.
    [[nodiscard]] virtual Result<Verification> verify(std::optional<AuditHead> expected, const Job &job = {},
                                                      std::uint64_t fromSeq = 1) const = 0;
};

/// Writes all records under `filter`, oldest first, one a call of `sink` (which may fail and so stop). JSONL lines are
/// `toJson`; CSV is flat with a header line, and cells that begin with = + - @ get a leading apostrophe.
enum class ExportFormat : std::uint8_t { Jsonl, Csv };
[[nodiscard]] Result<std::uint64_t> exportAudit(const AuditLog &log, const AuditFilter &filter, ExportFormat format,
                                                const std::function<Result<void>(std::string_view)> &sink, const Job &job = {});

/// "SEQ:HASH" and back.
std::string formatHead(const AuditHead &head);
[[nodiscard]] Result<AuditHead> parseHead(std::string_view text);

} // namespace actionscope::governance
