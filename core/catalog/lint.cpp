#include "catalog/lint.h"

#include "base/text.h"
#include "catalog/text_scan.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace actionscope::catalog {
namespace {

using Severity = Finding::Severity;

constexpr std::size_t ShortProse = 15;    ///< bytes of title and description together that say too little to choose by
constexpr std::size_t NamesInMessage = 5; ///< names listed before "and n more"
constexpr std::size_t SnippetAround = 24; ///< bytes shown on either side of a hidden character

/// Words that say nothing of what an action is about.
constexpr std::array<std::string_view, 24> GenericWords{"get",    "list",   "post",   "put",    "delete",  "patch",
                                                        "create", "update", "remove", "add",    "set",     "read",
                                                        "write",  "fetch",  "search", "find",   "query",   "execute",
                                                        "run",    "call",   "action", "method", "request", "default"};

/// `"a", "b" or "c"`.
std::string quotedChoice(const std::vector<std::string> &names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "\"" : i + 1 == names.size() ? " or \"" : ", \"") + revealInvisible(names[i]) + '"';
    return text;
}

std::vector<std::string_view> pathSegments(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        if (slash != 0)
            parts.push_back(path.substr(0, slash));
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    }
    return parts;
}

/// What stands in `text` around its first hidden character, made visible; empty when there is none.
std::string hiddenSnippet(std::string_view text) {
    if (!hasInvisible(text))
        return {};
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t next = at + 1;
        while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U)
            ++next;
        if (hasInvisible(text.substr(at, next - at)))
            break;
        at = next;
    }
    std::size_t from = at > SnippetAround ? at - SnippetAround : 0;
    while (from > 0 && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U)
        --from;
    return revealInvisible(truncateUtf8(text.substr(from), at - from + SnippetAround));
}

/// Characters that reorder what a person reads, or smuggle text to a model (tags): no honest description needs them.
bool hasDeceptive(std::string_view text) {
    for (std::size_t at = text.find_first_of("\xE2\xF3"); at != std::string_view::npos;
         at = text.find_first_of("\xE2\xF3", at + 1)) {
        const std::string_view three = text.substr(at, 3);
        if (three >= "\xE2\x80\xAA" && three <= "\xE2\x80\xAE")
            return true;
        if (three >= "\xE2\x81\xA6" && three <= "\xE2\x81\xA9")
            return true;
        if (three.starts_with("\xF3\xA0"))
            return true;
    }
    return false;
}

/// The findings of one service.
class ServiceLint {
public:
    ServiceLint(const Catalog &catalog, const Service &service, std::vector<Finding> &findings)
        : m_catalog(catalog)
        , m_service(service)
        , m_findings(findings) {
        const HandFile *hand = service.hand.get();
        m_generatedFile = ((hand != nullptr ? hand->path.parent_path() : std::filesystem::path("catalogs")) /
                           (service.info.id + ".longtail.yaml"))
                              .string();
        if (hand != nullptr) {
            for (const Curated &entry : hand->curated)
                m_curated.emplace(entry.action, &entry);
        }
    }

    void run() {
        if (const HandFile *hand = m_service.hand.get()) {
            m_findings.insert(m_findings.end(), hand->findings.begin(), hand->findings.end());
            lintOverrides(*hand);
            lintCurated(*hand);
        }
        lintActions();
    }

private:
    void report(Severity severity, std::string rule, std::string message, Location where, std::string_view action) {
        m_findings.push_back({severity, std::move(rule), std::move(message), std::move(where),
                              action.empty() ? std::string() : m_service.info.id + '.' + std::string(action)});
    }

    void lintOverrides(const HandFile &hand) {
        for (std::size_t i = 0; i < hand.overrides.size(); ++i) {
            const Override &entry = hand.overrides[i];
            const auto first =
                std::find_if(hand.overrides.begin(), hand.overrides.begin() + std::ptrdiff_t(i),
                             [&](const Override &o) { return o.action == entry.action && o.match == entry.match; });
            if (first != hand.overrides.begin() + std::ptrdiff_t(i))
                report(Severity::Error, "duplicate-override",
                       "a second override for the same " + std::string(entry.match ? "match" : "action") +
                           "; the first is in line " + std::to_string(first->where.line) + ": keep one",
                       entry.where, entry.action);
            if (entry.match)
                lintMatch(entry);
            else if (!m_service.segment->find(entry.action))
                reportOrphan(entry);
            reportHidden(entry.reason, "the reason", entry.where, entry.action);
            reportHidden(entry.consequence, "the consequence", entry.where, entry.action);
        }
    }

    void reportOrphan(const Override &entry) {
        std::vector<std::string> nearest = m_catalog.nearest(m_service.info.id + '.' + entry.action);
        for (std::string &name : nearest)
            name.erase(0, m_service.info.id.size() + 1);
        report(Severity::Error, "orphan-override",
               "no action of " + m_service.info.id + " is named \"" + revealInvisible(entry.action) + '"' +
                   (nearest.empty() ? std::string() : "; did you mean " + quotedChoice(nearest) + '?') +
                   " Correct the name or remove the override",
               entry.where, entry.action);
    }

    void lintMatch(const Override &entry) {
        const Segment &segment = *m_service.segment;
        for (std::uint32_t i = 0; i < segment.size(); ++i) {
            const CapabilityView action = segment.at(i);
            if (entry.match->matches(action.method(), action.path(), action.tags()))
                return;
        }
        std::string message = "this match fits no action of " + m_service.info.id;
        if (entry.match->path) {
            const std::vector<std::string> nearest = nearestPaths(*entry.match->path);
            message += nearest.empty() ? std::string() : "; the nearest paths are " + quotedChoice(nearest);
        } else if (entry.match->tag) {
            message += ": none has the tag \"" + revealInvisible(*entry.match->tag) + '"';
        }
        report(Severity::Error, "orphan-override", message + ". Correct the match or remove the override", entry.where,
               {});
    }

    /// Paths that share the most leading segments with the glob, then those spelled most alike.
    [[nodiscard]] std::vector<std::string> nearestPaths(const std::string &glob) const {
        const std::vector<std::string_view> wanted = pathSegments(glob);
        std::map<std::pair<std::size_t, std::size_t>, std::string> best; // (segments that differ, distance) → path
        for (std::uint32_t i = 0; i < m_service.segment->size(); ++i) {
            const std::string_view path = m_service.segment->at(i).path();
            const std::vector<std::string_view> parts = pathSegments(path);
            std::size_t shared = 0;
            while (shared < std::min(wanted.size(), parts.size()) &&
                   pathGlobMatches(wanted[shared] == "**" ? "*" : wanted[shared], parts[shared]))
                ++shared;
            best.try_emplace({wanted.size() - shared, editDistance(glob, path, 40)}, path);
            if (best.size() > 8)
                best.erase(std::prev(best.end()));
        }
        std::vector<std::string> paths;
        for (const auto &[rank, path] : best) {
            if (paths.size() < 3 && (rank.first < wanted.size() || rank.second <= glob.size() / 2))
                paths.push_back(path);
        }
        return paths;
    }

    void lintCurated(const HandFile &hand) {
        std::unordered_map<std::string_view, const Curated *> seen;
        for (const Curated &entry : hand.curated) {
            const auto [first, isNew] = seen.emplace(entry.action, &entry);
            if (!isNew)
                report(Severity::Error, "duplicate-curated",
                       "a second entry for the same action; the first is in line " +
                           std::to_string(first->second->where.line) + ": keep one",
                       entry.where, entry.action);
        }
    }

    void lintActions() {
        const Segment &segment = *m_service.segment;
        std::unordered_map<std::string, std::vector<std::uint32_t>> byProse;
        std::uint32_t line = 5; // of the first action in a file that import wrote
        for (std::uint32_t i = 0; i < segment.size(); ++i) {
            const CapabilityView action = segment.at(i);
            const auto curated = m_curated.find(action.name());
            // An action that only the hand-written file knows has no line in the generated one.
            const bool own = curated != m_curated.end() && curated->second->method && action.pointer().empty();
            const Location where = curated != m_curated.end()     ? curated->second->where
                                   : action.kind() != Kind::Action ? Location{std::string(action.pointer()), 1, 1}
                                                                   : Location{m_generatedFile, line, 1};
            line += own ? 0 : 1;
            m_places.push_back(where);
            lintProse(action, where);
            lintName(action, where);
            std::string prose(action.title());
            prose += '\n';
            prose += action.description();
            if (prose.size() > 1)
                byProse[std::move(prose)].push_back(i);
        }
        for (const auto &[prose, actions] : byProse) {
            if (actions.size() < 2)
                continue;
            std::string names;
            for (std::size_t i = 1; i < std::min(actions.size(), NamesInMessage + 1); ++i)
                names += (i == 1 ? "" : ", ") + std::string(segment.at(actions[i]).name());
            if (actions.size() > NamesInMessage + 1)
                names += " and " + std::to_string(actions.size() - NamesInMessage - 1) + " more";
            report(Severity::Warning, "duplicate-description",
                   "said of " + std::to_string(actions.size()) +
                       " actions alike, so that nobody can tell them apart; also of " + names + ": curate them",
                   m_places[actions.front()], segment.at(actions.front()).name());
        }
    }

    void lintProse(const CapabilityView &action, const Location &where) {
        const std::string_view title = action.title(), description = action.description();
        if (title.empty() && description.empty())
            report(Severity::Warning, "missing-description", "neither title nor description: curate it", where,
                   action.name());
        else if (title.size() + description.size() < ShortProse)
            report(Severity::Hint, "short-description",
                   "\"" + revealInvisible(title.empty() ? description : title) +
                       "\" is all that is said of it: curate it",
                   where, action.name());
        reportPoison(action, where);
        reportHidden(action.name(), "the name", where, action.name());
        reportHidden(title, "the title", where, action.name());
        reportHidden(description, "the description", where, action.name());
        for (std::size_t i = 0; i < action.tagCount(); ++i)
            reportHidden(action.tag(i), "a tag", where, action.name());
        for (std::size_t i = 0; i < action.parameterCount(); ++i) {
            const ParameterView parameter = action.parameter(i);
            reportHidden(parameter.name, "a parameter's name", where, action.name());
            if (hasInvisible(parameter.description))
                reportHidden(parameter.description, "the description of " + revealInvisible(parameter.name), where,
                             action.name());
        }
    }

    /// What could mislead a model that reads the action; models do not get to see it until a person accepts it.
    void reportPoison(const CapabilityView &action, const Location &where) {
        const auto scan = [&](std::string_view text, const std::string &field) {
            for (const ScanFinding &finding : scanText(text, field)) {
                // Hidden characters have a complaint of their own, which shows them in their place.
                if (finding.rule == ScanRule::HiddenCharacters || finding.rule == ScanRule::Bidirectional)
                    continue;
                report(finding.withhold ? Severity::Error : Severity::Warning, std::string(scanRuleName(finding.rule)),
                       "the " + revealInvisible(finding.field) + " " + finding.detail, where, action.name());
            }
        };
        scan(action.name(), "name");
        scan(action.title(), "title");
        scan(action.description(), "description");
        for (std::size_t i = 0; i < action.parameterCount(); ++i)
            scan(action.parameter(i).description, "description of " + std::string(action.parameter(i).name));
    }

    void reportHidden(std::string_view text, const std::string &what, const Location &where, std::string_view action) {
        const std::string snippet = hiddenSnippet(text);
        if (snippet.empty())
            return;
        report(hasDeceptive(text) ? Severity::Error : Severity::Warning, "hidden-characters",
               what + " has characters that nobody sees: …" + snippet + "…", where, action);
    }

    void lintName(const CapabilityView &action, const Location &where) {
        const std::vector<std::string> words = identifierWords(action.name());
        const bool saysSomething = std::any_of(words.begin(), words.end(), [](const std::string &word) {
            const bool number = word.find_first_not_of("0123456789") == std::string::npos;
            return !number && word.size() > 1 &&
                   std::find(GenericWords.begin(), GenericWords.end(), word) == GenericWords.end();
        });
        if (!saysSomething)
            report(Severity::Hint, "unclear-name", "the name does not say what it is about", where, action.name());
    }

    const Catalog &m_catalog;
    const Service &m_service;
    std::vector<Finding> &m_findings;
    std::string m_generatedFile;
    std::unordered_map<std::string_view, const Curated *> m_curated;
    std::vector<Location> m_places; ///< of each action
};

} // namespace

std::vector<Finding> lint(const Catalog &catalog) {
    std::vector<Finding> findings;
    for (const Service &service : catalog.services())
        ServiceLint(catalog, service, findings).run();
    std::map<std::string, std::string_view> skeletons;
    for (const Service &service : catalog.services()) {
        const auto [other, first] = skeletons.emplace(confusableSkeleton(service.info.id), service.info.id);
        if (!first)
            findings.push_back({Severity::Warning,
                                "look-alike",
                                "the service's name looks like " + std::string(other->second) +
                                    "; give one of them another with --service",
                                {},
                                service.info.id});
    }
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) {
        return std::tie(a.where.file, a.where.line, a.action, a.where.column, a.rule, a.message) <
               std::tie(b.where.file, b.where.line, b.action, b.where.column, b.rule, b.message);
    });
    return findings;
}

} // namespace actionscope::catalog
