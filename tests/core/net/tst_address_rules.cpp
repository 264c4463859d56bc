#include "net/address_rules.h"

#include <QTest>

using namespace actionscope;
using net::AddressRules;

namespace {

AddressRules rules(const std::vector<std::string> &allowed) {
    auto made = AddressRules::create(allowed);
    if (!made)
        qFatal("%s", made.error().message.c_str());
    return *made;
}

} // namespace

class TestAddressRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void classifies_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("words"); // part of the class; empty: public
        const auto row = [](const char *address, const char *words) { QTest::newRow(address) << address << words; };
        row("93.184.216.34", "");
        row("2606:2800:220:1:248:1893:25c8:1946", "");
        row("::ffff:93.184.216.34", "");
        row("64:ff9b::93.184.216.34", "");
        row("2002:5db8:d822::1", "");
        row("0.0.0.0", "unspecified");
        row("0.1.2.3", "this network");
        row("10.1.2.3", "private");
        row("172.16.0.1", "private");
        row("172.31.255.255", "private");
        row("172.32.0.1", "");
        row("192.168.1.1", "private");
        row("127.0.0.1", "loopback");
        row("127.255.255.254", "loopback");
        row("100.64.0.1", "shared");
        row("100.127.255.255", "shared");
        row("100.128.0.1", "");
        row("169.254.1.1", "link-local");
        row("169.254.169.254", "metadata");
        row("169.254.170.2", "metadata");
        row("100.100.100.200", "metadata");
        row("168.63.129.16", "metadata");
        row("192.0.0.192", "metadata");
        row("fd00:ec2::254", "metadata");
        row("192.0.2.1", "documentation");
        row("198.51.100.7", "documentation");
        row("203.0.113.7", "documentation");
        row("198.19.0.1", "benchmarking");
        row("224.0.0.1", "multicast");
        row("239.255.255.250", "multicast");
        row("240.0.0.1", "reserved");
        row("255.255.255.255", "broadcast");
        row("::", "unspecified");
        row("::1", "loopback");
        row("::2", "reserved");
        row("fe80::1", "link-local");
        row("febf::1", "link-local");
        row("fec0::1", "site-local");
        row("fd00::1", "private");
        row("fc00::1", "private");
        row("ff02::1", "multicast");
        row("2001:db8::1", "documentation");
        row("3fff::1", "documentation");
        row("2001::1", "reserved"); // Teredo
        row("100::1", "reserved");  // discard
        row("4000::1", "reserved");
        // IPv4 in disguise.
        row("::ffff:127.0.0.1", "loopback");
        row("::ffff:7f00:1", "loopback");
        row("::ffff:a9fe:a9fe", "metadata");
        row("::127.0.0.1", "loopback");
        row("::ffff:0:127.0.0.1", "loopback");
        row("64:ff9b::127.0.0.1", "loopback");
        row("64:ff9b::a9fe:a9fe", "metadata");
        row("64:ff9b:1::1", "translation");
        row("2002:7f00:1::", "loopback");
        row("2002:a9fe:a9fe::1", "metadata");
        row("2606:4700::5efe:10.0.0.1", "private");
    }
    void classifies() {
        QFETCH(QString, address);
        QFETCH(QString, words);
        const std::string text = net::addressClass(address.toStdString());
        const bool isPublic = text == "a public address";
        QVERIFY2(isPublic == words.isEmpty() && QString::fromStdString(text).contains(words), text.c_str());
        const auto checked = AddressRules().check("host.example", 443, address.toStdString());
        QCOMPARE(checked.has_value(), isPublic);
        if (!isPublic) {
            QCOMPARE(checked.error().code, ErrorCode::PermissionDenied);
            QVERIFY(checked.error().message.find("network.allow") != std::string::npos);
            QVERIFY(checked.error().message.find(text) != std::string::npos);
        }
    }
    /// Only strict forms are numeric; what the C library takes besides is resolved first and judged by the result.
    void oddFormsAreNoAddress_data() {
        QTest::addColumn<QString>("text");
        for (const char *text : {"2130706433", "0x7f000001", "0177.0.0.1", "127.1", "127.0.0.1.", " 127.0.0.1",
                                 "fe80::1%lo", "", "1.2.3.4/8"})
            QTest::newRow(text) << text;
    }
    void oddFormsAreNoAddress() {
        QFETCH(QString, text);
        QCOMPARE(net::addressClass(text.toStdString()), std::string());
        QVERIFY(!AddressRules().check("host", 80, text.toStdString()));
        QVERIFY(!rules({"0.0.0.0/0", "::/0"}).check("host", 80, text.toStdString()));
    }
    void numbersResolveToWhatTheyMean_data() {
        QTest::addColumn<QString>("host");
        for (const char *host :
             {"2130706433", "0x7f000001", "017700000001", "127.1", "0x7f.0.0.1", "localhost", "[::1]", "0"})
            QTest::newRow(host) << host;
    }
    void numbersResolveToWhatTheyMean() {
        QFETCH(QString, host);
        const auto resolved = AddressRules().resolve(host.toStdString(), 80);
        QVERIFY(!resolved);
        QCOMPARE(resolved.error().code, ErrorCode::PermissionDenied);
        const auto all = rules({"127.0.0.0/8", "::1", "0.0.0.0", "::ffff:0:0/96"}).resolve(host.toStdString(), 80);
        QVERIFY2(all, all ? "" : all.error().message.c_str());
    }
    void oneForbiddenAddressIsEnough() {
        QVERIFY(AddressRules().checkAll("a.example", 443, {"93.184.216.34", "2606:2800:220:1::1"}));
        QVERIFY(!AddressRules().checkAll("a.example", 443, {"93.184.216.34", "10.0.0.1"}));
        QVERIFY(!AddressRules().checkAll("a.example", 443, {"::1", "93.184.216.34"}));
    }
    void theListOpensWhatItNames_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("allowed");
        auto row = [n = 0](const char *entry, const char *host, int port, const char *address,
                                 bool allowed) mutable {
            QTest::newRow(qPrintable(QString("%1 %2 %3").arg(++n).arg(entry, address)))
                << entry << host << port << address << allowed;
        };
        row("10.1.0.0/16", "x", 443, "10.1.255.1", true);
        row("10.1.0.0/16", "x", 443, "10.2.0.1", false);
        row("10.1.0.0/17", "x", 443, "10.1.128.0", false);
        row("10.1.0.0/17", "x", 443, "10.1.127.255", true);
        row("10.1.0.0/16:8443", "x", 8443, "10.1.0.1", true);
        row("10.1.0.0/16:8443", "x", 443, "10.1.0.1", false);
        row("127.0.0.1", "x", 1, "127.0.0.1", true);
        row("127.0.0.1", "x", 1, "127.0.0.2", false);
        row("127.0.0.1:8080", "x", 8080, "127.0.0.1", true);
        row("127.0.0.1:8080", "x", 8081, "127.0.0.1", false);
        row("127.0.0.1", "x", 1, "::ffff:127.0.0.1", true);
        row("127.0.0.1", "x", 1, "64:ff9b::127.0.0.1", false);
        row("127.0.0.1", "x", 1, "::1", false);
        row("::1", "x", 1, "::1", true);
        row("[::1]:8080", "x", 8080, "::1", true);
        row("[::1]:8080", "x", 80, "::1", false);
        row("[::1]", "x", 80, "::1", true);
        row("::1/128", "x", 80, "::1", true);
        row("fd00::/8", "x", 80, "fd12::1", true);
        row("fd00::/8", "x", 80, "fe80::1", false);
        row("wiki.intern", "wiki.intern", 80, "10.0.0.1", true);
        row("wiki.intern", "WIKI.intern.", 80, "10.0.0.1", true);
        row("Wiki.Intern.", "wiki.intern", 80, "10.0.0.1", true);
        row("wiki.intern:443", "wiki.intern", 80, "10.0.0.1", false);
        row("wiki.intern", "evil.wiki.intern", 80, "10.0.0.1", false);
        row("wiki.intern", "wiki.intern.evil", 80, "10.0.0.1", false);
        // A metadata address is opened by its own name only.
        row("169.254.169.254", "x", 80, "169.254.169.254", true);
        row("169.254.0.0/16", "x", 80, "169.254.169.254", false);
        row("169.254.0.0/16", "x", 80, "169.254.1.1", true);
        row("0.0.0.0/0", "x", 80, "169.254.169.254", false);
        row("::/0", "x", 80, "64:ff9b::a9fe:a9fe", false);
        row("wiki.intern", "wiki.intern", 80, "169.254.169.254", false);
    }
    void theListOpensWhatItNames() {
        QFETCH(QString, entry);
        QFETCH(QString, host);
        QFETCH(int, port);
        QFETCH(QString, address);
        QFETCH(bool, allowed);
        const auto checked = rules({entry.toStdString()})
                                 .check(host.toStdString(), static_cast<std::uint16_t>(port), address.toStdString());
        QCOMPARE(checked.has_value(), allowed);
    }
    void saysWhatIsWrongWithAnEntry_data() {
        QTest::addColumn<QString>("entry");
        for (const char *entry :
             {"", "10.0.0.0/33", "10.0.0.1/16", "10.0.0.0/", "::1/129", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:x",
              "wiki.intern/8", "wiki intern", "http://wiki.intern", "*.intern", "2130706433", "127.1", "[::1", "[::1]x",
              "fe80::1%lo"})
            QTest::newRow(entry) << entry;
    }
    void saysWhatIsWrongWithAnEntry() {
        QFETCH(QString, entry);
        const auto made = AddressRules::create({"10.0.0.0/8", entry.toStdString()});
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(made.error().message.find("'" + entry.toStdString() + "'") != std::string::npos,
                 made.error().message.c_str());
    }
    void aNameThatDoesNotResolve() {
        const auto resolved = AddressRules().resolve("no-such-name.invalid", 80);
        QVERIFY(!resolved);
        QCOMPARE(resolved.error().code, ErrorCode::NetworkError);
        QVERIFY(!AddressRules().resolve("", 80));
        QVERIFY(!AddressRules().resolve(std::string("a\0b", 3), 80));
    }
};

QTEST_GUILESS_MAIN(TestAddressRules)
#include "tst_address_rules.moc"
