#include "start_options.h"

#include "app_context.h"
#include "desktop_bus.h"
#include "preferences.h"
#include "shot.h"

#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQuickWindow>
#include <QTimer>
#include <cstring>

namespace actionscope::app {
namespace {

constexpr double NotifyAfterSeconds = 10;

// The command line speaks English, like its twin without a window: scripts read it.
QString text(const char *source) { return QString::fromUtf8(source); }

} // namespace

StartOptions StartOptions::parse(const QStringList &arguments) {
    StartOptions options;
    QCommandLineParser parser;
    parser.setApplicationDescription(
        text("Curate, search, risk-classify and audit catalogs of actions that AI agents can call."));
    const QCommandLineOption help(QStringList{QStringLiteral("h"), QStringLiteral("help")}, text("Show this help."));
    const QCommandLineOption version(QStringLiteral("version"), text("Show the version."));
    const QCommandLineOption sample(QStringLiteral("sample"), text("Open a scratch copy of the sample catalog."));
    const QCommandLineOption workspace(QStringLiteral("workspace"), text("Open the workspace in <folder>."),
                                       QStringLiteral("folder"));
    const QCommandLineOption shot(QStringLiteral("shot"), text("Draw <page> into a picture and exit."),
                                  QStringLiteral("page"));
    const QCommandLineOption state(QStringLiteral("state"), text("The state the page shows in the picture."),
                                   QStringLiteral("state"));
    const QCommandLineOption theme(QStringLiteral("theme"), text("system, light, dark or hc."),
                                   QStringLiteral("theme"));
    const QCommandLineOption size(QStringLiteral("size"), text("Size of the window."), QStringLiteral("WxH"));
    const QCommandLineOption language(QStringLiteral("lang"), text("en, de or pseudo."), QStringLiteral("language"));
    const QCommandLineOption scale(QStringLiteral("text-scale"), text("Text scale in per cent, 80 to 200."),
                                   QStringLiteral("percent"));
    const QCommandLineOption density(QStringLiteral("density"), text("compact, default or comfortable."),
                                     QStringLiteral("density"));
    const QCommandLineOption link(QStringLiteral("link"), text("Show this actionscope:// link."),
                                  QStringLiteral("link"));
    const QCommandLineOption run(QStringLiteral("run"), text("Run this command before the picture; may be repeated."),
                                 QStringLiteral("command"));
    const QCommandLineOption out(QStringLiteral("out"), text("The picture's file (PNG)."), QStringLiteral("file"));
    parser.addOptions(
        {help, version, sample, workspace, shot, state, theme, size, language, scale, density, link, run, out});
    parser.addPositionalArgument(
        QStringLiteral("what"),
        text("A workspace folder, an actionscope:// link, or files, folders and URLs to import."),
        QStringLiteral("[what…]"));
    const auto refuse = [&options](const QString &message) {
        options.message = message + QLatin1Char('\n') + text("Try --help.");
        options.exitCode = 2;
        return options;
    };
    if (!parser.parse(arguments))
        return refuse(parser.errorText());
    if (parser.isSet(help)) {
        options.message = parser.helpText();
        return options;
    }
    if (parser.isSet(version)) {
        options.message = QStringLiteral("actionscope-desktop ") + AppContext::version();
        return options;
    }
    options.sample = parser.isSet(sample);
    options.workspace = parser.value(workspace);
    options.shotPage = parser.value(shot);
    options.state = parser.value(state);
    options.theme = parser.value(theme);
    options.language = parser.value(language);
    options.density = parser.value(density);
    options.link = parser.value(link);
    options.commands = parser.values(run);
    options.out = parser.value(out);
    if (!options.theme.isEmpty() &&
        !QStringList{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("hc")}
             .contains(options.theme))
        return refuse(text("--theme is system, light, dark or hc, not “%1”.").arg(options.theme));
    if (!options.language.isEmpty() &&
        !QStringList{QStringLiteral("en"), QStringLiteral("de"), QStringLiteral("pseudo")}.contains(options.language))
        return refuse(text("--lang is en, de or pseudo, not “%1”.").arg(options.language));
    if (!options.density.isEmpty() &&
        !QStringList{QStringLiteral("compact"), QStringLiteral("default"), QStringLiteral("comfortable")}.contains(
            options.density))
        return refuse(text("--density is compact, default or comfortable, not “%1”.").arg(options.density));
    if (!options.state.isEmpty() && !Shot::states().contains(options.state))
        return refuse(
            text("--state is one of %1, not “%2”.").arg(Shot::states().join(QStringLiteral(", ")), options.state));
    if (parser.isSet(size)) {
        const QStringList parts = parser.value(size).split(QLatin1Char('x'));
        options.size = parts.size() == 2 ? QSize(parts.at(0).toInt(), parts.at(1).toInt()) : QSize();
        if (options.size.width() < 320 || options.size.height() < 240 || options.size.width() > 7680 ||
            options.size.height() > 4320)
            return refuse(
                text("--size is WIDTHxHEIGHT between 320x240 and 7680x4320, not “%1”.").arg(parser.value(size)));
    }
    if (parser.isSet(scale)) {
        const int percent = parser.value(scale).toInt();
        if (percent < 80 || percent > 200)
            return refuse(text("--text-scale is 80 to 200, not “%1”.").arg(parser.value(scale)));
        options.textScale = percent / 100.0;
    }
    if (options.shotPage.isEmpty() != options.out.isEmpty())
        return refuse(text("--shot and --out belong together."));
    for (const QString &what : parser.positionalArguments()) {
        if (what.startsWith(QLatin1String("actionscope://")))
            options.link = what;
        else if (options.workspace.isEmpty() && !options.sample &&
                 QFileInfo(what + QStringLiteral("/actionscope.yaml")).exists())
            options.workspace = what;
        else
            options.imports.append(what);
    }
    return options;
}

void StartOptions::prepareEnvironment(int argc, char *argv[]) {
    bool shot = false;
    for (int i = 1; i < argc; ++i)
        shot = shot || std::strncmp(argv[i], "--shot", 6) == 0;
    if (shot) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_QUICK_BACKEND", "software");
        qputenv("ACTIONSCOPE_PREFERENCES", "none");
        qputenv("ACTIONSCOPE_MOTION", "0");
        qputenv("QT_SCALE_FACTOR", "1");
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    } else if (qEnvironmentVariableIsEmpty("QT_QUICK_BACKEND") && !QFileInfo::exists(QStringLiteral("/dev/dri"))) {
        // No graphics device means llvmpipe; Qt's software renderer draws this app several times faster.
        qputenv("QT_QUICK_BACKEND", "software");
    }
}

void StartOptions::applyTo(Preferences &preferences) const {
    if (!theme.isEmpty())
        preferences.setTheme(theme);
    if (!language.isEmpty())
        preferences.setLanguage(language);
    if (!density.isEmpty())
        preferences.setDensity(density);
    if (textScale > 0)
        preferences.setTextScale(textScale);
    if (!shotPage.isEmpty())
        Shot::pinLooks(preferences, theme.isEmpty());
}

bool StartOptions::handedOver() const {
    return shotPage.isEmpty() && !link.isEmpty() && workspace.isEmpty() && !sample &&
           DesktopBus::handOver(QStringList{link} + imports);
}

void StartOptions::take(AppContext &context, const QStringList &what) {
    QStringList sources;
    for (const QString &one : what) {
        if (!one.startsWith(QLatin1String("actionscope:")))
            sources.append(one);
        else if (!context.navigator()->openLink(one))
            context.toasts()->show(AppContext::tr("This link cannot be shown: %1").arg(one), QStringLiteral("warning"));
    }
    if (!sources.isEmpty())
        context.requestImport(sources);
}

int StartOptions::run(QGuiApplication &application, QQmlApplicationEngine &engine, AppContext &context) const {
    auto *window = qobject_cast<QQuickWindow *>(engine.rootObjects().constFirst());
    if (window && size.isValid())
        window->resize(size);
    if (!shotPage.isEmpty()) {
        Shot shot(*window, context, *this);
        return shot.run(application);
    }
    if (sample)
        context.session()->openSample();
    else if (!workspace.isEmpty())
        context.session()->open(workspace);
    take(context, (link.isEmpty() ? QStringList() : QStringList{link}) + imports);

    DesktopBus bus;
    bus.claim();
    const auto raise = [&context] { context.requestWindow(); };
    QObject::connect(&bus, &DesktopBus::activated, &bus, raise);
    QObject::connect(&bus, &DesktopBus::opened, &bus, [&context, raise](const QStringList &what) {
        raise();
        take(context, what);
    });
    // What took long and ended while nobody looked is worth a notification; everything else is in the window.
    QObject::connect(context.session()->jobs(), &JobsModel::ended, &bus,
                     [window, &bus](int, const QString &title, const QString &ending, const QString &, double seconds) {
                         if (!window || window->isActive() || seconds < NotifyAfterSeconds)
                             return;
                         bus.notify(title, ending == QLatin1String("done") ? AppContext::tr("Finished.")
                                           : ending == QLatin1String("failed")
                                               ? AppContext::tr("It failed; the window says why.")
                                               : AppContext::tr("Cancelled."));
                     });
    QObject::connect(&context, &AppContext::noticed, &bus,
                     [window, &bus](const QString &title, const QString &words, const QString &shows, bool urgent) {
                         if (window && !window->isActive())
                             bus.notify(title, words, shows, urgent);
                     });
    return application.exec();
}

} // namespace actionscope::app
