#pragma once
/// The palette: one box over commands, pages, actions, services and settings.

#include "palette_provider.h"

#include <QAbstractListModel>
#include <QQmlEngine>
#include <memory>
#include <vector>

namespace actionscope::app {

class Preferences;

/// Order: quick providers together by grade, recency, length, title, id; then each slow one in the order of
/// registration, whatever the order of their answers. Rows above never move once shown, so Enter runs exactly what is
/// highlighted; Enter while nothing is shown yet waits for the first row. Empty text shows what was used last. GUI
/// thread.
class PaletteModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged FINAL)
    Q_PROPERTY(int currentIndex READ currentIndex WRITE setCurrentIndex NOTIFY currentIndexChanged FINAL)
    /// Whether a slow provider has not answered yet.
    Q_PROPERTY(bool pending READ isPending NOTIFY pendingChanged FINAL)
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        TitleRole,
        KindRole,
        DetailRole,
        IconNameRole,
        KeysRole,
        TierRole,
        SpokenRole
    };

    explicit PaletteModel(Preferences *preferences, QObject *parent = nullptr);
    ~PaletteModel() override;

    void addProvider(std::unique_ptr<PaletteProvider> provider);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QString text() const { return m_text; }
    void setText(const QString &text);
    int currentIndex() const { return m_current; }
    void setCurrentIndex(int index);
    bool isPending() const { return m_waiting > 0; }
    int count() const { return rowCount(); }

    /// Starts afresh: called when the palette opens.
    Q_INVOKABLE void reset();
    /// Runs the highlighted row and remembers it.
    Q_INVOKABLE void runCurrent();
    Q_INVOKABLE void move(int by);

Q_SIGNALS:
    void textChanged();
    void currentIndexChanged();
    void pendingChanged();
    void countChanged();
    /// Before a row runs: the palette closes.
    void accepted();

private:
    struct SlowAnswer {
        bool arrived = false;
        QVector<PaletteItem> items;
    };
    void ask();
    void showRecents();
    void takeSlow(quint64 generation, std::size_t place, QVector<PaletteItem> items);
    void sort(QVector<PaletteItem> &items) const;
    void append(const QVector<PaletteItem> &items);
    void run(int row);
    QStringList recents() const;

    Preferences *m_preferences;
    std::vector<std::unique_ptr<PaletteProvider>> m_providers;
    QVector<PaletteItem> m_rows;
    QString m_text;
    int m_current = -1;
    int m_waiting = 0;
    bool m_runWhenReady = false;
    quint64 m_generation = 0;
    std::stop_source m_stop;
    std::vector<SlowAnswer> m_slow; ///< of this generation, by order of registration
    std::size_t m_slowShown = 0;
};

} // namespace actionscope::app
