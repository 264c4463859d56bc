#include "retrieval/detail/fields.h"

#include <algorithm>

namespace actionscope::retrieval::detail {

std::string serviceText(const catalog::ServiceInfo &info, Tokenizer &tokenizer) {
    std::string text = info.id;
    std::vector<std::string> seen;
    const auto isNew = [&](std::string_view word) {
        if (std::find(seen.begin(), seen.end(), word) != seen.end())
            return false;
        seen.emplace_back(word);
        return true;
    };
    tokenizer.split(info.id, [&](const Tokenizer::Word &word) { isNew(word.text); });
    tokenizer.split(info.title, [&](const Tokenizer::Word &word) {
        if (!isNew(word.text))
            return;
        text += ' ';
        text += word.text;
    });
    return text;
}

} // namespace actionscope::retrieval::detail
