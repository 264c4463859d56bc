#pragma once
/// A small catalog, searched as a workspace searches, and query sets over it.

#include "catalog/catalog.h"
#include "evaluation/experiment.h"

#include <QTest>

namespace actionscope::evaluation::test {

struct Action {
    std::string service, name, description;
};

inline std::shared_ptr<const retrieval::Searcher> searcherOf(const std::vector<Action> &actions, Executor &executor) {
    std::map<std::string, std::vector<catalog::Capability>> byService;
    for (const Action &action : actions) {
        catalog::Capability capability;
        capability.name = action.name;
        capability.description = action.description;
        byService[action.service].push_back(std::move(capability));
    }
    std::vector<catalog::Service> services;
    for (auto &[id, capabilities] : byService) {
        catalog::Service service;
        service.info.id = id;
        service.segment = *catalog::Segment::build(std::move(capabilities));
        services.push_back(std::move(service));
    }
    // By the words alone: what is found does not hang on a trained table.
    return std::make_shared<const retrieval::Searcher>(
        *retrieval::Index::build(*catalog::Catalog::build(std::move(services)), nullptr, executor));
}

inline std::vector<Action> office() {
    return {{"mail", "send", "Send a letter to somebody"}, {"mail", "list", "List the letters of a mailbox"},
            {"mail", "archive", "Put a letter away"},      {"files", "remove", "Remove a document for good"},
            {"files", "upload", "Upload a document"},      {"files", "share", "Share a document with somebody"},
            {"rooms", "book", "Book a meeting room"},      {"rooms", "cancel", "Cancel the booking of a meeting room"}};
}

inline QuerySet officeQueries() {
    QuerySet set;
    set.name = "office";
    set.queries = {{"q1", "send a letter", "", {{"mail.send", 3}, {"mail.list", 1}}, 3},
                   {"q2", "remove a document", "", {{"files.remove", 3}}, 4},
                   {"q3", "book a room", "", {{"rooms.book", 3}}, 5},
                   {"q4", "share it with somebody", "", {{"files.share", 2}}, 6},
                   {"q5", "paint the ceiling", "", {}, 7},
                   {"q6", "somebody", "", {}, 8}};
    return set;
}

} // namespace actionscope::evaluation::test
