#pragma once
/// The pages of the app, in the order of the rail.
///
/// How to add a page (say, Catalog):
///  1. Its line in `Pages` of page_registry.cpp (the seven of this release are there already). A page whose QML file is
///  not
///     linked in does not appear, so a line may come before its file.
///  2. `qml/pages/CatalogPage.qml` with a `WorkspacePage` as root: see the notes at the top of qml/Main.qml and of
///     qml/components/WorkspacePage.qml.
///  3. `app/desktop/controllers/catalog_controller.{h,cpp}`: a QObject with QML_ELEMENT and the required property
///     `WorkspaceSession *session`; it holds all behaviour and is tested without QML in
///     `tests/app/tst_catalog_controller.cpp`.
///  4. Models it shows in `app/desktop/models/` (tables derive from KeyedTableModel).
///  5. `tests/qml/tst_CatalogPage.qml`: its states, its keyboard path, an undo round trip where it edits.
/// Files are found by CMake themselves; nothing else needs to be touched.

#include <QAbstractListModel>
#include <QHash>
#include <QQmlEngine>

namespace actionscope::app {

/// Rows are the pages that exist in this build. GUI thread.
class PageRegistry : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")

public:
    enum Role {
        PageIdRole = Qt::UserRole + 1,
        TitleRole,
        ShortTitleRole,
        IconNameRole,
        KeyRole,
        SourceRole,
        BadgeRole,
        BadgeNameRole
    };

    explicit PageRegistry(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QStringList ids() const;
    Q_INVOKABLE QString title(const QString &pageId) const;
    Q_INVOKABLE QUrl source(const QString &pageId) const;
    /// A short text on the rail item ("2", "•") and what it says to those who do not see it ("2 need review"); ""
    /// removes it.
    Q_INVOKABLE void setBadge(const QString &pageId, const QString &text, const QString &spoken);
    /// Tells views that titles changed.
    void retranslate();

private:
    struct Badge {
        QString text, spoken;
    };
    QVector<int> m_present; ///< indexes into the table of all pages
    QHash<QString, Badge> m_badges;
};

} // namespace actionscope::app
