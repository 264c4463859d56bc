#pragma once
/// JSON over Boost.JSON: bounded parsing with line and column in complaints, and the canonical form that hashes are taken of.

#include "base/result.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace actionscope {

namespace json = boost::json;

struct JsonLimits {
    std::uint32_t maxDepth = 512;
};

/// Parses one JSON document. Integers beyond 64 bits become doubles. Errors: ParseError with line and column of the first
/// wrong byte (`file` names the text in the error); LimitExceeded for nesting beyond `maxDepth`.
[[nodiscard]] Result<json::value> parseJson(std::string_view text, std::string_view file = {},
                                            const JsonLimits &limits = {}, json::storage_ptr storage = {});

/// RFC 8785 (JCS) as far as we need it: no spaces, keys sorted by their UTF-16 code units' order approximated by bytes
/// (equal for all of Unicode outside surrogates), shortest numbers. The same value always gives the same bytes.
std::string canonicalJson(const json::value &value);

/// Indented by two spaces, for people.
std::string prettyJson(const json::value &value);

/// Member access that forgives: null when `value` is no object, has no such member, or it is of another type.
const json::value *member(const json::value &value, std::string_view key);
std::string_view stringMember(const json::value &value, std::string_view key);
bool boolMember(const json::value &value, std::string_view key, bool otherwise = false);
const json::object *objectMember(const json::value &value, std::string_view key);
const json::array *arrayMember(const json::value &value, std::string_view key);
/// The same of an object, which must not become a temporary value on the way: what is returned points into it.
const json::value *member(const json::object &object, std::string_view key);
std::string_view stringMember(const json::object &object, std::string_view key);
bool boolMember(const json::object &object, std::string_view key, bool otherwise = false);
const json::object *objectMember(const json::object &object, std::string_view key);
const json::array *arrayMember(const json::object &object, std::string_view key);

/// Line and column (from 1, in bytes) of a byte offset.
Location locate(std::string_view text, std::size_t offset, std::string_view file);

/// RFC 6901: `/` and `~` escaped for one step of a JSON pointer.
std::string pointerStep(std::string_view key);

} // namespace actionscope
