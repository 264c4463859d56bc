import QtQuick.Controls
import Actionscope.App

/// A query to start with: runs it in Search Lab.
Action {
    required property LabController lab
    required property int index

    text: index < lab.samples.length ? lab.samples[index] : ""
    onTriggered: lab.query = text
}
