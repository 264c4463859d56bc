#include "governance/audit_chain.h"

#include "governance/audit_signature.h"

#include <algorithm>

namespace actionscope::governance {

namespace {

/// How far around a record its original place is looked for, to tell "moved" from "altered".
constexpr std::uint64_t MovedWindow = 20'000;

std::string number(std::uint64_t value) { return std::to_string(value); }

/// The sequence number under which the record's content gives its stored hash, when that is near.
std::optional<std::uint64_t> originalPlace(AuditRecord record) {
    const std::uint64_t place = record.seq;
    for (std::uint64_t distance = 1; distance <= MovedWindow; ++distance) {
        record.seq = place + distance;
        if (recordHash(record) == record.hash)
            return record.seq;
        if (distance < place) {
            record.seq = place - distance;
            if (recordHash(record) == record.hash)
                return record.seq;
        }
    }
    return std::nullopt;
}

} // namespace

ChainVerifier::ChainVerifier(Options options)
    : m_options(std::move(options))
    , m_last(m_options.start)
    , m_lastCheckpoint(m_options.lastCheckpoint) {
    if (m_last.seq == 0)
        m_last.hash = emptyChainHash();
    m_result.head = m_last;
    if (m_options.expected)
        m_result.headFound = m_options.expected->seq == 0 ||
                             (m_options.expected->seq == m_last.seq && m_options.expected->hash == m_last.hash);
}

bool ChainVerifier::broken(ChainFault fault, std::uint64_t seq, std::string problem) {
    m_result.intact = false;
    m_result.fault = fault;
    m_result.firstBad = seq;
    m_result.problem = std::move(problem);
    return false;
}

bool ChainVerifier::add(const AuditRecord &record, std::string_view defect) {
    if (!m_result.intact)
        return false;
    if (!checkPlace(record) || !checkContent(record, defect) || !checkSignature(record))
        return false;
    m_last = {record.seq, record.hash};
    ++m_result.checked;
    if (m_options.expected && m_options.expected->seq == record.seq) {
        m_result.headFound = m_options.expected->hash == record.hash;
        if (!*m_result.headFound) {
            m_result.expectedHash = m_options.expected->hash;
            m_result.foundHash = record.hash;
            return broken(ChainFault::HeadReplaced, record.seq,
                          "record " + number(record.seq) +
                              " is not the one of the given head: the log was rewritten, or the head is another log's");
        }
    }
    return true;
}

bool ChainVerifier::checkPlace(const AuditRecord &record) {
    const std::uint64_t due = m_last.seq + 1;
    if (record.seq == due || (m_options.gaps && record.seq > due))
        return true;
    if (record.seq > due)
        return broken(ChainFault::Missing, due,
                      (record.seq == due + 1
                           ? "record " + number(due) + " is missing"
                           : "records " + number(due) + " to " + number(record.seq - 1) + " are missing") +
                          ": after record " + number(m_last.seq) + " comes record " + number(record.seq));
    return broken(ChainFault::Reordered, record.seq,
                  "record " + number(record.seq) + " comes after record " + number(m_last.seq) +
                      ": records were reordered or repeated");
}

bool ChainVerifier::checkContent(const AuditRecord &record, std::string_view defect) {
    std::string computed = recordHash(record);
    if (!defect.empty() || computed != record.hash) {
        m_result.expectedHash = std::move(computed);
        m_result.foundHash = record.hash;
        if (defect.empty())
            if (const auto place = originalPlace(record))
                return broken(ChainFault::Reordered, record.seq,
                              "in the place of record " + number(record.seq) + " stands what was written as record " +
                                  number(*place) + ": records were reordered or removed and renumbered");
        return broken(ChainFault::Altered, record.seq,
                      "record " + number(record.seq) + " was altered: " +
                          (defect.empty() ? "its content does not give its hash" : std::string(defect)));
    }
    const bool linked = record.seq == m_last.seq + 1;
    if (linked && record.prev != m_last.hash) {
        m_result.expectedHash = m_last.hash;
        m_result.foundHash = record.prev;
        return broken(ChainFault::Unlinked, record.seq,
                      record.seq == 1 ? "record 1 does not begin a chain: records before it were removed"
                                      : "record " + number(record.seq) + " does not continue record " +
                                            number(m_last.seq) + ": one of the two was replaced");
    }
    return true;
}

bool ChainVerifier::checkSignature(const AuditRecord &record) {
    if (record.event.kind != audit_kind::Checkpoint)
        return true;
    const json::value detail(record.event.detail);
    const std::string_view key = stringMember(detail, "public_key"), signature = stringMember(detail, "signature");
    const auto &trusted = m_options.trustedKeys;
    if (std::find(trusted.begin(), trusted.end(), key) == trusted.end())
        return broken(ChainFault::OtherKey, record.seq,
                      "checkpoint " + number(record.seq) +
                          " is signed by a key that is not this workspace's: the log was replaced or signed anew");
    // Under a filter the record before may be left out, but its hash is in this one.
    if (!signatureHolds(key, checkpointPayload({record.seq - 1, record.prev}), signature))
        return broken(ChainFault::BadSignature, record.seq,
                      "the signature of checkpoint " + number(record.seq) + " does not hold: records after " +
                          (m_lastCheckpoint ? "checkpoint " + number(m_lastCheckpoint) : "the beginning") +
                          " and before it were rewritten, or the checkpoint was");
    m_lastCheckpoint = record.seq;
    ++m_result.checkpoints;
    return true;
}

Verification ChainVerifier::finish() {
    m_result.head = m_last;
    m_result.unsignedTail = m_last.seq - m_lastCheckpoint;
    if (m_result.intact && m_result.headFound == false && !m_options.gaps && m_options.expected->seq > m_last.seq) {
        m_result.expectedHash = m_options.expected->hash;
        broken(ChainFault::Truncated, m_last.seq + 1,
               "the log ends at record " + number(m_last.seq) + ", but the given head is record " +
                   number(m_options.expected->seq) + ": the tail was cut off, or the head is another log's");
    }
    return m_result;
}

Result<Verification> verifyExport(const std::function<std::optional<std::string>()> &readLine,
                                  ChainVerifier::Options options, const Job &job) {
    ChainVerifier verifier(std::move(options));
    std::uint32_t number = 0;
    while (const auto line = readLine()) {
        ++number;
        if (number % 1024 == 0) {
            job.at("verifying", number, 0);
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "verification was cancelled");
        }
        if (line->empty())
            continue;
        const auto value = parseJson(*line);
        auto record = value ? recordFromJson(*value) : tl::unexpected(value.error());
        if (!record) {
            record.error().where.line = number;
            return fail(std::move(record.error()));
        }
        if (!verifier.add(*record))
            break;
    }
    return verifier.finish();
}

} // namespace actionscope::governance
