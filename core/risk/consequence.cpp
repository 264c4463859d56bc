#include "risk/risk_policy.h"

#include "base/text.h"
#include "risk/detail/rules.h"

#include <algorithm>
#include <array>

namespace actionscope::risk {
namespace {

/// What a verb of a name does, for choosing a sentence; not for choosing a tier, which is the rules' business.
enum class Deed { Reads, Writes, Removes };
struct Verb {
    std::string_view word;
    Deed deed;
};
constexpr auto R = Deed::Reads, W = Deed::Writes, D = Deed::Removes;
constexpr std::array<Verb, 128> Verbs{{
    {"get", R},         {"list", R},       {"read", R},      {"fetch", R},    {"search", R},     {"query", R},
    {"find", R},        {"lookup", R},     {"describe", R},  {"show", R},     {"view", R},       {"check", R},
    {"count", R},       {"download", R},   {"export", R},    {"preview", R},  {"validate", R},   {"compare", R},
    {"retrieve", R},    {"verify", R},     {"create", W},    {"add", W},      {"update", W},     {"edit", W},
    {"set", W},         {"put", W},        {"patch", W},     {"replace", W},  {"rename", W},     {"send", W},
    {"post", W},        {"publish", W},    {"upload", W},    {"import", W},   {"insert", W},     {"upsert", W},
    {"save", W},        {"submit", W},     {"start", W},     {"stop", W},     {"restart", W},    {"run", W},
    {"execute", W},     {"cancel", W},     {"close", W},     {"open", W},     {"reopen", W},     {"merge", W},
    {"move", W},        {"copy", W},       {"share", W},     {"unshare", W},  {"invite", W},     {"assign", W},
    {"unassign", W},    {"attach", W},     {"detach", W},    {"enable", W},   {"disable", W},    {"activate", W},
    {"deactivate", W},  {"archive", W},    {"unarchive", W}, {"restore", W},  {"lock", W},       {"unlock", W},
    {"approve", W},     {"reject", W},     {"accept", W},    {"decline", W},  {"subscribe", W},  {"unsubscribe", W},
    {"follow", W},      {"unfollow", W},   {"star", W},      {"unstar", W},   {"pin", W},        {"unpin", W},
    {"tag", W},         {"untag", W},      {"transfer", W},  {"convert", W},  {"generate", W},   {"register", W},
    {"schedule", W},    {"reset", W},      {"rotate", W},    {"change", W},   {"modify", W},     {"configure", W},
    {"respond", W},     {"reply", W},      {"refund", W},    {"deploy", W},   {"mark", W},       {"associate", W},
    {"delete", D},      {"destroy", D},    {"remove", D},    {"revoke", D},   {"terminate", D},  {"wipe", D},
    {"purge", D},       {"erase", D},      {"drop", D},      {"truncate", D}, {"uninstall", D},  {"discard", D},
    {"flush", D},       {"clear", D},      {"empty", D},     {"expunge", D},  {"kill", D},       {"deregister", D},
    {"unregister", D},  {"invalidate", D}, {"prune", D},     {"trash", D},    {"shred", D},      {"decommission", D},
    {"deprovision", D}, {"obliterate", D}, {"nuke", D},      {"unlink", D},   {"disconnect", D}, {"abort", D},
    {"expire", D},
}};

const Verb *verbOf(std::string_view word) {
    const auto found = std::find_if(Verbs.begin(), Verbs.end(), [&](const Verb &verb) { return verb.word == word; });
    return found == Verbs.end() ? nullptr : &*found;
}

bool isPreposition(std::string_view word) {
    static constexpr std::array<std::string_view, 14> Words{"for", "from", "to",    "of",  "in",  "on",   "by",
                                                            "at",  "with", "using", "via", "and", "into", "as"};
    return std::find(Words.begin(), Words.end(), word) != Words.end();
}

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

std::string thirdPerson(std::string_view verb) {
    std::string text(verb);
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
    const bool vowelBefore =
        verb.size() > 1 && std::string_view("aeiou").find(verb[verb.size() - 2]) != std::string_view::npos;
    if (verb.back() == 'y' && !vowelBefore)
        return text.replace(text.size() - 1, 1, "ies");
    for (const std::string_view end : {"s", "x", "z", "ch", "sh"}) {
        if (endsWith(verb, end))
            return text + "es";
    }
    return text + "s";
}

std::string singular(std::string word) {
    if (!detail::isPluralWord(word))
        return word;
    if (endsWith(word, "ies"))
        return word.replace(word.size() - 3, 3, "y");
    for (const std::string_view end : {"sses", "xes", "ches", "shes", "uses"}) {
        if (endsWith(word, end))
            return word.substr(0, word.size() - 2);
    }
    word.pop_back();
    return word;
}

std::string spelledOut(const std::string &word) {
    static constexpr std::array<std::array<std::string_view, 2>, 8> Known{{{"repo", "repository"},
                                                                           {"repos", "repositories"},
                                                                           {"org", "organization"},
                                                                           {"orgs", "organizations"},
                                                                           {"db", "database"},
                                                                           {"dbs", "databases"},
                                                                           {"msg", "message"},
                                                                           {"env", "environment"}}};
    for (const auto &[brief, whole] : Known) {
        if (word == brief)
            return std::string(whole);
    }
    return word;
}

/// The thing an action is about, and what it does with it.
struct Deeds {
    const Verb *verb = nullptr;
    std::vector<std::string> object; ///< words
    bool one = false;                ///< a single one of them
};

/// By the last segment of the path that is no parameter: "/repos/{owner}/{repo}" is about one of repos.
void readPathObject(const catalog::CapabilityView &action, Deeds &deeds) {
    detail::PathItems items(action.path());
    for (detail::PathItem item; items.next(item);) {
        if (item.parameter) {
            deeds.one = !deeds.object.empty();
            continue;
        }
        std::vector<std::string> words = identifierWords(item.text);
        const bool version = words.empty() || std::all_of(words.begin(), words.end(), [](const std::string &word) {
                                 return detail::isDigits(word) || word == "v" || word == "api";
                             });
        if (version || words.size() > 4)
            continue;
        if (words.size() == 1 && verbOf(words.front()) != nullptr && !deeds.object.empty())
            continue; // `/orders/{id}/cancel` is about an order
        deeds.object = std::move(words);
        deeds.one = false;
    }
}

Deeds deedsOf(const catalog::CapabilityView &action, std::string_view serviceTitle) {
    Deeds deeds;
    std::vector<std::string> words = identifierWords(action.name());
    const std::string method = toLowerAscii(catalog::methodName(action.method()));
    const bool fromPath =
        !method.empty() && toLowerAscii(action.name()) == method + "_" + toLowerAscii(actionName(action.path()));
    if (words.size() > 1 && words[0] == method && (fromPath || verbOf(words[1]) != nullptr))
        words.erase(words.begin()); // "GET_DeleteVolume", or a name made of method and path
    std::size_t at = 0;
    while (!fromPath && at < words.size() && verbOf(words[at]) == nullptr)
        ++at;
    if (fromPath || at >= words.size()) {
        readPathObject(action, deeds);
        // The last word of the path may be the deed: `/orders/{id}/cancel`.
        for (const std::string &word : words) {
            const Verb *verb = fromPath ? verbOf(word) : nullptr;
            if (verb != nullptr && std::find(deeds.object.begin(), deeds.object.end(), word) == deeds.object.end())
                deeds.verb = verb;
        }
        return deeds;
    }
    deeds.verb = verbOf(words[at]);
    for (std::size_t i = at + 1; i < words.size() && !isPreposition(words[i]) && deeds.object.size() < 4; ++i)
        deeds.object.push_back(words[i]);
    if (deeds.object.empty()) {
        // "issue_comments_create": the words before the verb, without the name of the service itself.
        const std::vector<std::string> service = identifierWords(serviceTitle);
        for (std::size_t i = at; i-- > 0 && deeds.object.size() < 2;) {
            if (std::find(service.begin(), service.end(), words[i]) != service.end() ||
                (!deeds.object.empty() && detail::isPluralWord(words[i])))
                break;
            deeds.object.insert(deeds.object.begin(), words[i]);
        }
        deeds.one = deeds.verb->deed != Deed::Reads;
    }
    if (deeds.object.empty())
        readPathObject(action, deeds);
    else if (!action.path().empty() && action.path().back() == '}')
        deeds.one = true;
    return deeds;
}

std::string objectText(const Deeds &deeds, bool one) {
    if (deeds.object.empty())
        return "data";
    std::vector<std::string> words = deeds.object;
    if (one)
        words.back() = singular(words.back());
    std::string text;
    for (const std::string &word : words) {
        if (!text.empty())
            text += ' ';
        text += spelledOut(word);
    }
    if (detail::isPluralWord(words.back()) || words.front() == "all")
        return text;
    const bool vowel = std::string_view("aeio").find(text.front()) != std::string_view::npos;
    return std::string(vowel ? "an " : "a ") + text;
}

std::string sentence(const catalog::CapabilityView &action, const Classification &classification,
                     std::string_view serviceTitle) {
    const std::string place = serviceTitle.empty() ? std::string() : " in " + std::string(serviceTitle);
    const Deeds deeds = deedsOf(action, serviceTitle);
    if (classification.tier == Tier::Read) {
        const bool reads = deeds.verb != nullptr && deeds.verb->deed == Deed::Reads && deeds.verb->word != "get" &&
                           deeds.verb->word != "put";
        return (reads ? thirdPerson(deeds.verb->word) : std::string("Reads")) + " " + objectText(deeds, deeds.one) +
               place + ". Changes nothing.";
    }
    if (classification.tier == Tier::Write) {
        std::string verb = deeds.verb != nullptr ? thirdPerson(deeds.verb->word) : std::string();
        if (verb.empty())
            verb = action.method() == catalog::Method::Post ? "Adds or changes" : "Changes";
        return verb + " " + objectText(deeds, deeds.one) + place + ".";
    }

    if (isCatastrophic(classification) && classification.catastrophicClass == CatastrophicClass::Passthrough)
        return "Sends on whatever it is given" +
               (serviceTitle.empty() ? std::string() : " to " + std::string(serviceTitle)) +
               ", so it can change or delete anything there. Cannot be undone.";
    const bool removes = deeds.verb != nullptr && deeds.verb->deed == Deed::Removes;
    std::string verb = "Changes or removes";
    if (removes || (deeds.verb != nullptr && deeds.verb->deed == Deed::Writes))
        verb = thirdPerson(deeds.verb->word);
    else if (action.method() == catalog::Method::Delete)
        verb = "Deletes";
    switch (isCatastrophic(classification) ? classification.catastrophicClass : CatastrophicClass::None) {
    case CatastrophicClass::ContainerDestroy:
        return verb + " " + objectText(deeds, true) + place + " and everything in it. Cannot be undone.";
    case CatastrophicClass::BulkDelete:
        return verb + " " + objectText(deeds, false) + place + ", many in one call. Cannot be undone.";
    case CatastrophicClass::PermanentDelete:
        return verb + " " + objectText(deeds, deeds.one) + place + " for good. Cannot be undone.";
    default:
        return verb + " " + objectText(deeds, deeds.one) + place +
               (isCatastrophic(classification) ? ". Treat it as irreversible." : ". May not be undone.");
    }
}

std::string filled(const catalog::CapabilityView &action, std::string_view serviceTitle, std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos)
            return out + std::string(text);
        out += text.substr(0, open);
        const std::string_view name = text.substr(open + 1, close - open - 1);
        bool known = false;
        for (std::size_t i = 0; i < action.parameterCount() && !known; ++i)
            known = action.parameter(i).name == name;
        if (known)
            out += "‹" + std::string(name) + "›";
        else if (name == "service" && !serviceTitle.empty())
            out += serviceTitle;
        else
            out += text.substr(open, close - open + 1);
        text.remove_prefix(close + 1);
    }
    return out;
}

} // namespace

std::string consequence(const catalog::CapabilityView &action, const Classification &classification,
                        std::string_view serviceTitle, std::string_view consequenceTemplate) {
    // Names and titles come from upstream: what a person decides on must not reorder or hide itself.
    if (consequenceTemplate.find_first_not_of(" \t\r\n") != std::string_view::npos)
        return revealInvisible(filled(action, serviceTitle, consequenceTemplate));
    return revealInvisible(sentence(action, classification, serviceTitle));
}

} // namespace actionscope::risk
