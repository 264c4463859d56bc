#include "catalog/detail/generated_lines.h"

#include <boost/json/basic_parser_impl.hpp>
#include <cstdint>
#include <limits>

namespace actionscope::catalog::detail {
namespace {

namespace bj = boost::json;
using boost::system::error_code;

/// The members of a service, an action or a parameter. One enumeration, because a line is read by one handler.
enum class Field : std::uint8_t {
    None,
    Id,
    Name,
    Kind,
    Title,
    Description,
    Version,
    Format,
    Source,
    Sha256,
    Server,
    Method,
    Path,
    Category,
    Tags,
    Deprecated,
    Parameters,
    Body,
    Security,
    Requires,
    Secrets,
    Hint,
    Available,
    Pointer,
    In,
    Type,
    Required,
};

struct Named {
    std::string_view name;
    Field field;
};
constexpr Named ServiceFields[] = {
    {"id", Field::Id},           {"title", Field::Title},   {"description", Field::Description},
    {"version", Field::Version}, {"format", Field::Format}, {"source", Field::Source},
    {"sha256", Field::Sha256},   {"server", Field::Server}};
constexpr Named ActionFields[] = {{"name", Field::Name},
                                  {"title", Field::Title},
                                  {"method", Field::Method},
                                  {"path", Field::Path},
                                  {"tags", Field::Tags},
                                  {"description", Field::Description},
                                  {"parameters", Field::Parameters},
                                  {"body", Field::Body},
                                  {"security", Field::Security},
                                  {"pointer", Field::Pointer},
                                  {"deprecated", Field::Deprecated},
                                  {"category", Field::Category},
                                  {"kind", Field::Kind},
                                  {"server", Field::Server},
                                  {"requires", Field::Requires},
                                  {"secrets", Field::Secrets},
                                  {"hint", Field::Hint},
                                  {"available", Field::Available}};
constexpr Named ParameterFields[] = {{"name", Field::Name},
                                     {"in", Field::In},
                                     {"type", Field::Type},
                                     {"required", Field::Required},
                                     {"description", Field::Description}};

template <std::size_t N> Field fieldOf(const Named (&fields)[N], std::string_view name) {
    for (const Named &named : fields) {
        if (named.name == name)
            return named.field;
    }
    return Field::None;
}

/// Fills a service or an action straight from the parser's events: no tree, no copies but the final strings. Whatever
/// is unknown, of another type, or there twice ends the parse, and the file goes the general way.
struct LineHandler {
    static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_key_size = 64;
    static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();

    ServiceInfo *service = nullptr; ///< one of the two is set
    Capability *action = nullptr;

    enum class Level : std::uint8_t { Outside, Line, Texts, Parameters, Parameter } level = Level::Outside;
    Field field = Field::None;
    std::uint32_t seen = 0, seenInParameter = 0; ///< one bit a field
    std::string key, word;
    std::vector<std::string> *texts = nullptr;

    void begin(ServiceInfo *newService, Capability *newAction) {
        service = newService;
        action = newAction;
        level = Level::Outside;
        seen = 0;
    }

    static bool refuse(error_code &error) {
        error = bj::error::syntax;
        return false;
    }
    bool note(std::uint32_t &mask, error_code &error) {
        const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(field);
        if (field == Field::None || (mask & bit) != 0)
            return refuse(error);
        mask |= bit;
        return true;
    }

    bool on_document_begin(error_code &) { return true; }
    bool on_document_end(error_code &) { return true; }
    bool on_object_begin(error_code &error) {
        if (level == Level::Outside) {
            level = Level::Line;
        } else if (level == Level::Parameters) {
            level = Level::Parameter;
            seenInParameter = 0;
            action->parameters.emplace_back();
        } else {
            return refuse(error);
        }
        return true;
    }
    bool on_object_end(std::size_t, error_code &error) {
        if (level == Level::Parameter) {
            level = Level::Parameters;
            return true;
        }
        level = Level::Outside;
        return (action != nullptr ? !action->name.empty() : !service->id.empty()) || refuse(error);
    }
    bool on_array_begin(error_code &error) {
        if (level != Level::Line || action == nullptr)
            return refuse(error);
        level = Level::Texts;
        switch (field) {
        case Field::Tags:
            texts = &action->tags;
            return true;
        case Field::Security:
            texts = &action->security;
            return true;
        case Field::Requires:
            texts = &action->requires_;
            return true;
        case Field::Secrets:
            texts = &action->secrets;
            return true;
        case Field::Parameters:
            level = Level::Parameters;
            return true;
        default:
            return refuse(error);
        }
    }
    bool on_array_end(std::size_t, error_code &) {
        level = Level::Line;
        return true;
    }

    bool on_key_part(bj::string_view part, std::size_t, error_code &) {
        key.append(part.data(), part.size());
        return true;
    }
    bool on_key(bj::string_view part, std::size_t, error_code &error) {
        std::string_view name(part.data(), part.size());
        if (!key.empty()) {
            key.append(part.data(), part.size());
            name = key;
        }
        if (level == Level::Parameter)
            field = fieldOf(ParameterFields, name);
        else
            field = action != nullptr ? fieldOf(ActionFields, name) : fieldOf(ServiceFields, name);
        key.clear();
        return note(level == Level::Parameter ? seenInParameter : seen, error);
    }

    /// Where the string that is being read goes; null when the field takes no string.
    std::string *target() {
        if (level == Level::Texts)
            return &texts->emplace_back();
        if (level == Level::Parameter) {
            Parameter &parameter = action->parameters.back();
            switch (field) {
            case Field::Name:
                return &parameter.name;
            case Field::Type:
                return &parameter.type;
            case Field::Description:
                return &parameter.description;
            case Field::In:
                word.clear();
                return &word;
            default:
                return nullptr;
            }
        }
        if (level != Level::Line)
            return nullptr;
        if (action != nullptr) {
            switch (field) {
            case Field::Name:
                return &action->name;
            case Field::Title:
                return &action->title;
            case Field::Description:
                return &action->description;
            case Field::Path:
                return &action->path;
            case Field::Pointer:
                return &action->pointer;
            case Field::Category:
                return &action->category;
            case Field::Server:
                return &action->server;
            case Field::Kind:
            case Field::Method:
            case Field::Hint:
                word.clear();
                return &word;
            default:
                return nullptr;
            }
        }
        switch (field) {
        case Field::Id:
            return &service->id;
        case Field::Title:
            return &service->title;
        case Field::Description:
            return &service->description;
        case Field::Version:
            return &service->version;
        case Field::Format:
            return &service->format;
        case Field::Source:
            return &service->source;
        case Field::Sha256:
            return &service->sha256;
        case Field::Server:
            return &service->server;
        default:
            return nullptr;
        }
    }
    std::string *open = nullptr; ///< the target of a string that came in parts

    bool on_string_part(bj::string_view part, std::size_t, error_code &error) {
        if (open == nullptr)
            open = target();
        if (open == nullptr)
            return refuse(error);
        open->append(part.data(), part.size());
        return true;
    }
    bool on_string(bj::string_view part, std::size_t, error_code &error) {
        std::string *out = open != nullptr ? open : target();
        open = nullptr;
        if (out == nullptr)
            return refuse(error);
        out->append(part.data(), part.size());
        return out != &word || takeWord(error);
    }
    bool takeWord(error_code &error) {
        const auto take = [&](auto &to, const auto &value) {
            if (!value)
                return refuse(error);
            to = *value;
            return true;
        };
        switch (field) {
        case Field::In:
            return take(action->parameters.back().place, placeFromName(word));
        case Field::Kind:
            return take(action->kind, kindFromName(word));
        case Field::Method:
            return take(action->method, methodFromName(word));
        default:
            return take(action->hint, hintFromName(word));
        }
    }
    bool on_bool(bool value, error_code &error) {
        if (level == Level::Parameter && field == Field::Required)
            action->parameters.back().required = value;
        else if (level == Level::Line && action != nullptr && field == Field::Deprecated)
            action->deprecated = value;
        else if (level == Level::Line && action != nullptr && field == Field::Body)
            action->hasBody = value;
        else if (level == Level::Line && action != nullptr && field == Field::Available)
            action->available = value;
        else
            return refuse(error);
        return true;
    }

    bool on_number_part(bj::string_view, error_code &error) { return refuse(error); }
    bool on_int64(std::int64_t, bj::string_view, error_code &error) { return refuse(error); }
    bool on_uint64(std::uint64_t, bj::string_view, error_code &error) { return refuse(error); }
    bool on_double(double, bj::string_view, error_code &error) { return refuse(error); }
    bool on_null(error_code &error) { return refuse(error); }
    bool on_comment_part(bj::string_view, error_code &error) { return refuse(error); }
    bool on_comment(bj::string_view, error_code &error) { return refuse(error); }
};

/// Takes lines off a text, without their ends.
class Lines {
public:
    explicit Lines(std::string_view text)
        : m_rest(text) {}
    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }
    std::string_view next() {
        const std::size_t end = m_rest.find('\n');
        std::string_view line = m_rest.substr(0, end);
        m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

private:
    std::string_view m_rest;
};

class LineParser {
public:
    bool parse(std::string_view line, ServiceInfo *service, Capability *action) {
        m_parser.reset();
        m_parser.handler().begin(service, action);
        error_code error;
        const std::size_t used = m_parser.write_some(false, line.data(), line.size(), error);
        return !error && used == line.size();
    }

private:
    bj::basic_parser<LineHandler> m_parser{bj::parse_options{}};
};

} // namespace

std::optional<GeneratedFile> readGeneratedLines(std::string_view text) {
    constexpr std::string_view Service = "service: ", Actions = "actions:", Entry = "- ";
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    Lines lines(text);
    LineParser parser;
    GeneratedFile file;
    std::string_view line = lines.next();
    while (line.starts_with('#'))
        line = lines.next();
    if (!line.starts_with(Service) || !parser.parse(line.substr(Service.size()), &file.service, nullptr))
        return std::nullopt;
    if (lines.next() != "curated: false")
        return std::nullopt;
    line = lines.next();
    if (line == "actions: []")
        return lines.atEnd() ? std::optional(std::move(file)) : std::nullopt;
    if (line != Actions || lines.atEnd())
        return std::nullopt;
    while (!lines.atEnd()) {
        line = lines.next();
        if (!line.starts_with(Entry) || !parser.parse(line.substr(Entry.size()), nullptr, &file.actions.emplace_back()))
            return std::nullopt;
    }
    return file;
}

} // namespace actionscope::catalog::detail
