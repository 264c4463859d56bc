#include "ingest/detail/bundle.h"

#include "base/file.h"
#include "base/text.h"
#include "ingest/detail/anchors.h"
#include "ingest/detail/document.h"
#include "ingest/detail/references.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace actionscope::ingest::detail {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t MaxWarnings = 50;

/// Whether `text` may hold a reference that leaves it: a scan of the bytes that spares most files a walk over the
/// values. It errs on the side of looking.
bool mayReferOutside(std::string_view text) {
    static constexpr std::string_view Key = "$ref";
    for (std::size_t at = text.find(Key); at != std::string_view::npos; at = text.find(Key, at)) {
        at = text.find_first_not_of("\"': \t\r\n", at + Key.size());
        if (at == std::string_view::npos)
            return false;
        if (text[at] != '#')
            return true;
    }
    return text.find("\\u0024") != std::string_view::npos || text.find("\\x24") != std::string_view::npos;
}

bool hasScheme(std::string_view reference) {
    const std::size_t colon = reference.find(':');
    if (reference.starts_with("//"))
        return true;
    return colon != std::string_view::npos && colon > 1 &&
           reference.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-") == colon;
}

bool isInside(const fs::path &path, const fs::path &folder) {
    const auto [rest, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return rest == folder.end();
}

class Bundler {
public:
    Bundler(json::value &document, const Source &source, const ImportLimits &limits, const Job &job,
            std::vector<std::string> &warnings)
        : m_document(document)
        , m_source(source)
        , m_limits(limits)
        , m_job(job)
        , m_warnings(warnings) {
        std::error_code ignored;
        if (!source.file.empty()) {
            m_main = fs::canonical(source.file, ignored);
            m_root = fs::canonical(source.root.empty() ? source.file.parent_path() : source.root, ignored);
        }
    }

    Result<bool> run() {
        walk(m_document, {}, m_main.parent_path(), false);
        while (!m_pending.empty() && !m_failure) {
            const std::string key = m_pending.front();
            m_pending.pop_front();
            walk(m_files.at(key), key, (m_root / key).parent_path(), false);
        }
        if (m_failure)
            return fail(*m_failure);
        if (m_unsaid > 0)
            m_warnings.push_back(std::to_string(m_unsaid) + " more references that could not be followed");
        if (m_files.empty())
            return m_changed;
        json::object files(m_document.storage());
        for (auto &[key, value] : m_files)
            files.emplace(key, std::move(value));
        m_document.as_object().insert_or_assign(FilesMember, std::move(files));
        return true;
    }

private:
    /// `self` is the key of the file that `value` belongs to, empty for the description itself; `folder` is where its
    /// relative references start.
    void walk(json::value &value, const std::string &self, const fs::path &folder, bool isNameMap) {
        if (m_failure)
            return;
        if (json::array *array = value.if_array()) {
            for (json::value &element : *array) {
                if (element.is_structured())
                    walk(element, self, folder, false);
            }
            return;
        }
        json::object *object = value.if_object();
        if (!object)
            return;
        for (auto &pair : *object) {
            const std::string_view key(pair.key());
            if (!isNameMap && key == "$ref" && pair.value().is_string())
                follow(pair.value(), self, folder);
            else if (pair.value().is_structured() && (isNameMap || !holdsData(key)))
                walk(pair.value(), self, folder, !isNameMap && pair.value().is_object() && holdsNames(key));
        }
    }

    void follow(json::value &slot, const std::string &self, const fs::path &folder) {
        const std::string reference(slot.get_string());
        const std::size_t hash = std::min(reference.find('#'), reference.size());
        const std::string_view file = std::string_view(reference).substr(0, hash);
        const std::string_view fragment = std::string_view(reference).substr(std::min(hash + 1, reference.size()));
        if (file.empty()) {
            if (!self.empty() && (fragment.empty() || fragment.front() == '/'))
                replace(slot, self, fragment);
            return;
        }
        if (hasScheme(file) || m_source.file.empty())
            return warn(reference, m_source.file.empty() ? "what is fetched from a URL may not refer to other documents"
                                                         : "references to the network are never followed");
        if (!fragment.empty() && fragment.front() != '/')
            return warn(reference, "only JSON pointers are understood after '#'");
        std::error_code error;
        const fs::path target = fs::canonical(folder / fs::path(percentDecoded(file)), error);
        if (error)
            return warn(reference, "there is no such file");
        if (!isInside(target, m_root))
            return warn(reference, "the file lies outside the import folder");
        if (target == m_main)
            return replace(slot, {}, fragment);
        const std::string key = target.lexically_relative(m_root).generic_string();
        if (!m_files.contains(key) && !load(target, key, reference))
            return;
        replace(slot, key, fragment);
    }

    bool load(const fs::path &path, const std::string &key, const std::string &reference) {
        if (m_job.cancelled()) {
            m_failure = Error{ErrorCode::Cancelled, "cancelled", {m_source.origin}};
            return false;
        }
        if (m_broken.contains(key))
            return false;
        if (m_files.size() >= m_limits.files) {
            m_failure = Error{ErrorCode::LimitExceeded,
                              "refers to more than " + std::to_string(m_limits.files) + " files (limits.files)",
                              {m_source.origin}};
            return false;
        }
        Result<std::string> bytes = readFile(path, m_limits.fileBytes);
        if (!bytes) {
            m_broken.insert(key);
            warn(reference, bytes.error().message);
            return false;
        }
        m_bytes += bytes->size();
        if (m_bytes > m_limits.fileBytes) {
            m_failure = Error{ErrorCode::LimitExceeded,
                              "the files it refers to are larger than " + std::to_string(m_limits.fileBytes) +
                                  " bytes together (limits.file_bytes)",
                              {m_source.origin}};
            return false;
        }
        Result<Document> document = readDocument(*bytes, path.string(), m_limits, m_document.storage(), m_job);
        if (!document) {
            m_broken.insert(key);
            warn(reference, document.error().toString());
            return false;
        }
        m_files.emplace(key, std::move(document->value));
        m_pending.push_back(key);
        return true;
    }

    /// `key` empty points into the description itself.
    void replace(json::value &slot, const std::string &key, std::string_view fragment) {
        std::string reference = "#";
        if (!key.empty()) {
            reference += '/';
            reference += FilesMember;
            reference += '/';
            for (const char c : pointerStep(key))
                reference += c == '%' ? std::string("%25") : std::string(1, c);
        }
        reference += fragment;
        slot = json::string_view(reference);
        m_changed = true;
    }

    void warn(const std::string &reference, const std::string &reason) {
        if (m_warnings.size() < MaxWarnings)
            m_warnings.push_back("'" + std::string(truncateUtf8(reference, 200)) + "' is not followed: " + reason);
        else
            ++m_unsaid;
    }

    json::value &m_document;
    const Source &m_source;
    const ImportLimits &m_limits;
    const Job &m_job;
    std::vector<std::string> &m_warnings;
    fs::path m_main, m_root; ///< real paths; empty for what was fetched
    std::map<std::string, json::value>
        m_files; ///< by path inside the root; in order, so that copies are the same every time
    std::set<std::string> m_broken;
    std::deque<std::string> m_pending;
    std::optional<Error> m_failure;
    std::uint64_t m_bytes = 0;
    std::size_t m_unsaid = 0;
    bool m_changed = false;
};

} // namespace

Result<bool> bundle(json::value &document, std::string_view text, const Source &source, const ImportLimits &limits,
                    const Job &job, std::vector<std::string> &warnings) {
    if (!mayReferOutside(text))
        return false;
    return Bundler(document, source, limits, job, warnings).run();
}

} // namespace actionscope::ingest::detail
