/// Any bytes as a hand-written catalog, edited: the result must mean the intended change, or nothing is changed at all.
#include "catalog/editor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace actionscope::catalog;

namespace {

/// Takes bytes off the end of the input, so that its beginning stays the text.
class Source {
public:
    explicit Source(std::string_view bytes)
        : m_bytes(bytes) {}
    std::size_t number(std::size_t below) {
        if (m_bytes.empty())
            return 0;
        const auto value = static_cast<unsigned char>(m_bytes.back());
        m_bytes.remove_suffix(1);
        return value % below;
    }
    std::string text(std::size_t most) {
        const std::size_t size = std::min(number(most + 1), m_bytes.size());
        const std::string value(m_bytes.substr(m_bytes.size() - size));
        m_bytes.remove_suffix(size);
        return value;
    }
    [[nodiscard]] std::string_view rest() const { return m_bytes; }

private:
    std::string_view m_bytes;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    Source source({reinterpret_cast<const char *>(data), size});
    const std::size_t kind = source.number(4), which = source.number(8);
    Override wanted;
    wanted.action = "added";
    wanted.risk = static_cast<Tier>(source.number(3));
    if (source.number(2) == 1)
        wanted.approval = Approval::Admin;
    wanted.reason = source.text(40);
    wanted.consequence = source.text(40);
    const std::string_view text = source.rest();

    YamlLimits limits;
    limits.fileBytes = 1 << 16;
    limits.nodes = 10'000;
    const auto before = parseHandFile(text, "svc.yaml", limits);
    if (before && which < before->overrides.size() && kind != 0) {
        wanted.action = before->overrides[which].action;
        wanted.match = before->overrides[which].match;
    }
    const bool removes = kind == 3;
    const Edit edit = removes ? Edit(RemoveOverride{wanted.action, wanted.match}) : Edit(SetOverride{wanted});
    const auto result = applyEdits(text, "svc", {edit}, limits);
    if (!result)
        return 0;
    if (!before)
        std::abort();
    const auto after = parseHandFile(result->text, "svc.yaml", limits);
    if (!after)
        std::abort();
    std::vector<Override> expected = before->overrides;
    const auto found = std::find_if(expected.begin(), expected.end(), [&](const Override &o) {
        return o.action == wanted.action && o.match == wanted.match;
    });
    if (removes)
        expected.erase(found);
    else if (found == expected.end())
        expected.push_back(wanted);
    else
        *found = wanted;
    if (after->overrides != expected || after->curated.size() != before->curated.size() ||
        after->title != before->title)
        std::abort();
    if (text.substr(0, result->firstChanged) != std::string_view(result->text).substr(0, result->firstChanged))
        std::abort();
    return 0;
}
