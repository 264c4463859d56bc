#pragma once
/// Time as something that is handed in, so that tests can hold it still.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace actionscope {

using Timestamp = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;

class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Timestamp now() const = 0;
};

class SystemClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override;
};

/// RFC 3339 in UTC with microseconds: `2026-11-21T09:41:07.112000Z`.
std::string formatTimestamp(Timestamp time);
/// Reads RFC 3339 (any fraction, `Z` or an offset) and plain dates (`2026-11-21`, midnight UTC).
std::optional<Timestamp> parseTimestamp(std::string_view text);

/// Reads "30s", "15m", "2h", "1d": a whole number from 1 to 1,000,000 and its unit.
std::optional<std::chrono::seconds> parseDuration(std::string_view text);

} // namespace actionscope
