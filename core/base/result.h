#pragma once
/// Results and errors: every function that can fail for a reason outside the program returns `Result<T>`.

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace actionscope {

/// What went wrong, closed: programs branch on this, people read the message.
enum class ErrorCode : std::uint8_t {
    InvalidArgument,  ///< the caller's words are off; nothing was done
    NotFound,         ///< the named thing does not exist
    AlreadyExists,    ///< it exists and must not be replaced
    ParseError,       ///< text is not what its format demands
    LimitExceeded,    ///< a cap was hit; the message names the cap and the setting that moves it
    Unsupported,      ///< well-formed, and not something we handle
    Conflict,         ///< the file or record changed since it was read
    Busy,             ///< another process holds the lock
    PermissionDenied, ///< the operating system said no
    IoError,          ///< reading or writing failed (disk full, device gone)
    NetworkError,     ///< the other side could not be reached or answered nonsense
    Corrupt,          ///< stored data does not check out
    Cancelled,        ///< someone asked to stop; nothing half-done remains
    Internal,         ///< our own mistake
};

/// The stable snake_case word of a code, as JSON output shows it.
std::string_view errorCodeName(ErrorCode code);

/// A place in a text file. Lines and columns count from 1, columns in bytes; 0 means unknown.
struct Location {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    /// `file:line:column`, leaving out what is unknown; empty when nothing is known.
    [[nodiscard]] std::string toString() const;
    friend bool operator==(const Location &, const Location &) = default;
};

/// One failure: what, where and how to mend it, in one English line for logs, scripts and tests.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    Location where = {};

    /// `file:line:column: message`.
    [[nodiscard]] std::string toString() const;
};

template <class T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorCode::NotFound, "…")` from any function that returns a `Result`.
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, Location where = {}) {
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

} // namespace actionscope
