#include "catalog/detail/yaml_fields.h"

#include "base/text.h"

#include <algorithm>

namespace actionscope::catalog::detail {
namespace {

std::string_view kindWord(const YamlNode &node) {
    switch (node.kind) {
    case YamlNode::Kind::Null:
        return "nothing";
    case YamlNode::Kind::Scalar:
        return "text";
    case YamlNode::Kind::Sequence:
        return "a list";
    case YamlNode::Kind::Map:
        return "a mapping";
    }
    return "";
}

std::string expected(std::string_view what, std::string_view kind, const YamlNode &node) {
    return std::string(what) + " must be " + std::string(kind) + ", not " + std::string(kindWord(node));
}

} // namespace

void complain(const YamlTree &tree, const YamlNode &node, std::string message) {
    throw FieldError{{ErrorCode::ParseError, std::move(message), tree.locate(node)}};
}

void expectMap(const YamlTree &tree, const YamlNode &node, std::string_view what) {
    if (!node.isMap())
        complain(tree, node, expected(what, "a mapping", node));
}

void expectSequence(const YamlTree &tree, const YamlNode &node, std::string_view what) {
    if (!node.isSequence())
        complain(tree, node, expected(what, "a list", node));
}

std::string textOf(const YamlTree &tree, const YamlNode &node, std::string_view key) {
    if (node.isNull())
        return {};
    if (!node.isScalar())
        complain(tree, node, expected(key, "text", node));
    return node.value;
}

std::string textMember(const YamlTree &tree, const YamlNode &map, std::string_view key) {
    const YamlMember *found = map.find(key);
    return found == nullptr ? std::string() : textOf(tree, *found->value, key);
}

bool boolMember(const YamlTree &tree, const YamlNode &map, std::string_view key, bool otherwise) {
    const YamlMember *found = map.find(key);
    if (found == nullptr || found->value->isNull())
        return otherwise;
    const YamlNode &node = *found->value;
    const std::string word = node.isScalar() && node.plain ? toLowerAscii(node.value) : std::string();
    if (word != "true" && word != "false")
        complain(tree, node, std::string(key) + " must be true or false");
    return word == "true";
}

std::vector<std::string> textsMember(const YamlTree &tree, const YamlNode &map, std::string_view key) {
    const YamlMember *found = map.find(key);
    if (found == nullptr || found->value->isNull())
        return {};
    if (found->value->isScalar())
        return {found->value->value};
    expectSequence(tree, *found->value, key);
    std::vector<std::string> texts;
    for (const YamlNode *item : found->value->items)
        texts.push_back(textOf(tree, *item, key));
    return texts;
}

std::string_view nearestOf(std::span<const std::string_view> known, std::string_view word) {
    const std::string wanted = toLowerAscii(word);
    const std::size_t limit = std::max<std::size_t>(1, wanted.size() / 3);
    std::string_view best;
    std::size_t bestDistance = limit + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance = editDistance(wanted, candidate, limit);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string didYouMean(std::span<const std::string_view> known, std::string_view word) {
    const std::string_view nearest = nearestOf(known, word);
    return nearest.empty() ? std::string() : "; did you mean \"" + std::string(nearest) + "\"?";
}

void findUnknownKeys(const YamlTree &tree, const YamlNode &map, std::span<const std::string_view> known,
                     std::vector<Finding> &findings) {
    for (const YamlMember &member : map.members) {
        const std::string &key = member.key->value;
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        std::string message = "the key \"" + revealInvisible(key) + "\" means nothing here" + didYouMean(known, key);
        if (nearestOf(known, key).empty()) {
            message += "; known are ";
            for (std::size_t i = 0; i < known.size(); ++i)
                message += (i == 0 ? "" : ", ") + std::string(known[i]);
        }
        findings.push_back(
            {Finding::Severity::Warning, "unknown-key", std::move(message), tree.locate(*member.key), {}});
    }
}

} // namespace actionscope::catalog::detail
