#pragma once
/// The ranking that Search Lab tries out: changed by sliders, compared with a pinned one, saved as a file.

#include "retrieval/preset.h"
#include "reviewed_file.h"
#include "tuning_model.h"
#include "undo_stack.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QTimer>

namespace actionscope::app {

/// Configuration B, what it started from, and configuration A, the pinned baseline. Nothing here changes what others
/// search with until it is saved under the name of a preset in use. GUI thread.
class LabTuning : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by LabController")
    Q_PROPERTY(actionscope::app::TuningModel *values READ values CONSTANT FINAL)
    /// Names of the presets that there are: the built-in ones first.
    Q_PROPERTY(QStringList presets READ presets NOTIFY presetsChanged FINAL)
    /// Name of the preset that the configuration began as; the one in force at first.
    Q_PROPERTY(QString preset READ preset NOTIFY changed FINAL)
    Q_PROPERTY(QString description READ description NOTIFY changed FINAL)
    /// Whether the configuration is no longer that preset.
    Q_PROPERTY(bool modified READ isModified NOTIFY changed FINAL)
    /// "default", "default (changed)".
    Q_PROPERTY(QString title READ title NOTIFY changed FINAL)
    Q_PROPERTY(bool pinned READ isPinned NOTIFY changed FINAL)
    /// What is pinned, as `title` was then.
    Q_PROPERTY(QString baselineTitle READ baselineTitle NOTIFY changed FINAL)
    /// Whether the configuration is the baseline, number for number.
    Q_PROPERTY(bool sameAsBaseline READ isSameAsBaseline NOTIFY changed FINAL)
    /// The configurations' own steps, apart from the document's.
    Q_PROPERTY(actionscope::app::UndoStack *history READ history CONSTANT FINAL)
    /// Where a saved file is remembered as a step.
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY undoStackChanged FINAL)
    /// The preset's file, while it is about to be saved.
    Q_PROPERTY(actionscope::app::ReviewedFile *file READ file CONSTANT FINAL)
    /// Whether what is saved would change what everybody searches with.
    Q_PROPERTY(bool saveInForce READ saveInForce NOTIFY saveChanged FINAL)
    Q_PROPERTY(QString suggestedName READ suggestedName NOTIFY changed FINAL)

public:
    using Entry = std::shared_ptr<const retrieval::Preset>;

    explicit LabTuning(QObject *parent = nullptr);

    void setSession(WorkspaceSession *session);
    TuningModel *values() { return &m_values; }
    QStringList presets() const { return m_names; }
    QString preset() const;
    QString description() const;
    bool isModified() const { return *m_current != *m_origin; }
    QString title() const;
    bool isPinned() const { return m_baseline != nullptr; }
    QString baselineTitle() const { return m_baselineTitle; }
    bool isSameAsBaseline() const;
    UndoStack *history() { return &m_history; }
    UndoStack *undoStack() const { return m_file.undoStack(); }
    void setUndoStack(UndoStack *undo);
    ReviewedFile *file() { return &m_file; }
    bool saveInForce() const;
    QString suggestedName() const;

    /// Never null; a new pointer for every change.
    Entry current() const { return m_current; }
    /// The pinned configuration; null without one.
    Entry baseline() const { return m_baseline; }
    /// Whether signals that need vectors have a part.
    void setVectors(bool available);
    /// A configuration from elsewhere ("Try in B"): one step with these words.
    void apply(const retrieval::Preset &preset, const QString &step);

    /// A preset by name becomes the configuration. One step.
    Q_INVOKABLE void choose(const QString &name);
    /// A value, brought into its range. Changes of one value that follow each other closely are one step.
    Q_INVOKABLE void set(const QString &key, double value);
    /// By so many fine or coarse steps.
    Q_INVOKABLE void nudge(const QString &key, int steps, bool coarse);
    /// To the baseline's value, or the preset's while nothing is pinned.
    Q_INVOKABLE void toBaseline(const QString &key);
    /// Everything to the baseline (or the preset). One step.
    Q_INVOKABLE void reset();
    /// A number as somebody types it; false when it is none.
    Q_INVOKABLE bool setText(const QString &key, const QString &text);
    Q_INVOKABLE void pin();
    Q_INVOKABLE void unpin();
    Q_INVOKABLE void undo();
    Q_INVOKABLE void redo();

    /// Plans presets/NAME.yaml; `evidence` becomes comments of the file.
    Q_INVOKABLE void plan(const QString &name, const QString &description, const QStringList &evidence);

Q_SIGNALS:
    void changed();
    /// What results depend on changed. `search`: k1, b or the ranking itself, so that candidates must be found again.
    void configurationChanged(bool search);
    void baselineChanged();
    void presetsChanged();
    void undoStackChanged();
    void saveChanged();
    /// The preset stands in its file and is the one that the configuration is.
    void saved(const QString &name, const QString &path);

private:
    struct State {
        Entry current, origin;
    };
    void takeSnapshot();
    void setState(State state);
    void push(const QString &text, State before);
    void closeGesture();
    void showValues();
    void takeSaved(const workspace::FilePlan &plan, const QString &path);

    QPointer<WorkspaceSession> m_session;
    TuningModel m_values;
    ReviewedFile m_file;
    UndoStack m_history;
    Entry m_current, m_origin, m_baseline;
    QString m_baselineTitle;
    QStringList m_names;
    bool m_vectors = true, m_chosen = false; ///< a person chose or changed: a new snapshot does not take it away
    // A run of changes of one value: one step when it rests.
    QString m_gestureKey;
    State m_gestureFrom;
    QTimer m_rest;
};

} // namespace actionscope::app
