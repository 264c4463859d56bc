#pragma once
/// One action whole: prose, signature, where its tier comes from, whether it can be found, and where it was described.

#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QUrl>
#include <QVariantList>

namespace actionscope::app {

/// What an inspector shows of the action named by `key`. Texts are of the snapshot current when the key was set and
/// follow later ones; catalog text is untrusted, so invisible characters are shown as tokens. The provenance is asked
/// for on a worker, the schema only when someone wants it. GUI thread.
class ActionDetail : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL)
    /// "service.action"; empty shows nothing.
    Q_PROPERTY(QString key READ key WRITE setKey NOTIFY keyChanged FINAL)
    /// False for an empty key and for one that the catalog does not hold (any more).
    Q_PROPERTY(bool present READ isPresent NOTIFY changed FINAL)
    Q_PROPERTY(QString name READ name NOTIFY changed FINAL)
    Q_PROPERTY(QString service READ service NOTIFY changed FINAL)
    Q_PROPERTY(QString serviceTitle READ serviceTitle NOTIFY changed FINAL)
    Q_PROPERTY(QString title READ title NOTIFY changed FINAL)
    Q_PROPERTY(QString description READ description NOTIFY changed FINAL)
    /// "POST"; empty for what is not called over HTTP.
    Q_PROPERTY(QString method READ method NOTIFY changed FINAL)
    Q_PROPERTY(QString path READ path NOTIFY changed FINAL)
    Q_PROPERTY(QString server READ server NOTIFY changed FINAL)
    /// "Skill" and the like, translated; empty for actions.
    Q_PROPERTY(QString kindText READ kindText NOTIFY changed FINAL)
    Q_PROPERTY(QString category READ category NOTIFY changed FINAL)
    /// False when its manifest, or what it belongs to, says so.
    Q_PROPERTY(bool available READ isAvailable NOTIFY changed FINAL)
    /// Ids of tools and names of secrets that it needs.
    Q_PROPERTY(QStringList requiredTools READ requiredTools NOTIFY changed FINAL)
    Q_PROPERTY(QStringList requiredSecrets READ requiredSecrets NOTIFY changed FINAL)
    /// What a skill gives to read, with invisible characters shown; empty while it is asked for, and for what has none.
    Q_PROPERTY(QString text READ text NOTIFY textChanged FINAL)
    Q_PROPERTY(QString textError READ textError NOTIFY textChanged FINAL)
    Q_PROPERTY(QStringList tags READ tags NOTIFY changed FINAL)
    Q_PROPERTY(QStringList security READ security NOTIFY changed FINAL)
    Q_PROPERTY(bool deprecated READ isDeprecated NOTIFY changed FINAL)
    Q_PROPERTY(bool curated READ isCurated NOTIFY changed FINAL)
    Q_PROPERTY(bool needsReview READ needsReview NOTIFY changed FINAL)
    Q_PROPERTY(bool hidesCharacters READ hidesCharacters NOTIFY changed FINAL)
    Q_PROPERTY(int tier READ tier NOTIFY changed FINAL)
    /// Whether calls wait for an administrator.
    Q_PROPERTY(bool adminApproval READ adminApproval NOTIFY changed FINAL)
    Q_PROPERTY(bool overridden READ isOverridden NOTIFY changed FINAL)
    /// What calling it does to the world, in one sentence.
    Q_PROPERTY(QString consequence READ consequence NOTIFY changed FINAL)
    /// Maps of `name`, `type`, `place`, `required`, `description`.
    Q_PROPERTY(QVariantList parameters READ parameters NOTIFY changed FINAL)
    Q_PROPERTY(bool findable READ isFindable NOTIFY changed FINAL)
    /// Why it can or cannot be found, in words.
    Q_PROPERTY(QString findableText READ findableText NOTIFY changed FINAL)
    /// Where the action is described: file or URL, with the JSON pointer.
    Q_PROPERTY(QString source READ source NOTIFY changed FINAL)
    Q_PROPERTY(QString pointer READ pointer NOTIFY changed FINAL)
    /// "catalogs/github.yaml:12" of its curated entry or override; empty when nobody wrote about it.
    Q_PROPERTY(QString handLocation READ handLocation NOTIFY changed FINAL)
    /// The hand-written file, for opening it in an editor.
    Q_PROPERTY(QUrl handFile READ handFile NOTIFY changed FINAL)
    /// Maps of `rule`, `detail`, `tier`, `source`, `outcome` ("decides", "overruled", …), `reason`; empty while it is
    /// asked for.
    Q_PROPERTY(QVariantList provenance READ provenance NOTIFY provenanceChanged FINAL)
    Q_PROPERTY(QString provenanceError READ provenanceError NOTIFY provenanceChanged FINAL)
    Q_PROPERTY(SchemaState schemaState READ schemaState NOTIFY schemaChanged FINAL)
    /// Indented JSON, or what went wrong.
    Q_PROPERTY(QString schemaText READ schemaText NOTIFY schemaChanged FINAL)
    /// Its first lines: a schema may be a megabyte, which no one reads in a pane.
    Q_PROPERTY(QString schemaPreview READ schemaPreview NOTIFY schemaChanged FINAL)
    Q_PROPERTY(int schemaLines READ schemaLines NOTIFY schemaChanged FINAL)
    /// Estimated tokens of name, description and schema: (characters) / 4; 0 until the schema is there.
    Q_PROPERTY(int tokens READ tokens NOTIFY schemaChanged FINAL)

public:
    static constexpr int MaxPreviewLines = 200;
    enum class SchemaState { NotAsked, Loading, Ready, Failed };
    Q_ENUM(SchemaState)

    using QObject::QObject;

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    QString key() const { return m_key; }
    void setKey(const QString &key);
    bool isPresent() const { return m_present; }
    QString name() const { return m_name; }
    QString service() const { return m_service; }
    QString serviceTitle() const { return m_serviceTitle; }
    QString title() const { return m_title; }
    QString description() const { return m_description; }
    QString method() const { return m_method; }
    QString path() const { return m_path; }
    QString server() const { return m_server; }
    QString kindText() const { return m_kindText; }
    QString category() const { return m_category; }
    bool isAvailable() const { return m_available; }
    QStringList requiredTools() const { return m_requiredTools; }
    QStringList requiredSecrets() const { return m_requiredSecrets; }
    QString text() const { return m_text; }
    QString textError() const { return m_textError; }
    QStringList tags() const { return m_tags; }
    QStringList security() const { return m_security; }
    bool isDeprecated() const { return m_deprecated; }
    bool isCurated() const { return m_curated; }
    bool needsReview() const { return m_needsReview; }
    bool hidesCharacters() const { return m_hides; }
    int tier() const { return m_tier; }
    bool adminApproval() const { return m_adminApproval; }
    bool isOverridden() const { return m_overridden; }
    QString consequence() const { return m_consequence; }
    QVariantList parameters() const { return m_parameters; }
    bool isFindable() const { return m_findable; }
    QString findableText() const { return m_findableText; }
    QString source() const { return m_source; }
    QString pointer() const { return m_pointer; }
    QString handLocation() const { return m_handLocation; }
    QUrl handFile() const { return m_handFile; }
    QVariantList provenance() const { return m_provenance; }
    QString provenanceError() const { return m_provenanceError; }
    SchemaState schemaState() const { return m_schemaState; }
    QString schemaText() const { return m_schemaText; }
    QString schemaPreview() const { return m_schemaPreview; }
    int schemaLines() const { return m_schemaLines; }
    int tokens() const { return m_tokens; }

    /// Resolves the input schema from the workspace's copy of the description.
    Q_INVOKABLE void loadSchema();
    /// Opens the hand-written file in the person's editor.
    Q_INVOKABLE bool openHandFile() const;

Q_SIGNALS:
    void sessionChanged();
    void keyChanged();
    void changed();
    void provenanceChanged();
    void schemaChanged();
    void textChanged();

private:
    void read();
    void readText(const catalog::CapabilityView &capability);
    void readSource(const catalog::Service &service, const catalog::CapabilityView &action);
    void setSchema(SchemaState state, const QString &text, int tokens);

    QPointer<WorkspaceSession> m_session;
    QString m_key;
    bool m_present = false, m_deprecated = false, m_curated = false, m_needsReview = false, m_hides = false;
    bool m_adminApproval = false, m_overridden = false, m_findable = false;
    int m_tier = 0, m_tokens = 0, m_schemaLines = 0;
    QString m_name, m_service, m_serviceTitle, m_title, m_description, m_method, m_path, m_server, m_consequence,
        m_findableText;
    QString m_source, m_pointer, m_handLocation, m_provenanceError, m_schemaText, m_schemaPreview;
    QUrl m_handFile;
    QStringList m_tags, m_security;
    QVariantList m_parameters, m_provenance;
    SchemaState m_schemaState = SchemaState::NotAsked;
    std::shared_ptr<const catalog::Catalog> m_schemaCatalog; ///< the catalog the schema is of
    bool m_available = true;
    QString m_kindText, m_category, m_text, m_textError;
    QStringList m_requiredTools, m_requiredSecrets;
    LatestQuery m_provenanceQuery, m_schemaQuery, m_textQuery;
};

} // namespace actionscope::app
