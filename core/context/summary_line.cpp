/// Tier 1: one of the best matches in one line.
#include "base/text.h"
#include "catalog/capability_id.h"
#include "context/detail/rendering.h"

#include <array>

namespace actionscope::context::detail {
namespace {

constexpr std::size_t ConsideredParameters = 64, ParameterBytes = 48;

/// Names of parameters, those that must be given first, the others with a `?`.
std::vector<std::string> parameterNames(const catalog::CapabilityView &capability) {
    std::vector<std::string> names;
    for (const bool required : {true, false}) {
        for (std::size_t i = 0; i < capability.parameterCount() && names.size() < ConsideredParameters; ++i) {
            const catalog::ParameterView parameter = capability.parameter(i);
            if (parameter.required == required && parameter.name.size() <= ParameterBytes)
                names.push_back(oneLine(parameter.name) + (required ? "" : "?"));
        }
    }
    return names;
}

std::string listOf(const std::vector<std::string> &names, std::size_t shown, std::size_t total) {
    std::string list;
    shown = std::min(shown, names.size());
    for (std::size_t i = 0; i < shown; ++i)
        list += (i == 0 ? "" : ", ") + names[i];
    if (total > shown)
        list += (shown == 0 ? "" : ", ") + ('+' + std::to_string(total - shown) + " more");
    return list;
}

} // namespace

std::string summaryLine(std::size_t number, const catalog::Catalog &catalog, catalog::Ordinal ordinal,
                        const Prose &prose, const TokenCounter &counter, std::size_t tokens) {
    const catalog::CapabilityView capability = catalog.at(ordinal);
    const std::string head = std::to_string(number) + ". " + oneLine(catalog::capabilityId(catalog, ordinal)) + " (" +
                             std::string(catalog::kindName(capability.kind())) + ").";
    const std::string_view text = prose.description.empty() ? prose.title : prose.description;
    std::string_view word = " Params: ";
    std::size_t total = capability.parameterCount();
    std::vector<std::string> names = parameterNames(capability);
    if (total == 0) {
        word = " Requires: ";
        for (const auto &list : {capability.requires_(), capability.secrets()})
            for (const std::string_view name : list)
                if (names.size() < ConsideredParameters)
                    names.push_back(oneLine(name, ParameterBytes));
        total = capability.requires_().size() + capability.secrets().size();
    }
    // Prose and names in turn become less until it fits.
    struct Length {
        std::size_t prose, names;
    };
    constexpr std::array Lengths{Length{160, 8}, Length{120, 8}, Length{120, 5}, Length{80, 5}, Length{80, 3},
                                 Length{40, 3},  Length{40, 1},  Length{0, 1},   Length{0, 0}};
    std::string line;
    for (const Length &length : Lengths) {
        line = head;
        if (length.prose > 0) {
            std::string sentence = oneLine(text, length.prose);
            // The first sentence, where it ends late enough to say something.
            if (const std::size_t end = sentence.find(". "); end != std::string::npos && end >= 20)
                sentence.resize(end);
            while (sentence.ends_with('.'))
                sentence.pop_back();
            if (!sentence.empty())
                line += ' ' + sentence + (sentence.ends_with("…") ? "" : ".");
        }
        if (total > 0 && (length.names > 0 || length.prose > 0))
            line += std::string(word) + listOf(names, length.names, total);
        line += '\n';
        if (counter.count(line) <= tokens)
            break;
    }
    return line;
}

} // namespace actionscope::context::detail
