#pragma once
/// Definitions that were accepted (BX6), and texts that were (BX7). What an upstream changes so that an action may do
/// more than what a person took over with the import stays blocked until a person accepts it.
///
/// The accepted definition of an action is the one that the catalog had when nothing was pending; kept here are only
/// those that differ from it (`was` and `is`), and those of actions that went away, so that what leaves and comes back
/// changed is noticed too. `.actionscope/pins.json` is written whole and atomically; a file that cannot be read blocks
/// everything that came from an MCP server, since what was accepted is not known any more.

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "catalog/hand_file.h"
#include "catalog/segment.h"
#include "risk/risk_policy.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

/// What defines a call, without prose: tier, gate, method, path, server, authorization, parameters; with `schema` also
/// a digest of the whole input schema.
json::object pinnedDefinition(const catalog::CapabilityView &action, const catalog::ServiceInfo &service,
                              const risk::Classification &risk, const json::value *schema);
/// One line a difference, those that add risk only: "tier read → destructive", "path is required now", "the server was
/// …". Empty: nothing that a person has to accept.
std::vector<std::string> addedRisk(const json::object &was, const json::object &is);
/// 0 … 1: how likely an action is another one under a new name. From 0.6 on it is taken for that.
double renameSimilarity(const catalog::CapabilityView &was, const catalog::CapabilityView &is);

struct PendingChange {
    std::string name;                 ///< "service.action"
    std::vector<std::string> changes; ///< see addedRisk
    std::string renamedFrom;          ///< "service.action" before; may be empty
    Timestamp since;
    json::object was, is;
};

/// Immutable; any thread.
class Pins {
public:
    /// A missing file: nothing pending. Errors: Corrupt, and those of reading.
    [[nodiscard]] static Result<Pins> read(const std::filesystem::path &file);
    /// Everything of MCP servers is blocked with this reason.
    [[nodiscard]] static Pins unreadable(std::string why);
    [[nodiscard]] std::string write() const;

    [[nodiscard]] const std::map<std::string, PendingChange, std::less<>> &pending() const { return m_pending; }
    /// Why the action must not run; nothing when it may.
    [[nodiscard]] std::optional<std::string> blocked(std::string_view qualified, bool ofMcpServer) const;
    /// Whether exactly these texts of the action were accepted (`digest` as of textDigest).
    [[nodiscard]] bool textAccepted(std::string_view qualified, std::string_view digest) const;
    [[nodiscard]] const std::string &problem() const { return m_problem; }

    // While the next state is made:
    void block(PendingChange change);
    bool accept(std::string_view qualified);
    void acceptText(std::string_view qualified, std::string digest);
    /// Keeps the definition of an action that went away. At most 10,000 are kept.
    void remember(std::string_view qualified, json::object definition);
    [[nodiscard]] const json::object *remembered(std::string_view qualified) const;
    void forget(std::string_view qualified);

private:
    std::string m_problem;
    std::map<std::string, PendingChange, std::less<>> m_pending;
    std::map<std::string, json::object, std::less<>> m_removed;
    std::map<std::string, std::string, std::less<>> m_texts;
};

/// The changes of one service: what of `after` adds risk compared with `before` is blocked in `pins`; what is again as
/// it was accepted is not any more. The schema functions give the input schema of an action of either side, or null.
/// Returns the names blocked by this.
using SchemaOf = std::function<std::optional<json::value>(const catalog::CapabilityView &)>;
struct PinSide {
    const catalog::Segment &segment;
    const catalog::ServiceInfo &info;
    const catalog::HandFile *hand;
    SchemaOf schema;
};
std::vector<std::string> pinChanges(Pins &pins, const PinSide &before, const PinSide &after,
                                    const risk::RiskPolicy &policy, Timestamp now);

} // namespace actionscope::workspace
