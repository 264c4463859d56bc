#include "audit_chain.h"

#include "convert.h"

#include <QLocale>

namespace actionscope::app {
namespace {

// Another program may write to the log too, and nothing tells of that.
constexpr int LookMs = 5000;

QString seqText(std::uint64_t seq) { return QLocale().toString(static_cast<qulonglong>(seq)); }

} // namespace

Result<governance::AuditLog *> auditLogOf(workspace::Workspace &workspace) {
    governance::AuditLog *log = workspace.audit();
    if (log == nullptr) {
        for (const workspace::Problem &problem : workspace.snapshot()->problems) {
            if (problem.service.empty() && problem.error.where.file.find("state.db") != std::string::npos)
                return fail(problem.error);
        }
        return fail(ErrorCode::IoError, "the audit log of this workspace cannot be opened");
    }
    return log;
}

/// What one look found: how long the log is, and the walk over what was not walked before.
struct AuditChain::Answer {
    std::uint64_t total = 0;
    std::optional<governance::Verification> walked;
};

AuditChain::AuditChain(WorkspaceSession &session, QObject *parent)
    : QObject(parent)
    , m_session(session) {
    m_clock.setInterval(LookMs);
    connect(&m_clock, &QTimer::timeout, this, &AuditChain::look);
    connect(&session, &WorkspaceSession::stateChanged, this, &AuditChain::reset);
    connect(&session, &WorkspaceSession::snapshotChanged, this, &AuditChain::look);
    reset();
}

void AuditChain::reset() {
    m_query.stop();
    ++m_epoch;
    m_verification = {};
    m_error.clear();
    m_total = 0;
    m_asked = false;
    m_state.clear();
    keepHeads();
    setState(m_session.isReady() ? QStringLiteral("verifying") : QStringLiteral("none"));
    if (m_session.isReady()) {
        m_clock.start();
        look();
    } else {
        m_clock.stop();
    }
}

void AuditChain::keepHeads() {
    m_heads.reset();
    m_kept.reset();
    if (!m_session.isReady() || m_session.isReadOnly() || m_session.isSample())
        return;
    m_kept = m_session.workspace();
    m_heads = std::make_unique<workspace::HeadKeeper>(*m_kept, [this](const std::string &) {
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT changed(); }, Qt::QueuedConnection);
    });
}

void AuditChain::setState(const QString &state) {
    const bool found = state == QLatin1String("broken") && m_state != state;
    m_state = state;
    Q_EMIT changed();
    if (found)
        Q_EMIT broken(text());
}

void AuditChain::look() {
    if (!m_session.isReady() || m_asked || m_state == QLatin1String("broken"))
        return;
    // From the last verified record on, which must still be what it was: a log that was cut off does not pass for one
    // that has not grown.
    const governance::AuditHead known = m_verification.head;
    m_query.run<Answer>(
        m_session,
        [known](workspace::Workspace &workspace, const Job &job) -> Result<Answer> {
            const auto log = auditLogOf(workspace);
            if (!log)
                return fail(log.error());
            const auto head = (*log)->head();
            if (!head)
                return fail(head.error());
            Answer answer;
            answer.total = head->seq;
            if (head->seq == known.seq && head->hash == known.hash)
                return answer;
            if (head->seq > known.seq && head->seq - known.seq > MaxVerifiedUnasked)
                return answer;
            const auto expected = known.seq > 0 ? std::optional(known) : std::nullopt;
            auto walked = (*log)->verify(expected, job, std::max<std::uint64_t>(known.seq, 1));
            if (!walked)
                return fail(walked.error());
            answer.walked = std::move(*walked);
            return answer;
        },
        this,
        [this](Result<Answer> answer) {
            if (m_asked)
                return;
            if (!answer) {
                if (answer.error().code == ErrorCode::Cancelled)
                    return;
                m_error = app::errorText(answer.error());
                setState(QStringLiteral("error"));
                return;
            }
            const std::uint64_t before = std::exchange(m_total, answer->total);
            if (answer->walked) {
                // Signatures before the part that was walked were checked with the part before it.
                if (answer->walked->intact)
                    answer->walked->checkpoints += m_verification.checkpoints;
                take(std::move(*answer->walked));
            } else if (m_total == 0) {
                setState(QStringLiteral("empty"));
            } else if (m_verification.head.seq == 0) {
                setState(QStringLiteral("unchecked"));
            } else if (m_state != QLatin1String("verified") || before != m_total) {
                setState(QStringLiteral("verified"));
            }
        });
}

void AuditChain::take(governance::Verification verification) {
    m_verification = std::move(verification);
    m_total = std::max(m_total, m_verification.head.seq);
    if (!m_verification.intact)
        setState(QStringLiteral("broken"));
    else
        setState(m_verification.head.seq == 0 ? QStringLiteral("empty") : QStringLiteral("verified"));
}

void AuditChain::verify(const QString &head) {
    if (!m_session.isReady() || m_asked)
        return;
    std::optional<governance::AuditHead> expected;
    if (!head.trimmed().isEmpty()) {
        auto parsed = governance::parseHead(toStdString(head.trimmed()));
        if (!parsed) {
            Q_EMIT failed(app::errorText(parsed.error()));
            return;
        }
        expected = *parsed;
    }
    m_query.stop();
    m_asked = true;
    setState(QStringLiteral("verifying"));
    const quint64 epoch = m_epoch;
    m_session.runJob<governance::Verification>(
        tr("Verify the audit log"),
        [expected](workspace::Workspace &workspace, const Job &job) -> Result<governance::Verification> {
            const auto log = auditLogOf(workspace);
            if (!log)
                return fail(log.error());
            auto result = (*log)->verify(expected, job);
            if (result && !workspace.readOnly()) {
                governance::AuditEvent event;
                event.kind = governance::audit_kind::Verify;
                event.outcome = result->intact ? "intact" : "broken";
                event.detail = {{"checked", result->checked}, {"head", governance::formatHead(result->head)}};
                if (!result->intact)
                    event.detail["problem"] = result->problem;
                // A log that is broken may refuse the record; the finding is shown all the same.
                (void)workspace.record(std::move(event));
            }
            return result;
        },
        this,
        [this, epoch](Result<governance::Verification> result) {
            if (epoch != m_epoch)
                return;
            m_asked = false;
            if (result) {
                take(std::move(*result));
            } else if (result.error().code == ErrorCode::Cancelled) {
                setState(m_verification.head.seq > 0 ? QStringLiteral("verified") : QStringLiteral("unchecked"));
            } else {
                m_error = app::errorText(result.error());
                setState(QStringLiteral("error"));
            }
            Q_EMIT verified();
            // The record of the verification itself is walked too.
            look();
        });
}

QString AuditChain::text() const {
    if (m_state == QLatin1String("verifying"))
        return tr("Verifying…");
    if (m_state == QLatin1String("error"))
        return tr("Could not be verified");
    if (m_state == QLatin1String("broken"))
        return tr("Broken at #%1").arg(seqText(m_verification.firstBad));
    if (m_state == QLatin1String("empty"))
        return tr("No records yet");
    if (m_state == QLatin1String("verified")) {
        const std::uint64_t unchecked = m_total > m_verification.head.seq ? m_total - m_verification.head.seq : 0;
        const QString verified = tr("Verified to #%1").arg(seqText(m_verification.head.seq));
        //: %1 "Verified to #12", %n records that came after
        return unchecked == 0 ? verified
                              : tr("%1; %n not yet checked", nullptr, static_cast<int>(unchecked)).arg(verified);
    }
    return tr("Not verified yet");
}

QString AuditChain::stateDetail() const {
    if (m_state == QLatin1String("broken"))
        return toQString(m_verification.problem);
    if (m_state == QLatin1String("error"))
        return m_error;
    if (m_state == QLatin1String("verified"))
        return tr(
            "%n signed checkpoint(s). This proves that no record was changed, removed or inserted before the last one. "
            "It does not prove that the whole file was not replaced: keep the head elsewhere and compare.",
            nullptr, static_cast<int>(m_verification.checkpoints));
    return tr("Verification walks the chain and checks every hash and signature.");
}

QString AuditChain::detail() const {
    const auto heads = m_heads ? m_heads->status() : workspace::HeadKeeper::Status();
    if (heads.problem.empty())
        return stateDetail();
    //: %1 what was found on verification, %2 why
    return tr("%1 The head could not be kept elsewhere: %2").arg(stateDetail(), toQString(heads.problem));
}

QString AuditChain::head() const {
    return m_verification.head.seq == 0 ? QString() : toQString(governance::formatHead(m_verification.head));
}

} // namespace actionscope::app
