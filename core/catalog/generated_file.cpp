#include "catalog/generated_file.h"

#include "base/file.h"
#include "base/text.h"
#include "catalog/detail/generated_lines.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace actionscope::catalog {
namespace {

/// Bytes that cannot stand raw in a string that must be JSON and YAML at once. Beyond JSON's own, that is DEL, and
/// every lead byte of a character that some YAML reader takes for a line break or refuses: those are looked at one by
/// one.
constexpr std::array<bool, 256> needsLook() {
    std::array<bool, 256> table{};
    for (std::size_t i = 0; i < 0x20; ++i)
        table[i] = true;
    table['"'] = table['\\'] = table[0x7F] = true;
    for (std::size_t i = 0x80; i < 0x100; ++i)
        table[i] = true;
    return table;
}
constexpr std::array<bool, 256> NeedsLook = needsLook();

/// Length of the valid UTF-8 sequence at the start of `text`, whose first byte is not ASCII; 0 when it is not valid.
std::size_t sequenceLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : '\0'); };
    const auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned char lead = byte(0);
    if (lead >= 0xC2 && lead <= 0xDF)
        return tail(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF)
        return tail(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && tail(2) ? 3 : 0;
    if (lead >= 0xF0 && lead <= 0xF4)
        return tail(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) && tail(2) && tail(3) ? 4 : 0;
    return 0;
}

void appendEscape(unsigned codePoint, std::string &out) {
    constexpr std::string_view Digits = "0123456789abcdef";
    out += "\\u";
    for (const int shift : {12, 8, 4, 0})
        out += Digits[codePoint >> shift & 0xFU];
}

/// Writes non-ASCII as it is, because yaml-cpp refuses the surrogate pairs that JSON escapes need beyond U+FFFF; but
/// escapes C1 controls, U+2028, U+2029 (line breaks to YAML 1.1), U+FEFF and U+FFFE, U+FFFF (not printable in YAML).
/// Invalid bytes become U+FFFD.
void appendString(std::string_view text, std::string &out) {
    out += '"';
    std::size_t from = 0, at = 0;
    const auto flush = [&] { out.append(text.data() + from, at - from); };
    while (at < text.size()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (!NeedsLook[byte]) {
            ++at;
            continue;
        }
        std::size_t length = 1;
        if (byte >= 0x80) {
            length = sequenceLength(text.substr(at, 4));
            unsigned codePoint = 0;
            if (length == 2)
                codePoint = (byte & 0x1FU) << 6 | (static_cast<unsigned char>(text[at + 1]) & 0x3FU);
            else if (length == 3)
                codePoint = (byte & 0x0FU) << 12 | (static_cast<unsigned char>(text[at + 1]) & 0x3FU) << 6 |
                            (static_cast<unsigned char>(text[at + 2]) & 0x3FU);
            const bool awkward = (length == 2 && codePoint < 0xA0) || codePoint == 0x2028 || codePoint == 0x2029 ||
                                 codePoint == 0xFEFF || codePoint == 0xFFFE || codePoint == 0xFFFF;
            if (length != 0 && !awkward) {
                at += length;
                continue;
            }
            flush();
            if (length == 0)
                out += "\xEF\xBF\xBD";
            else
                appendEscape(codePoint, out);
        } else {
            flush();
            switch (byte) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                appendEscape(byte, out);
            }
        }
        at += std::max<std::size_t>(length, 1);
        from = at;
    }
    flush();
    out += '"';
}

/// Writes one flow mapping, leaving out what is empty.
class Mapping {
public:
    explicit Mapping(std::string &out)
        : m_out(out) {
        m_out += '{';
    }
    ~Mapping() { m_out += '}'; }
    Mapping(const Mapping &) = delete;
    Mapping &operator=(const Mapping &) = delete;

    void key(std::string_view name) {
        if (!m_first)
            m_out += ", ";
        m_first = false;
        m_out += '"';
        m_out += name;
        m_out += "\": ";
    }
    void text(std::string_view name, std::string_view value) {
        if (value.empty())
            return;
        key(name);
        appendString(value, m_out);
    }
    void flag(std::string_view name, bool value, bool otherwise = false) {
        if (value == otherwise)
            return;
        key(name);
        m_out += value ? "true" : "false";
    }
    void texts(std::string_view name, const std::vector<std::string> &values) {
        if (values.empty())
            return;
        key(name);
        m_out += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i != 0)
                m_out += ", ";
            appendString(values[i], m_out);
        }
        m_out += ']';
    }

private:
    std::string &m_out;
    bool m_first = true;
};

void appendService(const ServiceInfo &service, std::string &out) {
    Mapping line(out);
    line.text("id", service.id);
    line.text("title", service.title);
    line.text("description", service.description);
    line.text("version", service.version);
    line.text("format", service.format);
    line.text("source", service.source);
    line.text("sha256", service.sha256);
    line.text("server", service.server);
}

void appendAction(const Capability &action, std::string &out) {
    Mapping line(out);
    line.text("name", action.name);
    if (action.kind != Kind::Action)
        line.text("kind", kindName(action.kind));
    line.text("title", action.title);
    line.text("method", methodName(action.method));
    line.text("path", action.path);
    line.text("category", action.category);
    line.texts("tags", action.tags);
    line.flag("deprecated", action.deprecated);
    line.text("description", action.description);
    if (!action.parameters.empty()) {
        line.key("parameters");
        out += '[';
        bool first = true;
        for (const Parameter &parameter : action.parameters) {
            if (!first)
                out += ", ";
            first = false;
            Mapping entry(out);
            entry.text("name", parameter.name);
            entry.text("in", placeName(parameter.place));
            entry.text("type", parameter.type);
            entry.flag("required", parameter.required);
            entry.text("description", parameter.description);
        }
        out += ']';
    }
    line.flag("body", action.hasBody);
    line.texts("security", action.security);
    line.text("server", action.server);
    line.texts("requires", action.requires_);
    line.texts("secrets", action.secrets);
    line.text("hint", detail::hintName(action.hint));
    line.flag("available", action.available, true);
    line.text("pointer", action.pointer);
}

std::size_t roughSize(const std::vector<Capability> &actions) {
    std::size_t size = 1024;
    for (const Capability &action : actions) {
        size += 200 + action.name.size() + action.title.size() + action.description.size() + action.path.size() +
                action.pointer.size();
        for (const Parameter &parameter : action.parameters)
            size += 80 + parameter.name.size() + parameter.description.size();
    }
    return size;
}

} // namespace

std::string writeGeneratedFile(const ServiceInfo &service, std::vector<Capability> actions) {
    const auto before = [](const Capability &a, const Capability &b) {
        return std::tie(a.name, a.path, a.method) < std::tie(b.name, b.path, b.method);
    };
    if (!std::is_sorted(actions.begin(), actions.end(), before))
        std::sort(actions.begin(), actions.end(), before);
    std::string out;
    out.reserve(roughSize(actions));
    out += "# Generated by actionscope import. Do not edit: changes belong into ";
    out += serviceId(service.id);
    out += ".yaml beside this file.\nservice: ";
    appendService(service, out);
    out += "\ncurated: false\nactions:";
    if (actions.empty())
        out += " []";
    out += '\n';
    for (const Capability &action : actions) {
        out += "- ";
        appendAction(action, out);
        out += '\n';
    }
    return out;
}

Result<GeneratedFile> parseGeneratedFile(std::string_view text, const std::filesystem::path &path,
                                         const YamlLimits &limits) {
    if (auto file = detail::readGeneratedLines(text))
        return std::move(*file);
    if (text.size() > limits.fileBytes)
        return fail(ErrorCode::LimitExceeded,
                    "not as import writes it, and too large to be read as other YAML: over " +
                        std::to_string(limits.fileBytes) + " bytes (limits.hand_file_bytes); import the service again",
                    {path.string(), 0, 0});
    return detail::readGeneratedYaml(text, path, limits);
}

Result<GeneratedFile> readGeneratedFile(const std::filesystem::path &path, const YamlLimits &limits) {
    const auto text = readFile(path, limits.generatedBytes, "limits.generated_file_bytes");
    if (!text)
        return fail(text.error());
    return parseGeneratedFile(*text, path, limits);
}

} // namespace actionscope::catalog
