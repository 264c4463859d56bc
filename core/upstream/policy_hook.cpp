#include "upstream/policy_hook.h"

#include "base/text.h"
#include "net/configured_url.h"
#include "net/http_client.h"

#include <algorithm>
#include <charconv>

namespace actionscope::upstream {
namespace {

using governance::PolicyDecision, governance::PolicyInput;

constexpr std::uint64_t MaxAnswerBytes = 256U << 10;
constexpr std::size_t MaxMessage = 500, MaxRedactions = 1000;
constexpr std::int64_t MaxApprovers = 10, MaxTimeBox = 7 * 24 * 3600;

/// A decision read strictly: what is not understood is not allowed.
class DecisionReader {
public:
    /// Nothing when it is no decision.
    std::optional<PolicyDecision> read(const json::value &result) {
        if (const bool *allowed = result.if_bool()) {
            m_decision.denied = !*allowed;
            fired(*allowed ? "allow" : "deny");
            return m_decision;
        }
        const json::object *object = result.if_object();
        if (!object || object->empty())
            return {};
        for (const auto &pair : *object) {
            if (!member(pair.key(), pair.value()))
                return {};
        }
        if (!m_known)
            return {};
        for (const auto &[name, holds] :
             {std::pair{"deny", m_decision.denied}, std::pair{"confirm", m_decision.confirm},
              std::pair{"approve", m_decision.approve}, std::pair{"redact", !m_decision.redact.empty()}}) {
            if (holds)
                fired(name);
        }
        if (m_decision.fired.empty())
            fired("allow");
        return m_decision;
    }

private:
    void fired(const char *effect) { m_decision.fired.push_back({"external", "policy hook", effect, {}}); }

    void say(std::string_view text) {
        if (text.empty())
            return;
        m_decision.message += (m_decision.message.empty() ? "" : "; ") + revealInvisible(text);
        m_decision.message = std::string(truncateUtf8(toValidUtf8(m_decision.message), MaxMessage));
    }

    /// False when the value is not of the type that the member has. Other members are the engine's own.
    bool member(std::string_view key, const json::value &value) {
        static constexpr std::string_view Keys[] = {"allow",   "deny",      "confirm",  "approve",
                                                    "message", "approvers", "time_box", "redact"};
        if (std::find(std::begin(Keys), std::end(Keys), key) == std::end(Keys))
            return true;
        m_known = m_known || (key != "message" && key != "approvers" && key != "time_box");
        if (key == "allow") {
            m_decision.denied = m_decision.denied || (value.is_bool() && !value.get_bool());
            return value.is_bool();
        }
        if (key == "deny")
            return deny(value);
        if (key == "confirm") {
            m_decision.confirm = value.is_bool() && value.get_bool();
            return value.is_bool();
        }
        if (key == "approve") {
            m_decision.approve = value.is_bool() && value.get_bool();
            return value.is_bool();
        }
        if (key == "message") {
            if (value.is_string())
                say(value.get_string());
            return value.is_string();
        }
        if (key == "approvers") {
            if (!value.is_int64() || value.get_int64() < 1 || value.get_int64() > MaxApprovers)
                return false;
            m_decision.approvers = static_cast<unsigned>(value.get_int64());
            return true;
        }
        if (key == "time_box")
            return timeBox(value);
        return redact(value);
    }

    /// A flag, or the messages of a rule set as OPA's `deny[msg]` gives them.
    bool deny(const json::value &value) {
        if (value.is_bool()) {
            m_decision.denied = m_decision.denied || value.get_bool();
            return true;
        }
        if (value.is_string()) {
            m_decision.denied = true;
            say(value.get_string());
            return true;
        }
        const json::array *messages = value.if_array();
        if (!messages)
            return false;
        for (const json::value &message : *messages) {
            if (!message.is_string())
                return false;
            m_decision.denied = true;
            say(message.get_string());
        }
        return true;
    }

    bool timeBox(const json::value &value) {
        std::int64_t seconds = 0;
        if (value.is_int64()) {
            seconds = value.get_int64();
        } else if (value.is_string() && value.get_string().size() >= 2) {
            const std::string_view text = value.get_string();
            const std::size_t unit = std::string_view("smhd").find(text.back());
            static constexpr std::int64_t Units[] = {1, 60, 3600, 24 * 3600};
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size() - 1, seconds);
            if (unit == std::string_view::npos || error != std::errc() || end != text.data() + text.size() - 1 ||
                seconds > MaxTimeBox)
                return false;
            seconds *= Units[unit];
        } else {
            return false;
        }
        if (seconds < 0 || seconds > MaxTimeBox)
            return false;
        m_decision.timeBox = std::chrono::seconds(seconds);
        return true;
    }

    bool redact(const json::value &value) {
        const json::array *pointers = value.if_array();
        if (!pointers || pointers->size() > MaxRedactions)
            return false;
        for (const json::value &pointer : *pointers) {
            if (!pointer.is_string() || !pointer.get_string().starts_with("/"))
                return false;
            m_decision.redact.emplace_back(pointer.get_string());
        }
        return true;
    }

    PolicyDecision m_decision;
    bool m_known = false;
};

class HttpPolicyHook final : public governance::PolicyHook {
public:
    HttpPolicyHook(PolicyHookOptions options, std::unique_ptr<net::HttpExchanger> http)
        : m_options(std::move(options))
        , m_http(std::move(http))
        , m_origin(net::originOf(m_options.url)) {}

    Result<PolicyDecision> ask(const PolicyInput &input) const override {
        net::HttpRequest request;
        request.method = "POST";
        request.url = m_options.url;
        request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
        if (!m_options.bearer.empty())
            request.headers.emplace_back("Authorization", "Bearer " + m_options.bearer);
        request.body = json::serialize(json::object{{"input", governance::policyInputJson(input)}});
        request.timeout = m_options.timeout;
        request.connectTimeout = m_options.timeout;
        request.maxResponseBytes = MaxAnswerBytes;
        auto response = m_http->exchange(request);
        // Asking changes nothing, so that a kept connection which turned out to be closed is no reason to deny.
        if (!response && !response.error().timedOut && response.error().stage != net::ExchangeStage::ResponseBegun &&
            response.error().error.code == ErrorCode::NetworkError)
            response = m_http->exchange(request);
        if (!response)
            return fail(ErrorCode::NetworkError,
                        "the policy service gave no decision: " + response.error().error.message);
        if (response->status != 200)
            return fail(ErrorCode::NetworkError,
                        "the policy service " + m_origin + " answered with status " + std::to_string(response->status));
        const Result<json::value> answer = parseJson(response->body, {}, {.maxDepth = 64});
        const json::value *result = answer ? member(*answer, "result") : nullptr;
        auto decision = result ? DecisionReader().read(*result) : std::nullopt;
        if (!decision)
            return fail(ErrorCode::NetworkError,
                        "the policy service " + m_origin + " answered with something that is no decision");
        return std::move(*decision);
    }

private:
    PolicyHookOptions m_options;
    std::unique_ptr<net::HttpExchanger> m_http;
    std::string m_origin;
};

} // namespace

Result<std::unique_ptr<governance::PolicyHook>> openPolicyHook(const PolicyHookOptions &options) {
    // The decision itself may come over plain http: engines run beside the gateway, in its own network.
    auto http = net::exchangerFor(options.url, "policy.url", !options.bearer.empty());
    if (!http)
        return fail(http.error());
    if (options.timeout.count() < 1)
        return fail(ErrorCode::InvalidArgument, "policy.timeout_ms has to be at least 1");
    return std::make_unique<HttpPolicyHook>(options, std::move(*http));
}

} // namespace actionscope::upstream
