#pragma once
/// The explanation of one result as the rows of a tree, each with its figures; draws whatever tree the core gives.

#include "retrieval/explanation_tree.h"

#include <QAbstractListModel>
#include <QQmlEngine>
#include <vector>

namespace actionscope::app {

/// Depth first. GUI thread.
class ExplanationModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by LabController")
    Q_PROPERTY(double total READ total NOTIFY totalChanged FINAL)
    /// What the direct parts add up to; equal to `total` within 1e-6, and shown so that a person can see that it is.
    Q_PROPERTY(double sumOfParts READ sumOfParts NOTIFY totalChanged FINAL)

public:
    enum Role {
        NodeIdRole = Qt::UserRole + 1,
        LabelRole, ///< translated where it is a word of ours
        DepthRole,
        FormulaRole,
        InputsRole, ///< list of {name, value} as text
        ValueRole,
        ValueTextRole,
        ShareRole,
        SeriesRole, ///< "total", "keywords", "meaning", "graph", "prior"
        SentenceRole,
    };

    using QAbstractListModel::QAbstractListModel;
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    void setTree(const retrieval::ExplanationNode &root);
    void clear();
    double total() const { return m_total; }
    double sumOfParts() const { return m_sum; }

Q_SIGNALS:
    void totalChanged();

private:
    struct Row {
        retrieval::ExplanationNode node; ///< without children
        int depth = 0;
    };
    void append(const retrieval::ExplanationNode &node, int depth);

    std::vector<Row> m_rows;
    double m_total = 0, m_sum = 0;
};

} // namespace actionscope::app
