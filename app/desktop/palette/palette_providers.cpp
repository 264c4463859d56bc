#include "palette_providers.h"

#include "command.h"
#include "convert.h"
#include "navigator.h"
#include "page_registry.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace actionscope::app {
namespace {

constexpr std::size_t MaxActions = 50;

QString word(const char *text) { return QCoreApplication::translate("Palette", text); }

/// The better grade of two texts that both name the thing.
std::optional<MatchGrade> bestGrade(const PaletteQuery &query, const QString &a, const QString &b) {
    const std::optional<MatchGrade> first = query.grade(a), second = query.grade(b);
    if (first && second)
        return std::min(*first, *second);
    return first ? first : second;
}

QString linkTo(const QString &page, const QString &selected) {
    return Route{page, {}, {{QStringLiteral("sel"), selected}}}.toString();
}

} // namespace

// ---- commands
// --------------------------------------------------------------------------------------------------------

QVector<PaletteItem> CommandProvider::match(const PaletteQuery &query) {
    QVector<PaletteItem> items;
    for (Command *command : m_commands.commands()) {
        if (!command->isInPalette() || !command->isEnabled())
            continue;
        const std::optional<MatchGrade> grade =
            query.isEmpty() ? MatchGrade::Subsequence : query.grade(command->text());
        if (!grade)
            continue;
        std::optional<PaletteItem> item = recall(QStringLiteral("command:") + command->commandId());
        item->grade = *grade;
        items.append(std::move(*item));
    }
    return items;
}

std::optional<PaletteItem> CommandProvider::recall(const QString &id) {
    if (!id.startsWith(QLatin1String("command:")))
        return std::nullopt;
    const QString commandId = id.mid(8);
    const Command *command = m_commands.find(commandId);
    if (!command || !command->isEnabled() || !command->isInPalette())
        return std::nullopt;
    PaletteItem item;
    item.id = id;
    item.title = command->text();
    item.kind = word(QT_TRANSLATE_NOOP("Palette", "command"));
    item.iconName = QStringLiteral("command");
    item.keys = m_commands.keysOf(commandId);
    item.run = [this, commandId] { m_commands.run(commandId); };
    return item;
}

// ---- pages
// -----------------------------------------------------------------------------------------------------------

QVector<PaletteItem> PageProvider::match(const PaletteQuery &query) {
    QVector<PaletteItem> items;
    for (const QString &page : m_pages.ids()) {
        const std::optional<MatchGrade> grade =
            query.isEmpty() ? MatchGrade::Subsequence : query.grade(m_pages.title(page));
        if (!grade)
            continue;
        std::optional<PaletteItem> item = recall(QStringLiteral("page:") + page);
        item->grade = *grade;
        items.append(std::move(*item));
    }
    return items;
}

std::optional<PaletteItem> PageProvider::recall(const QString &id) {
    const QString page = id.mid(5);
    const qsizetype row = m_pages.ids().indexOf(page);
    if (!id.startsWith(QLatin1String("page:")) || row < 0)
        return std::nullopt;
    const QModelIndex index = m_pages.index(static_cast<int>(row));
    PaletteItem item;
    item.id = id;
    item.title = m_pages.title(page);
    item.kind = word(QT_TRANSLATE_NOOP("Palette", "page"));
    item.iconName = index.data(PageRegistry::IconNameRole).toString();
    item.keys = index.data(PageRegistry::KeyRole).toString();
    item.run = [this, page] { m_navigator.openPage(page); };
    return item;
}

// ---- services
// --------------------------------------------------------------------------------------------------------

PaletteItem ServiceProvider::item(const QString &id, const QString &title) const {
    PaletteItem item;
    item.id = QStringLiteral("service:") + id;
    item.title = id;
    item.detail = title;
    item.kind = word(QT_TRANSLATE_NOOP("Palette", "service"));
    item.iconName = QStringLiteral("services");
    item.run = [this, id] {
        if (!m_navigator.openLink(linkTo(QStringLiteral("services"), id)))
            m_navigator.openLink(
                Route{QStringLiteral("catalog"), {}, {{QStringLiteral("q"), QStringLiteral("service:") + id}}}
                    .toString());
    };
    return item;
}

QVector<PaletteItem> ServiceProvider::match(const PaletteQuery &query) {
    QVector<PaletteItem> items;
    const auto snapshot = m_session.snapshot();
    if (!snapshot || !snapshot->catalog)
        return items;
    for (const catalog::Service &service : snapshot->catalog->services()) {
        const QString id = toQString(service.info.id), title = revealed(service.info.title);
        const std::optional<MatchGrade> grade = query.isEmpty() ? MatchGrade::Subsequence : bestGrade(query, id, title);
        if (!grade)
            continue;
        items.append(item(id, title));
        items.last().grade = *grade;
    }
    return items;
}

std::optional<PaletteItem> ServiceProvider::recall(const QString &id) {
    const auto snapshot = m_session.snapshot();
    if (!id.startsWith(QLatin1String("service:")) || !snapshot || !snapshot->catalog)
        return std::nullopt;
    const std::string serviceId = id.mid(8).toStdString();
    const std::optional<std::uint32_t> found = snapshot->catalog->findService(serviceId);
    if (!found)
        return std::nullopt;
    return item(id.mid(8), revealed(snapshot->catalog->services()[*found].info.title));
}

// ---- settings
// --------------------------------------------------------------------------------------------------------

QVector<PaletteItem> SettingProvider::all() const {
    static constexpr const char *Names[] = {
        QT_TRANSLATE_NOOP("Palette", "Theme"),
        QT_TRANSLATE_NOOP("Palette", "Density"),
        QT_TRANSLATE_NOOP("Palette", "Text size"),
        QT_TRANSLATE_NOOP("Palette", "Reduce motion"),
        QT_TRANSLATE_NOOP("Palette", "Language"),
        QT_TRANSLATE_NOOP("Palette", "Page names beside their icons"),
        QT_TRANSLATE_NOOP("Palette", "Single-letter keys"),
        QT_TRANSLATE_NOOP("Palette", "Closing the window while the gateway runs"),
        QT_TRANSLATE_NOOP("Palette", "Icon in the tray"),
        QT_TRANSLATE_NOOP("Palette", "Port of the gateway"),
    };
    QVector<PaletteItem> items;
    for (const char *name : Names) {
        PaletteItem item;
        item.id = QStringLiteral("setting:") + QLatin1String(name);
        item.title = word(name);
        item.kind = word(QT_TRANSLATE_NOOP("Palette", "setting"));
        item.iconName = QStringLiteral("settings");
        item.run = [this, title = item.title] {
            m_navigator.openLink(Route{QStringLiteral("settings"), {}, {{QStringLiteral("q"), title}}}.toString());
        };
        items.append(std::move(item));
    }
    return items;
}

QVector<PaletteItem> SettingProvider::match(const PaletteQuery &query) {
    QVector<PaletteItem> items;
    for (PaletteItem &item : all()) {
        const std::optional<MatchGrade> grade = query.isEmpty() ? MatchGrade::Subsequence : query.grade(item.title);
        if (!grade)
            continue;
        item.grade = *grade;
        items.append(std::move(item));
    }
    return items;
}

std::optional<PaletteItem> SettingProvider::recall(const QString &id) {
    for (PaletteItem &item : all())
        if (item.id == id)
            return std::move(item);
    return std::nullopt;
}

// ---- audit events
// ----------------------------------------------------------------------------------------------------

QVector<PaletteItem> AuditProvider::match(const PaletteQuery &query) {
    bool ok = false;
    const qulonglong number = query.text().toULongLong(&ok);
    if (!ok || number == 0 || !m_pages.ids().contains(QStringLiteral("audit")))
        return {};
    PaletteItem item;
    item.id = QStringLiteral("audit:%1").arg(number);
    item.title = QCoreApplication::translate("Palette", "Audit event #%1").arg(QLocale().toString(number));
    item.kind = word(QT_TRANSLATE_NOOP("Palette", "audit event"));
    item.iconName = QStringLiteral("audit");
    item.run = [this, number] { m_navigator.openLink(QStringLiteral("actionscope://audit/%1").arg(number)); };
    return {item};
}

// ---- actions
// ---------------------------------------------------------------------------------------------------------

PaletteItem ActionProvider::item(const QString &name, int tier) const {
    PaletteItem item;
    item.id = QStringLiteral("action:") + name;
    item.title = name;
    item.kind = word(QT_TRANSLATE_NOOP("Palette", "action"));
    item.tier = tier;
    item.run = [this, name] { m_navigator.openLink(linkTo(QStringLiteral("catalog"), name)); };
    return item;
}

void ActionProvider::matchSlowly(const PaletteQuery &query, std::stop_token stop, Answer answer) {
    const auto snapshot = m_session.snapshot();
    if (!snapshot || !snapshot->catalog || query.isEmpty()) {
        answer({});
        return;
    }
    struct Found {
        MatchGrade grade;
        QString name;
        int tier;
    };
    const auto before = [](const Found &a, const Found &b) {
        if (a.grade != b.grade)
            return a.grade < b.grade;
        if (a.name.size() != b.name.size())
            return a.name.size() < b.name.size();
        return a.name < b.name;
    };
    m_session.query<std::vector<Found>>(
        [snapshot, query, before](workspace::Workspace &, const Job &job) -> Result<std::vector<Found>> {
            const catalog::Catalog &catalog = *snapshot->catalog;
            std::vector<Found> found;
            for (catalog::Ordinal ordinal = 0; ordinal < catalog.size(); ++ordinal) {
                if (ordinal % 4096 == 0 && job.cancelled())
                    return fail(ErrorCode::Cancelled, "a newer query was typed");
                const QString name = toQString(catalog.qualifiedName(ordinal));
                const std::optional<MatchGrade> whole = query.grade(name);
                // The name within the service counts too: nobody types the service to find "issues_create".
                const std::optional<MatchGrade> own =
                    query.grade(QStringView(name).mid(name.indexOf(QLatin1Char('.')) + 1));
                if (!whole && !own)
                    continue;
                const MatchGrade grade = whole && own ? std::min(*whole, *own) : whole ? *whole : *own;
                const int tier =
                    snapshot->risk && ordinal < snapshot->risk->size() ? displayTier((*snapshot->risk)[ordinal]) : -1;
                found.push_back({grade, name, tier});
            }
            const std::size_t kept = std::min(found.size(), MaxActions);
            std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(), before);
            found.resize(kept);
            return found;
        },
        &m_context,
        [this, answer](Result<std::vector<Found>> found) {
            QVector<PaletteItem> items;
            if (found)
                for (const Found &one : *found) {
                    items.append(item(one.name, one.tier));
                    items.last().grade = one.grade;
                }
            answer(std::move(items));
        },
        stop);
}

std::optional<PaletteItem> ActionProvider::recall(const QString &id) {
    const auto snapshot = m_session.snapshot();
    if (!id.startsWith(QLatin1String("action:")) || !snapshot || !snapshot->catalog)
        return std::nullopt;
    const QString name = id.mid(7);
    const std::optional<catalog::Ordinal> ordinal = snapshot->catalog->find(name.toStdString());
    if (!ordinal)
        return std::nullopt;
    const bool known = snapshot->risk && *ordinal < snapshot->risk->size();
    return item(name, known ? displayTier((*snapshot->risk)[*ordinal]) : -1);
}

} // namespace actionscope::app
