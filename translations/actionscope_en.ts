<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ApprovalDenial</name>
    <message numerus="yes">
        <source>Deny %n request(s)</source>
        <translation>
            <numerusform>Deny %n request</numerusform>
            <numerusform>Deny %n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApprovalDetail</name>
    <message numerus="yes">
        <source>Approve for %n minute(s)</source>
        <translation>
            <numerusform>Approve for %n minute</numerusform>
            <numerusform>Approve for %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n personal value(s) hidden behind placeholders</source>
        <translation>
            <numerusform>%n personal value hidden behind a placeholder</numerusform>
            <numerusform>%n personal values hidden behind placeholders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n earlier request(s) for this action were denied. A rule can say so without asking anybody.</source>
        <translation>
            <numerusform>The %n earlier request for this action was denied. A rule can say so without asking anybody.</numerusform>
            <numerusform>All %n earlier requests for this action were denied. A rule can say so without asking anybody.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApprovalReveal</name>
    <message numerus="yes">
        <source>Show %n personal value(s)</source>
        <translation>
            <numerusform>Show %n personal value</numerusform>
            <numerusform>Show %n personal values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApprovalsPage</name>
    <message numerus="yes">
        <source>%n request(s) denied</source>
        <translation>
            <numerusform>%n request denied</numerusform>
            <numerusform>%n requests denied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) denied.</source>
        <translation>
            <numerusform>%n request denied.</numerusform>
            <numerusform>%n requests denied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ticked</source>
        <comment>requests</comment>
        <translation>
            <numerusform>%n ticked</numerusform>
            <numerusform>%n ticked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n…</source>
        <comment>ticked requests</comment>
        <translation>
            <numerusform>Deny %n…</numerusform>
            <numerusform>Deny %n…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n ticked request(s)…</source>
        <translation>
            <numerusform>Deny %n ticked request…</numerusform>
            <numerusform>Deny %n ticked requests…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AuditPage</name>
    <message numerus="yes">
        <source>%n new</source>
        <comment>records that came while the list rests</comment>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s)</source>
        <comment>number of audit records</comment>
        <translation>
            <numerusform>%Ln record</numerusform>
            <numerusform>%Ln records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The log has %Ln record(s) in all.</source>
        <translation>
            <numerusform>The log has %Ln record in all.</numerusform>
            <numerusform>The log has %Ln records in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BenchmarksPage</name>
    <message numerus="yes">
        <source>%n set(s)</source>
        <translation>
            <numerusform>%n set</numerusform>
            <numerusform>%n sets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CatalogPage</name>
    <message numerus="yes">
        <source>%n need review</source>
        <translation>
            <numerusform>%n needs review</numerusform>
            <numerusform>%n need review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 staged for %n action(s)</source>
        <translation>
            <numerusform>%1 staged for %n action</numerusform>
            <numerusform>%1 staged for %n actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %n id(s)</source>
        <translation>
            <numerusform>Copied %n id</numerusform>
            <numerusform>Copied %n ids</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be used; everything else is here.</source>
        <translation>
            <numerusform>%n file could not be used; everything else is here.</numerusform>
            <numerusform>%n files could not be used; everything else is here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DataTable</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GatewayCost</name>
    <message numerus="yes">
        <source>Listed for a new session, %n tool(s)</source>
        <translation>
            <numerusform>Listed for a new session, %n tool</numerusform>
            <numerusform>Listed for a new session, %n tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sent anew after %n list change(s)</source>
        <translation>
            <numerusform>Sent anew after %n list change</numerusform>
            <numerusform>Sent anew after %n list changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GatewayDetail</name>
    <message numerus="yes">
        <source>%n personal value(s) replaced for the model</source>
        <translation>
            <numerusform>%n personal value replaced for the model</numerusform>
            <numerusform>%n personal values replaced for the model</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GatewayPage</name>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n active</numerusform>
            <numerusform>%n active</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportChanges</name>
    <message numerus="yes">
        <source>%Ln more is not listed; a service lists 1,000 at most.</source>
        <translation>
            <numerusform>%Ln more is not listed; a service lists 1,000 at most.</numerusform>
            <numerusform>%Ln more are not listed; a service lists 1,000 at most.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportSheet</name>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln service</numerusform>
            <numerusform>%Ln services</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operation(s)</source>
        <translation>
            <numerusform>%Ln operation</numerusform>
            <numerusform>%Ln operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabFooter</name>
    <message numerus="yes">
        <source>GONE: %n result(s) of the baseline</source>
        <translation>
            <numerusform>GONE: %n result of the baseline</numerusform>
            <numerusform>GONE: %n results of the baseline</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabPage</name>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message numerus="yes">
        <source>%n file(s) could not be used; everything else is here.</source>
        <translation>
            <numerusform>%n file could not be used; everything else is here.</numerusform>
            <numerusform>%n files could not be used; everything else is here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln service</numerusform>
            <numerusform>%Ln services</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n off or locked</source>
        <translation>
            <numerusform>%n off or locked</numerusform>
            <numerusform>%n off or locked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>approvals</comment>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln session(s)</source>
        <translation>
            <numerusform>%Ln session</numerusform>
            <numerusform>%Ln sessions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message numerus="yes">
        <source>%n result(s)</source>
        <comment>rows of the palette</comment>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuitDialog</name>
    <message numerus="yes">
        <source>%n session(s) would end, and agents could call nothing until it is started again.</source>
        <translation>
            <numerusform>%n session would end, and agents could call nothing until it is started again.</numerusform>
            <numerusform>%n sessions would end, and agents could call nothing until it is started again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RiskPage</name>
    <message numerus="yes">
        <source>Review %n change(s)</source>
        <translation>
            <numerusform>Review %n change</numerusform>
            <numerusform>Review %n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RiskReviewSheet</name>
    <message numerus="yes">
        <source>Review %n change(s)</source>
        <translation>
            <numerusform>Review %n change</numerusform>
            <numerusform>Review %n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lowers the risk of %n action(s)</source>
        <translation>
            <numerusform>Lowers the risk of %n action</numerusform>
            <numerusform>Lowers the risk of %n actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) changed on disk since the first change was staged</source>
        <translation>
            <numerusform>%n file changed on disk since the first change was staged</numerusform>
            <numerusform>%n files changed on disk since the first change was staged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunReport</name>
    <message numerus="yes">
        <source>%n query(s) were not measured.</source>
        <translation>
            <numerusform>%n query was not measured.</numerusform>
            <numerusform>%n queries were not measured.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunReportView</name>
    <message numerus="yes">
        <source>Gates: %n fail(s)</source>
        <translation>
            <numerusform>Gates: %n fails</numerusform>
            <numerusform>Gates: %n fail</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServiceInspector</name>
    <message numerus="yes">
        <source>Show %Ln action(s)</source>
        <translation>
            <numerusform>Show %Ln action</numerusform>
            <numerusform>Show %Ln actions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServicesPage</name>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln service</numerusform>
            <numerusform>%Ln services</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be used; every other service is fine.</source>
        <translation>
            <numerusform>%n file could not be used; every other service is fine.</numerusform>
            <numerusform>%n files could not be used; every other service is fine.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s) are hidden by the filter.</source>
        <translation>
            <numerusform>%Ln service is hidden by the filter.</numerusform>
            <numerusform>%Ln services are hidden by the filter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) changed upstream for the worse and are blocked until somebody accepts the change.</source>
        <translation>
            <numerusform>%n action changed upstream for the worse and is blocked until somebody accepts the change.</numerusform>
            <numerusform>%n actions changed upstream for the worse and are blocked until somebody accepts the change.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Shell</name>
    <message numerus="yes">
        <source>Drop to see what importing %n file(s) would bring</source>
        <translation>
            <numerusform>Drop to see what importing %n file would bring</numerusform>
            <numerusform>Drop to see what importing %n files would bring</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StagedBar</name>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln selected</numerusform>
            <numerusform>%Ln selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusStrip</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <comment>files that could not be used</comment>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <comment>steps in the history</comment>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message numerus="yes">
        <source>%n approval(s) waiting…</source>
        <translation>
            <numerusform>%n approval waiting…</numerusform>
            <numerusform>%n approvals waiting…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UpstreamServers</name>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>started again %n time(s)</source>
        <translation>
            <numerusform>started again once</numerusform>
            <numerusform>started again %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyNotSheet</name>
    <message numerus="yes">
        <source>%n suggestion(s)</source>
        <translation>
            <numerusform>%n suggestion</numerusform>
            <numerusform>%n suggestions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) would help</source>
        <translation>
            <numerusform>%n change would help</numerusform>
            <numerusform>%n changes would help</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::AppContext</name>
    <message numerus="yes">
        <source>%n approval(s) waiting</source>
        <translation>
            <numerusform>%n approval waiting</numerusform>
            <numerusform>%n approvals waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n approval(s) waiting, one of them catastrophic</source>
        <translation>
            <numerusform>%n approval waiting, and it is catastrophic</numerusform>
            <numerusform>%n approvals waiting, one of them catastrophic</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An approval expires in less than %n minute(s)</source>
        <translation>
            <numerusform>An approval expires in less than %n minute</numerusform>
            <numerusform>An approval expires in less than %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::ApprovalGuard</name>
    <message numerus="yes">
        <source>Locked for %n second(s): read the request first</source>
        <translation>
            <numerusform>Locked for %n second: read the request first</numerusform>
            <numerusform>Locked for %n seconds: read the request first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::AuditChain</name>
    <message numerus="yes">
        <source>%1; %n not yet checked</source>
        <extracomment>%1 &quot;Verified to #12&quot;, %n records that came after</extracomment>
        <translation>
            <numerusform>%1; %n not yet checked</numerusform>
            <numerusform>%1; %n not yet checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n signed checkpoint(s). This proves that no record was changed, removed or inserted before the last one. It does not prove that the whole file was not replaced: keep the head elsewhere and compare.</source>
        <translation>
            <numerusform>%n signed checkpoint. This proves that no record was changed, removed or inserted before the last one. It does not prove that the whole file was not replaced: keep the head elsewhere and compare.</numerusform>
            <numerusform>%n signed checkpoints. This proves that no record was changed, removed or inserted before the last one. It does not prove that the whole file was not replaced: keep the head elsewhere and compare.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::CatalogController</name>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::ConfusionController</name>
    <message numerus="yes">
        <source>%n without any words</source>
        <translation>
            <numerusform>%n without any words</numerusform>
            <numerusform>%n without any words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::ImportController</name>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln service</numerusform>
            <numerusform>%Ln services</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::LabMetrics</name>
    <message numerus="yes">
        <source>%1 · %Ln queries</source>
        <extracomment>name of a query set and how many queries it has</extracomment>
        <translation>
            <numerusform>%1 · %Ln query</numerusform>
            <numerusform>%1 · %Ln queries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::OverviewController</name>
    <message numerus="yes">
        <source>%n file(s) could not be used</source>
        <translation>
            <numerusform>%n file could not be used</numerusform>
            <numerusform>%n files could not be used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s) in hand-written catalogs, such as an override that matches nothing</source>
        <translation>
            <numerusform>%n error in hand-written catalogs, such as an override that matches nothing</numerusform>
            <numerusform>%n errors in hand-written catalogs, such as an override that matches nothing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n staged risk edit(s) are not saved</source>
        <translation>
            <numerusform>%n staged risk edit is not saved</numerusform>
            <numerusform>%n staged risk edits are not saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s) need review</source>
        <translation>
            <numerusform>%Ln action needs review</numerusform>
            <numerusform>%Ln actions need review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service(s) are switched off for tool search</source>
        <translation>
            <numerusform>%n service is switched off for tool search</numerusform>
            <numerusform>%n services are switched off for tool search</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln service(s)</source>
        <translation>
            <numerusform>%Ln service</numerusform>
            <numerusform>%Ln services</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::RiskController</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::Say</name>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::StagedEdits</name>
    <message numerus="yes">
        <source>Set %n action(s) to %1</source>
        <translation>
            <numerusform>Set %n action to %1</numerusform>
            <numerusform>Set %n actions to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %n staged change(s)</source>
        <extracomment>undo step</extracomment>
        <translation>
            <numerusform>Discard %n staged change</numerusform>
            <numerusform>Discard %n staged changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save %n staged change(s)</source>
        <translation>
            <numerusform>Save %n staged change</numerusform>
            <numerusform>Save %n staged changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <extracomment>change bar</extracomment>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) become %1</source>
        <extracomment>change bar: number of actions, tier in lower case</extracomment>
        <translation>
            <numerusform>%n action becomes %1</numerusform>
            <numerusform>%n actions become %1</numerusform>
        </translation>
    </message>
</context>
</TS>
