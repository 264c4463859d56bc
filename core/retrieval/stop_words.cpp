#include "retrieval/analyzer.h"

#include <algorithm>
#include <array>

namespace actionscope::retrieval {
namespace {

// Sorted. Articles, pronouns, auxiliaries, prepositions and the words people wrap a task in ("please", "I want you to
// …"). Deliberately absent: verbs that name actions (get, list, set, find, show, create, make, send, use, like, follow,
// …).
constexpr std::array<std::string_view, 173> StopWords{
    "a",      "about",    "above",   "after",     "again",   "all",     "also",   "am",      "an",      "and",
    "any",    "anything", "are",     "arent",     "as",      "at",      "be",     "because", "been",    "before",
    "being",  "both",     "but",     "by",        "can",     "cannot",  "cant",   "could",   "couldnt", "did",
    "didnt",  "do",       "does",    "doesnt",    "doing",   "dont",    "each",   "either",  "else",    "etc",
    "for",    "from",     "further", "had",       "hadnt",   "has",     "hasnt",  "have",    "havent",  "having",
    "he",     "help",     "her",     "here",      "hers",    "him",     "his",    "how",     "i",       "if",
    "im",     "in",       "into",    "is",        "isnt",    "it",      "its",    "itself",  "ive",     "just",
    "know",   "let",      "lets",    "ll",        "may",     "me",      "might",  "mine",    "more",    "most",
    "must",   "my",       "myself",  "need",      "needs",   "neither", "no",     "nor",     "not",     "of",
    "off",    "on",       "once",    "one",       "only",    "or",      "other",  "others",  "our",     "ours",
    "out",    "over",     "own",     "please",    "provide", "re",      "really", "same",    "shall",   "she",
    "should", "so",       "some",    "something", "such",    "tell",    "than",   "that",    "thats",   "the",
    "their",  "theirs",   "them",    "then",      "there",   "theres",  "these",  "they",    "this",    "those",
    "though", "through",  "thus",    "to",        "too",     "under",   "until",  "up",      "upon",    "us",
    "very",   "via",      "want",    "wanted",    "wants",   "was",     "wasnt",  "we",      "well",    "were",
    "what",   "whats",    "when",    "where",     "whether", "which",   "while",  "who",     "whom",    "whose",
    "why",    "will",     "with",    "within",    "without", "wont",    "would",  "wouldnt", "yes",     "yet",
    "you",    "your",     "yours"};

} // namespace

bool isStopWord(std::string_view word) { return std::binary_search(StopWords.begin(), StopWords.end(), word); }

} // namespace actionscope::retrieval
