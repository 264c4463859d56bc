#pragma once
/// Secrets for upstreams: from the desktop's keychain, an environment variable or an encrypted file, never from a
/// catalog.
///
/// `connections.yaml` of a workspace names them (it holds no secret):
///
///     connections:
///       - slug: github-main          # unique: letters, digits, - _ .
///         service: github
///         scheme: bearerAuth         # security scheme of the description; optional when there is only one. Without a
///                                    # description's: bearer, basic
///         secret: {env: GITHUB_TOKEN}            # or {keychain: actionscope/github} or {file: github}
///         server: https://api.github.com         # optional: base URL instead of the description's
///         user: me                   # basic authentication; client id of OAuth 2 client credentials
///         token_url: https://id.example/token    # OAuth 2; has to be named here when it is of another origin
///         scope: "read write"        # OAuth 2

#include "base/clock.h"
#include "base/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream {

enum class SecretPlace : std::uint8_t { None, Environment, Keychain, File };
struct SecretReference {
    SecretPlace place = SecretPlace::None;
    std::string name;
    friend bool operator==(const SecretReference &, const SecretReference &) = default;
};

struct Connection {
    std::string slug, service, scheme, server;
    SecretReference secret;
    std::string user;     ///< basic authentication; client id of OAuth 2
    std::string tokenUrl; ///< OAuth 2 client credentials; else the description's
    std::string scope;
    std::optional<Timestamp> authenticated; ///< last time it worked; kept in memory and state
};

enum class ConnectionState : std::uint8_t { Ready, NeedsAuth, NeedsInput };
std::string_view connectionStateName(ConnectionState state); ///< "ready", "needs_auth", "needs_input"

/// Where secrets are read and written. Implementations: environment (read only), encrypted file (here), keychain (the
/// app). Any thread.
class SecretStore {
public:
    virtual ~SecretStore() = default;
    /// Nothing when there is no such secret; an empty environment variable is none. Errors: Unsupported for a place
    /// that this store cannot read; PermissionDenied, Corrupt.
    [[nodiscard]] virtual Result<std::optional<std::string>> read(const SecretReference &reference) const = 0;
    /// Errors: Unsupported for a place that cannot be written.
    [[nodiscard]] virtual Result<void> write(const SecretReference &reference, std::string_view secret) = 0;
    /// Without error when it is not there.
    [[nodiscard]] virtual Result<void> erase(const SecretReference &reference) = 0;
};

/// Environment variables and `.actionscope/keys/credentials`: AES-256-GCM, the key beside it in `credentials.key` with
/// mode 0600 (made on the first write; refused when others may read it), or derived by scrypt (RFC 7914; N 2^15, r 8,
/// p 1) from ACTIONSCOPE_CREDENTIALS_PASSPHRASE when that is set. The file is replaced as a whole, atomically, one
/// process at a time. Keychain references are Unsupported here: the app brings a store of its own for them.
[[nodiscard]] std::unique_ptr<SecretStore> openSecretStore(const std::filesystem::path &keysFolder);

/// `connections.yaml`; edited surgically elsewhere. A missing file: none. Errors: ParseError with line and column, also
/// for unknown keys and for a secret that is written into the file instead of named; LimitExceeded.
[[nodiscard]] Result<std::vector<Connection>> readConnections(const std::filesystem::path &file);

} // namespace actionscope::upstream
