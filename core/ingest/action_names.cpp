#include "base/hash.h"
#include "base/text.h"
#include "ingest/openapi.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace actionscope::ingest {
namespace {

constexpr std::size_t HashDigits = 6;

std::string baseName(const OperationKey &operation) {
    std::string name = actionName(operation.operationId);
    if (!name.empty())
        return name;
    name = toLowerAscii(operation.method);
    if (const std::string words = actionName(operation.path); !words.empty())
        name += '_' + words;
    return name;
}

} // namespace

std::vector<std::string> actionNames(const std::vector<OperationKey> &operations) {
    std::vector<std::string> names(operations.size());
    std::vector<std::size_t> order(operations.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(operations[a].path, operations[a].method) < std::tie(operations[b].path, operations[b].method);
    });
    // Names that nobody disputes are given first, so that a new clash elsewhere never renames an operation that has its
    // name by right.
    std::unordered_set<std::string> taken;
    std::vector<std::size_t> clashing;
    for (const std::size_t i : order) {
        names[i] = baseName(operations[i]);
        if (!taken.insert(names[i]).second)
            clashing.push_back(i);
    }
    for (const std::size_t i : clashing) {
        const OperationKey &operation = operations[i];
        std::string name = names[i] + '_' + toLowerAscii(operation.method);
        if (!taken.insert(name).second) {
            const std::string hash = toHex(sha256(toLowerAscii(operation.method) + ' ' + operation.path));
            name += '_';
            std::size_t digits = HashDigits;
            while (digits < hash.size() && taken.contains(name + hash.substr(0, digits)))
                ++digits;
            name += hash.substr(0, digits);
            // Only the same method and path twice come here, which no description can hold.
            while (!taken.insert(name).second)
                name += '_';
        }
        names[i] = std::move(name);
    }
    return names;
}

} // namespace actionscope::ingest
