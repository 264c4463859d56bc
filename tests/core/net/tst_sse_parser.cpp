#include "net/mcp_client.h"

#include <QtTest/QTest>

using namespace actionscope;
using namespace actionscope::net;

namespace {

struct Read {
    std::vector<SseParser::Event> events;
    bool whole = true;
};

Read readIn(std::string_view text, std::size_t piece, std::size_t cap = 1 << 20) {
    Read read;
    SseParser parser(cap);
    for (std::size_t at = 0; at < text.size() && read.whole; at += piece)
        read.whole = parser.feed(text.substr(at, piece), [&](const auto &event) { read.events.push_back(event); });
    return read;
}

} // namespace

class SseParserTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void piecesAndLineEndingsDoNotMatter_data() {
        QTest::addColumn<QByteArray>("end");
        QTest::newRow("LF") << QByteArray("\n");
        QTest::newRow("CRLF") << QByteArray("\r\n");
        QTest::newRow("CR") << QByteArray("\r");
    }
    void piecesAndLineEndingsDoNotMatter() {
        QFETCH(QByteArray, end);
        QByteArray text =
            "\xEF\xBB\xBF: hello\nid: a-1\nretry: 250\ndata:\n\nevent: message\ndata: {\"a\":\ndata: 1}\n\n"
            "data:  two\nunknown: x\n\n\n:\n\nid: a-2\ndata\n\ndata: never ended\n";
        text.replace("\n", end);
        for (const std::size_t piece : {1, 2, 3, 7, 1000}) {
            const Read read = readIn(text.toStdString(), piece);
            QVERIFY(read.whole);
            QCOMPARE(read.events.size(), 4U);
            QCOMPARE(read.events[0].id, std::string("a-1"));
            QCOMPARE(read.events[0].retry, std::optional(std::chrono::milliseconds(250)));
            QCOMPARE(read.events[0].data, std::string());
            QCOMPARE(read.events[1].event, std::string("message"));
            QCOMPARE(read.events[1].data, std::string("{\"a\":\n1}"));
            QVERIFY(!read.events[1].hasId);
            QCOMPARE(read.events[2].data, std::string(" two"));
            QVERIFY(read.events[3].hasId);
            QCOMPARE(read.events[3].data, std::string());
        }
    }
    void nonsenseInTheFieldsIsPassedOver() {
        const Read read =
            readIn(std::string_view("retry: soon\nid: a\0b\nretry: -5\nretry: 99999999999999\ndata: x\n\n", 62), 5);
        QCOMPARE(read.events.size(), 1U);
        QVERIFY(!read.events[0].hasId);
        QVERIFY(read.events[0].retry <= std::chrono::minutes(10));
    }
    void anEventBeyondTheCapIsRefused() {
        QVERIFY(!readIn("data: " + std::string(200, 'x') + "\n\n", 50, 100).whole);
        std::string lines;
        for (int i = 0; i < 50; ++i)
            lines += "data: xxxxxx\n";
        QVERIFY(!readIn(lines, 50, 100).whole);
        QVERIFY(readIn("data: " + std::string(50, 'x') + "\n\n", 50, 100).whole);
    }
};

QTEST_APPLESS_MAIN(SseParserTest)
#include "tst_sse_parser.moc"
