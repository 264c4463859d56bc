#include "session/agent_session.h"

#include "base/hash.h"

namespace actionscope::session {

std::string wireName(std::string_view service, std::string_view action) {
    constexpr std::size_t Longest = 64, HashDigits = 8;
    std::string name;
    name.reserve(service.size() + 2 + action.size());
    name.append(service).append("__").append(action);
    bool exact = true;
    for (char &c : name) {
        const bool allowed =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        if (!allowed) {
            c = '_';
            exact = false;
        }
    }
    if (exact && name.size() <= Longest)
        return name;
    // What was cut or replaced could make two actions one name; the hash of the whole name keeps them apart.
    std::string qualified(service);
    qualified.append(".").append(action);
    const std::string hash = toHex(sha256(qualified)).substr(0, HashDigits);
    name.resize(std::min(name.size(), Longest - 1 - HashDigits));
    return name + "_" + hash;
}

} // namespace actionscope::session
