#include "catalog/detail/generated_lines.h"

#include "base/text.h"
#include "catalog/detail/yaml_fields.h"

#include <array>

namespace actionscope::catalog::detail {
namespace {

/// The member `key` as one of a closed set of words; `otherwise` when it is absent.
template <class Enum>
Enum word(const YamlTree &tree, const YamlNode &map, std::string_view key,
          std::optional<Enum> (*fromName)(std::string_view), Enum otherwise) {
    const YamlMember *found = map.find(key);
    if (found == nullptr || found->value->isNull())
        return otherwise;
    const std::string text = textOf(tree, *found->value, key);
    const auto value = fromName(text);
    if (!value)
        complain(tree, *found->value, std::string(key) + " cannot be \"" + revealInvisible(text) + '"');
    return *value;
}

ServiceInfo readService(const YamlTree &tree, const YamlNode &node) {
    expectMap(tree, node, "service");
    ServiceInfo service;
    service.id = textMember(tree, node, "id");
    if (service.id.empty())
        complain(tree, node, "the service has no id");
    service.title = textMember(tree, node, "title");
    service.description = textMember(tree, node, "description");
    service.version = textMember(tree, node, "version");
    service.format = textMember(tree, node, "format");
    service.source = textMember(tree, node, "source");
    service.sha256 = textMember(tree, node, "sha256");
    service.server = textMember(tree, node, "server");
    return service;
}

Parameter readParameter(const YamlTree &tree, const YamlNode &node) {
    expectMap(tree, node, "a parameter");
    Parameter parameter;
    parameter.name = textMember(tree, node, "name");
    parameter.place = word<Place>(tree, node, "in", placeFromName, Place::Query);
    parameter.type = textMember(tree, node, "type");
    parameter.required = boolMember(tree, node, "required", false);
    parameter.description = textMember(tree, node, "description");
    return parameter;
}

Capability readAction(const YamlTree &tree, const YamlNode &node) {
    expectMap(tree, node, "an action");
    Capability action;
    action.name = textMember(tree, node, "name");
    if (action.name.empty())
        complain(tree, node, "an action without a name");
    action.kind = word<Kind>(tree, node, "kind", kindFromName, Kind::Action);
    action.title = textMember(tree, node, "title");
    action.description = textMember(tree, node, "description");
    action.category = textMember(tree, node, "category");
    action.method = word<Method>(tree, node, "method", methodFromName, Method::None);
    action.path = textMember(tree, node, "path");
    action.tags = textsMember(tree, node, "tags");
    if (const YamlMember *parameters = node.find("parameters"); parameters != nullptr && !parameters->value->isNull()) {
        expectSequence(tree, *parameters->value, "parameters");
        for (const YamlNode *parameter : parameters->value->items)
            action.parameters.push_back(readParameter(tree, *parameter));
    }
    action.security = textsMember(tree, node, "security");
    action.server = textMember(tree, node, "server");
    action.pointer = textMember(tree, node, "pointer");
    action.requires_ = textsMember(tree, node, "requires");
    action.secrets = textsMember(tree, node, "secrets");
    action.hint = word<Hint>(tree, node, "hint", hintFromName, Hint::None);
    action.deprecated = boolMember(tree, node, "deprecated", false);
    action.hasBody = boolMember(tree, node, "body", false);
    action.available = boolMember(tree, node, "available", true);
    return action;
}

} // namespace

Result<GeneratedFile> readGeneratedYaml(std::string_view text, const std::filesystem::path &path,
                                        const YamlLimits &limits) {
    const auto tree = YamlTree::parse(text, path.string(), limits);
    if (!tree)
        return fail(tree.error());
    GeneratedFile file;
    try {
        const YamlNode &root = tree->root();
        expectMap(*tree, root, "a generated catalog");
        const YamlMember *service = root.find("service");
        if (service == nullptr)
            complain(*tree, root, "service is missing: import the service again");
        file.service = readService(*tree, *service->value);
        if (const YamlMember *actions = root.find("actions"); actions != nullptr && !actions->value->isNull()) {
            expectSequence(*tree, *actions->value, "actions");
            for (const YamlNode *action : actions->value->items)
                file.actions.push_back(readAction(*tree, *action));
        }
    } catch (FieldError &stop) {
        return fail(std::move(stop.error));
    }
    return file;
}

} // namespace actionscope::catalog::detail
