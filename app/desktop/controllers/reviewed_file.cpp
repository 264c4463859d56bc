#include "reviewed_file.h"

#include "convert.h"

namespace actionscope::app {

using workspace::FilePlan;

ReviewedFile::ReviewedFile(QObject *parent)
    : QObject(parent) {}

void ReviewedFile::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::stateChanged, this, [this] {
        if (!m_session->isReady())
            forget();
    });
}

QString ReviewedFile::path() const {
    if (!m_plan || !m_session)
        return {};
    return toQString(m_plan->path.lexically_relative(toStdString(m_session->folder())).string());
}

void ReviewedFile::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

void ReviewedFile::begin(Planner planner, std::function<QString(const FilePlan &)> step,
                         std::function<void(const FilePlan &plan, const QString &path)> then) {
    if (!m_session)
        return;
    m_step = std::move(step);
    m_then = std::move(then);
    setState(QStringLiteral("planning"));
    m_planning.run<FilePlan>(
        *m_session,
        [planner = std::move(planner)](workspace::Workspace &workspace, const Job &) { return planner(workspace); },
        this,
        [this](Result<FilePlan> plan) {
            if (!plan) {
                m_plan.reset();
                m_diff.setLines({});
                setState(QStringLiteral("error"), actionscope::app::errorText(plan.error()));
                return;
            }
            m_diff.setLines(plan->diff);
            const bool nothing = plan->diff.empty();
            m_plan = std::move(*plan);
            setState(nothing ? QStringLiteral("unchanged") : QStringLiteral("ready"));
        });
}

void ReviewedFile::forget() {
    m_planning.stop();
    m_plan.reset();
    m_diff.setLines({});
    setState({});
}

void ReviewedFile::write(const FilePlan &plan, UndoStack::Done done) {
    m_session->query<bool>(
        [plan](workspace::Workspace &workspace, const Job &) -> Result<bool> {
            if (auto applied = workspace::applyFile(workspace, plan); !applied)
                return fail(applied.error());
            return true;
        },
        this,
        [done = std::move(done)](Result<bool> ok) {
            done(ok.has_value(), ok ? QString() : actionscope::app::errorText(ok.error()));
        });
}

void ReviewedFile::save() {
    if (!m_session || !m_plan || m_state != QLatin1String("ready"))
        return;
    setState(QStringLiteral("saving"));
    const FilePlan plan = *m_plan;
    write(plan, [this, plan](bool ok, const QString &message) {
        if (!ok) {
            setState(QStringLiteral("error"), message);
            return;
        }
        const QString where = path(), step = m_step ? m_step(plan) : where;
        forget();
        if (m_undo) {
            // Each way is planned on the file as it is then: what somebody else wrote meanwhile is not overwritten.
            auto last = std::make_shared<FilePlan>(plan);
            const auto turn = [self = QPointer<ReviewedFile>(this), last](const UndoStack::Done &done) {
                if (!self || !self->m_session) {
                    done(false, tr("The workspace was closed."));
                    return;
                }
                const FilePlan back = workspace::reversed(*last);
                const auto text = back.stamp ? readFile(back.path, 1U << 20) : Result<std::string>(std::string());
                if (!text || *text != back.before) {
                    done(false, tr("The file changed since; it was left as it is."));
                    return;
                }
                self->write(back, [last, back, done](bool turned, const QString &why) {
                    if (turned)
                        *last = back;
                    done(turned, why);
                });
            };
            m_undo->push(step, turn, turn);
        }
        if (m_then)
            m_then(plan, where);
        Q_EMIT saved(where);
    });
}

} // namespace actionscope::app
