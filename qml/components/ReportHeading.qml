import QtQuick
import QtQuick.Layouts
import Actionscope.App

/// The heading of one part of a report.
PlainText {
    Layout.fillWidth: true
    Layout.topMargin: Theme.space8
    font.weight: Font.DemiBold
    Accessible.role: Accessible.Heading
}
