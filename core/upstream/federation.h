#pragma once
/// Other Actionscopes as read-only sources of search (ST11): their GET /search is asked with a credential that stands
/// for the caller, so that the peer shows what *that* caller may find there, and nothing is ever called through them.
///
/// Off unless `peers.yaml` of the workspace names some (it holds no secret):
///
///     wait: 0ms                      # how long a search may wait for peers; 0 to 2000ms, 0 if absent: not at all
///     peers:
///       - name: east                 # results are marked with it
///         url: https://east.example  # its gateway
///         timeout: 1000ms            # 10ms to 30000ms; an answer that takes longer is dropped
///         callers:                   # whose credential is whose; the first that fits counts
///           - {organisation: acme, profile: support, secret: {env: EAST_SUPPORT}}
///           - {user: ana, secret: {keychain: east-ana}}
///         secret: {env: EAST_TOKEN}  # of everybody else; without it they are not asked about there
///
/// A workspace may come from a stranger, and the environment is full of secrets: one of `env:` goes only to peers that
/// a second variable lists, EAST_TOKEN_FOR=https://east.example (several with spaces between).
///
/// **Nothing waits for a peer**: a search asks in the background and takes what came by the time its own results are
/// there. What comes later is kept for a minute for the same caller and question, and the answer says who is still
/// being asked. A peer that fails is left alone for a while, longer each time (1 s to 60 s).
///
/// **Nothing of a peer is believed**: an answer beyond 1 MiB, of another shape, with more results than asked for, a
/// score that is no number from 0 to 1, a tier or a name that is none, is dropped whole.

#include "base/progress.h"
#include "base/result.h"
#include "catalog/hand_file.h"
#include "upstream/credentials.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream {

struct PeerCaller {
    std::string user, organisation, profile, name; ///< those that are given must all be the asker's
    SecretReference secret;
};
struct PeerEntry {
    std::string name, url;
    std::chrono::milliseconds timeout{1000};
    std::vector<PeerCaller> callers;
    SecretReference secret;
};
struct PeersFile {
    std::chrono::milliseconds wait{0};
    std::vector<PeerEntry> peers;
};
constexpr std::size_t MaxPeers = 16;

/// `peers.yaml`. A missing file: none. Errors: ParseError with line and column.
[[nodiscard]] Result<PeersFile> readPeers(const std::filesystem::path &file);

/// Who asks: of the caller's credential.
struct PeerAsker {
    std::string id, name, user, organisation, profile;
};
struct PeerQuery {
    std::string text;
    std::optional<std::string> service;
    std::size_t limit = 10;
};

struct PeerHit {
    std::string peer, service, action, title, description, method;
    catalog::Tier tier = catalog::Tier::Destructive;
    catalog::Approval approval = catalog::Approval::None;
    double score = 0; ///< 0 … 1, as the peer says
};

/// Reads one answer of GET /search strictly. Errors: NetworkError saying what is wrong.
[[nodiscard]] Result<std::vector<PeerHit>> readPeerAnswer(std::string_view body, const std::string &peer,
                                                          std::size_t limit);

struct PeerAnswers {
    std::vector<PeerHit> hits; ///< best first
    std::vector<std::string> pending, failed;
};

/// Any thread. The destructor ends what is being asked.
class Federation {
public:
    /// `secrets` outlives it and is read at each request. Errors: InvalidArgument (a URL; plain http beyond loopback; a
    /// variable whose owner did not allow the peer).
    [[nodiscard]] static Result<std::unique_ptr<Federation>> open(const PeersFile &file, const SecretStore &secrets);
    ~Federation();
    /// Begins to ask all peers unless that was done within the last minute. Returns at once.
    void ask(const PeerAsker &asker, const PeerQuery &query);
    /// What came, waiting `wait` of the file at most (from `ask` on).
    [[nodiscard]] PeerAnswers collect(const PeerAsker &asker, const PeerQuery &query);
    [[nodiscard]] bool waits() const;

private:
    struct Impl;
    explicit Federation(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> m_impl;
};

} // namespace actionscope::upstream
