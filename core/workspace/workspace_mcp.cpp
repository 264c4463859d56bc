#include "base/hash.h"
#include "base/text.h"
#include "upstream/mcp_servers.h"
#include "workspace/detail/workspace_state.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

/// Every text of a schema that explains and constrains nothing, for the scan.
void collectProse(const json::value &schema, bool names, std::string &text) {
    if (schema.is_array()) {
        for (const json::value &entry : schema.as_array())
            collectProse(entry, false, text);
        return;
    }
    if (!schema.is_object())
        return;
    for (const auto &[key, value] : schema.as_object()) {
        if (!names && value.is_string() && (key == "description" || key == "title" || key == "$comment")) {
            text += value.as_string();
            text += '\n';
            continue;
        }
        collectProse(value, !names && (key == "properties" || key == "$defs" || key == "definitions"), text);
    }
}

std::string withheldSentence(const std::vector<catalog::ScanFinding> &findings) {
    std::string rules;
    for (const catalog::ScanFinding &finding : findings) {
        const std::string name(catalog::scanRuleName(finding.rule));
        if (finding.withhold && rules.find(name) == std::string::npos)
            rules += (rules.empty() ? "" : ", ") + name;
    }
    return "This text is withheld until a person of the workspace accepts it (" + rules + ").";
}

} // namespace

std::optional<std::string> Snapshot::quarantine(catalog::Ordinal action) const {
    return pins->blocked(catalog->qualifiedName(action), ingest::isMcpFormat(catalog->serviceOf(action).info.format));
}

SchemaOf Workspace::Impl::schemasOf(const catalog::ServiceInfo &service) const {
    if (!ingest::isMcpFormat(service.format))
        return {};
    auto document = schemas.document(layout, service.id, settings.limits);
    if (!document)
        return {};
    return [source = *document](const catalog::CapabilityView &action) -> std::optional<json::value> {
        auto schema = source->inputSchema(action.pointer());
        return schema ? std::optional(std::move(*schema)) : std::nullopt;
    };
}

std::filesystem::path Workspace::serversFile() const { return m_impl->layout.servers(); }

Result<ImportReport> Workspace::applyToolList(const ingest::McpListing &listing, const Job &job) {
    const auto now = snapshot();
    if (const auto index = now->catalog->findService(listing.service)) {
        const catalog::ServiceInfo &known = now->catalog->services()[*index].info;
        if (!known.format.empty() && !ingest::isMcpFormat(known.format))
            return fail(ErrorCode::AlreadyExists, "the service \"" + listing.service + "\" was imported from " +
                                                      known.source + "; give the MCP server another name");
        // A server says that its list changed more often than it does.
        const auto read = ingest::readMcpTools(listing, now->settings.limits);
        if (!read)
            return fail(read.error());
        if (read->info == known)
            return ImportReport{};
    }
    ingest::Source source;
    source.origin = listing.origin;
    source.serviceId = listing.service;
    source.listing = std::make_shared<const ingest::McpListing>(listing);
    std::vector<ingest::Source> given;
    given.push_back(std::move(source));
    return importFrom({listing.origin}, std::move(given), {}, job);
}

Result<ImportReport> Workspace::importMcp(const upstream::McpServerEntry &entry, const ingest::McpListing &listing,
                                          const Job &job) {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return fail(allowed.error());
    const std::filesystem::path file = m_impl->layout.servers();
    const auto stamp = fileStamp(file);
    const auto before = stamp ? readFile(file, 1U << 20) : Result<std::string>(std::string());
    if (!before)
        return fail(before.error());
    auto after = upstream::appendServer(*before, file.string(), entry);
    if (!after) {
        if (after.error().code != ErrorCode::AlreadyExists)
            return fail(after.error());
        const auto entries = upstream::parseServers(*before, file.string());
        const auto same = [&](const auto &other) {
            return other.name == entry.name && upstream::serverOrigin(other) == upstream::serverOrigin(entry);
        };
        if (!entries || std::ranges::none_of(*entries, same))
            return fail(ErrorCode::AlreadyExists,
                        "servers.yaml has another server \"" + entry.name + "\"; choose another name with --service",
                        {file.string()});
    }
    auto report = applyToolList(listing, job);
    if (!report || !after)
        return report;
    WriteOptions how;
    how.expected = stamp;
    how.mustNotExist = !stamp;
    if (auto written = writeFileAtomically(file, *after, how); !written)
        return fail(written.error().code,
                    "the tools are imported, but servers.yaml could not be written: " + written.error().message,
                    written.error().where);
    return report;
}

AgentText Workspace::agentText(const catalog::Catalog &catalog, catalog::Ordinal action) const {
    const catalog::CapabilityView view = catalog.at(action);
    AgentText text;
    text.title = view.title();
    text.description = view.description();
    std::string all = text.title + '\n' + text.description;
    const auto scan = [&](std::string_view part, std::string_view field) {
        auto found = catalog::scanText(part, field);
        std::move(found.begin(), found.end(), std::back_inserter(text.findings));
    };
    scan(view.name(), "name");
    scan(view.title(), "title");
    scan(view.description(), "description");
    for (std::size_t i = 0; i < view.parameterCount(); ++i) {
        const catalog::ParameterView parameter = view.parameter(i);
        text.parameters.emplace_back(parameter.name, parameter.description);
        all += '\n' + std::string(parameter.name) + '\n' + std::string(parameter.description);
        scan(parameter.name, "parameter " + std::string(parameter.name));
        scan(parameter.description, "parameter " + std::string(parameter.name));
    }
    // A tool's schema goes to models as it is, prose included, of which the catalog keeps beginnings only.
    const auto scanSchema = [&](const Result<json::value> &schema) {
        if (!schema)
            return;
        std::string prose;
        collectProse(*schema, false, prose);
        scan(prose, "schema");
        all += '\n' + prose;
    };
    const catalog::Service &service = catalog.serviceOf(action);
    if (view.kind() != catalog::Kind::Action) {
        scanSchema(m_impl->capabilities.schema(view.pointer()));
    } else if (ingest::isMcpFormat(service.info.format)) {
        if (const auto document =
                m_impl->schemas.document(m_impl->layout, service.info.id, snapshot()->settings.limits))
            scanSchema((*document)->inputSchema(view.pointer()));
    }
    text.digest = toHex(sha256(all));
    const bool flagged = std::ranges::any_of(text.findings, [](const auto &finding) { return finding.withhold; });
    if (!flagged || snapshot()->pins->textAccepted(catalog.qualifiedName(action), text.digest))
        return text;
    text.withheld = true;
    text.title = revealInvisible(view.name());
    text.description = withheldSentence(text.findings);
    for (auto &[name, prose] : text.parameters) {
        name = revealInvisible(name);
        prose.clear();
    }
    return text;
}

Result<void> Workspace::accept(const std::string &name) {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return allowed;
    if (auto refreshed = refresh(); !refreshed)
        return fail(refreshed.error());
    const auto now = snapshot();
    const auto ordinal = findAction(*now, name);
    if (!ordinal)
        return fail(ordinal.error());
    const AgentText text = agentText(*now->catalog, *ordinal);
    const std::lock_guard lock(m_impl->writing);
    if (!m_impl->pins->problem().empty())
        return fail(ErrorCode::Corrupt, m_impl->pins->problem());
    Pins next = *m_impl->pins;
    governance::AuditEvent event = m_impl->event(governance::audit_kind::Pin);
    event.service = now->catalog->serviceOf(*ordinal).info.id;
    event.action = now->catalog->at(*ordinal).name();
    event.outcome = "accepted";
    if (const auto pending = next.pending().find(name); pending != next.pending().end()) {
        json::array changes;
        for (const std::string &change : pending->second.changes)
            changes.emplace_back(change);
        event.detail["changes"] = std::move(changes);
        event.detail["definition"] = toHex(sha256(canonicalJson(pending->second.is)));
        next.accept(name);
    }
    if (text.withheld) {
        json::array rules;
        for (const catalog::ScanFinding &finding : text.findings)
            rules.emplace_back(catalog::scanRuleName(finding.rule));
        event.detail["findings"] = std::move(rules);
        event.detail["text"] = text.digest;
        next.acceptText(name, text.digest);
    }
    if (event.detail.empty())
        return fail(ErrorCode::NotFound, "nothing of " + name + " waits to be accepted");
    if (auto recorded = m_impl->store->audit().append(event); !recorded)
        return fail(recorded.error().code,
                    "nothing was accepted because it could not be recorded: " + recorded.error().message,
                    recorded.error().where);
    if (auto written = m_impl->writePins(std::move(next)); !written) {
        event.outcome = "failed";
        event.detail["error"] = written.error().message;
        (void)m_impl->store->audit().append(std::move(event));
        return fail(written.error());
    }
    return m_impl->publish(m_impl->snapshot()->index, false);
}

} // namespace actionscope::workspace
