#include "base/clock.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace actionscope {
namespace chrono = std::chrono;

Timestamp SystemClock::now() const {
    return chrono::time_point_cast<chrono::microseconds>(chrono::system_clock::now());
}

std::string formatTimestamp(Timestamp time) {
    const auto day = chrono::floor<chrono::days>(time);
    const chrono::year_month_day date(day);
    const chrono::hh_mm_ss clock(time - day);
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ", int(date.year()),
                  unsigned(date.month()), unsigned(date.day()), int(clock.hours().count()),
                  int(clock.minutes().count()), int(clock.seconds().count()), int(clock.subseconds().count()));
    return text.data();
}

std::optional<Timestamp> parseTimestamp(std::string_view text) {
    const std::string copy(text);
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, used = 0;
    if (std::sscanf(copy.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 || used != 10)
        return std::nullopt;
    const chrono::year_month_day date{chrono::year(year), chrono::month(unsigned(month)), chrono::day(unsigned(day))};
    if (!date.ok())
        return std::nullopt;
    Timestamp time{chrono::sys_days(date)};
    std::string_view rest = std::string_view(copy).substr(10);
    if (rest.empty())
        return time;
    if ((rest[0] != 'T' && rest[0] != 't' && rest[0] != ' ') ||
        std::sscanf(copy.c_str() + 11, "%2d:%2d:%2d%n", &hour, &minute, &second, &used) != 3 || used != 8 ||
        hour > 23 || minute > 59 || second > 60 || hour < 0 || minute < 0 || second < 0)
        return std::nullopt;
    time += chrono::hours(hour) + chrono::minutes(minute) + chrono::seconds(second);
    rest.remove_prefix(9);
    if (!rest.empty() && rest[0] == '.') {
        rest.remove_prefix(1);
        int micro = 0, digits = 0;
        while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
            if (digits++ < 6)
                micro = micro * 10 + (rest[0] - '0');
            rest.remove_prefix(1);
        }
        if (digits == 0)
            return std::nullopt;
        for (; digits < 6; ++digits)
            micro *= 10;
        time += chrono::microseconds(micro);
    }
    if (rest == "Z" || rest == "z")
        return time;
    int offsetHour = 0, offsetMinute = 0;
    if (rest.size() == 6 && (rest[0] == '+' || rest[0] == '-') &&
        std::sscanf(std::string(rest.substr(1)).c_str(), "%2d:%2d", &offsetHour, &offsetMinute) == 2) {
        const auto offset = chrono::hours(offsetHour) + chrono::minutes(offsetMinute);
        return rest[0] == '+' ? time - offset : time + offset;
    }
    return std::nullopt;
}

std::optional<chrono::seconds> parseDuration(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end + 1 != text.data() + text.size() || number < 1 || number > 1'000'000)
        return std::nullopt;
    switch (*end) {
    case 's':
        return chrono::seconds(number);
    case 'm':
        return chrono::minutes(number);
    case 'h':
        return chrono::hours(number);
    case 'd':
        return chrono::hours(24 * number);
    default:
        return std::nullopt;
    }
}

} // namespace actionscope
