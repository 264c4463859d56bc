#include "upstream/federation.h"

#include "base/executor.h"
#include "base/json.h"
#include "base/text.h"
#include "net/configured_url.h"
#include "net/http_client.h"
#include "upstream/detail/encoding.h"
#include "upstream/detail/yaml_reader.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <sstream>

namespace actionscope::upstream {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t MaxAnswerBytes = 1U << 20;
constexpr std::size_t MaxName = 200, MaxText = 4096, MaxCallers = 100, KeptQuestions = 256, Threads = 4;
constexpr std::size_t MaxWaiting = 64; ///< requests that wait for a thread: beyond it nobody is asked
constexpr std::chrono::seconds Kept{60}, LongestRest{60};
constexpr std::chrono::milliseconds LongestTimeout{30'000}, LongestWait{2000};

bool isName(std::string_view text, std::size_t longest, std::string_view also) {
    return !text.empty() && text.size() <= longest && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               also.find(c) != std::string_view::npos;
    });
}

std::optional<std::chrono::milliseconds> milliseconds(std::string_view text) {
    if (!text.ends_with("ms")) {
        const auto seconds = parseDuration(text);
        return seconds ? std::optional(std::chrono::milliseconds(*seconds)) : std::nullopt;
    }
    text.remove_suffix(2);
    if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    return std::chrono::milliseconds(std::stol(std::string(text)));
}

PeerCaller readCaller(const detail::YamlFile &file, const YAML::Node &node) {
    file.expectKeys(node, "a caller", {"user", "organisation", "profile", "name", "secret"});
    PeerCaller caller{file.text(node, "user"),
                      file.text(node, "organisation"),
                      file.text(node, "profile"),
                      file.text(node, "name"),
                      {}};
    if (caller.user.empty() && caller.organisation.empty() && caller.profile.empty() && caller.name.empty())
        file.complain(node, "a caller is told by user, organisation, profile or name; the `secret` of the peer is for "
                            "everybody else");
    const YAML::Node secret = node["secret"];
    if (!secret)
        file.complain(node, "a caller needs the secret that stands for it: secret: {env: NAME}");
    caller.secret = file.secret(secret, "secret");
    return caller;
}

PeerEntry readEntry(const detail::YamlFile &file, const YAML::Node &node) {
    file.expectKeys(node, "a peer", {"name", "url", "timeout", "callers", "secret"});
    PeerEntry entry;
    entry.name = file.text(node, "name");
    if (!isName(entry.name, 40, "-_"))
        file.complain(node, "a peer needs a name: letters, digits, - and _, at most 40");
    entry.url = file.text(node, "url");
    if (net::originOf(entry.url).empty() || entry.url.find_first_of("?#") != std::string::npos)
        file.complain(node, "the peer " + entry.name + " needs the `url` of its gateway: https://HOST[:PORT]");
    while (entry.url.ends_with('/'))
        entry.url.pop_back();
    if (const std::string text = file.text(node, "timeout"); !text.empty()) {
        const auto timeout = milliseconds(text);
        if (!timeout || *timeout < std::chrono::milliseconds(10) || *timeout > LongestTimeout)
            file.complain(node["timeout"], "`timeout` is a time from 10ms to 30000ms");
        entry.timeout = *timeout;
    }
    if (const YAML::Node secret = node["secret"])
        entry.secret = file.secret(secret, "secret");
    if (const YAML::Node callers = node["callers"]; callers && !callers.IsNull()) {
        if (!callers.IsSequence() || callers.size() > MaxCallers)
            file.complain(callers, "`callers` is a list of at most " + std::to_string(MaxCallers));
        for (const YAML::Node &caller : callers)
            entry.callers.push_back(readCaller(file, caller));
    }
    if (entry.callers.empty() && entry.secret.place == SecretPlace::None)
        file.complain(node, "the peer " + entry.name + " has no credential: give it `callers` or a `secret`");
    return entry;
}

/// The credential that stands for the asker at a peer; nothing: it is not asked for them.
const SecretReference *secretFor(const PeerEntry &peer, const PeerAsker &asker) {
    const auto is = [](const std::string &wanted, const std::string &given) {
        return wanted.empty() || wanted == given;
    };
    for (const PeerCaller &caller : peer.callers)
        if (is(caller.user, asker.user) && is(caller.organisation, asker.organisation) &&
            is(caller.profile, asker.profile) && is(caller.name, asker.name))
            return &caller.secret;
    return peer.secret.place == SecretPlace::None ? nullptr : &peer.secret;
}

std::string key(const PeerAsker &asker, const PeerQuery &query) {
    return asker.id + '\n' + query.service.value_or(std::string()) + '\n' + std::to_string(query.limit) + '\n' +
           query.text;
}

/// Whether the owner of an environment variable lets this peer have it.
Result<void> mayHave(const SecretReference &secret, const PeerEntry &peer) {
    if (secret.place != SecretPlace::Environment)
        return {};
    const std::string variable = secret.name + "_FOR", origin = net::originOf(peer.url);
    const char *allowed = std::getenv(variable.c_str());
    std::istringstream list(allowed != nullptr ? allowed : "");
    for (std::string one; list >> one;)
        if (net::originOf(one) == origin)
            return {};
    return fail(ErrorCode::InvalidArgument,
                "peers.yaml would send the environment variable " + secret.name + " to " + origin +
                    ", which nobody has allowed outside of this workspace; if you want that server to have it, start "
                    "the program with " +
                    variable + '=' + origin + " in its environment");
}

} // namespace

Result<PeersFile> readPeers(const std::filesystem::path &path) {
    try {
        const detail::YamlFile file(path);
        PeersFile out;
        if (!file.root() || file.root().IsNull())
            return out;
        file.expectKeys(file.root(), "peers.yaml", {"wait", "peers"});
        if (const std::string text = file.text(file.root(), "wait"); !text.empty()) {
            const auto wait = milliseconds(text);
            if (!wait || *wait > LongestWait)
                file.complain(file.root()["wait"], "`wait` is a time from 0ms to 2000ms");
            out.wait = *wait;
        }
        const YAML::Node list = file.root()["peers"];
        if (!list || list.IsNull())
            return out;
        if (!list.IsSequence() || list.size() > MaxPeers)
            file.complain(list, "`peers` is a list of at most " + std::to_string(MaxPeers));
        for (const YAML::Node &node : list) {
            PeerEntry entry = readEntry(file, node);
            if (std::any_of(out.peers.begin(), out.peers.end(), [&](const auto &p) { return p.name == entry.name; }))
                file.complain(node, "another peer is called " + entry.name + " already");
            out.peers.push_back(std::move(entry));
        }
        return out;
    } catch (const detail::YamlComplaint &complaint) {
        return fail(complaint.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, {path.string()});
    }
}

Result<std::vector<PeerHit>> readPeerAnswer(std::string_view body, const std::string &peer, std::size_t limit) {
    const auto wrong = [&](const std::string &what) {
        return fail(ErrorCode::NetworkError, "the peer " + peer + " gave no answer that can be used: " + what);
    };
    if (body.size() > MaxAnswerBytes)
        return wrong("it is longer than " + std::to_string(MaxAnswerBytes) + " bytes");
    const auto parsed = parseJson(body, {}, {.maxDepth = 16});
    const json::array *results = parsed ? arrayMember(*parsed, "results") : nullptr;
    if (results == nullptr)
        return wrong("it is no JSON with a list `results`");
    if (results->size() > limit)
        return wrong("it has more results than were asked for");
    std::vector<PeerHit> hits;
    for (const json::value &item : *results) {
        PeerHit hit;
        hit.peer = peer;
        const std::string_view name = stringMember(item, "name");
        const std::size_t dot = name.find('.');
        if (!isName(name, MaxName, "._-") || dot == std::string_view::npos || dot == 0 || dot + 1 == name.size())
            return wrong("a result has no name");
        hit.service = name.substr(0, dot);
        hit.action = name.substr(dot + 1);
        const json::value *score = member(item, "score");
        if (score == nullptr || !score->is_number())
            return wrong("a result has no score");
        hit.score = score->to_number<double>();
        if (!(hit.score >= 0 && hit.score <= 1))
            return wrong("a score is not from 0 to 1");
        const auto tier = catalog::tierFromName(stringMember(item, "risk"));
        if (!tier)
            return wrong("a result has no tier");
        hit.tier = *tier;
        const std::string_view approval = stringMember(item, "approval");
        if (const auto known = catalog::approvalFromName(approval))
            hit.approval = *known;
        else
            return wrong("a result does not say whether it waits for an approval");
        for (const auto &[field, text] : {std::pair("title", &hit.title), std::pair("description", &hit.description),
                                          std::pair("method", &hit.method)}) {
            const std::string_view given = stringMember(item, field);
            if (given.size() > MaxText || firstInvalidUtf8(given))
                return wrong(std::string("a ") + field + " is too long or no text");
            *text = given;
        }
        if (hit.method.size() > 10)
            return wrong("a method is none");
        hits.push_back(std::move(hit));
    }
    return hits;
}

struct Federation::Impl {
    struct Peer {
        PeerEntry entry;
        std::unique_ptr<net::HttpExchanger> http;
        // Guarded by Impl::mutex:
        Clock::time_point restsUntil{};
        std::chrono::seconds rest{0};
    };
    struct Question {
        Clock::time_point asked;
        std::vector<PeerHit> hits;
        std::vector<std::string> pending, failed;
    };

    const SecretStore &secrets;
    std::chrono::milliseconds wait{0};
    std::vector<std::unique_ptr<Peer>> peers;
    std::mutex mutex;
    std::condition_variable came;
    // Guarded by mutex:
    std::map<std::string, Question> questions;
    std::size_t waiting = 0;
    std::stop_source stop;

    std::optional<Executor> executor; ///< last: its threads use all of the above

    explicit Impl(const SecretStore &store)
        : secrets(store) {}

    Result<std::vector<PeerHit>> askOne(const Peer &peer, const SecretReference &reference,
                                        const PeerQuery &query) const {
        const auto secret = secrets.read(reference);
        if (!secret || !*secret)
            return fail(ErrorCode::NetworkError, "the secret for the peer " + peer.entry.name + " is not set");
        net::HttpRequest request;
        request.url = peer.entry.url + "/search?query=" + detail::percentEncoded(query.text) +
                      "&limit=" + std::to_string(query.limit) + "&own=true" +
                      (query.service ? "&service=" + detail::percentEncoded(*query.service) : std::string());
        request.headers = {{"Accept", "application/json"}, {"Authorization", "Bearer " + **secret}};
        request.timeout = request.connectTimeout = peer.entry.timeout;
        request.maxResponseBytes = MaxAnswerBytes;
        const auto answer = peer.http->exchange(request, stop.get_token());
        if (!answer)
            return fail(answer.error().error);
        if (answer->status != 200)
            return fail(ErrorCode::NetworkError,
                        "the peer " + peer.entry.name + " answered with status " + std::to_string(answer->status));
        return readPeerAnswer(answer->body, peer.entry.name, query.limit);
    }

    void settle(const std::string &question, Peer &peer, Result<std::vector<PeerHit>> hits) {
        {
            const std::lock_guard lock(mutex);
            --waiting;
            if (hits) {
                peer.rest = std::chrono::seconds(0);
            } else {
                peer.rest = std::min(LongestRest, std::max(std::chrono::seconds(1), peer.rest * 2));
                peer.restsUntil = Clock::now() + peer.rest;
            }
            const auto found = questions.find(question);
            if (found == questions.end())
                return;
            Question &asked = found->second;
            std::erase(asked.pending, peer.entry.name);
            if (!hits) {
                asked.failed.push_back(peer.entry.name);
            } else {
                std::move(hits->begin(), hits->end(), std::back_inserter(asked.hits));
                std::stable_sort(asked.hits.begin(), asked.hits.end(),
                                 [](const PeerHit &a, const PeerHit &b) { return a.score > b.score; });
            }
        }
        came.notify_all();
    }
};

Federation::Federation(std::shared_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}

Federation::~Federation() {
    m_impl->stop.request_stop();
    m_impl->executor->shutdown();
}

Result<std::unique_ptr<Federation>> Federation::open(const PeersFile &file, const SecretStore &secrets) {
    auto impl = std::make_shared<Impl>(secrets);
    impl->wait = file.wait;
    for (const PeerEntry &entry : file.peers) {
        auto http = net::exchangerFor(entry.url, "url of the peer " + entry.name, true);
        if (!http)
            return fail(http.error());
        if (auto allowed = mayHave(entry.secret, entry); !allowed)
            return fail(allowed.error());
        for (const PeerCaller &caller : entry.callers)
            if (auto allowed = mayHave(caller.secret, entry); !allowed)
                return fail(allowed.error());
        auto peer = std::make_unique<Impl::Peer>();
        peer->entry = entry;
        peer->http = std::move(*http);
        impl->peers.push_back(std::move(peer));
    }
    impl->executor.emplace(std::max<std::size_t>(Threads, impl->peers.size()));
    return std::unique_ptr<Federation>(new Federation(std::move(impl)));
}

bool Federation::waits() const { return m_impl->wait.count() > 0; }

void Federation::ask(const PeerAsker &asker, const PeerQuery &query) {
    const std::string question = key(asker, query);
    const auto now = Clock::now();
    std::vector<std::pair<Impl::Peer *, SecretReference>> due;
    {
        const std::lock_guard lock(m_impl->mutex);
        auto &questions = m_impl->questions;
        if (const auto known = questions.find(question); known != questions.end()) {
            if (now - known->second.asked < Kept)
                return;
            questions.erase(known);
        }
        if (questions.size() >= KeptQuestions)
            questions.erase(std::min_element(questions.begin(), questions.end(), [](const auto &a, const auto &b) {
                return a.second.asked < b.second.asked;
            }));
        Impl::Question asked;
        asked.asked = now;
        for (const auto &peer : m_impl->peers) {
            const SecretReference *secret = secretFor(peer->entry, asker);
            if (secret == nullptr)
                continue;
            if (now < peer->restsUntil || m_impl->waiting >= MaxWaiting) {
                asked.failed.push_back(peer->entry.name);
                continue;
            }
            ++m_impl->waiting;
            asked.pending.push_back(peer->entry.name);
            due.emplace_back(peer.get(), *secret);
        }
        questions.emplace(question, std::move(asked));
    }
    for (auto &[peer, secret] : due)
        m_impl->executor->post([impl = m_impl.get(), peer = peer, secret = secret, question, query](std::stop_token) {
            impl->settle(question, *peer, impl->askOne(*peer, secret, query));
        });
}

PeerAnswers Federation::collect(const PeerAsker &asker, const PeerQuery &query) {
    const std::string question = key(asker, query);
    std::unique_lock lock(m_impl->mutex);
    const auto done = [&] {
        const auto found = m_impl->questions.find(question);
        return found == m_impl->questions.end() || found->second.pending.empty();
    };
    if (m_impl->wait.count() > 0)
        if (const auto found = m_impl->questions.find(question); found != m_impl->questions.end())
            m_impl->came.wait_until(lock, found->second.asked + m_impl->wait, done);
    const auto found = m_impl->questions.find(question);
    if (found == m_impl->questions.end())
        return {};
    return {found->second.hits, found->second.pending, found->second.failed};
}

} // namespace actionscope::upstream
