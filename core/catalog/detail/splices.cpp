#include "catalog/detail/splices.h"

#include <algorithm>

namespace actionscope::catalog::detail {
namespace {

constexpr auto None = std::string_view::npos;

bool isBlankOrComment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first == None || line[first] == '#';
}

bool isMarker(std::string_view line) {
    return (line.starts_with("---") || line.starts_with("...")) &&
           (line.size() == 3 || line[3] == ' ' || line[3] == '\t');
}

} // namespace

std::size_t Splices::wholeLine(std::size_t end) const {
    if (!isBlankOrComment(m_spans.text().substr(end, m_spans.lineEnd(end) - end)))
        throw Cannot{"something else stands in the same line", end};
    return m_spans.nextLine(end);
}

std::size_t Splices::endOf(const YamlNode &node, std::ptrdiff_t parentIndent, bool inFlow) const {
    const auto end = m_spans.end(node, parentIndent, inFlow);
    if (!end)
        throw Cannot{"this is written in a way that cannot be edited safely", node.offset};
    return *end;
}

MemberSpan Splices::spanOf(const YamlNode &map, const YamlMember &member) const {
    const auto span = m_spans.member(map, member);
    if (!span)
        throw Cannot{"\"" + member.key->value + "\" is written in a way that cannot be edited safely",
                     member.key->offset};
    return *span;
}

std::size_t Splices::pastDeeperComments(std::size_t from, std::size_t column) const {
    while (from < m_spans.text().size()) {
        const std::string_view line = m_spans.line(from);
        const std::size_t indent = m_spans.indentOf(line);
        if (indent <= column || indent >= line.size() || line[indent] != '#')
            break;
        from = m_spans.nextLine(from);
    }
    return from;
}

EntryStyle Splices::styleOf(const YamlNode &sequence) const {
    EntryStyle style;
    style.dash = m_spans.column(sequence.offset);
    const YamlNode &last = *sequence.items.back();
    const std::size_t column = m_spans.column(last.offset);
    if (m_spans.lineStart(last.offset) == m_spans.lineStart(dashOf(last, style.dash)) && !last.anchored && !last.alias)
        style.gap = column - style.dash - 1;
    return style;
}

EntryStyle Splices::styleForNewSection(std::string_view section) const {
    EntryStyle style;
    if (m_root.isMap()) {
        style.dash = m_spans.column(m_root.offset) + 2;
        const YamlMember *other = m_root.find(section == "overrides" ? "curated" : "overrides");
        if (other != nullptr && other->value->isSequence() && !other->value->flow && !other->value->items.empty() &&
            !other->value->anchored && !other->value->alias && !other->value->tagged)
            style = styleOf(*other->value);
    }
    return style;
}

std::size_t Splices::documentEnd() const {
    std::size_t at = m_spans.text().starts_with("\xEF\xBB\xBF") ? 3 : 0;
    if (m_root.isMap())
        at = wholeLine(endOf(m_root, -1, false));
    bool started = m_root.isMap();
    for (; at < m_spans.text().size(); at = m_spans.nextLine(at)) {
        const std::string_view line = m_spans.line(at);
        if (isMarker(line) && (started || line.starts_with("...")))
            return at;
        started = started || isMarker(line);
        if (!isBlankOrComment(line) && !isMarker(line) && !line.starts_with('%'))
            throw Cannot{"it is not clear where the document ends", at};
    }
    return at;
}

std::size_t Splices::dashOf(const YamlNode &item, std::size_t column) const {
    std::size_t start = m_spans.lineStart(item.offset);
    std::string_view before = m_spans.text().substr(start, item.offset - start);
    while (true) {
        const std::size_t indent = m_spans.indentOf(before);
        if (indent == column && indent < before.size() && before[indent] == '-' &&
            isBlankOrComment(before.substr(indent + 1)))
            return start + indent;
        if (!isBlankOrComment(before) || start == 0)
            throw Cannot{"the entry's dash stands where it cannot be found", item.offset};
        start = m_spans.lineStart(start - 1);
        before = m_spans.line(start);
    }
}

void Splices::plan(const SectionPlan &plan) {
    if (plan.adds.empty() && plan.changes.empty())
        return;
    if (!m_root.isMap() && !m_root.isNull())
        throw Cannot{"the file is no mapping", m_root.offset};
    if (m_root.flow || m_root.alias)
        throw Cannot{"the whole file is in flow style", m_root.offset};
    const YamlMember *member = m_root.find(plan.section);
    if (member == nullptr) {
        appendSection(plan);
        return;
    }
    const YamlNode &value = *member->value;
    if (member->merged || value.alias || value.anchored || value.tagged)
        throw Cannot{std::string(plan.section) + " uses an anchor, alias, tag or merge key", member->key->offset};
    if (!value.items.empty()) {
        if (!empties(plan, *member)) {
            if (value.flow)
                planFlow(plan, value);
            else
                planBlock(plan, value);
            return;
        }
        const MemberSpan span = spanOf(m_root, *member);
        if (value.flow) {
            removeKey(span.key, endOf(value, 0, true));
        } else {
            planBlock(plan, value);
            removeKey(span.key, span.colon + 1);
        }
        return;
    }
    const MemberSpan span = spanOf(m_root, *member);
    if (m_spans.lineStart(span.key) != m_spans.lineStart(span.end))
        throw Cannot{"the empty list stands over several lines", span.value};
    const std::size_t column = m_spans.column(span.key);
    EntryStyle style = styleForNewSection(plan.section);
    style.lineEnd = m_spans.lineEndNear(m_spans.nextLine(span.end));
    std::string entries;
    for (const Fields &fields : plan.adds)
        entries += blockEntry(fields, style);
    if (!span.empty)
        add(span.colon + 1, span.end, {});
    const std::size_t at = pastDeeperComments(wholeLine(span.end), column);
    add(at, at, std::move(entries));
}

void Splices::appendSection(const SectionPlan &plan) {
    const std::size_t at = documentEnd();
    const std::string_view lineEnd = m_spans.lineEndNear(at);
    std::string text;
    const bool first = std::none_of(m_splices.begin(), m_splices.end(), [at](const Splice &s) { return s.at == at; });
    if (m_root.isNull() && first)
        text += "service: " + inlineScalar(m_service, ScalarStyle::Plain, false) + std::string(lineEnd);
    text.append(m_root.isMap() ? m_spans.column(m_root.offset) : 0, ' ')
        .append(plan.section)
        .append(":")
        .append(lineEnd);
    EntryStyle style = styleForNewSection(plan.section);
    style.lineEnd = lineEnd;
    for (const Fields &fields : plan.adds)
        text += blockEntry(fields, style);
    add(at, at, std::move(text));
}

bool Splices::empties(const SectionPlan &plan, const YamlMember &member) const {
    const std::vector<const YamlNode *> &items = member.value->items;
    // A file of nothing else would be no mapping any more.
    if (!plan.adds.empty() || plan.changes.size() != items.size() || m_root.members.size() < 2)
        return false;
    if (std::any_of(plan.changes.begin(), plan.changes.end(), [](const auto &each) { return !each.second.remove; }))
        return false;
    const auto span = m_spans.member(m_root, member);
    if (!span)
        return false;
    std::size_t start = m_spans.lineStart(span->key);
    if (start == 0 && m_spans.text().starts_with("\xEF\xBB\xBF"))
        start = 3;
    // `--- overrides:`, `? overrides`: what stands before the key is not ours.
    const std::string_view before = m_spans.text().substr(start, span->key - start);
    if (before.find_first_not_of(' ') != None)
        return false;
    if (!member.value->flow)
        return isBlankOrComment(m_spans.text().substr(span->colon + 1, m_spans.lineEnd(span->colon) - span->colon - 1));
    // An entry that cannot be edited is refused where it is planned; a comment among the entries keeps its list.
    const std::size_t end = endOf(*member.value, 0, true);
    return m_spans.text().substr(span->key, end - span->key).find('#') == None &&
           std::none_of(items.begin(), items.end(), [](const YamlNode *item) { return usesReferences(*item); }) &&
           isBlankOrComment(m_spans.text().substr(end, m_spans.lineEnd(end) - end));
}

void Splices::removeKey(std::size_t from, std::size_t end) {
    const std::string_view rest = m_spans.text().substr(end, m_spans.lineEnd(end) - end);
    if (const std::size_t comment = rest.find('#'); comment != None) {
        add(from, end + comment, {});
        return;
    }
    const std::size_t column = m_spans.column(from);
    add(from - column, wholeLine(end), {});
}

void Splices::planBlock(const SectionPlan &plan, const YamlNode &sequence) {
    const std::size_t column = m_spans.column(sequence.offset);
    for (const auto &[index, change] : plan.changes) {
        const YamlNode &item = *sequence.items[index];
        if (usesReferences(item))
            throw Cannot{"the entry uses an anchor, alias, tag or merge key", item.offset};
        if (!change.remove) {
            editMap(item, change.fields, plan.section);
            continue;
        }
        const std::size_t from = m_spans.lineStart(dashOf(item, column));
        add(from, wholeLine(endOf(item, static_cast<std::ptrdiff_t>(column), false)), {});
    }
    if (plan.adds.empty())
        return;
    const std::size_t end = endOf(*sequence.items.back(), static_cast<std::ptrdiff_t>(column), false);
    const std::size_t at = pastDeeperComments(wholeLine(end), column);
    EntryStyle style = styleOf(sequence);
    style.lineEnd = m_spans.lineEndNear(at);
    std::string text;
    for (const Fields &fields : plan.adds)
        text += blockEntry(fields, style);
    add(at, at, std::move(text));
}

void Splices::planFlow(const SectionPlan &plan, const YamlNode &sequence) {
    const std::size_t count = sequence.items.size();
    std::vector<Fate> fates(count, Fate::Keep);
    SpannedMembers spans;
    for (std::size_t i = 0; i < count; ++i) {
        const YamlNode &item = *sequence.items[i];
        spans.push_back({item.offset, 0, 0, endOf(item, 0, true), false});
        const auto found = plan.changes.find(i);
        if (found == plan.changes.end())
            continue;
        if (usesReferences(item))
            throw Cannot{"the entry uses an anchor, alias, tag or merge key", item.offset};
        if (found->second.remove)
            fates[i] = Fate::Remove;
        else
            editMap(item, found->second.fields, plan.section);
    }
    std::string text;
    for (const Fields &fields : plan.adds)
        text += ", " + flowEntry(fields);
    if (!text.empty())
        add(spans.back().end, spans.back().end, std::move(text));
    removeFlowMembers(spans, fates);
}

std::string Splices::apply() {
    std::stable_sort(m_splices.begin(), m_splices.end(), [](const Splice &a, const Splice &b) { return a.at < b.at; });
    std::string out;
    std::size_t at = 0;
    for (const Splice &splice : m_splices) {
        if (splice.at < at)
            throw Cannot{"two changes meet in one place", splice.at};
        out += m_spans.text().substr(at, splice.at - at);
        out += splice.text;
        at = splice.at + splice.length;
    }
    return out += m_spans.text().substr(at);
}

} // namespace actionscope::catalog::detail
