#include "context/token_count.h"

#include "base/file.h"
#include "context/detail/byte_pairs.h"

namespace actionscope::context {

Result<TokenCounter> TokenCounter::read(const std::filesystem::path &file) {
    const auto text = readFile(file, MaxTableBytes, "context.tokenizer takes 64 MiB");
    if (!text)
        return fail(text.error());
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    auto table = first != std::string::npos && (*text)[first] == '{' ? readTokenizerJson(*text, file.string())
                                                                     : readRankLines(*text, file.string());
    if (!table)
        return fail(std::move(table.error()));
    TokenCounter counter;
    counter.m_table = std::move(*table);
    counter.m_name = file.filename().string();
    return counter;
}

std::size_t TokenCounter::count(std::string_view text) const {
    return m_table ? m_table->count(text) : estimateTokens(text);
}

} // namespace actionscope::context
