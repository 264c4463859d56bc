#include "workspace/kept_heads.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "net/configured_url.h"
#include "workspace/layout.h"
#include "workspace/settings.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

namespace actionscope::workspace {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds NetworkTime{10'000};
constexpr std::chrono::seconds RetryAfter{60}, LookAgain{5};
constexpr std::uint64_t AnswerBytes = 64U << 10;
constexpr std::size_t LastLineBytes = 4096;

bool isUrl(std::string_view text) { return text.starts_with("http://") || text.starts_with("https://"); }

json::object headJson(const KeptHead &head) {
    json::object object{{"head", governance::formatHead(head.head)}};
    if (head.time)
        object["time"] = formatTimestamp(*head.time);
    if (!head.workspace.empty())
        object["workspace"] = json::string(head.workspace);
    return object;
}

Result<KeptHead> headFrom(const json::value &value) {
    KeptHead kept;
    const std::string_view text =
        value.is_string() ? std::string_view(value.get_string()) : stringMember(value, "head");
    auto head = governance::parseHead(text);
    if (!head)
        return fail(head.error());
    kept.head = std::move(*head);
    kept.time = parseTimestamp(stringMember(value, "time"));
    kept.workspace = stringMember(value, "workspace");
    return kept;
}

Result<KeptHead> headFrom(std::string_view line) {
    if (line.front() != '{')
        return headFrom(json::value(json::string(line)));
    const auto parsed = parseJson(line);
    if (!parsed)
        return fail(parsed.error());
    return headFrom(*parsed);
}

class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

/// Appends the line and brings it to the disk, under a lock against others that append. What was there before stays as
/// it was whatever happens; a line that was torn off earlier is closed first. Nothing when it is the last line already.
Result<void> appendLine(const fs::path &path, const KeptHead &head) {
    const Descriptor file(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
    if (file.number() < 0)
        return fail(fileError(errno, "open", path));
    if (::flock(file.number(), LOCK_EX) != 0)
        return fail(fileError(errno, "lock", path));
    struct stat info {};
    if (::fstat(file.number(), &info) != 0)
        return fail(fileError(errno, "read", path));
    if (!S_ISREG(info.st_mode))
        return fail(ErrorCode::Unsupported, "audit.heads.file is no regular file", {path.string()});
    std::string tail(std::min<std::size_t>(LastLineBytes, static_cast<std::size_t>(info.st_size)), '\0');
    const ssize_t got =
        ::pread(file.number(), tail.data(), tail.size(), info.st_size - static_cast<off_t>(tail.size()));
    if (got != static_cast<ssize_t>(tail.size()))
        return fail(fileError(got < 0 ? errno : EIO, "read", path));
    const bool torn = !tail.empty() && tail.back() != '\n';
    if (!torn && !tail.empty()) {
        tail.pop_back();
        const std::size_t begin = tail.rfind('\n');
        const std::string_view last = std::string_view(tail).substr(begin == std::string::npos ? 0 : begin + 1);
        if (const auto before = last.empty() ? Result<KeptHead>(KeptHead()) : headFrom(last);
            before && before->head.seq == head.head.seq && before->head.hash == head.head.hash)
            return {};
    }
    const std::string line = (torn ? "\n" : "") + headLine(head) + '\n';
    const ssize_t written = ::write(file.number(), line.data(), line.size());
    if (written != static_cast<ssize_t>(line.size())) {
        const int why = written < 0 ? errno : ENOSPC;
        if (written > 0)
            static_cast<void>(::ftruncate(file.number(), info.st_size));
        return fail(fileError(why, "write", path));
    }
    return ::fsync(file.number()) == 0 ? Result<void>() : fail(fileError(errno, "write", path));
}

/// Whoever can rewrite the log could rewrite a file beside it.
Result<fs::path> placeOf(const Workspace &workspace, const std::string &file) {
    std::error_code wrong;
    const fs::path folder = fs::weakly_canonical(workspace.folder(), wrong);
    const fs::path path = fs::weakly_canonical(folder / file, wrong);
    const fs::path inside = path.lexically_relative(folder);
    if (wrong || path.empty())
        return fail(ErrorCode::InvalidArgument, "audit.heads.file names no place for a file: " + file);
    if (!inside.empty() && *inside.begin() != "..")
        return fail(
            ErrorCode::InvalidArgument,
            "audit.heads.file lies in the workspace: whoever rewrites the log could rewrite it too; name a file "
            "elsewhere",
            {path.string()});
    return path;
}

Result<void> post(const std::string &url, const KeptHead &head, const std::stop_token &stop) {
    const auto exchanger = net::exchangerFor(url, "audit.heads.url", true);
    if (!exchanger)
        return fail(exchanger.error());
    net::HttpRequest request;
    request.method = "POST";
    request.url = url;
    request.headers = {{"Content-Type", "application/json"}};
    request.body = headLine(head);
    request.timeout = NetworkTime;
    request.maxResponseBytes = AnswerBytes;
    const auto answer = (*exchanger)->exchange(request, stop);
    if (!answer)
        return fail(answer.error().error.code, "audit.heads.url: " + answer.error().error.message);
    if (answer->status < 200 || answer->status > 299)
        return fail(ErrorCode::NetworkError, "audit.heads.url answered with status " + std::to_string(answer->status) +
                                                 ": the head is not kept there");
    return {};
}

} // namespace

Result<HeadsSettings> readHeadsSettings(const fs::path &settingsFile) {
    // What is wrong with the file is said in one place.
    if (const auto checked = readSettings(settingsFile); !checked)
        return fail(checked.error());
    HeadsSettings settings;
    const auto text = readFile(settingsFile, 1U << 20);
    if (!text)
        return text.error().code == ErrorCode::NotFound ? Result<HeadsSettings>(settings) : fail(text.error());
    try {
        const YAML::Node root = YAML::Load(*text);
        // A node that is not there may only be asked whether it is.
        const auto member = [](const YAML::Node &map, const char *key) {
            return map.IsDefined() && map.IsMap() && map[key].IsDefined() ? map[key] : YAML::Node();
        };
        const YAML::Node heads = member(member(root, "audit"), "heads");
        if (!heads.IsMap())
            return settings;
        for (const auto &entry : heads) {
            const std::string key = entry.first.Scalar();
            if (key == "file")
                settings.file = entry.second.Scalar();
            else if (key == "url")
                settings.url = entry.second.Scalar();
            else if (const auto every = parseDuration(entry.second.Scalar()); key == "every" && every)
                settings.every = *every;
        }
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, {settingsFile.string()});
    }
    return settings;
}

std::string headLine(const KeptHead &head) { return json::serialize(headJson(head)); }

Result<std::vector<KeptHead>> parseHeads(std::string_view text, const std::string &from) {
    std::vector<KeptHead> heads;
    const auto tooMany = [&](std::uint32_t line) {
        return fail(ErrorCode::LimitExceeded, "more than " + std::to_string(MaxKeptHeads) + " heads", {from, line});
    };
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin != std::string_view::npos && text[begin] == '[') {
        const auto parsed = parseJson(text);
        if (!parsed || !parsed->is_array())
            return fail(ErrorCode::ParseError, parsed ? "no list of heads" : parsed.error().message, {from, 1});
        for (const json::value &value : parsed->get_array()) {
            if (heads.size() == MaxKeptHeads)
                return tooMany(1);
            auto head = headFrom(value);
            if (!head)
                return fail(ErrorCode::ParseError,
                            "the head " + std::to_string(heads.size() + 1) + " of the list: " + head.error().message,
                            {from, 1});
            heads.push_back(std::move(*head));
        }
        return heads;
    }
    std::uint32_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        const bool whole = end != std::string_view::npos;
        text = whole ? text.substr(end + 1) : std::string_view();
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
            line.remove_suffix(1);
        if (line.empty())
            continue;
        if (heads.size() == MaxKeptHeads)
            return tooMany(number);
        auto head = headFrom(line);
        if (head) {
            heads.push_back(std::move(*head));
        } else if (whole && line.front() == '{' && line.back() != '}') {
            continue; // torn off when it was written, and closed by the next one
        } else if (whole) {
            return fail(ErrorCode::ParseError, "no head: " + head.error().message, {from, number});
        }
    }
    return heads;
}

Result<std::vector<KeptHead>> readHeads(const std::string &fileOrUrl, std::stop_token stop) {
    std::string text;
    if (isUrl(fileOrUrl)) {
        const auto exchanger = net::exchangerFor(fileOrUrl, "the address of the heads", true);
        if (!exchanger)
            return fail(exchanger.error());
        net::HttpRequest request;
        request.url = fileOrUrl;
        request.headers = {{"Accept", "application/json"}};
        request.maxResponseBytes = MaxHeadsBytes;
        auto answer = (*exchanger)->exchange(request, std::move(stop));
        if (!answer)
            return fail(answer.error().error);
        if (answer->status != 200)
            return fail(ErrorCode::NetworkError,
                        "the kept heads could not be read: status " + std::to_string(answer->status));
        text = std::move(answer->body);
    } else {
        auto read = readFile(fileOrUrl, MaxHeadsBytes, "the limit of kept heads");
        if (!read)
            return fail(read.error());
        text = std::move(*read);
    }
    auto heads = parseHeads(text, isUrl(fileOrUrl) ? "the answer" : fileOrUrl);
    if (heads && heads->empty())
        return fail(ErrorCode::NotFound, "not one head is kept there: nothing would be checked", {fileOrUrl});
    return heads;
}

Result<HeadsCheck> checkHeads(const governance::AuditLog &log, std::vector<KeptHead> heads, const Job &job) {
    std::stable_sort(heads.begin(), heads.end(),
                     [](const KeptHead &a, const KeptHead &b) { return a.head.seq < b.head.seq; });
    HeadsCheck check;
    for (const KeptHead &head : heads) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "comparing with the kept heads was cancelled");
        ++check.heads;
        // An empty log's head: of nothing nothing can be missing.
        if (head.head.seq == 0)
            continue;
        const auto record = log.get(head.head.seq);
        if (!record)
            return fail(record.error());
        if (*record && (*record)->hash == toLowerAscii(head.head.hash)) {
            check.newest = head;
            continue;
        }
        check.missing = head;
        check.found = *record ? (*record)->hash : std::string();
        break;
    }
    return check;
}

Result<KeptHead> keepHead(const Workspace &workspace, const HeadsSettings &settings, std::stop_token stop,
                          const Clock *clock) {
    if (settings.file.empty() && settings.url.empty())
        return fail(ErrorCode::InvalidArgument,
                    "no place is set for the heads of the audit chain: write `audit: {heads: {file: PATH}}` or `{url: "
                    "…}` to actionscope.yaml");
    const governance::AuditLog *log = workspace.audit();
    if (log == nullptr)
        return fail(ErrorCode::NotFound, "the audit log lies in state.db, which cannot be used");
    // A head after a signature is worth more. Without one it still says what was there.
    static_cast<void>(workspace.signAudit());
    const auto head = log->head();
    if (!head)
        return fail(head.error());
    const SystemClock system;
    const KeptHead kept{*head, (clock != nullptr ? *clock : system).now(), workspace.snapshot()->settings.name};
    std::optional<Error> problem;
    const auto take = [&](const Result<void> &result) {
        if (result)
            return;
        if (problem)
            problem->message += "; " + result.error().message;
        else
            problem = result.error();
    };
    if (!settings.file.empty()) {
        const auto path = placeOf(workspace, settings.file);
        take(path ? appendLine(*path, kept) : Result<void>(fail(path.error())));
    }
    if (!settings.url.empty())
        take(post(settings.url, kept, stop));
    if (problem)
        return fail(std::move(*problem));
    return kept;
}

struct HeadKeeper::Impl {
    const Workspace &workspace;
    std::function<void(const std::string &)> changed;
    mutable std::mutex mutex;
    std::condition_variable_any wake;
    Status status; ///< guarded by the mutex
    std::mutex joining;
    std::jthread thread;

    void run(const std::stop_token &stop);
    void keep(const HeadsSettings &settings, const std::stop_token &stop);
    void set(bool on, const std::string &problem, std::optional<KeptHead> last);
};

void HeadKeeper::Impl::set(bool on, const std::string &problem, std::optional<KeptHead> last) {
    bool tell = false;
    {
        const std::lock_guard lock(mutex);
        tell = status.problem != problem;
        status.on = on;
        status.problem = problem;
        if (last)
            status.last = std::move(last);
    }
    if (tell && changed)
        changed(problem);
}

void HeadKeeper::Impl::keep(const HeadsSettings &settings, const std::stop_token &stop) {
    auto kept = keepHead(workspace, settings, stop);
    if (kept)
        set(true, {}, std::move(*kept));
    else
        set(true, kept.error().toString(), std::nullopt);
}

void HeadKeeper::Impl::run(const std::stop_token &stop) {
    using Steady = std::chrono::steady_clock;
    std::optional<Steady::time_point> last;
    HeadsSettings settings, before;
    std::optional<FileStamp> seen;
    const fs::path file = Layout{workspace.folder()}.settings();
    while (!stop.stop_requested()) {
        if (const auto stamp = fileStamp(file); stamp != seen) {
            if (const auto read = readHeadsSettings(file))
                settings = *read;
            seen = stamp;
        }
        const bool on = !settings.file.empty() || !settings.url.empty();
        if (!on)
            set(false, {}, std::nullopt);
        const auto pause = status.problem.empty() ? settings.every : std::min(settings.every, RetryAfter);
        if (on && (!last || settings != before || Steady::now() - *last >= pause)) {
            keep(settings, stop);
            last = Steady::now();
            before = settings;
        }
        std::unique_lock lock(mutex);
        wake.wait_for(lock, stop, std::chrono::seconds(LookAgain), [] { return false; });
    }
    // What happened since is kept too; nobody waits for a network then.
    settings.url.clear();
    if (!settings.file.empty())
        keep(settings, {});
}

HeadKeeper::HeadKeeper(const Workspace &workspace, std::function<void(const std::string &)> changed)
    : m_impl(new Impl{workspace, std::move(changed), {}, {}, {}, {}, {}}) {
    m_impl->thread = std::jthread([impl = m_impl.get()](const std::stop_token &stop) { impl->run(stop); });
}

HeadKeeper::~HeadKeeper() = default;

void HeadKeeper::stop() {
    m_impl->thread.request_stop();
    const std::lock_guard once(m_impl->joining);
    if (m_impl->thread.joinable())
        m_impl->thread.join();
}

HeadKeeper::Status HeadKeeper::status() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->status;
}

} // namespace actionscope::workspace
