#include "ingest/detail/extract.h"

#include "base/text.h"
#include "ingest/detail/operation.h"
#include "ingest/detail/references.h"
#include "net/http_client.h"

#include <algorithm>
#include <array>

namespace actionscope::ingest::detail {

using catalog::Capability;
using catalog::Hint;
using catalog::Method;
using catalog::Place;

namespace {

constexpr std::size_t MaxTitle = 512;    ///< bytes of a summary; what is longer is prose
constexpr std::size_t MaxWarnings = 100; ///< of one description; the rest is counted
constexpr std::size_t MaxUrl = 1024;     ///< bytes of a server's URL
constexpr std::size_t MaxLabels = 100;   ///< tags, ways to authenticate, server variables: of one operation

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// `servers` or the parts of Swagger 2 as one URL, variables replaced by their defaults; empty when there are none.
std::string serverUrl(const json::value *servers, const Source &source) {
    const json::array *list = servers ? servers->if_array() : nullptr;
    if (!list || list->empty())
        return {};
    const json::value &server = list->front();
    std::string url(truncateUtf8(stringMember(server, "url"), MaxUrl));
    if (const json::object *variables = objectMember(server, "variables")) {
        std::size_t count = 0;
        for (const auto &pair : *variables) {
            if (++count > MaxLabels)
                break;
            const std::string token = '{' + std::string(pair.key()) + '}';
            const std::string value(truncateUtf8(stringMember(pair.value(), "default"), MaxUrl));
            // Behind what was put in: a default that holds its own token must not grow without end.
            for (std::size_t at = url.find(token); at != std::string::npos && url.size() <= 4 * MaxUrl;
                 at = url.find(token, at + value.size()))
                url.replace(at, token.size(), value);
        }
    }
    if (url.starts_with('/') && source.file.empty())
        url = net::originOf(source.origin) + url;
    while (url.size() > 1 && url.ends_with('/'))
        url.pop_back();
    return std::string(truncateUtf8(url, MaxUrl));
}

std::string swagger2Server(const json::value &root, const Source &source) {
    std::string host(stringMember(root, "host"));
    std::string base(stringMember(root, "basePath"));
    std::string scheme;
    if (const json::array *schemes = arrayMember(root, "schemes")) {
        for (const json::value &one : *schemes) {
            if (one.is_string() && (scheme.empty() || one.get_string() == "https"))
                scheme = one.get_string();
        }
    }
    while (base.ends_with('/'))
        base.pop_back();
    if (host.empty())
        return source.file.empty() ? net::originOf(source.origin) + base : base;
    return std::string(truncateUtf8((scheme.empty() ? "https" : scheme) + "://" + host + base, MaxUrl));
}

/// Each alternative of a `security` list as one string: schemes joined by " + ", each with its scopes. An alternative
/// that asks for nothing is "none".
std::vector<std::string> securityOf(const json::value *list) {
    std::vector<std::string> out;
    if (!list || !list->is_array())
        return out;
    for (const json::value &alternative : list->get_array()) {
        const json::object *schemes = alternative.if_object();
        if (out.size() >= MaxLabels)
            break;
        if (!schemes)
            continue;
        std::string text;
        for (const auto &pair : *schemes) {
            if (text.size() > MaxTitle)
                break;
            if (!text.empty())
                text += " + ";
            text += std::string_view(pair.key());
            const json::array *scopes = pair.value().if_array();
            bool first = true;
            for (std::size_t i = 0; scopes && i < scopes->size() && text.size() <= MaxTitle; ++i) {
                if (!(*scopes)[i].is_string())
                    continue;
                text += first ? ": " : ", ";
                text += std::string_view((*scopes)[i].get_string());
                first = false;
            }
        }
        text = oneLine(text.empty() ? "none" : text, MaxTitle);
        if (std::find(out.begin(), out.end(), text) == out.end())
            out.push_back(std::move(text));
    }
    if (out.size() == 1 && out.front() == "none")
        out.clear();
    return out;
}

std::optional<bool> flag(const json::object &object, std::string_view key) {
    const json::value *found = object.if_contains(key);
    return found && found->is_bool() ? std::optional(found->get_bool()) : std::nullopt;
}

/// What vendors say of an operation in extensions that we know: MCP's annotations, Kubernetes' verbs, and the functions
/// of OData, which have no side effects by its specification (OData 4.01 part 1, 12.1).
Hint hintOf(const json::object &operation) {
    for (const char *key : {"x-mcp-annotations", "x-mcp", "annotations"}) {
        if (const json::value *found = operation.if_contains(key); found && found->is_object()) {
            if (flag(found->get_object(), "destructiveHint").value_or(false))
                return Hint::Destructive;
            if (flag(found->get_object(), "readOnlyHint").value_or(false))
                return Hint::ReadOnly;
        }
    }
    for (const char *key : {"x-destructive", "x-destructiveHint"}) {
        if (flag(operation, key).value_or(false))
            return Hint::Destructive;
    }
    for (const char *key : {"x-read-only", "x-readonly", "x-readOnly", "x-readOnlyHint"}) {
        if (flag(operation, key).value_or(false))
            return Hint::ReadOnly;
    }
    if (const json::value *verb = operation.if_contains("x-kubernetes-action"); verb && verb->is_string()) {
        const std::string_view word(verb->get_string());
        if (word.starts_with("delete"))
            return Hint::Destructive;
        if (word == "get" || word == "list" || word == "watch" || word == "watchlist")
            return Hint::ReadOnly;
    }
    if (const json::value *kind = operation.if_contains("x-ms-docs-operation-type");
        kind && kind->is_string() && kind->get_string() == "function")
        return Hint::ReadOnly;
    return Hint::None;
}

class Extractor {
public:
    Extractor(const json::value &root, const Source &source, const ImportLimits &limits, const Job &job,
              ImportedService &out)
        : m_root(root)
        , m_source(source)
        , m_limits(limits)
        , m_job(job)
        , m_out(out)
        , m_dialect(dialectOf(root)) {}

    Result<void> run() {
        readInfo();
        m_security = securityOf(member(m_root, "security"));
        const json::value *paths = member(m_root, "paths");
        if (paths && !paths->is_object() && !paths->is_null())
            return fail(ErrorCode::ParseError, "`paths` is not an object", {m_source.origin});
        if (paths && paths->is_object()) {
            for (const auto &pair : paths->get_object()) {
                if (auto read = readPath(pair.key(), pair.value()); !read)
                    return read;
            }
        }
        const auto calls = [this](std::size_t number, const std::string &what) {
            if (number > 0)
                warn(std::to_string(number) + ' ' + what +
                     (number == 1 ? " is no action: it is a call that the service makes"
                                  : "s are no actions: they are calls that the service makes"));
        };
        const json::object *webhooks = objectMember(m_root, "webhooks");
        calls(webhooks ? webhooks->size() : 0, "webhook");
        calls(m_callbacks, "callback");
        if (m_unsaid > 0)
            m_out.warnings.push_back(std::to_string(m_unsaid) + " more warnings like these");
        name();
        return {};
    }

private:
    void readInfo() {
        catalog::ServiceInfo &info = m_out.info;
        const json::value *about = member(m_root, "info");
        static const json::value Nothing;
        if (!about)
            about = &Nothing;
        info.title = oneLine(stringMember(*about, "title"), MaxTitle);
        info.description = truncateUtf8(stringMember(*about, "description"), catalog::MaxDescription);
        if (const json::value *version = member(*about, "version");
            version && version->is_primitive() && !version->is_null())
            info.version = version->is_string() ? oneLine(version->get_string(), 80) : json::serialize(*version);
        info.server = m_dialect == Dialect::Swagger2 ? swagger2Server(m_root, m_source)
                                                     : serverUrl(member(m_root, "servers"), m_source);
        info.id = m_source.serviceId.empty() ? serviceId(info.title) : m_source.serviceId;
        if (info.id.empty())
            info.id = "service";
    }

    Result<void> readPath(std::string_view path, const json::value &written) {
        if (path.starts_with("x-"))
            return {};
        const std::string pointer = "/paths/" + pointerStep(path);
        const json::object *shared = written.if_object();
        if (!shared) {
            skip(pointer, "the path item is not an object");
            return {};
        }
        const json::object *item = shared;
        if (const std::string_view reference = referenceOf(written); !reference.empty()) {
            const json::value *resolved = resolve(m_root, &written);
            item = resolved ? resolved->if_object() : nullptr;
            if (!item) {
                skip(pointer, "the path item refers to '" + std::string(truncateUtf8(reference, 200)) +
                                  "', which is not there or not an object (references are followed inside the import "
                                  "folder only)");
                item = shared;
            }
        }
        m_itemServer = serverUrl(item->if_contains("servers"), m_source);
        for (const auto &pair : *shared) {
            if (auto read = readMember(path, pointer, pair.key(), pair.value(), item, shared); !read)
                return read;
        }
        if (item == shared)
            return {};
        for (const auto &pair : *item) {
            if (shared->contains(pair.key()))
                continue;
            if (auto read = readMember(path, pointer, pair.key(), pair.value(), item, shared); !read)
                return read;
        }
        return {};
    }

    Result<void> readMember(std::string_view path, const std::string &pathPointer, std::string_view key,
                            const json::value &value, const json::object *item, const json::object *shared) {
        static constexpr std::array<std::string_view, 5> NoOperations{"$ref", "summary", "description", "servers",
                                                                      "parameters"};
        if (key.starts_with("x-") || std::find(NoOperations.begin(), NoOperations.end(), key) != NoOperations.end())
            return {};
        const auto method = catalog::methodFromName(key);
        const std::string pointer = pathPointer + '/' + pointerStep(truncateUtf8(key, MaxTitle));
        if (!method) {
            ++m_parameters;
            // Only what looks like an operation is lost; a stray member is a matter for the author of the description.
            if (value.is_object() &&
                (value.get_object().contains("responses") || value.get_object().contains("operationId")))
                skip(pointer, "'" + std::string(truncateUtf8(key, 40)) + "' is not an HTTP method that can be called");
            else
                warn(pointer + ": not a member of a path item; passed over");
            return {};
        }
        const json::value *resolved = resolve(m_root, &value);
        const json::object *operation = resolved ? resolved->if_object() : nullptr;
        if (!operation) {
            skip(pointer, "the operation is not an object");
            return {};
        }
        if (m_out.actions.size() >= m_limits.operations)
            return fail(ErrorCode::LimitExceeded,
                        "more than " + std::to_string(m_limits.operations) +
                            " operations in one description (raise limits.operations in actionscope.yaml to read it)",
                        {m_source.origin});
        if (m_out.actions.size() % 256 == 0 && m_job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled", {m_source.origin});
        return readOperation(path, pointer, *method, *operation, item, shared);
    }

    Result<void> readOperation(std::string_view path, const std::string &pointer, Method method,
                               const json::object &operation, const json::object *item, const json::object *shared) {
        OperationView view = viewOperation(m_root, m_dialect, path, operation, item, shared);
        m_parameters += view.looked + 1;
        if (m_parameters > m_limits.parameters)
            return fail(ErrorCode::LimitExceeded,
                        "more than " + std::to_string(m_limits.parameters) +
                            " parameters and body members in one description, counted for each operation that takes "
                            "them (raise limits.parameters in actionscope.yaml to read it)",
                        {m_source.origin});
        for (const std::string &problem : view.problems)
            warn(pointer + ": " + problem);
        m_out.actions.emplace_back();
        Capability &action = m_out.actions.back();
        const auto text = [&](const char *key) {
            for (const json::object *from : {&operation, item}) {
                const json::value *found = from->if_contains(key);
                if (found && found->is_string() && !found->get_string().empty())
                    return std::string_view(found->get_string());
            }
            return std::string_view();
        };
        action.title = oneLine(text("summary"), MaxTitle);
        action.description = truncateUtf8(text("description"), catalog::MaxDescription);
        action.method = method;
        action.path = path;
        action.pointer = pointer;
        action.hint = hintOf(operation);
        action.deprecated = flag(operation, "deprecated").value_or(false);
        action.hasBody = view.body.present;
        if (const json::value *callbacks = operation.if_contains("callbacks"); callbacks && callbacks->is_object())
            m_callbacks += callbacks->get_object().size();
        if (const json::value *tags = operation.if_contains("tags"); tags && tags->is_array()) {
            for (const json::value &tag : tags->get_array()) {
                if (action.tags.size() >= MaxLabels)
                    break;
                if (tag.is_string())
                    action.tags.push_back(oneLine(tag.get_string(), MaxTitle));
            }
        }
        const json::value *security = operation.if_contains("security");
        action.security = security ? securityOf(security) : m_security;
        const json::value *servers = operation.if_contains("servers");
        action.server = servers ? serverUrl(servers, m_source) : m_itemServer;
        if (action.server == m_out.info.server)
            action.server.clear();
        addParameters(view, action);
        const json::value *id = operation.if_contains("operationId");
        m_keys.push_back({id && id->is_string() ? std::string(id->get_string()) : std::string(),
                          std::string(catalog::methodName(method)), std::string(path)});
        return {};
    }

    void addParameters(const OperationView &view, Capability &action) {
        const BodyView &body = view.body;
        action.parameters.reserve(view.parameters.size() + std::max<std::size_t>(body.members.size(), 1));
        for (const ParameterView &parameter : view.parameters) {
            catalog::Parameter &added = action.parameters.emplace_back();
            added.name = parameter.name;
            added.place = parameter.place;
            added.required = parameter.required;
            added.type = parameter.schema ? typeName(m_root, parameter.schema) : "string";
            if (parameter.definition)
                added.description = describe(*parameter.definition, parameter.schema);
        }
        for (const BodyMember &bodyMember : body.members) {
            catalog::Parameter &added = action.parameters.emplace_back();
            added.name = bodyMember.name;
            added.place = Place::Body;
            added.required = bodyMember.required && body.required;
            added.type = typeName(m_root, bodyMember.schema);
            static const json::object Nothing;
            const json::object *own = bodyMember.schema->if_object();
            added.description = describe(own ? *own : Nothing, bodyMember.schema);
        }
        const bool form = std::any_of(view.parameters.begin(), view.parameters.end(),
                                      [](const ParameterView &parameter) { return parameter.isForm; });
        if (body.present && body.members.empty() && !form) {
            catalog::Parameter &added = action.parameters.emplace_back();
            added.name = "body";
            added.place = Place::Body;
            added.required = body.required;
            added.type = typeName(m_root, body.schema);
            added.description = oneLine(body.description, catalog::MaxParameterDescription);
        }
    }

    /// The description nearest to the one who uses it: of the parameter, else of its schema.
    std::string describe(const json::object &definition, const json::value *schema) const {
        const json::value *own = definition.if_contains("description");
        if (own && own->is_string() && !own->get_string().empty())
            return oneLine(own->get_string(), catalog::MaxParameterDescription);
        const json::value *resolved = resolve(m_root, schema);
        return resolved ? oneLine(stringMember(*resolved, "description"), catalog::MaxParameterDescription)
                        : std::string();
    }

    void name() {
        std::vector<std::string> names = actionNames(m_keys);
        for (std::size_t i = 0; i < names.size(); ++i)
            m_out.actions[i].name = std::move(names[i]);
    }

    void skip(std::string pointer, std::string reason) {
        m_out.skipped.push_back({m_source.origin, std::move(pointer), std::move(reason)});
    }
    void warn(std::string text) {
        if (m_out.warnings.size() < MaxWarnings)
            m_out.warnings.push_back(std::move(text));
        else
            ++m_unsaid;
    }

    const json::value &m_root;
    const Source &m_source;
    const ImportLimits &m_limits;
    const Job &m_job;
    ImportedService &m_out;
    Dialect m_dialect;
    std::vector<std::string> m_security; ///< of operations that say nothing themselves
    std::string m_itemServer;            ///< of the path item being read
    std::vector<OperationKey> m_keys;    ///< beside m_out.actions
    std::size_t m_parameters = 0;
    std::size_t m_unsaid = 0;
    std::size_t m_callbacks = 0; ///< of all operations
};

} // namespace

std::string oneLine(std::string_view text, std::size_t maxBytes) {
    std::string out;
    out.reserve(std::min(text.size(), maxBytes));
    bool space = false;
    for (const char c : text) {
        if (isSpace(c)) {
            space = !out.empty();
            continue;
        }
        if (space)
            out += ' ';
        space = false;
        out += c;
        if (out.size() > maxBytes) {
            out.resize(truncateUtf8(out, maxBytes).size());
            return out;
        }
    }
    return out;
}

Result<void> extract(const json::value &root, const Source &source, const ImportLimits &limits, const Job &job,
                     ImportedService &out) {
    return Extractor(root, source, limits, job, out).run();
}

} // namespace actionscope::ingest::detail
