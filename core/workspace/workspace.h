#pragma once
/// One workspace folder, opened: the only place that knows every module, and all that the command line and the app
/// call.
///
/// A person edits YAML, several processes may have the folder open at once: what is read is an immutable `Snapshot`,
/// swapped as a whole; what is written goes through this class, which serialises writers of this process, takes the
/// folder's import lock against others, and records each change in the audit log.

#include "base/clock.h"
#include "base/executor.h"
#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/editor.h"
#include "catalog/lint.h"
#include "catalog/text_scan.h"
#include "evaluation/confusion.h"
#include "evaluation/experiment_store.h"
#include "evaluation/query_set.h"
#include "governance/access_rules.h"
#include "governance/approvals.h"
#include "governance/audit_log.h"
#include "governance/policy.h"
#include "governance/token_store.h"
#include "ingest/mcp_tools.h"
#include "ingest/openapi.h"
#include "ingest/schema.h"
#include "retrieval/searcher.h"
#include "retrieval/thesaurus.h"
#include "retrieval/vector_index.h"
#include "risk/risk_policy.h"
#include "session/guidance.h"
#include "upstream/credentials.h"
#include "workspace/pins.h"
#include "workspace/profiles.h"
#include "workspace/settings.h"
#include "workspace/what_if.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace actionscope::upstream {
struct McpServerEntry;
}

namespace actionscope::workspace {

/// Whether a service can be found, and who decided (GD11).
struct ServiceState {
    bool toggle = true;               ///< "Find more by tool search"
    bool lockedByEnvironment = false; ///< named in DYNAMIC_DISCOVERY_DISABLED_SERVICES
    [[nodiscard]] bool searchable() const { return toggle && !lockedByEnvironment; }
};

/// A file that could not be used; everything else is.
struct Problem {
    Error error;
    std::string service;
};

/// The state of a workspace at one moment. Immutable; any thread; holds everything it refers to.
struct Snapshot {
    std::uint64_t generation = 0;
    std::shared_ptr<const catalog::Catalog> catalog;
    std::shared_ptr<const retrieval::Index>
        index; ///< may be of an earlier catalog while a new one is being built; null at first
    /// Of an earlier catalog, or null, while those of this one are being made: searching then goes on with words.
    std::shared_ptr<const retrieval::VectorIndex> vectors;
    /// What searches the index above, with the vectors, the thesaurus and the relations of the profiles' presets; null
    /// while there is no index.
    std::shared_ptr<const retrieval::Searcher> searcher;
    std::string vectorsProblem; ///< why there are none; empty when there are
    /// For which model and catalog vectors were last made, or could not be.
    std::optional<retrieval::EmbeddingSettings> vectorsModel;
    std::shared_ptr<const catalog::Catalog> vectorsCatalog;
    std::shared_ptr<const retrieval::Thesaurus> thesaurus; ///< the shipped one and thesaurus.yaml; never null
    std::shared_ptr<const Pins> pins;                      ///< never null
    std::shared_ptr<const risk::RiskPolicy> policy;
    std::shared_ptr<const std::vector<risk::Classification>> risk; ///< by ordinal of `catalog`
    std::vector<ServiceState> services;                            ///< by index of service in `catalog`
    std::vector<Problem> problems;
    Settings settings;
    /// Of access.yaml (with the allowlists of the profiles) and policies/. Never null: a broken file leaves the last
    /// good rules in force, and before there were any, rules that allow nobody anything.
    std::shared_ptr<const governance::AccessRules> access;
    std::shared_ptr<const governance::PolicySet> policies;
    std::shared_ptr<const Profiles> profiles;          ///< those of profiles/, never null
    std::shared_ptr<const session::Guidance> guidance; ///< that of guidance.yaml, never null
    retrieval::PresetList presets;                     ///< the built-ins and those of presets/
    std::shared_ptr<const retrieval::Preset> preset;   ///< that of the settings, never null
    double floor = 0; ///< what counts for searches with `preset`: the settings', else the preset's

    /// Why an action must not be activated or run although rules would let it: its definition changed for the worse and
    /// nobody has accepted that. Nothing when it may.
    [[nodiscard]] std::optional<std::string> quarantine(catalog::Ordinal action) const;

    [[nodiscard]] bool indexIsCurrent() const { return index && &index->catalog() == catalog.get(); }
    /// Whether Workspace::ensureIndex() has nothing to do, for the index nor for the vectors.
    [[nodiscard]] bool searchIsCurrent() const {
        return indexIsCurrent() && vectorsCatalog == catalog && vectorsModel == settings.embedding &&
               (!vectors || vectors->hasGraph() == retrieval::wantsGraph(settings.vectors, catalog->size()));
    }
};

struct ImportOptions {
    std::optional<std::string> serviceId;
    /// Ids that a person chose, by the source as reports name it (`Item::source`, `Clash::source`): how descriptions
    /// that would take one id are told apart. A source that the import does not have is an error.
    std::map<std::string, std::string> serviceIdBySource;
    std::string as = "auto"; ///< auto | openapi
};

struct ImportReport {
    /// An action that is new, changed or gone. `what`, one line: "GET /orders" of one that is new or gone;
    /// "signature (page is gone), description, tier read → write" of one that changed.
    struct Change {
        std::string name; ///< "service.action"
        enum Kind : std::uint8_t { Added, Changed, Removed } kind = Added;
        std::string what;
    };
    static constexpr std::size_t ListedChanges = 1000; ///< of one service; the counts know of all
    struct Item {
        std::string service, title, format, source;
        std::uint32_t actions = 0, added = 0, changed = 0, removed = 0;
        std::array<std::uint32_t, 4> tiers{}; ///< read, write, destructive, catastrophic
        std::vector<Change> changes;          ///< first what changed, then what is gone, then what is new, by name
        std::uint64_t changesCut = 0;         ///< how many the cap left out of `changes`
    };
    /// Two sources for one service id. `ImportOptions::serviceIdBySource` gives `source` an id of its own.
    struct Clash {
        std::string source; ///< the one that came second
        std::string wanted; ///< the id that both stand for
        std::string other;  ///< the source that has it: of this import, or of an earlier one
        std::string
            given; ///< "wanted-2" in a folder; empty when `source` was skipped; `wanted` when it replaces `other`
    };
    std::vector<Item> items;    ///< by service id
    std::vector<Clash> clashes; ///< by source
    std::uint64_t services = 0, actions = 0, sources = 0;
    std::vector<ingest::Skipped> skipped;
    std::vector<std::string> warnings;
    std::vector<std::string> blocked; ///< "service.action" of what changed for the worse: see Workspace::accept
    std::vector<catalog::Finding>
        findings; ///< of the new state that were not there before: orphan overrides and the like
    std::int64_t elapsedMs = 0;
};

/// A set of edits to hand-written catalogs, computed and checked but not written: what the review sheet shows.
struct EditPlan {
    struct FileChange {
        std::string service;
        std::filesystem::path path;
        std::optional<FileStamp> stamp; ///< of the file the plan was made from; none when it is new
        std::string before, after;
        std::vector<catalog::DiffLine> diff;
    };
    struct TierChange {
        catalog::Ordinal action;
        risk::Classification before, after;
    };
    std::vector<FileChange> files;
    std::vector<TierChange> tierChanges;             ///< every action whose effective tier or gate moves
    std::vector<std::string> lowered;                ///< "service.action" of entries that lower risk
    std::vector<std::string> missingReason;          ///< of these, without one: such a plan is refused by apply
    std::uint64_t generation = 0;                    ///< of the snapshot it was made from
    std::shared_ptr<const catalog::Catalog> catalog; ///< the one that the ordinals above are of
};

/// An action's texts as a model may see them. When the scan found something that nobody has accepted, they are withheld
/// and a sentence says so.
struct AgentText {
    std::string title, description;
    std::vector<std::pair<std::string, std::string>> parameters; ///< names in the action's order, and their prose
    bool withheld = false;
    std::vector<catalog::ScanFinding> findings; ///< also accepted ones
    std::string digest;                         ///< of the texts: what is accepted
};

/// Hits with what is needed to show them. `catalog` is the one that was indexed: ordinals are its.
struct SearchOutcome {
    retrieval::SearchResponse response;
    std::shared_ptr<const catalog::Catalog> catalog;
    std::vector<risk::Classification> risk; ///< one a hit, as of the current snapshot
    std::string preset;                     ///< the name of the one that ranked them
};

struct OpenOptions {
    bool readOnly = false;                             ///< no index is written, no audit record made
    bool buildIndex = true;                            ///< false: only what is cached is loaded
    std::string actor = "cli";                         ///< "cli" or "app"; the user's name is added
    std::optional<std::filesystem::path> envFile = {}; ///< source of the denylist instead of the environment
    const Clock *clock = nullptr;
    std::size_t threads = 0; ///< 0: one per processor
};

/// One file of queries/, as lists show it.
struct QuerySetInfo {
    std::string name; ///< what it calls itself, else the file's
    std::filesystem::path file;
    std::uint32_t queries = 0, judgements = 0, noAnswer = 0;
    std::optional<Error> problem; ///< it cannot be used
};

/// Unsubscribes in its destructor, which returns only when no callback is running.
class Subscription {
public:
    Subscription() = default;
    explicit Subscription(std::function<void()> cancel)
        : m_cancel(std::move(cancel)) {}
    Subscription(Subscription &&other) noexcept
        : m_cancel(std::exchange(other.m_cancel, nullptr)) {}
    Subscription &operator=(Subscription &&other) noexcept {
        std::swap(m_cancel, other.m_cancel);
        return *this;
    }
    ~Subscription() {
        if (m_cancel)
            m_cancel();
    }

private:
    std::function<void()> m_cancel;
};

/// Any thread, unless a function says otherwise.
class Workspace {
public:
    /// Makes the folders and files of a new workspace; with `sample`, our three fictional services, imported and ready.
    /// Errors: AlreadyExists when there is one.
    [[nodiscard]] static Result<void> create(const std::filesystem::path &folder, bool sample);
    /// Opens from the cache when it is current, else reads the catalogs and builds the index (with progress). A
    /// state.db that cannot be used is a Problem of the snapshot and makes the workspace read-only; the catalogs still
    /// open. Errors: NotFound when the folder is no workspace (with how to make one).
    [[nodiscard]] static Result<std::unique_ptr<Workspace>> open(const std::filesystem::path &folder,
                                                                 OpenOptions options = {}, const Job &job = {});
    ~Workspace();

    [[nodiscard]] const std::filesystem::path &folder() const;
    [[nodiscard]] bool readOnly() const;
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;
    /// Called after each swap, on the thread that did it.
    [[nodiscard]] Subscription onChange(std::function<void(std::shared_ptr<const Snapshot>)> callback);
    /// Looks whether files, toggles or the environment's source changed, and swaps in what did. Cheap when nothing has.
    /// Returns whether a new snapshot was made.
    [[nodiscard]] Result<bool> refresh(const Job &job = {});

    /// Reads without writing: what import would do.
    [[nodiscard]] Result<ImportReport> previewImport(const std::vector<std::string> &sources,
                                                     const ImportOptions &options, const Job &job);
    /// Errors: Busy when another process imports; Cancelled; what reading the arguments gave when nothing could be
    /// read. All-or-nothing per file; whatever happens, the last good catalog and index stay in place.
    [[nodiscard]] Result<ImportReport> import(const std::vector<std::string> &sources, const ImportOptions &options,
                                              const Job &job);

    /// What an MCP server lists becomes the actions of the service `listing.service`, as an import does it. The same
    /// list again changes nothing and records nothing. Errors: AlreadyExists when the service came from something else;
    /// those of import.
    [[nodiscard]] Result<ImportReport> applyToolList(const ingest::McpListing &listing, const Job &job = {});
    /// The same, and the server's entry is added to servers.yaml when it is not there. Errors: AlreadyExists when there
    /// is another entry of that name; Unsupported when the file cannot be added to (the message has the entry).
    [[nodiscard]] Result<ImportReport> importMcp(const upstream::McpServerEntry &entry,
                                                 const ingest::McpListing &listing, const Job &job = {});
    [[nodiscard]] std::filesystem::path serversFile() const;

    /// A person takes over what is pending of this action: its changed definition, its flagged texts, or both. Recorded
    /// with who did it and what it was. Errors: NotFound when nothing is pending; Conflict when another process was
    /// first; Corrupt while the file of what was accepted cannot be read.
    [[nodiscard]] Result<void> accept(const std::string &name);
    [[nodiscard]] AgentText agentText(const catalog::Catalog &catalog, catalog::Ordinal action) const;

    /// Builds and saves the index when the one in place is not of the current catalog; searches go on with the old one
    /// meanwhile. Then the vectors with the model of the settings, while searches go on with words. Errors: Cancelled
    /// (what was there stays). Vectors that cannot be made are no error: the snapshot says why, and the next call tries
    /// again.
    [[nodiscard]] Result<void> ensureIndex(const Job &job = {});

    /// The one search path: visibility from toggles, environment and access rules; preset and floor from the settings
    /// where the request has none, and a preset that it does have brings its own floor. Without `who` it is the person
    /// at this program, whom the access rules do not limit. Errors: those of Searcher; NotFound while there is no index
    /// yet.
    [[nodiscard]] Result<SearchOutcome> search(retrieval::SearchRequest request,
                                               const governance::Principal *who = nullptr) const;

    /// Errors: NotFound (with the nearest ids), PermissionDenied when it is locked by the environment.
    [[nodiscard]] Result<void> setSearchable(const std::string &service, bool on);

    /// Plans are made against the current snapshot. `edits` pairs a service id with an edit.
    [[nodiscard]] Result<EditPlan> planEdits(const std::vector<std::pair<std::string, catalog::Edit>> &edits) const;
    /// Writes every file of the plan, records one audit event per entry and swaps. Errors: Conflict when a file changed
    /// since, InvalidArgument when a lowering lacks its reason.
    [[nodiscard]] Result<void> applyEdits(const EditPlan &plan,
                                          const std::vector<std::pair<std::string, catalog::Edit>> &edits);

    /// Enables or disables a server of servers.yaml and records it; a running gateway follows at its next start.
    /// Errors: as upstream::switchServer.
    [[nodiscard]] Result<void> setServerEnabled(const std::string &name, bool on);
    /// Adds an entry to connections.yaml and records it. Errors: as upstream::addConnection.
    [[nodiscard]] Result<void> addConnection(const upstream::Connection &connection);

    /// By "service.action". Errors: NotFound with the nearest names.
    [[nodiscard]] Result<catalog::Ordinal> findAction(const Snapshot &snapshot, std::string_view name) const;
    [[nodiscard]] Result<risk::Provenance> explainRisk(std::string_view name) const;
    /// From the workspace's copy of the source; parsed copies are kept in a small cache. Of a capability that is no
    /// action, from its folder.
    [[nodiscard]] Result<json::value> inputSchema(const Snapshot &snapshot, catalog::Ordinal action) const;
    /// The text of a skill, from its folder; while its manifest is broken, that of the last good version. Errors: NotFound
    /// when the capability has none; those of ingest::readSkillContent.
    [[nodiscard]] Result<std::string> skillContent(const Snapshot &snapshot, catalog::Ordinal capability) const;
    /// Where capability folders are looked for, in order of priority (capability_folders.h).
    [[nodiscard]] std::vector<std::filesystem::path> capabilityDirectories() const;
    /// How the service of an action can be authenticated with, from the same copy; empty for a hand-written service.
    [[nodiscard]] Result<std::vector<ingest::SecurityScheme>> securitySchemes(const Snapshot &snapshot,
                                                                              catalog::Ordinal action) const;
    /// Catalog lint and risk findings together.
    [[nodiscard]] std::vector<catalog::Finding> lint() const;

    /// The files of queries/ in order of name. Read anew each time: they are small and people edit them.
    [[nodiscard]] std::vector<QuerySetInfo> querySets() const;
    /// By its name or its file's. Errors: NotFound, naming those that there are; ParseError.
    [[nodiscard]] Result<evaluation::QuerySet> querySet(std::string_view name) const;
    /// Writes a whole set as `queries/NAME.yaml`. Errors: InvalidArgument for a name that is none of letters, digits,
    /// `-` and `_`; AlreadyExists unless `replace`; PermissionDenied, IoError.
    [[nodiscard]] Result<std::filesystem::path> saveQuerySet(const evaluation::QuerySet &set, bool replace) const;
    /// Changes one query or judgement in place; `Add` to a name that there is not makes the file. Errors: those of
    /// evaluation::editQuerySet; Conflict when the file changed meanwhile.
    [[nodiscard]] Result<void> editQuerySet(std::string_view name, const evaluation::QuerySetEdit &edit) const;
    /// Query sets tied to the index in place and to what a search may find; "all" is every one. Errors: as querySet;
    /// NotFound while there is no index yet.
    [[nodiscard]] Result<std::vector<evaluation::LabelledSet>>
    labelledSets(const std::vector<std::string> &names) const;
    /// Measures query sets with a preset (null: that of the settings) and keeps the run when there is a place to keep
    /// it
    /// (`experiments`). Errors: those of labelledSets and evaluation::runExperiment, and of keeping.
    [[nodiscard]] Result<evaluation::Run> runExperiment(const std::vector<std::string> &sets,
                                                        evaluation::ExperimentOptions options,
                                                        const std::string &label = {}, const Job &job = {}) const;
    /// Why an action is not found for a query, and what would bring it in (BX3). For the person at this program: the
    /// answer tells that an action exists, whoever may find it. Some searches, and an incremental index build for every
    /// description that is tried. Errors: NotFound while there is no index yet, or for an unknown query set; those of
    /// Searcher::search; Cancelled.
    [[nodiscard]] Result<WhyNotAnswer> whyNot(WhyNotQuestion question, const Job &job = {}) const;
    /// What another description of one action would do to the queries of `sets` ("all" is every one), without saving
    /// it (BX4). Errors: NotFound for the action or a set; LimitExceeded, InvalidArgument as catalog::withDescription;
    /// Cancelled.
    [[nodiscard]] Result<DescriptionPreview>
    previewDescription(const std::string &action, const std::string &description, const std::vector<std::string> &sets,
                       std::shared_ptr<const retrieval::Preset> preset = {}, const Job &job = {}) const;
    /// Which actions hide or stand in for each other in what a search may find, and the same as findings with the
    /// places where they are mended. Errors: those of evaluation::mapConfusion; NotFound while there is no index yet.
    [[nodiscard]] Result<evaluation::ConfusionMap> confusion(evaluation::ConfusionOptions options,
                                                             const Job &job = {}) const;
    [[nodiscard]] std::vector<catalog::Finding> lintRetrieval(const evaluation::ConfusionMap &map) const;
    /// What searches the index in place; null while there is none.
    [[nodiscard]] std::shared_ptr<const retrieval::Searcher> searcher() const;
    /// History of runs: list, get, remove. Null when state.db cannot be used.
    [[nodiscard]] evaluation::ExperimentStore *experiments() const;
    /// The last outcomes of each scope, and alerts (CD10). Null when state.db cannot be used.
    [[nodiscard]] telemetry::KpiStore *kpis() const;

    /// All three: null when state.db cannot be used.
    [[nodiscard]] governance::AuditLog *audit() const;
    [[nodiscard]] governance::TokenStore *tokens() const;
    [[nodiscard]] governance::ApprovalStore *approvals() const;
    /// Those of the current snapshot; `refresh` brings in what changed.
    [[nodiscard]] std::shared_ptr<const governance::AccessRules> access() const;
    [[nodiscard]] std::shared_ptr<const governance::PolicySet> policies() const;
    /// The key of argument digests (32 bytes), made when missing. Errors: as StateStore::digestKey; PermissionDenied
    /// when state.db cannot be used.
    [[nodiscard]] Result<std::string> digestKey() const;
    /// The person at this program: an admin of the workspace, whose files they can edit anyway.
    [[nodiscard]] governance::Principal person() const;
    /// Signs the records after the last checkpoint: worth it before an export and after a verification.
    [[nodiscard]] Result<void> signAudit() const;
    /// Makes the tables that answer the log's filters anew, for when `Verification::filtersSound` is false.
    [[nodiscard]] Result<void> rebuildAuditFilters() const;
    /// Appends on behalf of this process's actor.
    [[nodiscard]] Result<void> record(governance::AuditEvent event) const;

    [[nodiscard]] Executor &executor() const;

private:
    [[nodiscard]] Result<ImportReport> importFrom(const std::vector<std::string> &sources,
                                                  std::vector<ingest::Source> given, const ImportOptions &options,
                                                  const Job &job);
    struct Impl;
    explicit Workspace(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::workspace
