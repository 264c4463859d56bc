#pragma once
/// A state.db in a folder of its own, and a clock that is set by hand.

#include "base/clock.h"
#include "storage/state_store.h"

#include <QTemporaryDir>
#include <SQLiteCpp/SQLiteCpp.h>
#include <filesystem>
#include <memory>
#include <string>

namespace actionscope::test {

class HandClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override { return time; }
    Timestamp time = *parseTimestamp("2026-11-21T09:41:07.112Z");
};

class StoreFixture {
public:
    using Store = std::unique_ptr<storage::StateStore>;

    explicit StoreFixture(std::uint64_t checkpointEvery = 5) { options.checkpointEvery = checkpointEvery; }
    [[nodiscard]] Result<Store> tryOpen() const {
        return storage::StateStore::open(database(), keys(), clock, options);
    }
    [[nodiscard]] Store open() const {
        auto store = tryOpen();
        if (!store) {
            qWarning("%s", store.error().toString().c_str());
            return nullptr;
        }
        return std::move(*store);
    }
    [[nodiscard]] std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    [[nodiscard]] std::filesystem::path database() const { return folder() / "state.db"; }
    [[nodiscard]] std::filesystem::path keys() const { return folder() / "keys"; }

    static governance::AuditEvent event(std::string kind, std::string service = {}, std::string action = {}) {
        governance::AuditEvent out;
        out.kind = std::move(kind);
        out.service = std::move(service);
        out.action = std::move(action);
        out.actor = "cli:ana";
        return out;
    }
    /// What someone with write access to the file can do, past the guards of the schema.
    void tamper(const std::string &sql) const {
        SQLite::Database db(database().string(), SQLite::OPEN_READWRITE);
        db.exec(
            "DROP TRIGGER IF EXISTS audit_no_update; DROP TRIGGER IF EXISTS audit_no_delete; DROP TRIGGER IF EXISTS "
            "audit_in_order");
        db.exec(sql);
    }

    HandClock clock;
    storage::StateOptions options;

private:
    QTemporaryDir m_folder;
};

} // namespace actionscope::test
