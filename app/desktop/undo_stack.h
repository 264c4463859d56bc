#pragma once
/// The steps of a document that can be taken back, in words.

#include <QAbstractListModel>
#include <QQmlEngine>
#include <functional>

namespace actionscope::app {

/// Undoing may mean writing a file on a worker, so a step answers through `done(ok, message)`, now or later; until then
/// the stack is busy and refuses further steps. A step that fails stays where it was and `failed` says why. Rows are
/// the steps, oldest first; those below `index` are done. At most 200. Approvals, audit rows and calls are never pushed
/// here. GUI thread.
class UndoStack : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(bool canUndo READ canUndo NOTIFY changed FINAL)
    Q_PROPERTY(bool canRedo READ canRedo NOTIFY changed FINAL)
    /// "Set 14 actions to destructive"; empty when there is nothing.
    Q_PROPERTY(QString undoText READ undoText NOTIFY changed FINAL)
    Q_PROPERTY(QString redoText READ redoText NOTIFY changed FINAL)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed FINAL)
    Q_PROPERTY(int index READ position NOTIFY changed FINAL)
    Q_PROPERTY(int count READ count NOTIFY changed FINAL)

public:
    enum Role { TextRole = Qt::UserRole + 1, DoneRole };
    using Done = std::function<void(bool ok, const QString &message)>;
    using Move = std::function<void(Done done)>;

    explicit UndoStack(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Remembers a step that has just been done; steps that were undone are forgotten.
    void push(const QString &text, Move undo, Move redo);
    Q_INVOKABLE void undo();
    Q_INVOKABLE void redo();
    /// Takes steps back or does them again, one after the other, until `position` of them are done; stops at the first
    /// that fails.
    Q_INVOKABLE void goTo(int position);
    Q_INVOKABLE void clear();

    bool canUndo() const { return !m_busy && m_position > 0; }
    bool canRedo() const { return !m_busy && m_position < m_steps.size(); }
    QString undoText() const { return m_position > 0 ? m_steps.at(m_position - 1).text : QString(); }
    QString redoText() const { return m_position < m_steps.size() ? m_steps.at(m_position).text : QString(); }
    bool isBusy() const { return m_busy; }
    int count() const { return static_cast<int>(m_steps.size()); }
    int position() const { return static_cast<int>(m_position); }

Q_SIGNALS:
    void changed();
    void undone(const QString &text);
    void redone(const QString &text);
    void failed(const QString &text, const QString &message);

private:
    struct Step {
        QString text;
        Move undo, redo;
    };
    void move(bool back);

    QVector<Step> m_steps;
    qsizetype m_position = 0;
    qsizetype m_goal = -1; ///< where goTo is on its way to; -1: nowhere
    bool m_busy = false;
    quint64 m_epoch = 0; ///< an answer to a step from before clear() is ignored
};

} // namespace actionscope::app
