#include "retrieval/embedding.h"

#include "base/text.h"
#include "retrieval/detail/compounds.h"
#include "retrieval/detail/fields.h"
#include "retrieval/detail/prose.h"

#include <algorithm>

namespace actionscope::retrieval {
namespace {

// Weights of the parts, from the ablations in tests/bench/RESULTS.md.
constexpr float NameWeight = 1.0F, PathWeight = 0.8F, TagWeight = 0.4F, ParameterWeight = 0.4F, ServiceWeight = 0.4F,
                FirstSentenceWeight = 1.0F, SentenceWeight = 0.5F;
constexpr std::size_t Sentences = 5, PathSegments = 2;
constexpr std::size_t MaxJoinedBytes = 1200; ///< some 300 tokens of English

void add(EmbeddedText &text, std::string part, float weight) {
    if (!part.empty())
        text.parts.push_back({std::move(part), weight});
}

/// The text, and behind it the parts of names that are written in one word.
std::string withParts(std::string text) {
    thread_local Tokenizer tokenizer;
    std::string parts;
    tokenizer.split(text, [&](const Tokenizer::Word &word) {
        if (const std::string_view found = detail::compoundParts(word.text); !found.empty())
            parts.append(1, ' ').append(found);
    });
    return text + parts;
}

bool sameText(std::string_view a, std::string_view b) {
    const auto trimmed = [](std::string_view text) {
        const std::size_t first = std::min(text.find_first_not_of(" \n\t"), text.size());
        text.remove_prefix(first);
        while (!text.empty() && (text.back() == '.' || text.back() == ' ' || text.back() == '\n'))
            text.remove_suffix(1);
        return toLowerAscii(text);
    };
    return trimmed(a) == trimmed(b);
}

} // namespace

EmbeddedText embeddedText(catalog::CapabilityView capability, const catalog::ServiceInfo &service) {
    EmbeddedText text;
    text.method = std::string(catalog::methodName(capability.method()));
    add(text, withParts(std::string(capability.name())), NameWeight);
    add(text, withParts(detail::pathTail(capability.path(), PathSegments)), PathWeight);

    std::string words;
    for (std::size_t i = 0, n = capability.tagCount(); i < n; ++i)
        (words += capability.tag(i)) += ' ';
    words += capability.category();
    for (const std::string_view needed : capability.requires_())
        (words += ' ') += needed;
    add(text, withParts(std::move(words)), TagWeight);

    words.clear();
    for (std::size_t i = 0, n = capability.parameterCount(); i < n; ++i)
        (words += capability.parameter(i).name) += ' ';
    add(text, withParts(std::move(words)), ParameterWeight);

    thread_local Tokenizer tokenizer;
    add(text, detail::serviceText(service, tokenizer), ServiceWeight);

    // The source's summary is its first sentence; many descriptions begin by repeating it.
    std::vector<std::string> sentences = detail::firstSentences(capability.title(), 1);
    for (std::string &sentence : detail::firstSentences(capability.description(), Sentences)) {
        if (sentences.size() < Sentences && (sentences.empty() || !sameText(sentences.front(), sentence)))
            sentences.push_back(std::move(sentence));
    }
    for (std::size_t i = 0; i < sentences.size(); ++i)
        add(text, std::move(sentences[i]), i == 0 ? FirstSentenceWeight : SentenceWeight);
    return text;
}

EmbeddedText embeddedName(catalog::CapabilityView capability) {
    EmbeddedText text;
    add(text, std::string(capability.name()), NameWeight);
    add(text, detail::pathTail(capability.path(), PathSegments), PathWeight);
    return text;
}

std::string EmbeddedText::joined() const {
    std::string text = method;
    for (const Part &part : parts) {
        if (text.size() >= MaxJoinedBytes)
            break;
        text += text.empty() ? "" : ". ";
        text += part.text;
    }
    return std::string(truncateUtf8(text, MaxJoinedBytes));
}

} // namespace actionscope::retrieval
