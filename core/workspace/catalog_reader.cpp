#include "workspace/catalog_reader.h"

#include "catalog/generated_file.h"
#include "ingest/openapi.h"
#include "workspace/layout.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace actionscope::workspace {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view GeneratedEnding = ".longtail.yaml", HandEnding = ".yaml";

/// A service with its imported and curated actions together.
Result<catalog::Service> serviceOf(catalog::ServiceInfo info, std::vector<catalog::Capability> actions,
                                   std::shared_ptr<const catalog::HandFile> hand) {
    std::vector<catalog::Finding> ignored;
    auto segment = catalog::mergeCurated(std::move(actions), hand.get(), ignored);
    if (!segment)
        return fail(segment.error());
    if (info.title.empty())
        info.title = hand && !hand->title.empty() ? hand->title : info.id;
    return catalog::Service{std::move(info), std::move(*segment), std::move(hand)};
}

/// A folder of `<service>.longtail.yaml` and `<service>.yaml`. Files that cannot be used are warned of.
Result<std::vector<catalog::Service>> readCatalogFolder(const fs::path &folder, const ingest::ImportLimits &limits,
                                                        const Job &job, std::vector<std::string> &warnings) {
    std::map<std::string, std::pair<fs::path, fs::path>> files; // id → generated, hand-written
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.'))
            continue;
        if (name.ends_with(GeneratedEnding))
            files[name.substr(0, name.size() - GeneratedEnding.size())].first = entry.path();
        else if (name.ends_with(HandEnding))
            files[name.substr(0, name.size() - HandEnding.size())].second = entry.path();
    }
    if (error)
        return fail(fileError(error.value(), "read", folder));
    std::vector<catalog::Service> services;
    for (const auto &[id, paths] : files) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while reading the catalogs");
        catalog::GeneratedFile generated;
        if (!paths.first.empty()) {
            auto read = catalog::readGeneratedFile(paths.first, limits.yaml);
            if (!read) {
                warnings.push_back(read.error().toString());
                continue;
            }
            generated = std::move(*read);
        }
        std::shared_ptr<const catalog::HandFile> hand;
        if (!paths.second.empty()) {
            auto read = catalog::readHandFile(paths.second);
            if (read)
                hand = std::make_shared<const catalog::HandFile>(std::move(*read));
            else
                warnings.push_back(read.error().toString());
        }
        generated.service.id = id;
        auto service = serviceOf(std::move(generated.service), std::move(generated.actions), std::move(hand));
        if (!service)
            return fail(service.error());
        services.push_back(std::move(*service));
    }
    return services;
}

Result<std::vector<catalog::Service>> readDescriptions(const std::string &place, const ingest::ImportLimits &limits,
                                                       Executor &executor, const Job &job,
                                                       std::vector<std::string> &warnings) {
    std::vector<ingest::Skipped> skipped;
    auto sources = ingest::findSources(place, std::nullopt, limits, skipped, job);
    if (!sources)
        return fail(sources.error());
    // Kept by place in the list, so that the outcome does not depend on which thread was first.
    std::vector<std::optional<Result<ingest::ImportedService>>> read(sources->size());
    std::mutex mutex;
    std::size_t done = 0;
    executor.forEach(sources->size(), [&](std::size_t i) {
        if (job.cancelled())
            return;
        read[i] = ingest::readOpenApi((*sources)[i], limits, job);
        const std::lock_guard lock(mutex);
        job.at("reading", ++done, sources->size());
    });
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled while reading the descriptions");
    std::vector<catalog::Service> services;
    std::optional<Error> first;
    for (std::size_t i = 0; i < read.size(); ++i) {
        Result<ingest::ImportedService> &imported = *read[i];
        if (!imported) {
            if (!first)
                first = imported.error();
            if (sources->size() > 1)
                warnings.push_back((*sources)[i].origin + ": " + imported.error().message);
            continue;
        }
        const std::string id = imported->info.id;
        if (std::any_of(services.begin(), services.end(), [&](const auto &known) { return known.info.id == id; })) {
            warnings.push_back((*sources)[i].origin + ": left out, another description is the service \"" + id +
                               "\" already");
            continue;
        }
        auto service = serviceOf(std::move(imported->info), std::move(imported->actions), nullptr);
        if (!service)
            return fail(service.error());
        services.push_back(std::move(*service));
    }
    if (services.empty())
        return fail(first.value_or(Error{ErrorCode::NotFound, "there is no description in it", {place}}));
    for (const ingest::Skipped &entry : skipped)
        warnings.push_back(entry.source + ": " + entry.reason);
    return services;
}

Result<std::vector<catalog::Service>> readPlace(const std::string &place, const ingest::ImportLimits &limits,
                                                Executor &executor, const Job &job,
                                                std::vector<std::string> &warnings) {
    const fs::path path(place);
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        const Layout layout{path};
        if (fs::is_directory(layout.catalogs(), ignored))
            return readCatalogFolder(layout.catalogs(), limits, job, warnings);
        if (fs::exists(layout.settings(), ignored))
            return std::vector<catalog::Service>{}; // a workspace that has no catalogs yet
        for (const auto &entry : fs::directory_iterator(path, ignored)) {
            if (entry.path().filename().string().ends_with(GeneratedEnding))
                return readCatalogFolder(path, limits, job, warnings);
        }
        return readDescriptions(place, limits, executor, job, warnings);
    }
    const auto asGenerated = [&]() -> Result<std::vector<catalog::Service>> {
        auto read = catalog::readGeneratedFile(path, limits.yaml);
        if (!read)
            return fail(read.error());
        auto service = serviceOf(std::move(read->service), std::move(read->actions), nullptr);
        if (!service)
            return fail(service.error());
        std::vector<catalog::Service> services;
        services.push_back(std::move(*service));
        return services;
    };
    if (place.ends_with(GeneratedEnding))
        return asGenerated();
    auto described = readDescriptions(place, limits, executor, job, warnings);
    if (!described && described.error().code == ErrorCode::Unsupported && fs::is_regular_file(path, ignored)) {
        // A generated catalog under another name, such as one that version control wrote out for a comparison.
        if (auto generated = asGenerated())
            return generated;
    }
    return described;
}

} // namespace

Result<CatalogPair> readCatalogPair(const std::string &before, const std::string &after,
                                    const ingest::ImportLimits &limits, Executor &executor, const Job &job) {
    CatalogPair pair;
    auto old = readPlace(before, limits, executor, job, pair.warnings);
    if (!old)
        return fail(old.error());
    auto current = readPlace(after, limits, executor, job, pair.warnings);
    if (!current)
        return fail(current.error());
    if (old->size() == 1 && current->size() == 1)
        current->front().info.id = old->front().info.id;
    auto first = catalog::Catalog::build(std::move(*old));
    if (!first)
        return fail(first.error());
    auto second = catalog::Catalog::build(std::move(*current));
    if (!second)
        return fail(second.error());
    pair.before = std::move(*first);
    pair.after = std::move(*second);
    return pair;
}

} // namespace actionscope::workspace
