#include "workspace/profile_lint.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

using catalog::Finding;

bool fitsAnything(const catalog::Catalog &catalog, const AllowPattern &pattern) {
    for (const catalog::Service &service : catalog.services()) {
        if (pattern.action == "*" && pattern.fits(service.info.id, {}))
            return true;
        if (!AllowPattern{.text = {}, .service = pattern.service, .action = "*"}.fits(service.info.id, {}))
            continue;
        for (catalog::Ordinal ordinal = service.first; ordinal < service.end(); ++ordinal)
            if (pattern.fits(service.info.id, catalog.at(ordinal).name()))
                return true;
    }
    return false;
}

} // namespace

std::vector<Finding> lintProfiles(const Snapshot &snapshot) {
    const catalog::Catalog &catalog = *snapshot.catalog;
    std::vector<Finding> findings;
    for (const Profile &profile : snapshot.profiles->all()) {
        const auto find = [&](Finding::Severity severity, const char *rule, std::string message, Location where,
                              std::string action = {}) {
            findings.push_back({severity, rule, "profile " + profile.name + ": " + std::move(message), std::move(where),
                                std::move(action)});
        };
        if (profile.allowsNothing())
            find(Finding::Severity::Warning, "profile-allows-nothing",
                 "`allow` is empty, so its agents may nothing; leave it out for no limit", {profile.file, 1, 1});
        for (const ProfileName &name : profile.names) {
            if (name.use == ProfileName::Use::SearchPreset) {
                if (const auto preset = snapshot.presets.get(name.name); !preset)
                    find(Finding::Severity::Error, "profile-unknown-preset",
                         preset.error().message + "; its searches use the workspace's", name.where);
                continue;
            }
            if (name.use == ProfileName::Use::Allowed) {
                const auto pattern = std::ranges::find(*profile.allow, name.name, &AllowPattern::text);
                if (!fitsAnything(catalog, *pattern))
                    find(Finding::Severity::Warning, "profile-unknown-action", "no action fits `" + name.name + '`',
                         name.where);
                continue;
            }
            const auto known = catalog.find(name.name);
            if (!known) {
                std::string nearest;
                for (const std::string &near : catalog.nearest(name.name))
                    nearest += (nearest.empty() ? "; the nearest are " : ", ") + near;
                find(Finding::Severity::Error, "profile-unknown-action",
                     "there is no action `" + name.name + '`' + nearest, name.where, name.name);
            } else if (!profile.allows(catalog.serviceOf(*known).info.id, catalog.at(*known).name())) {
                find(Finding::Severity::Warning, "profile-not-allowed",
                     '`' + name.name + "` is listed here, and `allow` does not have it", name.where, name.name);
            }
        }
    }
    return findings;
}

} // namespace actionscope::workspace
