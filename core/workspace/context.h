#pragma once
/// The context of a message over a workspace: who asks, what they may find, and the texts as a model may see them.

#include "context/assembler.h"
#include "workspace/workspace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::workspace {

struct ContextRequest {
    std::string message;               ///< beyond retrieval::MaxQueryBytes it is not read
    std::optional<catalog::Kind> kind; ///< only capabilities of this kind in tiers 1 and 2; nothing: all kinds
    std::string metaTool = "discover_capabilities"; ///< named in tier 0
    bool showWhatFell = false; ///< more than the tiers take is searched for, so that `leftOut` names it
};

struct ContextAnswer {
    context::Context context;
    std::vector<context::Found> found; ///< ordinals of `catalog`
    std::shared_ptr<const catalog::Catalog> catalog;
    std::string hint; ///< of the search, when nothing was found
};

/// Any thread. Keeps what it made: one for each workspace that is opened.
class ContextMaker {
public:
    explicit ContextMaker(const Workspace &workspace);
    ~ContextMaker();

    /// Searches and assembles. Without `who` it is the person at this program, whom the access rules do not limit.
    /// Errors: those of Workspace::search; InvalidArgument of checkBudgets; of a tokenizer that cannot be read.
    [[nodiscard]] Result<ContextAnswer> make(const ContextRequest &request, const context::Budgets &budgets,
                                             const governance::Principal *who = nullptr) const;
    /// Assembles for what a search has found already; `snapshot` is the one that was searched.
    [[nodiscard]] Result<ContextAnswer> assemble(const Snapshot &snapshot, const SearchOutcome &outcome,
                                                 const context::Budgets &budgets, std::string_view metaTool,
                                                 const governance::Principal *who = nullptr) const;
    /// Relevance of a hit that the preset of this name ranked, and the score that stands for a relevance.
    [[nodiscard]] static double relevance(const Snapshot &snapshot, const std::string &preset, double score);
    [[nodiscard]] static double score(const Snapshot &snapshot, const std::string &preset, double relevance);
    /// What tokens are counted with: of the settings as they are now. Errors: those of TokenCounter::read, of a file
    /// that the settings name; it is read again when it changed.
    [[nodiscard]] Result<context::TokenCounter> counter() const;
    /// How often tier 0 was made (CD2).
    [[nodiscard]] std::uint64_t categoriesMade() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::workspace
