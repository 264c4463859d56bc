#pragma once
/// Planned edits of hand-written catalogs, for people.

#include "context.h"

namespace actionscope::cli {

void printDiff(const Context &context, const workspace::EditPlan &plan);

} // namespace actionscope::cli
