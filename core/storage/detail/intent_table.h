#pragma once
/// What was about to be written, in state.db. All functions run inside a transaction of the caller.

#include "storage/detail/database.h"
#include "storage/state_store.h"

#include <cstdint>
#include <map>
#include <vector>

namespace actionscope::storage::detail {

std::uint64_t insertIntents(Connection &connection, const std::vector<Intent> &intents);
/// Whether there were any of that number.
bool removeIntents(Connection &connection, std::uint64_t number);
/// Throws Abort (Corrupt) for rows that this program did not write.
std::map<std::uint64_t, std::vector<Intent>> readIntents(Connection &connection);

} // namespace actionscope::storage::detail
