/// Tier 0: what there is at all.
#include "base/text.h"
#include "catalog/text_scan.h"
#include "context/categories.h"
#include "context/detail/rendering.h"

#include <algorithm>
#include <unordered_map>

namespace actionscope::context::detail {
namespace {

constexpr std::size_t KeptExamples = 8;              ///< of a category, of which some may not be shown
constexpr std::size_t MostNames = 4, LeastNames = 2; ///< shown of a category: fewer, so that more categories fit
constexpr std::size_t NameBytes = 48, CategoryBytes = 48;
constexpr std::size_t ListedLeftOut = 50;
constexpr std::size_t MostCategories =
    1000; ///< with lines of their own, whatever the budget: their examples are looked at

struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

bool mayFind(const View &view, std::uint32_t service, catalog::Ordinal ordinal) {
    return (view.visibility.services.empty() || view.visibility.services[service] != 0) &&
           (view.visibility.actions.empty() || view.visibility.actions[ordinal] != 0);
}

/// "ticket-queues" → "Ticket queues". What would mislead is not repeated: the service's id stands for it.
std::string shownCategory(const catalog::Catalog &catalog, const Category &category) {
    std::string_view name = category.name;
    const auto findings = catalog::scanText(name, "category");
    if (std::ranges::any_of(findings, [](const auto &finding) { return finding.withhold; }))
        name = category.examples.empty() ? std::string_view("other")
                                         : std::string_view(catalog.serviceOf(category.examples.front()).info.id);
    std::string shown = oneLine(name, CategoryBytes);
    std::ranges::replace(shown, '_', ' ');
    std::ranges::replace(shown, '-', ' ');
    if (!shown.empty() && shown[0] >= 'a' && shown[0] <= 'z')
        shown[0] = static_cast<char>(shown[0] - 32);
    return shown.empty() ? "Other" : shown;
}

/// "- Category: a, b (+16 more) (20)"
std::string categoryLine(const std::string &name, const std::vector<std::string> &names, std::size_t shown,
                         std::uint32_t count) {
    std::string line = "- " + name;
    shown = std::min(shown, names.size());
    for (std::size_t i = 0; i < shown; ++i)
        line += (i == 0 ? ": " : ", ") + names[i];
    if (shown > 0 && count > shown)
        line += " (+" + std::to_string(count - shown) + " more)";
    return line + " (" + std::to_string(count) + ")\n";
}

std::string restLine(std::size_t categories, std::uint64_t capabilities) {
    return "- " + std::to_string(categories) + (categories == 1 ? " more category (" : " more categories (") +
           std::to_string(capabilities) + ")\n";
}

} // namespace

std::string oneLine(std::string_view text, std::size_t maxBytes) {
    // Of a text of megabytes no more is looked at than could be shown.
    if (maxBytes > 0)
        text = truncateUtf8(text, 4 * maxBytes);
    const std::string clean = revealInvisible(toValidUtf8(text));
    std::string line;
    line.reserve(clean.size());
    bool space = false;
    for (const char letter : clean) {
        if (letter == ' ' || (letter >= '\t' && letter <= '\r')) {
            space = !line.empty();
            continue;
        }
        if (space)
            line += ' ';
        space = false;
        line += letter;
    }
    constexpr std::string_view Ellipsis = "…";
    if (maxBytes == 0 || line.size() <= maxBytes)
        return line;
    std::string_view cut = truncateUtf8(line, maxBytes > Ellipsis.size() ? maxBytes - Ellipsis.size() : 0);
    // At a word, unless that would take more than half of it (a script without spaces, one long word).
    if (const std::size_t word = cut.rfind(' '); word != std::string_view::npos && word > cut.size() / 2)
        cut = cut.substr(0, word);
    while (cut.ends_with(' ') || cut.ends_with(',') || cut.ends_with('.'))
        cut.remove_suffix(1);
    return std::string(cut) + std::string(Ellipsis);
}

Categories categoriesOf(const View &view) {
    Categories categories;
    std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> byName; // lower case
    std::vector<std::size_t> curated;                                           // examples that are, by category
    const auto &services = view.catalog.services();
    for (std::uint32_t s = 0; s < services.size(); ++s) {
        std::string_view last;
        std::size_t place = 0;
        for (catalog::Ordinal ordinal = services[s].first; ordinal < services[s].end(); ++ordinal) {
            if (!mayFind(view, s, ordinal))
                continue;
            const catalog::CapabilityView capability = services[s].segment->at(ordinal - services[s].first);
            const std::string_view name = categoryOf(capability, services[s].info.id);
            if (last.empty() || name != last) {
                const auto [at, fresh] = byName.try_emplace(toLowerAscii(name), categories.list.size());
                if (fresh) {
                    categories.list.push_back({std::string(truncateUtf8(name, 4 * CategoryBytes)), 0, {}});
                    curated.push_back(0);
                }
                place = at->second;
                last = name;
            }
            Category &category = categories.list[place];
            ++category.count;
            ++categories.total;
            if (capability.curated() && curated[place] < KeptExamples) {
                category.examples.insert(category.examples.begin() + static_cast<std::ptrdiff_t>(curated[place]++),
                                         ordinal);
                if (category.examples.size() > KeptExamples)
                    category.examples.pop_back();
            } else if (category.examples.size() < KeptExamples) {
                category.examples.push_back(ordinal);
            }
        }
    }
    std::ranges::sort(categories.list, [](const Category &a, const Category &b) {
        return a.count != b.count ? a.count > b.count : a.name < b.name;
    });
    return categories;
}

Tier categoryTier(const View &view, const Categories &categories, const Source &source, const TokenCounter &counter,
                  std::size_t budget, std::string_view metaTool, std::vector<LeftOut> &leftOut) {
    Tier tier;
    tier.budget = budget;
    if (categories.total == 0)
        return tier;
    // A line takes two tokens at least ("- A (1)"): more than these cannot fit.
    const std::size_t considered = std::min({categories.list.size(), budget / 2 + 1, MostCategories});
    struct Row {
        std::string category;
        std::vector<std::string> names;
    };
    std::vector<Row> rows;
    for (std::size_t i = 0; i < considered; ++i) {
        Row row{shownCategory(view.catalog, categories.list[i]), {}};
        for (const catalog::Ordinal ordinal : categories.list[i].examples) {
            if (row.names.size() == MostNames)
                break;
            if (!source.quarantine(view.catalog, ordinal).empty() || source.prose(view.catalog, ordinal).withheld)
                continue;
            row.names.push_back(oneLine(view.catalog.at(ordinal).name(), NameBytes));
        }
        rows.push_back(std::move(row));
    }
    std::string meta;
    if (!metaTool.empty())
        meta = "Call " + std::string(metaTool) + " to find any of these " + std::to_string(categories.total) +
               " by what is to be done.\n";
    // As many names as leave room for all categories; where there are too many of them, the fewest.
    std::size_t names = MostNames;
    for (; names > LeastNames; --names) {
        Meter all(counter, budget);
        all.take(meta);
        bool fit = rows.size() == categories.list.size();
        for (std::size_t i = 0; fit && i < rows.size(); ++i) {
            const std::string line = categoryLine(rows[i].category, rows[i].names, names, categories.list[i].count);
            fit = all.fits(line);
            all.take(line);
        }
        if (fit)
            break;
    }
    if (!meta.empty() && !Meter(counter, budget).fits(meta)) {
        leftOut.push_back(
            {0, {}, Fallen::OverBudget, counter.count(meta), "the line that names " + std::string(metaTool)});
        meta.clear();
    }
    // The line about the rest is reserved for, as long as it may become, unless everything fits.
    const auto lay = [&](bool reserve) {
        tier.entries.clear();
        std::string lines;
        Meter meter(counter, budget);
        meter.take(meta);
        const std::string rest = restLine(categories.list.size(), categories.total);
        if (reserve && meter.fits(rest))
            meter.take(rest);
        else
            reserve = false;
        std::uint64_t capabilities = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::string line = categoryLine(rows[i].category, rows[i].names, names, categories.list[i].count);
            if (!meter.fits(line)) // then without examples: that there is such a category is said before what is in it
                line = categoryLine(rows[i].category, {}, 0, categories.list[i].count);
            if (!meter.fits(line))
                continue;
            meter.take(line);
            lines += line;
            capabilities += categories.list[i].count;
            tier.entries.push_back(rows[i].category);
        }
        const std::size_t missing = categories.list.size() - tier.entries.size();
        if (reserve && missing > 0)
            lines += restLine(missing, categories.total - capabilities);
        tier.text = lines + meta;
        return missing;
    };
    if (lay(false) > 0)
        lay(true);
    // With a table the whole may cost more than its lines did one by one.
    while ((tier.tokens = counter.count(tier.text)) > budget) {
        const std::size_t end = tier.text.size() - meta.size();
        if (end == 0) {
            tier.text.clear();
            meta.clear();
            continue;
        }
        const std::size_t begin = end < 2 ? std::string::npos : tier.text.rfind('\n', end - 2);
        tier.text.erase(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1));
        if (!tier.entries.empty())
            tier.entries.pop_back();
    }
    std::size_t next = 0, listed = 0;
    std::uint64_t unlisted = 0;
    for (std::size_t i = 0; i < categories.list.size(); ++i) {
        if (i < rows.size() && next < tier.entries.size() && tier.entries[next] == rows[i].category) {
            ++next;
            continue;
        }
        if (listed == ListedLeftOut) {
            ++unlisted;
            continue;
        }
        ++listed;
        const std::string name = i < rows.size() ? rows[i].category : oneLine(categories.list[i].name, CategoryBytes);
        const std::string line = categoryLine(name, {}, 0, categories.list[i].count);
        leftOut.push_back({0, name, Fallen::OverBudget, counter.count(line),
                           "a category of " + std::to_string(categories.list[i].count)});
    }
    if (unlisted > 0)
        leftOut.push_back({0, {}, Fallen::OverBudget, 0, std::to_string(unlisted) + " more categories"});
    return tier;
}

} // namespace actionscope::context::detail
