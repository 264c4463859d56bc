#pragma once
/// `bench tokens`, a command of the group that bench.cpp adds.

namespace CLI {
class App;
}

namespace actionscope::cli {

struct Context;

void addBenchTokens(CLI::App &group, Context &context);

} // namespace actionscope::cli
