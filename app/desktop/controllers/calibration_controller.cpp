#include "calibration_controller.h"

#include "convert.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace actionscope::app {
namespace {

QString percent(double share) {
    return QLocale().toString(share * 100, 'f', share < 0.1 ? 1 : 0) + QStringLiteral(" %");
}
QString floorText(double floor) { return QLocale().toString(floor, 'f', 2); }

} // namespace

void CalibrationController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::snapshotChanged, this, [this] {
        m_outdated = true;
        if (m_active)
            measure();
    });
    Q_EMIT sessionChanged();
    if (m_active)
        measure();
}

void CalibrationController::setActive(bool active) {
    if (m_active == active)
        return;
    m_active = active;
    Q_EMIT activeChanged();
    if (active && m_outdated)
        measure();
}

void CalibrationController::measure() {
    if (const QString before = viewStateBeforeOpen(m_session); !before.isEmpty() || !m_session->isIndexed()) {
        setState(before.isEmpty() ? QStringLiteral("loading") : before);
        return;
    }
    m_outdated = false;
    setState(QStringLiteral("loading"));
    m_measuring.run<std::optional<evaluation::Calibration>>(
        *m_session,
        [](workspace::Workspace &workspace, const Job &job) -> Result<std::optional<evaluation::Calibration>> {
            std::vector<std::string> names;
            for (const workspace::QuerySetInfo &info : workspace.querySets()) {
                if (!info.problem && info.queries > 0)
                    names.push_back(info.name);
            }
            if (names.empty())
                return std::optional<evaluation::Calibration>();
            const auto sets = workspace.labelledSets(names);
            if (!sets)
                return fail(sets.error());
            const auto now = workspace.snapshot();
            evaluation::ExperimentOptions options;
            options.preset = now->preset;
            options.scoped = false;
            options.floor = now->floor;
            options.resampling.resamples = 100; // of the run; the floor's own intervals have their own
            const auto run = evaluation::runExperiment(*sets, options, workspace.executor(), job);
            if (!run)
                return fail(run.error());
            return std::optional(evaluation::calibrate(*run, now->floor));
        },
        this,
        [this](Result<std::optional<evaluation::Calibration>> calibration) {
            if (!calibration) {
                setState(QStringLiteral("error"), actionscope::app::errorText(calibration.error()));
                return;
            }
            if (!*calibration) {
                m_calibration = {};
                setState(QStringLiteral("empty"));
                return;
            }
            m_calibration = std::move(**calibration);
            m_floor = m_calibration.current.floor;
            setState(QStringLiteral("ready"));
            Q_EMIT floorChanged();
        });
}

QVariantList CalibrationController::bars(const std::vector<std::uint32_t> &counts) {
    std::uint32_t most = 1;
    for (const std::uint32_t count : counts)
        most = std::max(most, count);
    QVariantList list;
    for (const std::uint32_t count : counts)
        list.append(double(count) / most);
    return list;
}

double CalibrationController::reach() const {
    double reach = std::max({0.2, m_calibration.current.floor, m_calibration.suggested.floor});
    for (const auto *counts : {&m_calibration.right, &m_calibration.wrong}) {
        for (std::size_t bin = 0; bin < counts->size(); ++bin) {
            if ((*counts)[bin] > 0)
                reach = std::max(reach, double(bin + 1) / double(counts->size()));
        }
    }
    return std::min(1.0, std::ceil(reach * 10 - 1e-9) / 10);
}

evaluation::FloorPoint CalibrationController::at(double floor) const {
    if (m_calibration.curve.empty())
        return {};
    const auto index = static_cast<std::size_t>(std::lround(std::clamp(floor, 0.0, 1.0) * 100));
    return m_calibration.curve[std::min(index, m_calibration.curve.size() - 1)];
}

void CalibrationController::setFloor(double floor) {
    floor = std::round(std::clamp(floor, 0.0, 1.0) * 100) / 100;
    if (m_floor == floor)
        return;
    m_floor = floor;
    Q_EMIT floorChanged();
}

void CalibrationController::nudge(int steps, bool coarse) { setFloor(m_floor + steps * (coarse ? 0.05 : 0.01)); }

QString CalibrationController::suggestion() const {
    if (m_state != QLatin1String("ready"))
        return {};
    const auto interval = [](const evaluation::Interval &i) {
        return QStringLiteral("[%1, %2]").arg(percent(i.low), percent(i.high));
    };
    //: a floor, shares with their intervals
    return tr("Suggested floor %1: loses %2 %3 of the right answers, finds something falsely for %4 %5 of the queries "
              "that nothing answers.")
        .arg(floorText(m_calibration.suggested.floor), percent(m_calibration.suggested.lost),
             interval(m_calibration.lostInterval), percent(m_calibration.suggested.falseFinds),
             interval(m_calibration.falseFindsInterval));
}

QString CalibrationController::sentence() const {
    const evaluation::FloorPoint point = at(m_floor);
    //: a floor, two shares
    return tr("Floor %1: loses %2 of the right answers, finds something falsely for %3 of the queries that nothing "
              "answers")
        .arg(floorText(m_floor), percent(point.lost), percent(point.falseFinds));
}

QVariantList CalibrationController::table() const {
    QVariantList rows;
    for (std::size_t i = 0; i < m_calibration.curve.size(); i += 5) {
        const evaluation::FloorPoint &point = m_calibration.curve[i];
        rows.append(QVariantMap{{QStringLiteral("floor"), floorText(point.floor)},
                                {QStringLiteral("lost"), percent(point.lost)},
                                {QStringLiteral("falseFinds"), percent(point.falseFinds)}});
    }
    return rows;
}

void CalibrationController::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
