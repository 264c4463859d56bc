#include "storage/detail/token_table.h"

#include "storage/detail/audit_table.h"

#include <algorithm>

namespace actionscope::storage::detail {
using namespace governance;

namespace {

constexpr const char *Columns =
    "SELECT id, name, role, user, organisation, profile, exposure, created, expires, revoked, hash FROM token";

Timestamp timeOf(const SQLite::Column &column) { return Timestamp(std::chrono::microseconds(column.getInt64())); }

TokenInfo readToken(SQLite::Statement &row) {
    TokenInfo token;
    token.id = row.getColumn(0).getString();
    TokenSpec &spec = token.spec;
    spec.name = row.getColumn(1).getString();
    const auto role = roleFromName(row.getColumn(2).getString());
    const auto exposure = exposureFromName(row.getColumn(6).getString());
    // A row that someone edited must not become another role by default.
    if (!role || !exposure)
        throw Abort{{ErrorCode::Corrupt, "the token " + token.id + " has a role or exposure that does not exist"}};
    spec.role = *role;
    spec.user = row.getColumn(3).getString();
    spec.organisation = row.getColumn(4).getString();
    spec.profile = row.getColumn(5).getString();
    spec.exposure = *exposure;
    token.created = timeOf(row.getColumn(7));
    if (!row.getColumn(8).isNull())
        spec.expires = timeOf(row.getColumn(8));
    if (!row.getColumn(9).isNull())
        token.revoked = timeOf(row.getColumn(9));
    return token;
}

/// The live token of this name, or nothing.
std::optional<TokenInfo> liveByName(Connection &connection, std::string_view name, Timestamp now) {
    SQLite::Statement rows(connection.db, std::string(Columns) + " WHERE name = ? AND revoked IS NULL");
    rows.bind(1, std::string(name));
    while (rows.executeStep()) {
        TokenInfo token = readToken(rows);
        if (isLive(token, now))
            return token;
    }
    return std::nullopt;
}

void fillIn(AuditEvent &event, const TokenInfo &token, const char *outcome, const std::string &actor) {
    if (event.kind.empty())
        event.kind = audit_kind::Token;
    if (event.actor.empty())
        event.actor = actor;
    if (event.outcome.empty())
        event.outcome = outcome;
    if (event.organisation.empty())
        event.organisation = token.spec.organisation;
    event.detail["id"] = token.id;
    event.detail["name"] = token.spec.name;
    event.detail["role"] = roleName(token.spec.role);
    for (const auto &[name, text] : {std::pair("user", &token.spec.user), std::pair("profile", &token.spec.profile)})
        if (!text->empty())
            event.detail[name] = *text;
    if (token.spec.expires)
        event.detail["expires"] = formatTimestamp(*token.spec.expires);
}

} // namespace

Result<IssuedToken> TokenTable::create(const TokenSpec &spec, AuditEvent event) {
    const Timestamp now = m_transactions.now();
    if (auto good = checkTokenSpec(spec, now); !good)
        return fail(good.error());
    IssuedToken token = issueToken(spec, now);
    fillIn(event, token.info, "created", m_transactions.actor());
    auto written = m_transactions.write([&](Connection &connection) {
        if (const auto taken = liveByName(connection, spec.name, now))
            throw Abort{{ErrorCode::AlreadyExists, "a token is called \"" + spec.name + "\" already (" + taken->id +
                                                       "): revoke it first, or choose another name"}};
        const AuditRecord record = m_transactions.append(connection, event);
        auto &insert = connection.prepared("INSERT INTO token (id, name, role, user, organisation, profile, exposure, "
                                           "hash, created, expires, seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        const std::string texts[] = {
            token.info.id,     spec.name,    std::string(roleName(spec.role)),         spec.user,
            spec.organisation, spec.profile, std::string(exposureName(spec.exposure)), tokenHash(token.secret)};
        int column = 1;
        for (const std::string &text : texts)
            insert.bind(column++, text);
        insert.bind(column++, microsecondsOf(now));
        if (spec.expires)
            insert.bind(column, microsecondsOf(*spec.expires));
        insert.bind(column + 1, static_cast<std::int64_t>(record.seq));
        insert.exec();
    });
    if (!written)
        return fail(std::move(written.error()));
    return token;
}

Result<std::vector<TokenInfo>> TokenTable::list() const {
    std::vector<TokenInfo> tokens;
    auto read = m_transactions.read([&](Connection &connection) {
        SQLite::Statement rows(connection.db, std::string(Columns) + " ORDER BY created DESC, rowid DESC");
        while (rows.executeStep())
            tokens.push_back(readToken(rows));
    });
    if (!read)
        return fail(std::move(read.error()));
    return tokens;
}

Result<TokenInfo> TokenTable::revoke(std::string_view idOrName, AuditEvent event) {
    TokenInfo token;
    auto written = m_transactions.write([&](Connection &connection) {
        const Timestamp now = m_transactions.now();
        SQLite::Statement byId(connection.db, std::string(Columns) + " WHERE id = ?");
        byId.bind(1, std::string(idOrName));
        if (const auto named = liveByName(connection, idOrName, now))
            token = *named;
        else if (byId.executeStep())
            token = readToken(byId);
        else
            throw Abort{{ErrorCode::NotFound, "no token has the id, and no live one the name \"" +
                                                  std::string(idOrName) + "\"; see `tokens list`"}};
        if (token.revoked)
            throw Abort{{ErrorCode::Conflict,
                         "the token " + token.id + " was revoked already, at " + formatTimestamp(*token.revoked)}};
        token.revoked = now;
        fillIn(event, token, "revoked", m_transactions.actor());
        const AuditRecord record = m_transactions.append(connection, event);
        auto &update = connection.prepared("UPDATE token SET revoked = ?, seq = ? WHERE id = ?");
        update.bind(1, microsecondsOf(now));
        update.bind(2, static_cast<std::int64_t>(record.seq));
        update.bind(3, token.id);
        update.exec();
    });
    if (!written)
        return fail(std::move(written.error()));
    return token;
}

Result<std::optional<Principal>> TokenTable::authenticate(std::string_view secret) const {
    const auto id = tokenIdOf(secret);
    if (!id)
        return std::nullopt;
    const std::string hash = tokenHash(secret);
    const std::lock_guard lock(m_mutex);
    // Asked before reading: what is committed in between shows at the next call.
    const std::uint64_t version = m_transactions.version();
    if (m_version != version) {
        auto read = m_transactions.read([&](Connection &connection) {
            // Most commits are audit records. The tokens are read again only when one of them changed.
            auto &last = connection.prepared("SELECT coalesce(max(seq), 0) FROM token");
            last.executeStep();
            const std::int64_t change = last.getColumn(0).getInt64();
            last.reset();
            if (change == m_lastChange)
                return;
            std::map<std::string, Known, std::less<>> known;
            SQLite::Statement rows(connection.db, std::string(Columns) + " WHERE revoked IS NULL");
            while (rows.executeStep()) {
                TokenInfo token = readToken(rows);
                std::string key = token.id;
                known.emplace(std::move(key), Known{std::move(token), rows.getColumn(10).getString()});
            }
            m_known = std::move(known);
            m_lastChange = change;
        });
        if (!read)
            return fail(std::move(read.error()));
        m_version = version;
    }
    const auto found = m_known.find(*id);
    if (found == m_known.end() || !equalInConstantTime(found->second.hash, hash) ||
        !isLive(found->second.info, m_transactions.now()))
        return std::nullopt;
    return principalOf(found->second.info);
}

} // namespace actionscope::storage::detail
