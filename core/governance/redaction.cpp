#include "governance/redaction.h"

namespace actionscope::governance {

namespace {

constexpr std::string_view Placeholder = "⟨redacted⟩";

std::vector<std::string> stepsOf(std::string_view pointer) {
    std::vector<std::string> steps;
    while (!pointer.empty() && pointer.front() == '/') {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        std::string step;
        for (std::size_t i = 0; i < end; ++i) {
            if (pointer[i] == '~' && i + 1 < end && (pointer[i + 1] == '0' || pointer[i + 1] == '1'))
                step += pointer[++i] == '0' ? '~' : '/';
            else
                step += pointer[i];
        }
        steps.push_back(std::move(step));
        pointer.remove_prefix(end);
    }
    return steps;
}

std::size_t redactAt(json::value &value, const std::vector<std::string> &steps, std::size_t depth) {
    if (depth == steps.size()) {
        value = json::value(json::string(Placeholder));
        return 1;
    }
    const std::string &step = steps[depth];
    std::size_t count = 0;
    if (auto *object = value.if_object()) {
        if (step == "*") {
            for (auto &entry : *object)
                count += redactAt(entry.value(), steps, depth + 1);
        } else if (auto *child = object->if_contains(step)) {
            count += redactAt(*child, steps, depth + 1);
        }
    } else if (auto *array = value.if_array()) {
        if (step == "*") {
            for (auto &element : *array)
                count += redactAt(element, steps, depth + 1);
        } else if (!step.empty() && step.find_first_not_of("0123456789") == std::string::npos && step.size() < 10) {
            const std::size_t index = std::stoul(step);
            if (index < array->size())
                count += redactAt((*array)[index], steps, depth + 1);
        }
    }
    return count;
}

} // namespace

std::size_t redactPointers(json::value &value, const std::vector<std::string> &pointers) {
    std::size_t count = 0;
    for (const std::string &pointer : pointers)
        count += redactAt(value, stepsOf(pointer), 0);
    return count;
}

void redactReply(DispatchReply &reply, const std::vector<std::string> &pointers) {
    if (pointers.empty())
        return;
    // A policy is written against the body of an answer, which is all of the structured content or all of a text.
    std::vector<std::string> bodyPointers = pointers;
    for (const std::string &pointer : pointers) {
        if (pointer == "/body" || pointer.rfind("/body/", 0) == 0)
            bodyPointers.push_back(pointer.substr(5));
    }
    redactPointers(reply.structured, bodyPointers);
    for (json::value &block : reply.content) {
        auto *object = block.if_object();
        auto *text = object != nullptr ? object->if_contains("text") : nullptr;
        if (text != nullptr && text->is_string()) {
            auto parsed = parseJson(std::string_view(text->as_string()));
            if (parsed && parsed->is_structured()) {
                redactPointers(*parsed, bodyPointers);
                *text = json::value(json::string(json::serialize(*parsed)));
                continue;
            }
        }
        block = json::object{{"type", "text"}, {"text", "⟨withheld: a policy redacts parts of this result⟩"}};
    }
}

} // namespace actionscope::governance
