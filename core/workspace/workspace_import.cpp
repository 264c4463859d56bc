#include "workspace/detail/import_run.h"
#include "workspace/detail/workspace_state.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace actionscope::workspace {
namespace {

/// Errors of the services in `ids`: overrides and curated entries whose action went away, above all. What is fine stays
/// out, so that an import of one service does not pay for the lint of all.
std::vector<catalog::Finding> errorFindings(const catalog::Catalog &catalog, const detail::LoadedServices &services,
                                            const detail::LoadedServices &ids) {
    std::vector<catalog::Service> concerned;
    std::vector<catalog::Finding> findings;
    for (const auto &[id, imported] : ids) {
        if (const auto index = catalog.findService(id))
            concerned.push_back(catalog.services()[*index]);
        if (const auto known = services.find(id); known != services.end())
            findings.insert(findings.end(), known->second.findings.begin(), known->second.findings.end());
    }
    if (const auto part = catalog::Catalog::build(std::move(concerned))) {
        std::vector<catalog::Finding> found = catalog::lint(**part);
        std::move(found.begin(), found.end(), std::back_inserter(findings));
    }
    std::erase_if(findings, [](const auto &f) { return f.severity != catalog::Finding::Severity::Error; });
    return findings;
}

/// The input schemas of a list, by the tool that an action's pointer names.
SchemaOf listedSchemas(std::shared_ptr<const ingest::McpListing> listing) {
    auto tools = std::make_shared<std::map<std::string, const json::object *>>();
    for (const json::object &tool : listing->tools)
        tools->emplace(std::string(stringMember(tool, "name")), &tool);
    return [listing = std::move(listing), tools](const catalog::CapabilityView &action) -> std::optional<json::value> {
        const auto found = tools->find(ingest::mcpToolName(action.pointer()));
        const json::value *schema = found == tools->end() ? nullptr : member(*found->second, "inputSchema");
        return schema ? std::optional(*schema) : std::nullopt;
    };
}

std::string findingKey(const catalog::Finding &finding) {
    return finding.rule + '\n' + finding.where.toString() + '\n' + finding.action;
}

} // namespace

Result<ImportReport> Workspace::previewImport(const std::vector<std::string> &sources, const ImportOptions &options,
                                              const Job &job) {
    const auto started = std::chrono::steady_clock::now();
    detail::LoadedServices known;
    Settings settings;
    std::shared_ptr<const risk::RiskPolicy> policy;
    {
        const std::lock_guard lock(m_impl->writing);
        known = m_impl->services;
        settings = m_impl->settings;
        policy = m_impl->policy;
    }
    auto outcome =
        detail::readSources(m_impl->layout, settings, known, *policy, sources, {}, options, nullptr, m_impl->executor, job);
    if (!outcome)
        return fail(outcome.error());
    outcome->report.elapsedMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
    return std::move(outcome->report);
}

Result<ImportReport> Workspace::import(const std::vector<std::string> &sources, const ImportOptions &options,
                                       const Job &job) {
    if (options.as != "auto" && options.as != "openapi")
        return fail(ErrorCode::Unsupported,
                    "cannot import \"" + options.as + "\": descriptions are read as auto and openapi");
    return importFrom(sources, {}, options, job);
}

Result<ImportReport> Workspace::importFrom(const std::vector<std::string> &sources, std::vector<ingest::Source> given,
                                           const ImportOptions &options, const Job &job) {
    const auto started = std::chrono::steady_clock::now();
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return fail(allowed.error());
    auto processLock = FileLock::tryAcquire(m_impl->layout.importLock());
    if (!processLock) {
        if (processLock.error().code == ErrorCode::Busy)
            return fail(ErrorCode::Busy, "another import is running in this workspace; wait until it has finished",
                        {m_impl->layout.root.string()});
        return fail(processLock.error());
    }
    for (const auto &folder : {m_impl->layout.catalogs(), m_impl->layout.sources(), m_impl->layout.cache()}) {
        std::error_code ignored;
        std::filesystem::create_directories(folder, ignored);
    }
    // Whoever loses the temporary file of a cache to this only writes that cache at its next start.
    removeLeftovers(m_impl->layout.cache());
    // An edit of another process has a temporary file in the folder while it holds the edit lock.
    if (const auto noEdit = FileLock::tryAcquire(m_impl->layout.editLock())) {
        for (const auto &folder : {m_impl->layout.catalogs(), m_impl->layout.sources()})
            removeLeftovers(folder);
    }
    if (auto refreshed = refresh(job); !refreshed)
        return fail(refreshed.error());

    // Reading takes seconds; toggles, edits and refreshes of this process go on meanwhile, so it works on a copy.
    detail::LoadedServices known;
    Settings settings;
    std::shared_ptr<const risk::RiskPolicy> policy;
    {
        const std::lock_guard lock(m_impl->writing);
        known = m_impl->services;
        settings = m_impl->settings;
        policy = m_impl->policy;
    }
    const auto before = m_impl->snapshot();
    std::map<std::string, std::shared_ptr<const ingest::McpListing>> listings;
    for (const ingest::Source &source : given)
        listings.emplace(source.serviceId, source.listing);
    FileBatch batch(m_impl->layout.root);
    auto outcome =
        detail::readSources(m_impl->layout, settings, known, *policy, sources, std::move(given), options, &batch,
                                       m_impl->executor, job);
    if (!outcome)
        return fail(outcome.error());
    ImportReport report = std::move(outcome->report);
    std::set<std::string> old;
    for (const catalog::Finding &finding : errorFindings(*before->catalog, known, outcome->services))
        old.insert(findingKey(finding));

    governance::AuditEvent event = m_impl->event(governance::audit_kind::Import);
    json::array names;
    std::uint64_t added = 0, changed = 0, removed = 0;
    for (const ImportReport::Item &item : report.items) {
        added += item.added;
        changed += item.changed;
        removed += item.removed;
        if (names.size() < 50)
            names.emplace_back(item.service);
    }
    if (report.items.size() == 1)
        event.service = report.items.front().service;
    json::array from;
    for (const std::string &source : sources)
        from.emplace_back(source);
    event.detail = {
        {"sources", from},    {"services", report.services}, {"actions", report.actions},        {"added", added},
        {"changed", changed}, {"removed", removed},          {"skipped", report.skipped.size()}, {"names", names}};

    // First the contents (which may fill the disk), then the record (which may not be possible), then the renaming:
    // what is not in the log must not be in the files, and a failure up to here leaves everything as it was.
    job.at("writing", 0, 0);
    if (auto flushed = batch.flush(); !flushed)
        return fail(flushed.error());
    detail::LoadedServices imported;
    {
        const std::lock_guard lock(m_impl->writing);
        // What was accepted is judged against what is imported now, under the lock that acceptance takes.
        m_impl->refreshInputs();
        Pins pins = *m_impl->pins;
        json::array blocked;
        for (const auto &[id, service] : outcome->services) {
            const auto was = known.find(id);
            if (was == known.end() || !was->second.segment)
                continue;
            const auto listing = listings.find(id);
            const auto pinned = pinChanges(
                pins,
                {*was->second.segment, was->second.info, was->second.hand.get(), m_impl->schemasOf(was->second.info)},
                {*service.segment, service.info, service.hand.get(),
                 listing == listings.end() ? SchemaOf() : listedSchemas(listing->second)},
                *policy, m_impl->clock->now());
            for (const std::string &name : pinned) {
                if (blocked.size() < 50)
                    blocked.emplace_back(name);
                report.blocked.push_back(name);
            }
        }
        if (!blocked.empty())
            event.detail["blocked"] = blocked;
        if (auto recorded = m_impl->store->audit().append(event); !recorded)
            return fail(recorded.error().code,
                        "nothing was imported because it could not be recorded: " + recorded.error().message,
                        recorded.error().where);
        // Before the catalogs: who dies in between leaves actions blocked that need not be, not the other way round.
        if (pins.problem().empty() && pins.write() != m_impl->pins->write()) {
            if (auto written = m_impl->writePins(std::move(pins)); !written)
                return fail(written.error());
        }
        if (auto written = batch.commit(); !written) {
            event.outcome = "failed";
            event.detail["error"] = written.error().message;
            (void)m_impl->store->audit().append(std::move(event));
            return fail(written.error());
        }
        for (auto &[id, service] : outcome->services) {
            service.generatedStamp = fileStamp(m_impl->layout.generatedFile(id));
            m_impl->services[id] = std::move(service);
        }
        // Hand-written files that changed since the copy was taken are laid over the new actions here.
        if (auto reloaded = m_impl->reload({}); !reloaded)
            return fail(reloaded.error());
        if (auto published = m_impl->publish(m_impl->snapshot()->index, true); !published)
            return fail(published.error());
        m_impl->saveCache();
        for (const auto &[id, nothing] : outcome->services)
            imported[id] = m_impl->services[id];
    }
    for (catalog::Finding &finding : errorFindings(*m_impl->snapshot()->catalog, imported, imported)) {
        if (!old.contains(findingKey(finding)))
            report.findings.push_back(std::move(finding));
    }
    // From here on the import stands; a cancelled index build leaves the old index, and the next start builds the new
    // one.
    if (auto built = m_impl->ensureIndex(job); !built && built.error().code != ErrorCode::Cancelled)
        report.warnings.push_back("the catalogs are imported, but the index could not be built: " +
                                  built.error().toString());
    report.elapsedMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
    return report;
}

} // namespace actionscope::workspace
