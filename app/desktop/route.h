#pragma once
/// A view state as a link: `actionscope://audit/48211`, `actionscope://lab?q=create%20issue&sel=github.issues_create`.

#include <QMap>
#include <QString>
#include <optional>

namespace actionscope::app {

/// Links come from outside (command line, clipboard), so reading checks them; a link only shows, it never changes
/// state.
struct Route {
    static constexpr int MaxLength = 4096;

    QString page;                  ///< id of the page registry: lower-case letters
    QString path;                  ///< what follows the page, without the slash; may be empty
    QMap<QString, QString> params; ///< the query; keys are plain words

    /// The canonical link: parameters sorted by key, empty ones left out.
    [[nodiscard]] QString toString() const;
    /// Nothing when `text` is no link of ours, is longer than MaxLength or has a malformed part.
    [[nodiscard]] static std::optional<Route> parse(const QString &text);

    friend bool operator==(const Route &, const Route &) = default;
};

} // namespace actionscope::app
