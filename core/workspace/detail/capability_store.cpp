#include "workspace/detail/capability_store.h"

#include "base/hash.h"
#include "base/text.h"
#include "catalog/capability_id.h"

#include <algorithm>

namespace actionscope::workspace::detail {
namespace fs = std::filesystem;

namespace {

using catalog::Finding;
using catalog::Kind;

constexpr std::size_t KeptText = 64U << 10, KeptTexts = 16U << 20; ///< bytes of one and of all

bool isInside(const fs::path &path, const fs::path &folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool hasEntry(const fs::path &folder, std::string_view name) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(folder / name, ignored));
}

/// Equal texts for equal capabilities: what tells that one changed.
std::string digestOf(const ingest::Manifest &manifest) {
    const auto segment = catalog::Segment::build({manifest.capability});
    return manifest.id() + '|' + manifest.entry + '|' + (manifest.availableStated ? "1" : "0") + '|' +
           (segment ? std::to_string((*segment)->contentHash()) : std::string()) + '\n';
}

/// The capability that an earlier run had read from this folder.
std::optional<ingest::Manifest> cachedManifest(const fs::path &folder, const LoadedServices &cached) {
    for (const Kind kind : ManifestKinds) {
        const auto service = cached.find(std::string(catalog::kindName(kind)));
        if (service == cached.end() || !service->second.segment)
            continue;
        for (std::uint32_t i = 0; i < service->second.segment->size(); ++i) {
            const catalog::CapabilityView view = service->second.segment->at(i);
            if (view.kind() != kind || fs::path(view.pointer()).parent_path() != folder)
                continue;
            ingest::Manifest manifest;
            manifest.capability = view.toCapability();
            manifest.file = view.pointer();
            manifest.availableStated = true;
            return manifest;
        }
    }
    return std::nullopt;
}

} // namespace

catalog::ServiceInfo kindService(Kind kind) {
    catalog::ServiceInfo info;
    info.id = catalog::kindName(kind);
    info.format = "manifest";
    switch (kind) {
    case Kind::Channel:
        info.title = "Channels";
        info.description = "Ways to reach people, from capability folders.";
        break;
    case Kind::Extension:
        info.title = "Extensions";
        info.description = "Additions to agent runtimes, from capability folders.";
        break;
    case Kind::Skill:
        info.title = "Skills";
        info.description = "Instructions that an agent can read, from capability folders.";
        break;
    default:
        info.title = "Tools";
        info.description = "Tools of agent runtimes, from capability folders.";
    }
    return info;
}

const std::vector<ingest::Manifest> &CapabilityStore::of(Kind kind) const {
    return m_manifests[static_cast<std::size_t>(kind)];
}
const std::string &CapabilityStore::version(Kind kind) const { return m_versions[static_cast<std::size_t>(kind)]; }
const std::vector<Finding> &CapabilityStore::findings(Kind kind) const {
    return m_findings[static_cast<std::size_t>(kind)];
}

void CapabilityStore::list(const CapabilityDirectory &directory, std::size_t number, std::vector<Found> &found) {
    const auto complain = [&](ErrorCode code, std::string message, const fs::path &where) {
        m_problems.push_back({{code, std::move(message), {where.string()}}, {}});
    };
    std::error_code error;
    const fs::path real = fs::canonical(directory.folder, error);
    if (error) {
        // Only what somebody named has to be there.
        if (directory.origin == CapabilityDirectory::Origin::Environment)
            complain(ErrorCode::NotFound,
                     "ACTIONSCOPE_CAPABILITY_DIRS names a folder that cannot be read: " + error.message(),
                     directory.folder);
        return;
    }
    if (hasEntry(real, ingest::ManifestFile))
        complain(ErrorCode::Unsupported,
                 "this is itself a capability; what is named or made is the folder that capability folders lie in",
                 directory.folder);
    std::vector<fs::path> names;
    for (fs::directory_iterator entries(real, error); !error && entries != fs::directory_iterator();
         entries.increment(error)) {
        const fs::path name = entries->path().filename();
        // What begins with a dot is being written, or belongs to other programs.
        if (name.native().front() != '.' && entries->is_directory())
            names.push_back(name);
        if (names.size() > MaxCapabilityFolders)
            break;
    }
    if (error)
        m_problems.push_back({fileError(error.value(), "read", directory.folder), {}});
    std::sort(names.begin(), names.end());
    if (names.size() > MaxCapabilityFolders) {
        names.resize(MaxCapabilityFolders);
        complain(ErrorCode::LimitExceeded,
                 "more than " + std::to_string(MaxCapabilityFolders) +
                     " folders, the cap of capability folders in one directory; the rest is left out",
                 directory.folder);
    }
    for (const fs::path &name : names) {
        const fs::path folder = directory.folder / name;
        if (!hasEntry(folder, ingest::ManifestFile) && !hasEntry(folder, ingest::SkillFile))
            continue;
        if (!isInside(fs::canonical(folder, error), real) || error)
            complain(ErrorCode::PermissionDenied,
                     "this link leads out of the directory of capabilities; copy the folder into it, or name its own "
                     "directory in ACTIONSCOPE_CAPABILITY_DIRS",
                     folder);
        else
            found.push_back({folder, number});
    }
}

std::vector<CapabilityStore::Found> CapabilityStore::findFolders(const std::vector<CapabilityDirectory> &directories) {
    std::vector<Found> found;
    for (std::size_t i = 0; i < directories.size(); ++i)
        list(directories[i], i, found);
    return found;
}

bool CapabilityStore::isCurrent(const Entry &entry) {
    // What could not be read is tried each time: what it lacks may be anywhere.
    return !entry.error && !entry.stamps.empty() &&
           std::all_of(entry.stamps.begin(), entry.stamps.end(),
                       [](const auto &stamp) { return fileStamp(stamp.first) == stamp.second; });
}

void CapabilityStore::read(const fs::path &folder, Entry &entry, const LoadedServices &cached) const {
    // Stamps first: what changes while it is read is read again.
    std::vector<fs::path> files;
    for (const std::string_view name : {ingest::ManifestFile, ingest::SkillFile, ingest::SchemaFile})
        files.push_back(folder / name);
    if (entry.manifest)
        files.insert(files.end(), entry.manifest->files.begin(), entry.manifest->files.end());
    entry.stamps.clear();
    for (const fs::path &file : files)
        entry.stamps.emplace_back(file, fileStamp(file));
    auto manifest = ingest::readManifest(folder);
    entry.error.reset();
    if (!manifest) {
        entry.error = manifest.error();
        if (!entry.manifest)
            entry.manifest = cachedManifest(folder, cached);
        return;
    }
    for (const fs::path &file : manifest->files)
        if (std::find(files.begin(), files.end(), file) == files.end())
            entry.stamps.emplace_back(file, fileStamp(file));
    entry.manifest = std::move(*manifest);
    const auto schema = ingest::readManifestSchema(entry.manifest->file);
    entry.schema = schema ? json::serialize(*schema) : std::string("{}");
    entry.content = ingest::readSkillContent(entry.manifest->file).value_or(std::string());
    entry.texts = hash64(*entry.content, hash64(*entry.schema));
    if (entry.schema->size() > KeptText)
        entry.schema.reset();
    if (entry.content->size() > KeptText || entry.content->empty())
        entry.content.reset();
}

bool CapabilityStore::scan(const std::vector<CapabilityDirectory> &directories, const LoadedServices &cached,
                           Executor &executor) {
    const std::lock_guard lock(m_texts);
    m_problems.clear();
    const std::vector<Found> found = findFolders(directories);
    std::map<fs::path, Entry> now;
    std::vector<std::pair<const fs::path *, Entry *>> stale;
    for (const Found &each : found) {
        const auto known = m_entries.find(each.folder);
        Entry &entry = now[each.folder];
        if (known != m_entries.end())
            entry = std::move(known->second);
        if (!isCurrent(entry))
            stale.emplace_back(&each.folder, &entry);
    }
    m_entries = std::move(now); // its nodes keep their places
    executor.forEach(stale.size(), [&](std::size_t i) { read(*stale[i].first, *stale[i].second, cached); });
    settle(found);

    std::size_t kept = 0;
    for (auto &[folder, entry] : m_entries) {
        kept += entry.schema.value_or("").size() + entry.content.value_or("").size();
        if (kept > KeptTexts)
            entry.schema = entry.content = std::nullopt;
    }
    const auto versionsBefore = m_versions;
    for (const Kind kind : ManifestKinds) {
        std::string all;
        for (const ingest::Manifest &manifest : of(kind))
            all += digestOf(manifest) + std::to_string(m_entries[manifest.file.parent_path()].texts) + '\n';
        m_versions[static_cast<std::size_t>(kind)] = toHex(sha256(all));
    }
    std::string said;
    for (const auto &kind : m_findings)
        for (const Finding &finding : kind)
            said += finding.where.toString() + finding.message + '\n';
    for (const Problem &problem : m_problems)
        said += problem.error.toString() + '\n';
    const bool saysElse = std::exchange(m_said, said) != said;
    return saysElse || m_versions != versionsBefore;
}

void CapabilityStore::settle(const std::vector<Found> &found) {
    for (auto &kind : m_manifests)
        kind.clear();
    for (auto &kind : m_findings)
        kind.clear();
    std::map<std::string, const Found *> holders; // by id
    for (const Found &each : found) {
        const Entry &entry = m_entries[each.folder];
        if (entry.error) {
            Error error = *entry.error;
            if (entry.manifest)
                error.message += "; " + entry.manifest->id() + " stays as it was";
            m_problems.push_back(
                {std::move(error),
                 entry.manifest ? std::string(catalog::kindName(entry.manifest->capability.kind)) : std::string()});
        }
        if (!entry.manifest)
            continue;
        const auto kind = static_cast<std::size_t>(entry.manifest->capability.kind);
        const auto [holder, isFirst] = holders.emplace(entry.manifest->id(), &each);
        if (isFirst) {
            m_manifests[kind].push_back(*entry.manifest);
            continue;
        }
        const bool same = holder->second->directory == each.directory;
        m_findings[kind].push_back(
            {same ? Finding::Severity::Warning : Finding::Severity::Hint,
             "shadowed-capability",
             entry.manifest->id() + " is not used: " + holder->second->folder.string() +
                 (same ? " has the same id and comes first; give one of them another name"
                       : " has the same id and lies in a directory of higher priority"),
             {entry.manifest->file.string(), 1, 1},
             std::string(catalog::kindName(entry.manifest->capability.kind)) + '.' + entry.manifest->capability.name});
    }
}

const CapabilityStore::Entry *CapabilityStore::entryOf(const fs::path &file) const {
    const auto found = m_entries.find(file.parent_path());
    return found == m_entries.end() ? nullptr : &found->second;
}

Result<json::value> CapabilityStore::schema(const fs::path &file) const {
    const std::lock_guard lock(m_texts);
    const Entry *entry = entryOf(file);
    if (entry != nullptr && entry->error && entry->schema)
        return parseJson(*entry->schema);
    return ingest::readManifestSchema(file);
}

Result<std::string> CapabilityStore::content(const fs::path &file) const {
    const std::lock_guard lock(m_texts);
    const Entry *entry = entryOf(file);
    if (entry != nullptr && entry->error && entry->content)
        return *entry->content;
    return ingest::readSkillContent(file);
}

} // namespace actionscope::workspace::detail
