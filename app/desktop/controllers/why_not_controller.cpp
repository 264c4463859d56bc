#include "why_not_controller.h"

#include "convert.h"
#include "workspace/thesaurus_files.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>

namespace actionscope::app {
namespace {

using retrieval::FindGate;
using retrieval::Remedy;
using retrieval::Verdict;

QString number(double value, int decimals = 3) { return QLocale().toString(value, 'f', decimals); }

QString gateLabel(FindGate gate) {
    switch (gate) {
    case FindGate::Catalog:
        return WhyNotController::tr("In catalog");
    case FindGate::Indexed:
        return WhyNotController::tr("Indexed");
    case FindGate::Service:
        return WhyNotController::tr("Service findable");
    case FindGate::Allowed:
        return WhyNotController::tr("Allowed to the asker");
    case FindGate::Surface:
        return WhyNotController::tr("On what is searched");
    case FindGate::Keywords:
        return WhyNotController::tr("Keywords match");
    case FindGate::Meaning:
        return WhyNotController::tr("Near by meaning");
    case FindGate::Floor:
        return WhyNotController::tr("Above the floor");
    case FindGate::Limit:
        return WhyNotController::tr("Within the limit");
    }
    return {};
}

QString verdictText(Verdict verdict) {
    switch (verdict) {
    case Verdict::Passed:
        return WhyNotController::tr("passed");
    case Verdict::Weak:
        return WhyNotController::tr("weak");
    case Verdict::Failed:
        return WhyNotController::tr("failed");
    case Verdict::NotReached:
        return WhyNotController::tr("not reached");
    }
    return {};
}

QString effectText(const std::optional<retrieval::Effect> &effect) {
    if (!effect)
        return {};
    //: what a change does to judged queries: better, worse, of how many
    return WhyNotController::tr("+%1 wins −%2 losses of %3").arg(effect->wins).arg(effect->losses).arg(effect->queries);
}

QString changeText(const Remedy &remedy) {
    switch (remedy.kind) {
    case Remedy::Kind::Service:
        return WhyNotController::tr("let its service be found");
    case Remedy::Kind::Surface:
        return WhyNotController::tr("search where it is");
    case Remedy::Kind::Synonym:
        //: two words
        return WhyNotController::tr("synonym %1 = %2").arg(revealed(remedy.word), revealed(remedy.other));
    case Remedy::Kind::Describe:
        return WhyNotController::tr("describe: “%1”").arg(revealed(remedy.description));
    case Remedy::Kind::Limit:
        return WhyNotController::tr("limit %1").arg(remedy.limit);
    case Remedy::Kind::Floor:
        return WhyNotController::tr("floor %1 → %2").arg(number(remedy.before), number(remedy.value));
    case Remedy::Kind::Weight:
        return QStringLiteral("%1 %2 → %3")
            .arg(remedy.signal ? TuningModel::labelOf(*remedy.signal) : QString(), number(remedy.before, 2),
                 number(remedy.value, 2));
    }
    return revealed(remedy.change);
}

bool canTry(const Remedy &remedy) {
    switch (remedy.kind) {
    case Remedy::Kind::Floor:
    case Remedy::Kind::Limit:
    case Remedy::Kind::Service:
    case Remedy::Kind::Surface:
        return true;
    case Remedy::Kind::Weight:
        return remedy.signal.has_value();
    case Remedy::Kind::Synonym:
    case Remedy::Kind::Describe:
        return false;
    }
    return false;
}

} // namespace

WhyNotController::WhyNotController(QObject *parent)
    : QObject(parent)
    , m_gates({QStringLiteral("number"), QStringLiteral("key"), QStringLiteral("label"), QStringLiteral("verdict"),
               QStringLiteral("verdictText"), QStringLiteral("facts"), QStringLiteral("sentence")})
    , m_remedies({QStringLiteral("kind"), QStringLiteral("change"), QStringLiteral("result"), QStringLiteral("effect"),
                  QStringLiteral("suffices"), QStringLiteral("canTry"), QStringLiteral("canDraft"),
                  QStringLiteral("canSave"), QStringLiteral("sentence")}) {}

void WhyNotController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    m_file.setSession(session);
    connect(session, &WorkspaceSession::stateChanged, this, &WhyNotController::clear);
    Q_EMIT sourceChanged();
}

void WhyNotController::setUndoStack(UndoStack *undo) {
    m_file.setUndoStack(undo);
    Q_EMIT sourceChanged();
}

void WhyNotController::setTuning(LabTuning *tuning) {
    m_tuning = tuning;
    Q_EMIT sourceChanged();
}

void WhyNotController::setAction(const QString &action) {
    if (m_action == action)
        return;
    m_action = action;
    Q_EMIT actionChanged();
    const std::string typed = toStdString(action.trimmed().toLower());
    if (!m_session || !m_session->isReady() || typed.empty()) {
        m_suggesting.stop();
        m_suggestions.clear();
        Q_EMIT suggestionsChanged();
        return;
    }
    // What no longer fits what is typed goes at once: Enter must never take a name that was found for fewer letters.
    const auto stale = [&](const QString &name) { return !name.toLower().contains(toQString(typed)); };
    if (m_suggestions.removeIf(stale) > 0)
        Q_EMIT suggestionsChanged();
    m_suggesting.run<QStringList>(
        *m_session,
        [typed](workspace::Workspace &workspace, const Job &job) -> Result<QStringList> {
            const auto snapshot = workspace.snapshot();
            const catalog::Catalog &catalog = *snapshot->catalog;
            QStringList starts, holds;
            for (catalog::Ordinal ordinal = 0; ordinal < catalog.size() && starts.size() < 8; ++ordinal) {
                if (ordinal % 4096 == 0 && job.stop.stop_requested())
                    break;
                const QString name = toQString(catalog.qualifiedName(ordinal));
                const QString lower = name.toLower();
                const QString wanted = toQString(typed);
                if (lower.startsWith(wanted) || lower.section(QLatin1Char('.'), 1).startsWith(wanted))
                    starts.append(name);
                else if (holds.size() < 8 && lower.contains(wanted))
                    holds.append(name);
            }
            return (starts + holds).mid(0, 8);
        },
        this,
        [this](Result<QStringList> names) {
            if (!names || *names == m_suggestions)
                return;
            m_suggestions = *names;
            Q_EMIT suggestionsChanged();
        });
}

QStringList WhyNotController::nearest() const {
    QStringList names;
    if (m_answer) {
        for (const std::string &name : m_answer->nearest)
            names.append(toQString(name));
    }
    return names;
}

void WhyNotController::clear() {
    m_asking.stop();
    ++m_questions;
    m_trying = false;
    m_answer.reset();
    m_gates.setRows({});
    m_remedies.setRows({});
    m_headline.clear();
    setState({});
}

void WhyNotController::ask() {
    if (!m_session || !m_session->isReady() || !m_tuning || m_action.trimmed().isEmpty() || m_query.trimmed().isEmpty())
        return;
    workspace::WhyNotQuestion question;
    question.query = toStdString(m_query);
    question.action = toStdString(m_action.trimmed());
    question.preset = m_tuning->current();
    if (!m_scope.isEmpty())
        question.service = toStdString(m_scope);
    question.limit = static_cast<std::size_t>(std::clamp(m_limit, 1, 100));
    question.set = toStdString(m_set);
    m_askedWith = m_tuning->current();
    m_trying = false;
    // The cause comes first, from the worker; the answer itself when what would help was tried.
    question.judged = [self = QPointer<WhyNotController>(this),
                       mine = ++m_questions](const workspace::WhyNotAnswer &cause) {
        QMetaObject::invokeMethod(
            qApp,
            [self, mine, cause] {
                if (!self || self->m_questions != mine || self->m_state != QLatin1String("loading"))
                    return;
                self->m_answer = cause;
                self->m_trying = cause.why.failed.has_value();
                self->show();
                self->setState(QStringLiteral("ready"));
            },
            Qt::QueuedConnection);
    };
    setState(QStringLiteral("loading"));
    m_asking.run<workspace::WhyNotAnswer>(
        *m_session,
        [question](workspace::Workspace &workspace, const Job &job) {
            workspace::WhyNotQuestion asked = question;
            const auto now = workspace.snapshot();
            // An untouched configuration is searched with the floor of the settings.
            asked.floor = *asked.preset == *now->preset ? now->floor : asked.preset->floor;
            return workspace.whyNot(asked, job);
        },
        this,
        [this](Result<workspace::WhyNotAnswer> answer) {
            m_trying = false;
            if (!answer) {
                m_answer.reset();
                m_gates.setRows({});
                m_remedies.setRows({});
                setState(QStringLiteral("error"), actionscope::app::errorText(answer.error()));
                return;
            }
            m_answer = std::move(*answer);
            show();
            setState(QStringLiteral("ready"));
        });
}

void WhyNotController::show() {
    const retrieval::WhyNot &why = m_answer->why;
    std::vector<QVariantMap> gates;
    int count = 0;
    for (const retrieval::GateFinding &gate : why.gates) {
        const QString label = gateLabel(gate.gate);
        const QString verdict = verdictText(gate.verdict);
        const QString facts = revealed(gate.facts);
        ++count;
        gates.push_back(
            {{QStringLiteral("number"), count},
             {QStringLiteral("key"), toQString(retrieval::findGates()[static_cast<std::size_t>(count - 1)].key)},
             {QStringLiteral("label"), label},
             {QStringLiteral("verdict"), toQString(retrieval::verdictName(gate.verdict))},
             {QStringLiteral("verdictText"), verdict},
             {QStringLiteral("facts"), facts},
             {QStringLiteral("sentence"),
              //: number and name of a gate, its verdict, why
              tr("%1, %2: %3. %4").arg(count).arg(label, verdict, facts)}});
    }
    m_gates.setRows(std::move(gates));
    if (!why.failed)
        //: %1 rank, %2 score
        m_headline = tr("It is found: #%1 with %2.").arg(why.rank).arg(number(why.score));
    else if (why.because)
        //: two gates
        m_headline = tr("First failed gate: %1, because of: %2.").arg(gateLabel(*why.failed), gateLabel(*why.because));
    else
        m_headline = tr("First failed gate: %1.").arg(gateLabel(*why.failed));
    std::vector<QVariantMap> remedies;
    for (const Remedy &remedy : why.remedies) {
        const QString change = changeText(remedy);
        const QString result = remedy.rank == 0 ? tr("beyond what is ranked")
                                                : QStringLiteral("#%1  %2").arg(remedy.rank).arg(number(remedy.score));
        const QString effect = effectText(remedy.effect);
        remedies.push_back(
            {{QStringLiteral("kind"), toQString(retrieval::remedyName(remedy.kind))},
             {QStringLiteral("change"), change},
             {QStringLiteral("result"), result},
             {QStringLiteral("effect"), effect},
             {QStringLiteral("suffices"), remedy.suffices},
             {QStringLiteral("canTry"), canTry(remedy)},
             {QStringLiteral("canDraft"), remedy.kind == Remedy::Kind::Describe},
             {QStringLiteral("canSave"), remedy.kind == Remedy::Kind::Synonym},
             {QStringLiteral("sentence"),
              QStringList({change, result, remedy.suffices ? QString() : tr("needed, but not enough"), effect})
                  .filter(QRegularExpression(QStringLiteral(".")))
                  .join(QStringLiteral(", "))}});
    }
    m_remedies.setRows(std::move(remedies));
}

void WhyNotController::tryRemedy(int row) {
    if (!m_answer || !m_tuning || row < 0 || row >= m_remedies.count())
        return;
    const Remedy &remedy = m_answer->why.remedies[static_cast<std::size_t>(row)];
    if (!canTry(remedy))
        return;
    const QString what = changeText(remedy);
    retrieval::Preset preset = *m_askedWith;
    switch (remedy.kind) {
    case Remedy::Kind::Floor:
        preset.floor = remedy.value;
        m_tuning->apply(preset, what);
        break;
    case Remedy::Kind::Weight:
        preset.weights[static_cast<std::size_t>(*remedy.signal)] = remedy.value;
        m_tuning->apply(preset, what);
        break;
    case Remedy::Kind::Limit:
        Q_EMIT limitWanted(static_cast<int>(std::min<std::size_t>(remedy.limit, 100)));
        break;
    case Remedy::Kind::Surface:
        Q_EMIT scopeLifted();
        break;
    case Remedy::Kind::Service:
        Q_EMIT serviceWanted(m_action.trimmed().section(QLatin1Char('.'), 0, 0));
        break;
    case Remedy::Kind::Synonym:
    case Remedy::Kind::Describe:
        return;
    }
    Q_EMIT tried(what);
}

void WhyNotController::planSynonym(int row) {
    if (!m_answer || row < 0 || row >= m_remedies.count())
        return;
    const Remedy &remedy = m_answer->why.remedies[static_cast<std::size_t>(row)];
    if (remedy.kind != Remedy::Kind::Synonym)
        return;
    m_file.begin([word = remedy.word, other = remedy.other](
                     workspace::Workspace &workspace) { return workspace::planSynonym(workspace, word, other); },
                 //: undo step; %1 is two words: "close = transition"
                 [](const workspace::FilePlan &saved) { return tr("Save synonym %1").arg(revealed(saved.name)); });
}

QString WhyNotController::draftOf(int row) const {
    if (!m_answer || row < 0 || row >= m_remedies.count())
        return {};
    return toQString(m_answer->why.remedies[static_cast<std::size_t>(row)].description);
}

QString WhyNotController::copyText() const {
    if (!m_answer)
        return {};
    //: an action, a query
    QString text = tr("Why isn't “%1” found for “%2”?").arg(m_action.trimmed(), m_query) + QStringLiteral("\n\n");
    for (int row = 0; row < m_gates.count(); ++row) {
        const QVariantMap gate = m_gates.at(row);
        text +=
            QStringLiteral("%1. %2: %3. %4\n")
                .arg(gate.value(QStringLiteral("number")).toString(), gate.value(QStringLiteral("label")).toString(),
                     gate.value(QStringLiteral("verdictText")).toString(),
                     gate.value(QStringLiteral("facts")).toString());
    }
    text += QLatin1Char('\n') + m_headline + QLatin1Char('\n');
    for (int row = 0; row < m_remedies.count(); ++row)
        text +=
            QStringLiteral("- ") + m_remedies.at(row).value(QStringLiteral("sentence")).toString() + QLatin1Char('\n');
    return text;
}

void WhyNotController::addToSet(const QString &set) {
    const QString target = set.trimmed().isEmpty() ? QStringLiteral("lab") : set.trimmed();
    if (!m_session || !m_session->isReady() || m_action.trimmed().isEmpty() || m_query.trimmed().isEmpty())
        return;
    m_session->query<bool>(
        [name = toStdString(target), text = toStdString(m_query.trimmed()),
         action = toStdString(m_action.trimmed())](workspace::Workspace &workspace, const Job &) -> Result<bool> {
            const auto existing = workspace.querySet(name);
            evaluation::QuerySetEdit edit;
            if (existing) {
                // The query may be there already: then only its judgement is new.
                for (const evaluation::JudgedQuery &query : existing->queries) {
                    if (query.text == text) {
                        edit.kind = evaluation::QuerySetEdit::Kind::Judge;
                        edit.id = query.id;
                    }
                }
            }
            if (edit.id.empty()) {
                edit.kind = evaluation::QuerySetEdit::Kind::Add;
                edit.query.id = existing ? evaluation::freeQueryId(*existing) : "q1";
                edit.query.text = text;
                edit.query.judgements = {{action, evaluation::MaxGrade}};
            } else {
                edit.action = action;
                edit.grade = evaluation::MaxGrade;
            }
            if (auto written = workspace.editQuerySet(name, edit); !written)
                return fail(written.error());
            return true;
        },
        this,
        [this, target](Result<bool> done) {
            if (done)
                Q_EMIT added(target);
            else
                Q_EMIT failed(actionscope::app::errorText(done.error()));
        });
}

void WhyNotController::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
