#pragma once
/// The ranked actions of Search Lab.

#include "workspace/workspace.h"

#include <QAbstractListModel>
#include <QCoreApplication>
#include <QQmlEngine>
#include <QVariantList>
#include <vector>

namespace actionscope::app {

/// What a row shows, copied out of one search so that it does not hold its snapshot.
struct LabRow {
    Q_DECLARE_TR_FUNCTIONS(LabRow)
public:
    QString name, service, title, description, method, endpoint;
    int rank = 0;
    int tier = 0;           ///< Tier::Value
    bool adminGate = false; ///< on a tier that is not destructive
    bool curated = false, aboveFloor = true, deprecated = false;
    double score = 0;
    QVariantList parts;    ///< of the score bar (lab_rows.h)
    bool compared = false; ///< with a baseline: the two below say something
    int was = 0;           ///< its rank there; 0: it was not there
    double scoreDelta = 0;
    retrieval::Explanation explanation;
};

/// Best first. A new result list replaces the old one row by row, so that a delegate that shows the same action stays.
/// GUI thread.
class LabResultsModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by LabController")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    enum Role {
        NameRole = Qt::UserRole + 1, ///< "github.issues_create"
        RankRole,
        TitleRole,
        DescriptionRole,
        ServiceRole,
        MethodRole,
        EndpointRole,
        TierRole,
        ScoreRole,
        ScoreTextRole,
        PartsRole,
        CuratedRole,
        AboveFloorRole,
        DeprecatedRole,
        AdminGateRole,
        ChangeRole,         ///< against the baseline: "up", "down", "same", "new"; "" without one
        ChangeTextRole,     ///< "▲2", "▼1", "=", "NEW"
        ScoreDeltaTextRole, ///< "+.0412"
        SentenceRole,       ///< the whole row for assistive technology
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    void setRows(std::vector<LabRow> rows);
    int count() const { return static_cast<int>(m_rows.size()); }
    const LabRow *rowAt(int row) const;
    Q_INVOKABLE int rowForName(const QString &name) const;
    Q_INVOKABLE QString nameAt(int row) const;

Q_SIGNALS:
    void countChanged();

private:
    std::vector<LabRow> m_rows;
};

} // namespace actionscope::app
