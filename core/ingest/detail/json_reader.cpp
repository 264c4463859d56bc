#include "base/text.h"
#include "ingest/detail/document.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <set>

namespace actionscope::ingest::detail {
namespace {

using boost::system::error_code;

/// What every handler of the parser has to say about sizes.
struct HandlerLimits {
    static constexpr std::size_t max_object_size = json::object::max_size();
    static constexpr std::size_t max_array_size = json::array::max_size();
    static constexpr std::size_t max_key_size = json::string::max_size();
    static constexpr std::size_t max_string_size = json::string::max_size();
};

/// Builds the value and counts the members that were written. The finished value drops duplicates, so that a smaller
/// count there says that there were some: a way to find them that costs next to nothing for the files that have none.
class Builder : public HandlerLimits {
public:
    explicit Builder(json::storage_ptr storage) { m_stack.reset(std::move(storage)); }
    json::value release() { return m_stack.release(); }
    [[nodiscard]] std::size_t members() const { return m_members; }

    bool on_document_begin(error_code &) { return true; }
    bool on_document_end(error_code &) { return true; }
    bool on_object_begin(error_code &) { return true; }
    bool on_object_end(std::size_t count, error_code &) {
        m_members += count;
        m_stack.push_object(count);
        return true;
    }
    bool on_array_begin(error_code &) { return true; }
    bool on_array_end(std::size_t count, error_code &) {
        m_stack.push_array(count);
        return true;
    }
    bool on_key_part(json::string_view part, std::size_t, error_code &) {
        m_stack.push_chars(part);
        return true;
    }
    bool on_key(json::string_view part, std::size_t, error_code &) {
        m_stack.push_key(part);
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, error_code &) {
        m_stack.push_chars(part);
        return true;
    }
    bool on_string(json::string_view part, std::size_t, error_code &) {
        m_stack.push_string(part);
        return true;
    }
    bool on_number_part(json::string_view, error_code &) { return true; }
    bool on_int64(std::int64_t number, json::string_view, error_code &) {
        m_stack.push_int64(number);
        return true;
    }
    bool on_uint64(std::uint64_t number, json::string_view, error_code &) {
        m_stack.push_uint64(number);
        return true;
    }
    bool on_double(double number, json::string_view, error_code &) {
        m_stack.push_double(number);
        return true;
    }
    bool on_bool(bool value, error_code &) {
        m_stack.push_bool(value);
        return true;
    }
    bool on_null(error_code &) {
        m_stack.push_null();
        return true;
    }
    bool on_comment_part(json::string_view, error_code &) { return true; }
    bool on_comment(json::string_view, error_code &) { return true; }

private:
    json::value_stack m_stack;
    std::size_t m_members = 0;
};

/// Second pass over a text known to hold duplicates: where they are.
class DuplicateFinder : public HandlerLimits {
public:
    DuplicateFinder(std::string_view text, const std::string &file, std::vector<Duplicate> &out)
        : m_text(text)
        , m_file(file)
        , m_out(out) {}

    bool on_document_begin(error_code &) { return true; }
    bool on_document_end(error_code &) { return true; }
    bool on_object_begin(error_code &) {
        m_levels.push_back({});
        return true;
    }
    bool on_object_end(std::size_t, error_code &) { return close(); }
    bool on_array_begin(error_code &) {
        m_levels.push_back({{}, "", 0, true});
        return true;
    }
    bool on_array_end(std::size_t, error_code &) { return close(); }
    bool on_key_part(json::string_view part, std::size_t, error_code &) {
        m_key += std::string_view(part);
        return true;
    }
    bool on_key(json::string_view part, std::size_t, error_code &) {
        m_key += std::string_view(part);
        Level &level = m_levels.back();
        level.step = m_key;
        if (!level.seen.insert(m_key).second && m_out.size() < MaxDuplicates) {
            Duplicate duplicate{pointer(), {m_file}};
            // The parser hands out a piece of the text itself unless the key had escapes.
            const char *start = m_text.data();
            if (part.data() >= start && part.data() <= start + m_text.size() && part.size() == m_key.size())
                duplicate.where = locate(m_text, static_cast<std::size_t>(part.data() - start), m_file);
            m_out.push_back(std::move(duplicate));
        }
        m_key.clear();
        return true;
    }
    bool on_string_part(json::string_view, std::size_t, error_code &) { return true; }
    bool on_string(json::string_view, std::size_t, error_code &) { return element(); }
    bool on_number_part(json::string_view, error_code &) { return true; }
    bool on_int64(std::int64_t, json::string_view, error_code &) { return element(); }
    bool on_uint64(std::uint64_t, json::string_view, error_code &) { return element(); }
    bool on_double(double, json::string_view, error_code &) { return element(); }
    bool on_bool(bool, error_code &) { return element(); }
    bool on_null(error_code &) { return element(); }
    bool on_comment_part(json::string_view, error_code &) { return true; }
    bool on_comment(json::string_view, error_code &) { return true; }

private:
    struct Level {
        std::set<std::string> seen;
        std::string step;
        std::size_t index = 0;
        bool isArray = false;
    };

    bool element() {
        if (!m_levels.empty() && m_levels.back().isArray)
            ++m_levels.back().index;
        return true;
    }
    bool close() {
        m_levels.pop_back();
        return element();
    }
    [[nodiscard]] std::string pointer() const {
        std::string out;
        for (const Level &level : m_levels)
            out += '/' + (level.isArray ? std::to_string(level.index) : pointerStep(level.step));
        return out;
    }

    std::string_view m_text;
    const std::string &m_file;
    std::vector<Duplicate> &m_out;
    std::vector<Level> m_levels;
    std::string m_key;
};

std::size_t countMembers(const json::value &value) {
    std::size_t count = 0;
    if (const json::object *object = value.if_object()) {
        count = object->size();
        for (const auto &pair : *object) {
            if (pair.value().is_structured())
                count += countMembers(pair.value());
        }
    } else if (const json::array *array = value.if_array()) {
        for (const json::value &element : *array) {
            if (element.is_structured())
                count += countMembers(element);
        }
    }
    return count;
}

} // namespace

Result<Document> readJson(std::string_view text, const std::string &file, const ImportLimits &limits,
                          const json::storage_ptr &storage) {
    const std::string_view whole = text;
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::size_t skipped = whole.size() - text.size();
    json::parse_options options;
    options.max_depth = limits.depth;
    json::basic_parser<Builder> parser(options, storage);
    error_code error;
    const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
    std::size_t bad = used;
    if (!error) {
        bad = text.find_first_not_of(" \t\r\n", used);
        if (bad != std::string_view::npos)
            error = json::error::extra_data;
    }
    if (error) {
        const Location where = locate(whole, std::min(bad, text.size()) + skipped, file);
        if (error == json::error::too_deep)
            return fail(ErrorCode::LimitExceeded,
                        "nested deeper than " + std::to_string(limits.depth) + " levels (limits.depth)", where);
        if (const auto invalid = firstInvalidUtf8(whole))
            return fail(ErrorCode::ParseError, "not UTF-8: save the file in that encoding",
                        locate(whole, *invalid, file));
        if (error == json::error::incomplete)
            return fail(ErrorCode::ParseError, "the JSON ends in the middle: the file is truncated", where);
        return fail(ErrorCode::ParseError, "not JSON: " + error.message(), where);
    }
    // Constructed, not assigned: assignment would copy everything into the storage of the value on the left.
    Document document{parser.handler().release(), {}, {}, true};
    if (countMembers(document.value) != parser.handler().members()) {
        json::basic_parser<DuplicateFinder> finder(options, whole, file, document.duplicates);
        finder.write_some(false, text.data(), text.size(), error);
    }
    return document;
}

} // namespace actionscope::ingest::detail
