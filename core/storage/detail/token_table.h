#pragma once
/// The tokens in state.db.

#include "governance/token_store.h"
#include "storage/detail/transactions.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace actionscope::storage::detail {

class TokenTable final : public governance::TokenStore {
public:
    explicit TokenTable(Transactions &transactions)
        : m_transactions(transactions) {}

    Result<governance::IssuedToken> create(const governance::TokenSpec &spec, governance::AuditEvent event) override;
    Result<std::vector<governance::TokenInfo>> list() const override;
    Result<governance::TokenInfo> revoke(std::string_view idOrName, governance::AuditEvent event) override;
    Result<std::optional<governance::Principal>> authenticate(std::string_view secret) const override;

private:
    struct Known {
        governance::TokenInfo info;
        std::string hash;
    };
    Transactions &m_transactions;

    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    mutable std::map<std::string, Known, std::less<>> m_known; ///< by id
    mutable std::optional<std::uint64_t> m_version;            ///< of the database, when m_known was last compared
    mutable std::int64_t m_lastChange = -1; ///< audit record of the last change to a token that m_known has
};

} // namespace actionscope::storage::detail
