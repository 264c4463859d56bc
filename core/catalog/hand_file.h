#pragma once
/// `catalogs/<service>.yaml`: what people write about a service. Read with yaml-cpp; every complaint has line and
/// column.

#include "base/file.h"
#include "base/result.h"
#include "catalog/capability.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog {

/// What stands in `risk:`.
enum class Tier : std::uint8_t { Read, Write, Destructive };
/// What stands in `approval:`.
enum class Approval : std::uint8_t { None, Admin };
std::string_view tierName(Tier tier);             ///< "read"
std::string_view approvalName(Approval approval); ///< "admin"
std::optional<Tier> tierFromName(std::string_view name);
std::optional<Approval> approvalFromName(std::string_view name);

/// `match:` of an override: every condition that is given must hold.
struct Match {
    std::optional<std::string> path; ///< glob over whole path segments: `*` one segment, `**` any number
    std::optional<Method> method;
    std::optional<std::string> tag;
    [[nodiscard]] bool matches(Method method, std::string_view path, const std::vector<std::string_view> &tags) const;
    friend bool operator==(const Match &, const Match &) = default;
};

/// `*` stands for one whole or partial segment, `**` for any number of segments: "/admin/**" matches "/admin" and
/// below. Whole paths are compared, case counts, slashes at either end do not: "/a/" is "a". Linear in glob × path.
bool pathGlobMatches(std::string_view glob, std::string_view path);

/// `*` stands for any run of bytes, everything else for itself. |pattern| × |text| at worst.
bool wildcardMatches(std::string_view pattern, std::string_view text);

/// One entry of `overrides:`, by action name or by match.
struct Override {
    std::string action; ///< empty when it is by match
    std::optional<Match> match;
    std::optional<Tier> risk;
    std::optional<Approval> approval;
    std::string reason;
    std::string consequence; ///< plain-language template, shown before the action is confirmed
    Location where;          ///< of the entry
    friend bool operator==(const Override &a, const Override &b) {
        return a.action == b.action && a.match == b.match && a.risk == b.risk && a.approval == b.approval &&
               a.reason == b.reason && a.consequence == b.consequence;
    }
};

/// One entry of `curated:`. Empty texts leave what the import says.
struct Curated {
    std::string action;
    std::string title;
    std::string description;
    std::map<std::string, std::string> parameters; ///< name → prose
    std::vector<std::string> tags;                 ///< added to the imported ones
    /// A curated action without an imported one gives method and path itself.
    std::optional<Method> method;
    std::string path;
    Location where;
};

/// A complaint that does not stop the file from being used.
struct Finding {
    enum class Severity : std::uint8_t { Error, Warning, Hint };
    Severity severity = Severity::Error;
    std::string rule;    ///< stable id: "orphan-override"
    std::string message; ///< what, and how to mend it
    Location where;
    std::string action; ///< "service.action" where one is meant
};
std::string_view severityName(Finding::Severity severity);

struct HandFile {
    std::string service;
    std::string title;
    std::vector<Curated> curated;
    std::vector<Override> overrides;
    std::vector<Finding> findings; ///< unknown keys and the like, found while reading
    std::filesystem::path path;
    std::optional<FileStamp> stamp; ///< of the file as it was read
};

struct YamlLimits {
    std::uint64_t fileBytes = 16ULL << 20;     ///< limits.hand_file_bytes
    std::uint32_t depth = 64;                  ///< limits.yaml_depth
    std::uint32_t aliases = 1000;              ///< limits.yaml_aliases: expansions counted over the whole file
    std::uint32_t nodes = 2'000'000;           ///< limits.yaml_nodes, after expansion
    std::uint64_t generatedBytes = 1ULL << 30; ///< limits.generated_file_bytes: of a file that import wrote
};

/// Errors: NotFound …, ParseError with line and column (also: duplicate keys, wrong types, unknown tiers, a file that
/// names another service than its file name), LimitExceeded. Unknown keys and missing reasons become findings.
[[nodiscard]] Result<HandFile> readHandFile(const std::filesystem::path &path, const YamlLimits &limits = {});
/// The same from text; `path` is for messages and for the service's name.
[[nodiscard]] Result<HandFile> parseHandFile(std::string_view text, const std::filesystem::path &path,
                                             const YamlLimits &limits = {});

} // namespace actionscope::catalog
