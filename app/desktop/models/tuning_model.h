#pragma once
/// The numbers of a ranking as rows: a slider and a number field each.

#include "retrieval/preset.h"

#include <QAbstractListModel>
#include <QQmlEngine>
#include <vector>

namespace actionscope::app {

/// A row each for the signals' weights, the floor, k1 and b, in that order and always the same ones: changing a value
/// tells which rows changed and never resets, so that a slider that is being dragged stays. GUI thread.
class TuningModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by LabTuning")

public:
    enum Role {
        KeyRole = Qt::UserRole + 1, ///< "keywords", …, "floor", "k1", "b"
        LabelRole,
        SeriesRole, ///< colour of its part in score bars: "keywords", "meaning", "prior"; "" for a constant
        ValueRole,
        BaselineRole, ///< where Delete goes to and the tick stands
        MostRole,
        FineRole,
        CoarseRole,
        DecimalsRole,
        AppliesRole, ///< whether it has a part in the ranking now
        NoteRole,    ///< what it does, or why it does not apply
    };

    explicit TuningModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// What is shown: the configuration, what it is compared with, and whether vectors are there.
    void show(const retrieval::Preset &preset, const retrieval::Preset &baseline, bool vectors);

    /// The value under `key`; 0 for an unknown one.
    static double valueOf(const retrieval::Preset &preset, const QString &key);
    /// False when nothing is called so. Values are brought into their range and to the field's decimals.
    static bool setValue(retrieval::Preset &preset, const QString &key, double value);
    static QString labelOf(const QString &key);
    static double fineStep(const QString &key);
    static double coarseStep(const QString &key);
    static QString textOf(const QString &key, double value); ///< in the user's locale
    /// "keywords", "meaning" or "prior": the family whose colour a signal has everywhere.
    static QString seriesOf(retrieval::Signal signal);
    static QString labelOf(retrieval::Signal signal);

private:
    struct Row;
    static const std::vector<Row> &rows();
    static const Row *find(const QString &key);
    bool applies(const Row &row) const;

    retrieval::Preset m_preset, m_baseline;
    bool m_vectors = true;
};

} // namespace actionscope::app
