#pragma once
/// Secrets of connections in the desktop's keychain (a Secret Service or KWallet), with the encrypted file of the core
/// in its place where none answers.

#include "upstream/credentials.h"

#include <filesystem>
#include <memory>

namespace actionscope::app {

/// What `openSecretStore` of the core reads and writes, and keychain references besides. Where no keychain answers, a
/// keychain reference is kept in the encrypted file under a name of its own; the core's store finds it there too, so
/// that the command line reads the same connection. Any thread but the GUI thread, whose loop has to turn meanwhile: a
/// keychain may ask its person to unlock it, which takes as long as it takes (at most `PatienceSeconds`).
class KeychainStore : public upstream::SecretStore {
public:
    static constexpr int PatienceSeconds = 60;

    explicit KeychainStore(const std::filesystem::path &keysFolder);
    ~KeychainStore() override;

    [[nodiscard]] Result<std::optional<std::string>> read(const upstream::SecretReference &reference) const override;
    [[nodiscard]] Result<void> write(const upstream::SecretReference &reference, std::string_view secret) override;
    [[nodiscard]] Result<void> erase(const upstream::SecretReference &reference) override;

    /// The keychain and nothing else. Errors: Unsupported when none answers; PermissionDenied when it, or its person,
    /// says no.
    [[nodiscard]] Result<void> writeToKeychain(const std::string &name, std::string_view secret);

private:
    std::unique_ptr<upstream::SecretStore> m_plain;
};

} // namespace actionscope::app
