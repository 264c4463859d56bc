#include "navigator.h"

namespace actionscope::app {
namespace {

constexpr qsizetype MaxEntries = 200;

QVariantMap toVariants(const QMap<QString, QString> &params) {
    QVariantMap map;
    for (auto it = params.begin(); it != params.end(); ++it)
        map.insert(it.key(), it.value());
    return map;
}

} // namespace

Navigator::Navigator(QObject *parent)
    : QObject(parent) {}

QString Navigator::page() const { return m_at < 0 ? QString() : m_entries.at(m_at).page; }
QString Navigator::path() const { return m_at < 0 ? QString() : m_entries.at(m_at).path; }
QVariantMap Navigator::params() const { return m_at < 0 ? QVariantMap() : toVariants(m_entries.at(m_at).params); }
QString Navigator::link() const { return m_at < 0 ? QString() : m_entries.at(m_at).toString(); }

void Navigator::setPages(const QStringList &pages) { m_pages = pages; }

bool Navigator::openPage(const QString &page) {
    if (!m_pages.contains(page))
        return false;
    if (page == this->page())
        return true;
    go(m_left.value(page, Route{page, {}, {}}));
    return true;
}

bool Navigator::openLink(const QString &link) {
    const std::optional<Route> route = Route::parse(link);
    if (!route || !m_pages.contains(route->page))
        return false;
    go(*route);
    return true;
}

void Navigator::go(const Route &route) {
    if (m_at >= 0 && m_entries.at(m_at) == route) {
        Q_EMIT navigated(route.page, params(), route.path);
        return;
    }
    if (m_at >= 0)
        m_left.insert(m_entries.at(m_at).page, m_entries.at(m_at));
    m_entries.resize(m_at + 1);
    m_entries.append(route);
    if (m_entries.size() > MaxEntries)
        m_entries.removeFirst();
    moveTo(m_entries.size() - 1);
}

void Navigator::back() {
    if (canGoBack())
        moveTo(m_at - 1);
}

void Navigator::forward() {
    if (canGoForward())
        moveTo(m_at + 1);
}

void Navigator::moveTo(qsizetype at) {
    const QString before = page();
    m_at = at;
    if (page() != before)
        Q_EMIT pageChanged();
    Q_EMIT routeChanged();
    Q_EMIT navigated(page(), params(), path());
}

Route Navigator::made(const QVariantMap &params, const QString &path) const {
    Route route{page(), path, {}};
    for (auto it = params.begin(); it != params.end(); ++it) {
        const QString value = it.value().toString();
        if (!value.isEmpty())
            route.params.insert(it.key(), value);
    }
    return route;
}

void Navigator::update(const QVariantMap &params, const QString &path) {
    if (m_at < 0)
        return;
    Route route = made(params, path);
    if (route == m_entries.at(m_at))
        return;
    m_entries[m_at] = std::move(route);
    Q_EMIT routeChanged();
}

void Navigator::push(const QVariantMap &params, const QString &path) {
    if (m_at < 0)
        return;
    Route route = made(params, path);
    if (route == m_entries.at(m_at))
        return;
    m_entries.resize(m_at + 1);
    m_entries.append(std::move(route));
    if (m_entries.size() > MaxEntries)
        m_entries.removeFirst();
    m_at = m_entries.size() - 1;
    Q_EMIT routeChanged();
}

} // namespace actionscope::app
