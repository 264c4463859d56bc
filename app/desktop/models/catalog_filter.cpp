#include "catalog_filter.h"

#include "base/text.h"
#include "convert.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace actionscope::app {
namespace {

struct Named {
    const char *name;
    unsigned bit;
};

constexpr Named Tiers[] = {{"read", 1U << Tier::Read},
                           {"write", 1U << Tier::Write},
                           {"destructive", 1U << Tier::Destructive},
                           {"catastrophic", 1U << Tier::Catastrophic}};
constexpr Named Kinds[] = {
    {"long-tail", CatalogFilter::LongTailBit},          {"curated", CatalogFilter::CuratedBit},
    {"action", 1U << unsigned(catalog::Kind::Action)},  {"tool", 1U << unsigned(catalog::Kind::Tool)},
    {"skill", 1U << unsigned(catalog::Kind::Skill)},    {"extension", 1U << unsigned(catalog::Kind::Extension)},
    {"channel", 1U << unsigned(catalog::Kind::Channel)}};
constexpr Named Flags[] = {{"review", FlagReview},           {"deprecated", FlagDeprecated},
                           {"undescribed", FlagUndescribed}, {"overridden", FlagOverridden},
                           {"hidden", FlagHidden},           {"new", FlagNew},
                           {"changed", FlagChanged}};
constexpr Named Methods[] = {
    {"GET", 1U << unsigned(catalog::Method::Get)},         {"POST", 1U << unsigned(catalog::Method::Post)},
    {"PUT", 1U << unsigned(catalog::Method::Put)},         {"PATCH", 1U << unsigned(catalog::Method::Patch)},
    {"DELETE", 1U << unsigned(catalog::Method::Delete)},   {"HEAD", 1U << unsigned(catalog::Method::Head)},
    {"OPTIONS", 1U << unsigned(catalog::Method::Options)}, {"TRACE", 1U << unsigned(catalog::Method::Trace)}};
constexpr Named Truths[] = {{"true", CatalogFilter::CuratedBit}, {"false", CatalogFilter::LongTailBit}};

template <std::size_t N> unsigned bitOf(const Named (&table)[N], const QString &value) {
    for (const Named &entry : table)
        if (value.compare(QLatin1String(entry.name), Qt::CaseInsensitive) == 0)
            return entry.bit;
    return 0;
}

template <std::size_t N> QStringList namesOf(const Named (&table)[N]) {
    QStringList names;
    for (const Named &entry : table)
        names.append(QLatin1String(entry.name));
    return names;
}

template <class Set> void add(Set &set, unsigned bit) { set = static_cast<Set>(set | bit); }

QVariantMap field(const char *name, const QString &label, const QStringList &values) {
    return {{QStringLiteral("name"), QLatin1String(name)},
            {QStringLiteral("label"), label},
            {QStringLiteral("values"), values}};
}

} // namespace

QString kindText(catalog::Kind kind) {
    const char *text = QT_TRANSLATE_NOOP("CatalogFilter", "Action");
    switch (kind) {
    case catalog::Kind::Action:
        break;
    case catalog::Kind::Tool:
        text = QT_TRANSLATE_NOOP("CatalogFilter", "Tool");
        break;
    case catalog::Kind::Skill:
        text = QT_TRANSLATE_NOOP("CatalogFilter", "Skill");
        break;
    case catalog::Kind::Extension:
        text = QT_TRANSLATE_NOOP("CatalogFilter", "Extension");
        break;
    case catalog::Kind::Channel:
        text = QT_TRANSLATE_NOOP("CatalogFilter", "Channel");
        break;
    }
    return QCoreApplication::translate("CatalogFilter", text);
}

QVariantList catalogFilterFields(const catalog::Catalog *catalog) {
    const auto say = [](const char *text) { return QCoreApplication::translate("CatalogFilter", text); };
    QStringList services;
    if (catalog)
        for (const catalog::Service &service : catalog->services())
            services.append(toQString(service.info.id));
    return {field("tier", say(QT_TRANSLATE_NOOP("CatalogFilter", "Tier")), namesOf(Tiers)),
            field("service", say(QT_TRANSLATE_NOOP("CatalogFilter", "Service")), services),
            field("method", say(QT_TRANSLATE_NOOP("CatalogFilter", "Method")), namesOf(Methods)),
            field("kind", say(QT_TRANSLATE_NOOP("CatalogFilter", "Kind")), namesOf(Kinds)),
            field("curated", say(QT_TRANSLATE_NOOP("CatalogFilter", "Curated")), namesOf(Truths)),
            field("flag", say(QT_TRANSLATE_NOOP("CatalogFilter", "Flag")), namesOf(Flags)),
            field("tag", say(QT_TRANSLATE_NOOP("CatalogFilter", "Tag")), {}),
            field("path", say(QT_TRANSLATE_NOOP("CatalogFilter", "Path")), {})};
}

bool CatalogFilter::isEmpty() const {
    const auto none = [](const Terms &terms) { return terms.include.empty() && terms.exclude.empty(); };
    return none(words) && none(tags) && none(paths) && !tiers && !tiersNot && !methods && !methodsNot && !kinds &&
           !kindsNot && !curated && !curatedNot && !flags && !flagsNot && services.empty() && servicesNot.empty();
}

CatalogFilter CatalogFilter::compile(const QVector<FilterTerm> &terms, const catalog::Catalog &catalog) {
    CatalogFilter filter;
    const auto addText = [](Terms &texts, const FilterTerm &term) {
        (term.negated ? texts.exclude : texts.include).push_back(toLowerAscii(term.value.toStdString()));
    };
    for (const FilterTerm &term : terms) {
        if (term.value.isEmpty())
            continue;
        const QString &name = term.field;
        if (name.isEmpty()) {
            addText(filter.words, term);
        } else if (name == QLatin1String("tier")) {
            add(term.negated ? filter.tiersNot : filter.tiers, bitOf(Tiers, term.value));
        } else if (name == QLatin1String("method")) {
            add(term.negated ? filter.methodsNot : filter.methods, bitOf(Methods, term.value));
        } else if (name == QLatin1String("kind")) {
            add(term.negated ? filter.kindsNot : filter.kinds, bitOf(Kinds, term.value));
        } else if (name == QLatin1String("curated")) {
            add(term.negated ? filter.curatedNot : filter.curated, bitOf(Truths, term.value));
        } else if (name == QLatin1String("flag")) {
            add(term.negated ? filter.flagsNot : filter.flags, bitOf(Flags, term.value));
        } else if (name == QLatin1String("tag")) {
            addText(filter.tags, term);
        } else if (name == QLatin1String("path")) {
            addText(filter.paths, term);
        } else if (name == QLatin1String("service")) {
            if (const auto index = catalog.findService(toLowerAscii(term.value.toStdString())))
                (term.negated ? filter.servicesNot : filter.services).push_back(*index);
        }
    }
    return filter;
}

} // namespace actionscope::app
