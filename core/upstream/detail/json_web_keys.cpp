#include "upstream/detail/json_web_keys.h"

#include "base/json.h"
#include "upstream/detail/encoding.h"

#include <algorithm>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

namespace actionscope::upstream::detail {
namespace {

constexpr std::size_t MaxKeys = 100;
constexpr int LeastRsaBits = 2048, MostRsaBits = 8192;

template <auto Free> struct Freed {
    template <class T> void operator()(T *object) const { Free(object); }
};
using Number = std::unique_ptr<BIGNUM, Freed<BN_free>>;
using ParameterBuilder = std::unique_ptr<OSSL_PARAM_BLD, Freed<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Freed<OSSL_PARAM_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>>;

const unsigned char *raw(std::string_view text) { return reinterpret_cast<const unsigned char *>(text.data()); }

Number number(std::string_view bytes) { return Number(BN_bin2bn(raw(bytes), static_cast<int>(bytes.size()), nullptr)); }

std::shared_ptr<void> owned(EVP_PKEY *key) {
    return key ? std::shared_ptr<void>(key, [](void *one) { EVP_PKEY_free(static_cast<EVP_PKEY *>(one)); }) : nullptr;
}

/// A public key from its parts; null when they make none.
std::shared_ptr<void> made(const char *type, const ParameterBuilder &builder) {
    const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
    EVP_PKEY *key = nullptr;
    if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1)
        return nullptr;
    std::shared_ptr<void> out = owned(key);
    const KeyContext check(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
    return check && EVP_PKEY_public_check(check.get()) == 1 ? out : nullptr;
}

std::shared_ptr<void> rsaKey(const json::value &jwk) {
    const auto modulus = base64UrlDecoded(stringMember(jwk, "n")), exponent = base64UrlDecoded(stringMember(jwk, "e"));
    if (!modulus || !exponent || modulus->size() > MostRsaBits / 8 + 1 || exponent->size() > 8)
        return nullptr;
    const Number n = number(*modulus), e = number(*exponent);
    const ParameterBuilder builder(OSSL_PARAM_BLD_new());
    if (!n || !e || BN_num_bits(n.get()) < LeastRsaBits || BN_num_bits(n.get()) > MostRsaBits || !BN_is_odd(e.get()) ||
        BN_is_one(e.get()) || !builder || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
        OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
        return nullptr;
    return made("RSA", builder);
}

std::shared_ptr<void> p256Key(const json::value &jwk) {
    const auto x = base64UrlDecoded(stringMember(jwk, "x")), y = base64UrlDecoded(stringMember(jwk, "y"));
    if (!x || !y || x->size() != 32 || y->size() != 32)
        return nullptr;
    const std::string point = '\x04' + *x + *y;
    const ParameterBuilder builder(OSSL_PARAM_BLD_new());
    if (!builder || OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) != 1 ||
        OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1)
        return nullptr;
    return made("EC", builder);
}

std::shared_ptr<void> ed25519Key(const json::value &jwk) {
    const auto x = base64UrlDecoded(stringMember(jwk, "x"));
    if (!x || x->size() != 32)
        return nullptr;
    return owned(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw(*x), x->size()));
}

std::optional<WebKey> readKey(const json::value &jwk) {
    WebKey out;
    if (const std::string_view use = stringMember(jwk, "use"); !use.empty() && use != "sig")
        return {};
    if (const json::array *uses = arrayMember(jwk, "key_ops");
        uses && std::find(uses->begin(), uses->end(), json::value("verify")) == uses->end())
        return {};
    const std::string_view type = stringMember(jwk, "kty"), curve = stringMember(jwk, "crv");
    if (type == "RSA") {
        out.algorithms = {"RS256", "PS256"};
        out.key = rsaKey(jwk);
    } else if (type == "EC" && curve == "P-256") {
        out.algorithms = {"ES256"};
        out.key = p256Key(jwk);
    } else if (type == "OKP" && curve == "Ed25519") {
        out.algorithms = {"EdDSA"};
        out.key = ed25519Key(jwk);
    }
    if (const std::string_view only = stringMember(jwk, "alg"); !only.empty())
        std::erase_if(out.algorithms, [&](const std::string &algorithm) { return algorithm != only; });
    if (!out.key || out.algorithms.empty())
        return {};
    out.id = std::string(stringMember(jwk, "kid"));
    return out;
}

/// The two numbers of an ES256 signature as the DER that OpenSSL reads; empty when they are none.
std::string derOf(std::string_view signature) {
    if (signature.size() != 64)
        return {};
    Number r = number(signature.substr(0, 32)), s = number(signature.substr(32));
    const EcSignature pair(ECDSA_SIG_new());
    if (!r || !s || !pair || ECDSA_SIG_set0(pair.get(), r.get(), s.get()) != 1)
        return {};
    static_cast<void>(r.release());
    static_cast<void>(s.release());
    unsigned char *der = nullptr;
    const int size = i2d_ECDSA_SIG(pair.get(), &der);
    std::string out =
        size > 0 ? std::string(reinterpret_cast<char *>(der), static_cast<std::size_t>(size)) : std::string();
    OPENSSL_free(der);
    return out;
}

} // namespace

std::optional<std::string> base64UrlDecoded(std::string_view text) {
    const bool isPlain = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    return isPlain && !text.empty() ? base64Decoded(text) : std::nullopt;
}

Result<std::vector<WebKey>> readWebKeys(std::string_view jwks) {
    const Result<json::value> document = parseJson(jwks, {}, {.maxDepth = 32});
    if (!document)
        return fail(document.error());
    const json::array *list = arrayMember(*document, "keys");
    if (!list)
        return fail(ErrorCode::ParseError, "this is no set of keys (RFC 7517): it has no list 'keys'");
    if (list->size() > MaxKeys)
        return fail(ErrorCode::LimitExceeded, "a set of keys has at most " + std::to_string(MaxKeys));
    std::vector<WebKey> out;
    for (const json::value &jwk : *list) {
        if (auto key = readKey(jwk))
            out.push_back(std::move(*key));
    }
    if (out.empty())
        return fail(ErrorCode::Corrupt, "the set holds no key that can be used: RSA of 2048 bits and more, P-256 or "
                                        "Ed25519, for signatures");
    return out;
}

bool isSignedBy(const WebKey &key, std::string_view algorithm, std::string_view text, std::string_view signature) {
    if (std::find(key.algorithms.begin(), key.algorithms.end(), algorithm) == key.algorithms.end())
        return false;
    const std::string der = algorithm == "ES256" ? derOf(signature) : std::string();
    if (algorithm == "ES256") {
        if (der.empty())
            return false;
        signature = der;
    }
    const DigestContext context(EVP_MD_CTX_new());
    EVP_PKEY_CTX *options = nullptr; // the digest's own
    const EVP_MD *digest = algorithm == "EdDSA" ? nullptr : EVP_sha256();
    if (!context ||
        EVP_DigestVerifyInit(context.get(), &options, digest, nullptr, static_cast<EVP_PKEY *>(key.key.get())) != 1)
        return false;
    if (algorithm == "PS256" && (EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) != 1 ||
                                 EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) != 1))
        return false;
    return EVP_DigestVerify(context.get(), raw(signature), signature.size(), raw(text), text.size()) == 1;
}

} // namespace actionscope::upstream::detail
