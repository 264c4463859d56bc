#pragma once
/// What could be installed, as `search_tools` asks for it when the catalog has too little (ST8). Offers are shown apart
/// and can be neither bound nor called: a person installs.

#include "gateway/tool_surface.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::gateway {

struct MarketOffer {
    std::string name, description, category, pricing;
    double rating = 0;                  ///< 0: not rated
    std::vector<std::string> functions; ///< what it would bring
    std::string source;                 ///< which marketplace it is from
};

/// Any thread.
class MarketplaceTier {
public:
    virtual ~MarketplaceTier() = default;
    /// Best first, what is installed left out. Never fails: a source that does not answer has no offers.
    [[nodiscard]] virtual std::vector<MarketOffer> offers(const Caller &caller, std::string_view query,
                                                          std::size_t limit) const = 0;
};

} // namespace actionscope::gateway
