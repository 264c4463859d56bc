#pragma once
/// The history of experiments in state.db.

#include "evaluation/experiment_store.h"
#include "storage/detail/transactions.h"

namespace actionscope::storage::detail {

class ExperimentTable final : public evaluation::ExperimentStore {
public:
    explicit ExperimentTable(Transactions &transactions)
        : m_transactions(transactions) {}

    Result<std::string> add(const evaluation::Run &run) override;
    Result<std::vector<evaluation::RunSummary>> list(std::size_t limit) const override;
    Result<evaluation::Run> get(std::string_view id) const override;
    Result<void> remove(std::string_view id) override;

private:
    Transactions &m_transactions;
};

} // namespace actionscope::storage::detail
