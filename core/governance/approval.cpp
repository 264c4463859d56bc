#include "governance/approvals.h"

#include "base/hash.h"

#include <algorithm>
#include <array>

namespace actionscope::governance {
namespace {

constexpr std::array<std::string_view, 8> StateNames{"waiting", "approved", "spent",     "denied",
                                                     "expired", "void",     "withdrawn", "revoked"};

/// The texts of a frozen request by the names they are stored under.
struct TextField {
    std::string_view name;
    std::string FrozenRequest::*text;
};
constexpr std::array<TextField, 13> TextFields{{{"service", &FrozenRequest::service},
                                                {"action", &FrozenRequest::action},
                                                {"definition_hash", &FrozenRequest::definitionHash},
                                                {"arguments_digest", &FrozenRequest::argumentsDigest},
                                                {"principal", &FrozenRequest::principal},
                                                {"principal_name", &FrozenRequest::principalName},
                                                {"user", &FrozenRequest::user},
                                                {"organisation", &FrozenRequest::organisation},
                                                {"session", &FrozenRequest::session},
                                                {"facade", &FrozenRequest::facade},
                                                {"tier", &FrozenRequest::tier},
                                                {"consequence", &FrozenRequest::consequence},
                                                {"stated_reason", &FrozenRequest::statedReason}}};

constexpr std::string_view PlaceholderBegin = "⟨", PlaceholderEnd = "⟩";

bool sameUser(std::string_view a, std::string_view b) { return !a.empty() && a == b; }

std::string replaced(std::string_view text, const json::object &personal) {
    std::string out;
    std::size_t at = 0;
    while (true) {
        const std::size_t begin = text.find(PlaceholderBegin, at);
        const std::size_t end = begin == std::string_view::npos ? begin : text.find(PlaceholderEnd, begin);
        if (end == std::string_view::npos)
            return out.append(text.substr(at));
        const std::size_t after = end + PlaceholderEnd.size();
        const json::value *value = personal.if_contains(text.substr(begin, after - begin));
        out.append(text.substr(at, begin - at));
        if (value != nullptr && value->is_string()) {
            out.append(value->get_string());
            at = after;
        } else {
            out.append(PlaceholderBegin);
            at = begin + PlaceholderBegin.size();
        }
    }
}

void replace(json::value &value, const json::object &personal) {
    if (auto *text = value.if_string()) {
        *text = replaced(*text, personal);
    } else if (auto *array = value.if_array()) {
        for (json::value &element : *array)
            replace(element, personal);
    } else if (auto *object = value.if_object()) {
        json::object out;
        for (auto &entry : *object) {
            replace(entry.value(), personal);
            out[replaced(entry.key(), personal)] = std::move(entry.value());
        }
        *object = std::move(out);
    }
}

} // namespace

json::object withPersonalData(const json::object &shown, const json::object &personal) {
    json::value value(shown);
    replace(value, personal);
    return std::move(value.get_object());
}

std::string_view approvalStateName(ApprovalState state) { return StateNames[static_cast<std::size_t>(state)]; }

std::optional<ApprovalState> approvalStateFromName(std::string_view name) {
    for (std::size_t i = 0; i < StateNames.size(); ++i)
        if (StateNames[i] == name)
            return static_cast<ApprovalState>(i);
    return std::nullopt;
}

unsigned Approval::approvals() const {
    return static_cast<unsigned>(
        std::count_if(votes.begin(), votes.end(), [](const ApprovalVote &vote) { return vote.approve; }));
}

std::string newApprovalId() {
    // Without i, l, o and u: nothing is misread, and fewer accidental words (Crockford's base32).
    constexpr std::string_view Alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    std::string id = "a-";
    for (const char byte : randomBytes(10))
        id += Alphabet[static_cast<unsigned char>(byte) % Alphabet.size()];
    return id;
}

json::object toJson(const FrozenRequest &request) {
    json::object object;
    for (const TextField &field : TextFields)
        object[field.name] = request.*field.text;
    object["gated"] = request.gated;
    object["shown"] = request.shown;
    object["provenance"] = request.provenance;
    object["approvers_needed"] = request.approversNeeded;
    object["longest_time_box_s"] = request.longestTimeBox.count();
    return object;
}

Result<FrozenRequest> frozenRequestFromJson(const json::value &value) {
    const auto bad = [](std::string_view what) {
        return fail(ErrorCode::ParseError,
                    "no frozen request: `" + std::string(what) + "` is missing or no such value");
    };
    FrozenRequest request;
    for (const TextField &field : TextFields) {
        const json::value *text = member(value, field.name);
        if (text == nullptr || !text->is_string())
            return bad(field.name);
        request.*field.text = std::string(text->get_string());
    }
    const json::object *shown = objectMember(value, "shown");
    const json::array *provenance = arrayMember(value, "provenance");
    const json::value *gated = member(value, "gated");
    if (gated == nullptr || !gated->is_bool())
        return bad("gated");
    const json::value *approvers = member(value, "approvers_needed"), *box = member(value, "longest_time_box_s");
    if (shown == nullptr)
        return bad("shown");
    if (provenance == nullptr)
        return bad("provenance");
    boost::system::error_code error;
    const auto count = approvers != nullptr ? approvers->to_number<unsigned>(error) : 0;
    if (approvers == nullptr || error)
        return bad("approvers_needed");
    const auto seconds = box != nullptr ? box->to_number<std::int64_t>(error) : 0;
    if (box == nullptr || error)
        return bad("longest_time_box_s");
    request.gated = gated->get_bool();
    request.shown = *shown;
    request.provenance = *provenance;
    request.approversNeeded = count;
    request.longestTimeBox = std::chrono::seconds(seconds);
    return request;
}

Result<void> checkDecision(const Approval &approval, const ApprovalDecision &decision, const Principal &who) {
    const FrozenRequest &request = approval.request;
    if (!holds(who.role, Permission::Decide))
        return fail(ErrorCode::PermissionDenied, "\"" + who.name + "\" has the role " +
                                                     std::string(roleName(who.role)) +
                                                     ", which decides nothing: it takes an approver or an admin");
    if (who.id == request.principal)
        return fail(ErrorCode::PermissionDenied, "who asked cannot decide");
    if (request.approversNeeded > 1 && sameUser(who.user, request.user))
        return fail(ErrorCode::PermissionDenied,
                    "four eyes are asked for: " + who.user + " made the request, so other people decide it");
    for (const ApprovalVote &vote : approval.votes)
        if (vote.approver == who.id || sameUser(who.user, vote.user))
            return fail(ErrorCode::PermissionDenied, "you decided already; it takes other people");
    if (approval.state != ApprovalState::Waiting)
        return fail(ErrorCode::Conflict,
                    approval.id + " does not wait any more: it is " + std::string(approvalStateName(approval.state)));
    if (!decision.approve) {
        if (decision.reason.find_first_not_of(" \t\r\n") == std::string::npos)
            return fail(ErrorCode::InvalidArgument, "a denial needs a reason: the caller is told it");
        return {};
    }
    if (decision.timeBox < std::chrono::seconds(0) || decision.timeBox > request.longestTimeBox)
        return fail(ErrorCode::InvalidArgument,
                    request.longestTimeBox.count() == 0
                        ? "this request can be approved for one call only: no policy allows a time box"
                        : "the time box may be " + std::to_string(request.longestTimeBox.count()) +
                              " seconds at most (`time_box` of the policy)");
    const unsigned most = decision.timeBox.count() > 0 ? MaxApprovalUses : 1;
    if (decision.uses < 1 || decision.uses > most)
        return fail(ErrorCode::InvalidArgument, most == 1
                                                    ? "without a time box an approval is for one call"
                                                    : "an approval is for 1 to " + std::to_string(most) + " calls");
    return {};
}

AuditEvent approvalEvent(const Approval &approval, std::string_view outcome, const Principal *who) {
    const FrozenRequest &request = approval.request;
    AuditEvent event;
    event.kind = audit_kind::Approval;
    event.outcome = outcome;
    event.service = request.service;
    event.action = request.action;
    event.tier = request.tier;
    event.session = request.session;
    event.organisation = request.organisation;
    if (who != nullptr)
        event.principal = who->id;
    event.detail = {{"id", approval.id},
                    {"requested_by", request.principal},
                    {"arguments_digest", request.argumentsDigest},
                    {"definition_hash", request.definitionHash},
                    {"approvals", approval.approvals()},
                    {"approvers_needed", request.approversNeeded},
                    {"expires", formatTimestamp(approval.expires)}};
    if (approval.state == ApprovalState::Approved || approval.state == ApprovalState::Spent) {
        event.detail["uses_left"] = approval.usesLeft;
        event.detail["time_box_s"] = approval.timeBox.count();
    }
    return event;
}

} // namespace actionscope::governance
