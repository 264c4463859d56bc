#pragma once
/// Where the encrypted file holds what belongs into a keychain.

#include <string>
#include <string_view>

namespace actionscope::upstream {

/// The name under which the file has the secret of a keychain reference that was stored while no keychain answered:
/// the app writes it there, and `openSecretStore` reads it for such a reference.
inline std::string keychainStandIn(std::string_view name) { return "keychain:" + std::string(name); }

} // namespace actionscope::upstream
