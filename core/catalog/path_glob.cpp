#include "catalog/hand_file.h"

#include <algorithm>

namespace actionscope::catalog {
namespace {

std::vector<std::string_view> segments(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        if (!part.empty())
            parts.push_back(part);
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    }
    return parts;
}

} // namespace

bool wildcardMatches(std::string_view pattern, std::string_view text) {
    // Going back to the last star only is what keeps hostile patterns at |pattern| × |text|.
    std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool pathGlobMatches(std::string_view glob, std::string_view path) {
    const std::vector<std::string_view> pattern = segments(glob), parts = segments(path);
    // reachable[i]: the pattern so far can have eaten the first i segments. Linear in pattern × path, whatever the
    // stars.
    std::vector<char> reachable(parts.size() + 1, 0);
    reachable[0] = 1;
    for (const std::string_view step : pattern) {
        if (step == "**") {
            const auto first = std::find(reachable.begin(), reachable.end(), 1);
            std::fill(first, reachable.end(), 1);
            continue;
        }
        for (std::size_t i = parts.size(); i > 0; --i)
            reachable[i] = static_cast<char>(reachable[i - 1] != 0 && wildcardMatches(step, parts[i - 1]));
        reachable[0] = 0;
    }
    return reachable[parts.size()] != 0;
}

bool Match::matches(Method actionMethod, std::string_view actionPath, const std::vector<std::string_view> &tags) const {
    return (!method || *method == actionMethod) && (!path || pathGlobMatches(*path, actionPath)) &&
           (!tag || std::find(tags.begin(), tags.end(), *tag) != tags.end());
}

} // namespace actionscope::catalog
