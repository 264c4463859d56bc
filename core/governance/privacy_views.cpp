#include "base/text.h"
#include "governance/detail/checksums.h"
#include "governance/detail/json_text.h"
#include "governance/detail/personal_labels.h"
#include "governance/privacy.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <re2/re2.h>

namespace actionscope::governance {

using namespace detail;

namespace {

/// A shape says what was there; past these sizes more of it says nothing new.
constexpr std::size_t ShapeElements = 20, ShapeMembers = 100, ShapeDepth = 24, LongestKey = 40;

std::string placeholder(std::string_view kind, std::size_t number) {
    return "⟨" + std::string(kind) + "·" + std::to_string(number) + "⟩";
}

/// Keys are names chosen by an interface, unless the object is a map: then they are values, and may be anything.
bool looksLikeName(std::string_view key) {
    if (key.empty() || key.size() > LongestKey || isDigit(key[0]))
        return false;
    std::size_t digits = 0;
    for (const char c : key) {
        if (!isDigit(c) && !isLetter(c) && c != '_' && c != '-' && c != '.' && c != '$')
            return false;
        digits += isDigit(c) ? 1 : 0;
    }
    return digits <= 4 && findPersonalData(key).empty();
}

class Shaper {
public:
    json::value shape(const json::value &value, std::size_t depth) {
        switch (value.kind()) {
        case json::kind::object: {
            if (depth == ShapeDepth)
                return json::string("⟨object⟩");
            json::object out;
            for (const auto &entry : value.get_object()) {
                if (out.size() == ShapeMembers) {
                    out["⟨more⟩"] = value.get_object().size() - ShapeMembers;
                    break;
                }
                const std::string_view key = entry.key();
                out[looksLikeName(key) ? std::string(key) : placeholder("key", out.size() + 1)] =
                    shape(entry.value(), depth + 1);
            }
            return out;
        }
        case json::kind::array: {
            if (depth == ShapeDepth)
                return json::string("⟨array⟩");
            json::array out;
            for (const json::value &element : value.get_array()) {
                if (out.size() == ShapeElements) {
                    out.push_back(json::string(placeholder("more", value.get_array().size() - ShapeElements)));
                    break;
                }
                out.push_back(shape(element, depth + 1));
            }
            return out;
        }
        case json::kind::string:
            return json::string(shapeOfText(value.get_string()));
        case json::kind::bool_:
            return json::string("⟨boolean⟩");
        case json::kind::null:
            return json::string("⟨null⟩");
        case json::kind::int64:
        case json::kind::uint64:
        case json::kind::double_:
            break;
        }
        return json::string("⟨number⟩");
    }

private:
    std::string shapeOfText(std::string_view text) {
        const auto spans = findPersonalData(text);
        if (spans.size() == 1 && spans[0].begin == 0 && spans[0].end == text.size()) {
            auto &seen = m_seen[spans[0].kind];
            return placeholder(personalKindName(spans[0].kind),
                               seen.emplace(std::string(text), seen.size() + 1).first->second);
        }
        const auto characters = static_cast<std::size_t>(std::count_if(
            text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
        return placeholder("string", characters);
    }

    std::map<PersonalKind, std::map<std::string, std::size_t>> m_seen;
};

/// What the approver sees.
class Redactor {
public:
    /// Numbers go on after the placeholders that the request brings along.
    void startAfter(const json::value &value) {
        const std::string text = json::serialize(value);
        static const RE2 Given("⟨secret·([0-9]{1,6})⟩");
        re2::StringPiece rest(text);
        int number = 0;
        while (RE2::FindAndConsume(&rest, Given, &number))
            m_given = std::max<std::size_t>(m_given, static_cast<std::size_t>(number));
    }

    /// What stands behind the placeholders given so far, but for secrets.
    void addPersonal(json::object &personal) const {
        for (const auto &[kind, values] : m_seen) {
            if (kind == "secret")
                continue;
            for (const auto &[value, place] : values)
                personal[placeholder(kind, place)] = value;
        }
    }

    void redact(json::value &value, std::string_view label, std::string_view parent, bool secret, unsigned depth,
                unsigned nested) {
        if (depth > 256) {
            value = json::string("⟨too deep to show⟩");
            return;
        }
        if (auto *object = value.if_object()) {
            redactObject(*object, label, secret, depth, nested);
        } else if (auto *array = value.if_array()) {
            for (json::value &element : *array)
                redact(element, label, parent, secret, depth + 1, nested);
        } else if (auto *string = value.if_string()) {
            if (secret)
                *string = secretPlaceholder(*string);
            else
                redactString(*string, label, parent, depth, nested);
        } else if (value.is_number()) {
            const std::string digits = json::serialize(value);
            if (secret)
                value = json::string(number("secret", digits));
            else if (isCard(digits))
                value = json::string(number("card", digits));
            else if (labelsPhone(label) && digits.size() >= 7)
                value = json::string(number("phone", digits));
        }
    }

private:
    void redactObject(json::object &object, std::string_view label, bool secret, unsigned depth, unsigned nested) {
        // {"name": "Authorization", "value": "…"}: the label is a value itself.
        bool pairHoldsSecret = false;
        for (const char *key : {"name", "key", "header"}) {
            if (const auto *named = object.if_contains(key); named != nullptr && named->is_string())
                pairHoldsSecret =
                    pairHoldsSecret || (object.contains("value") && labelsSecret(std::string_view(named->as_string())));
        }
        bool renames = false;
        for (auto &entry : object) {
            const std::string_view key = entry.key();
            const bool hidden = secret || labelsSecret(key) || (pairHoldsSecret && key == "value");
            redact(entry.value(), key, label, hidden, depth + 1, nested);
            renames = renames || !findPersonalData(key).empty();
        }
        if (!renames)
            return;
        json::object renamed(object.storage());
        for (auto &entry : object)
            renamed[redactText(entry.key())] = std::move(entry.value());
        object = std::move(renamed);
    }

    void redactString(json::string &string, std::string_view label, std::string_view parent, unsigned depth,
                      unsigned nested) {
        const std::string_view text = string;
        if (text.empty() || text.find("⟨secret·") == 0)
            return;
        if (labelsPersonName(label, parent) && findPersonalData(text).empty()) {
            string = number("name", text);
            return;
        }
        if (labelsPhone(label) && text.size() <= 32 && std::count_if(text.begin(), text.end(), isDigit) >= 6) {
            string = number("phone", text);
            return;
        }
        if (nested < NestedJson) {
            if (auto inner = jsonInText(text)) {
                const std::size_t before = m_redacted;
                redact(*inner, label, parent, false, depth + 1, nested + 1);
                if (m_redacted != before)
                    string = json::serialize(*inner);
                return;
            }
        }
        const std::string redacted = redactText(text);
        if (redacted != text)
            string = redacted;
    }

    std::string redactText(std::string_view input) {
        std::string text = redactPairs(redactKeys(std::string(input)));
        std::string out;
        std::size_t at = 0;
        const std::string_view view = text;
        for (const PersonalSpan &span : findPersonalData(view)) {
            out.append(view.substr(at, span.begin - at));
            out.append(number(personalKindName(span.kind), view.substr(span.begin, span.end - span.begin)));
            at = span.end;
        }
        return out.append(view.substr(at));
    }

    /// Secrets by their own form: what issuers put into tokens so that they can be recognised.
    std::string redactKeys(std::string text) {
        static const RE2 Secret(
            R"((?:\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=\-]{8,}|\beyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]+\.[A-Za-z0-9_\-]*|)"
            R"(\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{8,}|\bsk-[A-Za-z0-9_\-]{16,}|\bgh[pousr]_[A-Za-z0-9]{16,}|)"
            R"(\bgithub_pat_[A-Za-z0-9_]{16,}|\bglpat-[A-Za-z0-9_\-]{16,}|\bxox[abeoprs]-[A-Za-z0-9\-]{8,}|\bAKIA[A-Z0-9]{16}\b|)"
            R"(\bAIza[A-Za-z0-9_\-]{30,}|\bas_[A-Za-z0-9]{12}_[A-Za-z0-9_\-]{43}|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?))");
        std::string out;
        re2::StringPiece match;
        const re2::StringPiece whole(text);
        std::size_t at = 0;
        while (Secret.Match(whole, at, text.size(), RE2::UNANCHORED, &match, 1) && !match.empty()) {
            const auto begin = static_cast<std::size_t>(match.data() - text.data());
            out.append(text, at, begin - at);
            out.append(number("secret", std::string_view(match.data(), match.size())));
            at = begin + match.size();
        }
        if (at == 0)
            return text;
        return out.append(text, at, std::string::npos);
    }

    /// `name=value` of queries and forms, and `user:password@` of addresses.
    std::string redactPairs(std::string text) {
        if (text.find('=') == std::string::npos && text.find("://") == std::string::npos)
            return text;
        static const RE2 Pair(R"((^|[?&;#\s])([A-Za-z0-9_.\-\[\]%]{1,64})=([^&\s#;]+))");
        static const RE2 Login(R"((://)([^/\s@:]*:[^/\s@]+)@)");
        std::string out;
        std::size_t at = 0;
        re2::StringPiece match[4];
        while (Pair.Match(re2::StringPiece(text), at, text.size(), RE2::UNANCHORED, match, 4)) {
            const std::string_view name(match[2].data(), match[2].size()), value(match[3].data(), match[3].size());
            const auto begin = static_cast<std::size_t>(match[3].data() - text.data());
            out.append(text, at, begin - at);
            const bool given = value.find("⟨") == 0 || value.find("%E2%9F%A8") == 0;
            if (!given && labelsSecret(name))
                out.append(number("secret", value));
            else if (!given && labelsPersonName(name))
                out.append(number("name", value));
            else
                out.append(value);
            at = begin + value.size();
        }
        out.append(text, at, std::string::npos);
        std::string hidden;
        at = 0;
        while (Login.Match(re2::StringPiece(out), at, out.size(), RE2::UNANCHORED, match, 3)) {
            const auto begin = static_cast<std::size_t>(match[2].data() - out.data());
            hidden.append(out, at, begin - at);
            hidden.append(number("secret", std::string_view(match[2].data(), match[2].size())));
            at = begin + match[2].size();
        }
        return at == 0 ? out : hidden.append(out, at, std::string::npos);
    }

    std::string secretPlaceholder(std::string_view value) {
        return value.find("⟨secret·") == 0 ? std::string(value) : number("secret", value);
    }

    std::string number(std::string_view kind, std::string_view value) {
        ++m_redacted;
        auto &seen = m_seen[std::string(kind)];
        const std::size_t offset = kind == "secret" ? m_given : 0;
        return placeholder(kind, offset + seen.emplace(std::string(value), seen.size() + 1).first->second);
    }

    std::map<std::string, std::map<std::string, std::size_t>> m_seen;
    std::size_t m_given = 0, m_redacted = 0;
};

} // namespace

json::value shapeOf(const json::value &value) { return Shaper().shape(value, 0); }

json::value redactForApprover(const json::value &value) {
    json::object ignored;
    return redactForApprover(value, ignored);
}

json::value redactForApprover(const json::value &value, json::object &personal) {
    json::value out = value;
    Redactor redactor;
    redactor.startAfter(value);
    redactor.redact(out, {}, {}, false, 0, 0);
    redactor.addPersonal(personal);
    return out;
}

} // namespace actionscope::governance
