#pragma once
/// The two ways into a generated file: line by line as JSON, and as any YAML.

#include "catalog/generated_file.h"

#include <optional>

namespace actionscope::catalog::detail {

/// The file, when it has exactly the shape that writeGeneratedFile gives it (line ends may be CRLF); nothing when it
/// has any other, be it reshaped or broken: the YAML reader then says what is wrong where.
std::optional<GeneratedFile> readGeneratedLines(std::string_view text);

/// The file as yaml-cpp reads it.
[[nodiscard]] Result<GeneratedFile> readGeneratedYaml(std::string_view text, const std::filesystem::path &path,
                                                      const YamlLimits &limits);

constexpr std::string_view hintName(Hint hint) {
    return hint == Hint::ReadOnly ? "read_only" : hint == Hint::Destructive ? "destructive" : "";
}
constexpr std::optional<Hint> hintFromName(std::string_view name) {
    for (const Hint hint : {Hint::None, Hint::ReadOnly, Hint::Destructive}) {
        if (hintName(hint) == name)
            return hint;
    }
    return std::nullopt;
}

} // namespace actionscope::catalog::detail
