#include "convert.h"

#include "base/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QKeySequence>
#include <QLocale>

namespace actionscope::app {

QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

std::string toStdString(const QString &text) { return text.toStdString(); }

QDateTime toQDateTime(Timestamp time) {
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

QString revealed(std::string_view text, bool keepLines) { return toQString(revealInvisible(text, keepLines)); }

QString errorHeadline(ErrorCode code) {
    const auto say = [](const char *text) { return QCoreApplication::translate("Errors", text); };
    switch (code) {
    case ErrorCode::InvalidArgument:
        return say(QT_TRANSLATE_NOOP("Errors", "That does not work as given"));
    case ErrorCode::NotFound:
        return say(QT_TRANSLATE_NOOP("Errors", "Not found"));
    case ErrorCode::AlreadyExists:
        return say(QT_TRANSLATE_NOOP("Errors", "It exists already"));
    case ErrorCode::ParseError:
        return say(QT_TRANSLATE_NOOP("Errors", "The text could not be read"));
    case ErrorCode::LimitExceeded:
        return say(QT_TRANSLATE_NOOP("Errors", "Larger than the limit"));
    case ErrorCode::Unsupported:
        return say(QT_TRANSLATE_NOOP("Errors", "Not something Actionscope handles"));
    case ErrorCode::Conflict:
        return say(QT_TRANSLATE_NOOP("Errors", "It changed on disk in the meantime; nothing was written"));
    case ErrorCode::Busy:
        return say(QT_TRANSLATE_NOOP("Errors", "Another process is working on it"));
    case ErrorCode::PermissionDenied:
        return say(QT_TRANSLATE_NOOP("Errors", "The system does not allow it"));
    case ErrorCode::IoError:
        return say(QT_TRANSLATE_NOOP("Errors", "Reading or writing failed"));
    case ErrorCode::NetworkError:
        return say(QT_TRANSLATE_NOOP("Errors", "The other side could not be reached"));
    case ErrorCode::Corrupt:
        return say(QT_TRANSLATE_NOOP("Errors", "Stored data does not check out"));
    case ErrorCode::Cancelled:
        return say(QT_TRANSLATE_NOOP("Errors", "Cancelled; nothing half-done remains"));
    case ErrorCode::Internal:
        return say(QT_TRANSLATE_NOOP("Errors", "A mistake in Actionscope itself"));
    }
    return {};
}

QString errorText(const Error &error) {
    // The core's line may quote files and catalogs, so it is shown like any untrusted text.
    const QString detail = revealed(error.toString(), true);
    return detail.isEmpty() ? errorHeadline(error.code)
                            : QCoreApplication::translate("Errors", "%1: %2", "headline, details")
                                  .arg(errorHeadline(error.code), detail);
}

QString phaseText(const QString &phase) {
    static constexpr const char *Known[] = {
        QT_TRANSLATE_NOOP("Phases", "reading"),   QT_TRANSLATE_NOOP("Phases", "writing"),
        QT_TRANSLATE_NOOP("Phases", "indexing"),  QT_TRANSLATE_NOOP("Phases", "opening"),
        QT_TRANSLATE_NOOP("Phases", "loading"),   QT_TRANSLATE_NOOP("Phases", "classifying"),
        QT_TRANSLATE_NOOP("Phases", "verifying"), QT_TRANSLATE_NOOP("Phases", "exporting"),
        QT_TRANSLATE_NOOP("Phases", "searching"), QT_TRANSLATE_NOOP("Phases", "embedding"),
        QT_TRANSLATE_NOOP("Phases", "linking"),
    };
    for (const char *known : Known) {
        if (phase != QLatin1String(known))
            continue;
        QString text = QCoreApplication::translate("Phases", known);
        if (!text.isEmpty())
            text[0] = text[0].toUpper();
        return text;
    }
    return phase;
}

int displayTier(const risk::Classification &classification) {
    if (risk::isCatastrophic(classification))
        return Tier::Catastrophic;
    switch (classification.tier) {
    case risk::Tier::Read:
        return Tier::Read;
    case risk::Tier::Write:
        return Tier::Write;
    case risk::Tier::Destructive:
        return Tier::Destructive;
    }
    return Tier::Write;
}

QString tierName(int tier) {
    switch (tier) {
    case Tier::Read:
        return QCoreApplication::translate("Tiers", "Read");
    case Tier::Write:
        return QCoreApplication::translate("Tiers", "Write");
    case Tier::Destructive:
        return QCoreApplication::translate("Tiers", "Destructive");
    case Tier::Catastrophic:
        return QCoreApplication::translate("Tiers", "Catastrophic");
    default:
        return {};
    }
}

QString Say::tier(int tier) { return tierName(tier); }
QString Say::phase(const QString &phase) { return phaseText(phase); }
QString Say::reveal(const QString &text, bool keepLines) { return revealed(text.toStdString(), keepLines); }
QString Say::number(double value, int decimals) { return QLocale().toString(value, 'f', decimals); }
QString Say::bytes(qint64 bytes) { return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat); }

QString Say::age(const QDateTime &moment) {
    if (!moment.isValid())
        return {};
    const qint64 seconds = moment.secsTo(QDateTime::currentDateTime());
    if (seconds < 45)
        return tr("just now");
    if (seconds < 90 * 60)
        return tr("%n min ago", "", static_cast<int>((seconds + 30) / 60));
    if (seconds < 36 * 3600)
        return tr("%n h ago", "", static_cast<int>((seconds + 1800) / 3600));
    if (seconds < 14 * 86400)
        return tr("%n day(s) ago", "", static_cast<int>((seconds + 43200) / 86400));
    return QLocale().toString(moment.date(), QLocale::ShortFormat);
}

QString Say::keys(const QString &portable) {
    return QKeySequence(portable, QKeySequence::PortableText).toString(QKeySequence::NativeText);
}

} // namespace actionscope::app
