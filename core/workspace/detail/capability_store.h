#pragma once
/// The capability folders of a workspace between refreshes: what is in force of each, and what is wrong with it.

#include "base/executor.h"
#include "base/file.h"
#include "ingest/manifest.h"
#include "workspace/capability_folders.h"
#include "workspace/detail/catalog_cache.h"
#include "workspace/workspace.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::workspace::detail {

/// The kinds that come from capability folders, in order of their services' ids.
constexpr std::array ManifestKinds{catalog::Kind::Channel, catalog::Kind::Extension, catalog::Kind::Skill,
                                   catalog::Kind::Tool};
[[nodiscard]] catalog::ServiceInfo kindService(catalog::Kind kind);

/// One thread at a time, but for schema() and content(), which any thread may ask.
class CapabilityStore {
public:
    /// Looks at the folders again and reads those whose files changed. A folder that cannot be read keeps its last good
    /// version: what this store had, else what `cached` has of it (services of an earlier run). Whether anything is
    /// different now: a capability, a problem or a finding.
    bool scan(const std::vector<CapabilityDirectory> &directories, const LoadedServices &cached, Executor &executor);

    /// Those in force, by kind; without what an earlier directory hides.
    [[nodiscard]] const std::vector<ingest::Manifest> &of(catalog::Kind kind) const;
    /// What is hidden and why (rule `shadowed-capability`), by kind.
    [[nodiscard]] const std::vector<catalog::Finding> &findings(catalog::Kind kind) const;
    [[nodiscard]] bool isEmpty() const { return m_entries.empty(); }
    /// What could not be read; `service` is empty when its kind is not known.
    [[nodiscard]] const std::vector<Problem> &problems() const { return m_problems; }

    /// Another one when anything of that kind is, schemas and texts too.
    [[nodiscard]] const std::string &version(catalog::Kind kind) const;

    /// Whole schema and text of what is in force, by Manifest::file: from disk, and while that is broken from memory as
    /// far as it was small enough to be kept. Errors: as ingest::readManifestSchema and readSkillContent.
    [[nodiscard]] Result<json::value> schema(const std::filesystem::path &file) const;
    [[nodiscard]] Result<std::string> content(const std::filesystem::path &file) const;

private:
    struct Entry {
        std::vector<std::pair<std::filesystem::path, std::optional<FileStamp>>> stamps;
        std::optional<ingest::Manifest> manifest; ///< the last good one
        std::optional<Error> error;
        /// Of the last good version, for when it breaks; absent when they are too large to be kept.
        std::optional<std::string> schema, content;
        std::uint64_t texts = 0; ///< hash of both, however large
    };
    struct Found {
        std::filesystem::path folder;
        std::size_t directory;
    };

    [[nodiscard]] std::vector<Found> findFolders(const std::vector<CapabilityDirectory> &directories);
    void list(const CapabilityDirectory &directory, std::size_t number, std::vector<Found> &found);
    [[nodiscard]] static bool isCurrent(const Entry &entry);
    void read(const std::filesystem::path &folder, Entry &entry, const LoadedServices &cached) const;
    void settle(const std::vector<Found> &found);
    [[nodiscard]] const Entry *entryOf(const std::filesystem::path &file) const;

    mutable std::mutex m_texts;                       ///< held while `m_entries` changes, and while texts are read
    std::map<std::filesystem::path, Entry> m_entries; ///< by folder
    std::array<std::vector<ingest::Manifest>, ManifestKinds.size() + 1> m_manifests;
    std::array<std::vector<catalog::Finding>, ManifestKinds.size() + 1> m_findings;
    std::array<std::string, ManifestKinds.size() + 1> m_versions;
    std::vector<Problem> m_problems;
    std::string m_said; ///< findings and problems as one text, to tell whether they changed
};

} // namespace actionscope::workspace::detail
