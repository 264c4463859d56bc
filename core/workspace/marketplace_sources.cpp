#include "workspace/marketplace.h"

#include "catalog/rule_file.h"
#include "net/http_client.h"
#include "workspace/layout.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

constexpr std::size_t MaxLabel = 100;

bool isName(const std::string &name) {
    return !name.empty() && name.size() <= 40 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

MarketplaceSource readSource(const catalog::RuleFile &file, const YAML::Node &node,
                             const std::filesystem::path &workspace) {
    using Kind = MarketplaceSource::Kind;
    file.expectMap(node, "a source", {"name", "folder", "archive", "registry", "category", "pricing"});
    MarketplaceSource source;
    source.name = file.neededMember(node, "name", "a source");
    if (!isName(source.name))
        file.complain(node, "a source's name is letters, digits, - and _, at most 40");
    std::size_t places = 0;
    for (const auto &[key, kind] : {std::pair("folder", Kind::Folder), std::pair("archive", Kind::Archive),
                                    std::pair("registry", Kind::Registry)}) {
        const std::string place = file.textMember(node, key);
        if (place.empty())
            continue;
        ++places;
        source.kind = kind;
        if (kind != Kind::Registry)
            source.place = (workspace / place).lexically_normal().string(); // an absolute one stays what it is
        else if (net::originOf(place).empty())
            file.complain(node["registry"], "a registry is named by an absolute http or https URL");
        else
            source.place = place;
    }
    if (places != 1)
        file.complain(node, "the source " + source.name + " needs one of folder, archive and registry");
    source.category = file.textMember(node, "category");
    source.pricing = file.textMember(node, "pricing");
    if (source.category.size() > MaxLabel || source.pricing.size() > MaxLabel)
        file.complain(node, "`category` and `pricing` are at most 100 bytes");
    return source;
}

} // namespace

std::string_view sourceKindName(MarketplaceSource::Kind kind) {
    switch (kind) {
    case MarketplaceSource::Kind::Folder:
        return "folder";
    case MarketplaceSource::Kind::Archive:
        return "archive";
    case MarketplaceSource::Kind::Registry:
        return "registry";
    }
    return "folder";
}

Result<std::vector<MarketplaceSource>> readMarketplaceSources(const std::filesystem::path &workspace) {
    std::vector<MarketplaceSource> sources;
    const auto file = catalog::RuleFile::open(workspace / "marketplace.yaml");
    if (!file) {
        if (file.error().code == ErrorCode::NotFound)
            return sources;
        return fail(file.error());
    }
    try {
        const YAML::Node &root = file->root();
        if (!root.IsDefined() || root.IsNull())
            return sources;
        file->expectMap(root, "marketplace.yaml", {"sources"});
        if (!root["sources"].IsDefined() || root["sources"].IsNull())
            return sources;
        file->expectSequence(root["sources"], "`sources`");
        if (root["sources"].size() > MaxMarketplaceSources)
            file->complain(root["sources"], "more than " + std::to_string(MaxMarketplaceSources) + " sources",
                           ErrorCode::LimitExceeded);
        for (const YAML::Node &node : root["sources"]) {
            MarketplaceSource source = readSource(*file, node, workspace);
            if (std::any_of(sources.begin(), sources.end(), [&](const auto &s) { return s.name == source.name; }))
                file->complain(node, "another source is called " + source.name + " already");
            sources.push_back(std::move(source));
        }
    } catch (const catalog::RuleError &complaint) {
        return fail(complaint.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, {file->name()});
    }
    return sources;
}

} // namespace actionscope::workspace
