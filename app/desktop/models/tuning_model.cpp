#include "tuning_model.h"

#include "convert.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <optional>

namespace actionscope::app {

using retrieval::Preset;
using retrieval::Ranker;
using retrieval::Signal;

struct TuningModel::Row {
    QString key;
    std::optional<Signal> signal;
    double Preset::*constant = nullptr;
    double most = 1, fine = 0.01, coarse = 0.1;
    int decimals = 2;
    bool needsVectors = false;
};

const std::vector<TuningModel::Row> &TuningModel::rows() {
    static const std::vector<Row> Rows = [] {
        std::vector<Row> rows;
        for (const retrieval::SignalInfo &info : retrieval::signals())
            rows.push_back({toQString(info.key), info.signal, nullptr, info.most, 0.01, 0.1, 2, info.needsVectors});
        rows.push_back({QStringLiteral("floor"), std::nullopt, &Preset::floor, 1, 0.005, 0.05, 3, false});
        rows.push_back({QStringLiteral("k1"), std::nullopt, &Preset::k1, 10, 0.05, 0.5, 2, false});
        rows.push_back({QStringLiteral("b"), std::nullopt, &Preset::b, 1, 0.01, 0.1, 2, false});
        return rows;
    }();
    return Rows;
}

const TuningModel::Row *TuningModel::find(const QString &key) {
    const auto found = std::find_if(rows().begin(), rows().end(), [&](const Row &row) { return row.key == key; });
    return found == rows().end() ? nullptr : &*found;
}

TuningModel::TuningModel(QObject *parent)
    : QAbstractListModel(parent)
    , m_preset(retrieval::defaultPreset())
    , m_baseline(m_preset) {}

int TuningModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows().size());
}

namespace {

/// Labels of the core's signals, for the translators; a label that is not here is shown in English.
[[maybe_unused]] constexpr const char *SignalLabels[] = {
    QT_TRANSLATE_NOOP("Signals", "Keywords"),        QT_TRANSLATE_NOOP("Signals", "Parts of the query"),
    QT_TRANSLATE_NOOP("Signals", "Thesaurus"),       QT_TRANSLATE_NOOP("Signals", "Coverage"),
    QT_TRANSLATE_NOOP("Signals", "Meaning"),         QT_TRANSLATE_NOOP("Signals", "Nearest meaning"),
    QT_TRANSLATE_NOOP("Signals", "Service"),         QT_TRANSLATE_NOOP("Signals", "Verb and method"),
};

const retrieval::SignalInfo &infoOf(Signal signal) { return retrieval::signals()[static_cast<std::size_t>(signal)]; }

} // namespace

QString TuningModel::labelOf(Signal signal) {
    return QCoreApplication::translate("Signals", std::string(infoOf(signal).label).c_str());
}

QString TuningModel::labelOf(const QString &key) {
    const Row *row = find(key);
    if (row == nullptr)
        return key;
    if (row->signal)
        return labelOf(*row->signal);
    return key == QLatin1String("floor") ? tr("Floor") : key;
}

QString TuningModel::seriesOf(Signal signal) {
    const retrieval::SignalInfo &info = infoOf(signal);
    if (info.needsVectors)
        return QStringLiteral("meaning");
    // What is not said by the words themselves: the service that fits, the verb that asks for a method.
    return info.key == "service" || info.key == "method" ? QStringLiteral("prior") : QStringLiteral("keywords");
}

bool TuningModel::applies(const Row &row) const {
    if (row.needsVectors && !m_vectors)
        return false;
    if (m_preset.ranker == Ranker::Fusion || row.key == QLatin1String("floor"))
        return true;
    if (m_preset.ranker == Ranker::Keywords)
        return !row.signal || *row.signal == Signal::Service;
    return false;
}

QVariant TuningModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = rows()[static_cast<std::size_t>(index.row())];
    switch (role) {
    case KeyRole:
        return row.key;
    case Qt::DisplayRole:
    case LabelRole:
        return labelOf(row.key);
    case SeriesRole:
        return row.signal ? seriesOf(*row.signal) : QString();
    case ValueRole:
        return valueOf(m_preset, row.key);
    case BaselineRole:
        return valueOf(m_baseline, row.key);
    case MostRole:
        return row.most;
    case FineRole:
        return row.fine;
    case CoarseRole:
        return row.coarse;
    case DecimalsRole:
        return row.decimals;
    case AppliesRole:
        return applies(row);
    case NoteRole:
        if (row.needsVectors && !m_vectors)
            return tr("Needs vectors, which are not there.");
        if (!applies(row))
            return tr("This ranking does not use it.");
        if (row.key == QLatin1String("floor"))
            return tr("What scores less is not found.");
        if (row.key == QLatin1String("k1"))
            return tr("How soon a word that is repeated stops to count.");
        if (row.key == QLatin1String("b"))
            return tr("How much long texts are held back.");
        return tr("Weight of this part of the score.");
    default:
        return {};
    }
}

QHash<int, QByteArray> TuningModel::roleNames() const {
    return {{KeyRole, "key"},           {LabelRole, "label"},     {SeriesRole, "series"}, {ValueRole, "value"},
            {BaselineRole, "reference"}, {MostRole, "most"},       {FineRole, "fine"},     {CoarseRole, "coarse"},
            {DecimalsRole, "decimals"}, {AppliesRole, "applies"}, {NoteRole, "note"}};
}

void TuningModel::show(const Preset &preset, const Preset &baseline, bool vectors) {
    const bool everything = preset.ranker != m_preset.ranker || vectors != m_vectors;
    const Preset before = std::exchange(m_preset, preset), baselineBefore = std::exchange(m_baseline, baseline);
    m_vectors = vectors;
    for (int i = 0; i < rowCount(); ++i) {
        const QString &key = rows()[static_cast<std::size_t>(i)].key;
        QList<int> roles;
        if (valueOf(before, key) != valueOf(preset, key))
            roles.append(ValueRole);
        if (valueOf(baselineBefore, key) != valueOf(baseline, key))
            roles.append(BaselineRole);
        if (everything)
            roles.append({AppliesRole, NoteRole});
        if (!roles.isEmpty())
            Q_EMIT dataChanged(index(i), index(i), roles);
    }
}

double TuningModel::valueOf(const Preset &preset, const QString &key) {
    const Row *row = find(key);
    if (row == nullptr)
        return 0;
    return row->signal ? preset.weights[static_cast<std::size_t>(*row->signal)] : preset.*(row->constant);
}

bool TuningModel::setValue(Preset &preset, const QString &key, double value) {
    const Row *row = find(key);
    if (row == nullptr || !std::isfinite(value))
        return false;
    // What is written to a file should be what the field shows.
    const double unit = std::pow(10.0, row->decimals);
    value = std::clamp(std::round(value * unit) / unit, 0.0, row->most);
    (row->signal ? preset.weights[static_cast<std::size_t>(*row->signal)] : preset.*(row->constant)) = value;
    return true;
}

double TuningModel::fineStep(const QString &key) {
    const Row *row = find(key);
    return row == nullptr ? 0 : row->fine;
}

double TuningModel::coarseStep(const QString &key) {
    const Row *row = find(key);
    return row == nullptr ? 0 : row->coarse;
}

QString TuningModel::textOf(const QString &key, double value) {
    const Row *row = find(key);
    return QLocale().toString(value, 'f', row == nullptr ? 2 : row->decimals);
}

} // namespace actionscope::app
