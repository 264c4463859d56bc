#pragma once
/// Personal data (GD8): pseudonymised before a model sees it, put back before the upstream gets it.
///
/// Found in linear time (RE2): e-mail addresses, phone numbers, IBANs (checksum), payment cards (Luhn), national ids
/// (US SSN, German tax id, Spanish DNI/NIE, French INSEE, with their checksums where they have one), IP addresses, and
/// names in fields that are labelled so. A pseudonym is stable in its session, of the type and shape that the schema
/// demands (an e-mail address stays one: "person-3f2a@example.invalid"; digits stay digits and pass the same checksum),
/// resolves only for the service that it came from, and is erased with the session.

#include "base/json.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

enum class PersonalKind : std::uint8_t { Email, Phone, Iban, Card, NationalId, IpAddress, Name };
std::string_view personalKindName(PersonalKind kind);

struct PersonalSpan {
    std::size_t begin = 0, end = 0; ///< bytes
    PersonalKind kind = PersonalKind::Email;
};
/// Non-overlapping, in order. Linear in `text`.
std::vector<PersonalSpan> findPersonalData(std::string_view text);
/// Is a member of this name one that holds a person's name? "first_name", "displayName", "assignee.name"
bool labelsPersonName(std::string_view memberName, std::string_view parentName = {});

/// The pseudonyms of one session. Any thread. Never written to disk; the destructor wipes the originals.
class PseudonymVault {
public:
    /// `secret`: 32 random bytes; the same original gives the same pseudonym for as long as the vault lives.
    explicit PseudonymVault(std::string secret, std::size_t capacity = 100'000);
    ~PseudonymVault();
    PseudonymVault(const PseudonymVault &) = delete;
    PseudonymVault &operator=(const PseudonymVault &) = delete;

    /// `value` as the model may see it. Strings inside text are replaced too. `schema` (may be null) is the output
    /// schema whose format, pattern, enum and length the pseudonyms keep. Counts what was replaced. Errors:
    /// LimitExceeded when the vault is full (limits.pseudonyms): the result must then be withheld.
    struct Counts {
        std::size_t byKind[7] = {};
        [[nodiscard]] std::size_t total() const;
    };
    [[nodiscard]] Result<Counts> pseudonymise(json::value &value, std::string_view service,
                                              const json::value *schema = nullptr);
    [[nodiscard]] Result<std::string> pseudonymiseText(std::string_view text, std::string_view service);
    /// Puts originals back, those of `service` only. Returns how many.
    std::size_t rehydrate(json::value &value, std::string_view service) const;
    /// How many pseudonyms in `value` came from another service: they stay as they are, and the caller may refuse.
    [[nodiscard]] std::size_t foreign(const json::value &value, std::string_view service) const;
    [[nodiscard]] std::size_t size() const; ///< pseudonyms kept
    void wipe();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// For records, errors and the approver's view: the same structure with every scalar as its type and length
/// ("⟨string·14⟩", "⟨email·1⟩", "⟨number⟩"), so that shapes are kept and values are not.
json::value shapeOf(const json::value &value);
/// The approver's view: ordinary values stay, personal data and secrets (by member name: token, password, secret,
/// authorization, api_key …) are typed placeholders, equal values the same placeholder.
json::value redactForApprover(const json::value &value);
/// As above, and what the placeholders of personal data stand for is added to `personal`: {"⟨email·1⟩":
/// "ana@example.org"}. Secrets are never among them.
json::value redactForApprover(const json::value &value, json::object &personal);

} // namespace actionscope::governance
