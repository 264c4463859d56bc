#include "governance/audit_signature.h"

#include "base/hash.h"

#include <array>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace actionscope::governance {

namespace {

using KeyPointer = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using BioPointer = std::unique_ptr<BIO, decltype(&BIO_free)>;
using ContextPointer = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

constexpr std::size_t KeyBytes = 32, SignatureBytes = 64;

std::optional<std::string> fromHex(std::string_view text, std::size_t bytes) {
    if (text.size() != bytes * 2)
        return std::nullopt;
    const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
    std::string out;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

const unsigned char *bytesOf(std::string_view text) { return reinterpret_cast<const unsigned char *>(text.data()); }

std::optional<std::string> rawPublicKey(const EVP_PKEY *key) {
    std::array<unsigned char, KeyBytes> raw{};
    std::size_t size = raw.size();
    if (EVP_PKEY_get_raw_public_key(key, raw.data(), &size) != 1 || size != KeyBytes)
        return std::nullopt;
    return toHex(std::string_view(reinterpret_cast<const char *>(raw.data()), raw.size()));
}

std::string contentOf(BIO *bio) {
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

Result<BioPointer> readFrom(std::string_view text) {
    BioPointer bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &BIO_free);
    if (!bio)
        return fail(ErrorCode::Internal, "OpenSSL gave no memory");
    return bio;
}

/// An encrypted PEM would make OpenSSL ask on the terminal; our keys are never encrypted.
int noPassword(char *, int, int, void *) { return -1; }

} // namespace

std::string checkpointPayload(const AuditHead &signedHead) {
    return "actionscope-audit-v1\n" + std::to_string(signedHead.seq) + "\n" + signedHead.hash + "\n";
}

Result<SigningKey> SigningKey::generate() {
    const KeyPointer key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), &EVP_PKEY_free);
    const BioPointer bio(BIO_new(BIO_s_mem()), &BIO_free);
    if (!key || !bio || PEM_write_bio_PrivateKey(bio.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
        return fail(ErrorCode::Internal, "OpenSSL could not make an Ed25519 key");
    return fromPem(contentOf(bio.get()));
}

Result<SigningKey> SigningKey::fromPem(std::string_view text) {
    auto bio = readFrom(text);
    if (!bio)
        return fail(std::move(bio.error()));
    KeyPointer key(PEM_read_bio_PrivateKey(bio->get(), nullptr, &noPassword, nullptr), &EVP_PKEY_free);
    ERR_clear_error();
    if (!key || EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519)
        return fail(ErrorCode::ParseError, "not an Ed25519 private key in PEM");
    auto publicKey = rawPublicKey(key.get());
    if (!publicKey)
        return fail(ErrorCode::ParseError, "the private key has no public key");
    SigningKey out;
    out.m_publicKey = std::move(*publicKey);
    out.m_key = std::shared_ptr<void>(key.release(), [](void *raw) { EVP_PKEY_free(static_cast<EVP_PKEY *>(raw)); });
    return out;
}

Result<std::string> SigningKey::toPem() const {
    const BioPointer bio(BIO_new(BIO_s_mem()), &BIO_free);
    if (!bio || PEM_write_bio_PrivateKey(bio.get(), static_cast<EVP_PKEY *>(m_key.get()), nullptr, nullptr, 0, nullptr,
                                         nullptr) != 1)
        return fail(ErrorCode::Internal, "OpenSSL could not write the private key");
    return contentOf(bio.get());
}

Result<std::string> SigningKey::sign(std::string_view bytes) const {
    const ContextPointer context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    std::array<unsigned char, SignatureBytes> signature{};
    std::size_t size = signature.size();
    if (!context ||
        EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, static_cast<EVP_PKEY *>(m_key.get())) != 1 ||
        EVP_DigestSign(context.get(), signature.data(), &size, bytesOf(bytes), bytes.size()) != 1)
        return fail(ErrorCode::Internal, "OpenSSL could not sign");
    return toHex(std::string_view(reinterpret_cast<const char *>(signature.data()), size));
}

bool signatureHolds(std::string_view publicKey, std::string_view bytes, std::string_view signature) {
    const auto rawKey = fromHex(publicKey, KeyBytes), rawSignature = fromHex(signature, SignatureBytes);
    if (!rawKey || !rawSignature)
        return false;
    const KeyPointer key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytesOf(*rawKey), rawKey->size()),
                         &EVP_PKEY_free);
    const ContextPointer context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    const bool holds =
        key && context && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
        EVP_DigestVerify(context.get(), bytesOf(*rawSignature), rawSignature->size(), bytesOf(bytes), bytes.size()) ==
            1;
    ERR_clear_error();
    return holds;
}

Result<std::string> publicKeyPem(std::string_view publicKey) {
    const auto raw = fromHex(publicKey, KeyBytes);
    if (!raw)
        return fail(ErrorCode::InvalidArgument, "not a public key of 32 bytes in hexadecimal");
    const KeyPointer key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytesOf(*raw), raw->size()),
                         &EVP_PKEY_free);
    const BioPointer bio(BIO_new(BIO_s_mem()), &BIO_free);
    if (!key || !bio || PEM_write_bio_PUBKEY(bio.get(), key.get()) != 1)
        return fail(ErrorCode::Internal, "OpenSSL could not write the public key");
    return contentOf(bio.get());
}

Result<std::vector<std::string>> publicKeysFromPem(std::string_view text) {
    constexpr std::string_view End = "-----END PUBLIC KEY-----";
    std::vector<std::string> keys;
    while (text.find_first_not_of(" \t\r\n") != std::string_view::npos) {
        const std::size_t end = text.find(End);
        if (end == std::string_view::npos)
            return fail(ErrorCode::ParseError, "not a public key in PEM");
        auto bio = readFrom(text.substr(0, end + End.size()));
        if (!bio)
            return fail(std::move(bio.error()));
        const KeyPointer key(PEM_read_bio_PUBKEY(bio->get(), nullptr, &noPassword, nullptr), &EVP_PKEY_free);
        ERR_clear_error();
        auto raw = key && EVP_PKEY_get_id(key.get()) == EVP_PKEY_ED25519 ? rawPublicKey(key.get()) : std::nullopt;
        if (!raw)
            return fail(ErrorCode::ParseError, "not an Ed25519 public key in PEM");
        keys.push_back(std::move(*raw));
        text.remove_prefix(end + End.size());
    }
    return keys;
}

} // namespace actionscope::governance
