#include "base/text.h"
#include "governance/detail/checksums.h"
#include "governance/detail/ip_text.h"
#include "governance/detail/personal_labels.h"
#include "governance/privacy.h"

#include <algorithm>
#include <re2/re2.h>
#include <set>

namespace actionscope::governance {

using namespace detail;

std::string_view personalKindName(PersonalKind kind) {
    switch (kind) {
    case PersonalKind::Email:
        return "email";
    case PersonalKind::Phone:
        return "phone";
    case PersonalKind::Iban:
        return "iban";
    case PersonalKind::Card:
        return "card";
    case PersonalKind::NationalId:
        return "national_id";
    case PersonalKind::IpAddress:
        return "ip_address";
    case PersonalKind::Name:
        return "name";
    }
    return {};
}

namespace {

/// A byte that continues a word: an ASCII letter or digit, or any part of a character beyond ASCII.
bool inWord(char c) { return isDigit(c) || isLetter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

bool standsAlone(std::string_view text, std::size_t begin, std::size_t end) {
    return (begin == 0 || !inWord(text[begin - 1])) && (end == text.size() || !inWord(text[end]));
}

/// Calls `found(begin, end)` for each match, left to right.
template <class Found> void each(const RE2 &pattern, std::string_view text, const Found &found) {
    re2::StringPiece match;
    std::size_t at = 0;
    const re2::StringPiece whole(text.data(), text.size());
    while (at <= text.size() && pattern.Match(whole, at, text.size(), RE2::UNANCHORED, &match, 1)) {
        const std::size_t begin = static_cast<std::size_t>(match.data() - text.data()), end = begin + match.size();
        found(begin, end);
        at = std::max(end, at + 1);
    }
}

RE2::Options longest() {
    RE2::Options options;
    options.set_longest_match(true);
    options.set_log_errors(false);
    return options;
}

/// Spans found so far, earlier detectors first: what one has taken the next ones leave alone.
class Spans {
public:
    /// Takes one detector's spans, which are in order themselves: one merge instead of an insertion each.
    void merge(std::vector<PersonalSpan> found) {
        if (m_spans.empty()) {
            m_spans = std::move(found);
            return;
        }
        std::vector<PersonalSpan> merged;
        merged.reserve(m_spans.size() + found.size());
        auto mine = m_spans.begin();
        for (const PersonalSpan &span : found) {
            while (mine != m_spans.end() && mine->end <= span.begin)
                merged.push_back(*mine++);
            if (mine == m_spans.end() || mine->begin >= span.end)
                merged.push_back(span);
        }
        merged.insert(merged.end(), mine, m_spans.end());
        m_spans = std::move(merged);
    }
    [[nodiscard]] std::vector<PersonalSpan> take() { return std::move(m_spans); }

private:
    std::vector<PersonalSpan> m_spans;
};

std::vector<PersonalSpan> findEmails(std::string_view text) {
    // %40 is the @ of an address inside a URL.
    static const RE2 Pattern(R"([\pL\pN._%+'\-]+(?:@|%40)(?:[\pL\pN](?:[\pL\pN\-]*)\.)+\pL[\pL\pN\-]*)", longest());
    std::vector<PersonalSpan> out;
    each(Pattern, text, [&](std::size_t begin, std::size_t end) {
        // "\nana@…" in text that is half a JSON string: the letter belongs to the escape.
        if (begin > 0 && text[begin - 1] == '\\' &&
            std::string_view("nrtbf").find(text[begin]) != std::string_view::npos && end - begin > 1)
            ++begin;
        while (end > begin && text[end - 1] == '-')
            --end;
        while (begin < end && (text[begin] == '.' || text[begin] == '\'' || text[begin] == '-'))
            ++begin;
        if (begin < end && text[begin] != '@')
            out.push_back({begin, end, PersonalKind::Email});
    });
    return out;
}

std::vector<PersonalSpan> findIbans(std::string_view text) {
    constexpr std::size_t Separators = 12;
    std::vector<PersonalSpan> out;
    for (std::size_t begin = 0; begin + 15 <= text.size(); ++begin) {
        if (!isLetter(text[begin]) || !isLetter(text[begin + 1]) || !isDigit(text[begin + 2]) ||
            !isDigit(text[begin + 3]) || (begin > 0 && inWord(text[begin - 1])))
            continue;
        std::string country{static_cast<char>(text[begin] & ~0x20), static_cast<char>(text[begin + 1] & ~0x20)};
        const std::size_t length = ibanLength(country);
        std::string compact;
        std::size_t end = begin;
        for (; end < text.size() && compact.size() < length && end - begin < length + Separators; ++end) {
            const char c = text[end];
            if (isDigit(c))
                compact += c;
            else if (isLetter(c))
                compact += static_cast<char>(c & ~0x20);
            else if (c != ' ' && c != '-')
                break;
        }
        if (length != 0 && compact.size() == length && (end == text.size() || !inWord(text[end])) && isIban(compact))
            out.push_back({begin, end, PersonalKind::Iban});
        if (!out.empty() && out.back().begin == begin)
            begin = end - 1;
    }
    return out;
}

/// Numbers written in groups: cards and national ids. Within a run of digit groups every sequence of whole groups is
/// tried, so that a number stands out from its neighbours ("ref 12 4111 1111 1111 1111 12/27").
struct Group {
    std::size_t begin, end;
};
template <class Test>
void eachGrouping(std::string_view text, std::size_t from, std::size_t to, std::size_t mostDigits, const Test &test) {
    std::vector<Group> groups;
    for (std::size_t at = from; at < to;) {
        std::size_t end = at;
        while (end < to && (isDigit(text[end]) || isLetter(text[end])))
            ++end;
        if (end > at)
            groups.push_back({at, end});
        at = end + 1;
    }
    for (std::size_t first = 0; first < groups.size();) {
        std::string digits;
        std::size_t taken = 0;
        for (std::size_t last = first; last < groups.size(); ++last) {
            digits.append(text.substr(groups[last].begin, groups[last].end - groups[last].begin));
            if (digits.size() > mostDigits)
                break;
            if (test(digits, groups[first].begin, groups[last].end, last - first + 1))
                taken = last + 1;
        }
        first = taken != 0 ? taken : first + 1;
    }
}

std::vector<PersonalSpan> findCards(std::string_view text) {
    static const RE2 Run(R"([0-9]+(?:[ \-][0-9]+)*)", longest());
    std::vector<PersonalSpan> out;
    each(Run, text, [&](std::size_t begin, std::size_t end) {
        if (end - begin < 13 || !standsAlone(text, begin, end))
            return;
        eachGrouping(text, begin, end, 19,
                     [&](const std::string &digits, std::size_t from, std::size_t to, std::size_t) {
                         // Cards are written in groups that begin with four digits, or in one.
                         if (!std::all_of(text.begin() + static_cast<std::ptrdiff_t>(from),
                                          text.begin() + static_cast<std::ptrdiff_t>(from + 4), isDigit) ||
                             !isCard(digits))
                             return false;
                         while (!out.empty() && out.back().end > from)
                             out.pop_back();
                         out.push_back({from, to, PersonalKind::Card});
                         return true;
                     });
    });
    return out;
}

std::vector<PersonalSpan> findNationalIds(std::string_view text) {
    static const RE2 Run(R"([0-9XYZ][0-9]*[A-Z]?(?:[ \-.][0-9]+[A-Z]?|[ \-][AB][0-9]*|-[A-Z])*)", longest());
    std::vector<PersonalSpan> out;
    each(Run, text, [&](std::size_t begin, std::size_t end) {
        if (end - begin < 9 || !standsAlone(text, begin, end))
            return;
        eachGrouping(text, begin, end, 15,
                     [&](const std::string &compact, std::size_t from, std::size_t to, std::size_t groups) {
                         const std::size_t width = to - from;
                         // Nine digits without separators are anything; in 3-2-4 they are a social security number.
                         const bool ssn = groups == 3 && width == 11 &&
                                          (text[from + 3] == '-' || text[from + 3] == ' ') &&
                                          text[from + 6] == text[from + 3] && isSsn(compact);
                         if (!ssn && !isGermanTaxId(compact) && !isSpanishId(compact) && !isFrenchInsee(compact))
                             return false;
                         while (!out.empty() && out.back().end > from)
                             out.pop_back();
                         out.push_back({from, to, PersonalKind::NationalId});
                         return true;
                     });
    });
    return out;
}

std::vector<PersonalSpan> findIps(std::string_view text) {
    static const RE2 V4(R"([0-9]{1,3}(?:\.[0-9]+)+)", longest());
    static const RE2 V6(R"([0-9A-Fa-f]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)", longest());
    std::vector<PersonalSpan> four, six;
    each(V4, text, [&](std::size_t begin, std::size_t end) {
        const auto address = standsAlone(text, begin, end) ? readIpv4(text.substr(begin, end - begin)) : std::nullopt;
        const bool ours = address && ((*address)[0] == 127 || *address == std::array<std::uint8_t, 4>{});
        if (address && !ours && (begin == 0 || text[begin - 1] != '.'))
            four.push_back({begin, end, PersonalKind::IpAddress});
    });
    each(V6, text, [&](std::size_t begin, std::size_t end) {
        while (end > begin && text[end - 1] == '.')
            --end;
        if (!standsAlone(text, begin, end))
            return;
        const std::string_view candidate = text.substr(begin, end - begin);
        const auto address = readIpv6(candidate);
        if (!address || candidate.find_first_of("0123456789") == std::string_view::npos)
            return;
        const auto set = std::count_if(address->begin(), address->end(), [](std::uint16_t part) { return part != 0; });
        if (set > 1) // ::, ::1 and their like name nobody
            six.push_back({begin, end, PersonalKind::IpAddress});
    });
    Spans both;
    both.merge(std::move(six));
    both.merge(std::move(four));
    return both.take();
}

std::vector<PersonalSpan> findPhones(std::string_view text) {
    static const RE2 Run(R"((?:\+|%2B)?\(?[0-9][0-9 ()./\-]*[0-9])", longest());
    static const RE2 International(R"((?:\+|%2B|00)[ ]?\(?[1-9][0-9 ()./\-]*)");
    static const RE2 American(R"((?:1[ .\-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .\-])[0-9]{3}[ .\-][0-9]{4})");
    static const RE2 National(R"(\(?0[1-9][0-9]{0,4}\)?(?:[ /\-]{1,2}|[ ]?\(?)[0-9]{2,}(?:[ /\-][0-9]{2,})*)");
    static const RE2 French(R"(0[1-9](?:[ .\-][0-9]{2}){4})");
    static const RE2 Date(R"([0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4}.*)");
    std::vector<PersonalSpan> out;
    each(Run, text, [&](std::size_t begin, std::size_t end) {
        if (end - begin < 8 || !standsAlone(text, begin, end))
            return;
        const std::string_view run = text.substr(begin, end - begin);
        const auto digits = static_cast<std::size_t>(std::count_if(run.begin(), run.end(), isDigit)) -
                            (run.substr(0, 3) == "%2B" ? 1U : 0U);
        if (digits < 8 || digits > 17 || run.find("  ") != std::string_view::npos)
            return;
        const re2::StringPiece piece(run.data(), run.size());
        const bool separated = run.find_first_of(" ()./-") != std::string_view::npos;
        const bool international =
            digits <= 15 + (run.substr(0, 2) == "00" ? 2U : 0U) && RE2::FullMatch(piece, International);
        if (international || (separated && digits == 10 && RE2::FullMatch(piece, French)) ||
            (separated && digits >= 9 && digits <= 12 && !RE2::FullMatch(piece, Date) &&
             (RE2::FullMatch(piece, American) || RE2::FullMatch(piece, National))))
            out.push_back({begin, end, PersonalKind::Phone});
    });
    return out;
}

bool oneOf(std::string_view word, const std::set<std::string_view> &words) { return words.count(word) != 0; }

/// Words that hold a person: "assignee", "assignees".
bool isPersonWord(std::string_view word) {
    static const std::set<std::string_view> Words{
        "account",   "applicant", "approver",  "assignee",  "attendee",    "author",     "billing",   "buyer",
        "candidate", "child",     "client",    "colleague", "committer",   "contact",    "creator",   "customer",
        "driver",    "employee",  "guest",     "holder",    "candidate",   "cardholder", "host",      "lead",
        "manager",   "member",    "organizer", "owner",     "participant", "passenger",  "patient",   "payee",
        "payer",     "person",    "people",    "profile",   "recipient",   "reporter",   "requester", "requestor",
        "reviewer",  "sender",    "shipping",  "speaker",   "student",     "teacher",    "tenant",    "traveler",
        "user",      "visitor",   "guardian",  "parent",    "spouse",      "assigned"};
    if (oneOf(word, Words))
        return true;
    return word.size() > 3 && word.back() == 's' && oneOf(word.substr(0, word.size() - 1), Words);
}

} // namespace

std::vector<PersonalSpan> findPersonalData(std::string_view text) {
    // Most text has nothing to find: a look at its bytes saves the patterns.
    std::size_t digits = 0, colons = 0;
    bool at = false;
    for (const char c : text) {
        digits += isDigit(c) ? 1 : 0;
        colons += c == ':' ? 1 : 0;
        at = at || c == '@' || c == '%';
    }
    Spans spans;
    if (at)
        spans.merge(findEmails(text));
    if (digits >= 8) {
        spans.merge(findIbans(text));
        spans.merge(findCards(text));
    }
    if (digits >= 7)
        spans.merge(findNationalIds(text));
    if (digits >= 4 || (colons >= 2 && digits > 0))
        spans.merge(findIps(text));
    if (digits >= 8)
        spans.merge(findPhones(text));
    return spans.take();
}

bool labelsPersonName(std::string_view memberName, std::string_view parentName) {
    if (const std::size_t dot = memberName.rfind('.'); dot != std::string_view::npos) {
        parentName = memberName.substr(0, dot);
        memberName = memberName.substr(dot + 1);
        if (const std::size_t earlier = parentName.rfind('.'); earlier != std::string_view::npos)
            parentName = parentName.substr(earlier + 1);
    }
    static const std::set<std::string_view> Whole{"firstname",  "lastname",    "fullname",   "surname",   "givenname",
                                                  "familyname", "displayname", "middlename", "realname",  "forename",
                                                  "maidenname", "cardholder",  "nickname",   "legalname", "prename",
                                                  "vorname",    "nachname",    "apellido",   "apellidos"};
    static const std::set<std::string_view> Before{"first",     "last",   "full", "given",  "family",
                                                   "display",   "middle", "real", "maiden", "legal",
                                                   "preferred", "sur",    "nick", "birth"};
    const std::vector<std::string> words = identifierWords(memberName);
    if (words.empty())
        return false;
    std::string joined;
    for (const std::string &word : words)
        joined += word;
    if (oneOf(joined, Whole) || oneOf(words.back(), Whole))
        return true;
    if (words.back() != "name" && words.back() != "names")
        return false;
    if (words.size() == 1) {
        const std::vector<std::string> parents = identifierWords(parentName);
        return !parents.empty() && isPersonWord(parents.back());
    }
    const std::string &before = words[words.size() - 2];
    // user_name is what one logs in with; the name of a user stands in user.name or display_name.
    return oneOf(before, Before) ||
           (before != "user" && before != "account" && before != "host" && before != "client" && before != "tenant" &&
            before != "profile" && isPersonWord(before));
}

namespace detail {

bool labelsPhone(std::string_view memberName) {
    static const std::set<std::string_view> Words{"phone", "mobile", "telephone", "tel",
                                                  "fax",   "cell",   "msisdn",    "phonenumber"};
    for (const std::string &word : identifierWords(memberName)) {
        if (oneOf(word, Words))
            return true;
    }
    return false;
}

bool labelsSecret(std::string_view memberName) {
    static const std::set<std::string_view> Words{
        "password",      "passwd",      "passphrase",   "pwd",         "secret",   "secrets",
        "authorization", "apikey",      "credential",   "credentials", "cookie",   "bearer",
        "jwt",           "cvv",         "cvc",          "otp",         "pin",      "privatekey",
        "accesskey",     "accesstoken", "refreshtoken", "sessionid",   "signature"};
    static const std::set<std::string_view> KeyBefore{"api", "access", "private", "secret", "signing", "encryption",
                                                      "ssh", "shared", "master",  "auth",   "account", "license"};
    const std::vector<std::string> words = identifierWords(memberName);
    std::string joined;
    for (const std::string &word : words)
        joined += word;
    if (oneOf(joined, Words))
        return true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (oneOf(words[i], Words))
            return true;
        if ((words[i] == "key" || words[i] == "keys") && i > 0 && oneOf(words[i - 1], KeyBefore))
            return true;
        // page_token, next_page_token and their like continue a list; other tokens let someone in.
        if ((words[i] == "token" || words[i] == "tokens") &&
            (i == 0 || !oneOf(words[i - 1], {"page", "next", "continuation", "sync", "max", "cursor", "count"})))
            return true;
    }
    return false;
}

} // namespace detail

} // namespace actionscope::governance
