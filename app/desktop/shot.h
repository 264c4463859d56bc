#pragma once
/// One picture of one page in one state, for the gallery and for README.

#include <QObject>
#include <QStringList>

class QGuiApplication;
class QQuickWindow;

namespace actionscope::app {

class AppContext;
class Preferences;
struct StartOptions;

/// Opens what the options name (the sample for every state that shows data), waits until the page has settled, and
/// writes the PNG. Fails with exit code 1 and a message when the page does not exist or nothing was drawn within 60 s.
class Shot : public QObject {
    Q_OBJECT

public:
    Shot(QQuickWindow &window, AppContext &context, const StartOptions &options);

    /// The names of UX: ready, firstRun, empty, noMatch, loading, partial, stale, error, denied.
    static const QStringList &states();
    /// Inter and JetBrains Mono at the design's sizes, whatever the machine has.
    static void pinLooks(Preferences &preferences, bool defaultTheme);
    int run(QGuiApplication &application);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void proceed();
    void grab();
    bool settled() const;

    QQuickWindow &m_window;
    AppContext &m_context;
    const StartOptions &m_options;
    int m_quietTicks = 0;
    bool m_ranCommands = false;
};

} // namespace actionscope::app
