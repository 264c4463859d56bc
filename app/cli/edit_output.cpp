#include "edit_output.h"

#include <array>

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

json::array diffJson(const EditPlan &plan) {
    json::array files;
    for (const EditPlan::FileChange &file : plan.files) {
        json::array lines;
        for (const catalog::DiffLine &line : file.diff) {
            static constexpr std::array<std::string_view, 4> Kinds{"context", "added", "removed", "hunk"};
            lines.push_back({{"kind", Kinds[static_cast<std::size_t>(line.kind)]},
                             {"old_line", line.oldLine},
                             {"new_line", line.newLine},
                             {"text", line.text}});
        }
        files.push_back({{"file", file.path.string()}, {"lines", std::move(lines)}});
    }
    return files;
}

} // namespace actionscope::cli
