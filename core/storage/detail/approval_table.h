#pragma once
/// The approvals in state.db.

#include "governance/approvals.h"
#include "storage/detail/transactions.h"

#include <string>

namespace actionscope::storage::detail {

class ApprovalTable final : public governance::ApprovalStore {
public:
    explicit ApprovalTable(Transactions &transactions)
        : m_transactions(transactions) {}

    Result<governance::Approval> request(const governance::FrozenRequest &request,
                                         std::chrono::seconds lifetime) override;
    Result<std::optional<governance::Approval>> get(std::string_view id) override;
    Result<std::optional<governance::Approval>> newest(const governance::FrozenRequest &request) override;
    Result<json::object> reveal(std::string_view id, const governance::Principal &who,
                                std::string_view reason) override;
    Result<std::vector<governance::Approval>> list(const governance::ApprovalFilter &filter) override;
    Result<governance::Approval> decide(std::string_view id, const governance::ApprovalDecision &decision,
                                        const governance::Principal &who) override;
    Result<std::optional<governance::Approval>> spend(const governance::FrozenRequest &request) override;
    Result<governance::Approval> revoke(std::string_view id, const governance::Principal &who) override;
    Result<governance::Approval> withdraw(std::string_view id, std::string_view principal) override;
    Result<std::size_t> voidOthers(std::string_view service, std::string_view action,
                                   std::string_view definitionHash) override;

private:
    /// Ends what is over, with records; writes only when something is.
    Result<void> expire();
    /// Writes state, times, uses and the audit record of `approval` as it now is. Inside a write transaction.
    void store(Connection &connection, governance::Approval &approval, const governance::Principal *who,
               json::object detail = {});
    /// Keeps the personal data of a new request, encrypted.
    void keepPersonal(Connection &connection, governance::Approval &approval, const json::object &personal);
    /// The event of `outcome`, with the actor that `who` stands for (null: this program).
    [[nodiscard]] governance::AuditEvent eventOf(const governance::Approval &approval, std::string_view outcome,
                                                 const governance::Principal *who, json::object detail) const;
    /// Changes one approval inside a write transaction. Errors: NotFound, and what `change` throws.
    Result<governance::Approval> change(std::string_view id,
                                        const std::function<void(Connection &, governance::Approval &)> &change);

    Transactions &m_transactions;
};

} // namespace actionscope::storage::detail
