#include "retrieval/graph.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace actionscope::retrieval {
namespace {

using catalog::Ordinal;

constexpr std::array<RelationInfo, 4> Relations{{{Relation::DependsOn, "DEPENDS_ON", 1.0},
                                                 {Relation::ComposedWith, "COMPOSED_WITH", 0.5},
                                                 {Relation::TaggedWith, "TAGGED_WITH", 0.3},
                                                 {Relation::SameCategory, "SAME_CATEGORY", 0.1}}};
constexpr std::size_t LeastSharedTags = 2, LeastGroup = 2, MostGroup = 8;

/// Lists of numbers one after the other: rows of a sparse matrix, each in rising order and without repetition.
struct Rows {
    std::vector<std::uint32_t> first{0}, values;

    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t row) const {
        return std::span(values).subspan(first[row], first[row + 1] - first[row]);
    }
    [[nodiscard]] std::size_t size() const { return first.size() - 1; }
    void add(std::vector<std::uint32_t> &row) {
        std::sort(row.begin(), row.end());
        values.insert(values.end(), row.begin(), std::unique(row.begin(), row.end()));
        first.push_back(static_cast<std::uint32_t>(values.size()));
        row.clear();
    }
    /// Row i of the result holds the rows that have i.
    [[nodiscard]] Rows inverted(std::size_t rows) const {
        Rows result;
        result.first.assign(rows + 1, 0);
        result.values.resize(values.size());
        for (const std::uint32_t value : values)
            ++result.first[value + 1];
        for (std::size_t row = 0; row < rows; ++row)
            result.first[row + 1] += result.first[row];
        std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
        for (std::size_t row = 0; row < size(); ++row)
            for (const std::uint32_t value : (*this)[row])
                result.values[next[value]++] = static_cast<std::uint32_t>(row);
        return result;
    }
};

std::size_t shared(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    std::size_t count = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j])
            ++count;
        const bool stepA = a[i] <= b[j], stepB = b[j] <= a[i];
        i += stepA ? 1 : 0;
        j += stepB ? 1 : 0;
    }
    return count;
}

bool has(std::span<const std::uint32_t> row, std::uint32_t value) {
    return std::binary_search(row.begin(), row.end(), value);
}

std::string_view withoutKind(std::string_view id) {
    const std::size_t colon = id.find(':');
    return colon != std::string_view::npos && catalog::kindFromName(id.substr(0, colon)) ? id.substr(colon + 1) : id;
}

/// What a requirement names. Names of other services are looked up in a table made at the first one that needs it.
class Resolver {
public:
    explicit Resolver(const catalog::Catalog &catalog)
        : m_catalog(catalog) {}

    std::optional<Ordinal> operator()(const catalog::Service &service, std::string_view id) {
        // "tool:github" is not the skill of that name; only what no manifest names may be looked for without its kind.
        if (const auto found = m_catalog.find(id))
            return found;
        const std::string_view name = withoutKind(id);
        if (const auto found = m_catalog.find(name))
            return found;
        if (const auto own = service.segment->find(name))
            return service.first + *own;
        if (!m_filled)
            fill();
        const auto found = m_names.find(name);
        return found == m_names.end() || found->second == Several ? std::nullopt : std::optional(found->second);
    }

private:
    static constexpr Ordinal Several = ~Ordinal(0);

    void fill() {
        m_filled = true;
        for (const catalog::Service &service : m_catalog.services())
            for (std::uint32_t i = 0; i < service.segment->size(); ++i)
                if (auto [at, isNew] = m_names.try_emplace(service.segment->at(i).name(), service.first + i); !isNew)
                    at->second = Several;
    }

    const catalog::Catalog &m_catalog;
    std::unordered_map<std::string_view, Ordinal> m_names;
    bool m_filled = false;
};

} // namespace

std::span<const RelationInfo, 4> relations() { return Relations; }
const RelationInfo &info(Relation relation) { return Relations[static_cast<std::size_t>(relation)]; }

struct RelationGraph::Data {
    std::shared_ptr<const catalog::Catalog> catalog;
    Rows tags, tagged;                   ///< tags by capability (none when it has one only), and back
    Rows categories;                     ///< members of each group that counts; row 0 is nobody's
    std::vector<std::uint32_t> category; ///< group by capability, 0 for none
    Rows links;                          ///< DEPENDS_ON, in both directions
    Rows lists, composed;                ///< members of each list, and back
    Statistics statistics;

    [[nodiscard]] bool linked(Ordinal a, Ordinal b) const {
        return links[a].size() < links[b].size() ? has(links[a], b) : has(links[b], a);
    }
    /// Calls `f` with each relation between two different capabilities and its weight.
    template <class F> void relate(Ordinal a, Ordinal b, F &&f) const {
        if (linked(a, b))
            f(Relation::DependsOn, info(Relation::DependsOn).weight);
        if (shared(composed[a], composed[b]) != 0)
            f(Relation::ComposedWith, info(Relation::ComposedWith).weight);
        if (const std::size_t count = shared(tags[a], tags[b]); count >= LeastSharedTags)
            f(Relation::TaggedWith, info(Relation::TaggedWith).weight * static_cast<double>(count));
        if (category[a] != 0 && category[a] == category[b])
            f(Relation::SameCategory, info(Relation::SameCategory).weight);
    }

    void readTagsAndCategories();
    void readRequirements();
    void readLists(const std::vector<std::vector<std::string>> &named);
    void count();
};

void RelationGraph::Data::readTagsAndCategories() {
    std::unordered_map<std::string, std::uint32_t> tagNumbers;
    struct Group {
        std::uint32_t number, size;
    };
    std::unordered_map<std::string, Group> groups;
    std::vector<std::uint32_t> row, sizes, groupOf(catalog->size());
    std::string key;
    for (const catalog::Service &service : catalog->services()) {
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::CapabilityView view = service.segment->at(i);
            const std::size_t most = std::min(view.tagCount(), MaxGraphTags);
            for (std::size_t t = 0; t < most && most >= LeastSharedTags; ++t)
                row.push_back(
                    tagNumbers.try_emplace(toLowerAscii(view.tag(t)), static_cast<std::uint32_t>(tagNumbers.size()))
                        .first->second);
            tags.add(row);
            if (view.category().empty())
                continue;
            key.assign(1, static_cast<char>(view.kind())).append(view.category());
            const auto at = groups.try_emplace(key, Group{static_cast<std::uint32_t>(groups.size() + 1), 0}).first;
            ++at->second.size;
            groupOf[service.first + i] = at->second.number;
        }
    }
    tagged = tags.inverted(tagNumbers.size());

    std::vector<std::uint32_t> numbers(groups.size() + 1); // of the groups that count, from 1
    std::uint32_t last = 0;
    std::vector<std::uint32_t> sizeOf(groups.size() + 1);
    for (const auto &[name, group] : groups)
        sizeOf[group.number] = group.size;
    for (std::size_t group = 1; group < sizeOf.size(); ++group)
        if (sizeOf[group] >= LeastGroup && sizeOf[group] <= MostGroup)
            numbers[group] = ++last;
    category.resize(catalog->size());
    Rows memberOf;
    for (Ordinal document = 0; document < catalog->size(); ++document) {
        category[document] = numbers[groupOf[document]];
        if (category[document] != 0)
            row.push_back(category[document]);
        memberOf.add(row);
    }
    categories = memberOf.inverted(last + 1);
}

void RelationGraph::Data::readRequirements() {
    Resolver resolve(*catalog);
    std::vector<std::pair<Ordinal, Ordinal>> pairs;
    for (const catalog::Service &service : catalog->services()) {
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const auto required = service.segment->at(i).requires_();
            const Ordinal self = service.first + i;
            for (std::size_t r = 0; r < std::min(required.size(), MaxGraphRequirements); ++r) {
                const auto other = resolve(service, required[r]);
                statistics.unresolved += other ? 0 : 1;
                if (other && *other != self) {
                    pairs.emplace_back(self, *other);
                    pairs.emplace_back(*other, self);
                }
            }
        }
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<std::uint32_t> row;
    auto at = pairs.begin();
    for (Ordinal document = 0; document < catalog->size(); ++document) {
        for (; at != pairs.end() && at->first == document; ++at)
            row.push_back(at->second);
        links.add(row);
    }
}

void RelationGraph::Data::readLists(const std::vector<std::vector<std::string>> &named) {
    std::vector<std::uint32_t> row;
    std::vector<std::uint32_t> listsOf(catalog->size());
    for (const std::vector<std::string> &names : named) {
        if (names.size() > MaxComposedList)
            continue;
        for (const std::string &name : names)
            if (const auto found = catalog->find(withoutKind(name)); found && listsOf[*found] < MaxComposedLists)
                row.push_back(*found);
        lists.add(row);
        for (const Ordinal member : lists[lists.size() - 1])
            ++listsOf[member];
    }
    composed = lists.inverted(catalog->size());
}

/// Pairs that share tags are counted between different sets of tags, since thousands of actions have the same one.
void RelationGraph::Data::count() {
    statistics.nodes = catalog->size();
    statistics.edges = links.values.size() / 2;
    for (std::size_t group = 1; group < categories.size(); ++group)
        statistics.edges += categories[group].size() * (categories[group].size() - 1) / 2;

    std::uint64_t steps = 0;
    const auto step = [&] { return ++steps <= MaxPairsCounted; };
    std::vector<std::pair<Ordinal, Ordinal>> pairs;
    for (std::size_t list = 0; list < lists.size(); ++list)
        for (std::size_t i = 0; i < lists[list].size(); ++i)
            for (std::size_t j = i + 1; j < lists[list].size() && step(); ++j)
                pairs.emplace_back(lists[list][i], lists[list][j]);
    std::sort(pairs.begin(), pairs.end());
    statistics.edges += static_cast<std::uint64_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());

    std::unordered_map<std::string_view, std::uint32_t> numbers; // of each different set, by its bytes
    Rows sets;
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint32_t> row;
    for (std::size_t document = 0; document < tags.size(); ++document) {
        const auto own = tags[document];
        if (own.size() < LeastSharedTags)
            continue;
        const std::string_view key(reinterpret_cast<const char *>(own.data()), own.size_bytes());
        const auto [at, isNew] = numbers.try_emplace(key, static_cast<std::uint32_t>(sizes.size()));
        if (isNew) {
            row.assign(own.begin(), own.end());
            sets.add(row);
            sizes.push_back(0);
        }
        ++sizes[at->second];
    }
    const Rows having = sets.inverted(tagged.size());
    std::vector<std::uint32_t> common(sizes.size()), touched;
    for (std::uint32_t set = 0; set < sizes.size(); ++set) {
        statistics.edges += sizes[set] * (sizes[set] - 1) / 2;
        for (const std::uint32_t tag : sets[set]) {
            const auto others = having[tag];
            for (auto other = std::upper_bound(others.begin(), others.end(), set); other != others.end() && step();
                 ++other)
                if (common[*other]++ == 0)
                    touched.push_back(*other);
        }
        for (const std::uint32_t other : touched) {
            statistics.edges += common[other] >= LeastSharedTags ? sizes[set] * sizes[other] : 0;
            common[other] = 0;
        }
        touched.clear();
    }
    statistics.complete = steps <= MaxPairsCounted;
}

RelationGraph::RelationGraph(std::shared_ptr<const Data> data)
    : m_data(std::move(data)) {}

Result<std::shared_ptr<const RelationGraph>> RelationGraph::build(std::shared_ptr<const catalog::Catalog> catalog,
                                                                  const std::vector<std::vector<std::string>> &composed,
                                                                  const Job &job) {
    auto data = std::make_shared<Data>();
    data->catalog = std::move(catalog);
    constexpr std::uint64_t Steps = 4;
    const auto goesOn = [&](std::uint64_t done) {
        job.at("relating", done, Steps);
        return !job.cancelled();
    };
    if (goesOn(0))
        data->readTagsAndCategories();
    if (goesOn(1))
        data->readRequirements();
    if (goesOn(2))
        data->readLists(composed);
    if (goesOn(3))
        data->count();
    if (!goesOn(Steps))
        return fail(ErrorCode::Cancelled, "Relating the actions was cancelled.");
    return std::make_shared<const RelationGraph>(std::move(data));
}

std::vector<Edge> RelationGraph::edges(catalog::Ordinal capability, std::size_t limit) const {
    const Data &data = *m_data;
    std::vector<Edge> result;
    const auto add = [&](Ordinal other, Relation relation, double weight) {
        result.push_back({other, relation, static_cast<float>(weight)});
    };
    for (const Ordinal other : data.links[capability])
        add(other, Relation::DependsOn, info(Relation::DependsOn).weight);
    std::vector<Ordinal> others;
    for (const std::uint32_t list : data.composed[capability])
        others.insert(others.end(), data.lists[list].begin(), data.lists[list].end());
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const Ordinal other : others)
        if (other != capability)
            add(other, Relation::ComposedWith, info(Relation::ComposedWith).weight);
    std::vector<std::uint8_t> common(data.catalog->size());
    for (const std::uint32_t tag : data.tags[capability])
        for (const Ordinal other : data.tagged[tag])
            ++common[other];
    for (Ordinal other = 0; other < common.size(); ++other)
        if (common[other] >= LeastSharedTags && other != capability)
            add(other, Relation::TaggedWith, info(Relation::TaggedWith).weight * common[other]);
    if (data.category[capability] != 0)
        for (const Ordinal other : data.categories[data.category[capability]])
            if (other != capability)
                add(other, Relation::SameCategory, info(Relation::SameCategory).weight);
    std::sort(result.begin(), result.end(), [](const Edge &a, const Edge &b) {
        return a.weight != b.weight       ? a.weight > b.weight
               : a.relation != b.relation ? a.relation < b.relation
                                          : a.other < b.other;
    });
    if (result.size() > limit)
        result.resize(limit);
    return result;
}

std::vector<Edge> RelationGraph::between(catalog::Ordinal a, catalog::Ordinal b) const {
    std::vector<Edge> result;
    if (a != b)
        m_data->relate(a, b, [&](Relation relation, double weight) {
            result.push_back({b, relation, static_cast<float>(weight)});
        });
    return result;
}

std::vector<RelationGraph::Boost> RelationGraph::rerank(std::vector<Scored> &results, double factor,
                                                        const std::function<bool(catalog::Ordinal)> &allowed) const {
    const Data &data = *m_data;
    std::vector<Boost> boosts;
    std::vector<double> before(results.size());
    std::vector<Ordinal> known(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        before[i] = results[i].score;
        known[i] = results[i].ordinal;
    }
    std::sort(known.begin(), known.end());

    for (std::size_t i = 0; i < results.size(); ++i) {
        for (std::size_t j = i + 1; j < results.size(); ++j) {
            data.relate(results[i].ordinal, results[j].ordinal, [&](Relation relation, double weight) {
                const double contribution = factor * weight;
                results[i].score += contribution;
                results[j].score += contribution;
                boosts.push_back({results[i].ordinal, results[j].ordinal, relation, weight, contribution});
                boosts.push_back({results[j].ordinal, results[i].ordinal, relation, weight, contribution});
            });
        }
    }

    // What pulls others in, the highest offer first: when the cap is reached, only lower offers are left.
    struct Source {
        double offer;
        Ordinal from;
        Relation relation;
        std::uint32_t list; ///< of ComposedWith
    };
    std::vector<Source> sources;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Ordinal from = results[i].ordinal;
        if (!data.links[from].empty())
            sources.push_back({before[i] * factor * info(Relation::DependsOn).weight, from, Relation::DependsOn, 0});
        for (const std::uint32_t list : data.composed[from])
            sources.push_back(
                {before[i] * factor * info(Relation::ComposedWith).weight, from, Relation::ComposedWith, list});
    }
    std::sort(sources.begin(), sources.end(), [](const Source &a, const Source &b) {
        return a.offer != b.offer         ? a.offer > b.offer
               : a.relation != b.relation ? a.relation < b.relation
               : a.from != b.from         ? a.from < b.from
                                          : a.list < b.list;
    });
    std::vector<bool> read(data.lists.size()); // its members came in with a higher offer
    std::size_t looks = 0;
    std::vector<Ordinal> pulled;
    for (const Source &source : sources) {
        if (source.offer <= 0 || pulled.size() >= MaxPulledIn)
            break;
        const bool isList = source.relation == Relation::ComposedWith;
        if (isList && read[source.list])
            continue;
        if (isList)
            read[source.list] = true;
        for (const Ordinal other : isList ? data.lists[source.list] : data.links[source.from]) {
            if (pulled.size() >= MaxPulledIn || ++looks > MaxNeighboursLookedAt)
                break;
            if (has(known, other) || !allowed(other) || std::find(pulled.begin(), pulled.end(), other) != pulled.end())
                continue;
            pulled.push_back(other);
            results.push_back({other, source.offer, true});
            boosts.push_back({other, source.from, source.relation, info(source.relation).weight, source.offer});
        }
    }
    std::sort(results.begin(), results.end(), [](const Scored &a, const Scored &b) {
        return a.score != b.score ? a.score > b.score : a.ordinal < b.ordinal;
    });
    return boosts;
}

const RelationGraph &RelationGraphSource::get() const {
    // Nothing can cancel it, and there is no other error.
    std::call_once(m_once, [&] { m_graph = *RelationGraph::build(m_catalog, m_composed); });
    return *m_graph;
}

const RelationGraph::Statistics &RelationGraph::statistics() const { return m_data->statistics; }
const catalog::Catalog &RelationGraph::catalog() const { return *m_data->catalog; }

} // namespace actionscope::retrieval
