#pragma once
/// Snapshots made by hand, for tests of models that only read them.

#include "workspace/workspace.h"

#include <cstdlib>
#include <map>
#include <random>
#include <string>

namespace actionscope::test {

/// Collects services and actions; what is not said is plain: a GET that reads.
class SnapshotBuilder {
public:
    struct Draft {
        catalog::Capability capability;
        risk::Classification risk;
    };

    catalog::ServiceInfo &service(const std::string &id) {
        catalog::ServiceInfo &info = m_services[id].info;
        info.id = id;
        return info;
    }
    Draft &action(const std::string &service, const std::string &name, catalog::Method method = catalog::Method::Get,
                  const std::string &path = {}) {
        this->service(service);
        Draft &draft = m_services[service].actions[name];
        draft.capability.name = name;
        draft.capability.method = method;
        draft.capability.path = path.empty() ? "/" + name : path;
        draft.capability.title = "Title of " + name;
        draft.risk.tier = draft.risk.ruleTier =
            method == catalog::Method::Get ? catalog::Tier::Read : catalog::Tier::Write;
        return draft;
    }
    void hide(const std::string &service, bool byEnvironment = false) {
        m_states[service] = {!byEnvironment ? false : true, byEnvironment};
    }
    void problem(const std::string &service, const std::string &message) {
        m_problems.push_back({Error{ErrorCode::ParseError, message, {service + ".yaml", 3, 1}}, service});
    }

    /// Without index and policy: those need their modules' files.
    std::shared_ptr<const workspace::Snapshot> build() const {
        auto snapshot = std::make_shared<workspace::Snapshot>();
        std::vector<catalog::Service> services;
        std::map<std::string, risk::Classification> risks;
        for (const auto &[id, drafts] : m_services) {
            std::vector<catalog::Capability> capabilities;
            std::uint32_t curated = 0;
            for (const auto &[name, draft] : drafts.actions) {
                capabilities.push_back(draft.capability);
                curated += draft.capability.curated;
                risks[id + '.' + name] = draft.risk;
            }
            auto segment = catalog::Segment::build(std::move(capabilities));
            if (!segment)
                std::abort();
            catalog::Service service;
            service.info = drafts.info;
            service.segment = *segment;
            service.curatedCount = curated;
            services.push_back(std::move(service));
        }
        snapshot->catalog = *catalog::Catalog::build(std::move(services));
        std::vector<risk::Classification> byOrdinal;
        for (catalog::Ordinal i = 0; i < snapshot->catalog->size(); ++i)
            byOrdinal.push_back(risks[snapshot->catalog->qualifiedName(i)]);
        snapshot->risk = std::make_shared<const std::vector<risk::Classification>>(std::move(byOrdinal));
        for (const catalog::Service &service : snapshot->catalog->services()) {
            const auto state = m_states.find(service.info.id);
            snapshot->services.push_back(state == m_states.end() ? workspace::ServiceState{} : state->second);
        }
        snapshot->problems = m_problems;
        return snapshot;
    }

private:
    struct Drafts {
        catalog::ServiceInfo info;
        std::map<std::string, Draft> actions;
    };
    std::map<std::string, Drafts> m_services;
    std::map<std::string, workspace::ServiceState> m_states;
    std::vector<workspace::Problem> m_problems;
};

/// A catalog of `count` actions in `services` services with every tier, method and flag in it; the same for the same
/// seed.
inline std::shared_ptr<const workspace::Snapshot> randomSnapshot(unsigned seed, int services, int count) {
    std::mt19937 random(seed);
    const auto pick = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    static constexpr const char *Verbs[] = {"list", "get", "create", "delete", "update", "search"};
    static constexpr const char *Nouns[] = {"issue", "user", "file", "invoice", "Repo", "trash"};
    SnapshotBuilder builder;
    for (int i = 0; i < count; ++i) {
        const std::string service = "svc" + std::to_string(pick(services));
        const std::string verb = Verbs[pick(6)], noun = Nouns[pick(6)];
        auto &draft =
            builder.action(service, noun + "_" + verb + "_" + std::to_string(i),
                           static_cast<catalog::Method>(1 + pick(5)), "/" + noun + "/" + std::to_string(pick(40)));
        catalog::Capability &capability = draft.capability;
        capability.title = pick(4) == 0 ? "" : verb + " one " + noun;
        capability.description = pick(3) == 0 ? "" : "Prose about " + noun;
        capability.deprecated = pick(5) == 0;
        capability.curated = pick(6) == 0;
        if (pick(2))
            capability.tags = {noun + "s", "Common"};
        draft.risk.tier = static_cast<catalog::Tier>(pick(3));
        draft.risk.approval = draft.risk.tier == catalog::Tier::Destructive && pick(2) ? catalog::Approval::Admin
                                                                                       : catalog::Approval::None;
        draft.risk.overridden = pick(7) == 0;
        draft.risk.review = pick(4) == 0;
    }
    return builder.build();
}

} // namespace actionscope::test
