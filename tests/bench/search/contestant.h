#pragma once
/// One engine of the contest: builds from the same token streams, answers the same queries.

#include "catalog/catalog.h"

#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::bench {

inline std::int64_t cpuNs(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
    timespec now{};
    clock_gettime(clock, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

struct Prepared {
    std::int64_t buildCpuNs = 0;
    std::uint64_t indexBytes = 0;
};

class Contestant {
public:
    virtual ~Contestant() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// CPU nanoseconds of one answer of ten documents for each query.
    [[nodiscard]] virtual std::vector<std::int64_t> round(const std::vector<std::vector<std::string>> &queries) = 0;
    /// Ordinals of the first ten.
    [[nodiscard]] virtual std::vector<std::vector<std::uint32_t>>
    answers(const std::vector<std::vector<std::string>> &queries) = 0;
    Prepared prepared;
};

/// The default preset of the program on the same actions; saves its vectors into `folder`.
std::unique_ptr<Contestant> makeHybrid(const std::shared_ptr<const catalog::Catalog> &catalog,
                                       const std::string &folder);
std::unique_ptr<Contestant> makeFts5(const std::vector<std::string> &streams);
std::unique_ptr<Contestant> makeXapian(const std::vector<std::string> &streams, const std::string &folder);
/// Null when there is no Java or no Lucene on this machine.
std::unique_ptr<Contestant> makeLucene(const std::vector<std::string> &streams, const std::string &folder,
                                       const std::string &source);

} // namespace actionscope::bench
