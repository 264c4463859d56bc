#include "lab_tuning.h"

#include "convert.h"
#include "workspace/preset_files.h"

#include <QLocale>

namespace actionscope::app {

using retrieval::Preset;

LabTuning::LabTuning(QObject *parent)
    : QObject(parent)
    , m_current(std::make_shared<const Preset>(retrieval::defaultPreset()))
    , m_origin(m_current) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(500);
    connect(&m_rest, &QTimer::timeout, this, &LabTuning::closeGesture);
    connect(&m_file, &ReviewedFile::changed, this, &LabTuning::saveChanged);
    showValues();
}

void LabTuning::setSession(WorkspaceSession *session) {
    m_session = session;
    m_file.setSession(session);
    connect(session, &WorkspaceSession::snapshotChanged, this, &LabTuning::takeSnapshot);
    connect(session, &WorkspaceSession::stateChanged, this, [this] {
        if (m_session->isReady())
            return;
        // Another workspace has other presets: what was tried here was tried on this one.
        m_chosen = false;
        m_baseline = nullptr;
        m_baselineTitle.clear();
        m_history.clear();
        Q_EMIT baselineChanged();
    });
    takeSnapshot();
}

void LabTuning::takeSnapshot() {
    const auto snapshot = m_session->snapshot();
    QStringList names;
    if (snapshot) {
        for (const Entry &entry : snapshot->presets.all())
            names.append(toQString(entry->name));
    }
    if (names != m_names) {
        m_names = names;
        Q_EMIT presetsChanged();
    }
    if (!snapshot)
        return;
    // The file that the configuration began as may have changed on disk; what a person changed stays.
    const Entry now = m_chosen ? snapshot->presets.find(m_origin->name) : snapshot->preset;
    if (now && now != m_origin)
        setState({isModified() ? m_current : now, now});
}

QString LabTuning::preset() const { return toQString(m_origin->name); }
QString LabTuning::description() const { return revealed(m_origin->description); }

QString LabTuning::title() const {
    //: name of a ranking that was changed and not saved
    return isModified() ? tr("%1 (changed)").arg(preset()) : preset();
}

bool LabTuning::isSameAsBaseline() const {
    if (!m_baseline)
        return false;
    Preset other = *m_current;
    other.name = m_baseline->name;
    other.description = m_baseline->description;
    return other == *m_baseline;
}

void LabTuning::setUndoStack(UndoStack *undo) {
    m_file.setUndoStack(undo);
    Q_EMIT undoStackChanged();
}

QString LabTuning::suggestedName() const {
    // A built-in's name would take its place for everybody, so that is never what is proposed.
    return retrieval::findBuiltIn(m_origin->name) == nullptr ? preset() : QStringLiteral("tuned");
}

void LabTuning::setVectors(bool available) {
    if (m_vectors == available)
        return;
    m_vectors = available;
    showValues();
}

void LabTuning::showValues() { m_values.show(*m_current, m_baseline ? *m_baseline : *m_origin, m_vectors); }

void LabTuning::setState(State state) {
    const Entry before = m_current;
    m_current = state.current;
    m_origin = state.origin;
    showValues();
    Q_EMIT changed();
    if (*before != *m_current)
        Q_EMIT configurationChanged(before->k1 != m_current->k1 || before->b != m_current->b ||
                                    before->ranker != m_current->ranker);
}

void LabTuning::push(const QString &text, State before) {
    const State after{m_current, m_origin};
    const auto move = [this](State to) {
        return [this, to](const UndoStack::Done &done) {
            setState(to);
            done(true, {});
        };
    };
    m_history.push(text, move(std::move(before)), move(after));
}

void LabTuning::closeGesture() {
    m_rest.stop();
    if (m_gestureKey.isEmpty())
        return;
    const QString key = std::exchange(m_gestureKey, {});
    const State from = std::exchange(m_gestureFrom, {});
    if (*from.current == *m_current)
        return;
    //: step of a ranking's configuration: part, value before, value after
    push(tr("%1 %2 → %3")
             .arg(TuningModel::labelOf(key), TuningModel::textOf(key, TuningModel::valueOf(*from.current, key)),
                  TuningModel::textOf(key, TuningModel::valueOf(*m_current, key))),
         from);
}

void LabTuning::set(const QString &key, double value) {
    auto next = std::make_shared<Preset>(*m_current);
    if (!TuningModel::setValue(*next, key, value) || *next == *m_current)
        return;
    if (m_gestureKey != key) {
        closeGesture();
        m_gestureKey = key;
        m_gestureFrom = {m_current, m_origin};
    }
    m_rest.start();
    m_chosen = true;
    setState({std::move(next), m_origin});
}

void LabTuning::nudge(const QString &key, int steps, bool coarse) {
    const double step = coarse ? TuningModel::coarseStep(key) : TuningModel::fineStep(key);
    set(key, TuningModel::valueOf(*m_current, key) + steps * step);
}

void LabTuning::toBaseline(const QString &key) {
    set(key, TuningModel::valueOf(m_baseline ? *m_baseline : *m_origin, key));
    closeGesture();
}

bool LabTuning::setText(const QString &key, const QString &text) {
    bool ok = false;
    double value = QLocale().toDouble(text.trimmed(), &ok);
    if (!ok)
        value = QLocale::c().toDouble(text.trimmed(), &ok);
    if (!ok)
        return false;
    set(key, value);
    closeGesture();
    return true;
}

void LabTuning::apply(const Preset &preset, const QString &step) {
    closeGesture();
    const State before{m_current, m_origin};
    auto next = std::make_shared<Preset>(preset);
    next->name = m_current->name;
    next->description = m_current->description;
    if (*next == *m_current)
        return;
    m_chosen = true;
    setState({std::move(next), m_origin});
    push(step, before);
}

void LabTuning::choose(const QString &name) {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    const Entry found = snapshot ? snapshot->presets.find(toStdString(name)) : nullptr;
    if (!found || (*found == *m_current && *found == *m_origin))
        return;
    closeGesture();
    const State before{m_current, m_origin};
    m_chosen = true;
    setState({found, found});
    //: step: another ranking was chosen
    push(tr("Preset %1").arg(name), before);
}

void LabTuning::reset() {
    if (m_baseline)
        apply(*m_baseline, tr("Reset to the baseline"));
    else
        apply(*m_origin, tr("Reset to %1").arg(preset()));
}

void LabTuning::pin() {
    closeGesture();
    m_baseline = m_current;
    m_baselineTitle = title();
    showValues();
    Q_EMIT changed();
    Q_EMIT baselineChanged();
}

void LabTuning::unpin() {
    m_baseline = nullptr;
    m_baselineTitle.clear();
    showValues();
    Q_EMIT changed();
    Q_EMIT baselineChanged();
}

void LabTuning::undo() {
    closeGesture();
    m_history.undo();
}

void LabTuning::redo() {
    closeGesture();
    m_history.redo();
}

bool LabTuning::saveInForce() const {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    return m_file.plan() && snapshot && snapshot->preset->name == m_file.plan()->name;
}

void LabTuning::plan(const QString &name, const QString &description, const QStringList &evidence) {
    if (!m_session)
        return;
    closeGesture();
    Preset preset = *m_current;
    preset.name = toStdString(name.trimmed());
    if (!description.trimmed().isEmpty())
        preset.description = toStdString(description.trimmed());
    std::vector<std::string> lines;
    for (const QString &line : evidence)
        lines.push_back(toStdString(line));
    const std::string base = m_origin->name;
    m_file.begin([preset, base, lines](
                     workspace::Workspace &workspace) { return workspace::planPreset(workspace, preset, base, lines); },
                 //: undo step; %1 is the name of a preset
                 [](const workspace::FilePlan &saved) { return tr("Save preset %1").arg(toQString(saved.name)); },
                 [this](const workspace::FilePlan &saved, const QString &path) { takeSaved(saved, path); });
}

void LabTuning::takeSaved(const workspace::FilePlan &plan, const QString &path) {
    m_chosen = true;
    if (const auto preset = retrieval::parsePreset(plan.after, plan.path.string())) {
        const auto entry = std::make_shared<const Preset>(*preset);
        setState({entry, entry});
    }
    Q_EMIT saved(toQString(plan.name), path);
}

} // namespace actionscope::app
