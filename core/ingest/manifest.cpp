#include "ingest/manifest.h"

#include "base/file.h"
#include "base/text.h"
#include "catalog/rule_file.h"
#include "ingest/detail/manifest_folder.h"
#include "ingest/detail/yaml_json.h"

#include <algorithm>
#include <set>

namespace actionscope::ingest {
namespace fs = std::filesystem;

namespace {

using catalog::Kind;
using catalog::RuleFile;
using detail::ManifestFolder;

constexpr std::string_view ChannelCategory = "communication";

bool isPlainName(std::string_view name) {
    const auto isWordByte = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    return !name.empty() && name.size() <= MaxCapabilityName && isWordByte(name.front()) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return isWordByte(c) || c == '-' || c == '_'; });
}

/// A name out of what was meant as one: "PDF tools" → "pdf-tools".
std::string suggestedName(std::string_view text) {
    std::string id = serviceId(text);
    return id.substr(0, MaxCapabilityName);
}

/// Reads the members of a manifest; complaints are thrown with their place.
class Reader {
public:
    Reader(const RuleFile &file, const ManifestFolder &folder, const ManifestLimits &limits)
        : m_file(file)
        , m_root(file.root())
        , m_folder(folder)
        , m_limits(limits) {}

    Manifest manifest();
    Manifest frontMatter();

private:
    std::string plainName(const YAML::Node &node, std::string_view what) const;
    std::string line(const char *key, std::size_t most) const;
    std::vector<std::string> words(const char *key, std::string_view what) const;
    std::string description() const;
    void identity(Manifest &manifest);
    void kindMember(Manifest &manifest);
    void schema(Manifest &manifest);
    void content(Manifest &manifest);

    const RuleFile &m_file;
    const YAML::Node m_root;
    const ManifestFolder &m_folder;
    const ManifestLimits &m_limits;
};

std::string Reader::plainName(const YAML::Node &node, std::string_view what) const {
    std::string name = m_file.text(node, what);
    if (isPlainName(name))
        return name;
    const std::string instead = suggestedName(name);
    m_file.complain(node, std::string(what) +
                              " is made of letters, digits, `-` and `_`, begins with a letter or digit "
                              "and has at most " +
                              std::to_string(MaxCapabilityName) + " bytes" +
                              (instead.empty() ? std::string() : "; `" + instead + "` would do"));
}

std::string Reader::line(const char *key, std::size_t most) const {
    std::string text = m_file.textMember(m_root, key);
    if (text.size() > most)
        m_file.complain(m_root[key],
                        std::string("`") + key + "` has more than " + std::to_string(most) + " bytes, its cap",
                        ErrorCode::LimitExceeded);
    if (text.find('\n') != std::string::npos)
        m_file.complain(m_root[key], std::string("`") + key + "` is one line");
    return text;
}

std::vector<std::string> Reader::words(const char *key, std::string_view what) const {
    std::vector<std::string> list;
    const YAML::Node node = m_root[key];
    if (!node.IsDefined() || node.IsNull())
        return list;
    for (const YAML::Node &item : m_file.items(node, std::string("`") + key + "`", m_limits.listed)) {
        std::string word = m_file.text(item, what);
        if (word.empty() || word.size() > MaxManifestWord || word.find('\n') != std::string::npos)
            m_file.complain(item,
                            std::string(what) + " is one line of 1 to " + std::to_string(MaxManifestWord) + " bytes");
        if (std::find(list.begin(), list.end(), word) == list.end())
            list.push_back(std::move(word));
    }
    return list;
}

std::string Reader::description() const {
    std::string text = m_file.neededMember(m_root, "description", "a capability");
    if (text.size() > catalog::MaxDescription)
        m_file.complain(m_root["description"],
                        "the description has more than " + std::to_string(catalog::MaxDescription) +
                            " bytes, its cap; what is longer belongs into " + std::string(SkillFile),
                        ErrorCode::LimitExceeded);
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    if (text.empty())
        m_file.complain(m_root["description"], "the description is empty");
    return text;
}

void Reader::identity(Manifest &manifest) {
    catalog::Capability &capability = manifest.capability;
    const std::string kind = m_file.neededMember(m_root, "kind", "a capability");
    const auto known = catalog::kindFromName(kind);
    if (!known || *known == Kind::Action || catalog::kindName(*known) != kind)
        m_file.complain(m_root["kind"],
                        "the kind is one of tool, skill, extension and channel, not `" + revealInvisible(kind) + '`');
    capability.kind = *known;
    static_cast<void>(m_file.neededMember(m_root, "name", "a capability"));
    capability.name = plainName(m_root["name"], "`name`");
    capability.title = capability.kind == Kind::Skill ? displayNameOf(capability.name) : capability.name;
    kindMember(manifest);
    if (const YAML::Node id = m_root["id"]; id.IsDefined()) {
        const std::string text = m_file.text(id, "`id`");
        const std::string prefix = kind + ':';
        const std::string_view rest =
            text.starts_with(prefix) ? std::string_view(text).substr(prefix.size()) : std::string_view();
        if (!isPlainName(rest))
            m_file.complain(id, "an id is `" + prefix +
                                    "NAME` with a name of letters, digits, `-` and `_`; left out, "
                                    "it is `" +
                                    prefix + capability.name + '`');
        if (m_root["channel"].IsDefined() && rest != capability.name)
            m_file.complain(id, "the id of this channel is `" + prefix + capability.name + "`, by its platform");
        capability.name = rest;
    }
}

/// What only channels or only extensions have.
void Reader::kindMember(Manifest &manifest) {
    catalog::Capability &capability = manifest.capability;
    for (const auto &[key, kind] : {std::pair{"channel", Kind::Channel}, {"extension", Kind::Extension}}) {
        const YAML::Node node = m_root[key];
        if (!node.IsDefined())
            continue;
        if (capability.kind != kind)
            m_file.complain(node, std::string("`") + key + ":` belongs to the kind `" +
                                      std::string(catalog::kindName(kind)) + "`, and this is of the kind `" +
                                      std::string(catalog::kindName(capability.kind)) + '`');
        if (kind == Kind::Channel) {
            m_file.expectMap(node, "`channel`", {"platform"});
            static_cast<void>(m_file.neededMember(node, "platform", "`channel`"));
            capability.name = plainName(node["platform"], "`platform`");
        } else {
            m_file.expectMap(node, "`extension`", {"entry"});
            manifest.entry = m_file.neededMember(node, "entry", "`extension`");
        }
    }
}

void Reader::schema(Manifest &manifest) {
    const YAML::Node node = m_root["inputSchema"];
    const bool file = m_folder.has(SchemaFile);
    json::value schema;
    Location where;
    if (!node.IsDefined()) {
        if (!file)
            return;
        schema = m_folder.json(SchemaFile, manifest.files);
        where = {(m_folder.path() / SchemaFile).string(), 0, 0};
    } else if (node.IsScalar()) {
        const auto path = m_file.text(node, "`inputSchema`");
        if (const auto problem = m_folder.problemOf(path))
            m_file.complain(node, "`inputSchema`: " + problem->message, problem->code);
        schema = m_folder.json(path, manifest.files);
        where = {(m_folder.path() / path).string(), 0, 0};
    } else {
        if (file)
            m_file.complain(node, "there is a " + std::string(SchemaFile) + " too; keep one of the two");
        schema = detail::jsonOf(m_file, node);
        if (json::serialize(schema).size() > m_limits.schemaBytes)
            m_file.complain(node,
                            "`inputSchema` has more than " + std::to_string(m_limits.schemaBytes) +
                                " bytes, the cap of schemas",
                            ErrorCode::LimitExceeded);
        where = m_file.locate(node);
    }
    const auto complain = [&](std::string message, ErrorCode code = ErrorCode::ParseError) {
        throw catalog::RuleError{Error{code, std::move(message), where}};
    };
    const json::object *object = schema.if_object();
    if (object == nullptr)
        complain("the input schema is no object");
    if (const json::value *type = object->if_contains("type");
        type != nullptr && !(type->is_string() && type->as_string() == "object"))
        complain("the input schema must be of the type `object`, since arguments have names");
    std::set<std::string_view> required;
    if (const json::array *names = arrayMember(*object, "required"))
        for (const json::value &name : *names)
            if (name.is_string())
                required.insert(name.as_string());
    const json::object *properties = objectMember(*object, "properties");
    if (properties == nullptr)
        return;
    if (properties->size() > m_limits.parameters)
        complain("the input schema has more than " + std::to_string(m_limits.parameters) +
                     " properties, the cap of parameters",
                 ErrorCode::LimitExceeded);
    for (const auto &[key, property] : *properties)
        manifest.capability.parameters.push_back(
            {.name = std::string(key),
             .description =
                 std::string(truncateUtf8(stringMember(property, "description"), catalog::MaxParameterDescription)),
             .type = std::string(stringMember(property, "type")),
             .place = catalog::Place::Body,
             .required = required.contains(key)});
}

void Reader::content(Manifest &manifest) {
    const YAML::Node node = m_root["skillContent"];
    const bool file = m_folder.has(SkillFile);
    if (node.IsDefined()) {
        const std::string text = m_file.text(node, "`skillContent`");
        if (text.find('\n') != std::string::npos) {
            if (file)
                m_file.complain(node, "there is a " + std::string(SkillFile) + " too; keep one of the two");
            return;
        }
        if (const auto problem = m_folder.problemOf(text))
            m_file.complain(node, "`skillContent`: " + problem->message, problem->code);
        static_cast<void>(m_folder.text(text, m_limits.contentBytes, "the cap of skill texts", manifest.files));
    } else if (file) {
        const std::string text =
            m_folder.text(SkillFile, m_limits.contentBytes, "the cap of skill texts", manifest.files);
        if (detail::bodyOf(text).empty())
            throw catalog::RuleError{Error{
                ErrorCode::ParseError, "the skill's text is empty", {(m_folder.path() / SkillFile).string(), 1, 1}}};
    } else if (manifest.capability.kind == Kind::Skill) {
        m_file.complain(m_root, "a skill needs its text: a " + std::string(SkillFile) +
                                    " beside the manifest, or `skillContent`");
    }
}

Manifest Reader::manifest() {
    m_file.expectMap(m_root, "a manifest",
                     {"id", "kind", "name", "displayName", "description", "category", "tags", "requiredSecrets",
                      "requiredTools", "available", "hasSideEffects", "inputSchema", "skillContent", "channel",
                      "extension"});
    Manifest manifest;
    catalog::Capability &capability = manifest.capability;
    identity(manifest);
    if (std::string title = line("displayName", MaxDisplayName); !title.empty())
        capability.title = std::move(title);
    capability.description = description();
    capability.category = line("category", MaxManifestWord);
    if (capability.kind == Kind::Channel) {
        if (!capability.category.empty() && capability.category != ChannelCategory)
            m_file.complain(m_root["category"], "the category of a channel is always `" + std::string(ChannelCategory) +
                                                    "`; leave `category` out");
        capability.category = ChannelCategory;
    }
    capability.tags = words("tags", "a tag");
    capability.secrets = words("requiredSecrets", "the name of a secret");
    for (const std::string &secret : capability.secrets)
        if (!std::all_of(secret.begin(), secret.end(),
                         [](unsigned char c) { return c > ' ' && c < 0x7f && c != ':' && c != '='; }))
            m_file.complain(m_root["requiredSecrets"],
                            "`requiredSecrets` has names of secrets (PREVIEW_TOKEN), never the secrets themselves");
    capability.requires_ = words("requiredTools", "a required tool");
    if (const YAML::Node node = m_root["available"]; node.IsDefined()) {
        capability.available = m_file.boolean(node, "`available`");
        manifest.availableStated = true;
    }
    // Reading a text changes nothing; of all else nothing is known, so that it has to be said.
    bool effects = capability.kind != Kind::Skill;
    if (const YAML::Node node = m_root["hasSideEffects"]; node.IsDefined())
        effects = m_file.boolean(node, "`hasSideEffects`");
    capability.hint = effects ? catalog::Hint::None : catalog::Hint::ReadOnly;
    schema(manifest);
    content(manifest);
    return manifest;
}

Manifest Reader::frontMatter() {
    m_file.expectMap(m_root, "the front matter", {});
    Manifest manifest;
    catalog::Capability &capability = manifest.capability;
    capability.kind = Kind::Skill;
    static_cast<void>(m_file.neededMember(m_root, "name", "the front matter of a skill"));
    capability.name = plainName(m_root["name"], "`name`");
    capability.title = displayNameOf(capability.name);
    capability.description = description();
    capability.hint = catalog::Hint::ReadOnly;
    content(manifest);
    return manifest;
}

/// Runs `read` on what a folder has: its manifest, else the front matter of its skill.
template <class T, class Read> Result<T> withFolder(const fs::path &folder, const ManifestLimits &limits, Read &&read) {
    try {
        const ManifestFolder given(folder, limits);
        const bool manifest = given.has(ManifestFile);
        if (!manifest && !given.has(SkillFile))
            return fail(ErrorCode::NotFound,
                        "no capability: neither " + std::string(ManifestFile) + " nor " + std::string(SkillFile) +
                            " is there",
                        {folder.string()});
        std::vector<fs::path> files;
        const std::string_view name = manifest ? ManifestFile : SkillFile;
        std::string text = manifest ? given.text(ManifestFile, limits.manifestBytes, "the cap of manifests", files)
                                    : given.text(SkillFile, limits.contentBytes, "the cap of skill texts", files);
        const std::string path = (given.path() / name).string();
        if (!manifest) {
            const auto matter = detail::frontMatterOf(text);
            if (!matter)
                return fail(ErrorCode::ParseError,
                            "a " + std::string(SkillFile) + " without a " + std::string(ManifestFile) +
                                " beside it begins with front matter: `---`, name and description, `---`",
                            {path, 1, 1});
            // The opening line becomes a comment, so that the lines keep their numbers.
            text = "#--" + std::string(*matter);
        }
        const auto file = RuleFile::parse(text, path, {limits.manifestBytes, limits.depth, "manifests"});
        if (!file)
            return fail(file.error());
        return read(*file, given, manifest, std::move(files));
    } catch (const catalog::RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, "not a manifest: " + error.msg, {folder.string()});
    }
}

Result<Manifest> readFolder(const fs::path &folder, const ManifestLimits &limits) {
    return withFolder<Manifest>(folder, limits,
                                [&](const RuleFile &file, const ManifestFolder &given, bool manifest,
                                    std::vector<fs::path> files) -> Result<Manifest> {
                                    Reader reader(file, given, limits);
                                    Manifest read = manifest ? reader.manifest() : reader.frontMatter();
                                    read.file = file.name();
                                    read.capability.pointer = file.name();
                                    files.insert(files.end(), read.files.begin(), read.files.end());
                                    std::sort(files.begin(), files.end());
                                    files.erase(std::unique(files.begin(), files.end()), files.end());
                                    read.files = std::move(files);
                                    return read;
                                });
}

} // namespace

std::string Manifest::id() const { return std::string(catalog::kindName(capability.kind)) + ':' + capability.name; }

std::string displayNameOf(std::string_view name) {
    std::string text;
    bool begins = true;
    for (const char c : name) {
        if (c == '-' || c == '_' || c == ' ') {
            begins = true;
            continue;
        }
        if (begins && !text.empty())
            text += ' ';
        text += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        begins = false;
    }
    return text;
}

Result<Manifest> readManifest(const fs::path &folder, const ManifestLimits &limits) {
    std::error_code unknown;
    const fs::path absolute = fs::absolute(folder, unknown).lexically_normal();
    return readFolder(absolute.has_filename() ? absolute : absolute.parent_path(), limits);
}

Result<json::value> readManifestSchema(const fs::path &file, const ManifestLimits &limits) {
    const auto empty = [] {
        return json::value(
            json::object{{"type", "object"}, {"properties", json::object()}, {"additionalProperties", false}});
    };
    return withFolder<json::value>(file.parent_path(), limits,
                                   [&](const RuleFile &manifest, const ManifestFolder &folder, bool,
                                       std::vector<fs::path> files) -> Result<json::value> {
                                       const YAML::Node node = manifest.root()["inputSchema"];
                                       if (!node.IsDefined())
                                           return folder.has(SchemaFile) ? folder.json(SchemaFile, files) : empty();
                                       return node.IsScalar() ? folder.json(manifest.text(node, "`inputSchema`"), files)
                                                              : detail::jsonOf(manifest, node);
                                   });
}

Result<std::string> readSkillContent(const fs::path &file, const ManifestLimits &limits) {
    return withFolder<std::string>(
        file.parent_path(), limits,
        [&](const RuleFile &manifest, const ManifestFolder &folder, bool,
            std::vector<fs::path> files) -> Result<std::string> {
            std::string name(SkillFile);
            if (const YAML::Node node = manifest.root()["skillContent"];
                node.IsDefined() && manifest.name().ends_with(ManifestFile)) {
                name = manifest.text(node, "`skillContent`");
                if (name.find('\n') != std::string::npos)
                    return name;
            } else if (!folder.has(SkillFile)) {
                return fail(ErrorCode::NotFound, "this capability has no text: there is no " + name, {file.string()});
            }
            return std::string(detail::bodyOf(folder.text(name, limits.contentBytes, "the cap of skill texts", files)));
        });
}

} // namespace actionscope::ingest
