#include "catalog/hand_file.h"

#include "base/text.h"
#include "catalog/detail/hand_tree.h"
#include "catalog/detail/yaml_fields.h"
#include "catalog/detail/yaml_tree.h"

#include <array>

namespace actionscope::catalog {
namespace {

using namespace detail;

constexpr std::array<std::string_view, 3> TierNames{"read", "write", "destructive"};
constexpr std::array<std::string_view, 2> ApprovalNames{"none", "admin"};
constexpr std::array<std::string_view, 8> MethodNames{"GET",     "PUT",  "POST",  "DELETE",
                                                      "OPTIONS", "HEAD", "PATCH", "TRACE"};
constexpr std::array<std::string_view, 4> TopKeys{"service", "title", "curated", "overrides"};
constexpr std::array<std::string_view, 6> OverrideKeys{"action", "match", "risk", "approval", "reason", "consequence"};
constexpr std::array<std::string_view, 3> MatchKeys{"path", "method", "tag"};
constexpr std::array<std::string_view, 7> CuratedKeys{"action", "title",  "description", "parameters",
                                                      "tags",   "method", "path"};

template <std::size_t N> std::string listed(const std::array<std::string_view, N> &names) {
    std::string text;
    for (const std::string_view name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

class Reader {
public:
    Reader(const YamlTree &tree, HandFile &file)
        : m_tree(tree)
        , m_file(file) {}

    void read(const std::string &expectedService) {
        const YamlNode &root = m_tree.root();
        m_file.service = expectedService;
        if (root.isNull())
            return;
        expectMap(m_tree, root, "a catalog file");
        findUnknownKeys(m_tree, root, TopKeys, m_file.findings);
        if (const YamlMember *service = root.find("service"); service != nullptr && !service->value->isNull()) {
            const std::string named = textOf(m_tree, *service->value, "service");
            if (!expectedService.empty() && named != expectedService)
                complain(m_tree, *service->value,
                         "this file is of service \"" + expectedService + "\" by its name, but says \"" +
                             revealInvisible(named) + "\": rename the file or correct this line");
            m_file.service = named;
        }
        m_file.title = textMember(m_tree, root, "title");
        for (const YamlNode *entry : entriesOf(root, "curated"))
            m_file.curated.push_back(readCurated(*entry));
        for (const YamlNode *entry : entriesOf(root, "overrides"))
            m_file.overrides.push_back(readOverride(*entry));
    }

private:
    std::vector<const YamlNode *> entriesOf(const YamlNode &root, std::string_view key) {
        const YamlMember *found = root.find(key);
        if (found == nullptr || found->value->isNull())
            return {};
        expectSequence(m_tree, *found->value, key);
        return found->value->items;
    }

    /// The member `key` as one of a closed set of words.
    template <class Enum, std::size_t N>
    std::optional<Enum> word(const YamlNode &map, std::string_view key,
                             std::optional<Enum> (*fromName)(std::string_view),
                             const std::array<std::string_view, N> &names) {
        const YamlMember *found = map.find(key);
        if (found == nullptr || found->value->isNull())
            return std::nullopt;
        const std::string text = textOf(m_tree, *found->value, key);
        const auto value = fromName(text);
        if (!value && key == "risk" && toLowerAscii(text) == "catastrophic")
            complain(m_tree, *found->value, "catastrophic is written as risk: destructive with approval: admin");
        if (!value)
            complain(m_tree, *found->value,
                     std::string(key) + " cannot be \"" + revealInvisible(text) + "\": it is one of " + listed(names) +
                         didYouMean(names, text));
        return value;
    }

    Match readMatch(const YamlNode &node) {
        expectMap(m_tree, node, "match");
        findUnknownKeys(m_tree, node, MatchKeys, m_file.findings);
        Match match;
        if (std::string path = textMember(m_tree, node, "path"); !path.empty())
            match.path = std::move(path);
        match.method = word<Method>(node, "method", methodFromName, MethodNames);
        if (std::string tag = textMember(m_tree, node, "tag"); !tag.empty())
            match.tag = std::move(tag);
        if (!match.path && !match.method && !match.tag)
            complain(m_tree, node, "a match needs a path, a method or a tag: this one would match every action");
        return match;
    }

    Override readOverride(const YamlNode &node) {
        expectMap(m_tree, node, "an override");
        findUnknownKeys(m_tree, node, OverrideKeys, m_file.findings);
        Override entry;
        entry.where = m_tree.locate(node);
        entry.action = textMember(m_tree, node, "action");
        if (const YamlMember *match = node.find("match"); match != nullptr && !match->value->isNull())
            entry.match = readMatch(*match->value);
        if (entry.action.empty() && !entry.match)
            complain(m_tree, node, "an override needs an action or a match");
        if (!entry.action.empty() && entry.match)
            complain(m_tree, node, "an override has an action or a match, not both");
        entry.risk = word<Tier>(node, "risk", tierFromName, TierNames);
        entry.approval = word<Approval>(node, "approval", approvalFromName, ApprovalNames);
        entry.reason = textMember(m_tree, node, "reason");
        entry.consequence = textMember(m_tree, node, "consequence");

        const std::string meant = entry.action.empty() ? std::string() : m_file.service + '.' + entry.action;
        if (!entry.risk && !entry.approval && entry.consequence.empty())
            m_file.findings.push_back(
                {Finding::Severity::Warning, "empty-override",
                 "this override changes nothing: give risk, approval or consequence, or remove it", entry.where,
                 meant});
        else if (entry.reason.empty() && (entry.risk || entry.approval))
            m_file.findings.push_back({Finding::Severity::Warning, "missing-reason",
                                       "this override gives no reason: say why in reason, for those who come later",
                                       entry.where, meant});
        return entry;
    }

    Curated readCurated(const YamlNode &node) {
        expectMap(m_tree, node, "a curated action");
        findUnknownKeys(m_tree, node, CuratedKeys, m_file.findings);
        Curated entry;
        entry.where = m_tree.locate(node);
        entry.action = textMember(m_tree, node, "action");
        if (entry.action.empty())
            complain(m_tree, node, "a curated action needs its action, the name");
        entry.title = textMember(m_tree, node, "title");
        entry.description = textMember(m_tree, node, "description");
        if (const YamlMember *parameters = node.find("parameters");
            parameters != nullptr && !parameters->value->isNull()) {
            expectMap(m_tree, *parameters->value, "parameters");
            for (const YamlMember &member : parameters->value->members)
                entry.parameters[member.key->value] = textOf(m_tree, *member.value, "a parameter's prose");
        }
        entry.tags = textsMember(m_tree, node, "tags");
        entry.method = word<Method>(node, "method", methodFromName, MethodNames);
        entry.path = textMember(m_tree, node, "path");
        return entry;
    }

    const YamlTree &m_tree;
    HandFile &m_file;
};

template <class Enum, std::size_t N>
std::optional<Enum> fromNames(const std::array<std::string_view, N> &names, std::string_view name) {
    const std::string wanted = toLowerAscii(name);
    for (std::size_t i = 0; i < N; ++i) {
        if (names[i] == wanted)
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

} // namespace

std::string_view tierName(Tier tier) { return TierNames[static_cast<std::size_t>(tier)]; }
std::string_view approvalName(Approval approval) { return ApprovalNames[static_cast<std::size_t>(approval)]; }
std::optional<Tier> tierFromName(std::string_view name) { return fromNames<Tier>(TierNames, name); }
std::optional<Approval> approvalFromName(std::string_view name) { return fromNames<Approval>(ApprovalNames, name); }

std::string_view severityName(Finding::Severity severity) {
    switch (severity) {
    case Finding::Severity::Error:
        return "error";
    case Finding::Severity::Warning:
        return "warning";
    case Finding::Severity::Hint:
        return "hint";
    }
    return "";
}

Result<HandFile> parseHandFile(std::string_view text, const std::filesystem::path &path, const YamlLimits &limits) {
    if (text.size() > limits.fileBytes)
        return fail(ErrorCode::LimitExceeded,
                    "larger than " + std::to_string(limits.fileBytes) + " bytes (limits.hand_file_bytes)",
                    {path.string(), 0, 0});
    const auto tree = YamlTree::parse(text, path.string(), limits);
    return tree ? readHandTree(*tree, path) : fail(tree.error());
}

Result<HandFile> detail::readHandTree(const YamlTree &tree, const std::filesystem::path &path) {
    HandFile file;
    file.path = path;
    try {
        Reader(tree, file).read(path.stem().string());
    } catch (FieldError &stop) {
        return fail(std::move(stop.error));
    }
    return file;
}

Result<HandFile> readHandFile(const std::filesystem::path &path, const YamlLimits &limits) {
    // The stamp is taken first: a file that changes while it is read then counts as changed, never as unchanged.
    const std::optional<FileStamp> stamp = fileStamp(path);
    const auto text = readFile(path, limits.fileBytes, "limits.hand_file_bytes");
    if (!text)
        return fail(text.error());
    auto file = parseHandFile(*text, path, limits);
    if (file)
        file->stamp = stamp;
    return file;
}

} // namespace actionscope::catalog
