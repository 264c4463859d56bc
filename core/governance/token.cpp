#include "governance/token_store.h"

#include "base/hash.h"
#include "base/text.h"

#include <algorithm>
#include <openssl/crypto.h>

namespace actionscope::governance {
namespace {

constexpr std::string_view Prefix = "as_";
constexpr std::size_t IdLength = 12, RandomLength = 43, MaxNameCharacters = 64, MaxAttributeBytes = 256;
constexpr std::size_t SecretLength = Prefix.size() + IdLength + 1 + RandomLength;
constexpr std::string_view IdAlphabet = "abcdefghijklmnopqrstuvwxyz234567"; // RFC 4648 base32, in lower case
constexpr std::string_view SecretAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"; // RFC 4648 base64url

std::string randomId() {
    std::string id;
    for (const char byte : randomBytes(IdLength))
        id += IdAlphabet[static_cast<unsigned char>(byte) % IdAlphabet.size()];
    return id;
}

/// base64url without padding.
std::string encoded(std::string_view bytes) {
    std::string text;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char byte : bytes) {
        bits = (bits << 8U | static_cast<unsigned char>(byte)) & 0xFFFFU;
        for (count += 8; count >= 6; count -= 6)
            text += SecretAlphabet[bits >> (count - 6) & 0x3FU];
    }
    if (count > 0)
        text += SecretAlphabet[bits << (6 - count) & 0x3FU];
    return text;
}

bool onlyOf(std::string_view text, std::string_view alphabet) {
    return text.find_first_not_of(alphabet) == std::string_view::npos;
}

std::size_t characters(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(
        utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Result<void> checkText(std::string_view text, const char *what) {
    if (firstInvalidUtf8(text) || hasInvisible(text) || text.find_first_of("\t\r\n") != std::string_view::npos)
        return fail(ErrorCode::InvalidArgument,
                    std::string("the ") + what + " of a token must be plain text without control characters");
    if (text.size() > MaxAttributeBytes)
        return fail(ErrorCode::InvalidArgument, std::string("the ") + what + " of a token may have " +
                                                    std::to_string(MaxAttributeBytes) + " bytes");
    return {};
}

} // namespace

Result<void> checkTokenSpec(const TokenSpec &spec, Timestamp now) {
    if (spec.name.empty() || characters(spec.name) > MaxNameCharacters)
        return fail(ErrorCode::InvalidArgument,
                    "the name of a token has 1 to " + std::to_string(MaxNameCharacters) + " characters");
    const std::pair<std::string_view, const char *> texts[] = {
        {spec.name, "name"}, {spec.user, "user"}, {spec.organisation, "organisation"}, {spec.profile, "profile"}};
    for (const auto &[text, what] : texts)
        if (auto good = checkText(text, what); !good)
            return good;
    if (spec.expires && *spec.expires <= now)
        return fail(ErrorCode::InvalidArgument, "the token would be over at once: " + formatTimestamp(*spec.expires) +
                                                    " is not after " + formatTimestamp(now));
    return {};
}

IssuedToken issueToken(const TokenSpec &spec, Timestamp now) {
    IssuedToken token;
    token.info = {randomId(), spec, now, std::nullopt};
    token.secret = std::string(Prefix) + token.info.id + '_' + encoded(randomBytes(32));
    return token;
}

std::optional<std::string_view> tokenIdOf(std::string_view secret) {
    if (secret.size() != SecretLength || !secret.starts_with(Prefix) || secret[Prefix.size() + IdLength] != '_')
        return std::nullopt;
    const std::string_view id = secret.substr(Prefix.size(), IdLength);
    if (!onlyOf(id, IdAlphabet) || !onlyOf(secret.substr(Prefix.size() + IdLength + 1), SecretAlphabet))
        return std::nullopt;
    return id;
}

std::string tokenHash(std::string_view secret) { return toHex(sha256(secret)); }

bool equalInConstantTime(std::string_view a, std::string_view b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

bool isLive(const TokenInfo &token, Timestamp now) {
    if (token.revoked)
        return false;
    return !token.spec.expires || (now < *token.spec.expires && now + ClockTolerance >= token.created);
}

Principal principalOf(const TokenInfo &token) {
    Principal who;
    who.id = "token:" + token.id;
    who.name = token.spec.name;
    who.source = Principal::Source::Token;
    who.role = token.spec.role;
    who.user = token.spec.user;
    who.organisation = token.spec.organisation;
    who.profile = token.spec.profile;
    who.exposure = token.spec.exposure;
    return who;
}

} // namespace actionscope::governance
