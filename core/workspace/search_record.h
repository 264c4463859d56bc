#pragma once
/// What the audit log holds of one search: written by whoever searches for an agent, read by replay (BX10).
///
/// Beside the columns of a record (search_id, index_version, ranks with scores, service) its detail has `query`,
/// `facade`, `limit`, `floor`, `preset`, `preset_mark`, and where they apply `profile`, `all` (true: curated actions
/// were searched too), `reduced` (vectors took no part), `tokens` (of the answer, estimated) and `parts`: by signal,
/// what it brought to the score of each of the first ten results, in thousandths. What is there for
/// replay takes 530 bytes at most with ten results of the usual preset (by its form: nine rows of ten figures); a test
/// holds a usual search below 500.

#include "governance/audit_log.h"
#include "retrieval/preset.h"
#include "retrieval/searcher.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace actionscope::workspace {

/// Results whose parts are kept; what comes after them nobody chose.
constexpr std::size_t ExplainedHits = 10;

struct RecordedHit {
    std::string name; ///< "service.action"
    std::uint32_t rank = 0;
    double score = 0;
    /// By key of the signal, as `retrieval::signals()` orders them, those that brought nothing left out; then "lift",
    /// what an exact name or the same words added. Empty when the record does not have them.
    std::vector<std::pair<std::string, double>> parts;
};

struct RecordedSearch {
    std::string query; ///< as logged: 1,000 characters at most, personal data as ⟨email⟩ and the like
    std::vector<std::string> queries; ///< of a remote provider, which is asked several at once
    std::string facade, service, provider, profile;
    std::string preset, presetMark; ///< empty in records of earlier versions
    std::string indexVersion;       ///< also says which catalog it was: it changes exactly when the content does
    std::size_t limit = 10;
    std::optional<double> floor;
    bool all = false; ///< curated actions too, not the long tail alone
    bool reduced = false;
    bool staged = false; ///< by the tool finder: best services first, or limited to tags
    std::optional<std::uint64_t> tokens;
    std::vector<RecordedHit> hits;
    /// What a record of this version would have and this one has not: "preset", "parts", "index".
    std::vector<std::string> missing;
};

/// Tells two presets of one name apart: eight hexadecimal digits over all that ranks.
[[nodiscard]] std::string presetMark(const retrieval::Preset &preset);
/// The parts of a hit by signal, those below half a thousandth left out.
[[nodiscard]] std::vector<std::pair<std::string, double>> partsOf(const retrieval::Hit &hit);

/// Sets what `search` says on `event`: service, index_version, ranks, detail. Never its query's personal data: the
/// caller has cleaned it.
void writeSearch(const RecordedSearch &search, governance::AuditEvent &event);
/// From any version of the program; what is not there, or not of its type, is `missing`.
[[nodiscard]] RecordedSearch readSearch(const governance::AuditEvent &event);

} // namespace actionscope::workspace
