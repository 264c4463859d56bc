#pragma once
/// The external policy hook over HTTP, in the manner of Open Policy Agent's data API (governance/policy.h).

#include "governance/policy.h"

#include <chrono>
#include <memory>
#include <string>

namespace actionscope::upstream {

struct PolicyHookOptions {
    std::string url;                         ///< policy.url: "http://127.0.0.1:8181/v1/data/actionscope/decision"
    std::chrono::milliseconds timeout{2000}; ///< policy.timeout_ms, for the whole answer
    std::string bearer;                      ///< a secret, sent to this URL only; may be empty
};

/// Posts {"input": policyInputJson} and reads {"result": …}: a boolean (is it allowed?), or an object of `allow`
/// (boolean), `deny` (boolean, message or list of messages), `message`, `confirm`, `approve`, `approvers` (1 to 10),
/// `time_box` (seconds, or a text such as "15m") and `redact` (JSON pointers), at least one of them. Whatever else
/// comes back is no decision: no answer in time, a status other than 200, no JSON, a member of another type, a result
/// that is empty or missing (an undefined decision). Then `ask` gives NetworkError, and the gatekeeper denies. The
/// address that the URL names may be contacted though it is private, since a person wrote it into the settings;
/// redirects are not followed. An engine that closed a kept connection is asked once more. Errors: InvalidArgument (the
/// URL).
[[nodiscard]] Result<std::unique_ptr<governance::PolicyHook>> openPolicyHook(const PolicyHookOptions &options);

} // namespace actionscope::upstream
