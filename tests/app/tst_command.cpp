// Commands: what triggers them, and who has which keys.
#include "command.h"
#include "preferences.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <memory>

using namespace actionscope::app;

class TstCommand : public QObject {
    Q_OBJECT

private:
    static std::unique_ptr<Command> command(const QString &id, const QString &keys, const QString &alternate = {}) {
        auto made = std::make_unique<Command>();
        made->setProperty("commandId", id);
        made->setProperty("text", id);
        made->setProperty("keys", keys);
        made->setProperty("alternateKeys", alternate);
        return made;
    }
    static QStringList sequences(const CommandRegistry &registry, int row) {
        return registry.index(row).data(CommandRegistry::SequencesRole).toStringList();
    }

private Q_SLOTS:
    void aDisabledCommandDoesNothing() {
        Preferences preferences;
        CommandRegistry registry(&preferences);
        QAbstractItemModelTester tester(&registry, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto save = command(QStringLiteral("save"), QStringLiteral("Ctrl+S"));
        registry.add(save.get());
        QSignalSpy triggered(save.get(), &Command::triggered);
        QVERIFY(registry.run(QStringLiteral("save")));
        save->setProperty("enabled", false);
        QVERIFY(!registry.run(QStringLiteral("save")));
        QCOMPARE(triggered.count(), 1);
        QCOMPARE(sequences(registry, 0), QStringList());
    }

    void aPageTakesOverAKeyWhileItIsShown() {
        Preferences preferences;
        CommandRegistry registry(&preferences);
        auto shell = command(QStringLiteral("refresh"), QStringLiteral("Ctrl+R"));
        auto page = command(QStringLiteral("rerun"), QStringLiteral("Ctrl+R"));
        registry.add(shell.get());
        QCOMPARE(sequences(registry, 0), QStringList{QStringLiteral("Ctrl+R")});
        registry.add(page.get());
        QCOMPARE(sequences(registry, 0), QStringList());
        QCOMPARE(sequences(registry, 1), QStringList{QStringLiteral("Ctrl+R")});
        registry.remove(page.get());
        QCOMPARE(sequences(registry, 0), QStringList{QStringLiteral("Ctrl+R")});
    }

    void singleLettersCanBeSwitchedOff() {
        Preferences preferences;
        CommandRegistry registry(&preferences);
        auto tier = command(QStringLiteral("tier"), QStringLiteral("W"));
        auto filter = command(QStringLiteral("filter"), QStringLiteral("/"), QStringLiteral("Ctrl+F"));
        auto help = command(QStringLiteral("help"), QStringLiteral("F1"));
        registry.add(tier.get());
        registry.add(filter.get());
        registry.add(help.get());
        QCOMPARE(sequences(registry, 0), QStringList{QStringLiteral("W")});
        preferences.setSingleKeys(false);
        QCOMPARE(sequences(registry, 0), QStringList());
        QCOMPARE(sequences(registry, 1), QStringList{QStringLiteral("Ctrl+F")});
        QCOMPARE(sequences(registry, 2), QStringList{QStringLiteral("F1")});
    }

    void keysAreRebound() {
        Preferences preferences;
        CommandRegistry registry(&preferences);
        auto save = command(QStringLiteral("edit.save"), QStringLiteral("Ctrl+S"));
        auto undo = command(QStringLiteral("edit.undo"), QStringLiteral("Ctrl+Z"));
        registry.add(save.get());
        registry.add(undo.get());
        QCOMPARE(registry.rebind(QStringLiteral("edit.save"), QStringLiteral("Ctrl+Z")), QStringLiteral("edit.undo"));
        QCOMPARE(registry.keysOf(QStringLiteral("edit.save")), QStringLiteral("Ctrl+S"));
        QCOMPARE(registry.rebind(QStringLiteral("edit.save"), QStringLiteral("ctrl+alt+s")), QString());
        QCOMPARE(registry.keysOf(QStringLiteral("edit.save")), QStringLiteral("Ctrl+Alt+S"));
        QVERIFY(registry.isRebound(QStringLiteral("edit.save")));
        registry.rebind(QStringLiteral("edit.save"), QString());
        QCOMPARE(registry.keysOf(QStringLiteral("edit.save")), QStringLiteral("Ctrl+S"));
        QVERIFY(!registry.isRebound(QStringLiteral("edit.save")));
    }

    void aDestroyedCommandLeavesTheList() {
        Preferences preferences;
        CommandRegistry registry(&preferences);
        auto save = command(QStringLiteral("save"), QStringLiteral("Ctrl+S"));
        registry.add(save.get());
        save.reset();
        QCOMPARE(registry.rowCount(), 0);
        QVERIFY(!registry.run(QStringLiteral("save")));
    }

    void theKeyTableHasEachGroupOnce() {
        Preferences preferences;
        CommandRegistry registry(&preferences);
        auto a = command(QStringLiteral("a"), QStringLiteral("Ctrl+A"));
        auto b = command(QStringLiteral("b"), QStringLiteral("Ctrl+B"));
        auto none = command(QStringLiteral("none"), QString());
        a->setProperty("group", QStringLiteral("One"));
        b->setProperty("group", QStringLiteral("One"));
        for (Command *one : {a.get(), b.get(), none.get()})
            registry.add(one);
        const QVariantList table = registry.keyTable();
        QCOMPARE(table.size(), 2);
        QVERIFY(table.at(0).toMap().value(QStringLiteral("first")).toBool());
        QVERIFY(!table.at(1).toMap().value(QStringLiteral("first")).toBool());
    }
};

QTEST_MAIN(TstCommand)
#include "tst_command.moc"
