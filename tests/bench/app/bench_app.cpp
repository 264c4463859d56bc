// bench_app WORKSPACE: the real window, offscreen with the software renderer, on a large workspace. Prints wall and CPU
// times of
//  - a frame while the Catalog scrolls (one wheel step or one page a frame: polish, sync, render and the swap),
//  - a filter from its text to the drawn rows, the table being at its top or far down, and
//  - a keystroke in Search Lab until the frame with its results was drawn.
#include "app_context.h"
#include "preferences.h"
#include "start_options.h"

#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QQmlApplicationEngine>
#include <QQmlExtensionPlugin>
#include <QQuickItem>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QTextStream>
#include <algorithm>
#include <ctime>
#include <functional>
#include <vector>

Q_IMPORT_QML_PLUGIN(ActionscopePlugin)
Q_IMPORT_QML_PLUGIN(Actionscope_AppPlugin)
Q_IMPORT_QML_PLUGIN(Actionscope_StylePlugin)

using namespace actionscope::app;

namespace {

QTextStream &out() {
    static QTextStream stream(stdout);
    return stream;
}

double cpuMs() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

QQuickItem *findItem(QQuickItem *parent, const QString &name) {
    if (parent->objectName() == name)
        return parent;
    for (QQuickItem *child : parent->childItems()) {
        if (QQuickItem *found = findItem(child, name))
            return found;
    }
    return nullptr;
}

bool waitFor(const std::function<bool()> &condition, int timeoutMs = 60000) {
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.elapsed() > timeoutMs)
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    }
    return true;
}

struct Times {
    std::vector<double> wall, cpu;
    void add(double wallMs, double cpuMillis) {
        wall.push_back(wallMs);
        cpu.push_back(cpuMillis);
    }
    static double at(std::vector<double> values, double share) {
        std::sort(values.begin(), values.end());
        return values.empty()
                   ? 0
                   : values[std::min(values.size() - 1, static_cast<std::size_t>(share * double(values.size())))];
    }
    void print(const QString &what) const {
        out() << "| " << what << " | " << wall.size();
        for (const std::vector<double> *values : {&wall, &cpu}) {
            for (const double share : {0.0, 0.5, 0.95, 0.99})
                out() << " | " << QString::number(at(*values, share), 'f', 1);
        }
        out() << " |" << Qt::endl;
    }
};

/// Runs `act` and waits until the window was drawn with what came of it.
template <class Act, class Ready> void measure(QQuickWindow &window, Times &times, Act act, Ready ready) {
    int frames = 0;
    const auto connection = QObject::connect(&window, &QQuickWindow::frameSwapped, &window, [&frames] { ++frames; });
    QElapsedTimer timer;
    timer.start();
    const double cpu = cpuMs();
    act();
    waitFor(ready);
    const int before = frames;
    window.update();
    waitFor([&] { return frames > before; });
    times.add(double(timer.nsecsElapsed()) / 1e6, cpuMs() - cpu);
    QObject::disconnect(connection);
}

void typeInto(QQuickWindow &window, QChar letter) {
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, letter.toUpper().unicode(), Qt::NoModifier, QString(letter));
        QCoreApplication::sendEvent(&window, &event);
    }
}

qint64 peakKilobytes() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (status.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : status.readAll().split('\n')) {
            if (line.startsWith("VmHWM:"))
                return line.mid(6).simplified().split(' ').first().toLongLong();
        }
    }
    return 0;
}

void scroll(QQuickWindow &window, QQuickItem *table, double step, const QString &name) {
    Times times;
    const double end = table->property("contentHeight").toDouble() - table->height();
    double y = 0;
    for (int i = 0; i < 400; ++i) {
        y = y + step > end ? 0 : y + step;
        measure(
            window, times, [&] { table->setProperty("contentY", y); }, [] { return true; });
    }
    times.print(name);
}

} // namespace

int main(int argc, char *argv[]) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_QUICK_BACKEND", "software");
    qputenv("ACTIONSCOPE_PREFERENCES", "none");
    qputenv("ACTIONSCOPE_MOTION", "0");
    StartOptions::prepareEnvironment(argc, argv);
    QGuiApplication application(argc, argv);
    if (argc != 2) {
        QTextStream(stderr) << "usage: bench_app WORKSPACE" << Qt::endl;
        return 2;
    }
    QQuickStyle::setStyle(QStringLiteral("Actionscope.Style"));
    QQmlApplicationEngine engine;
    engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
    AppContext context(Preferences::of(engine));
    engine.setInitialProperties({{QStringLiteral("app"), QVariant::fromValue(&context)}});
    engine.load(QUrl(QStringLiteral("qrc:/qt/qml/Actionscope/Main.qml")));
    if (engine.rootObjects().isEmpty())
        return 1;
    auto &window = *qobject_cast<QQuickWindow *>(engine.rootObjects().constFirst());
    window.resize(1280, 800);
    window.requestActivate();
    context.session()->open(QString::fromLocal8Bit(argv[1]));
    context.navigator()->openPage(QStringLiteral("catalog"));
    if (!waitFor([&] { return context.session()->isReady() && context.session()->isIndexed(); })) {
        QTextStream(stderr) << "the workspace did not open: " << context.session()->errorText() << Qt::endl;
        return 1;
    }
    QQuickItem *root = window.contentItem();
    QQuickItem *holder = nullptr, *table = nullptr;
    const auto rows = [&] { return holder->property("model").value<QObject *>()->property("count").toInt(); };
    if (!waitFor([&] {
            holder = findItem(root, QStringLiteral("catalog.table"));
            table = holder == nullptr ? nullptr : findItem(holder, QStringLiteral("catalog.table.rows"));
            return table != nullptr && rows() == context.session()->actionCount();
        })) {
        QTextStream(stderr) << "the catalog did not show its rows" << Qt::endl;
        return 1;
    }
    out() << context.session()->actionCount() << " actions\n"
          << "| what | n | wall min ms | p50 | p95 | p99 | cpu min ms | p50 | p95 | p99 "
             "|\n|---|---|---|---|---|---|---|---|---|---|"
          << Qt::endl;
    scroll(window, table, 40, QStringLiteral("Catalog frame, 40 px a frame"));
    scroll(window, table, 600, QStringLiteral("Catalog frame, a page a frame"));

    QQuickItem *filter = findItem(root, QStringLiteral("catalog.filter.input"));
    for (const bool farDown : {false, true}) {
        Times filtering;
        for (const char *text :
             {"delete", "tier:destructive", "service:github-com", "repo issue", "-curated:true method:POST", "user"}) {
            for (int round = 0; round < 5; ++round) {
                QObject *model = filter->parentItem()->property("filter").value<QObject *>();
                model->setProperty("text", QString());
                waitFor([&] { return rows() == context.session()->actionCount(); });
                const double end = table->property("contentHeight").toDouble() - table->height();
                table->setProperty("contentY", farDown ? end * 0.9 : 0);
                Times shown;
                measure(
                    window, shown, [] {}, [] { return true; });
                measure(
                    window, filtering, [&] { model->setProperty("text", QString::fromLatin1(text)); },
                    [&] { return rows() != context.session()->actionCount(); });
            }
        }
        filtering.print(farDown ? QStringLiteral("filter to rows drawn, table scrolled far down")
                                : QStringLiteral("filter to rows drawn, table at its top"));
    }

    context.navigator()->openPage(QStringLiteral("lab"));
    QQuickItem *query = nullptr;
    waitFor([&] { return (query = findItem(root, QStringLiteral("lab.query"))) != nullptr; });
    QObject *lab = findItem(root, QStringLiteral("shell.page.lab"));
    Times keys;
    for (const char *text :
         {"create an issue in a repository", "send an email with an attachment", "list all invoices of a customer",
          "delete a user and all of their data", "restart the virtual machine"}) {
        query->setProperty("text", QString());
        QMetaObject::invokeMethod(query, "textEdited");
        query->forceActiveFocus();
        for (const QChar letter : QString::fromLatin1(text))
            measure(
                window, keys, [&] { typeInto(window, letter); }, [&] { return !lab->property("busy").toBool(); });
    }
    keys.print(QStringLiteral("keystroke to drawn results"));
    out() << "\npeak memory " << peakKilobytes() / 1000 << " MB" << Qt::endl;
    qDeleteAll(engine.rootObjects());
    return 0;
}
