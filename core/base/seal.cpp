#include "base/seal.h"

#include "base/hash.h"

#include <memory>
#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace actionscope {
namespace {

struct CipherDeleter {
    void operator()(EVP_CIPHER_CTX *context) const { EVP_CIPHER_CTX_free(context); }
};
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, CipherDeleter>;

const unsigned char *raw(std::string_view text) { return reinterpret_cast<const unsigned char *>(text.data()); }
unsigned char *raw(std::string &text) { return reinterpret_cast<unsigned char *>(text.data()); }

tl::unexpected<Error> badKey() {
    return fail(ErrorCode::InvalidArgument, "a key of " + std::to_string(SealKeyBytes) + " bytes is needed");
}

} // namespace

Result<std::string> seal(std::string_view key, std::string_view about, std::string_view text) {
    if (key.size() != SealKeyBytes)
        return badKey();
    const std::string nonce = randomBytes(SealNonceBytes);
    std::string out = nonce;
    out.resize(SealNonceBytes + text.size() + SealTagBytes);
    unsigned char *const data = raw(out) + SealNonceBytes;
    const Cipher cipher(EVP_CIPHER_CTX_new());
    int count = 0;
    if (!cipher ||
        EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, raw(key), raw(std::string_view(nonce))) != 1 ||
        EVP_EncryptUpdate(cipher.get(), nullptr, &count, raw(about), static_cast<int>(about.size())) != 1 ||
        EVP_EncryptUpdate(cipher.get(), data, &count, raw(text), static_cast<int>(text.size())) != 1 ||
        EVP_EncryptFinal_ex(cipher.get(), data + count, &count) != 1 ||
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, static_cast<int>(SealTagBytes), data + text.size()) !=
            1)
        return fail(ErrorCode::Internal, "the text cannot be encrypted");
    return out;
}

Result<std::string> unseal(std::string_view key, std::string_view about, std::string_view sealed) {
    if (key.size() != SealKeyBytes)
        return badKey();
    const auto broken = [] {
        return fail(ErrorCode::Corrupt, "what was encrypted cannot be read: it was altered, or the key is another one");
    };
    if (sealed.size() < SealNonceBytes + SealTagBytes)
        return broken();
    const std::string_view data = sealed.substr(SealNonceBytes, sealed.size() - SealNonceBytes - SealTagBytes);
    std::string tag(sealed.substr(sealed.size() - SealTagBytes)), out(data.size(), '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new());
    int count = 0;
    if (!cipher || EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, raw(key), raw(sealed)) != 1 ||
        EVP_DecryptUpdate(cipher.get(), nullptr, &count, raw(about), static_cast<int>(about.size())) != 1 ||
        EVP_DecryptUpdate(cipher.get(), raw(out), &count, raw(data), static_cast<int>(data.size())) != 1 ||
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, static_cast<int>(SealTagBytes), raw(tag)) != 1 ||
        EVP_DecryptFinal_ex(cipher.get(), raw(out) + count, &count) != 1) {
        wipe(out);
        return broken();
    }
    return out;
}

void wipe(std::string &text) {
    OPENSSL_cleanse(text.data(), text.size());
    text.clear();
}

} // namespace actionscope
