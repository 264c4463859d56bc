#include "upstream/credentials.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/seal.h"
#include "upstream/detail/encoding.h"
#include "upstream/keychain_stand_in.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <thread>

namespace actionscope::upstream {
namespace {
namespace fs = std::filesystem;

constexpr const char *Passphrase = "ACTIONSCOPE_CREDENTIALS_PASSPHRASE";
constexpr std::uint64_t MaxFileBytes = 1U << 20;
constexpr std::size_t MaxSecretBytes = 64U << 10, KeyBytes = SealKeyBytes, SaltBytes = 16;

/// Overwritten when it goes.
struct Key {
    std::array<unsigned char, KeyBytes> bytes{};
    ~Key() { OPENSSL_cleanse(bytes.data(), bytes.size()); }
    [[nodiscard]] std::string_view view() const { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }
};

const unsigned char *raw(std::string_view text) { return reinterpret_cast<const unsigned char *>(text.data()); }

class FileAndEnvironment final : public SecretStore {
public:
    explicit FileAndEnvironment(fs::path folder)
        : m_file(folder / "credentials")
        , m_keyFile(folder / "credentials.key")
        , m_lockFile(folder / "credentials.lock") {}

    Result<std::optional<std::string>> read(const SecretReference &reference) const override {
        switch (reference.place) {
        case SecretPlace::None:
            return std::nullopt;
        case SecretPlace::Environment: {
            const char *value = std::getenv(reference.name.c_str());
            return value && *value ? std::optional<std::string>(value) : std::nullopt;
        }
        case SecretPlace::Keychain: {
            // The app keeps it in the file where no keychain answers.
            auto kept = read({SecretPlace::File, keychainStandIn(reference.name)});
            if (kept && *kept)
                return kept;
            return fail(ErrorCode::Unsupported, noKeychain(reference));
        }
        case SecretPlace::File: {
            const std::lock_guard lock(m_mutex);
            const Result<json::object> secrets = load();
            if (!secrets)
                return fail(secrets.error());
            const json::value *found = secrets->if_contains(reference.name);
            if (!found || !found->is_string())
                return std::nullopt;
            return std::string(found->get_string());
        }
        }
        return std::nullopt;
    }

    Result<void> write(const SecretReference &reference, std::string_view secret) override {
        if (auto writable = checkWritable(reference); !writable)
            return writable;
        if (reference.name.empty())
            return fail(ErrorCode::InvalidArgument, "a secret needs a name");
        if (secret.empty() || secret.size() > MaxSecretBytes)
            return fail(ErrorCode::InvalidArgument, "a secret has 1 to " + std::to_string(MaxSecretBytes) + " bytes");
        return change(
            [&](json::object &secrets) { secrets.insert_or_assign(reference.name, json::string_view(secret)); });
    }

    Result<void> erase(const SecretReference &reference) override {
        if (auto writable = checkWritable(reference); !writable)
            return writable;
        std::error_code ignored;
        if (!fs::exists(m_file, ignored))
            return {};
        return change([&](json::object &secrets) { secrets.erase(reference.name); });
    }

private:
    static std::string noKeychain(const SecretReference &reference) {
        return "'" + reference.name +
               "' is in the desktop's keychain, which only the desktop app reads: start the gateway there, or name an "
               "environment variable or the encrypted file instead (secret: {env: NAME} or {file: NAME} in "
               "connections.yaml)";
    }

    static Result<void> checkWritable(const SecretReference &reference) {
        switch (reference.place) {
        case SecretPlace::File:
            return {};
        case SecretPlace::Keychain:
            return fail(ErrorCode::Unsupported, noKeychain(reference));
        default:
            return fail(ErrorCode::Unsupported, "environment variables are read only; set '" + reference.name +
                                                    "' where the program is started");
        }
    }

    template <class Change> Result<void> change(const Change &apply) {
        const std::lock_guard lock(m_mutex);
        std::error_code error;
        fs::create_directories(m_file.parent_path(), error);
        Result<FileLock> held = FileLock::tryAcquire(m_lockFile);
        // Another process holds it for as long as writing one small file takes.
        for (int attempt = 0; attempt < 100 && !held && held.error().code == ErrorCode::Busy; ++attempt) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            held = FileLock::tryAcquire(m_lockFile);
        }
        if (!held)
            return fail(held.error());
        Result<json::object> secrets = load();
        if (!secrets)
            return fail(secrets.error());
        apply(*secrets);
        return save(*secrets);
    }

    static Error broken(const fs::path &file) {
        return {ErrorCode::Corrupt,
                "the stored secrets cannot be decrypted: they were altered, or the key or passphrase is another one; "
                "restore it, or remove the file and enter the secrets again",
                {file.string()}};
    }

    Result<json::object> load() const {
        Result<std::string> bytes = readFile(m_file, MaxFileBytes, "the cap of the file of secrets, 1 MB");
        if (!bytes && bytes.error().code == ErrorCode::NotFound)
            return json::object();
        if (!bytes)
            return fail(bytes.error());
        const Result<json::value> file = parseJson(*bytes, m_file.string());
        if (!file || stringMember(*file, "format") != "actionscope-credentials-1")
            return fail(broken(m_file));
        const std::string_view kind = stringMember(*file, "key");
        const auto salt = detail::base64Decoded(stringMember(*file, "salt"));
        const auto nonce = detail::base64Decoded(stringMember(*file, "nonce"));
        const auto data = detail::base64Decoded(stringMember(*file, "data"));
        if (!salt || !nonce || !data)
            return fail(broken(m_file));
        if (kind == "scrypt" && !std::getenv(Passphrase))
            return fail(ErrorCode::PermissionDenied,
                        std::string("the stored secrets are protected by a passphrase; set ") + Passphrase,
                        {m_file.string()});
        Key key;
        if (auto made = kind == "scrypt" ? derived(*salt, key) : stored(key, false); !made)
            return fail(made.error());
        if (nonce->size() != SealNonceBytes)
            return fail(broken(m_file));
        auto text = unseal(key.view(), about(kind, *salt), *nonce + *data);
        if (!text)
            return fail(broken(m_file));
        Result<json::value> secrets = parseJson(*text);
        wipe(*text);
        if (!secrets || !secrets->is_object())
            return fail(broken(m_file));
        return std::move(secrets->get_object());
    }

    Result<void> save(const json::object &secrets) {
        const bool hasPassphrase = std::getenv(Passphrase) != nullptr && *std::getenv(Passphrase) != '\0';
        const std::string kind = hasPassphrase ? "scrypt" : "file";
        const std::string salt = hasPassphrase ? randomBytes(SaltBytes) : std::string();
        Key key;
        if (auto made = hasPassphrase ? derived(salt, key) : stored(key, true); !made)
            return fail(made.error());
        std::string text = json::serialize(secrets);
        const auto sealed = seal(key.view(), about(kind, salt), text);
        wipe(text);
        if (!sealed)
            return fail(sealed.error());
        const json::object file{{"format", "actionscope-credentials-1"},
                                {"key", kind},
                                {"salt", detail::base64Encoded(salt)},
                                {"nonce", detail::base64Encoded(sealed->substr(0, SealNonceBytes))},
                                {"data", detail::base64Encoded(sealed->substr(SealNonceBytes))}};
        WriteOptions options;
        options.mode = 0600;
        return writeFileAtomically(m_file, prettyJson(file) + "\n", options);
    }

    static std::string about(std::string_view kind, std::string_view salt) {
        return "actionscope-credentials-1 " + std::string(kind) + ' ' + toHex(salt);
    }

    /// From the passphrase. Takes tens of milliseconds and 32 MB by design, so that the last one is kept.
    Result<void> derived(const std::string &salt, Key &key) const {
        const std::string passphrase(std::getenv(Passphrase) ? std::getenv(Passphrase) : "");
        const Sha256 stamp = sha256(salt + passphrase);
        if (m_derivedFrom != stamp) {
            if (EVP_PBE_scrypt(passphrase.data(), passphrase.size(), raw(std::string_view(salt)), salt.size(), 1U << 15,
                               8, 1, 64U << 20, m_derived.bytes.data(), m_derived.bytes.size()) != 1)
                return fail(ErrorCode::Internal, "the key cannot be derived from the passphrase");
            m_derivedFrom = stamp;
        }
        key.bytes = m_derived.bytes;
        return {};
    }

    Result<void> stored(Key &key, bool create) const {
        struct stat status {};
        if (::stat(m_keyFile.c_str(), &status) != 0) {
            if (!create)
                return fail(ErrorCode::Corrupt, "the key of the stored secrets is missing", {m_keyFile.string()});
            const std::string fresh = randomBytes(KeyBytes);
            WriteOptions options;
            options.mode = 0600;
            options.mustNotExist = true;
            if (auto written = writeFileAtomically(m_keyFile, toHex(fresh) + "\n", options); !written)
                return written;
        } else if ((status.st_mode & 077U) != 0) {
            return fail(ErrorCode::PermissionDenied,
                        "others may read the key of the stored secrets; take that away (chmod 600) and change the "
                        "secrets if others had access",
                        {m_keyFile.string()});
        }
        Result<std::string> text = readFile(m_keyFile, 1024);
        if (!text)
            return fail(text.error());
        const std::optional<std::string> bytes = fromHex(*text);
        if (!bytes)
            return fail(ErrorCode::Corrupt, "this is no key of 32 bytes in hexadecimal", {m_keyFile.string()});
        std::copy(bytes->begin(), bytes->end(), key.bytes.begin());
        return {};
    }

    static std::optional<std::string> fromHex(std::string_view text) {
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
            text.remove_suffix(1);
        if (text.size() != 2 * KeyBytes || text.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
            return {};
        std::string out;
        for (std::size_t i = 0; i < text.size(); i += 2)
            out += static_cast<char>(std::strtoul(std::string(text.substr(i, 2)).c_str(), nullptr, 16));
        return out;
    }

    fs::path m_file, m_keyFile, m_lockFile;
    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    mutable Key m_derived;
    mutable std::optional<Sha256> m_derivedFrom;
};

} // namespace

std::unique_ptr<SecretStore> openSecretStore(const fs::path &keysFolder) {
    return std::make_unique<FileAndEnvironment>(keysFolder);
}

} // namespace actionscope::upstream
