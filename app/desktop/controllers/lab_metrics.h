#pragma once
/// How the ranking that is tried does on a query set, beside the baseline: the strip under Search Lab's query.

#include "evaluation/experiment.h"
#include "lab_tuning.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QTimer>
#include <QVariantList>

namespace actionscope::app {

/// Measures in the background, 150 ms after the last change; a newer change stops the measuring before. Until the new
/// figures are there the old ones stand, marked as stale. GUI thread.
class LabMetrics : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::LabTuning *tuning READ tuning WRITE setTuning NOTIFY sourceChanged FINAL REQUIRED)
    /// Nothing is measured while nobody looks.
    Q_PROPERTY(bool active READ isActive WRITE setActive NOTIFY activeChanged FINAL)
    /// Names of the query sets that can be used.
    Q_PROPERTY(QStringList sets READ sets NOTIFY setsChanged FINAL)
    Q_PROPERTY(QString set READ set WRITE setSet NOTIFY setChanged FINAL)
    /// "noSet", "loading" (nothing measured yet), "ready", "stale" (newer figures are on their way), "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// Maps of name, value, delta ("▲.02"; "" without a baseline), change ("up", "down", "same", ""), sentence.
    Q_PROPERTY(QVariantList figures READ figures NOTIFY changed FINAL)
    /// "everyday · 30 queries".
    Q_PROPERTY(QString about READ about NOTIFY changed FINAL)
    /// What was measured, a line each, as a saved preset carries it; empty while stale.
    Q_PROPERTY(QStringList evidence READ evidence NOTIFY changed FINAL)

public:
    explicit LabMetrics(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    LabTuning *tuning() const { return m_tuning; }
    void setTuning(LabTuning *tuning);
    bool isActive() const { return m_active; }
    void setActive(bool active);
    QStringList sets() const { return m_sets; }
    QString set() const { return m_set; }
    void setSet(const QString &set);
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    QVariantList figures() const { return m_figures; }
    QString about() const { return m_about; }
    QStringList evidence() const;

    /// The sets and the figures again: judgements may have changed.
    Q_INVOKABLE void refresh();

Q_SIGNALS:
    void sourceChanged();
    void activeChanged();
    void setsChanged();
    void setChanged();
    void changed();

private:
    struct Measured {
        std::shared_ptr<const evaluation::Run> now, before; ///< `before` null without a baseline
        quint64 generation = 0;
    };
    void readSets();
    void schedule();
    void measure();
    void show();
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    QPointer<LabTuning> m_tuning;
    QTimer m_debounce;
    LatestQuery m_reading, m_measuring;
    QStringList m_sets;
    QString m_set, m_state = QStringLiteral("noSet"), m_error, m_about;
    QVariantList m_figures;
    QStringList m_evidence;
    bool m_active = false, m_outdated = true;
    std::shared_ptr<const evaluation::Run> m_run;
    // The baseline's run, measured once for a set, a snapshot and a configuration.
    std::shared_ptr<const evaluation::Run> m_baselineRun;
    LabTuning::Entry m_baselineOf;
    QString m_baselineSet;
    quint64 m_baselineGeneration = 0;
};

/// The figures of two runs, `before` may be null: as LabMetrics::figures.
QVariantList metricFigures(const evaluation::Run &now, const evaluation::Run *before);

} // namespace actionscope::app
