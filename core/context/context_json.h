#pragma once
/// The JSON of contexts and budgets, the same for the command line, REST and façades.

#include "base/json.h"
#include "context/assembler.h"

namespace actionscope::context {

/// `{"text","tokens":{"tier0","tier1","tier2","total"},"counted_by","tiers":[{"tier","text","tokens","budget","entries"}],
/// "found":[{"id","kind","relevance"}],"left_out":[{"tier","id","reason","tokens","detail"}],"total_indexed",
/// "index_version"}`; `found` as it was given to the assembler.
[[nodiscard]] json::object toJson(const Context &context, const std::vector<Found> &found,
                                  const catalog::Catalog &catalog, const TokenCounter &counter);

/// `{"tier0"?,"tier1"?,"tier2"?,"summaries"?,"details"?,"relevance"?}` over `base`. Errors: InvalidArgument naming the
/// member and what it takes.
[[nodiscard]] Result<Budgets> readBudgets(const json::object &given, Budgets base);

/// Relevance as it is shown and recorded: what follows the third decimal tells nobody anything.
[[nodiscard]] double shownRelevance(double relevance);

} // namespace actionscope::context
