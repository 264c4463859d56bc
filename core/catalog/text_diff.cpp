#include "catalog/editor.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace actionscope::catalog {
namespace {

/// Differences beyond this many lines are shown as one block removed and one added: Myers' algorithm keeps a row of
/// positions per difference, and nobody reads such a diff line by line.
constexpr std::size_t MaxDifferences = 2000;

std::vector<std::string_view> splitLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

/// Which lines of `a` and `b` are not common to both, by Myers' greedy O(ND) algorithm ("An O(ND) Difference Algorithm
/// and Its Variations", 1986). Everything is marked when there are more than MaxDifferences of them.
struct Marks {
    std::vector<bool> removed, added;
};
Marks compare(const std::vector<std::uint32_t> &a, const std::vector<std::uint32_t> &b) {
    const auto n = static_cast<std::ptrdiff_t>(a.size()), m = static_cast<std::ptrdiff_t>(b.size());
    Marks marks{std::vector<bool>(a.size(), true), std::vector<bool>(b.size(), true)};
    const std::ptrdiff_t most = std::min<std::ptrdiff_t>(n + m, MaxDifferences);
    std::vector<std::vector<std::ptrdiff_t>> trace; // furthest x on each diagonal -d…d, one row a step
    const auto at = [&trace](std::ptrdiff_t d, std::ptrdiff_t k) -> std::ptrdiff_t {
        return trace[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
    };
    // Where step d enters diagonal k: from above (a line added) or from the left (one removed), whichever is further
    // and still inside; x is -1 when neither is.
    struct Entry {
        std::ptrdiff_t x;
        bool down;
    };
    const auto enter = [&](std::ptrdiff_t d, std::ptrdiff_t k) -> Entry {
        if (d == 0)
            return {0, false};
        std::ptrdiff_t down = k + 1 <= d - 1 ? at(d - 1, k + 1) : -1, right = k - 1 >= 1 - d ? at(d - 1, k - 1) : -1;
        if (down - k > m)
            down = -1;
        right = right >= 0 && right < n ? right + 1 : -1;
        return right >= down ? Entry{right, false} : Entry{down, true};
    };
    for (std::ptrdiff_t d = 0; d <= most; ++d) {
        std::vector<std::ptrdiff_t> row(static_cast<std::size_t>(2 * d + 1), -1);
        bool done = false;
        for (std::ptrdiff_t k = -d; k <= d && !done; k += 2) {
            std::ptrdiff_t x = k > n || -k > m ? -1 : enter(d, k).x;
            if (x < 0)
                continue;
            std::ptrdiff_t y = x - k;
            while (x < n && y < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) {
                ++x;
                ++y;
            }
            row[static_cast<std::size_t>(k + d)] = x;
            done = x == n && y == m;
        }
        trace.push_back(std::move(row));
        if (!done)
            continue;
        std::ptrdiff_t x = n, y = m;
        for (std::ptrdiff_t step = d; step >= 0; --step) {
            const std::ptrdiff_t k = x - y;
            const Entry entry = enter(step, k);
            for (; x > entry.x; --x, --y) {
                marks.removed[static_cast<std::size_t>(x - 1)] = false;
                marks.added[static_cast<std::size_t>(y - 1)] = false;
            }
            (entry.down ? y : x) -= 1;
        }
        return marks;
    }
    return marks;
}

} // namespace

std::vector<DiffLine> diffLines(std::string_view before, std::string_view after, std::size_t context) {
    if (before == after)
        return {};
    const std::vector<std::string_view> a = splitLines(before), b = splitLines(after);
    std::size_t prefix = 0, suffix = 0;
    while (prefix < std::min(a.size(), b.size()) && a[prefix] == b[prefix])
        ++prefix;
    while (suffix < std::min(a.size(), b.size()) - prefix && a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix])
        ++suffix;
    std::unordered_map<std::string_view, std::uint32_t> ids;
    const auto idsOf = [&](const std::vector<std::string_view> &lines) {
        std::vector<std::uint32_t> out;
        for (std::size_t i = prefix; i < lines.size() - suffix; ++i)
            out.push_back(ids.emplace(lines[i], static_cast<std::uint32_t>(ids.size())).first->second);
        return out;
    };
    const std::vector<std::uint32_t> middleA = idsOf(a), middleB = idsOf(b);
    const Marks marks = compare(middleA, middleB);

    // The whole as one run of lines; hunks are then cut out of it around what changed.
    std::vector<DiffLine> all;
    const auto shown = [](std::string_view line) {
        if (line.ends_with('\n'))
            line.remove_suffix(1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return std::string(line);
    };
    const auto put = [&](DiffLine::Kind kind, std::size_t i, std::size_t k) {
        const bool old = kind != DiffLine::Kind::Added;
        all.push_back({kind, old ? static_cast<std::uint32_t>(i + 1) : 0,
                       kind != DiffLine::Kind::Removed ? static_cast<std::uint32_t>(k + 1) : 0,
                       shown(old ? a[i] : b[k])});
        const std::string_view line = old ? a[i] : b[k];
        if (!line.ends_with('\n'))
            all.push_back({DiffLine::Kind::Context, 0, 0, "\\ No newline at end of file"});
    };
    std::size_t i = 0, k = 0;
    while (i < a.size() || k < b.size()) {
        const bool inMiddleA = i >= prefix && i < a.size() - suffix, inMiddleB = k >= prefix && k < b.size() - suffix;
        if (inMiddleA && marks.removed[i - prefix]) {
            put(DiffLine::Kind::Removed, i++, k);
        } else if (inMiddleB && marks.added[k - prefix]) {
            put(DiffLine::Kind::Added, i, k++);
        } else {
            put(DiffLine::Kind::Context, i, k);
            ++i;
            ++k;
        }
    }

    std::vector<DiffLine> hunks;
    const auto changed = [&](std::size_t at) {
        return all[at].kind == DiffLine::Kind::Added || all[at].kind == DiffLine::Kind::Removed;
    };
    for (std::size_t at = 0; at < all.size();) {
        if (!changed(at)) {
            ++at;
            continue;
        }
        const std::size_t from = at > context ? at - context : 0;
        std::size_t last = at;
        for (std::size_t next = at; next < all.size() && next <= last + 2 * context + 1; ++next) {
            if (changed(next))
                last = next;
        }
        const std::size_t to = std::min(all.size(), last + context + 1);
        std::uint32_t oldLine = 0, newLine = 0, oldCount = 0, newCount = 0;
        for (std::size_t line = from; line < to; ++line) {
            oldCount += all[line].oldLine != 0 ? 1 : 0;
            newCount += all[line].newLine != 0 ? 1 : 0;
            if (oldLine == 0)
                oldLine = all[line].oldLine;
            if (newLine == 0)
                newLine = all[line].newLine;
        }
        hunks.push_back({DiffLine::Kind::Hunk, oldLine, newLine,
                         "@@ -" + std::to_string(oldLine) + ',' + std::to_string(oldCount) + " +" +
                             std::to_string(newLine) + ',' + std::to_string(newCount) + " @@"});
        hunks.insert(hunks.end(), all.begin() + static_cast<std::ptrdiff_t>(from),
                     all.begin() + static_cast<std::ptrdiff_t>(to));
        at = to;
    }
    return hunks;
}

} // namespace actionscope::catalog
