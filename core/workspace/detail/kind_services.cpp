#include "workspace/detail/kind_services.h"

#include "catalog/capability_id.h"

#include <algorithm>

namespace actionscope::workspace::detail {
namespace {

using catalog::Kind;

/// Whether there is what an extension is for, and can be used.
bool entryAvailable(const std::string &entry, const LoadedServices &services, const CapabilityStore &store) {
    const std::size_t border = entry.find_first_of(".:");
    const std::string first = entry.substr(0, border);
    if (catalog::isKindService(first) && border != std::string::npos) {
        const std::vector<ingest::Manifest> &manifests = store.of(*catalog::kindFromName(first));
        return std::any_of(manifests.begin(), manifests.end(), [&](const ingest::Manifest &manifest) {
            return manifest.capability.available && manifest.capability.name == entry.substr(border + 1);
        });
    }
    const auto service = services.find(first);
    if (service == services.end() || !service->second.segment)
        return false;
    const catalog::Segment &segment = *service->second.segment;
    if (border != std::string::npos) {
        const auto action = segment.find(entry.substr(border + 1));
        return action && segment.at(*action).available();
    }
    for (std::uint32_t i = 0; i < segment.size(); ++i)
        if (segment.at(i).available())
            return true;
    return false;
}

std::shared_ptr<const catalog::HandFile> handOf(const Layout &layout, const Settings &settings, LoadedService &service,
                                                const LoadedService *known) {
    if (!service.handStamp)
        return nullptr;
    if (known != nullptr && known->handStamp == service.handStamp && known->errors.empty() && known->hand)
        return known->hand;
    auto hand = catalog::readHandFile(layout.handFile(service.info.id), settings.handLimits);
    if (hand)
        return std::make_shared<const catalog::HandFile>(std::move(*hand));
    service.errors.push_back(hand.error());
    return known != nullptr ? known->hand : nullptr; // the last good state stays in force
}

} // namespace

LoadedServices takeKindServices(LoadedServices &services) {
    LoadedServices taken;
    for (const Kind kind : ManifestKinds) {
        const auto found = services.find(std::string(catalog::kindName(kind)));
        if (found != services.end() && !found->second.generatedStamp)
            taken.insert(services.extract(found));
    }
    return taken;
}

void addKindServices(const Layout &layout, const Settings &settings, const CapabilityStore &store, LoadedServices known,
                     LoadResult &loaded, std::vector<Problem> &problems) {
    problems = store.problems();
    for (const Kind kind : ManifestKinds) {
        LoadedService service;
        service.info = kindService(kind);
        const std::string &id = service.info.id;
        const auto found = known.find(id);
        LoadedService *old = found == known.end() ? nullptr : &found->second;
        const std::vector<ingest::Manifest> &manifests = store.of(kind);
        if (loaded.services.contains(id)) {
            if (!manifests.empty())
                problems.push_back(
                    {{ErrorCode::Conflict,
                      "capabilities of the kind " + id +
                          " are left out: an imported service has their id; "
                          "import its description again with --service and another id, then delete this file",
                      {layout.generatedFile(id).string()}},
                     id});
            continue;
        }
        service.handStamp = fileStamp(layout.handFile(id));
        if (manifests.empty() && !service.handStamp) {
            loaded.changed = loaded.changed || old != nullptr;
            continue;
        }
        service.info.sha256 = store.version(kind);
        service.hand = handOf(layout, settings, service, old);
        if (service.hand && !service.hand->title.empty())
            service.info.title = service.hand->title;
        std::vector<catalog::Capability> capabilities;
        for (const ingest::Manifest &manifest : manifests) {
            capabilities.push_back(manifest.capability);
            if (!manifest.entry.empty() && !manifest.availableStated)
                capabilities.back().available = entryAvailable(manifest.entry, loaded.services, store);
        }
        auto segment = catalog::mergeCurated(std::move(capabilities), service.hand.get(), service.findings);
        if (!segment) {
            service.errors.push_back(segment.error());
            segment = catalog::Segment::build({});
        }
        service.segment = std::move(*segment);
        service.findings.insert(service.findings.end(), store.findings(kind).begin(), store.findings(kind).end());
        if (old != nullptr && old->segment->contentHash() == service.segment->contentHash() &&
            old->info == service.info && old->handStamp == service.handStamp && old->hand == service.hand) {
            // The same segment, so that an index of it stays one of it.
            service.segment = old->segment;
            service.policy = old->policy;
            service.risk = std::move(old->risk);
        } else {
            loaded.changed = true;
        }
        loaded.services.insert_or_assign(id, std::move(service));
    }
}

} // namespace actionscope::workspace::detail
