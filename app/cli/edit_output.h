#pragma once
/// Planned edits of hand-written catalogs, for people and as JSON.

#include "context.h"

namespace actionscope::cli {

void printDiff(const Context &context, const workspace::EditPlan &plan);
/// `[{"file","lines":[{"kind","old_line","new_line","text"}]}]`
json::array diffJson(const workspace::EditPlan &plan);

} // namespace actionscope::cli
