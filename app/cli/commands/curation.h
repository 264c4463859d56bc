#pragma once
/// What `promote` and `curate` share: prose from options and files, and the review of what would be saved.

#include "context.h"
#include "workspace/curation.h"

#include <optional>
#include <string>
#include <vector>

namespace actionscope::cli {

/// Prose as it was given; what is nothing was not.
struct GivenProse {
    std::optional<std::string> title, description;
    std::vector<std::string> parameters; ///< "NAME=TEXT"
    std::vector<std::string> tags;
    std::string file; ///< see readProseFile
};
void addProseOptions(CLI::App &command, GivenProse &given);

/// Lays what was given over `entry`. A file that ends in .yaml or .yml is an entry as it stands under `curated:`
/// (title, description, parameters, tags), any other one is the description; what is given beside it counts before it.
/// Errors: those of reading; ParseError with line and column; InvalidArgument for a parameter without "=".
Result<void> layOver(catalog::Curated &entry, const GivenProse &given);

/// Options that decide what is measured and whether anything is written.
struct ReviewOptions {
    std::vector<std::string> sets;
    bool dryRun = false, noPreview = false;
};
void addReviewOptions(CLI::App &command, ReviewOptions &options);
workspace::CurationOptions curationOptions(const ReviewOptions &options);

/// The diff, the checks, the cost and the effect, for people.
void printCuration(const Context &context, const workspace::CurationPlan &plan);
/// The last line: what was done, and how it is taken back.
void printCurationEnd(const Context &context, const workspace::CurationPlan &plan, bool dryRun);

} // namespace actionscope::cli
