#pragma once
/// The one descriptor that index, caches, rules and façades work on (CD3). An action is one kind of capability.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog {

enum class Kind : std::uint8_t { Action, Tool, Skill, Extension, Channel };

/// HTTP methods of an action; None for capabilities that are not called over HTTP.
enum class Method : std::uint8_t { None, Get, Put, Post, Delete, Options, Head, Patch, Trace };

/// Where an argument travels.
enum class Place : std::uint8_t { Path, Query, Header, Cookie, Body };

std::string_view kindName(Kind kind);       ///< "action"
std::string_view methodName(Method method); ///< "GET"; empty for None
std::string_view placeName(Place place);    ///< "query"
std::optional<Kind> kindFromName(std::string_view name);
std::optional<Method> methodFromName(std::string_view name); ///< any case
std::optional<Place> placeFromName(std::string_view name);

/// One argument as search and people see it; its full schema is resolved from the source when asked for.
struct Parameter {
    std::string name;
    std::string description; ///< at most MaxParameterDescription bytes
    std::string type;        ///< "string", "integer", "array", …; empty when the source does not say
    Place place = Place::Query;
    bool required = false;
    friend bool operator==(const Parameter &, const Parameter &) = default;
};

/// What an upstream says of itself (MCP annotations, vendor extensions): evidence, never proof.
enum class Hint : std::uint8_t { None, ReadOnly, Destructive };

/// A capability while it is being built: by import, by reading YAML, by a test. Immutable ones are `CapabilityView`s.
struct Capability {
    Kind kind = Kind::Action;
    std::string name;        ///< unique in its service, as INTERFACES says
    std::string title;       ///< the source's summary, one line
    std::string description; ///< the source's prose, at most MaxDescription bytes
    std::string category;
    Method method = Method::None;
    std::string path;                  ///< "/repos/{owner}/{repo}"
    std::vector<std::string> tags;
    std::vector<Parameter> parameters; ///< path, query, header, cookie, then body members, each in the source's order
    std::vector<std::string> security; ///< schemes required, "oauth2: repo, user"; empty when none
    std::string server;                ///< base URL; empty when it is the service's
    std::string pointer;               ///< JSON pointer of the operation in the workspace's copy of the source
    std::vector<std::string> requires_; ///< ids of tools it depends on
    std::vector<std::string> secrets;   ///< names of secrets it needs
    Hint hint = Hint::None;
    bool deprecated = false;
    bool hasBody = false;    ///< the operation takes a request body
    bool curated = false;    ///< hand-written prose, always listed
    bool available = true;
    friend bool operator==(const Capability &, const Capability &) = default;
};

constexpr std::size_t MaxDescription = 4096;         ///< bytes kept of an action's prose; the source keeps the rest
constexpr std::size_t MaxParameterDescription = 240; ///< bytes; RELEVANCE measured 200 characters

/// What is known of a service apart from its capabilities.
struct ServiceInfo {
    std::string id; ///< lower case, digits and `-`
    std::string title;
    std::string description;
    std::string version;  ///< of the description
    std::string format;   ///< "openapi 3.1.0", "swagger 2.0", "manifest"
    std::string source;   ///< where it was imported from: a path or a URL without credentials
    std::string sha256;   ///< of the imported bytes, hexadecimal
    std::string server;   ///< default base URL
    friend bool operator==(const ServiceInfo &, const ServiceInfo &) = default;
};

} // namespace actionscope::catalog
