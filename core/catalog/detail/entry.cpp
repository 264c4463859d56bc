#include "catalog/detail/entry.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace actionscope::catalog::detail {
namespace {

Field textField(std::string key, std::string text) {
    return {std::move(key), Field::Kind::Text, std::move(text), {}, {}, false};
}

void addText(Fields &fields, std::string key, const std::string &text) {
    if (!text.empty())
        fields.push_back(textField(std::move(key), text));
}

bool isWord(std::string_view key) { return key == "risk" || key == "approval" || key == "method"; }

} // namespace

Fields fieldsOf(const Override &value) {
    Fields fields;
    addText(fields, "action", value.action);
    if (value.match) {
        Field match{"match", Field::Kind::Map, {}, {}, {}, true};
        addText(match.members, "path", value.match->path.value_or(std::string()));
        if (value.match->method)
            addText(match.members, "method", std::string(methodName(*value.match->method)));
        addText(match.members, "tag", value.match->tag.value_or(std::string()));
        fields.push_back(std::move(match));
    }
    if (value.risk)
        addText(fields, "risk", std::string(tierName(*value.risk)));
    if (value.approval)
        addText(fields, "approval", std::string(approvalName(*value.approval)));
    addText(fields, "reason", value.reason);
    addText(fields, "consequence", value.consequence);
    return fields;
}

Fields fieldsOf(const Curated &value) {
    Fields fields;
    addText(fields, "action", value.action);
    addText(fields, "title", value.title);
    addText(fields, "description", value.description);
    if (value.method)
        addText(fields, "method", std::string(methodName(*value.method)));
    addText(fields, "path", value.path);
    if (!value.tags.empty())
        fields.push_back({"tags", Field::Kind::List, {}, {}, value.tags, true});
    Field parameters{"parameters", Field::Kind::Map, {}, {}, {}, false};
    for (const auto &[name, prose] : value.parameters)
        addText(parameters.members, name, prose);
    if (!parameters.members.empty())
        fields.push_back(std::move(parameters));
    return fields;
}

bool isKnownKey(std::string_view section, std::string_view key) {
    static constexpr std::array<std::string_view, 6> Override{"action",   "match",  "risk",
                                                              "approval", "reason", "consequence"};
    static constexpr std::array<std::string_view, 7> Curated{"action", "title",  "description", "parameters",
                                                             "tags",   "method", "path"};
    return section == "overrides" ? std::find(Override.begin(), Override.end(), key) != Override.end()
                                  : std::find(Curated.begin(), Curated.end(), key) != Curated.end();
}

bool says(const YamlNode &node, const Field &field) {
    switch (field.kind) {
    case Field::Kind::Text:
        return node.isScalar() && (node.value == field.text ||
                                   (isWord(field.key) && toLowerAscii(node.value) == toLowerAscii(field.text)));
    case Field::Kind::List:
        if (node.isScalar())
            return field.items.size() == 1 && field.items.front() == node.value;
        return node.isSequence() && std::equal(node.items.begin(), node.items.end(), field.items.begin(),
                                               field.items.end(), [](const YamlNode *item, const std::string &text) {
                                                   return item->isScalar() && item->value == text;
                                               });
    case Field::Kind::Map: {
        if (!node.isMap())
            return false;
        std::size_t written = 0;
        for (const YamlMember &member : node.members)
            written += member.value->isNull() || (member.value->isScalar() && member.value->value.empty()) ? 0 : 1;
        return written == field.members.size() &&
               std::all_of(field.members.begin(), field.members.end(), [&node](const Field &wanted) {
                   const YamlMember *found = node.find(wanted.key);
                   return found != nullptr && says(*found->value, wanted);
               });
    }
    }
    return false;
}

bool saysExactly(const YamlNode &node, const Fields &fields, std::string_view section) {
    if (!node.isMap())
        return false;
    for (const Field &field : fields) {
        const YamlMember *found = node.find(field.key);
        if (found == nullptr || !says(*found->value, field))
            return false;
    }
    return std::all_of(node.members.begin(), node.members.end(), [&](const YamlMember &member) {
        const bool wanted =
            std::any_of(fields.begin(), fields.end(), [&](const Field &f) { return f.key == member.key->value; });
        const YamlNode &value = *member.value;
        const bool nothing = value.isNull() || (value.isScalar() && value.value.empty()) ||
                             (value.isSequence() && value.items.empty()) || (value.isMap() && value.members.empty());
        return wanted || nothing || !isKnownKey(section, member.key->value);
    });
}

std::string keyText(std::string_view key, bool inFlow) {
    const bool bare = key.find(':') == std::string_view::npos && key.find('#') == std::string_view::npos;
    return inlineScalar(key, bare ? ScalarStyle::Plain : ScalarStyle::Double, inFlow);
}

std::string flowMember(const Field &field) {
    std::string out = keyText(field.key, true) + ": ";
    switch (field.kind) {
    case Field::Kind::Text:
        return out + inlineScalar(field.text, ScalarStyle::Plain, true);
    case Field::Kind::Map:
        return out + flowEntry(field.members);
    case Field::Kind::List:
        break;
    }
    out += '[';
    for (std::size_t i = 0; i < field.items.size(); ++i)
        out += (i == 0 ? "" : ", ") + inlineScalar(field.items[i], ScalarStyle::Plain, true);
    return out + ']';
}

std::string flowEntry(const Fields &fields) {
    std::string out = "{";
    for (const Field &field : fields)
        out += (out.size() == 1 ? "" : ", ") + flowMember(field);
    return out + '}';
}

std::string blockMember(const Field &field, std::size_t column, std::string_view lineEnd) {
    if (field.kind == Field::Kind::List || (field.kind == Field::Kind::Map && field.inFlow)) {
        const std::string flow = flowMember(field);
        return keyText(field.key, false) + flow.substr(keyText(field.key, true).size());
    }
    std::string out = keyText(field.key, false) + ':';
    if (field.kind == Field::Kind::Map) {
        for (const Field &member : field.members)
            out.append(lineEnd).append(column + 2, ' ').append(blockMember(member, column + 2, lineEnd));
        return out;
    }
    out += ' ';
    if (field.text.find('\n') != std::string::npos) {
        if (const auto literal = literalScalar(field.text, column + 2, lineEnd))
            return out + *literal;
    }
    return out + inlineScalar(field.text, ScalarStyle::Plain, false);
}

std::string blockEntry(const Fields &fields, const EntryStyle &style) {
    const std::size_t column = style.dash + 1 + style.gap;
    std::string out = std::string(style.dash, ' ') + '-' + std::string(style.gap, ' ');
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i != 0)
            out.append(column, ' ');
        out += blockMember(fields[i], column, style.lineEnd);
        out += style.lineEnd;
    }
    return out;
}

} // namespace actionscope::catalog::detail
