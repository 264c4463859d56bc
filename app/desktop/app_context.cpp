#include "app_context.h"

#include "palette_providers.h"
#include "preferences.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeySequence>
#include <QUrl>

namespace actionscope::app {

AppContext::AppContext(Preferences *preferences, QObject *parent)
    : QObject(parent)
    , m_preferences(preferences)
    , m_approvals(m_session)
    , m_gateway(m_session)
    , m_tray(QGuiApplication::platformName())
    , m_commands(preferences)
    , m_palette(preferences) {
    m_language.use(preferences->language());
    m_gateway.setPort(preferences->gatewayPort());
    connect(preferences, &Preferences::gatewayPortChanged, this,
            [this] { m_gateway.setPort(m_preferences->gatewayPort()); });
    connect(preferences, &Preferences::languageChanged, this, [this] {
        m_language.use(m_preferences->language());
        m_pages.retranslate();
        Q_EMIT retranslated();
    });
    m_palette.addProvider(std::make_unique<PageProvider>(m_pages, m_navigator));
    m_palette.addProvider(std::make_unique<CommandProvider>(m_commands));
    m_palette.addProvider(std::make_unique<ServiceProvider>(m_session, m_navigator));
    m_palette.addProvider(std::make_unique<SettingProvider>(m_navigator));
    m_palette.addProvider(std::make_unique<AuditProvider>(m_pages, m_navigator));
    m_palette.addProvider(std::make_unique<ActionProvider>(m_session, m_navigator));
    m_navigator.setPages(m_pages.ids());
    if (!m_pages.ids().isEmpty())
        m_navigator.openPage(m_pages.ids().first());
    connect(&m_toasts, &ToastModel::shown, this, &AppContext::announce);
    connect(&m_toasts, &ToastModel::commandRequested, &m_commands, &CommandRegistry::run);
    connect(m_session.jobs(), &JobsModel::ended, this,
            [this](int, const QString &title, const QString &state, const QString &detail) {
                if (state == QLatin1String("failed"))
                    m_toasts.show(tr("%1 failed. %2", "title of a job, reason").arg(title, detail),
                                  QStringLiteral("error"));
                else if (state == QLatin1String("cancelled"))
                    announce(tr("%1: cancelled", "title of a job").arg(title));
            });
    connect(&m_undo, &UndoStack::undone, this, [this](const QString &text) { announce(tr("Undone: %1").arg(text)); });
    connect(&m_undo, &UndoStack::redone, this,
            [this](const QString &text) { announce(tr("Done again: %1").arg(text)); });
    connect(&m_undo, &UndoStack::failed, this, [this](const QString &text, const QString &message) {
        m_toasts.show(tr("Could not take back “%1”. %2").arg(text, message), QStringLiteral("error"));
    });
    connect(&m_auditChain, &AuditChain::broken, this, [this](const QString &text) {
        m_toasts.showWithCommand(tr("Audit log: %1").arg(text), QStringLiteral("error"), tr("See where"),
                                 QStringLiteral("page.audit"));
    });
    connect(&m_gateway, &GatewayHost::stateChanged, this, [this] {
        const bool running = m_gateway.isRunning();
        m_pages.setBadge(QStringLiteral("gateway"), running ? QStringLiteral("●") : QString(),
                         running ? tr("running") : QString());
    });
    connect(&m_approvals, &ApprovalsWatch::changed, this, [this] {
        const int waiting = m_approvals.waiting();
        m_pages.setBadge(QStringLiteral("approvals"), waiting == 0 ? QString() : QString::number(waiting),
                         waiting == 0 ? QString() : tr("%n approval(s) waiting", "", waiting));
    });
    connect(&m_approvals, &ApprovalsWatch::arrived, this, &AppContext::noticeApprovals);
    connect(&m_approvals, &ApprovalsWatch::expiring, this, &AppContext::noticeExpiry);
    // Steps belong to the workspace they were made in.
    connect(&m_session, &WorkspaceSession::stateChanged, this, [this] {
        if (m_session.state() == WorkspaceSession::State::Closed)
            m_undo.clear();
    });
}

AppContext::~AppContext() = default;

void AppContext::noticeApprovals(int count, bool catastrophic) {
    const QString text = catastrophic ? tr("%n approval(s) waiting, one of them catastrophic", "", count)
                                      : tr("%n approval(s) waiting", "", count);
    const QString link = QStringLiteral("actionscope://approvals/") + m_approvals.nextToExpire();
    // On the page itself the list shows it.
    if (m_navigator.page() != QLatin1String("approvals"))
        m_toasts.show(text, QStringLiteral("info"), tr("Look"), [this, link] { m_navigator.openLink(link); });
    Q_EMIT noticed(text, tr("Open Approvals to decide. Nothing can be approved from here."), link);
}

void AppContext::noticeExpiry(const QString &id, const QString &action, int minutes) {
    const QString text = tr("An approval expires in less than %n minute(s)", "", minutes);
    const QString link = QStringLiteral("actionscope://approvals/") + id;
    m_toasts.show(tr("%1: %2", "notice, name of an action").arg(text, action), QStringLiteral("warning"), tr("Look"),
                  [this, link] { m_navigator.openLink(link); });
    Q_EMIT noticed(text, tr("%1. Undecided, the call stays refused and has to be asked for again.").arg(action), link,
                   minutes <= 1);
}

QString AppContext::version() { return QStringLiteral(ACTIONSCOPE_VERSION); }

void AppContext::setForcedState(const QString &state) {
    if (state == m_forcedState)
        return;
    m_forcedState = state;
    Q_EMIT forcedStateChanged();
}

void AppContext::announce(const QString &text) {
    // The same sentence twice must be said twice: assistive technology hears of a change only.
    m_announcement = m_announcement == text ? QString(text + QChar(0x200B)) : text;
    Q_EMIT announced();
}

void AppContext::copyText(const QString &text) { QGuiApplication::clipboard()->setText(text); }

void AppContext::requestImport(const QStringList &sources) {
    constexpr qsizetype MaxSources = 10000;
    m_importRequest.clear();
    for (const QString &source : sources.mid(0, MaxSources))
        m_importRequest.append(localPath(source));
    Q_EMIT importRequested();
}

QStringList AppContext::takeImportRequest() { return std::exchange(m_importRequest, {}); }

QString AppContext::clipboardUrl() const {
    const QString text = QGuiApplication::clipboard()->text().trimmed();
    if (text.size() > 2000 || text.contains(QLatin1Char(' ')) || text.contains(QLatin1Char('\n')))
        return {};
    const QUrl url(text, QUrl::StrictMode);
    const bool web = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    return url.isValid() && web && !url.host().isEmpty() ? text : QString();
}

QString AppContext::localPath(const QString &url) {
    const QUrl parsed(url);
    return parsed.isLocalFile() ? parsed.toLocalFile() : url;
}

QString AppContext::keysOf(int key, int modifiers) {
    if (key == 0 || key == Qt::Key_unknown || (key >= Qt::Key_Shift && key <= Qt::Key_ScrollLock) ||
        key == Qt::Key_AltGr)
        return {};
    const Qt::KeyboardModifiers held = Qt::KeyboardModifiers(modifiers) & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
    return QKeySequence(QKeyCombination(held, static_cast<Qt::Key>(key))).toString(QKeySequence::PortableText);
}

} // namespace actionscope::app
