#pragma once
/// Check digits of numbers that name people and accounts. Every function takes digits (or letters) without separators.

#include <cstddef>
#include <string>
#include <string_view>

namespace actionscope::governance::detail {

bool isDigit(char c);
bool isLetter(char c); ///< ASCII

/// ISO/IEC 7812-1 annex B.
bool luhnHolds(std::string_view digits);
char luhnDigit(std::string_view digitsWithoutLast);
/// Length and leading digits of one of the card schemes, and Luhn.
bool isCard(std::string_view digits);

/// ISO 13616: the country's length, and ISO 7064 mod 97-10. Upper case.
std::size_t ibanLength(std::string_view country); ///< 0: no such country
bool isIban(std::string_view text);
/// Check digits for a country and what follows them.
std::string ibanCheckDigits(std::string_view country, std::string_view rest);

/// German tax number (§ 139b AO): 11 digits, ISO 7064 mod 11,10, one digit of the first ten two or three times.
bool isGermanTaxId(std::string_view digits);
char germanTaxDigit(std::string_view firstTen);

/// Spanish DNI and NIE: the letter is the number modulo 23.
bool isSpanishId(std::string_view text);
char spanishIdLetter(std::string_view withoutLetter);

/// French social security number: 13 characters and a two-digit key, 97 minus the number modulo 97 (Corsica's 2A and 2B
/// count as 19 and 18).
bool isFrenchInsee(std::string_view text);
std::string frenchInseeKey(std::string_view first13);

/// US social security number by the form of its three parts; the ranges that are never issued count too, because
/// pseudonyms are made of them.
bool isSsn(std::string_view digits);

} // namespace actionscope::governance::detail
