#include "describe_controller.h"

#include "convert.h"

#include <QLocale>

namespace actionscope::app {
namespace {

using Edits = std::vector<std::pair<std::string, catalog::Edit>>;

QString number(double value) { return QLocale().toString(value, 'f', 3); }

QString rankText(std::size_t rank) { return rank == 0 ? QStringLiteral("–") : QString::number(rank); }

/// The action's own entry of the hand-written catalog with another description; what it says besides stays.
Result<Edits> editsFor(const workspace::Snapshot &snapshot, const std::string &name, const std::string &text) {
    const auto ordinal = snapshot.catalog->find(name);
    if (!ordinal)
        return fail(ErrorCode::NotFound, "no action is called \"" + name + '"');
    const catalog::Service &service = snapshot.catalog->serviceOf(*ordinal);
    catalog::SetCurated edit;
    edit.value.action = std::string(snapshot.catalog->at(*ordinal).name());
    if (service.hand) {
        for (const catalog::Curated &curated : service.hand->curated) {
            if (curated.action == edit.value.action)
                edit.value = curated;
        }
    }
    edit.value.description = text;
    return Edits{{service.info.id, edit}};
}

/// The way back: the entry as it was, or its text as the source has it.
Result<bool> writeText(workspace::Workspace &workspace, const std::string &name, const std::string &text) {
    const auto edits = editsFor(*workspace.snapshot(), name, text);
    if (!edits)
        return fail(edits.error());
    const auto plan = workspace.planEdits(*edits);
    if (!plan)
        return fail(plan.error());
    if (auto applied = workspace.applyEdits(*plan, *edits); !applied)
        return fail(applied.error());
    return true;
}

} // namespace

DescribeController::DescribeController(QObject *parent)
    : QObject(parent)
    , m_queries({QStringLiteral("text"), QStringLiteral("gold"), QStringLiteral("ranks"), QStringLiteral("firstRanks"),
                 QStringLiteral("change"), QStringLiteral("sentence")}) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(400);
    connect(&m_rest, &QTimer::timeout, this, &DescribeController::previewNow);
}

void DescribeController::setSession(WorkspaceSession *session) {
    m_session = session;
    Q_EMIT sourceChanged();
}

void DescribeController::setUndoStack(UndoStack *undo) {
    m_undo = undo;
    Q_EMIT sourceChanged();
}

bool DescribeController::begin(const QString &action, const QString &draft) {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    const auto ordinal = snapshot ? snapshot->catalog->find(toStdString(action)) : std::nullopt;
    if (!ordinal)
        return false;
    const catalog::CapabilityView view = snapshot->catalog->at(*ordinal);
    m_action = action;
    m_before = toQString(view.description());
    m_curated = view.curated();
    m_summary.clear();
    m_queries.setRows({});
    m_diff.setLines({});
    m_path.clear();
    m_plan.reset();
    m_text = draft.isEmpty() ? m_before : draft;
    Q_EMIT sourceChanged();
    Q_EMIT textChanged();
    previewNow();
    return true;
}

void DescribeController::setText(const QString &text) {
    if (m_text == text)
        return;
    m_text = text;
    Q_EMIT textChanged();
    m_previewing.stop();
    m_plan.reset();
    setState(QStringLiteral("stale"));
    m_rest.start();
}

void DescribeController::previewNow() {
    m_rest.stop();
    if (!m_session || !m_session->isReady() || m_action.isEmpty())
        return;
    if (m_text == m_before) {
        m_previewing.stop();
        m_plan.reset();
        m_queries.setRows({});
        m_diff.setLines({});
        m_summary.clear();
        setState(QStringLiteral("unchanged"));
        return;
    }
    setState(m_summary.isEmpty() ? QStringLiteral("loading") : QStringLiteral("stale"));
    m_previewing.run<Preview>(
        *m_session,
        [name = toStdString(m_action), text = toStdString(m_text)](workspace::Workspace &workspace,
                                                                   const Job &job) -> Result<Preview> {
            Preview result;
            std::vector<std::string> sets;
            for (const workspace::QuerySetInfo &info : workspace.querySets()) {
                if (!info.problem && info.queries > 0)
                    sets.push_back(info.name);
            }
            auto preview = workspace.previewDescription(name, text, sets, {}, job);
            if (!preview)
                return fail(preview.error());
            result.preview = std::move(*preview);
            auto edits = editsFor(*workspace.snapshot(), name, text);
            if (!edits)
                return fail(edits.error());
            auto plan = workspace.planEdits(*edits);
            if (!plan)
                return fail(plan.error());
            result.plan = std::move(*plan);
            result.edits = std::move(*edits);
            return result;
        },
        this,
        [this](Result<Preview> result) {
            if (!result) {
                m_plan.reset();
                m_diff.setLines({});
                setState(QStringLiteral("error"), actionscope::app::errorText(result.error()));
                return;
            }
            show(result->preview);
            m_plan = std::move(result->plan);
            m_edits = std::move(result->edits);
            m_path.clear();
            m_diff.setLines({});
            if (!m_plan->files.empty()) {
                const workspace::EditPlan::FileChange &file = m_plan->files.front();
                m_path = toQString(file.path.lexically_relative(toStdString(m_session->folder())).string());
                m_diff.setLines(file.diff);
            }
            setState(QStringLiteral("ready"));
        });
}

void DescribeController::show(const workspace::DescriptionPreview &preview) {
    if (preview.tried == 0)
        m_summary = tr("There is no judged query to try it on.");
    else
        //: effect of a description: wins, losses, queries, recall@5 and nDCG@5 before and after
        m_summary = tr("%1 wins · %2 losses of %3 queries · recall@5 %4 → %5 · nDCG@5 %6 → %7")
                        .arg(preview.effect.wins)
                        .arg(preview.effect.losses)
                        .arg(preview.tried)
                        .arg(number(preview.before.recall5), number(preview.after.recall5),
                             number(preview.before.ndcg5), number(preview.after.ndcg5));
    std::vector<QVariantMap> rows;
    for (const workspace::DescriptionPreview::Query &query : preview.queries) {
        const auto better = [](std::size_t a, std::size_t b) { return b != 0 && (a == 0 || b < a); };
        // For a right answer higher is better; another action should stay away.
        const bool up = better(query.firstBefore, query.firstAfter), down = better(query.firstAfter, query.firstBefore);
        const QString text = revealed(query.text);
        const QString ranks = rankText(query.before) + QStringLiteral("→") + rankText(query.after);
        const QString first = rankText(query.firstBefore) + QStringLiteral("→") + rankText(query.firstAfter);
        rows.push_back(
            {{QStringLiteral("text"), text},
             {QStringLiteral("gold"), query.isGold},
             {QStringLiteral("ranks"), ranks},
             {QStringLiteral("firstRanks"), first},
             {QStringLiteral("change"), up     ? QStringLiteral("up")
                                        : down ? QStringLiteral("down")
                                               : QStringLiteral("same")},
             //: a query, ranks of the action, ranks of the first right answer
             {QStringLiteral("sentence"), (query.isGold ? tr("%1, which it answers: its rank %2, first right answer %3")
                                                        : tr("%1: its rank %2, first right answer %3"))
                                              .arg(text, ranks, first)}});
    }
    m_queries.setRows(std::move(rows));
}

void DescribeController::save() {
    if (!canSave() || !m_session)
        return;
    m_saving = true;
    Q_EMIT changed();
    const workspace::EditPlan plan = *m_plan;
    const Edits edits = m_edits;
    m_session->query<bool>(
        [plan, edits](workspace::Workspace &workspace, const Job &) -> Result<bool> {
            if (auto applied = workspace.applyEdits(plan, edits); !applied)
                return fail(applied.error());
            return true;
        },
        this,
        [this, name = toStdString(m_action), before = toStdString(m_before), after = toStdString(m_text),
         path = m_path](Result<bool> done) {
            m_saving = false;
            if (!done) {
                setState(QStringLiteral("error"), actionscope::app::errorText(done.error()));
                return;
            }
            if (m_undo) {
                const auto to = [session = m_session, name](const std::string &text) {
                    return [session, name, text](const UndoStack::Done &tell) {
                        if (!session) {
                            tell(false, tr("The workspace was closed."));
                            return;
                        }
                        session->query<bool>([name, text](workspace::Workspace &workspace,
                                                          const Job &) { return writeText(workspace, name, text); },
                                             session,
                                             [tell](Result<bool> turned) {
                                                 tell(turned.has_value(),
                                                      turned ? QString() : actionscope::app::errorText(turned.error()));
                                             });
                    };
                };
                //: undo step; %1 is an action
                m_undo->push(tr("Describe %1").arg(toQString(name)), to(before), to(after));
            }
            m_before = toQString(after);
            m_plan.reset();
            setState(QStringLiteral("unchanged"));
            Q_EMIT sourceChanged();
            Q_EMIT saved(path);
        });
}

void DescribeController::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
