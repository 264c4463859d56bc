#include "lab_rows.h"

#include "base/text.h"
#include "convert.h"
#include "tuning_model.h"
#include "workspace/visibility.h"

#include <QLocale>
#include <algorithm>
#include <map>

namespace actionscope::app {
namespace {

int tierOf(const risk::Classification &c) { return risk::isCatastrophic(c) ? 3 : static_cast<int>(c.tier); }

/// Fields in which words of the query were found, most telling first.
QStringList matchedFields(const retrieval::Explanation &explanation) {
    std::vector<std::pair<std::string, double>> byField;
    for (const auto &term : explanation.terms) {
        auto found = std::find_if(byField.begin(), byField.end(), [&](const auto &f) { return f.first == term.field; });
        if (found == byField.end())
            byField.emplace_back(term.field, term.contribution);
        else
            found->second += term.contribution;
    }
    std::sort(byField.begin(), byField.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    QStringList fields;
    for (const auto &[field, value] : byField)
        fields.append(toQString(field));
    return fields;
}

struct Part {
    QString key;
    double value;
};

/// The signal that a part's key names, if it is one.
const retrieval::SignalInfo *signalOf(const QString &key) {
    for (const retrieval::SignalInfo &info : retrieval::signals()) {
        if (key == QLatin1String(info.key.data(), static_cast<qsizetype>(info.key.size())))
            return &info;
    }
    return nullptr;
}

int familyOrder(const QString &series) {
    static const QStringList Order{QStringLiteral("keywords"), QStringLiteral("meaning"), QStringLiteral("graph"),
                                   QStringLiteral("prior")};
    return static_cast<int>(Order.indexOf(series));
}

} // namespace

Result<LabCandidates> candidatesOf(const workspace::Workspace &workspace, const retrieval::SearchRequest &request) {
    const auto now = workspace.snapshot();
    const auto searcher = workspace.searcher();
    if (!searcher)
        return fail(ErrorCode::NotFound, "the index is still being built");
    const catalog::Catalog &indexed = searcher->index().catalog();
    auto set = searcher->candidates(request, workspace::visibilityOf(*now, indexed));
    if (!set)
        return fail(set.error());
    return LabCandidates{std::move(*set), std::shared_ptr<const catalog::Catalog>(searcher, &indexed)};
}

QString partSeries(const QString &key) {
    const retrieval::SignalInfo *info = signalOf(key);
    return info == nullptr ? QStringLiteral("prior") : TuningModel::seriesOf(info->signal);
}

QString partLabel(const QString &key) {
    if (const retrieval::SignalInfo *info = signalOf(key))
        return TuningModel::labelOf(info->signal);
    if (key == QLatin1String("service-evidence"))
        return LabRow::tr("Service evidence");
    if (key == QLatin1String("exact-name"))
        return LabRow::tr("Exact name");
    if (key == QLatin1String("same-words"))
        return LabRow::tr("Same words");
    return revealed(toStdString(key));
}

namespace {

/// A part has the same strength of its family's colour in every bar and in the legend.
int shadeOf(const QString &key) {
    const QString series = partSeries(key);
    int shade = 0;
    for (const retrieval::SignalInfo &info : retrieval::signals()) {
        const QString other = toQString(info.key);
        if (other == key)
            return shade;
        shade += partSeries(other) == series ? 1 : 0;
    }
    return shade; // what is no signal comes after those that are
}

QVariantList barOf(std::vector<Part> found) {
    std::stable_sort(found.begin(), found.end(), [](const Part &a, const Part &b) {
        return std::pair(familyOrder(partSeries(a.key)), shadeOf(a.key)) <
               std::pair(familyOrder(partSeries(b.key)), shadeOf(b.key));
    });
    QVariantList parts;
    for (const Part &part : found) {
        if (part.value == 0)
            continue;
        const QString series = partSeries(part.key);
        const bool penalty = part.value < 0;
        parts.append(QVariantMap{{QStringLiteral("kind"), penalty ? QStringLiteral("penalty") : series},
                                 {QStringLiteral("key"), part.key},
                                 {QStringLiteral("shade"), penalty ? 0 : shadeOf(part.key)},
                                 {QStringLiteral("name"), partLabel(part.key)},
                                 {QStringLiteral("value"), part.value}});
    }
    return parts;
}

} // namespace

QVariantList scoreParts(const retrieval::Explanation &explanation) {
    std::vector<Part> found{{QStringLiteral("keywords"), explanation.lexicalTotal},
                            {QStringLiteral("meaning"), explanation.semanticContribution}};
    double graph = 0;
    for (const auto &edge : explanation.graph)
        graph += edge.contribution;
    found.push_back({QStringLiteral("graph"), graph});
    for (const auto &prior : explanation.priors)
        found.push_back({toQString(prior.name), prior.contribution});
    return barOf(std::move(found));
}

QVariantList signalParts(const retrieval::CandidateSet &set, const retrieval::Hit &hit,
                         const retrieval::Preset &preset) {
    const auto candidate = std::find_if(set.candidates.begin(), set.candidates.end(),
                                        [&](const retrieval::Candidate &c) { return c.ordinal == hit.ordinal; });
    if (candidate == set.candidates.end())
        return {};
    double sum = 0;
    for (std::size_t i = 0; i < retrieval::SignalCount; ++i)
        sum += preset.weights[i] * candidate->signals[i];
    // A lifted score is what it was plus its share of what is missing to 1.
    const double lift = std::clamp(candidate->lift, 0.0, 1.0);
    const double plain = lift < 1 ? (hit.score - lift) / (1 - lift) : 0;
    std::vector<Part> found;
    for (const retrieval::SignalInfo &info : retrieval::signals()) {
        const auto at = static_cast<std::size_t>(info.signal);
        if (sum > 0)
            found.push_back({toQString(info.key), plain * preset.weights[at] * candidate->signals[at] / sum});
    }
    if (hit.score - plain > 1e-9)
        found.push_back({lift >= 1 ? QStringLiteral("exact-name") : QStringLiteral("same-words"), hit.score - plain});
    return barOf(std::move(found));
}

LabRow makeLabRow(const workspace::SearchOutcome &outcome, std::size_t i) {
    const retrieval::Hit &hit = outcome.response.hits[i];
    const catalog::CapabilityView action = outcome.catalog->at(hit.ordinal);
    LabRow row;
    row.name = toQString(outcome.catalog->qualifiedName(hit.ordinal));
    row.service = toQString(outcome.catalog->serviceOf(hit.ordinal).info.id);
    row.title = revealed(action.title());
    row.description = revealed(truncateUtf8(action.description(), 400));
    row.method = toQString(catalog::methodName(action.method()));
    row.endpoint = revealed(action.path());
    row.rank = static_cast<int>(i) + 1;
    row.tier = tierOf(outcome.risk[i]);
    row.adminGate = outcome.risk[i].approval == catalog::Approval::Admin && row.tier != 3;
    row.curated = action.curated();
    row.deprecated = action.deprecated();
    row.score = hit.score;
    if (hit.explanation) {
        row.explanation = *hit.explanation;
        row.parts = scoreParts(*hit.explanation);
    }
    return row;
}

QString sentenceFor(const LabRow &row) {
    const retrieval::Explanation &e = row.explanation;
    QStringList found, missing;
    for (const retrieval::QueryTerm &word : e.analysis) {
        if (word.fate == retrieval::QueryTerm::Fate::Unmatched || word.fate == retrieval::QueryTerm::Fate::Unknown)
            missing.append(revealed(word.word));
        else if (word.fate == retrieval::QueryTerm::Fate::Matched)
            found.append(revealed(word.word));
    }
    for (const retrieval::TermContribution &term : e.terms) {
        const QString phrase = revealed(term.phrase);
        if (!phrase.isEmpty() && !found.contains(phrase))
            found.append(phrase);
    }
    const bool exact = std::any_of(e.priors.begin(), e.priors.end(),
                                   [](const auto &p) { return p.name == "exact-name" && p.contribution > 0; });
    QString text;
    if (exact)
        text = LabRow::tr("Its name is the query.");
    else if (!found.isEmpty())
        //: %1 fields of the action ("name, tags"), %2 words of the query
        text = LabRow::tr("Found in its %1: %2.")
                   .arg(matchedFields(e).mid(0, 3).join(QStringLiteral(", ")), found.join(QStringLiteral(", ")));
    const bool service = std::any_of(e.priors.begin(), e.priors.end(),
                                     [](const auto &p) { return p.name == "service-evidence" && p.contribution > 0; });
    if (service)
        text += QLatin1Char(' ') + LabRow::tr("Its service speaks of this too.");
    if (!missing.isEmpty())
        text += QLatin1Char(' ') + LabRow::tr("Not found in it: %1.").arg(missing.join(QStringLiteral(", ")));
    return text.trimmed();
}

QVariantList analysisOf(const retrieval::Explanation &explanation) {
    QVariantList words;
    using Fate = retrieval::QueryTerm::Fate;
    for (const retrieval::QueryTerm &word : explanation.analysis) {
        QString fate, note;
        switch (word.fate) {
        case Fate::Matched:
            fate = QStringLiteral("matched");
            break;
        case Fate::Unmatched:
            fate = QStringLiteral("unmatched");
            note = LabRow::tr("not in this action");
            break;
        case Fate::StopWord:
            fate = QStringLiteral("stop");
            note = LabRow::tr("stop word");
            break;
        case Fate::Repeated:
            fate = QStringLiteral("repeated");
            note = LabRow::tr("counted once");
            break;
        case Fate::Unknown:
            fate = QStringLiteral("unknown");
            note = LabRow::tr("in no action");
            break;
        case Fate::InPhrase:
            fate = QStringLiteral("phrase");
            note = LabRow::tr("of a phrase that means something else");
            break;
        }
        words.append(QVariantMap{{QStringLiteral("word"), revealed(word.word)},
                                 {QStringLiteral("term"), revealed(word.term)},
                                 {QStringLiteral("fate"), fate},
                                 {QStringLiteral("note"), note}});
    }
    return words;
}

QVariantList compareWithBaseline(std::vector<LabRow> &rows, const workspace::SearchOutcome &baseline,
                                 std::size_t limit) {
    std::map<QString, std::size_t> before;
    const auto &hits = baseline.response.hits;
    for (std::size_t i = 0; i < hits.size(); ++i)
        before.emplace(toQString(baseline.catalog->qualifiedName(hits[i].ordinal)), i);
    for (LabRow &row : rows) {
        const auto found = before.find(row.name);
        row.compared = true;
        if (found == before.end()) {
            row.was = 0;
            continue;
        }
        row.was = static_cast<int>(found->second) + 1;
        row.scoreDelta = row.score - hits[found->second].score;
        before.erase(found);
    }
    std::vector<std::pair<std::size_t, QString>> gone;
    for (const auto &[name, rank] : before) {
        if (rank < limit)
            gone.emplace_back(rank, name);
    }
    std::sort(gone.begin(), gone.end());
    QVariantList list;
    for (const auto &[rank, name] : gone)
        list.append(QVariantMap{{QStringLiteral("name"), name},
                                {QStringLiteral("was"), static_cast<int>(rank) + 1},
                                {QStringLiteral("scoreText"), QLocale().toString(hits[rank].score, 'f', 4)}});
    return list;
}

} // namespace actionscope::app
