#pragma once
/// The command line of the desktop app.

#include <QSize>
#include <QString>
#include <QStringList>

class QGuiApplication;
class QQmlApplicationEngine;

namespace actionscope::app {

class AppContext;
class Preferences;

/// `actionscope-desktop [FOLDER | FILE… | LINK]`, and for pictures `--shot PAGE --out FILE.png [--state S] [--theme T]
/// [--size WxH]
/// [--lang L] [--workspace DIR]`.
struct StartOptions {
    QString workspace;   ///< folder to open
    bool sample = false; ///< open a scratch copy of the sample
    QStringList imports; ///< files and URLs to import into it
    QString link;        ///< actionscope://… to show
    QString shotPage, state, theme, language, out;
    QSize size;
    double textScale = 0; ///< 0: as remembered
    QString density;
    QStringList commands; ///< ids of commands to run before the picture, such as palette.open
    QString message;      ///< help, version or what is wrong with the arguments: print and exit
    int exitCode = 0;

    /// Wrong usage gives a message and exit code 2. `arguments` starts with the program's name.
    static StartOptions parse(const QStringList &arguments);
    /// What must be set before QGuiApplication: pictures are drawn offscreen by the software renderer, with remembered
    /// settings out of the way and motion off; and llvmpipe is avoided, because it is slower than Qt's own software
    /// renderer.
    static void prepareEnvironment(int argc, char *argv[]);

    /// Whether a window that is open already took this over: a link, alone, belongs there. Then there is nothing more
    /// to do.
    [[nodiscard]] bool handedOver() const;
    void applyTo(Preferences &preferences) const;
    /// What a second start or the desktop hands over: links are shown, the rest is offered for import.
    static void take(AppContext &context, const QStringList &what);
    /// Opens what was asked for and runs the event loop, or makes the picture. Returns the exit code.
    int run(QGuiApplication &application, QQmlApplicationEngine &engine, AppContext &context) const;
};

} // namespace actionscope::app
