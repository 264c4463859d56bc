#pragma once
/// A ranking as a file: which ranker, and how much each of its signals weighs. Built-in presets and those in
/// `presets/*.yaml` of a workspace are the same thing.

#include "base/result.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval {

/// What a hybrid score is summed from. Each is a number from 0 to about 1 for a document and a query, comparable
/// between documents of one query; formulas in tests/bench/RESULTS.md and in the explanation.
enum class Signal : std::uint8_t {
    Keywords,  ///< BM25F of the whole query, against the best document's
    Segments,  ///< the same for that part of a long query which fits best
    Thesaurus, ///< BM25F of words that the thesaurus gives for the query's, beyond what the words themselves bring
    Coverage,  ///< how much of what the action says of itself the query asks for, by rarity of the words
    Meaning,   ///< cosine to the nearest part of the query, in standard deviations over all documents
    Nearest,   ///< the same, sharpened: only what comes close to the nearest document counts
    Service,   ///< how well the words fit the action's service as a whole
    Method,    ///< the query's verb asks for the action's HTTP method
};
constexpr std::size_t SignalCount = 8;
using SignalValues = std::array<double, SignalCount>;

struct SignalInfo {
    Signal signal;
    std::string_view key;   ///< in preset files, JSON and explanations: "keywords", "meaning", …
    std::string_view label; ///< for people, English; a key for translation
    double most;            ///< greatest weight a preset may give
    bool needsVectors;
};
[[nodiscard]] std::span<const SignalInfo, SignalCount> signals();

enum class Ranker : std::uint8_t {
    Fusion,      ///< weighted sum of all signals
    Keywords,    ///< BM25 only, by the pruned search (GD3)
    Graph,       ///< vectors, then the relationship graph (CD5, CD6)
    Additive,    ///< cosine mapped to [0,1] plus keyword boosts (TF4)
    ExpertTiers, ///< expert, system and catalog tier, merged (ST1)
};

struct Preset {
    std::string name;        ///< [a-z0-9-]{1,64}
    std::string description; ///< one line
    Ranker ranker = Ranker::Fusion;
    SignalValues weights{};
    double k1 = 2.0, b = 0.75;
    double floor = 0; ///< on the scale of this preset's scores
    friend bool operator==(const Preset &, const Preset &) = default;
};

/// "default" first, then "keywords" and the other rankers that there are.
[[nodiscard]] std::span<const Preset> builtInPresets();
[[nodiscard]] const Preset *findBuiltIn(std::string_view name);
[[nodiscard]] inline const Preset &defaultPreset() { return builtInPresets().front(); }

/// `{name, base: default, description, floor, k1, b, weights: {keywords: 1, …}}`; what is absent comes from `base`, a
/// built-in, which also decides the ranker. Errors: ParseError with line and column (unknown keys, negative or infinite
/// numbers, all weights zero, above `most`); LimitExceeded past 1 MiB.
[[nodiscard]] Result<Preset> parsePreset(std::string_view yaml, std::string_view file);
/// Only what differs from its base: small, reviewable. parsePreset() of it gives the preset again.
[[nodiscard]] std::string writePreset(const Preset &preset, std::string_view base = "default");
/// Errors: InvalidArgument, as parsePreset but without a place.
[[nodiscard]] Result<void> checkPreset(const Preset &preset);

/// Presets by name: the built-ins and those of files. Immutable; any thread.
class PresetList {
public:
    using Entry = std::shared_ptr<const Preset>;
    /// The built-ins alone.
    PresetList();
    /// The `*.yaml` of `folder` after the built-ins, in order of their names. A file may take a built-in's name: then
    /// it takes its place, so that a tuned `default` is what everybody searches with. A file that cannot be used is
    /// left out and its error appended to `problems`.
    [[nodiscard]] static PresetList read(const std::filesystem::path &folder, std::vector<Error> &problems);

    [[nodiscard]] const std::vector<Entry> &all() const { return m_presets; } ///< never empty; "default" comes first
    [[nodiscard]] Entry find(std::string_view name) const;                    ///< null when there is none
    /// Errors: NotFound, naming those that there are.
    [[nodiscard]] Result<Entry> get(std::string_view name) const;

private:
    std::vector<Entry> m_presets;
};

} // namespace actionscope::retrieval
