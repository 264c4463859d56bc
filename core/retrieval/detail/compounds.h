#pragma once
/// Names written in one word: "gethospitalsbyname" is get, hospitals, by, name. Split by the vocabulary of the shipped
/// embedding table, so that the result depends on nothing but the word.

#include <string_view>

namespace actionscope::retrieval::detail {

/// The parts of a folded word with blanks between; empty when it is a word itself or not surely made of several:
/// letters only, LeastCompound of them or more, at most MostParts parts, each of four letters or more but for a few
/// short words, and the last one no mere ending ("viewership"). Valid until this thread's next call. A word that was
/// seen before costs one look into a table, a new one some microseconds.
[[nodiscard]] std::string_view compoundParts(std::string_view word);

/// Calls `sink(part)` for each of them.
template <class Sink> void forEachPart(std::string_view parts, Sink &&sink) {
    while (!parts.empty()) {
        const std::size_t end = parts.find(' ');
        sink(parts.substr(0, end));
        parts = end == std::string_view::npos ? std::string_view() : parts.substr(end + 1);
    }
}

constexpr std::size_t LeastCompound = 8, MostParts = 6;

} // namespace actionscope::retrieval::detail
