#pragma once
/// Reading the small YAML files of a workspace that name upstreams: strict, with line and column in every complaint.

#include "base/result.h"
#include "upstream/credentials.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <yaml-cpp/yaml.h>

namespace actionscope::upstream::detail {

/// Thrown while a file is read and caught at the border of this module.
struct YamlComplaint {
    Error error;
};

/// One file. Functions throw YamlComplaint.
class YamlFile {
public:
    /// The whole file; a null node when it does not exist. At most 1 MB.
    YamlFile(const std::filesystem::path &file);
    [[nodiscard]] const YAML::Node &root() const { return m_root; }

    [[noreturn]] void complain(const YAML::Node &node, std::string message) const;
    /// `node` is a mapping with no other and no double keys. `what` names it: "a connection".
    void expectKeys(const YAML::Node &node, std::string_view what, std::initializer_list<std::string_view> keys) const;
    /// Text of the scalar member; empty when absent or null.
    [[nodiscard]] std::string text(const YAML::Node &map, const char *key) const;
    /// {env: NAME}, {keychain: NAME} or {file: NAME}.
    [[nodiscard]] SecretReference secret(const YAML::Node &node, std::string_view key) const;
    [[nodiscard]] Location where(const YAML::Node &node) const;

private:
    std::string m_name;
    YAML::Node m_root;
};

} // namespace actionscope::upstream::detail
