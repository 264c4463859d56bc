#include "workspace/growth_settings.h"

#include "base/clock.h"
#include "base/file.h"
#include "workspace/settings.h"

#include <yaml-cpp/yaml.h>

namespace actionscope::workspace {
namespace {

GrowthKey number(std::string_view name, std::size_t &(*field)(GrowthSettings &), std::uint64_t least,
                 std::uint64_t most) {
    return {name, "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
            [field, least, most](GrowthSettings &settings, const YAML::Node &node) {
                std::uint64_t value = 0;
                if (!YAML::convert<std::uint64_t>::decode(node, value) || value < least || value > most)
                    return false;
                field(settings) = static_cast<std::size_t>(value);
                return true;
            }};
}

} // namespace

const std::vector<GrowthKey> &growthKeys() {
    static const std::vector<GrowthKey> Keys{
        {"promotion_window", "a time from 1d to 3650d, for example 30d",
         [](GrowthSettings &settings, const YAML::Node &node) {
             const auto value = parseDuration(node.Scalar());
             if (!value || *value < std::chrono::hours(24) || *value > std::chrono::hours(24 * 3650))
                 return false;
             settings.promotionWindow = *value;
             return true;
         }},
        {"affinity", "a number from 0 to 0.2",
         [](GrowthSettings &settings, const YAML::Node &node) {
             double value = 0;
             if (!YAML::convert<double>::decode(node, value) || !(value >= 0 && value <= 0.2))
                 return false;
             settings.affinity = value;
             return true;
         }},
        number(
            "promotion_sessions", +[](GrowthSettings &s) -> std::size_t & { return s.promotionSessions; }, 1,
            1'000'000),
        number(
            "promotion_organisations", +[](GrowthSettings &s) -> std::size_t & { return s.promotionOrganisations; }, 1,
            1'000'000),
        number(
            "marketplace_threshold", +[](GrowthSettings &s) -> std::size_t & { return s.marketplaceThreshold; }, 0,
            100),
    };
    return Keys;
}

Result<GrowthSettings> readGrowthSettings(const std::filesystem::path &file) {
    // Whatever is wrong with the file is said in one place, with its line.
    if (auto checked = readSettings(file); !checked)
        return fail(checked.error());
    GrowthSettings settings;
    const auto text = readFile(file, 1U << 20);
    if (!text)
        return settings;
    try {
        const YAML::Node section = YAML::Load(*text)["growth"];
        if (!section || !section.IsMap())
            return settings;
        for (const GrowthKey &key : growthKeys()) {
            const YAML::Node value = section[std::string(key.name)];
            if (value && value.IsScalar() && !value.IsNull())
                (void)key.read(settings, value);
        }
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, {file.string()});
    }
    return settings;
}

} // namespace actionscope::workspace
