#include "workspace/detail/catalog_cache.h"

#include "base/hash.h"
#include "base/json.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace actionscope::workspace::detail {
namespace {

constexpr std::uint64_t Magic = 0x32'5441'4353'4341ULL; // "ACSCAT2"

struct Header {
    std::uint64_t magic, checksum, directoryBytes;
};

std::size_t aligned(std::size_t size) { return (size + 7) / 8 * 8; }

json::value stampToJson(const std::optional<FileStamp> &stamp) {
    if (!stamp)
        return nullptr;
    return json::array{stamp->size, stamp->modifiedNs, stamp->inode};
}

std::optional<FileStamp> stampFromJson(const json::value *value) {
    if (value == nullptr || !value->is_array() || value->get_array().size() != 3)
        return std::nullopt;
    const json::array &parts = value->get_array();
    return FileStamp{parts[0].to_number<std::uint64_t>(), parts[1].to_number<std::int64_t>(),
                     parts[2].to_number<std::uint64_t>()};
}

json::object infoToJson(const catalog::ServiceInfo &info) {
    return {{"id", info.id},           {"title", info.title},   {"description", info.description},
            {"version", info.version}, {"format", info.format}, {"source", info.source},
            {"sha256", info.sha256},   {"server", info.server}};
}

catalog::ServiceInfo infoFromJson(const json::value &value) {
    const auto text = [&](std::string_view key) { return std::string(stringMember(value, key)); };
    return {text("id"),     text("title"),  text("description"), text("version"),
            text("format"), text("source"), text("sha256"),      text("server")};
}

json::array findingsToJson(const std::vector<catalog::Finding> &findings) {
    json::array out;
    for (const catalog::Finding &f : findings)
        out.push_back(json::array{static_cast<int>(f.severity), f.rule, f.message, f.where.file, f.where.line,
                                  f.where.column, f.action});
    return out;
}

std::vector<catalog::Finding> findingsFromJson(const json::array *array) {
    std::vector<catalog::Finding> out;
    if (array == nullptr)
        return out;
    const auto text = [](const json::value &value) { return std::string(value.as_string()); };
    for (const json::value &value : *array) {
        const json::array &p = value.as_array();
        out.push_back({static_cast<catalog::Finding::Severity>(p.at(0).to_number<int>()),
                       text(p.at(1)),
                       text(p.at(2)),
                       {text(p.at(3)), p.at(4).to_number<std::uint32_t>(), p.at(5).to_number<std::uint32_t>()},
                       text(p.at(6))});
    }
    return out;
}

/// Two bytes an action, low one first.
constexpr std::size_t RiskBytes = 2;

std::uint16_t pack(const risk::Classification &c) {
    return static_cast<std::uint16_t>(static_cast<unsigned>(c.tier) | static_cast<unsigned>(c.approval) << 2 |
                                      static_cast<unsigned>(c.ruleTier) << 3 |
                                      static_cast<unsigned>(c.ruleApproval) << 5 | (c.overridden ? 64U : 0U) |
                                      (c.review ? 128U : 0U) | static_cast<unsigned>(c.catastrophicClass) << 8);
}

risk::Classification unpack(unsigned byte) {
    // Tiers have two bits and three values; a damaged fourth is taken as the most careful one.
    const auto tier = [](unsigned value) { return static_cast<risk::Tier>(std::min(value, 2U)); };
    risk::Classification c;
    c.tier = tier(byte & 3U);
    c.approval = static_cast<risk::Approval>(byte >> 2 & 1U);
    c.ruleTier = tier(byte >> 3 & 3U);
    c.ruleApproval = static_cast<risk::Approval>(byte >> 5 & 1U);
    c.overridden = (byte & 64U) != 0;
    c.review = (byte & 128U) != 0;
    const unsigned last = static_cast<unsigned>(risk::CatastrophicClass::Passthrough);
    c.catastrophicClass = static_cast<risk::CatastrophicClass>(std::min(byte >> 8, last));
    return c;
}

} // namespace

Result<void> saveCatalogCache(const std::filesystem::path &file, const LoadedServices &services) {
    json::array directory;
    std::size_t total = 0;
    for (const auto &[id, service] : services) {
        const std::size_t segmentBytes = aligned(service.segment->bytes().size());
        directory.push_back(
            {{"info", infoToJson(service.info)},
             {"generated", service.errors.empty() ? stampToJson(service.generatedStamp) : json::value()},
             {"hand", service.errors.empty() ? stampToJson(service.handStamp) : json::value()},
             {"findings", findingsToJson(service.findings)},
             {"segment", json::array{total, service.segment->bytes().size()}},
             {"policy", std::to_string(service.policy)},
             {"risk", json::array{total + segmentBytes, service.risk.size() * RiskBytes}}});
        total += segmentBytes + aligned(service.risk.size() * RiskBytes);
    }
    std::string head = json::serialize(directory);
    head.resize(aligned(head.size()), ' ');
    std::string bytes;
    bytes.reserve(sizeof(Header) + head.size() + total);
    bytes.append(sizeof(Header), '\0');
    bytes += head;
    for (const auto &[id, service] : services) {
        bytes += service.segment->bytes();
        bytes.resize(aligned(bytes.size()), '\0');
        for (const risk::Classification &c : service.risk) {
            bytes += static_cast<char>(pack(c) & 255U);
            bytes += static_cast<char>(pack(c) >> 8);
        }
        bytes.resize(aligned(bytes.size()), '\0');
    }
    const Header header{Magic, hash64(std::string_view(bytes).substr(sizeof(Header))), head.size()};
    std::memcpy(bytes.data(), &header, sizeof header);
    return writeFileAtomically(file, bytes, {.sync = false});
}

Result<LoadedServices> loadCatalogCache(const std::filesystem::path &file) {
    auto mapped = MappedFile::open(file);
    if (!mapped)
        return fail(mapped.error());
    const std::string_view bytes = mapped->bytes();
    const auto corrupt = [&] {
        return fail(ErrorCode::Corrupt, "the catalog cache is damaged; it is rebuilt", {file.string()});
    };
    Header header{};
    if (bytes.size() < sizeof header)
        return corrupt();
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != Magic || header.directoryBytes > bytes.size() - sizeof header ||
        header.checksum != hash64(bytes.substr(sizeof header)))
        return corrupt();
    // The checksum touched every page; most texts are not needed soon, and clean pages come back by themselves.
    ::madvise(const_cast<char *>(bytes.data()), bytes.size(), MADV_DONTNEED);
    const auto directory = parseJson(bytes.substr(sizeof header, header.directoryBytes));
    if (!directory || !directory->is_array())
        return corrupt();
    const std::string_view body = bytes.substr(sizeof header + header.directoryBytes);
    LoadedServices services;
    try {
        for (const json::value &entry : directory->get_array()) {
            const json::object &members = entry.as_object();
            LoadedService service;
            service.info = infoFromJson(members.at("info"));
            service.generatedStamp = stampFromJson(member(entry, "generated"));
            service.handStamp = stampFromJson(member(entry, "hand"));
            service.findings = findingsFromJson(arrayMember(entry, "findings"));
            const json::array &segmentAt = members.at("segment").as_array();
            const json::array &riskAt = members.at("risk").as_array();
            const auto offset = segmentAt.at(0).to_number<std::uint64_t>();
            const auto size = segmentAt.at(1).to_number<std::uint64_t>();
            const auto riskOffset = riskAt.at(0).to_number<std::uint64_t>();
            const auto riskSize = riskAt.at(1).to_number<std::uint64_t>();
            if (offset > body.size() || size > body.size() - offset || riskOffset > body.size() ||
                riskSize > body.size() - riskOffset)
                return corrupt();
            auto segment = catalog::Segment::fromBytes(body.substr(offset, size), mapped->keepAlive());
            if (!segment)
                return corrupt();
            service.segment = std::move(*segment);
            service.policy = std::stoull(std::string(stringMember(entry, "policy")));
            const auto byteAt = [&](std::uint64_t at) {
                return static_cast<unsigned>(static_cast<std::uint8_t>(body[riskOffset + at]));
            };
            for (std::uint64_t i = 0; i + RiskBytes <= riskSize; i += RiskBytes)
                service.risk.push_back(unpack(byteAt(i) | byteAt(i + 1) << 8));
            std::string id = service.info.id;
            services.emplace(std::move(id), std::move(service));
        }
    } catch (const std::exception &) {
        return corrupt(); // a member that is missing or of another type
    }
    return services;
}

} // namespace actionscope::workspace::detail
