// The bytes of resources/embedding/tokens.bin as a part of the library, so that the program needs no file of its own to
// be found. The path comes from CMakeLists.txt, which also makes this file depend on the table.
#include "retrieval/token_table.h"

#include <stdexcept>

__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".global actionscopeTokensBegin\n"
        ".global actionscopeTokensEnd\n"
        ".hidden actionscopeTokensBegin\n"
        ".hidden actionscopeTokensEnd\n"
        "actionscopeTokensBegin:\n"
        ".incbin \"" ACTIONSCOPE_TOKENS_FILE "\"\n"
        "actionscopeTokensEnd:\n"
        ".popsection\n");

extern "C" __attribute__((visibility("hidden"))) const char actionscopeTokensBegin[];
extern "C" __attribute__((visibility("hidden"))) const char actionscopeTokensEnd[];

namespace actionscope::retrieval {

std::shared_ptr<const TokenTable> TokenTable::shipped() {
    static const std::shared_ptr<const TokenTable> table = [] {
        const auto size = static_cast<std::size_t>(actionscopeTokensEnd - actionscopeTokensBegin);
        auto loaded = fromBytes({actionscopeTokensBegin, size}, "that is part of the program");
        if (!loaded)
            throw std::logic_error(loaded.error().message); // the program was built with another file: tests see it
        return *loaded;
    }();
    return table;
}

} // namespace actionscope::retrieval
