#include "workspace/detail/import_changes.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace actionscope::workspace::detail {
namespace {

using catalog::CapabilityView;
using catalog::ParameterView;
using Change = ImportReport::Change;

constexpr std::size_t ListedParameters = 3;

std::string endpoint(const CapabilityView &action) {
    return std::string(methodName(action.method())) + ' ' + revealInvisible(action.path());
}

std::string_view tierWord(const risk::Classification &c) {
    constexpr std::array<std::string_view, 3> Words{"read", "write", "destructive"};
    return risk::isCatastrophic(c) ? "catastrophic" : Words[static_cast<std::size_t>(c.tier)];
}

/// "owner is new and required, page is gone, …": how the parameters differ for who calls the action.
std::string parameterChanges(const CapabilityView &a, const CapabilityView &b) {
    using Key = std::pair<catalog::Place, std::string_view>;
    std::map<Key, ParameterView> gone;
    for (std::size_t i = 0; i < a.parameterCount(); ++i)
        gone.emplace(Key(a.parameter(i).place, a.parameter(i).name), a.parameter(i));
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < b.parameterCount(); ++i) {
        const ParameterView now = b.parameter(i);
        const std::string name = revealInvisible(now.name);
        const auto found = gone.find(Key(now.place, now.name));
        if (found == gone.end()) {
            parts.push_back(name + (now.required ? " is new and required" : " is new"));
            continue;
        }
        const ParameterView was = found->second;
        gone.erase(found);
        if (was.required != now.required)
            parts.push_back(name + (now.required ? " is required now" : " is optional now"));
        if (was.type != now.type)
            parts.push_back(name + " was " + (was.type.empty() ? "of any type" : revealInvisible(was.type)) +
                            " and is " + (now.type.empty() ? "of any type" : revealInvisible(now.type)));
    }
    for (const auto &[key, was] : gone)
        parts.push_back(revealInvisible(was.name) + " is gone");
    std::string text;
    for (std::size_t i = 0; i < std::min(parts.size(), ListedParameters); ++i)
        text += (text.empty() ? "" : ", ") + parts[i];
    if (parts.size() > ListedParameters)
        text += ", … " + std::to_string(parts.size() - ListedParameters) + " more";
    return text;
}

bool proseDiffers(const CapabilityView &a, const CapabilityView &b) {
    if (a.title() != b.title() || a.description() != b.description() || a.category() != b.category() ||
        a.tags() != b.tags() || a.deprecated() != b.deprecated())
        return true;
    std::map<std::pair<catalog::Place, std::string_view>, std::string_view> before;
    for (std::size_t i = 0; i < a.parameterCount(); ++i)
        before.emplace(std::pair(a.parameter(i).place, a.parameter(i).name), a.parameter(i).description);
    for (std::size_t i = 0; i < b.parameterCount(); ++i) {
        // A parameter that came or went is a matter of the signature.
        const auto was = before.find(std::pair(b.parameter(i).place, b.parameter(i).name));
        if (was != before.end() && was->second != b.parameter(i).description)
            return true;
    }
    return false;
}

/// What a person has to look at: "signature (owner is new and required), description, tier read → write".
std::string whatChanged(const CapabilityView &a, const CapabilityView &b, const catalog::HandFile *hand,
                        const risk::RiskPolicy &policy) {
    std::vector<std::string> parts;
    std::string signature;
    const auto more = [&signature](const std::string &text) {
        if (!text.empty())
            signature += (signature.empty() ? "" : ", ") + text;
    };
    if (a.method() != b.method() || a.path() != b.path())
        more("was " + endpoint(a));
    more(parameterChanges(a, b));
    if (a.hasBody() != b.hasBody())
        more(b.hasBody() ? "takes a body now" : "takes no body any more");
    if (a.server() != b.server())
        more("another server");
    if (a.security() != b.security())
        more("other authorization");
    if (!signature.empty())
        parts.push_back("signature (" + signature + ')');
    if (proseDiffers(a, b))
        parts.emplace_back("description");
    const auto before = policy.classify(a, hand), after = policy.classify(b, hand);
    if (tierWord(before) != tierWord(after))
        parts.push_back("tier " + std::string(tierWord(before)) + " → " + std::string(tierWord(after)));
    std::string text;
    for (const std::string &part : parts)
        text += (text.empty() ? "" : ", ") + part;
    // The order of parameters, or a hint of the upstream.
    return text.empty() ? "details of the definition" : text;
}

} // namespace

void listChanges(const catalog::Segment *before, const catalog::Segment &after, const catalog::HandFile *hand,
                 const risk::RiskPolicy &policy, ImportReport::Item &item) {
    std::vector<Change> changed, removed, added;
    const auto note = [&item](std::vector<Change> &list, const CapabilityView &action, Change::Kind kind,
                              const auto &what) {
        if (list.size() < ImportReport::ListedChanges)
            list.push_back({item.service + '.' + std::string(action.name()), kind, what()});
    };
    const std::uint32_t old = before != nullptr ? before->size() : 0;
    // Actions of a segment are sorted by name.
    for (std::uint32_t i = 0, k = 0; i < old || k < after.size();) {
        const int order = i == old ? 1 : k == after.size() ? -1 : before->at(i).name().compare(after.at(k).name());
        if (order < 0) {
            const CapabilityView action = before->at(i++);
            ++item.removed;
            note(removed, action, Change::Removed, [&] { return endpoint(action); });
        } else if (order > 0) {
            const CapabilityView action = after.at(k++);
            ++item.added;
            note(added, action, Change::Added, [&] { return endpoint(action); });
        } else {
            const CapabilityView was = before->at(i++), is = after.at(k++);
            if (was.definitionHash() == is.definitionHash())
                continue;
            ++item.changed;
            note(changed, is, Change::Changed, [&] { return whatChanged(was, is, hand, policy); });
        }
    }
    for (std::vector<Change> *list : {&changed, &removed, &added})
        std::move(list->begin(), list->end(), std::back_inserter(item.changes));
    if (item.changes.size() > ImportReport::ListedChanges)
        item.changes.resize(ImportReport::ListedChanges);
    item.changesCut = std::uint64_t(item.added) + item.changed + item.removed - item.changes.size();
}

} // namespace actionscope::workspace::detail
