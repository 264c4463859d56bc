#include "base/compression.h"

#include <memory>
#include <new>
#include <zstd.h>

namespace actionscope {

std::string compress(std::string_view bytes, int level) {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    if (!context)
        throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size))
        throw std::bad_alloc(); // with a buffer of compressBound, memory is all that can be lacking
    out.resize(size);
    return out;
}

Result<std::string> decompress(std::string_view frame, std::uint64_t maxBytes) {
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
        return fail(ErrorCode::Corrupt, "not a zstd file that this program wrote");
    if (size > maxBytes)
        return fail(ErrorCode::LimitExceeded, "unpacks to more than " + std::to_string(maxBytes) +
                                                  " bytes (raise limits.file_bytes in actionscope.yaml to read it)");
    std::string out(size, '\0');
    const std::size_t written = ZSTD_decompress(out.data(), out.size(), frame.data(), frame.size());
    if (ZSTD_isError(written) || written != size)
        return fail(ErrorCode::Corrupt, "the compressed file is damaged");
    return out;
}

} // namespace actionscope
