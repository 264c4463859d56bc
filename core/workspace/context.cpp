#include "workspace/context.h"

#include "base/file.h"
#include "base/text.h"
#include "context/categories.h"
#include "workspace/visibility.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>

namespace actionscope::workspace {
namespace {

constexpr std::size_t CachedProse = 50'000, CachedViews = 64;
constexpr std::size_t ShownFallen = 10; ///< results beyond the tiers, for who wants to know what fell out

std::shared_ptr<const retrieval::Preset> presetOf(const Snapshot &snapshot, const std::string &name) {
    if (name.empty() || name == snapshot.preset->name)
        return snapshot.preset;
    const auto preset = snapshot.presets.get(name);
    return preset ? *preset : snapshot.preset;
}

} // namespace

struct ContextMaker::Impl final : context::Source {
    explicit Impl(const Workspace &opened)
        : workspace(opened) {}

    context::Prose prose(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const override {
        {
            const std::lock_guard lock(mutex);
            if (&catalog == proseOf.get())
                if (const auto found = known.find(ordinal); found != known.end())
                    return found->second;
        }
        const AgentText scanned = workspace.agentText(catalog, ordinal);
        context::Prose text{
            revealInvisible(scanned.title), revealInvisible(scanned.description, true), scanned.withheld,
            !scanned.withheld &&
                std::ranges::any_of(scanned.findings, [](const auto &finding) { return finding.withhold; })};
        const std::lock_guard lock(mutex);
        if (&catalog == proseOf.get() && known.size() < CachedProse)
            known.emplace(ordinal, text);
        return text;
    }

    Result<json::value> schema(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const override {
        if (catalog.at(ordinal).pointer().empty())
            return context::schemaOfParameters(catalog.at(ordinal));
        const auto snapshot = workspace.snapshot();
        if (snapshot->catalog.get() == &catalog)
            return workspace.inputSchema(*snapshot, ordinal);
        const auto current = snapshot->catalog->find(catalog.qualifiedName(ordinal));
        if (!current)
            return fail(ErrorCode::NotFound, "it is gone from the catalog");
        return workspace.inputSchema(*snapshot, *current);
    }

    std::string content(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const override {
        const auto snapshot = workspace.snapshot();
        const auto current = snapshot->catalog.get() == &catalog
                                 ? std::optional(ordinal)
                                 : snapshot->catalog->find(catalog.qualifiedName(ordinal));
        if (!current || snapshot->catalog->at(*current).kind() != catalog::Kind::Skill)
            return {};
        auto text = workspace.skillContent(*snapshot, *current); // the assembler withholds what could mislead
        return text ? std::move(*text) : std::string();
    }

    std::string quarantine(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const override {
        const auto snapshot = workspace.snapshot();
        if (snapshot->catalog.get() == &catalog)
            return snapshot->quarantine(ordinal).value_or(std::string());
        const auto current = snapshot->catalog->find(catalog.qualifiedName(ordinal));
        return current ? snapshot->quarantine(*current).value_or(std::string()) : "it is gone from the catalog";
    }

    /// What the asker may find in `indexed`. Linear in the catalog for those whom the access rules limit, so it is kept
    /// for a snapshot.
    std::shared_ptr<const retrieval::Visibility> visible(const Snapshot &now,
                                                         const std::shared_ptr<const catalog::Catalog> &indexed,
                                                         const governance::Principal *who) const {
        std::string key = who ? std::string(governance::roleName(who->role)) : std::string();
        if (who)
            for (const std::string *attribute : {&who->user, &who->organisation, &who->profile})
                key += '\x1f' + *attribute;
        {
            const std::lock_guard lock(mutex);
            if (viewsOf == now.generation && viewsCatalog == indexed)
                if (const auto found = views.find(key); found != views.end())
                    return found->second;
        }
        auto fresh = std::make_shared<const retrieval::Visibility>(visibilityOf(now, *indexed, who));
        const std::lock_guard lock(mutex);
        if (viewsOf != now.generation || viewsCatalog != indexed || views.size() >= CachedViews)
            views.clear();
        viewsOf = now.generation;
        viewsCatalog = indexed;
        views.emplace(std::move(key), fresh);
        return fresh;
    }

    /// Prose is of one catalog and of what was accepted of it. Returns the numbers of these states.
    std::pair<std::uint64_t, std::uint64_t> keepProseOf(const Snapshot &now,
                                                        const std::shared_ptr<const catalog::Catalog> &catalog) const {
        const std::lock_guard lock(mutex);
        if (proseOf != catalog || pins != now.pins) {
            known.clear();
            texts += pins != now.pins ? 1 : 0;
            schemas += proseOf != catalog ? 1 : 0;
            proseOf = catalog;
            pins = now.pins;
        }
        return {texts, schemas};
    }

    Result<std::shared_ptr<const context::ContextAssembler>> assembler(const Snapshot &now) const {
        const std::filesystem::path &named = now.settings.context.tokenizer;
        const std::filesystem::path file = named.empty() ? named : workspace.folder() / named;
        const auto stamp = named.empty() ? std::nullopt : fileStamp(file);
        {
            const std::lock_guard lock(mutex);
            if (made && madeWith == file && madeStamp == stamp)
                return made;
        }
        context::TokenCounter counter;
        if (!named.empty()) {
            auto table = context::TokenCounter::read(file);
            if (!table)
                return fail(table.error().code,
                            "context.tokenizer of actionscope.yaml cannot be used: " + table.error().message,
                            table.error().where);
            counter = std::move(*table);
        }
        const std::lock_guard lock(mutex);
        if (made)
            categoriesMade += made->categoriesMade();
        made = std::make_shared<const context::ContextAssembler>(*this, std::move(counter));
        madeWith = file;
        madeStamp = stamp;
        return made;
    }

    const Workspace &workspace;
    mutable std::mutex mutex;
    mutable std::shared_ptr<const catalog::Catalog> proseOf, viewsCatalog;
    mutable std::shared_ptr<const Pins> pins;
    mutable std::uint64_t texts = 0, schemas = 0, viewsOf = 0, categoriesMade = 0;
    mutable std::unordered_map<catalog::Ordinal, context::Prose> known;
    mutable std::map<std::string, std::shared_ptr<const retrieval::Visibility>> views; ///< by who
    mutable std::shared_ptr<const context::ContextAssembler> made;
    mutable std::filesystem::path madeWith;
    mutable std::optional<FileStamp> madeStamp;
};

ContextMaker::ContextMaker(const Workspace &workspace)
    : m_impl(std::make_unique<Impl>(workspace)) {}

ContextMaker::~ContextMaker() = default;

double ContextMaker::relevance(const Snapshot &snapshot, const std::string &preset, double score) {
    return context::relevanceOf(score, presetOf(snapshot, preset)->floor);
}

double ContextMaker::score(const Snapshot &snapshot, const std::string &preset, double relevance) {
    return context::scoreOf(relevance, presetOf(snapshot, preset)->floor);
}

Result<context::TokenCounter> ContextMaker::counter() const {
    const auto assembler = m_impl->assembler(*m_impl->workspace.snapshot());
    if (!assembler)
        return fail(assembler.error());
    return (*assembler)->counter();
}

std::uint64_t ContextMaker::categoriesMade() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->categoriesMade + (m_impl->made ? m_impl->made->categoriesMade() : 0);
}

Result<ContextAnswer> ContextMaker::make(const ContextRequest &request, const context::Budgets &budgets,
                                         const governance::Principal *who) const {
    if (const auto checked = context::checkBudgets(budgets); !checked)
        return fail(checked.error());
    const auto snapshot = m_impl->workspace.snapshot();
    retrieval::SearchRequest search;
    search.query = request.message;
    if (request.kind)
        search.kinds = 1U << static_cast<unsigned>(*request.kind);
    const std::size_t wanted = std::max(budgets.summaries, budgets.details);
    search.limit = std::clamp<std::size_t>(wanted + (request.showWhatFell ? ShownFallen : 0), 1, 100);
    search.floor = request.showWhatFell ? 0 : score(*snapshot, {}, budgets.relevance);
    if (const std::string profile = who ? who->profile : std::string(); !profile.empty())
        if (const Profile *known = snapshot->profiles->find(profile))
            search.experts = known->experts;
    const auto outcome = m_impl->workspace.search(std::move(search), who);
    if (!outcome)
        return fail(outcome.error());
    return assemble(*snapshot, *outcome, budgets, request.metaTool, who);
}

Result<ContextAnswer> ContextMaker::assemble(const Snapshot &snapshot, const SearchOutcome &outcome,
                                             const context::Budgets &budgets, std::string_view metaTool,
                                             const governance::Principal *who) const {
    if (const auto checked = context::checkBudgets(budgets); !checked)
        return fail(checked.error());
    const auto assembler = m_impl->assembler(snapshot);
    if (!assembler)
        return fail(assembler.error());
    ContextAnswer answer;
    answer.catalog = outcome.catalog;
    answer.hint = outcome.response.hint;
    for (const retrieval::Hit &hit : outcome.response.hits)
        answer.found.push_back({hit.ordinal, relevance(snapshot, outcome.preset, hit.score)});
    const auto visible = m_impl->visible(snapshot, outcome.catalog, who);
    const auto [texts, schemas] = m_impl->keepProseOf(snapshot, outcome.catalog);
    const context::View view{*outcome.catalog, *visible, snapshot.index ? snapshot.index->version() : std::string(),
                             texts, schemas};
    answer.context = (*assembler)->assemble(view, answer.found, budgets, metaTool);
    return answer;
}

} // namespace actionscope::workspace
