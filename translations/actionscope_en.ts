<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
    <name>ImportSheet</name>
    <message numerus="yes">
        <source>Import %n source(s)</source>
        <translation>
            <numerusform>Import %n source</numerusform>
            <numerusform>Import %n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s)</source>
        <translation>
            <numerusform>%n action</numerusform>
            <numerusform>%n actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more service(s)</source>
        <translation>
            <numerusform>and %n more service</numerusform>
            <numerusform>and %n more services</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <comment>operations or files</comment>
        <translation>
            <numerusform>%n skipped</numerusform>
            <numerusform>%n skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new finding(s)</source>
        <translation>
            <numerusform>%n new finding</numerusform>
            <numerusform>%n new findings</numerusform>
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
    <name>StatusStrip</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <comment>files that could not be used</comment>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>actionscope::app::ImportController</name>
    <message numerus="yes">
        <source>Read %n source(s)</source>
        <translation>
            <numerusform>Read %n source</numerusform>
            <numerusform>Read %n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n action(s)</source>
        <translation>
            <numerusform>Import %n action</numerusform>
            <numerusform>Import %n actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing changed: %n action(s) are as they were.</source>
        <translation>
            <numerusform>Nothing changed: %n action are as they were.</numerusform>
            <numerusform>Nothing changed: %n actions are as they were.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) imported.</source>
        <translation>
            <numerusform>%n action imported.</numerusform>
            <numerusform>%n actions imported.</numerusform>
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
</TS>
