#pragma once
/// What a Workspace holds, and the steps that make the next snapshot out of it. Only workspace*.cpp include this.

#include "retrieval/graph.h"
#include "storage/state_store.h"
#include "workspace/detail/capability_store.h"
#include "workspace/detail/catalog_loader.h"
#include "workspace/detail/schema_cache.h"
#include "workspace/layout.h"
#include "workspace/workspace.h"

#include <map>
#include <mutex>
#include <set>

namespace actionscope::workspace {

struct Workspace::Impl {
    Layout layout;
    OpenOptions options;
    std::unique_ptr<Clock> ownClock;
    const Clock *clock = nullptr;
    std::string actor;
    mutable Executor executor;
    std::unique_ptr<storage::StateStore> store; ///< null when state.db cannot be used
    mutable detail::SchemaCache schemas{192ULL << 20};

    /// Held while an index is built, so that no two are built at once; taken before every other lock.
    std::mutex indexing;
    // Guarded by `indexing`:
    std::optional<retrieval::EmbeddingSettings> modelSettings; ///< what `model` was opened for
    std::shared_ptr<const retrieval::EmbeddingModel> model;
    /// Serialises what makes snapshots; taken before all locks but `indexing`. Never held for what takes seconds.
    mutable std::mutex writing;
    // Guarded by `writing`:
    detail::LoadedServices services;
    detail::CapabilityStore capabilities;
    std::vector<Problem> capabilityProblems;
    Settings settings;
    std::optional<FileStamp> settingsStamp;
    std::shared_ptr<const risk::RiskPolicy> policy;
    std::uint64_t policyVersion = 0;
    std::optional<FileStamp> accessStamp;
    std::shared_ptr<const governance::AccessRules> access;
    std::uint64_t policiesVersion = 0;
    std::shared_ptr<const governance::PolicySet> policies;
    std::uint64_t presetsVersion = 0;
    retrieval::PresetList presets;
    std::vector<Error> presetProblems;
    std::optional<FileStamp> thesaurusStamp;
    std::shared_ptr<const retrieval::Thesaurus> thesaurus = retrieval::Thesaurus::shipped();
    std::optional<Error> thesaurusError;
    std::shared_ptr<const retrieval::VectorIndex> vectors;
    std::string vectorsProblem = "the vectors of this catalog are still being made";
    std::optional<retrieval::EmbeddingSettings> vectorsModel;
    std::shared_ptr<const catalog::Catalog> vectorsCatalog;
    std::uint64_t profilesVersion = 0;
    std::shared_ptr<const Profiles> profiles = std::make_shared<Profiles>();
    std::vector<Error> profileProblems;
    std::optional<FileStamp> guidanceStamp;
    std::shared_ptr<const session::Guidance> guidance = std::make_shared<session::Guidance>();
    std::shared_ptr<const retrieval::RelationGraphSource> relations; ///< of the index's catalog and `relatedBy`
    std::shared_ptr<const Profiles> relatedBy;
    std::map<std::string, bool> toggles;
    std::set<std::string> denied;
    std::shared_ptr<const Pins> pins = std::make_shared<Pins>();
    std::optional<FileStamp> pinsStamp;
    bool pinsRead = false;
    std::uint64_t dataVersion = 0;
    std::optional<Error> settingsError, policyError, storeError, accessError, policiesError, guidanceError;

    mutable std::mutex publishing;
    // Guarded by `publishing`:
    std::shared_ptr<const Snapshot> current;
    std::map<std::uint64_t, std::function<void(std::shared_ptr<const Snapshot>)>> subscribers;
    std::uint64_t nextSubscriber = 1;
    /// Held while callbacks run, so that an ending subscription can wait for them.
    std::mutex calling;

    mutable std::mutex seeing;
    // Guarded by `seeing`: what principals may find, of one snapshot and index.
    mutable std::uint64_t seenGeneration = 0;
    mutable std::map<std::string, std::shared_ptr<const retrieval::Visibility>> seen;

    Impl(std::filesystem::path folder, OpenOptions given);

    /// What `who` may find in the snapshot's index; made once for a snapshot and all principals that are alike. Takes
    /// no lock but `seeing`.
    [[nodiscard]] std::shared_ptr<const retrieval::Visibility> visibility(const Snapshot &snapshot,
                                                                          const governance::Principal *who) const;

    [[nodiscard]] bool writable() const { return !options.readOnly && store != nullptr; }
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const {
        const std::lock_guard lock(publishing);
        return current;
    }
    /// Builds outside `writing`: who toggles or edits does not wait for it. The caller holds no lock.
    Result<void> ensureIndex(const Job &job);
    /// `plain` with its graph, saved or made. Errors: Cancelled.
    Result<std::shared_ptr<const retrieval::VectorIndex>> linked(const retrieval::VectorIndex &plain,
                                                                 const Job &job) const;
    /// Loads or makes the vectors of the current catalog, and the graph over them when the settings want one; the
    /// caller holds `indexing` alone.
    Result<void> ensureVectors(const Job &job);
    /// The model of `wanted`, opened once; null when the settings want none. The caller holds `indexing` alone.
    Result<std::shared_ptr<const retrieval::EmbeddingModel>> modelFor(const retrieval::EmbeddingSettings &wanted,
                                                                      const Job &job);
    /// Takes over what ensureVectors made of `now`, or why it could not.
    Result<void> publishVectors(const Snapshot &now, std::shared_ptr<const retrieval::VectorIndex> made,
                                std::string problem);
    /// All below: the caller holds `writing`.
    /// Reads settings, rules, toggles and the denylist again; whether any of them changed.
    bool refreshInputs();
    bool refreshAccess();
    bool refreshPolicies();
    bool refreshPresets();
    bool refreshThesaurus();
    bool refreshProfiles();
    bool refreshGuidance();
    /// Catalogs and capability folders; `known` is what is in use. Errors: as detail::loadServices.
    Result<detail::LoadResult> loadAll(detail::LoadedServices known, const Job &job);
    /// Reads the catalogs that changed on disk; whether any did. After an error the state is what the files say.
    Result<bool> reload(const Job &job);
    /// Makes and publishes the next snapshot from the state above; `index` is taken over as it is.
    Result<void> publish(std::shared_ptr<const retrieval::Index> index, bool newCatalog);
    void saveCache();
    /// Error unless this process may write here.
    [[nodiscard]] Result<void> requireWritable() const;
    /// Records what a killed process had written to hand-written catalogs but not recorded; what it had not written is
    /// forgotten. For opening; a failure leaves it to the next time.
    void settleWhatWasKilled();
    /// The same under the edit lock that the caller holds.
    void settleIntents();
    /// Writes what is pending and accepted, and puts it in force. After an error the old state stands.
    Result<void> writePins(Pins next);
    /// The input schemas of an MCP server's service as imported; none for other services, whose schemas cost too much
    /// to resolve for all.
    [[nodiscard]] SchemaOf schemasOf(const catalog::ServiceInfo &service) const;
    governance::AuditEvent event(std::string_view kind) const;
};

} // namespace actionscope::workspace
