#pragma once
/// What can be done by key, palette or menu, and the list of all of it.

#include <QAbstractListModel>
#include <QPointer>
#include <QQmlEngine>
#include <QVariantList>
#include <QVector>

namespace actionscope::app {

class Preferences;

/// One command. Declared in QML; the shell binds its keys, lists it in the palette and in the keyboard sheet.
/// A command that approves, deletes or exports unredacted data must only navigate to its guarded screen.
class Command : public QObject {
    Q_OBJECT
    QML_ELEMENT
    /// Stable dotted path: "catalog.review".
    Q_PROPERTY(QString commandId MEMBER m_commandId NOTIFY changed FINAL)
    /// A verb phrase: "Review staged changes".
    Q_PROPERTY(QString text MEMBER m_text NOTIFY changed FINAL)
    /// Heading in the keyboard sheet: the page's title, or "General".
    Q_PROPERTY(QString group MEMBER m_group NOTIFY changed FINAL)
    /// Portable key sequence ("Ctrl+Shift+S", "W"); empty for none. Single letters obey the preference for them.
    Q_PROPERTY(QString keys MEMBER m_keys NOTIFY changed FINAL)
    /// A second sequence for the same thing.
    Q_PROPERTY(QString alternateKeys MEMBER m_alternateKeys NOTIFY changed FINAL)
    Q_PROPERTY(bool enabled MEMBER m_enabled NOTIFY changed FINAL)
    /// False for keys that only make sense in place, such as F6.
    Q_PROPERTY(bool inPalette MEMBER m_inPalette NOTIFY changed FINAL)
    /// False when the item that has focus handles the keys itself and they are listed for reference only.
    Q_PROPERTY(bool bound MEMBER m_bound NOTIFY changed FINAL)

public:
    using QObject::QObject;

    QString commandId() const { return m_commandId; }
    QString text() const { return m_text; }
    QString group() const { return m_group; }
    QString keys() const { return m_keys; }
    QString alternateKeys() const { return m_alternateKeys; }
    bool isEnabled() const { return m_enabled; }
    bool isInPalette() const { return m_inPalette; }
    bool isBound() const { return m_bound; }
    /// A printable character without modifiers.
    bool isSingleKey() const;

    /// Does nothing while disabled.
    Q_INVOKABLE void trigger();

Q_SIGNALS:
    void triggered();
    void changed();

private:
    QString m_commandId, m_text, m_group, m_keys, m_alternateKeys;
    bool m_enabled = true, m_inPalette = true, m_bound = true;
};

/// The commands that exist now: those of the shell and of the page shown. Rows in order of registration. When two have
/// the same keys, the later one has them: a page may take over a key of the shell while it is shown. GUI thread.
class CommandRegistry : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")

public:
    enum Role {
        CommandRole = Qt::UserRole + 1,
        CommandIdRole,
        TextRole,
        GroupRole,
        KeysRole,
        AlternateKeysRole,
        KeyTextRole,
        SequencesRole, ///< the sequences that trigger it now; may be empty
    };

    explicit CommandRegistry(Preferences *preferences, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// A command that is destroyed leaves by itself.
    Q_INVOKABLE void add(actionscope::app::Command *command);
    Q_INVOKABLE void remove(actionscope::app::Command *command);
    Q_INVOKABLE actionscope::app::Command *find(const QString &commandId) const;
    /// Runs an enabled command by id; false when there is none.
    Q_INVOKABLE bool run(const QString &commandId);
    /// The sequence in force: the user's, else the command's own.
    Q_INVOKABLE QString keysOf(const QString &commandId) const;
    /// As the platform writes it: "Ctrl+Umschalt+S" in German.
    Q_INVOKABLE static QString keyText(const QString &keys);
    /// Binds other keys ("" for the default). Returns the id of the command that already has them, else "": nothing is
    /// changed then.
    Q_INVOKABLE QString rebind(const QString &commandId, const QString &keys);
    Q_INVOKABLE bool isRebound(const QString &commandId) const;
    /// For the keyboard sheet: maps of `group`, `text`, `keys`, `alternate`, `first` (of its group); groups in order of
    /// appearance.
    Q_INVOKABLE QVariantList keyTable() const;

    const QVector<Command *> &commands() const { return m_commands; }

private:
    void changed(Command *command);
    QString effectiveKeys(const Command &command) const;
    QStringList sequences(int row) const;
    void activityChanged();

    Preferences *m_preferences;
    QVector<Command *> m_commands;
    const Command *m_leaving = nullptr; ///< while its row goes
};

} // namespace actionscope::app
