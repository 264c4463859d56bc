#pragma once
/// The whole catalog of a workspace as one immutable snapshot: services in order of id, each with its capabilities.

#include "base/result.h"
#include "catalog/hand_file.h"
#include "catalog/segment.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog {

/// One service of a snapshot.
struct Service {
    ServiceInfo info;
    std::shared_ptr<const Segment> segment; ///< imported actions with the curated prose laid over them
    std::shared_ptr<const HandFile> hand;   ///< null when there is no hand-written file
    std::uint32_t first = 0;                ///< ordinal of its first capability
    std::uint32_t curatedCount = 0;
    [[nodiscard]] std::uint32_t end() const { return first + segment->size(); }
};

/// Number of a capability in one snapshot: services by id, then names. Not stable across snapshots; names are.
using Ordinal = std::uint32_t;

/// Immutable; any thread. Views live as long as the snapshot.
class Catalog {
public:
    Catalog() = default;
    /// Sorts by id and numbers the capabilities. Errors: AlreadyExists for two services with one id.
    [[nodiscard]] static Result<std::shared_ptr<const Catalog>> build(std::vector<Service> services);

    [[nodiscard]] const std::vector<Service> &services() const { return m_services; }
    [[nodiscard]] std::uint32_t size() const { return m_size; }
    [[nodiscard]] CapabilityView at(Ordinal ordinal) const;
    [[nodiscard]] std::uint32_t serviceIndexOf(Ordinal ordinal) const;
    [[nodiscard]] const Service &serviceOf(Ordinal ordinal) const { return m_services[serviceIndexOf(ordinal)]; }
    [[nodiscard]] std::optional<std::uint32_t> findService(std::string_view id) const;
    /// By "service.action", or by the id of a capability that is no action: "skill:release-notes" stands for the
    /// capability `release-notes` of the service `skill` (capability_id.h).
    [[nodiscard]] std::optional<Ordinal> find(std::string_view qualifiedName) const;
    /// "service.action".
    [[nodiscard]] std::string qualifiedName(Ordinal ordinal) const;
    /// Up to `count` names most like `name`, best first: for "did you mean".
    [[nodiscard]] std::vector<std::string> nearest(std::string_view name, std::size_t count = 3) const;

private:
    std::vector<Service> m_services;
    std::uint32_t m_size = 0;
};

/// Imported actions with the curated prose of `hand` laid over them; curated actions without an imported one are added when
/// they give method and path. `findings` gets a complaint for each curated entry that matches nothing, with the nearest names.
[[nodiscard]] Result<std::shared_ptr<const Segment>> mergeCurated(std::vector<Capability> imported, const HandFile *hand,
                                                                  std::vector<Finding> &findings);

} // namespace actionscope::catalog
