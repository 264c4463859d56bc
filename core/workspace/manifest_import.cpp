#include "workspace/manifest_import.h"

#include "base/hash.h"
#include "base/text.h"
#include "catalog/capability_id.h"
#include "ingest/manifest.h"
#include "workspace/capability_folders.h"
#include "workspace/detail/capability_store.h"
#include "workspace/detail/import_changes.h"
#include "workspace/layout.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace actionscope::workspace {
namespace fs = std::filesystem;

namespace {

/// In the folder that an import works in: what is to be put in place, and what it replaces.
constexpr std::string_view Coming = "new-", MovedAway = "old-";

struct CopiedFile {
    fs::path path; ///< relative to the folder
    std::string bytes;
    friend bool operator==(const CopiedFile &, const CopiedFile &) = default;
};

/// One capability on its way in.
struct Incoming {
    ingest::Manifest manifest;
    std::string source;
    std::vector<CopiedFile> files;
    fs::path target;
    std::optional<ingest::Manifest> before; ///< of the same id, in the workspace already
    bool same = false;                      ///< every byte of it
};

bool isCapability(const fs::path &folder) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(folder / ingest::ManifestFile, ignored)) ||
           fs::exists(fs::symlink_status(folder / ingest::SkillFile, ignored));
}

std::vector<fs::path> entriesOf(const fs::path &folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator list(folder, error); !error && list != fs::directory_iterator(); list.increment(error))
        if (list->path().filename().native().front() != '.')
            entries.push_back(list->path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// Capability folders at and below `folder`, links not followed.
void findCapabilities(const fs::path &folder, std::size_t depth, std::vector<fs::path> &found) {
    if (isCapability(folder)) {
        found.push_back(folder);
        return;
    }
    if (depth == 0 || found.size() >= MaxCapabilityFolders)
        return;
    std::error_code ignored;
    for (const fs::path &entry : entriesOf(folder))
        if (fs::is_directory(fs::symlink_status(entry, ignored)))
            findCapabilities(entry, depth - 1, found);
}

/// All that is copied of a folder. Errors: Unsupported for what is neither file nor folder; LimitExceeded.
Result<void> readFolder(const fs::path &folder, const fs::path &relative, std::size_t depth,
                        std::vector<CopiedFile> &files, std::uint64_t &bytes) {
    for (const fs::path &entry : entriesOf(folder / relative)) {
        const fs::path name = relative / entry.filename();
        std::error_code ignored;
        const fs::file_status status = fs::symlink_status(entry, ignored);
        if (fs::is_directory(status)) {
            if (depth == 0)
                return fail(ErrorCode::LimitExceeded,
                            "folders more than " + std::to_string(MaxCapabilityDepth) +
                                " levels deep, the cap of capability folders",
                            {entry.string()});
            if (auto read = readFolder(folder, name, depth - 1, files, bytes); !read)
                return read;
            continue;
        }
        if (!fs::is_regular_file(status))
            return fail(ErrorCode::Unsupported,
                        fs::is_symlink(status) ? "a link: where it leads could change later, so folders with links are "
                                                 "not copied; put the file itself there"
                                               : "neither a file nor a folder",
                        {entry.string()});
        if (files.size() == MaxCopiedFiles)
            return fail(ErrorCode::LimitExceeded,
                        "more than " + std::to_string(MaxCopiedFiles) + " files, the cap of capability folders",
                        {folder.string()});
        auto content = readFile(entry, MaxCopiedBytes - bytes, "the cap of capability folders");
        if (!content)
            return fail(content.error());
        bytes += content->size();
        files.push_back({name, std::move(*content)});
    }
    return {};
}

std::vector<CopiedFile> filesOf(const fs::path &folder) {
    std::vector<CopiedFile> files;
    std::uint64_t bytes = 0;
    if (!readFolder(folder, {}, MaxCapabilityDepth, files, bytes))
        files.clear();
    return files;
}

class Import {
public:
    Import(Workspace &workspace, bool preview, const Job &job)
        : m_workspace(workspace)
        , m_snapshot(workspace.snapshot())
        , m_folder(fs::absolute(Layout{workspace.folder()}.capabilities()).lexically_normal())
        , m_preview(preview)
        , m_job(job) {}

    Result<ImportReport> run(const std::vector<std::string> &sources);

private:
    Result<void> gather(const std::vector<std::string> &sources);
    std::optional<Error> take(const fs::path &folder);
    [[nodiscard]] fs::path targetOf(const ingest::Manifest &manifest) const;
    void report();
    Result<void> record(const std::vector<std::string> &sources) const;
    Result<void> write(const std::vector<std::string> &sources);
    Result<void> putInPlace(const fs::path &staging);
    void sayWhatIsHidden();

    Workspace &m_workspace;
    std::shared_ptr<const Snapshot> m_snapshot;
    fs::path m_folder;
    bool m_preview;
    const Job &m_job;
    std::map<std::string, Incoming> m_incoming; // by id
    ImportReport m_report;
};

Result<void> Import::gather(const std::vector<std::string> &sources) {
    std::optional<Error> first;
    for (const std::string &source : sources) {
        std::vector<fs::path> folders;
        std::error_code ignored;
        if (fs::is_directory(source, ignored))
            findCapabilities(source, MaxCapabilityDepth, folders);
        if (folders.empty()) {
            Error error{fs::exists(source, ignored) ? ErrorCode::Unsupported : ErrorCode::NotFound,
                        "no capability folder: none with a " + std::string(ingest::ManifestFile) + " or a " +
                            std::string(ingest::SkillFile) + " is there",
                        {source}};
            m_report.skipped.push_back({source, {}, error.message});
            first = first.value_or(std::move(error));
        }
        for (const fs::path &folder : folders) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "the import was cancelled; nothing was changed");
            ++m_report.sources;
            m_job.at("importing", m_report.sources, folders.size());
            if (auto refused = take(folder)) {
                m_report.skipped.push_back(
                    {folder.string(),
                     refused->where.file == folder.string() ? std::string() : refused->where.toString(),
                     refused->message});
                first = first.value_or(std::move(*refused));
            }
        }
    }
    if (m_incoming.empty())
        return fail(first.value_or(Error{ErrorCode::InvalidArgument, "no folder was named"}));
    return {};
}

std::optional<Error> Import::take(const fs::path &folder) {
    auto manifest = ingest::readManifest(folder);
    if (!manifest)
        return manifest.error();
    Incoming incoming;
    incoming.source = folder.string();
    std::uint64_t bytes = 0;
    if (auto read = readFolder(folder, {}, MaxCapabilityDepth, incoming.files, bytes); !read)
        return read.error();
    const std::string id = manifest->id();
    if (const auto other = m_incoming.find(id); other != m_incoming.end())
        return Error{ErrorCode::AlreadyExists, id + " is already in " + other->second.source, {folder.string()}};
    incoming.manifest = std::move(*manifest);
    incoming.target = targetOf(incoming.manifest);
    if (isCapability(incoming.target)) {
        if (auto before = ingest::readManifest(incoming.target)) {
            if (before->id() != id)
                return Error{ErrorCode::AlreadyExists,
                             "the folder " + incoming.target.string() + " holds " + before->id() + "; move it away",
                             {folder.string()}};
            incoming.before = std::move(*before);
        }
        incoming.same = filesOf(incoming.target) == incoming.files;
    }
    m_incoming.emplace(id, std::move(incoming));
    return std::nullopt;
}

/// Where a capability of this id lies in the workspace, else where there is room for it.
fs::path Import::targetOf(const ingest::Manifest &manifest) const {
    for (const fs::path &folder : entriesOf(m_folder))
        if (const auto known = ingest::readManifest(folder); known && known->id() == manifest.id())
            return folder;
    std::error_code ignored;
    const fs::path plain = m_folder / manifest.capability.name;
    const bool claimed = std::any_of(m_incoming.begin(), m_incoming.end(),
                                     [&](const auto &other) { return other.second.target == plain; });
    if (!claimed && !fs::exists(fs::symlink_status(plain, ignored)))
        return plain;
    return m_folder / (manifest.capability.name + '-' + std::string(catalog::kindName(manifest.capability.kind)));
}

void Import::report() {
    for (const catalog::Kind kind : detail::ManifestKinds) {
        std::vector<catalog::Capability> before, after;
        std::vector<ImportReport::Change> texts; // changed, although the descriptor is the same
        ImportReport::Item item;
        const catalog::ServiceInfo info = detail::kindService(kind);
        item.service = info.id;
        item.title = info.title;
        item.format = info.format;
        for (const auto &[id, incoming] : m_incoming) {
            if (incoming.manifest.capability.kind != kind)
                continue;
            item.source = item.source.empty() ? incoming.source : item.source + ", …";
            after.push_back(incoming.manifest.capability);
            if (incoming.before)
                before.push_back(incoming.before->capability);
            if (incoming.before && !incoming.same)
                texts.push_back(
                    {info.id + '.' + incoming.manifest.capability.name, ImportReport::Change::Changed, "its files"});
        }
        if (after.empty())
            continue;
        item.actions = static_cast<std::uint32_t>(after.size());
        const auto old = catalog::Segment::build(std::move(before));
        const auto made = catalog::Segment::build(std::move(after));
        if (!old || !made)
            continue; // of names that readManifest gave; they are unique
        const auto service = m_snapshot->catalog->findService(info.id);
        const catalog::HandFile *hand = service ? m_snapshot->catalog->services()[*service].hand.get() : nullptr;
        for (std::uint32_t i = 0; i < (*made)->size(); ++i) {
            const auto risk = m_snapshot->policy->classify((*made)->at(i), hand);
            item.tiers[risk::isCatastrophic(risk) ? 3 : static_cast<std::size_t>(risk.tier)]++;
        }
        detail::listChanges(old->get(), **made, hand, *m_snapshot->policy, item);
        for (ImportReport::Change &change : item.changes)
            if (change.kind == ImportReport::Change::Added)
                change.what = (*made)->at(*(*made)->find(change.name.substr(info.id.size() + 1))).title();
        for (ImportReport::Change &text : texts)
            if (std::none_of(item.changes.begin(), item.changes.end(),
                             [&](const auto &listed) { return listed.name == text.name; })) {
                ++item.changed;
                item.changes.push_back(std::move(text));
            }
        m_report.actions += item.actions;
        m_report.items.push_back(std::move(item));
    }
    m_report.services = m_report.items.size();
}

Result<void> Import::record(const std::vector<std::string> &sources) const {
    constexpr std::size_t Named = 50;
    governance::AuditEvent event;
    event.kind = governance::audit_kind::Import;
    event.outcome = "done";
    json::array from, names;
    for (const std::string &source : sources)
        from.emplace_back(source);
    for (const auto &[id, incoming] : m_incoming)
        if (names.size() < Named)
            names.emplace_back(id);
    std::uint64_t added = 0, changed = 0;
    for (const ImportReport::Item &item : m_report.items) {
        added += item.added;
        changed += item.changed;
    }
    if (m_report.items.size() == 1)
        event.service = m_report.items.front().service;
    event.detail = {{"sources", from},
                    {"as", "manifest"},
                    {"services", m_report.services},
                    {"actions", m_report.actions},
                    {"added", added},
                    {"changed", changed},
                    {"removed", 0},
                    {"skipped", m_report.skipped.size()},
                    {"names", names}};
    return m_workspace.record(std::move(event));
}

/// Swaps each folder in; after an error those before it stand and the rest is as it was.
Result<void> Import::putInPlace(const fs::path &staging) {
    std::error_code error;
    for (const auto &[id, incoming] : m_incoming) {
        if (incoming.same)
            continue;
        const fs::path made = staging / (std::string(Coming) + incoming.target.filename().string());
        const fs::path old = staging / (std::string(MovedAway) + incoming.target.filename().string());
        const bool replaces = fs::exists(fs::symlink_status(incoming.target, error));
        if (replaces)
            fs::rename(incoming.target, old, error);
        if (!replaces || !error) {
            fs::rename(made, incoming.target, error);
            std::error_code ignored;
            if (error && replaces)
                fs::rename(old, incoming.target, ignored);
        }
        if (error)
            return fail(fileError(error.value(), "replace", incoming.target));
    }
    return {};
}

Result<void> Import::write(const std::vector<std::string> &sources) {
    // Beside the folders, so that putting them in place is renaming; what begins with a dot is no capability.
    const fs::path staging = m_folder / (".import-" + toHex(randomBytes(6)));
    struct Cleanup {
        const fs::path &folder;
        ~Cleanup() {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
        }
    } const cleanup{staging};
    std::error_code error;
    for (const auto &[id, incoming] : m_incoming) {
        if (incoming.same)
            continue;
        for (const CopiedFile &file : incoming.files) {
            const fs::path path = staging / (std::string(Coming) + incoming.target.filename().string()) / file.path;
            fs::create_directories(path.parent_path(), error);
            if (error)
                return fail(fileError(error.value(), "create", path.parent_path()));
            if (auto written = writeFileAtomically(path, file.bytes); !written)
                return written;
        }
    }
    if (auto recorded = record(sources); !recorded)
        return fail(recorded.error().code,
                    "nothing was imported because it could not be recorded: " + recorded.error().message,
                    recorded.error().where);
    return putInPlace(staging);
}

void Import::sayWhatIsHidden() {
    const auto now = m_workspace.snapshot();
    for (const auto &[id, incoming] : m_incoming) {
        const auto ordinal = now->catalog->find(id);
        if (!ordinal)
            continue;
        const fs::path used = fs::path(now->catalog->at(*ordinal).pointer()).parent_path();
        if (used != incoming.target && (!m_preview || used.parent_path() != m_folder))
            m_report.warnings.push_back(id + " is hidden by " + used.string() + ", which has priority");
    }
}

Result<ImportReport> Import::run(const std::vector<std::string> &sources) {
    const auto started = std::chrono::steady_clock::now();
    const auto finish = [&] {
        sayWhatIsHidden();
        m_report.elapsedMs =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
        return std::move(m_report);
    };
    if (auto gathered = gather(sources); !gathered)
        return fail(gathered.error());
    report();
    if (m_preview)
        return finish();
    m_job.at("writing", 0, 0);
    if (auto written = write(sources); !written)
        return fail(written.error());
    if (auto refreshed = m_workspace.refresh(m_job); !refreshed)
        return fail(refreshed.error());
    if (auto built = m_workspace.ensureIndex(m_job); !built && built.error().code != ErrorCode::Cancelled)
        m_report.warnings.push_back("the capabilities are imported, but the index could not be built: " +
                                    built.error().toString());
    return finish();
}

/// Removes what an import that was killed left. A folder that it had moved away and not yet replaced is put back.
void tidyUp(const fs::path &capabilities) {
    std::error_code error;
    std::vector<fs::path> left;
    for (fs::directory_iterator list(capabilities, error); !error && list != fs::directory_iterator();
         list.increment(error))
        if (list->path().filename().native().starts_with(".import-"))
            left.push_back(list->path());
    for (const fs::path &staging : left) {
        for (const fs::path &entry : entriesOf(staging)) {
            const std::string name = entry.filename().string();
            if (name.starts_with(MovedAway) && !fs::exists(capabilities / name.substr(MovedAway.size()), error))
                fs::rename(entry, capabilities / name.substr(MovedAway.size()), error);
        }
        fs::remove_all(staging, error);
    }
}

} // namespace

bool holdsCapabilities(const std::string &source) {
    std::error_code ignored;
    if (!fs::is_directory(source, ignored))
        return false;
    std::vector<fs::path> found;
    findCapabilities(source, 1, found);
    if (found.empty() || found.front() == source)
        return !found.empty();
    // Among descriptions a capability is an exception: such a folder is meant as one of descriptions.
    const std::vector<fs::path> entries = entriesOf(source);
    return std::none_of(entries.begin(), entries.end(), [](const fs::path &entry) {
        const fs::path ending = entry.extension();
        return ending == ".json" || ending == ".yaml" || ending == ".yml";
    });
}

Result<ImportReport> importManifests(Workspace &workspace, const std::vector<std::string> &sources, bool preview,
                                     const Job &job) {
    if (preview)
        return Import(workspace, true, job).run(sources);
    if (workspace.readOnly())
        return fail(ErrorCode::PermissionDenied,
                    "nothing can be imported: the workspace is read-only, or its audit log cannot be written",
                    {workspace.folder().string()});
    const Layout layout{workspace.folder()};
    auto lock = FileLock::tryAcquire(layout.importLock());
    if (!lock)
        return lock.error().code == ErrorCode::Busy
                   ? fail(ErrorCode::Busy, "another import is running in this workspace; wait until it has finished",
                          {layout.root.string()})
                   : fail(lock.error());
    std::error_code error;
    std::filesystem::create_directories(layout.capabilities(), error);
    if (error)
        return fail(fileError(error.value(), "create", layout.capabilities()));
    tidyUp(layout.capabilities());
    return Import(workspace, false, job).run(sources);
}

} // namespace actionscope::workspace
