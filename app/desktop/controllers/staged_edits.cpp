#include "staged_edits.h"

#include "catalog/editor.h"
#include "catalog_columns.h"
#include "convert.h"

#include <QLocale>

#include <algorithm>
#include <array>

namespace actionscope::app {
namespace {

bool sameOverride(const std::optional<catalog::Override> &a, const std::optional<catalog::Override> &b) {
    return a.has_value() == b.has_value() && (!a || *a == *b);
}

risk::Classification wantedBy(int tier) {
    risk::Classification wanted;
    wanted.tier = tier == Tier::Read    ? catalog::Tier::Read
                  : tier == Tier::Write ? catalog::Tier::Write
                                        : catalog::Tier::Destructive;
    wanted.approval = tier == Tier::Catastrophic ? catalog::Approval::Admin : catalog::Approval::None;
    return wanted;
}

} // namespace

StagedEdits *StagedEdits::of(WorkspaceSession *session) {
    if (!session)
        return nullptr;
    if (auto *known = session->findChild<StagedEdits *>(QString(), Qt::FindDirectChildrenOnly))
        return known;
    return new StagedEdits(session);
}

StagedEdits::StagedEdits(WorkspaceSession *session)
    : QAbstractListModel(session)
    , m_session(session)
    , m_folder(session->folder()) {
    connect(session, &WorkspaceSession::snapshotChanged, this, &StagedEdits::rebuild);
    connect(session, &WorkspaceSession::stateChanged, this, [this] {
        if (m_session->folder() == m_folder)
            return;
        m_folder = m_session->folder();
        m_wishes.clear();
        m_bases.clear();
        rebuild();
    });
}

int StagedEdits::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

QVariant StagedEdits::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const QString &key = m_order[static_cast<std::size_t>(index.row())];
    const Entry &entry = m_entries.at(key);
    switch (role) {
    case KeyRole:
        return key;
    case ServiceRole:
        return toQString(entry.wish.target.service);
    case FromTierRole:
        return entry.fromTier;
    case ToTierRole:
        return entry.toTier;
    case Qt::DisplayRole:
    case TextRole:
        if (!entry.wish.value)
            return tr("Remove the override");
        //: a tier before and after a staged edit
        return entry.toTier < 0 ? tr("Set the override")
                                : tr("%1 → %2").arg(tierName(entry.fromTier), tierName(entry.toTier));
    case LowersRole:
        return entry.lowers;
    case ReasonRole:
        return toQString(entry.reason());
    case NeedsReasonRole:
        return entry.lowers && entry.reason().empty();
    case RemovesRole:
        return !entry.wish.value.has_value();
    default:
        return {};
    }
}

QHash<int, QByteArray> StagedEdits::roleNames() const {
    return {
        {KeyRole, "key"},        {ServiceRole, "service"}, {FromTierRole, "fromTier"}, {ToTierRole, "toTier"},
        {TextRole, "text"},      {LowersRole, "lowers"},   {ReasonRole, "reason"},     {NeedsReasonRole, "needsReason"},
        {RemovesRole, "removes"}};
}

QString StagedEdits::Target::key() const {
    if (!match)
        return toQString(service + '.' + action);
    std::string text = service + " match";
    if (match->method)
        text += ' ' + std::string(catalog::methodName(*match->method));
    if (match->path)
        text += ' ' + *match->path;
    if (match->tag)
        text += " tag " + *match->tag;
    return toQString(text);
}

std::optional<StagedEdits::Target> StagedEdits::targetOf(const QString &key) const {
    const auto snapshot = m_session->snapshot();
    if (!snapshot)
        return std::nullopt;
    const auto ordinal = snapshot->catalog->find(key.toStdString());
    if (!ordinal)
        return std::nullopt;
    return Target{
        snapshot->catalog->serviceOf(*ordinal).info.id, std::string(snapshot->catalog->at(*ordinal).name()), {}};
}

std::optional<catalog::Override> StagedEdits::inFile(const Target &target) const {
    const auto snapshot = m_session->snapshot();
    const auto service = snapshot ? snapshot->catalog->findService(target.service) : std::nullopt;
    if (!service || !snapshot->catalog->services()[*service].hand)
        return std::nullopt;
    for (const catalog::Override &entry : snapshot->catalog->services()[*service].hand->overrides)
        if (entry.action == target.action && entry.match == target.match)
            return entry;
    return std::nullopt;
}

StagedEdits::Wish StagedEdits::currentWish(const Target &target) const {
    const auto known = m_wishes.find(target.key());
    return known != m_wishes.end() ? known->second : Wish{target, inFile(target), {}};
}

risk::Classification StagedEdits::without(const Target &target, catalog::Ordinal ordinal) const {
    const auto snapshot = m_session->snapshot();
    const catalog::Service &service = snapshot->catalog->serviceOf(ordinal);
    const catalog::HandFile *hand = service.hand.get();
    catalog::HandFile reduced;
    if (hand && inFile(target)) {
        reduced.service = hand->service;
        reduced.path = hand->path;
        for (const catalog::Override &entry : hand->overrides)
            if (!(entry.action == target.action && entry.match == target.match))
                reduced.overrides.push_back(entry);
        hand = &reduced;
    }
    return snapshot->policy->classify(snapshot->catalog->at(ordinal), hand);
}

int StagedEdits::proposeTier(const QStringList &keys, int tier) {
    const auto snapshot = m_session->snapshot();
    if (!snapshot || tier < Tier::Read || tier > Tier::Catastrophic)
        return 0;
    const risk::Classification wanted = wantedBy(tier);
    Wishes wishes;
    for (const QString &key : keys) {
        const auto target = targetOf(key);
        if (!target)
            continue;
        const catalog::Ordinal ordinal = *snapshot->catalog->find(key.toStdString());
        const risk::Classification ruled = without(*target, ordinal);
        Wish wish = currentWish(*target);
        if (ruled.tier == wanted.tier && ruled.approval == wanted.approval) {
            // An override that says what the rules say anyway would only go stale.
            wish.value.reset();
        } else {
            catalog::Override value = wish.value.value_or(catalog::Override{});
            if (!wish.value)
                value.reason = wish.removalReason;
            value.action = target->action;
            value.match.reset();
            value.risk = wanted.tier == ruled.tier ? std::nullopt : std::optional(wanted.tier);
            value.approval = wanted.approval == ruled.approval ? std::nullopt : std::optional(wanted.approval);
            wish.value = std::move(value);
        }
        wishes.emplace(key, std::move(wish));
    }
    return change(std::move(wishes),
                  keys.size() == 1
                      //: undo step: action, tier
                      ? tr("Set %1 to %2").arg(keys.first(), tierName(tier))
                      //: undo step: number of actions, tier
                      : tr("Set %n action(s) to %1", "", static_cast<int>(keys.size())).arg(tierName(tier)));
}

void StagedEdits::setReason(const QString &key, const QString &reason) {
    const auto entry = m_entries.find(key);
    if (entry == m_entries.end())
        return;
    Wish wish = entry->second.wish;
    const std::string text = reason.trimmed().toStdString();
    if (wish.value)
        wish.value->reason = text;
    else
        wish.removalReason = text;
    Wishes wishes;
    wishes.emplace(key, std::move(wish));
    //: undo step; %1 is an action
    change(std::move(wishes), tr("Give a reason for %1").arg(key));
}

void StagedEdits::proposeRemoval(const QString &key) {
    const auto staged = m_entries.find(key);
    const auto target = staged != m_entries.end() ? std::optional(staged->second.wish.target) : targetOf(key);
    if (!target)
        return;
    Wish wish = currentWish(*target);
    wish.value.reset();
    Wishes wishes;
    wishes.emplace(target->key(), std::move(wish));
    //: undo step; %1 is an action
    change(std::move(wishes), tr("Remove the override of %1").arg(key));
}

void StagedEdits::propose(const std::string &service, const catalog::Override &target,
                          std::optional<catalog::Override> value, const QString &text) {
    Wish wish{{service, target.action, target.match}, std::move(value), {}};
    Wishes wishes;
    const QString key = wish.target.key();
    wishes.emplace(key, std::move(wish));
    change(std::move(wishes), text);
}

void StagedEdits::discard(const QStringList &keys) {
    Wishes wishes;
    for (const QString &key : keys) {
        const auto entry = m_entries.find(key);
        if (entry != m_entries.end())
            wishes.emplace(key, Wish{entry->second.wish.target, inFile(entry->second.wish.target), {}});
    }
    //: undo step
    change(std::move(wishes), tr("Discard %n staged change(s)", "", static_cast<int>(wishes.size())));
}

void StagedEdits::discardAll() {
    QStringList keys;
    for (const QString &key : m_order)
        keys.append(key);
    discard(keys);
}

int StagedEdits::change(Wishes wishes, const QString &text) {
    Wishes before;
    for (auto wish = wishes.begin(); wish != wishes.end();) {
        Wish current = currentWish(wish->second.target);
        if (sameOverride(current.value, wish->second.value) && current.removalReason == wish->second.removalReason) {
            wish = wishes.erase(wish);
            continue;
        }
        before.emplace(wish->first, std::move(current));
        ++wish;
    }
    if (wishes.empty())
        return 0;
    apply(wishes);
    if (m_undo) {
        const QPointer<StagedEdits> self(this);
        const QString folder = m_folder;
        // A step of a workspace that is no longer open must not reach the one that is.
        const auto move = [self, folder](const Wishes &to) {
            return [self, folder, to](UndoStack::Done done) {
                if (!self || self->m_folder != folder)
                    return done(false, tr("This step belongs to a workspace that is no longer open."));
                self->apply(to);
                done(true, {});
            };
        };
        m_undo->push(text, move(before), move(wishes));
    }
    return static_cast<int>(wishes.size());
}

void StagedEdits::apply(const Wishes &wishes) {
    for (const auto &[key, wish] : wishes) {
        m_bases.try_emplace(key, inFile(wish.target));
        m_wishes.insert_or_assign(key, wish);
    }
    rebuild();
}

StagedEdits::Entry StagedEdits::entryFor(const Wish &wish) const {
    Entry entry{wish};
    const auto snapshot = m_session->snapshot();
    const auto ordinal =
        wish.target.match ? std::nullopt : snapshot->catalog->find(wish.target.service + '.' + wish.target.action);
    if (!ordinal)
        return entry;
    const risk::Classification &before = (*snapshot->risk)[*ordinal];
    risk::Classification after = without(wish.target, *ordinal);
    if (wish.value) {
        after.tier = wish.value->risk.value_or(after.tier);
        after.approval = wish.value->approval.value_or(after.approval);
    }
    entry.fromTier = shownTier(before);
    entry.toTier = shownTier(after);
    entry.lowers = risk::isLowering(before, after.tier, after.approval);
    return entry;
}

void StagedEdits::rebuild() {
    std::map<QString, Entry> entries;
    if (m_session->snapshot()) {
        for (auto wish = m_wishes.begin(); wish != m_wishes.end();) {
            if (sameOverride(wish->second.value, inFile(wish->second.target))) {
                m_bases.erase(wish->first);
                wish = m_wishes.erase(wish);
                continue;
            }
            Entry &entry = entries.emplace(wish->first, entryFor(wish->second)).first->second;
            entry.conflicts = !sameOverride(m_bases[wish->first], inFile(wish->second.target));
            ++wish;
        }
    }
    beginResetModel();
    m_entries = std::move(entries);
    m_order.clear();
    for (const auto &[key, entry] : m_entries)
        m_order.push_back(key);
    endResetModel();
    Q_EMIT changed();
    replan();
}

std::vector<std::pair<std::string, catalog::Edit>> StagedEdits::edits() const {
    std::vector<std::pair<std::string, catalog::Edit>> list;
    for (const auto &[key, entry] : m_entries) {
        const Wish &wish = entry.wish;
        if (wish.value)
            list.emplace_back(wish.target.service, catalog::SetOverride{*wish.value});
        else
            list.emplace_back(wish.target.service,
                              catalog::RemoveOverride{wish.target.action, wish.target.match, wish.removalReason});
    }
    return list;
}

int StagedEdits::stagedTier(const QString &key) const {
    const auto entry = m_entries.find(key);
    return entry == m_entries.end() ? -1 : entry->second.toTier;
}

QString StagedEdits::reasonOf(const QString &key) const {
    const auto entry = m_entries.find(key);
    return entry == m_entries.end() ? QString() : toQString(entry->second.reason());
}

bool StagedEdits::isStaged(const QString &key) const { return m_entries.count(key) > 0; }

QHash<QString, int> StagedEdits::stagedTiers() const {
    QHash<QString, int> tiers;
    for (const auto &[key, entry] : m_entries)
        if (entry.toTier >= 0)
            tiers.insert(key, entry.toTier);
    return tiers;
}

void StagedEdits::setState(PlanState state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT planChanged();
}

void StagedEdits::replan() {
    m_planning.stop();
    m_finding.stop();
    m_failing.clear();
    m_plan.reset();
    if (m_entries.empty() || !m_session->workspace()) {
        m_fileBases.clear();
        setState(PlanState::Empty);
        return;
    }
    m_planned = edits();
    setState(PlanState::Planning);
    m_planning.run<workspace::EditPlan>(
        *m_session,
        [list = m_planned](workspace::Workspace &workspace, const Job &) { return workspace.planEdits(list); }, this,
        [this](Result<workspace::EditPlan> plan) {
            if (!plan) {
                setState(PlanState::Failed, app::errorText(plan.error()));
                return findFailing();
            }
            m_plan = std::make_shared<const workspace::EditPlan>(std::move(*plan));
            // A file whose edits were all taken back starts anew when it is edited again.
            std::map<std::string, std::string> bases;
            for (const auto &file : m_plan->files) {
                const auto known = m_fileBases.find(file.path.string());
                bases.emplace(file.path.string(), known != m_fileBases.end() ? known->second : file.before);
            }
            m_fileBases = std::move(bases);
            setState(PlanState::Planned);
        });
}

void StagedEdits::findFailing() {
    using Failing = std::vector<std::pair<QString, QString>>;
    std::vector<QString> keys = m_order;
    m_finding.run<Failing>(
        *m_session,
        [list = m_planned, keys = std::move(keys)](workspace::Workspace &workspace, const Job &job) -> Result<Failing> {
            Failing failing;
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (job.cancelled())
                    return fail(ErrorCode::Cancelled, "outdated");
                if (const auto plan = workspace.planEdits({list[i]}); !plan)
                    failing.emplace_back(keys[i], app::errorText(plan.error()));
            }
            return failing;
        },
        this,
        [this](Result<Failing> failing) {
            if (!failing || m_state != PlanState::Failed)
                return;
            for (const auto &[key, text] : *failing)
                m_failing.append(QVariantMap{{QStringLiteral("key"), key}, {QStringLiteral("text"), text}});
            Q_EMIT planChanged();
        });
}

void StagedEdits::readAgain() {
    m_session->refresh();
    replan();
}

void StagedEdits::keepMine(const QStringList &keys) {
    for (const QString &key : keys)
        if (const auto entry = m_entries.find(key); entry != m_entries.end())
            m_bases[key] = inFile(entry->second.wish.target);
    rebuild();
}

void StagedEdits::acknowledge() {
    if (m_state != PlanState::Planned)
        return;
    for (const auto &file : m_plan->files)
        m_fileBases[file.path.string()] = file.before;
    Q_EMIT planChanged();
}

QString StagedEdits::words(const std::optional<catalog::Override> &value) const {
    if (!value)
        return tr("no override");
    QStringList parts;
    if (value->risk || value->approval) {
        risk::Classification says;
        says.tier = value->risk.value_or(catalog::Tier::Destructive);
        says.approval = value->approval.value_or(catalog::Approval::None);
        parts.append(value->risk ? tierName(shownTier(says)) : tr("another approval"));
    }
    if (!value->reason.empty())
        //: the reason of an override
        parts.append(tr("“%1”").arg(revealed(value->reason)));
    //: an override that sets neither tier nor approval
    return parts.isEmpty() ? tr("other values") : parts.join(QStringLiteral(" · "));
}

QVariantList StagedEdits::conflicts() const {
    QVariantList list;
    for (const auto &[key, entry] : m_entries) {
        if (!entry.conflicts)
            continue;
        const auto base = m_bases.find(key);
        list.append(QVariantMap{{QStringLiteral("key"), key},
                                {QStringLiteral("base"), words(base == m_bases.end() ? std::nullopt : base->second)},
                                {QStringLiteral("disk"), words(inFile(entry.wish.target))},
                                {QStringLiteral("yours"), words(entry.wish.value)}});
    }
    return list;
}

QVariantList StagedEdits::changedFiles() const {
    QVariantList list;
    if (m_state != PlanState::Planned)
        return list;
    for (const auto &file : m_plan->files) {
        const auto base = m_fileBases.find(file.path.string());
        if (base != m_fileBases.end() && base->second != file.before)
            list.append(QVariantMap{{QStringLiteral("service"), toQString(file.service)},
                                    {QStringLiteral("path"), toQString(file.path.string())}});
    }
    return list;
}

std::vector<catalog::DiffLine> StagedEdits::diskDiff(std::size_t file) const {
    if (m_state != PlanState::Planned || file >= m_plan->files.size())
        return {};
    const auto &change = m_plan->files[file];
    const auto base = m_fileBases.find(change.path.string());
    if (base == m_fileBases.end() || base->second == change.before)
        return {};
    return catalog::diffLines(base->second, change.before);
}

bool StagedEdits::canSave() const {
    return m_state == PlanState::Planned && !m_saving && !m_session->isReadOnly() && m_plan->missingReason.empty() &&
           !m_plan->files.empty() &&
           std::none_of(m_entries.begin(), m_entries.end(), [](const auto &entry) { return entry.second.conflicts; });
}

void StagedEdits::save() {
    if (!canSave())
        return;
    m_saving = true;
    Q_EMIT planChanged();
    const QString words = summary();
    m_session->runJob<void>(
        tr("Save %n staged change(s)", "", count()),
        [plan = m_plan, list = m_planned](workspace::Workspace &workspace, const Job &) {
            return workspace.applyEdits(*plan, list);
        },
        this,
        [this, words](Result<void> done) {
            m_saving = false;
            if (!done) {
                const bool conflict = done.error().code == ErrorCode::Conflict;
                setState(conflict ? PlanState::Conflict : PlanState::Failed, app::errorText(done.error()));
                Q_EMIT saveFailed(m_error);
                // What changed is read and planned again, for a person to look at.
                if (conflict)
                    readAgain();
                return;
            }
            // The new snapshot came before this answer, so what was written is not staged any more.
            Q_EMIT planChanged();
            Q_EMIT saved(words);
        });
}

QString StagedEdits::summary() const {
    if (m_entries.empty())
        return {};
    QStringList parts;
    //: change bar
    QString head = tr("%n change(s)", "", count());
    if (m_state == PlanState::Planned) {
        //: change bar: "7 changes" + "in 2 files"
        head = tr("%1 in %2", "changes, files").arg(head, tr("%n file(s)", "", static_cast<int>(m_plan->files.size())));
    }
    parts.append(head);
    if (m_state == PlanState::Planned) {
        std::array<int, 4> becomes{};
        for (const auto &move : m_plan->tierChanges)
            ++becomes[static_cast<std::size_t>(shownTier(move.after))];
        for (int tier = Tier::Catastrophic; tier >= Tier::Read; --tier)
            if (const int n = becomes[static_cast<std::size_t>(tier)])
                //: change bar: number of actions, tier in lower case
                parts.append(tr("%n action(s) become %1", "", n).arg(tierName(tier).toLower()));
    }
    return parts.join(QStringLiteral(" · "));
}

QVariantList StagedEdits::files() const {
    QVariantList list;
    if (m_state != PlanState::Planned)
        return list;
    for (const auto &file : m_plan->files) {
        const auto lines = [&](catalog::DiffLine::Kind kind) {
            return static_cast<int>(
                std::count_if(file.diff.begin(), file.diff.end(), [kind](const auto &l) { return l.kind == kind; }));
        };
        list.append(QVariantMap{{QStringLiteral("service"), toQString(file.service)},
                                {QStringLiteral("path"), toQString(file.path.string())},
                                {QStringLiteral("added"), lines(catalog::DiffLine::Kind::Added)},
                                {QStringLiteral("removed"), lines(catalog::DiffLine::Kind::Removed)}});
    }
    return list;
}

QStringList StagedEdits::lowered() const {
    QStringList list;
    if (m_state == PlanState::Planned)
        for (const std::string &name : m_plan->lowered)
            list.append(toQString(name));
    return list;
}

QStringList StagedEdits::missingReasons() const {
    QStringList list;
    if (m_state == PlanState::Planned)
        for (const std::string &name : m_plan->missingReason)
            list.append(toQString(name));
    return list;
}

} // namespace actionscope::app
