#include "workspace/detail/import_run.h"

#include "base/compression.h"
#include "catalog/capability_id.h"
#include "catalog/generated_file.h"
#include "workspace/detail/import_changes.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace actionscope::workspace::detail {
namespace {

/// What was imported before. The segment in use has curated prose laid over it, so a service with curated entries is
/// read again as it was imported.
std::shared_ptr<const catalog::Segment> previousImport(const Layout &layout, const Settings &settings,
                                                       const LoadedService &known) {
    if (known.hand && !known.hand->curated.empty()) {
        auto generated = catalog::readGeneratedFile(layout.generatedFile(known.info.id), settings.limits.yaml);
        if (generated) {
            if (auto built = catalog::Segment::build(std::move(generated->actions)))
                return std::move(*built);
        }
    }
    return known.segment;
}

/// What one worker makes of one description.
struct Made {
    LoadedService service;
    ImportReport::Item item;
};

Result<Made> make(const Layout &layout, const Settings &settings, const LoadedServices &known,
                  const risk::RiskPolicy &policy, ingest::ImportedService imported, FileBatch *batch) {
    Made made;
    const std::string id = imported.info.id;
    if (batch != nullptr) {
        if (auto written = batch->add(layout.sourceCopy(id), compress(imported.copy)); !written)
            return fail(written.error());
        imported.copy = {};
        if (auto written =
                batch->add(layout.generatedFile(id), catalog::writeGeneratedFile(imported.info, imported.actions));
            !written)
            return fail(written.error());
    }
    const auto old = known.find(id);
    if (old != known.end()) {
        made.service.hand = old->second.hand;
        // The stamp of what was read, not of what lies there now: an edit made meanwhile must be noticed afterwards. A
        // file that could not be read has to be tried again.
        if (old->second.errors.empty())
            made.service.handStamp = old->second.handStamp;
    }
    const bool curates = made.service.hand && !made.service.hand->curated.empty();
    made.item.service = id;
    made.item.title = imported.info.title;
    made.item.format = imported.info.format;
    made.item.source = imported.info.source;
    made.item.actions = static_cast<std::uint32_t>(imported.actions.size());
    std::shared_ptr<const catalog::Segment> plain;
    if (curates) {
        auto built = catalog::Segment::build(imported.actions);
        if (!built)
            return fail(built.error());
        plain = std::move(*built);
    }
    auto merged = catalog::mergeCurated(std::move(imported.actions), made.service.hand.get(), made.service.findings);
    if (!merged)
        return fail(merged.error());
    made.service.segment = std::move(*merged);
    made.service.info = std::move(imported.info);
    if (made.service.hand && !made.service.hand->title.empty())
        made.service.info.title = made.service.hand->title;
    for (std::uint32_t i = 0; i < made.service.segment->size(); ++i) {
        const auto c = policy.classify(made.service.segment->at(i), made.service.hand.get());
        made.item.tiers[risk::isCatastrophic(c) ? 3 : static_cast<std::size_t>(c.tier)]++;
    }
    const auto before = old != known.end() ? previousImport(layout, settings, old->second) : nullptr;
    listChanges(before.get(), plain ? *plain : *made.service.segment, made.service.hand.get(), policy, made.item);
    return made;
}

} // namespace

Result<ImportOutcome> readSources(const Layout &layout, const Settings &settings, const LoadedServices &known,
                                  const risk::RiskPolicy &policy, const std::vector<std::string> &arguments,
                                  std::vector<ingest::Source> given, const ImportOptions &options, FileBatch *batch,
                                  Executor &executor, const Job &job) {
    ImportOutcome outcome;
    ImportReport &report = outcome.report;
    std::vector<ingest::Source> sources = std::move(given);
    std::optional<Error> firstError;
    // What was given stands for the arguments: they only name where it came from.
    const bool find = sources.empty();
    for (const std::string &argument : find ? arguments : std::vector<std::string>()) {
        auto found = ingest::findSources(argument, options.serviceId, settings.limits, report.skipped, job,
                                         options.serviceIdBySource);
        if (!found) {
            if (found.error().code == ErrorCode::Cancelled)
                return fail(found.error());
            if (!firstError)
                firstError = found.error();
            report.skipped.push_back({argument, found.error().where.toString(), found.error().message});
            continue;
        }
        std::move(found->begin(), found->end(), std::back_inserter(sources));
    }
    if (sources.empty() && firstError)
        return fail(*firstError);
    for (const auto &[source, id] : options.serviceIdBySource) {
        if (std::none_of(sources.begin(), sources.end(), [&](const auto &s) { return s.origin == source; }))
            return fail(ErrorCode::InvalidArgument,
                        "the id '" + id + "' was chosen for a source that is not part of this import", {source});
    }
    for (const ingest::Source &source : sources) {
        if (source.wanted.empty())
            continue;
        const auto first = std::find_if(sources.begin(), sources.end(),
                                        [&](const auto &other) { return other.serviceId == source.wanted; });
        report.clashes.push_back(
            {source.origin, source.wanted, first != sources.end() ? first->origin : std::string(), source.serviceId});
    }

    std::mutex mutex; // guards everything below
    std::size_t done = 0;
    std::optional<Error> fatal;
    // Of two sources with one id the first counts, whichever thread comes first. Ids that the title decides are known
    // only when a source is read, so these few are taken one by one at the end.
    std::map<std::string, std::size_t> claimed;
    std::vector<std::size_t> titled, named;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i].serviceId.empty()) {
            titled.push_back(i);
        } else {
            claimed.emplace(sources[i].serviceId, i);
            named.push_back(i);
        }
    }
    const auto read = [&](std::size_t i) {
        {
            const std::lock_guard lock(mutex);
            if (fatal || job.cancelled())
                return;
        }
        auto imported = sources[i].listing ? ingest::readMcpTools(*sources[i].listing, settings.limits)
                                           : ingest::readOpenApi(sources[i], settings.limits, job);
        std::optional<Error> refused;
        if (imported && catalog::isKindService(imported->info.id)) {
            refused = Error{ErrorCode::InvalidArgument,
                            "the id \"" + imported->info.id +
                                "\" is kept for capabilities of folders; give this service another one with --service, "
                                "or --rename where there are several",
                            {sources[i].origin}};
        } else if (imported) {
            const std::lock_guard lock(mutex);
            report.skipped.insert(report.skipped.end(), imported->skipped.begin(), imported->skipped.end());
            for (const std::string &warning : imported->warnings) {
                // Some name their place inside the description only.
                const bool saysWhere = warning.find(sources[i].origin) != std::string::npos;
                report.warnings.push_back(saysWhere ? warning : sources[i].origin + ": " + warning);
            }
            if (const std::size_t first = claimed.emplace(imported->info.id, i).first->second; first != i) {
                report.clashes.push_back({sources[i].origin, imported->info.id, sources[first].origin, ""});
                refused = Error{ErrorCode::AlreadyExists,
                                "another description of this import is the service \"" + imported->info.id +
                                    "\" already; give it its own id with --rename",
                                {sources[i].origin}};
            }
        } else {
            refused = imported.error();
        }
        if (!refused) {
            const std::string id = imported->info.id;
            auto made = make(layout, settings, known, policy, std::move(*imported), batch);
            const std::lock_guard lock(mutex);
            if (made) {
                if (const auto old = known.find(id); old != known.end() && !old->second.info.source.empty() &&
                                                     old->second.info.source != made->service.info.source) {
                    report.clashes.push_back({made->service.info.source, id, old->second.info.source, id});
                    report.warnings.push_back("service " + id + " was imported from " + old->second.info.source +
                                              " before and now comes from " + made->service.info.source);
                }
                outcome.services[id] = std::move(made->service);
                report.items.push_back(std::move(made->item));
            } else {
                fatal = made.error();
            }
        } else if (refused->code != ErrorCode::Cancelled) {
            const std::lock_guard lock(mutex);
            Location where = refused->where;
            where.file.clear();
            report.skipped.push_back({sources[i].origin, where.toString(), refused->message});
        }
        const std::lock_guard lock(mutex);
        job.at("importing", ++done, sources.size());
    };
    executor.forEach(named.size(), [&](std::size_t i) { read(named[i]); });
    for (const std::size_t i : titled)
        read(i);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the import was cancelled; nothing was changed");
    if (fatal)
        return fail(*fatal);
    std::sort(report.items.begin(), report.items.end(),
              [](const auto &a, const auto &b) { return a.service < b.service; });
    std::sort(report.skipped.begin(), report.skipped.end(), [](const auto &a, const auto &b) {
        return std::tie(a.source, a.pointer) < std::tie(b.source, b.pointer);
    });
    std::sort(report.clashes.begin(), report.clashes.end(),
              [](const auto &a, const auto &b) { return std::tie(a.source, a.wanted) < std::tie(b.source, b.wanted); });
    std::sort(report.warnings.begin(), report.warnings.end());
    report.sources = sources.size();
    report.services = report.items.size();
    for (const ImportReport::Item &item : report.items)
        report.actions += item.actions;
    return outcome;
}

} // namespace actionscope::workspace::detail
