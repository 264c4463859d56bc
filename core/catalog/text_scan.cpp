#include "catalog/text_scan.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <re2/re2.h>
#include <re2/set.h>

namespace actionscope::catalog {
namespace {

/// Of what was found, shown in the sentence about it.
constexpr std::size_t ShownBytes = 120;
/// Encoded runs shorter than this are ids, digests and examples of tokens; what says something to a model is longer.
constexpr std::size_t Base64Run = 400, HexRun = 400;
/// A few zero-width characters come along whenever prose is copied from a web page; a message needs dozens.
constexpr std::size_t StrayInvisible = 8;

struct Pattern {
    ScanRule rule;
    const char *expression; ///< RE2, case-insensitive, spaces stand for any white space
    const char *says;
};

/// What the texts of published attacks have in common, and the prose of 125,000 real actions has not: they speak to the
/// reader's model, about other tools, or about what the reader holds. Each line has its examples in the tests.
constexpr auto
    Patterns =
        std::to_array<Pattern>(
            {
                {ScanRule::Instructions,
                 R"(\b(?:ignore|disregard|forget|override|bypass)(?: (?:all|any|the|your|my|these|those|of|every))* (?:previous|prior|above|preceding|earlier|existing|system|safety|former|other|initial|original)(?: \w+)? (?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|safeguards?)\b)",
                 "tells the reader to ignore instructions"},
                {ScanRule::Instructions,
                 R"(\b(?:ignore|disregard|forget) (?:everything|anything|all|what) (?:you|that|above|before|the user|was)\b)",
                 "tells the reader to ignore instructions"},
                {ScanRule::Instructions,
                 R"(\b(?:do not|don't|dont|never|must not|should not|without) (?:ever )?(?:tell|telling|mention|mentioning|reveal|revealing|disclose|disclosing|inform|informing|explain|explaining|say|show|showing|alert|alerting)(?: (?:this|that|it|these|any of this|about this|anything))?(?: to)? the (?:user|human|operator|customer|person)(?: (?:about|that|of|what|why|you|this|anything)|[.!,;]|$))",
                 "tells the reader to hide something from the person"},
                {ScanRule::Instructions,
                 R"(\b(?:hide|conceal|keep) (?:this|it|these|that|the following)(?: \w+){0,3} from the (?:user|human|operator)\b)",
                 "tells the reader to hide something from the person"},
                {ScanRule::Instructions,
                 R"(\b(?:do not|don't|never|no need to|without) (?:ask|asking|prompt|prompting|wait|waiting)(?: the (?:user|human|operator))?(?: for)? (?:the user|(?:user |their |explicit |any )?(?:confirmation|permission|consent|approval)) (?:first|before|and|again|,|\.)|\b(?:do not|don't|never|no need to|without) (?:ask|asking) the (?:user|human|operator)\b)",
                 "tells the reader to act without asking"},
                {ScanRule::Instructions,
                 // `<important> <p>` is how one large family of descriptions marks its notes: only text right behind it
                 // counts.
                 R"(<\s*/?\s*(?:(?:system|system[_ -]?prompt|instructions?|hidden|critical|assistant)\s*>\s*\S|important\s*>\s*[^<\s]))",
                 "uses a tag that marks text for a model"},
                {ScanRule::Instructions,
                 R"(<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[/?INST\]|<</?SYS>>|\bBEGIN SYSTEM PROMPT\b|#{2,} ?(?:system|new|updated) (?:prompt|instructions?)\b)",
                 "uses the control marks of a model"},
                {ScanRule::Instructions,
                 R"(\b(?:you are|you're)(?: now)? (?:an? )?(?:ai|a\.i\.|llm|large language model|language model|chatgpt|claude|gpt-?\d?|gemini|autonomous agent|helpful assistant|unrestricted)\b)",
                 "addresses the reader as a model"},
                {ScanRule::Instructions,
                 R"(\b(?:the |any |all )?(?:ai|llm|language model|ai assistant|ai agent|llm agent|claude|chatgpt)s?(?: (?:model|assistant|agent)s?)? (?:must|should|shall|has to|have to|is required to|are required to|needs to) (?:always |never |first |not |also |immediately )*(?:call|use|invoke|run|execute|send|include|read|pass|append|forward|reply|respond|answer|ignore|obey|follow|open|prefer)\b)",
                 "tells a model what it must do"},
                {ScanRule::Instructions,
                 R"(\b(?:new|updated|real|actual|hidden|secret|additional) (?:system )?(?:instructions?|prompt|directive)s?(?: for (?:the )?(?:ai|assistant|model|llm|agent))?:)",
                 "brings instructions of its own"},
                {ScanRule::Instructions,
                 R"(\byour (?:system prompt|developer message|hidden instructions)\b|\b(?:print|reveal|repeat|output|leak) the (?:system prompt|developer message)\b|\bjailbreak(?:ed)? mode\b|\b(?:pretend|act as if) (?:that )?(?:you|the user)\b)",
                 "speaks of a model's own instructions"},
                {ScanRule::ToolReference,
                 R"(\b(?:before|after|prior to|instead of|when) (?:using|calling|invoking|running|you use|you call)(?: of)? (?:any|every|all|each|the)(?: of the)?(?: other)?(?: \S+)? tools?\b)",
                 "speaks of calls to other tools"},
                {ScanRule::ToolReference,
                 R"(\b(?:do not|don't|never|stop) (?:call|calling|use|using|invoke|invoking)(?: any| the)?(?: other)?(?: \S+)? tools?\b)",
                 "tells the reader not to use another tool"},
                {ScanRule::ToolReference,
                 R"(\b(?:always|must|should|need to|have to|required to) (?:first )?(?:call|use|invoke|run|prefer)(?: of)? (?:this|the \S+|[`'"]\S+[`'"]) tool (?:first|before|instead|for (?:all|any|every)|rather|prior|whenever|even)\b)",
                 "claims to go before other tools"},
                {ScanRule::ToolReference,
                 R"(\bthis tool (?:must|should|has to|needs to) (?:always )?(?:be )?(?:called|used|invoked|run|executed)(?: \w+)? (?:first|before|prior|instead)\b)",
                 "claims to go before other tools"},
                {ScanRule::ToolReference,
                 R"(\bwhen (?:the|any|another) (?:\S+ )?tool (?:\S+ )?(?:is|gets|was) (?:called|used|invoked|available)\b)",
                 "changes how another tool is used"},
                {ScanRule::Exfiltration,
                 R"(\b(?:read|open|cat|load|include|pass|send|attach|paste|access|fetch|copy|upload)\b[^.\n]{0,60}(?:~/\.(?:ssh|aws|cursor|config|gnupg|kube|netrc|claude|docker|npmrc|git-credentials)|/etc/(?:passwd|shadow)|\bid_(?:rsa|ed25519)\b(?:[^.]|\.[^p])|\bmcp\.json\b|claude_desktop_config|\.env file))",
                 "asks for files of the person"},
                {ScanRule::Exfiltration, R"(\b(?:include|pass|send|provide|append|attach|put|insert|add|forward|paste|copy|summari[sz]e|write)\b[^.\n]{0,50}\b(?:(?:conversation|chat|message|dialogue) (?:history|log|transcript|so far)|(?:full|entire|complete|whole|previous|prior|current) (?:conversation|chat|dialogue|system prompt|context window|prompt)(?: history)?|system prompt|previous messages|user's (?:last|original|full|exact|previous) (?:message|prompt|question|request))\b)",
                 "asks for the conversation"},
                {ScanRule::Exfiltration,
                 R"(\b(?:include|pass|send|append|attach|forward|exfiltrate|collect|gather|leak|upload|copy|report)\b[^.\n]{0,30}\b(?:all|any|every|other|the user's|users'|found|known|available|local)(?: \w+){0,2} (?:secrets?|credentials|api keys?|passwords?|environment variables|private keys?|access tokens|ssh keys?)\b[^.\n]{0,40}\b(?:to|in|into|as|with|via|here|parameter|argument|field)\b)",
                 "asks for secrets"},
                {ScanRule::Exfiltration,
                 R"(\b(?:also|secretly|silently|quietly|always) (?:send|forward|bcc|cc|post|upload|copy|transmit|email|mail)\b[^.\n]{0,60}\bto (?:https?://|[\w.+-]+@[\w-]+\.|the (?:address|server|url|endpoint) ))",
                 "asks for data to be sent elsewhere"},
                {ScanRule::Exfiltration,
                 R"(\b(?:side ?note|sidenote|scratchpad|metadata|notes?|context)['"`]?(?: (?:parameter|argument|field))?[^.\n]{0,40}\b(?:pass|put|place|paste|store|write)\b[^.\n]{0,40}\b(?:contents? of|file|key|secret|password|conversation)\b)",
                 "asks for something to be smuggled in an argument"},
                {ScanRule::EncodedPayload,
                 R"(\bdata:(?:text/html|text/javascript|application/(?:javascript|x-\w+))[;,])",
                 "holds a program or page as a data: URL"},
            });

/// The patterns, compiled once: all of them look at a text in one pass.
struct Compiled {
    RE2::Set set;
    std::vector<std::unique_ptr<RE2>> each;
    Compiled()
        : set(options(), RE2::UNANCHORED) {
        for (const Pattern &pattern : Patterns) {
            std::string expression;
            for (const char *c = pattern.expression; *c != '\0'; ++c) {
                // Inside a class a space is only itself.
                if (*c == ' ' && !inClass(pattern.expression, c))
                    expression += "\\s+";
                else
                    expression += *c;
            }
            std::string error;
            set.Add(expression, &error);
            each.push_back(std::make_unique<RE2>(expression, options()));
        }
        set.Compile();
    }
    static bool inClass(const char *begin, const char *at) {
        bool inside = false;
        for (const char *c = begin; c != at; ++c) {
            if (*c == '\\')
                ++c;
            else if (*c == '[')
                inside = true;
            else if (*c == ']')
                inside = false;
        }
        return inside;
    }
    static RE2::Options options() {
        RE2::Options options;
        options.set_case_sensitive(false);
        options.set_log_errors(false);
        options.set_max_mem(64 << 20);
        return options;
    }
};

/// One character of UTF-8; what is none counts as one byte of U+FFFD.
char32_t decodeAt(std::string_view text, std::size_t at, std::size_t &length) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (length == 1 || at + length > text.size()) {
        length = 1;
        return first < 0x80 ? first : 0xFFFD;
    }
    char32_t c = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        c = (c << 6) | (byte(at + i) & 0x3FU);
    return c;
}

bool isLatin(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Letters of other scripts that look like Latin ones (the ones in use for deceiving), and what they look like.
char latinTwin(char32_t c) {
    static constexpr std::array<std::pair<char32_t, char>, 58> Twins{
        {{0x0391, 'a'}, {0x0392, 'b'}, {0x0395, 'e'}, {0x0396, 'z'}, {0x0397, 'h'}, {0x0399, 'i'}, {0x039A, 'k'},
         {0x039C, 'm'}, {0x039D, 'n'}, {0x039F, 'o'}, {0x03A1, 'p'}, {0x03A4, 't'}, {0x03A5, 'y'}, {0x03A7, 'x'},
         {0x03BF, 'o'}, {0x03B1, 'a'}, {0x03BD, 'v'}, {0x03C1, 'p'}, {0x0405, 's'}, {0x0406, 'i'}, {0x0408, 'j'},
         {0x0410, 'a'}, {0x0412, 'b'}, {0x0415, 'e'}, {0x041A, 'k'}, {0x041C, 'm'}, {0x041D, 'h'}, {0x041E, 'o'},
         {0x0420, 'p'}, {0x0421, 'c'}, {0x0422, 't'}, {0x0425, 'x'}, {0x0430, 'a'}, {0x0435, 'e'}, {0x043A, 'k'},
         {0x043C, 'm'}, {0x043E, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'},
         {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x0501, 'd'}, {0x051B, 'q'}, {0x051D, 'w'}, {0x0261, 'g'},
         {0x0131, 'i'}, {0x04BB, 'h'}, {0x0581, 'g'}, {0x0585, 'o'}, {0x0578, 'n'}, {0x057D, 'u'}, {0x1D0F, 'o'},
         {0x2170, 'i'}, {0x217C, 'l'}}};
    const auto found = std::ranges::find(Twins, c, &std::pair<char32_t, char>::first);
    return found == Twins.end() ? '\0' : found->second;
}

bool isBidirectional(char32_t c) { return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069); }
bool isZeroWidth(char32_t c) {
    return (c >= 0x200B && c <= 0x200F) || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF || c == 0xAD || c == 0x34F ||
           c == 0x180E || c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0;
}

class Scan {
public:
    Scan(std::string_view text, std::string_view field, std::vector<ScanFinding> &findings)
        : m_text(text)
        , m_field(field)
        , m_findings(findings) {}

    void characters() {
        std::size_t zeroWidth = 0, firstZero = 0, lastZero = 0;
        bool flag = false;    // within an emoji flag, whose letters are tag characters
        std::size_t word = 0; // where the current word begins
        bool latin = false;
        std::optional<std::size_t> twin;
        for (std::size_t at = 0, length = 1; at < m_text.size(); at += length) {
            const char32_t c = decodeAt(m_text, at, length);
            if (c < 0x80) {
                flag = false;
                if (isLatin(c)) {
                    latin = true;
                } else {
                    mixed(word, at, latin, twin);
                    word = at + 1;
                    latin = false;
                    twin.reset();
                }
                continue;
            }
            if (c >= 0xE0000 && c <= 0xE007F) {
                if (!flag)
                    add(ScanRule::HiddenCharacters, at, at + length,
                        "holds Unicode tag characters, which only a model reads", true);
                continue;
            }
            flag = c == 0x1F3F4 || (flag && c >= 0xE0000 && c <= 0xE007F);
            if (isBidirectional(c)) {
                const bool overrides = c == 0x202D || c == 0x202E;
                add(ScanRule::Bidirectional, at, at + length, "changes the direction in which text is shown",
                    overrides || c >= 0x2066);
            } else if (isZeroWidth(c)) {
                if (zeroWidth++ == 0)
                    firstZero = at;
                lastZero = at + length;
            } else if ((c >= 0xE0100 && c <= 0xE01EF) || c >= 0xF0000) {
                add(ScanRule::HiddenCharacters, at, at + length, "holds characters that show nothing", true);
            } else if (latinTwin(c) != '\0') {
                if (!twin)
                    twin = at;
                continue;
            }
            if (c >= 0xC0 && c < 0x250)
                continue; // Latin letters with accents go on with the word
            if (c >= 0x370 && c < 0x590)
                m_otherScript = true;
        }
        mixed(word, m_text.size(), latin, twin);
        if (zeroWidth > 0)
            add(ScanRule::HiddenCharacters, firstZero, lastZero,
                zeroWidth == 1 ? "holds a character that shows nothing"
                               : "holds " + std::to_string(zeroWidth) + " characters that show nothing",
                zeroWidth > StrayInvisible || m_field == "name");
    }

    void patterns() {
        static const Compiled compiled;
        thread_local std::vector<int> hits;
        hits.clear();
        if (!compiled.set.Match(re2::StringPiece(m_text.data(), m_text.size()), &hits))
            return;
        std::ranges::sort(hits);
        for (const int hit : hits) {
            const auto index = static_cast<std::size_t>(hit);
            re2::StringPiece whole;
            const re2::StringPiece text(m_text.data(), m_text.size());
            if (!compiled.each[index]->Match(text, 0, text.size(), RE2::UNANCHORED, &whole, 1))
                continue;
            const auto begin = static_cast<std::size_t>(whole.data() - m_text.data());
            add(Patterns[index].rule, begin, begin + whole.size(), Patterns[index].says, true);
        }
    }

    void encoded() {
        std::size_t begin = 0;
        bool upper = false, lower = false, digit = false, hex = true;
        const auto end = [&](std::size_t at) {
            const std::size_t length = at - begin;
            if (hex && length >= HexRun)
                add(ScanRule::EncodedPayload, begin, at, "holds a long hexadecimal text", true);
            else if (length >= Base64Run && upper && lower && digit)
                add(ScanRule::EncodedPayload, begin, at, "holds a long text in base64", true);
            upper = lower = digit = false;
            hex = true;
        };
        for (std::size_t at = 0; at < m_text.size(); ++at) {
            const char c = m_text[at];
            const bool isUpper = c >= 'A' && c <= 'Z', isLower = c >= 'a' && c <= 'z', isDigit = c >= '0' && c <= '9';
            if (!isUpper && !isLower && !isDigit && c != '+' && c != '/' && c != '=' && c != '-' && c != '_') {
                end(at);
                begin = at + 1;
                continue;
            }
            upper = upper || isUpper;
            lower = lower || isLower;
            digit = digit || isDigit;
            hex = hex && (isDigit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
        }
        end(m_text.size());
    }

private:
    /// A word of Latin letters with letters in it that only look Latin.
    void mixed(std::size_t begin, std::size_t end, bool latin, const std::optional<std::size_t> &twin) {
        if (latin && twin && !m_otherScript)
            add(ScanRule::LookAlike, begin, end, "is written with letters of another script that look Latin", true);
        m_otherScript = false;
    }
    void add(ScanRule rule, std::size_t begin, std::size_t end, std::string says, bool withhold) {
        for (ScanFinding &known : m_findings) {
            if (known.rule == rule && known.field == m_field) {
                known.withhold = known.withhold || withhold;
                return; // one of a kind is enough to look
            }
        }
        const std::string shown =
            revealInvisible(truncateUtf8(toValidUtf8(m_text.substr(begin, end - begin)), ShownBytes));
        m_findings.push_back(
            {rule, begin, end, std::string(m_field), std::move(says) + ": \"" + shown + "\"", withhold});
    }

    std::string_view m_text, m_field;
    std::vector<ScanFinding> &m_findings;
    bool m_otherScript =
        false; ///< the word has letters of that script that look like no Latin one: it is just that script
};

} // namespace

std::string_view scanRuleName(ScanRule rule) {
    constexpr std::string_view Names[] = {"hidden-characters", "bidirectional",   "instructions", "tool-reference",
                                          "exfiltration",      "encoded-payload", "look-alike"};
    return Names[static_cast<std::size_t>(rule)];
}

std::vector<ScanFinding> scanText(std::string_view text, std::string_view field) {
    std::vector<ScanFinding> findings;
    if (text.empty())
        return findings;
    Scan scan(text, field, findings);
    scan.characters();
    scan.patterns();
    scan.encoded();
    return findings;
}

std::string confusableSkeleton(std::string_view name) {
    std::string skeleton;
    for (std::size_t at = 0, length = 1; at < name.size(); at += length) {
        char32_t c = decodeAt(name, at, length);
        if (isZeroWidth(c) || isBidirectional(c) || (c >= 0xE0000 && c <= 0xE0FFF))
            continue;
        if (c >= 0xFF01 && c <= 0xFF5E) // full-width forms
            c -= 0xFEE0;
        if (const char twin = latinTwin(c); twin != '\0')
            c = static_cast<unsigned char>(twin);
        if (c >= 0x80) {
            skeleton += name.substr(at, length);
            continue;
        }
        // A capital I is an l in most typefaces.
        char plain = c == 'I' ? 'l' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : static_cast<char>(c);
        switch (plain) {
        case '0':
            plain = 'o';
            break;
        case '1':
        case '|':
            plain = 'l';
            break;
        case '5':
            plain = 's';
            break;
        case '-':
        case '.':
        case ' ':
            plain = '_';
            break;
        default:
            break;
        }
        skeleton += plain;
    }
    for (const auto &[pair, one] : {std::pair("rn", "m"), std::pair("vv", "w"), std::pair("cl", "d")}) {
        for (std::size_t at = skeleton.find(pair); at != std::string::npos; at = skeleton.find(pair, at + 1))
            skeleton.replace(at, 2, one);
    }
    return skeleton;
}

} // namespace actionscope::catalog
