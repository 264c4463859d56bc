#pragma once
/// The audit log: append-only, one hash chain, checkpoints signed with the workspace's key (GD10, BX8).
///
/// **Canonical form.** A record's hash is SHA-256 over the canonical JSON (base/json.h `canonicalJson`, RFC 8785) of
/// the object with exactly the members `seq`, `time`, `kind`, `actor`, `principal`, `organisation`, `session`,
/// `service`, `action`, `tier`, `outcome`, `search_id`, `index_version`, `ranks`, `detail` and `prev`, where `time` is
/// RFC 3339 with microseconds, absent texts are "", `ranks` is an array of {name, rank, score}, `detail` is an object,
/// and `prev` is the hexadecimal hash of the record before (64 zeros for the first). A checkpoint is a record of kind
/// `checkpoint` whose detail holds the Ed25519 signature (RFC 8032, hexadecimal) over
/// "actionscope-audit-v1\n<seq>\n<hash>\n" of the record before it and the public key.
///
/// **What the chain proves**: no record was changed, removed or inserted before the last one. **What it does not**:
/// that the tail was not cut off, or the whole file replaced: for that, keep a head (`SEQ:HASH`) elsewhere and verify
/// against it. Records after the last checkpoint (`unsignedTail`) could be rewritten by whoever can write the file;
/// those before it only by whoever also has the key.
///
/// **Numbers** in `detail` and `score` are kept to 15 significant digits: decimal and binary then agree in every
/// reader, and a record read back from JSON hashes as it did. Far from 1 (beyond about 1e±22) it may be 12 digits, or
/// in `detail` a text with all of them.

#include "base/clock.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::governance {

/// What happened. Strings in the database; this list grows with the product.
namespace audit_kind {
inline constexpr std::string_view Import = "import", Toggle = "toggle", Override = "override", Setting = "setting",
                                  Export = "export", Verify = "verify", Checkpoint = "checkpoint", Token = "token",
                                  Approval = "approval",
                                  Pin = "pin"; ///< a changed definition or a flagged text was accepted
}

struct RankShown {
    std::string name;
    std::uint32_t rank = 0;
    double score = 0;
};

/// What a caller wants to have recorded.
struct AuditEvent {
    std::string kind;
    std::string actor; ///< program and operating-system user: "cli:ana", "app:ana", "gateway:<token name>"
    std::string principal, organisation, session;
    std::string service; ///< service id
    std::string action;  ///< its name in the service; "service.action" is stored without the service
    std::string tier, outcome;
    std::string searchId, indexVersion;
    std::vector<RankShown> ranks;
    json::object detail; ///< shapes and names, never secrets
};

/// A record as stored.
struct AuditRecord {
    std::uint64_t seq = 0;
    Timestamp time;
    AuditEvent event;
    std::string prev, hash; ///< hexadecimal
};

/// The hash before the first record: 64 zeros.
std::string emptyChainHash();

/// `event` as it can be stored and hashed: valid UTF-8 everywhere, numbers to 15 digits (what is no number becomes
/// null, or 0 as a score), the service's id taken off the action. Errors: InvalidArgument without a kind; LimitExceeded
/// for a text beyond 4,096 bytes, more than 1,000 ranks, or a detail beyond 1 MiB or 64 levels.
[[nodiscard]] Result<AuditEvent> storableEvent(AuditEvent event);

/// The canonical bytes a record's hash is taken of.
std::string canonicalForm(const AuditRecord &record);
std::string recordHash(const AuditRecord &record);
/// The same, with its detail and ranks in their canonical form at hand.
std::string recordHash(const AuditRecord &record, std::string_view detail, std::string_view ranks);
/// The ranks as they stand in it: what stores keep in their column.
std::string canonicalRanks(const std::vector<RankShown> &ranks);
/// The record as one JSON object (members as in the canonical form, plus `hash`): what `export --format jsonl` writes.
json::object toJson(const AuditRecord &record);
/// The inverse of toJson, strict: exactly the members that toJson writes. Errors: ParseError.
[[nodiscard]] Result<AuditRecord> recordFromJson(const json::value &value);

/// Which records. Empty members do not limit.
struct AuditFilter {
    std::optional<Timestamp> since; ///< at or after
    std::optional<Timestamp> until; ///< before
    std::vector<std::string> kinds; ///< any of
    std::string action;             ///< "service.action", exact; or a service id
    std::string actor, session, outcome, tier;
    std::string text; ///< substring of "service.action", actor or detail, ASCII case aside; 1,000 bytes at most
    /// Records whose facet column (see `AuditLog::facet`) has this value are left out: {"kind", "search"}.
    std::vector<std::pair<std::string, std::string>> exclude;
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

/// What is wrong with a chain.
enum class ChainFault : std::uint8_t {
    None,
    Altered,      ///< a record's content does not give its hash
    Missing,      ///< a sequence number is not there
    Reordered,    ///< a record stands in another one's place
    Unlinked,     ///< a record is whole, but continues another record than the one before it
    BadSignature, ///< a checkpoint's signature does not hold: records before it were rewritten
    OtherKey,     ///< a checkpoint is signed by a key that is not the workspace's
    Truncated,    ///< the log ends before a record that is known to have been there
    HeadReplaced, ///< the record at the given head's place is another one
};
/// The stable snake_case word of a fault, as JSON output shows it.
std::string_view chainFaultName(ChainFault fault);

struct Verification {
    bool intact = true;
    ChainFault fault = ChainFault::None;
    std::uint64_t checked = 0;           ///< records
    std::uint64_t checkpoints = 0;       ///< signatures that hold
    std::uint64_t unsignedTail = 0;      ///< records after the last checkpoint
    AuditHead head;                      ///< the last record that was checked and found good
    std::uint64_t firstBad = 0;          ///< seq, when not intact
    std::string problem;                 ///< one sentence, when not intact
    std::string expectedHash, foundHash; ///< when a hash is off
    std::optional<bool> headFound;       ///< when a head was given: is it in the chain?
    /// The tables that answer filters and counts agree with the records. When not, lists may hide or invent records
    /// although the chain is whole; `filterProblem` is one sentence, and the store can rebuild them.
    bool filtersSound = true;
    std::string filterProblem;
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
    /// The event is stored as `storableEvent` returns it; its errors are append's too, and so is InvalidArgument for
    /// the kind `checkpoint`, which only the log itself writes. One disk flush (about a millisecond).
    [[nodiscard]] virtual Result<AuditRecord> append(AuditEvent event) = 0;
    /// Appends all, in order and with nothing between them, or none; one disk flush for all of them.
    [[nodiscard]] virtual Result<std::vector<AuditRecord>> appendAll(std::vector<AuditEvent> events) = 0;
    /// The same for events that are as `storableEvent` returned them: looking at them again can be left out.
    [[nodiscard]] virtual Result<std::vector<AuditRecord>> appendStorable(std::vector<AuditEvent> events) {
        return appendAll(std::move(events));
    }
    /// Records before `beforeSeq` (0: from the newest), newest first; or after `afterSeq` in ascending order.
    [[nodiscard]] virtual Result<AuditPage> list(const AuditFilter &filter, std::size_t limit,
                                                 std::uint64_t beforeSeq = 0) const = 0;
    [[nodiscard]] virtual Result<AuditPage> listAfter(const AuditFilter &filter, std::size_t limit,
                                                      std::uint64_t afterSeq) const = 0;
    [[nodiscard]] virtual Result<std::optional<AuditRecord>> get(std::uint64_t seq) const = 0;
    [[nodiscard]] virtual Result<AuditHead> head() const = 0;
    [[nodiscard]] virtual Result<std::uint64_t> count(const AuditFilter &filter) const = 0;
    /// Counts under the filter of a column's values, most frequent first, 1,000 at most; records without a value do not
    /// count. `column` is "kind", "outcome", "tier", "service", "action" (values "service.action"), "actor" or
    /// "session". Errors: InvalidArgument for another column.
    [[nodiscard]] virtual Result<std::vector<FacetCount>> facet(std::string_view column,
                                                                const AuditFilter &filter) const = 0;
    /// Records per bin over [since, until): `bins` counts (1 to 10,000, else InvalidArgument).
    [[nodiscard]] virtual Result<std::vector<std::uint64_t>> histogram(const AuditFilter &filter, Timestamp since,
                                                                       Timestamp until, std::size_t bins) const = 0;
    /// Walks the chain from `fromSeq` (1: all of it) to what is the end when it begins, checks every hash and
    /// signature. `expected` is a head kept elsewhere. From a later record on, the one before it is trusted as it
    /// stands. A broken chain is a Verification, not an error; memory does not grow with the log. Errors: Cancelled,
    /// IoError, Corrupt.
    [[nodiscard]] virtual Result<Verification> verify(std::optional<AuditHead> expected, const Job &job = {},
                                                      std::uint64_t fromSeq = 1) const = 0;
};

/// Writes all records under `filter`, oldest first, one a call of `sink` (which may fail and so stop). JSONL lines are
/// `toJson` in canonical form: whoever reads them back (`verifyExport` in audit_chain.h) can check the chain. CSV is
/// flat with a header line (RFC 4180), and cells that begin with = + - @, a tab or a carriage return get a leading
/// apostrophe, so that no spreadsheet takes them for a formula. Returns how many records were written. Errors: the
/// log's, the sink's, Cancelled.
enum class ExportFormat : std::uint8_t { Jsonl, Csv };
[[nodiscard]] Result<std::uint64_t> exportAudit(const AuditLog &log, const AuditFilter &filter, ExportFormat format,
                                                const std::function<Result<void>(std::string_view)> &sink,
                                                const Job &job = {});

/// "SEQ:HASH" and back. Errors: InvalidArgument.
std::string formatHead(const AuditHead &head);
[[nodiscard]] Result<AuditHead> parseHead(std::string_view text);

} // namespace actionscope::governance
