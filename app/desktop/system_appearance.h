#pragma once
/// Whether the desktop asks for dark colours or high contrast.

#include <QDBusMessage>
#include <QObject>

namespace actionscope::app {

/// Asks the settings portal (`org.freedesktop.appearance`, keys `color-scheme` and `contrast`) without blocking and
/// follows its change signal; until it answers, and where there is none, the luminance of the application palette
/// decides. GUI thread.
class SystemAppearance : public QObject {
    Q_OBJECT

public:
    explicit SystemAppearance(QObject *parent = nullptr);

    bool dark() const;
    bool highContrast() const { return m_contrast == 1; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QDBusMessage &message);

private:
    void ask(const QString &key);
    void take(const QString &key, const QVariant &value);

    int m_colorScheme = 0; ///< 0 no preference or unknown, 1 dark, 2 light
    int m_contrast = 0;    ///< 1 high
};

} // namespace actionscope::app
