<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>DataTable</name>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Column headers: %1</source>
        <comment>name of the current column</comment>
        <translation>Spaltenköpfe: %1</translation>
    </message>
    <message>
        <source>%1, sorted ascending</source>
        <translation>%1, aufsteigend sortiert</translation>
    </message>
    <message>
        <source>%1, sorted descending</source>
        <translation>%1, absteigend sortiert</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>column, value</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Changes: %1 added, %2 removed</source>
        <comment>lines of a diff</comment>
        <translation>Änderungen: %1 hinzugefügt, %2 entfernt</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>That does not work as given</source>
        <translation>So geht es nicht</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>It exists already</source>
        <translation>Es besteht schon</translation>
    </message>
    <message>
        <source>The text could not be read</source>
        <translation>Der Text ist nicht lesbar</translation>
    </message>
    <message>
        <source>Larger than the limit</source>
        <translation>Größer als die Grenze</translation>
    </message>
    <message>
        <source>Not something Actionscope handles</source>
        <translation>Damit kann Actionscope nicht umgehen</translation>
    </message>
    <message>
        <source>It changed on disk in the meantime; nothing was written</source>
        <translation>Die Datei hat sich inzwischen geändert; nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>Another process is working on it</source>
        <translation>Ein anderer Prozess arbeitet gerade daran</translation>
    </message>
    <message>
        <source>The system does not allow it</source>
        <translation>Das System erlaubt es nicht</translation>
    </message>
    <message>
        <source>Reading or writing failed</source>
        <translation>Lesen oder Schreiben ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The other side could not be reached</source>
        <translation>Die Gegenseite ist nicht erreichbar</translation>
    </message>
    <message>
        <source>Stored data does not check out</source>
        <translation>Gespeicherte Daten sind nicht in Ordnung</translation>
    </message>
    <message>
        <source>Cancelled; nothing half-done remains</source>
        <translation>Abgebrochen; nichts Halbes bleibt zurück</translation>
    </message>
    <message>
        <source>A mistake in Actionscope itself</source>
        <translation>Ein Fehler in Actionscope selbst</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>headline, details</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Facets</name>
    <message>
        <source>Facets</source>
        <translation>Facetten</translation>
    </message>
    <message>
        <source>Not %1, %2</source>
        <comment>facet value, count</comment>
        <translation>Nicht %1, %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>facet value, count</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Import a catalog</source>
        <translation>Katalog importieren</translation>
    </message>
    <message>
        <source>API descriptions (*.json *.yaml *.yml)</source>
        <translation>API-Beschreibungen (*.json *.yaml *.yml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a workspace folder</source>
        <translation>Ordner eines Arbeitsbereichs öffnen</translation>
    </message>
</context>
<context>
    <name>FilterField</name>
    <message>
        <source>Filter, for example tier:destructive -service:github</source>
        <translation>Filter, zum Beispiel tier:destructive -service:github</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Remove the condition %1</source>
        <translation>Bedingung %1 entfernen</translation>
    </message>
</context>
<context>
    <name>ImportSheet</name>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Import %1</source>
        <comment>file or URL</comment>
        <translation>%1 importieren</translation>
    </message>
    <message numerus="yes">
        <source>Import %n source(s)</source>
        <translation>
            <numerusform>%n Quelle importieren</numerusform>
            <numerusform>%n Quellen importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>OpenAPI 3 and Swagger 2, JSON or YAML: files, whole folders, or a URL. You can also drop them anywhere in the window.</source>
        <translation>OpenAPI 3 und Swagger 2, JSON oder YAML: Dateien, ganze Ordner oder eine URL. Sie können sie auch irgendwo im Fenster ablegen.</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen…</translation>
    </message>
    <message>
        <source>Or a path or URL, then Enter</source>
        <translation>Oder ein Pfad oder eine URL, dann Eingabe</translation>
    </message>
    <message>
        <source>What you import is kept in a workspace: a folder of YAML files that you can put under version control. Where should it be?</source>
        <translation>Was Sie importieren, liegt in einem Arbeitsbereich: einem Ordner mit YAML-Dateien, der sich unter Versionsverwaltung stellen lässt. Wo soll er sein?</translation>
    </message>
    <message>
        <source>Folder of the workspace</source>
        <translation>Ordner des Arbeitsbereichs</translation>
    </message>
    <message>
        <source>Use this folder</source>
        <translation>Diesen Ordner verwenden</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Liest…</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>Importiert gerade…</translation>
    </message>
    <message>
        <source>The catalog in use stays as it is until all of it is there. You may close this sheet; the job goes on.</source>
        <translation>Der benutzte Katalog bleibt, wie er ist, bis alles da ist. Sie können dieses Blatt schließen; der Vorgang läuft weiter.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message numerus="yes">
        <source>%n action(s)</source>
        <translation>
            <numerusform>%n Aktion</numerusform>
            <numerusform>%n Aktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 new · %2 changed · %3 removed</source>
        <translation>%1 neu · %2 geändert · %3 entfernt</translation>
    </message>
    <message>
        <source>Service id</source>
        <translation>Kennung des Dienstes</translation>
    </message>
    <message numerus="yes">
        <source>and %n more service(s)</source>
        <translation>
            <numerusform>und %n weiterer Dienst</numerusform>
            <numerusform>und %n weitere Dienste</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <comment>operations or files</comment>
        <translation>
            <numerusform>%n übersprungen</numerusform>
            <numerusform>%n übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new finding(s)</source>
        <translation>
            <numerusform>%n neuer Befund</numerusform>
            <numerusform>%n neue Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>After the import these actions are findable. Nothing becomes callable by it.</source>
        <translation>Nach dem Import sind diese Aktionen auffindbar. Aufrufbar wird dadurch nichts.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Do not import</source>
        <translation>Nicht importieren</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Width of the details</source>
        <translation>Breite der Einzelheiten</translation>
    </message>
</context>
<context>
    <name>JobsPopup</name>
    <message>
        <source>Jobs</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>Beendete entfernen</translation>
    </message>
    <message>
        <source>Nothing runs. Imports, index builds and exports show here, with what came of them.</source>
        <translation>Nichts läuft. Importe, Indexaufbau und Exporte erscheinen hier, mit ihrem Ergebnis.</translation>
    </message>
    <message>
        <source>Done in %1</source>
        <comment>duration</comment>
        <translation>Fertig in %1</translation>
    </message>
    <message>
        <source>Cancelled after %1</source>
        <comment>duration</comment>
        <translation>Abgebrochen nach %1</translation>
    </message>
    <message>
        <source>Failed after %1</source>
        <comment>duration</comment>
        <translation>Fehlgeschlagen nach %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>job, its state</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <comment>title of a job</comment>
        <translation>%1 abbrechen</translation>
    </message>
</context>
<context>
    <name>KeyRecorder</name>
    <message>
        <source>Keys for “%1”</source>
        <translation>Tasten für „%1“</translation>
    </message>
    <message>
        <source>Press the new keys</source>
        <translation>Die neuen Tasten drücken</translation>
    </message>
    <message>
        <source>%1 already belongs to “%2”.</source>
        <translation>%1 gehört schon zu „%2“.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>KeysSheet</name>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>command, its keys</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>LineList</name>
    <message>
        <source>Hide: %1</source>
        <translation>Einklappen: %1</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>Ausklappen: %1</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>Sample – Actionscope</source>
        <translation>Beispiel – Actionscope</translation>
    </message>
    <message>
        <source>%1 – Actionscope</source>
        <comment>window title, name of the workspace</comment>
        <translation>%1 – Actionscope</translation>
    </message>
</context>
<context>
    <name>NavigationRail</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>page, what its badge says</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>page, keys</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Search Lab</source>
        <translation>Suchlabor</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Page names beside their icons</source>
        <translation>Seitennamen neben den Symbolen</translation>
    </message>
    <message>
        <source>Single-letter keys</source>
        <translation>Tasten mit einem Buchstaben</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Audit event #%1</source>
        <translation>Audit-Ereignis #%1</translation>
    </message>
    <message>
        <source>audit event</source>
        <translation>Audit-Ereignis</translation>
    </message>
    <message>
        <source>action</source>
        <translation>Aktion</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>Go to or run…   &gt; command   # action   @ service   : audit   = setting</source>
        <translation>Gehe zu oder führe aus…   &gt; Befehl   # Aktion   @ Dienst   : Audit   = Einstellung</translation>
    </message>
    <message>
        <source>Go to or run</source>
        <translation>Gehe zu oder führe aus</translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <comment>rows of the palette</comment>
        <translation>
            <numerusform>%n Ergebnis</numerusform>
            <numerusform>%n Ergebnisse</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking through the actions…</source>
        <translation>Durchsucht die Aktionen…</translation>
    </message>
    <message>
        <source>Nothing matches. Letters are taken in order, so fewer of them find more.</source>
        <translation>Nichts passt. Buchstaben zählen der Reihe nach, weniger davon finden also mehr.</translation>
    </message>
    <message>
        <source>↑↓ move · Enter runs · Esc closes</source>
        <translation>↑↓ bewegen · Eingabe führt aus · Esc schließt</translation>
    </message>
</context>
<context>
    <name>Phases</name>
    <message>
        <source>reading</source>
        <translation>lesen</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>schreiben</translation>
    </message>
    <message>
        <source>indexing</source>
        <translation>indizieren</translation>
    </message>
    <message>
        <source>opening</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>laden</translation>
    </message>
    <message>
        <source>classifying</source>
        <translation>einstufen</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>prüfen</translation>
    </message>
    <message>
        <source>exporting</source>
        <translation>exportieren</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>ProgressBar</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Optionen</translation>
    </message>
</context>
<context>
    <name>ScoreBar</name>
    <message>
        <source>%1 %2</source>
        <extracomment>part of a score and its value: "keywords 0.41"</extracomment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Reset %1</source>
        <comment>name of a setting</comment>
        <translation>%1 zurücksetzen</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>System follows the desktop, also when it changes.</source>
        <translation>System folgt der Arbeitsumgebung, auch wenn sie wechselt.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>The height of rows and controls.</source>
        <translation>Die Höhe von Zeilen und Bedienelementen.</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Großzügig</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>80 to 200 per cent; also Ctrl and + or −.</source>
        <translation>80 bis 200 Prozent; auch mit Strg und + oder −.</translation>
    </message>
    <message>
        <source>Text size in per cent</source>
        <translation>Schriftgröße in Prozent</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Nothing slides or fades.</source>
        <translation>Nichts gleitet oder blendet.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Takes effect at once.</source>
        <translation>Wirkt sofort.</translation>
    </message>
    <message>
        <source>Pseudo (for testing)</source>
        <translation>Pseudo (zum Testen)</translation>
    </message>
    <message>
        <source>Page names beside their icons</source>
        <translation>Seitennamen neben den Symbolen</translation>
    </message>
    <message>
        <source>Always, instead of in wide windows only.</source>
        <translation>Immer, statt nur in breiten Fenstern.</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Single-letter keys</source>
        <translation>Tasten mit einem Buchstaben</translation>
    </message>
    <message>
        <source>Letters without Ctrl or Alt act as commands outside of text fields.</source>
        <translation>Buchstaben ohne Strg oder Alt wirken außerhalb von Textfeldern als Befehle.</translation>
    </message>
    <message>
        <source>Change the keys of %1, now %2</source>
        <translation>Tasten für %1 ändern, derzeit %2</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Actionscope %1, Apache License 2.0. Uses Qt under the LGPL. Nothing leaves this computer unless you import from a URL.</source>
        <translation>Actionscope %1, Apache-Lizenz 2.0. Verwendet Qt unter der LGPL. Nichts verlässt diesen Rechner, außer Sie importieren von einer URL.</translation>
    </message>
</context>
<context>
    <name>Shell</name>
    <message numerus="yes">
        <source>Drop to see what importing %n file(s) would bring</source>
        <translation>
            <numerusform>Loslassen, um zu sehen, was der Import dieser Datei brächte</numerusform>
            <numerusform>Loslassen, um zu sehen, was der Import von %n Dateien brächte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShellCommands</name>
    <message>
        <source>Text size %1 %</source>
        <translation>Schriftgröße %1 %</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <comment>group of keyboard commands</comment>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Go to or run…</source>
        <translation>Gehe zu oder führe aus…</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Copy a link to this view</source>
        <translation>Link auf diese Ansicht kopieren</translation>
    </message>
    <message>
        <source>Link copied: %1</source>
        <translation>Link kopiert: %1</translation>
    </message>
    <message>
        <source>Filter this page</source>
        <translation>Diese Seite filtern</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Show or hide the details</source>
        <translation>Einzelheiten ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show jobs</source>
        <translation>Vorgänge zeigen</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Import a catalog…</source>
        <translation>Katalog importieren…</translation>
    </message>
    <message>
        <source>Import the URL in the clipboard</source>
        <translation>Die URL der Zwischenablage importieren</translation>
    </message>
    <message>
        <source>The clipboard holds no URL</source>
        <translation>In der Zwischenablage ist keine URL</translation>
    </message>
    <message>
        <source>Open a workspace folder…</source>
        <translation>Ordner eines Arbeitsbereichs öffnen…</translation>
    </message>
    <message>
        <source>Open the sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Close the workspace</source>
        <translation>Arbeitsbereich schließen</translation>
    </message>
    <message>
        <source>Look for changes on disk</source>
        <translation>Auf der Platte nach Änderungen sehen</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>Normale Schriftgröße</translation>
    </message>
    <message>
        <source>Use dark colours</source>
        <translation>Dunkle Farben verwenden</translation>
    </message>
    <message>
        <source>Use light colours</source>
        <translation>Helle Farben verwenden</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <comment>name of a page</comment>
        <translation>Gehe zu %1</translation>
    </message>
    <message>
        <source>Pages</source>
        <comment>group of keyboard commands</comment>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>SideSheet</name>
    <message>
        <source>Close (the draft stays)</source>
        <translation>Schließen (der Entwurf bleibt)</translation>
    </message>
</context>
<context>
    <name>StateView</name>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>StatusStrip</name>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>Could not open</source>
        <translation>Nicht geöffnet</translation>
    </message>
    <message>
        <source>No workspace</source>
        <translation>Kein Arbeitsbereich</translation>
    </message>
    <message>
        <source>Workspace: %1</source>
        <translation>Arbeitsbereich: %1</translation>
    </message>
    <message>
        <source>No index yet</source>
        <translation>Noch kein Index</translation>
    </message>
    <message>
        <source>Index: %1</source>
        <comment>age of the search index</comment>
        <translation>Index: %1</translation>
    </message>
    <message>
        <source>Index is being renewed</source>
        <translation>Index wird erneuert</translation>
    </message>
    <message>
        <source>Looks for changes on disk</source>
        <translation>Sieht auf der Platte nach Änderungen</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <comment>files that could not be used</comment>
        <translation>
            <numerusform>%n Problem</numerusform>
            <numerusform>%n Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur lesbar</translation>
    </message>
    <message>
        <source>No jobs</source>
        <translation>Keine Vorgänge</translation>
    </message>
    <message>
        <source>Jobs: %1</source>
        <translation>Vorgänge: %1</translation>
    </message>
</context>
<context>
    <name>TierChip</name>
    <message>
        <source>%1, needs an administrator's approval</source>
        <translation>%1, braucht die Freigabe eines Administrators</translation>
    </message>
    <message>
        <source> (not saved yet)</source>
        <translation> (noch nicht gespeichert)</translation>
    </message>
</context>
<context>
    <name>Tiers</name>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Destructive</source>
        <translation>Zerstörend</translation>
    </message>
    <message>
        <source>Catastrophic</source>
        <translation>Katastrophal</translation>
    </message>
</context>
<context>
    <name>ToastHost</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>WorkspaceMenu</name>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open the sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Look for changes on disk</source>
        <translation>Auf der Platte nach Änderungen sehen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>actionscope::app::AppContext</name>
    <message>
        <source>%1 failed. %2</source>
        <comment>title of a job, reason</comment>
        <translation>%1 ist fehlgeschlagen. %2</translation>
    </message>
    <message>
        <source>%1: cancelled</source>
        <comment>title of a job</comment>
        <translation>%1: abgebrochen</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Zurückgenommen: %1</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>Could not take back “%1”. %2</source>
        <translation>„%1“ ließ sich nicht zurücknehmen. %2</translation>
    </message>
</context>
<context>
    <name>actionscope::app::DiffModel</name>
    <message>
        <source>Added, line %1: %2</source>
        <translation>Hinzugefügt, Zeile %1: %2</translation>
    </message>
    <message>
        <source>Removed, line %1: %2</source>
        <translation>Entfernt, Zeile %1: %2</translation>
    </message>
    <message>
        <source>Change at line %1</source>
        <translation>Änderung in Zeile %1</translation>
    </message>
    <message>
        <source>Unchanged, line %1: %2</source>
        <translation>Unverändert, Zeile %1: %2</translation>
    </message>
</context>
<context>
    <name>actionscope::app::FilterModel</name>
    <message>
        <source>The quotation mark before “%1” is not closed.</source>
        <translation>Das Anführungszeichen vor „%1“ ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>“%1” is not a field. Fields are: %2.</source>
        <translation>„%1“ ist kein Feld. Felder sind: %2.</translation>
    </message>
    <message>
        <source>“%1:” needs a value.</source>
        <translation>„%1:“ braucht einen Wert.</translation>
    </message>
    <message>
        <source>%1 has no “%2”. It can be: %3.</source>
        <translation>%1 kennt „%2“ nicht. Möglich sind: %3.</translation>
    </message>
    <message>
        <source>%1 has no “%2”.</source>
        <translation>%1 kennt „%2“ nicht.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ImportController</name>
    <message>
        <source>An id needs at least one letter or digit.</source>
        <translation>Eine Kennung braucht mindestens einen Buchstaben oder eine Ziffer.</translation>
    </message>
    <message>
        <source>Ids are lower-case letters, digits and “-”: “%1” would do.</source>
        <translation>Kennungen bestehen aus Kleinbuchstaben, Ziffern und „-“: „%1“ ginge.</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message numerus="yes">
        <source>Read %n source(s)</source>
        <translation>
            <numerusform>%n Quelle lesen</numerusform>
            <numerusform>%n Quellen lesen</numerusform>
        </translation>
    </message>
    <message>
        <source>This workspace is open read-only; nothing can be imported.</source>
        <translation>Dieser Arbeitsbereich ist nur zum Lesen geöffnet; nichts kann importiert werden.</translation>
    </message>
    <message numerus="yes">
        <source>Import %n action(s)</source>
        <translation>
            <numerusform>%n Aktion importieren</numerusform>
            <numerusform>%n Aktionen importieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing changed: %n action(s) are as they were.</source>
        <translation>
            <numerusform>Nichts geändert: %n Aktion ist, wie sie war.</numerusform>
            <numerusform>Nichts geändert: %n Aktionen sind, wie sie waren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) imported.</source>
        <translation>
            <numerusform>%n Aktion importiert.</numerusform>
            <numerusform>%n Aktionen importiert.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::JobsModel</name>
    <message>
        <source>%1 s</source>
        <extracomment>a duration in seconds</extracomment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <extracomment>phase of work, done, total: "Indexing 41,200 of 125,000"</extracomment>
        <translation>%1 %2 von %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>phase of work, count: "Reading 412"</extracomment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>actionscope::app::PaletteModel</name>
    <message>
        <source>%1, %2</source>
        <extracomment>a row of the palette: title, kind</extracomment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>actionscope::app::Say</name>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>vor %n Min.</numerusform>
            <numerusform>vor %n Min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>vor %n Std.</numerusform>
            <numerusform>vor %n Std.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>vor %n Tag</numerusform>
            <numerusform>vor %n Tagen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::WorkspaceSession</name>
    <message>
        <source>Sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Open the sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Make %1</source>
        <translation>%1 anlegen</translation>
    </message>
    <message>
        <source>Build the search index</source>
        <translation>Suchindex aufbauen</translation>
    </message>
</context>
</TS>
