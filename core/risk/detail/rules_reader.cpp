#include "risk/detail/rules_reader.h"

#include "base/text.h"
#include "catalog/rule_file.h"

#include <algorithm>
#include <functional>
#include <map>

namespace actionscope::risk::detail {
using catalog::didYouMean;
using catalog::RuleError;
namespace {

constexpr std::size_t MaxFiles = 256; // of all folders
constexpr std::size_t MaxListWords = 10'000;
constexpr std::size_t MaxPhraseWords = 8;

struct ListedWords {
    Words words;
    std::string text;
    Location where;
};

struct List {
    std::vector<ListedWords> entries;
    Location where;
};

/// Words added to a list by a later folder.
struct Extension {
    std::string list, reason;
    std::size_t folder = 0;
    Location where;
};

/// A list named in `unless:` of a rule: more words there make the rule hold less often.
struct Narrowing {
    std::string list, rule;
    std::size_t folder = 0;
};

class Reader {
public:
    explicit Reader(std::vector<std::vector<RuleFile>> folders)
        : m_folders(std::move(folders)) {}

    RiskPolicy::Rules read() {
        eachFile([this](const RuleFile &file, std::size_t) { readLists(file); });
        eachFile([this](const RuleFile &file, std::size_t folder) { readExtensions(file, folder); });
        eachFile([this](const RuleFile &file, std::size_t folder) { readRules(file, folder); });
        eachFile([this](const RuleFile &file, std::size_t) { readDisabled(file); });
        checkExtensions();
        finishKeywords();
        m_rules.engine = {engineSet("destroying"), engineSet("identifiers"), engineSet("versions"),
                          engineSet("prepositions")};
        return std::move(m_rules);
    }

private:
    void eachFile(const std::function<void(const RuleFile &, std::size_t)> &visit) const {
        for (std::size_t folder = 0; folder < m_folders.size(); ++folder) {
            for (const RuleFile &file : m_folders[folder]) {
                if (file.root().IsDefined() && !file.root().IsNull())
                    visit(file, folder);
            }
        }
    }

    ListedWords wordsOf(const RuleFile &file, const YAML::Node &node) const {
        ListedWords entry{{}, file.text(node, "a word"), file.locate(node)};
        entry.words = identifierWords(entry.text);
        if (entry.words.empty())
            file.complain(node, "`" + entry.text + "` holds no letter or digit");
        if (entry.words.size() > MaxPhraseWords)
            file.complain(node, "more than " + std::to_string(MaxPhraseWords) + " words in a row",
                          ErrorCode::LimitExceeded);
        for (const std::string &word : entry.words) {
            if (word.size() > MaxWordBytes)
                file.complain(node, "the word `" + word + "` is longer than " + std::to_string(MaxWordBytes) + " bytes",
                              ErrorCode::LimitExceeded);
        }
        return entry;
    }

    void readLists(const RuleFile &file) {
        file.expectMap(file.root(), "a rule file",
                       {"version", "lists", "methods", "keywords", "rules", "extend", "disable"});
        if (file.neededMember(file.root(), "version", "a rule file") != "1")
            file.complain(file.root()["version"], "this program reads rule files of `version: 1`",
                          ErrorCode::Unsupported);
        const YAML::Node lists = file.root()["lists"];
        if (!lists.IsDefined())
            return;
        file.expectMap(lists, "`lists`", {});
        for (const auto &member : lists) {
            const std::string name = file.text(member.first, "the name of a list");
            const auto taken = m_lists.find(name);
            if (taken != m_lists.end())
                file.complain(member.first,
                              "a list `" + name + "` stands already at " + sourceOf(taken->second.where) +
                                  "; use `extend:` to add to it",
                              ErrorCode::InvalidArgument);
            List list{{}, file.locate(member.first)};
            file.expectSequence(member.second, "a list");
            for (const YAML::Node &item : file.items(member.second, "a list"))
                list.entries.push_back(wordsOf(file, item));
            if (list.entries.size() > MaxListWords)
                file.complain(member.second, "more than " + std::to_string(MaxListWords) + " words in one list",
                              ErrorCode::LimitExceeded);
            m_lists.emplace(name, std::move(list));
        }
    }

    void readExtensions(const RuleFile &file, std::size_t folder) {
        const YAML::Node extend = file.root()["extend"];
        if (!extend.IsDefined())
            return;
        file.expectSequence(extend, "`extend`");
        for (const YAML::Node &node : extend) {
            file.expectMap(node, "an entry of `extend`", {"list", "words", "reason"});
            const std::string name = file.neededMember(node, "list", "an entry of `extend`");
            List &list = findList(file, node, name);
            if (!node["words"].IsDefined())
                file.complain(node, "an entry of `extend` needs `words:`");
            for (const YAML::Node &item : file.items(node["words"], "`words`"))
                list.entries.push_back(wordsOf(file, item));
            if (list.entries.size() > MaxListWords)
                file.complain(node, "more than " + std::to_string(MaxListWords) + " words in one list",
                              ErrorCode::LimitExceeded);
            m_extensions.push_back({name, file.textMember(node, "reason"), folder, file.locate(node)});
        }
    }

    List &findList(const RuleFile &file, const YAML::Node &node, const std::string &name) {
        const auto found = m_lists.find(name);
        if (found == m_lists.end())
            file.complain(node, "there is no list `" + name + "`", ErrorCode::InvalidArgument);
        return found->second;
    }

    /// The words of a condition or keyword group; `lists` gets the names of the lists used.
    std::vector<ListedWords> readWords(const RuleFile &file, const YAML::Node &node, std::string_view what,
                                       std::vector<std::string> &lists) {
        std::vector<ListedWords> words;
        for (const YAML::Node &item : file.items(node, what)) {
            const std::string text = file.text(item, "a word");
            if (text.rfind('$', 0) == 0) {
                const List &list = findList(file, item, text.substr(1));
                words.insert(words.end(), list.entries.begin(), list.entries.end());
                lists.push_back(text.substr(1));
            } else {
                words.push_back(wordsOf(file, item));
            }
        }
        if (words.empty())
            file.complain(node, std::string(what) + " must name at least one word");
        return words;
    }

    std::uint32_t intern(WordSet set) {
        const auto [at, fresh] = m_sets.emplace(std::move(set), static_cast<std::uint32_t>(m_rules.sets.size()));
        if (fresh)
            m_rules.sets.push_back(at->first);
        return at->second;
    }

    std::uint32_t engineSet(const std::string &name) {
        WordSet set;
        const auto found = m_lists.find(name);
        if (found != m_lists.end()) {
            for (const ListedWords &entry : found->second.entries)
                set.entries.insert(entry.words);
        }
        return intern(std::move(set));
    }

    static MethodMask readMethods(const RuleFile &file, const YAML::Node &node) {
        MethodMask mask = 0;
        for (const YAML::Node &item : file.items(node, "`methods`"))
            mask |= maskOf(readMethod(file, item));
        return mask;
    }
    static catalog::Method readMethod(const RuleFile &file, const YAML::Node &node) {
        const std::string name = file.text(node, "a method");
        if (name == "NONE")
            return catalog::Method::None;
        const auto method = catalog::methodFromName(name);
        if (!method)
            file.complain(node,
                          "`" + name +
                              "` is no HTTP method (GET, PUT, POST, DELETE, OPTIONS, HEAD, PATCH, TRACE, or NONE)");
        return *method;
    }
    static Tier readTier(const RuleFile &file, const YAML::Node &node) {
        const std::string name = file.text(node, "a tier");
        const auto tier = catalog::tierFromName(name);
        if (!tier)
            file.complain(node, "`" + name + "` is no tier; there are read, write and destructive");
        return *tier;
    }

    ConditionSet readConditions(const RuleFile &file, const YAML::Node &node, std::vector<std::string> &lists) {
        static const std::vector<std::string_view> Known = [] {
            std::vector<std::string_view> names;
            for (int kind = 0; kind <= static_cast<int>(Condition::Kind::TierIs); ++kind)
                names.push_back(conditionName(static_cast<Condition::Kind>(kind)));
            return names;
        }();
        file.expectMap(node, "a set of conditions", Known);
        ConditionSet set;
        for (const auto &member : node) {
            const std::string key = file.text(member.first, "a condition");
            Condition condition;
            condition.kind = static_cast<Condition::Kind>(std::find(Known.begin(), Known.end(), key) - Known.begin());
            if (takesWords(condition.kind)) {
                const bool nouns =
                    condition.kind == Condition::Kind::EndsAt || condition.kind == Condition::Kind::Deletes;
                WordSet words;
                for (ListedWords &entry : readWords(file, member.second, "`" + key + "`", lists)) {
                    words.entries.insert(entry.words);
                    if (nouns) {
                        entry.words.back() = pluralOf(entry.words.back());
                        words.entries.insert(entry.words);
                    }
                }
                condition.set = intern(std::move(words));
            } else if (condition.kind == Condition::Kind::Methods) {
                condition.methods = readMethods(file, member.second);
            } else if (condition.kind == Condition::Kind::TierIs) {
                condition.tier = readTier(file, member.second);
            } else {
                condition.wanted = file.boolean(member.second, "`" + key + "`");
            }
            set.push_back(condition);
        }
        if (set.empty())
            file.complain(node, "a set of conditions must hold at least one");
        return set;
    }

    std::vector<ConditionSet> readAlternatives(const RuleFile &file, const YAML::Node &node,
                                               std::vector<std::string> &lists) {
        std::vector<ConditionSet> sets;
        if (!node.IsDefined())
            return sets;
        if (node.IsMap())
            return {readConditions(file, node, lists)};
        file.expectSequence(node, "conditions");
        for (const YAML::Node &item : node)
            sets.push_back(readConditions(file, item, lists));
        return sets;
    }

    void readExamples(const RuleFile &file, const YAML::Node &map, std::vector<Example> &examples) const {
        for (const bool matches : {true, false}) {
            const YAML::Node node = map[matches ? "examples" : "counter_examples"];
            if (!node.IsDefined())
                continue;
            for (const YAML::Node &item : file.items(node, "examples"))
                examples.push_back({file.text(item, "an example"), matches, file.locate(item)});
        }
        if (std::none_of(examples.begin(), examples.end(), [](const Example &e) { return e.matches; }))
            file.complain(map, "a rule needs `examples:`, calls that it matches: they are its test");
    }

    void claimId(const RuleFile &file, const YAML::Node &node, const std::string &id) {
        const auto [taken, fresh] = m_ids.emplace(id, file.locate(node));
        if (!fresh)
            file.complain(
                node,
                "the id `" + id + "` is taken by the rule at " + sourceOf(taken->second) +
                    "; give this one another, and switch that one off with `disable:` and a reason if it is in the way",
                ErrorCode::InvalidArgument);
    }

    Rule readRule(const RuleFile &file, const YAML::Node &node, std::size_t folder, bool ofMethod) {
        if (ofMethod)
            file.expectMap(node, "a method rule",
                           {"id", "title", "methods", "when", "unless", "tier", "as", "review", "lists", "tier_is",
                            "examples", "counter_examples"});
        else
            file.expectMap(node, "a rule",
                           {"id", "title", "class", "tier", "approval", "lists", "methods", "tier_is", "when", "unless",
                            "review", "examples", "counter_examples"});
        Rule rule;
        rule.folder = folder;
        rule.where = file.locate(node);
        rule.id = file.neededMember(node, "id", "a rule");
        claimId(file, node["id"], rule.id);
        rule.title = file.neededMember(node, "title", "a rule");
        if (node["methods"].IsDefined())
            rule.methods = readMethods(file, node["methods"]);
        if (node["tier"].IsDefined())
            rule.tier = readTier(file, node["tier"]);
        if (node["as"].IsDefined())
            rule.as = readMethod(file, node["as"]);
        if (node["review"].IsDefined())
            rule.review = file.boolean(node["review"], "`review`");
        if (node["approval"].IsDefined()) {
            const auto approval = catalog::approvalFromName(file.text(node["approval"], "`approval`"));
            if (!approval)
                file.complain(node["approval"], "`approval` is admin or none");
            rule.approval = *approval;
        }
        readClass(file, node["class"], rule);
        readListing(file, node["lists"], rule);
        if (ofMethod ? !rule.tier : (!rule.tier && !rule.lists))
            file.complain(node, ofMethod ? "a method rule needs `tier:`"
                                         : "a rule needs `tier:`, or `lists:` when it only lists");

        std::vector<std::string> widening, narrowing;
        rule.when = readAlternatives(file, node["when"], widening);
        rule.unless = readAlternatives(file, node["unless"], narrowing);
        if (node["tier_is"].IsDefined()) {
            Condition condition;
            condition.kind = Condition::Kind::TierIs;
            condition.tier = readTier(file, node["tier_is"]);
            if (rule.when.empty())
                rule.when.emplace_back();
            for (ConditionSet &set : rule.when)
                set.insert(set.begin(), condition);
        }
        for (std::string &list : narrowing)
            m_narrowings.push_back({std::move(list), rule.id, folder});
        readExamples(file, node, rule.examples);
        return rule;
    }

    static void readClass(const RuleFile &file, const YAML::Node &node, Rule &rule) {
        if (!node.IsDefined())
            return;
        const std::string name = file.text(node, "`class`");
        for (const auto value : {CatastrophicClass::PermanentDelete, CatastrophicClass::ContainerDestroy,
                                 CatastrophicClass::BulkDelete, CatastrophicClass::Passthrough}) {
            if (catastrophicClassName(value) == name)
                rule.catastrophic = value;
        }
        if (rule.catastrophic == CatastrophicClass::None)
            file.complain(node, "`class` is permanent-delete, container-destroy, bulk-delete or passthrough");
    }
    static void readListing(const RuleFile &file, const YAML::Node &node, Rule &rule) {
        if (!node.IsDefined())
            return;
        const std::string name = file.text(node, "`lists`");
        for (const auto kind : {Disagreement::Kind::MethodVersusName, Disagreement::Kind::SearchByPost,
                                Disagreement::Kind::GetWithBody}) {
            if (disagreementName(kind) == name)
                rule.lists = kind;
        }
        if (!rule.lists)
            file.complain(node, "`lists` is method-versus-name, search-by-post or get-with-body");
    }

    void readKeywords(const RuleFile &file, const YAML::Node &node, std::size_t folder) {
        file.expectMap(node, "a keyword group", {"id", "words", "tier", "methods", "examples", "counter_examples"});
        KeywordGroup group;
        group.folder = folder;
        group.where = file.locate(node);
        group.id = file.neededMember(node, "id", "a keyword group");
        claimId(file, node["id"], group.id);
        if (node["tier"].IsDefined())
            group.tier = readTier(file, node["tier"]);
        group.methods = node["methods"].IsDefined()
                            ? readMethods(file, node["methods"])
                            : MethodMask(maskOf(catalog::Method::Post) | maskOf(catalog::Method::Put) |
                                         maskOf(catalog::Method::Patch));
        if (!node["words"].IsDefined())
            file.complain(node, "a keyword group needs `words:`");
        std::vector<std::string> lists;
        for (ListedWords &entry : readWords(file, node["words"], "`words`", lists)) {
            Keyword keyword;
            for (const std::string &word : entry.words)
                keyword.text += (keyword.text.empty() ? "" : " ") + word;
            keyword.words = std::move(entry.words);
            keyword.where = std::move(entry.where);
            group.words.push_back(std::move(keyword));
        }
        readExamples(file, node, group.examples);
        m_rules.keywords.push_back(std::move(group));
    }

    void readRules(const RuleFile &file, std::size_t folder) {
        const auto each = [&](const char *key, const auto &read) {
            const YAML::Node nodes = file.root()[key];
            if (!nodes.IsDefined())
                return;
            file.expectSequence(nodes, std::string("`") + key + "`");
            for (const YAML::Node &node : nodes)
                read(node);
        };
        if (folder > 0 && file.root()["methods"].IsDefined())
            file.complain(file.root()["methods"],
                          "what a method means is built in; write `rules:` to raise a tier, or overrides to lower one",
                          ErrorCode::InvalidArgument);
        each("methods", [&](const YAML::Node &node) { m_rules.methods.push_back(readRule(file, node, folder, true)); });
        each("keywords", [&](const YAML::Node &node) { readKeywords(file, node, folder); });
        each("rules", [&](const YAML::Node &node) { m_rules.rules.push_back(readRule(file, node, folder, false)); });
    }

    void readDisabled(const RuleFile &file) {
        const YAML::Node disable = file.root()["disable"];
        if (!disable.IsDefined())
            return;
        file.expectSequence(disable, "`disable`");
        for (const YAML::Node &node : disable) {
            file.expectMap(node, "an entry of `disable`", {"rule", "keyword", "reason"});
            const std::string rule = file.textMember(node, "rule"), keyword = file.textMember(node, "keyword");
            const std::string reason = file.textMember(node, "reason");
            if (rule.empty() == keyword.empty())
                file.complain(node, "an entry of `disable` names either a `rule:` or a `keyword:`");
            if (reason.find_first_not_of(" \t\n") == std::string::npos)
                file.complain(node,
                              "switching off the " + (rule.empty() ? "keyword `" + keyword : "rule `" + rule) +
                                  "` weakens what protects people; say why in `reason:`",
                              ErrorCode::InvalidArgument);
            const bool found = rule.empty() ? disableKeyword(identifierWords(keyword), reason, file.locate(node))
                                            : disableRule(rule, reason, file.locate(node));
            if (!found)
                file.complain(node,
                              rule.empty()
                                  ? "there is no keyword `" + keyword + "`"
                                  : "there is no rule `" + rule + "` that can be switched off (method rules cannot)",
                              ErrorCode::InvalidArgument);
        }
    }
    bool disableRule(const std::string &id, const std::string &reason, const Location &where) {
        bool found = false;
        for (Rule &rule : m_rules.rules) {
            if (rule.id != id)
                continue;
            rule.disabled = found = true;
            rule.disabledReason = reason;
            rule.disabledWhere = where;
        }
        return found;
    }
    bool disableKeyword(const Words &words, const std::string &reason, const Location &where) {
        bool found = false;
        for (KeywordGroup &group : m_rules.keywords) {
            for (Keyword &keyword : group.words) {
                if (keyword.words != words)
                    continue;
                keyword.disabled = found = true;
                keyword.disabledReason = reason;
                keyword.disabledWhere = where;
            }
        }
        return found;
    }

    void checkExtensions() const {
        for (const Extension &extension : m_extensions) {
            if (extension.reason.find_first_not_of(" \t\n") != std::string::npos)
                continue;
            for (const Narrowing &use : m_narrowings) {
                if (use.list == extension.list && use.folder < extension.folder)
                    throw RuleError{Error{ErrorCode::InvalidArgument,
                                          "the list `" + extension.list + "` says where the rule `" + use.rule +
                                              "` does not apply, so more words weaken it; say why in `reason:`",
                                          extension.where}};
            }
            if (extension.list == "prepositions" && extension.folder > 0)
                throw RuleError{
                    Error{ErrorCode::InvalidArgument,
                          "more words in the list `prepositions` make `deletes:` hold less often; say why in `reason:`",
                          extension.where}};
        }
    }

    void finishKeywords() {
        for (KeywordGroup &group : m_rules.keywords) {
            WordSet set, full;
            for (const Keyword &keyword : group.words) {
                full.entries.insert(keyword.words);
                if (!keyword.disabled)
                    set.entries.insert(keyword.words);
            }
            group.set = intern(std::move(set));
            group.fullSet = intern(std::move(full));
        }
    }

    std::vector<std::vector<RuleFile>> m_folders;
    RiskPolicy::Rules m_rules;
    std::map<std::string, List> m_lists;
    std::vector<Extension> m_extensions;
    std::vector<Narrowing> m_narrowings;
    std::map<std::string, Location> m_ids;
    std::map<WordSet, std::uint32_t> m_sets;
};

} // namespace

Result<std::vector<std::vector<RuleFile>>> openRuleFiles(const std::vector<std::filesystem::path> &folders) {
    std::vector<std::vector<RuleFile>> files(folders.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const auto paths = catalog::ruleFilesOf(folders[i], "risk rules", i == 0);
        if (!paths)
            return fail(paths.error());
        count += paths->size();
        if (count > MaxFiles)
            return fail(ErrorCode::LimitExceeded, "more than " + std::to_string(MaxFiles) + " rule files",
                        {folders[i].string(), 0, 0});
        for (const std::filesystem::path &path : *paths) {
            Result<RuleFile> file = RuleFile::open(path);
            if (!file)
                return fail(file.error());
            files[i].push_back(std::move(*file));
        }
    }
    return files;
}

Result<RiskPolicy::Rules> readRules(const std::vector<std::vector<RuleFile>> &folders, std::size_t count) {
    const auto end = folders.begin() + static_cast<std::ptrdiff_t>(count);
    const std::string first = folders.empty() || folders[0].empty() ? std::string() : folders[0][0].name();
    try {
        RiskPolicy::Rules rules = Reader({folders.begin(), end}).read();
        if (rules.methods.empty())
            return fail(ErrorCode::InvalidArgument, "no rule says what a method means (methods.yaml is missing)",
                        {first, 0, 0});
        return rules;
    } catch (const RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        // Asking a node of the wrong kind; every such place is checked before, so the mark is all there is to say.
        return fail(ErrorCode::ParseError, "not a rule file: " + error.msg,
                    {first, std::uint32_t(error.mark.line + 1), std::uint32_t(error.mark.column + 1)});
    }
}

} // namespace actionscope::risk::detail
