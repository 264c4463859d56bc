#pragma once
/// The filter of the Catalog page: what FilterModel read, made ready for comparing 125,000 rows.
///
/// `create issue tier:write tier:destructive service:github -curated:true "pull request"`. Words are looked for in
/// name, path and title and must all occur. Values of one field are alternatives; different fields must all hold; a
/// leading `-` excludes.

#include "catalog/catalog.h"
#include "filter_model.h"

#include <QVariantList>

#include <cstdint>
#include <string>
#include <vector>

namespace actionscope::app {

/// Bits of a row that `flag:` asks for.
enum CatalogFlag : std::uint8_t {
    FlagReview = 1, ///< a person should look: rules disagree or are unsure, or nothing describes the action
    FlagDeprecated = 2,
    FlagUndescribed = 4, ///< neither title nor description
    FlagOverridden = 8,
    FlagHidden = 16,  ///< its texts hold invisible or bidirectional characters
    FlagNew = 32,     ///< came with an import while this window was open
    FlagChanged = 64, ///< its definition changed while this window was open
    FlagCurated = 128,
};

/// The fields of the language with their values, for FilterModel::setFields. `catalog` gives the services; it may be
/// null. Names and values are never translated: they are the language; labels are.
QVariantList catalogFilterFields(const catalog::Catalog *catalog);

/// The word on screen for a kind: "Skill", translated.
QString kindText(catalog::Kind kind);

/// A compiled filter. A value; any thread.
struct CatalogFilter {
    struct Terms {
        std::vector<std::string> include, exclude; ///< lower case
    };
    Terms words, tags, paths;
    // Bit sets of values; 0 means the field was not named.
    std::uint8_t tiers = 0, tiersNot = 0;             ///< bit per Tier::Value
    std::uint16_t methods = 0, methodsNot = 0;        ///< bit per catalog::Method
    std::uint8_t kinds = 0, kindsNot = 0;             ///< bit per catalog::Kind; LongTailBit, CuratedBit
    std::uint8_t curated = 0, curatedNot = 0;         ///< CuratedBit, LongTailBit
    std::uint8_t flags = 0, flagsNot = 0;             ///< CatalogFlag bits
    std::vector<std::uint32_t> services, servicesNot; ///< indexes into the catalog

    static constexpr std::uint8_t LongTailBit = 1U << 5, CuratedBit = 1U << 6;

    /// Whether it lets everything through.
    [[nodiscard]] bool isEmpty() const;

    /// Terms that FilterModel would not have let through are left out.
    static CatalogFilter compile(const QVector<FilterTerm> &terms, const catalog::Catalog &catalog);
};

} // namespace actionscope::app
