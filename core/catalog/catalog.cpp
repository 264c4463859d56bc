#include "catalog/catalog.h"

#include "base/text.h"
#include "catalog/capability_id.h"

#include <algorithm>
#include <limits>

namespace actionscope::catalog {

Result<std::shared_ptr<const Catalog>> Catalog::build(std::vector<Service> services) {
    auto catalog = std::make_shared<Catalog>();
    std::sort(services.begin(), services.end(),
              [](const Service &a, const Service &b) { return a.info.id < b.info.id; });
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < services.size(); ++i) {
        Service &service = services[i];
        if (i > 0 && services[i - 1].info.id == service.info.id)
            return fail(ErrorCode::AlreadyExists, "two services have the id \"" + service.info.id + '"');
        service.first = static_cast<std::uint32_t>(next);
        service.curatedCount = 0;
        for (std::uint32_t k = 0; k < service.segment->size(); ++k)
            service.curatedCount += service.segment->at(k).curated() ? 1 : 0;
        next += service.segment->size();
        if (next > std::numeric_limits<std::uint32_t>::max())
            return fail(ErrorCode::LimitExceeded, "more than 4,294,967,295 capabilities in one workspace");
    }
    catalog->m_services = std::move(services);
    catalog->m_size = static_cast<std::uint32_t>(next);
    return catalog;
}

std::uint32_t Catalog::serviceIndexOf(Ordinal ordinal) const {
    const auto after = std::upper_bound(m_services.begin(), m_services.end(), ordinal,
                                        [](Ordinal o, const Service &s) { return o < s.first; });
    // Empty services share their first ordinal with the next one; upper_bound steps past all of them.
    return static_cast<std::uint32_t>(after - m_services.begin()) - 1;
}

CapabilityView Catalog::at(Ordinal ordinal) const {
    const Service &service = serviceOf(ordinal);
    return service.segment->at(ordinal - service.first);
}

std::optional<std::uint32_t> Catalog::findService(std::string_view id) const {
    const auto found = std::lower_bound(m_services.begin(), m_services.end(), id,
                                        [](const Service &s, std::string_view wanted) { return s.info.id < wanted; });
    if (found == m_services.end() || found->info.id != id)
        return std::nullopt;
    return static_cast<std::uint32_t>(found - m_services.begin());
}

std::optional<Ordinal> Catalog::find(std::string_view qualifiedName) const {
    const std::size_t dot = qualifiedName.find_first_of(".:");
    if (dot == std::string_view::npos)
        return std::nullopt;
    // A colon only ends a kind: no id of a service holds one.
    if (qualifiedName[dot] == ':' && !isKindService(qualifiedName.substr(0, dot)))
        return std::nullopt;
    const auto service = findService(qualifiedName.substr(0, dot));
    if (!service)
        return std::nullopt;
    const auto index = m_services[*service].segment->find(qualifiedName.substr(dot + 1));
    if (!index)
        return std::nullopt;
    return m_services[*service].first + *index;
}

std::string Catalog::qualifiedName(Ordinal ordinal) const {
    const Service &service = serviceOf(ordinal);
    std::string name = service.info.id;
    name += '.';
    name += service.segment->at(ordinal - service.first).name();
    return name;
}

std::vector<std::string> Catalog::nearest(std::string_view name, std::size_t count) const {
    const std::size_t dot = name.find('.');
    const std::string wanted = toLowerAscii(dot == std::string_view::npos ? name : name.substr(dot + 1));
    const auto only = dot == std::string_view::npos ? std::nullopt : findService(name.substr(0, dot));
    // The limit shrinks to the worst of the best so far, which ends most comparisons after a few letters.
    std::size_t limit = std::max<std::size_t>(3, wanted.size() / 2);
    std::vector<std::pair<std::size_t, Ordinal>> found; // best first; ordinals are in order of name
    for (std::uint32_t s = 0; count > 0 && s < m_services.size(); ++s) {
        if (only && *only != s)
            continue;
        for (std::uint32_t i = 0; i < m_services[s].segment->size(); ++i) {
            const std::string candidate = toLowerAscii(m_services[s].segment->at(i).name());
            const std::size_t distance = editDistance(wanted, candidate, limit);
            if (distance > limit)
                continue;
            const std::pair<std::size_t, Ordinal> entry(distance, m_services[s].first + i);
            found.insert(std::upper_bound(found.begin(), found.end(), entry), entry);
            if (found.size() > count)
                found.pop_back();
            if (found.size() == count)
                limit = found.back().first;
        }
    }
    std::vector<std::string> names;
    for (const auto &[distance, ordinal] : found)
        names.push_back(qualifiedName(ordinal));
    return names;
}

Result<std::shared_ptr<const Segment>> mergeCurated(std::vector<Capability> imported, const HandFile *hand,
                                                    std::vector<Finding> &findings) {
    if (hand != nullptr) {
        for (const Curated &entry : hand->curated) {
            auto found = std::find_if(imported.begin(), imported.end(),
                                      [&](const Capability &c) { return c.name == entry.action; });
            if (found == imported.end()) {
                if (!entry.method || entry.path.empty()) {
                    std::string nearest;
                    std::size_t best = 6;
                    for (const Capability &c : imported) {
                        const std::size_t distance = editDistance(entry.action, c.name, best);
                        if (distance < best) {
                            best = distance;
                            nearest = c.name;
                        }
                    }
                    findings.push_back({Finding::Severity::Error, "orphan-curated",
                                        "no imported action is named \"" + entry.action + '"' +
                                            (nearest.empty() ? std::string("; give method and path to define it here")
                                                             : "; the nearest is \"" + nearest + '"'),
                                        entry.where, hand->service + '.' + entry.action});
                    continue;
                }
                Capability own;
                own.name = entry.action;
                own.method = *entry.method;
                own.path = entry.path;
                imported.push_back(std::move(own));
                found = imported.end() - 1;
            }
            found->curated = true;
            if (!entry.title.empty())
                found->title = entry.title;
            if (!entry.description.empty())
                found->description = entry.description;
            found->tags.insert(found->tags.end(), entry.tags.begin(), entry.tags.end());
            for (Parameter &parameter : found->parameters) {
                if (const auto prose = entry.parameters.find(parameter.name); prose != entry.parameters.end())
                    parameter.description = prose->second;
            }
        }
    }
    return Segment::build(std::move(imported));
}

} // namespace actionscope::catalog
