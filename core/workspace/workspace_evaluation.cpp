#include "workspace/detail/workspace_state.h"
#include "workspace/visibility.h"

#include "base/hash.h"

#include <algorithm>

namespace actionscope::workspace {
namespace fs = std::filesystem;
using namespace evaluation;

namespace {

constexpr std::uint64_t MostSetBytes = 1ULL << 30; ///< of a file that a whole set takes the place of

std::vector<fs::path> querySetFiles(const Layout &layout) {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(layout.queries(), ignored)) {
        const auto extension = entry.path().extension();
        if ((extension == ".yaml" || extension == ".yml") && !entry.path().filename().string().starts_with('.'))
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool isSetName(std::string_view name) {
    constexpr std::size_t MaxNameBytes = 64;
    return !name.empty() && name.size() <= MaxNameBytes && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

Result<void> checkSetName(std::string_view name) {
    if (isSetName(name))
        return {};
    return fail(ErrorCode::InvalidArgument,
                "\"" + std::string(name) + "\" cannot name a query set: it takes 1 to 64 letters, digits, - and _");
}

/// After `text` took the place of `before` in the file: what is not in the log is not in the files.
Result<void> recordSet(const Workspace &workspace, const fs::path &file, std::string_view name,
                       std::string_view outcome, json::object facts, std::string_view text,
                       const Result<std::string> &before) {
    governance::AuditEvent event;
    event.kind = governance::audit_kind::Setting;
    event.outcome = outcome;
    event.detail = std::move(facts);
    event.detail["set"] = json::string(name);
    event.detail["file"] = file.lexically_relative(workspace.folder()).string();
    event.detail["sha256"] = toHex(sha256(text));
    auto recorded = workspace.record(std::move(event));
    if (recorded)
        return {};
    std::error_code ignored;
    if (before)
        (void)writeFileAtomically(file, *before, {});
    else if (before.error().code == ErrorCode::NotFound)
        fs::remove(file, ignored);
    return fail(recorded.error().code,
                "the change was not saved because it could not be recorded: " + recorded.error().message,
                recorded.error().where);
}

} // namespace

std::vector<QuerySetInfo> Workspace::querySets() const {
    std::vector<QuerySetInfo> list;
    const catalog::YamlLimits limits = snapshot()->settings.handLimits;
    for (const fs::path &file : querySetFiles(m_impl->layout)) {
        QuerySetInfo info{file.stem().string(), file, 0, 0, 0, {}};
        if (const auto set = readQuerySet(file, limits)) {
            info.name = set->name;
            info.queries = static_cast<std::uint32_t>(set->queries.size());
            info.judgements = static_cast<std::uint32_t>(set->judgements());
            info.noAnswer = static_cast<std::uint32_t>(std::count_if(
                set->queries.begin(), set->queries.end(), [](const JudgedQuery &query) { return !query.hasAnswer(); }));
        } else {
            info.problem = set.error();
        }
        list.push_back(std::move(info));
    }
    return list;
}

Result<QuerySet> Workspace::querySet(std::string_view name) const {
    const catalog::YamlLimits limits = snapshot()->settings.handLimits;
    std::string known;
    // By the file's name without reading the others: one that is broken must not be in the way.
    const auto files = querySetFiles(m_impl->layout);
    for (const fs::path &file : files) {
        if (file.stem().string() == name)
            return readQuerySet(file, limits);
    }
    for (const fs::path &file : files) {
        auto set = readQuerySet(file, limits);
        if (set && set->name == name)
            return set;
        known += (known.empty() ? "" : ", ") + file.stem().string();
    }
    return fail(ErrorCode::NotFound,
                "no query set is called \"" + std::string(name) + "\"; there " +
                    (known.empty() ? "are none: write one to queries/, or import one" : "are " + known));
}

Result<fs::path> Workspace::saveQuerySet(const QuerySet &set, bool replace) const {
    if (auto named = checkSetName(set.name); !named)
        return fail(named.error());
    if (m_impl->options.readOnly)
        return fail(ErrorCode::PermissionDenied, "this workspace was opened read-only");
    const fs::path file = m_impl->layout.queries() / (set.name + ".yaml");
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    const auto before = readFile(file, MostSetBytes);
    const std::string text = writeQuerySet(set);
    if (auto written = writeFileAtomically(file, text, {.mustNotExist = !replace}); !written)
        return fail(written.error());
    json::object facts{{"queries", set.queries.size()}, {"judgements", set.judgements()}};
    if (auto recorded = recordSet(*this, file, set.name, "query set saved", std::move(facts), text, before); !recorded)
        return fail(recorded.error());
    return file;
}

Result<void> Workspace::editQuerySet(std::string_view name, const QuerySetEdit &edit) const {
    if (m_impl->options.readOnly)
        return fail(ErrorCode::PermissionDenied, "this workspace was opened read-only");
    const catalog::YamlLimits limits = snapshot()->settings.handLimits;
    const auto set = querySet(name);
    if (!set && (set.error().code != ErrorCode::NotFound || edit.kind != QuerySetEdit::Kind::Add))
        return fail(set.error());
    // What a query says stays in its file: the log has its id.
    const bool isNew = edit.kind == QuerySetEdit::Kind::Add;
    json::object facts{{"query", isNew ? edit.query.id : edit.id}};
    if (edit.kind == QuerySetEdit::Kind::Judge) {
        facts["action"] = edit.action;
        facts["grade"] = edit.grade ? json::value(*edit.grade) : json::value();
    }
    const char *outcome = isNew                                     ? "query added"
                          : edit.kind == QuerySetEdit::Kind::Remove ? "query removed"
                                                                    : "query judged";
    if (!set) {
        if (auto named = checkSetName(name); !named)
            return named;
        const fs::path file = m_impl->layout.queries() / (std::string(name) + ".yaml");
        const auto text = evaluation::editQuerySet("", edit, file, limits);
        if (!text)
            return fail(text.error());
        std::error_code ignored;
        fs::create_directories(file.parent_path(), ignored);
        if (auto written = writeFileAtomically(file, *text, {.mustNotExist = true}); !written)
            return written;
        return recordSet(*this, file, name, outcome, std::move(facts), *text,
                         fail(ErrorCode::NotFound, "there was no file before"));
    }
    // The stamp is taken before the bytes, so that whoever writes between the two is noticed.
    const auto stamp = fileStamp(set->file);
    const auto bytes = readFile(set->file, limits.fileBytes, "limits.hand_file_bytes");
    if (!bytes)
        return fail(bytes.error());
    const auto text = evaluation::editQuerySet(*bytes, edit, set->file, limits);
    if (!text)
        return fail(text.error());
    if (*text == *bytes)
        return {};
    WriteOptions how;
    how.expected = stamp;
    if (auto written = writeFileAtomically(set->file, *text, how); !written)
        return written;
    return recordSet(*this, set->file, set->name, outcome, std::move(facts), *text, bytes);
}

std::shared_ptr<const retrieval::Searcher> Workspace::searcher() const { return m_impl->snapshot()->searcher; }

Result<std::vector<LabelledSet>> Workspace::labelledSets(const std::vector<std::string> &names) const {
    const auto now = m_impl->snapshot();
    const auto engine = searcher();
    if (!engine)
        return fail(ErrorCode::NotFound, "the index is still being built");
    std::vector<QuerySet> sets;
    for (const std::string &name : names) {
        if (name == "all") {
            for (const fs::path &file : querySetFiles(m_impl->layout)) {
                auto set = readQuerySet(file, now->settings.handLimits);
                if (!set)
                    return fail(set.error());
                sets.push_back(std::move(*set));
            }
            continue;
        }
        auto set = querySet(name);
        if (!set)
            return fail(set.error());
        sets.push_back(std::move(*set));
    }
    if (sets.empty())
        return fail(ErrorCode::NotFound, "the workspace has no query set: write one to queries/, or import one");
    std::vector<LabelledSet> labelled;
    for (const QuerySet &set : sets)
        labelled.push_back(labelledSet(set, engine, *m_impl->visibility(*now, nullptr)));
    return labelled;
}

Result<Run> Workspace::runExperiment(const std::vector<std::string> &names, ExperimentOptions options,
                                     const std::string &label, const Job &job) const {
    const auto now = m_impl->snapshot();
    const auto sets = labelledSets(names);
    if (!sets)
        return fail(sets.error());
    // As Workspace::search: a preset that is asked for brings its own floor.
    if (options.floor < 0)
        options.floor = options.preset && options.preset != now->preset ? options.preset->floor : now->floor;
    if (!options.preset)
        options.preset = now->preset;
    auto run = evaluation::runExperiment(*sets, options, m_impl->executor, job);
    if (!run)
        return run;
    run->time = m_impl->clock->now();
    run->label = label;
    run->presetYaml = retrieval::writePreset(*options.preset);
    if (ExperimentStore *store = experiments(); store != nullptr && !m_impl->options.readOnly) {
        auto id = store->add(*run);
        if (!id)
            return fail(id.error());
        run->id = std::move(*id);
    }
    return run;
}

Result<ConfusionMap> Workspace::confusion(ConfusionOptions options, const Job &job) const {
    const auto engine = searcher();
    if (!engine)
        return fail(ErrorCode::NotFound, "the index is still being built");
    if (!options.preset)
        options.preset = snapshot()->preset;
    return mapConfusion(*engine, options, m_impl->executor, job);
}

std::vector<catalog::Finding> Workspace::lintRetrieval(const ConfusionMap &map) const {
    const auto now = m_impl->snapshot();
    if (!now->index)
        return {};
    const catalog::Catalog &catalog = now->index->catalog();
    std::vector<catalog::Finding> findings = confusionFindings(catalog, map);
    for (catalog::Finding &finding : findings) {
        const auto ordinal = catalog.find(finding.action);
        if (!ordinal)
            continue;
        // Curated prose is mended where it stands; anything else by curating it, in the same file.
        const catalog::Service &service = catalog.serviceOf(*ordinal);
        finding.where.file = m_impl->layout.handFile(service.info.id).string();
        if (!service.hand)
            continue;
        for (const catalog::Curated &curated : service.hand->curated) {
            if (curated.action == catalog.at(*ordinal).name())
                finding.where = curated.where;
        }
    }
    return findings;
}

telemetry::KpiStore *Workspace::kpis() const { return m_impl->store ? &m_impl->store->kpis() : nullptr; }

ExperimentStore *Workspace::experiments() const { return m_impl->store ? &m_impl->store->experiments() : nullptr; }

} // namespace actionscope::workspace
