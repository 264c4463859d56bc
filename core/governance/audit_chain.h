#pragma once
/// Checks a chain of audit records one at a time, wherever they come from: the database or an exported file.

#include "base/progress.h"
#include "base/result.h"
#include "governance/audit_log.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

/// Takes records in the order in which they stand and finds the first that does not fit. One thread; constant memory.
class ChainVerifier {
public:
    struct Options {
        std::vector<std::string> trustedKeys; ///< public keys (hexadecimal) whose checkpoints count
        AuditHead start;                      ///< the record before the first one, trusted; seq 0: from the beginning
        std::uint64_t lastCheckpoint = 0;     ///< the last checkpoint up to `start`, for counting the unsigned tail
        std::optional<AuditHead> expected;    ///< a head kept elsewhere, to be found on the way
        /// Records may be left out between (an export under a filter); then a head that is not met is no fault.
        bool gaps = false;
    };
    explicit ChainVerifier(Options options);

    /// Checks the next record; false once something is off, after which nothing more should be added. `defect` says
    /// that the stored form itself is not what the store writes ("detail is not canonical"), which counts as altered.
    bool add(const AuditRecord &record, std::string_view defect = {});
    /// The result after the last record.
    [[nodiscard]] Verification finish();

private:
    bool broken(ChainFault fault, std::uint64_t seq, std::string problem);
    [[nodiscard]] bool checkContent(const AuditRecord &record, std::string_view defect);
    [[nodiscard]] bool checkPlace(const AuditRecord &record);
    [[nodiscard]] bool checkSignature(const AuditRecord &record);

    Options m_options;
    Verification m_result;
    AuditHead m_last;
    std::uint64_t m_lastCheckpoint = 0;
};

/// Checks an exported file of JSON lines (`exportAudit`): `readLine` gives the next line without its end, or nothing
/// after the last. Export files under a filter have gaps: then `gaps` must be set, each record is checked by itself,
/// neighbours are linked, and checkpoints count where the record before them is there. Errors: ParseError with the
/// line, Cancelled.
[[nodiscard]] Result<Verification> verifyExport(const std::function<std::optional<std::string>()> &readLine,
                                                ChainVerifier::Options options, const Job &job = {});

} // namespace actionscope::governance
