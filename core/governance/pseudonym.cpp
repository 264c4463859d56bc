#include "governance/detail/pseudonym.h"

#include "base/hash.h"
#include "governance/detail/checksums.h"
#include "governance/detail/ip_text.h"

#include <algorithm>
#include <numeric>
#include <re2/re2.h>

namespace actionscope::governance::detail {

namespace {

/// Numbers out of 32 random bytes, stretched by hashing when more are asked for.
class Dice {
public:
    explicit Dice(std::string_view seed)
        : m_bytes(seed) {}
    unsigned below(unsigned limit) {
        if (m_at + 2 > m_bytes.size()) {
            const Sha256 next = sha256(m_bytes);
            m_bytes.assign(reinterpret_cast<const char *>(next.data()), next.size());
            m_at = 0;
        }
        const auto high = static_cast<unsigned char>(m_bytes[m_at]),
                   low = static_cast<unsigned char>(m_bytes[m_at + 1]);
        m_at += 2;
        return ((static_cast<unsigned>(high) << 8) | low) % limit;
    }
    char digit() { return static_cast<char>('0' + below(10)); }
    char lower() { return static_cast<char>('a' + below(26)); }
    char upper() { return static_cast<char>('A' + below(26)); }
    std::string digits(std::size_t count) {
        std::string out;
        while (out.size() < count)
            out += digit();
        return out;
    }
    std::string hex(std::size_t count) {
        static constexpr char Digits[] = "0123456789abcdef";
        std::string out;
        while (out.size() < count)
            out += Digits[below(16)];
        return out;
    }
    /// Consonants and vowels in turn: something that can be said.
    std::string word(std::size_t letters) {
        static constexpr std::string_view Consonants = "bdfgklmnprstvz", Vowels = "aeiou";
        std::string out;
        while (out.size() < letters)
            out += out.size() % 2 == 0 ? Consonants[below(static_cast<unsigned>(Consonants.size()))]
                                       : Vowels[below(static_cast<unsigned>(Vowels.size()))];
        if (!out.empty())
            out.front() = static_cast<char>(out.front() & ~0x20);
        return out;
    }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
};

std::string onlyLettersAndDigits(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (isDigit(c))
            out += c;
        else if (isLetter(c))
            out += static_cast<char>(c & ~0x20);
    }
    return out;
}

/// `compact` in the separators of `original`; letters take the case of the letter they stand for.
std::string inForm(std::string_view original, std::string_view compact) {
    std::string out(original);
    std::size_t at = 0;
    for (char &c : out) {
        if (!isDigit(c) && !isLetter(c))
            continue;
        if (at == compact.size())
            break;
        const bool lower = c >= 'a' && c <= 'z';
        c = compact[at++];
        if (lower && isLetter(c))
            c = static_cast<char>(c | 0x20);
    }
    return out;
}

std::string card(const std::string &digits, Dice &dice) {
    // The leading four keep the scheme.
    std::string out = digits.substr(0, 4) + dice.digits(digits.size() - 5);
    return out + luhnDigit(out);
}

std::string iban(const std::string &compact, Dice &dice) {
    std::string rest;
    for (const char c : std::string_view(compact).substr(4))
        rest += isDigit(c) ? dice.digit() : dice.upper();
    const std::string country = compact.substr(0, 2);
    return country + ibanCheckDigits(country, rest) + rest;
}

std::string germanTaxId(Dice &dice) {
    // Nine of the ten digits once and one of them again, as the numbering scheme has it.
    std::string digits = "0123456789";
    for (std::size_t i = digits.size() - 1; i > 0; --i)
        std::swap(digits[i], digits[dice.below(static_cast<unsigned>(i + 1))]);
    const std::size_t to = dice.below(10), from = (to + 1 + dice.below(9)) % 10;
    digits[to] = digits[from];
    if (digits[0] == '0')
        std::rotate(digits.begin(), std::find_if(digits.begin(), digits.end(), [](char c) { return c != '0'; }),
                    digits.end());
    return digits + germanTaxDigit(digits);
}

std::string nationalId(const std::string &compact, Dice &dice) {
    if (isGermanTaxId(compact))
        return germanTaxId(dice);
    if (isSpanishId(compact)) {
        const std::string number =
            (isDigit(compact[0]) ? std::string(1, dice.digit()) : compact.substr(0, 1)) + dice.digits(7);
        return number + spanishIdLetter(number);
    }
    if (isFrenchInsee(compact)) {
        std::string number = compact.substr(0, 1) + dice.digits(2);
        const unsigned month = 1 + dice.below(12);
        number += static_cast<char>('0' + month / 10);
        number += static_cast<char>('0' + month % 10);
        number += dice.digits(8);
        return number + frenchInseeKey(number);
    }
    // Social security numbers from 900 with a group below 50 are never issued.
    std::string out = "9" + dice.digits(2);
    const unsigned group = 1 + dice.below(49);
    out += static_cast<char>('0' + group / 10);
    out += static_cast<char>('0' + group % 10);
    std::string serial = dice.digits(4);
    if (serial == "0000")
        serial = "0001";
    return out + serial;
}

std::string phone(std::string_view original, Dice &dice) {
    // What comes before the number proper (+, 00, a trunk 0, the country's first digit) stays; so do separators.
    std::string out(original);
    const bool encoded = out.compare(0, 3, "%2B") == 0;
    std::size_t kept = 0;
    const auto total = static_cast<std::size_t>(std::count_if(out.begin(), out.end(), isDigit));
    const std::size_t keep = out[0] == '+' || encoded ? 2 : out.compare(0, 2, "00") == 0 ? 4 : 1;
    for (std::size_t i = encoded ? 3 : 0; i < out.size(); ++i) {
        if (!isDigit(out[i]))
            continue;
        if (kept++ < std::min(keep, total > 6 ? total - 6 : 0))
            continue;
        // No 0 and 1 where exchanges begin, so that the form stays that of a number.
        out[i] = static_cast<char>('2' + dice.below(8));
    }
    return out;
}

std::string address(std::string_view original, Dice &dice) {
    if (readIpv4(original)) {
        // 240.0.0.0/4 is reserved and reaches nobody.
        return std::to_string(240 + dice.below(15)) + "." + std::to_string(dice.below(256)) + "." +
               std::to_string(dice.below(256)) + "." + std::to_string(1 + dice.below(254));
    }
    // 2001:db8::/32 is for documentation.
    std::string out = "2001:db8";
    for (int i = 0; i < 6; ++i)
        out += ":" + std::string(1, "123456789abcdef"[dice.below(15)]) + dice.hex(3);
    return out;
}

} // namespace

std::string makePseudonym(std::string_view original, PersonalKind kind, std::string_view random) {
    Dice dice(random);
    switch (kind) {
    case PersonalKind::Email:
        return "person-" + dice.hex(8) +
               (original.find('@') == std::string_view::npos ? "%40example.invalid" : "@example.invalid");
    case PersonalKind::Phone:
        return phone(original, dice);
    case PersonalKind::Iban:
        return inForm(original, iban(onlyLettersAndDigits(original), dice));
    case PersonalKind::Card:
        return inForm(original, card(onlyLettersAndDigits(original), dice));
    case PersonalKind::NationalId:
        return inForm(original, nationalId(onlyLettersAndDigits(original), dice));
    case PersonalKind::IpAddress:
        return address(original, dice);
    case PersonalKind::Name:
        return "Person " + dice.word(8);
    }
    return {};
}

std::string shapePreserving(std::string_view original, std::string_view random) {
    Dice dice(random);
    std::string out(original);
    for (char &c : out) {
        if (isDigit(c))
            c = dice.digit();
        else if (isLetter(c))
            c = c >= 'a' ? dice.lower() : dice.upper();
    }
    return out;
}

std::string shortPseudonym(PersonalKind kind, std::size_t longest, std::string_view random) {
    Dice dice(random);
    if (kind == PersonalKind::Email) {
        constexpr std::string_view Host = "@x.invalid";
        return longest < Host.size() + 2
                   ? std::string()
                   : "p" + dice.hex(std::min<std::size_t>(longest - Host.size() - 1, 8)) + std::string(Host);
    }
    if (kind == PersonalKind::Name)
        return longest == 0 ? std::string() : dice.word(std::min<std::size_t>(longest, 8));
    return {};
}

bool fits(std::string_view pseudonym, const TextDemands &demands) {
    const auto characters = static_cast<std::size_t>(std::count_if(
        pseudonym.begin(), pseudonym.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    if ((demands.shortest && characters < *demands.shortest) || (demands.longest && characters > *demands.longest))
        return false;
    if (demands.pattern.empty())
        return true;
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 pattern(demands.pattern, options);
    return !pattern.ok() || RE2::PartialMatch(re2::StringPiece(pseudonym.data(), pseudonym.size()), pattern);
}

} // namespace actionscope::governance::detail
