#pragma once
/// What a person asks about the ranking without changing anything: why an action is not found (BX3), and what another
/// description of it would do (BX4). `Workspace::whyNot` and `Workspace::previewDescription` answer.

#include "base/json.h"
#include "governance/principal.h"
#include "retrieval/why_not.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::workspace {

struct WhyNotAnswer;

struct WhyNotQuestion {
    std::string query;
    std::string action;                                   ///< "service.action"
    std::shared_ptr<const retrieval::Preset> preset = {}; ///< null: that of the settings
    std::optional<std::string> service = {};              ///< scope of the search
    std::size_t limit = 10;
    double floor = -1; ///< negative: that of the settings, or of `preset`
    bool longTailOnly = false;
    std::string set = {}; ///< query set that remedies are tried on; empty: none
    /// Whose search it is; none: the person at this program. The answer is for that person all the same.
    std::optional<governance::Principal> asker = {};
    /// Told the cause as soon as it is known, on the thread that asks: the answer without what would change it, which
    /// is tried after.
    std::function<void(const WhyNotAnswer &)> judged = {};
};

struct WhyNotAnswer {
    WhyNotQuestion question;
    retrieval::WhyNot why;
    std::string preset;               ///< name of the one that was asked with
    std::vector<std::string> nearest; ///< names like the action's when it is not in the catalog
};
[[nodiscard]] json::object whyNotToJson(const WhyNotAnswer &answer);

/// What a new description does to labelled queries, floor off, up to rank 100.
struct DescriptionPreview {
    struct Query {
        std::string set, id, text;
        bool isGold = false;                         ///< the action is judged to answer it
        std::size_t before = 0, after = 0;           ///< rank of the action; 0: not among the first 100
        std::size_t firstBefore = 0, firstAfter = 0; ///< rank of the first gold
    };
    std::string action, preset, oldDescription, newDescription;
    std::vector<Query> queries; ///< those where a rank changed, golds first, then the greatest change
    std::size_t tried = 0;      ///< queries in all
    retrieval::Effect effect;   ///< by rank of the first gold
    struct Means {
        double recall5 = 0, ndcg5 = 0;
    } before, after;          ///< over the queries that have an answer
    std::int64_t buildMs = 0; ///< of the index as it would be
};
[[nodiscard]] json::object descriptionPreviewToJson(const DescriptionPreview &preview);

} // namespace actionscope::workspace
