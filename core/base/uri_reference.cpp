#include "base/uri_reference.h"

namespace actionscope {

namespace {

struct Parts {
    std::string_view scheme, authority, path, query;
    bool hasAuthority = false, hasQuery = false;
};

Parts split(std::string_view uri) {
    Parts parts;
    const std::size_t colon = uri.find(':');
    if (colon != std::string_view::npos && colon > 0 &&
        uri.substr(0, colon).find_first_of("/?#") == std::string_view::npos) {
        parts.scheme = uri.substr(0, colon);
        uri.remove_prefix(colon + 1);
    }
    if (const std::size_t question = uri.find('?'); question != std::string_view::npos) {
        parts.hasQuery = true;
        parts.query = uri.substr(question + 1);
        uri = uri.substr(0, question);
    }
    if (uri.substr(0, 2) == "//") {
        parts.hasAuthority = true;
        uri.remove_prefix(2);
        const std::size_t slash = std::min(uri.find('/'), uri.size());
        parts.authority = uri.substr(0, slash);
        uri.remove_prefix(slash);
    }
    parts.path = uri;
    return parts;
}

std::string removeDotSegments(std::string_view path) {
    std::string out;
    while (!path.empty()) {
        if (path.substr(0, 3) == "../") {
            path.remove_prefix(3);
        } else if (path.substr(0, 2) == "./") {
            path.remove_prefix(2);
        } else if (path.substr(0, 3) == "/./" || path == "/.") {
            path = path.size() > 2 ? path.substr(2) : std::string_view("/");
        } else if (path.substr(0, 4) == "/../" || path == "/..") {
            path = path.size() > 3 ? path.substr(3) : std::string_view("/");
            const std::size_t slash = out.rfind('/');
            out.erase(slash == std::string::npos ? 0 : slash);
        } else if (path == "." || path == "..") {
            break;
        } else {
            const std::size_t next = path.find('/', 1);
            out.append(path.substr(0, next));
            path.remove_prefix(std::min(next, path.size()));
        }
    }
    return out;
}

std::string join(const Parts &parts, std::string_view path) {
    std::string out;
    if (!parts.scheme.empty())
        out.append(parts.scheme).append(":");
    if (parts.hasAuthority)
        out.append("//").append(parts.authority);
    out.append(path);
    if (parts.hasQuery)
        out.append("?").append(parts.query);
    return out;
}

} // namespace

std::string resolveUri(std::string_view base, std::string_view reference) {
    reference = reference.substr(0, reference.find('#'));
    base = base.substr(0, base.find('#'));
    if (reference.empty())
        return std::string(base);
    Parts target = split(reference);
    if (!target.scheme.empty())
        return join(target, target.hasAuthority ? removeDotSegments(target.path) : std::string(target.path));
    const Parts from = split(base);
    target.scheme = from.scheme;
    if (target.hasAuthority)
        return join(target, removeDotSegments(target.path));
    target.authority = from.authority;
    target.hasAuthority = from.hasAuthority;
    if (target.path.empty())
        return join(target, from.path);
    if (target.path.front() == '/')
        return join(target, removeDotSegments(target.path));
    const std::size_t slash = from.path.rfind('/');
    std::string merged =
        slash == std::string_view::npos ? (from.hasAuthority ? "/" : "") : std::string(from.path.substr(0, slash + 1));
    return join(target, removeDotSegments(merged.append(target.path)));
}

std::string fragmentOf(std::string_view reference) {
    const std::size_t hash = reference.find('#');
    std::string out;
    if (hash == std::string_view::npos)
        return out;
    const auto hex = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    const std::string_view fragment = reference.substr(hash + 1);
    for (std::size_t i = 0; i < fragment.size(); ++i) {
        if (fragment[i] == '%' && i + 2 < fragment.size() && hex(fragment[i + 1]) >= 0 && hex(fragment[i + 2]) >= 0) {
            out += static_cast<char>(hex(fragment[i + 1]) * 16 + hex(fragment[i + 2]));
            i += 2;
        } else {
            out += fragment[i];
        }
    }
    return out;
}

} // namespace actionscope
