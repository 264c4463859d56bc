/// The members of one entry: changing, adding and removing them in place.
#include "catalog/detail/splices.h"

#include "catalog/detail/yaml_scalar.h"

#include <algorithm>

namespace actionscope::catalog::detail {
namespace {

constexpr auto None = std::string_view::npos;

bool saysNothing(const YamlNode &value) {
    return value.isNull() || (value.isScalar() && value.value.empty()) || (value.isSequence() && value.items.empty()) ||
           (value.isMap() && value.members.empty());
}

} // namespace

void Splices::editMap(const YamlNode &map, const Fields &wanted, std::string_view section) {
    SpannedMembers spans;
    std::vector<Fate> fates;
    std::vector<const Field *> fields;
    for (const YamlMember &member : map.members) {
        spans.push_back(spanOf(map, member));
        const auto field =
            std::find_if(wanted.begin(), wanted.end(), [&](const Field &f) { return f.key == member.key->value; });
        fields.push_back(field == wanted.end() ? nullptr : &*field);
        if (fields.back() != nullptr)
            fates.push_back(says(*member.value, *field) ? Fate::Keep : Fate::Change);
        else
            fates.push_back((section.empty() || isKnownKey(section, member.key->value)) && !saysNothing(*member.value)
                                ? Fate::Remove
                                : Fate::Keep);
    }
    const auto keptBefore = [&](std::size_t wantedIndex) {
        // After the last member that canonically comes before the new one, else after the last that stays.
        std::size_t best = None, last = None;
        for (std::size_t i = 0; i < fates.size(); ++i) {
            if (fates[i] == Fate::Remove)
                continue;
            last = i;
            if (!section.empty() && fields[i] != nullptr && fields[i] < &wanted[wantedIndex])
                best = i;
        }
        return best != None ? best : last;
    };
    // In this order: where two splices stand at one byte, the value comes before what follows it.
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (fates[i] == Fate::Change)
            changeValue(map, map.members[i], spans[i], *fields[i]);
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (std::find(fields.begin(), fields.end(), &wanted[i]) != fields.end())
            continue;
        const std::size_t after = keptBefore(i);
        if (after == None)
            throw Cannot{"nothing of this mapping stays", map.offset};
        if (map.flow) {
            add(spans[after].end, spans[after].end, ", " + flowMember(wanted[i]));
            continue;
        }
        const std::size_t at = wholeLine(spans[after].end), column = m_spans.column(spans.front().key);
        const std::string_view lineEnd = m_spans.lineEndNear(at);
        add(at, at, std::string(column, ' ') + blockMember(wanted[i], column, lineEnd) + std::string(lineEnd));
    }
    if (map.flow)
        removeFlowMembers(spans, fates);
    else
        removeBlockMembers(map, spans, fates);
}

void Splices::removeBlockMembers(const YamlNode &map, const SpannedMembers &spans, const std::vector<Fate> &fates) {
    std::size_t first = 0;
    if (!spans.empty() && fates[0] == Fate::Remove && !m_spans.firstInLine(spans[0].key)) {
        // The first member shares its line with the dash: the next one that stays moves up to it, unless comments stand
        // between them; then the dash stays alone in its line.
        while (first < fates.size() && fates[first] == Fate::Remove)
            ++first;
        if (first == fates.size())
            throw Cannot{"nothing of this mapping stays", map.offset};
        const auto commentsBetween = [&](std::size_t i) {
            const std::size_t from = m_spans.nextLine(spans[i].end), to = m_spans.lineStart(spans[i + 1].key);
            return to > from && m_spans.text().substr(from, to - from).find('#') != None;
        };
        for (std::size_t i = 0; i + 1 < first; ++i) {
            if (commentsBetween(i))
                throw Cannot{"comments stand between the members to be removed", spans[i].key};
        }
        static_cast<void>(wholeLine(spans[first - 1].end)); // refuses what else stands there
        if (commentsBetween(first - 1))
            add(m_spans.text().rfind('-', spans[0].key) + 1, m_spans.lineEnd(spans[first - 1].end), {});
        else
            add(spans[0].key, spans[first].key, {});
    }
    for (std::size_t i = first; i < fates.size(); ++i) {
        if (fates[i] != Fate::Remove)
            continue;
        if (!m_spans.firstInLine(spans[i].key))
            throw Cannot{"something else stands in the same line", spans[i].key};
        add(m_spans.lineStart(spans[i].key), wholeLine(spans[i].end), {});
    }
}

void Splices::removeFlowMembers(const SpannedMembers &spans, const std::vector<Fate> &fates) {
    const auto cut = [this](std::size_t from, std::size_t to) {
        if (m_spans.text().substr(from, to - from).find('#') != None)
            throw Cannot{"a comment may stand in what is to be removed", from};
        add(from, to, {});
    };
    std::size_t lastKept = fates.size();
    while (lastKept > 0 && fates[lastKept - 1] == Fate::Remove)
        --lastKept;
    for (std::size_t i = 0; i < lastKept; ++i) {
        if (fates[i] == Fate::Remove)
            cut(spans[i].key, spans[i + 1].key);
    }
    if (lastKept == fates.size())
        return;
    if (lastKept > 0) {
        cut(spans[lastKept - 1].end, spans.back().end);
        return;
    }
    // All go: a comma after the last one goes too.
    std::size_t end = m_spans.text().find_first_not_of(" \t\r\n", spans.back().end);
    end = end != None && m_spans.text()[end] == ',' ? end + 1 : spans.back().end;
    cut(spans.front().key, end);
}

void Splices::changeValue(const YamlNode &map, const YamlMember &member, const MemberSpan &span, const Field &field) {
    const YamlNode &value = *member.value;
    const std::string_view text = m_spans.text();
    const std::string_view lineEnd = m_spans.lineEndNear(m_spans.nextLine(span.key));
    const std::size_t column = m_spans.column(span.key);
    const bool scalar = value.isScalar() || value.isNull();
    if (field.kind == Field::Kind::Map && value.isMap()) {
        const bool someStay = std::any_of(value.members.begin(), value.members.end(), [&field](const YamlMember &m) {
            return std::any_of(field.members.begin(), field.members.end(),
                               [&m](const Field &f) { return f.key == m.key->value; });
        });
        if (someStay) {
            editMap(value, field.members, {});
            return;
        }
    }
    if (field.kind != Field::Kind::Text || !scalar) {
        if (text.substr(span.colon, span.end - span.colon).find('#') != None)
            throw Cannot{"a comment may stand inside the value to be replaced", span.value};
        const std::string whole = map.flow ? flowMember(field) : blockMember(field, column, lineEnd);
        if (whole.find('\n') != std::string::npos && !m_spans.onlyBlanksAfter(span.end))
            throw Cannot{"a comment follows the value", span.end};
        add(span.colon + 1, span.end, whole.substr(keyText(field.key, map.flow).size() + 1));
        return;
    }
    const char first = span.empty ? ' ' : text[span.value];
    const ScalarStyle style = first == '"'    ? ScalarStyle::Double
                              : first == '\'' ? ScalarStyle::Single
                                              : ScalarStyle::Plain;
    const bool block = value.isScalar() && !value.plain && (first == '|' || first == '>') && !map.flow;
    const bool manyLines = field.text.find('\n') != std::string::npos;
    if (block && text.substr(span.value, m_spans.lineEnd(span.value) - span.value).find('#') != None)
        throw Cannot{"a comment stands at the head of the text block", span.value};
    std::optional<std::string> written;
    const bool roomForLines = !map.flow && m_spans.onlyBlanksAfter(span.end);
    if (roomForLines && (block || (manyLines && style == ScalarStyle::Plain))) {
        const auto oldIndent =
            block ? m_spans.blockIndent(span.value, static_cast<std::ptrdiff_t>(column)) : std::nullopt;
        written = literalScalar(field.text, oldIndent.value_or(column + 2), lineEnd);
        const std::string_view body = std::string_view(field.text).substr(0, field.text.find_last_not_of('\n') + 1);
        if (written && first == '>' && body.find('\n') == None)
            written->front() = '>';
    }
    // Blanks at the end of the line would become part of a literal's last line.
    const std::size_t to = written ? m_spans.lineEnd(span.end) : span.end;
    if (!written)
        written = inlineScalar(field.text, style, map.flow);
    add(span.value, to, (span.empty ? " " : "") + *written);
}

} // namespace actionscope::catalog::detail
