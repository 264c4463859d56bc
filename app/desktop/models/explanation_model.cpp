#include "explanation_model.h"

#include "convert.h"
#include "lab_rows.h"

#include <QLocale>
#include <QVariantMap>

namespace actionscope::app {
namespace {

QString seriesName(retrieval::ExplanationNode::Series series) {
    using Series = retrieval::ExplanationNode::Series;
    switch (series) {
    case Series::Total:
        return QStringLiteral("total");
    case Series::Keywords:
        return QStringLiteral("keywords");
    case Series::Meaning:
        return QStringLiteral("meaning");
    case Series::Graph:
        return QStringLiteral("graph");
    case Series::Prior:
        return QStringLiteral("prior");
    }
    return {};
}

QString figure(double value) {
    const bool whole = value == static_cast<double>(static_cast<qint64>(value));
    return QLocale().toString(value, 'f', whole ? 0 : 3);
}

} // namespace

int ExplanationModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ExplanationModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto label = [&]() -> QString {
        if (row.node.label == "keywords")
            return tr("Keywords");
        if (row.node.label == "meaning")
            return tr("Meaning");
        if (row.node.label == "graph")
            return tr("Graph");
        if (row.node.label == "score")
            return tr("Score");
        if (const QString part = partLabel(toQString(row.node.label)); part != toQString(row.node.label))
            return part;
        return revealed(row.node.label);
    };
    switch (role) {
    case NodeIdRole:
        return toQString(row.node.id);
    case Qt::DisplayRole:
    case LabelRole:
        return label();
    case DepthRole:
        return row.depth;
    case FormulaRole:
        return toQString(row.node.formula);
    case InputsRole: {
        QVariantList inputs;
        for (const auto &[name, value] : row.node.inputs)
            inputs.append(
                QVariantMap{{QStringLiteral("name"), toQString(name)}, {QStringLiteral("value"), figure(value)}});
        return inputs;
    }
    case ValueRole:
        return row.node.value;
    case ValueTextRole:
        return QLocale().toString(row.node.value, 'f', 4);
    case ShareRole:
        return row.node.share;
    case SeriesRole:
        // Signals come as priors; their colour is that of their family, as in the bars.
        return row.node.series == retrieval::ExplanationNode::Series::Prior
                   ? partSeries(toQString(row.node.id).section(QLatin1Char('.'), 1, 1))
                   : seriesName(row.node.series);
    case SentenceRole:
        //: %1 part of a score, %2 its value, %3 its share in per cent
        return tr("%1, %2, %3 percent of the score")
            .arg(label(), QLocale().toString(row.node.value, 'f', 4))
            .arg(qRound(row.node.share * 100));
    default:
        return {};
    }
}

QHash<int, QByteArray> ExplanationModel::roleNames() const {
    return {{NodeIdRole, "nodeId"}, {LabelRole, "label"},      {DepthRole, "depth"},         {FormulaRole, "formula"},
            {InputsRole, "inputs"}, {ValueRole, "value"},      {ValueTextRole, "valueText"}, {ShareRole, "share"},
            {SeriesRole, "series"}, {SentenceRole, "sentence"}};
}

void ExplanationModel::append(const retrieval::ExplanationNode &node, int depth) {
    Row row{node, depth};
    row.node.children.clear();
    m_rows.push_back(std::move(row));
    for (const retrieval::ExplanationNode &child : node.children)
        append(child, depth + 1);
}

void ExplanationModel::setTree(const retrieval::ExplanationNode &root) {
    beginResetModel();
    m_rows.clear();
    m_total = root.value;
    m_sum = 0;
    for (const retrieval::ExplanationNode &child : root.children) {
        m_sum += child.value;
        append(child, 0);
    }
    endResetModel();
    Q_EMIT totalChanged();
}

void ExplanationModel::clear() {
    beginResetModel();
    m_rows.clear();
    m_total = m_sum = 0;
    endResetModel();
    Q_EMIT totalChanged();
}

} // namespace actionscope::app
