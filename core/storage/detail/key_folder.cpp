#include "storage/detail/key_folder.h"

#include "base/file.h"
#include "base/hash.h"

#include <algorithm>
#include <chrono>
#include <sys/stat.h>
#include <thread>

namespace actionscope::storage::detail {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t MaxKeyBytes = 1 << 20;
constexpr std::size_t DigestKeyBytes = 32;
constexpr int LockAttempts = 250;
constexpr std::chrono::milliseconds LockPause(20);

Result<void> makeFolder(const fs::path &folder) {
    std::error_code error;
    if (fs::is_directory(folder, error))
        return {};
    if (folder.has_parent_path())
        fs::create_directories(folder.parent_path(), error);
    // mkdir rather than create_directory: no moment in which others could look in.
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return fail(fileError(errno, "make", folder));
    return {};
}

Result<FileLock> waitForLock(const fs::path &path) {
    for (int attempt = 0;; ++attempt) {
        auto lock = FileLock::tryAcquire(path);
        if (lock || lock.error().code != ErrorCode::Busy || attempt == LockAttempts)
            return lock;
        std::this_thread::sleep_for(LockPause);
    }
}

Result<std::vector<std::string>> readPublicKeys(const fs::path &path) {
    const auto text = readFile(path, MaxKeyBytes);
    if (!text && text.error().code == ErrorCode::NotFound)
        return std::vector<std::string>();
    if (!text)
        return fail(text.error());
    auto keys = governance::publicKeysFromPem(*text);
    if (!keys)
        return fail(ErrorCode::Corrupt,
                    "the public keys of the audit log cannot be read (" + keys.error().message +
                        "): put the file back from a backup, or move it away (checkpoints signed by earlier keys then "
                        "no longer count)",
                    {path.string()});
    return keys;
}

Result<governance::SigningKey> readOrMakeKey(const fs::path &path) {
    const auto text = readFile(path, MaxKeyBytes);
    if (text) {
        auto key = governance::SigningKey::fromPem(*text);
        if (!key)
            return fail(ErrorCode::Corrupt,
                        "the signing key of the audit log cannot be read (" + key.error().message +
                            "): put the file back from a backup, or move it away and a new key is made",
                        {path.string()});
        // A copied workspace may have lost the mode; a key that others can read proves nothing.
        ::chmod(path.c_str(), 0600);
        return key;
    }
    if (text.error().code != ErrorCode::NotFound)
        return fail(text.error());
    auto key = governance::SigningKey::generate();
    if (!key)
        return key;
    const auto pem = key->toPem();
    if (!pem)
        return fail(pem.error());
    WriteOptions options;
    options.mustNotExist = true;
    options.mode = 0600;
    if (auto written = writeFileAtomically(path, *pem, options); !written)
        return fail(std::move(written.error()));
    return key;
}

} // namespace

Result<AuditKeys> openAuditKeys(const fs::path &folder, bool readOnly) {
    const fs::path privatePath = folder / "audit.ed25519", publicPath = folder / "audit.ed25519.pub";
    AuditKeys keys;
    if (readOnly) {
        auto trusted = readPublicKeys(publicPath);
        if (!trusted)
            return fail(std::move(trusted.error()));
        keys.trusted = std::move(*trusted);
        return keys;
    }
    if (auto made = makeFolder(folder); !made)
        return fail(std::move(made.error()));
    const auto lock = waitForLock(folder / ".lock");
    if (!lock)
        return fail(lock.error());
    // Public keys first: when they cannot be read, no new private key should appear.
    auto trusted = readPublicKeys(publicPath);
    if (!trusted)
        return fail(std::move(trusted.error()));
    auto signing = readOrMakeKey(privatePath);
    if (!signing)
        return fail(std::move(signing.error()));
    keys.trusted = std::move(*trusted);
    if (keys.trusted.empty() || keys.trusted.back() != signing->publicKey()) {
        std::erase(keys.trusted, signing->publicKey());
        keys.trusted.push_back(signing->publicKey());
        std::string text;
        for (const std::string &key : keys.trusted) {
            auto pem = governance::publicKeyPem(key);
            if (!pem)
                return fail(std::move(pem.error()));
            text += *pem;
        }
        if (auto written = writeFileAtomically(publicPath, text); !written)
            return fail(std::move(written.error()));
    }
    keys.signing = std::move(*signing);
    return keys;
}

Result<std::string> openDigestKey(const fs::path &folder, bool readOnly) {
    const fs::path path = folder / "digest.key";
    std::optional<FileLock> lock;
    if (!readOnly) {
        if (auto made = makeFolder(folder); !made)
            return fail(std::move(made.error()));
        auto locked = waitForLock(folder / ".lock");
        if (!locked)
            return fail(std::move(locked.error()));
        lock.emplace(std::move(*locked));
    }
    auto key = readFile(path, MaxKeyBytes);
    if (key && key->size() != DigestKeyBytes)
        return fail(
            ErrorCode::Corrupt,
            "the key of argument digests has not " + std::to_string(DigestKeyBytes) +
                " bytes: put the file back from a backup, or move it away and a new key is made (what waits for "
                "approval then has to be asked for again)",
            {path.string()});
    if (key && !readOnly)
        ::chmod(path.c_str(), 0600); // a copied workspace may have lost the mode
    if (key || key.error().code != ErrorCode::NotFound)
        return key;
    if (readOnly)
        return fail(ErrorCode::PermissionDenied, "there is no key of argument digests, and nothing may be written here",
                    {path.string()});
    std::string made = randomBytes(DigestKeyBytes);
    WriteOptions options;
    options.mustNotExist = true;
    options.mode = 0600;
    if (auto written = writeFileAtomically(path, made, options); !written)
        return fail(std::move(written.error()));
    return made;
}

} // namespace actionscope::storage::detail
