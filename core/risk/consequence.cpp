#include "risk/risk_policy.h"

#include "base/text.h"
#include "risk/detail/rules.h"

#include <algorithm>
#include <array>
#include <optional>

namespace actionscope::risk {
namespace {

/// What a verb of a name does, for choosing a sentence; not for choosing a tier, which is the rules' business.
enum class Deed : std::uint8_t { Reads, Writes, Removes };
struct Verb {
    std::string_view word;
    Deed deed;
};

/// Words that are verbs wherever they stand in a name.
constexpr std::string_view PlainReads = "get list read fetch describe retrieve lookup find";
constexpr std::string_view PlainWrites =
    "create add update edit set put replace rename send publish upload insert upsert save submit restart execute "
    "reopen "
    "merge move invite assign unassign attach detach enable disable activate deactivate unarchive restore unlock "
    "approve reject accept decline subscribe unsubscribe unfollow unstar unpin untag convert generate modify configure "
    "respond reply deploy associate disassociate rotate stop cancel close apply";
constexpr std::string_view PlainRemoves = "delete destroy remove revoke terminate wipe purge erase expunge truncate "
                                          "uninstall deregister unregister invalidate "
                                          "decommission deprovision obliterate unlink disconnect discard";
/// Words that are as often nouns ("calendar view", "transfer"): verbs only where no plain one is found, or in front.
constexpr std::string_view DoubtfulReads =
    "search query show view check count download export preview validate compare verify";
constexpr std::string_view DoubtfulWrites = "post patch import start run open copy share follow star pin tag transfer "
                                            "register schedule reset change refund mark "
                                            "archive lock record";
constexpr std::string_view DoubtfulRemoves = "drop flush clear empty kill prune trash shred nuke abort expire";

bool isAmong(std::string_view word, std::string_view list) {
    for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' '))
            return !word.empty();
    }
    return false;
}

std::optional<Verb> plainVerb(std::string_view word) {
    if (isAmong(word, PlainReads))
        return Verb{word, Deed::Reads};
    if (isAmong(word, PlainWrites))
        return Verb{word, Deed::Writes};
    if (isAmong(word, PlainRemoves))
        return Verb{word, Deed::Removes};
    return std::nullopt;
}
std::optional<Verb> verbOf(std::string_view word) {
    if (isAmong(word, DoubtfulReads))
        return Verb{word, Deed::Reads};
    if (isAmong(word, DoubtfulWrites))
        return Verb{word, Deed::Writes};
    if (isAmong(word, DoubtfulRemoves))
        return Verb{word, Deed::Removes};
    return plainVerb(word);
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
    std::string verb; ///< empty when the name has none
    Deed deed = Deed::Writes;
    std::vector<std::string> object; ///< words
    bool one = false;                ///< a single one of them

    void take(const Verb &found) {
        verb = std::string(found.word);
        deed = found.deed;
    }
};

/// Says nothing about what the thing is.
bool isFiller(std::string_view word) {
    return detail::isDigits(word) ||
           isAmong(word, "v api rest bulk batch multiple many legacy resource entity collection");
}

/// By the last segment of the path that is no parameter: "/repos/{owner}/{repo}" is about one of repos.
void readPathObject(const catalog::CapabilityView &action, Deeds &deeds) {
    deeds.object.clear();
    detail::PathItems items(action.path());
    for (detail::PathItem item; items.next(item);) {
        if (item.parameter) {
            deeds.one = !deeds.object.empty();
            continue;
        }
        std::vector<std::string> words = identifierWords(item.text);
        if (words.size() > 4 || std::all_of(words.begin(), words.end(), isFiller))
            continue;
        // `/orders/{id}/cancel` is about an order.
        if (words.size() == 1 && !deeds.object.empty()) {
            if (const auto verb = verbOf(words.front())) {
                deeds.take(*verb);
                continue;
            }
        }
        deeds.object = std::move(words);
        deeds.one = false;
    }
}

/// The object out of the words around the verb at `at`; what stays empty is for the path to say.
void readNameObject(const std::vector<std::string> &words, std::size_t at, const std::vector<std::string> &service,
                    Deeds &deeds) {
    for (std::size_t i = at + 1; i < words.size() && !isPreposition(words[i]); ++i) {
        if (!isFiller(words[i]) && !detail::isDigits(words[i]))
            deeds.object.push_back(words[i]);
    }
    if (deeds.object.size() > 6 || deeds.object == std::vector<std::string>{"all"})
        deeds.object.clear();
    if (!deeds.object.empty() || at + 1 < words.size())
        return;
    // "issue_comments_create": the words before the verb, without the name of the service itself.
    for (std::size_t i = at; i-- > 0 && deeds.object.size() < 2;) {
        if (isFiller(words[i]))
            continue;
        if (std::find(service.begin(), service.end(), words[i]) != service.end() ||
            (!deeds.object.empty() && detail::isPluralWord(words[i])))
            break;
        deeds.object.insert(deeds.object.begin(), words[i]);
    }
    deeds.one = deeds.deed != Deed::Reads;
}

Deeds deedsOf(const catalog::CapabilityView &action, std::string_view serviceTitle) {
    Deeds deeds;
    std::vector<std::string> words = identifierWords(action.name());
    const std::string method = toLowerAscii(catalog::methodName(action.method()));
    if (words.size() > 1 && words[0] == method) {
        // "GET_DeleteVolume", or a name made of method and path, which has no verb of its own.
        const std::vector<std::string> path = identifierWords(action.path());
        const bool fromPath =
            std::search(words.begin() + 1, words.end(), path.begin(), path.end()) == words.begin() + 1;
        if (fromPath && !path.empty()) {
            readPathObject(action, deeds);
            return deeds;
        }
        if (verbOf(words[1]))
            words.erase(words.begin());
    }
    // A method's name says no more than the method.
    const auto says = [&](const std::string &word) { return word != method || word == "get" || word == "delete"; };
    std::size_t at = words.size();
    if (!words.empty() && says(words[0]) && verbOf(words[0]))
        at = 0;
    for (std::size_t i = 0; i < words.size() && at == words.size(); ++i) {
        if (says(words[i]) && plainVerb(words[i]))
            at = i;
    }
    for (std::size_t i = words.size(); i-- > 0 && at == words.size();) {
        if (says(words[i]) && verbOf(words[i]))
            at = i;
    }
    if (at < words.size()) {
        deeds.take(*verbOf(words[at]));
        readNameObject(words, at, identifierWords(serviceTitle), deeds);
    }
    if (deeds.object.empty()) {
        const Deeds named = deeds;
        readPathObject(action, deeds);
        if (!named.verb.empty()) {
            deeds.verb = named.verb;
            deeds.deed = named.deed;
        }
    } else if (!action.path().empty() && action.path().back() == '}') {
        deeds.one = true;
    }
    return deeds;
}

enum class Number : std::uint8_t { One, AsNamed, Many };

std::string objectText(const Deeds &deeds, Number number) {
    if (deeds.object.empty())
        return "data";
    std::vector<std::string> words = deeds.object;
    if (number == Number::One)
        words.back() = singular(words.back());
    else if (number == Number::Many && !detail::isPluralWord(words.back()))
        words.back() = detail::pluralOf(words.back());
    std::string text;
    for (const std::string &word : words) {
        if (!text.empty())
            text += ' ';
        text += spelledOut(word);
    }
    if (detail::isPluralWord(words.back()) || words.front() == "all" ||
        isAmong(words.back(), "data information metadata children media people access content settings status"))
        return text;
    const bool vowel = std::string_view("aeio").find(text.front()) != std::string_view::npos;
    return (vowel ? "an " : "a ") + text;
}

std::string sentence(const catalog::CapabilityView &action, const Classification &classification,
                     std::string_view serviceTitle) {
    if (action.kind() == catalog::Kind::Skill && classification.tier == Tier::Read)
        return "Gives the agent the text of the skill “" + std::string(action.title()) + "”. Changes nothing.";
    const std::string place = serviceTitle.empty() ? std::string() : " in " + std::string(serviceTitle);
    const Deeds deeds = deedsOf(action, serviceTitle);
    const Number number = deeds.one ? Number::One : Number::AsNamed;
    const bool reads = deeds.deed == Deed::Reads && !deeds.verb.empty();
    const std::string readVerb = reads && deeds.verb != "get" ? thirdPerson(deeds.verb) : std::string("Reads");
    if (classification.tier == Tier::Read)
        return readVerb + " " + objectText(deeds, number) + place + ". Changes nothing.";
    if (classification.tier == Tier::Write) {
        std::string verb = reads ? readVerb : deeds.verb.empty() ? std::string() : thirdPerson(deeds.verb);
        if (verb.empty())
            verb = action.method() == catalog::Method::Post ? "Adds or changes" : "Changes";
        return verb + " " + objectText(deeds, number) + place + ".";
    }

    if (isCatastrophic(classification) && classification.catastrophicClass == CatastrophicClass::Passthrough)
        return "Sends on whatever it is given" +
               (serviceTitle.empty() ? std::string() : " to " + std::string(serviceTitle)) +
               ", so it can change or delete anything there. Cannot be undone.";
    std::string verb = "Changes or removes";
    if (!deeds.verb.empty() && !reads)
        verb = thirdPerson(deeds.verb);
    else if (action.method() == catalog::Method::Delete)
        verb = "Deletes";
    switch (isCatastrophic(classification) ? classification.catastrophicClass : CatastrophicClass::None) {
    case CatastrophicClass::ContainerDestroy:
        return verb + " " + objectText(deeds, Number::One) + " and everything in it" +
               (place.empty() ? "" : "," + place) + ". Cannot be undone.";
    case CatastrophicClass::BulkDelete:
        return verb + " " + objectText(deeds, Number::Many) + place + ", many in one call. Cannot be undone.";
    case CatastrophicClass::PermanentDelete:
        return verb + " " + objectText(deeds, number) + place + " for good. Cannot be undone.";
    default:
        return verb + " " + objectText(deeds, number) + place +
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

std::string consequence(const catalog::CapabilityView &action, const Classification &classification,
                        const catalog::Service &service) {
    std::string_view wording;
    if (service.hand)
        for (const catalog::Override &entry : service.hand->overrides)
            if (entry.action == action.name())
                wording = entry.consequence;
    return consequence(action, classification, service.info.title, wording);
}

} // namespace actionscope::risk
