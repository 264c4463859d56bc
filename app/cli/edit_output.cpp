#include "edit_output.h"

namespace actionscope::cli {

using workspace::EditPlan;

void printDiff(const Context &context, const EditPlan &plan) {
    for (const EditPlan::FileChange &file : plan.files) {
        context.print(styled("--- " + shown(file.path.string()), Style::Dim, context.out) + '\n');
        for (const catalog::DiffLine &line : file.diff) {
            using Kind = catalog::DiffLine::Kind;
            const std::string_view mark = line.kind == Kind::Added     ? "+"
                                          : line.kind == Kind::Removed ? "-"
                                          : line.kind == Kind::Hunk    ? ""
                                                                       : " ";
            const Style style = line.kind == Kind::Added     ? Style::Good
                                : line.kind == Kind::Removed ? Style::Danger
                                : line.kind == Kind::Hunk    ? Style::Dim
                                                             : Style::Plain;
            context.print(styled(std::string(mark) + shown(line.text), style, context.out) + '\n');
        }
    }
}

} // namespace actionscope::cli
