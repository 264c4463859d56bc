#pragma once
/// A tool's own arguments, read with complaints that a model can act on; and what several façades do alike.

#include "gateway/services.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace actionscope::gateway {

/// Reads members of one arguments object. The first thing that is wrong is remembered; reading goes on with defaults.
class Arguments {
public:
    /// `known`: any other member is a problem, named with the nearest known one.
    Arguments(const json::object &arguments, std::initializer_list<std::string_view> known);

    std::string text(std::string_view key);                        ///< required, not empty, at most 4,096 bytes
    std::optional<std::string> optionalText(std::string_view key); ///< null and "" count as absent
    std::int64_t integer(std::string_view key, std::int64_t otherwise, std::int64_t from, std::int64_t to);
    json::object object(std::string_view key); ///< required
    /// Only JSON true counts; a text "true" is a problem, since whoever sends it means to confirm and does not.
    bool isTrue(std::string_view key);
    std::vector<std::string> texts(std::string_view key); ///< optional list of texts; one text counts as a list of one

    [[nodiscard]] const std::optional<std::string> &problem() const { return m_problem; }

private:
    void complain(std::string what);
    const json::object &m_arguments;
    std::optional<std::string> m_problem;
};

/// An error of the core as a tool error: its code and message.
ToolResult errorResult(const Error &error);

/// Refuses a call for a reason that is the façade's own (a name that its tool does not take), and records that like the
/// gatekeeper's refusals.
ToolResult refuseCall(const Services &services, const Caller &caller, governance::CallRequest request,
                      std::string_view code, std::string_view gate, std::string message, json::object detail = {});

/// Asks the gatekeeper, activates in the session (or by handle alone), records it, tells list_changed, and answers with
/// the signature (GD4).
ToolResult activateAction(const Services &services, const Caller &caller, governance::CallRequest request);

} // namespace actionscope::gateway
