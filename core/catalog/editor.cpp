#include "catalog/editor.h"

#include "base/text.h"
#include "catalog/detail/hand_tree.h"
#include "catalog/detail/splices.h"

#include <algorithm>
#include <array>
#include <span>

namespace actionscope::catalog {
namespace {

using namespace detail;

constexpr std::array<std::string_view, 2> Sections{"overrides", "curated"};
constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";

std::string identityOf(const std::string &action, const std::optional<Match> &match) {
    if (!match)
        return "\"" + revealInvisible(action) + '"';
    Override by;
    by.match = match;
    return flowEntry(fieldsOf(by).front().members);
}

/// One text with the plans of several edits for it. Uses the exceptions of this module inside, none of its functions
/// that return a Result lets one out.
class Batch {
public:
    Batch(std::string_view text, const std::string &service, const YamlLimits &limits)
        : m_text(text)
        , m_service(service)
        , m_limits(limits) {}

    [[nodiscard]] Result<std::string> apply(std::span<const Edit> edits) {
        auto tree = YamlTree::parse(m_text, file(), m_limits);
        if (!tree)
            return fail(tree.error());
        auto hand = readHandTree(*tree, file());
        if (!hand)
            return fail(hand.error());
        m_tree = std::move(*tree);
        m_hand = std::move(*hand);
        try {
            for (const Edit &edit : edits) {
                if (auto planned = std::visit([this](const auto &e) { return plan(e); }, edit); !planned)
                    return fail(planned.error());
            }
            std::string result = splice();
            if (result != m_text)
                verify(result);
            return result;
        } catch (const Cannot &cannot) {
            std::string message = cannot.why + "; change it by hand:";
            for (const Edit &edit : edits)
                message += '\n' + snippet(edit);
            if (message.ends_with('\n'))
                message.pop_back();
            return fail(ErrorCode::Unsupported, std::move(message),
                        m_tree.locate(std::min(cannot.offset, m_text.size())));
        }
    }

private:
    [[nodiscard]] std::string file() const { return m_service + ".yaml"; }
    SectionPlan &planOf(std::string_view section) { return m_plans[section == Sections[0] ? 0 : 1]; }

    /// Index in the file of the one entry that `is`, or nothing.
    template <class Entry, class Is>
    [[nodiscard]] std::optional<std::size_t> find(const std::vector<Entry> &entries, const Is &is,
                                                  const std::string &identity) const {
        const auto first = std::find_if(entries.begin(), entries.end(), is);
        if (first == entries.end())
            return std::nullopt;
        const auto second = std::find_if(first + 1, entries.end(), is);
        if (second != entries.end())
            throw Cannot{"two entries are for " + identity + ", in lines " + std::to_string(first->where.line) +
                             " and " + std::to_string(second->where.line) + ": remove one first",
                         0};
        return static_cast<std::size_t>(first - entries.begin());
    }
    [[nodiscard]] std::optional<std::size_t> findOverride(const std::string &action,
                                                          const std::optional<Match> &match) const {
        return find(
            m_hand.overrides, [&](const Override &o) { return o.action == action && o.match == match; },
            identityOf(action, match));
    }
    [[nodiscard]] std::optional<std::size_t> findCurated(const std::string &action) const {
        return find(
            m_hand.curated, [&](const Curated &c) { return c.action == action; }, identityOf(action, std::nullopt));
    }
    static bool isRemoved(const SectionPlan &plan, std::size_t index) {
        const auto change = plan.changes.find(index);
        return change != plan.changes.end() && change->second.remove;
    }
    /// Sets an entry that is in the file, was planned before, or is new.
    void set(SectionPlan &plan, std::optional<std::size_t> index, Fields fields) {
        if (index && !isRemoved(plan, *index)) {
            plan.changes[*index] = {false, std::move(fields)};
            return;
        }
        const auto pending = findPending(plan, fields.front());
        if (pending != plan.adds.end())
            *pending = std::move(fields);
        else
            plan.adds.push_back(std::move(fields));
    }
    static std::vector<Fields>::iterator findPending(SectionPlan &plan, const Field &identity) {
        return std::find_if(plan.adds.begin(), plan.adds.end(), [&](const Fields &fields) {
            const Field &field = fields.front();
            return field.key == identity.key && field.text == identity.text &&
                   std::equal(field.members.begin(), field.members.end(), identity.members.begin(),
                              identity.members.end(),
                              [](const Field &a, const Field &b) { return a.key == b.key && a.text == b.text; });
        });
    }

    Result<void> check(const Fields &fields) const {
        const auto valid = [](const std::string &text) { return !firstInvalidUtf8(text); };
        for (const Field &field : fields) {
            const bool good = valid(field.text) && std::all_of(field.items.begin(), field.items.end(), valid) &&
                              std::all_of(field.members.begin(), field.members.end(),
                                          [&](const Field &f) { return valid(f.key) && valid(f.text); });
            if (!good)
                return fail(ErrorCode::InvalidArgument, field.key + " is not UTF-8");
        }
        return {};
    }

    Result<void> plan(const SetOverride &edit) {
        const Override &value = edit.value;
        if (value.action.empty() == !value.match)
            return fail(ErrorCode::InvalidArgument, "an override has either an action or a match");
        if (value.match && !value.match->path && !value.match->method && !value.match->tag)
            return fail(ErrorCode::InvalidArgument, "a match needs a path, a method or a tag");
        Fields fields = fieldsOf(value);
        if (auto checked = check(fields); !checked)
            return checked;
        set(planOf("overrides"), findOverride(value.action, value.match), std::move(fields));
        return {};
    }
    Result<void> plan(const SetCurated &edit) {
        if (edit.value.action.empty())
            return fail(ErrorCode::InvalidArgument, "a curated action needs its name");
        Fields fields = fieldsOf(edit.value);
        if (auto checked = check(fields); !checked)
            return checked;
        set(planOf("curated"), findCurated(edit.value.action), std::move(fields));
        return {};
    }
    Result<void> plan(const RemoveOverride &edit) {
        SectionPlan &plan = planOf("overrides");
        const auto index = findOverride(edit.action, edit.match);
        if (index && !isRemoved(plan, *index)) {
            plan.changes[*index] = {true, {}};
            return {};
        }
        Override identity;
        identity.action = edit.action;
        identity.match = edit.match;
        const Fields fields = fieldsOf(identity);
        const auto pending = fields.empty() ? plan.adds.end() : findPending(plan, fields.front());
        if (pending == plan.adds.end())
            return fail(ErrorCode::NotFound,
                        file() + " has no override for " + identityOf(edit.action, edit.match) + ": nothing to remove");
        plan.adds.erase(pending);
        return {};
    }

    Result<void> plan(const RemoveCurated &edit) {
        SectionPlan &plan = planOf("curated");
        const auto index = findCurated(edit.action);
        if (index && !isRemoved(plan, *index)) {
            plan.changes[*index] = {true, {}};
            return {};
        }
        Curated identity;
        identity.action = edit.action;
        const Fields fields = fieldsOf(identity);
        const auto pending = fields.empty() ? plan.adds.end() : findPending(plan, fields.front());
        if (pending == plan.adds.end())
            return fail(ErrorCode::NotFound, file() + " has nothing curated for " +
                                                 identityOf(edit.action, std::nullopt) + ": nothing to remove");
        plan.adds.erase(pending);
        return {};
    }

    /// The new text. Works on a text that ends with a line end and takes one it had to add away again.
    std::string splice() {
        for (std::size_t at = m_text.find('\r'); at != std::string_view::npos; at = m_text.find('\r', at + 1)) {
            if (at + 1 == m_text.size() || m_text[at + 1] != '\n')
                throw Cannot{"a carriage return without a line feed", at};
        }
        std::string work(m_text);
        const bool bare = !m_text.empty() && m_text != ByteOrderMark && !m_text.ends_with('\n');
        const std::string_view lineEnd = YamlSpans(m_text).lineEndNear(m_text.size());
        if (bare)
            work += lineEnd;
        Splices splices(work, m_tree.root(), m_service);
        // Sections that are there come first: a new one goes to the end of the file, after all that is added to them.
        for (const bool present : {true, false}) {
            for (const SectionPlan &plan : m_plans) {
                if ((m_tree.root().find(plan.section) != nullptr) == present)
                    splices.plan(plan);
            }
        }
        std::string result = splices.apply();
        if (bare && result.ends_with(lineEnd))
            result.resize(result.size() - lineEnd.size());
        return result;
    }

    static const std::vector<const YamlNode *> &entriesOf(const YamlNode &root, std::string_view section) {
        static const std::vector<const YamlNode *> None;
        const YamlMember *found = root.find(section);
        return found == nullptr ? None : found->value->items;
    }

    /// That the result means exactly what was intended, and nothing else changed its meaning.
    void verify(const std::string &result) const {
        const auto require = [](bool holds) {
            if (!holds)
                throw Cannot{"the file is written in a way in which this change cannot be made safely", 0};
        };
        const auto after = YamlTree::parse(result, file(), m_limits);
        require(after.has_value() && readHandTree(*after, file()).has_value());
        const YamlNode &oldRoot = m_tree.root(), &newRoot = after->root();
        const auto isSection = [](std::string_view key) {
            return std::find(Sections.begin(), Sections.end(), key) != Sections.end();
        };
        // Members that are no section: the same ones in the same order, and of a new file the service.
        const auto others = [&](const YamlNode &root) {
            std::vector<YamlMember> members;
            std::copy_if(root.members.begin(), root.members.end(), std::back_inserter(members),
                         [&](const YamlMember &m) { return !isSection(m.key->value); });
            return members;
        };
        const std::vector<YamlMember> before = others(oldRoot), now = others(newRoot);
        require(newRoot.isMap() && now.size() == before.size() + (oldRoot.isNull() ? 1 : 0));
        for (std::size_t i = 0; i < before.size(); ++i)
            require(before[i].key->value == now[i].key->value && sameMeaning(*before[i].value, *now[i].value));
        for (const SectionPlan &plan : m_plans) {
            const auto &oldItems = entriesOf(oldRoot, plan.section), &newItems = entriesOf(newRoot, plan.section);
            std::size_t at = 0;
            for (std::size_t i = 0; i < oldItems.size(); ++i) {
                const auto change = plan.changes.find(i);
                if (change != plan.changes.end() && change->second.remove)
                    continue;
                require(at < newItems.size());
                const YamlNode &entry = *newItems[at++];
                if (change == plan.changes.end())
                    require(sameMeaning(*oldItems[i], entry));
                else
                    require(saysExactly(entry, change->second.fields, plan.section) &&
                            sameUnknownMembers(*oldItems[i], entry, plan.section));
            }
            require(newItems.size() == at + plan.adds.size());
            for (const Fields &fields : plan.adds) {
                const YamlNode &entry = *newItems[at++];
                require(saysExactly(entry, fields, plan.section) && entry.members.size() == fields.size());
            }
        }
    }
    static bool sameUnknownMembers(const YamlNode &before, const YamlNode &after, std::string_view section) {
        const auto unknown = [section](const YamlNode &node) {
            std::vector<YamlMember> members;
            std::copy_if(node.members.begin(), node.members.end(), std::back_inserter(members),
                         [section](const YamlMember &m) { return !isKnownKey(section, m.key->value); });
            return members;
        };
        const auto a = unknown(before), b = unknown(after);
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const YamlMember &x, const YamlMember &y) {
            return x.key->value == y.key->value && sameMeaning(*x.value, *y.value);
        });
    }

    std::string_view m_text;
    const std::string &m_service;
    const YamlLimits &m_limits;
    YamlTree m_tree;
    HandFile m_hand;
    std::array<SectionPlan, 2> m_plans{SectionPlan{Sections[0], {}, {}}, SectionPlan{Sections[1], {}, {}}};
};

EditedText summary(std::string_view before, std::string after) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t prefix = 0, suffix = 0;
    while (prefix < shorter && before[prefix] == after[prefix])
        ++prefix;
    while (suffix < shorter - prefix && before[before.size() - 1 - suffix] == after[after.size() - 1 - suffix])
        ++suffix;
    EditedText edited;
    edited.firstChanged = prefix;
    edited.removedBytes = before.size() - prefix - suffix;
    edited.addedBytes = after.size() - prefix - suffix;
    edited.text = std::move(after);
    return edited;
}

} // namespace

Result<EditedText> applyEdits(std::string_view text, const std::string &service, const std::vector<Edit> &edits,
                              const YamlLimits &limits) {
    auto together = Batch(text, service, limits).apply(edits);
    if (together)
        return summary(text, std::move(*together));
    if (together.error().code != ErrorCode::Unsupported || edits.size() == 1)
        return fail(together.error());
    // What cannot be done at once may be possible one after the other; if not, the error is of the one that cannot.
    std::string current(text);
    for (const Edit &edit : edits) {
        auto next = Batch(current, service, limits).apply({&edit, 1});
        if (!next)
            return fail(next.error());
        current = std::move(*next);
    }
    return summary(text, std::move(current));
}

std::string snippet(const Edit &edit) {
    if (const auto *set = std::get_if<SetOverride>(&edit))
        return blockEntry(fieldsOf(set->value), {});
    if (const auto *curated = std::get_if<SetCurated>(&edit))
        return blockEntry(fieldsOf(curated->value), {});
    if (const auto *removed = std::get_if<RemoveCurated>(&edit))
        return "# under curated, remove the entry for " + identityOf(removed->action, std::nullopt) + '\n';
    const auto &remove = std::get<RemoveOverride>(edit);
    return "# under overrides, remove the entry for " + identityOf(remove.action, remove.match) + '\n';
}

} // namespace actionscope::catalog
