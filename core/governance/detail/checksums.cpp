#include "governance/detail/checksums.h"

#include <algorithm>
#include <array>
#include <utility>

namespace actionscope::governance::detail {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

namespace {

int value(char digit) { return digit - '0'; }

int number(std::string_view digits) {
    int out = 0;
    for (const char c : digits)
        out = out * 10 + value(c);
    return out;
}

bool allDigits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), isDigit); }

/// Remainder of the number that `text` spells, letters counting as 10 to 35.
int mod97(std::string_view text, int start = 0) {
    int rest = start;
    for (const char c : text)
        rest = isDigit(c) ? (rest * 10 + value(c)) % 97 : (rest * 100 + (c - 'A' + 10)) % 97;
    return rest;
}

} // namespace

char luhnDigit(std::string_view digitsWithoutLast) {
    int sum = 0;
    bool twice = true;
    for (auto it = digitsWithoutLast.rbegin(); it != digitsWithoutLast.rend(); ++it, twice = !twice) {
        const int d = twice ? value(*it) * 2 : value(*it);
        sum += d > 9 ? d - 9 : d;
    }
    return static_cast<char>('0' + (10 - sum % 10) % 10);
}

bool luhnHolds(std::string_view digits) {
    return digits.size() > 1 && luhnDigit(digits.substr(0, digits.size() - 1)) == digits.back();
}

bool isCard(std::string_view digits) {
    const std::size_t size = digits.size();
    if (size < 13 || size > 19 || !allDigits(digits))
        return false;
    const int two = number(digits.substr(0, 2)), three = number(digits.substr(0, 3)),
              four = number(digits.substr(0, 4));
    const bool scheme = (digits[0] == '4' && (size == 13 || size == 16 || size == 19)) ||
                        (((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) && size == 16) ||
                        ((two == 34 || two == 37) && size == 15) ||
                        (((three >= 300 && three <= 305) || two == 36 || two == 38 || two == 39) && size == 14) ||
                        ((four == 6011 || two == 65 || (three >= 644 && three <= 649)) && (size == 16 || size == 19)) ||
                        (two == 35 && size == 16) || (two == 62 && size >= 16) ||
                        ((two == 50 || (two >= 56 && two <= 58) || two == 67) && size >= 13);
    return scheme && luhnHolds(digits);
}

std::size_t ibanLength(std::string_view country) {
    // ISO 13616 registry, release 99.
    static constexpr std::pair<std::string_view, std::size_t> Lengths[] = {
        {"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22}, {"BH", 22},
        {"BI", 27}, {"BR", 29}, {"BY", 28}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22}, {"DJ", 27},
        {"DK", 18}, {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FK", 18}, {"FO", 18}, {"FR", 27},
        {"GB", 22}, {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HN", 28}, {"HR", 21}, {"HU", 28},
        {"IE", 22}, {"IL", 23}, {"IQ", 23}, {"IS", 26}, {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20}, {"LB", 28},
        {"LC", 32}, {"LI", 21}, {"LT", 20}, {"LU", 20}, {"LV", 21}, {"LY", 25}, {"MC", 27}, {"MD", 24}, {"ME", 22},
        {"MK", 19}, {"MN", 20}, {"MR", 27}, {"MT", 31}, {"MU", 30}, {"NI", 28}, {"NL", 18}, {"NO", 15}, {"OM", 23},
        {"PK", 24}, {"PL", 28}, {"PS", 29}, {"PT", 25}, {"QA", 29}, {"RO", 24}, {"RS", 22}, {"RU", 33}, {"SA", 24},
        {"SC", 31}, {"SD", 18}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27}, {"SO", 23}, {"ST", 25}, {"SV", 28},
        {"TL", 23}, {"TN", 24}, {"TR", 26}, {"UA", 29}, {"VA", 22}, {"VG", 24}, {"XK", 20}, {"YE", 30}};
    const auto it = std::lower_bound(std::begin(Lengths), std::end(Lengths), country,
                                     [](const auto &entry, std::string_view name) { return entry.first < name; });
    return it != std::end(Lengths) && it->first == country ? it->second : 0;
}

bool isIban(std::string_view text) {
    return text.size() > 4 && ibanLength(text.substr(0, 2)) == text.size() &&
           mod97(text.substr(0, 4), mod97(text.substr(4))) == 1;
}

std::string ibanCheckDigits(std::string_view country, std::string_view rest) {
    const int check = 98 - mod97("00", mod97(country, mod97(rest)));
    return {static_cast<char>('0' + check / 10), static_cast<char>('0' + check % 10)};
}

char germanTaxDigit(std::string_view firstTen) {
    int product = 10;
    for (const char c : firstTen) {
        const int sum = (value(c) + product) % 10;
        product = (sum == 0 ? 10 : sum) * 2 % 11;
    }
    return static_cast<char>('0' + (11 - product) % 10);
}

bool isGermanTaxId(std::string_view digits) {
    if (digits.size() != 11 || !allDigits(digits) || digits[0] == '0')
        return false;
    std::array<int, 10> seen{};
    for (const char c : digits.substr(0, 10))
        ++seen[static_cast<std::size_t>(value(c))];
    const auto repeated = std::count_if(seen.begin(), seen.end(), [](int n) { return n > 1; });
    return repeated == 1 && *std::max_element(seen.begin(), seen.end()) <= 3 &&
           germanTaxDigit(digits.substr(0, 10)) == digits[10];
}

char spanishIdLetter(std::string_view withoutLetter) {
    static constexpr std::string_view Letters = "TRWAGMYFPDXBNJZSQVHLCKE";
    int rest = 0;
    for (const char c : withoutLetter) {
        const int digit = c == 'X' ? 0 : c == 'Y' ? 1 : c == 'Z' ? 2 : value(c);
        rest = (rest * 10 + digit) % 23;
    }
    return Letters[static_cast<std::size_t>(rest)];
}

bool isSpanishId(std::string_view text) {
    if (text.size() != 9 || !allDigits(text.substr(1, 7)))
        return false;
    const bool foreigner = text[0] == 'X' || text[0] == 'Y' || text[0] == 'Z';
    return (foreigner || isDigit(text[0])) && spanishIdLetter(text.substr(0, 8)) == text[8];
}

std::string frenchInseeKey(std::string_view first13) {
    std::string digits(first13);
    // Corsica: 2A is 19 and 2B is 18.
    if (digits.size() > 6 && (digits[6] == 'A' || digits[6] == 'B')) {
        digits[5] = '1';
        digits[6] = digits[6] == 'A' ? '9' : '8';
    }
    const int key = 97 - mod97(digits);
    return {static_cast<char>('0' + key / 10), static_cast<char>('0' + key % 10)};
}

bool isFrenchInsee(std::string_view text) {
    if (text.size() != 15 || (text[0] != '1' && text[0] != '2') || !allDigits(text.substr(0, 6)) ||
        !allDigits(text.substr(7)))
        return false;
    const bool corsica = text[5] == '2' && (text[6] == 'A' || text[6] == 'B');
    const int month = number(text.substr(3, 2));
    return (isDigit(text[6]) || corsica) && ((month >= 1 && month <= 12) || month >= 20) &&
           frenchInseeKey(text.substr(0, 13)) == text.substr(13);
}

bool isSsn(std::string_view digits) {
    return digits.size() == 9 && allDigits(digits) && digits.substr(0, 3) != "000" && digits.substr(0, 3) != "666" &&
           digits.substr(3, 2) != "00" && digits.substr(5) != "0000";
}

} // namespace actionscope::governance::detail
