#pragma once
/// The windows of outcomes and the alerts in state.db (CD10).

#include "storage/detail/transactions.h"
#include "telemetry/kpi.h"

namespace actionscope::storage::detail {

class KpiTable final : public telemetry::KpiStore {
public:
    explicit KpiTable(Transactions &transactions)
        : m_transactions(transactions) {}

    Result<void> add(const std::vector<std::string> &scopes, const telemetry::KpiSample &sample,
                     std::size_t window) override;
    Result<std::vector<telemetry::KpiSample>> window(std::string_view scope, std::size_t most) const override;
    Result<std::vector<std::string>> scopes() const override;
    Result<telemetry::KpiAlert> addAlert(telemetry::KpiAlert alert) override;
    Result<std::vector<telemetry::KpiAlert>> alerts(std::uint64_t after, std::size_t most) const override;

private:
    Transactions &m_transactions;
};

} // namespace actionscope::storage::detail
