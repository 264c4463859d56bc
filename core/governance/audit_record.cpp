#include "governance/audit_log.h"

#include "base/hash.h"
#include "base/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace actionscope::governance {

namespace {

constexpr std::size_t MaxTextBytes = 4096;
constexpr std::size_t MaxRanks = 1000;
constexpr std::size_t MaxDetailBytes = 1 << 20;
constexpr int MaxDetailDepth = 64;
/// The members of an exported record: those of the canonical form and `hash`.
constexpr std::size_t ExportMembers = 17;

/// The nearest number that survives being written and read by any JSON reader: Boost.JSON multiplies instead of
/// rounding correctly beyond 15 digits, so digits are taken away until what is read is what was written. Nothing when
/// fewer than twelve would be left (some beyond about 1e±22), or for what is no number.
std::optional<double> storableNumber(double number) {
    constexpr int FewestDigits = 12;
    if (!std::isfinite(number))
        return std::nullopt;
    // Most are scores of six decimals. Such a number is a whole one below 10^15 divided by 10^6, and any reader that
    // divides so gets it back; tst_audit_record holds it against what follows.
    constexpr double Million = 1e6, Exact = 1e15;
    if (const double scaled = std::round(number * Million); std::abs(scaled) < Exact && scaled / Million == number)
        return number;
    for (int digits = std::numeric_limits<double>::digits10; digits >= FewestDigits; --digits) {
        std::array<char, 40> text{};
        const auto [end, error] =
            std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::scientific, digits - 1);
        double rounded = 0;
        if (error != std::errc() || std::from_chars(text.data(), end, rounded).ec != std::errc())
            continue;
        const std::string written = canonicalJson(rounded);
        const auto read = parseJson(written);
        if (read && canonicalJson(*read) == written && read->is_number() && read->to_number<double>() == rounded)
            return rounded;
    }
    return std::nullopt;
}

Result<json::value> storableValue(const json::value &value, int depth) {
    if (depth > MaxDetailDepth)
        return fail(ErrorCode::LimitExceeded, "the detail of an audit record is nested deeper than 64 levels");
    switch (value.kind()) {
    case json::kind::object: {
        json::object out;
        for (const auto &pair : value.get_object()) {
            auto inner = storableValue(pair.value(), depth + 1);
            if (!inner)
                return inner;
            out.emplace(toValidUtf8(pair.key()), std::move(*inner));
        }
        return out;
    }
    case json::kind::array: {
        json::array out;
        for (const auto &element : value.get_array()) {
            auto inner = storableValue(element, depth + 1);
            if (!inner)
                return inner;
            out.push_back(std::move(*inner));
        }
        return out;
    }
    case json::kind::string:
        return json::value(toValidUtf8(value.get_string()));
    case json::kind::double_:
        if (!std::isfinite(value.get_double()))
            return json::value(nullptr);
        if (const auto number = storableNumber(value.get_double()))
            return json::value(*number);
        return json::value(canonicalJson(value));
    default:
        return value;
    }
}

json::array ranksJson(const std::vector<RankShown> &ranks) {
    json::array out;
    for (const RankShown &rank : ranks)
        out.push_back(json::object{{"name", rank.name}, {"rank", rank.rank}, {"score", rank.score}});
    return out;
}

void addText(std::string &out, std::string_view name, std::string_view text) {
    out += name;
    out += json::serialize(json::string_view(text.data(), text.size()));
}

bool isHash(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

std::string emptyChainHash() { return std::string(64, '0'); }

Result<AuditEvent> storableEvent(AuditEvent event) {
    if (event.kind.empty())
        return fail(ErrorCode::InvalidArgument, "an audit record needs a kind");
    for (std::string *text :
         {&event.kind, &event.actor, &event.principal, &event.organisation, &event.session, &event.service,
          &event.action, &event.tier, &event.outcome, &event.searchId, &event.indexVersion}) {
        if (text->size() > MaxTextBytes)
            return fail(ErrorCode::LimitExceeded, "a text of an audit record is longer than 4,096 bytes");
        *text = toValidUtf8(*text);
    }
    if (!event.service.empty() && event.action.starts_with(event.service + "."))
        event.action.erase(0, event.service.size() + 1);
    if (event.ranks.size() > MaxRanks)
        return fail(ErrorCode::LimitExceeded, "an audit record shows more than 1,000 ranks");
    for (RankShown &rank : event.ranks) {
        if (rank.name.size() > MaxTextBytes)
            return fail(ErrorCode::LimitExceeded, "a name in an audit record's ranks is longer than 4,096 bytes");
        rank.name = toValidUtf8(rank.name);
        rank.score = storableNumber(rank.score).value_or(0);
    }
    auto detail = storableValue(json::value(std::move(event.detail)), 0);
    if (!detail)
        return fail(std::move(detail.error()));
    if (canonicalJson(*detail).size() > MaxDetailBytes)
        return fail(ErrorCode::LimitExceeded, "the detail of an audit record is larger than 1 MiB");
    event.detail = std::move(detail->get_object());
    return event;
}

std::string canonicalRanks(const std::vector<RankShown> &ranks) {
    std::string out = "[";
    for (const RankShown &rank : ranks) {
        addText(out, out.size() > 1 ? R"(,{"name":)" : R"({"name":)", rank.name);
        out += R"(,"rank":)" + std::to_string(rank.rank) + R"(,"score":)" + canonicalJson(rank.score) + '}';
    }
    return out + ']';
}

// Written out member by member in the order of RFC 8785 rather than through a JSON object: verification does this for
// every record of the log. tst_audit_record holds it against canonicalJson.
static std::string canonicalForm(const AuditRecord &record, std::string_view detail, std::string_view ranks) {
    const AuditEvent &event = record.event;
    std::string out;
    out.reserve(512 + detail.size() + ranks.size());
    addText(out, R"({"action":)", event.action);
    addText(out, R"(,"actor":)", event.actor);
    out += R"(,"detail":)";
    out += detail;
    addText(out, R"(,"index_version":)", event.indexVersion);
    addText(out, R"(,"kind":)", event.kind);
    addText(out, R"(,"organisation":)", event.organisation);
    addText(out, R"(,"outcome":)", event.outcome);
    addText(out, R"(,"prev":)", record.prev);
    addText(out, R"(,"principal":)", event.principal);
    out += R"(,"ranks":)";
    out += ranks;
    addText(out, R"(,"search_id":)", event.searchId);
    out += R"(,"seq":)" + std::to_string(record.seq);
    addText(out, R"(,"service":)", event.service);
    addText(out, R"(,"session":)", event.session);
    addText(out, R"(,"tier":)", event.tier);
    out += R"(,"time":")" + formatTimestamp(record.time) + "\"}";
    return out;
}

std::string canonicalForm(const AuditRecord &record) {
    return canonicalForm(record, canonicalJson(json::value(record.event.detail)), canonicalRanks(record.event.ranks));
}

std::string recordHash(const AuditRecord &record) { return toHex(sha256(canonicalForm(record))); }

std::string recordHash(const AuditRecord &record, std::string_view detail, std::string_view ranks) {
    return toHex(sha256(canonicalForm(record, detail, ranks)));
}

json::object toJson(const AuditRecord &record) {
    const AuditEvent &event = record.event;
    return {{"seq", record.seq},
            {"time", formatTimestamp(record.time)},
            {"kind", event.kind},
            {"actor", event.actor},
            {"principal", event.principal},
            {"organisation", event.organisation},
            {"session", event.session},
            {"service", event.service},
            {"action", event.action},
            {"tier", event.tier},
            {"outcome", event.outcome},
            {"search_id", event.searchId},
            {"index_version", event.indexVersion},
            {"ranks", ranksJson(event.ranks)},
            {"detail", event.detail},
            {"prev", record.prev},
            {"hash", record.hash}};
}

Result<AuditRecord> recordFromJson(const json::value &value) {
    const auto wrong = [](std::string_view what) {
        return fail(ErrorCode::ParseError, "not an audit record: " + std::string(what));
    };
    if (!value.is_object())
        return wrong("it is no JSON object");
    const json::object &object = value.get_object();
    AuditRecord record;
    AuditEvent &event = record.event;
    std::string time;
    const std::array<std::pair<const char *, std::string *>, 14> texts{{{"time", &time},
                                                                        {"kind", &event.kind},
                                                                        {"actor", &event.actor},
                                                                        {"principal", &event.principal},
                                                                        {"organisation", &event.organisation},
                                                                        {"session", &event.session},
                                                                        {"service", &event.service},
                                                                        {"action", &event.action},
                                                                        {"tier", &event.tier},
                                                                        {"outcome", &event.outcome},
                                                                        {"search_id", &event.searchId},
                                                                        {"index_version", &event.indexVersion},
                                                                        {"prev", &record.prev},
                                                                        {"hash", &record.hash}}};
    for (const auto &[name, text] : texts) {
        const json::value *found = object.if_contains(name);
        if (!found || !found->is_string())
            return wrong("`" + std::string(name) + "` is missing or no text");
        *text = found->get_string();
    }
    const json::value *seq = object.if_contains("seq"), *ranks = object.if_contains("ranks"),
                      *detail = object.if_contains("detail");
    if (!seq || !seq->is_int64() || seq->get_int64() < 1)
        return wrong("`seq` is missing or no positive integer");
    if (!ranks || !ranks->is_array())
        return wrong("`ranks` is missing or no array");
    if (!detail || !detail->is_object())
        return wrong("`detail` is missing or no object");
    if (object.size() != ExportMembers)
        return wrong("it has members that no record has");
    record.seq = static_cast<std::uint64_t>(seq->get_int64());
    event.detail = detail->get_object();
    const auto parsed = parseTimestamp(time);
    // Only the form we write: another spelling of the same moment would pass unnoticed, as the hash is taken of the
    // moment.
    if (!parsed || formatTimestamp(*parsed) != time)
        return wrong("`time` is no RFC 3339 time in UTC with microseconds");
    record.time = *parsed;
    if (!isHash(record.prev) || !isHash(record.hash))
        return wrong("`prev` or `hash` is no SHA-256 in lower-case hexadecimal");
    for (const json::value &element : ranks->get_array()) {
        const json::value *name = member(element, "name"), *rank = member(element, "rank"),
                          *score = member(element, "score");
        if (!name || !name->is_string() || !rank || !rank->is_int64() || rank->get_int64() < 0 ||
            rank->get_int64() > std::numeric_limits<std::uint32_t>::max() || !score || !score->is_number() ||
            element.get_object().size() != 3)
            return wrong("an element of `ranks` is not {name, rank, score}");
        event.ranks.push_back({std::string(name->get_string()), static_cast<std::uint32_t>(rank->get_int64()),
                               score->to_number<double>()});
    }
    return record;
}

std::string_view chainFaultName(ChainFault fault) {
    switch (fault) {
    case ChainFault::None:
        return "none";
    case ChainFault::Altered:
        return "altered";
    case ChainFault::Missing:
        return "missing";
    case ChainFault::Reordered:
        return "reordered";
    case ChainFault::Unlinked:
        return "unlinked";
    case ChainFault::BadSignature:
        return "bad_signature";
    case ChainFault::OtherKey:
        return "other_key";
    case ChainFault::Truncated:
        return "truncated";
    case ChainFault::HeadReplaced:
        return "head_replaced";
    }
    return "none";
}

std::string formatHead(const AuditHead &head) {
    return std::to_string(head.seq) + ":" + (head.hash.empty() ? emptyChainHash() : head.hash);
}

Result<AuditHead> parseHead(std::string_view text) {
    const std::size_t colon = text.find(':');
    AuditHead head;
    if (colon != std::string_view::npos) {
        const char *end = text.data() + colon;
        const auto [used, error] = std::from_chars(text.data(), end, head.seq);
        head.hash = toLowerAscii(text.substr(colon + 1));
        if (error == std::errc() && used == end && colon > 0 && isHash(head.hash) &&
            (head.seq > 0 || head.hash == emptyChainHash()))
            return head;
    }
    return fail(ErrorCode::InvalidArgument,
                "not a head: expected SEQ:HASH, a number and 64 hexadecimal digits, as `audit verify` prints it");
}

} // namespace actionscope::governance
