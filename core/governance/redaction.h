#pragma once
/// What a policy's `redact` takes out of a result before anyone sees it.

#include "governance/gatekeeper.h"

namespace actionscope::governance {

/// Replaces what the JSON pointers name in `value` by "⟨redacted⟩" (`*` stands for every member or element); returns
/// how many places.
std::size_t redactPointers(json::value &value, const std::vector<std::string> &pointers);

/// The same over a reply: its structured content, text blocks that hold JSON, and `/body/…` for a body that is the
/// whole of either. Text that is no JSON cannot be redacted by pointer and is withheld; so are blocks that are not
/// text.
void redactReply(DispatchReply &reply, const std::vector<std::string> &pointers);

} // namespace actionscope::governance
