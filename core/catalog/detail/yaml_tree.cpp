#include "catalog/detail/yaml_tree.h"

#include "base/text.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace actionscope::catalog::detail {
namespace {

constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";

/// Leaves yaml-cpp's parser from inside an event; caught in YamlTree::parse.
struct Stop {
    ErrorCode code;
    std::string message;
    std::size_t offset;
};

/// First byte that YAML does not allow raw. yaml-cpp itself takes U+0004 for the end of the file and guesses UTF-16
/// from a NUL, so that these must not reach it.
std::optional<std::size_t> firstControl(std::string_view text) {
    const auto found = std::find_if(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F;
    });
    return found == text.end() ? std::nullopt : std::optional<std::size_t>(found - text.begin());
}

} // namespace

/// Builds the tree from yaml-cpp's events.
class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(YamlTree &tree, std::size_t base, const YamlLimits &limits)
        : m_tree(tree)
        , m_base(base)
        , m_limits(limits) {}

    void OnDocumentStart(const YAML::Mark &mark) override {
        if (m_tree.m_root != nullptr)
            throw Stop{ErrorCode::ParseError, "a second document starts here: a file holds one", offset(mark)};
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override {
        add(YamlNode::Kind::Null, mark, "?", anchor, false);
        close();
    }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override {
        if (++m_aliases > m_limits.aliases)
            throw Stop{ErrorCode::LimitExceeded,
                       "more than " + std::to_string(m_limits.aliases) + " aliases (limits.yaml_aliases)",
                       offset(mark)};
        const auto found = m_anchors.find(anchor);
        if (found == m_anchors.end())
            throw Stop{ErrorCode::ParseError, "this alias stands inside its own anchor", offset(mark)};
        count(found->second->weight, mark);
        YamlNode &node = m_tree.m_nodes.emplace_back(*found->second);
        node.alias = true;
        node.anchored = false;
        node.offset = offset(mark);
        attach(node);
    }
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override {
        YamlNode &node = add(YamlNode::Kind::Scalar, mark, tag, anchor, false);
        node.value = value;
        node.plain = tag == "?";
        close();
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override {
        add(YamlNode::Kind::Sequence, mark, tag, anchor, style == YAML::EmitterStyle::Flow);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override {
        add(YamlNode::Kind::Map, mark, tag, anchor, style == YAML::EmitterStyle::Flow);
    }
    void OnMapEnd() override {
        finishMap(*m_open.back().node);
        close();
    }

private:
    struct Open {
        YamlNode *node;
        YAML::anchor_t anchor;
        const YamlNode *key = nullptr; ///< of a mapping: read, waiting for its value
    };

    [[nodiscard]] std::size_t offset(const YAML::Mark &mark) const {
        return m_base + static_cast<std::size_t>(std::max(mark.pos, 0));
    }
    void count(std::uint64_t weight, const YAML::Mark &mark) {
        m_count += weight;
        if (m_count > m_limits.nodes)
            throw Stop{ErrorCode::LimitExceeded,
                       "more than " + std::to_string(m_limits.nodes) + " values, aliases expanded (limits.yaml_nodes)",
                       offset(mark)};
    }
    YamlNode &add(YamlNode::Kind kind, const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  bool flow) {
        count(1, mark);
        const bool collection = kind == YamlNode::Kind::Sequence || kind == YamlNode::Kind::Map;
        if (collection && m_open.size() >= m_limits.depth)
            throw Stop{ErrorCode::LimitExceeded,
                       "nested deeper than " + std::to_string(m_limits.depth) + " levels (limits.yaml_depth)",
                       offset(mark)};
        YamlNode &node = m_tree.m_nodes.emplace_back();
        node.kind = kind;
        node.flow = flow;
        node.offset = offset(mark);
        node.anchored = anchor != YAML::NullAnchor;
        node.tagged = !tag.empty() && tag != "?" && tag != "!";
        m_open.push_back({&node, anchor});
        return node;
    }
    void close() {
        const Open done = m_open.back();
        m_open.pop_back();
        if (done.anchor != YAML::NullAnchor)
            m_anchors[done.anchor] = done.node;
        attach(*done.node);
    }
    void attach(YamlNode &node) {
        if (m_open.empty()) {
            m_tree.m_root = &node;
            return;
        }
        Open &parent = m_open.back();
        parent.node->weight += node.weight;
        if (parent.node->isSequence()) {
            parent.node->items.push_back(&node);
        } else if (parent.key == nullptr) {
            if (!node.isScalar())
                throw Stop{ErrorCode::ParseError, "a key must be text", node.offset};
            parent.key = &node;
        } else {
            parent.node->members.push_back({parent.key, &node, false});
            parent.key = nullptr;
        }
    }
    /// Refuses duplicate keys and lays in what `<<` brings, own members first (YAML's merge type).
    void finishMap(YamlNode &map) {
        std::unordered_set<std::string_view> known;
        std::vector<YamlMember> own;
        std::vector<const YamlNode *> merges;
        if (!map.members.empty())
            map.lastWritten = map.members.back();
        for (const YamlMember &member : map.members) {
            if (!known.insert(member.key->value).second)
                throw Stop{ErrorCode::ParseError,
                           "the key \"" + revealInvisible(member.key->value) + "\" stands here twice: remove one",
                           member.key->offset};
            if (member.key->value == "<<" && member.key->plain)
                merges.push_back(member.value);
            else
                own.push_back(member);
        }
        if (merges.empty())
            return;
        map.merges = true;
        const auto merge = [&](const YamlNode &source) {
            if (!source.isMap())
                throw Stop{ErrorCode::ParseError, "<< takes a mapping or a list of mappings", source.offset};
            for (const YamlMember &member : source.members) {
                if (known.insert(member.key->value).second)
                    own.push_back({member.key, member.value, true});
            }
        };
        for (const YamlNode *source : merges) {
            if (!source->isSequence())
                merge(*source);
            for (const YamlNode *item : source->items)
                merge(*item);
        }
        map.members = std::move(own);
    }

    YamlTree &m_tree;
    std::size_t m_base;
    const YamlLimits &m_limits;
    std::vector<Open> m_open;
    std::unordered_map<YAML::anchor_t, const YamlNode *> m_anchors;
    std::uint64_t m_count = 0;
    std::uint32_t m_aliases = 0;
};

const YamlMember *YamlNode::find(std::string_view key) const {
    const auto found =
        std::find_if(members.begin(), members.end(), [key](const YamlMember &m) { return m.key->value == key; });
    return found == members.end() ? nullptr : &*found;
}

bool sameMeaning(const YamlNode &a, const YamlNode &b) {
    return a.kind == b.kind && a.value == b.value && (!a.isScalar() || a.plain == b.plain || a.tagged == b.tagged) &&
           std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                      [](const YamlNode *x, const YamlNode *y) { return sameMeaning(*x, *y); }) &&
           std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                      [](const YamlMember &x, const YamlMember &y) {
                          return x.key->value == y.key->value && sameMeaning(*x.value, *y.value);
                      });
}

bool usesReferences(const YamlNode &node) {
    return node.anchored || node.alias || node.tagged || node.merges ||
           std::any_of(node.items.begin(), node.items.end(),
                       [](const YamlNode *item) { return usesReferences(*item); }) ||
           std::any_of(node.members.begin(), node.members.end(), [](const YamlMember &member) {
               return usesReferences(*member.key) || usesReferences(*member.value);
           });
}

Result<YamlTree> YamlTree::parse(std::string_view text, std::string file, const YamlLimits &limits) {
    YamlTree tree;
    tree.m_file = std::move(file);
    const std::size_t base = text.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
    tree.m_lineStarts.push_back(base); // columns do not count the mark
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        tree.m_lineStarts.push_back(at + 1);
    if (text.size() > std::size_t{std::numeric_limits<int>::max()})
        return fail(ErrorCode::LimitExceeded, "more than 2 GiB of YAML", tree.locate(0));
    if (const auto bad = firstInvalidUtf8(text))
        return fail(ErrorCode::ParseError, "not UTF-8: save the file as UTF-8", tree.locate(*bad));
    if (const auto bad = firstControl(text))
        return fail(ErrorCode::ParseError, "a control character, which YAML does not allow: remove it",
                    tree.locate(*bad));

    TreeBuilder builder(tree, base, limits);
    std::istringstream stream{std::string(text.substr(base))};
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const Stop &stop) {
        return fail(stop.code, stop.message, tree.locate(stop.offset));
    } catch (const YAML::Exception &error) {
        const std::size_t at = base + static_cast<std::size_t>(std::max(error.mark.pos, 0));
        return fail(ErrorCode::ParseError, "not YAML: " + error.msg, tree.locate(std::min(at, text.size())));
    }
    if (tree.m_root == nullptr)
        tree.m_root = &tree.m_nodes.emplace_back();
    return tree;
}

Location YamlTree::locate(std::size_t offset) const {
    offset = std::max(offset, m_lineStarts.front());
    const auto after = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - m_lineStarts.begin());
    return {m_file, line, static_cast<std::uint32_t>(offset - m_lineStarts[line - 1] + 1)};
}

} // namespace actionscope::catalog::detail
