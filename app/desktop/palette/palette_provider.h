#pragma once
/// Where the rows of the palette come from.

#include "palette_match.h"

#include <QString>
#include <QVector>
#include <functional>
#include <optional>
#include <stop_token>

namespace actionscope::app {

/// One row. `id` is stable ("command:edit.undo", "action:github.issues_create"): recents are kept by it.
struct PaletteItem {
    QString id;
    QString title;
    QString kind;   ///< translated: "command", "page", "action", …
    QString detail; ///< a second text, muted; may be empty
    QString iconName;
    QString keys;  ///< portable key sequence, shown on the row
    int tier = -1; ///< of actions
    std::function<void()> run;
    MatchGrade grade = MatchGrade::Exact;
};

/// Providers are asked on the GUI thread. A quick one answers at once, a slow one later through `answer` (on the GUI
/// thread too, at most once a query); what it answers after `stop` is dropped by the palette.
class PaletteProvider {
public:
    virtual ~PaletteProvider() = default;
    /// Typed first, it limits the palette to this provider: '>', '#', '@', ':', '='.
    [[nodiscard]] virtual QChar prefix() const = 0;
    [[nodiscard]] virtual bool isSlow() const { return false; }
    /// Every match, with its grade, in any order. An empty query means "all that makes sense to offer".
    [[nodiscard]] virtual QVector<PaletteItem> match(const PaletteQuery &query) = 0;
    using Answer = std::function<void(QVector<PaletteItem>)>;
    virtual void matchSlowly(const PaletteQuery &query, std::stop_token stop, Answer answer) {
        Q_UNUSED(query)
        Q_UNUSED(stop)
        answer({});
    }
    /// The row of a remembered id; nothing when it is not this provider's or does not exist any more.
    [[nodiscard]] virtual std::optional<PaletteItem> recall(const QString &id) = 0;
};

} // namespace actionscope::app
