#include "workspace/detail/replay_steps.h"

#include "base/text.h"
#include "context/token_count.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace actionscope::workspace::detail {
namespace {

using governance::AuditEvent;
using governance::AuditRecord;

constexpr std::size_t NamedHits = 3, ShownText = 120;

std::string clean(std::string_view text) { return revealInvisible(toValidUtf8(truncateUtf8(text, ShownText))); }

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return std::to_string(number) + ' ' + std::string(number == 1 ? one : many);
}

std::string figure(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", number);
    return text.data();
}

/// Parts of a line, with what is empty left out.
class Line {
public:
    Line &add(std::string_view part) {
        if (!part.empty())
            m_text += (m_text.empty() ? "" : " · ") + std::string(part);
        return *this;
    }
    /// `word` in front of what there is.
    Line &add(std::string_view word, std::string_view value) {
        return value.empty() ? *this : add(std::string(word) + ' ' + clean(value));
    }
    [[nodiscard]] std::string text() const { return m_text; }

private:
    std::string m_text;
};

template <class Number> std::optional<Number> numberIn(const json::object &object, std::string_view key) {
    const json::value *value = object.if_contains(key);
    if (value == nullptr || !value->is_number())
        return std::nullopt;
    boost::system::error_code wrong;
    const auto number = value->to_number<Number>(wrong);
    return wrong ? std::nullopt : std::optional(number);
}

std::string actionOf(const AuditEvent &event) {
    if (event.action.empty())
        return {};
    return event.service.empty() ? event.action : event.service + '.' + event.action;
}

std::vector<std::string> rulesOf(const json::object &detail) {
    std::vector<std::string> names;
    if (const json::array *rules = arrayMember(detail, "policy"))
        for (const json::value &rule : *rules)
            names.emplace_back(clean(stringMember(rule, "name")));
    return names;
}

std::string joined(const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

RecordedCall callOf(const AuditEvent &event) {
    RecordedCall call;
    call.facade = stringMember(event.detail, "facade");
    call.confirmedBy = stringMember(event.detail, "confirmed_by");
    call.gate = stringMember(event.detail, "gate");
    if (const json::value *arguments = event.detail.if_contains("arguments"))
        call.arguments = *arguments;
    call.policies = rulesOf(event.detail);
    call.approval = stringMember(event.detail, "approval");
    return call;
}

std::string shapeText(const json::value &shape) {
    return shape.is_null() ? std::string() : "arguments " + clean(json::serialize(shape));
}

} // namespace

void describeSession(const AuditRecord &first, SessionSummary &summary) {
    const AuditEvent &event = first.event;
    summary.principal = event.principal;
    summary.actor = event.actor;
    summary.organisation = event.organisation;
    if (event.kind != "session" || event.outcome != "started")
        return;
    summary.client = clean(stringMember(event.detail, "client"));
    summary.protocol = clean(stringMember(event.detail, "protocol"));
    summary.profile = stringMember(event.detail, "profile");
    summary.mount = stringMember(event.detail, "mount");
}

void StepMaker::search(const AuditRecord &record, ReplayStep &step) {
    step.kind = StepKind::Search;
    step.search = readSearch(record.event);
    const RecordedSearch &search = *step.search;
    std::string asked = clean(search.query);
    for (const std::string &query : search.queries)
        asked += (asked.empty() ? "" : "” and “") + clean(query);
    step.title = asked.empty() ? "searched, without words" : "searched “" + asked + "”";
    if (!search.provider.empty())
        step.title += " at the provider " + clean(search.provider);
    Line line;
    if (search.hits.empty())
        line.add("nothing found");
    else {
        std::string found = counted(search.hits.size(), "found: ", "found: ");
        for (std::size_t i = 0; i < std::min(NamedHits, search.hits.size()); ++i)
            found += (i == 0 ? "" : ", ") + clean(search.hits[i].name) + ' ' + figure(search.hits[i].score);
        line.add(found + (search.hits.size() > NamedHits ? ", …" : ""));
    }
    line.add("in", search.service).add("preset", search.preset);
    if (search.reduced)
        line.add("words only: vectors took no part");
    step.detail = line.text();
    step.tokens = search.tokens;
    for (const std::string &missing : search.missing) {
        // A ranking of another kind has no parts in any version.
        if (missing == "parts" && !search.preset.empty())
            continue;
        step.lacks += (step.lacks.empty() ? "" : ", ") + (missing == "preset"  ? "with which ranking"
                                                          : missing == "index" ? "over which index"
                                                                               : std::string("why each was found"));
    }
    if (!record.event.searchId.empty())
        m_searches[record.event.searchId] = m_replay.steps.size();
}

void StepMaker::activation(const AuditRecord &record, ReplayStep &step) {
    step.kind = StepKind::Activation;
    step.title = "activated " + clean(step.action);
    Line line;
    line.add(step.tier).add("confirmed by", stringMember(record.event.detail, "confirmed_by"));
    if (const auto from = m_searches.find(step.searchId); from != m_searches.end()) {
        const ReplayStep &search = m_replay.steps[from->second];
        for (const RecordedHit &hit : search.search->hits)
            if (hit.name == step.action)
                line.add("found at rank " + std::to_string(hit.rank) + " by the search of record " +
                         std::to_string(search.seq));
    }
    step.detail = line.text();
    if (std::find(m_active.begin(), m_active.end(), step.action) == m_active.end())
        m_active.push_back(step.action);
}

void StepMaker::denial(const AuditRecord &record, ReplayStep &step) {
    step.kind = StepKind::Denial;
    step.call = callOf(record.event);
    const std::string_view of = stringMember(record.event.detail, "of");
    const std::string what = step.action.empty() ? std::string("an action that there is not") : clean(step.action);
    step.title = of == "activation" ? "activation of " + what + " refused"
                 : of == "session"  ? "somebody else asked for this session and was refused"
                                    : "call of " + what + " refused";
    step.detail = Line()
                      .add(step.outcome)
                      .add("gate", step.call->gate)
                      .add("rules", joined(step.call->policies))
                      .add("approval", step.call->approval)
                      .add(shapeText(step.call->arguments))
                      .text();
}

void StepMaker::attempt(const AuditRecord &record, ReplayStep &step) {
    step.kind = StepKind::Call;
    step.call = callOf(record.event);
    step.call->sent = true;
    step.title = "called " + clean(step.action);
    step.detail = Line()
                      .add("no outcome recorded")
                      .add("rules", joined(step.call->policies))
                      .add("confirmed by", step.call->confirmedBy)
                      .add(shapeText(step.call->arguments))
                      .text();
    m_attempts[record.seq] = m_replay.steps.size();
}

/// A second record of a call that is a step already.
bool StepMaker::outcome(const AuditRecord &record) {
    const auto attempt = numberIn<std::uint64_t>(record.event.detail, "attempt");
    const auto known = attempt ? m_attempts.find(*attempt) : m_attempts.end();
    if (known == m_attempts.end())
        return false;
    ReplayStep &step = m_replay.steps[known->second];
    RecordedCall &call = *step.call;
    call.answered = true;
    call.after = record.seq;
    call.status = numberIn<int>(record.event.detail, "status");
    call.bytes = numberIn<std::uint64_t>(record.event.detail, "bytes");
    call.elapsedUs = numberIn<std::int64_t>(record.event.detail, "elapsed_us");
    step.outcome = record.event.outcome;
    Line line;
    line.add(step.outcome);
    if (call.status && *call.status != 0)
        line.add("status " + std::to_string(*call.status));
    if (call.bytes)
        line.add(counted(*call.bytes, "byte", "bytes"));
    if (call.elapsedUs)
        line.add(std::to_string(*call.elapsedUs / 1000) + " ms");
    step.detail = line.add("rules", joined(call.policies))
                      .add("confirmed by", call.confirmedBy)
                      .add("approval", call.approval)
                      .add(shapeText(call.arguments))
                      .text();
    step.tokens = context::estimateTokens(call.bytes.value_or(0));
    return true;
}

void StepMaker::others(const AuditRecord &record, ReplayStep &step) {
    const AuditEvent &event = record.event;
    const auto tokens = numberIn<std::uint64_t>(event.detail, "tokens");
    if (event.kind == "session") {
        const bool started = event.outcome == "started";
        step.kind = started ? StepKind::Started : StepKind::Ended;
        step.title = started ? "session began" : "session ended";
        step.detail = Line()
                          .add("client", stringMember(event.detail, "client"))
                          .add("protocol", stringMember(event.detail, "protocol"))
                          .add("profile", stringMember(event.detail, "profile"))
                          .add("server", stringMember(event.detail, "mount"))
                          .text();
        if (!started) {
            if (!m_active.empty())
                step.detail = counted(m_active.size(), "activation", "activations") + " ended with it";
            m_active.clear();
            m_replay.session.ended = true;
        }
    } else if (event.kind == "deactivate") {
        step.kind = StepKind::Deactivation;
        step.title = clean(step.action) + " is active no more";
        step.detail = step.outcome;
        std::erase(m_active, step.action);
    } else if (event.kind == "list") {
        step.kind = StepKind::List;
        const auto tools = numberIn<std::uint64_t>(event.detail, "tools");
        step.title = event.outcome == "changed" ? "was told that its list of tools changed"
                     : tools                    ? "read its list of " + counted(*tools, "tool", "tools")
                                                : "read its list of tools";
        step.tokens = tokens;
    } else if (event.kind == governance::audit_kind::Approval) {
        step.kind = StepKind::Approval;
        step.title = "approval of " + clean(step.action) + ": " + step.outcome;
        step.detail = Line()
                          .add(stringMember(event.detail, "id"))
                          .add("by", event.principal)
                          .add("asked for by", stringMember(event.detail, "requested_by"))
                          .text();
    } else if (event.kind == "mount") {
        step.kind = StepKind::Passage;
        step.title = "asked the server " + clean(event.service) + " for " + clean(event.action);
        step.detail = step.outcome;
    } else {
        step.kind = StepKind::Other;
        step.title = clean(event.kind) + (step.action.empty() ? "" : " of " + clean(step.action));
        step.detail = Line().add(step.outcome).add(clean(json::serialize(event.detail))).text();
        step.tokens = tokens;
    }
}

void StepMaker::count(const ReplayStep &step) {
    SessionSummary &summary = m_replay.session;
    switch (step.kind) {
    case StepKind::Search:
        ++summary.searches;
        m_replay.contextIsWhole = m_replay.contextIsWhole && step.tokens;
        break;
    case StepKind::Activation:
        ++summary.activations;
        break;
    case StepKind::Deactivation:
        ++summary.deactivations;
        break;
    case StepKind::Denial:
        ++summary.denials;
        break;
    case StepKind::Call:
        ++summary.calls;
        break;
    default:
        break;
    }
}

void StepMaker::add(const AuditRecord &record) {
    SessionSummary &summary = m_replay.session;
    if (m_first) {
        summary.from = record.time;
        describeSession(record, summary);
        m_first = false;
    } else if (summary.principal.empty() && record.event.kind != governance::audit_kind::Approval) {
        summary.principal = record.event.principal;
        summary.organisation = record.event.organisation;
    }
    summary.to = record.time;
    ++summary.records;
    const AuditEvent &event = record.event;
    const bool call = event.kind == "call";
    if (call && event.outcome != "attempt" && outcome(record))
        return;
    if (m_replay.steps.size() == MaxReplaySteps) {
        ++m_replay.cut;
        return;
    }
    ReplayStep step;
    step.seq = record.seq;
    step.time = record.time;
    step.outcome = clean(event.outcome);
    step.action = actionOf(event);
    step.service = event.service;
    step.tier = event.tier;
    step.principal = event.principal;
    step.organisation = event.organisation;
    step.searchId = event.searchId;
    step.record = event.detail;
    if (event.kind == "search")
        search(record, step);
    else if (event.kind == "activation")
        activation(record, step);
    else if (event.kind == "denial")
        denial(record, step);
    else if (call)
        attempt(record, step);
    else
        others(record, step);
    if (call && event.outcome != "attempt") {
        // Its attempt could not be written, or is not of this session.
        step.outcome = event.outcome;
        step.detail = step.outcome + " · its attempt is not in the log";
    }
    step.active = m_active;
    m_older += step.lacks.empty() ? 0 : 1;
    count(step);
    m_replay.steps.push_back(std::move(step));
}

void StepMaker::finish() {
    // Only now: what a call brought is known from a later record than its step's.
    for (ReplayStep &step : m_replay.steps) {
        m_replay.context += step.tokens.value_or(0);
        step.context = m_replay.context;
    }
    std::vector<std::string> &notes = m_replay.notes;
    const bool begun = !m_replay.steps.empty() && m_replay.steps.front().kind == StepKind::Started;
    if (!begun)
        notes.emplace_back("The log does not say how this session began: an earlier version of the program recorded "
                           "it, or its calls came without one.");
    if (m_older != 0)
        notes.push_back(counted(m_older, "search was", "searches were") +
                        " recorded by an earlier version of the program and do not say all; what they say is shown.");
    if (!m_replay.contextIsWhole)
        notes.emplace_back("Some searches do not say how much they put into the model's context: the sums are lower "
                           "bounds.");
    if (m_replay.cut != 0)
        notes.push_back("The first " + std::to_string(MaxReplaySteps) + " steps are shown; " +
                        std::to_string(m_replay.cut) + " records follow.");
}

} // namespace actionscope::workspace::detail
