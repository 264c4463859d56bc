#include "governance/privacy.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;

namespace {

/// "email(ana@acme.test) phone(…)": what was found and where it begins and ends.
std::string found(std::string_view text) {
    std::string out;
    for (const PersonalSpan &span : findPersonalData(text)) {
        out += out.empty() ? "" : " ";
        out += std::string(personalKindName(span.kind)) + "(" +
               std::string(text.substr(span.begin, span.end - span.begin)) + ")";
    }
    return out;
}

} // namespace

class TestPersonalData : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsWhatIsPersonal_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *text, const char *expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        row("address", "write to ana.gomez+x@mail.acme.test.", "email(ana.gomez+x@mail.acme.test)");
        row("address at the borders", "a@b.co", "email(a@b.co)");
        row("two addresses", "<a@b.co>,<c@d.org>", "email(a@b.co) email(c@d.org)");
        row("address beyond ASCII", "jürgen@münchen.example", "email(jürgen@münchen.example)");
        row("address in a URL", "https://x.test/users/ana%40acme.test/repos", "email(ana%40acme.test)");
        row("address after an escaped line end", "half a string: \\nana@acme.test", "email(ana@acme.test)");
        row("address in mark-up", "\"mailto:ana@acme.test\"", "email(ana@acme.test)");
        row("international", "call +49 30 901820 now", "phone(+49 30 901820)");
        row("international in one", "+4930901820", "phone(+4930901820)");
        row("with two zeros", "0049 30 901820", "phone(0049 30 901820)");
        row("American", "(415) 555-2671", "phone((415) 555-2671)");
        row("American with dots", "415.555.2671", "phone(415.555.2671)");
        row("German", "030/901820-12", "phone(030/901820-12)");
        row("French", "06 12 34 56 78", "phone(06 12 34 56 78)");
        row("IBAN", "to DE89370400440532013000, please", "iban(DE89370400440532013000)");
        row("IBAN in groups", "IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF", "iban(DE89 3704 0044 0532 0130 00)");
        row("British IBAN", "GB29 NWBK 6016 1331 9268 19", "iban(GB29 NWBK 6016 1331 9268 19)");
        row("IBAN with a wrong digit", "DE88370400440532013000", "");
        row("card", "4111111111111111", "card(4111111111111111)");
        row("card in groups", "ref 12 4111 1111 1111 1111 12/27", "card(4111 1111 1111 1111)");
        row("card with hyphens", "5555-5555-5555-4444", "card(5555-5555-5555-4444)");
        row("American Express", "3782 822463 10005", "card(3782 822463 10005)");
        row("no card: Luhn", "4111111111111112", "");
        row("no card: part of a longer number", "41111111111111110000000", "");
        row("SSN", "ssn 536-90-4399.", "national_id(536-90-4399)");
        row("no SSN", "000-12-3456", "");
        row("German tax id", "IdNr 86095742719", "national_id(86095742719)");
        row("German tax id in groups", "86 095 742 719", "national_id(86 095 742 719)");
        row("DNI", "12345678Z", "national_id(12345678Z)");
        row("DNI with a wrong letter", "12345678A", "");
        row("NIE", "X1234567L", "national_id(X1234567L)");
        row("INSEE", "2 55 08 14 168 025 38", "national_id(2 55 08 14 168 025 38)");
        row("IPv4", "from 203.0.113.9:443", "ip_address(203.0.113.9)");
        row("IPv6", "from 2001:db8::ff00:42:8329 ok", "ip_address(2001:db8::ff00:42:8329)");
        row("loopback is nobody", "127.0.0.1 and ::1", "");
        row("version of five parts", "1.2.3.4.5", "");
        row("no address", "256.1.1.1", "");
        row("time", "at 12:34:56", "");
        row("C++", "std::string a::b", "");
        row("MAC", "00:1a:2b:3c:4d:5e", "");
        row("dates", "2026-11-21, 21.11.2026, 2026-11-21 09-41", "");
        row("timestamp", "1700000000", "");
        row("hash", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "");
        row("uuid", "123e4567-e89b-12d3-a456-426614174000", "");
        row("decorator", "@override and user@host", "");
        row("price and size", "1,234,567.89 EUR, 10 000 000", "");
        row("all at once", "ana@acme.test 4111 1111 1111 1111 +49 30 901820",
            "email(ana@acme.test) card(4111 1111 1111 1111) phone(+49 30 901820)");
    }
    void findsWhatIsPersonal() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(found(text.toStdString())), expected);
    }
    void isLinearOnHostileText() {
        // Each of these takes a backtracking or restarting search hours, which the time limit of the test program ends.
        const std::size_t size = 1'000'000;
        for (const std::string &unit :
             {std::string("a"), std::string("a."), std::string("1 "), std::string("1"), std::string("a@"),
              std::string("a@b."), std::string("DE89 "), std::string("1.1."), std::string(":1"), std::string("%40"),
              std::string("+1 "), std::string("(0"), std::string("4111 ")}) {
            std::string text;
            while (text.size() < size)
                text += unit;
            const auto spans = findPersonalData(text);
            QVERIFY(spans.empty() || spans.back().end <= text.size());
        }
    }
    void labelsThatSayAName_data() {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("parent");
        QTest::addColumn<bool>("expected");
        for (const char *yes : {"first_name", "lastName", "displayName", "full-name", "assignee.name", "customer_name",
                                "surname", "cardholder_name", "billing.contact.name", "FamilyName"})
            QTest::newRow(yes) << yes << "" << true;
        for (const char *no :
             {"name", "repo_name", "file.name", "username", "user_name", "hostname", "account_name", "title", ""})
            QTest::newRow(*no == '\0' ? "empty" : no) << no << "" << false;
        QTest::newRow("in a person") << "name"
                                     << "user" << true;
        QTest::newRow("in people") << "name"
                                   << "assignees" << true;
        QTest::newRow("in a thing") << "name"
                                    << "repository" << false;
    }
    void labelsThatSayAName() {
        QFETCH(QString, member);
        QFETCH(QString, parent);
        QFETCH(bool, expected);
        QCOMPARE(labelsPersonName(member.toStdString(), parent.toStdString()), expected);
    }
    void shapesKeepStructureAndNoValue() {
        const auto value =
            parseJson("{\"to\":\"ana@acme.test\",\"cc\":[\"eve@acme.test\",\"ana@acme.test\"],\"text\":\"secret\","
                      "\"n\":42,\"b\":true,\"x\":null,\"ana@acme.test\":{\"sk_live_1234567890abcdef\":1}}")
                .value();
        QCOMPARE(
            json::serialize(shapeOf(value)),
            std::string(
                "{\"to\":\"⟨email·1⟩\",\"cc\":[\"⟨email·2⟩\",\"⟨email·1⟩\"],\"text\":\"⟨string·6⟩\",\"n\":\"⟨number⟩\","
                "\"b\":\"⟨boolean⟩\",\"x\":\"⟨null⟩\",\"⟨key·7⟩\":{\"⟨key·1⟩\":\"⟨number⟩\"}}"));
    }
    void shapesOfHugeValuesAreSmall() {
        json::array wide(100'000, json::value("x"));
        json::value deep = 1;
        for (int i = 0; i < 200; ++i)
            deep = json::array{std::move(deep)};
        QVERIFY(json::serialize(shapeOf(wide)).size() < 1000);
        QVERIFY(json::serialize(shapeOf(deep)).size() < 200);
    }
    void approversSeeOrdinaryValuesAndPlaceholders() {
        const auto value =
            parseJson(
                "{\"url\":\"https://u:pw@api.test/x?api_key=abc123&page=2&first_name=Ana&who=ana%40acme.test\","
                "\"headers\":{\"Authorization\":\"Bearer abcdefghijkl\",\"X-Given\":\"⟨secret·3⟩\",\"Accept\":\"*/*\"},"
                "\"list\":[{\"name\":\"Cookie\",\"value\":\"a=b\"},{\"name\":\"Accept\",\"value\":\"json\"}],"
                "\"body\":\"{\\\"password\\\":\\\"hunter2\\\",\\\"amount\\\":5}\",\"card\":4111111111111111,"
                "\"user\":{\"name\":\"Ana Gómez\"},\"to\":[\"ana@acme.test\",\"eve@acme.test\",\"ana@acme.test\"],"
                "\"note\":\"use ghp_abcdefghijklmnopqrst and +49 30 "
                "901820\",\"next_page_token\":\"t0\",\"repo\":\"hello\"}")
                .value();
        const std::string shown = json::serialize(redactForApprover(value));
        for (const char *secret : {"pw@", "abc123", "abcdefghijkl", "a=b", "hunter2", "4111", "Gómez", "ana@", "ana%40",
                                   "eve@", "ghp_", "901820", "Ana"})
            QVERIFY2(shown.find(secret) == std::string::npos, (std::string(secret) + " in " + shown).c_str());
        for (const char *kept :
             {"page=2", "\"*/*\"", "\"json\"", "\\\"amount\\\":5", "hello", "\"t0\"", "⟨secret·3⟩", "⟨secret·4⟩"})
            QVERIFY2(shown.find(kept) != std::string::npos, (std::string(kept) + " not in " + shown).c_str());
        QVERIFY(shown.find("[\"⟨email·1⟩\",\"⟨email·2⟩\",\"⟨email·1⟩\"]") != std::string::npos ||
                shown.find("[\"⟨email·2⟩\",\"⟨email·3⟩\",\"⟨email·2⟩\"]") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestPersonalData)
#include "tst_personal_data.moc"
