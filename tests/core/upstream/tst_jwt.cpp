#include "upstream/jwt.h"

#include "base/file.h"
#include "base/json.h"
#include "support/http_server.h"
#include "upstream/detail/encoding.h"

#include <QTemporaryDir>
#include <QTest>
#include <mutex>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

using namespace actionscope;
using namespace actionscope::upstream;
using actionscope::test::HttpCall, actionscope::test::HttpServer;
using Peer = HttpServer::Peer;

namespace {

class ManualClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override { return time; }
    Timestamp time = *parseTimestamp("2026-11-22T00:00:00Z");
    [[nodiscard]] std::int64_t seconds() const {
        return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
    }
};

std::string url64(std::string_view bytes) {
    std::string text = detail::base64Encoded(bytes);
    while (text.ends_with('='))
        text.pop_back();
    for (char &c : text)
        c = c == '+' ? '-' : c == '/' ? '_' : c;
    return text;
}

/// A key pair of a provider.
class KeyPair {
public:
    explicit KeyPair(const std::string &algorithm, unsigned bits = 2048, const char *curve = "P-256")
        : m_algorithm(algorithm) {
        if (algorithm == "RS256" || algorithm == "PS256")
            m_key.reset(EVP_RSA_gen(bits), EVP_PKEY_free);
        else if (algorithm == "EdDSA")
            m_key.reset(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), EVP_PKEY_free);
        else
            m_key.reset(EVP_EC_gen(curve), EVP_PKEY_free);
        if (!m_key)
            qFatal("the test cannot make a key");
    }

    [[nodiscard]] json::object jwk(const std::string &id) const {
        json::object out{{"kid", id}, {"use", "sig"}};
        const auto number = [&](const char *name) {
            BIGNUM *value = nullptr;
            if (EVP_PKEY_get_bn_param(m_key.get(), name, &value) != 1)
                qFatal("no %s", name);
            std::string bytes(static_cast<std::size_t>(BN_num_bytes(value)), '\0');
            BN_bn2bin(value, reinterpret_cast<unsigned char *>(bytes.data()));
            BN_free(value);
            return bytes;
        };
        if (EVP_PKEY_is_a(m_key.get(), "RSA")) {
            out["kty"] = "RSA";
            out["n"] = url64(number(OSSL_PKEY_PARAM_RSA_N));
            out["e"] = url64(number(OSSL_PKEY_PARAM_RSA_E));
        } else if (EVP_PKEY_is_a(m_key.get(), "EC")) {
            const auto padded = [](std::string bytes) {
                return std::string(32 - std::min<std::size_t>(32, bytes.size()), '\0') + bytes;
            };
            out["kty"] = "EC";
            out["crv"] = "P-256";
            out["x"] = url64(padded(number(OSSL_PKEY_PARAM_EC_PUB_X)));
            out["y"] = url64(padded(number(OSSL_PKEY_PARAM_EC_PUB_Y)));
        } else {
            std::string raw(32, '\0');
            std::size_t size = raw.size();
            EVP_PKEY_get_raw_public_key(m_key.get(), reinterpret_cast<unsigned char *>(raw.data()), &size);
            out["kty"] = "OKP";
            out["crv"] = "Ed25519";
            out["x"] = url64(raw);
        }
        return out;
    }

    [[nodiscard]] std::string pem() const {
        BIO *bio = BIO_new(BIO_s_mem());
        PEM_write_bio_PUBKEY(bio, m_key.get());
        char *bytes = nullptr;
        const long size = BIO_get_mem_data(bio, &bytes);
        std::string out(bytes, static_cast<std::size_t>(size));
        BIO_free(bio);
        return out;
    }

    [[nodiscard]] std::string sign(const std::string &text, bool der = false) const {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        EVP_PKEY_CTX *options = nullptr;
        EVP_DigestSignInit(context, &options, m_algorithm == "EdDSA" ? nullptr : EVP_sha256(), nullptr, m_key.get());
        if (m_algorithm == "PS256") {
            EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING);
            EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST);
        }
        std::size_t size = 0;
        const auto *bytes = reinterpret_cast<const unsigned char *>(text.data());
        EVP_DigestSign(context, nullptr, &size, bytes, text.size());
        std::string out(size, '\0');
        EVP_DigestSign(context, reinterpret_cast<unsigned char *>(out.data()), &size, bytes, text.size());
        EVP_MD_CTX_free(context);
        out.resize(size);
        if (m_algorithm != "ES256" || der)
            return out;
        const auto *at = reinterpret_cast<const unsigned char *>(out.data());
        ECDSA_SIG *pair = d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(out.size()));
        std::string both(64, '\0');
        BN_bn2binpad(ECDSA_SIG_get0_r(pair), reinterpret_cast<unsigned char *>(both.data()), 32);
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), reinterpret_cast<unsigned char *>(both.data()) + 32, 32);
        ECDSA_SIG_free(pair);
        return both;
    }

    [[nodiscard]] std::string token(const json::object &claims, const std::string &id, json::object header = {}) const {
        if (!header.contains("alg"))
            header["alg"] = m_algorithm;
        if (!id.empty())
            header["kid"] = id;
        const std::string text = url64(json::serialize(header)) + "." + url64(json::serialize(claims));
        return text + "." + url64(sign(text));
    }

private:
    std::string m_algorithm;
    std::shared_ptr<EVP_PKEY> m_key;
};

std::string keySet(const std::vector<json::object> &keys) {
    json::array list;
    for (const json::object &key : keys)
        list.push_back(key);
    return json::serialize(json::object{{"keys", std::move(list)}});
}

} // namespace

class TestJwt : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_rsa = std::make_unique<KeyPair>("RS256");
        m_other = std::make_unique<KeyPair>("RS256");
    }
    void init() {
        m_clock = {};
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->path().toStdString() + "/jwks.json";
        m_rules = {};
        m_rules.issuer = "https://id.test";
        m_rules.audience = "actionscope";
        m_rules.jwks = m_file;
    }

    void takesGoodTokens_data() {
        QTest::addColumn<QString>("algorithm");
        for (const char *algorithm : {"RS256", "PS256", "ES256", "EdDSA"})
            QTest::newRow(algorithm) << algorithm;
    }
    void takesGoodTokens() {
        QFETCH(QString, algorithm);
        const KeyPair key(algorithm.toStdString());
        write({m_other->jwk("other"), key.jwk("k1")});
        json::object claims = claimsOf();
        claims["email"] = "ada@acme.test";
        claims["email_verified"] = true;
        claims["org"] = "acme";
        claims["actionscope_role"] = "developer";
        const auto verifier = open();
        const auto who = verifier->verify(key.token(claims, "k1"));
        QVERIFY2(who, who ? "" : who.error().message.c_str());
        QCOMPARE(who->id, std::string("jwt:https://id.test#ada"));
        QCOMPARE(who->name, std::string("ada"));
        QVERIFY(who->source == governance::Principal::Source::Jwt);
        QVERIFY(who->role == governance::Role::Developer);
        QCOMPARE(who->organisation, std::string("acme"));
        QCOMPARE(who->user, std::string("ada@acme.test"));
        // Without a name of its key every key is tried; with a type that says what it is, too.
        QVERIFY(verifier->verify(key.token(claims, "", {{"typ", "at+JWT"}})));
        // Any change of a byte of the signed text or the signature is noticed.
        const std::string good = key.token(claims, "k1");
        for (std::size_t i = 0; i < good.size(); i += 7) {
            std::string bad = good;
            bad[i] = bad[i] == 'A' ? 'B' : 'A';
            QVERIFY2(!verifier->verify(bad) || i + 2 >= good.size(), std::to_string(i).c_str());
        }
    }

    void refusesForgedAlgorithms() {
        write({m_rsa->jwk("k1")});
        const auto verifier = open();
        const std::string payload = url64(json::serialize(claimsOf()));
        const auto refused = [&](const std::string &token) {
            const auto who = verifier->verify(token);
            return !who && who.error().code == ErrorCode::PermissionDenied;
        };
        // alg none, in every spelling, with and without a signature.
        for (const char *none : {"none", "None", "NONE", "nOnE", ""}) {
            const std::string head = url64(json::serialize(json::object{{"alg", none}, {"kid", "k1"}}));
            QVERIFY2(refused(head + "." + payload + "."), none);
            QVERIFY2(refused(head + "." + payload + ".AA"), none);
        }
        // The public key is public: as the secret of an HMAC it proves nothing.
        const std::string head = url64(quoted("{'alg':'HS256','kid':'k1'}"));
        const std::string modulus = detail::base64Decoded(m_rsa->jwk("k1").at("n").as_string()).value();
        for (const std::string &secret : {m_rsa->pem(), modulus, std::string(m_rsa->jwk("k1").at("n").as_string())}) {
            unsigned char mac[EVP_MAX_MD_SIZE];
            unsigned size = 0;
            const std::string text = head + "." + payload;
            HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
                 reinterpret_cast<const unsigned char *>(text.data()), text.size(), mac, &size);
            QVERIFY(refused(text + "." + url64({reinterpret_cast<char *>(mac), size})));
        }
        // A secret key in the set is passed over, so that it cannot be used either.
        write({m_rsa->jwk("k1"), json::object{{"kty", "oct"}, {"kid", "h"}, {"k", url64("secret")}, {"alg", "HS256"}}});
        QVERIFY(refused(url64(quoted("{'alg':'HS256','kid':'h'}")) + "." + payload + ".AAAA"));
        // A key is for its own algorithms only.
        for (const char *other : {"ES256", "EdDSA", "RS512", "rs256"})
            QVERIFY2(refused(m_rsa->token(claimsOf(), "k1", {{"alg", other}})), other);
        // An algorithm that the key itself excludes.
        json::object only = m_rsa->jwk("k1");
        only["alg"] = "PS256";
        write({only});
        QVERIFY(refused(m_rsa->token(claimsOf(), "k1")));
    }
    void refusesOtherKeys() {
        write({m_rsa->jwk("k1")});
        const auto verifier = open();
        QVERIFY(!verifier->verify(m_other->token(claimsOf(), "k1")));
        QVERIFY(!verifier->verify(m_other->token(claimsOf(), "")));
        QVERIFY(!verifier->verify(m_rsa->token(claimsOf(), "k2")));
        // A key inside the token is the attacker's.
        QVERIFY(!verifier->verify(m_other->token(claimsOf(), "", {{"jwk", m_other->jwk("k1")}})));
        QVERIFY(!verifier->verify(m_other->token(claimsOf(), "", {{"jku", "http://evil.test/jwks"}})));
    }
    void signaturesOfEs256AreTwoNumbers() {
        const KeyPair key("ES256");
        write({key.jwk("k1")});
        const auto verifier = open();
        const std::string text = url64(quoted("{'alg':'ES256','kid':'k1'}")) + "." + url64(json::serialize(claimsOf()));
        QVERIFY(verifier->verify(text + "." + url64(key.sign(text))));
        QVERIFY(!verifier->verify(text + "." + url64(key.sign(text, true))));
        QVERIFY(!verifier->verify(text + "." + url64(std::string(64, '\0')))); // CVE-2022-21449
        QVERIFY(!verifier->verify(text + "." + url64(std::string(64, '\xFF'))));
        QVERIFY(!verifier->verify(text + "." + url64(std::string(63, '\1'))));
    }
    void weakAndBrokenKeysAreNotUsed_data() {
        QTest::addColumn<QString>("which");
        for (const char *which : {"1024 bits", "exponent 1", "even exponent", "not on the curve", "short point",
                                  "for encryption", "not to verify", "other curve", "no modulus", "empty"})
            QTest::newRow(which) << which;
    }
    void weakAndBrokenKeysAreNotUsed() {
        QFETCH(QString, which);
        json::object key = m_rsa->jwk("k1");
        if (which == "1024 bits")
            key = KeyPair("RS256", 1024).jwk("k1");
        if (which == "exponent 1")
            key["e"] = "AQ";
        if (which == "even exponent")
            key["e"] = "Ag";
        if (which == "not on the curve" || which == "short point" || which == "other curve") {
            key = KeyPair("ES256").jwk("k1");
            if (which == "not on the curve")
                key["y"] = url64(std::string(32, '\1'));
            if (which == "short point")
                key["y"] = url64(std::string(31, '\1'));
            if (which == "other curve")
                key["crv"] = "P-384";
        }
        if (which == "for encryption")
            key["use"] = "enc";
        if (which == "not to verify")
            key["key_ops"] = json::array{"encrypt"};
        if (which == "no modulus")
            key.erase("n");
        if (which == "empty")
            key = {};
        write({key});
        const auto verifier = JwtVerifier::create(m_rules, m_clock);
        QVERIFY(!verifier);
        QCOMPARE(verifier.error().code, ErrorCode::Corrupt);
        QVERIFY(verifier.error().where.file == m_file);
        write({key, m_rsa->jwk("k2")});
        QVERIFY(open()->verify(m_rsa->token(claimsOf(), "k2")));
    }

    void checksClaims_data() {
        QTest::addColumn<QString>("change"); // name=JSON, or name alone to take it away
        QTest::addColumn<QString>("words");  // of the refusal; empty: taken
        const auto row = [](const char *change, const char *words) { QTest::newRow(change) << change << words; };
        row("iss='https://id.test/'", "issuer");
        row("iss='https://evil.test'", "issuer");
        row("iss=['https://id.test']", "issuer");
        row("iss", "issuer");
        row("aud='other'", "audience");
        row("aud=['other']", "audience");
        row("aud=[]", "audience");
        row("aud", "audience");
        row("aud=['other','actionscope']", "");
        row("exp", "when it expires");
        row("exp='1e99'", "when it expires");
        row("exp=-1", "expired");
        row("exp=now-61", "expired");
        row("exp=now-60", "expired");
        row("exp=now-59", "");
        row("exp=1e300", "");
        row("nbf=now+61", "not valid yet");
        row("nbf=now+60", "");
        row("nbf='soon'", "not valid yet");
        row("iat=now+3600", "not valid yet");
        row("sub", "subject");
        row("sub=''", "subject");
        row("sub=7", "subject");
        row("sub='a\\u0000b'", "subject");
        row("sub='a\\u202eb'", "subject");
        row("actionscope_role='approver'", "");
        row("actionscope_role=['unrelated','agent']", "");
        row("actionscope_role='root'", "no role");
        row("actionscope_role=['agent','admin']", "several roles");
        row("actionscope_role=[]", "no role");
        row("actionscope_role=true", "no role");
    }
    void checksClaims() {
        QFETCH(QString, change);
        QFETCH(QString, words);
        write({m_rsa->jwk("k1")});
        json::object claims = claimsOf();
        const std::string text = change.toStdString();
        const std::size_t equals = text.find('=');
        const std::string name = text.substr(0, equals);
        if (equals == std::string::npos) {
            claims.erase(name);
        } else {
            std::string value = text.substr(equals + 1);
            if (value.starts_with("now"))
                value = std::to_string(m_clock.seconds() + std::stoll(value.substr(3)));
            claims[name] = *parseJson(quoted(value));
        }
        const auto who = open()->verify(m_rsa->token(claims, "k1"));
        QCOMPARE(who.has_value(), words.isEmpty());
        if (!who) {
            QCOMPARE(who.error().code, ErrorCode::PermissionDenied);
            QVERIFY2(who.error().message.find(words.toStdString()) != std::string::npos, who.error().message.c_str());
        }
    }
    void readsTheClaimsThatItIsTold() {
        write({m_rsa->jwk("k1")});
        m_rules.roleClaim = "realm_access.roles";
        m_rules.organisationClaim = "https://acme.test/org";
        m_rules.userClaim = "preferred_username";
        json::object claims = claimsOf();
        claims["realm_access"] = {{"roles", json::array{"offline_access", "approver"}}};
        claims["https://acme.test/org"] = "acme";
        claims["preferred_username"] = "ada";
        const auto who = open()->verify(m_rsa->token(claims, "k1"));
        QVERIFY2(who, who ? "" : who.error().message.c_str());
        QVERIFY(who->role == governance::Role::Approver);
        QCOMPARE(who->organisation, std::string("acme"));
        QCOMPARE(who->user, std::string("ada"));
        claims.erase("realm_access");
        QVERIFY(open()->verify(m_rsa->token(claims, "k1"))->role == governance::Role::Agent);
    }
    void anAddressThatNobodyVerifiedIsNoUser() {
        write({m_rsa->jwk("k1")});
        json::object claims = claimsOf();
        claims["email"] = "boss@acme.test";
        claims["email_verified"] = false;
        const auto who = open()->verify(m_rsa->token(claims, "k1"));
        QVERIFY(who);
        QCOMPARE(who->user, std::string());
    }
    void malformedTokens_data() {
        QTest::addColumn<QByteArray>("token");
        const QByteArray good = "eyJhbGciOiJSUzI1NiJ9.e30.AAAA";
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("dots") << QByteArray("..");
        QTest::newRow("two parts") << QByteArray("eyJhbGciOiJSUzI1NiJ9.e30");
        QTest::newRow("four parts") << good + ".AAAA";
        QTest::newRow("padding") << QByteArray("eyJhbGciOiJSUzI1NiJ9.e30=.AAAA");
        QTest::newRow("space") << " " + good;
        QTest::newRow("line end") << good + "\n";
        QTest::newRow("NUL") << good + QByteArray("\0", 1);
        QTest::newRow("usual alphabet") << QByteArray("eyJhbGciOiJSUzI1NiJ9.e30.+/AA");
        QTest::newRow("header no object") << QByteArray("W10.e30.AAAA");
        QTest::newRow("header no JSON") << QByteArray("YWJj.e30.AAAA");
        QTest::newRow("encrypted") << QByteArray("eyJhbGciOiJSUzI1NiJ9.AA.AA.AA.AA");
        QTest::newRow("large") << "eyJhbGciOiJSUzI1NiJ9." + QByteArray(20'000, 'A') + ".AAAA";
    }
    void malformedTokens() {
        QFETCH(QByteArray, token);
        write({m_rsa->jwk("k1")});
        const auto who = open()->verify(token.toStdString());
        QVERIFY(!who);
        QCOMPARE(who.error().code, ErrorCode::PermissionDenied);
    }
    void criticalMembersAndOtherTypes() {
        write({m_rsa->jwk("k1")});
        const auto verifier = open();
        QVERIFY(!verifier->verify(m_rsa->token(claimsOf(), "k1", {{"crit", json::array{"b64"}}, {"b64", false}})));
        QVERIFY(!verifier->verify(m_rsa->token(claimsOf(), "k1", {{"typ", "logout+jwt"}})));
        QVERIFY(verifier->verify(m_rsa->token(claimsOf(), "k1", {{"typ", "JWT"}})));
    }
    void aFileIsReadAgainWhenItChanged() {
        write({m_rsa->jwk("k1")});
        const auto verifier = open();
        QVERIFY(!verifier->verify(m_other->token(claimsOf(), "k2")));
        write({m_other->jwk("k2")});
        QVERIFY(verifier->verify(m_other->token(claimsOf(), "k2")));
        QVERIFY(!verifier->verify(m_rsa->token(claimsOf(), "k1")));
    }
    void keysOfAUrlAreKeptAndRotated() {
        std::mutex mutex;
        std::string answer = keySet({m_rsa->jwk("k1")}), status = "200 OK";
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            const std::lock_guard lock(mutex);
            peer.answer(status, answer);
        });
        const auto serve = [&](const std::string &newStatus, const std::string &newAnswer) {
            const std::lock_guard lock(mutex);
            status = newStatus;
            answer = newAnswer;
        };
        m_rules.jwks = server.url("/jwks");
        const auto verifier = open();
        QCOMPARE(server.count(), std::size_t(0));
        const auto good = [&](const KeyPair &key, const std::string &id) {
            return verifier->verify(key.token(claimsOf(), id)).has_value();
        };
        QVERIFY(good(*m_rsa, "k1"));
        QVERIFY(good(*m_rsa, "k1"));
        QCOMPARE(server.count(), std::size_t(1));
        // A new key is fetched when a token names it, and unknown names do not make us ask again and again.
        serve("200 OK", keySet({m_rsa->jwk("k1"), m_other->jwk("k2")}));
        QVERIFY(!good(*m_other, "k2"));
        m_clock.time += std::chrono::minutes(1);
        QVERIFY(good(*m_other, "k2"));
        for (int i = 0; i < 5; ++i)
            QVERIFY(!good(*m_other, "unknown"));
        QCOMPARE(server.count(), std::size_t(2));
        // A wrong signature under a known name is no reason to ask.
        m_clock.time += std::chrono::minutes(2);
        QVERIFY(!good(*m_rsa, "k2"));
        QCOMPARE(server.count(), std::size_t(2));
        // A key that was taken back is gone after ten minutes.
        serve("200 OK", keySet({m_other->jwk("k2")}));
        m_clock.time += std::chrono::minutes(10);
        QVERIFY(!good(*m_rsa, "k1"));
        QVERIFY(good(*m_other, "k2"));
        // While the provider is down its last keys serve, for a day.
        serve("500 Oops", "");
        m_clock.time += std::chrono::hours(1);
        QVERIFY(good(*m_other, "k2"));
        serve("200 OK", "<html>");
        m_clock.time += std::chrono::hours(1);
        QVERIFY(good(*m_other, "k2"));
        m_clock.time += std::chrono::hours(24);
        const auto lost = verifier->verify(m_other->token(claimsOf(), "k2"));
        QVERIFY(!lost);
        QCOMPARE(lost.error().code, ErrorCode::NetworkError);
    }
    void saysWhatIsMissing() {
        const auto wrong = [&](const std::string &issuer, const std::string &audience, const std::string &jwks) {
            JwtRules rules;
            rules.issuer = issuer;
            rules.audience = audience;
            rules.jwks = jwks;
            const auto verifier = JwtVerifier::create(rules, m_clock);
            return !verifier;
        };
        write({m_rsa->jwk("k1")});
        QVERIFY(!wrong("i", "a", m_file));
        QVERIFY(wrong("", "a", m_file));
        QVERIFY(wrong("i", "", m_file));
        QVERIFY(wrong("i", "a", ""));
        QVERIFY(wrong("i", "a", m_file + ".none"));
        QVERIFY(wrong("i", "a", "http://id.test/jwks")); // anyone on the way could give us keys
        QVERIFY(wrong("i", "a", "ftp://id.test/jwks"));
        QVERIFY(!wrong("i", "a", "https://id.test/jwks"));
        QVERIFY(writeFileAtomically(m_file, "{\"keys\": 7}"));
        QVERIFY(wrong("i", "a", m_file));
    }
    void tellsJwtsFromTokens() {
        QVERIFY(looksLikeJwt("eyJhbGciOiJSUzI1NiJ9.e30.AAAA"));
        for (const char *other : {"", "as_abc", "a.b.c", "eyJhbGci", "eyJ.a.b.c"})
            QVERIFY2(!looksLikeJwt(other), other);
    }

private:
    static std::string quoted(std::string text) {
        std::replace(text.begin(), text.end(), '\'', '"');
        return text;
    }
    [[nodiscard]] json::object claimsOf() const {
        return {{"iss", "https://id.test"},
                {"aud", "actionscope"},
                {"sub", "ada"},
                {"iat", m_clock.seconds()},
                {"exp", m_clock.seconds() + 7 * 24 * 3600}};
    }
    void write(const std::vector<json::object> &keys) const {
        if (!writeFileAtomically(m_file, keySet(keys)))
            qFatal("the test cannot write");
    }
    [[nodiscard]] std::unique_ptr<JwtVerifier> open() const {
        auto verifier = JwtVerifier::create(m_rules, m_clock);
        if (!verifier)
            qFatal("%s", verifier.error().toString().c_str());
        return std::move(*verifier);
    }

    ManualClock m_clock;
    std::unique_ptr<KeyPair> m_rsa, m_other;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_file;
    JwtRules m_rules;
};

QTEST_GUILESS_MAIN(TestJwt)
#include "tst_jwt.moc"
