#pragma once
/// The reading of a name behind the condition `deletes:`, shared by both ways of classifying.

#include <algorithm>
#include <cstddef>

namespace actionscope::risk::detail {

/// Whether words say that a thing is destroyed: a verb, at most two words, and the noun at the end ("delete db
/// cluster"), or the noun and the verb at the end ("projects delete"). What follows a preposition only says which one
/// ("delete project by id", "delete user from project"), and a trailing version says nothing.
///
/// `at` answers for word i: `isVerb(i)`, `isPreposition(i)`, `isVersion(i)` (digits, `v`), and `nounAt(i)`, how many
/// words the longest noun that ends at i has, 0 for none.
template <class At> bool saysDestroyed(std::size_t count, const At &at) {
    for (std::size_t i = 1; i < count; ++i) {
        if (at.isPreposition(i))
            count = i;
    }
    while (count > 0 && at.isVersion(count - 1))
        --count;
    if (count < 2)
        return false;
    const std::size_t last = count - 1;
    if (at.isVerb(last) && at.nounAt(last - 1) > 0)
        return true;
    const std::size_t noun = at.nounAt(last);
    if (noun == 0 || noun > last)
        return false;
    const std::size_t start = count - noun, nearest = start - std::min<std::size_t>(start, 3);
    for (std::size_t i = start; i > nearest; --i) {
        if (at.isVerb(i - 1))
            return true;
    }
    return false;
}

} // namespace actionscope::risk::detail
