#include "base/hash.h"
#include "base/text.h"
#include "gateway/services.h"
#include "ingest/schema.h"
#include "workspace/layout.h"

#include <re2/re2.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <unordered_map>

namespace actionscope::gateway {
namespace {

constexpr std::size_t CachedSchemas = 512;
constexpr std::size_t CachedTexts = 50'000;

std::string serverOfAction(const catalog::Service &service, const catalog::CapabilityView &action) {
    return std::string(action.server().empty() ? std::string_view(service.info.server) : action.server());
}

/// What a hand-written action without a description says of its arguments.
json::value schemaOfParameters(const catalog::CapabilityView &action) {
    json::object properties;
    json::array required;
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const catalog::ParameterView parameter = action.parameter(i);
        json::object property{{"x-in", catalog::placeName(parameter.place)}};
        if (!parameter.type.empty())
            property["type"] = parameter.type;
        if (!parameter.description.empty())
            property["description"] = parameter.description;
        properties[parameter.name] = std::move(property);
        if (parameter.required)
            required.emplace_back(parameter.name);
    }
    json::object schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty())
        schema["required"] = std::move(required);
    return schema;
}

bool isLinear(std::string_view pattern) {
    RE2::Options quiet;
    quiet.set_log_errors(false);
    return RE2(re2::StringPiece(pattern.data(), pattern.size()), quiet).ok();
}

void dropHeavyPatterns(json::value &schema) {
    if (json::array *list = schema.if_array()) {
        for (json::value &item : *list)
            dropHeavyPatterns(item);
        return;
    }
    json::object *object = schema.if_object();
    if (!object)
        return;
    if (const json::value *pattern = object->if_contains("pattern");
        pattern && pattern->is_string() && !isLinear(pattern->as_string()))
        object->erase("pattern");
    if (json::value *patterns = object->if_contains("patternProperties"); patterns && patterns->is_object())
        for (auto at = patterns->as_object().begin(); at != patterns->as_object().end();)
            at = isLinear(at->key()) ? std::next(at) : patterns->as_object().erase(at);
    for (auto &entry : *object)
        dropHeavyPatterns(entry.value());
}

} // namespace

/// Schemas, compiled and hashed, by what defines them: the segment's content and the action's place in it.
struct WorkspaceActions::Impl {
    struct Entry {
        std::string key;
        Schema schema;
    };

    explicit Impl(const workspace::Workspace &given)
        : workspace(given) {}

    Result<Schema> schemaOf(const workspace::Snapshot &snapshot, catalog::Ordinal ordinal) {
        const catalog::Service &service = snapshot.catalog->serviceOf(ordinal);
        const std::string key = service.info.id + ':' + std::to_string(service.segment->contentHash()) + ':' +
                                service.info.sha256 + ':' + std::to_string(ordinal - service.first);
        {
            const std::lock_guard lock(mutex);
            if (const auto found = byKey.find(key); found != byKey.end()) {
                entries.splice(entries.begin(), entries, found->second);
                return entries.front().schema;
            }
        }
        auto value = snapshot.catalog->at(ordinal).pointer().empty()
                         ? Result<json::value>(schemaOfParameters(snapshot.catalog->at(ordinal)))
                         : workspace.inputSchema(snapshot, ordinal);
        if (!value)
            return fail(value.error());
        auto validator = schema::Validator::compile(*value);
        if (!validator) {
            // A pattern that cannot be run in linear time is left to the upstream to judge; the rest still holds.
            dropHeavyPatterns(*value);
            validator = schema::Validator::compile(*value);
        }
        if (!validator)
            return fail(validator.error());
        Schema made{std::make_shared<const json::value>(std::move(*value)), std::move(*validator)};
        const std::lock_guard lock(mutex);
        if (!byKey.contains(key)) {
            entries.push_front({key, made});
            byKey[key] = entries.begin();
            if (entries.size() > CachedSchemas) {
                byKey.erase(entries.back().key);
                entries.pop_back();
            }
        }
        return made;
    }

    /// The file as it was when it could last be read: a broken edit does not take connections away.
    std::vector<upstream::Connection> connections() {
        const auto path = workspace::Layout{workspace.folder()}.connections();
        const auto stamp = fileStamp(path);
        const std::lock_guard lock(mutex);
        if (stamp != connectionsStamp || !connectionsRead) {
            connectionsStamp = stamp;
            connectionsRead = true;
            if (auto read = upstream::readConnections(path))
                known = std::move(*read);
        }
        return known;
    }

    const workspace::Workspace &workspace;
    std::mutex mutex;
    std::uint64_t textGeneration = 0;
    std::unordered_map<catalog::Ordinal, AgentText> texts;
    std::optional<FileStamp> connectionsStamp;
    bool connectionsRead = false;
    std::vector<upstream::Connection> known;
    std::list<Entry> entries; ///< most recently used first
    std::unordered_map<std::string, std::list<Entry>::iterator> byKey;
};

WorkspaceActions::WorkspaceActions(const workspace::Workspace &workspace)
    : m_impl(std::make_unique<Impl>(workspace)) {}

WorkspaceActions::~WorkspaceActions() = default;

governance::Target WorkspaceActions::targetAt(const std::shared_ptr<const workspace::Snapshot> &snapshot,
                                              catalog::Ordinal ordinal) const {
    const catalog::Service &service = snapshot->catalog->serviceOf(ordinal);
    const std::uint32_t index = snapshot->catalog->serviceIndexOf(ordinal);
    const catalog::CapabilityView action = snapshot->catalog->at(ordinal);
    governance::Target target;
    target.catalog = snapshot->catalog;
    target.ordinal = ordinal;
    target.service = service.info.id;
    target.action = action.name();
    target.risk = (*snapshot->risk)[ordinal];
    target.consequence = risk::consequence(action, target.risk, service);
    target.curated = action.curated();
    target.visible = snapshot->services[index].searchable();
    if (auto reason = snapshot->quarantine(ordinal)) {
        target.quarantined = true;
        target.quarantineReason = std::move(*reason);
    }
    // An action whose schema cannot be had has no hash that anything could match: it can be neither activated nor
    // called.
    if (const auto schema = m_impl->schemaOf(*snapshot, ordinal))
        target.definitionHash = governance::definitionHash(action, service.info.id, serverOfAction(service, action),
                                                           target.risk, *schema->value);
    return target;
}

std::optional<governance::Target> WorkspaceActions::find(std::string_view name) const {
    const auto snapshot = m_impl->workspace.snapshot();
    const catalog::Catalog &catalog = *snapshot->catalog;
    if (const auto ordinal = catalog.find(name))
        return targetAt(snapshot, *ordinal);
    // A wire name. Service ids hold no underscore, so the first two end the service, unless the name was cut before
    // them.
    const std::size_t border = name.find("__");
    const auto inService = [&](const catalog::Service &service) -> std::optional<governance::Target> {
        for (std::uint32_t i = 0; i < service.segment->size(); ++i)
            if (session::wireName(service.info.id, service.segment->at(i).name()) == name)
                return targetAt(snapshot, service.first + i);
        return std::nullopt;
    };
    if (border != std::string_view::npos) {
        const auto service = catalog.findService(name.substr(0, border));
        if (!service)
            return std::nullopt;
        const catalog::Service &found = catalog.services()[*service];
        if (const auto index = found.segment->find(name.substr(border + 2)))
            return targetAt(snapshot, found.first + *index);
        return inService(found);
    }
    constexpr std::size_t WireLength = 64;
    if (name.size() != WireLength)
        return std::nullopt;
    for (const catalog::Service &service : catalog.services())
        if (service.info.id.size() > WireLength / 2 && service.info.id.substr(0, 32) == name.substr(0, 32))
            if (auto target = inService(service))
                return target;
    return std::nullopt;
}

AgentText WorkspaceActions::agentText(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const {
    const auto snapshot = m_impl->workspace.snapshot();
    const bool current = snapshot->catalog.get() == &catalog;
    if (current) {
        const std::lock_guard lock(m_impl->mutex);
        if (m_impl->textGeneration != snapshot->generation) {
            m_impl->textGeneration = snapshot->generation;
            m_impl->texts.clear();
        }
        if (const auto found = m_impl->texts.find(ordinal); found != m_impl->texts.end())
            return found->second;
    }
    const workspace::AgentText scanned = m_impl->workspace.agentText(catalog, ordinal);
    AgentText text{revealInvisible(scanned.title), revealInvisible(scanned.description, true), scanned.withheld};
    if (current) {
        const std::lock_guard lock(m_impl->mutex);
        if (m_impl->textGeneration == snapshot->generation && m_impl->texts.size() < CachedTexts)
            m_impl->texts.emplace(ordinal, text);
    }
    return text;
}

Result<governance::ActionSource::Schema> WorkspaceActions::schema(const governance::Target &target) const {
    const auto snapshot = m_impl->workspace.snapshot();
    if (snapshot->catalog == target.catalog)
        return m_impl->schemaOf(*snapshot, target.ordinal);
    const auto ordinal = snapshot->catalog->find(target.qualified());
    if (!ordinal)
        return fail(ErrorCode::NotFound, "the action " + target.qualified() + " is gone from the catalog");
    return m_impl->schemaOf(*snapshot, *ordinal);
}

std::vector<std::string> WorkspaceActions::nearest(std::string_view name) const {
    return m_impl->workspace.snapshot()->catalog->nearest(name);
}

json::array WorkspaceActions::provenance(const governance::Target &target) const {
    json::array steps;
    if (const auto explained = m_impl->workspace.explainRisk(target.qualified()))
        for (const risk::Step &step : explained->steps)
            if (step.outcome != risk::Step::Outcome::NearMiss)
                steps.push_back(json::object{{"rule", step.rule},
                                             {"detail", step.detail},
                                             {"tier", catalog::tierName(step.tier)},
                                             {"source", step.source},
                                             {"reason", step.reason},
                                             {"outcome", risk::outcomeName(step.outcome)}});
    return steps;
}

std::string WorkspaceActions::serverOf(const governance::Target &target) const {
    return serverOfAction(target.catalog->serviceOf(target.ordinal), target.view());
}

Result<std::vector<upstream::SecurityScheme>> WorkspaceActions::schemesOf(const governance::Target &target) const {
    const auto snapshot = m_impl->workspace.snapshot();
    const auto ordinal = snapshot->catalog->find(target.qualified());
    if (!ordinal)
        return fail(ErrorCode::NotFound, "the action " + target.qualified() + " is gone from the catalog");
    // All that the description has: a connection names the one that it is for, and which of them an action asks for
    // matters only to a connection that names none.
    return m_impl->workspace.securitySchemes(*snapshot, *ordinal);
}

std::vector<upstream::Connection> WorkspaceActions::connectionsOf(std::string_view service) const {
    std::vector<upstream::Connection> own;
    for (upstream::Connection &connection : m_impl->connections())
        if (connection.service == service)
            own.push_back(std::move(connection));
    return own;
}

bool Services::mayCall(const governance::Principal &who, std::string_view service, std::string_view action,
                       catalog::Tier tier) const {
    return workspace.access()->allows(who, service, action, tier);
}

bool Services::mayFind(const governance::Principal &who, const governance::Target &target) const {
    return target.visible && mayCall(who, target.service, target.action, target.risk.tier);
}

} // namespace actionscope::gateway
