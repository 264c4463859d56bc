#include "upstream/tool_search.h"

#include "base/clock.h"
#include "base/text.h"
#include "net/configured_url.h"
#include "net/http_client.h"
#include "upstream/detail/encoding.h"
#include "upstream/detail/yaml_reader.h"

#include <algorithm>

namespace actionscope::upstream {
namespace {

constexpr std::size_t MaxProviders = 20, MaxName = 40, MaxSlug = 200, MaxToolsEach = 50, MaxTexts = 30, MaxText = 1000;
constexpr std::uint64_t MaxAnswerBytes = 4U << 20;
constexpr std::chrono::seconds LongestTimeout{120};

bool isName(std::string_view text, std::size_t longest, std::string_view also = "-_") {
    return !text.empty() && text.size() <= longest && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               also.find(c) != std::string_view::npos;
    });
}

ToolSearchEntry readEntry(const detail::YamlFile &file, const YAML::Node &node) {
    file.expectKeys(node, "a provider", {"name", "url", "connections_url", "secret", "header", "timeout", "user"});
    ToolSearchEntry entry;
    entry.name = file.text(node, "name");
    entry.url = file.text(node, "url");
    entry.connectionsUrl = file.text(node, "connections_url");
    if (!isName(entry.name, MaxName) || entry.name == "catalog" || entry.name == "actionscope")
        file.complain(node, "a provider needs a name of its own: letters, digits, '-' and '_', at most 40; catalog and "
                            "actionscope are taken");
    if (entry.url.empty())
        file.complain(node, "the provider '" + entry.name + "' has no url");
    if (const YAML::Node secret = node["secret"])
        entry.secret = file.secret(secret, "secret");
    for (const char *key : {"url", "connections_url"}) {
        const std::string url = file.text(node, key);
        if (!url.empty() && net::originOf(url).empty())
            file.complain(node[key], std::string("'") + key + "' is an absolute http or https URL");
    }
    if (const std::string header = file.text(node, "header"); !header.empty()) {
        if (!isName(header, 100))
            file.complain(node["header"], "'header' is the name of a header, for example x-api-key");
        entry.header = header;
    }
    if (const std::string text = file.text(node, "timeout"); !text.empty()) {
        const auto timeout = parseDuration(text);
        if (!timeout || *timeout < std::chrono::seconds(1) || *timeout > LongestTimeout)
            file.complain(node["timeout"], "'timeout' is a time from 1s to 120s");
        entry.timeout = *timeout;
    }
    if (const std::string user = file.text(node, "user"); !user.empty()) {
        if (user.size() > MaxSlug || firstInvalidUtf8(user))
            file.complain(node["user"], "'user' is a text of at most 200 bytes");
        entry.user = user;
    }
    return entry;
}

/// What is no answer: thrown while one is read, and caught in `search`.
struct Malformed {
    std::string what;
};

const json::value &need(const json::object &object, std::string_view key, std::string_view what) {
    const json::value *found = object.if_contains(key);
    if (found == nullptr || found->is_null())
        throw Malformed{std::string(what) + " is missing"};
    return *found;
}
const json::object &needObject(const json::value &value, std::string_view what) {
    if (!value.is_object())
        throw Malformed{std::string(what) + " is no object"};
    return value.get_object();
}
const json::array &needArray(const json::value &value, std::string_view what) {
    if (!value.is_array())
        throw Malformed{std::string(what) + " is no list"};
    return value.get_array();
}

std::vector<std::string> texts(const json::object &object, std::string_view key) {
    std::vector<std::string> out;
    const json::value *list = object.if_contains(key);
    if (list == nullptr || list->is_null())
        return out;
    for (const json::value &item : needArray(*list, key)) {
        if (!item.is_string())
            throw Malformed{std::string(key) + " holds what is no text"};
        if (out.size() < MaxTexts && !item.get_string().empty())
            out.emplace_back(truncateUtf8(std::string_view(item.get_string()), MaxText));
    }
    return out;
}

std::vector<std::string> slugs(const json::value &list, std::string_view key) {
    std::vector<std::string> out;
    for (const json::value &item : needArray(list, key)) {
        if (!item.is_string() || !isName(std::string_view(item.get_string()), MaxSlug))
            throw Malformed{std::string(key) + " holds what is no name of a tool"};
        if (out.size() < MaxToolsEach)
            out.emplace_back(item.get_string());
    }
    return out;
}

/// A tool as `tool_schemas` describes it; nothing when it does not.
std::optional<FoundTool> described(const json::object &schemas, const std::string &slug) {
    const json::value *found = schemas.if_contains(slug);
    if (found == nullptr)
        return std::nullopt;
    const json::object &tool = needObject(*found, "the description of a tool");
    const json::value &toolkit = need(tool, "toolkit", "the toolkit of a tool");
    const json::value &schema = need(tool, "input_schema", "the input schema of a tool");
    if (!toolkit.is_string() || !isName(std::string_view(toolkit.get_string()), MaxSlug))
        throw Malformed{"the toolkit of a tool is no name"};
    needObject(schema, "the input schema of a tool");
    return FoundTool{slug, toLowerAscii(std::string_view(toolkit.get_string())), schema};
}

FoundTools resultOf(const json::object &result, const json::object *schemas) {
    FoundTools found;
    const auto primary = slugs(need(result, "primary_tool_slugs", "primary_tool_slugs"), "primary_tool_slugs");
    for (const std::string &slug : primary) {
        auto tool = schemas != nullptr ? described(*schemas, slug) : std::nullopt;
        if (!tool && found.tools.empty())
            throw Malformed{"the first choice for a use case is not described"};
        if (tool)
            found.tools.push_back(std::move(*tool));
    }
    found.hasPrimary = !found.tools.empty();
    if (const json::value *related = result.if_contains("related_tool_slugs"); related && !related->is_null()) {
        for (const std::string &slug : slugs(*related, "related_tool_slugs"))
            if (auto tool = schemas != nullptr ? described(*schemas, slug) : std::nullopt)
                found.tools.push_back(std::move(*tool));
    }
    found.steps = texts(result, "recommended_plan_steps");
    found.pitfalls = texts(result, "known_pitfalls");
    return found;
}

/// Results in the order of the question: by their own words when they repeat it, else as they come.
std::vector<const json::object *> inOrder(const json::array &results, const std::vector<std::string> &useCases) {
    if (results.size() != useCases.size())
        throw Malformed{std::to_string(useCases.size()) + " use cases were asked for and " +
                        std::to_string(results.size()) + " are answered"};
    std::vector<const json::object *> listed, named;
    for (const json::value &result : results)
        listed.push_back(&needObject(result, "a result"));
    for (const std::string &useCase : useCases)
        for (const json::object *result : listed)
            if (stringMember(*result, "use_case") == useCase &&
                std::find(named.begin(), named.end(), result) == named.end()) {
                named.push_back(result);
                break;
            }
    return named.size() == listed.size() ? named : listed;
}

ToolSearchAnswer answerOf(const json::value &value, const std::vector<std::string> &useCases) {
    const json::object &envelope = needObject(value, "the answer");
    const json::value &successful = need(envelope, "successful", "`successful`");
    if (!successful.is_bool())
        throw Malformed{"`successful` is neither true nor false"};
    if (!successful.get_bool())
        throw Malformed{"it reports that the search failed"};
    const json::object &data = needObject(need(envelope, "data", "`data`"), "`data`");
    const json::value *inner = data.if_contains("success");
    if ((inner != nullptr && inner->is_bool() && !inner->get_bool()) || !stringMember(data, "error").empty())
        throw Malformed{"it reports that the search failed"};
    const auto results = inOrder(needArray(need(data, "results", "`results`"), "`results`"), useCases);
    const json::object *schemas = nullptr;
    if (const json::value *given = data.if_contains("tool_schemas"); given && !given->is_null())
        schemas = &needObject(*given, "`tool_schemas`");
    ToolSearchAnswer answer;
    for (const json::object *result : results)
        answer.results.push_back(resultOf(*result, schemas));
    if (const json::value *states = data.if_contains("toolkit_connection_statuses"); states && !states->is_null()) {
        for (const json::value &item : needArray(*states, "`toolkit_connection_statuses`")) {
            const json::object &state = needObject(item, "the state of a connection");
            const json::value &active = need(state, "has_active_connection", "`has_active_connection`");
            if (!active.is_bool())
                throw Malformed{"`has_active_connection` is neither true nor false"};
            answer.connected[toLowerAscii(stringMember(state, "toolkit"))] = active.get_bool();
        }
    }
    return answer;
}

} // namespace

Result<std::vector<ToolSearchEntry>> readToolSearches(const std::filesystem::path &path) {
    try {
        const detail::YamlFile file(path);
        std::vector<ToolSearchEntry> entries;
        if (!file.root() || file.root().IsNull())
            return entries;
        file.expectKeys(file.root(), "providers.yaml", {"providers"});
        const YAML::Node list = file.root()["providers"];
        if (!list || list.IsNull())
            return entries;
        if (!list.IsSequence() || list.size() > MaxProviders)
            file.complain(list, "'providers' is a list of at most " + std::to_string(MaxProviders));
        for (const YAML::Node &node : list) {
            ToolSearchEntry entry = readEntry(file, node);
            if (std::any_of(entries.begin(), entries.end(), [&](const auto &e) { return e.name == entry.name; }))
                file.complain(node, "another provider has the name '" + entry.name + "' already");
            entries.push_back(std::move(entry));
        }
        return entries;
    } catch (const detail::YamlComplaint &complaint) {
        return fail(complaint.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, {path.string()});
    }
}

struct ToolSearch::Impl {
    ToolSearchEntry entry;
    const SecretStore &secrets;
    std::unique_ptr<net::HttpExchanger> searching, connecting;

    [[nodiscard]] tl::unexpected<Error> failed(const std::string &what) const {
        return fail(ErrorCode::NetworkError, "the provider " + entry.name + " gave no result: " + what);
    }

    /// The answer as JSON. Asking changes nothing, so a kept connection that turned out to be closed is tried again.
    Result<json::value> ask(const net::HttpExchanger &http, net::HttpRequest request, std::stop_token stop) const {
        request.headers.emplace_back("Accept", "application/json");
        request.timeout = request.connectTimeout = entry.timeout;
        request.maxResponseBytes = MaxAnswerBytes;
        if (entry.secret.place != SecretPlace::None) {
            const auto secret = secrets.read(entry.secret);
            if (!secret || !*secret)
                return failed("its secret is not set");
            const bool bearer = toLowerAscii(entry.header) == "authorization";
            request.headers.emplace_back(entry.header, (bearer ? "Bearer " : "") + **secret);
        }
        auto response = http.exchange(request, stop);
        if (!response && !response.error().timedOut && response.error().stage != net::ExchangeStage::ResponseBegun &&
            response.error().error.code == ErrorCode::NetworkError)
            response = http.exchange(request, stop);
        if (!response)
            return failed(response.error().error.message);
        if (response->status == 401 || response->status == 403)
            return failed("it refuses the secret (status " + std::to_string(response->status) + ")");
        if (response->status != 200)
            return failed("it answered with status " + std::to_string(response->status));
        auto parsed = parseJson(response->body, {}, {.maxDepth = 128});
        if (!parsed)
            return failed("its answer is no JSON");
        return parsed;
    }
};

ToolSearch::ToolSearch(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}
ToolSearch::~ToolSearch() = default;

Result<std::unique_ptr<ToolSearch>> ToolSearch::open(const ToolSearchEntry &entry, const SecretStore &secrets) {
    const bool needsTls = entry.secret.place != SecretPlace::None;
    auto searching = net::exchangerFor(entry.url, "url of the provider " + entry.name, needsTls);
    if (!searching)
        return fail(searching.error());
    auto impl = std::make_unique<Impl>(Impl{entry, secrets, std::move(*searching), nullptr});
    if (!entry.connectionsUrl.empty()) {
        auto connecting =
            net::exchangerFor(entry.connectionsUrl, "connections_url of the provider " + entry.name, needsTls);
        if (!connecting)
            return fail(connecting.error());
        impl->connecting = std::move(*connecting);
    }
    return std::unique_ptr<ToolSearch>(new ToolSearch(std::move(impl)));
}

const ToolSearchEntry &ToolSearch::entry() const { return m_impl->entry; }

bool ToolSearch::knowsConnections() const { return m_impl->connecting != nullptr; }

Result<ToolSearchAnswer> ToolSearch::search(const std::vector<std::string> &useCases, const std::string &user,
                                            std::stop_token stop) const {
    json::array queries;
    for (const std::string &useCase : useCases)
        queries.push_back(json::object{{"use_case", useCase}});
    net::HttpRequest request;
    request.method = "POST";
    request.url = m_impl->entry.url;
    request.headers = {{"Content-Type", "application/json"}};
    request.body = json::serialize(json::object{
        {"user_id", user}, {"arguments", {{"queries", std::move(queries)}, {"session", {{"generate_id", true}}}}}});
    const auto answer = m_impl->ask(*m_impl->searching, std::move(request), stop);
    if (!answer)
        return fail(answer.error());
    try {
        return answerOf(*answer, useCases);
    } catch (const Malformed &malformed) {
        return m_impl->failed(malformed.what);
    }
}

Result<std::set<std::string>> ToolSearch::connected(const std::vector<std::string> &toolkits, const std::string &user,
                                                    std::stop_token stop) const {
    std::string list;
    for (const std::string &toolkit : toolkits)
        list += (list.empty() ? "" : ",") + toolkit;
    net::HttpRequest request;
    request.url = m_impl->entry.connectionsUrl +
                  (m_impl->entry.connectionsUrl.find('?') == std::string::npos ? "?" : "&") +
                  "user_ids=" + detail::percentEncoded(user) + "&toolkit_slugs=" + detail::percentEncoded(list);
    const auto answer = m_impl->ask(*m_impl->connecting, std::move(request), stop);
    if (!answer)
        return fail(answer.error());
    try {
        std::set<std::string> active;
        const json::object &envelope = needObject(*answer, "the list of connections");
        for (const json::value &item : needArray(need(envelope, "items", "`items`"), "`items`")) {
            const json::object &connection = needObject(item, "a connection");
            const json::value &toolkit = need(connection, "toolkit", "the toolkit of a connection");
            const std::string_view slug =
                toolkit.is_string() ? std::string_view(toolkit.get_string())
                                    : stringMember(needObject(toolkit, "the toolkit of a connection"), "slug");
            if (stringMember(connection, "status") == "ACTIVE")
                active.insert(toLowerAscii(slug));
        }
        return active;
    } catch (const Malformed &malformed) {
        return m_impl->failed(malformed.what);
    }
}

} // namespace actionscope::upstream
