#include "page_registry.h"

#include <QCoreApplication>
#include <QFile>
#include <QUrl>
#include <iterator>

namespace actionscope::app {
namespace {

struct Page {
    const char *id;         ///< stable; in links and object names
    const char *title;      ///< header, palette
    const char *shortTitle; ///< under the rail icon: must fit 56 pixels
    const char *icon;       ///< a drawing of qml/style/icons
    const char *key;        ///< with Alt
    const char *file;       ///< in qml/pages
};

// One line a page, in the order of the rail.
// clang-format off
constexpr Page Pages[] = {
    {"overview", QT_TRANSLATE_NOOP("Pages", "Overview"),   QT_TRANSLATE_NOOP("Rail", "Overview"), "overview", "1", "OverviewPage.qml"},
    {"lab",      QT_TRANSLATE_NOOP("Pages", "Search Lab"), QT_TRANSLATE_NOOP("Rail", "Lab"),      "search",   "2", "LabPage.qml"},
    {"catalog",  QT_TRANSLATE_NOOP("Pages", "Catalog"),    QT_TRANSLATE_NOOP("Rail", "Catalog"),  "catalog",  "3", "CatalogPage.qml"},
    {"services", QT_TRANSLATE_NOOP("Pages", "Services"),   QT_TRANSLATE_NOOP("Rail", "Services"), "services", "4", "ServicesPage.qml"},
    {"risk",     QT_TRANSLATE_NOOP("Pages", "Risk"),       QT_TRANSLATE_NOOP("Rail", "Risk"),     "shield",   "5", "RiskPage.qml"},
    {"approvals", QT_TRANSLATE_NOOP("Pages", "Approvals"), QT_TRANSLATE_NOOP("Rail", "Approve"),  "approvals", "6", "ApprovalsPage.qml"},
    {"audit",    QT_TRANSLATE_NOOP("Pages", "Audit"),      QT_TRANSLATE_NOOP("Rail", "Audit"),    "audit",    "7", "AuditPage.qml"},
    {"gateway",  QT_TRANSLATE_NOOP("Pages", "Gateway"),    QT_TRANSLATE_NOOP("Rail", "Gateway"),  "gateway",  "8", "GatewayPage.qml"},
    {"benchmarks", QT_TRANSLATE_NOOP("Pages", "Benchmarks"), QT_TRANSLATE_NOOP("Rail", "Measure"), "chart", "9", "BenchmarksPage.qml"},
    {"settings", QT_TRANSLATE_NOOP("Pages", "Settings"),   QT_TRANSLATE_NOOP("Rail", "Settings"), "settings", "-", "SettingsPage.qml"},
};
// clang-format on

QString translated(const char *text) { return QCoreApplication::translate("Pages", text); }
QString resource(const Page &page) { return QStringLiteral(":/qt/qml/Actionscope/") + QLatin1String(page.file); }

} // namespace

PageRegistry::PageRegistry(QObject *parent)
    : QAbstractListModel(parent) {
    for (int i = 0; i < static_cast<int>(std::size(Pages)); ++i)
        if (QFile::exists(resource(Pages[i])))
            m_present.append(i);
}

int PageRegistry::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_present.size());
}

QVariant PageRegistry::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Page &page = Pages[m_present.at(index.row())];
    switch (role) {
    case PageIdRole:
        return QLatin1String(page.id);
    case Qt::DisplayRole:
    case TitleRole:
        return translated(page.title);
    case ShortTitleRole:
        return QCoreApplication::translate("Rail", page.shortTitle);
    case IconNameRole:
        return QLatin1String(page.icon);
    case KeyRole:
        return QString(QStringLiteral("Alt+") + QLatin1String(page.key));
    case SourceRole:
        return QUrl(QStringLiteral("qrc") + resource(page));
    case BadgeRole:
        return m_badges.value(QLatin1String(page.id)).text;
    case BadgeNameRole:
        return m_badges.value(QLatin1String(page.id)).spoken;
    default:
        return {};
    }
}

QHash<int, QByteArray> PageRegistry::roleNames() const {
    return {{PageIdRole, "pageId"},     {TitleRole, "title"},        {ShortTitleRole, "shortTitle"},
            {IconNameRole, "iconName"}, {KeyRole, "pageKeys"},       {SourceRole, "source_"},
            {BadgeRole, "badge"},       {BadgeNameRole, "badgeName"}};
}

QStringList PageRegistry::ids() const {
    QStringList ids;
    for (const int i : m_present)
        ids.append(QLatin1String(Pages[i].id));
    return ids;
}

QString PageRegistry::title(const QString &pageId) const {
    for (const int i : m_present)
        if (pageId == QLatin1String(Pages[i].id))
            return translated(Pages[i].title);
    return {};
}

QUrl PageRegistry::source(const QString &pageId) const {
    for (const int i : m_present)
        if (pageId == QLatin1String(Pages[i].id))
            return QUrl(QStringLiteral("qrc") + resource(Pages[i]));
    return {};
}

void PageRegistry::setBadge(const QString &pageId, const QString &text, const QString &spoken) {
    const qsizetype row = ids().indexOf(pageId);
    if (row < 0)
        return;
    m_badges[pageId] = {text, spoken};
    const QModelIndex changed = index(static_cast<int>(row));
    Q_EMIT dataChanged(changed, changed, {BadgeRole, BadgeNameRole});
}

void PageRegistry::retranslate() {
    if (!m_present.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {Qt::DisplayRole, TitleRole, ShortTitleRole});
}

} // namespace actionscope::app
