#pragma once
/// Where the floor should lie: scores of right answers against those of queries that nothing answers (BX11).

#include "evaluation/calibration.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QVariantList>
#include <QVariantMap>

namespace actionscope::app {

/// Measures when it is first shown and when the catalog changes; moving the floor line is arithmetic. GUI thread.
class CalibrationController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(bool active READ isActive WRITE setActive NOTIFY activeChanged FINAL)
    /// "firstRun", "empty" (no set), "loading", "ready", "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// Shares of the highest bar, 0 … 1, evenly over scores from 0 to 1.
    Q_PROPERTY(QVariantList right READ right NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList wrong READ wrong NOTIFY changed FINAL)
    /// How far the scores reach, in tenths: what a plot shows of 0 … 1.
    Q_PROPERTY(double reach READ reach NOTIFY changed FINAL)
    Q_PROPERTY(int answered READ answered NOTIFY changed FINAL)
    Q_PROPERTY(int unanswered READ unanswered NOTIFY changed FINAL)
    /// False: too few queries on a side to trust the suggestion.
    Q_PROPERTY(bool enough READ isEnough NOTIFY changed FINAL)
    Q_PROPERTY(double currentFloor READ currentFloor NOTIFY changed FINAL)
    Q_PROPERTY(double suggestedFloor READ suggestedFloor NOTIFY changed FINAL)
    /// "loses 1.2 % [0.4, 3.1], finds falsely 20 % [5, 41]".
    Q_PROPERTY(QString suggestion READ suggestion NOTIFY changed FINAL)
    /// The line that is being moved, and both error rates there.
    Q_PROPERTY(double floor READ floor WRITE setFloor NOTIFY floorChanged FINAL)
    Q_PROPERTY(double lost READ lost NOTIFY floorChanged FINAL)
    Q_PROPERTY(double falseFinds READ falseFinds NOTIFY floorChanged FINAL)
    Q_PROPERTY(QString sentence READ sentence NOTIFY floorChanged FINAL)
    /// The figures behind the curve: maps of floor, lost, falseFinds, as text.
    Q_PROPERTY(QVariantList table READ table NOTIFY changed FINAL)

public:
    using QObject::QObject;

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    bool isActive() const { return m_active; }
    void setActive(bool active);
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    QVariantList right() const { return bars(m_calibration.right); }
    QVariantList wrong() const { return bars(m_calibration.wrong); }
    double reach() const;
    int answered() const { return static_cast<int>(m_calibration.answered); }
    int unanswered() const { return static_cast<int>(m_calibration.unanswered); }
    bool isEnough() const { return m_calibration.enough; }
    double currentFloor() const { return m_calibration.current.floor; }
    double suggestedFloor() const { return m_calibration.suggested.floor; }
    QString suggestion() const;
    double floor() const { return m_floor; }
    void setFloor(double floor);
    double lost() const { return at(m_floor).lost; }
    double falseFinds() const { return at(m_floor).falseFinds; }
    QString sentence() const;
    QVariantList table() const;

    Q_INVOKABLE void measure();
    Q_INVOKABLE void nudge(int steps, bool coarse);

Q_SIGNALS:
    void sessionChanged();
    void activeChanged();
    void changed();
    void floorChanged();

private:
    static QVariantList bars(const std::vector<std::uint32_t> &counts);
    evaluation::FloorPoint at(double floor) const;
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    LatestQuery m_measuring;
    evaluation::Calibration m_calibration;
    QString m_state = QStringLiteral("firstRun"), m_error;
    double m_floor = 0;
    bool m_active = false, m_outdated = true;
};

} // namespace actionscope::app
