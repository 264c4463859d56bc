#include "palette_model.h"

#include "preferences.h"

#include <QPointer>
#include <QSet>
#include <algorithm>

namespace actionscope::app {
namespace {

constexpr int MaxRecents = 12, MaxRows = 200;
const QString RecentsKey = QStringLiteral("palette.recents");

} // namespace

PaletteModel::PaletteModel(Preferences *preferences, QObject *parent)
    : QAbstractListModel(parent)
    , m_preferences(preferences) {}

PaletteModel::~PaletteModel() { m_stop.request_stop(); }

void PaletteModel::addProvider(std::unique_ptr<PaletteProvider> provider) {
    m_providers.push_back(std::move(provider));
}

int PaletteModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PaletteItem &item = m_rows.at(index.row());
    switch (role) {
    case IdRole:
        return item.id;
    case Qt::DisplayRole:
    case TitleRole:
        return item.title;
    case KindRole:
        return item.kind;
    case DetailRole:
        return item.detail;
    case IconNameRole:
        return item.iconName;
    case KeysRole:
        return item.keys;
    case TierRole:
        return item.tier;
    case SpokenRole:
        //: a row of the palette: title, kind
        return tr("%1, %2").arg(item.title, item.kind);
    default:
        return {};
    }
}

QHash<int, QByteArray> PaletteModel::roleNames() const {
    return {{IdRole, "itemId"},         {TitleRole, "title"}, {KindRole, "kind"}, {DetailRole, "detail"},
            {IconNameRole, "iconName"}, {KeysRole, "keys"},   {TierRole, "tier"}, {SpokenRole, "spoken"}};
}

void PaletteModel::setText(const QString &text) {
    if (text == m_text)
        return;
    m_text = text;
    Q_EMIT textChanged();
    ask();
}

void PaletteModel::setCurrentIndex(int index) {
    const int bounded = m_rows.isEmpty() ? -1 : std::clamp(index, 0, rowCount() - 1);
    if (bounded == m_current)
        return;
    m_current = bounded;
    Q_EMIT currentIndexChanged();
}

void PaletteModel::move(int by) {
    if (m_rows.isEmpty())
        return;
    const int rows = rowCount();
    setCurrentIndex(((m_current + by) % rows + rows) % rows);
}

void PaletteModel::reset() {
    m_text.clear();
    Q_EMIT textChanged();
    ask();
}

void PaletteModel::ask() {
    ++m_generation;
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_runWhenReady = false;
    const bool wasPending = isPending();
    m_waiting = 0;
    m_slow.clear();
    m_slowShown = 0;

    beginResetModel();
    m_rows.clear();
    m_current = -1;
    endResetModel();

    QStringView typed(m_text);
    const QChar first = typed.isEmpty() ? QChar() : typed.front();
    const auto owner = std::find_if(m_providers.begin(), m_providers.end(), [first](const auto &provider) {
        return !first.isNull() && provider->prefix() == first;
    });
    const bool limited = owner != m_providers.end();
    const PaletteQuery query(limited ? typed.mid(1) : typed);

    if (!limited && query.isEmpty()) {
        showRecents();
    } else {
        QVector<PaletteItem> quick;
        for (const auto &provider : m_providers)
            if ((!limited || provider == *owner) && !provider->isSlow())
                quick += provider->match(query);
        sort(quick);
        append(quick);
        std::vector<PaletteProvider *> slow;
        for (const auto &provider : m_providers)
            if ((!limited || provider == *owner) && provider->isSlow())
                slow.push_back(provider.get());
        // All places exist before the first question, because an answer may come at once.
        m_slow.resize(slow.size());
        m_waiting = static_cast<int>(slow.size());
        const QPointer<PaletteModel> self(this);
        for (std::size_t place = 0; place < slow.size(); ++place)
            slow[place]->matchSlowly(query, m_stop.get_token(),
                                     [self, generation = m_generation, place](QVector<PaletteItem> items) {
                                         if (self)
                                             self->takeSlow(generation, place, std::move(items));
                                     });
    }
    Q_EMIT currentIndexChanged();
    Q_EMIT countChanged();
    if (wasPending || isPending())
        Q_EMIT pendingChanged();
}

void PaletteModel::takeSlow(quint64 generation, std::size_t place, QVector<PaletteItem> items) {
    if (generation != m_generation || m_slow[place].arrived)
        return;
    sort(items);
    m_slow[place] = {true, std::move(items)};
    --m_waiting;
    // An answer waits for those of the providers before it: the order of rows must not depend on who is faster.
    while (m_slowShown < m_slow.size() && m_slow[m_slowShown].arrived)
        append(m_slow[m_slowShown++].items);
    Q_EMIT pendingChanged();
    if (m_runWhenReady && !m_rows.isEmpty())
        run(m_current);
}

void PaletteModel::sort(QVector<PaletteItem> &items) const {
    const QStringList used = recents();
    const auto age = [&used](const PaletteItem &item) {
        const qsizetype at = used.indexOf(item.id);
        return at < 0 ? used.size() : at;
    };
    std::sort(items.begin(), items.end(), [&age](const PaletteItem &a, const PaletteItem &b) {
        if (a.grade != b.grade)
            return a.grade < b.grade;
        if (const qsizetype ageA = age(a), ageB = age(b); ageA != ageB)
            return ageA < ageB;
        if (a.title.size() != b.title.size())
            return a.title.size() < b.title.size();
        if (a.title != b.title)
            return a.title < b.title;
        return a.id < b.id;
    });
}

void PaletteModel::append(const QVector<PaletteItem> &items) {
    const int room = std::min(static_cast<int>(items.size()), MaxRows - rowCount());
    if (room <= 0)
        return;
    const bool first = m_rows.isEmpty();
    beginInsertRows({}, rowCount(), rowCount() + room - 1);
    m_rows += items.mid(0, room);
    endInsertRows();
    if (first) {
        m_current = 0;
        Q_EMIT currentIndexChanged();
    }
    Q_EMIT countChanged();
}

QStringList PaletteModel::recents() const { return m_preferences->value(RecentsKey).toStringList(); }

void PaletteModel::showRecents() {
    QVector<PaletteItem> rows;
    QSet<QString> shown;
    const QStringList used = recents();
    for (const QString &id : used) {
        for (const auto &provider : m_providers) {
            if (std::optional<PaletteItem> item = provider->recall(id)) {
                rows.append(std::move(*item));
                shown.insert(id);
                break;
            }
        }
    }
    // Below them everything that is quick to list, so that an empty palette teaches what there is.
    QVector<PaletteItem> others;
    for (const auto &provider : m_providers) {
        if (provider->isSlow())
            continue;
        for (PaletteItem &item : provider->match(PaletteQuery(QStringView())))
            if (!shown.contains(item.id))
                others.append(std::move(item));
    }
    append(rows + others);
}

void PaletteModel::runCurrent() {
    if (m_current >= 0)
        run(m_current);
    else if (isPending())
        m_runWhenReady = true;
}

void PaletteModel::run(int row) {
    if (row < 0 || row >= rowCount())
        return;
    const PaletteItem item = m_rows.at(row);
    m_runWhenReady = false;
    QStringList used = recents();
    used.removeAll(item.id);
    used.prepend(item.id);
    m_preferences->setValue(RecentsKey, QStringList(used.mid(0, MaxRecents)));
    Q_EMIT accepted();
    if (item.run)
        item.run();
}

} // namespace actionscope::app
