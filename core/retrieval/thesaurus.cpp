#include "retrieval/thesaurus.h"

#include "base/file.h"
#include "base/hash.h"
#include "catalog/rule_file.h"
#include "retrieval/analyzer.h"

#include <algorithm>
#include <stdexcept>

// The bytes of resources/retrieval/thesaurus.yaml as a part of the library; the path comes from CMakeLists.txt.
__asm__(".pushsection .rodata\n"
        ".global actionscopeThesaurusBegin\n"
        ".global actionscopeThesaurusEnd\n"
        ".hidden actionscopeThesaurusBegin\n"
        ".hidden actionscopeThesaurusEnd\n"
        "actionscopeThesaurusBegin:\n"
        ".incbin \"" ACTIONSCOPE_THESAURUS_FILE "\"\n"
        "actionscopeThesaurusEnd:\n"
        ".popsection\n");

extern "C" __attribute__((visibility("hidden"))) const char actionscopeThesaurusBegin[];
extern "C" __attribute__((visibility("hidden"))) const char actionscopeThesaurusEnd[];

namespace actionscope::retrieval {

std::size_t Thesaurus::Hash::operator()(std::string_view text) const { return hash64(text); }

Result<void> Thesaurus::add(const std::string &yaml, const std::string &name) {
    const auto file = catalog::RuleFile::parse(yaml, name);
    if (!file)
        return fail(file.error());
    try {
        file->expectMap(file->root(), "a thesaurus", {"groups"});
        Analyzer &analyzer = threadAnalyzer();
        for (const YAML::Node &group : file->items(file->root()["groups"], "`groups`", MaxGroups)) {
            file->expectSequence(group, "a group");
            std::vector<std::string> terms;
            for (const YAML::Node &node : group) {
                const std::string word = file->text(node, "a word");
                const auto tokens = analyzer.analyze(word);
                if (tokens.size() != 1)
                    file->complain(node, "\"" + word + "\" is not one word; entries are compared word by word");
                // Words that queries are searched without can bring nothing.
                if (!tokens.front().term.empty())
                    terms.push_back(tokens.front().term);
            }
            if (group.size() < 2)
                file->complain(group, "a group has at least two words");
            addGroup(terms);
        }
    } catch (const catalog::RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, "not a thesaurus: " + error.msg, {name});
    }
    return {};
}

void Thesaurus::addGroup(const std::vector<std::string> &terms) {
    for (const std::string &term : terms) {
        std::vector<std::string> &others = m_related[term];
        for (const std::string &other : terms) {
            const auto at = std::lower_bound(others.begin(), others.end(), other);
            if (other != term && (at == others.end() || *at != other))
                others.insert(at, other);
        }
    }
    ++m_groups;
}

std::shared_ptr<const Thesaurus> Thesaurus::withGroup(std::span<const std::string> words) const {
    auto thesaurus = std::make_shared<Thesaurus>(*this);
    std::vector<std::string> terms;
    for (const std::string &word : words)
        for (Analyzer::Token &token : threadAnalyzer().analyze(word))
            if (!token.term.empty())
                terms.push_back(std::move(token.term));
    thesaurus->addGroup(terms);
    return thesaurus;
}

std::shared_ptr<const Thesaurus> Thesaurus::shipped() {
    static const std::shared_ptr<const Thesaurus> Shared = [] {
        auto thesaurus = std::make_shared<Thesaurus>();
        const std::string text(actionscopeThesaurusBegin, actionscopeThesaurusEnd);
        if (const auto added = thesaurus->add(text, "the shipped thesaurus"); !added)
            throw std::logic_error(added.error().toString()); // built with another file: the tests see it
        return thesaurus;
    }();
    return Shared;
}

Result<std::shared_ptr<const Thesaurus>> Thesaurus::withFile(const std::filesystem::path &file) {
    const auto text = readFile(file, 1U << 20, "the cap of a thesaurus");
    if (!text && text.error().code == ErrorCode::NotFound)
        return shipped();
    if (!text)
        return fail(text.error());
    auto thesaurus = std::make_shared<Thesaurus>(*shipped());
    if (auto added = thesaurus->add(*text, file.string()); !added)
        return fail(added.error());
    return thesaurus;
}

std::span<const std::string> Thesaurus::related(std::string_view term) const {
    const auto found = m_related.find(term);
    return found == m_related.end() ? std::span<const std::string>() : std::span<const std::string>(found->second);
}

} // namespace actionscope::retrieval
