#include "catalog/prose_draft.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <re2/re2.h>

namespace actionscope::catalog {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
char lower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string capitalised(std::string text) {
    if (!text.empty())
        text.front() = upper(text.front());
    return text;
}

/// Verbs that descriptions of actions begin with, in the form of an instruction.
constexpr std::string_view Verbs[] = {
    "abort",    "accept",     "acknowledge", "activate",  "add",        "allocate",     "append",    "apply",
    "approve",  "archive",    "assign",      "associate", "attach",     "authorize",    "block",     "book",
    "build",    "calculate",  "cancel",      "capture",   "change",     "check",        "clear",     "clone",
    "close",    "commit",     "compare",     "complete",  "compute",    "confirm",      "configure", "connect",
    "convert",  "copy",       "count",       "create",    "deactivate", "decline",      "delete",    "deliver",
    "deploy",   "deregister", "describe",    "detach",    "disable",    "disassociate", "discard",   "disconnect",
    "dismiss",  "download",   "duplicate",   "edit",      "empty",      "enable",       "end",       "enqueue",
    "execute",  "export",     "fetch",       "filter",    "find",       "follow",       "generate",  "get",
    "import",   "insert",     "install",     "invite",    "invoke",     "join",         "leave",     "link",
    "list",     "lock",       "look",        "mark",      "merge",      "modify",       "move",      "open",
    "patch",    "pause",      "post",        "publish",   "purge",      "put",          "query",     "read",
    "rebase",   "refund",     "register",    "reject",    "remove",     "rename",       "replace",   "request",
    "reset",    "restart",    "restore",     "resume",    "retrieve",   "return",       "revoke",    "run",
    "search",   "send",       "set",         "show",      "start",      "stop",         "submit",    "subscribe",
    "transfer", "unlock",     "update",      "upload",    "validate"};

bool isVerb(std::string_view word) { return std::find(std::begin(Verbs), std::end(Verbs), word) != std::end(Verbs); }

/// "returns" and "listing" to "return" and "list"; empty when the word is no verb of ours.
std::string baseForm(std::string_view word) {
    std::string base = toLowerAscii(word);
    if (isVerb(base))
        return base;
    const auto tryEnding = [&base](std::string_view ending, std::string_view instead) {
        if (!base.ends_with(ending) || base.size() <= ending.size() + 1)
            return false;
        const std::string stem = base.substr(0, base.size() - ending.size()) + std::string(instead);
        if (!isVerb(stem))
            return false;
        base = stem;
        return true;
    };
    const bool known = tryEnding("s", "") || tryEnding("es", "") || tryEnding("ies", "y") || tryEnding("ing", "") ||
                       tryEnding("ing", "e") || tryEnding("ting", "") || tryEnding("ning", "") || tryEnding("ping", "");
    return known ? base : std::string();
}

std::string_view firstWord(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && isLetter(text[end]))
        ++end;
    return text.substr(0, end);
}

/// What comes before the verb in many descriptions: it says that this is an API, which the reader knows.
const RE2 &leadIn() {
    static const RE2 Pattern(
        R"((?i)^(?:(?:you can |please )?use (?:this|the) (?:\w+ )?(?:api|endpoint|method|operation|call|resource|request|service|function)(?: call)? (?:to|for)|)"
        R"((?:this|the) (?:\w+ ){0,2}?(?:api|endpoint|method|operation|call|resource|request|service|function|route|action)(?: call)?)"
        R"((?: (?:will|can be used to|is used to|is used for|may be used to|allows? (?:you|users?|clients?|callers?|the user|an? \w+) to|allows?|lets? (?:you|users?)|enables? (?:you|users?|clients?) to|enables?|helps? (?:you )?to|helps?))?|)"
        R"((?:allows?|enables?) (?:you|users?|clients?|callers?|the user|an? \w+) to|lets? (?:you|users?)|you can|used to|can be used to|api to|endpoint to|method to|operation to)\s+)");
    return Pattern;
}

const RE2 &fluff() {
    static const RE2 Pattern(
        R"((?i)(^(?:see|refer to|check out|read|visit|learn|for (?:more|further|additional|full|details|an? (?:example|overview))|more (?:info|details)|additional (?:info|details)|note:?|notes:?|important|warning|caution|tip|example|examples|deprecated|beta|preview|new!|documentation|api reference|required (?:permissions?|scopes?)|(?:this|the) (?:api|endpoint|method|operation) (?:is|was) (?:deprecated|in beta|in preview|only available|currently|available|not available|part of|subject)|we (?:recommend|are|also)|our |please (?:see|note|refer|contact|read)|contact |sign up|available (?:in|for|on|only|to)|to use this (?:endpoint|api|method)|oauth|fine-grained|github apps? |you must (?:be|have)|you need |requires? (?:an? )?(?:authentication|authorization|scope))\b|)"
        R"(\bhttps?://|\bwww\.|(?:documentation|developer guide|api reference|help cent(?:er|re)|blog post|pricing|changelog|terms of (?:use|service)|rate limit(?:s|ed|ing)?)\b))");
    return Pattern;
}

/// What an action does by its method, for those that only name a thing.
std::string_view methodVerb(Method method, std::string_view path) {
    switch (method) {
    case Method::Get:
    case Method::Head:
    case Method::Options:
        return path.ends_with('}') ? "Get" : "List";
    case Method::Post:
        return "Create";
    case Method::Put:
    case Method::Patch:
        return "Update";
    case Method::Delete:
        return "Delete";
    default:
        return {};
    }
}

/// `text` at most `most` bytes long, cut at a word and marked.
std::string shortened(const std::string &text, std::size_t most) {
    if (text.size() <= most)
        return text;
    constexpr std::string_view Mark = "…";
    std::string cut(truncateUtf8(text, most - Mark.size()));
    if (const std::size_t blank = cut.rfind(' '); blank != std::string::npos && blank > most / 2)
        cut.resize(blank);
    while (!cut.empty() && (isBlank(cut.back()) || cut.back() == ',' || cut.back() == ';' || cut.back() == ':'))
        cut.pop_back();
    return cut + std::string(Mark);
}

std::string ended(std::string sentence) {
    if (!sentence.empty() && sentence.back() != '.' && sentence.back() != '!' && sentence.back() != '?' &&
        !sentence.ends_with("…"))
        sentence += '.';
    return sentence;
}

std::string parameterProse(std::string_view text) {
    std::string prose;
    for (const std::string &sentence : sentencesOf(withoutMarkup(text))) {
        if (isFluff(sentence))
            continue;
        const std::string next = prose.empty() ? capitalised(sentence) : prose + ' ' + sentence;
        if (!prose.empty() && next.size() > DraftParameterBytes)
            break;
        prose = next;
        if (prose.size() >= DraftParameterBytes / 2)
            break;
    }
    return ended(shortened(prose, DraftParameterBytes - 1));
}

} // namespace

std::string withoutMarkup(std::string_view text) {
    std::string work = toValidUtf8(text);
    struct Rule {
        RE2 pattern;
        const char *with;
    };
    // In this order: blocks go as a whole before what could stand in them is looked at.
    static const std::array<Rule, 14> Rules{{
        {RE2(R"((?s)```.*?```)"), " "},
        {RE2(R"((?s)<(?:script|style|table)\b.*?</(?:script|style|table)>)"), " "},
        {RE2(R"((?s)<!--.*?-->)"), " "},
        {RE2(R"((?i)</?(?:p|br|li|ul|ol|div|h[1-6])\b[^<>]*>)"), "\n"},
        {RE2(R"(</?[a-zA-Z][^<>]{0,500}>)"), ""},
        {RE2(R"(!\[[^\[\]]*\]\([^()]*\))"), " "},
        {RE2(R"(\[([^\[\]]+)\]\([^()]*\))"), R"(\1)"},
        {RE2(R"(\[([^\[\]]+)\]\[[^\[\]]*\])"), R"(\1)"},
        {RE2(R"((?m)^[ \t]*(?:\|.*|[-=*_]{3,}|#{1,6}[^\n]*|>[ \t]?\[![A-Z]+\].*)$)"), "\n"},
        {RE2(R"((?m)^[ \t]*(?:>|[-*+•]|\d{1,3}[.)])[ \t]+)"), "\n"},
        {RE2(R"(\*\*([^*\n]+)\*\*|__([^_\n]+)__)"), R"(\1\2)"},
        {RE2(R"(`+([^`\n]*)`+)"), R"(\1)"},
        {RE2(R"((^|[\s(])[*_]([^*_\n]+)[*_]($|[\s.,;:)]))"), R"(\1\2\3)"},
        {RE2(R"(\\([\\`*_{}\[\]()#+.!|<>-]))"), R"(\1)"},
    }};
    for (const Rule &rule : Rules)
        RE2::GlobalReplace(&work, rule.pattern, rule.with);
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> Entities{
        {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}, {"&amp;", "&"}}};
    for (const auto &[entity, with] : Entities)
        for (std::size_t at = work.find(entity); at != std::string::npos; at = work.find(entity, at + with.size()))
            work.replace(at, entity.size(), with);
    // A paragraph or item that ends without a point is a sentence all the same.
    std::string out;
    bool blank = false, paragraph = false;
    for (std::size_t i = 0; i < work.size(); ++i) {
        const char c = work[i];
        if (isBlank(c)) {
            paragraph = paragraph || (c == '\n' && blank && i > 0 && work[i - 1] == '\n');
            blank = true;
            continue;
        }
        if (blank && !out.empty()) {
            if (paragraph && std::string_view(".!?:,;").find(out.back()) == std::string_view::npos)
                out += '.';
            out += ' ';
        }
        blank = paragraph = false;
        out += c;
    }
    return out;
}

std::vector<std::string> sentencesOf(std::string_view text) {
    static constexpr std::array<std::string_view, 12> Abbreviations{"e.g.", "i.e.", "etc.", "vs.",   "approx.", "incl.",
                                                                    "max.", "min.", "no.",  "resp.", "cf.",     "ca."};
    std::vector<std::string> sentences;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        if (const std::string_view sentence = trimmed(text.substr(begin, end - begin)); !sentence.empty())
            sentences.emplace_back(sentence);
        begin = end;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '.' && text[i] != '!' && text[i] != '?')
            continue;
        if (i + 1 < text.size() && !isBlank(text[i + 1]))
            continue;
        const std::string upTo = toLowerAscii(text.substr(begin, i + 1 - begin));
        if (std::any_of(Abbreviations.begin(), Abbreviations.end(), [&](std::string_view a) {
                return upTo.ends_with(a) && (upTo.size() == a.size() || !isLetter(upTo[upTo.size() - a.size() - 1]));
            }))
            continue;
        add(i + 1);
    }
    add(text.size());
    return sentences;
}

bool isFluff(std::string_view sentence) {
    const std::string_view text = trimmed(sentence);
    if (std::none_of(text.begin(), text.end(), [](char c) { return isLetter(c) || (c & 0x80) != 0; }))
        return true;
    // A heading or a lead-in to a list says nothing by itself.
    return text.ends_with(':') || RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), fluff());
}

bool beginsWithVerb(std::string_view sentence) { return isVerb(toLowerAscii(firstWord(trimmed(sentence)))); }

std::string verbFirst(std::string_view sentence) {
    std::string text(trimmed(sentence));
    std::string rest = text;
    const bool led = RE2::Replace(&rest, leadIn(), "");
    std::string &work = led && !trimmed(rest).empty() ? rest : text;
    const std::string_view word = firstWord(work);
    // "Listing" and "Sets" are nouns as often when nothing follows that they could act on.
    if (const std::string base = baseForm(word); !base.empty() && word.size() < work.size())
        return capitalised(base) + work.substr(word.size());
    return led && beginsWithVerb(work) ? capitalised(work) : text;
}

ProseDraft draftProse(const CapabilityView &action) {
    ProseDraft draft;
    const std::string title(trimmed(withoutMarkup(action.title())));
    std::vector<std::string> kept;
    std::size_t dropped = 0;
    const auto sentences = sentencesOf(withoutMarkup(action.description()));
    for (const std::string &sentence : sentences) {
        if (isFluff(sentence))
            ++dropped;
        else
            kept.push_back(verbFirst(sentence));
    }
    std::string head;
    const auto verbal = std::find_if(kept.begin(), kept.end(), [](const auto &s) { return beginsWithVerb(s); });
    const std::string titleVerb = isFluff(title) ? std::string() : verbFirst(title);
    if (verbal != kept.end() && verbal - kept.begin() < 2) {
        head = *verbal;
        kept.erase(kept.begin(), verbal + 1);
    } else if (beginsWithVerb(titleVerb)) {
        head = titleVerb;
    } else {
        // A noun: what is done with it is what the method does.
        std::string noun = !kept.empty() ? kept.front() : titleVerb;
        if (!kept.empty())
            kept.erase(kept.begin());
        const std::string_view verb = methodVerb(action.method(), action.path());
        if (noun.empty()) {
            for (const std::string &word : identifierWords(action.name()))
                noun += (noun.empty() ? "" : " ") + word;
            draft.notes.emplace_back("the source has no words for this action: these come from its name");
            noun = verbFirst(noun);
        }
        if (!beginsWithVerb(noun) && !verb.empty()) {
            const bool acronym = noun.size() > 1 && isUpper(noun[0]) && isUpper(noun[1]);
            if (!noun.empty() && !acronym)
                noun.front() = lower(noun.front());
            noun = std::string(verb) + ' ' + noun;
            draft.notes.emplace_back("the verb comes from the method, for the source only names the thing");
        }
        head = capitalised(noun);
    }
    draft.description = ended(shortened(head, DraftBytes - 1));
    for (const std::string &next : kept) {
        if (draft.description.size() + 1 + next.size() > DraftBytes || draft.description.ends_with("…"))
            break;
        if (toLowerAscii(next) == toLowerAscii(draft.description))
            continue;
        draft.description += ' ' + ended(capitalised(next));
        break;
    }
    if (dropped > 0)
        draft.notes.push_back(
            std::to_string(dropped) +
            (dropped == 1 ? " sentence was left out: it tells" : " sentences were left out: they tell") +
            " about documentation, plans or versions");
    std::size_t unsaid = 0;
    for (const bool required : {true, false}) {
        for (std::size_t i = 0; i < action.parameterCount(); ++i) {
            const ParameterView parameter = action.parameter(i);
            if (parameter.required != required)
                continue;
            ParameterDraft one{std::string(parameter.name), parameterProse(parameter.description), required, false};
            one.changed = one.prose != parameter.description;
            unsaid += required && one.prose.empty() ? 1 : 0;
            draft.parameters.push_back(std::move(one));
        }
    }
    if (unsaid > 0)
        draft.notes.push_back(std::to_string(unsaid) +
                              (unsaid == 1 ? " required parameter has" : " required parameters have") +
                              " no prose in the source: write it");
    return draft;
}

} // namespace actionscope::catalog
