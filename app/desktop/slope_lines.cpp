#include "slope_lines.h"

#include <QPainter>
#include <QPen>
#include <QVariantMap>

namespace actionscope::app {

SlopeLines::SlopeLines(QQuickItem *parent)
    : QQuickPaintedItem(parent) {
    setAntialiasing(true);
    connect(this, &SlopeLines::colorsChanged, this, [this] { update(); });
}

void SlopeLines::setLines(const QVariantList &lines) {
    if (m_lines == lines)
        return;
    m_lines = lines;
    update();
    Q_EMIT linesChanged();
}

void SlopeLines::paint(QPainter *painter) {
    constexpr qreal Dot = 3;
    painter->setRenderHint(QPainter::Antialiasing);
    for (const QVariant &line : qAsConst(m_lines)) {
        const QVariantMap values = line.toMap();
        const QString change = values.value(QStringLiteral("change")).toString();
        const bool rises = change == QLatin1String("up") || change == QLatin1String("new");
        const QColor color = rises ? m_up : change == QLatin1String("same") ? m_same : m_down;
        const bool dashed = change == QLatin1String("new") || change == QLatin1String("gone");
        painter->setPen(QPen(color, 2, dashed ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap));
        const QPointF from(m_mirrored ? width() - Dot : Dot, values.value(QStringLiteral("from")).toReal());
        const QPointF to(m_mirrored ? Dot : width() - Dot, values.value(QStringLiteral("to")).toReal());
        painter->drawLine(from, to);
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        if (change != QLatin1String("new"))
            painter->drawEllipse(from, Dot, Dot);
        if (change != QLatin1String("gone"))
            painter->drawEllipse(to, Dot, Dot);
    }
}

} // namespace actionscope::app
