pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Dialogs

/// The system's dialogs for files and folders, made when first asked for.
Item {
    id: root

    signal filesChosen(var files)
    signal folderChosen(string folder)
    signal copyChosen(string folder)

    function ask(what: string): void {
        const loader = what === "folder" ? folderLoader : what === "copy" ? copyLoader : fileLoader;
        loader.active = true;
        loader.item.open();
    }

    Loader {
        id: fileLoader
        active: false
        sourceComponent: FileDialog {
            title: qsTr("Import a catalog")
            fileMode: FileDialog.OpenFiles
            nameFilters: [qsTr("API descriptions (*.json *.yaml *.yml)"), qsTr("All files (*)")]
            onAccepted: root.filesChosen(selectedFiles.map(String))
        }
    }
    Loader {
        id: folderLoader
        active: false
        sourceComponent: FolderDialog {
            title: qsTr("Open a workspace folder")
            onAccepted: root.folderChosen(String(selectedFolder))
        }
    }
    Loader {
        id: copyLoader
        active: false
        sourceComponent: FolderDialog {
            title: qsTr("Keep a copy in an empty folder")
            onAccepted: root.copyChosen(String(selectedFolder))
        }
    }
}
