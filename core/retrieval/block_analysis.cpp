#include "retrieval/detail/block_analysis.h"

#include "retrieval/detail/compounds.h"

#include <algorithm>
#include <limits>

namespace actionscope::retrieval::detail {

std::uint32_t BlockAnalyzer::termOf(std::string_view word) {
    return m_words.findOrAdd(word, [&] {
        const std::string_view term = m_analyzer.term(word);
        if (term.empty())
            return NoTerm;
        return m_terms.findOrAdd(term, [&] {
            m_weight.push_back(0);
            m_core.push_back(0);
            m_inBlock.push_back(0);
            m_hash.push_back(wordHash(term));
            return static_cast<std::uint32_t>(m_terms.size());
        });
    });
}

void BlockAnalyzer::add(Field field, std::string_view text) {
    if (text.empty())
        return;
    const std::uint32_t tenths = FieldTenths[static_cast<std::size_t>(field)];
    const bool inSet = field == Field::Name || field == Field::Title;
    const std::size_t coreBytes = inSet ? text.size() : field == Field::Description ? CoreDescriptionBytes : 0;
    m_tokenizer.split(text, [&](const Tokenizer::Word &word) {
        const std::uint32_t term = termOf(word.text);
        if (term == NoTerm)
            return;
        if (m_weight[term] == 0)
            m_touched.push_back(term);
        m_weight[term] += tenths;
        if (word.end <= coreBytes)
            m_core[term] = CoreBit;
        m_length += tenths;
        if (inSet)
            m_set.push_back(term);
        if (!hasCompounds(field))
            return;
        forEachPart(compoundParts(word.text), [&](std::string_view part) {
            const std::uint32_t of = termOf(part);
            if (of == NoTerm)
                return;
            if (m_weight[of] == 0)
                m_touched.push_back(of);
            m_weight[of] += tenths;
            if (word.end <= coreBytes)
                m_core[of] = CoreBit;
            m_length += tenths;
        });
    });
}

std::uint64_t BlockAnalyzer::closeWordSet() {
    std::sort(m_set.begin(), m_set.end());
    m_set.erase(std::unique(m_set.begin(), m_set.end()), m_set.end());
    std::uint64_t hash = NoWords;
    for (const std::uint32_t term : m_set)
        hash += m_hash[term];
    m_set.clear();
    return hash;
}

BlockPostings BlockAnalyzer::analyze(const catalog::Service &service, std::uint32_t first, std::uint32_t count) {
    BlockPostings block;
    m_found.clear();
    const std::string serviceWords = serviceText(service.info, m_tokenizer);
    for (std::uint32_t i = 0; i < count; ++i) {
        m_length = 0;
        WordSets sets;
        forEachText(service.segment->at(first + i), serviceWords, m_buffer, [&](Field field, std::string_view text) {
            add(field, text);
            if (field == Field::Name)
                sets.name = closeWordSet();
            else if (field == Field::Title)
                sets.title = closeWordSet();
        });
        block.wordSets.push_back(sets);
        for (const std::uint32_t term : m_touched) {
            const std::uint32_t tenths = std::min(m_weight[term], MaxWeightTenths);
            const auto coded = static_cast<std::uint8_t>(tenths | m_core[term]);
            m_weight[term] = 0;
            m_core[term] = 0;
            if (m_inBlock[term]++ == 0)
                block.terms.push_back(term);
            m_found.push_back({term, {static_cast<std::uint8_t>(i), coded}});
        }
        m_touched.clear();
        block.lengths.push_back(
            static_cast<std::uint32_t>(std::min<std::uint64_t>(m_length, std::numeric_limits<std::uint32_t>::max())));
    }
    // Grouped by term with a counting sort; documents stay in order because they were found in order.
    block.counts.reserve(block.terms.size());
    std::uint32_t next = 0;
    for (const std::uint32_t term : block.terms) {
        const std::uint32_t postings = m_inBlock[term];
        block.counts.push_back(static_cast<std::uint16_t>(postings));
        m_inBlock[term] = next;
        next += postings;
    }
    block.postings.resize(m_found.size());
    for (const Found &found : m_found)
        block.postings[m_inBlock[found.term]++] = found.posting;
    for (const std::uint32_t term : block.terms)
        m_inBlock[term] = 0;
    return block;
}

} // namespace actionscope::retrieval::detail
