#pragma once
/// Reads safetensors files: a length, a JSON header that names tensors with type, shape and place, then their bytes.
/// The file is mapped and numbers are converted when they are asked for, so that a model of 100 MB opens at once.

#include "base/file.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval::detail {

enum class NumberType : std::uint8_t { F64, F32, F16, Bf16, I8, I32, I64 };

struct Tensor {
    NumberType type = NumberType::F32;
    std::vector<std::uint64_t> shape;
    std::string_view bytes; ///< exactly what type and shape ask for
    /// The number at `index`, row-major.
    [[nodiscard]] double at(std::size_t index) const;
    /// `out.size()` numbers from `first` on.
    void read(std::size_t first, std::span<float> out) const;
    [[nodiscard]] std::uint64_t count() const; ///< of all numbers
};

class Safetensors {
public:
    static constexpr std::uint64_t MaxHeaderBytes = 16ULL << 20;
    static constexpr std::size_t MaxTensors = 10'000;

    /// Errors: those of opening; Corrupt, saying which tensor is wrong and how.
    [[nodiscard]] static Result<Safetensors> open(const std::filesystem::path &file);
    /// Tensors of types that we have no use for are left out.
    [[nodiscard]] const std::map<std::string, Tensor, std::less<>> &tensors() const { return m_tensors; }
    [[nodiscard]] const Tensor *find(std::string_view name) const;
    [[nodiscard]] std::string_view bytes() const { return m_file.bytes(); }

private:
    MappedFile m_file;
    std::map<std::string, Tensor, std::less<>> m_tensors;
};

} // namespace actionscope::retrieval::detail
