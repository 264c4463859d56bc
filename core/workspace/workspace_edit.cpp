#include "base/hash.h"
#include "upstream/connections_edit.h"
#include "upstream/mcp_servers.h"
#include "workspace/detail/workspace_state.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <unistd.h>

namespace actionscope::workspace {
namespace {

std::string editTarget(const std::string &service, const catalog::Edit &edit) {
    const auto byMatch = [](const std::optional<catalog::Match> &match) {
        std::string text;
        if (match && match->path)
            text += *match->path;
        if (match && match->method)
            text += " " + std::string(catalog::methodName(*match->method));
        if (match && match->tag)
            text += " tag " + *match->tag;
        return "match " + text;
    };
    if (const auto *set = std::get_if<catalog::SetOverride>(&edit))
        return set->value.action.empty() ? service + " " + byMatch(set->value.match)
                                         : service + '.' + set->value.action;
    if (const auto *remove = std::get_if<catalog::RemoveOverride>(&edit))
        return remove->action.empty() ? service + " " + byMatch(remove->match) : service + '.' + remove->action;
    if (const auto *remove = std::get_if<catalog::RemoveCurated>(&edit))
        return service + '.' + remove->action;
    return service + '.' + std::get<catalog::SetCurated>(edit).value.action;
}

std::string editReason(const catalog::Edit &edit) {
    if (const auto *set = std::get_if<catalog::SetOverride>(&edit))
        return set->value.reason;
    if (const auto *remove = std::get_if<catalog::RemoveOverride>(&edit))
        return remove->reason;
    return {};
}

/// Whether `edit` is about `action`.
bool concerns(const catalog::Edit &edit, const catalog::CapabilityView &action) {
    const auto by = [&](const std::string &name, const std::optional<catalog::Match> &match) {
        return name.empty() ? match && match->matches(action.method(), action.path(), action.tags())
                            : name == action.name();
    };
    if (const auto *set = std::get_if<catalog::SetOverride>(&edit))
        return by(set->value.action, set->value.match);
    if (const auto *remove = std::get_if<catalog::RemoveOverride>(&edit))
        return by(remove->action, remove->match);
    return false;
}

std::string_view editVerb(const catalog::Edit &edit) {
    if (std::holds_alternative<catalog::SetOverride>(edit))
        return "set";
    if (std::holds_alternative<catalog::RemoveCurated>(edit))
        return "uncurate";
    return std::holds_alternative<catalog::RemoveOverride>(edit) ? "remove" : "curate";
}

/// An edit takes milliseconds, so two people who save at once need not hear of each other.
Result<FileLock> editLock(const Layout &layout) {
    using namespace std::chrono_literals;
    constexpr auto Patience = 3000ms, Step = 20ms;
    for (auto waited = 0ms;; waited += Step) {
        auto lock = FileLock::tryAcquire(layout.editLock());
        if (lock || lock.error().code != ErrorCode::Busy || waited >= Patience)
            return lock;
        std::this_thread::sleep_for(Step);
    }
}

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

json::object tierObject(const risk::Classification &c) {
    return {{"tier", catalog::tierName(c.tier)}, {"approval", catalog::approvalName(c.approval)}};
}

} // namespace

Result<EditPlan> Workspace::planEdits(const std::vector<std::pair<std::string, catalog::Edit>> &edits) const {
    const auto now = m_impl->snapshot();
    std::map<std::string, std::vector<catalog::Edit>> byService;
    for (const auto &[service, edit] : edits)
        byService[service].push_back(edit);
    EditPlan plan;
    plan.generation = now->generation;
    plan.catalog = now->catalog;
    for (const auto &[id, list] : byService) {
        const auto index = now->catalog->findService(id);
        if (!index)
            return fail(ErrorCode::NotFound, "no service is called \"" + id + '"');
        EditPlan::FileChange change;
        change.service = id;
        change.path = m_impl->layout.handFile(id);
        change.stamp = fileStamp(change.path);
        if (change.stamp) {
            auto text = readFile(change.path, now->settings.handLimits.fileBytes, "limits.hand_file_bytes");
            if (!text)
                return fail(text.error());
            change.before = std::move(*text);
        }
        auto edited = catalog::applyEdits(change.before, id, list, now->settings.handLimits);
        if (!edited) {
            Error error = edited.error();
            if (error.where.file.empty())
                error.where.file = change.path.string();
            return fail(std::move(error));
        }
        change.after = std::move(edited->text);
        if (change.after == change.before)
            continue;
        change.diff = catalog::diffLines(change.before, change.after);
        const auto hand = catalog::parseHandFile(change.after, change.path, now->settings.handLimits);
        if (!hand)
            return fail(hand.error());
        const catalog::Service &service = now->catalog->services()[*index];
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::Ordinal ordinal = service.first + i;
            const risk::Classification before = (*now->risk)[ordinal];
            const risk::Classification after = now->policy->classify(service.segment->at(i), &*hand);
            if (before.tier == after.tier && before.approval == after.approval)
                continue;
            plan.tierChanges.push_back({ordinal, before, after});
            if (!risk::isLowering(before, after.tier, after.approval))
                continue;
            const std::string name = now->catalog->qualifiedName(ordinal);
            plan.lowered.push_back(name);
            const bool hasReason = std::any_of(list.begin(), list.end(), [&](const catalog::Edit &edit) {
                return concerns(edit, service.segment->at(i)) && !isBlank(editReason(edit));
            });
            if (!hasReason)
                plan.missingReason.push_back(name);
        }
        plan.files.push_back(std::move(change));
    }
    return plan;
}

Result<void> Workspace::applyEdits(const EditPlan &reviewed,
                                   const std::vector<std::pair<std::string, catalog::Edit>> &edits) {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return allowed;
    // With a catalog that changed since the review (an import, say) the same edits may lower what they did not lower
    // then.
    EditPlan plan = reviewed;
    if (reviewed.catalog != m_impl->snapshot()->catalog) {
        auto again = planEdits(edits);
        if (!again)
            return fail(again.error());
        plan.tierChanges = std::move(again->tierChanges);
        plan.lowered = std::move(again->lowered);
        plan.missingReason = std::move(again->missingReason);
        plan.catalog = std::move(again->catalog);
    }
    if (!plan.missingReason.empty())
        return fail(ErrorCode::InvalidArgument,
                    "lowering the risk of " + plan.missingReason.front() + " needs a reason (--reason TEXT)");
    auto processLock = editLock(m_impl->layout);
    if (!processLock)
        return fail(processLock.error());
    std::unique_lock lock(m_impl->writing);
    m_impl->settleIntents();
    std::error_code ignored;
    std::filesystem::create_directories(m_impl->layout.catalogs(), ignored);
    for (const EditPlan::FileChange &file : plan.files) {
        if (fileStamp(file.path) != file.stamp)
            return fail(ErrorCode::Conflict,
                        "the file changed on disk since it was read; nothing was written, look at it and try again",
                        {file.path.string()});
    }
    std::vector<governance::AuditEvent> events;
    for (const auto &[service, edit] : edits) {
        governance::AuditEvent event = m_impl->event(governance::audit_kind::Override);
        event.service = service;
        const std::string target = editTarget(service, edit);
        event.detail = {{"edit", editVerb(edit)},
                        {"target", target},
                        {"file", m_impl->layout.handFile(service).lexically_relative(m_impl->layout.root).string()},
                        {"reason", editReason(edit)}};
        json::array moved;
        for (const EditPlan::TierChange &change : plan.tierChanges) {
            if (plan.catalog->serviceOf(change.action).info.id != service ||
                !concerns(edit, plan.catalog->at(change.action)))
                continue;
            const std::string name = plan.catalog->qualifiedName(change.action);
            if (moved.size() < 50)
                moved.push_back(
                    {{"name", name}, {"before", tierObject(change.before)}, {"after", tierObject(change.after)}});
            if (name == target)
                event.tier = catalog::tierName(change.after.tier);
        }
        if (target.find(' ') == std::string::npos)
            event.action = target;
        event.detail["changes"] = std::move(moved);
        events.push_back(std::move(event));
    }
    // What is under way is noted before the first byte is written: a process that is killed between the file and its
    // record leaves this note, and the next one to open the workspace records what it finds done.
    std::vector<storage::Intent> intents;
    for (const EditPlan::FileChange &file : plan.files) {
        storage::Intent &intent = intents.emplace_back();
        intent.path = file.path.lexically_relative(m_impl->layout.root).string();
        intent.sha256 = toHex(sha256(file.after));
        std::copy_if(events.begin(), events.end(), std::back_inserter(intent.events),
                     [&](const governance::AuditEvent &event) { return event.service == file.service; });
    }
    const auto unrecorded = [](const Error &error) {
        return fail(error.code, "the change was not saved because it could not be recorded: " + error.message,
                    error.where);
    };
    const auto number = m_impl->store->intend(intents);
    if (!number)
        return unrecorded(number.error());
    std::vector<const EditPlan::FileChange *> written;
    const auto takeBack = [&written] {
        for (const EditPlan::FileChange *file : written) {
            if (file->stamp)
                (void)writeFileAtomically(file->path, file->before);
            else
                ::unlink(file->path.c_str());
        }
    };
    for (const EditPlan::FileChange &file : plan.files) {
        auto saved = writeFileAtomically(file.path, file.after,
                                         {.expected = file.stamp, .mustNotExist = !file.stamp.has_value()});
        if (!saved) {
            takeBack();
            (void)m_impl->store->settle(*number, {});
            return saved;
        }
        written.push_back(&file);
    }
    Result<void> settled;
    if (!intents.empty())
        settled = m_impl->store->settle(*number, std::move(events));
    else if (const auto appended = m_impl->store->audit().appendAll(std::move(events)); !appended)
        settled = fail(appended.error());
    if (!settled) {
        // What is not in the log must not be in the files.
        takeBack();
        (void)m_impl->store->settle(*number, {});
        return unrecorded(settled.error());
    }
    if (auto loaded = m_impl->reload({}); !loaded)
        return fail(loaded.error());
    if (auto published = m_impl->publish(m_impl->snapshot()->index, true); !published)
        return published;
    lock.unlock();
    // The cache is not rewritten for one hand-written file: the next start reads that service from its files.
    return m_impl->ensureIndex({});
}

void Workspace::Impl::settleIntents() {
    const auto left = store->unsettled();
    if (!left)
        return;
    for (const auto &[number, intents] : *left) {
        std::vector<governance::AuditEvent> events;
        for (const storage::Intent &intent : intents) {
            const auto text = readFile(layout.root / intent.path, settings.handLimits.fileBytes);
            if (!text || toHex(sha256(*text)) != intent.sha256)
                continue;
            for (governance::AuditEvent event : intent.events) {
                event.detail["recovered"] = true;
                events.push_back(std::move(event));
            }
        }
        (void)store->settle(number, std::move(events));
    }
}

void Workspace::Impl::settleWhatWasKilled() {
    if (!writable())
        return;
    const auto left = store->unsettled();
    if (!left || left->empty())
        return;
    // Whoever holds the lock is alive and settles its own.
    if (const auto free = FileLock::tryAcquire(layout.editLock()))
        settleIntents();
}

Result<void> Workspace::setServerEnabled(const std::string &name, bool on) {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return allowed;
    const std::lock_guard lock(m_impl->writing);
    auto processLock = editLock(m_impl->layout);
    if (!processLock)
        return fail(processLock.error());
    const auto file = serversFile();
    const auto stamp = fileStamp(file);
    const auto before = readFile(file, 1U << 20);
    if (!before)
        return fail(before.error());
    const auto after = upstream::switchServer(*before, file.string(), name, on);
    if (!after)
        return fail(after.error());
    if (*after == *before)
        return {};
    WriteOptions options;
    options.expected = stamp;
    if (auto written = writeFileAtomically(file, *after, options); !written)
        return written;
    governance::AuditEvent event = m_impl->event(governance::audit_kind::Setting);
    event.service = name;
    event.outcome = on ? "server enabled" : "server disabled";
    if (auto recorded = m_impl->store->audit().append(std::move(event)); !recorded) {
        // What is not in the log is not in the files.
        (void)writeFileAtomically(file, *before, {});
        return fail(recorded.error());
    }
    return {};
}

Result<void> Workspace::addConnection(const upstream::Connection &connection) {
    if (auto allowed = m_impl->requireWritable(); !allowed)
        return allowed;
    const std::lock_guard lock(m_impl->writing);
    auto processLock = editLock(m_impl->layout);
    if (!processLock)
        return fail(processLock.error());
    if (auto added = upstream::addConnection(m_impl->layout.connections(), connection); !added)
        return added;
    governance::AuditEvent event = m_impl->event(governance::audit_kind::Setting);
    event.service = connection.service;
    event.outcome = "connection added";
    event.detail = {{"slug", connection.slug}};
    if (auto recorded = m_impl->store->audit().append(std::move(event)); !recorded)
        return fail(recorded.error());
    return {};
}

} // namespace actionscope::workspace
