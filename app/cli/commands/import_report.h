#pragma once
/// What an import did, for people: of `import` and of installing from the marketplace.

#include "context.h"

namespace actionscope::cli {

void printImportReport(const Context &context, const workspace::ImportReport &report, bool preview);

} // namespace actionscope::cli
