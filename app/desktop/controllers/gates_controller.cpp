#include "gates_controller.h"

#include "convert.h"
#include "evaluation/gate.h"
#include "evaluation/metrics.h"
#include "workspace/gate_files.h"

#include <QLocale>
#include <QRegularExpression>

namespace actionscope::app {
namespace {

using evaluation::Gate;

QString sentenceOf(const Gate &gate) {
    QString what = toQString(gate.metric);
    if (gate.metric == "empty")
        what = GatesController::tr("share of queries without an answer that come back empty");
    else if (gate.metric == "p50_us")
        what = GatesController::tr("median time of a search, µs");
    else if (gate.metric == "p95_us")
        what = GatesController::tr("95 % of searches take at most, µs");
    //: a metric within the right service
    if (gate.scoped)
        what = GatesController::tr("%1 in the right service").arg(what);
    //: a metric, a query set
    what = gate.set.empty() ? GatesController::tr("%1 (mean of all sets)").arg(what)
                            : GatesController::tr("%1 (on %2)").arg(what, revealed(gate.set));
    const QString bound = QLocale().toString(gate.bound, 'g', 6);
    const bool least = gate.relation == Gate::Relation::AtLeast || gate.relation == Gate::Relation::Above;
    if (gate.drop && !least)
        //: a claim: a metric, a number
        return GatesController::tr("fails if %1 drops by more than %2").arg(what, bound);
    if (gate.drop)
        return GatesController::tr("fails unless %1 drops by %2").arg(what, bound);
    return least ? GatesController::tr("fails if %1 is below %2").arg(what, bound)
                 : GatesController::tr("fails if %1 is above %2").arg(what, bound);
}

/// A word of the form as a gate can name it.
bool isPlain(const QString &set) {
    return !set.contains(QRegularExpression(QStringLiteral("[\\s<>]"))) && !set.startsWith(QLatin1Char('#'));
}

} // namespace

GatesController::GatesController(QObject *parent)
    : QObject(parent)
    , m_gates({QStringLiteral("line"), QStringLiteral("text"), QStringLiteral("sentence")}) {
    m_later.setSingleShot(true);
    m_later.setInterval(200);
    connect(&m_later, &QTimer::timeout, this, [this] {
        m_file.begin([text = toStdString(m_text)](
                         workspace::Workspace &workspace) { return workspace::planGates(workspace, text); },
                     [](const workspace::FilePlan &) { return tr("Save gates"); });
    });
}

void GatesController::setSession(WorkspaceSession *session) {
    m_session = session;
    m_file.setSession(session);
    Q_EMIT sourceChanged();
}

void GatesController::setUndoStack(UndoStack *undo) {
    m_file.setUndoStack(undo);
    Q_EMIT sourceChanged();
}

QStringList GatesController::metrics() const {
    QStringList keys;
    for (const evaluation::Metric metric : evaluation::allMetrics())
        keys.append(toQString(evaluation::metricKey(metric)));
    return keys << QStringLiteral("empty") << QStringLiteral("p50_us") << QStringLiteral("p95_us");
}

QString GatesController::baselineRun() const {
    const QString own = toQString(workspace::baselineName("\n"));
    const QString head = own.section(QLatin1Char('\n'), 0, 0), tail = own.section(QLatin1Char('\n'), 1);
    return m_baseline.startsWith(head) && m_baseline.endsWith(tail)
               ? m_baseline.mid(head.size(), m_baseline.size() - head.size() - tail.size())
               : QString();
}

void GatesController::begin(const QString &saved) {
    m_text = saved;
    if (saved.isEmpty())
        m_text = QStringLiteral("# ") + tr("One claim a line. In CI: actionscope eval --set all --gate gates.txt") +
                 QStringLiteral("\nrecall@5 >= 0.75\nndcg@5 >= 0.70\n");
    takeText();
}

void GatesController::setText(const QString &text) {
    if (m_text == text)
        return;
    m_text = text;
    takeText();
}

void GatesController::takeText() {
    std::vector<QVariantMap> rows;
    m_baseline.clear();
    const QStringList lines = m_text.split(QLatin1Char('\n'));
    for (int number = 0; number < lines.size(); ++number) {
        const std::string line = toStdString(lines.at(number));
        if (const auto baseline = evaluation::baselineLine(line)) {
            m_baseline = revealed(*baseline);
            continue;
        }
        // What is no claim is said when the file is planned, with its place.
        if (const auto gate = evaluation::parseGate(line))
            rows.push_back({{QStringLiteral("line"), number},
                            {QStringLiteral("text"), revealed(gate->text)},
                            {QStringLiteral("sentence"), sentenceOf(*gate)}});
    }
    m_gates.setRows(std::move(rows));
    m_later.start();
    Q_EMIT textChanged();
}

QString GatesController::add(const QString &set, bool scoped, const QString &metric, const QString &relation,
                             const QString &bound, const QString &run) {
    bool ok = false;
    double number = QLocale().toDouble(bound, &ok);
    if (!ok)
        number = bound.toDouble(&ok);
    if (!ok)
        return tr("“%1” is no number").arg(bound);
    if (!isPlain(set))
        return tr("The name of this set cannot stand in a claim.");
    const bool drop = relation == QLatin1String("drop");
    if (drop && run.isEmpty())
        return tr("Choose the run that a drop is taken against.");
    QString line;
    if (!set.isEmpty())
        line += set + QStringLiteral(": ");
    if (scoped)
        line += QStringLiteral("scoped ");
    line += metric +
            (drop                                 ? QStringLiteral(" drop <= ")
             : relation == QLatin1String("least") ? QStringLiteral(" >= ")
                                                  : QStringLiteral(" <= ")) +
            QString::number(number, 'g', 12);
    if (const auto gate = evaluation::parseGate(toStdString(line)); !gate)
        return actionscope::app::errorText(gate.error());
    QString text = m_text;
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('\n')))
        text += QLatin1Char('\n');
    if (drop) {
        const QString wanted = QStringLiteral("baseline: ") + toQString(workspace::baselineName(toStdString(run)));
        QStringList lines = text.split(QLatin1Char('\n'));
        bool named = false;
        for (QString &each : lines)
            if (evaluation::baselineLine(toStdString(each))) {
                each = wanted;
                named = true;
            }
        text = lines.join(QLatin1Char('\n'));
        if (!named)
            text += wanted + QLatin1Char('\n');
    }
    setText(text + line + QLatin1Char('\n'));
    return {};
}

void GatesController::remove(int row) {
    const QVariant line = m_gates.at(row).value(QStringLiteral("line"));
    if (!line.isValid())
        return;
    QStringList lines = m_text.split(QLatin1Char('\n'));
    lines.removeAt(line.toInt());
    setText(lines.join(QLatin1Char('\n')));
}

} // namespace actionscope::app
