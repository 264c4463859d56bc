#pragma once
/// The little of YAML that rule files use (risk rules, access.yaml, policies), read with yaml-cpp: typed access whose
/// complaints carry file, line and column.

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>
#include <yaml-cpp/yaml.h>

namespace actionscope::catalog {

/// Thrown while one file is read and caught at the border of the reader.
struct RuleError {
    Error error;
};

/// Caps of a file, and what complaints call files of its sort.
struct RuleFileLimits {
    std::uint64_t bytes = 1ULL << 20;
    int depth = 16; ///< of nesting; that of the schema of risk rules is 6
    std::string_view sort = "rule files";
};

/// One rule file while it is read.
class RuleFile {
public:
    /// Errors: those of reading a file; ParseError; LimitExceeded past the limits. Anchors and aliases are refused:
    /// rule files have no use for them, and they are what makes small files expand.
    [[nodiscard]] static Result<RuleFile> open(const std::filesystem::path &path, const RuleFileLimits &limits = {});
    /// The same for text that is in memory; `name` stands for the file in complaints.
    [[nodiscard]] static Result<RuleFile> parse(const std::string &text, std::string name,
                                                const RuleFileLimits &limits = {});

    [[nodiscard]] const std::string &name() const { return m_name; }
    [[nodiscard]] const YAML::Node &root() const { return m_root; }
    [[nodiscard]] Location locate(const YAML::Node &node) const;
    [[noreturn]] void complain(const YAML::Node &node, std::string message,
                               ErrorCode code = ErrorCode::ParseError) const;

    /// Complains unless `node` is a mapping whose keys are among `known`, none twice. `what` names it: "a rule".
    void expectMap(const YAML::Node &node, std::string_view what, const std::vector<std::string_view> &known) const;
    void expectSequence(const YAML::Node &node, std::string_view what) const;
    [[nodiscard]] std::string text(const YAML::Node &node, std::string_view what) const;
    /// Empty when absent.
    [[nodiscard]] std::string textMember(const YAML::Node &map, const char *key) const;
    /// Complains when absent or empty.
    [[nodiscard]] std::string neededMember(const YAML::Node &map, const char *key, std::string_view what) const;
    [[nodiscard]] bool boolean(const YAML::Node &node, std::string_view what) const;
    /// One text counts as a list of one; at most `most` entries.
    [[nodiscard]] std::vector<YAML::Node> items(const YAML::Node &node, std::string_view what,
                                                std::size_t most = 100'000) const;

private:
    YAML::Node m_root;
    std::string m_name;
};

/// The *.yaml and *.yml of a folder in order of name, without dot files; none when there is no such folder and it need
/// not exist. `what` names it in errors: "risk rules". Errors: NotFound, PermissionDenied, IoError.
[[nodiscard]] Result<std::vector<std::filesystem::path>> ruleFilesOf(const std::filesystem::path &folder,
                                                                     std::string_view what, bool mustExist);

/// "; did you mean `x`?", or nothing.
std::string didYouMean(std::string_view word, const std::vector<std::string_view> &known);

} // namespace actionscope::catalog
