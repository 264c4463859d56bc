#include "workspace/detail/workspace_state.h"

#include "base/hash.h"
#include "workspace/detail/kind_services.h"
#include "workspace/environment.h"
#include "workspace/guidance_file.h"
#include "workspace/visibility.h"

#include <algorithm>
#include <pwd.h>
#include <unistd.h>

namespace actionscope::workspace {
namespace fs = std::filesystem;

namespace {

std::string userName() {
    if (const passwd *entry = ::getpwuid(::geteuid()); entry != nullptr && entry->pw_name != nullptr)
        return entry->pw_name;
    return std::to_string(::geteuid());
}

/// Version of the rules: a hash over the rule files' names and contents. Never 0.
std::uint64_t hashRules(const std::vector<fs::path> &folders) {
    std::uint64_t hash = 1;
    for (const fs::path &folder : folders) {
        std::vector<fs::path> files;
        std::error_code ignored;
        for (const auto &entry : fs::directory_iterator(folder, ignored)) {
            if (entry.path().extension() == ".yaml" || entry.path().extension() == ".yml")
                files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        for (const fs::path &file : files) {
            hash = hash64(file.filename().string(), hash);
            hash = hash64(readFile(file, 1U << 20).value_or(std::string()), hash);
        }
    }
    return hash | 1U;
}

} // namespace

Workspace::Impl::Impl(fs::path folder, OpenOptions given)
    : layout{std::move(folder)}
    , options(std::move(given))
    , actor(options.actor + ':' + userName())
    , executor(options.threads) {
    if (options.clock != nullptr) {
        clock = options.clock;
    } else {
        ownClock = std::make_unique<SystemClock>();
        clock = ownClock.get();
    }
}

bool Workspace::Impl::refreshAccess() {
    const auto stamp = fileStamp(layout.access());
    if (access && stamp == accessStamp && !accessError)
        return false;
    accessStamp = stamp;
    auto loaded = governance::AccessRules::load(layout.access());
    // Only a file that is not there means no rules; one that cannot be read must not open everything.
    if (!loaded && loaded.error().code == ErrorCode::NotFound)
        loaded = governance::AccessRules::everything();
    if (loaded) {
        access = std::move(*loaded);
        accessError.reset();
        return true;
    }
    const bool news = !accessError || accessError->toString() != loaded.error().toString();
    accessError = loaded.error(); // what was in force stays
    if (!access)
        access = governance::AccessRules::nothing("access.yaml cannot be used: " + accessError->toString());
    return news;
}

bool Workspace::Impl::refreshPolicies() {
    const std::uint64_t version = hashRules({layout.policies()});
    if (version == policiesVersion)
        return false;
    policiesVersion = version;
    auto loaded = governance::PolicySet::load(layout.policies());
    policiesError.reset();
    if (loaded)
        policies = std::move(*loaded);
    else
        policiesError = loaded.error(); // what was in force stays
    if (!policies)
        policies = governance::PolicySet::denyAll(
            "The policies of this workspace cannot be read, so every call is denied until they can.");
    return true;
}

bool Workspace::Impl::refreshPresets() {
    const std::uint64_t version = hashRules({layout.presets()});
    if (version == presetsVersion)
        return false;
    presetsVersion = version;
    presetProblems.clear();
    presets = retrieval::PresetList::read(layout.presets(), presetProblems);
    return true;
}

bool Workspace::Impl::refreshProfiles() {
    const std::uint64_t version = hashRules({layout.profiles()});
    if (version == profilesVersion)
        return false;
    profilesVersion = version;
    profileProblems.clear();
    profiles = std::make_shared<const Profiles>(Profiles::read(layout.profiles(), profileProblems, profiles.get()));
    return true;
}

bool Workspace::Impl::refreshGuidance() {
    const auto stamp = fileStamp(layout.guidance());
    if (stamp == guidanceStamp)
        return false;
    guidanceStamp = stamp;
    auto read = readGuidance(layout.guidance());
    guidanceError.reset();
    if (read)
        guidance = std::make_shared<const session::Guidance>(std::move(*read));
    else
        guidanceError = read.error(); // what was in force stays
    return true;
}

bool Workspace::Impl::refreshThesaurus() {
    const auto stamp = fileStamp(layout.thesaurus());
    if (stamp == thesaurusStamp)
        return false;
    thesaurusStamp = stamp;
    auto read = retrieval::Thesaurus::withFile(layout.thesaurus());
    thesaurusError.reset();
    if (read)
        thesaurus = std::move(*read);
    else
        thesaurusError = read.error(); // what was in force stays
    return true;
}

bool Workspace::Impl::refreshInputs() {
    bool changed = refreshAccess();
    changed = refreshPolicies() || changed;
    changed = refreshPresets() || changed;
    changed = refreshThesaurus() || changed;
    changed = refreshProfiles() || changed;
    changed = refreshGuidance() || changed;
    if (const auto stamp = fileStamp(layout.settings()); stamp != settingsStamp || settingsError) {
        settingsStamp = stamp;
        auto read = readSettings(layout.settings());
        const std::string before = settingsError ? settingsError->toString() : std::string();
        settingsError.reset();
        if (read)
            settings = std::move(*read);
        else
            settingsError = read.error(); // what was in force stays
        changed = changed || read.has_value() || before != settingsError->toString();
    }
    const std::vector<fs::path> folders{resourceFolder() / "risk", layout.riskRules()};
    if (const std::uint64_t version = hashRules(folders); version != policyVersion) {
        auto loaded = risk::RiskPolicy::load(folders);
        policyError.reset();
        if (loaded) {
            policy = std::move(*loaded);
            policyVersion = version;
        } else {
            policyError = loaded.error();
            if (!policy) {
                // The built-in rules alone: they are checked by the tests, so only a broken installation fails here.
                if (auto builtIn = risk::RiskPolicy::load({folders.front()})) {
                    policy = std::move(*builtIn);
                    policyVersion = version;
                }
            }
        }
        changed = true;
    }
    if (store) {
        if (const std::uint64_t version = store->dataVersion(); version != dataVersion || dataVersion == 0) {
            dataVersion = version;
            if (auto read = store->toggles()) {
                changed = changed || *read != toggles;
                toggles = std::move(*read);
            } else {
                storeError = read.error();
            }
        }
    }
    if (const auto stamp = fileStamp(layout.pins()); !pinsRead || stamp != pinsStamp) {
        changed = changed || pinsRead;
        pinsRead = true;
        pinsStamp = stamp;
        auto read = Pins::read(layout.pins());
        pins = std::make_shared<const Pins>(
            read
                ? std::move(*read)
                : Pins::unreadable(read.error().toString() + "; delete the file to take over everything as it is now"));
    }
    if (auto now = deniedServices(options.envFile); now != denied) {
        denied = std::move(now);
        changed = true;
    }
    return changed;
}

Result<detail::LoadResult> Workspace::Impl::loadAll(detail::LoadedServices known, const Job &job) {
    detail::LoadedServices kinds = detail::takeKindServices(known);
    auto loaded = detail::loadServices(layout, settings, std::move(known), executor, job);
    if (!loaded)
        return loaded;
    // Only at the start may a folder be broken that nothing is known of.
    detail::LoadedServices cached;
    if (!snapshot())
        cached = detail::loadCatalogCache(layout.capabilityCache()).value_or(detail::LoadedServices());
    const bool others = capabilities.scan(workspace::capabilityDirectories(layout, options.envFile), cached, executor);
    const bool before = std::exchange(loaded->changed, false);
    detail::addKindServices(layout, settings, capabilities, std::move(kinds), *loaded, capabilityProblems);
    if ((loaded->changed || others) && !options.readOnly && (snapshot() || !capabilities.isEmpty())) {
        detail::LoadedServices made;
        for (const catalog::Kind kind : detail::ManifestKinds)
            if (const auto found = loaded->services.find(std::string(catalog::kindName(kind)));
                found != loaded->services.end() && !found->second.generatedStamp)
                made.insert(*found);
        // A cache that cannot be written costs the last good versions at the next start, nothing else.
        std::error_code ignored;
        fs::create_directories(layout.cache(), ignored);
        (void)detail::saveCatalogCache(layout.capabilityCache(), made);
    }
    // At the start they are always new; that is no reason to write the cache of all catalogs again.
    loaded->changed = before || (snapshot() && (loaded->changed || others));
    return loaded;
}

Result<bool> Workspace::Impl::reload(const Job &job) {
    auto loaded = loadAll(std::move(services), job);
    if (!loaded) {
        // The move above emptied the state; reading without a way to be cancelled gives it back.
        services.clear();
        if (auto again = loadAll({}, {}))
            services = std::move(again->services);
        return fail(loaded.error());
    }
    services = std::move(loaded->services);
    return loaded->changed;
}

Result<void> Workspace::Impl::publish(std::shared_ptr<const retrieval::Index> index, bool newCatalog) {
    auto next = std::make_shared<Snapshot>();
    const auto before = snapshot();
    next->generation = before ? before->generation + 1 : 1;
    next->settings = settings;
    if (next->settings.name.empty())
        next->settings.name = fs::absolute(layout.root).lexically_normal().filename().string();
    next->policy = policy;
    next->access = withProfiles(access, profiles);
    next->policies = policies;
    next->vectors = vectors;
    next->vectorsProblem = vectorsProblem;
    next->vectorsModel = vectorsModel;
    next->vectorsCatalog = vectorsCatalog;
    next->thesaurus = thesaurus;
    next->presets = presets;
    next->profiles = profiles;
    next->guidance = guidance;
    next->preset = presets.find(settings.preset);
    if (!next->preset) {
        next->problems.push_back({{ErrorCode::NotFound,
                                   presets.get(settings.preset).error().message + "; searching with `default`",
                                   {layout.settings().string()}},
                                  {}});
        next->preset = presets.all().front();
    }
    next->floor = settings.floor.value_or(next->preset->floor);
    next->pins = pins;
    next->index = std::move(index);
    if (next->index) {
        if (!relations || &relations->catalog() != &next->index->catalog() || relatedBy != profiles) {
            // The aliasing pointer keeps the index alive for its catalog.
            relations = std::make_shared<const retrieval::RelationGraphSource>(
                std::shared_ptr<const catalog::Catalog>(next->index, &next->index->catalog()), profiles->composed());
            relatedBy = profiles;
        }
        next->searcher =
            std::make_shared<const retrieval::Searcher>(next->index, next->vectors, next->thesaurus, relations);
    }
    if (newCatalog || !before) {
        detail::classifyServices(services, *policy, policyVersion, executor);
        std::vector<catalog::Service> list;
        auto risks = std::make_shared<std::vector<risk::Classification>>();
        for (const auto &[id, service] : services) {
            list.push_back({service.info, service.segment, service.hand});
            risks->insert(risks->end(), service.risk.begin(), service.risk.end());
        }
        auto catalog = catalog::Catalog::build(std::move(list));
        if (!catalog)
            return fail(catalog.error());
        next->catalog = std::move(*catalog);
        next->risk = std::move(risks);
    } else {
        next->catalog = before->catalog;
        next->risk = before->risk;
    }
    for (const catalog::Service &service : next->catalog->services()) {
        const auto toggle = toggles.find(service.info.id);
        next->services.push_back({toggle == toggles.end() || toggle->second, denied.contains(service.info.id)});
        for (const Error &error : services[service.info.id].errors)
            next->problems.push_back({error, service.info.id});
    }
    for (const auto *error :
         {&settingsError, &policyError, &storeError, &accessError, &policiesError, &thesaurusError, &guidanceError}) {
        if (*error)
            next->problems.push_back({**error, {}});
    }
    next->problems.insert(next->problems.end(), capabilityProblems.begin(), capabilityProblems.end());
    for (const Error &error : profileProblems)
        next->problems.push_back({error, {}});
    for (const Error &error : presetProblems)
        next->problems.push_back({error, {}});
    if (!pins->problem().empty())
        next->problems.push_back({{ErrorCode::Corrupt, pins->problem(), {}}, {}});
    std::map<std::uint64_t, std::function<void(std::shared_ptr<const Snapshot>)>> callbacks;
    {
        const std::lock_guard lock(publishing);
        current = next;
        callbacks = subscribers;
    }
    const std::lock_guard lock(calling);
    for (const auto &[id, callback] : callbacks) {
        {
            const std::lock_guard check(publishing);
            if (!subscribers.contains(id))
                continue;
        }
        callback(next);
    }
    return {};
}

std::shared_ptr<const retrieval::Visibility> Workspace::Impl::visibility(const Snapshot &now,
                                                                         const governance::Principal *who) const {
    constexpr std::size_t MostKinds = 64; // of principals; each takes a byte an action
    const catalog::Catalog &indexed = now.index->catalog();
    if (who == nullptr)
        return std::make_shared<const retrieval::Visibility>(visibilityOf(now, indexed));
    // What the access rules look at.
    std::string key(governance::roleName(who->role));
    for (const std::string *attribute : {&who->user, &who->organisation, &who->profile})
        key += '\x1f' + *attribute;
    {
        const std::lock_guard lock(seeing);
        if (seenGeneration == now.generation)
            if (const auto found = seen.find(key); found != seen.end())
                return found->second;
    }
    // Outside the lock: others need not wait for a catalog to be judged.
    auto made = std::make_shared<const retrieval::Visibility>(visibilityOf(now, indexed, who));
    const std::lock_guard lock(seeing);
    if (seenGeneration > now.generation)
        return made;
    if (seenGeneration != now.generation || seen.size() >= MostKinds)
        seen.clear();
    seenGeneration = now.generation;
    seen.emplace(std::move(key), made);
    return made;
}

void Workspace::Impl::saveCache() {
    if (options.readOnly)
        return;
    std::error_code ignored;
    fs::create_directories(layout.cache(), ignored);
    // A cache that cannot be written costs time at the next start, nothing else.
    // Capabilities of folders are in a cache of their own, which is small and written more often.
    auto kinds = detail::takeKindServices(services);
    (void)detail::saveCatalogCache(layout.catalogCache(), services);
    services.merge(kinds);
}

Result<void> Workspace::Impl::ensureIndex(const Job &job) {
    const std::lock_guard one(indexing);
    for (;;) {
        const auto now = snapshot();
        if (now->indexIsCurrent())
            break;
        auto index = retrieval::Index::load(layout.indexCache(), now->catalog);
        if (!index) {
            index = retrieval::Index::build(now->catalog, now->index.get(), executor, job);
            if (!index)
                return fail(index.error());
            if (!options.readOnly) {
                std::error_code ignored;
                fs::create_directories(layout.cache(), ignored);
                if ((*index)->save(layout.indexCache())) {
                    // Searching the mapped file instead of the heap gives the memory of the building back.
                    if (auto mapped = retrieval::Index::load(layout.indexCache(), now->catalog))
                        index = std::move(mapped);
                }
            }
        }
        const std::lock_guard lock(writing);
        // The catalog may have changed meanwhile: even then this index is nearer to it than the one before, and the
        // next round takes over most of it.
        if (auto published = publish(std::move(*index), false); !published)
            return published;
    }
    return ensureVectors(job);
}

Result<std::shared_ptr<const retrieval::EmbeddingModel>>
Workspace::Impl::modelFor(const retrieval::EmbeddingSettings &wanted, const Job &job) {
    if (modelSettings != wanted) {
        auto opened =
            retrieval::openModel(wanted, layout.root, options.readOnly ? fs::path() : layout.embeddingCache(), job);
        if (!opened)
            return opened;
        model = std::move(*opened);
        modelSettings = wanted;
    }
    return model;
}

Result<void> Workspace::Impl::publishVectors(const Snapshot &now, std::shared_ptr<const retrieval::VectorIndex> made,
                                             std::string problem) {
    const std::lock_guard lock(writing);
    vectors = std::move(made);
    vectorsProblem = std::move(problem);
    vectorsModel = now.settings.embedding;
    vectorsCatalog = now.catalog;
    return publish(snapshot()->index, false);
}

Result<std::shared_ptr<const retrieval::VectorIndex>> Workspace::Impl::linked(const retrieval::VectorIndex &plain,
                                                                              const Job &job) const {
    if (auto known = plain.withSavedGraph(layout.vectorGraphCache()))
        return known;
    auto made = plain.withGraph(job);
    // As with the vectors: what cannot be written is made again.
    if (made && !options.readOnly)
        (void)(*made)->saveGraph(layout.vectorGraphCache());
    return made;
}

Result<void> Workspace::Impl::ensureVectors(const Job &job) {
    for (;;) {
        const auto now = snapshot();
        const auto opened = modelFor(now->settings.embedding, job);
        if (!opened && opened.error().code == ErrorCode::Cancelled)
            return fail(opened.error());
        if (!opened || !*opened)
            return publishVectors(*now, nullptr, opened ? "search.embedding is `none`" : opened.error().toString());
        const std::shared_ptr<const retrieval::EmbeddingModel> &used = *opened;
        const bool inPlace = now->vectors && &now->vectors->catalog() == now->catalog.get() &&
                             now->vectors->model().identity() == used->identity();
        if (inPlace) {
            const bool wanted = retrieval::wantsGraph(now->settings.vectors, now->catalog->size());
            if (now->vectors->hasGraph() == wanted)
                return now->searchIsCurrent() ? Result<void>() : publishVectors(*now, now->vectors, {});
            auto next = wanted ? linked(*now->vectors, job) : now->vectors->withoutGraph();
            if (!next)
                return fail(next.error());
            if (auto published = publishVectors(*now, *next, {}); !published)
                return published;
            continue;
        }
        auto made = retrieval::VectorIndex::load(layout.vectorCache(), now->catalog, used);
        if (!made) {
            made = retrieval::VectorIndex::build(now->catalog, used, now->vectors.get(), executor, job);
            if (!made && made.error().code == ErrorCode::Cancelled)
                return fail(made.error());
            // A cache that cannot be written costs time at the next start, nothing else.
            if (made && !options.readOnly)
                (void)(*made)->save(layout.vectorCache());
        }
        auto published =
            made ? publishVectors(*now, *made, {}) : publishVectors(*now, nullptr, made.error().toString());
        if (!published || !made)
            return published;
    }
}

Result<void> Workspace::Impl::writePins(Pins next) {
    WriteOptions how;
    how.mode = 0600;
    if (pinsStamp)
        how.expected = pinsStamp;
    else
        how.mustNotExist = true;
    if (auto written = writeFileAtomically(layout.pins(), next.write(), how); !written)
        return fail(written.error());
    pinsStamp = fileStamp(layout.pins());
    pins = std::make_shared<const Pins>(std::move(next));
    return {};
}

Result<void> Workspace::Impl::requireWritable() const {
    if (options.readOnly)
        return fail(ErrorCode::PermissionDenied, "this workspace was opened read-only");
    if (!store)
        return fail(ErrorCode::PermissionDenied,
                    "nothing can be changed while the audit log cannot be written: " +
                        (storeError ? storeError->toString() : std::string("state.db is missing")));
    return {};
}

governance::AuditEvent Workspace::Impl::event(std::string_view kind) const {
    governance::AuditEvent event;
    event.kind = kind;
    event.actor = actor;
    event.outcome = "done";
    if (const auto now = snapshot(); now && now->index)
        event.indexVersion = now->index->version();
    return event;
}

} // namespace actionscope::workspace
