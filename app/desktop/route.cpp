#include "route.h"

#include <QUrl>
#include <QUrlQuery>
#include <algorithm>

namespace actionscope::app {
namespace {

const QString Scheme = QStringLiteral("actionscope");

bool isWord(const QString &text) {
    return !text.isEmpty() && text.size() <= 40 && std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('A') && c <= QLatin1Char('Z')) ||
               (c >= QLatin1Char('0') && c <= QLatin1Char('9')) || c == QLatin1Char('_');
    });
}

QString encoded(const QString &text, const QByteArray &keep = {}) {
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

} // namespace

QString Route::toString() const {
    QString link = Scheme + QStringLiteral("://") + page;
    if (!path.isEmpty())
        link += QLatin1Char('/') + encoded(path, "/.:");
    QChar separator = QLatin1Char('?');
    for (auto it = params.begin(); it != params.end(); ++it) {
        if (it.value().isEmpty())
            continue;
        link += separator + it.key() + QLatin1Char('=') + encoded(it.value(), ":.,");
        separator = QLatin1Char('&');
    }
    return link;
}

std::optional<Route> Route::parse(const QString &text) {
    if (text.size() > MaxLength)
        return std::nullopt;
    // People write `q=create+issue`; a real plus is %2B.
    QString link = text.trimmed();
    if (const qsizetype query = link.indexOf(QLatin1Char('?')); query >= 0)
        link.replace(query, link.size() - query, link.mid(query).replace(QLatin1Char('+'), QStringLiteral("%20")));
    const QUrl url(link, QUrl::StrictMode);
    if (!url.isValid() || url.scheme() != Scheme || !url.userInfo().isEmpty() || url.port() != -1)
        return std::nullopt;
    Route route;
    route.page = url.host();
    if (!isWord(route.page))
        return std::nullopt;
    route.path = url.path(QUrl::FullyDecoded);
    if (route.path.startsWith(QLatin1Char('/')))
        route.path.remove(0, 1);
    const QUrlQuery query(url);
    for (const auto &[key, value] : query.queryItems(QUrl::FullyDecoded)) {
        if (!isWord(key))
            return std::nullopt;
        if (!value.isEmpty())
            route.params.insert(key, value);
    }
    return route;
}

} // namespace actionscope::app
