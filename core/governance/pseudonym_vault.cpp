#include "base/text.h"
#include "governance/detail/checksums.h"
#include "governance/detail/json_text.h"
#include "governance/detail/personal_labels.h"
#include "governance/detail/pseudonym.h"
#include "governance/digest.h"
#include "governance/privacy.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <openssl/crypto.h>
#include <re2/re2.h>
#include <unordered_map>

namespace actionscope::governance {

using namespace detail;

namespace {

/// Names learned in a service that are also looked for in running text.
constexpr std::size_t NamesInText = 64;
/// Attempts at a pseudonym that nobody has yet and that fits the schema.
constexpr unsigned Attempts = 8;
constexpr unsigned Deepest = 256;

bool inWord(char c) { return isDigit(c) || isLetter(c) || static_cast<unsigned char>(c) >= 0x80; }

/// A pseudonym as someone may have typed it again: case and separators aside.
std::string normalForm(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (text.substr(i, 3) == "%40") {
            out += '@';
            i += 2;
        } else if (isLetter(c)) {
            out += static_cast<char>(c | 0x20);
        } else if (isDigit(c) || c == '@' || c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80) {
            out += c;
        }
    }
    return out;
}

/// Whether `text` can be a pseudonym written in another way, and nothing but that: quotes or brackets around one belong
/// to what surrounds it.
bool mayBeRetyped(std::string_view text) {
    if (text.empty() || text.size() > 128)
        return false;
    const bool number = text.find('@') == std::string_view::npos && text.find("%40") == std::string_view::npos;
    const auto isEnd = [](char c) { return isDigit(c) || isLetter(c) || static_cast<unsigned char>(c) >= 0x80; };
    if (!isEnd(text.back()) || !(isEnd(text.front()) || (number && (text.front() == '+' || text.front() == '('))))
        return false;
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return isEnd(c) || std::string_view("@.:-%_").find(c) != std::string_view::npos ||
               (number && std::string_view(" ()/+").find(c) != std::string_view::npos);
    });
}

bool readsAs(std::string_view text, PersonalKind kind) {
    const auto spans = findPersonalData(text);
    return spans.size() == 1 && spans[0].begin == 0 && spans[0].end == text.size() && spans[0].kind == kind;
}

std::string numberText(const json::value &value) {
    if (value.is_int64())
        return std::to_string(value.get_int64());
    if (value.is_uint64())
        return std::to_string(value.get_uint64());
    return {};
}

json::value numberFrom(std::string_view digits) {
    std::int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc())
        return number;
    std::uint64_t wide = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), wide).ec == std::errc())
        return wide;
    return json::string(digits);
}

void wipeText(std::string &text) {
    OPENSSL_cleanse(text.data(), text.size());
    text.clear();
}

/// The part of an output schema at the place that is being looked at.
class SchemaView {
public:
    SchemaView(const json::value *root, const json::value *here)
        : m_root(root)
        , m_here(resolve(here)) {}

    [[nodiscard]] SchemaView member(std::string_view name) const {
        const json::value *found = nullptr;
        eachAlternative([&](const json::object &schema) {
            const auto *properties = schema.if_contains("properties");
            if (const auto *object = properties != nullptr ? properties->if_object() : nullptr)
                found = found != nullptr ? found : object->if_contains(name);
            if (found == nullptr)
                found = schema.if_contains("additionalProperties");
        });
        return {m_root, found};
    }
    [[nodiscard]] SchemaView element(std::size_t index) const {
        const json::value *found = nullptr;
        eachAlternative([&](const json::object &schema) {
            const auto *prefix = schema.if_contains("prefixItems");
            const auto *list = prefix != nullptr ? prefix->if_array() : nullptr;
            if (found == nullptr)
                found = list != nullptr && index < list->size() ? &(*list)[index] : schema.if_contains("items");
        });
        return {m_root, found};
    }
    [[nodiscard]] TextDemands demands() const {
        TextDemands out;
        eachAlternative([&](const json::object &schema) {
            if (schema.contains("enum") || schema.contains("const"))
                out.fixed = true;
            if (const auto *pattern = schema.if_contains("pattern"); pattern != nullptr && pattern->is_string())
                out.pattern = std::string(pattern->as_string());
            if (const auto *size = schema.if_contains("minLength"); size != nullptr && size->is_int64())
                out.shortest = static_cast<std::size_t>(std::max<std::int64_t>(0, size->as_int64()));
            if (const auto *size = schema.if_contains("maxLength"); size != nullptr && size->is_int64())
                out.longest = static_cast<std::size_t>(std::max<std::int64_t>(0, size->as_int64()));
        });
        return out;
    }

private:
    const json::value *resolve(const json::value *schema) const {
        for (int steps = 0; schema != nullptr && schema->is_object() && steps < 16; ++steps) {
            const std::string_view reference = stringMember(*schema, "$ref");
            if (reference.empty() || reference.front() != '#' || m_root == nullptr)
                break;
            boost::json::error_code failed;
            schema = m_root->find_pointer(reference.substr(1), failed);
        }
        return schema;
    }
    template <class Use> void eachAlternative(const Use &use) const {
        if (m_here == nullptr || !m_here->is_object())
            return;
        use(m_here->get_object());
        for (const char *keyword : {"allOf", "anyOf", "oneOf"}) {
            if (const json::array *list = arrayMember(*m_here, keyword)) {
                for (const json::value &entry : *list) {
                    const json::value *resolved = resolve(&entry);
                    if (resolved != nullptr && resolved->is_object())
                        use(resolved->get_object());
                }
            }
        }
    }

    const json::value *m_root;
    const json::value *m_here;
};

/// Where pseudonyms may stand in running text: what the detectors find, and the words that stand for names.
std::vector<PersonalSpan> findPseudonyms(std::string_view text) {
    std::vector<PersonalSpan> spans = findPersonalData(text);
    static const RE2 Name("Person [A-Z][a-z]{7}");
    re2::StringPiece match;
    const re2::StringPiece whole(text.data(), text.size());
    std::vector<PersonalSpan> names;
    for (std::size_t at = 0; Name.Match(whole, at, text.size(), RE2::UNANCHORED, &match, 1);) {
        const auto begin = static_cast<std::size_t>(match.data() - text.data());
        at = begin + match.size();
        if ((begin == 0 || !inWord(text[begin - 1])) && (at == text.size() || !inWord(text[at])))
            names.push_back({begin, at, PersonalKind::Name});
    }
    if (names.empty())
        return spans;
    spans.insert(spans.end(), names.begin(), names.end());
    std::sort(spans.begin(), spans.end(),
              [](const PersonalSpan &a, const PersonalSpan &b) { return a.begin < b.begin; });
    return spans;
}

} // namespace

std::size_t PseudonymVault::Counts::total() const {
    std::size_t sum = 0;
    for (const std::size_t count : byKind)
        sum += count;
    return sum;
}

struct PseudonymVault::Impl {
    struct Entry {
        std::string service, original;
    };

    Impl(std::string theSecret, std::size_t theCapacity)
        : secret(std::move(theSecret))
        , capacity(theCapacity) {}
    ~Impl() { wipe(); }

    void wipe() {
        for (auto &[pseudonym, entry] : byPseudonym)
            wipeText(entry.original);
        // Keys of a map are const to its users; these are ours, about to be destroyed, and hold originals.
        for (auto &[key, pseudonym] : byOriginal)
            OPENSSL_cleanse(const_cast<char *>(key.data()), key.size());
        for (auto &[service, list] : names) {
            for (std::string &name : list)
                wipeText(name);
        }
        byPseudonym.clear();
        byOriginal.clear();
        byNormalForm.clear();
        names.clear();
    }

    // Under the mutex from here on.

    [[nodiscard]] const Entry *find(std::string_view pseudonym) const {
        if (const auto exact = byPseudonym.find(std::string(pseudonym)); exact != byPseudonym.end())
            return &exact->second;
        if (!mayBeRetyped(pseudonym))
            return nullptr;
        const auto normal = byNormalForm.find(normalForm(pseudonym));
        if (normal == byNormalForm.end())
            return nullptr;
        const auto entry = byPseudonym.find(normal->second);
        return entry == byPseudonym.end() ? nullptr : &entry->second;
    }

    Result<std::string> pseudonymFor(std::string_view original, PersonalKind kind, std::string_view service,
                                     const TextDemands &demands) {
        std::string key(service);
        key.append(1, '\0').append(1, static_cast<char>('0' + static_cast<int>(kind))).append(original);
        if (const auto known = byOriginal.find(key); known != byOriginal.end() && fits(known->second, demands))
            return known->second;
        if (byPseudonym.size() >= capacity)
            return fail(ErrorCode::LimitExceeded, "the session holds " + std::to_string(capacity) +
                                                      " pseudonyms (limits.pseudonyms); start a new session");
        std::string fallback;
        for (unsigned attempt = 0; attempt < Attempts * 3; ++attempt) {
            const std::string random = hmacSha256(secret, std::to_string(attempt) + ':' + key);
            std::string candidate;
            // First as usual, then short, then of the original's shape.
            if (attempt < Attempts)
                candidate = makePseudonym(original, kind, random);
            else if (attempt < Attempts * 2)
                candidate = shortPseudonym(kind, demands.longest.value_or(0), random);
            else
                candidate = shapePreserving(original, random);
            if (candidate.empty() || candidate == original || byPseudonym.count(candidate) != 0 ||
                byNormalForm.count(normalForm(candidate)) != 0)
                continue;
            // One that reads as something else, or as two things, would not be known again in running text.
            if (attempt < Attempts && kind != PersonalKind::Name && !readsAs(candidate, kind) &&
                readsAs(original, kind))
                continue;
            if (fallback.empty())
                fallback = candidate;
            if (fits(candidate, demands))
                return keep(std::move(key), std::move(candidate), original, service, kind);
        }
        if (fallback.empty())
            return fail(ErrorCode::LimitExceeded,
                        "there is no pseudonym left for a value of this form (limits.pseudonyms); start a new session");
        // Nothing fits the schema: a reply that breaks its schema is better than one that tells who it is about.
        return keep(std::move(key), std::move(fallback), original, service, kind);
    }

    std::string keep(std::string key, std::string pseudonym, std::string_view original, std::string_view service,
                     PersonalKind kind) {
        byPseudonym[pseudonym] = {std::string(service), std::string(original)};
        byNormalForm[normalForm(pseudonym)] = pseudonym;
        byOriginal[std::move(key)] = pseudonym;
        if (kind == PersonalKind::Name && original.size() >= 5 && original.find(' ') != std::string_view::npos) {
            auto &list = names[std::string(service)];
            if (list.size() < NamesInText)
                list.emplace_back(original);
        }
        return pseudonym;
    }

    std::string secret;
    const std::size_t capacity;
    mutable std::mutex mutex; ///< guards everything below
    std::unordered_map<std::string, Entry> byPseudonym;
    std::unordered_map<std::string, std::string> byOriginal;   ///< service, kind and original → pseudonym
    std::unordered_map<std::string, std::string> byNormalForm; ///< → pseudonym
    std::unordered_map<std::string, std::vector<std::string>> names;
};

namespace {

/// Walks one value and replaces what is personal. The vault's mutex is held.
template <class Vault> class Replacer {
public:
    Replacer(Vault &vault, std::string_view service)
        : m_vault(vault)
        , m_service(service) {}

    Result<void> value(json::value &value, const SchemaView &schema, std::string_view label, std::string_view parent,
                       unsigned depth, unsigned nested) {
        if (depth > Deepest)
            return fail(ErrorCode::LimitExceeded,
                        "the result is nested deeper than " + std::to_string(Deepest) + " levels");
        if (auto *object = value.if_object())
            return this->object(*object, schema, label, depth, nested);
        if (auto *array = value.if_array()) {
            for (std::size_t i = 0; i < array->size(); ++i) {
                if (auto done = this->value((*array)[i], schema.element(i), label, parent, depth + 1, nested); !done)
                    return done;
            }
            return {};
        }
        if (value.is_string())
            return string(value.get_string(), schema, label, parent, depth, nested);
        if (value.is_int64() || value.is_uint64())
            return number(value, label);
        return {};
    }

    Result<std::string> text(std::string_view input, const TextDemands &demands) {
        std::vector<PersonalSpan> spans = findPersonalData(input);
        addNames(input, spans);
        if (spans.empty())
            return std::string(input);
        std::string out;
        std::size_t at = 0;
        for (const PersonalSpan &span : spans) {
            const std::string_view original = input.substr(span.begin, span.end - span.begin);
            out.append(input.substr(at, span.begin - at));
            at = span.end;
            // What already stands for someone stays: a second pseudonym of it would resolve to the first.
            if (m_vault.find(original) != nullptr) {
                out.append(original);
                continue;
            }
            auto pseudonym = m_vault.pseudonymFor(original, span.kind, m_service,
                                                  original.size() == input.size() ? demands : TextDemands{});
            if (!pseudonym)
                return pseudonym;
            count(span.kind);
            out.append(*pseudonym);
        }
        out.append(input.substr(at));
        return out;
    }

    PseudonymVault::Counts counts;

private:
    void count(PersonalKind kind) { ++counts.byKind[static_cast<std::size_t>(kind)]; }

    Result<void> object(json::object &object, const SchemaView &schema, std::string_view label, unsigned depth,
                        unsigned nested) {
        bool renames = false;
        for (auto &entry : object) {
            const std::string_view key = entry.key();
            if (auto done = value(entry.value(), schema.member(key), key, label, depth + 1, nested); !done)
                return done;
            renames = renames || !findPersonalData(key).empty();
        }
        if (!renames)
            return {};
        json::object renamed(object.storage());
        for (auto &entry : object) {
            auto key = text(entry.key(), {});
            if (!key)
                return fail(key.error());
            renamed[*key] = std::move(entry.value());
        }
        object = std::move(renamed);
        return {};
    }

    Result<void> string(json::string &string, const SchemaView &schema, std::string_view label, std::string_view parent,
                        unsigned depth, unsigned nested) {
        const std::string_view current = string;
        if (current.empty())
            return {};
        const TextDemands demands = schema.demands();
        if (demands.fixed)
            return {};
        const bool name = labelsPersonName(label, parent) &&
                          std::any_of(current.begin(), current.end(), [](char c) { return inWord(c) && !isDigit(c); });
        const bool phone = !name && labelsPhone(label) && current.size() <= 32 &&
                           std::count_if(current.begin(), current.end(), isDigit) >= 6;
        if ((name || phone) && findPersonalData(current).empty()) {
            if (m_vault.find(current) != nullptr)
                return {};
            const PersonalKind kind = name ? PersonalKind::Name : PersonalKind::Phone;
            auto pseudonym = m_vault.pseudonymFor(current, kind, m_service, demands);
            if (!pseudonym)
                return fail(pseudonym.error());
            count(kind);
            string = *pseudonym;
            return {};
        }
        if (nested < NestedJson) {
            if (auto inner = jsonInText(current)) {
                const std::size_t before = counts.total();
                if (auto done = value(*inner, SchemaView(nullptr, nullptr), label, parent, depth + 1, nested + 1);
                    !done)
                    return done;
                if (counts.total() != before)
                    string = json::serialize(*inner);
                return {};
            }
        }
        auto replaced = text(current, demands);
        if (!replaced)
            return fail(replaced.error());
        if (*replaced != current)
            string = *replaced;
        return {};
    }

    Result<void> number(json::value &value, std::string_view label) {
        const std::string digits = numberText(value);
        const bool phone = labelsPhone(label) && digits.size() >= 7 && digits.front() != '-';
        if (!phone && !isCard(digits))
            return {};
        if (m_vault.find(digits) != nullptr)
            return {};
        const PersonalKind kind = phone ? PersonalKind::Phone : PersonalKind::Card;
        auto pseudonym = m_vault.pseudonymFor(digits, kind, m_service, {});
        if (!pseudonym)
            return fail(pseudonym.error());
        count(kind);
        value = numberFrom(*pseudonym);
        return {};
    }

    /// Names that were seen under a label are also replaced where they stand in text.
    void addNames(std::string_view input, std::vector<PersonalSpan> &spans) {
        const auto known = m_vault.names.find(std::string(m_service));
        if (known == m_vault.names.end())
            return;
        bool added = false;
        for (const std::string &name : known->second) {
            for (std::size_t at = input.find(name); at != std::string_view::npos;
                 at = input.find(name, at + name.size())) {
                const std::size_t end = at + name.size();
                const bool alone = (at == 0 || !inWord(input[at - 1])) && (end == input.size() || !inWord(input[end]));
                const bool taken = std::any_of(spans.begin(), spans.end(), [&](const PersonalSpan &span) {
                    return span.begin < end && at < span.end;
                });
                if (alone && !taken) {
                    spans.push_back({at, end, PersonalKind::Name});
                    added = true;
                }
            }
        }
        if (added)
            std::sort(spans.begin(), spans.end(),
                      [](const PersonalSpan &a, const PersonalSpan &b) { return a.begin < b.begin; });
    }

    Vault &m_vault;
    std::string_view m_service;
};

/// Walks one value and gives each pseudonym to `resolve(pseudonym)`, which returns what takes its place or nothing.
template <class Resolve> class Restorer {
public:
    explicit Restorer(const Resolve &resolve)
        : m_resolve(resolve) {}

    void value(json::value &value, unsigned depth, unsigned nested) {
        if (depth > Deepest)
            return;
        if (auto *object = value.if_object()) {
            bool renames = false;
            for (auto &entry : *object) {
                this->value(entry.value(), depth + 1, nested);
                renames = renames || !findPseudonyms(entry.key()).empty();
            }
            if (renames) {
                json::object renamed(object->storage());
                for (auto &entry : *object)
                    renamed[text(entry.key())] = std::move(entry.value());
                *object = std::move(renamed);
            }
        } else if (auto *array = value.if_array()) {
            for (json::value &element : *array)
                this->value(element, depth + 1, nested);
        } else if (auto *string = value.if_string()) {
            const std::string_view current = *string;
            if (const auto whole = m_resolve(current)) {
                ++count;
                *string = *whole;
                return;
            }
            if (nested < NestedJson) {
                if (auto inner = jsonInText(current)) {
                    const std::size_t before = count;
                    this->value(*inner, depth + 1, nested + 1);
                    if (count != before)
                        *string = json::serialize(*inner);
                    return;
                }
            }
            const std::size_t before = count;
            std::string restored = text(current);
            if (count != before)
                *string = restored;
        } else if (value.is_int64() || value.is_uint64()) {
            if (const auto whole = m_resolve(numberText(value))) {
                ++count;
                value = numberFrom(*whole);
            }
        }
    }

    std::string text(std::string_view input) {
        std::string out;
        std::size_t at = 0;
        for (const PersonalSpan &span : findPseudonyms(input)) {
            if (span.begin < at)
                continue;
            const auto original = m_resolve(input.substr(span.begin, span.end - span.begin));
            if (!original)
                continue;
            ++count;
            out.append(input.substr(at, span.begin - at)).append(*original);
            at = span.end;
        }
        return out.append(input.substr(at));
    }

    std::size_t count = 0;

private:
    const Resolve &m_resolve;
};

} // namespace

PseudonymVault::PseudonymVault(std::string secret, std::size_t capacity)
    : m_impl(std::make_unique<Impl>(std::move(secret), capacity)) {}
PseudonymVault::~PseudonymVault() = default;

Result<PseudonymVault::Counts> PseudonymVault::pseudonymise(json::value &value, std::string_view service,
                                                            const json::value *schema) {
    const std::lock_guard lock(m_impl->mutex);
    Replacer<Impl> replacer(*m_impl, service);
    if (auto done = replacer.value(value, SchemaView(schema, schema), {}, {}, 0, 0); !done)
        return fail(done.error());
    return replacer.counts;
}

Result<std::string> PseudonymVault::pseudonymiseText(std::string_view text, std::string_view service) {
    json::value value(json::string(text.data(), text.size()));
    if (auto done = pseudonymise(value, service); !done)
        return fail(done.error());
    return std::string(value.as_string());
}

std::size_t PseudonymVault::rehydrate(json::value &value, std::string_view service) const {
    const std::lock_guard lock(m_impl->mutex);
    const auto resolve = [&](std::string_view pseudonym) -> std::optional<std::string> {
        const auto *entry = m_impl->find(pseudonym);
        return entry != nullptr && entry->service == service ? std::optional(entry->original) : std::nullopt;
    };
    Restorer restorer(resolve);
    restorer.value(value, 0, 0);
    return restorer.count;
}

std::size_t PseudonymVault::foreign(const json::value &value, std::string_view service) const {
    const std::lock_guard lock(m_impl->mutex);
    const auto resolve = [&](std::string_view pseudonym) -> std::optional<std::string> {
        const auto *entry = m_impl->find(pseudonym);
        return entry != nullptr && entry->service != service ? std::optional(std::string(pseudonym)) : std::nullopt;
    };
    Restorer restorer(resolve);
    json::value copy = value;
    restorer.value(copy, 0, 0);
    return restorer.count;
}

std::size_t PseudonymVault::size() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->byPseudonym.size();
}

void PseudonymVault::wipe() {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->wipe();
}

} // namespace actionscope::governance
