#pragma once
/// Every command of the program, one function and one file each. Each adds itself to the parser; what it does is run
/// later by main, through `Context::run`.

namespace CLI {
class App;
}

namespace actionscope::cli {

struct Context;

void addInit(CLI::App &app, Context &context);
void addImport(CLI::App &app, Context &context);
void addServices(CLI::App &app, Context &context);
void addActions(CLI::App &app, Context &context);
void addSearch(CLI::App &app, Context &context);
void addContext(CLI::App &app, Context &context);
void addWhy(CLI::App &app, Context &context);
void addPreviewEdit(CLI::App &app, Context &context);
void addRisk(CLI::App &app, Context &context);
void addLint(CLI::App &app, Context &context);
void addDiff(CLI::App &app, Context &context);
void addEval(CLI::App &app, Context &context);
void addQueries(CLI::App &app, Context &context);
void addCalibrate(CLI::App &app, Context &context);
void addTune(CLI::App &app, Context &context);
void addRuns(CLI::App &app, Context &context);
void addBench(CLI::App &app, Context &context);
void addPromote(CLI::App &app, Context &context);
void addCurate(CLI::App &app, Context &context);
void addMarketplace(CLI::App &app, Context &context);
void addPins(CLI::App &app, Context &context);
void addAudit(CLI::App &app, Context &context);
void addServe(CLI::App &app, Context &context);
void addTokens(CLI::App &app, Context &context);
void addApprovals(CLI::App &app, Context &context);
void addAccess(CLI::App &app, Context &context);
void addPolicy(CLI::App &app, Context &context);
void addReplay(CLI::App &app, Context &context);
void addConnections(CLI::App &app, Context &context);
void addServers(CLI::App &app, Context &context);
void addSkill(CLI::App &app, Context &context);
void addSynonyms(CLI::App &app, Context &context);

} // namespace actionscope::cli
