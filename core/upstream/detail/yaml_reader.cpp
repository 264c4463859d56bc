#include "upstream/detail/yaml_reader.h"

#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <set>

namespace actionscope::upstream::detail {
namespace {

constexpr std::uint64_t MaxFileBytes = 1U << 20;

Location at(const std::string &file, const YAML::Mark &mark) {
    if (mark.is_null())
        return {file};
    return {file, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

} // namespace

YamlFile::YamlFile(const std::filesystem::path &file)
    : m_name(file.string()) {
    const Result<std::string> bytes = readFile(file, MaxFileBytes, "the cap of this kind of file, 1 MB");
    if (!bytes && bytes.error().code == ErrorCode::NotFound)
        return;
    if (!bytes)
        throw YamlComplaint{bytes.error()};
    try {
        m_root = YAML::Load(*bytes);
    } catch (const YAML::Exception &error) {
        throw YamlComplaint{{ErrorCode::ParseError, error.msg, at(m_name, error.mark)}};
    }
}

Location YamlFile::where(const YAML::Node &node) const { return at(m_name, node.Mark()); }

void YamlFile::complain(const YAML::Node &node, std::string message) const {
    throw YamlComplaint{{ErrorCode::ParseError, std::move(message), where(node)}};
}

void YamlFile::expectKeys(const YAML::Node &node, std::string_view what,
                          std::initializer_list<std::string_view> keys) const {
    if (!node.IsMap())
        complain(node, std::string(what) + " is a mapping");
    std::set<std::string> seen;
    for (const auto &pair : node) {
        if (!pair.first.IsScalar())
            complain(pair.first, "a key is a plain word");
        const std::string &key = pair.first.Scalar();
        const std::string shown(truncateUtf8(revealInvisible(key), 60));
        if (!seen.insert(key).second)
            complain(pair.first, "'" + shown + "' is given twice");
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            std::string known;
            for (const std::string_view one : keys)
                known += (known.empty() ? "" : ", ") + std::string(one);
            complain(pair.first, std::string(what) + " has no key '" + shown + "'; it takes " + known);
        }
    }
}

std::string YamlFile::text(const YAML::Node &map, const char *key) const {
    const YAML::Node node = map[key];
    if (!node || node.IsNull())
        return {};
    if (!node.IsScalar())
        complain(node, std::string("'") + key + "' is a text");
    return node.Scalar();
}

SecretReference YamlFile::secret(const YAML::Node &node, std::string_view key) const {
    // What a person may have written here is a secret: no message repeats it.
    if (!node.IsMap() || node.size() != 1)
        complain(node, "'" + std::string(key) +
                           "' names where the secret is and never holds it: {env: NAME}, {keychain: NAME} or {file: "
                           "NAME}");
    expectKeys(node, key, {"env", "keychain", "file"});
    const auto &pair = *node.begin();
    const std::string &place = pair.first.Scalar();
    SecretReference reference{place == "env"        ? SecretPlace::Environment
                              : place == "keychain" ? SecretPlace::Keychain
                                                    : SecretPlace::File,
                              text(node, place.c_str())};
    if (reference.name.empty() || reference.name.size() > 200)
        complain(pair.second, "'" + place + "' takes a name of 1 to 200 bytes");
    return reference;
}

} // namespace actionscope::upstream::detail
