#pragma once
/// One argument written in the style that its description asks for (OpenAPI 3.1, "Style Values"; Swagger 2,
/// "collectionFormat").

#include "base/json.h"
#include "base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::upstream::detail {

/// An argument with the marks of its schema.
struct Argument {
    std::string name; ///< as the upstream knows it
    const json::value *value = nullptr;
    const json::value *schema = nullptr;

    [[nodiscard]] std::string_view mark(std::string_view key) const { return stringMember(*schema, key); }
    [[nodiscard]] bool explode(bool otherwise) const { return boolMember(*schema, "x-explode", otherwise); }
};

/// Name and value, both encoded.
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// A scalar as text; lists and objects as JSON; null as nothing.
std::string plainText(const json::value &value);

/// What replaces `{name}`: simple (default), label or matrix. Every byte of a value that is not unreserved is encoded.
/// Errors: InvalidArgument for null and for what would be an empty segment.
Result<std::string> pathValue(const Argument &argument);

/// form (default), spaceDelimited, pipeDelimited, deepObject, and the collection formats of Swagger 2. Null and empty
/// lists are left out. Members of an exploded object become parameters of their own. Lists in a deepObject are
/// `name[]=`, lists of objects in it `name[0][member]=` (the specification is silent; Rails, PHP, Stripe and qs read
/// these). Errors: LimitExceeded for objects nested too deeply.
Result<Pairs> queryPairs(const Argument &argument);

/// The value of a header, style simple; nothing is encoded. Errors: InvalidArgument for control characters.
Result<std::string> headerValue(const Argument &argument);

} // namespace actionscope::upstream::detail
