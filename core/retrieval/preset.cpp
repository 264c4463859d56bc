#include "retrieval/preset.h"

#include "base/text.h"
#include "catalog/rule_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace actionscope::retrieval {
namespace {

constexpr std::array<SignalInfo, SignalCount> Signals{{
    {Signal::Keywords, "keywords", "Keywords", 2, false},
    {Signal::Segments, "segments", "Parts of the query", 2, false},
    {Signal::Thesaurus, "thesaurus", "Thesaurus", 2, false},
    {Signal::Coverage, "coverage", "Coverage", 2, false},
    {Signal::Meaning, "meaning", "Meaning", 2, true},
    {Signal::Nearest, "nearest", "Nearest meaning", 2, true},
    {Signal::Service, "service", "Service", 2, false},
    {Signal::Method, "method", "Verb and method", 2, false},
}};

SignalValues weigh(std::initializer_list<std::pair<Signal, double>> weights) {
    SignalValues values{};
    for (const auto &[signal, weight] : weights)
        values[static_cast<std::size_t>(signal)] = weight;
    return values;
}

const std::vector<Preset> &builtIns() {
    static const std::vector<Preset> Presets{
        {"default", "Words and meaning together", Ranker::Fusion,
         weigh({{Signal::Keywords, 0.4},
                {Signal::Segments, 0.5},
                {Signal::Thesaurus, 0.5},
                {Signal::Coverage, 0.4},
                {Signal::Meaning, 0.5},
                {Signal::Nearest, 0.3},
                {Signal::Service, 1.0},
                {Signal::Method, 0.1}}),
         2.0, 0.75, 0.04},
        {"keywords", "BM25 of the words, with service evidence", Ranker::Keywords,
         weigh({{Signal::Keywords, 1}, {Signal::Service, 0.3}}), 2.0, 0.75, 0.05},
        // The rankings of other systems. Their weights are in their rules; a preset file changes their floor. As
        // everywhere, a floor keeps nineteen of twenty queries that find a right answer (tests/bench/RESULTS.md).
        {"graph", "Meaning, then related results lift each other", Ranker::Graph, weigh({{Signal::Meaning, 1}}), 2.0,
         0.75, 0.53},
        {"additive", "Meaning plus boosts for words in path, name, description and tags", Ranker::Additive,
         weigh({{Signal::Meaning, 1}}), 2.0, 0.75, 0.93},
        {"expert-tiers", "The profile's experts, then curated actions, then meaning", Ranker::ExpertTiers,
         weigh({{Signal::Meaning, 1}}), 2.0, 0.75, 0.175},
    };
    return Presets;
}

std::string number(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

/// The first complaint about `value`, empty when it may stand under `key`.
std::string complaintAbout(std::string_view key, double value, double most) {
    if (std::isfinite(value) && value >= 0 && value <= most)
        return {};
    return std::string(key) + " is " + (std::isfinite(value) ? number(value) : "no finite number") +
           "; it goes from 0 to " + number(most);
}

constexpr double MostK1 = 10;
constexpr std::size_t MaxNameBytes = 64, MaxDescriptionBytes = 500;

bool isPresetName(std::string_view name) {
    return !name.empty() && name.size() <= MaxNameBytes && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

/// A value of `value`, or nothing; the whole text must be a number.
std::optional<double> toNumber(const std::string &text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

double readNumber(const catalog::RuleFile &file, const YAML::Node &node, std::string_view key, double most) {
    const auto value = toNumber(file.text(node, '`' + std::string(key) + '`'));
    if (!value)
        file.complain(node, std::string(key) + " must be a number");
    if (std::string complaint = complaintAbout(key, *value, most); !complaint.empty())
        file.complain(node, std::move(complaint));
    return *value;
}

Preset read(const catalog::RuleFile &file) {
    const YAML::Node &root = file.root();
    file.expectMap(root, "a preset", {"name", "base", "description", "floor", "k1", "b", "weights"});
    const std::string base = root["base"].IsDefined() ? file.text(root["base"], "`base`") : "default";
    const Preset *from = findBuiltIn(base);
    if (from == nullptr) {
        std::vector<std::string_view> known;
        for (const Preset &preset : builtIns())
            known.push_back(preset.name);
        file.complain(root["base"], "no built-in preset is called `" + base + '`' + catalog::didYouMean(base, known));
    }
    Preset preset = *from;
    preset.name = file.neededMember(root, "name", "a preset");
    if (!isPresetName(preset.name))
        file.complain(root["name"], "a preset's name is 1 to 64 of a-z, 0-9 and -");
    if (root["description"].IsDefined())
        preset.description = file.text(root["description"], "`description`");
    if (preset.description.size() > MaxDescriptionBytes || preset.description.find('\n') != std::string::npos)
        file.complain(root["description"], "a description is one line of at most 500 bytes");
    if (root["floor"].IsDefined())
        preset.floor = readNumber(file, root["floor"], "floor", 1);
    if (root["k1"].IsDefined())
        preset.k1 = readNumber(file, root["k1"], "k1", MostK1);
    if (root["b"].IsDefined())
        preset.b = readNumber(file, root["b"], "b", 1);
    if (const YAML::Node weights = root["weights"]; weights.IsDefined()) {
        std::vector<std::string_view> known;
        for (const SignalInfo &info : Signals)
            known.push_back(info.key);
        file.expectMap(weights, "`weights`", known);
        for (const SignalInfo &info : Signals) {
            if (const YAML::Node node = weights[std::string(info.key)]; node.IsDefined())
                preset.weights[static_cast<std::size_t>(info.signal)] = readNumber(file, node, info.key, info.most);
        }
    }
    if (const auto checked = checkPreset(preset); !checked)
        file.complain(root["weights"].IsDefined() ? root["weights"] : root, checked.error().message);
    return preset;
}

} // namespace

std::span<const SignalInfo, SignalCount> signals() { return Signals; }

std::span<const Preset> builtInPresets() { return builtIns(); }

const Preset *findBuiltIn(std::string_view name) {
    for (const Preset &preset : builtIns()) {
        if (preset.name == name)
            return &preset;
    }
    return nullptr;
}

Result<Preset> parsePreset(std::string_view yaml, std::string_view name) {
    const auto file = catalog::RuleFile::parse(std::string(yaml), std::string(name));
    if (!file)
        return fail(file.error());
    try {
        return read(*file);
    } catch (const catalog::RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, "not a preset: " + error.msg, {std::string(name)});
    }
}

std::string writePreset(const Preset &preset, std::string_view baseName) {
    const Preset *base = findBuiltIn(baseName);
    if (base == nullptr)
        base = &defaultPreset();
    if (base->ranker != preset.ranker) {
        // Only a base of the same ranker can stand for it.
        for (const Preset &other : builtIns()) {
            if (other.ranker == preset.ranker) {
                base = &other;
                break;
            }
        }
    }
    std::string text = "name: " + preset.name + "\nbase: " + base->name + '\n';
    if (preset.description != base->description) {
        // A double-quoted scalar holds any line; a description has no other control characters worth keeping.
        text += "description: \"";
        for (const char c : preset.description) {
            if (c == '"' || c == '\\')
                text += '\\';
            text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
        text += "\"\n";
    }
    const auto line = [&text](std::string_view key, double value, double before, std::string_view indent = "") {
        if (value != before)
            text += std::string(indent) + std::string(key) + ": " + number(value) + '\n';
    };
    line("floor", preset.floor, base->floor);
    line("k1", preset.k1, base->k1);
    line("b", preset.b, base->b);
    if (preset.weights != base->weights) {
        text += "weights:\n";
        for (const SignalInfo &info : Signals) {
            const auto at = static_cast<std::size_t>(info.signal);
            line(info.key, preset.weights[at], base->weights[at], "  ");
        }
    }
    return text;
}

Result<void> checkPreset(const Preset &preset) {
    if (!isPresetName(preset.name))
        return fail(ErrorCode::InvalidArgument, "a preset's name is 1 to 64 of a-z, 0-9 and -");
    double sum = 0;
    for (const SignalInfo &info : Signals) {
        const double weight = preset.weights[static_cast<std::size_t>(info.signal)];
        if (std::string complaint = complaintAbout(info.key, weight, info.most); !complaint.empty())
            return fail(ErrorCode::InvalidArgument, std::move(complaint));
        sum += weight;
    }
    if (sum == 0)
        return fail(ErrorCode::InvalidArgument, "every weight is 0; give at least one signal a weight");
    for (const auto &[key, value, most] : {std::tuple("k1", preset.k1, MostK1), std::tuple("b", preset.b, 1.0),
                                           std::tuple("floor", preset.floor, 1.0)}) {
        if (std::string complaint = complaintAbout(key, value, most); !complaint.empty())
            return fail(ErrorCode::InvalidArgument, std::move(complaint));
    }
    return {};
}

PresetList::PresetList() {
    static const std::vector<Entry> Shared = [] {
        std::vector<Entry> list;
        for (const Preset &preset : builtIns())
            list.push_back(std::make_shared<const Preset>(preset));
        return list;
    }();
    m_presets = Shared;
}

PresetList PresetList::read(const std::filesystem::path &folder, std::vector<Error> &problems) {
    PresetList list;
    const auto files = catalog::ruleFilesOf(folder, "presets", false);
    if (!files) {
        problems.push_back(files.error());
        return list;
    }
    std::vector<Entry> found;
    for (const std::filesystem::path &path : *files) {
        const auto file = catalog::RuleFile::open(path);
        if (!file) {
            problems.push_back(file.error());
            continue;
        }
        try {
            auto preset = std::make_shared<const Preset>(retrieval::read(*file));
            const auto same = [&](const Entry &other) { return other->name == preset->name; };
            if (std::any_of(found.begin(), found.end(), same))
                file->complain(file->root()["name"],
                               "another file of presets/ has the name `" + preset->name + "` already");
            found.push_back(std::move(preset));
        } catch (const catalog::RuleError &error) {
            problems.push_back(error.error);
        } catch (const YAML::Exception &error) {
            problems.push_back({ErrorCode::ParseError, "not a preset: " + error.msg, {path.string()}});
        }
    }
    std::sort(found.begin(), found.end(), [](const Entry &a, const Entry &b) { return a->name < b->name; });
    for (Entry &preset : found) {
        const auto at = std::find_if(list.m_presets.begin(), list.m_presets.end(),
                                     [&](const Entry &other) { return other->name == preset->name; });
        if (at != list.m_presets.end())
            *at = std::move(preset);
        else
            list.m_presets.push_back(std::move(preset));
    }
    return list;
}

PresetList::Entry PresetList::find(std::string_view name) const {
    const auto at = std::find_if(m_presets.begin(), m_presets.end(), [&](const Entry &p) { return p->name == name; });
    return at == m_presets.end() ? nullptr : *at;
}

Result<PresetList::Entry> PresetList::get(std::string_view name) const {
    if (Entry found = find(name))
        return found;
    std::string message = "there is no preset \"" + std::string(name) + "\"; there are ";
    for (std::size_t i = 0; i < m_presets.size(); ++i)
        message += (i == 0 ? "" : i + 1 == m_presets.size() ? " and " : ", ") + m_presets[i]->name;
    return fail(ErrorCode::NotFound, std::move(message));
}

} // namespace actionscope::retrieval
