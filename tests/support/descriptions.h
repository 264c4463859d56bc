#pragma once
/// OpenAPI descriptions for tests, made from the few figures a test is about.

#include "base/file.h"
#include "base/json.h"

#include <filesystem>
#include <string>
#include <vector>

namespace actionscope::test {

/// One operation of a description.
struct Operation {
    std::string method, path, id, summary;
    std::string description = {};
    std::vector<std::string> tags = {};
};

/// An OpenAPI 3.0 document; operations of one path are put together.
inline std::string openApi(const std::string &title, const std::vector<Operation> &operations) {
    json::object paths;
    for (const Operation &operation : operations) {
        json::object entry{{"operationId", operation.id},
                           {"summary", operation.summary},
                           {"responses", {{"200", {{"description", "done"}}}}}};
        if (!operation.description.empty())
            entry["description"] = operation.description;
        json::array tags;
        for (const std::string &tag : operation.tags)
            tags.emplace_back(tag);
        if (!tags.empty())
            entry["tags"] = std::move(tags);
        json::array parameters;
        for (std::size_t at = operation.path.find('{'); at != std::string::npos; at = operation.path.find('{', at + 1))
            parameters.push_back({{"name", operation.path.substr(at + 1, operation.path.find('}', at) - at - 1)},
                                  {"in", "path"},
                                  {"required", true},
                                  {"schema", {{"type", "string"}}}});
        if (!parameters.empty())
            entry["parameters"] = std::move(parameters);
        if (paths[operation.path].is_null())
            paths[operation.path] = json::object();
        paths[operation.path].as_object()[operation.method] = std::move(entry);
    }
    return json::serialize(json::object{{"openapi", "3.0.3"},
                                        {"info", {{"title", title}, {"version", "1.0"}}},
                                        {"servers", json::array{{{"url", "https://" + title + ".example"}}}},
                                        {"paths", std::move(paths)}});
}

/// A small shop: every tier occurs, and the words of one operation are not those of another.
inline std::vector<Operation> shopOperations() {
    return {
        {"get", "/orders", "orders_list", "List the orders of a customer"},
        {"get", "/orders/{id}", "orders_get", "Look at one order"},
        {"post", "/orders", "orders_create", "Place an order for goods"},
        {"patch", "/orders/{id}", "orders_update", "Change the address of an order"},
        {"delete", "/orders/{id}", "orders_delete", "Remove an order"},
        {"post", "/stock/search", "stock_search", "Search the warehouse for goods"},
        {"get", "/invoices", "invoices_list", "List invoices that are unpaid"},
        {"post", "/admin/wipe", "admin_wipe", "Wipe the whole shop"},
    };
}

/// `count` operations whose texts differ: for whatever needs many of them.
inline std::vector<Operation> manyOperations(std::size_t count) {
    std::vector<Operation> operations;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string n = std::to_string(i);
        operations.push_back({i % 3 == 0 ? "post" : "get", "/things" + n + "/{id}", "thing_" + n,
                              "Work with thing number " + n,
                              "A longer text about thing " + n + " and what it is for."});
    }
    return operations;
}

} // namespace actionscope::test
