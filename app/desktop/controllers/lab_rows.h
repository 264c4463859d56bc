#pragma once
/// From the core's answers to what Search Lab shows of them. Any thread.

#include "lab_results_model.h"
#include "retrieval/candidates.h"
#include "workspace/workspace.h"

#include <QVariantList>

namespace actionscope::app {

/// What sliders work on: the candidates of one search, and the catalog that their ordinals are of.
struct LabCandidates {
    retrieval::CandidateSet set;
    std::shared_ptr<const catalog::Catalog> catalog;
};
/// As a search by the person at this program finds them. Errors: those of Searcher::candidates; NotFound without an
/// index.
Result<LabCandidates> candidatesOf(const workspace::Workspace &workspace, const retrieval::SearchRequest &request);

/// The row of hit `i`, with its explanation and the parts of its bar when it was asked for.
LabRow makeLabRow(const workspace::SearchOutcome &outcome, std::size_t i);
/// Parts of a score bar in the fixed order keywords, meaning, graph, evidence: maps of `kind` (the colour's family),
/// `shade` (0 …, within the family), `name`, `value`. Parts of nothing are left out.
QVariantList scoreParts(const retrieval::Explanation &explanation);
/// The same from the signals of a candidate: each has the share of the score that it has of the weighted sum.
QVariantList signalParts(const retrieval::CandidateSet &set, const retrieval::Hit &hit,
                         const retrieval::Preset &preset);
/// The name of a part as people read it; "service-evidence" and the like are known here.
QString partLabel(const QString &key);
/// The family whose colour a part has.
QString partSeries(const QString &key);
/// One sentence: why the row has its place.
QString sentenceFor(const LabRow &row);
/// The words of the query and what became of them: maps of word, term, fate, note.
QVariantList analysisOf(const retrieval::Explanation &explanation);

/// Where rows stood under another configuration: sets their change, and gives those of its first `limit` that are not
/// among `rows`: maps of name, was, scoreText.
QVariantList compareWithBaseline(std::vector<LabRow> &rows, const workspace::SearchOutcome &baseline,
                                 std::size_t limit);

} // namespace actionscope::app
