<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ActionInspector</name>
    <message>
        <source>Choose an action to see what it does, what it may do, and where it comes from.</source>
        <translation>Wählen Sie eine Aktion, um zu sehen, was sie tut, was sie darf und woher sie kommt.</translation>
    </message>
    <message>
        <source>%1 is not in the catalog any more.</source>
        <translation>%1 ist nicht mehr im Katalog.</translation>
    </message>
    <message>
        <source>Details of %1</source>
        <translation>Einzelheiten zu %1</translation>
    </message>
    <message>
        <source>Curated</source>
        <translation>Kuratiert</translation>
    </message>
    <message>
        <source>Long-tail</source>
        <translation>Long-Tail</translation>
    </message>
    <message>
        <source>Overridden</source>
        <translation>Überschrieben</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Zu prüfen</translation>
    </message>
    <message>
        <source>Deprecated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Hidden characters</source>
        <translation>Verborgene Zeichen</translation>
    </message>
    <message>
        <source>Nothing describes it. A search can only go by its name and path.</source>
        <translation>Nichts beschreibt sie. Eine Suche kann sich nur nach Name und Pfad richten.</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Tag %1</source>
        <translation>Tag %1</translation>
    </message>
    <message>
        <source>Explain in Lab</source>
        <translation>Im Labor erklären</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>Kennung kopieren</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 kopiert</translation>
    </message>
    <message>
        <source>What it may do</source>
        <translation>Was sie darf</translation>
    </message>
    <message>
        <source>Propose %1 (%2)</source>
        <comment>tier, key</comment>
        <translation>%1 vorschlagen (%2)</translation>
    </message>
    <message>
        <source>Propose %1</source>
        <translation>%1 vorschlagen</translation>
    </message>
    <message>
        <source>Staged: %1 → %2, not saved yet.</source>
        <comment>tiers</comment>
        <translation>Vorgemerkt: %1 → %2, noch nicht gespeichert.</translation>
    </message>
    <message>
        <source>Reason (needed when risk is lowered)</source>
        <translation>Begründung (nötig, wenn das Risiko gesenkt wird)</translation>
    </message>
    <message>
        <source>Reason for the staged change</source>
        <translation>Begründung der vorgemerkten Änderung</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Why this tier</source>
        <translation>Warum diese Stufe</translation>
    </message>
    <message>
        <source>Step %1, %2: %3</source>
        <comment>number, rule, detail</comment>
        <translation>Schritt %1, %2: %3</translation>
    </message>
    <message>
        <source> (does not apply)</source>
        <translation> (trifft nicht zu)</translation>
    </message>
    <message>
        <source> (overruled)</source>
        <translation> (überstimmt)</translation>
    </message>
    <message>
        <source>does not apply · </source>
        <translation>trifft nicht zu · </translation>
    </message>
    <message>
        <source>overruled · </source>
        <translation>überstimmt · </translation>
    </message>
    <message>
        <source>“%1”</source>
        <comment>a reason somebody wrote</comment>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Can it be found?</source>
        <translation>Ist sie auffindbar?</translation>
    </message>
    <message>
        <source>Parameters (%1)</source>
        <translation>Parameter (%1)</translation>
    </message>
    <message>
        <source>No parameters</source>
        <translation>Keine Parameter</translation>
    </message>
    <message>
        <source>required</source>
        <translation>nötig</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>freiwillig</translation>
    </message>
    <message>
        <source>Fewer parameters</source>
        <translation>Weniger Parameter</translation>
    </message>
    <message>
        <source>All %1 parameters</source>
        <translation>Alle %1 Parameter</translation>
    </message>
    <message>
        <source>Resolving the schema…</source>
        <translation>Löst das Schema auf…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Show input schema</source>
        <translation>Eingabeschema zeigen</translation>
    </message>
    <message>
        <source>Input schema, JSON Schema 2020-12 · ≈ %1 tokens</source>
        <translation>Eingabeschema, JSON Schema 2020-12 · ≈ %1 Token</translation>
    </message>
    <message>
        <source>Copy schema</source>
        <translation>Schema kopieren</translation>
    </message>
    <message>
        <source>The first 200 of %1 lines. Copying takes all of it.</source>
        <translation>Die ersten 200 von %1 Zeilen. Kopieren nimmt alles.</translation>
    </message>
    <message>
        <source>Needs %1</source>
        <translation>Braucht %1</translation>
    </message>
    <message>
        <source>Where it is described</source>
        <translation>Wo sie beschrieben ist</translation>
    </message>
    <message>
        <source>Only by hand</source>
        <translation>Nur von Hand</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Not available</source>
        <translation>Nicht verfügbar</translation>
    </message>
    <message>
        <source>Category: %1</source>
        <translation>Kategorie: %1</translation>
    </message>
    <message>
        <source>Needs the tools %1</source>
        <comment>ids</comment>
        <translation>Braucht die Werkzeuge %1</translation>
    </message>
    <message>
        <source>Needs the secrets %1</source>
        <comment>names</comment>
        <translation>Braucht die Geheimnisse %1</translation>
    </message>
    <message>
        <source>What the agent reads</source>
        <translation>Was der Agent liest</translation>
    </message>
</context>
<context>
    <name>ApprovalDenial</name>
    <message>
        <source>Deny %1</source>
        <comment>an action</comment>
        <translation>%1 ablehnen</translation>
    </message>
    <message>
        <source>Reason (the caller is told)</source>
        <translation>Grund (der Aufrufer erfährt ihn)</translation>
    </message>
    <message>
        <source>For example: use the retention policy instead</source>
        <translation>Zum Beispiel: Nutzen Sie stattdessen die Aufbewahrungsregel</translation>
    </message>
    <message>
        <source>Reason for the denial, told to the caller</source>
        <translation>Grund der Ablehnung, den der Aufrufer erfährt</translation>
    </message>
    <message>
        <source>Not needed for the task</source>
        <translation>Für die Aufgabe nicht nötig</translation>
    </message>
    <message>
        <source>Wrong target</source>
        <translation>Falsches Ziel</translation>
    </message>
    <message>
        <source>Ask the owner first</source>
        <translation>Erst den Eigentümer fragen</translation>
    </message>
    <message>
        <source>Do it by hand</source>
        <translation>Von Hand erledigen</translation>
    </message>
    <message>
        <source>Note for other approvers (optional)</source>
        <translation>Notiz für andere Freigebende (freiwillig)</translation>
    </message>
    <message>
        <source>Note for other approvers</source>
        <translation>Notiz für andere Freigebende</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Deny the request</source>
        <translation>Anfrage ablehnen</translation>
    </message>
    <message numerus="yes">
        <source>Deny %n request(s)</source>
        <translation>
            <numerusform>%n Anfrage ablehnen</numerusform>
            <numerusform>%n Anfragen ablehnen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Every caller is told the same reason.</source>
        <comment>list of requests</comment>
        <translation>%1. Jeder Aufrufer erfährt denselben Grund.</translation>
    </message>
</context>
<context>
    <name>ApprovalDetail</name>
    <message>
        <source>The request</source>
        <translation>Die Anfrage</translation>
    </message>
    <message>
        <source>Approve is locked</source>
        <translation>Freigeben ist gesperrt</translation>
    </message>
    <message>
        <source>Approve is unlocked</source>
        <translation>Freigeben ist entsperrt</translation>
    </message>
    <message>
        <source>Select a request to see it in full.</source>
        <translation>Wählen Sie eine Anfrage, um sie ganz zu sehen.</translation>
    </message>
    <message>
        <source>needs %1 approvers, %2 so far</source>
        <translation>braucht %1 Freigebende, bisher %2</translation>
    </message>
    <message>
        <source>needs one approver</source>
        <translation>braucht eine Freigabe</translation>
    </message>
    <message>
        <source>Exact request (digest %1…)</source>
        <translation>Genaue Anfrage (Prüfwert %1…)</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>Lesbar</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Diff to last</source>
        <translation>Unterschied zur letzten</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>Gefragt von</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>Sitzung %1</translation>
    </message>
    <message>
        <source>Unverified reason from the caller</source>
        <translation>Ungeprüfter Grund des Aufrufers</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Why it waits</source>
        <translation>Warum sie wartet</translation>
    </message>
    <message>
        <source>a policy asks for an approval</source>
        <translation>eine Richtlinie verlangt eine Freigabe</translation>
    </message>
    <message>
        <source>the action needs an administrator&apos;s approval</source>
        <translation>die Aktion braucht die Freigabe eines Administrators</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Bisher</translation>
    </message>
    <message>
        <source>%1 approved, %2</source>
        <comment>who, when</comment>
        <translation>%1 hat freigegeben, %2</translation>
    </message>
    <message>
        <source>%1 denied, %2: %3</source>
        <comment>who, when, reason</comment>
        <translation>%1 hat abgelehnt, %2: %3</translation>
    </message>
    <message>
        <source>(note: %1)</source>
        <translation>(Notiz: %1)</translation>
    </message>
    <message>
        <source>What this session did before</source>
        <translation>Was diese Sitzung vorher tat</translation>
    </message>
    <message>
        <source>The workspace is open for reading only: nothing can be decided here.</source>
        <translation>Der Arbeitsbereich ist nur zum Lesen offen: Hier lässt sich nichts entscheiden.</translation>
    </message>
    <message>
        <source>You have approved this; it waits for a second approver.</source>
        <translation>Sie haben das freigegeben; es wartet auf eine zweite Person.</translation>
    </message>
    <message>
        <source>Take the approval back</source>
        <translation>Freigabe zurücknehmen</translation>
    </message>
    <message>
        <source>This exact call once</source>
        <translation>Genau dieser Aufruf, einmal</translation>
    </message>
    <message>
        <source>The same call for</source>
        <translation>Derselbe Aufruf für</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>minutes, at most</source>
        <translation>Minuten, höchstens</translation>
    </message>
    <message>
        <source>Calls at most</source>
        <translation>Höchstens Aufrufe</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Type “%1”</source>
        <translation>„%1“ eintippen</translation>
    </message>
    <message>
        <source>To approve, type %1</source>
        <translation>Zum Freigeben %1 eintippen</translation>
    </message>
    <message>
        <source>Note (needed)</source>
        <translation>Notiz (nötig)</translation>
    </message>
    <message>
        <source>Note (optional)</source>
        <translation>Notiz (freiwillig)</translation>
    </message>
    <message>
        <source>Note for other approvers and the log</source>
        <translation>Notiz für andere Freigebende und das Log</translation>
    </message>
    <message>
        <source>Deny…</source>
        <translation>Ablehnen…</translation>
    </message>
    <message>
        <source>Deciding…</source>
        <translation>Wird entschieden…</translation>
    </message>
    <message>
        <source>Approve as %1 of %2</source>
        <translation>Als %1 von %2 freigeben</translation>
    </message>
    <message numerus="yes">
        <source>Approve for %n minute(s)</source>
        <translation>
            <numerusform>Für %n Minute freigeben</numerusform>
            <numerusform>Für %n Minuten freigeben</numerusform>
        </translation>
    </message>
    <message>
        <source>Approve once</source>
        <translation>Einmal freigeben</translation>
    </message>
    <message>
        <source>Request %1: %2</source>
        <comment>an action, what it does</comment>
        <translation>Anfrage %1: %2</translation>
    </message>
    <message>
        <source>Personal data is shown. That you looked, and why, is in the audit log.</source>
        <translation>Persönliche Daten werden gezeigt. Dass Sie sie angesehen haben und warum, steht im Audit-Protokoll.</translation>
    </message>
    <message numerus="yes">
        <source>%n personal value(s) hidden behind placeholders</source>
        <translation>
            <numerusform>%n persönlicher Wert hinter einem Platzhalter verborgen</numerusform>
            <numerusform>%n persönliche Werte hinter Platzhaltern verborgen</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>Zeigen …</translation>
    </message>
    <message>
        <source>Hide personal data</source>
        <translation>Persönliche Daten verbergen</translation>
    </message>
    <message>
        <source>Show personal data…</source>
        <translation>Persönliche Daten zeigen …</translation>
    </message>
    <message numerus="yes">
        <source>All %n earlier request(s) for this action were denied. A rule can say so without asking anybody.</source>
        <translation>
            <numerusform>Die %n frühere Anfrage nach dieser Aktion wurde abgelehnt. Eine Regel kann das sagen, ohne jemanden zu fragen.</numerusform>
            <numerusform>Alle %n früheren Anfragen nach dieser Aktion wurden abgelehnt. Eine Regel kann das sagen, ohne jemanden zu fragen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Draft a rule…</source>
        <translation>Regel entwerfen …</translation>
    </message>
</context>
<context>
    <name>ApprovalReveal</name>
    <message numerus="yes">
        <source>Show %n personal value(s)</source>
        <translation>
            <numerusform>%n persönlichen Wert zeigen</numerusform>
            <numerusform>%n persönliche Werte zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>What stands behind the placeholders is shown until you go on to something else. That you looked, and why, is recorded in the audit log. Secrets stay hidden.</source>
        <translation>Was hinter den Platzhaltern steht, wird gezeigt, bis Sie zu etwas anderem übergehen. Dass Sie es angesehen haben und warum, wird im Audit-Protokoll festgehalten. Geheimnisse bleiben verborgen.</translation>
    </message>
    <message>
        <source>Why you need to see it, for example: is it our own customer?</source>
        <translation>Warum Sie es sehen müssen, zum Beispiel: Ist es unser eigener Kunde?</translation>
    </message>
    <message>
        <source>Reason for showing personal data, recorded in the audit log</source>
        <translation>Grund für das Zeigen persönlicher Daten, wird im Audit-Protokoll festgehalten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Show and record</source>
        <translation>Zeigen und festhalten</translation>
    </message>
</context>
<context>
    <name>ApprovalRule</name>
    <message>
        <source>Draft a rule</source>
        <translation>Regel entwerfen</translation>
    </message>
    <message>
        <source>In force, calls that match are refused at once, with the message, and nobody is asked. The rules are files: take one away to end it.</source>
        <translation>Gilt die Regel, werden passende Aufrufe sofort mit der Meldung verweigert, und niemand wird gefragt. Regeln sind Dateien: Eine zu entfernen beendet sie.</translation>
    </message>
    <message>
        <source>The rule, as YAML</source>
        <translation>Die Regel als YAML</translation>
    </message>
    <message>
        <source>Name of the file in policies</source>
        <translation>Name der Datei in policies</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Put in force</source>
        <translation>In Kraft setzen</translation>
    </message>
</context>
<context>
    <name>Approvals</name>
    <message>
        <source>%1 h %2 min</source>
        <comment>time left</comment>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>%1 of %2 approved · %3 left</source>
        <translation>%1 von %2 freigegeben · noch %3</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Approved, %1 calls and %2 left</source>
        <translation>Freigegeben, noch %1 Aufrufe und %2</translation>
    </message>
    <message>
        <source>Approved by %1, not used yet</source>
        <translation>Freigegeben von %1, noch nicht genutzt</translation>
    </message>
    <message>
        <source>Approved by %1 and used</source>
        <translation>Freigegeben von %1 und genutzt</translation>
    </message>
    <message>
        <source>Denied by %1</source>
        <translation>Abgelehnt von %1</translation>
    </message>
    <message>
        <source>Expired: nobody decided in time</source>
        <translation>Abgelaufen: Niemand hat rechtzeitig entschieden</translation>
    </message>
    <message>
        <source>Void: the action changed after it was asked for</source>
        <translation>Nichtig: Die Aktion änderte sich nach der Anfrage</translation>
    </message>
    <message>
        <source>Withdrawn by the caller</source>
        <translation>Vom Aufrufer zurückgezogen</translation>
    </message>
    <message>
        <source>Approval taken back before it was used</source>
        <translation>Freigabe vor der Nutzung zurückgenommen</translation>
    </message>
    <message>
        <source>%1, %2, asked for by %3, %4</source>
        <comment>action, tier, who, state</comment>
        <translation>%1, %2, gefragt von %3, %4</translation>
    </message>
    <message>
        <source>%1, ticked</source>
        <comment>a request</comment>
        <translation>%1, angehakt</translation>
    </message>
</context>
<context>
    <name>ApprovalsPage</name>
    <message>
        <source>Approvals</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>%1 waiting · %2 for a second approver</source>
        <translation>%1 warten · %2 auf eine zweite Person</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <comment>number of approvals</comment>
        <translation>%1 warten</translation>
    </message>
    <message>
        <source>Deny the request…</source>
        <translation>Anfrage ablehnen…</translation>
    </message>
    <message>
        <source>Show what its session did before</source>
        <translation>Zeigen, was ihre Sitzung vorher tat</translation>
    </message>
    <message>
        <source>Show the action in the catalog</source>
        <translation>Die Aktion im Katalog zeigen</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>approval id, what became of it</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Which approvals</source>
        <translation>Welche Freigaben</translation>
    </message>
    <message>
        <source>Waiting (%1)</source>
        <translation>Wartend (%1)</translation>
    </message>
    <message>
        <source>Grants (%1)</source>
        <translation>Erteilt (%1)</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>No workspace is open</source>
        <translation>Kein Arbeitsbereich ist offen</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message>
        <source>No approval is open to be used</source>
        <translation>Keine erteilte Freigabe ist noch offen</translation>
    </message>
    <message>
        <source>Nothing was decided yet</source>
        <translation>Noch wurde nichts entschieden</translation>
    </message>
    <message>
        <source>The queue could not be read just now; this is what it held before.</source>
        <translation>Die Schlange ließ sich eben nicht lesen; das stand zuvor darin.</translation>
    </message>
    <message>
        <source>The approvals could not be read</source>
        <translation>Die Freigaben ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>The workspace cannot be read</source>
        <translation>Der Arbeitsbereich ist nicht lesbar</translation>
    </message>
    <message>
        <source>Approvals belong to a workspace: calls of its agents that a person must allow.</source>
        <translation>Freigaben gehören zu einem Arbeitsbereich: Aufrufe seiner Agenten, die ein Mensch erlauben muss.</translation>
    </message>
    <message>
        <source>Catastrophic actions, and what a policy says, wait here for a person when an agent calls them. Reading and writing never do.</source>
        <translation>Katastrophale Aktionen, und was eine Richtlinie nennt, warten hier auf einen Menschen, wenn ein Agent sie aufruft. Lesen und Schreiben wartet nie.</translation>
    </message>
    <message>
        <source>Open sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Deny the ticked requests…</source>
        <translation>Angehakte Anfragen ablehnen …</translation>
    </message>
    <message>
        <source>Draft a rule from denials…</source>
        <translation>Regel aus Ablehnungen entwerfen …</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) denied</source>
        <translation>
            <numerusform>%n Anfrage abgelehnt</numerusform>
            <numerusform>%n Anfragen abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) denied.</source>
        <translation>
            <numerusform>%n Anfrage abgelehnt.</numerusform>
            <numerusform>%n Anfragen abgelehnt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Another was not: %1</source>
        <comment>reason</comment>
        <translation>Eine andere nicht: %1</translation>
    </message>
    <message>
        <source>In force: policies/%1</source>
        <comment>name of a file</comment>
        <translation>In Kraft: policies/%1</translation>
    </message>
    <message>
        <source>Tick all</source>
        <translation>Alle anhaken</translation>
    </message>
    <message numerus="yes">
        <source>%n ticked</source>
        <comment>requests</comment>
        <translation>
            <numerusform>%n angehakt</numerusform>
            <numerusform>%n angehakt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n…</source>
        <comment>ticked requests</comment>
        <translation>
            <numerusform>%n ablehnen …</numerusform>
            <numerusform>%n ablehnen …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n ticked request(s)…</source>
        <translation>
            <numerusform>%n angehakte Anfrage ablehnen …</numerusform>
            <numerusform>%n angehakte Anfragen ablehnen …</numerusform>
        </translation>
    </message>
    <message>
        <source>Tick %1</source>
        <comment>an action</comment>
        <translation>%1 anhaken</translation>
    </message>
</context>
<context>
    <name>AuditFacets</name>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>Handelnder</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
</context>
<context>
    <name>AuditPage</name>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Verify the audit log</source>
        <translation>Audit-Log prüfen</translation>
    </message>
    <message>
        <source>Export the audit log…</source>
        <translation>Audit-Log exportieren…</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Auffrischen</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>%1 records exported to %2</source>
        <translation>%1 Einträge nach %2 exportiert</translation>
    </message>
    <message>
        <source>Export what the filter shows</source>
        <translation>Exportieren, was der Filter zeigt</translation>
    </message>
    <message>
        <source>JSON lines, the chain can be verified (*.jsonl)</source>
        <translation>JSON-Zeilen, die Kette bleibt prüfbar (*.jsonl)</translation>
    </message>
    <message>
        <source>CSV, flat (*.csv)</source>
        <translation>CSV, flach (*.csv)</translation>
    </message>
    <message>
        <source>%1. Rows from there on cannot be trusted.</source>
        <translation>%1. Den Zeilen ab dort ist nicht zu trauen.</translation>
    </message>
    <message>
        <source>Copy head</source>
        <translation>Kopf kopieren</translation>
    </message>
    <message>
        <source>Keep this elsewhere: with it a cut-off or replaced log is noticed</source>
        <translation>An anderer Stelle aufbewahren: damit fällt ein abgeschnittenes oder ersetztes Log auf</translation>
    </message>
    <message>
        <source>Copied the head of the chain</source>
        <translation>Kopf der Kette kopiert</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Show new records as they come</source>
        <translation>Neue Einträge zeigen, sobald sie kommen</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>Letzte Stunde</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>Letzte 24 Stunden</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>Wie weit zurück</translation>
    </message>
    <message>
        <source>Filter, for example event:toggle -outcome:off</source>
        <translation>Filter, zum Beispiel event:toggle -outcome:off</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No workspace is open</source>
        <translation>Kein Arbeitsbereich ist offen</translation>
    </message>
    <message>
        <source>No events yet</source>
        <translation>Noch keine Ereignisse</translation>
    </message>
    <message>
        <source>No record for %1</source>
        <translation>Kein Eintrag für %1</translation>
    </message>
    <message>
        <source>No record in this time</source>
        <translation>Kein Eintrag in dieser Zeit</translation>
    </message>
    <message>
        <source>The audit log cannot be read</source>
        <translation>Das Audit-Log ist nicht lesbar</translation>
    </message>
    <message>
        <source>Some records could not be read</source>
        <translation>Einige Einträge sind nicht lesbar</translation>
    </message>
    <message>
        <source>Showing the records of a moment ago</source>
        <translation>Zeigt die Einträge von eben</translation>
    </message>
    <message>
        <source>The audit log of this workspace may not be read</source>
        <translation>Das Audit-Log dieses Arbeitsbereichs darf nicht gelesen werden</translation>
    </message>
    <message>
        <source>Open a workspace to see what was imported, switched, changed and decided in it.</source>
        <translation>Öffnen Sie einen Arbeitsbereich, um zu sehen, was darin importiert, geschaltet, geändert und entschieden wurde.</translation>
    </message>
    <message>
        <source>Imports, toggles, changes of a tier, exports and verifications are recorded here, in one chain that shows when a record was changed.</source>
        <translation>Importe, Schalter, geänderte Stufen, Exporte und Prüfungen stehen hier, in einer Kette, die zeigt, wenn ein Eintrag verändert wurde.</translation>
    </message>
    <message>
        <source>Catalogs and search go on working; nothing can be changed until the log can be written.</source>
        <translation>Kataloge und Suche arbeiten weiter; ändern lässt sich nichts, bis das Log beschreibbar ist.</translation>
    </message>
    <message>
        <source>Audit records</source>
        <translation>Audit-Einträge</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Seq</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>Handelnder</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Service or action</source>
        <translation>Dienst oder Aktion</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <comment>records that came while the list rests</comment>
        <translation>
            <numerusform>%n neu</numerusform>
            <numerusform>%n neue</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Copied the record</source>
        <translation>Eintrag kopiert</translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s)</source>
        <comment>number of audit records</comment>
        <translation>
            <numerusform>%Ln Eintrag</numerusform>
            <numerusform>%Ln Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The log has %Ln record(s) in all.</source>
        <translation>
            <numerusform>Das Log hat insgesamt %Ln Eintrag.</numerusform>
            <numerusform>Das Log hat insgesamt %Ln Einträge.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Open sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
</context>
<context>
    <name>AuditRecord</name>
    <message>
        <source>Select a record to see all of it.</source>
        <translation>Wählen Sie einen Eintrag, um ihn ganz zu sehen.</translation>
    </message>
    <message>
        <source>Record %1</source>
        <translation>Eintrag %1</translation>
    </message>
    <message>
        <source>Record #%1</source>
        <translation>Eintrag #%1</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Open in Catalog</source>
        <translation>Im Katalog öffnen</translation>
    </message>
    <message>
        <source>Place in the chain</source>
        <translation>Platz in der Kette</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Davor</translation>
    </message>
    <message>
        <source>This</source>
        <translation>Dieser</translation>
    </message>
    <message>
        <source>Exact record</source>
        <translation>Genauer Eintrag</translation>
    </message>
</context>
<context>
    <name>AuditTimeline</name>
    <message>
        <source>Records over time</source>
        <translation>Einträge im Lauf der Zeit</translation>
    </message>
    <message>
        <source>%1 records; %2 at %3</source>
        <translation>%1 Einträge; %2 um %3</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>BenchmarksPage</name>
    <message>
        <source>Benchmarks</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>query sets, runs</comment>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%n set(s)</source>
        <translation>
            <numerusform>%n Satz</numerusform>
            <numerusform>%n Sätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Set gates…</source>
        <translation>Schranken setzen …</translation>
    </message>
    <message>
        <source>Import set…</source>
        <translation>Satz importieren …</translation>
    </message>
    <message>
        <source>New run…</source>
        <translation>Neuer Lauf …</translation>
    </message>
    <message>
        <source>Import judged queries…</source>
        <translation>Bewertete Anfragen importieren …</translation>
    </message>
    <message>
        <source>Build a query set from the audit log</source>
        <translation>Anfragensatz aus dem Protokoll erstellen</translation>
    </message>
    <message>
        <source>Copy the report as Markdown</source>
        <translation>Bericht als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copied the report</source>
        <translation>Bericht kopiert</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <comment>a folder or file</comment>
        <translation>Nach %1 geschrieben</translation>
    </message>
    <message>
        <source>Views of Benchmarks</source>
        <translation>Ansichten der Messungen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Query sets</source>
        <translation>Anfragensätze</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Eichung</translation>
    </message>
    <message>
        <source>Confusion map</source>
        <translation>Verwechslungskarte</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Wird gemessen</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>Lauf abbrechen</translation>
    </message>
    <message>
        <source>Nothing to measure yet</source>
        <translation>Noch nichts zu messen</translation>
    </message>
    <message>
        <source>No query set</source>
        <translation>Kein Anfragensatz</translation>
    </message>
    <message>
        <source>A query set cannot be used; the others are fine.</source>
        <translation>Ein Anfragensatz ist nicht verwendbar; die anderen sind in Ordnung.</translation>
    </message>
    <message>
        <source>A newer catalog is being indexed; these runs measured the one before.</source>
        <translation>Ein neuerer Katalog wird indiziert; diese Läufe haben den vorigen gemessen.</translation>
    </message>
    <message>
        <source>The runs could not be read</source>
        <translation>Die Läufe konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>The workspace cannot be read</source>
        <translation>Der Arbeitsbereich ist nicht lesbar</translation>
    </message>
    <message>
        <source>Open a workspace or the sample. Then say what should be found for which query, and measure how often it is.</source>
        <translation>Öffnen Sie einen Arbeitsbereich oder das Beispiel. Sagen Sie dann, was für welche Anfrage gefunden werden soll, und messen Sie, wie oft das gelingt.</translation>
    </message>
    <message>
        <source>A query set says what should be found for which query. Import one (CSV, TREC, BEIR), or build one from the audit log: what agents searched for, activated and called.</source>
        <translation>Ein Anfragensatz sagt, was für welche Anfrage gefunden werden soll. Importieren Sie einen (CSV, TREC, BEIR) oder erstellen Sie einen aus dem Protokoll: was Agenten gesucht, aktiviert und aufgerufen haben.</translation>
    </message>
    <message>
        <source>Reading the runs</source>
        <translation>Läufe werden gelesen</translation>
    </message>
    <message>
        <source>Build from the audit log</source>
        <translation>Aus dem Protokoll erstellen</translation>
    </message>
    <message>
        <source>Open sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>A run measures query sets with one preset and is kept here.</source>
        <translation>Ein Lauf misst Anfragensätze mit einer Voreinstellung und bleibt hier stehen.</translation>
    </message>
    <message>
        <source>Context saved</source>
        <translation>Kontext gespart</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <comment>path of a file</comment>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>CalibrationView</name>
    <message>
        <source>Calibration of the floor</source>
        <translation>Eichung der Schwelle</translation>
    </message>
    <message>
        <source>The scores could not be measured</source>
        <translation>Die Punktzahlen konnten nicht gemessen werden</translation>
    </message>
    <message>
        <source>No query set</source>
        <translation>Kein Anfragensatz</translation>
    </message>
    <message>
        <source>A floor needs judged queries: some with a right answer and some that nothing answers.</source>
        <translation>Eine Schwelle braucht bewertete Anfragen: solche mit richtiger Antwort und solche, auf die nichts passt.</translation>
    </message>
    <message>
        <source>Measuring the scores</source>
        <translation>Punktzahlen werden gemessen</translation>
    </message>
    <message>
        <source>Too few queries for more than a guess</source>
        <translation>Zu wenige Anfragen für mehr als eine Vermutung</translation>
    </message>
    <message>
        <source>%1 with a right answer and %2 without one; 30 of each make a suggestion worth following.</source>
        <translation>%1 mit richtiger Antwort und %2 ohne; ab je 30 ist ein Vorschlag brauchbar.</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Floor to look at</source>
        <translation>Betrachtete Schwelle</translation>
    </message>
    <message>
        <source>In force: %1</source>
        <translation>In Kraft: %1</translation>
    </message>
    <message>
        <source>Suggested: %1</source>
        <translation>Vorschlag: %1</translation>
    </message>
    <message>
        <source>Try in Search Lab</source>
        <translation>Im Suchlabor erproben</translation>
    </message>
    <message>
        <source>Sets the floor of what Search Lab tries; nothing is saved</source>
        <translation>Setzt die Schwelle dessen, was das Suchlabor erprobt; nichts wird gespeichert</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>↑ right answers: %1 queries</source>
        <translation>↑ richtige Antworten: %1 Anfragen</translation>
    </message>
    <message>
        <source>↓ best result of queries that nothing answers: %1 queries</source>
        <translation>↓ bestes Ergebnis von Anfragen, auf die nichts passt: %1 Anfragen</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
    <message>
        <source>suggested</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <source>Floors and what they cost</source>
        <translation>Schwellen und was sie kosten</translation>
    </message>
    <message>
        <source>floor %1 · loses %2 of the right answers · finds falsely for %3</source>
        <translation>Schwelle %1 · verliert %2 der richtigen Antworten · findet fälschlich bei %3</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Erneut messen</translation>
    </message>
</context>
<context>
    <name>CatalogFilter</name>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Curated</source>
        <translation>Kuratiert</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>Fähigkeit</translation>
    </message>
    <message>
        <source>Extension</source>
        <translation>Erweiterung</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
</context>
<context>
    <name>CatalogPage</name>
    <message>
        <source>Catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Needs review (%1)</source>
        <translation>Zu prüfen (%1)</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>%1k</source>
        <comment>thousands, on a small badge</comment>
        <translation>%1 Tsd.</translation>
    </message>
    <message numerus="yes">
        <source>%n need review</source>
        <translation>
            <numerusform>%n zu prüfen</numerusform>
            <numerusform>%n zu prüfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message numerus="yes">
        <source>%1 staged for %n action(s)</source>
        <translation>
            <numerusform>%1 für %n Aktion vorgemerkt</numerusform>
            <numerusform>%1 für %n Aktionen vorgemerkt</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to change: it is %1 already</source>
        <translation>Nichts zu ändern: sie ist schon %1</translation>
    </message>
    <message numerus="yes">
        <source>Copied %n id(s)</source>
        <translation>
            <numerusform>%n Kennung kopiert</numerusform>
            <numerusform>%n Kennungen kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Propose Read</source>
        <translation>Lesen vorschlagen</translation>
    </message>
    <message>
        <source>Propose Write</source>
        <translation>Schreiben vorschlagen</translation>
    </message>
    <message>
        <source>Propose Destructive</source>
        <translation>Zerstörend vorschlagen</translation>
    </message>
    <message>
        <source>Propose Catastrophic</source>
        <translation>Katastrophal vorschlagen</translation>
    </message>
    <message>
        <source>Explain in Search Lab</source>
        <translation>Im Suchlabor erklären</translation>
    </message>
    <message>
        <source>Copy ids</source>
        <translation>Kennungen kopieren</translation>
    </message>
    <message>
        <source>Show what needs review</source>
        <translation>Zeigen, was zu prüfen ist</translation>
    </message>
    <message>
        <source>Show the input schema</source>
        <translation>Das Eingabeschema zeigen</translation>
    </message>
    <message>
        <source>Filter, for example tier:destructive -service:harbor issue</source>
        <translation>Filter, zum Beispiel tier:destructive -service:harbor issue</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>rows shown, rows in all</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No actions yet</source>
        <translation>Noch keine Aktionen</translation>
    </message>
    <message>
        <source>No match for %1</source>
        <translation>Nichts passt zu %1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be used; everything else is here.</source>
        <translation>
            <numerusform>%n Datei war nicht brauchbar; alles andere ist da.</numerusform>
            <numerusform>%n Dateien waren nicht brauchbar; alles andere ist da.</numerusform>
        </translation>
    </message>
    <message>
        <source>Search still answers from the earlier index while the new one is built.</source>
        <translation>Die Suche antwortet noch aus dem früheren Index, während der neue entsteht.</translation>
    </message>
    <message>
        <source>The catalog could not be opened</source>
        <translation>Der Katalog ließ sich nicht öffnen</translation>
    </message>
    <message>
        <source>The workspace cannot be read</source>
        <translation>Der Arbeitsbereich ist nicht lesbar</translation>
    </message>
    <message>
        <source>Import a file to see what can be found and what it may do.</source>
        <translation>Importieren Sie eine Datei, um zu sehen, was auffindbar ist und was es darf.</translation>
    </message>
    <message>
        <source>%1 are hidden by the filter.</source>
        <translation>%1 sind vom Filter verborgen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln Aktion</numerusform>
            <numerusform>%Ln Aktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>The rows here are current and stay usable.</source>
        <translation>Die Zeilen hier sind aktuell und bleiben benutzbar.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Open sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>See which</source>
        <translation>Zeigen, welche</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Only this service</source>
        <translation>Nur dieser Dienst</translation>
    </message>
    <message>
        <source>Without this service</source>
        <translation>Ohne diesen Dienst</translation>
    </message>
    <message>
        <source>Propose %1</source>
        <translation>%1 vorschlagen</translation>
    </message>
    <message>
        <source>Details of the action</source>
        <translation>Einzelheiten der Aktion</translation>
    </message>
    <message>
        <source>Save the staged changes</source>
        <translation>Die vorgemerkten Änderungen speichern</translation>
    </message>
    <message>
        <source>Review the staged changes</source>
        <translation>Die vorgemerkten Änderungen prüfen</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Compare A and B</source>
        <translation>A und B vergleichen</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>A against B</source>
        <translation>A gegen B</translation>
    </message>
    <message>
        <source>All presets</source>
        <translation>Alle Voreinstellungen</translation>
    </message>
    <message>
        <source>A “%1” against B “%2”</source>
        <translation>A „%1“ gegen B „%2“</translation>
    </message>
    <message>
        <source>Back to the results</source>
        <translation>Zurück zu den Ergebnissen</translation>
    </message>
    <message>
        <source>The rankings could not be compared</source>
        <translation>Die Rangfolgen konnten nicht verglichen werden</translation>
    </message>
    <message>
        <source>No query set to compare on</source>
        <translation>Kein Anfragensatz zum Vergleichen</translation>
    </message>
    <message>
        <source>A query set says what should be found for which query. Import one on Benchmarks, or build one from the audit log.</source>
        <translation>Ein Anfragensatz sagt, was für welche Anfrage gefunden werden soll. Importieren Sie einen unter Messungen oder erstellen Sie einen aus dem Protokoll.</translation>
    </message>
    <message>
        <source>Metrics, being measured again</source>
        <translation>Kennzahlen, werden neu gemessen</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Per query: %1 wins · %2 ties · %3 losses</source>
        <translation>Je Anfrage: %1 gewonnen · %2 gleich · %3 verloren</translation>
    </message>
    <message>
        <source>All queries</source>
        <translation>Alle Anfragen</translation>
    </message>
    <message>
        <source>Wins</source>
        <translation>Gewonnen</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Ties</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>With unrated results</source>
        <translation>Mit unbewerteten Ergebnissen</translation>
    </message>
    <message>
        <source>Queries that are listed</source>
        <translation>Angezeigte Anfragen</translation>
    </message>
    <message>
        <source>Metrics of A and B with 95 % intervals</source>
        <translation>Kennzahlen von A und B mit 95-%-Intervallen</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>where</source>
        <translation>wo</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Queries, the greatest difference first</source>
        <translation>Anfragen, größter Unterschied zuerst</translation>
    </message>
    <message>
        <source>“%1” · A</source>
        <translation>„%1“ · A</translation>
    </message>
    <message>
        <source>B · judge: 0 not · 1 weak · 2 good · 3 perfect · U unrate</source>
        <translation>B · bewerten: 0 nicht · 1 schwach · 2 gut · 3 genau · U zurücknehmen</translation>
    </message>
    <message>
        <source>Results of A</source>
        <translation>Ergebnisse von A</translation>
    </message>
    <message>
        <source>Results of B</source>
        <translation>Ergebnisse von B</translation>
    </message>
    <message>
        <source>All judgements of this query</source>
        <translation>Alle Bewertungen dieser Anfrage</translation>
    </message>
    <message>
        <source>All judgements:</source>
        <translation>Alle Bewertungen:</translation>
    </message>
</context>
<context>
    <name>ConfusionView</name>
    <message>
        <source>Confusion map</source>
        <translation>Verwechslungskarte</translation>
    </message>
    <message>
        <source>The map could not be made</source>
        <translation>Die Karte konnte nicht erstellt werden</translation>
    </message>
    <message>
        <source>The catalog changed since this was mapped.</source>
        <translation>Der Katalog hat sich geändert, seit die Karte erstellt wurde.</translation>
    </message>
    <message>
        <source>Which actions are mistaken for each other?</source>
        <translation>Welche Aktionen werden miteinander verwechselt?</translation>
    </message>
    <message>
        <source>Every action is searched for by its own words. Those that others come before, and groups that compete for the same words, are listed with the words that would tell them apart.</source>
        <translation>Jede Aktion wird mit ihren eigenen Worten gesucht. Solche, vor denen andere stehen, und Gruppen, die um dieselben Wörter wetteifern, stehen hier mit den Wörtern, die sie unterscheiden würden.</translation>
    </message>
    <message>
        <source>Searching for every action by its own words</source>
        <translation>Jede Aktion wird mit ihren eigenen Worten gesucht</translation>
    </message>
    <message>
        <source>Map again</source>
        <translation>Neu erstellen</translation>
    </message>
    <message>
        <source>Clusters, the tightest first</source>
        <translation>Gruppen, die engsten zuerst</translation>
    </message>
    <message>
        <source>Clusters of actions that compete</source>
        <translation>Gruppen wetteifernder Aktionen</translation>
    </message>
    <message>
        <source>near-duplicates · </source>
        <translation>fast gleich · </translation>
    </message>
    <message>
        <source>words %1 alike · compete %2 · all say: %3</source>
        <translation>Wörter %1 gleich · Wettbewerb %2 · alle sagen: %3</translation>
    </message>
    <message>
        <source>nothing of its own</source>
        <translation>nichts Eigenes</translation>
    </message>
    <message>
        <source>only it: %1</source>
        <translation>nur sie: %1</translation>
    </message>
    <message>
        <source>Describe %1…</source>
        <translation>%1 beschreiben …</translation>
    </message>
    <message>
        <source>No actions compete.</source>
        <translation>Keine Aktionen wetteifern.</translation>
    </message>
    <message>
        <source>Not found by their own words</source>
        <translation>Von eigenen Worten nicht gefunden</translation>
    </message>
    <message>
        <source>Actions that their own words do not find</source>
        <translation>Aktionen, die ihre eigenen Worte nicht finden</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>Map the catalog</source>
        <translation>Karte erstellen</translation>
    </message>
</context>
<context>
    <name>ConnectSheet</name>
    <message>
        <source>Connect a client</source>
        <translation>Einen Client verbinden</translation>
    </message>
    <message>
        <source>1. A token for the client</source>
        <translation>1. Ein Token für den Client</translation>
    </message>
    <message>
        <source>Each client gets its own: what it does is recorded under this name, and the token can be revoked in Settings. No token of an agent can approve anything.</source>
        <translation>Jeder Client bekommt ein eigenes: Was er tut, wird unter diesem Namen festgehalten, und das Token lässt sich in den Einstellungen widerrufen. Kein Token eines Agenten kann etwas freigeben.</translation>
    </message>
    <message>
        <source>Name, for example editor on my laptop</source>
        <translation>Name, zum Beispiel Editor auf meinem Laptop</translation>
    </message>
    <message>
        <source>Name of the token</source>
        <translation>Name des Tokens</translation>
    </message>
    <message>
        <source>Activated tools appear</source>
        <translation>Aktivierte Werkzeuge erscheinen</translation>
    </message>
    <message>
        <source>The list never changes</source>
        <translation>Die Liste ändert sich nie</translation>
    </message>
    <message>
        <source>How the list of tools behaves</source>
        <translation>Wie sich die Werkzeugliste verhält</translation>
    </message>
    <message>
        <source>Create token</source>
        <translation>Token erstellen</translation>
    </message>
    <message>
        <source>The token stands in the text below. It is shown only now and kept only as a hash.</source>
        <translation>Das Token steht im Text unten. Es wird nur jetzt gezeigt und nur als Hash aufbewahrt.</translation>
    </message>
    <message>
        <source>2. What to paste</source>
        <translation>2. Was einzufügen ist</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copied what to paste</source>
        <translation>Der einzufügende Text ist kopiert</translation>
    </message>
    <message>
        <source>Goes into %1</source>
        <translation>Gehört in %1</translation>
    </message>
    <message>
        <source>3. What happens then</source>
        <translation>3. Was dann geschieht</translation>
    </message>
    <message>
        <source>The agent sees the curated tools and gateway_search_actions. It searches, activates what it found, and calls it. Writing needs a confirmation, catastrophic actions wait under Approvals for you.</source>
        <translation>Der Agent sieht die kuratierten Werkzeuge und gateway_search_actions. Er sucht, aktiviert das Gefundene und ruft es auf. Schreiben braucht eine Bestätigung, katastrophale Aktionen warten unter Freigaben auf Sie.</translation>
    </message>
</context>
<context>
    <name>DataTable</name>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DescribeSheet</name>
    <message>
        <source>Describe %1</source>
        <comment>action</comment>
        <translation>%1 beschreiben</translation>
    </message>
    <message>
        <source>There is no action %1</source>
        <translation>Es gibt keine Aktion %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <comment>path of a file</comment>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Only the shown lines are written; comments and everything else stay as they are.</source>
        <translation>Nur die gezeigten Zeilen werden geschrieben; Kommentare und alles andere bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Saving makes this a curated action: it is always listed to agents, beside those that are searched for.</source>
        <translation>Speichern macht dies zu einer gepflegten Aktion: Sie wird Agenten immer gezeigt, neben denen, die gesucht werden.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Speichert…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>Jetzt: %1</translation>
    </message>
    <message>
        <source>Description of the action</source>
        <translation>Beschreibung der Aktion</translation>
    </message>
    <message>
        <source>This cannot be saved. Nothing was written.</source>
        <translation>Dies kann nicht gespeichert werden. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Nothing is changed yet.</source>
        <translation>Noch ist nichts geändert.</translation>
    </message>
    <message>
        <source>Trying it on the judged queries…</source>
        <translation>Wird an den bewerteten Anfragen erprobt …</translation>
    </message>
    <message>
        <source>Queries whose ranks move</source>
        <translation>Anfragen, deren Ränge sich ändern</translation>
    </message>
    <message>
        <source>its rank %1 · first right %2</source>
        <comment>ranks before and after</comment>
        <translation>ihr Rang %1 · erste richtige %2</translation>
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
    <message>
        <source>Keep a copy in an empty folder</source>
        <translation>Eine Kopie in einem leeren Ordner behalten</translation>
    </message>
</context>
<context>
    <name>FileReviewSheet</name>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>This cannot be saved. Nothing was written.</source>
        <translation>Dies kann nicht gespeichert werden. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>%1 · new file</source>
        <comment>path</comment>
        <translation>%1 · neue Datei</translation>
    </message>
    <message>
        <source>The file says this already: there is nothing to save.</source>
        <translation>Das steht bereits in der Datei: Es gibt nichts zu speichern.</translation>
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
    <name>FirstRunCard</name>
    <message>
        <source>See which action a model would find, why, and whether it may run.</source>
        <translation>Sehen Sie, welche Aktion ein Modell fände, warum, und ob sie laufen darf.</translation>
    </message>
    <message>
        <source>Start with the sample: three made-up services with about 250 actions, some of them dangerous. It is a copy that goes away when you close it.</source>
        <translation>Beginnen Sie mit dem Beispiel: drei erfundene Dienste mit rund 250 Aktionen, einige davon gefährlich. Es ist eine Kopie, die beim Schließen verschwindet.</translation>
    </message>
    <message>
        <source>Open sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Import a catalog…</source>
        <translation>Katalog importieren…</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Or drop an OpenAPI file (JSON or YAML, versions 2 and 3) or a folder of them anywhere. Nothing leaves this computer.</source>
        <translation>Oder legen Sie irgendwo eine OpenAPI-Datei (JSON oder YAML, Version 2 und 3) oder einen Ordner davon ab. Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Open a workspace folder</source>
        <translation>Ordner eines Arbeitsbereichs öffnen</translation>
    </message>
</context>
<context>
    <name>GatesSheet</name>
    <message>
        <source>Gates</source>
        <translation>Schranken</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Gates, one a line</source>
        <translation>Schranken, eine je Zeile</translation>
    </message>
    <message>
        <source>Written to gates.txt of the workspace; in CI: actionscope eval --set all --gate gates.txt. Saving can be undone.</source>
        <translation>Steht dann in gates.txt des Arbeitsbereichs; in CI: actionscope eval --set all --gate gates.txt. Das Speichern kann zurückgenommen werden.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>Add a claim</source>
        <translation>Forderung hinzufügen</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>mean of all sets</source>
        <translation>Mittel aller Sätze</translation>
    </message>
    <message>
        <source>Query set</source>
        <translation>Anfragensatz</translation>
    </message>
    <message>
        <source>in everything</source>
        <translation>in allem</translation>
    </message>
    <message>
        <source>in the right service</source>
        <translation>im richtigen Dienst</translation>
    </message>
    <message>
        <source>Where it is searched</source>
        <translation>Wo gesucht wird</translation>
    </message>
    <message>
        <source>fails if below</source>
        <translation>fällt durch, wenn unter</translation>
    </message>
    <message>
        <source>fails if above</source>
        <translation>fällt durch, wenn über</translation>
    </message>
    <message>
        <source>fails if it drops by more than</source>
        <translation>fällt durch, wenn sie um mehr sinkt als</translation>
    </message>
    <message>
        <source>When it fails</source>
        <translation>Wann sie durchfällt</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Add claim</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>against the run</source>
        <translation>gegenüber dem Lauf</translation>
    </message>
    <message>
        <source>no run is kept yet</source>
        <translation>noch kein Lauf aufbewahrt</translation>
    </message>
    <message>
        <source>Run that a drop is taken against</source>
        <translation>Lauf, mit dem verglichen wird</translation>
    </message>
    <message>
        <source>This cannot be used. Nothing was written.</source>
        <translation>Das ist nicht brauchbar. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Claims (%1)</source>
        <translation>Forderungen (%1)</translation>
    </message>
    <message>
        <source>Claims</source>
        <translation>Forderungen</translation>
    </message>
    <message>
        <source>Delete takes the claim away</source>
        <translation>Entf nimmt die Forderung weg</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>Wegnehmen</translation>
    </message>
    <message>
        <source>Take away: %1</source>
        <translation>Wegnehmen: %1</translation>
    </message>
    <message>
        <source>Drops are against: %1</source>
        <comment>a run in words</comment>
        <translation>Verglichen wird mit: %1</translation>
    </message>
    <message>
        <source>Drops are against %1</source>
        <comment>a file</comment>
        <translation>Verglichen wird mit %1</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Die Datei</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Als Text</translation>
    </message>
    <message>
        <source>[SET:] [scoped] METRIC &gt;= NUMBER, also &lt;=, &gt; and &lt;. METRIC is recall@1, recall@5, recall@10, ndcg@5, ndcg@10, mrr@10, all_golds@10, empty, p50_us or p95_us. “drop &lt;= NUMBER” is against the baseline, which a line “baseline: FILE” names.</source>
        <translation>[SATZ:] [scoped] KENNZAHL &gt;= ZAHL, auch &lt;=, &gt; und &lt;. KENNZAHL ist recall@1, recall@5, recall@10, ndcg@5, ndcg@10, mrr@10, all_golds@10, empty, p50_us oder p95_us. „drop &lt;= ZAHL“ gilt gegenüber dem Vergleich, den eine Zeile „baseline: DATEI“ nennt.</translation>
    </message>
</context>
<context>
    <name>Gateway</name>
    <message>
        <source>%1, from the client: %2. %3</source>
        <translation>%1, vom Client: %2. %3</translation>
    </message>
    <message>
        <source>%1, to the client: %2. %3</source>
        <translation>%1, an den Client: %2. %3</translation>
    </message>
    <message>
        <source>%1 searches · %2 calls · %3 refused</source>
        <translation>%1 Suchen · %2 Aufrufe · %3 abgewiesen</translation>
    </message>
    <message>
        <source>A client without a name</source>
        <translation>Ein Client ohne Namen</translation>
    </message>
</context>
<context>
    <name>GatewayCost</name>
    <message>
        <source>Context cost</source>
        <translation>Kontextkosten</translation>
    </message>
    <message>
        <source>Context cost, in tokens (characters / 4)</source>
        <translation>Kontextkosten in Token (Zeichen / 4)</translation>
    </message>
    <message>
        <source>Every action as a tool</source>
        <translation>Jede Aktion als Werkzeug</translation>
    </message>
    <message numerus="yes">
        <source>Listed for a new session, %n tool(s)</source>
        <translation>
            <numerusform>Gelistet für eine neue Sitzung, %n Werkzeug</numerusform>
            <numerusform>Gelistet für eine neue Sitzung, %n Werkzeuge</numerusform>
        </translation>
    </message>
    <message>
        <source>Above 50 listed tools models choose badly.</source>
        <translation>Bei mehr als 50 gelisteten Werkzeugen wählen Modelle schlecht.</translation>
    </message>
    <message>
        <source>Above 30 listed tools models begin to choose badly.</source>
        <translation>Ab 30 gelisteten Werkzeugen beginnen Modelle schlecht zu wählen.</translation>
    </message>
    <message>
        <source>Saved each turn</source>
        <translation>Gespart je Runde</translation>
    </message>
    <message>
        <source>A search response, median and most</source>
        <translation>Eine Suchantwort, Median und größte</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>Sent anew after %n list change(s)</source>
        <translation>
            <numerusform>Neu gesendet nach %n Listenänderung</numerusform>
            <numerusform>Neu gesendet nach %n Listenänderungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GatewayDetail</name>
    <message>
        <source>Select a session to see what it has activated, or a message to see its shape.</source>
        <translation>Wählen Sie eine Sitzung, um zu sehen, was sie aktiviert hat, oder eine Nachricht, um ihre Form zu sehen.</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
    <message numerus="yes">
        <source>%n personal value(s) replaced for the model</source>
        <translation>
            <numerusform>%n persönlicher Wert für das Modell ersetzt</numerusform>
            <numerusform>%n persönliche Werte für das Modell ersetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Active in this session (%1)</source>
        <translation>Aktiv in dieser Sitzung (%1)</translation>
    </message>
    <message>
        <source>confirmed, as the model claims</source>
        <translation>bestätigt, wie das Modell behauptet</translation>
    </message>
    <message>
        <source>confirmed by a person at the client</source>
        <translation>von einem Menschen am Client bestätigt</translation>
    </message>
    <message>
        <source>confirmed by a person in the app</source>
        <translation>von einem Menschen in der App bestätigt</translation>
    </message>
    <message>
        <source>confirmed by policy</source>
        <translation>durch eine Richtlinie bestätigt</translation>
    </message>
    <message>
        <source>no confirmation needed</source>
        <translation>keine Bestätigung nötig</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n Aufruf</numerusform>
            <numerusform>%n Aufrufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Its records in the audit log</source>
        <translation>Ihre Einträge im Audit-Log</translation>
    </message>
    <message>
        <source>End the session</source>
        <translation>Sitzung beenden</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>types and lengths only, never values</source>
        <translation>nur Typen und Längen, nie Werte</translation>
    </message>
</context>
<context>
    <name>GatewayPage</name>
    <message>
        <source>Gateway</source>
        <translation>Gateway</translation>
    </message>
    <message>
        <source>Running at %1</source>
        <comment>an address</comment>
        <translation>Läuft unter %1</translation>
    </message>
    <message>
        <source>no new activations</source>
        <translation>keine neuen Aktivierungen</translation>
    </message>
    <message>
        <source>Stopping: running calls finish first</source>
        <translation>Wird beendet: Laufende Aufrufe enden zuerst</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Start the gateway</source>
        <translation>Gateway starten</translation>
    </message>
    <message>
        <source>Stop the gateway</source>
        <translation>Gateway anhalten</translation>
    </message>
    <message>
        <source>Allow new activations</source>
        <translation>Neue Aktivierungen erlauben</translation>
    </message>
    <message>
        <source>Pause new activations</source>
        <translation>Neue Aktivierungen aussetzen</translation>
    </message>
    <message>
        <source>Connect a client…</source>
        <translation>Client verbinden…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>No workspace is open</source>
        <translation>Kein Arbeitsbereich ist offen</translation>
    </message>
    <message>
        <source>The gateway is stopped</source>
        <translation>Das Gateway ist angehalten</translation>
    </message>
    <message>
        <source>Some upstream servers could not be started</source>
        <translation>Einige vorgelagerte Server ließen sich nicht starten</translation>
    </message>
    <message>
        <source>The gateway could not start</source>
        <translation>Das Gateway konnte nicht starten</translation>
    </message>
    <message>
        <source>The workspace cannot be read</source>
        <translation>Der Arbeitsbereich ist nicht lesbar</translation>
    </message>
    <message>
        <source>The gateway serves the actions of one workspace to agents.</source>
        <translation>Das Gateway bietet Agenten die Aktionen eines Arbeitsbereichs an.</translation>
    </message>
    <message>
        <source>Started, it listens on this computer only (127.0.0.1:%1). Agents with a token then search, activate and call actions through one governed path, and everything lands in the audit log.</source>
        <translation>Gestartet lauscht es nur auf diesem Rechner (127.0.0.1:%1). Agenten mit einem Token suchen, aktivieren und rufen Aktionen dann auf einem geregelten Weg auf, und alles landet im Audit-Log.</translation>
    </message>
    <message>
        <source>Open sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Use a free port</source>
        <translation>Einen freien Port nehmen</translation>
    </message>
    <message>
        <source>Show how to connect a client</source>
        <translation>Zeigen, wie man einen Client verbindet</translation>
    </message>
    <message>
        <source>Sessions (%1)</source>
        <translation>Sitzungen (%1)</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>No client is connected. Give one a token and the address.</source>
        <translation>Kein Client ist verbunden. Geben Sie einem ein Token und die Adresse.</translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n aktiv</numerusform>
            <numerusform>%n aktiv</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>Filter the trace of all sessions</source>
        <translation>Verlauf aller Sitzungen filtern</translation>
    </message>
    <message>
        <source>Filter the trace of this session</source>
        <translation>Verlauf dieser Sitzung filtern</translation>
    </message>
    <message>
        <source>Filter the trace</source>
        <translation>Verlauf filtern</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Show new messages as they come</source>
        <translation>Neue Nachrichten zeigen, wenn sie kommen</translation>
    </message>
    <message>
        <source>%1 older ones gone</source>
        <translation>%1 ältere entfallen</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What clients ask and what they are answered appears here.</source>
        <translation>Hier erscheint, was Clients fragen und was ihnen geantwortet wird.</translation>
    </message>
    <message>
        <source>Details of the session and the message</source>
        <translation>Einzelheiten der Sitzung und der Nachricht</translation>
    </message>
    <message>
        <source>Every method</source>
        <translation>Alle Methoden</translation>
    </message>
    <message>
        <source>Method of the messages shown</source>
        <translation>Methode der gezeigten Nachrichten</translation>
    </message>
    <message>
        <source>servers.yaml is not in force as it is now; what was in force before stays</source>
        <translation>servers.yaml gilt nicht, wie es jetzt ist; was zuvor galt, gilt weiter</translation>
    </message>
</context>
<context>
    <name>Histogram</name>
    <message>
        <source>from %1: %2</source>
        <comment>lower bound of a bin, its count</comment>
        <translation>ab %1: %2</translation>
    </message>
</context>
<context>
    <name>HistoryPopup</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Take all back</source>
        <translation>Alles zurücknehmen</translation>
    </message>
    <message>
        <source>Nothing to take back yet. Saved edits and switched services show here; records of the audit log are never taken back.</source>
        <translation>Noch nichts zurückzunehmen. Gespeicherte Änderungen und umgeschaltete Dienste erscheinen hier; Einträge des Audit-Logs werden nie zurückgenommen.</translation>
    </message>
    <message>
        <source>Press a step to go back to it, or forward again. Each one is written to the files and recorded.</source>
        <translation>Ein Schritt führt beim Anklicken zu ihm zurück oder wieder vor. Jeder wird in die Dateien geschrieben und aufgezeichnet.</translation>
    </message>
    <message>
        <source>now</source>
        <comment>step of the history</comment>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>zurückgenommen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>step, its state</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ImportChanges</name>
    <message>
        <source>What it does to %1</source>
        <comment>service</comment>
        <translation>Was der Import an %1 ändert</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was der Import ändert</translation>
    </message>
    <message>
        <source>All · %1</source>
        <comment>changes of an import</comment>
        <translation>Alle · %1</translation>
    </message>
    <message>
        <source>New · %1</source>
        <comment>changes of an import</comment>
        <translation>Neu · %1</translation>
    </message>
    <message>
        <source>Changed · %1</source>
        <comment>changes of an import</comment>
        <translation>Geändert · %1</translation>
    </message>
    <message>
        <source>Removed · %1</source>
        <comment>changes of an import</comment>
        <translation>Entfernt · %1</translation>
    </message>
    <message>
        <source>Which changes to list</source>
        <translation>Welche Änderungen aufgeführt werden</translation>
    </message>
    <message>
        <source>Changes of the import</source>
        <translation>Änderungen durch den Import</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>kind of change, action, what changed</comment>
        <translation>%1: %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more is not listed; a service lists 1,000 at most.</source>
        <translation>
            <numerusform>%Ln weitere ist nicht aufgeführt; ein Dienst führt höchstens 1.000 auf.</numerusform>
            <numerusform>%Ln weitere sind nicht aufgeführt; ein Dienst führt höchstens 1.000 auf.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportClashes</name>
    <message>
        <source>Descriptions with the same service id</source>
        <translation>Beschreibungen mit derselben Dienst-ID</translation>
    </message>
    <message>
        <source>An id of its own</source>
        <translation>Eine eigene ID</translation>
    </message>
    <message>
        <source>Service id of %1</source>
        <translation>Dienst-ID von %1</translation>
    </message>
</context>
<context>
    <name>ImportSheet</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen…</translation>
    </message>
    <message>
        <source>Folder of the workspace</source>
        <translation>Ordner des Arbeitsbereichs</translation>
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
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>%1 new · %2 changed · %3 removed</source>
        <translation>%1 neu · %2 geändert · %3 entfernt</translation>
    </message>
    <message>
        <source>Service id</source>
        <translation>Kennung des Dienstes</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Import %1</source>
        <comment>file or number of sources</comment>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>An import is running. Wait until it has finished, or cancel it.</source>
        <translation>Ein Import läuft. Warten Sie, bis er fertig ist, oder brechen Sie ihn ab.</translation>
    </message>
    <message>
        <source>Read: %1</source>
        <comment>numbers of new, changed and removed actions</comment>
        <translation>Gelesen: %1</translation>
    </message>
    <message>
        <source>Import every description in a folder</source>
        <translation>Alle Beschreibungen eines Ordners importieren</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Or a path or an http(s) address</source>
        <translation>Oder ein Pfad oder eine http(s)-Adresse</translation>
    </message>
    <message>
        <source>Path or address</source>
        <translation>Pfad oder Adresse</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>An address is fetched once, now; a redirect is followed on the same origin only.</source>
        <translation>Eine Adresse wird einmal geholt, jetzt; Weiterleitungen gelten nur innerhalb desselben Ursprungs.</translation>
    </message>
    <message>
        <source>A catalog lives in a workspace: a folder of YAML files that you can keep in git.</source>
        <translation>Ein Katalog lebt in einem Arbeitsbereich: einem Ordner mit YAML-Dateien, der in Git passt.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>There is a workspace in it; it will be opened.</source>
        <translation>Darin ist ein Arbeitsbereich; er wird geöffnet.</translation>
    </message>
    <message>
        <source>It will be made.</source>
        <translation>Er wird angelegt.</translation>
    </message>
    <message>
        <source>Opening the workspace…</source>
        <translation>Öffnet den Arbeitsbereich…</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Imports</translation>
    </message>
    <message>
        <source>You can close this and go on working. Cancelling leaves the catalog as it was.</source>
        <translation>Sie können dies schließen und weiterarbeiten. Abbrechen lässt den Katalog, wie er war.</translation>
    </message>
    <message>
        <source>Nothing is written yet.</source>
        <translation>Noch ist nichts geschrieben.</translation>
    </message>
    <message>
        <source>Nothing was written. What was imported before is untouched.</source>
        <translation>Nichts wurde geschrieben. Was vorher importiert war, ist unberührt.</translation>
    </message>
    <message>
        <source>Imported %1 in %2 s</source>
        <comment>actions, seconds</comment>
        <translation>%1 in %2 s importiert</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln Aktion</numerusform>
            <numerusform>%Ln Aktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>They are findable now, not callable.</source>
        <translation>Sie sind jetzt auffindbar, nicht aufrufbar.</translation>
    </message>
    <message>
        <source>This goes into the sample, a copy that is discarded when you close it.</source>
        <translation>Das geht in das Beispiel, eine Kopie, die beim Schließen verworfen wird.</translation>
    </message>
    <message>
        <source>Use a workspace of my own…</source>
        <translation>Einen eigenen Arbeitsbereich verwenden…</translation>
    </message>
    <message>
        <source>Lower-case letters, digits and dashes; actions are named after it</source>
        <translation>Kleinbuchstaben, Ziffern und Striche; Aktionen werden danach benannt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>number of services, formats</comment>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln Dienst</numerusform>
            <numerusform>%Ln Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>number of operations, what becomes of them</comment>
        <translation>%1 → %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operation(s)</source>
        <translation>
            <numerusform>%Ln Operation</numerusform>
            <numerusform>%Ln Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing to import in it.</source>
        <translation>Darin ist nichts zu importieren.</translation>
    </message>
    <message>
        <source>After the import they are findable, not callable.</source>
        <translation>Nach dem Import sind sie auffindbar, nicht aufrufbar.</translation>
    </message>
    <message>
        <source>Services of the import</source>
        <translation>Dienste des Imports</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Destructive</source>
        <translation>Zerstörend</translation>
    </message>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln Anmerkung</numerusform>
            <numerusform>%Ln Anmerkungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy notes</source>
        <translation>Anmerkungen kopieren</translation>
    </message>
    <message>
        <source>Notes of the import</source>
        <translation>Anmerkungen zum Import</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <comment>note, place</comment>
        <translation>%1, in %2</translation>
    </message>
    <message>
        <source>Choose something else</source>
        <translation>Etwas anderes wählen</translation>
    </message>
    <message>
        <source>Cancel the work</source>
        <translation>Arbeit abbrechen</translation>
    </message>
    <message>
        <source>Open and read</source>
        <translation>Öffnen und lesen</translation>
    </message>
    <message>
        <source>Make it and read</source>
        <translation>Anlegen und lesen</translation>
    </message>
    <message>
        <source>Show what needs review</source>
        <translation>Zeigen, was zu prüfen ist</translation>
    </message>
    <message>
        <source>OpenAPI 3.0 and 3.1 and Swagger 2, in JSON or YAML: single files, or a folder that is searched for them. Also folders with a CAPABILITY.yaml or a SKILL.md. Drop them anywhere in the window, or name them here.</source>
        <translation>OpenAPI 3.0 und 3.1 und Swagger 2, in JSON oder YAML: einzelne Dateien, oder ein Ordner, der danach durchsucht wird. Auch Ordner mit einer CAPABILITY.yaml oder SKILL.md. Sie lassen sich überall im Fenster ablegen oder hier nennen.</translation>
    </message>
</context>
<context>
    <name>IndexSection</name>
    <message>
        <source>The index is being built.</source>
        <translation>Der Index wird erstellt.</translation>
    </message>
    <message>
        <source>Open a workspace to see its index.</source>
        <translation>Öffnen Sie einen Arbeitsbereich, um seinen Index zu sehen.</translation>
    </message>
    <message>
        <source>Vectors unavailable: ranking by keywords only</source>
        <translation>Vektoren nicht verfügbar: Rangfolge nur nach Schlüsselwörtern</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Schlüsselwörter</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>none in use</source>
        <translation>keines in Gebrauch</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>being made; searches go on with words</source>
        <translation>werden erstellt; gesucht wird weiter mit Wörtern</translation>
    </message>
    <message>
        <source>Vectors are being made</source>
        <translation>Vektoren werden erstellt</translation>
    </message>
    <message>
        <source>Which words does the model hold to be near?</source>
        <translation>Welche Wörter hält das Modell für benachbart?</translation>
    </message>
    <message>
        <source>a word, for example remove</source>
        <translation>ein Wort, zum Beispiel remove</translation>
    </message>
    <message>
        <source>Word whose neighbours are shown</source>
        <translation>Wort, dessen Nachbarn gezeigt werden</translation>
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
    <name>LabDocument</name>
    <message>
        <source>Documentation of %1</source>
        <translation>Dokumentation von %1</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>required</source>
        <translation>nötig</translation>
    </message>
    <message>
        <source>%1, imported from %2</source>
        <translation>%1, importiert aus %2</translation>
    </message>
    <message>
        <source>Open in Catalog</source>
        <translation>Im Katalog öffnen</translation>
    </message>
</context>
<context>
    <name>LabExplanation</name>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Words of the query</source>
        <translation>Wörter der Anfrage</translation>
    </message>
    <message>
        <source>Parts of the score</source>
        <translation>Teile der Bewertung</translation>
    </message>
    <message>
        <source>Sum · passes the floor %1 by %2</source>
        <translation>Summe · über der Schwelle %1 um %2</translation>
    </message>
    <message>
        <source>Sum · below the floor %1 by %2</source>
        <translation>Summe · unter der Schwelle %1 um %2</translation>
    </message>
    <message>
        <source>The parts add up to the score, %1</source>
        <translation>Die Teile ergeben die Bewertung, %1</translation>
    </message>
    <message>
        <source>The parts do not add up to the score</source>
        <translation>Die Teile ergeben die Bewertung nicht</translation>
    </message>
</context>
<context>
    <name>LabExplanationPart</name>
    <message>
        <source>opened</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>zugeklappt</translation>
    </message>
</context>
<context>
    <name>LabFooter</name>
    <message numerus="yes">
        <source>GONE: %n result(s) of the baseline</source>
        <translation>
            <numerusform>WEG: %n Ergebnis des Vergleichs</numerusform>
            <numerusform>WEG: %n Ergebnisse des Vergleichs</numerusform>
        </translation>
    </message>
    <message>
        <source>opened</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>%1 (was #%2, %3)</source>
        <comment>action, rank, score</comment>
        <translation>%1 (war Nr. %2, %3)</translation>
    </message>
    <message>
        <source>Floor %1. What is below it is greyed: a search returns it to nobody.</source>
        <translation>Schwelle %1. Was darunter liegt, ist grau: eine Suche gibt es niemandem.</translation>
    </message>
    <message>
        <source>Floor %1 · %2 below it</source>
        <comment>floor of the score, number of actions</comment>
        <translation>Schwelle %1 · %2 darunter</translation>
    </message>
    <message>
        <source>Why isn’t X found?</source>
        <translation>Warum fehlt X?</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Hide what is below the floor</source>
        <translation>Verbergen, was unter der Schwelle liegt</translation>
    </message>
    <message>
        <source>Show what is below the floor</source>
        <translation>Zeigen, was unter der Schwelle liegt</translation>
    </message>
</context>
<context>
    <name>LabPage</name>
    <message>
        <source>Search Lab</source>
        <translation>Suchlabor</translation>
    </message>
    <message>
        <source>Explain the selected result</source>
        <translation>Das gewählte Ergebnis erklären</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>Hide what is below the floor</source>
        <translation>Verbergen, was unter der Schwelle liegt</translation>
    </message>
    <message>
        <source>Show what is below the floor</source>
        <translation>Zeigen, was unter der Schwelle liegt</translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n Ergebnis</numerusform>
            <numerusform>%n Ergebnisse</numerusform>
        </translation>
    </message>
    <message>
        <source>Type a task, for example “create an issue”</source>
        <translation>Aufgabe eingeben, zum Beispiel „create an issue“</translation>
    </message>
    <message>
        <source>Task to search for</source>
        <translation>Gesuchte Aufgabe</translation>
    </message>
    <message>
        <source>All services</source>
        <translation>Alle Dienste</translation>
    </message>
    <message>
        <source>Service to search in</source>
        <translation>Dienst, in dem gesucht wird</translation>
    </message>
    <message>
        <source>top %1</source>
        <translation>beste %1</translation>
    </message>
    <message>
        <source>Number of results</source>
        <translation>Zahl der Ergebnisse</translation>
    </message>
    <message>
        <source>Nothing to search yet</source>
        <translation>Noch nichts zu durchsuchen</translation>
    </message>
    <message>
        <source>What should an agent be able to do?</source>
        <translation>Was soll ein Agent können?</translation>
    </message>
    <message>
        <source>No action for “%1”</source>
        <translation>Keine Aktion für „%1“</translation>
    </message>
    <message>
        <source>The search could not be done</source>
        <translation>Die Suche war nicht möglich</translation>
    </message>
    <message>
        <source>Showing the previous index while a newer catalog is being indexed</source>
        <translation>Zeigt den vorigen Index, während ein neuerer Katalog indiziert wird</translation>
    </message>
    <message>
        <source>This workspace cannot be searched</source>
        <translation>Dieser Arbeitsbereich lässt sich nicht durchsuchen</translation>
    </message>
    <message>
        <source>Import a catalog or open the sample, then type a task to see which action a model would find, and why.</source>
        <translation>Importieren Sie einen Katalog oder öffnen Sie das Beispiel, dann geben Sie eine Aufgabe ein, um zu sehen, welche Aktion ein Modell fände, und warum.</translation>
    </message>
    <message>
        <source>Type a task in your own words. Some to start with:</source>
        <translation>Geben Sie eine Aufgabe in eigenen Worten ein. Einige zum Anfang:</translation>
    </message>
    <message>
        <source>Building the index</source>
        <translation>Baut den Index auf</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Search all services</source>
        <translation>Alle Dienste durchsuchen</translation>
    </message>
    <message>
        <source>Why this result</source>
        <translation>Warum dieses Ergebnis</translation>
    </message>
    <message>
        <source>Views of the selected result</source>
        <translation>Ansichten des gewählten Ergebnisses</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Doc</source>
        <translation>Doku</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Select a result to see how its score comes about.</source>
        <translation>Wählen Sie ein Ergebnis, um zu sehen, wie seine Bewertung zustande kommt.</translation>
    </message>
    <message>
        <source>Copied the explanation</source>
        <translation>Erklärung kopiert</translation>
    </message>
    <message>
        <source>Pinned %1 as baseline</source>
        <translation>%1 als Vergleich angeheftet</translation>
    </message>
    <message>
        <source>Close the tuning drawer</source>
        <translation>Abstimmung schließen</translation>
    </message>
    <message>
        <source>Tune the ranking</source>
        <translation>Rangfolge abstimmen</translation>
    </message>
    <message>
        <source>Pin the ranking as baseline</source>
        <translation>Rangfolge als Vergleich anheften</translation>
    </message>
    <message>
        <source>Back to the results</source>
        <translation>Zurück zu den Ergebnissen</translation>
    </message>
    <message>
        <source>Compare A and B on a query set</source>
        <translation>A und B auf einem Anfragensatz vergleichen</translation>
    </message>
    <message>
        <source>Save the ranking as a preset…</source>
        <translation>Rangfolge als Voreinstellung speichern …</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <translation>Zurücknehmen: %1</translation>
    </message>
    <message>
        <source>Take back the last change of the ranking</source>
        <translation>Letzte Änderung der Rangfolge zurücknehmen</translation>
    </message>
    <message>
        <source>Do again: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Do the change of the ranking again</source>
        <translation>Änderung der Rangfolge wiederholen</translation>
    </message>
    <message>
        <source>%1: judgement taken away</source>
        <translation>%1: Bewertung zurückgenommen</translation>
    </message>
    <message>
        <source>%1: judged %2</source>
        <translation>%1: mit %2 bewertet</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <comment>path of a file</comment>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Why isn’t an action found?</source>
        <translation>Warum wird eine Aktion nicht gefunden?</translation>
    </message>
    <message>
        <source>Try another description of the selected action…</source>
        <translation>Andere Beschreibung der gewählten Aktion erproben …</translation>
    </message>
    <message>
        <source>Vectors unavailable: ranking by keywords only</source>
        <translation>Vektoren nicht verfügbar: Rangfolge nur nach Schlüsselwörtern</translation>
    </message>
    <message>
        <source>Tried in B: %1</source>
        <translation>In B erprobt: %1</translation>
    </message>
    <message>
        <source>Added to the query set %1</source>
        <translation>Zum Anfragensatz %1 hinzugefügt</translation>
    </message>
    <message>
        <source>Save the synonym</source>
        <translation>Synonym speichern</translation>
    </message>
    <message>
        <source>From then on everybody’s searches here take the two words for the same. Saving can be undone.</source>
        <translation>Von da an nehmen alle Suchen hier die beiden Wörter für dasselbe. Das Speichern kann zurückgenommen werden.</translation>
    </message>
</context>
<context>
    <name>LabResultRow</name>
    <message>
        <source>floor %1</source>
        <translation>Schwelle %1</translation>
    </message>
    <message>
        <source>curated</source>
        <translation>kuratiert</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>veraltet</translation>
    </message>
</context>
<context>
    <name>LabRow</name>
    <message>
        <source>Service evidence</source>
        <translation>Hinweis durch den Dienst</translation>
    </message>
    <message>
        <source>Exact name</source>
        <translation>Genauer Name</translation>
    </message>
    <message>
        <source>Same words</source>
        <translation>Dieselben Wörter</translation>
    </message>
    <message>
        <source>Its name is the query.</source>
        <translation>Ihr Name ist die Anfrage.</translation>
    </message>
    <message>
        <source>Found in its %1: %2.</source>
        <extracomment>%1 fields of the action (&quot;name, tags&quot;), %2 words of the query</extracomment>
        <translation>Gefunden in %1: %2.</translation>
    </message>
    <message>
        <source>Its service speaks of this too.</source>
        <translation>Auch ihr Dienst spricht davon.</translation>
    </message>
    <message>
        <source>Not found in it: %1.</source>
        <translation>Nicht darin gefunden: %1.</translation>
    </message>
    <message>
        <source>not in this action</source>
        <translation>nicht in dieser Aktion</translation>
    </message>
    <message>
        <source>stop word</source>
        <translation>Stoppwort</translation>
    </message>
    <message>
        <source>counted once</source>
        <translation>einmal gezählt</translation>
    </message>
    <message>
        <source>in no action</source>
        <translation>in keiner Aktion</translation>
    </message>
    <message>
        <source>of a phrase that means something else</source>
        <translation>gehört zu einer Wendung, die etwas anderes bedeutet</translation>
    </message>
</context>
<context>
    <name>LabYaml</name>
    <message>
        <source>YAML of %1</source>
        <translation>YAML von %1</translation>
    </message>
</context>
<context>
    <name>LinkList</name>
    <message>
        <source>%1. %2</source>
        <comment>what there is, where the link leads</comment>
        <translation>%1. %2</translation>
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
    <name>MetricsStrip</name>
    <message>
        <source>Quality on a query set</source>
        <translation>Güte auf einem Anfragensatz</translation>
    </message>
    <message>
        <source>Query set to measure on</source>
        <translation>Anfragensatz, auf dem gemessen wird</translation>
    </message>
    <message>
        <source>Figures, being measured again</source>
        <translation>Kennzahlen, werden neu gemessen</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>No query set yet: import one on Benchmarks.</source>
        <translation>Noch kein Anfragensatz: Importieren Sie einen unter Messungen.</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen …</translation>
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
    <name>OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>The catalog could not be read</source>
        <translation>Der Katalog war nicht lesbar</translation>
    </message>
    <message>
        <source>The workspace cannot be read</source>
        <translation>Der Arbeitsbereich ist nicht lesbar</translation>
    </message>
    <message>
        <source>Search answers from the earlier index while the new one is built.</source>
        <translation>Die Suche antwortet aus dem früheren Index, während der neue entsteht.</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>Nichts zu zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be used; everything else is here.</source>
        <translation>
            <numerusform>%n Datei war nicht brauchbar; alles andere ist da.</numerusform>
            <numerusform>%n Dateien waren nicht brauchbar; alles andere ist da.</numerusform>
        </translation>
    </message>
    <message>
        <source>All figures but the index are current.</source>
        <translation>Alle Zahlen außer dem Index sind aktuell.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>See which</source>
        <translation>Zeigen, welche</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>in %1 · %2 curated</source>
        <comment>services, number</comment>
        <translation>in %1 · %2 kuratiert</translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln Dienst</numerusform>
            <numerusform>%Ln Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Fresh</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Building…</source>
        <translation>Im Aufbau…</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>age, size, terms</comment>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Search answers from the earlier one meanwhile.</source>
        <translation>Die Suche antwortet solange aus dem früheren.</translation>
    </message>
    <message>
        <source>Press to build it.</source>
        <translation>Drücken, um ihn aufzubauen.</translation>
    </message>
    <message>
        <source>Findable services</source>
        <translation>Auffindbare Dienste</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>findable services, services</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Tool search looks into all of them.</source>
        <translation>Die Werkzeugsuche sieht in alle.</translation>
    </message>
    <message numerus="yes">
        <source>%n off or locked</source>
        <translation>
            <numerusform>%n aus oder gesperrt</numerusform>
            <numerusform>%n aus oder gesperrt</numerusform>
        </translation>
    </message>
    <message>
        <source>Audit chain</source>
        <translation>Audit-Kette</translation>
    </message>
    <message>
        <source>Imports, toggles and risk edits are recorded.</source>
        <translation>Importe, Schalter und Risikoänderungen werden festgehalten.</translation>
    </message>
    <message>
        <source>Too long to check unasked; verify it on Audit.</source>
        <translation>Zu lang für eine Prüfung ungefragt; prüfen Sie sie unter Audit.</translation>
    </message>
    <message>
        <source>Tier mix</source>
        <translation>Verteilung der Stufen</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>Wartet auf Sie</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Sieht nach…</translation>
    </message>
    <message>
        <source>Nothing. Every tier is settled and everything is saved.</source>
        <translation>Nichts. Jede Stufe ist geklärt und alles gespeichert.</translation>
    </message>
    <message>
        <source>Lately</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Nothing has been recorded yet.</source>
        <translation>Noch wurde nichts festgehalten.</translation>
    </message>
    <message>
        <source>Try a search</source>
        <translation>Suche ausprobieren</translation>
    </message>
    <message>
        <source>See the ranking</source>
        <translation>Reihenfolge ansehen</translation>
    </message>
    <message>
        <source>Largest services</source>
        <translation>Größte Dienste</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln Aktion</numerusform>
            <numerusform>%Ln Aktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>Sample workspace · a scratch copy that goes away when it is closed</source>
        <translation>Beispiel-Arbeitsbereich · eine Wegwerfkopie, die beim Schließen verschwindet</translation>
    </message>
    <message>
        <source>Keep a copy…</source>
        <translation>Kopie behalten…</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>Nothing waits</source>
        <translation>Nichts wartet</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>approvals</comment>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message>
        <source>Catastrophic calls of agents wait here for you.</source>
        <translation>Katastrophale Aufrufe von Agenten warten hier auf Sie.</translation>
    </message>
    <message>
        <source>One is catastrophic. The first expires at %1.</source>
        <comment>a time of day</comment>
        <translation>Eine ist katastrophal. Die erste läuft um %1 ab.</translation>
    </message>
    <message>
        <source>The first expires at %1.</source>
        <comment>a time of day</comment>
        <translation>Die erste läuft um %1 ab.</translation>
    </message>
    <message>
        <source>Gateway</source>
        <translation>Gateway</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Could not start</source>
        <translation>Startete nicht</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln session(s)</source>
        <translation>
            <numerusform>%Ln Sitzung</numerusform>
            <numerusform>%Ln Sitzungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Start it to let agents search and call.</source>
        <translation>Starten Sie es, damit Agenten suchen und aufrufen können.</translation>
    </message>
    <message>
        <source>head %1…</source>
        <comment>hash of the last audit record</comment>
        <translation>Kopf %1…</translation>
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
    <message>
        <source>Approvals</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>Gateway</source>
        <translation>Gateway</translation>
    </message>
    <message>
        <source>Benchmarks</source>
        <translation>Messungen</translation>
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
    <message>
        <source>Closing the window while the gateway runs</source>
        <translation>Fenster schließen, während das Gateway läuft</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Symbol im Infobereich</translation>
    </message>
    <message>
        <source>Port of the gateway</source>
        <translation>Port des Gateways</translation>
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
    <message>
        <source>embedding</source>
        <translation>einbetten</translation>
    </message>
    <message>
        <source>linking</source>
        <translation>verknüpfen</translation>
    </message>
</context>
<context>
    <name>PresetReviewSheet</name>
    <message>
        <source>Save the configuration as a preset</source>
        <translation>Einstellung als Voreinstellung speichern</translation>
    </message>
    <message>
        <source>The file holds only what differs from the built-in preset. Saving can be undone.</source>
        <translation>Die Datei enthält nur, was von der eingebauten Voreinstellung abweicht. Speichern kann rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Speichert…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>This cannot be saved. Nothing was written.</source>
        <translation>Dies kann nicht gespeichert werden. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Everybody searches with this preset</source>
        <translation>Alle suchen mit dieser Voreinstellung</translation>
    </message>
    <message>
        <source>Saving it changes what agents find at once. Save under another name to try it first.</source>
        <translation>Speichern ändert sofort, was Agenten finden. Speichern Sie unter einem anderen Namen, um es erst zu erproben.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Name der Voreinstellung</translation>
    </message>
    <message>
        <source>Small letters, digits and hyphens</source>
        <translation>Kleinbuchstaben, Ziffern und Bindestriche</translation>
    </message>
    <message>
        <source>What it is for</source>
        <translation>Wofür sie ist</translation>
    </message>
    <message>
        <source>What the preset is for, one line</source>
        <translation>Wofür die Voreinstellung ist, eine Zeile</translation>
    </message>
    <message>
        <source>Write what was measured into the file as a comment</source>
        <translation>Gemessenes als Kommentar in die Datei schreiben</translation>
    </message>
    <message>
        <source>%1 · new file</source>
        <comment>path</comment>
        <translation>%1 · neue Datei</translation>
    </message>
    <message>
        <source>The file says this already: there is nothing to save.</source>
        <translation>Das steht bereits in der Datei: Es gibt nichts zu speichern.</translation>
    </message>
</context>
<context>
    <name>PresetsTable</name>
    <message>
        <source>preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>recall@5 in its service</source>
        <translation>recall@5 im Dienst</translation>
    </message>
    <message>
        <source>p50 ms</source>
        <translation>p50 ms</translation>
    </message>
    <message>
        <source>p95 ms</source>
        <translation>p95 ms</translation>
    </message>
    <message>
        <source>The catalog changed since this was measured.</source>
        <translation>Der Katalog hat sich seit der Messung geändert.</translation>
    </message>
    <message>
        <source>Query set %1 · measured on %2</source>
        <comment>name of a set, a machine</comment>
        <translation>Anfragensatz %1 · gemessen auf %2</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen …</translation>
    </message>
    <message>
        <source>Measure all presets</source>
        <translation>Alle Voreinstellungen messen</translation>
    </message>
    <message>
        <source>Progress and Cancel are in the jobs</source>
        <translation>Fortschritt und Abbrechen stehen bei den Aufträgen</translation>
    </message>
    <message>
        <source>The presets could not be measured</source>
        <translation>Die Voreinstellungen konnten nicht gemessen werden</translation>
    </message>
    <message>
        <source>No query set to compare on</source>
        <translation>Kein Anfragensatz zum Vergleichen</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>A query set says what should be found for which query. Import one on Benchmarks, or build one from the audit log.</source>
        <translation>Ein Anfragensatz sagt, was für welche Anfrage gefunden werden soll. Importieren Sie einen unter Messungen oder erstellen Sie einen aus dem Protokoll.</translation>
    </message>
    <message>
        <source>Every preset is measured on the chosen query set, on this catalog and this machine.</source>
        <translation>Jede Voreinstellung wird auf dem gewählten Anfragensatz gemessen, mit diesem Katalog auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Measuring every preset</source>
        <translation>Alle Voreinstellungen werden gemessen</translation>
    </message>
    <message>
        <source>Presets side by side</source>
        <translation>Voreinstellungen nebeneinander</translation>
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
    <name>QuerySetList</name>
    <message>
        <source>Query sets</source>
        <translation>Anfragensätze</translation>
    </message>
    <message>
        <source>%1 queries · %2 judgements · %3 without an answer · queries/%4</source>
        <translation>%1 Anfragen · %2 Bewertungen · %3 ohne Antwort · queries/%4</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>Measure…</source>
        <translation>Messen …</translation>
    </message>
    <message>
        <source>Measure %1</source>
        <translation>%1 messen</translation>
    </message>
</context>
<context>
    <name>QuerySetSheet</name>
    <message>
        <source>Import judged queries</source>
        <translation>Bewertete Anfragen importieren</translation>
    </message>
    <message>
        <source>Export %1</source>
        <comment>name of a query set</comment>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>Judged queries</source>
        <translation>Bewertete Anfragen</translation>
    </message>
    <message>
        <source>Judged queries (*.csv *.tsv *.qrels *.jsonl *.txt)</source>
        <translation>Bewertete Anfragen (*.csv *.tsv *.qrels *.jsonl *.txt)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>This could not be exported</source>
        <translation>Dies konnte nicht exportiert werden</translation>
    </message>
    <message>
        <source>This could not be imported. Nothing was written.</source>
        <translation>Dies konnte nicht importiert werden. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>A CSV with columns query, action, grade; TREC qrels with a file of queries; or a folder with queries.jsonl and qrels.tsv (BEIR). Judgements of actions that are not in the catalog are left out and counted.</source>
        <translation>Eine CSV-Datei mit den Spalten query, action, grade; TREC-Qrels mit einer Datei der Anfragen; oder ein Ordner mit queries.jsonl und qrels.tsv (BEIR). Bewertungen von Aktionen, die nicht im Katalog sind, werden ausgelassen und gezählt.</translation>
    </message>
    <message>
        <source>Judgements: file or folder</source>
        <translation>Bewertungen: Datei oder Ordner</translation>
    </message>
    <message>
        <source>File or folder with judgements</source>
        <translation>Datei oder Ordner mit Bewertungen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Browse for judgements</source>
        <translation>Nach Bewertungen suchen</translation>
    </message>
    <message>
        <source>Queries, when they are in a file of their own</source>
        <translation>Anfragen, wenn sie in einer eigenen Datei stehen</translation>
    </message>
    <message>
        <source>File with queries</source>
        <translation>Datei mit Anfragen</translation>
    </message>
    <message>
        <source>Browse for queries</source>
        <translation>Nach Anfragen suchen</translation>
    </message>
    <message>
        <source>Name of the set</source>
        <translation>Name des Satzes</translation>
    </message>
    <message>
        <source>from the file</source>
        <translation>aus der Datei</translation>
    </message>
    <message>
        <source>Take the place of a set of that name</source>
        <translation>Einen Satz dieses Namens ersetzen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>YAML (our own)</source>
        <translation>YAML (eigenes)</translation>
    </message>
    <message>
        <source>TREC qrels and topics</source>
        <translation>TREC-Qrels und -Topics</translation>
    </message>
    <message>
        <source>BEIR (queries.jsonl, qrels.tsv)</source>
        <translation>BEIR (queries.jsonl, qrels.tsv)</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder to write to</source>
        <translation>Zielordner</translation>
    </message>
</context>
<context>
    <name>QuitDialog</name>
    <message>
        <source>The gateway is running</source>
        <translation>Das Gateway läuft</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) would end, and agents could call nothing until it is started again.</source>
        <translation>
            <numerusform>%n Sitzung würde enden, und Agenten könnten nichts aufrufen, bis es wieder gestartet wird.</numerusform>
            <numerusform>%n Sitzungen würden enden, und Agenten könnten nichts aufrufen, bis es wieder gestartet wird.</numerusform>
        </translation>
    </message>
    <message>
        <source>Agents could call nothing until it is started again.</source>
        <translation>Agenten könnten nichts aufrufen, bis es wieder gestartet wird.</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>Anhalten und beenden</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Kept running, the window goes to the tray; its icon brings it back.</source>
        <translation>Läuft es weiter, geht das Fenster in den Infobereich; dessen Symbol holt es zurück.</translation>
    </message>
    <message>
        <source>Kept running, the window is minimised.</source>
        <translation>Läuft es weiter, wird das Fenster minimiert.</translation>
    </message>
    <message>
        <source>Do the same whenever the window is closed</source>
        <translation>Beim Schließen des Fensters immer so verfahren</translation>
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
    <message>
        <source>Approve</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Gateway</source>
        <translation>Gateway</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
</context>
<context>
    <name>RankList</name>
    <message>
        <source>Keys 0 to 3 judge, U takes the judgement away</source>
        <translation>Tasten 0 bis 3 bewerten, U nimmt die Bewertung zurück</translation>
    </message>
</context>
<context>
    <name>RankSlopes</name>
    <message>
        <source>not shown</source>
        <comment>of a result in a ranking</comment>
        <translation>nicht gezeigt</translation>
    </message>
    <message>
        <source>Right answers from A to B: %1</source>
        <comment>list of moves</comment>
        <translation>Richtige Antworten von A nach B: %1</translation>
    </message>
</context>
<context>
    <name>RiskConflicts</name>
    <message>
        <source>Changed by you and on disk</source>
        <translation>Von Ihnen und auf der Platte geändert</translation>
    </message>
    <message>
        <source>%1: when staged %2, on disk now %3, yours %4</source>
        <translation>%1: beim Vormerken %2, jetzt auf der Platte %3, Ihres %4</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation>Deren nehmen</translation>
    </message>
    <message>
        <source>Take theirs: %1</source>
        <translation>Deren nehmen: %1</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meines behalten</translation>
    </message>
    <message>
        <source>Keep mine: %1</source>
        <translation>Meines behalten: %1</translation>
    </message>
    <message>
        <source>When you staged it</source>
        <translation>Als Sie es vormerkten</translation>
    </message>
    <message>
        <source>On disk now</source>
        <translation>Jetzt auf der Platte</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>Ihres</translation>
    </message>
</context>
<context>
    <name>RiskImpact</name>
    <message>
        <source>Actions that move, by tier before and after</source>
        <translation>Aktionen, die wechseln, nach Stufe vorher und nachher</translation>
    </message>
    <message>
        <source>before ↓ after →</source>
        <translation>vorher ↓ nachher →</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 nach %3</translation>
    </message>
    <message>
        <source>Actions that move</source>
        <translation>Aktionen, die wechseln</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, von %2 nach %3</translation>
    </message>
</context>
<context>
    <name>RiskPage</name>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>%1 overrides · %2 disagreements · %3 staged</source>
        <translation>%1 Überschreibungen · %2 Widersprüche · %3 vorgemerkt</translation>
    </message>
    <message>
        <source>Review the staged changes</source>
        <translation>Vorgemerkte Änderungen durchsehen</translation>
    </message>
    <message>
        <source>Save the staged changes</source>
        <translation>Vorgemerkte Änderungen speichern</translation>
    </message>
    <message>
        <source>Propose tier read</source>
        <translation>Stufe Lesen vorschlagen</translation>
    </message>
    <message>
        <source>Propose tier write</source>
        <translation>Stufe Schreiben vorschlagen</translation>
    </message>
    <message>
        <source>Propose tier destructive</source>
        <translation>Stufe Zerstörend vorschlagen</translation>
    </message>
    <message>
        <source>Propose catastrophic (destructive, with an administrator&apos;s approval)</source>
        <translation>Katastrophal vorschlagen (zerstörend, mit Freigabe eines Administrators)</translation>
    </message>
    <message numerus="yes">
        <source>Review %n change(s)</source>
        <translation>
            <numerusform>%n Änderung durchsehen</numerusform>
            <numerusform>%n Änderungen durchsehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing staged</source>
        <translation>Nichts vorgemerkt</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation>Überschreibungen</translation>
    </message>
    <message>
        <source>Disagreements</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>Catastrophic</source>
        <translation>Katastrophal</translation>
    </message>
    <message>
        <source>Destructive</source>
        <translation>Zerstörend</translation>
    </message>
    <message>
        <source>Staged</source>
        <translation>Vorgemerkt</translation>
    </message>
    <message>
        <source>What to list</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Filter by action, path or note</source>
        <translation>Nach Aktion, Pfad oder Anmerkung filtern</translation>
    </message>
    <message>
        <source>No actions yet</source>
        <translation>Noch keine Aktionen</translation>
    </message>
    <message>
        <source>All tiers come from rules. Nothing is overridden.</source>
        <translation>Alle Stufen kommen aus Regeln. Nichts ist überschrieben.</translation>
    </message>
    <message>
        <source>Nothing is staged</source>
        <translation>Nichts ist vorgemerkt</translation>
    </message>
    <message>
        <source>Method, name, hints and overrides agree everywhere</source>
        <translation>Methode, Name, Hinweise und Überschreibungen stimmen überall überein</translation>
    </message>
    <message>
        <source>No action of this kind</source>
        <translation>Keine Aktion dieser Art</translation>
    </message>
    <message>
        <source>No action matches “%1”</source>
        <translation>Keine Aktion passt zu „%1“</translation>
    </message>
    <message>
        <source>The risk rules cannot be read</source>
        <translation>Die Risikoregeln sind nicht lesbar</translation>
    </message>
    <message>
        <source>Some catalogs could not be read</source>
        <translation>Einige Kataloge sind nicht lesbar</translation>
    </message>
    <message>
        <source>Tiers are being computed again</source>
        <translation>Stufen werden neu berechnet</translation>
    </message>
    <message>
        <source>Tiers of this workspace may not be changed</source>
        <translation>Stufen dieses Arbeitsbereichs dürfen nicht geändert werden</translation>
    </message>
    <message>
        <source>Import a catalog to see what its actions may do and why.</source>
        <translation>Importieren Sie einen Katalog, um zu sehen, was seine Aktionen dürfen und warum.</translation>
    </message>
    <message>
        <source>Select an action here or in Catalog and press R, W, D or C to propose another tier. Nothing is written before you reviewed it.</source>
        <translation>Wählen Sie hier oder im Katalog eine Aktion und drücken Sie R, W, D oder C, um eine andere Stufe vorzuschlagen. Nichts wird geschrieben, bevor Sie es durchgesehen haben.</translation>
    </message>
    <message>
        <source>The last good rules stay in force. Mend the file and refresh.</source>
        <translation>Die letzten guten Regeln bleiben in Kraft. Bessern Sie die Datei aus und frischen Sie auf.</translation>
    </message>
    <message>
        <source>Actions and their tiers</source>
        <translation>Aktionen und ihre Stufen</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Rules say</source>
        <translation>Regeln sagen</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Überschreibung</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>Path or note</source>
        <translation>Pfad oder Anmerkung</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Look at the disagreements</source>
        <translation>Widersprüche ansehen</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsehen</translation>
    </message>
    <message>
        <source>Why this tier</source>
        <translation>Warum diese Stufe</translation>
    </message>
    <message>
        <source>Look for changes on disk</source>
        <translation>Auf der Platte nach Änderungen sehen</translation>
    </message>
</context>
<context>
    <name>RiskProvenance</name>
    <message>
        <source>Select an action to see why it has its tier.</source>
        <translation>Wählen Sie eine Aktion, um zu sehen, warum sie ihre Stufe hat.</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>How it came about</source>
        <translation>Wie es dazu kam</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Propose another tier</source>
        <translation>Andere Stufe vorschlagen</translation>
    </message>
    <message>
        <source>Key %1</source>
        <translation>Taste %1</translation>
    </message>
    <message>
        <source>Propose %1, key %2</source>
        <translation>%1 vorschlagen, Taste %2</translation>
    </message>
    <message>
        <source>Staged</source>
        <translation>Vorgemerkt</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Reason, needed when the risk is lowered</source>
        <translation>Begründung, nötig, wenn das Risiko gesenkt wird</translation>
    </message>
    <message>
        <source>Reason for the change</source>
        <translation>Begründung der Änderung</translation>
    </message>
    <message>
        <source>Remove the override</source>
        <translation>Überschreibung entfernen</translation>
    </message>
    <message>
        <source>Open in Catalog</source>
        <translation>Im Katalog öffnen</translation>
    </message>
</context>
<context>
    <name>RiskReviewSheet</name>
    <message numerus="yes">
        <source>Review %n change(s)</source>
        <translation>
            <numerusform>%n Änderung durchsehen</numerusform>
            <numerusform>%n Änderungen durchsehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsehen</translation>
    </message>
    <message>
        <source>Lowering risk needs a reason.</source>
        <translation>Wer das Risiko senkt, muss es begründen.</translation>
    </message>
    <message>
        <source>Only the shown lines are written; comments and everything else stay as they are.</source>
        <translation>Nur die gezeigten Zeilen werden geschrieben; Kommentare und alles andere bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Copy summary</source>
        <translation>Zusammenfassung kopieren</translation>
    </message>
    <message>
        <source>Copied the summary</source>
        <translation>Zusammenfassung kopiert</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Speichert…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>A file changed on disk since this was planned. Nothing was written.</source>
        <translation>Eine Datei hat sich seit der Planung geändert. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>These changes cannot be made safely. Nothing was written.</source>
        <translation>Diese Änderungen sind nicht sicher möglich. Nichts wurde geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>Lowers the risk of %n action(s)</source>
        <translation>
            <numerusform>Senkt das Risiko von %n Aktion</numerusform>
            <numerusform>Senkt das Risiko von %n Aktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason for lowering it</source>
        <translation>Begründung der Senkung</translation>
    </message>
    <message>
        <source>Reason for lowering %1</source>
        <translation>Begründung der Senkung von %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Read the files again</source>
        <translation>Dateien neu lesen</translation>
    </message>
    <message>
        <source>Keep yours or take theirs first.</source>
        <translation>Behalten Sie zuerst Ihres oder nehmen Sie deren.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>action, why its change cannot be made</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>Leave out the change of %1</source>
        <translation>Die Änderung von %1 weglassen</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) changed on disk since the first change was staged</source>
        <translation>
            <numerusform>%n Datei wurde auf der Platte geändert, seit die erste Änderung vorgemerkt wurde</numerusform>
            <numerusform>%n Dateien wurden auf der Platte geändert, seit die erste Änderung vorgemerkt wurde</numerusform>
        </translation>
    </message>
    <message>
        <source>Your changes are planned on the files as they are now. Decide below where both changed the same override.</source>
        <translation>Ihre Änderungen sind auf den Dateien geplant, wie sie jetzt sind. Entscheiden Sie unten, wo beide dieselbe Überschreibung geändert haben.</translation>
    </message>
    <message>
        <source>Your changes still apply and are planned on the files as they are now. Look at both, then save.</source>
        <translation>Ihre Änderungen gelten weiter und sind auf den Dateien geplant, wie sie jetzt sind. Sehen Sie sich beides an und speichern Sie dann.</translation>
    </message>
    <message>
        <source>What you change</source>
        <translation>Was Sie ändern</translation>
    </message>
    <message>
        <source>What changed on disk</source>
        <translation>Was sich auf der Platte geändert hat</translation>
    </message>
    <message>
        <source>Which difference to show</source>
        <translation>Welcher Unterschied gezeigt wird</translation>
    </message>
    <message>
        <source>I have seen it</source>
        <translation>Gesehen</translation>
    </message>
</context>
<context>
    <name>RiskStep</name>
    <message>
        <source>%1. %2: %3, %4</source>
        <comment>step, rule, detail, outcome</comment>
        <translation>%1. %2: %3, %4</translation>
    </message>
    <message>
        <source>near miss</source>
        <translation>knapp verfehlt</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>stimmt zu</translation>
    </message>
    <message>
        <source>overruled</source>
        <translation>überstimmt</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>Begründung: %1</translation>
    </message>
</context>
<context>
    <name>RunList</name>
    <message>
        <source>Runs, newest first</source>
        <translation>Läufe, neueste zuerst</translation>
    </message>
    <message>
        <source>Delete removes a run</source>
        <translation>Entf löscht einen Lauf</translation>
    </message>
    <message>
        <source>gates hold</source>
        <translation>Schranken halten</translation>
    </message>
    <message>
        <source>a gate fails</source>
        <translation>eine Schranke hält nicht</translation>
    </message>
</context>
<context>
    <name>RunReport</name>
    <message>
        <source>%1, %2 queries: recall@5 %3, nDCG@5 %4</source>
        <extracomment>a group of queries, how many, recall@5, nDCG@5</extracomment>
        <translation>%1, %2 Anfragen: recall@5 %3, nDCG@5 %4</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation>Voreinstellung %1</translation>
    </message>
    <message>
        <source>vectors %1</source>
        <translation>Vektoren %1</translation>
    </message>
    <message>
        <source>keywords only</source>
        <translation>nur Schlüsselwörter</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message numerus="yes">
        <source>%n query(s) were not measured.</source>
        <translation>
            <numerusform>%n Anfrage wurde nicht gemessen.</numerusform>
            <numerusform>%n Anfragen wurden nicht gemessen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2, interval %3</source>
        <extracomment>a metric, its value and interval</extracomment>
        <translation>%1 %2, Intervall %3</translation>
    </message>
    <message>
        <source>not in the first 100</source>
        <translation>nicht unter den ersten 100</translation>
    </message>
    <message>
        <source>%1: nDCG@10 %2, first right answer %3, right would be %4</source>
        <extracomment>a query, nDCG@10, rank of the first right answer, the right answers</extracomment>
        <translation>%1: nDCG@10 %2, erste richtige Antwort %3, richtig wäre %4</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>hält</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>hält nicht</translation>
    </message>
</context>
<context>
    <name>RunReportView</name>
    <message>
        <source>Report of the run</source>
        <translation>Bericht des Laufs</translation>
    </message>
    <message>
        <source>Select a run to read its report.</source>
        <translation>Wählen Sie einen Lauf, um seinen Bericht zu lesen.</translation>
    </message>
    <message>
        <source>Report of %1</source>
        <translation>Bericht zu %1</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Not everything was measured</source>
        <translation>Nicht alles wurde gemessen</translation>
    </message>
    <message>
        <source>nDCG@10 of the last %1 runs on these sets: %2</source>
        <comment>number, list of values</comment>
        <translation>nDCG@10 der letzten %1 Läufe auf diesen Sätzen: %2</translation>
    </message>
    <message>
        <source>nDCG@10, last runs</source>
        <translation>nDCG@10, letzte Läufe</translation>
    </message>
    <message numerus="yes">
        <source>Gates: %n fail(s)</source>
        <translation>
            <numerusform>Schranken: %n hält nicht</numerusform>
            <numerusform>Schranken: %n halten nicht</numerusform>
        </translation>
    </message>
    <message>
        <source>Gates hold</source>
        <translation>Schranken halten</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>gemessen %1</translation>
    </message>
    <message>
        <source>Metrics, with 95 % intervals</source>
        <translation>Kennzahlen mit 95-%-Intervallen</translation>
    </message>
    <message>
        <source>in its service %1</source>
        <comment>a metric within the right service</comment>
        <translation>im Dienst %1</translation>
    </message>
    <message>
        <source>By tier of the right answer</source>
        <translation>Nach Stufe der richtigen Antwort</translation>
    </message>
    <message>
        <source>By service</source>
        <translation>Nach Dienst</translation>
    </message>
    <message>
        <source>By length of the query</source>
        <translation>Nach Länge der Anfrage</translation>
    </message>
    <message>
        <source>Hardest queries</source>
        <translation>Schwerste Anfragen</translation>
    </message>
    <message>
        <source>Opens it in Search Lab</source>
        <translation>Öffnet sie im Suchlabor</translation>
    </message>
    <message>
        <source>Latency of one search</source>
        <translation>Dauer einer Suche</translation>
    </message>
    <message>
        <source>Searches by how long they took</source>
        <translation>Suchen nach Dauer</translation>
    </message>
</context>
<context>
    <name>RunSheet</name>
    <message>
        <source>Measure query sets</source>
        <translation>Anfragensätze messen</translation>
    </message>
    <message>
        <source>It runs as a job; the run is kept in the history.</source>
        <translation>Läuft als Auftrag; der Lauf bleibt im Verlauf.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>The one in force</source>
        <translation>Die in Kraft ist</translation>
    </message>
    <message>
        <source>Preset to measure</source>
        <translation>Zu messende Voreinstellung</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>for example “before the new descriptions”</source>
        <translation>zum Beispiel „vor den neuen Beschreibungen“</translation>
    </message>
    <message>
        <source>Query sets</source>
        <translation>Anfragensätze</translation>
    </message>
    <message>
        <source>Only a preview: 50 queries of each set</source>
        <translation>Nur eine Vorschau: 50 Anfragen je Satz</translation>
    </message>
</context>
<context>
    <name>SavingView</name>
    <message>
        <source>What discovery saves</source>
        <translation>Was das Entdecken spart</translation>
    </message>
    <message>
        <source>This could not be counted</source>
        <translation>Das konnte nicht gezählt werden</translation>
    </message>
    <message>
        <source>Not counted yet</source>
        <translation>Noch nicht gezählt</translation>
    </message>
    <message>
        <source>Every action’s schema is read and counted as a tool.</source>
        <translation>Das Schema jeder Aktion wird gelesen und als Werkzeug gezählt.</translation>
    </message>
    <message>
        <source>Counting tokens</source>
        <translation>Tokens werden gezählt</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>The catalog changed since this was counted</source>
        <translation>Der Katalog hat sich seit dem Zählen geändert</translation>
    </message>
    <message>
        <source>In tokens, as characters / 4 of what a client is sent. Actions are taken evenly over this catalog. Discovery is the meta-tools, one search response, and one activated action.</source>
        <translation>In Tokens, als Zeichen / 4 dessen, was einem Client gesendet wird. Die Aktionen sind gleichmäßig über diesen Katalog genommen. Entdecken heißt: die Meta-Werkzeuge, eine Suchantwort und eine aktivierte Aktion.</translation>
    </message>
    <message>
        <source>Tokens by number of actions</source>
        <translation>Tokens nach Zahl der Aktionen</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>all listed</source>
        <translation>alle gelistet</translation>
    </message>
    <message>
        <source>meta-tools</source>
        <translation>Meta-Werkzeuge</translation>
    </message>
    <message>
        <source>one search</source>
        <translation>eine Suche</translation>
    </message>
    <message>
        <source>one activated</source>
        <translation>eine aktivierte</translation>
    </message>
    <message>
        <source>discovery</source>
        <translation>Entdecken</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespart</translation>
    </message>
    <message>
        <source>Count again</source>
        <translation>Neu zählen</translation>
    </message>
    <message>
        <source>above: all listed, below: discovery</source>
        <translation>oben: alle gelistet, unten: Entdecken</translation>
    </message>
</context>
<context>
    <name>ScoreBar</name>
    <message>
        <source>%1 %2</source>
        <extracomment>part of a score and its value: &quot;keywords 0.41&quot;</extracomment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>ScoreLegend</name>
    <message>
        <source>Parts of the bars: %1</source>
        <translation>Teile der Balken: %1</translation>
    </message>
</context>
<context>
    <name>ScrollBar</name>
    <message>
        <source>Scroll up and down</source>
        <translation>Auf und ab rollen</translation>
    </message>
    <message>
        <source>Scroll to the sides</source>
        <translation>Zu den Seiten rollen</translation>
    </message>
</context>
<context>
    <name>ServiceConnections</name>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>None: calls to this service go out without a credential.</source>
        <translation>Keine: Aufrufe an diesen Dienst gehen ohne Zugangsdaten hinaus.</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a connection, its state</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Another secret for %1</source>
        <translation>Ein anderes Geheimnis für %1</translation>
    </message>
    <message>
        <source>Secret for %1</source>
        <translation>Geheimnis für %1</translation>
    </message>
    <message>
        <source>A secret: into the keychain, or encrypted where there is none</source>
        <translation>Ein Geheimnis: in den Schlüsselbund, oder verschlüsselt, wo es keinen gibt</translation>
    </message>
</context>
<context>
    <name>ServiceInspector</name>
    <message>
        <source>%1: %2</source>
        <comment>label, value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Choose a service to see where it comes from, what it holds and what it costs.</source>
        <translation>Wählen Sie einen Dienst, um zu sehen, woher er kommt, was er enthält und was er kostet.</translation>
    </message>
    <message>
        <source>Details of %1</source>
        <translation>Einzelheiten zu %1</translation>
    </message>
    <message>
        <source>Find more by tool search</source>
        <translation>Mehr durch Werkzeugsuche finden</translation>
    </message>
    <message>
        <source>Locked: the environment variable DYNAMIC_DISCOVERY_DISABLED_SERVICES names this service. Remove it there to decide here.</source>
        <translation>Gesperrt: die Umgebungsvariable DYNAMIC_DISCOVERY_DISABLED_SERVICES nennt diesen Dienst. Entfernen Sie ihn dort, um hier zu entscheiden.</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln action(s)</source>
        <translation>
            <numerusform>%Ln Aktion zeigen</numerusform>
            <numerusform>%Ln Aktionen zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Import again…</source>
        <translation>Neu importieren…</translation>
    </message>
    <message>
        <source>Open hand-written file</source>
        <translation>Handgeschriebene Datei öffnen</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>%1 curated, %2 long-tail</source>
        <translation>%1 kuratiert, %2 Long-Tail</translation>
    </message>
    <message>
        <source>Always-on cost</source>
        <translation>Ständige Kosten</translation>
    </message>
    <message>
        <source>None: nothing is curated, so nothing is always listed.</source>
        <translation>Keine: nichts ist kuratiert, also steht nichts ständig auf der Liste.</translation>
    </message>
    <message>
        <source>Being counted…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <source>≈ %1 tokens: name, description and schema of the curated actions, a quarter of their characters</source>
        <translation>≈ %1 Token: Name, Beschreibung und Schema der kuratierten Aktionen, ein Viertel ihrer Zeichen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Format and version</source>
        <translation>Format und Version</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Last import</source>
        <translation>Letzter Import</translation>
    </message>
    <message>
        <source>SHA-256 of the description</source>
        <translation>SHA-256 der Beschreibung</translation>
    </message>
    <message>
        <source>Hand-written file</source>
        <translation>Handgeschriebene Datei</translation>
    </message>
</context>
<context>
    <name>ServicePins</name>
    <message>
        <source>Waiting to be accepted (%1)</source>
        <translation>Wartet auf Annahme (%1)</translation>
    </message>
    <message>
        <source>Changed upstream %1; calls are blocked.</source>
        <comment>how long ago</comment>
        <translation>Beim Anbieter %1 geändert; Aufrufe sind gesperrt.</translation>
    </message>
    <message>
        <source>It was called %1.</source>
        <translation>Sie hieß %1.</translation>
    </message>
    <message>
        <source>Its texts are withheld from models:</source>
        <translation>Ihre Texte werden Modellen vorenthalten:</translation>
    </message>
    <message>
        <source>Whole difference</source>
        <translation>Ganzer Unterschied</translation>
    </message>
    <message>
        <source>Accept…</source>
        <translation>Annehmen …</translation>
    </message>
    <message>
        <source>Accept %1…</source>
        <translation>%1 annehmen …</translation>
    </message>
    <message>
        <source>Accept %1</source>
        <comment>an action</comment>
        <translation>%1 annehmen</translation>
    </message>
    <message>
        <source>From now on agents may call it as it is now, by the rules of its tier. It cannot be taken back here; a rule can deny it.</source>
        <translation>Von jetzt an dürfen Agenten sie so aufrufen, wie sie jetzt ist, nach den Regeln ihrer Stufe. Das lässt sich hier nicht zurücknehmen; eine Regel kann sie verweigern.</translation>
    </message>
    <message>
        <source>From now on models get to see these texts. It cannot be taken back here.</source>
        <translation>Von jetzt an bekommen Modelle diese Texte zu sehen. Das lässt sich hier nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Keep it blocked</source>
        <translation>Gesperrt lassen</translation>
    </message>
    <message>
        <source>Keep them withheld</source>
        <translation>Weiter vorenthalten</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
</context>
<context>
    <name>ServicesPage</name>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>%1 · %2 findable</source>
        <comment>services, how many of them can be found</comment>
        <translation>%1 · %2 auffindbar</translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln Dienst</numerusform>
            <numerusform>%Ln Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>%1 is locked by the environment variable DYNAMIC_DISCOVERY_DISABLED_SERVICES</source>
        <translation>%1 ist durch die Umgebungsvariable DYNAMIC_DISCOVERY_DISABLED_SERVICES gesperrt</translation>
    </message>
    <message>
        <source>Switch tool search for the service on or off</source>
        <translation>Werkzeugsuche des Dienstes ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Show the actions of the service</source>
        <translation>Aktionen des Dienstes zeigen</translation>
    </message>
    <message>
        <source>Import the service again from its source</source>
        <translation>Dienst aus seiner Quelle neu importieren</translation>
    </message>
    <message>
        <source>Filter, for example state:off or harbor</source>
        <translation>Filter, zum Beispiel state:off oder harbor</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>rows shown, rows in all</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No services yet</source>
        <translation>Noch keine Dienste</translation>
    </message>
    <message>
        <source>No match for %1</source>
        <translation>Nichts passt zu %1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be used; every other service is fine.</source>
        <translation>
            <numerusform>%n Datei war nicht brauchbar; alle anderen Dienste sind in Ordnung.</numerusform>
            <numerusform>%n Dateien waren nicht brauchbar; alle anderen Dienste sind in Ordnung.</numerusform>
        </translation>
    </message>
    <message>
        <source>Search still answers from the earlier index while the new one is built.</source>
        <translation>Die Suche antwortet noch aus dem früheren Index, während der neue entsteht.</translation>
    </message>
    <message>
        <source>The services could not be read</source>
        <translation>Die Dienste waren nicht lesbar</translation>
    </message>
    <message>
        <source>The workspace cannot be read</source>
        <translation>Der Arbeitsbereich ist nicht lesbar</translation>
    </message>
    <message>
        <source>A service is what an imported description becomes: its actions, and a switch that decides whether a search may find them.</source>
        <translation>Ein Dienst ist, was aus einer importierten Beschreibung wird: seine Aktionen und ein Schalter, der entscheidet, ob eine Suche sie finden darf.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s) are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln Dienst ist vom Filter verborgen.</numerusform>
            <numerusform>%Ln Dienste sind vom Filter verborgen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Open sample catalog</source>
        <translation>Beispielkatalog öffnen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>service, what is wrong</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Curated</source>
        <translation>Kuratiert</translation>
    </message>
    <message>
        <source>Long-tail</source>
        <translation>Long-Tail</translation>
    </message>
    <message>
        <source>Always-on cost</source>
        <translation>Ständige Kosten</translation>
    </message>
    <message>
        <source>Last import</source>
        <translation>Letzter Import</translation>
    </message>
    <message>
        <source>Find more by tool search</source>
        <translation>Mehr durch Werkzeugsuche finden</translation>
    </message>
    <message>
        <source>Find more of %1 by tool search</source>
        <translation>Mehr von %1 durch Werkzeugsuche finden</translation>
    </message>
    <message>
        <source>Off, locked</source>
        <translation>Aus, gesperrt</translation>
    </message>
    <message>
        <source>%1 · %2 curated · %3 long-tail · always-on cost %4</source>
        <comment>sums of the rows shown</comment>
        <translation>%1 · %2 kuratiert · %3 Long-Tail · ständige Kosten %4</translation>
    </message>
    <message>
        <source>≈ %1 tokens</source>
        <translation>≈ %1 Token</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Turning this on changes what a search can find. Calling still needs activation and, by tier, confirmation or approval.</source>
        <translation>Das Einschalten ändert, was eine Suche findet. Ein Aufruf braucht weiterhin Aktivierung und, je nach Stufe, Bestätigung oder Freigabe.</translation>
    </message>
    <message>
        <source>Details of the service</source>
        <translation>Einzelheiten des Dienstes</translation>
    </message>
    <message>
        <source>The secret of %1 is stored</source>
        <comment>name of a connection</comment>
        <translation>Das Geheimnis von %1 ist gespeichert</translation>
    </message>
    <message>
        <source>%1 is accepted</source>
        <comment>name of an action</comment>
        <translation>%1 ist angenommen</translation>
    </message>
    <message>
        <source>Nothing of MCP servers can be called: what was accepted of them cannot be read.</source>
        <translation>Nichts von MCP-Servern kann aufgerufen werden: Was von ihnen angenommen wurde, ist nicht lesbar.</translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) changed upstream for the worse and are blocked until somebody accepts the change.</source>
        <translation>
            <numerusform>%n Aktion hat sich beim Anbieter zum Riskanteren geändert und ist gesperrt, bis jemand die Änderung annimmt.</numerusform>
            <numerusform>%n Aktionen haben sich beim Anbieter zum Riskanteren geändert und sind gesperrt, bis jemand die Änderung annimmt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show %1</source>
        <comment>a service</comment>
        <translation>%1 zeigen</translation>
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
    <message>
        <source>Tokens of the gateway</source>
        <translation>Token des Gateways</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Gateway</source>
        <translation>Gateway</translation>
    </message>
    <message>
        <source>Closing the window while the gateway runs</source>
        <translation>Fenster schließen, während das Gateway läuft</translation>
    </message>
    <message>
        <source>Kept running, it waits in the tray, or minimised where the desktop has none.</source>
        <translation>Läuft es weiter, wartet das Fenster im Infobereich oder, wo es keinen gibt, minimiert.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>Anhalten und beenden</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Symbol im Infobereich</translation>
    </message>
    <message>
        <source>Shows how the gateway is and how many approvals wait.</source>
        <translation>Zeigt, wie es dem Gateway geht und wie viele Freigaben warten.</translation>
    </message>
    <message>
        <source>This desktop shows no tray icons now.</source>
        <translation>Diese Arbeitsumgebung zeigt zurzeit keine Symbole im Infobereich.</translation>
    </message>
    <message>
        <source>While the gateway runs</source>
        <translation>Während das Gateway läuft</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Port of the gateway</source>
        <translation>Port des Gateways</translation>
    </message>
    <message>
        <source>On this computer only (127.0.0.1), from the next start on; 0 takes a free one each time.</source>
        <translation>Nur auf diesem Rechner (127.0.0.1), ab dem nächsten Start; 0 nimmt jedes Mal einen freien.</translation>
    </message>
    <message>
        <source>Index and model</source>
        <translation>Index und Modell</translation>
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
    <message>
        <source>Show the history of changes</source>
        <translation>Verlauf der Änderungen zeigen</translation>
    </message>
    <message>
        <source>Keep a copy of the sample…</source>
        <translation>Kopie des Beispiels behalten…</translation>
    </message>
    <message>
        <source>Keep a copy of the workspace…</source>
        <translation>Kopie des Arbeitsbereichs behalten…</translation>
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
    <name>Signals</name>
    <message>
        <source>Keywords</source>
        <translation>Schlüsselwörter</translation>
    </message>
    <message>
        <source>Parts of the query</source>
        <translation>Teile der Anfrage</translation>
    </message>
    <message>
        <source>Thesaurus</source>
        <translation>Thesaurus</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Nearest meaning</source>
        <translation>Nächste Bedeutung</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Verb and method</source>
        <translation>Verb und Methode</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>Abdeckung</translation>
    </message>
</context>
<context>
    <name>StagedBar</name>
    <message>
        <source>Selected and staged</source>
        <translation>Gewählt und vorgemerkt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln gewählt</numerusform>
            <numerusform>%Ln gewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Set the tier of the selected actions</source>
        <translation>Stufe der gewählten Aktionen setzen</translation>
    </message>
    <message>
        <source>Set tier…</source>
        <translation>Stufe setzen…</translation>
    </message>
    <message>
        <source>Copy ids</source>
        <translation>Kennungen kopieren</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Lowering risk needs a reason: %1</source>
        <translation>Wer das Risiko senkt, muss es begründen: %1</translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsehen</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Speichert…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
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
    <message>
        <source>What was read before stays as it is. Try again; what failed is listed in the jobs (Ctrl+J).</source>
        <translation>Was vorher gelesen wurde, bleibt wie es ist. Versuchen Sie es noch einmal; was fehlschlug, steht bei den Vorgängen (Strg+J).</translation>
    </message>
    <message>
        <source>The files may not be read or changed by this user. Mend their permissions, then try again; the other pages go on working.</source>
        <translation>Die Dateien dürfen von diesem Benutzer nicht gelesen oder geändert werden. Berichtigen Sie die Rechte und versuchen Sie es dann noch einmal; die anderen Seiten arbeiten weiter.</translation>
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
    <message numerus="yes">
        <source>%n change(s)</source>
        <comment>steps in the history</comment>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>History: %1</source>
        <translation>Verlauf: %1</translation>
    </message>
    <message>
        <source>Audit: %1</source>
        <comment>whether the log is whole</comment>
        <translation>Audit: %1</translation>
    </message>
</context>
<context>
    <name>TableHeader</name>
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
</context>
<context>
    <name>TableRow</name>
    <message>
        <source>%1: %2</source>
        <comment>column, value</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>TierChip</name>
    <message>
        <source>%1, needs an administrator&apos;s approval</source>
        <translation>%1, braucht die Freigabe eines Administrators</translation>
    </message>
    <message>
        <source> (not saved yet)</source>
        <translation> (noch nicht gespeichert)</translation>
    </message>
</context>
<context>
    <name>TierMixBar</name>
    <message>
        <source>Tier mix: %1 read, %2 write, %3 destructive, %4 catastrophic</source>
        <translation>Verteilung: %1 Lesen, %2 Schreiben, %3 Zerstörend, %4 Katastrophal</translation>
    </message>
    <message>
        <source>%1: %2 actions</source>
        <comment>tier, number</comment>
        <translation>%1: %2 Aktionen</translation>
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
    <name>Tile</name>
    <message>
        <source>%1: %2. Press to try again.</source>
        <comment>tile, what went wrong</comment>
        <translation>%1: %2. Drücken für einen neuen Versuch.</translation>
    </message>
    <message>
        <source>%1: being counted</source>
        <comment>tile</comment>
        <translation>%1: wird gezählt</translation>
    </message>
    <message>
        <source>Not available</source>
        <translation>Nicht verfügbar</translation>
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
    <name>TokensSection</name>
    <message>
        <source>The token %1 is revoked</source>
        <comment>its name</comment>
        <translation>Das Token %1 ist widerrufen</translation>
    </message>
    <message>
        <source>A client of the gateway shows one of these. Only its hash is kept. Agents and developers run actions and decide nothing; approvers decide and run nothing.</source>
        <translation>Ein Client des Gateways zeigt eines davon vor. Nur sein Hash wird aufbewahrt. Agenten und Entwickler führen Aktionen aus und entscheiden nichts; Freigebende entscheiden und führen nichts aus.</translation>
    </message>
    <message>
        <source>Open a workspace to see and make its tokens.</source>
        <translation>Öffnen Sie einen Arbeitsbereich, um seine Token zu sehen und zu erstellen.</translation>
    </message>
    <message>
        <source>Name of a new token</source>
        <translation>Name eines neuen Tokens</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Developer</source>
        <translation>Entwickler</translation>
    </message>
    <message>
        <source>Approver</source>
        <translation>Freigebender</translation>
    </message>
    <message>
        <source>Administrator</source>
        <translation>Administrator</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Activated tools appear</source>
        <translation>Aktivierte Werkzeuge erscheinen</translation>
    </message>
    <message>
        <source>The list never changes</source>
        <translation>Die Liste ändert sich nie</translation>
    </message>
    <message>
        <source>How the list of tools behaves</source>
        <translation>Wie sich die Werkzeugliste verhält</translation>
    </message>
    <message>
        <source>Create token</source>
        <translation>Token erstellen</translation>
    </message>
    <message>
        <source>This is the token. It is shown only now: copy it to where the client keeps it.</source>
        <translation>Das ist das Token. Es wird nur jetzt gezeigt: Kopieren Sie es dorthin, wo der Client es aufbewahrt.</translation>
    </message>
    <message>
        <source>The new token</source>
        <translation>Das neue Token</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>There is no token yet: nobody can connect over the network.</source>
        <translation>Es gibt noch kein Token: Niemand kann sich über das Netz verbinden.</translation>
    </message>
    <message>
        <source>made %1</source>
        <comment>an age, as in: made 3 days ago</comment>
        <translation>erstellt %1</translation>
    </message>
    <message>
        <source>revoked</source>
        <translation>widerrufen</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Revoke the token %1: its clients are turned away at once</source>
        <translation>Das Token %1 widerrufen: Seine Clients werden sofort abgewiesen</translation>
    </message>
    <message>
        <source>Show revoked and expired ones (%1)</source>
        <translation>Widerrufene und abgelaufene zeigen (%1)</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Gateway: running, no new activations</source>
        <translation>Gateway: läuft, keine neuen Aktivierungen</translation>
    </message>
    <message>
        <source>Gateway: running at %1</source>
        <comment>an address</comment>
        <translation>Gateway: läuft auf %1</translation>
    </message>
    <message>
        <source>Gateway: could not start</source>
        <translation>Gateway: konnte nicht starten</translation>
    </message>
    <message>
        <source>Gateway: starting</source>
        <translation>Gateway: startet</translation>
    </message>
    <message>
        <source>Gateway: stopping</source>
        <translation>Gateway: hält an</translation>
    </message>
    <message>
        <source>Gateway: stopped</source>
        <translation>Gateway: angehalten</translation>
    </message>
    <message>
        <source>No approvals waiting</source>
        <translation>Keine Freigabe wartet</translation>
    </message>
    <message numerus="yes">
        <source>%n approval(s) waiting…</source>
        <translation>
            <numerusform>%n Freigabe wartet …</numerusform>
            <numerusform>%n Freigaben warten …</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – Actionscope</source>
        <comment>window title, name of the workspace</comment>
        <translation>%1 – Actionscope</translation>
    </message>
    <message>
        <source>Open Actionscope</source>
        <translation>Actionscope öffnen</translation>
    </message>
    <message>
        <source>Start the gateway</source>
        <translation>Gateway starten</translation>
    </message>
    <message>
        <source>Allow new activations</source>
        <translation>Neue Aktivierungen erlauben</translation>
    </message>
    <message>
        <source>Pause new activations</source>
        <translation>Neue Aktivierungen aussetzen</translation>
    </message>
    <message>
        <source>Stop the gateway</source>
        <translation>Gateway anhalten</translation>
    </message>
    <message>
        <source>Stop the gateway and quit</source>
        <translation>Gateway anhalten und beenden</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>TuningDrawer</name>
    <message>
        <source>Tuning</source>
        <translation>Abstimmung</translation>
    </message>
    <message>
        <source>Preset that is tried</source>
        <translation>Erprobte Voreinstellung</translation>
    </message>
    <message>
        <source>Baseline: %1, the same so far</source>
        <translation>Vergleich: %1, bisher gleich</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>Vergleich: %1</translation>
    </message>
    <message>
        <source>No baseline pinned</source>
        <translation>Kein Vergleich angeheftet</translation>
    </message>
    <message>
        <source>Pin this instead</source>
        <translation>Stattdessen dies anheften</translation>
    </message>
    <message>
        <source>Pin as baseline</source>
        <translation>Als Vergleich anheften</translation>
    </message>
    <message>
        <source>Unpin the baseline</source>
        <translation>Vergleich lösen</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <translation>Zurücknehmen: %1</translation>
    </message>
    <message>
        <source>Take back the last change of the ranking</source>
        <translation>Letzte Änderung der Rangfolge zurücknehmen</translation>
    </message>
    <message>
        <source>Do again: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Do the change of the ranking again</source>
        <translation>Änderung der Rangfolge wiederholen</translation>
    </message>
    <message>
        <source>Reset to baseline</source>
        <translation>Auf den Vergleich zurücksetzen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Save configuration…</source>
        <translation>Einstellung speichern …</translation>
    </message>
    <message>
        <source>Close the tuning drawer</source>
        <translation>Abstimmung schließen</translation>
    </message>
</context>
<context>
    <name>TuningSlider</name>
    <message>
        <source>%1 Baseline %2.</source>
        <comment>what a slider does; value of the baseline</comment>
        <translation>%1 Vergleich %2.</translation>
    </message>
    <message>
        <source>%1, number</source>
        <comment>name of a slider</comment>
        <translation>%1, Zahl</translation>
    </message>
</context>
<context>
    <name>UpstreamServers</name>
    <message>
        <source>Upstream MCP servers</source>
        <translation>Vorgelagerte MCP-Server</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n Werkzeug</numerusform>
            <numerusform>%n Werkzeuge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>started again %n time(s)</source>
        <translation>
            <numerusform>%n-mal neu gestartet</numerusform>
            <numerusform>%n-mal neu gestartet</numerusform>
        </translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Start the server %1 again</source>
        <translation>Den Server %1 noch einmal starten</translation>
    </message>
    <message>
        <source>What it said last: %1</source>
        <translation>Was er zuletzt sagte: %1</translation>
    </message>
</context>
<context>
    <name>WhyNotSheet</name>
    <message>
        <source>Why isn’t it found?</source>
        <translation>Warum wird sie nicht gefunden?</translation>
    </message>
    <message>
        <source>Trying a change touches configuration B only. It can be taken back with Ctrl+Alt+Z.</source>
        <translation>Erproben ändert nur die Einstellung B. Es kann mit Strg+Alt+Z zurückgenommen werden.</translation>
    </message>
    <message>
        <source>Add to query set</source>
        <translation>Zum Anfragensatz</translation>
    </message>
    <message>
        <source>The query, with this action as its right answer</source>
        <translation>Die Anfrage mit dieser Aktion als richtiger Antwort</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Query: “%1”</source>
        <translation>Anfrage: „%1“</translation>
    </message>
    <message>
        <source>The action you miss, for example harbor.issues_create</source>
        <translation>Die vermisste Aktion, zum Beispiel harbor.issues_create</translation>
    </message>
    <message>
        <source>Action that is missing</source>
        <translation>Vermisste Aktion</translation>
    </message>
    <message numerus="yes">
        <source>%n suggestion(s)</source>
        <translation>
            <numerusform>%n Vorschlag</numerusform>
            <numerusform>%n Vorschläge</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Actions with that name</source>
        <translation>Aktionen mit diesem Namen</translation>
    </message>
    <message>
        <source>This could not be answered</source>
        <translation>Dies konnte nicht beantwortet werden</translation>
    </message>
    <message>
        <source>Did you mean</source>
        <translation>Meinten Sie</translation>
    </message>
    <message>
        <source>Gates, in their order</source>
        <translation>Schranken in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>What would change it, cheapest first</source>
        <translation>Was es ändern würde, das Günstigste zuerst</translation>
    </message>
    <message>
        <source>What would change it, cheapest first; effect on %1</source>
        <translation>Was es ändern würde, das Günstigste zuerst; Wirkung auf %1</translation>
    </message>
    <message>
        <source>No change that was tried brings it in.</source>
        <translation>Keine erprobte Änderung bringt sie herein.</translation>
    </message>
    <message>
        <source>Changes that would help</source>
        <translation>Änderungen, die helfen würden</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) would help</source>
        <translation>
            <numerusform>%n Änderung würde helfen</numerusform>
            <numerusform>%n Änderungen würden helfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for the gate that failed…</source>
        <translation>Die nicht bestandene Schranke wird gesucht …</translation>
    </message>
    <message>
        <source>Trying what would help…</source>
        <translation>Was helfen würde, wird erprobt …</translation>
    </message>
    <message>
        <source>Enter tries the change, drafts the text or shows the file as it would be</source>
        <translation>Eingabe erprobt die Änderung, entwirft den Text oder zeigt die Datei, wie sie wäre</translation>
    </message>
</context>
<context>
    <name>WhyRemedy</name>
    <message>
        <source>not enough alone</source>
        <translation>allein zu wenig</translation>
    </message>
    <message>
        <source>Try in B</source>
        <translation>In B erproben</translation>
    </message>
    <message>
        <source>Draft YAML edit</source>
        <translation>YAML-Änderung entwerfen</translation>
    </message>
    <message>
        <source>Try in B: %1</source>
        <translation>In B erproben: %1</translation>
    </message>
    <message>
        <source>Draft a YAML edit: %1</source>
        <translation>YAML-Änderung entwerfen: %1</translation>
    </message>
    <message>
        <source>Review and save…</source>
        <translation>Prüfen und speichern …</translation>
    </message>
    <message>
        <source>Review and save: %1</source>
        <translation>Prüfen und speichern: %1</translation>
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
    <message>
        <source>Keep a copy…</source>
        <translation>Kopie behalten…</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ActionDetail</name>
    <message>
        <source>path</source>
        <extracomment>where an argument travels in the HTTP request</extracomment>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Query</translation>
    </message>
    <message>
        <source>header</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>cookie</source>
        <translation>Cookie</translation>
    </message>
    <message>
        <source>body</source>
        <translation>Body</translation>
    </message>
    <message>
        <source>Not findable: its service is switched off by DYNAMIC_DISCOVERY_DISABLED_SERVICES.</source>
        <translation>Nicht auffindbar: ihr Dienst ist durch DYNAMIC_DISCOVERY_DISABLED_SERVICES ausgeschaltet.</translation>
    </message>
    <message>
        <source>Not findable: tool search is off for its service.</source>
        <translation>Nicht auffindbar: die Werkzeugsuche ist für ihren Dienst aus.</translation>
    </message>
    <message>
        <source>Not findable yet: the index does not hold it so far.</source>
        <translation>Noch nicht auffindbar: der Index enthält sie bisher nicht.</translation>
    </message>
    <message>
        <source>Findable by tool search. Calling it is another matter.</source>
        <translation>Durch Werkzeugsuche auffindbar. Sie aufzurufen ist eine andere Sache.</translation>
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
    <message>
        <source>This link cannot be shown: %1</source>
        <translation>Dieser Link lässt sich nicht zeigen: %1</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>It failed; the window says why.</source>
        <translation>Fehlgeschlagen; das Fenster sagt, warum.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Audit log: %1</source>
        <translation>Audit-Log: %1</translation>
    </message>
    <message>
        <source>See where</source>
        <translation>Zeigen, wo</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message numerus="yes">
        <source>%n approval(s) waiting</source>
        <translation>
            <numerusform>%n Freigabe wartet</numerusform>
            <numerusform>%n Freigaben warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n approval(s) waiting, one of them catastrophic</source>
        <translation>
            <numerusform>%n Freigabe wartet, und sie ist katastrophal</numerusform>
            <numerusform>%n Freigaben warten, darunter eine katastrophale</numerusform>
        </translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Open Approvals to decide. Nothing can be approved from here.</source>
        <translation>Öffnen Sie Freigaben, um zu entscheiden. Von hier aus lässt sich nichts freigeben.</translation>
    </message>
    <message numerus="yes">
        <source>An approval expires in less than %n minute(s)</source>
        <translation>
            <numerusform>Eine Freigabe läuft in weniger als %n Minute ab</numerusform>
            <numerusform>Eine Freigabe läuft in weniger als %n Minuten ab</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>notice, name of an action</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1. Undecided, the call stays refused and has to be asked for again.</source>
        <translation>%1. Ohne Entscheidung bleibt der Aufruf verweigert und muss neu angefragt werden.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ApprovalGuard</name>
    <message numerus="yes">
        <source>Locked for %n second(s): read the request first</source>
        <translation>
            <numerusform>Noch %n Sekunde gesperrt: Lesen Sie zuerst die Anfrage</numerusform>
            <numerusform>Noch %n Sekunden gesperrt: Lesen Sie zuerst die Anfrage</numerusform>
        </translation>
    </message>
    <message>
        <source>Type “%1” to approve</source>
        <translation>„%1“ eintippen, um freizugeben</translation>
    </message>
    <message>
        <source>A note is needed, too</source>
        <translation>Auch eine Notiz ist nötig</translation>
    </message>
    <message>
        <source>Ready: press the button</source>
        <translation>Bereit: Drücken Sie den Knopf</translation>
    </message>
    <message>
        <source>Hold the button, or type “%1” and press it</source>
        <translation>Knopf gedrückt halten, oder „%1“ eintippen und drücken</translation>
    </message>
    <message>
        <source>That was quick: rest on the button for half a second, then press it</source>
        <translation>Das war schnell: Verweilen Sie eine halbe Sekunde auf dem Knopf, dann drücken Sie</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ApprovalsController</name>
    <message>
        <source>Your last %1 decisions: %2 approved, median %3 s after they were asked for</source>
        <translation>Ihre letzten %1 Entscheidungen: %2 freigegeben, im Median %3 s nach der Anfrage</translation>
    </message>
    <message>
        <source>No earlier request for this action.</source>
        <translation>Keine frühere Anfrage für diese Aktion.</translation>
    </message>
    <message>
        <source>Earlier requests for this action: %1 approved, %2 denied</source>
        <translation>Frühere Anfragen für diese Aktion: %1 freigegeben, %2 abgelehnt</translation>
    </message>
    <message>
        <source>Earlier requests for this action: %1 approved, %2 denied (“%3”)</source>
        <translation>Frühere Anfragen für diese Aktion: %1 freigegeben, %2 abgelehnt („%3“)</translation>
    </message>
    <message>
        <source>No plain-language description. Treat as irreversible.</source>
        <translation>Keine Beschreibung in Klartext. Als unumkehrbar behandeln.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::AuditChain</name>
    <message>
        <source>Verify the audit log</source>
        <translation>Audit-Log prüfen</translation>
    </message>
    <message>
        <source>Verifying…</source>
        <translation>Prüft…</translation>
    </message>
    <message>
        <source>Could not be verified</source>
        <translation>Nicht prüfbar</translation>
    </message>
    <message>
        <source>Broken at #%1</source>
        <translation>Gebrochen bei #%1</translation>
    </message>
    <message>
        <source>No records yet</source>
        <translation>Noch keine Einträge</translation>
    </message>
    <message>
        <source>Verified to #%1</source>
        <translation>Geprüft bis #%1</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n not yet checked</source>
        <extracomment>%1 &quot;Verified to #12&quot;, %n records that came after</extracomment>
        <translation>
            <numerusform>%1; %n noch nicht geprüft</numerusform>
            <numerusform>%1; %n noch nicht geprüft</numerusform>
        </translation>
    </message>
    <message>
        <source>Not verified yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message numerus="yes">
        <source>%n signed checkpoint(s). This proves that no record was changed, removed or inserted before the last one. It does not prove that the whole file was not replaced: keep the head elsewhere and compare.</source>
        <translation>
            <numerusform>%n signierter Prüfpunkt. Das beweist, dass davor kein Eintrag geändert, entfernt oder eingefügt wurde. Es beweist nicht, dass nicht die ganze Datei ersetzt wurde: bewahren Sie den Kopf an anderer Stelle auf und vergleichen Sie.</numerusform>
            <numerusform>%n signierte Prüfpunkte. Das beweist, dass vor dem letzten kein Eintrag geändert, entfernt oder eingefügt wurde. Es beweist nicht, dass nicht die ganze Datei ersetzt wurde: bewahren Sie den Kopf an anderer Stelle auf und vergleichen Sie.</numerusform>
        </translation>
    </message>
    <message>
        <source>Verification walks the chain and checks every hash and signature.</source>
        <translation>Die Prüfung geht die Kette durch und prüft jeden Hash und jede Signatur.</translation>
    </message>
    <message>
        <source>%1 The head could not be kept elsewhere: %2</source>
        <extracomment>%1 what was found on verification, %2 why</extracomment>
        <translation>%1 Der Kopf ließ sich nicht anderswo aufbewahren: %2</translation>
    </message>
</context>
<context>
    <name>actionscope::app::AuditController</name>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Export the audit log</source>
        <translation>Audit-Log exportieren</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>Handelnder</translation>
    </message>
    <message>
        <source>On behalf of</source>
        <translation>Im Auftrag von</translation>
    </message>
    <message>
        <source>Organisation</source>
        <translation>Organisation</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Service or action</source>
        <translation>Dienst oder Aktion</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Index version</source>
        <translation>Indexversion</translation>
    </message>
</context>
<context>
    <name>actionscope::app::AuditModel</name>
    <message>
        <source>Import</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>Toggle</source>
        <translation>Schalter</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Überschreibung</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Prüfpunkt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Seq</source>
        <comment>sequence number of an audit record</comment>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>Handelnder</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Service or action</source>
        <translation>Dienst oder Aktion</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>record %1, %2, %3, %4, by %5</source>
        <extracomment>%1 sequence number, %2 event, %3 service or action, %4 outcome, %5 actor</extracomment>
        <translation>Eintrag %1, %2, %3, %4, durch %5</translation>
    </message>
</context>
<context>
    <name>actionscope::app::BenchmarksController</name>
    <message>
        <source>%1: %2 queries, %3 judgements, %4 without an answer</source>
        <translation>%1: %2 Anfragen, %3 Bewertungen, %4 ohne Antwort</translation>
    </message>
    <message>
        <source>%1 on %2: recall@5 %3, nDCG@10 %4, median %5</source>
        <extracomment>a run: its name, sets, recall@5, nDCG@10, the median time</extracomment>
        <translation>%1 auf %2: recall@5 %3, nDCG@10 %4, Median %5</translation>
    </message>
    <message>
        <source>gates hold</source>
        <translation>Schranken halten</translation>
    </message>
    <message>
        <source>a gate fails</source>
        <translation>eine Schranke hält nicht</translation>
    </message>
    <message>
        <source>Measuring %1</source>
        <translation>%1 wird gemessen</translation>
    </message>
    <message>
        <source>all query sets</source>
        <translation>alle Anfragensätze</translation>
    </message>
    <message>
        <source>%1: recall@5 %2, nDCG@10 %3</source>
        <extracomment>a finished run: its preset, recall@5, nDCG@10</extracomment>
        <translation>%1: recall@5 %2, nDCG@10 %3</translation>
    </message>
    <message>
        <source>Importing judged queries</source>
        <translation>Bewertete Anfragen werden importiert</translation>
    </message>
    <message>
        <source>%1: %2 queries, %3 judgements</source>
        <translation>%1: %2 Anfragen, %3 Bewertungen</translation>
    </message>
    <message>
        <source>%1 judgements of actions that are not in the catalog were left out</source>
        <translation>%1 Bewertungen von Aktionen, die nicht im Katalog sind, wurden ausgelassen</translation>
    </message>
    <message>
        <source>Building a query set from the audit log</source>
        <translation>Anfragensatz wird aus dem Protokoll erstellt</translation>
    </message>
    <message>
        <source>%1 queries from %2 searches that led to something</source>
        <translation>%1 Anfragen aus %2 Suchen, die zu etwas führten</translation>
    </message>
</context>
<context>
    <name>actionscope::app::CalibrationController</name>
    <message>
        <source>Suggested floor %1: loses %2 %3 of the right answers, finds something falsely for %4 %5 of the queries that nothing answers.</source>
        <extracomment>a floor, shares with their intervals</extracomment>
        <translation>Vorgeschlagene Schwelle %1: verliert %2 %3 der richtigen Antworten, findet fälschlich etwas bei %4 %5 der Anfragen, auf die nichts passt.</translation>
    </message>
    <message>
        <source>Floor %1: loses %2 of the right answers, finds something falsely for %3 of the queries that nothing answers</source>
        <extracomment>a floor, two shares</extracomment>
        <translation>Schwelle %1: verliert %2 der richtigen Antworten, findet fälschlich etwas bei %3 der Anfragen, auf die nichts passt</translation>
    </message>
</context>
<context>
    <name>actionscope::app::CatalogController</name>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln Aktion</numerusform>
            <numerusform>%Ln Aktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2 shown</source>
        <extracomment>actions in the catalog, and how many of them the filter lets through</extracomment>
        <translation>%1 · %2 gezeigt</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Curated</source>
        <translation>Kuratiert</translation>
    </message>
    <message>
        <source>Long-tail</source>
        <translation>Long-Tail</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Zu prüfen</translation>
    </message>
    <message>
        <source>Overridden</source>
        <translation>Überschrieben</translation>
    </message>
    <message>
        <source>Deprecated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Undescribed</source>
        <translation>Unbeschrieben</translation>
    </message>
    <message>
        <source>Hidden characters</source>
        <translation>Verborgene Zeichen</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
</context>
<context>
    <name>actionscope::app::CatalogModel</name>
    <message>
        <source>needs review</source>
        <translation>zu prüfen</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>tier overridden</source>
        <translation>Stufe überschrieben</translation>
    </message>
    <message>
        <source>%1 → %2*</source>
        <extracomment>a tier that is staged but not saved: &quot;Write → Destructive*&quot;</extracomment>
        <translation>%1 → %2*</translation>
    </message>
    <message>
        <source>Curated</source>
        <translation>Kuratiert</translation>
    </message>
    <message>
        <source>Long-tail</source>
        <translation>Long-Tail</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Zu prüfen</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>%1, %2, %3 %4, %5</source>
        <extracomment>one row read aloud: action, tier, method and path, long-tail or curated</extracomment>
        <translation>%1, %2, %3 %4, %5</translation>
    </message>
</context>
<context>
    <name>actionscope::app::CompareController</name>
    <message>
        <source>all right ones@10</source>
        <translation>alle richtigen@10</translation>
    </message>
    <message>
        <source>evidence</source>
        <extracomment>a difference that its confidence interval keeps away from zero</extracomment>
        <translation>belegt</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>kein Unterschied</translation>
    </message>
    <message>
        <source>not yet evidence, needs ≈ %1 queries</source>
        <extracomment>%1 a number of queries</extracomment>
        <translation>noch nicht belegt, braucht ≈ %1 Anfragen</translation>
    </message>
    <message>
        <source>not relevant</source>
        <translation>nicht passend</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>schwach</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>perfect</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>nicht bewertet</translation>
    </message>
    <message>
        <source>in its service</source>
        <translation>im Dienst</translation>
    </message>
    <message>
        <source>whole catalog</source>
        <translation>ganzer Katalog</translation>
    </message>
    <message>
        <source>B is better on nDCG@10: the interval stays above 0.</source>
        <translation>B ist bei nDCG@10 besser: Das Intervall bleibt über 0.</translation>
    </message>
    <message>
        <source>B is worse on nDCG@10: the interval stays below 0.</source>
        <translation>B ist bei nDCG@10 schlechter: Das Intervall bleibt unter 0.</translation>
    </message>
    <message>
        <source>No difference on nDCG@10.</source>
        <translation>Kein Unterschied bei nDCG@10.</translation>
    </message>
    <message>
        <source>The interval crosses 0: not yet evidence. Needs ≈ %1 queries.</source>
        <extracomment>%1 a number of queries</extracomment>
        <translation>Das Intervall enthält 0: noch nicht belegt. Braucht ≈ %1 Anfragen.</translation>
    </message>
    <message>
        <source>%1, %2: %3 to %4, difference %5, interval %6, %7</source>
        <extracomment>metric, scope, before, after, difference, interval, verdict</extracomment>
        <translation>%1, %2: %3 zu %4, Unterschied %5, Intervall %6, %7</translation>
    </message>
    <message>
        <source>empty when none right</source>
        <translation>leer, wenn nichts passt</translation>
    </message>
    <message>
        <source>Queries that nothing answers and that find nothing: %1, then %2</source>
        <translation>Anfragen, auf die nichts passt und die nichts finden: %1, dann %2</translation>
    </message>
    <message>
        <source>%1: %2 to %3, first right answer %4</source>
        <extracomment>a query, nDCG before and after, ranks of the first right answer</extracomment>
        <translation>%1: %2 zu %3, erste richtige Antwort %4</translation>
    </message>
    <message>
        <source>NEW</source>
        <comment>a result that the baseline does not have; short</comment>
        <translation>NEU</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <extracomment>rank, action, its judgement</extracomment>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>The workspace was closed.</source>
        <translation>Der Arbeitsbereich wurde geschlossen.</translation>
    </message>
    <message>
        <source>Judge %1: %2</source>
        <translation>%1 bewerten: %2</translation>
    </message>
    <message>
        <source>Comparing all presets on %1</source>
        <translation>Alle Voreinstellungen werden auf %1 verglichen</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
    <message>
        <source>%1: recall@5 %2, nDCG@5 %3, %4 %5, median %6 ms</source>
        <extracomment>preset, recall@5, nDCG@5, difference to the preset in force, verdict, median in milliseconds</extracomment>
        <translation>%1: recall@5 %2, nDCG@5 %3, %4 %5, Median %6 ms</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ConfusionController</name>
    <message>
        <source>%1: nothing of its own</source>
        <translation>%1: nichts Eigenes</translation>
    </message>
    <message>
        <source>%1: only it says %2</source>
        <translation>%1: nur sie sagt %2</translation>
    </message>
    <message>
        <source>%1: words %2 alike, all say %3</source>
        <extracomment>actions of a cluster, how alike their words are, words that all have</extracomment>
        <translation>%1: Wörter %2 gleich, alle sagen %3</translation>
    </message>
    <message>
        <source>not in the first 100</source>
        <translation>nicht unter den ersten 100</translation>
    </message>
    <message>
        <source>%1 is %2 for its own words, after %3</source>
        <extracomment>an action, its rank for its own words, the actions before it</extracomment>
        <translation>%1 ist %2 für ihre eigenen Worte, nach %3</translation>
    </message>
    <message>
        <source>%1 of %2 actions were looked at · %3 clusters · %4 not found by their own words</source>
        <translation>%1 von %2 Aktionen betrachtet · %3 Gruppen · %4 von eigenen Worten nicht gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n without any words</source>
        <translation>
            <numerusform>%n ganz ohne Worte</numerusform>
            <numerusform>%n ganz ohne Worte</numerusform>
        </translation>
    </message>
    <message>
        <source>Mapping confusable actions</source>
        <translation>Verwechselbare Aktionen werden gesucht</translation>
    </message>
</context>
<context>
    <name>actionscope::app::DescribeController</name>
    <message>
        <source>There is no judged query to try it on.</source>
        <translation>Es gibt keine bewertete Anfrage zum Erproben.</translation>
    </message>
    <message>
        <source>%1 wins · %2 losses of %3 queries · recall@5 %4 → %5 · nDCG@5 %6 → %7</source>
        <extracomment>effect of a description: wins, losses, queries, recall@5 and nDCG@5 before and after</extracomment>
        <translation>%1 gewonnen · %2 verloren von %3 Anfragen · recall@5 %4 → %5 · nDCG@5 %6 → %7</translation>
    </message>
    <message>
        <source>%1, which it answers: its rank %2, first right answer %3</source>
        <extracomment>a query, ranks of the action, ranks of the first right answer</extracomment>
        <translation>%1, die sie beantwortet: ihr Rang %2, erste richtige Antwort %3</translation>
    </message>
    <message>
        <source>%1: its rank %2, first right answer %3</source>
        <translation>%1: ihr Rang %2, erste richtige Antwort %3</translation>
    </message>
    <message>
        <source>The workspace was closed.</source>
        <translation>Der Arbeitsbereich wurde geschlossen.</translation>
    </message>
    <message>
        <source>Describe %1</source>
        <extracomment>undo step; %1 is an action</extracomment>
        <translation>%1 beschreiben</translation>
    </message>
</context>
<context>
    <name>actionscope::app::DesktopBus</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
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
    <name>actionscope::app::ExplanationModel</name>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>%1, %2, %3 percent of the score</source>
        <extracomment>%1 part of a score, %2 its value, %3 its share in per cent</extracomment>
        <translation>%1, %2, %3 Prozent der Bewertung</translation>
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
    <name>actionscope::app::GatesController</name>
    <message>
        <source>share of queries without an answer that come back empty</source>
        <translation>Anteil der Anfragen ohne Antwort, die leer zurückkommen</translation>
    </message>
    <message>
        <source>median time of a search, µs</source>
        <translation>mittlere Dauer einer Suche, µs</translation>
    </message>
    <message>
        <source>95 % of searches take at most, µs</source>
        <translation>höchste Dauer von 95 % der Suchen, µs</translation>
    </message>
    <message>
        <source>%1 in the right service</source>
        <extracomment>a metric within the right service</extracomment>
        <translation>%1 im richtigen Dienst</translation>
    </message>
    <message>
        <source>%1 (mean of all sets)</source>
        <extracomment>a metric, a query set</extracomment>
        <translation>%1 (Mittel aller Sätze)</translation>
    </message>
    <message>
        <source>%1 (on %2)</source>
        <translation>%1 (auf %2)</translation>
    </message>
    <message>
        <source>fails if %1 drops by more than %2</source>
        <extracomment>a claim: a metric, a number</extracomment>
        <translation>fällt durch, wenn %1 um mehr als %2 sinkt</translation>
    </message>
    <message>
        <source>fails unless %1 drops by %2</source>
        <translation>fällt durch, wenn %1 nicht um %2 sinkt</translation>
    </message>
    <message>
        <source>fails if %1 is below %2</source>
        <translation>fällt durch, wenn %1 unter %2 liegt</translation>
    </message>
    <message>
        <source>fails if %1 is above %2</source>
        <translation>fällt durch, wenn %1 über %2 liegt</translation>
    </message>
    <message>
        <source>Save gates</source>
        <translation>Schranken speichern</translation>
    </message>
    <message>
        <source>One claim a line. In CI: actionscope eval --set all --gate gates.txt</source>
        <translation>Eine Forderung je Zeile. In CI: actionscope eval --set all --gate gates.txt</translation>
    </message>
    <message>
        <source>“%1” is no number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>The name of this set cannot stand in a claim.</source>
        <translation>Der Name dieses Satzes kann nicht in einer Forderung stehen.</translation>
    </message>
    <message>
        <source>Choose the run that a drop is taken against.</source>
        <translation>Wählen Sie den Lauf, mit dem verglichen wird.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::GatewayHost</name>
    <message>
        <source>a terminal</source>
        <translation>ein Terminal</translation>
    </message>
    <message>
        <source>Any client over HTTP</source>
        <translation>Jeder Client über HTTP</translation>
    </message>
    <message>
        <source>its list of servers</source>
        <translation>seine Liste der Server</translation>
    </message>
    <message>
        <source>Any client that starts programs</source>
        <translation>Jeder Client, der Programme startet</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ImportController</name>
    <message>
        <source>Read %1</source>
        <extracomment>title of a job; %1 is a file or &quot;3 sources&quot;</extracomment>
        <translation>%1 lesen</translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n Quelle</numerusform>
            <numerusform>%n Quellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Import %1</source>
        <extracomment>title of a job; %1 is a file or &quot;3 sources&quot;</extracomment>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>Imported %1 in %2</source>
        <extracomment>what an import did: actions, services</extracomment>
        <translation>%1 in %2 importiert</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln Aktion</numerusform>
            <numerusform>%Ln Aktionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln Dienst</numerusform>
            <numerusform>%Ln Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is left out: the id %2 belongs to %3 already.</source>
        <extracomment>file, service id, other file</extracomment>
        <translation>%1 bleibt weg: die ID %2 gehört schon zu %3.</translation>
    </message>
    <message>
        <source>%1 replaces the service %2, which came from %3.</source>
        <extracomment>file, service id, other file</extracomment>
        <translation>%1 ersetzt den Dienst %2, der aus %3 kam.</translation>
    </message>
    <message>
        <source>%1 would be %2, as %3 is.</source>
        <extracomment>file, service id, other file</extracomment>
        <translation>%1 hieße %2, wie schon %3.</translation>
    </message>
    <message>
        <source>%1 has the id you chose.</source>
        <extracomment>a file that a person gave a service id</extracomment>
        <translation>%1 hat die ID, die Sie gewählt haben.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ImportNotesModel</name>
    <message>
        <source>Skipped: %1</source>
        <extracomment>something an import left out; %1 is the reason</extracomment>
        <translation>Übersprungen: %1</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ImportReportModel</name>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Destructive</source>
        <translation>Zerstörend</translation>
    </message>
    <message>
        <source>%1, %2, %3 actions, %4 new, %5 changed, %6 removed</source>
        <extracomment>a row of the import report read aloud</extracomment>
        <translation>%1, %2, %3 Aktionen, %4 neu, %5 geändert, %6 entfernt</translation>
    </message>
</context>
<context>
    <name>actionscope::app::IndexController</name>
    <message>
        <source>%1 actions · %2 words · %3</source>
        <extracomment>of the keyword index: actions, words, size</extracomment>
        <translation>%1 Aktionen · %2 Wörter · %3</translation>
    </message>
    <message>
        <source>%1 · %2 dimensions · %3</source>
        <extracomment>of an embedding model: name, dimension, version</extracomment>
        <translation>%1 · %2 Dimensionen · %3</translation>
    </message>
    <message>
        <source>%1 vectors · %2</source>
        <extracomment>of the vectors: how many, their size</extracomment>
        <translation>%1 Vektoren · %2</translation>
    </message>
    <message>
        <source>This is a word that every text has: it is not looked up.</source>
        <translation>Dies ist ein Wort, das jeder Text hat: Es wird nicht nachgeschlagen.</translation>
    </message>
    <message>
        <source>The model does not know “%1”.</source>
        <extracomment>%1 a word</extracomment>
        <translation>Das Modell kennt „%1“ nicht.</translation>
    </message>
    <message>
        <source>“%1” is looked up as “%2”.</source>
        <translation>„%1“ wird als „%2“ nachgeschlagen.</translation>
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
        <extracomment>phase of work, done, total: &quot;Indexing 41,200 of 125,000&quot;</extracomment>
        <translation>%1 %2 von %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>phase of work, count: &quot;Reading 412&quot;</extracomment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>actionscope::app::LabController</name>
    <message>
        <source>create an issue</source>
        <translation>create an issue</translation>
    </message>
    <message>
        <source>list invoices of a customer</source>
        <translation>list invoices of a customer</translation>
    </message>
    <message>
        <source>share a folder with a team</source>
        <translation>share a folder with a team</translation>
    </message>
    <message>
        <source>cancel a running pipeline</source>
        <translation>cancel a running pipeline</translation>
    </message>
    <message>
        <source>refund a payment</source>
        <translation>refund a payment</translation>
    </message>
    <message>
        <source>revoke an api token</source>
        <translation>revoke an api token</translation>
    </message>
    <message>
        <source>%1 candidates · %2 ms</source>
        <extracomment>%1 actions that share a word with the query, %2 milliseconds</extracomment>
        <translation>%1 Kandidaten · %2 ms</translation>
    </message>
</context>
<context>
    <name>actionscope::app::LabMetrics</name>
    <message>
        <source>%1 %2</source>
        <comment>a metric and its value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, unchanged</source>
        <comment>a metric</comment>
        <translation>%1, unverändert</translation>
    </message>
    <message>
        <source>%1, up by %2</source>
        <extracomment>%1 a metric and its value, %2 by how much it is better or worse than the baseline</extracomment>
        <translation>%1, um %2 besser</translation>
    </message>
    <message>
        <source>%1, down by %2</source>
        <translation>%1, um %2 schlechter</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln queries</source>
        <extracomment>name of a query set and how many queries it has</extracomment>
        <translation>
            <numerusform>%1 · %Ln Anfrage</numerusform>
            <numerusform>%1 · %Ln Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>rightly empty</source>
        <extracomment>share of the queries that nothing answers which rightly find nothing</extracomment>
        <translation>zu Recht leer</translation>
    </message>
</context>
<context>
    <name>actionscope::app::LabResultsModel</name>
    <message>
        <source>%1 of %2, %3, %4, score %5</source>
        <extracomment>%1 rank, %2 number of results, %3 action, %4 tier, %5 score</extracomment>
        <translation>%1 von %2, %3, %4, Bewertung %5</translation>
    </message>
    <message>
        <source>%1, below the floor</source>
        <translation>%1, unter der Schwelle</translation>
    </message>
    <message>
        <source>%1, new against the baseline</source>
        <comment>a result</comment>
        <translation>%1, neu gegenüber dem Vergleich</translation>
    </message>
    <message>
        <source>%1, unchanged</source>
        <comment>a result</comment>
        <translation>%1, unverändert</translation>
    </message>
    <message>
        <source>%1, up from %2</source>
        <extracomment>%1 a result, %2 the rank it had</extracomment>
        <translation>%1, aufgestiegen von %2</translation>
    </message>
    <message>
        <source>%1, down from %2</source>
        <translation>%1, abgestiegen von %2</translation>
    </message>
    <message>
        <source>NEW</source>
        <comment>a result that the baseline does not have; short</comment>
        <translation>NEU</translation>
    </message>
</context>
<context>
    <name>actionscope::app::LabTuning</name>
    <message>
        <source>%1 (changed)</source>
        <extracomment>name of a ranking that was changed and not saved</extracomment>
        <translation>%1 (geändert)</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <extracomment>step of a ranking&apos;s configuration: part, value before, value after</extracomment>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>Preset %1</source>
        <extracomment>step: another ranking was chosen</extracomment>
        <translation>Voreinstellung %1</translation>
    </message>
    <message>
        <source>Reset to the baseline</source>
        <translation>Auf den Vergleich zurückgesetzt</translation>
    </message>
    <message>
        <source>Reset to %1</source>
        <translation>Auf %1 zurückgesetzt</translation>
    </message>
    <message>
        <source>Save preset %1</source>
        <extracomment>undo step; %1 is the name of a preset</extracomment>
        <translation>Voreinstellung %1 speichern</translation>
    </message>
</context>
<context>
    <name>actionscope::app::OverviewController</name>
    <message>
        <source>%1 · %2</source>
        <extracomment>a line of the audit log: kind of event, action or service</extracomment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>The audit chain is broken: %1</source>
        <translation>Die Audit-Kette ist gebrochen: %1</translation>
    </message>
    <message>
        <source>See where</source>
        <translation>Zeigen, wo</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be used</source>
        <translation>
            <numerusform>%n Datei war nicht brauchbar</numerusform>
            <numerusform>%n Dateien waren nicht brauchbar</numerusform>
        </translation>
    </message>
    <message>
        <source>See which</source>
        <translation>Zeigen, welche</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s) in hand-written catalogs, such as an override that matches nothing</source>
        <translation>
            <numerusform>%n Fehler in handgeschriebenen Katalogen, etwa eine Überschreibung, die nichts trifft</numerusform>
            <numerusform>%n Fehler in handgeschriebenen Katalogen, etwa eine Überschreibung, die nichts trifft</numerusform>
        </translation>
    </message>
    <message>
        <source>See Risk</source>
        <translation>Zum Risiko</translation>
    </message>
    <message numerus="yes">
        <source>%n staged risk edit(s) are not saved</source>
        <translation>
            <numerusform>%n vorgemerkte Risikoänderung ist nicht gespeichert</numerusform>
            <numerusform>%n vorgemerkte Risikoänderungen sind nicht gespeichert</numerusform>
        </translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsehen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s) need review</source>
        <translation>
            <numerusform>%Ln Aktion ist zu prüfen</numerusform>
            <numerusform>%Ln Aktionen sind zu prüfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Open the filter</source>
        <translation>Filter öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%n service(s) are switched off for tool search</source>
        <translation>
            <numerusform>%n Dienst ist für die Werkzeugsuche ausgeschaltet</numerusform>
            <numerusform>%n Dienste sind für die Werkzeugsuche ausgeschaltet</numerusform>
        </translation>
    </message>
    <message>
        <source>Imported %1 in %2</source>
        <comment>actions, services</comment>
        <translation>%1 in %2 importiert</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln Aktion</numerusform>
            <numerusform>%Ln Aktionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln Dienst</numerusform>
            <numerusform>%Ln Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>Tool search on for %1</source>
        <translation>Werkzeugsuche für %1 eingeschaltet</translation>
    </message>
    <message>
        <source>Tool search off for %1</source>
        <translation>Werkzeugsuche für %1 ausgeschaltet</translation>
    </message>
    <message>
        <source>Risk of %1 edited</source>
        <translation>Risiko von %1 geändert</translation>
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
    <name>actionscope::app::ReviewedFile</name>
    <message>
        <source>The workspace was closed.</source>
        <translation>Der Arbeitsbereich wurde geschlossen.</translation>
    </message>
    <message>
        <source>The file changed since; it was left as it is.</source>
        <translation>Die Datei hat sich seither geändert; sie blieb, wie sie ist.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::RiskController</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::RiskModel</name>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Rules say</source>
        <translation>Regeln sagen</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Überschreibung</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>Path or note</source>
        <translation>Pfad oder Anmerkung</translation>
    </message>
    <message>
        <source>%1, rules say %2, effective %3</source>
        <extracomment>%1 action, %2 tier by the rules, %3 effective tier</extracomment>
        <translation>%1, Regeln sagen %2, es gilt %3</translation>
    </message>
    <message>
        <source>, staged %1</source>
        <translation>, vorgemerkt %1</translation>
    </message>
</context>
<context>
    <name>actionscope::app::SavingController</name>
    <message>
        <source>Counting what discovery saves</source>
        <translation>Zählen, was das Entdecken spart</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>all listed</source>
        <translation>alle gelistet</translation>
    </message>
    <message>
        <source>discovery</source>
        <translation>Entdecken</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespart</translation>
    </message>
    <message>
        <source>%1 actions: %2 tokens listed, %3 by discovery, %4 saved</source>
        <extracomment>a row of a table: actions, tokens of listing all, tokens of discovery, share saved</extracomment>
        <translation>%1 Aktionen: %2 Tokens gelistet, %3 durch Entdecken, %4 gespart</translation>
    </message>
    <message>
        <source>With %1 actions discovery takes %2 tokens of a model&apos;s context in place of %3: %4 less.</source>
        <translation>Bei %1 Aktionen braucht Entdecken %2 Tokens vom Kontext eines Modells anstelle von %3: %4 weniger.</translation>
    </message>
    <message>
        <source>With %1 actions a list of all is cheaper: %2 tokens, against %3 with discovery.</source>
        <translation>Bei %1 Aktionen ist eine Liste aller billiger: %2 Tokens gegenüber %3 mit Entdecken.</translation>
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
    <name>actionscope::app::ServicesController</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>This step belongs to a workspace that is no longer open.</source>
        <translation>Dieser Schritt gehört zu einem Arbeitsbereich, der nicht mehr offen ist.</translation>
    </message>
    <message>
        <source>Turn tool search on for %1</source>
        <extracomment>undo steps; %1 is a service</extracomment>
        <translation>Werkzeugsuche für %1 einschalten</translation>
    </message>
    <message>
        <source>Turn tool search off for %1</source>
        <translation>Werkzeugsuche für %1 ausschalten</translation>
    </message>
</context>
<context>
    <name>actionscope::app::ServicesModel</name>
    <message>
        <source>Off, set by DYNAMIC_DISCOVERY_DISABLED_SERVICES</source>
        <extracomment>a service that cannot be found because an environment variable says so</extracomment>
        <translation>Aus, durch DYNAMIC_DISCOVERY_DISABLED_SERVICES</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>≈ %1 tok</source>
        <extracomment>estimated number of tokens; &quot;≈ 4,900 tok&quot;</extracomment>
        <translation>≈ %1 Tok.</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Curated</source>
        <translation>Kuratiert</translation>
    </message>
    <message>
        <source>Long-tail</source>
        <translation>Long-Tail</translation>
    </message>
    <message>
        <source>Always-on cost</source>
        <translation>Ständige Kosten</translation>
    </message>
    <message>
        <source>Last import</source>
        <translation>Letzter Import</translation>
    </message>
    <message>
        <source>Find more by tool search</source>
        <translation>Mehr durch Werkzeugsuche finden</translation>
    </message>
    <message>
        <source>%1, could not be read: %2</source>
        <extracomment>a service whose files could not be read, read aloud: id, reason</extracomment>
        <translation>%1, war nicht lesbar: %2</translation>
    </message>
    <message>
        <source>%1, %2 curated, %3 long-tail, tool search %4</source>
        <extracomment>a row read aloud: service, curated actions, long-tail actions, state of tool search</extracomment>
        <translation>%1, %2 kuratiert, %3 Long-Tail, Werkzeugsuche %4</translation>
    </message>
</context>
<context>
    <name>actionscope::app::StagedEdits</name>
    <message>
        <source>Remove the override</source>
        <translation>Überschreibung entfernen</translation>
    </message>
    <message>
        <source>Set the override</source>
        <extracomment>a tier before and after a staged edit</extracomment>
        <translation>Überschreibung setzen</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <extracomment>undo step: action, tier</extracomment>
        <translation>%1 auf %2 setzen</translation>
    </message>
    <message numerus="yes">
        <source>Set %n action(s) to %1</source>
        <translation>
            <numerusform>%n Aktion auf %1 setzen</numerusform>
            <numerusform>%n Aktionen auf %1 setzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Give a reason for %1</source>
        <extracomment>undo step; %1 is an action</extracomment>
        <translation>%1 begründen</translation>
    </message>
    <message>
        <source>Remove the override of %1</source>
        <extracomment>undo step; %1 is an action</extracomment>
        <translation>Überschreibung von %1 entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Discard %n staged change(s)</source>
        <extracomment>undo step</extracomment>
        <translation>
            <numerusform>%n vorgemerkte Änderung verwerfen</numerusform>
            <numerusform>%n vorgemerkte Änderungen verwerfen</numerusform>
        </translation>
    </message>
    <message>
        <source>This step belongs to a workspace that is no longer open.</source>
        <translation>Dieser Schritt gehört zu einem Arbeitsbereich, der nicht mehr offen ist.</translation>
    </message>
    <message numerus="yes">
        <source>Save %n staged change(s)</source>
        <translation>
            <numerusform>%n vorgemerkte Änderung speichern</numerusform>
            <numerusform>%n vorgemerkte Änderungen speichern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <extracomment>change bar</extracomment>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>changes, files</comment>
        <extracomment>change bar: &quot;7 changes&quot; + &quot;in 2 files&quot;</extracomment>
        <translation>%1 in %2</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) become %1</source>
        <extracomment>change bar: number of actions, tier in lower case</extracomment>
        <translation>
            <numerusform>%n Aktion wird %1</numerusform>
            <numerusform>%n Aktionen werden %1</numerusform>
        </translation>
    </message>
    <message>
        <source>no override</source>
        <translation>keine Überschreibung</translation>
    </message>
    <message>
        <source>another approval</source>
        <translation>andere Freigabe</translation>
    </message>
    <message>
        <source>“%1”</source>
        <extracomment>the reason of an override</extracomment>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>other values</source>
        <extracomment>an override that sets neither tier nor approval</extracomment>
        <translation>andere Werte</translation>
    </message>
</context>
<context>
    <name>actionscope::app::TuningModel</name>
    <message>
        <source>Floor</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Needs vectors, which are not there.</source>
        <translation>Braucht Vektoren, die nicht da sind.</translation>
    </message>
    <message>
        <source>This ranking does not use it.</source>
        <translation>Diese Rangfolge verwendet es nicht.</translation>
    </message>
    <message>
        <source>What scores less is not found.</source>
        <translation>Was weniger erreicht, wird nicht gefunden.</translation>
    </message>
    <message>
        <source>How soon a word that is repeated stops to count.</source>
        <translation>Wie bald ein wiederholtes Wort nicht mehr zählt.</translation>
    </message>
    <message>
        <source>How much long texts are held back.</source>
        <translation>Wie sehr lange Texte zurückgehalten werden.</translation>
    </message>
    <message>
        <source>Weight of this part of the score.</source>
        <translation>Gewicht dieses Teils der Punktzahl.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::UpstreamController</name>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Waits before it is tried again</source>
        <translation>Wartet vor dem nächsten Versuch</translation>
    </message>
    <message>
        <source>Ready: the secret is in the environment variable %1</source>
        <translation>Bereit: Das Geheimnis steht in der Umgebungsvariable %1</translation>
    </message>
    <message>
        <source>Needs a secret: set the environment variable %1 and start again</source>
        <translation>Braucht ein Geheimnis: Setzen Sie die Umgebungsvariable %1 und starten Sie neu</translation>
    </message>
    <message>
        <source>Ready: the secret is in the encrypted file</source>
        <translation>Bereit: Das Geheimnis steht in der verschlüsselten Datei</translation>
    </message>
    <message>
        <source>Needs a secret</source>
        <translation>Braucht ein Geheimnis</translation>
    </message>
    <message>
        <source>Ready: no secret is needed</source>
        <translation>Bereit: Kein Geheimnis nötig</translation>
    </message>
    <message>
        <source>Ready: the secret is %1 of the keychain. The command line cannot read it there.</source>
        <translation>Bereit: Das Geheimnis ist %1 im Schlüsselbund. Die Befehlszeile kann es dort nicht lesen.</translation>
    </message>
</context>
<context>
    <name>actionscope::app::WhyNotController</name>
    <message>
        <source>In catalog</source>
        <translation>Im Katalog</translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation>Indiziert</translation>
    </message>
    <message>
        <source>Service findable</source>
        <translation>Dienst auffindbar</translation>
    </message>
    <message>
        <source>Allowed to the asker</source>
        <translation>Für den Fragenden erlaubt</translation>
    </message>
    <message>
        <source>On what is searched</source>
        <translation>Wo gesucht wird</translation>
    </message>
    <message>
        <source>Keywords match</source>
        <translation>Schlüsselwörter passen</translation>
    </message>
    <message>
        <source>Near by meaning</source>
        <translation>Der Bedeutung nach nah</translation>
    </message>
    <message>
        <source>Above the floor</source>
        <translation>Über der Schwelle</translation>
    </message>
    <message>
        <source>Within the limit</source>
        <translation>Innerhalb der Anzahl</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>schwach</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht bestanden</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>+%1 wins −%2 losses of %3</source>
        <extracomment>what a change does to judged queries: better, worse, of how many</extracomment>
        <translation>+%1 gewonnen −%2 verloren von %3</translation>
    </message>
    <message>
        <source>let its service be found</source>
        <translation>ihren Dienst auffindbar machen</translation>
    </message>
    <message>
        <source>search where it is</source>
        <translation>dort suchen, wo sie ist</translation>
    </message>
    <message>
        <source>synonym %1 = %2</source>
        <extracomment>two words</extracomment>
        <translation>Synonym %1 = %2</translation>
    </message>
    <message>
        <source>describe: “%1”</source>
        <translation>beschreiben: „%1“</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Anzahl %1</translation>
    </message>
    <message>
        <source>floor %1 → %2</source>
        <translation>Schwelle %1 → %2</translation>
    </message>
    <message>
        <source>%1, %2: %3. %4</source>
        <extracomment>number and name of a gate, its verdict, why</extracomment>
        <translation>%1, %2: %3. %4</translation>
    </message>
    <message>
        <source>It is found: #%1 with %2.</source>
        <extracomment>%1 rank, %2 score</extracomment>
        <translation>Sie wird gefunden: Nr. %1 mit %2.</translation>
    </message>
    <message>
        <source>First failed gate: %1, because of: %2.</source>
        <extracomment>two gates</extracomment>
        <translation>Erste nicht bestandene Schranke: %1, wegen: %2.</translation>
    </message>
    <message>
        <source>First failed gate: %1.</source>
        <translation>Erste nicht bestandene Schranke: %1.</translation>
    </message>
    <message>
        <source>beyond what is ranked</source>
        <translation>jenseits der Rangliste</translation>
    </message>
    <message>
        <source>needed, but not enough</source>
        <translation>nötig, aber nicht genug</translation>
    </message>
    <message>
        <source>Why isn&apos;t “%1” found for “%2”?</source>
        <extracomment>an action, a query</extracomment>
        <translation>Warum wird „%1“ für „%2“ nicht gefunden?</translation>
    </message>
    <message>
        <source>Save synonym %1</source>
        <extracomment>undo step; %1 is two words: &quot;close = transition&quot;</extracomment>
        <translation>Synonym %1 speichern</translation>
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
    <message>
        <source>Keep a copy in %1</source>
        <translation>Kopie in %1 behalten</translation>
    </message>
</context>
</TS>
