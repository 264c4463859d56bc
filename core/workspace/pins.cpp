#include "workspace/pins.h"

#include "base/hash.h"
#include "base/text.h"
#include "ingest/mcp_tools.h"

#include <algorithm>
#include <boost/json/value_from.hpp>

namespace actionscope::workspace {
namespace {

using catalog::CapabilityView;

constexpr std::uint64_t MaxFile = 64U << 20;
constexpr std::size_t MaxRemembered = 10'000;
constexpr std::size_t MaxComparisons = 20'000; ///< of actions that went with such that came, for renames
/// Names alone are alike too often (`get_user`, `get_users`); names, parameters and words together are not.
constexpr double SameUnderAnotherName = 0.6;

/// A schema without what only explains it: a mended typo changes nothing.
json::value withoutProse(const json::value &schema, bool properties = false) {
    if (schema.is_array()) {
        json::array copy;
        for (const json::value &entry : schema.as_array())
            copy.push_back(withoutProse(entry));
        return copy;
    }
    if (!schema.is_object())
        return schema;
    json::object copy;
    for (const auto &[key, value] : schema.as_object()) {
        // Inside `properties` these words are names of parameters.
        if (!properties && (key == "description" || key == "title" || key == "examples" || key == "$comment"))
            continue;
        const bool names = !properties && (key == "properties" || key == "patternProperties" || key == "$defs" ||
                                           key == "definitions" || key == "dependentSchemas");
        copy[key] = key == "enum" || key == "const" || key == "default" ? value : withoutProse(value, names);
    }
    return copy;
}

std::string wordOf(const json::object &definition, std::string_view key) {
    return std::string(stringMember(definition, key));
}

/// Whether a definition read from the file has what is compared.
bool isDefinition(const json::object &definition) {
    for (const char *key : {"tier", "gate", "method", "path", "server"}) {
        if (const json::value *value = definition.if_contains(key); !value || !value->is_string())
            return false;
    }
    return definition.contains("hint") && definition.contains("security") &&
           objectMember(definition, "parameters") != nullptr;
}

int tierRank(std::string_view tier) { return tier == "read" ? 0 : tier == "write" ? 1 : 2; }

std::string shown(std::string_view text) { return text.empty() ? "nothing" : revealInvisible(truncateUtf8(text, 120)); }

} // namespace

json::object pinnedDefinition(const CapabilityView &action, const catalog::ServiceInfo &service,
                              const risk::Classification &risk, const json::value *schema) {
    json::object parameters;
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const catalog::ParameterView parameter = action.parameter(i);
        parameters[std::string(placeName(parameter.place)) + ":" + std::string(parameter.name)] =
            json::object{{"type", parameter.type}, {"required", parameter.required}};
    }
    json::array security;
    for (const std::string_view entry : action.security())
        security.emplace_back(entry);
    json::object definition{{"tier", tierName(risk.tier)},
                            {"gate", approvalName(risk.approval)},
                            {"hint", static_cast<int>(action.hint())},
                            {"method", methodName(action.method())},
                            {"path", action.path()},
                            // Tools are called where the server is, which is where they came from.
                            {"server", !action.server().empty()              ? action.server()
                                       : ingest::isMcpFormat(service.format) ? std::string_view(service.source)
                                                                             : std::string_view(service.server)},
                            {"security", std::move(security)},
                            {"parameters", std::move(parameters)}};
    if (schema)
        definition["schema"] = toHex(sha256(canonicalJson(withoutProse(*schema))));
    return definition;
}

std::vector<std::string> addedRisk(const json::object &was, const json::object &is) {
    std::vector<std::string> changes;
    const auto differs = [&](std::string_view key) { return was.at(key) != is.at(key); };
    if (tierRank(wordOf(is, "tier")) > tierRank(wordOf(was, "tier")))
        changes.push_back("tier " + wordOf(was, "tier") + " → " + wordOf(is, "tier"));
    if (wordOf(is, "gate") != wordOf(was, "gate") && wordOf(is, "gate") == approvalName(risk::Approval::Admin))
        changes.emplace_back("an administrator has to approve it now");
    if (was.at("hint") == static_cast<int>(catalog::Hint::ReadOnly) && differs("hint"))
        changes.emplace_back("the upstream does not call it read-only any more");
    else if (is.at("hint") == static_cast<int>(catalog::Hint::Destructive) && differs("hint"))
        changes.emplace_back("the upstream calls it destructive now");
    for (const auto &[key, what] : {std::pair("method", "the method was "), std::pair("path", "the path was "),
                                    std::pair("server", "the server was ")}) {
        if (differs(key))
            changes.push_back(what + shown(wordOf(was, key)) + " and is " + shown(wordOf(is, key)));
    }
    if (differs("security"))
        changes.emplace_back("it wants other authorization");
    const json::object &before = was.at("parameters").as_object(), &after = is.at("parameters").as_object();
    const std::size_t ofParameters = changes.size();
    for (const auto &[key, parameter] : after) {
        const std::string name = shown(std::string_view(key).substr(key.find(':') + 1));
        const json::value *old = before.if_contains(key);
        if (!old) {
            if (boolMember(parameter, "required"))
                changes.push_back(name + " is new and required");
            continue;
        }
        if (boolMember(parameter, "required") && !boolMember(*old, "required"))
            changes.push_back(name + " is required now");
        if (stringMember(parameter, "type") != stringMember(*old, "type"))
            changes.push_back(name + " was " + shown(stringMember(*old, "type")) + " and is " +
                              shown(stringMember(parameter, "type")));
    }
    if (was.contains("schema") && is.contains("schema") && differs("schema") && changes.size() == ofParameters) {
        std::string news;
        for (const auto &[key, parameter] : after) {
            if (!before.contains(key))
                news += (news.empty() ? "" : ", ") + shown(std::string_view(key).substr(key.find(':') + 1));
        }
        changes.push_back(news.empty() ? "its input schema changed" : "its input schema changed: new " + news);
    }
    return changes;
}

double renameSimilarity(const CapabilityView &was, const CapabilityView &is) {
    const auto share = [](const std::set<std::string> &a, const std::set<std::string> &b) {
        if (a.empty() && b.empty())
            return 0.5; // nothing to compare says neither
        std::size_t both = 0;
        for (const std::string &entry : a)
            both += b.contains(entry);
        return static_cast<double>(both) / static_cast<double>(a.size() + b.size() - both);
    };
    const auto parametersOf = [](const CapabilityView &action) {
        std::set<std::string> names;
        for (std::size_t i = 0; i < action.parameterCount(); ++i)
            names.emplace(action.parameter(i).name);
        return names;
    };
    const auto wordsOf = [](std::string_view text) {
        const auto words = identifierWords(truncateUtf8(text, 1000));
        return std::set<std::string>(words.begin(), words.end());
    };
    if (was.method() != is.method())
        return 0;
    const bool samePlace = was.method() != catalog::Method::None && was.path() == is.path();
    return samePlace ? 1.0
                     : 0.4 * share(parametersOf(was), parametersOf(is)) +
                           0.4 * share(wordsOf(was.description()), wordsOf(is.description())) +
                           0.2 * share(wordsOf(was.name()), wordsOf(is.name()));
}

Result<Pins> Pins::read(const std::filesystem::path &file) {
    const auto text = readFile(file, MaxFile);
    if (!text) {
        if (text.error().code == ErrorCode::NotFound)
            return Pins();
        return fail(text.error());
    }
    const auto corrupt = [&](std::string_view what) {
        return fail(ErrorCode::Corrupt, "what was accepted is not known: " + std::string(what), {file.string()});
    };
    const auto document = parseJson(*text, file.string());
    if (!document)
        return corrupt(document.error().message);
    const json::value *version = member(*document, "version");
    const json::object *pending = objectMember(*document, "pending"), *removed = objectMember(*document, "removed"),
                       *texts = objectMember(*document, "texts");
    if (!version || *version != 1 || !pending || !removed || !texts)
        return corrupt("the file has another shape");
    Pins pins;
    for (const auto &[name, entry] : *pending) {
        const json::object *was = objectMember(entry, "was"), *is = objectMember(entry, "is");
        const json::array *changes = arrayMember(entry, "changes");
        if (!was || !is || !changes || !isDefinition(*was) || !isDefinition(*is))
            return corrupt("the entry of " + std::string(name) + " has another shape");
        PendingChange change{.name = std::string(name),
                             .changes = {},
                             .renamedFrom = std::string(stringMember(entry, "renamed_from")),
                             .since = parseTimestamp(stringMember(entry, "since")).value_or(Timestamp()),
                             .was = *was,
                             .is = *is};
        for (const json::value &line : *changes) {
            if (line.is_string())
                change.changes.emplace_back(line.as_string());
        }
        pins.m_pending.emplace(std::string(name), std::move(change));
    }
    for (const auto &[name, entry] : *removed) {
        if (!entry.is_object() || !isDefinition(entry.as_object()))
            return corrupt("the entry of " + std::string(name) + " has another shape");
        pins.m_removed.emplace(std::string(name), entry.as_object());
    }
    for (const auto &[name, entry] : *texts) {
        if (!entry.is_string())
            return corrupt("the entry of " + std::string(name) + " has another shape");
        pins.m_texts.emplace(std::string(name), entry.as_string());
    }
    return pins;
}

Pins Pins::unreadable(std::string why) {
    Pins pins;
    pins.m_problem = std::move(why);
    return pins;
}

std::string Pins::write() const {
    json::object pending, removed, texts;
    for (const auto &[name, change] : m_pending) {
        json::object entry{{"since", formatTimestamp(change.since)},
                           {"changes", json::value_from(change.changes)},
                           {"was", change.was},
                           {"is", change.is}};
        if (!change.renamedFrom.empty())
            entry["renamed_from"] = change.renamedFrom;
        pending[name] = std::move(entry);
    }
    for (const auto &[name, definition] : m_removed)
        removed[name] = definition;
    for (const auto &[name, digest] : m_texts)
        texts[name] = digest;
    return prettyJson(json::object{{"version", 1},
                                   {"pending", std::move(pending)},
                                   {"removed", std::move(removed)},
                                   {"texts", std::move(texts)}}) +
           "\n";
}

std::optional<std::string> Pins::blocked(std::string_view qualified, bool ofMcpServer) const {
    if (!m_problem.empty())
        return ofMcpServer ? std::optional(m_problem) : std::nullopt;
    const auto found = m_pending.find(qualified);
    if (found == m_pending.end())
        return std::nullopt;
    std::string text = "its definition changed";
    if (!found->second.renamedFrom.empty())
        text += " (it was " + found->second.renamedFrom + ")";
    for (std::size_t i = 0; i < found->second.changes.size(); ++i)
        text += (i == 0 ? ": " : ", ") + found->second.changes[i];
    return text;
}

bool Pins::textAccepted(std::string_view qualified, std::string_view digest) const {
    const auto found = m_texts.find(qualified);
    return found != m_texts.end() && found->second == digest;
}

void Pins::block(PendingChange change) {
    std::string name = change.name;
    m_pending.insert_or_assign(std::move(name), std::move(change));
}
bool Pins::accept(std::string_view qualified) {
    const auto found = m_pending.find(qualified);
    if (found == m_pending.end())
        return false;
    m_pending.erase(found);
    return true;
}
void Pins::acceptText(std::string_view qualified, std::string digest) {
    m_texts.insert_or_assign(std::string(qualified), std::move(digest));
}
void Pins::remember(std::string_view qualified, json::object definition) {
    if (m_removed.size() < MaxRemembered)
        m_removed.insert_or_assign(std::string(qualified), std::move(definition));
}
const json::object *Pins::remembered(std::string_view qualified) const {
    const auto found = m_removed.find(qualified);
    return found == m_removed.end() ? nullptr : &found->second;
}
void Pins::forget(std::string_view qualified) {
    if (const auto found = m_removed.find(qualified); found != m_removed.end())
        m_removed.erase(found);
}

std::vector<std::string> pinChanges(Pins &pins, const PinSide &before, const PinSide &after,
                                    const risk::RiskPolicy &policy, Timestamp now) {
    std::vector<std::string> blocked;
    const std::string prefix = after.info.id + ".";
    const auto definitionOf = [&](const PinSide &side, const CapabilityView &action) {
        const auto schema = side.schema ? side.schema(action) : std::nullopt;
        return pinnedDefinition(action, side.info, policy.classify(action, side.hand), schema ? &*schema : nullptr);
    };
    // The accepted definition: of what is pending, the one from before it began to differ.
    const auto acceptedOf = [&](const std::string &name, const CapabilityView &old) {
        const auto found = pins.pending().find(name);
        return found != pins.pending().end() ? found->second.was : definitionOf(before, old);
    };
    const auto judge = [&](const std::string &name, const json::object &was, const json::object &is,
                           const std::string &renamedFrom) {
        std::vector<std::string> changes = addedRisk(was, is);
        if (changes.empty()) {
            pins.accept(name);
            return;
        }
        blocked.push_back(name);
        pins.block({name, std::move(changes), renamedFrom, now, was, is});
    };
    // A source from elsewhere changes every action, even those whose own record is the same.
    const bool moved = after.schema || before.info.server != after.info.server;
    std::vector<std::uint32_t> gone, come;
    for (std::uint32_t i = 0; i < before.segment.size(); ++i) {
        const CapabilityView old = before.segment.at(i);
        const auto index = after.segment.find(old.name());
        if (!index) {
            gone.push_back(i);
            continue;
        }
        const CapabilityView is = after.segment.at(*index);
        if (!moved && old.definitionHash() == is.definitionHash())
            continue;
        const std::string name = prefix + std::string(old.name());
        judge(name, acceptedOf(name, old), definitionOf(after, is), {});
    }
    for (std::uint32_t i = 0; i < after.segment.size(); ++i) {
        if (!before.segment.find(after.segment.at(i).name()))
            come.push_back(i);
    }
    // A large description that was rearranged is no rename.
    const bool compare = come.size() * gone.size() <= MaxComparisons;
    for (const std::uint32_t index : come) {
        const CapabilityView is = after.segment.at(index);
        const std::string name = prefix + std::string(is.name());
        if (const json::object *was = pins.remembered(name)) {
            judge(name, *was, definitionOf(after, is), {});
            pins.forget(name);
            continue;
        }
        double best = SameUnderAnotherName;
        std::optional<std::uint32_t> from;
        for (std::size_t k = 0; compare && k < gone.size(); ++k) {
            if (const double score = renameSimilarity(before.segment.at(gone[k]), is); score >= best) {
                best = score;
                from = gone[k];
            }
        }
        if (from) {
            const CapabilityView old = before.segment.at(*from);
            const std::string oldName = prefix + std::string(old.name());
            judge(name, acceptedOf(oldName, old), definitionOf(after, is), oldName);
        }
    }
    for (const std::uint32_t index : gone) {
        const CapabilityView old = before.segment.at(index);
        const std::string name = prefix + std::string(old.name());
        pins.remember(name, acceptedOf(name, old));
        pins.accept(name);
    }
    return blocked;
}

} // namespace actionscope::workspace
