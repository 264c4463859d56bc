/// A catalog after an edit that nobody has saved.

#include "catalog/overlay.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::catalog;

namespace {

Capability action(const std::string &name, const std::string &description) {
    Capability made;
    made.name = name;
    made.description = description;
    made.tags = {"a", "b"};
    made.parameters = {{"id", "which", "string", Place::Path, true}};
    return made;
}

Service service(const std::string &id, std::vector<Capability> actions) {
    Service made;
    made.info.id = id;
    made.segment = *Segment::build(std::move(actions));
    return made;
}

} // namespace

class OverlayTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const Catalog> m_catalog =
        *Catalog::build({service("desk", {action("close", "Closes it"), action("open", "Opens it")}),
                         service("mail", {action("send", "")})});

private Q_SLOTS:
    void onlyTheDescriptionIsAnother() {
        const Ordinal open = *m_catalog->find("desk.open");
        const auto after = withDescription(*m_catalog, open, "Reopens a ticket");
        QVERIFY(after);
        QCOMPARE((*after)->size(), m_catalog->size());
        for (Ordinal i = 0; i < m_catalog->size(); ++i) {
            QCOMPARE((*after)->qualifiedName(i), m_catalog->qualifiedName(i));
            Capability expected = m_catalog->at(i).toCapability();
            if (i == open)
                expected.description = "Reopens a ticket";
            QVERIFY((*after)->at(i).toCapability() == expected);
        }
        QCOMPARE((*after)->services()[1].segment, m_catalog->services()[1].segment); // shared, not copied
        QCOMPARE(m_catalog->at(open).description(), std::string_view("Opens it"));
    }

    void whatNoDescriptionCanBeIsRefused() {
        QCOMPARE(withDescription(*m_catalog, 0, std::string(MaxDescription + 1, 'a')).error().code,
                 ErrorCode::LimitExceeded);
        QCOMPARE(withDescription(*m_catalog, 0, "a\xff").error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(OverlayTest)
#include "tst_overlay.moc"
