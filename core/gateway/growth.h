#pragma once
/// What an agent's search asks beside the catalog: the marketplace (ST8) and other Actionscopes (ST11). Both only show:
/// what comes from them cannot be activated, and stands apart from the results.

#include "base/json.h"
#include "gateway/tool_surface.h"
#include "upstream/credentials.h"
#include "upstream/federation.h"
#include "workspace/growth_settings.h"
#include "workspace/marketplace.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::gateway {

/// What was found beside the results of one search.
struct Beside {
    std::shared_ptr<const workspace::Marketplace> marketplace; ///< keeps `installable` valid
    std::vector<workspace::OfferFound> installable;
    std::vector<upstream::PeerHit> elsewhere; ///< best first
    std::vector<std::string> pending;         ///< peers that did not answer yet: asking again shows theirs
    [[nodiscard]] bool empty() const { return installable.empty() && elsewhere.empty() && pending.empty(); }
};

/// One running gateway's. Any thread.
class Growth {
public:
    /// `workspace` and `secrets` outlive it. Errors: those of peers.yaml.
    [[nodiscard]] static Result<std::unique_ptr<Growth>> open(const workspace::Workspace &workspace,
                                                              const upstream::SecretStore &secrets);
    ~Growth();

    /// May this caller see an action of a service, whichever tier it is of?
    using MaySee = std::function<bool(std::string_view service, std::string_view action, catalog::Tier tier)>;
    /// Asks the peers for this caller, without waiting. Call before the search of the catalog, `collect` after it.
    void ask(const Caller &caller, const std::string &query, const std::optional<std::string> &service,
             std::size_t limit);
    /// What there is by now. The marketplace is looked into when the catalog gave fewer than the threshold and the
    /// search was not within one service.
    [[nodiscard]] Beside collect(const Caller &caller, const std::string &query,
                                 const std::optional<std::string> &service, std::size_t limit, std::size_t found,
                                 const workspace::Snapshot &snapshot, const MaySee &maySee);
    [[nodiscard]] bool asksPeers() const; ///< whether what is asked leaves this program
    /// The weight of affinity in this workspace (`growth.affinity`); 0: it is off.
    [[nodiscard]] double affinity();
    /// Re-ranks the results of this caller's search by what they used before, and cuts them to `limit`: ask for
    /// `deeper(limit)` of them. What somebody used is read from the log once a minute.
    void warm(const Caller &caller, workspace::SearchOutcome &outcome, std::size_t limit);
    [[nodiscard]] static std::size_t deeper(std::size_t limit) { return std::min<std::size_t>(100, limit * 3); }
    /// Whether warm() reads the log or collect() for peers (`wait` in peers.yaml): then a search is nothing for a
    /// network thread.
    [[nodiscard]] bool waits();

private:
    struct Impl;
    explicit Growth(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Adds `installable` with `installable_note`, `elsewhere` with `elsewhere_note` and `pending`, each when there is any.
void addBeside(json::object &answer, const Beside &beside);

} // namespace actionscope::gateway
