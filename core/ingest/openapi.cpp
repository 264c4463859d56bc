#include "ingest/openapi.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "ingest/detail/anchors.h"
#include "ingest/detail/bundle.h"
#include "ingest/detail/document.h"
#include "ingest/detail/extract.h"

#include <algorithm>
#include <boost/json/monotonic_resource.hpp>
#include <new>

namespace actionscope::ingest {
namespace {

/// "3.1.0", "2.0": the version a member gives, also where YAML made a number of it.
std::string versionText(const json::value *version) {
    if (!version)
        return {};
    if (version->is_string())
        return std::string(version->get_string());
    if (version->is_int64())
        return std::to_string(version->get_int64()) + ".0";
    if (version->is_double()) {
        std::string text = canonicalJson(*version);
        return text.find('.') == std::string::npos ? text + ".0" : text;
    }
    return json::serialize(*version);
}

std::string foundInstead(const json::value &root) {
    switch (root.kind()) {
    case json::kind::array:
        return "a list";
    case json::kind::string:
        return "a single piece of text";
    case json::kind::object:
        break;
    default:
        return "a single value";
    }
    const json::object &object = root.get_object();
    for (const char *known : {"asyncapi", "swaggerVersion", "arazzo", "overlay", "discoveryVersion"}) {
        if (object.contains(known))
            return std::string("`") + known + ": " +
                   std::string(truncateUtf8(versionText(object.if_contains(known)), 40)) + "`";
    }
    if (object.empty())
        return "an empty object";
    std::string keys;
    int count = 0;
    for (const auto &pair : object) {
        if (++count > 4)
            return "an object with " + keys + ", …";
        keys += (keys.empty() ? "`" : ", `") + detail::oneLine(pair.key(), 40) + "`";
    }
    return "an object with " + keys;
}

/// "openapi 3.1.0", or why it is none that we read.
Result<std::string> formatOf(const json::value &root, const std::string &origin) {
    const json::value *openapi = member(root, "openapi");
    const json::value *swagger = openapi ? nullptr : member(root, "swagger");
    if (!openapi && !swagger)
        return fail(ErrorCode::Unsupported,
                    "not an OpenAPI description: there is no `openapi` or `swagger` at the top, but " +
                        foundInstead(root),
                    {origin});
    const std::string version = versionText(openapi ? openapi : swagger);
    const auto is = [&](std::string_view wanted) {
        return version.starts_with(wanted) &&
               (version.size() == wanted.size() || version[wanted.size()] == '.' || version[wanted.size()] == '-');
    };
    if (openapi ? is("3.0") || is("3.1") : is("2.0"))
        return (openapi ? "openapi " : "swagger ") + detail::oneLine(version, 40);
    return fail(ErrorCode::Unsupported,
                std::string("`") + (openapi ? "openapi" : "swagger") + ": " + detail::oneLine(version, 40) +
                    "` is not a version that is read here; these are OpenAPI 3.0 and 3.1, and Swagger 2.0",
                {origin});
}

/// What was found twice, as warnings, or as operations that are lost where the key was a path or a method.
void reportDuplicates(const std::vector<detail::Duplicate> &duplicates, const std::string &origin,
                      ImportedService &out) {
    for (const detail::Duplicate &duplicate : duplicates) {
        const std::string place = duplicate.where.line == 0 ? std::string() : " (" + duplicate.where.toString() + ")";
        const auto steps = std::count(duplicate.pointer.begin(), duplicate.pointer.end(), '/');
        const std::string_view last = std::string_view(duplicate.pointer).substr(duplicate.pointer.rfind('/') + 1);
        if (duplicate.pointer.starts_with("/paths/") && (steps == 2 || (steps == 3 && catalog::methodFromName(last))))
            out.skipped.push_back(
                {origin, duplicate.pointer,
                 "the key is there twice and only the later one is read" + place + "; give each path once"});
        else
            out.warnings.push_back(duplicate.pointer + ": the key is there twice and only the later one counts" +
                                   place);
    }
}

Result<ImportedService> read(const Source &source, const ImportLimits &limits, const Job &job) {
    ImportedService service;
    service.warnings = source.warnings;
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled", {source.origin});
    if (source.file.empty()) {
        service.copy = source.fetched;
    } else {
        Result<std::string> bytes = readFile(source.file, limits.fileBytes);
        if (!bytes)
            return fail(bytes.error());
        service.copy = std::move(*bytes);
    }
    service.info.source = source.origin;
    service.info.sha256 = toHex(sha256(service.copy));
    // Everything parsed dies together at the end of this function: a resource that is not shared spares the values'
    // destructors the walk. Measured on the corpora, values take about two and a half times the bytes of their text.
    const std::size_t first = std::clamp<std::size_t>(service.copy.size() * 5 / 2, 64U << 10, 64U << 20);
    json::monotonic_resource memory(first);
    const json::storage_ptr storage(&memory);
    Result<detail::Document> document = detail::readDocument(service.copy, source.origin, limits, storage, job);
    if (!document)
        return fail(document.error());
    Result<std::string> format = formatOf(document->value, source.origin);
    if (!format)
        return fail(format.error());
    service.info.format = std::move(*format);
    service.warnings.insert(service.warnings.end(), document->warnings.begin(), document->warnings.end());
    reportDuplicates(document->duplicates, source.origin, service);
    const bool named = detail::pointAtNames(document->value, service.copy);
    Result<bool> changed = detail::bundle(document->value, service.copy, source, limits, job, service.warnings);
    if (!changed)
        return fail(changed.error());
    if (named || *changed || !document->isJson)
        service.copy = json::serialize(document->value);
    if (auto extracted = detail::extract(document->value, source, limits, job, service); !extracted)
        return fail(extracted.error());
    return service;
}

} // namespace

Result<ImportedService> readOpenApi(const Source &source, const ImportLimits &limits, const Job &job) {
    try {
        return read(source, limits, job);
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::LimitExceeded, "too large for the memory of this machine", {source.origin});
    } catch (const std::exception &error) {
        return fail(ErrorCode::Internal, std::string("reading failed: ") + error.what(), {source.origin});
    }
}

} // namespace actionscope::ingest
