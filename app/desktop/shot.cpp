#include "shot.h"

#include "app_context.h"
#include "preferences.h"
#include "start_options.h"

#include <QDir>
#include <QFileInfo>
#include <QFont>
#include <QGuiApplication>
#include <QImage>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTextStream>
#include <QTimer>

namespace actionscope::app {
namespace {

constexpr int TickMs = 50, QuietTicks = 6, GiveUpMs = 60000;

// Items made by a Loader are its visual children only, which findChild() does not see.
const QQuickItem *findItem(const QQuickItem *parent, const QString &name) {
    if (parent->objectName() == name)
        return parent;
    for (const QQuickItem *child : parent->childItems())
        if (const QQuickItem *found = findItem(child, name))
            return found;
    return nullptr;
}

} // namespace

Shot::Shot(QQuickWindow &window, AppContext &context, const StartOptions &options)
    : m_window(window)
    , m_context(context)
    , m_options(options) {
    window.installEventFilter(this);
}

bool Shot::eventFilter(QObject *watched, QEvent *event) {
    // Wherever the pointer happens to be, it must not show in the picture.
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::MouseMove:
    case QEvent::HoverEnter:
    case QEvent::HoverMove:
        return true;
    default:
        return QObject::eventFilter(watched, event);
    }
}

const QStringList &Shot::states() {
    static const QStringList states{QStringLiteral("ready"),   QStringLiteral("firstRun"), QStringLiteral("empty"),
                                    QStringLiteral("noMatch"), QStringLiteral("loading"),  QStringLiteral("partial"),
                                    QStringLiteral("stale"),   QStringLiteral("error"),    QStringLiteral("denied")};
    return states;
}

void Shot::pinLooks(Preferences &preferences, bool defaultTheme) {
    QFont font(QStringLiteral("Inter"));
    font.setPixelSize(13);
    QGuiApplication::setFont(font);
    if (defaultTheme)
        preferences.setTheme(QStringLiteral("light"));
}

int Shot::run(QGuiApplication &application) {
    if (!m_context.navigator()->openPage(m_options.shotPage)) {
        QTextStream(stderr) << "there is no page “" << m_options.shotPage << "”; pages are "
                            << m_context.pages()->ids().join(QStringLiteral(", ")) << Qt::endl;
        return 1;
    }
    if (!m_options.link.isEmpty())
        m_context.navigator()->openLink(m_options.link);
    const QString state = m_options.state.isEmpty() ? QStringLiteral("ready") : m_options.state;
    if (!m_options.workspace.isEmpty())
        m_context.session()->open(m_options.workspace);
    else if (state != QLatin1String("firstRun"))
        m_context.session()->openSample();
    // `ready` is what the page makes of the data by itself; the others are asked for.
    if (state != QLatin1String("ready"))
        m_context.setForcedState(state);
    m_window.show();
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, this, &Shot::proceed);
    tick.start(TickMs);
    QTimer::singleShot(GiveUpMs, this, [this] {
        QTextStream(stderr) << "the page did not settle within " << GiveUpMs / 1000
                            << " s: " << m_context.session()->errorText() << Qt::endl;
        QCoreApplication::exit(1);
    });
    return application.exec();
}

bool Shot::settled() const {
    const WorkspaceSession::State session = m_context.session()->state();
    if (session == WorkspaceSession::State::Opening || m_context.session()->isBusy())
        return false;
    const QQuickItem *page = findItem(m_window.contentItem(), QStringLiteral("shell.page.") + m_options.shotPage);
    // What shows the state of loading is busy for ever.
    return page && (m_context.forcedState() == QLatin1String("loading") || !page->property("busy").toBool());
}

void Shot::proceed() {
    // Quiet for a while, because a finished job may lead to a query of the page.
    m_quietTicks = settled() ? m_quietTicks + 1 : 0;
    if (m_quietTicks == QuietTicks && !m_ranCommands) {
        m_ranCommands = true;
        m_quietTicks = 0;
        if (!m_options.imports.isEmpty())
            m_context.requestImport(m_options.imports);
        for (const QString &command : m_options.commands)
            if (!m_context.commands()->run(command))
                QTextStream(stderr) << "there is no command “" << command << "” here" << Qt::endl;
    } else if (m_quietTicks == QuietTicks) {
        grab();
    }
}

void Shot::grab() {
    const QImage image = m_window.grabWindow();
    QDir().mkpath(QFileInfo(m_options.out).absolutePath());
    if (image.isNull() || !image.save(m_options.out, "PNG")) {
        QTextStream(stderr) << "cannot write " << m_options.out << Qt::endl;
        QCoreApplication::exit(1);
        return;
    }
    QCoreApplication::exit(0);
}

} // namespace actionscope::app
