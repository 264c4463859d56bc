/// Any bytes as a hand-written catalog and as a generated one: an answer or an error, within the caps, whatever they
/// are.
#include "catalog/detail/generated_lines.h"
#include "catalog/generated_file.h"
#include "catalog/hand_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace actionscope::catalog;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    YamlLimits limits;
    limits.fileBytes = 1 << 16;
    limits.nodes = 10'000;
    const auto hand = parseHandFile(text, "svc.yaml", limits);
    if (!hand && hand.error().message.empty())
        std::abort();
    // What both readers of generated files take, they must take alike, and what was read must survive being written.
    const auto lines = detail::readGeneratedLines(text);
    if (lines) {
        const auto yaml = detail::readGeneratedYaml(text, "svc.longtail.yaml", limits);
        if (yaml && (yaml->service != lines->service || yaml->actions != lines->actions))
            std::abort();
        const std::string written = writeGeneratedFile(lines->service, lines->actions);
        const auto again = detail::readGeneratedLines(written);
        if (!again || again->service != lines->service || writeGeneratedFile(again->service, again->actions) != written)
            std::abort();
    }
    return 0;
}
