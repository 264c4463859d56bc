#pragma once
/// Small catalogs for retrieval tests: written out, or generated from a seed.

#include "catalog/catalog.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace actionscope::test {

inline catalog::Service makeService(const std::string &id, std::vector<catalog::Capability> actions,
                                    const std::string &title = {}) {
    catalog::Service service;
    service.info.id = id;
    service.info.title = title;
    service.segment = *catalog::Segment::build(std::move(actions));
    return service;
}

inline std::shared_ptr<const catalog::Catalog> makeCatalog(std::vector<catalog::Service> services) {
    return *catalog::Catalog::build(std::move(services));
}

inline catalog::Capability makeAction(const std::string &name, const std::string &title,
                                      const std::string &description = {}) {
    catalog::Capability action;
    action.name = name;
    action.title = title;
    action.description = description;
    return action;
}

/// Random catalogs in which everything that ranking looks at occurs: repeated words, empty fields, ties, long
/// documents, big services of several blocks, words of one service only.
class CatalogGenerator {
public:
    explicit CatalogGenerator(std::uint32_t seed)
        : m_random(seed) {}

    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : m_random() % bound; }
    /// Words come with very different frequencies, as in prose.
    std::string word() {
        static const char *const Verbs[] = {"get", "list", "create", "delete", "update", "search", "send", "cancel"};
        const std::size_t kind = below(10);
        if (kind < 3)
            return Verbs[below(8)];
        if (kind < 8)
            return "thing" + std::string(1, static_cast<char>('a' + below(12)));
        return "rare" + std::string(1, static_cast<char>('a' + below(26))) +
               std::string(1, static_cast<char>('a' + below(26)));
    }
    std::string text(std::size_t most) {
        std::string words;
        for (std::size_t i = below(most + 1); i > 0; --i)
            words += (words.empty() ? "" : " ") + word();
        return words;
    }
    catalog::Capability action(std::size_t number) {
        catalog::Capability action;
        action.name = word() + "_" + word() + "_" + std::to_string(number);
        if (below(12) == 0)
            action.name = word() + std::to_string(number % 40);
        action.title = text(5);
        action.description = below(20) == 0 ? text(400) : text(30);
        action.path = "/" + word() + "/{" + word() + "}";
        for (std::size_t i = below(3); i > 0; --i)
            action.tags.push_back(text(2));
        for (std::size_t i = below(4); i > 0; --i)
            action.parameters.push_back({word() + std::to_string(i), text(6), "string", catalog::Place::Query, false});
        action.curated = below(4) == 0;
        action.kind = below(6) == 0 ? catalog::Kind::Tool : catalog::Kind::Action;
        return action;
    }
    catalog::Service service(std::size_t number) {
        const std::size_t size = below(8) == 0 ? 300 + below(500) : below(25);
        std::vector<catalog::Capability> actions;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < size; ++i) {
            catalog::Capability next = action(i);
            if (std::find(names.begin(), names.end(), next.name) != names.end())
                continue;
            names.push_back(next.name);
            actions.push_back(std::move(next));
        }
        return makeService(word() + "-" + std::to_string(number), std::move(actions), text(2));
    }
    std::vector<catalog::Service> services(std::size_t most) {
        std::vector<catalog::Service> all;
        for (std::size_t i = below(most + 1); i > 0; --i)
            all.push_back(service(i));
        return all;
    }

private:
    std::mt19937 m_random;
};

} // namespace actionscope::test
