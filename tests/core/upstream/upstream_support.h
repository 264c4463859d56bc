#pragma once
/// Actions for tests of upstream calls, read from descriptions as import reads them.

#include "base/json.h"
#include "catalog/segment.h"
#include "ingest/schema.h"
#include "upstream/http_action.h"

#include <QtGlobal>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace actionscope::upstream::test {

/// JSON written with ' for ". (moc does not get along with raw strings.)
inline std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

inline json::value parsed(const std::string &text) {
    auto value = parseJson(quoted(text));
    if (!value)
        qFatal("%s in %s", value.error().toString().c_str(), text.c_str());
    return *value;
}

/// One action and the schema of its arguments.
struct Action {
    std::shared_ptr<const catalog::Segment> segment;
    json::value schema;
    [[nodiscard]] catalog::CapabilityView view() const { return segment->at(0); }
    [[nodiscard]] Result<net::HttpRequest> build(const json::object &arguments,
                                                 std::string_view server = "https://api.test/v1") const {
        return buildRequest(view(), server, schema, arguments);
    }
    [[nodiscard]] Result<net::HttpRequest> build(const std::string &arguments,
                                                 std::string_view server = "https://api.test/v1") const {
        return build(parsed(arguments).as_object(), server);
    }
};

inline std::shared_ptr<const catalog::Segment> segmentOf(catalog::Capability capability) {
    auto segment = catalog::Segment::build({std::move(capability)});
    if (!segment)
        qFatal("%s", segment.error().toString().c_str());
    return *segment;
}

/// `operation` is the operation object of `method` `path`; `rest` are further members of the document.
inline Action action(const std::string &method, const std::string &path, const std::string &operation,
                     const std::string &version = "'openapi':'3.1.0'") {
    const std::string text = quoted("{" + version + ",'paths':{}}");
    json::value document = *parseJson(text);
    document.as_object()["paths"].as_object()[path] = json::object{{method, parsed(operation)}};
    const auto source = ingest::SourceDocument::parse(json::serialize(document), {});
    if (!source)
        qFatal("%s", source.error().toString().c_str());
    auto schema = (*source)->inputSchema("/paths/" + pointerStep(path) + "/" + method);
    if (!schema)
        qFatal("%s", schema.error().toString().c_str());
    catalog::Capability capability;
    capability.name = "act";
    capability.method = *catalog::methodFromName(method);
    capability.path = path;
    return {segmentOf(std::move(capability)), std::move(*schema)};
}

inline std::string headerOf(const net::HttpRequest &request, const std::string &name) {
    for (const auto &[key, value] : request.headers) {
        if (key == name)
            return value;
    }
    return {};
}

} // namespace actionscope::upstream::test
