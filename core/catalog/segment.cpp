#include "catalog/segment.h"

#include "base/hash.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <unordered_map>

namespace actionscope::catalog {
namespace {

constexpr std::uint64_t Magic = 0x31474553'504F4353ULL; // "SCOPSEG1"; a new layout takes a new number

enum Flag : std::uint8_t { Deprecated = 1, HasBody = 2, Curated = 4, Available = 8 };

/// Text stored once however often it occurs: tags, types and parameter names repeat thousands of times.
class Pool {
public:
    std::pair<std::uint32_t, std::uint32_t> add(std::string_view text) {
        if (text.empty())
            return {0, 0};
        const auto found = m_known.find(text);
        if (found != m_known.end())
            return {found->second, static_cast<std::uint32_t>(text.size())};
        const auto offset = static_cast<std::uint32_t>(m_size);
        m_known.emplace(text, offset);
        m_parts.push_back(text);
        m_size += text.size();
        return {offset, static_cast<std::uint32_t>(text.size())};
    }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    void write(char *out) const {
        for (const std::string_view part : m_parts) {
            std::memcpy(out, part.data(), part.size());
            out += part.size();
        }
    }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_known;
    std::vector<std::string_view> m_parts;
    std::uint64_t m_size = 0;
};

} // namespace

Result<std::shared_ptr<const Segment>> Segment::build(std::vector<Capability> capabilities) {
    std::sort(capabilities.begin(), capabilities.end(),
              [](const Capability &a, const Capability &b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(capabilities.begin(), capabilities.end(),
                                          [](const auto &a, const auto &b) { return a.name == b.name; });
    if (twice != capabilities.end())
        return fail(ErrorCode::AlreadyExists, "the name \"" + twice->name + "\" occurs twice in one service");

    Pool pool;
    std::vector<Record> records;
    std::vector<ParameterRecord> parameters;
    std::vector<Text> texts;
    const auto text = [&](std::string_view value) {
        const auto [offset, size] = pool.add(value);
        return Text{offset, size};
    };
    const auto list = [&](const std::vector<std::string> &values) {
        const List result{static_cast<std::uint32_t>(texts.size()), static_cast<std::uint32_t>(values.size())};
        for (const std::string &value : values)
            texts.push_back(text(value));
        return result;
    };
    records.reserve(capabilities.size());
    for (const Capability &c : capabilities) {
        Record r{};
        r.name = text(c.name);
        r.title = text(c.title);
        r.description = text(c.description);
        r.category = text(c.category);
        r.path = text(c.path);
        r.server = text(c.server);
        r.pointer = text(c.pointer);
        r.tags = list(c.tags);
        r.security = list(c.security);
        r.requires_ = list(c.requires_);
        r.secrets = list(c.secrets);
        r.parameters = {static_cast<std::uint32_t>(parameters.size()), static_cast<std::uint32_t>(c.parameters.size())};
        for (const Parameter &p : c.parameters)
            parameters.push_back(
                {text(p.name), text(p.description), text(p.type), static_cast<std::uint8_t>(p.place), p.required, 0});
        r.kind = static_cast<std::uint8_t>(c.kind);
        r.method = static_cast<std::uint8_t>(c.method);
        r.hint = static_cast<std::uint8_t>(c.hint);
        r.flags = static_cast<std::uint8_t>((c.deprecated ? Deprecated : 0) | (c.hasBody ? HasBody : 0) |
                                            (c.curated ? Curated : 0) | (c.available ? Available : 0));
        records.push_back(r);
        if (pool.size() > std::numeric_limits<std::uint32_t>::max())
            return fail(ErrorCode::LimitExceeded, "more than 4 GiB of text in one service");
    }

    Header header{Magic,
                  0,
                  static_cast<std::uint32_t>(records.size()),
                  static_cast<std::uint32_t>(parameters.size()),
                  static_cast<std::uint32_t>(texts.size()),
                  static_cast<std::uint32_t>(pool.size())};
    const std::size_t fixed = sizeof(Header) + records.size() * sizeof(Record) +
                              parameters.size() * sizeof(ParameterRecord) + texts.size() * sizeof(Text);
    const std::size_t total = (fixed + pool.size() + 7) / 8 * 8;
    auto storage = std::make_shared<std::vector<std::uint64_t>>(total / 8);
    char *out = reinterpret_cast<char *>(storage->data());
    const auto put = [&out](const void *data, std::size_t bytes) {
        if (bytes != 0)
            std::memcpy(out, data, bytes);
        out += bytes;
    };
    put(&header, sizeof header);
    put(records.data(), records.size() * sizeof(Record));
    put(parameters.data(), parameters.size() * sizeof(ParameterRecord));
    put(texts.data(), texts.size() * sizeof(Text));
    pool.write(out);
    char *start = reinterpret_cast<char *>(storage->data());
    header.contentHash = hash64({start + sizeof header, total - sizeof header});
    std::memcpy(start, &header, sizeof header);
    return fromBytes({reinterpret_cast<const char *>(storage->data()), total}, storage);
}

Result<std::shared_ptr<const Segment>> Segment::fromBytes(std::string_view bytes,
                                                          std::shared_ptr<const void> keepAlive) {
    const auto corrupt = [] { return fail(ErrorCode::Corrupt, "the cached catalog segment is damaged"); };
    Header header{};
    if (bytes.size() < sizeof header || reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 != 0)
        return corrupt();
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::uint64_t need = sizeof(Header) + std::uint64_t{header.records} * sizeof(Record) +
                               std::uint64_t{header.parameters} * sizeof(ParameterRecord) +
                               std::uint64_t{header.texts} * sizeof(Text) + header.poolBytes;
    if (header.magic != Magic || need > bytes.size())
        return corrupt();
    auto segment = std::make_shared<Segment>();
    const char *at = bytes.data() + sizeof header;
    segment->m_records = {reinterpret_cast<const Record *>(at), header.records};
    at += segment->m_records.size_bytes();
    segment->m_parameters = {reinterpret_cast<const ParameterRecord *>(at), header.parameters};
    at += segment->m_parameters.size_bytes();
    segment->m_texts = {reinterpret_cast<const Text *>(at), header.texts};
    at += segment->m_texts.size_bytes();
    segment->m_pool = {at, header.poolBytes};
    segment->m_bytes = bytes;
    segment->m_contentHash = header.contentHash;
    segment->m_owner = std::move(keepAlive);

    const auto textFits = [&](Text t) { return std::uint64_t{t.offset} + t.size <= header.poolBytes; };
    const auto listFits = [](List l, std::uint32_t count) { return std::uint64_t{l.first} + l.count <= count; };
    for (const Record &r : segment->m_records) {
        if (!textFits(r.name) || !textFits(r.title) || !textFits(r.description) || !textFits(r.category) ||
            !textFits(r.path) || !textFits(r.server) || !textFits(r.pointer) || !listFits(r.tags, header.texts) ||
            !listFits(r.security, header.texts) || !listFits(r.requires_, header.texts) ||
            !listFits(r.secrets, header.texts) || !listFits(r.parameters, header.parameters) ||
            r.kind > static_cast<std::uint8_t>(Kind::Channel) || r.method > static_cast<std::uint8_t>(Method::Trace) ||
            r.hint > static_cast<std::uint8_t>(Hint::Destructive))
            return corrupt();
    }
    for (const ParameterRecord &p : segment->m_parameters) {
        if (!textFits(p.name) || !textFits(p.description) || !textFits(p.type) ||
            p.place > static_cast<std::uint8_t>(Place::Body))
            return corrupt();
    }
    if (!std::all_of(segment->m_texts.begin(), segment->m_texts.end(), textFits))
        return corrupt();
    return segment;
}

std::uint32_t Segment::size() const { return static_cast<std::uint32_t>(m_records.size()); }

std::optional<std::uint32_t> Segment::find(std::string_view name) const {
    const auto found = std::lower_bound(m_records.begin(), m_records.end(), name,
                                        [this](const Record &r, std::string_view n) { return text(r.name) < n; });
    if (found == m_records.end() || text(found->name) != name)
        return std::nullopt;
    return static_cast<std::uint32_t>(found - m_records.begin());
}

std::vector<std::string_view> Segment::list(List list) const {
    std::vector<std::string_view> values;
    values.reserve(list.count);
    for (std::uint32_t i = 0; i < list.count; ++i)
        values.push_back(text(m_texts[list.first + i]));
    return values;
}

Kind CapabilityView::kind() const { return static_cast<Kind>(m_segment->record(m_index).kind); }
std::string_view CapabilityView::name() const { return m_segment->text(m_segment->record(m_index).name); }
std::string_view CapabilityView::title() const { return m_segment->text(m_segment->record(m_index).title); }
std::string_view CapabilityView::description() const { return m_segment->text(m_segment->record(m_index).description); }
std::string_view CapabilityView::category() const { return m_segment->text(m_segment->record(m_index).category); }
Method CapabilityView::method() const { return static_cast<Method>(m_segment->record(m_index).method); }
std::string_view CapabilityView::path() const { return m_segment->text(m_segment->record(m_index).path); }
std::string_view CapabilityView::server() const { return m_segment->text(m_segment->record(m_index).server); }
std::string_view CapabilityView::pointer() const { return m_segment->text(m_segment->record(m_index).pointer); }
Hint CapabilityView::hint() const { return static_cast<Hint>(m_segment->record(m_index).hint); }
bool CapabilityView::deprecated() const { return (m_segment->record(m_index).flags & Deprecated) != 0; }
bool CapabilityView::hasBody() const { return (m_segment->record(m_index).flags & HasBody) != 0; }
bool CapabilityView::curated() const { return (m_segment->record(m_index).flags & Curated) != 0; }
bool CapabilityView::available() const { return (m_segment->record(m_index).flags & Available) != 0; }
std::size_t CapabilityView::tagCount() const { return m_segment->record(m_index).tags.count; }
std::string_view CapabilityView::tag(std::size_t i) const {
    return m_segment->text(m_segment->m_texts[m_segment->record(m_index).tags.first + i]);
}
std::vector<std::string_view> CapabilityView::tags() const { return m_segment->list(m_segment->record(m_index).tags); }
std::vector<std::string_view> CapabilityView::security() const {
    return m_segment->list(m_segment->record(m_index).security);
}
std::vector<std::string_view> CapabilityView::requires_() const {
    return m_segment->list(m_segment->record(m_index).requires_);
}
std::vector<std::string_view> CapabilityView::secrets() const {
    return m_segment->list(m_segment->record(m_index).secrets);
}
std::size_t CapabilityView::parameterCount() const { return m_segment->record(m_index).parameters.count; }
ParameterView CapabilityView::parameter(std::size_t i) const {
    const auto &p = m_segment->m_parameters[m_segment->record(m_index).parameters.first + i];
    return {m_segment->text(p.name), m_segment->text(p.description), m_segment->text(p.type),
            static_cast<Place>(p.place), p.required != 0};
}

Capability CapabilityView::toCapability() const {
    const auto strings = [](const std::vector<std::string_view> &views) {
        return std::vector<std::string>(views.begin(), views.end());
    };
    Capability c;
    c.kind = kind();
    c.name = name();
    c.title = title();
    c.description = description();
    c.category = category();
    c.method = method();
    c.path = path();
    c.tags = strings(tags());
    for (std::size_t i = 0; i < parameterCount(); ++i) {
        const ParameterView p = parameter(i);
        c.parameters.push_back(
            {std::string(p.name), std::string(p.description), std::string(p.type), p.place, p.required});
    }
    c.security = strings(security());
    c.server = server();
    c.pointer = pointer();
    c.requires_ = strings(requires_());
    c.secrets = strings(secrets());
    c.hint = hint();
    c.deprecated = deprecated();
    c.hasBody = hasBody();
    c.curated = curated();
    c.available = available();
    return c;
}

std::uint64_t CapabilityView::definitionHash() const {
    std::uint64_t hash = 0;
    const auto mix = [&hash](std::string_view text) { hash = hash64(text, hash + 1); };
    const auto mixAll = [&](const std::vector<std::string_view> &texts) {
        mix(std::to_string(texts.size()));
        for (const std::string_view text : texts)
            mix(text);
    };
    mix(name());
    mix(title());
    mix(description());
    mix(category());
    mix(methodName(method()));
    mix(path());
    mix(server());
    mixAll(tags());
    mixAll(security());
    mixAll(requires_());
    mixAll(secrets());
    for (std::size_t i = 0; i < parameterCount(); ++i) {
        const ParameterView p = parameter(i);
        mix(p.name);
        mix(p.description);
        mix(p.type);
        mix(placeName(p.place));
        mix(p.required ? "!" : "?");
    }
    mix(deprecated() ? "d" : "-");
    mix(hasBody() ? "b" : "-");
    mix(std::to_string(static_cast<int>(hint())));
    return hash;
}

} // namespace actionscope::catalog
