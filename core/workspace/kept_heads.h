#pragma once
/// Heads of the audit chain kept where the log is not (BX8). A chain proves that nothing in it was changed, not that
/// its end was not cut off or all of it made anew by somebody with the key: that shows only against heads that they
/// cannot reach. So heads are appended to a file outside the workspace, or posted to an address, on a schedule, and the
/// chain is verified against all of them.
///
///     audit:
///       heads: {file: /mnt/worm/heads.jsonl, url: "https://ledger.example/heads", every: 1h}
///
/// Both or one of `file` (relative ones to the workspace's folder, and not inside it) and `url` (https, or http on
/// loopback; its host may be contacted whatever `network.allow` says, redirects are not followed). A head is one line
/// of JSON in the file, and the body of a POST: `{"head":"SEQ:HASH","time":…,"workspace":NAME}`. What cannot be kept
/// stops nothing; it is shown, and tried again after a minute.

#include "base/clock.h"
#include "base/progress.h"
#include "base/result.h"
#include "governance/audit_log.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

class Workspace;

struct KeptHead {
    governance::AuditHead head;
    std::optional<Timestamp> time; ///< when it was the head; absent where only SEQ:HASH was noted
    std::string workspace;         ///< the name that it had
};

/// `audit.heads` of actionscope.yaml, which readSettings checks and does not keep.
struct HeadsSettings {
    std::string file = {}; ///< outside the workspace; empty: none
    std::string url = {};  ///< posted to; empty: none
    std::chrono::seconds every{60 * 60};
    friend bool operator==(const HeadsSettings &, const HeadsSettings &) = default;
};
/// Errors: those of readSettings; a missing file has none of it.
[[nodiscard]] Result<HeadsSettings> readHeadsSettings(const std::filesystem::path &settingsFile);

constexpr std::size_t MaxKeptHeads = 1'000'000;
constexpr std::uint64_t MaxHeadsBytes = 256ULL << 20;

/// One line of the file, without its end.
[[nodiscard]] std::string headLine(const KeptHead &head);
/// Lines of JSON as headLine() writes them, a JSON array of such objects or of "SEQ:HASH", or plain lines of SEQ:HASH,
/// in any mixture; empty lines are passed over, and so is a last line that was torn off in writing. Errors: ParseError
/// with the line; LimitExceeded beyond MaxKeptHeads.
[[nodiscard]] Result<std::vector<KeptHead>> parseHeads(std::string_view text, const std::string &from);
/// From a file, or with GET from an http(s) URL. Errors: those of reading a file; NetworkError; those of parseHeads;
/// NotFound when there is not one head in it, since nothing would then be checked.
[[nodiscard]] Result<std::vector<KeptHead>> readHeads(const std::string &fileOrUrl, std::stop_token stop = {});

struct HeadsCheck {
    std::uint64_t heads = 0;         ///< looked for
    std::optional<KeptHead> missing; ///< the first, by its number, that is not in the chain
    std::string found;               ///< the hash that stands in its place; empty when the chain ends before it
    std::optional<KeptHead> newest;  ///< of those in the chain
};
/// Looks for every head in the log, by its number. The chain itself is verified by `AuditLog::verify`: only together do
/// they prove anything. Errors: the log's; Cancelled.
[[nodiscard]] Result<HeadsCheck> checkHeads(const governance::AuditLog &log, std::vector<KeptHead> heads,
                                            const Job &job = {});

/// Signs the log, and writes its head wherever the settings say, now. A head that is the last one of the file already
/// is not written again. Errors: InvalidArgument when no place is set, or one that cannot be; what writing or posting
/// gave, naming the place; the log's. One place failing does not keep the other from getting it.
[[nodiscard]] Result<KeptHead> keepHead(const Workspace &workspace, const HeadsSettings &settings,
                                        std::stop_token stop = {}, const Clock *clock = nullptr);

/// Keeps heads on a schedule while it lives, on a thread of its own: one at once, then every `every`, and one in the
/// file when it ends; it looks every five seconds. Follows actionscope.yaml, whose last good state counts. Any thread.
class HeadKeeper {
public:
    struct Status {
        bool on = false; ///< a place is set
        std::optional<KeptHead> last;
        std::string problem; ///< why the last try failed; empty when it did not
    };
    /// `workspace` outlives it. `changed` is told the problem on its thread when that comes, changes or goes (then
    /// empty).
    explicit HeadKeeper(const Workspace &workspace, std::function<void(const std::string &problem)> changed = {});
    ~HeadKeeper();
    HeadKeeper(const HeadKeeper &) = delete;
    HeadKeeper &operator=(const HeadKeeper &) = delete;
    [[nodiscard]] Status status() const;
    /// Keeps the last head in the file and ends; idempotent.
    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::workspace
