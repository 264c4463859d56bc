#include "catalog/lint.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace actionscope::catalog {
namespace {

constexpr std::array<std::string_view, 17> KindNames{"service_removed",
                                                     "action_removed",
                                                     "required_parameter_added",
                                                     "parameter_removed",
                                                     "type_changed",
                                                     "place_changed",
                                                     "method_changed",
                                                     "path_changed",
                                                     "security_changed",
                                                     "server_changed",
                                                     "renamed",
                                                     "service_added",
                                                     "action_added",
                                                     "optional_parameter_added",
                                                     "deprecated",
                                                     "prose_changed",
                                                     "tags_changed"};
static_assert(KindNames.size() == static_cast<std::size_t>(Change::Kind::TagsChanged) + 1);

bool isBreaking(Change::Kind kind) { return kind <= Change::Kind::ServerChanged; }

std::string quoted(std::string_view text) {
    return text.empty() ? std::string("nothing") : '"' + revealInvisible(truncateUtf8(text, 120)) + '"';
}
std::string fromTo(std::string_view before, std::string_view after) {
    return quoted(before) + " became " + quoted(after);
}

std::string joined(std::vector<std::string_view> texts) {
    std::sort(texts.begin(), texts.end());
    std::string out;
    for (const std::string_view text : texts)
        out += (out.empty() ? "" : ", ") + std::string(text);
    return out;
}

class Differ {
public:
    Differ(const Service &before, const Service &after, std::vector<Change> &changes)
        : m_id(before.info.id)
        , m_before(before)
        , m_after(after)
        , m_changes(changes) {}

    void run() {
        if (m_before.info.server != m_after.info.server)
            m_changes.push_back(
                {Change::Kind::ServerChanged, true, m_id, fromTo(m_before.info.server, m_after.info.server)});
        const Segment &a = *m_before.segment, &b = *m_after.segment;
        if (m_before.segment == m_after.segment)
            return;
        std::vector<CapabilityView> removed, added;
        for (std::uint32_t i = 0, k = 0; i < a.size() || k < b.size();) {
            const int order = i == a.size() ? 1 : k == b.size() ? -1 : a.at(i).name().compare(b.at(k).name());
            if (order == 0)
                compare(a.at(i++), b.at(k++));
            else if (order < 0)
                removed.push_back(a.at(i++));
            else
                added.push_back(b.at(k++));
        }
        matchRenames(removed, added);
    }

private:
    void add(Change::Kind kind, std::string_view action, std::string detail) {
        m_changes.push_back({kind, isBreaking(kind), m_id + '.' + std::string(action), std::move(detail)});
    }

    /// A removed and an added action with equal method and path are one; several of a kind pair up in order of name.
    void matchRenames(const std::vector<CapabilityView> &removed, const std::vector<CapabilityView> &added) {
        std::multimap<std::pair<Method, std::string_view>, CapabilityView> gone;
        for (const CapabilityView &action : removed)
            gone.emplace(std::pair(action.method(), action.path()), action);
        for (const CapabilityView &action : added) {
            const auto old = action.path().empty() ? gone.end() : gone.find({action.method(), action.path()});
            if (old == gone.end()) {
                add(Change::Kind::ActionAdded, action.name(), endpoint(action));
                continue;
            }
            add(Change::Kind::Renamed, action.name(), "was " + m_id + '.' + std::string(old->second.name()));
            compare(old->second, action);
            gone.erase(old);
        }
        for (const auto &[key, action] : gone)
            add(Change::Kind::ActionRemoved, action.name(), endpoint(action));
    }
    static std::string endpoint(const CapabilityView &action) {
        return std::string(methodName(action.method())) + ' ' + revealInvisible(action.path());
    }

    void compare(const CapabilityView &a, const CapabilityView &b) {
        const std::string_view name = b.name();
        if (a.method() != b.method())
            add(Change::Kind::MethodChanged, name, fromTo(methodName(a.method()), methodName(b.method())));
        if (a.path() != b.path())
            add(Change::Kind::PathChanged, name, fromTo(a.path(), b.path()));
        if (const std::string x = joined(a.security()), y = joined(b.security()); x != y)
            add(Change::Kind::SecurityChanged, name, fromTo(x, y));
        if (a.server() != b.server())
            add(Change::Kind::ServerChanged, name, fromTo(a.server(), b.server()));
        compareParameters(a, b);
        if (a.deprecated() != b.deprecated())
            add(Change::Kind::Deprecated, name, b.deprecated() ? "is deprecated now" : "is no longer deprecated");
        if (a.title() != b.title())
            add(Change::Kind::ProseChanged, name, "title: " + fromTo(a.title(), b.title()));
        if (a.description() != b.description())
            add(Change::Kind::ProseChanged, name, "description: " + fromTo(a.description(), b.description()));
        if (const std::string x = joined(a.tags()), y = joined(b.tags()); x != y)
            add(Change::Kind::TagsChanged, name, fromTo(x, y));
    }

    using Parameters = std::multimap<std::string_view, ParameterView>;
    static Parameters parametersOf(const CapabilityView &action) {
        Parameters parameters;
        for (std::size_t i = 0; i < action.parameterCount(); ++i)
            parameters.emplace(action.parameter(i).name, action.parameter(i));
        return parameters;
    }
    static std::string described(const ParameterView &p) {
        return revealInvisible(p.name) + " (" + std::string(placeName(p.place)) +
               (p.type.empty() ? "" : ", " + revealInvisible(p.type)) + (p.required ? ", required)" : ")");
    }

    /// Parameters are one when name and place agree; then when the name does.
    void compareParameters(const CapabilityView &a, const CapabilityView &b) {
        Parameters gone = parametersOf(a);
        std::vector<ParameterView> added;
        const auto take = [&gone](const ParameterView &wanted, bool samePlace) -> std::optional<ParameterView> {
            const auto [from, to] = gone.equal_range(wanted.name);
            const auto found =
                std::find_if(from, to, [&](const auto &p) { return !samePlace || p.second.place == wanted.place; });
            if (found == to)
                return std::nullopt;
            const ParameterView parameter = found->second;
            gone.erase(found);
            return parameter;
        };
        for (std::size_t i = 0; i < b.parameterCount(); ++i) {
            if (const auto before = take(b.parameter(i), true))
                compareParameter(b.name(), *before, b.parameter(i));
            else
                added.push_back(b.parameter(i));
        }
        for (const ParameterView &parameter : added) {
            if (const auto before = take(parameter, false)) {
                add(Change::Kind::PlaceChanged, b.name(),
                    revealInvisible(parameter.name) + ": " +
                        fromTo(placeName(before->place), placeName(parameter.place)));
                compareParameter(b.name(), *before, parameter);
                continue;
            }
            add(parameter.required ? Change::Kind::RequiredParameterAdded : Change::Kind::OptionalParameterAdded,
                b.name(), described(parameter));
        }
        for (const auto &[name, parameter] : gone)
            add(Change::Kind::ParameterRemoved, b.name(), described(parameter));
    }
    void compareParameter(std::string_view action, const ParameterView &a, const ParameterView &b) {
        const std::string name = revealInvisible(b.name);
        if (a.type != b.type)
            add(Change::Kind::TypeChanged, action, name + ": " + fromTo(a.type, b.type));
        if (!a.required && b.required)
            add(Change::Kind::RequiredParameterAdded, action, name + " is required now");
        if (a.required && !b.required)
            add(Change::Kind::OptionalParameterAdded, action, name + " is optional now");
        if (a.description != b.description)
            add(Change::Kind::ProseChanged, action, name + ": " + fromTo(a.description, b.description));
    }

    std::string m_id;
    const Service &m_before;
    const Service &m_after;
    std::vector<Change> &m_changes;
};

std::string countOf(const Service &service) { return std::to_string(service.segment->size()) + " actions"; }

} // namespace

std::string_view changeKindName(Change::Kind kind) { return KindNames[static_cast<std::size_t>(kind)]; }

std::vector<Change> diff(const Catalog &before, const Catalog &after) {
    std::vector<Change> changes;
    for (const Service &service : before.services()) {
        const auto other = after.findService(service.info.id);
        if (other)
            Differ(service, after.services()[*other], changes).run();
        else
            changes.push_back({Change::Kind::ServiceRemoved, true, service.info.id, countOf(service)});
    }
    for (const Service &service : after.services()) {
        if (!before.findService(service.info.id))
            changes.push_back({Change::Kind::ServiceAdded, false, service.info.id, countOf(service)});
    }
    std::stable_sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) {
        return std::tie(b.breaking, a.action, a.kind, a.detail) < std::tie(a.breaking, b.action, b.kind, b.detail);
    });
    return changes;
}

} // namespace actionscope::catalog
