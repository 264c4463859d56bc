#pragma once
/// Memory for vectors that are scanned whole: aligned for the kernels, and on huge pages where the system gives
/// them, since a scan of many megabytes otherwise spends half of its time on address translation.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace actionscope::retrieval::detail {

class AlignedBytes {
public:
    AlignedBytes() = default;
    enum class Fill { Zero, None };
    explicit AlignedBytes(std::size_t size, Fill fill = Fill::Zero)
        : m_size(size) {
        constexpr std::size_t HugePage = 2U << 20, Line = 64;
        const std::size_t alignment = size >= HugePage ? HugePage : Line;
        m_data = static_cast<char *>(std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
        if (m_data == nullptr)
            throw std::bad_alloc();
#if defined(__linux__)
        if (size >= HugePage)
            (void)::madvise(m_data, (size + alignment - 1) / alignment * alignment, MADV_HUGEPAGE);
#endif
        if (fill == Fill::Zero)
            std::memset(m_data, 0, size);
    }
    AlignedBytes(AlignedBytes &&other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_size(std::exchange(other.m_size, 0)) {}
    AlignedBytes &operator=(AlignedBytes &&other) noexcept {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        return *this;
    }
    ~AlignedBytes() { std::free(m_data); }

    [[nodiscard]] char *data() { return m_data; }
    [[nodiscard]] const char *data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    char *m_data = nullptr;
    std::size_t m_size = 0;
};

} // namespace actionscope::retrieval::detail
