#include "app_context.h"
#include "preferences.h"
#include "quit_on_signal.h"
#include "start_options.h"

#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQmlExtensionPlugin>
#include <QQuickStyle>
#include <QTextStream>

Q_IMPORT_QML_PLUGIN(ActionscopePlugin)
Q_IMPORT_QML_PLUGIN(Actionscope_AppPlugin)
Q_IMPORT_QML_PLUGIN(Actionscope_StylePlugin)

using namespace actionscope::app;

int main(int argc, char *argv[]) {
    StartOptions::prepareEnvironment(argc, argv);
    QGuiApplication application(argc, argv);
    QGuiApplication::setApplicationName(QStringLiteral("actionscope"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Actionscope"));
    QGuiApplication::setApplicationVersion(AppContext::version());
    QGuiApplication::setDesktopFileName(QStringLiteral("org.actionscope.Actionscope"));

    const StartOptions options = StartOptions::parse(QGuiApplication::arguments());
    if (!options.message.isEmpty()) {
        QTextStream(options.exitCode == 0 ? stdout : stderr) << options.message << Qt::endl;
        return options.exitCode;
    }
    if (options.handedOver())
        return 0;
    const QuitOnSignal quitOnSignal;
    QQuickStyle::setStyle(QStringLiteral("Actionscope.Style"));

    QQmlApplicationEngine engine;
    engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
    Preferences *preferences = Preferences::of(engine);
    options.applyTo(*preferences);
    AppContext context(preferences);
    QObject::connect(&context, &AppContext::retranslated, &engine, &QQmlEngine::retranslate);
    engine.setInitialProperties({{QStringLiteral("app"), QVariant::fromValue(&context)}});
    engine.load(QUrl(QStringLiteral("qrc:/qt/qml/Actionscope/Main.qml")));
    if (engine.rootObjects().isEmpty())
        return 1;
    const int exitCode = options.run(application, engine, context);
    // The window goes before what its bindings read.
    qDeleteAll(engine.rootObjects());
    return exitCode;
}
