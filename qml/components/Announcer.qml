pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// What assistive technology should say: an invisible message whose name changes.
Item {
    id: announcer

    required property AppContext app

    objectName: "shell.announcer"
    width: 1
    height: 1
    Accessible.role: Accessible.AlertMessage
    Accessible.name: app.announcement
}
