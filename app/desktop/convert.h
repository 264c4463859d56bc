#pragma once
/// The one place where core values become Qt values and error codes become translated text.

#include "base/clock.h"
#include "base/result.h"
#include "risk/risk_policy.h"

#include <QDateTime>
#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <string>
#include <string_view>

namespace actionscope::app {

/// UTF-8 of the core as it is; for ids and paths, which the core has checked.
QString toQString(std::string_view text);
std::string toStdString(const QString &text);

/// Untrusted catalog text for display: control, invisible and bidirectional characters appear as ⟦U+202E⟧.
QString revealed(std::string_view text, bool keepLines = false);

/// A moment of the core in local time, to the millisecond.
QDateTime toQDateTime(Timestamp time);

/// What happened, in the user's language, and after it the core's own line with file, position and mending.
QString errorText(const Error &error);
/// Only the translated headline of a code: "The file changed on disk".
QString errorHeadline(ErrorCode code);
/// The translated name of a phase of work ("reading" → "Reading"); unknown ones as they come.
QString phaseText(const QString &phase);

/// The effective tier on screen: catastrophic is the word for destructive that needs an administrator's approval.
class Tier : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("an enumeration")

public:
    enum Value { Read = 0, Write = 1, Destructive = 2, Catastrophic = 3 };
    Q_ENUM(Value)
};

/// The word on screen for a classification, as a value of Tier.
int displayTier(const risk::Classification &classification);

/// "Read", "Write", "Destructive", "Catastrophic", translated: the one glossary of tier names.
QString tierName(int tier);

/// For QML: the functions above that a view needs.
class Say : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

public:
    using QObject::QObject;
    Q_INVOKABLE static QString tier(int tier);
    Q_INVOKABLE static QString phase(const QString &phase);
    /// Makes invisible characters of untrusted text visible.
    Q_INVOKABLE static QString reveal(const QString &text, bool keepLines = false);
    /// Numbers, sizes and ages in the user's locale.
    Q_INVOKABLE static QString number(double value, int decimals = 0);
    Q_INVOKABLE static QString bytes(qint64 bytes);
    /// "just now", "4 min ago", "2 h ago", "3 days ago", then the date.
    Q_INVOKABLE static QString age(const QDateTime &moment);
    /// Keys as the platform writes them.
    Q_INVOKABLE static QString keys(const QString &portable);
};

} // namespace actionscope::app
