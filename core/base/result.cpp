#include "base/result.h"

namespace actionscope {

std::string_view errorCodeName(ErrorCode code) {
    switch (code) {
    case ErrorCode::InvalidArgument: return "invalid_argument";
    case ErrorCode::NotFound: return "not_found";
    case ErrorCode::AlreadyExists: return "already_exists";
    case ErrorCode::ParseError: return "parse_error";
    case ErrorCode::LimitExceeded: return "limit_exceeded";
    case ErrorCode::Unsupported: return "unsupported";
    case ErrorCode::Conflict: return "conflict";
    case ErrorCode::Busy: return "busy";
    case ErrorCode::PermissionDenied: return "permission_denied";
    case ErrorCode::IoError: return "io_error";
    case ErrorCode::NetworkError: return "network_error";
    case ErrorCode::Corrupt: return "corrupt";
    case ErrorCode::Cancelled: return "cancelled";
    case ErrorCode::Internal: return "internal";
    }
    return "internal";
}

std::string Location::toString() const {
    std::string text = file;
    if (line != 0) {
        if (!text.empty())
            text += ':';
        text += std::to_string(line);
        if (column != 0)
            text += ':' + std::to_string(column);
    }
    return text;
}

std::string Error::toString() const {
    const std::string place = where.toString();
    return place.empty() ? message : place + ": " + message;
}

} // namespace actionscope
