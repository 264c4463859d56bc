#include "command.h"

#include "preferences.h"

#include <QKeySequence>
#include <utility>

namespace actionscope::app {
namespace {

bool isSingle(const QString &keys) {
    const QKeySequence sequence(keys, QKeySequence::PortableText);
    if (sequence.count() != 1)
        return false;
    const QKeyCombination key = sequence[0];
    const bool plain = key.keyboardModifiers() == Qt::NoModifier || key.keyboardModifiers() == Qt::ShiftModifier;
    return plain && key.key() > Qt::Key_Space && key.key() < Qt::Key_Escape;
}

QString preferenceKey(const QString &commandId) {
    return QStringLiteral("keys.") + QString(commandId).replace(QLatin1Char('.'), QLatin1Char('_'));
}

} // namespace

bool Command::isSingleKey() const { return isSingle(m_keys); }

void Command::trigger() {
    if (m_enabled)
        Q_EMIT triggered();
}

CommandRegistry::CommandRegistry(Preferences *preferences, QObject *parent)
    : QAbstractListModel(parent)
    , m_preferences(preferences) {
    connect(preferences, &Preferences::singleKeysChanged, this, &CommandRegistry::activityChanged);
}

int CommandRegistry::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_commands.size());
}

QVariant CommandRegistry::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    Command *command = m_commands.at(index.row());
    switch (role) {
    case CommandRole:
        return QVariant::fromValue(command);
    case CommandIdRole:
        return command->commandId();
    case Qt::DisplayRole:
    case TextRole:
        return command->text();
    case GroupRole:
        return command->group();
    case KeysRole:
        return effectiveKeys(*command);
    case AlternateKeysRole:
        return command->alternateKeys();
    case KeyTextRole:
        return keyText(effectiveKeys(*command));
    case SequencesRole:
        return sequences(index.row());
    default:
        return {};
    }
}

QHash<int, QByteArray> CommandRegistry::roleNames() const {
    return {{CommandRole, "command"}, {CommandIdRole, "commandId"}, {TextRole, "text"},
            {GroupRole, "group"},     {KeysRole, "keys"},           {AlternateKeysRole, "alternateKeys"},
            {KeyTextRole, "keyText"}, {SequencesRole, "sequences"}};
}

void CommandRegistry::add(Command *command) {
    if (!command || m_commands.contains(command))
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_commands.append(command);
    endInsertRows();
    activityChanged();
    connect(command, &Command::changed, this, [this, command] { changed(command); });
    connect(command, &QObject::destroyed, this, [this, command] { remove(command); });
}

void CommandRegistry::remove(Command *command) {
    // May be called from the command's destructor: the pointer is compared, never used.
    const qsizetype row = m_commands.indexOf(command);
    if (row < 0)
        return;
    // Its shortcut may outlive the row (Qt 6.4): one that still had the keys would make them ambiguous for the next.
    m_leaving = command;
    Q_EMIT dataChanged(index(static_cast<int>(row)), index(static_cast<int>(row)), {SequencesRole});
    beginRemoveRows({}, static_cast<int>(row), static_cast<int>(row));
    m_commands.removeAt(row);
    endRemoveRows();
    m_leaving = nullptr;
    activityChanged();
    disconnect(static_cast<QObject *>(command), nullptr, this, nullptr);
}

QStringList CommandRegistry::sequences(int row) const {
    QStringList sequences;
    if (m_commands.at(row) == m_leaving)
        return sequences;
    const Command &command = *m_commands.at(row);
    if (!command.isEnabled() || !command.isBound())
        return sequences;
    for (const QString &keys : {effectiveKeys(command), command.alternateKeys()}) {
        if (keys.isEmpty() || (!m_preferences->singleKeys() && isSingle(keys)))
            continue;
        // Two bindings of one sequence would cancel each other out.
        bool taken = false;
        for (qsizetype later = row + 1; later < m_commands.size() && !taken; ++later) {
            if (m_commands.at(later) == m_leaving)
                continue;
            const Command &other = *m_commands.at(later);
            taken =
                other.isEnabled() && other.isBound() && (effectiveKeys(other) == keys || other.alternateKeys() == keys);
        }
        if (!taken)
            sequences.append(keys);
    }
    return sequences;
}

void CommandRegistry::activityChanged() {
    if (!m_commands.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {SequencesRole});
}

void CommandRegistry::changed(Command *command) {
    const qsizetype row = m_commands.indexOf(command);
    if (row < 0)
        return;
    Q_EMIT dataChanged(index(static_cast<int>(row)), index(static_cast<int>(row)));
    activityChanged();
}

Command *CommandRegistry::find(const QString &commandId) const {
    for (Command *command : m_commands)
        if (command->commandId() == commandId)
            return command;
    return nullptr;
}

bool CommandRegistry::run(const QString &commandId) {
    Command *command = find(commandId);
    if (!command || !command->isEnabled())
        return false;
    command->trigger();
    return true;
}

QString CommandRegistry::effectiveKeys(const Command &command) const {
    const QString own = m_preferences->value(preferenceKey(command.commandId())).toString();
    return own.isEmpty() ? command.keys() : own;
}

QString CommandRegistry::keysOf(const QString &commandId) const {
    const Command *command = find(commandId);
    return command ? effectiveKeys(*command) : QString();
}

QString CommandRegistry::keyText(const QString &keys) {
    return QKeySequence(keys, QKeySequence::PortableText).toString(QKeySequence::NativeText);
}

QString CommandRegistry::rebind(const QString &commandId, const QString &keys) {
    Command *command = find(commandId);
    if (!command)
        return {};
    const QString normal = QKeySequence(keys, QKeySequence::PortableText).toString(QKeySequence::PortableText);
    if (!normal.isEmpty())
        for (const Command *other : m_commands)
            if (other != command && (effectiveKeys(*other) == normal || other->alternateKeys() == normal))
                return other->commandId();
    m_preferences->setValue(preferenceKey(commandId), normal == command->keys() ? QString() : normal);
    changed(command);
    return {};
}

bool CommandRegistry::isRebound(const QString &commandId) const {
    return !m_preferences->value(preferenceKey(commandId)).toString().isEmpty();
}

QVariantList CommandRegistry::keyTable() const {
    QStringList groups;
    for (const Command *command : m_commands)
        if (!groups.contains(command->group()))
            groups.append(command->group());
    QVariantList rows;
    for (const QString &group : groups) {
        bool first = true;
        for (const Command *command : m_commands) {
            const QString keys = effectiveKeys(*command);
            if (command->group() != group || keys.isEmpty())
                continue;
            rows.append(QVariantMap{{QStringLiteral("group"), group},
                                    {QStringLiteral("text"), command->text()},
                                    {QStringLiteral("keys"), keys},
                                    {QStringLiteral("alternate"), command->alternateKeys()},
                                    {QStringLiteral("first"), std::exchange(first, false)}});
        }
    }
    return rows;
}

} // namespace actionscope::app
