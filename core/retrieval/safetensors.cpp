#include "retrieval/detail/safetensors.h"

#include "base/json.h"
#include "base/text.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace actionscope::retrieval::detail {
namespace {

struct TypeName {
    std::string_view name;
    NumberType type;
    std::uint64_t bytes;
};
constexpr std::array<TypeName, 7> Types{{{"F64", NumberType::F64, 8},
                                         {"F32", NumberType::F32, 4},
                                         {"F16", NumberType::F16, 2},
                                         {"BF16", NumberType::Bf16, 2},
                                         {"I8", NumberType::I8, 1},
                                         {"I32", NumberType::I32, 4},
                                         {"I64", NumberType::I64, 8}}};

std::uint64_t sizeOf(NumberType type) { return Types[static_cast<std::size_t>(type)].bytes; }

template <class T> T load(const char *bytes) {
    T value{};
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// IEEE 754 binary16.
float fromHalf(std::uint16_t half) {
    const int exponent = (half >> 10) & 31, fraction = half & 1023;
    const float sign = (half & 0x8000) != 0 ? -1.0F : 1.0F;
    if (exponent == 0)
        return sign * std::ldexp(static_cast<float>(fraction), -24);
    if (exponent == 31)
        return fraction == 0 ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

/// The product of a shape, or nothing when it does not fit.
std::optional<std::uint64_t> product(const std::vector<std::uint64_t> &shape, std::uint64_t most) {
    std::uint64_t count = 1;
    for (const std::uint64_t size : shape) {
        if (size != 0 && count > most / size)
            return {};
        count *= size;
    }
    return count;
}

std::optional<std::uint64_t> whole(const json::value &value) {
    if (value.is_int64() && value.get_int64() >= 0)
        return static_cast<std::uint64_t>(value.get_int64());
    return {};
}

} // namespace

std::uint64_t Tensor::count() const { return bytes.size() / sizeOf(type); }

double Tensor::at(std::size_t index) const {
    const char *from = bytes.data() + index * sizeOf(type);
    switch (type) {
    case NumberType::F64:
        return load<double>(from);
    case NumberType::F32:
        return static_cast<double>(load<float>(from));
    case NumberType::F16:
        return static_cast<double>(fromHalf(load<std::uint16_t>(from)));
    case NumberType::Bf16:
        return static_cast<double>(std::bit_cast<float>(std::uint32_t{load<std::uint16_t>(from)} << 16));
    case NumberType::I8:
        return load<std::int8_t>(from);
    case NumberType::I32:
        return load<std::int32_t>(from);
    case NumberType::I64:
        return static_cast<double>(load<std::int64_t>(from));
    }
    return 0;
}

void Tensor::read(std::size_t first, std::span<float> out) const {
    if (type == NumberType::F32) {
        std::memcpy(out.data(), bytes.data() + first * sizeof(float), out.size_bytes());
        return;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(at(first + i));
}

Result<Safetensors> Safetensors::open(const std::filesystem::path &file) {
    const auto corrupt = [&](const std::string &what) {
        return fail(ErrorCode::Corrupt, file.string() + " is no usable safetensors file: " + what);
    };
    auto mapped = MappedFile::open(file);
    if (!mapped)
        return fail(mapped.error());
    Safetensors opened;
    opened.m_file = std::move(*mapped);
    std::string_view rest = opened.m_file.bytes();
    if (rest.size() < sizeof(std::uint64_t))
        return corrupt("it ends within its first number");
    const auto headerBytes = load<std::uint64_t>(rest.data());
    rest.remove_prefix(sizeof headerBytes);
    if (headerBytes > MaxHeaderBytes)
        return corrupt("its header would have " + std::to_string(headerBytes) + " bytes, 16 MiB are read at most");
    if (headerBytes > rest.size())
        return corrupt("it ends within its header");
    const auto header = parseJson(rest.substr(0, headerBytes), {}, {.maxDepth = 8});
    if (!header || !header->is_object())
        return corrupt("its header is no JSON object");
    const std::string_view data = rest.substr(headerBytes);
    if (header->get_object().size() > MaxTensors)
        return corrupt("it names more than 10,000 tensors");
    for (const auto &entry : header->get_object()) {
        if (entry.key() == "__metadata__")
            continue;
        const std::string name = revealInvisible(truncateUtf8(toValidUtf8(entry.key()), 100));
        const std::string_view typeName = stringMember(entry.value(), "dtype");
        const json::array *shape = arrayMember(entry.value(), "shape");
        const json::array *place = arrayMember(entry.value(), "data_offsets");
        if (typeName.empty() || !shape || shape->size() > 8 || !place || place->size() != 2)
            return corrupt("its tensor \"" + name + "\" lacks type, shape or place");
        const auto type =
            std::find_if(Types.begin(), Types.end(), [&](const TypeName &known) { return known.name == typeName; });
        if (type == Types.end())
            continue;
        Tensor tensor;
        tensor.type = type->type;
        for (const json::value &size : *shape) {
            const auto value = whole(size);
            if (!value)
                return corrupt("its tensor \"" + name + "\" has a size that is no whole number");
            tensor.shape.push_back(*value);
        }
        const auto begin = whole((*place)[0]), end = whole((*place)[1]);
        if (!begin || !end || *begin > *end || *end > data.size())
            return corrupt("its tensor \"" + name + "\" lies beyond the end of the file");
        const auto count = product(tensor.shape, data.size());
        if (!count || *count * type->bytes != *end - *begin)
            return corrupt("its tensor \"" + name + "\" has another number of bytes than its shape asks for");
        tensor.bytes = data.substr(*begin, *end - *begin);
        opened.m_tensors.emplace(std::string(entry.key()), std::move(tensor));
    }
    return opened;
}

const Tensor *Safetensors::find(std::string_view name) const {
    const auto found = m_tensors.find(name);
    return found == m_tensors.end() ? nullptr : &found->second;
}

} // namespace actionscope::retrieval::detail
