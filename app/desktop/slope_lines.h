#pragma once
/// Lines between two rankings side by side: from where an action stands in one to where it stands in the other.

#include <QColor>
#include <QQmlEngine>
#include <QQuickPaintedItem>
#include <QVariantList>

namespace actionscope::app {

/// One painted item between two lists, whatever the number of lines. What they show stands in the lists too.
class SlopeLines : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    /// Maps of `from` and `to` (y at the left and at the right edge; either may lie beyond the item) and `change`:
    /// "up", "down", "same", or "gone" and "new" for what one of the two does not have, which are dashed.
    Q_PROPERTY(QVariantList lines READ lines WRITE setLines NOTIFY linesChanged FINAL)
    Q_PROPERTY(QColor up MEMBER m_up NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor down MEMBER m_down NOTIFY colorsChanged FINAL)
    Q_PROPERTY(QColor same MEMBER m_same NOTIFY colorsChanged FINAL)
    /// The first list is at the right.
    Q_PROPERTY(bool mirrored MEMBER m_mirrored NOTIFY colorsChanged FINAL)

public:
    explicit SlopeLines(QQuickItem *parent = nullptr);
    QVariantList lines() const { return m_lines; }
    void setLines(const QVariantList &lines);
    void paint(QPainter *painter) override;

Q_SIGNALS:
    void linesChanged();
    void colorsChanged();

private:
    QVariantList m_lines;
    QColor m_up, m_down, m_same;
    bool m_mirrored = false;
};

} // namespace actionscope::app
