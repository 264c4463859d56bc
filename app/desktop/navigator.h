#pragma once
/// Where the window is and where it was: the current route, and back and forward.

#include "route.h"

#include <QObject>
#include <QQmlEngine>
#include <QVariantMap>
#include <QVector>

namespace actionscope::app {

/// History holds at most 200 entries. A page tells its view state with `update` (replaces the current entry, for every
/// keystroke of a filter) or `push` (a step worth coming back to, such as opening an item), and shows what
/// `routeChanged` asks for. GUI thread.
class Navigator : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    Q_PROPERTY(QString page READ page NOTIFY pageChanged FINAL)
    Q_PROPERTY(QString path READ path NOTIFY routeChanged FINAL)
    Q_PROPERTY(QVariantMap params READ params NOTIFY routeChanged FINAL)
    Q_PROPERTY(QString link READ link NOTIFY routeChanged FINAL)
    Q_PROPERTY(bool canGoBack READ canGoBack NOTIFY routeChanged FINAL)
    Q_PROPERTY(bool canGoForward READ canGoForward NOTIFY routeChanged FINAL)

public:
    explicit Navigator(QObject *parent = nullptr);

    QString page() const;
    QString path() const;
    QVariantMap params() const;
    QString link() const;
    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < m_entries.size(); }

    /// Pages that exist; a link to another is refused.
    void setPages(const QStringList &pages);

    /// Shows a page as it was left (the rail, Alt+1…). False when there is no such page.
    Q_INVOKABLE bool openPage(const QString &page);
    /// Follows a link. False when it is malformed or its page does not exist.
    Q_INVOKABLE bool openLink(const QString &link);
    Q_INVOKABLE void back();
    Q_INVOKABLE void forward();
    /// The current page tells its state; replaces the current entry. Does not emit navigated().
    Q_INVOKABLE void update(const QVariantMap &params, const QString &path = {});
    /// The current page went somewhere within itself: a new entry. Does not emit navigated().
    Q_INVOKABLE void push(const QVariantMap &params, const QString &path = {});

Q_SIGNALS:
    void pageChanged();
    /// The current route changed, whoever caused it.
    void routeChanged();
    /// The route was changed by history or a link: the page must show `params` and `path`.
    void navigated(const QString &page, const QVariantMap &params, const QString &path);

private:
    void go(const Route &route);
    void moveTo(qsizetype at);
    Route made(const QVariantMap &params, const QString &path) const;

    QVector<Route> m_entries;
    qsizetype m_at = -1;
    QStringList m_pages;
    QMap<QString, Route> m_left; ///< how each page was left
};

} // namespace actionscope::app
