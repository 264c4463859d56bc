#include "workspace/detail/catalog_loader.h"

#include "catalog/capability_id.h"
#include "catalog/generated_file.h"

#include <algorithm>
#include <mutex>

namespace actionscope::workspace::detail {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view GeneratedEnding = ".longtail.yaml", HandEnding = ".yaml";

/// The two files of each service that lies in the folder.
struct Files {
    std::optional<FileStamp> generated, hand;
};

Result<std::map<std::string, Files>> scan(const Layout &layout) {
    std::map<std::string, Files> found;
    std::error_code error;
    fs::directory_iterator folder(layout.catalogs(), error);
    if (error) {
        if (error == std::errc::no_such_file_or_directory)
            return found;
        return fail(fileError(error.value(), "read", layout.catalogs()));
    }
    for (const fs::directory_entry &entry : folder) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.'))
            continue;
        if (name.ends_with(GeneratedEnding))
            found[name.substr(0, name.size() - GeneratedEnding.size())].generated = fileStamp(entry.path());
        else if (name.ends_with(HandEnding))
            found[name.substr(0, name.size() - HandEnding.size())].hand = fileStamp(entry.path());
    }
    // What is written by hand about capabilities of folders is laid over them (kind_services.h).
    std::erase_if(found, [](const auto &each) { return !each.second.generated && catalog::isKindService(each.first); });
    return found;
}

/// Reads one service whose files changed. What cannot be read becomes a problem, and the rest of the service still
/// loads.
LoadedService loadOne(const Layout &layout, const Settings &settings, const std::string &id, const Files &files,
                      const LoadedService *known) {
    LoadedService service;
    service.generatedStamp = files.generated;
    service.handStamp = files.hand;
    if (files.hand) {
        auto hand = catalog::readHandFile(layout.handFile(id), settings.handLimits);
        if (hand) {
            service.hand = std::make_shared<const catalog::HandFile>(std::move(*hand));
        } else {
            service.errors.push_back(hand.error());
            if (known != nullptr)
                service.hand = known->hand; // the last good state stays in force
        }
    }
    std::vector<catalog::Capability> actions;
    service.info.id = id;
    if (files.generated) {
        auto generated = catalog::readGeneratedFile(layout.generatedFile(id), settings.limits.yaml);
        if (generated) {
            service.info = std::move(generated->service);
            service.info.id = id;
            actions = std::move(generated->actions);
        } else {
            service.errors.push_back(generated.error());
            if (known != nullptr) {
                service.info = known->info;
                service.segment = known->segment;
                service.findings = known->findings;
                return service;
            }
        }
    }
    if (service.hand && !service.hand->title.empty())
        service.info.title = service.hand->title;
    if (service.info.title.empty())
        service.info.title = id;
    auto segment = catalog::mergeCurated(std::move(actions), service.hand.get(), service.findings);
    if (!segment) {
        service.errors.push_back(segment.error());
        segment = catalog::Segment::build({});
    }
    service.segment = std::move(*segment);
    return service;
}

} // namespace

Result<LoadResult> loadServices(const Layout &layout, const Settings &settings, LoadedServices known,
                                Executor &executor, const Job &job) {
    auto files = scan(layout);
    if (!files)
        return fail(files.error());
    LoadResult result;
    std::vector<std::string> stale;
    for (const auto &[id, present] : *files) {
        const auto old = known.find(id);
        if (old != known.end() && old->second.generatedStamp == present.generated &&
            old->second.handStamp == present.hand) {
            LoadedService &service = old->second;
            // The cache does not keep hand-written files. With an error the file was tried already, and has not
            // changed.
            if (present.hand && !service.hand && service.errors.empty()) {
                auto hand = catalog::readHandFile(layout.handFile(id), settings.handLimits);
                if (hand)
                    service.hand = std::make_shared<const catalog::HandFile>(std::move(*hand));
                else
                    service.errors.push_back(hand.error());
            }
            result.services.emplace(id, std::move(service));
            known.erase(old);
        } else {
            stale.push_back(id);
        }
    }
    result.changed = !stale.empty() || !known.empty();
    std::mutex mutex;
    std::size_t done = 0;
    executor.forEach(stale.size(), [&](std::size_t i) {
        if (job.cancelled())
            return;
        const auto old = known.find(stale[i]);
        LoadedService service =
            loadOne(layout, settings, stale[i], files->at(stale[i]), old == known.end() ? nullptr : &old->second);
        const std::lock_guard lock(mutex);
        result.services.emplace(stale[i], std::move(service));
        job.at("reading", ++done, stale.size());
    });
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled while reading the catalogs");
    return result;
}

void classifyServices(LoadedServices &services, const risk::RiskPolicy &policy, std::uint64_t policyVersion,
                      Executor &executor) {
    std::vector<LoadedService *> stale;
    for (auto &[id, service] : services) {
        if (service.policy != policyVersion || service.risk.size() != service.segment->size())
            stale.push_back(&service);
    }
    executor.forEach(stale.size(), [&](std::size_t i) {
        LoadedService &service = *stale[i];
        service.risk.clear();
        service.risk.reserve(service.segment->size());
        for (std::uint32_t k = 0; k < service.segment->size(); ++k)
            service.risk.push_back(policy.classify(service.segment->at(k), service.hand.get()));
        service.policy = policyVersion;
    });
}

} // namespace actionscope::workspace::detail
