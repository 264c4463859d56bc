#include "ingest/source.h"

#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <set>

namespace actionscope::ingest {
namespace {
namespace fs = std::filesystem;

bool isDescription(const fs::path &file) {
    const std::string extension = toLowerAscii(file.extension().string());
    return extension == ".json" || extension == ".yaml" || extension == ".yml";
}

/// File names that say nothing of the service they describe.
bool isGeneric(const std::string &id) { return id == "openapi" || id == "swagger" || id == "api" || id == "index"; }

std::string idOfSingle(const fs::path &name) {
    std::string id = serviceId(name.stem().string());
    return isGeneric(id) ? std::string() : id;
}

Result<void> checkId(const std::string &id) {
    if (!id.empty() && serviceId(id) == id)
        return {};
    return fail(ErrorCode::InvalidArgument,
                "'" + id + "' is no service id: lower-case letters, digits and single '-' between them (try '" +
                    serviceId(id) + "')");
}

bool isInside(const fs::path &path, const fs::path &folder) {
    const auto [rest, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return rest == folder.end();
}

/// Walks a folder and collects its descriptions.
class Walker {
public:
    Walker(fs::path root, const std::string &origin, const ImportLimits &limits, std::vector<Skipped> &skipped,
           const Job &job)
        : m_root(std::move(root))
        , m_origin(origin)
        , m_limits(limits)
        , m_skipped(skipped)
        , m_job(job) {}

    /// Paths relative to the root, sorted.
    Result<std::vector<fs::path>> run() {
        std::vector<fs::path> folders{fs::path()};
        while (!folders.empty()) {
            const fs::path folder = std::move(folders.back());
            folders.pop_back();
            std::error_code error;
            fs::directory_iterator entry(folder.empty() ? m_root : m_root / folder, error);
            if (error && folder.empty())
                return fail(fileError(error.value(), "read", m_origin));
            if (error) {
                m_skipped.push_back({shown(folder), "", "the folder cannot be read: " + error.message()});
                continue;
            }
            for (; entry != fs::directory_iterator(); entry.increment(error)) {
                if (m_job.cancelled())
                    return fail(ErrorCode::Cancelled, "cancelled", {m_origin});
                if (auto looked = look(folder / entry->path().filename(), *entry, folders); !looked)
                    return fail(looked.error());
            }
            if (error)
                m_skipped.push_back({shown(folder), "", "the folder cannot be read to its end: " + error.message()});
        }
        // By text of the path, so that the order is the same on every machine.
        std::sort(m_found.begin(), m_found.end(),
                  [](const fs::path &a, const fs::path &b) { return a.generic_string() < b.generic_string(); });
        return std::move(m_found);
    }

private:
    Result<void> look(const fs::path &relative, const fs::directory_entry &entry, std::vector<fs::path> &folders) {
        std::error_code error;
        if (entry.is_symlink(error)) {
            const fs::path real = fs::canonical(entry.path(), error);
            if (error) {
                if (isDescription(relative))
                    m_skipped.push_back({shown(relative), "", "the link leads nowhere"});
                return {};
            }
            const bool isFolder = fs::is_directory(real, error);
            if (!isInside(real, m_root)) {
                if (isFolder || isDescription(relative))
                    m_skipped.push_back({shown(relative), "", "the link leads out of the import folder"});
                return {};
            }
            // A linked folder inside the root is walked where it really is; following the link could go in circles.
            if (isFolder)
                return {};
        } else if (entry.is_directory(error)) {
            folders.push_back(relative);
            return {};
        }
        if (!isDescription(relative) || !entry.is_regular_file(error))
            return {};
        if (m_found.size() >= m_limits.files)
            return fail(ErrorCode::LimitExceeded,
                        "more than " + std::to_string(m_limits.files) +
                            " files in the folder (raise limits.files in actionscope.yaml to import it)",
                        {m_origin});
        m_found.push_back(relative);
        return {};
    }

    [[nodiscard]] std::string shown(const fs::path &relative) const { return (fs::path(m_origin) / relative).string(); }

    fs::path m_root;
    const std::string &m_origin;
    const ImportLimits &m_limits;
    std::vector<Skipped> &m_skipped;
    const Job &m_job;
    std::vector<fs::path> m_found;
};

Result<std::vector<Source>> fromFolder(const std::string &argument, const fs::path &root,
                                       const std::optional<std::string> &id, const ImportLimits &limits,
                                       std::vector<Skipped> &skipped, const Job &job,
                                       const std::map<std::string, std::string> &ids) {
    Result<std::vector<fs::path>> found = Walker(root, argument, limits, skipped, job).run();
    if (!found)
        return fail(found.error());
    if (id && found->size() > 1)
        return fail(ErrorCode::InvalidArgument,
                    "the folder holds " + std::to_string(found->size()) + " files and --service names one service (" +
                        *id + "); import the description's main file, or leave --service out",
                    {argument});
    std::vector<Source> sources;
    sources.reserve(found->size());
    // Ids that nobody disputes are given first, so that a clash elsewhere never renames a service.
    std::set<std::string> wanted, taken;
    const auto chosen = [&](const fs::path &relative) { return ids.find((fs::path(argument) / relative).string()); };
    const auto idOf = [&](fs::path relative) {
        if (const auto choice = chosen(relative); choice != ids.end())
            return choice->second;
        const std::string own = id ? *id : serviceId(relative.replace_extension().generic_string());
        return own.empty() ? std::string("service") : own;
    };
    for (const fs::path &relative : *found)
        wanted.insert(idOf(relative));
    for (const fs::path &relative : *found) {
        if (const auto choice = chosen(relative); choice != ids.end())
            taken.insert(choice->second);
    }
    for (const fs::path &relative : *found) {
        Source source;
        source.origin = (fs::path(argument) / relative).string();
        source.file = root / relative;
        source.root = root;
        source.serviceId = idOf(relative);
        // Two sources that a person gave one id keep it: import refuses the second by name.
        if (chosen(relative) == ids.end() && !taken.insert(source.serviceId).second) {
            const std::string own = source.serviceId;
            source.wanted = own;
            int number = 2;
            do
                source.serviceId = own + '-' + std::to_string(number++);
            while (wanted.contains(source.serviceId) || !taken.insert(source.serviceId).second);
            source.warnings.push_back("another file of this folder gives the service id '" + own +
                                      "' as well; this one is '" + source.serviceId +
                                      "' (give it another id with --rename)");
        }
        sources.push_back(std::move(source));
    }
    return sources;
}

Result<std::vector<Source>> fromUrl(const std::string &url, const std::optional<std::string> &id,
                                    const ImportLimits &limits, const Job &job) {
    Result<net::Fetched> fetched = net::fetch(url, limits.fetch, job);
    if (!fetched)
        return fail(fetched.error());
    Source source;
    source.origin = url;
    source.fetched = std::move(fetched->body);
    std::string_view path = url;
    path = path.substr(0, path.find_first_of("?#"));
    path.remove_prefix(std::min(path.find("://") + 3, path.size()));
    const std::size_t slash = path.find('/');
    const fs::path name = slash == std::string_view::npos ? fs::path() : fs::path(path.substr(slash)).filename();
    source.serviceId = id ? *id : idOfSingle(name);
    return std::vector<Source>{std::move(source)};
}

} // namespace

Result<std::vector<Source>> findSources(const std::string &argument, const std::optional<std::string> &serviceId,
                                        const ImportLimits &limits, std::vector<Skipped> &skipped, const Job &job,
                                        const std::map<std::string, std::string> &ids) {
    if (serviceId) {
        if (auto checked = checkId(*serviceId); !checked)
            return fail(checked.error());
    }
    for (const auto &[source, id] : ids) {
        if (auto checked = checkId(id); !checked)
            return fail(checked.error());
    }
    const auto choice = ids.find(argument);
    const std::optional<std::string> given = choice != ids.end() ? choice->second : serviceId;
    const std::string lower = toLowerAscii(argument);
    if (lower.starts_with("http://") || lower.starts_with("https://"))
        return fromUrl(argument, given, limits, job);
    std::error_code error;
    const fs::path path(argument);
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found || error) {
        if (const std::size_t scheme = argument.find("://"); scheme != std::string::npos)
            return fail(ErrorCode::Unsupported,
                        "'" + argument.substr(0, scheme) +
                            "' is not a scheme that import speaks here; give a file, a folder, or an http or https URL",
                        {argument});
        return fail(fileError(error ? error.value() : ENOENT, "read", path));
    }
    const fs::path real = fs::canonical(path, error);
    if (error)
        return fail(fileError(error.value(), "read", path));
    if (status.type() == fs::file_type::directory)
        return fromFolder(argument, real, serviceId, limits, skipped, job, ids);
    if (status.type() != fs::file_type::regular)
        return fail(ErrorCode::Unsupported, "neither a file nor a folder", {argument});
    Source source;
    source.origin = argument;
    source.file = real;
    source.root = real.parent_path();
    source.serviceId = given ? *given : idOfSingle(path.filename());
    return std::vector<Source>{std::move(source)};
}

} // namespace actionscope::ingest
