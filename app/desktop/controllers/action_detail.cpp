#include "action_detail.h"

#include "base/json.h"
#include "base/text.h"
#include "catalog_columns.h"
#include "catalog_filter.h"
#include "context/token_count.h"
#include "convert.h"

#include <QDesktopServices>
#include <QDir>

namespace actionscope::app {
namespace {

QStringList revealedList(const std::vector<std::string_view> &texts) {
    QStringList list;
    for (const std::string_view text : texts)
        list.append(revealed(text));
    return list;
}

QString placeText(catalog::Place place) {
    switch (place) {
    //: where an argument travels in the HTTP request
    case catalog::Place::Path:
        return ActionDetail::tr("path");
    case catalog::Place::Query:
        return ActionDetail::tr("query");
    case catalog::Place::Header:
        return ActionDetail::tr("header");
    case catalog::Place::Cookie:
        return ActionDetail::tr("cookie");
    case catalog::Place::Body:
        return ActionDetail::tr("body");
    }
    return {};
}

/// A rule's place as short as it can be told: relative inside the workspace, else the file's name; what is no path
/// stays.
QString shortPlace(const std::string &place, const QString &folder) {
    const QString text = revealed(place);
    if (!folder.isEmpty() && text.startsWith(folder + QLatin1Char('/')))
        return text.mid(folder.size() + 1);
    return text.startsWith(QLatin1Char('/')) ? text.mid(text.lastIndexOf(QLatin1Char('/')) + 1) : text;
}

QVariantMap stepMap(const risk::Step &step, const QString &folder) {
    risk::Classification c;
    c.tier = step.tier;
    c.approval = step.approval;
    return {{QStringLiteral("rule"), revealed(step.rule)},
            {QStringLiteral("detail"), revealed(step.detail)},
            {QStringLiteral("tier"), shownTier(c)},
            {QStringLiteral("source"), shortPlace(step.source, folder)},
            {QStringLiteral("outcome"), toQString(risk::outcomeName(step.outcome))},
            {QStringLiteral("reason"), revealed(step.reason)}};
}

} // namespace

void ActionDetail::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session)
        connect(session, &WorkspaceSession::snapshotChanged, this, &ActionDetail::read);
    Q_EMIT sessionChanged();
    read();
}

void ActionDetail::setKey(const QString &key) {
    if (m_key == key)
        return;
    m_key = key;
    m_schemaQuery.stop();
    m_schemaCatalog.reset();
    setSchema(SchemaState::NotAsked, {}, 0);
    m_provenance.clear();
    m_text.clear();
    m_textError.clear();
    Q_EMIT keyChanged();
    Q_EMIT textChanged();
    read();
}

void ActionDetail::read() {
    m_provenanceQuery.stop();
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    const auto ordinal = snapshot && !m_key.isEmpty() ? snapshot->catalog->find(m_key.toStdString()) : std::nullopt;
    m_present = ordinal.has_value();
    if (!m_present) {
        m_provenance.clear();
        Q_EMIT changed();
        Q_EMIT provenanceChanged();
        return;
    }
    const catalog::CapabilityView action = snapshot->catalog->at(*ordinal);
    const std::uint32_t serviceIndex = snapshot->catalog->serviceIndexOf(*ordinal);
    const catalog::Service &service = snapshot->catalog->services()[serviceIndex];
    const risk::Classification &risk = (*snapshot->risk)[*ordinal];
    m_name = revealed(action.name());
    m_service = toQString(service.info.id);
    m_serviceTitle = revealed(service.info.title);
    m_title = revealed(action.title());
    m_description = revealed(action.description(), true).trimmed();
    m_method = toQString(catalog::methodName(action.method()));
    m_path = revealed(action.path());
    m_server = revealed(action.server().empty() ? std::string_view(service.info.server) : action.server());
    // A relative server says nothing that the path does not.
    if (!m_server.contains(QStringLiteral("://")))
        m_server.clear();
    m_tags = revealedList(action.tags());
    m_security = revealedList(action.security());
    m_kindText = action.kind() == catalog::Kind::Action ? QString() : app::kindText(action.kind());
    m_category = revealed(action.category());
    m_available = action.available();
    m_requiredTools = revealedList(action.requires_());
    m_requiredSecrets = revealedList(action.secrets());
    m_deprecated = action.deprecated();
    m_curated = action.curated();
    m_hides = hasInvisible(action.title()) || hasInvisible(action.description()) || hasInvisible(action.path());
    m_needsReview = !risk.overridden && (risk.review || (action.title().empty() && action.description().empty()));
    m_tier = shownTier(risk);
    m_adminApproval = risk.approval == catalog::Approval::Admin;
    m_overridden = risk.overridden;
    m_consequence = revealed(risk::consequence(action, risk, service));
    m_parameters.clear();
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const catalog::ParameterView parameter = action.parameter(i);
        m_parameters.append(QVariantMap{{QStringLiteral("name"), revealed(parameter.name)},
                                        {QStringLiteral("type"), revealed(parameter.type)},
                                        {QStringLiteral("place"), placeText(parameter.place)},
                                        {QStringLiteral("required"), parameter.required},
                                        {QStringLiteral("description"), revealed(parameter.description)}});
    }
    const workspace::ServiceState state = snapshot->services[serviceIndex];
    const bool indexed = snapshot->index && snapshot->index->catalog().find(m_key.toStdString());
    m_findable = state.searchable() && indexed;
    m_findableText = state.lockedByEnvironment
                         ? tr("Not findable: its service is switched off by DYNAMIC_DISCOVERY_DISABLED_SERVICES.")
                     : !state.toggle ? tr("Not findable: tool search is off for its service.")
                     : !indexed      ? tr("Not findable yet: the index does not hold it so far.")
                                     : tr("Findable by tool search. Calling it is another matter.");
    readSource(service, action);
    readText(action);
    Q_EMIT changed();
    m_provenanceQuery.run<risk::Provenance>(
        *m_session,
        [name = m_key.toStdString()](workspace::Workspace &workspace, const Job &) {
            return workspace.explainRisk(name);
        },
        this,
        [this](Result<risk::Provenance> provenance) {
            m_provenance.clear();
            m_provenanceError = provenance ? QString() : app::errorText(provenance.error());
            if (provenance)
                for (const risk::Step &step : provenance->steps)
                    m_provenance.append(stepMap(step, m_session->folder()));
            Q_EMIT provenanceChanged();
        });
    // A schema that is on screen must be of the description that is there now.
    if (m_schemaState != SchemaState::NotAsked && m_schemaCatalog != snapshot->catalog)
        loadSchema();
}

void ActionDetail::readText(const catalog::CapabilityView &capability) {
    m_textQuery.stop();
    if (capability.kind() == catalog::Kind::Action)
        return;
    m_textQuery.run<std::string>(
        *m_session,
        [snapshot = m_session->snapshot(), name = m_key.toStdString()](workspace::Workspace &workspace, const Job &) {
            const auto ordinal = snapshot->catalog->find(name);
            return ordinal ? workspace.skillContent(*snapshot, *ordinal)
                           : fail(ErrorCode::NotFound, "it is not in the catalog any more");
        },
        this,
        [this](const Result<std::string> &text) {
            m_text = text ? revealed(*text, true) : QString();
            m_textError = text || text.error().code == ErrorCode::NotFound ? QString() : app::errorText(text.error());
            Q_EMIT textChanged();
        });
}

void ActionDetail::readSource(const catalog::Service &service, const catalog::CapabilityView &action) {
    // The folder of a capability is its source; a pointer into it there is none.
    const bool isAction = action.kind() == catalog::Kind::Action;
    m_source = revealed(isAction ? std::string_view(service.info.source) : action.pointer());
    m_pointer = isAction ? revealed(action.pointer()) : QString();
    m_handLocation.clear();
    m_handFile.clear();
    if (!service.hand)
        return;
    const std::filesystem::path &path = service.hand->path;
    m_handFile = QUrl::fromLocalFile(toQString(path.string()));
    std::uint32_t line = 0;
    bool named = false;
    for (const catalog::Curated &entry : service.hand->curated)
        if (entry.action == action.name()) {
            named = true;
            line = entry.where.line;
        }
    for (const catalog::Override &entry : service.hand->overrides)
        if (entry.action == action.name()) {
            named = true;
            line = entry.where.line;
        }
    if (named)
        m_handLocation = QDir(m_session->folder()).relativeFilePath(toQString(path.string())) +
                         (line ? QStringLiteral(":%1").arg(line) : QString());
}

void ActionDetail::loadSchema() {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    if (!snapshot || !m_present)
        return;
    m_schemaCatalog = snapshot->catalog;
    setSchema(SchemaState::Loading, {}, 0);
    struct Answer {
        std::string text;
        std::size_t characters = 0;
    };
    m_schemaQuery.run<Answer>(
        *m_session,
        [snapshot, name = m_key.toStdString()](workspace::Workspace &workspace, const Job &) -> Result<Answer> {
            const auto ordinal = snapshot->catalog->find(name);
            if (!ordinal)
                return fail(ErrorCode::NotFound, "the action is not in the catalog any more");
            const auto schema = workspace.inputSchema(*snapshot, *ordinal);
            if (!schema)
                return fail(schema.error());
            const catalog::CapabilityView action = snapshot->catalog->at(*ordinal);
            return Answer{prettyJson(*schema),
                          action.name().size() + action.description().size() + json::serialize(*schema).size()};
        },
        this,
        [this](Result<Answer> answer) {
            if (!answer)
                return setSchema(SchemaState::Failed, app::errorText(answer.error()), 0);
            setSchema(SchemaState::Ready, revealed(answer->text, true),
                      static_cast<int>(context::estimateTokens(answer->characters)));
        });
}

void ActionDetail::setSchema(SchemaState state, const QString &text, int tokens) {
    m_schemaState = state;
    m_schemaText = text;
    m_schemaLines = text.isEmpty() ? 0 : static_cast<int>(text.count(QLatin1Char('\n'))) + 1;
    m_schemaPreview = m_schemaLines <= MaxPreviewLines ? text : text.section(QLatin1Char('\n'), 0, MaxPreviewLines - 1);
    m_tokens = tokens;
    Q_EMIT schemaChanged();
}

bool ActionDetail::openHandFile() const { return m_handFile.isLocalFile() && QDesktopServices::openUrl(m_handFile); }

} // namespace actionscope::app
