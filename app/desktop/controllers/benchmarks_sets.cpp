#include "benchmarks_controller.h"
#include "convert.h"
#include "evaluation/audit_judgements.h"
#include "evaluation/query_exchange.h"

namespace actionscope::app {

namespace fs = std::filesystem;

namespace {

struct Summary {
    QString name, text;
};

} // namespace

void BenchmarksController::importSet(const QString &judgements, const QString &queries, const QString &name,
                                     bool replace) {
    if (!m_session || !m_session->isReady())
        return;
    evaluation::ExchangeSource source;
    source.judgements = toStdString(judgements);
    source.queries = toStdString(queries);
    source.name = toStdString(name.trimmed());
    m_session->runJob<Summary>(
        tr("Importing judged queries"),
        [source, replace](workspace::Workspace &workspace, const Job &) -> Result<Summary> {
            const auto snapshot = workspace.snapshot();
            const auto read = evaluation::importQueries(source, snapshot->catalog.get());
            if (!read)
                return fail(read.error());
            const auto saved = workspace.saveQuerySet(read->set, replace);
            if (!saved)
                return fail(saved.error());
            QString text = tr("%1: %2 queries, %3 judgements")
                               .arg(toQString(read->set.name))
                               .arg(read->set.queries.size())
                               .arg(read->judgements);
            if (read->unknown > 0)
                text += QStringLiteral(" · ") +
                        tr("%1 judgements of actions that are not in the catalog were left out").arg(read->unknown);
            return Summary{toQString(read->set.name), text};
        },
        this,
        [this](Result<Summary> summary) {
            ended(summary ? summary->name : QString(), summary ? summary->text : QString(),
                  summary ? nullptr : &summary.error());
        });
}

void BenchmarksController::exportSet(const QString &name, const QString &format, const QString &folder) {
    const auto wanted = evaluation::exchangeFormatFromName(toStdString(format));
    if (!m_session || !m_session->isReady() || !wanted)
        return;
    m_session->query<bool>(
        [name = toStdString(name), wanted = *wanted,
         folder = fs::path(toStdString(folder))](workspace::Workspace &workspace, const Job &) -> Result<bool> {
            const auto set = workspace.querySet(name);
            if (!set)
                return fail(set.error());
            const auto files = evaluation::exportQueries(*set, wanted);
            if (!files)
                return fail(files.error());
            for (const auto &[file, text] : *files) {
                if (auto written = writeFileAtomically(folder / file, text, {.mustNotExist = true}); !written)
                    return fail(written.error());
            }
            return true;
        },
        this,
        [this, folder](Result<bool> done) {
            if (done)
                Q_EMIT exported(folder);
            else
                Q_EMIT failed(actionscope::app::errorText(done.error()));
        });
}

void BenchmarksController::setFromAudit(const QString &name) {
    if (!m_session || !m_session->isReady())
        return;
    evaluation::AuditJudgementOptions options;
    if (!name.trimmed().isEmpty())
        options.name = toStdString(name.trimmed());
    m_session->runJob<Summary>(
        tr("Building a query set from the audit log"),
        [options](workspace::Workspace &workspace, const Job &job) -> Result<Summary> {
            const auto *log = workspace.audit();
            if (log == nullptr)
                return fail(ErrorCode::NotFound, "state.db cannot be used, so there is no audit log to read");
            const auto found = evaluation::judgementsFromAudit(*log, options, job);
            if (!found)
                return fail(found.error());
            if (found->set.queries.empty())
                return fail(ErrorCode::NotFound,
                            "no search of the log led to an activation or a call yet: there is nothing to judge by");
            const auto saved = workspace.saveQuerySet(found->set, true);
            if (!saved)
                return fail(saved.error());
            return Summary{toQString(found->set.name), tr("%1 queries from %2 searches that led to something")
                                                           .arg(found->set.queries.size())
                                                           .arg(found->followed)};
        },
        this,
        [this](Result<Summary> summary) {
            ended(summary ? summary->name : QString(), summary ? summary->text : QString(),
                  summary ? nullptr : &summary.error());
        });
}

} // namespace actionscope::app
