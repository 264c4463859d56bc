#pragma once
/// How long work tells where it is and learns that it should stop.

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace actionscope {

/// One step of long work. `total` 0 means not known yet.
struct Progress {
    std::string_view phase; ///< "reading", "writing", "indexing": English, a key for translation
    std::uint64_t done = 0;
    std::uint64_t total = 0;
};

/// Handed to every function that may take a second. Callbacks come from the working thread, at most a few dozen a second.
struct Job {
    std::function<void(const Progress &)> report = {};
    std::stop_token stop = {};

    void at(std::string_view phase, std::uint64_t done, std::uint64_t total) const {
        if (report)
            report({phase, done, total});
    }
    [[nodiscard]] bool cancelled() const { return stop.stop_requested(); }
};

} // namespace actionscope
