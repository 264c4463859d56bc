#include "catalog/rule_file.h"

#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <yaml-cpp/eventhandler.h>

namespace actionscope::catalog {
namespace {

/// Runs over the events before any node is made, so that hostile nesting and aliases never reach the node tree.
class Guard : public YAML::EventHandler {
public:
    Guard(std::string file, const RuleFileLimits &limits)
        : m_file(std::move(file))
        , m_limits(limits) {}
    void OnDocumentStart(const YAML::Mark &mark) override {
        if (m_documents++ > 0)
            refuse(mark, ErrorCode::ParseError,
                   "a second document begins; " + std::string(m_limits.sort) + " hold one");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override { check(mark, anchor); }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t) override { check(mark, 1); }
    void OnScalar(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor, const std::string &) override {
        check(mark, anchor);
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        check(mark, anchor);
        enter(mark);
    }
    void OnSequenceEnd() override { --m_depth; }
    void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        check(mark, anchor);
        enter(mark);
    }
    void OnMapEnd() override { --m_depth; }

private:
    [[noreturn]] void refuse(const YAML::Mark &mark, ErrorCode code, std::string message) const {
        throw RuleError{Error{code, std::move(message),
                              Location{m_file, std::uint32_t(mark.line + 1), std::uint32_t(mark.column + 1)}}};
    }
    void check(const YAML::Mark &mark, YAML::anchor_t anchor) const {
        if (anchor != 0)
            refuse(mark, ErrorCode::ParseError,
                   "anchors and aliases are not used in " + std::string(m_limits.sort) + "; write it out");
    }
    void enter(const YAML::Mark &mark) {
        if (++m_depth > m_limits.depth)
            refuse(mark, ErrorCode::LimitExceeded,
                   "nested more than " + std::to_string(m_limits.depth) + " levels deep, the cap of " +
                       std::string(m_limits.sort));
    }

    std::string m_file;
    const RuleFileLimits &m_limits;
    int m_depth = 0, m_documents = 0;
};

} // namespace

Result<RuleFile> RuleFile::open(const std::filesystem::path &path, const RuleFileLimits &limits) {
    const Result<std::string> bytes = readFile(path, limits.bytes, "the cap of " + std::string(limits.sort));
    if (!bytes)
        return fail(bytes.error());
    return parse(*bytes, path.string(), limits);
}

Result<RuleFile> RuleFile::parse(const std::string &bytes, std::string name, const RuleFileLimits &limits) {
    RuleFile file;
    file.m_name = std::move(name);
    if (bytes.size() > limits.bytes)
        return fail(ErrorCode::LimitExceeded,
                    "more than " + std::to_string(limits.bytes) + " bytes, the cap of " + std::string(limits.sort),
                    {file.m_name});
    if (const auto bad = firstInvalidUtf8(bytes)) {
        const auto line = std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(*bad), '\n');
        return fail(ErrorCode::ParseError, "not UTF-8 at byte " + std::to_string(*bad),
                    {file.m_name, std::uint32_t(line + 1), 0});
    }
    try {
        std::istringstream events(bytes);
        YAML::Parser parser(events);
        Guard guard(file.m_name, limits);
        while (parser.HandleNextDocument(guard)) {
        }
        file.m_root = YAML::Load(bytes);
    } catch (const RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        const bool known = !error.mark.is_null();
        return fail(ErrorCode::ParseError, "not YAML: " + error.msg,
                    {file.m_name, known ? std::uint32_t(error.mark.line + 1) : 0,
                     known ? std::uint32_t(error.mark.column + 1) : 0});
    }
    return file;
}

Location RuleFile::locate(const YAML::Node &node) const {
    const YAML::Mark mark = node.Mark();
    if (mark.is_null())
        return {m_name, 0, 0};
    return {m_name, std::uint32_t(mark.line + 1), std::uint32_t(mark.column + 1)};
}

void RuleFile::complain(const YAML::Node &node, std::string message, ErrorCode code) const {
    throw RuleError{Error{code, std::move(message), locate(node)}};
}

void RuleFile::expectMap(const YAML::Node &node, std::string_view what,
                         const std::vector<std::string_view> &known) const {
    if (!node.IsMap())
        complain(node, std::string(what) + " must be a mapping (key: value)");
    std::set<std::string> seen;
    for (const auto &member : node) {
        const std::string key = text(member.first, "a key");
        if (!seen.insert(key).second)
            complain(member.first, "the key `" + key + "` occurs twice in " + std::string(what));
        if (!known.empty() && std::find(known.begin(), known.end(), key) == known.end())
            complain(member.first, "unknown key `" + key + "` in " + std::string(what) + didYouMean(key, known));
    }
}

void RuleFile::expectSequence(const YAML::Node &node, std::string_view what) const {
    if (!node.IsSequence())
        complain(node, std::string(what) + " must be a list");
}

std::string RuleFile::text(const YAML::Node &node, std::string_view what) const {
    if (!node.IsScalar())
        complain(node, std::string(what) + " must be a text");
    return node.Scalar();
}

std::string RuleFile::textMember(const YAML::Node &map, const char *key) const {
    const YAML::Node node = map[key];
    return node.IsDefined() ? text(node, std::string("`") + key + "`") : std::string();
}

std::string RuleFile::neededMember(const YAML::Node &map, const char *key, std::string_view what) const {
    std::string value = textMember(map, key);
    if (value.empty())
        complain(map, std::string(what) + " needs `" + key + ":`");
    return value;
}

bool RuleFile::boolean(const YAML::Node &node, std::string_view what) const {
    const std::string value = text(node, what);
    if (value == "true")
        return true;
    if (value != "false")
        complain(node, std::string(what) + " must be true or false");
    return false;
}

std::vector<YAML::Node> RuleFile::items(const YAML::Node &node, std::string_view what, std::size_t most) const {
    if (node.IsScalar())
        return {node};
    expectSequence(node, what);
    if (node.size() > most)
        complain(node, "more than " + std::to_string(most) + " entries in " + std::string(what),
                 ErrorCode::LimitExceeded);
    return {node.begin(), node.end()};
}

Result<std::vector<std::filesystem::path>> ruleFilesOf(const std::filesystem::path &folder, std::string_view what,
                                                       bool mustExist) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    std::filesystem::directory_iterator entries(folder, error);
    if (error) {
        if (error == std::errc::no_such_file_or_directory && !mustExist)
            return files;
        return fail(error == std::errc::permission_denied ? ErrorCode::PermissionDenied : ErrorCode::NotFound,
                    "the folder of " + std::string(what) + " cannot be read: " + error.message(),
                    {folder.string(), 0, 0});
    }
    for (; entries != std::filesystem::directory_iterator(); entries.increment(error)) {
        const std::filesystem::path &path = entries->path();
        // Dot files are editors' leftovers.
        if ((path.extension() == ".yaml" || path.extension() == ".yml") && path.filename().string().front() != '.')
            files.push_back(path);
        if (error)
            return fail(ErrorCode::IoError,
                        "the folder of " + std::string(what) + " cannot be read: " + error.message(),
                        {folder.string(), 0, 0});
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string didYouMean(std::string_view word, const std::vector<std::string_view> &known) {
    std::string_view best;
    std::size_t bestDistance = 3;
    for (const std::string_view candidate : known) {
        const std::size_t distance = editDistance(word, candidate, 2);
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best.empty() ? std::string() : "; did you mean `" + std::string(best) + "`?";
}

} // namespace actionscope::catalog
