#include "base/text.h"
#include "ingest/detail/document.h"

#include <algorithm>
#include <charconv>
#include <istream>
#include <streambuf>
#include <unordered_map>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace actionscope::ingest::detail {
namespace {

constexpr std::uint64_t EventsBetweenChecks = 4096;

/// Reads a text that stays where it is; std::istringstream would copy it.
class ViewBuffer : public std::streambuf {
public:
    explicit ViewBuffer(std::string_view text) {
        char *start = const_cast<char *>(text.data()); // a get area is never written to
        setg(start, start, start + text.size());
    }
};

/// Leaves the parser from inside a handler.
struct Stop {
    Error error;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Plain scalars as the core schema of YAML 1.2 (section 10.3.2) reads them. What JSON cannot say (.inf, .nan) stays
/// text.
json::value plainValue(const std::string &text, const json::storage_ptr &storage) {
    if (text == "true" || text == "True" || text == "TRUE")
        return true;
    if (text == "false" || text == "False" || text == "FALSE")
        return false;
    std::string_view digits = text;
    if (!digits.empty() && (digits.front() == '-' || digits.front() == '+'))
        digits.remove_prefix(1);
    const bool candidate = !digits.empty() && (isDigit(digits.front()) || digits.front() == '.');
    if (!candidate)
        return json::value(json::string_view(text), storage);
    const auto whole = [&](std::string_view from, int base) -> std::optional<json::value> {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), number, base);
        if (from.empty() || end != from.data() + from.size() || error != std::errc())
            return std::nullopt;
        if (text.front() != '-')
            return number <= INT64_MAX ? json::value(static_cast<std::int64_t>(number)) : json::value(number);
        if (number <= static_cast<std::uint64_t>(INT64_MAX) + 1)
            return json::value(static_cast<std::int64_t>(-number));
        return std::nullopt;
    };
    if (digits.size() == text.size() && (digits.starts_with("0x") || digits.starts_with("0o"))) {
        if (auto number = whole(digits.substr(2), digits[1] == 'x' ? 16 : 8))
            return *number;
        return json::value(json::string_view(text), storage);
    }
    if (auto number = whole(digits, 10))
        return *number;
    std::size_t at = 0, before = 0, after = 0;
    while (at < digits.size() && isDigit(digits[at]))
        ++at, ++before;
    if (at < digits.size() && digits[at] == '.') {
        ++at;
        while (at < digits.size() && isDigit(digits[at]))
            ++at, ++after;
    }
    bool isNumber = before + after > 0;
    if (isNumber && at < digits.size() && (digits[at] == 'e' || digits[at] == 'E')) {
        ++at;
        if (at < digits.size() && (digits[at] == '-' || digits[at] == '+'))
            ++at;
        const std::size_t exponent = at;
        while (at < digits.size() && isDigit(digits[at]))
            ++at;
        isNumber = at > exponent;
    }
    double number = 0;
    if (isNumber && at == digits.size()) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error == std::errc() && end == digits.data() + digits.size())
            return text.front() == '-' ? -number : number;
    }
    return json::value(json::string_view(text), storage);
}

class Builder : public YAML::EventHandler {
public:
    Builder(const std::string &file, const ImportLimits &limits, const json::storage_ptr &storage, const Job &job,
            std::vector<Duplicate> &duplicates)
        : m_file(file)
        , m_limits(limits)
        , m_storage(storage)
        , m_job(job)
        , m_duplicates(duplicates) {}

    void OnDocumentStart(const YAML::Mark &) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override {
        count(mark, 0);
        if (expectsKey())
            return setKey("null", mark, true);
        finish(json::value(nullptr), mark, anchor, {1, 0});
    }

    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &text) override {
        count(mark, text.size());
        if (expectsKey()) {
            if (anchor != YAML::NullAnchor)
                remember(anchor, json::value(json::string_view(text), m_storage), {1, text.size()}, mark);
            return setKey(text, mark, tag == "?");
        }
        const bool typed = tag == "?" || tag == "tag:yaml.org,2002:int" || tag == "tag:yaml.org,2002:float" ||
                           tag == "tag:yaml.org,2002:bool";
        finish(typed && !isVersion() ? plainValue(text, m_storage) : json::value(json::string_view(text), m_storage),
               mark, anchor, {1, text.size()});
    }

    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override {
        if (++m_aliases > m_limits.yaml.aliases)
            stop(ErrorCode::LimitExceeded,
                 "more than " + std::to_string(m_limits.yaml.aliases) + " aliases (limits.yaml_aliases)", mark);
        const auto known = m_anchors.find(anchor);
        if (known == m_anchors.end())
            stop(ErrorCode::ParseError, "an alias inside of what it stands for has no end", mark);
        const Anchored &anchored = known->second;
        add(anchored.cost, mark);
        if (expectsKey()) {
            if (!anchored.value.is_string())
                stop(ErrorCode::ParseError, "a key must be a piece of text", mark);
            return setKey(std::string(anchored.value.get_string()), mark, false);
        }
        finish(json::value(anchored.value, m_storage), mark, YAML::NullAnchor, anchored.cost);
    }

    void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(json::value(json::array(m_storage)), mark, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(json::value(json::object(m_storage)), mark, anchor);
    }
    void OnMapEnd() override {
        Frame &frame = m_frames.back();
        // Keys written out beat merged ones, and earlier merged maps beat later ones, wherever they stand.
        for (json::value &merged : frame.merged) {
            for (auto &pair : merged.get_object())
                frame.value.get_object().emplace(pair.key(), std::move(pair.value()));
        }
        close();
    }

    json::value release() { return m_result ? std::move(*m_result) : json::value(m_storage); }

private:
    struct Cost {
        std::uint64_t nodes = 0, bytes = 0;
    };
    struct Frame {
        json::value value;
        std::string key;
        bool hasKey = false;
        bool isMerge = false; ///< the key is `<<`
        YAML::Mark mark;
        YAML::anchor_t anchor = YAML::NullAnchor;
        Cost before;
        std::vector<json::value> merged;
    };
    struct Anchored {
        json::value value;
        Cost cost;
    };

    [[nodiscard]] bool expectsKey() const {
        return !m_frames.empty() && m_frames.back().value.is_object() && !m_frames.back().hasKey;
    }
    /// Whether the value to come is a version: 3.0 and 1.10 are names there, not numbers.
    [[nodiscard]] bool isVersion() const {
        if (m_frames.size() == 1)
            return m_frames[0].key == "openapi" || m_frames[0].key == "swagger";
        return m_frames.size() == 2 && m_frames[0].key == "info" && m_frames[1].key == "version";
    }

    void setKey(const std::string &key, const YAML::Mark &mark, bool isPlain) {
        Frame &frame = m_frames.back();
        frame.key = key;
        frame.hasKey = true;
        frame.isMerge = isPlain && key == "<<";
        if (!frame.isMerge && frame.value.get_object().contains(key) && m_duplicates.size() < MaxDuplicates) {
            std::string pointer;
            for (const Frame &level : m_frames)
                pointer += '/' + (level.value.is_array() ? std::to_string(level.value.get_array().size())
                                                         : pointerStep(level.key));
            m_duplicates.push_back({std::move(pointer), where(mark)});
        }
    }

    void open(json::value container, const YAML::Mark &mark, YAML::anchor_t anchor) {
        if (expectsKey())
            stop(ErrorCode::ParseError, "a key must be a piece of text, not a list or a mapping", mark);
        if (m_frames.size() >= m_limits.depth)
            stop(ErrorCode::LimitExceeded,
                 "nested deeper than " + std::to_string(m_limits.depth) + " levels (limits.depth)", mark);
        const Cost before = m_cost;
        count(mark, 0);
        m_frames.push_back({std::move(container), {}, false, false, mark, anchor, before, {}});
    }

    void close() {
        Frame frame = std::move(m_frames.back());
        m_frames.pop_back();
        finish(std::move(frame.value), frame.mark, frame.anchor,
               {m_cost.nodes - frame.before.nodes, m_cost.bytes - frame.before.bytes});
    }

    void finish(json::value value, const YAML::Mark &mark, YAML::anchor_t anchor, Cost cost) {
        if (anchor != YAML::NullAnchor)
            remember(anchor, value, cost, mark);
        if (m_frames.empty()) {
            m_result.emplace(std::move(value));
            return;
        }
        Frame &frame = m_frames.back();
        if (json::array *array = frame.value.if_array()) {
            array->push_back(std::move(value));
            return;
        }
        frame.hasKey = false;
        if (!frame.isMerge)
            frame.value.get_object().insert_or_assign(frame.key, std::move(value));
        else if (value.is_object())
            frame.merged.push_back(std::move(value));
        else if (value.is_array()) {
            for (json::value &one : value.get_array()) {
                if (!one.is_object())
                    stop(ErrorCode::ParseError, "`<<` takes mappings only", mark);
                frame.merged.push_back(std::move(one));
            }
        } else {
            stop(ErrorCode::ParseError, "`<<` takes mappings only", mark);
        }
    }

    void remember(YAML::anchor_t anchor, const json::value &value, Cost cost, const YAML::Mark &mark) {
        add(cost, mark); // the copy kept for later is paid for as well
        m_anchors.insert_or_assign(anchor, Anchored{json::value(value, m_storage), cost});
    }

    void count(const YAML::Mark &mark, std::uint64_t bytes) {
        if (++m_events % EventsBetweenChecks == 0 && m_job.cancelled())
            stop(ErrorCode::Cancelled, "cancelled", mark);
        add({1, bytes}, mark);
    }

    void add(Cost cost, const YAML::Mark &mark) {
        m_cost.nodes += cost.nodes;
        m_cost.bytes += cost.bytes;
        if (m_cost.nodes > m_limits.yaml.nodes)
            stop(ErrorCode::LimitExceeded,
                 "more than " + std::to_string(m_limits.yaml.nodes) +
                     " values when aliases are expanded (limits.yaml_nodes)",
                 mark);
        if (m_cost.bytes > m_limits.fileBytes)
            stop(ErrorCode::LimitExceeded,
                 "more than " + std::to_string(m_limits.fileBytes) +
                     " bytes when aliases are expanded (limits.file_bytes)",
                 mark);
    }

    [[nodiscard]] Location where(const YAML::Mark &mark) const {
        return {m_file, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
    }
    [[noreturn]] void stop(ErrorCode code, std::string message, const YAML::Mark &mark) const {
        throw Stop{{code, std::move(message), where(mark)}};
    }

    const std::string &m_file;
    const ImportLimits &m_limits;
    const json::storage_ptr &m_storage;
    const Job &m_job;
    std::vector<Duplicate> &m_duplicates;
    std::vector<Frame> m_frames;
    std::unordered_map<YAML::anchor_t, Anchored> m_anchors;
    std::optional<json::value> m_result; // constructed late: assignment would copy into another storage
    Cost m_cost;
    std::uint64_t m_events = 0;
    std::uint32_t m_aliases = 0;
};

} // namespace

Result<Document> readYaml(std::string_view text, const std::string &file, const ImportLimits &limits,
                          const json::storage_ptr &storage, const Job &job) {
    if (const auto invalid = firstInvalidUtf8(text))
        return fail(ErrorCode::ParseError, "not UTF-8: save the file in that encoding", locate(text, *invalid, file));
    // yaml-cpp holds every token of a bracket that is not closed yet, some 240 bytes each, before the first event: a
    // file of brackets would fill the memory before any event could be counted.
    const auto indicators = static_cast<std::uint64_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return c == '[' || c == '{' || c == ','; }));
    if (indicators > limits.yaml.nodes)
        return fail(ErrorCode::LimitExceeded,
                    "more than " + std::to_string(limits.yaml.nodes) + " brackets and commas (limits.yaml_nodes)",
                    {file});
    try {
        std::vector<Duplicate> duplicates;
        ViewBuffer buffer(text);
        std::istream stream(&buffer);
        YAML::Parser parser(stream);
        Builder builder(file, limits, storage, job, duplicates);
        parser.HandleNextDocument(builder);
        Document document{builder.release(), std::move(duplicates), {}, false};
        if (parser)
            document.warnings.emplace_back("only the first of several YAML documents in the file is read");
        return document;
    } catch (const Stop &stopped) {
        return fail(stopped.error);
    } catch (const YAML::DeepRecursion &deep) {
        return fail(
            ErrorCode::LimitExceeded,
            "nested deeper than YAML is read, which is " + std::to_string(deep.depth()) +
                " levels at most (limits.depth lowers it)",
            {file, static_cast<std::uint32_t>(deep.mark.line + 1), static_cast<std::uint32_t>(deep.mark.column + 1)});
    } catch (const YAML::Exception &error) {
        Location where{file};
        if (!error.mark.is_null()) {
            where.line = static_cast<std::uint32_t>(error.mark.line + 1);
            where.column = static_cast<std::uint32_t>(error.mark.column + 1);
        }
        return fail(ErrorCode::ParseError, "not YAML: " + error.msg, where);
    }
}

} // namespace actionscope::ingest::detail
