#include "workspace/workspace.h"

#include "base/text.h"
#include "workspace/detail/workspace_state.h"
#include "workspace/profile_lint.h"
#include "workspace/visibility.h"

#include <algorithm>

namespace actionscope::workspace {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view NewSettings =
    "# Settings of this Actionscope workspace. Every key is optional; see ARCHITECTURE.md for the folders.\n"
    "# name: shown in the title bar\n"
    "# search: {preset: default, floor: 0.05}\n"
    "# limits: {file_bytes: 268435456}\n";

Result<void> makeFolders(const Layout &layout) {
    for (const fs::path &folder : {layout.root, layout.catalogs(), layout.sources(), layout.queries(),
                                   layout.riskRules(), layout.hidden(), layout.cache()}) {
        std::error_code error;
        fs::create_directories(folder, error);
        if (error)
            return fail(fileError(error.value(), "create", folder));
    }
    // What is derived or personal stays out of the workspace's version control.
    if (!fs::exists(layout.root / ".gitignore"))
        return writeFileAtomically(layout.root / ".gitignore", "/.actionscope/\n");
    return {};
}

bool isWorkspace(const Layout &layout) {
    std::error_code ignored;
    return fs::exists(layout.settings(), ignored) || fs::is_directory(layout.catalogs(), ignored);
}

} // namespace

Workspace::Workspace(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}
Workspace::~Workspace() { m_impl->executor.shutdown(); }

Result<void> Workspace::create(const fs::path &folder, bool sample) {
    const Layout layout{folder};
    if (isWorkspace(layout))
        return fail(ErrorCode::AlreadyExists, "there is a workspace already", {folder.string()});
    if (auto made = makeFolders(layout); !made)
        return made;
    if (!sample)
        return writeFileAtomically(layout.settings(), NewSettings, {.mustNotExist = true});
    const fs::path from = resourceFolder() / "sample";
    std::error_code error;
    for (const char *part : {"catalogs", "queries", "actionscope.yaml"}) {
        fs::copy(from / part, layout.root / part, fs::copy_options::recursive | fs::copy_options::overwrite_existing,
                 error);
        if (error)
            return fail(fileError(error.value(), "copy the sample from", from / part));
    }
    auto workspace = open(folder, {.actor = "init"});
    if (!workspace)
        return fail(workspace.error());
    const auto report = (*workspace)->import({(from / "services").string()}, {}, {});
    if (!report)
        return fail(report.error());
    return {};
}

Result<std::unique_ptr<Workspace>> Workspace::open(const fs::path &folder, OpenOptions options, const Job &job) {
    auto impl = std::make_unique<Impl>(folder, std::move(options));
    const Layout &layout = impl->layout;
    if (!isWorkspace(layout))
        return fail(
            ErrorCode::NotFound,
            "not a workspace: neither actionscope.yaml nor catalogs/ is there; make one with `actionscope init " +
                folder.string() + "` or name another with -w",
            {folder.string()});
    // The toggles in it are needed for reading, too; only making one is writing.
    std::error_code noDatabase;
    if (!impl->options.readOnly || fs::exists(layout.database(), noDatabase)) {
        // On a file system that is read-only the workspace still opens; what fails later says so itself.
        std::error_code ignored;
        if (!impl->options.readOnly)
            fs::create_directories(layout.keys(), ignored);
        storage::StateOptions how;
        how.readOnly = impl->options.readOnly;
        if (const auto settings = readSettings(layout.settings())) {
            how.checkpointEvery = settings->checkpointEvery;
            how.approvalsWaiting = settings->approvalsWaiting;
        }
        how.actor = impl->actor;
        auto store = storage::StateStore::open(layout.database(), layout.keys(), *impl->clock, how);
        if (store)
            impl->store = std::move(*store);
        else
            impl->storeError = store.error();
    }
    {
        const std::lock_guard lock(impl->writing);
        impl->refreshInputs();
        impl->settleWhatWasKilled();
        if (!impl->policy)
            return fail(impl->policyError.value_or(Error{ErrorCode::NotFound, "the risk rules are missing"}));
        detail::LoadedServices known;
        if (auto cached = detail::loadCatalogCache(layout.catalogCache()))
            known = std::move(*cached);
        const bool hadCache = !known.empty();
        auto loaded = impl->loadAll(std::move(known), job);
        if (!loaded)
            return fail(loaded.error());
        impl->services = std::move(loaded->services);
        if (auto published = impl->publish(nullptr, true); !published)
            return fail(published.error());
        if (loaded->changed || !hadCache)
            impl->saveCache();
        if (!impl->options.buildIndex) {
            if (auto index = retrieval::Index::load(layout.indexCache(), impl->snapshot()->catalog)) {
                // As far as they are there: making them is for who builds the index. A model that was used before needs
                // no network to be opened.
                const auto model = fileStamp(layout.vectorCache()) ? impl->modelFor(impl->settings.embedding, job)
                                                                   : std::shared_ptr<const retrieval::EmbeddingModel>();
                auto vectors = model && *model ? retrieval::VectorIndex::load(layout.vectorCache(),
                                                                              impl->snapshot()->catalog, *model)
                                               : fail(ErrorCode::NotFound, "no vectors yet");
                if (vectors) {
                    impl->vectors = std::move(*vectors);
                    if (retrieval::wantsGraph(impl->settings.vectors, impl->snapshot()->catalog->size())) {
                        if (auto linked = impl->vectors->withSavedGraph(layout.vectorGraphCache()))
                            impl->vectors = std::move(*linked);
                    }
                    impl->vectorsProblem.clear();
                    impl->vectorsModel = impl->settings.embedding;
                    impl->vectorsCatalog = impl->snapshot()->catalog;
                }
                if (auto published = impl->publish(std::move(*index), false); !published)
                    return fail(published.error());
            }
        }
    }
    if (impl->options.buildIndex) {
        if (auto built = impl->ensureIndex(job); !built)
            return fail(built.error());
    }
    return std::unique_ptr<Workspace>(new Workspace(std::move(impl)));
}

const fs::path &Workspace::folder() const { return m_impl->layout.root; }
bool Workspace::readOnly() const { return !m_impl->writable(); }
std::shared_ptr<const Snapshot> Workspace::snapshot() const { return m_impl->snapshot(); }
Executor &Workspace::executor() const { return m_impl->executor; }
governance::AuditLog *Workspace::audit() const { return m_impl->store ? &m_impl->store->audit() : nullptr; }
governance::TokenStore *Workspace::tokens() const { return m_impl->store ? &m_impl->store->tokens() : nullptr; }
governance::ApprovalStore *Workspace::approvals() const {
    return m_impl->store ? &m_impl->store->approvals() : nullptr;
}
std::shared_ptr<const governance::AccessRules> Workspace::access() const { return m_impl->snapshot()->access; }
std::shared_ptr<const governance::PolicySet> Workspace::policies() const { return m_impl->snapshot()->policies; }

Result<std::string> Workspace::digestKey() const {
    if (!m_impl->store)
        return fail(m_impl->requireWritable().error());
    return m_impl->store->digestKey();
}

governance::Principal Workspace::person() const {
    governance::Principal who;
    const std::string &actor = m_impl->actor; // "app:ana"
    who.name = who.user = actor.substr(actor.find(':') + 1);
    who.id = "desktop:" + who.user;
    who.source = governance::Principal::Source::Desktop;
    who.role = governance::Role::Admin;
    return who;
}

Subscription Workspace::onChange(std::function<void(std::shared_ptr<const Snapshot>)> callback) {
    Impl *impl = m_impl.get();
    const std::lock_guard lock(impl->publishing);
    const std::uint64_t id = impl->nextSubscriber++;
    impl->subscribers.emplace(id, std::move(callback));
    return Subscription([impl, id] {
        {
            const std::lock_guard remove(impl->publishing);
            impl->subscribers.erase(id);
        }
        const std::lock_guard wait(impl->calling);
    });
}

Result<bool> Workspace::refresh(const Job &job) {
    const std::lock_guard lock(m_impl->writing);
    const std::uint64_t policyBefore = m_impl->policyVersion;
    const bool inputs = m_impl->refreshInputs();
    const auto changed = m_impl->reload(job);
    if (!changed)
        return fail(changed.error());
    const bool newCatalog = *changed || m_impl->policyVersion != policyBefore;
    if (!newCatalog && !inputs)
        return false;
    if (auto published = m_impl->publish(m_impl->snapshot()->index, newCatalog); !published)
        return fail(published.error());
    return true;
}

Result<void> Workspace::ensureIndex(const Job &job) { return m_impl->ensureIndex(job); }

Result<SearchOutcome> Workspace::search(retrieval::SearchRequest request, const governance::Principal *who) const {
    const auto now = m_impl->snapshot();
    if (!now->index)
        return fail(ErrorCode::NotFound, "the index is still being built");
    if (const Profile *profile = who != nullptr ? now->profiles->of(*who) : nullptr; profile != nullptr) {
        if (request.experts.empty())
            request.experts = profile->experts;
        // One that is not there is a finding of lint; searches go on with the workspace's.
        if (!request.preset && !profile->searchPreset.empty())
            request.preset = now->presets.find(profile->searchPreset);
    }
    if (request.floor < 0)
        request.floor = request.preset && request.preset != now->preset ? request.preset->floor : now->floor;
    if (!request.preset)
        request.preset = now->preset;
    SearchOutcome outcome;
    // The index holds a reference to its catalog; the aliasing pointer keeps the index alive for it.
    outcome.catalog = std::shared_ptr<const catalog::Catalog>(now->index, &now->index->catalog());
    // The nearest names that an unknown service is answered with are not for someone who may not see them.
    if (who != nullptr && request.service && !outcome.catalog->findService(*request.service) &&
        !now->access->allowsEverything(*who))
        return fail(ErrorCode::InvalidArgument, "there is no service \"" + *request.service + '"');
    const retrieval::Searcher &searcher = *now->searcher;
    auto response = searcher.search(request, *m_impl->visibility(*now, who));
    if (!response)
        return fail(response.error());
    if (!response->reduced.empty() && searcher.vectors() == nullptr && !now->vectorsProblem.empty())
        response->reduced = now->vectorsProblem;
    outcome.preset = request.preset->name;
    outcome.response = std::move(*response);
    for (const retrieval::Hit &hit : outcome.response.hits) {
        catalog::Ordinal ordinal = hit.ordinal;
        if (!now->indexIsCurrent()) {
            const auto found = now->catalog->find(outcome.catalog->qualifiedName(hit.ordinal));
            if (!found) {
                outcome.risk.push_back({});
                continue;
            }
            ordinal = *found;
        }
        outcome.risk.push_back((*now->risk)[ordinal]);
    }
    return outcome;
}

Result<void> Workspace::setSearchable(const std::string &service, bool on) {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return allowed;
    const std::lock_guard lock(m_impl->writing);
    const auto now = m_impl->snapshot();
    const auto index = now->catalog->findService(service);
    if (!index) {
        std::string message = "no service is called \"" + service + '"';
        std::string best;
        std::size_t distance = 5;
        for (const catalog::Service &candidate : now->catalog->services()) {
            if (const std::size_t d = editDistance(service, candidate.info.id, distance); d < distance) {
                distance = d;
                best = candidate.info.id;
            }
        }
        return fail(ErrorCode::NotFound, best.empty() ? message : message + "; did you mean \"" + best + "\"?");
    }
    m_impl->refreshInputs();
    if (m_impl->denied.contains(service) && on)
        return fail(ErrorCode::PermissionDenied,
                    "\"" + service +
                        "\" is switched off by DYNAMIC_DISCOVERY_DISABLED_SERVICES; remove it there first");
    governance::AuditEvent event = m_impl->event(governance::audit_kind::Toggle);
    event.service = service;
    event.outcome = on ? "on" : "off";
    const auto before = m_impl->toggles.find(service);
    event.detail["before"] = before == m_impl->toggles.end() || before->second ? "on" : "off";
    if (auto set = m_impl->store->setToggle(service, on, std::move(event)); !set)
        return set;
    m_impl->refreshInputs();
    m_impl->toggles[service] = on;
    return m_impl->publish(now->index, false);
}

Result<catalog::Ordinal> Workspace::findAction(const Snapshot &snapshot, std::string_view name) const {
    if (const auto found = snapshot.catalog->find(name))
        return *found;
    std::string message = "no action is called \"" + std::string(name) + '"';
    if (name.find('.') == std::string_view::npos)
        message += " (names are service.action)";
    const auto nearest = snapshot.catalog->nearest(name);
    for (std::size_t i = 0; i < nearest.size(); ++i)
        message += (i == 0 ? "; the nearest are " : ", ") + nearest[i];
    return fail(ErrorCode::NotFound, std::move(message));
}

Result<risk::Provenance> Workspace::explainRisk(std::string_view name) const {
    const auto now = m_impl->snapshot();
    const auto ordinal = findAction(*now, name);
    if (!ordinal)
        return fail(ordinal.error());
    return now->policy->explain(now->catalog->at(*ordinal), now->catalog->serviceOf(*ordinal).hand.get());
}

Result<json::value> Workspace::inputSchema(const Snapshot &snapshot, catalog::Ordinal action) const {
    const auto view = snapshot.catalog->at(action);
    if (view.kind() != catalog::Kind::Action)
        return m_impl->capabilities.schema(view.pointer());
    if (view.pointer().empty())
        return fail(ErrorCode::NotFound, "this action is written by hand and has no imported schema");
    const auto document =
        m_impl->schemas.document(m_impl->layout, snapshot.catalog->serviceOf(action).info.id, snapshot.settings.limits);
    if (!document)
        return fail(document.error());
    return (*document)->inputSchema(view.pointer());
}

std::vector<fs::path> Workspace::capabilityDirectories() const {
    std::vector<fs::path> folders;
    for (CapabilityDirectory &directory : workspace::capabilityDirectories(m_impl->layout, m_impl->options.envFile))
        folders.push_back(std::move(directory.folder));
    return folders;
}

Result<std::string> Workspace::skillContent(const Snapshot &snapshot, catalog::Ordinal capability) const {
    const auto view = snapshot.catalog->at(capability);
    if (view.kind() == catalog::Kind::Action)
        return fail(ErrorCode::NotFound, "an action has no text; only capabilities of folders do");
    return m_impl->capabilities.content(view.pointer());
}

Result<std::vector<ingest::SecurityScheme>> Workspace::securitySchemes(const Snapshot &snapshot,
                                                                       catalog::Ordinal action) const {
    if (const auto view = snapshot.catalog->at(action);
        view.pointer().empty() || view.kind() != catalog::Kind::Action)
        return std::vector<ingest::SecurityScheme>();
    const auto document =
        m_impl->schemas.document(m_impl->layout, snapshot.catalog->serviceOf(action).info.id, snapshot.settings.limits);
    if (!document)
        return fail(document.error());
    return (*document)->securitySchemes();
}

Result<void> Workspace::signAudit() const {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return fail(allowed.error());
    if (auto signature = m_impl->store->checkpoint(); !signature)
        return fail(signature.error());
    return {};
}

Result<void> Workspace::rebuildAuditFilters() const {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return fail(allowed.error());
    return m_impl->store->rebuildFilters();
}

Result<void> Workspace::record(governance::AuditEvent event) const {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return allowed;
    if (event.actor.empty())
        event.actor = m_impl->actor;
    auto appended = m_impl->store->audit().append(std::move(event));
    if (!appended)
        return fail(appended.error());
    return {};
}

std::vector<catalog::Finding> Workspace::lint() const {
    const auto now = m_impl->snapshot();
    std::vector<catalog::Finding> findings = catalog::lint(*now->catalog);
    {
        const std::lock_guard lock(m_impl->writing);
        for (const auto &[id, service] : m_impl->services)
            findings.insert(findings.end(), service.findings.begin(), service.findings.end());
    }
    for (const Problem &problem : now->problems)
        findings.push_back({catalog::Finding::Severity::Error, "unreadable", problem.error.message, problem.error.where,
                            problem.service});
    for (catalog::Finding &finding : lintProfiles(*now))
        findings.push_back(std::move(finding));
    for (const risk::Disagreement &d : now->policy->disagreements(*now->catalog)) {
        const bool error = d.kind == risk::Disagreement::Kind::LoweredWithoutReason;
        const bool hint = d.kind == risk::Disagreement::Kind::OverrideEqualsRule;
        findings.push_back({error  ? catalog::Finding::Severity::Error
                            : hint ? catalog::Finding::Severity::Hint
                                   : catalog::Finding::Severity::Warning,
                            std::string(risk::disagreementName(d.kind)), d.message, d.where,
                            now->catalog->qualifiedName(d.action)});
    }
    std::stable_sort(findings.begin(), findings.end(), [](const auto &a, const auto &b) {
        return std::tie(a.where.file, a.where.line, a.where.column, a.action, a.rule) <
               std::tie(b.where.file, b.where.line, b.where.column, b.action, b.rule);
    });
    return findings;
}

} // namespace actionscope::workspace
