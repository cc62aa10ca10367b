// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"
#include "tests/core/record/sample_records.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class MessageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestsSurviveARoundTrip();
    void requestHasItsDocumentedLine();
    void shortRequestGetsDefaults();
    void wrongRequestNamesItsKey_data();
    void wrongRequestNamesItsKey();
    void mutatedRequestsDoNoHarm();
};

void MessageTest::requestsSurviveARoundTrip()
{
    for (unsigned seed = 0; seed < 200; ++seed) {
        const Request request = SampleRecords(seed).request();
        const std::string line = encodeMessage(request);
        QCOMPARE(line.find('\n'), line.size() - 1);
        const Result<ClientMessage> read = decodeMessage(line);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
        QVERIFY2(read.value() == ClientMessage(request), line.c_str());
    }
    const Result<ClientMessage> cancel = decodeMessage(encodeMessage(CancelRequest { 9007199254740993 }));
    QVERIFY(cancel.ok());
    QVERIFY(cancel.value() == ClientMessage(CancelRequest { 9007199254740993 }));
}

void MessageTest::requestHasItsDocumentedLine()
{
    Request request;
    request.id = 7;
    request.model = "net.pt";
    request.inputs = { "1x3x224x224" };
    QCOMPARE(encodeMessage(request),
             R"({"type":"report","request":7,"model":"net.pt","inputs":["1x3x224x224"],"batch":0,"device":"cpu",)"
             R"("threads":0,"convention":"fma2","trust":false,"accept_damaged":false,"libraries":[],"formulas":"",)"
             R"("timeout_seconds":0.0,"memory_limit_bytes":0,"effort":"normal","remeasure":false,)"
             R"("executor":"as_loaded","precision":"as_loaded","memory_format":"as_loaded","tf32":"default",)"
             R"("caches":"warm","warmup":null,"runs":0,"seconds":0.0,"interleave":[],"search":"binary",)"
             R"("maximum_batch":0,"margin":0.05,"longest_call_seconds":2.0,"restart":false,"models":[],"host_work":[],)"
             R"("step":1,"batch_dimensions":[],"unconfined":false})"
             "\n");
    QCOMPARE(encodeMessage(CancelRequest { 7 }), "{\"type\":\"cancel\",\"request\":7}\n");
}

void MessageTest::shortRequestGetsDefaults()
{
    const Result<ClientMessage> peaks = decodeMessage(R"({"type":"peaks","request":2})");
    QVERIFY(peaks.ok());
    Request expected;
    expected.id = 2;
    expected.kind = RequestKind::Peaks;
    QVERIFY(peaks.value() == ClientMessage(expected));
}

void MessageTest::wrongRequestNamesItsKey_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("mention");
    QTest::newRow("no type") << QByteArray(R"({"request":1})") << "'type' is missing";
    QTest::newRow("unknown type") << QByteArray(R"({"type":"erase","request":1})") << "erase";
    QTest::newRow("no number") << QByteArray(R"({"type":"peaks"})") << "'request' is missing";
    QTest::newRow("number is a text") << QByteArray(R"({"type":"peaks","request":"1"})") << "'request'";
    QTest::newRow("cancel without number") << QByteArray(R"({"type":"cancel"})") << "'request'";
    QTest::newRow("no model") << QByteArray(R"({"type":"report","request":1})") << "'model' is missing";
    QTest::newRow("inputs are a text") << QByteArray(R"({"type":"report","request":1,"model":"m","inputs":"1x3"})")
                                       << "'inputs'";
    QTest::newRow("negative batch") << QByteArray(R"({"type":"report","request":1,"model":"m","batch":-1})")
                                    << "'batch'";
    QTest::newRow("negative threads") << QByteArray(R"({"type":"report","request":1,"model":"m","threads":-2})")
                                      << "'threads'";
    QTest::newRow("no timeout") << QByteArray(R"({"type":"peaks","request":1,"timeout_seconds":null})")
                                << "'timeout_seconds'";
    QTest::newRow("unknown effort") << QByteArray(R"({"type":"peaks","request":1,"effort":"huge"})") << "'effort'";
    QTest::newRow("negative runs") << QByteArray(R"({"type":"latency","request":1,"model":"m","runs":-1})") << "'runs'";
    QTest::newRow("negative warm-up") << QByteArray(R"({"type":"latency","request":1,"model":"m","warmup":-1})")
                                      << "'warmup'";
    QTest::newRow("unknown executor") << QByteArray(R"({"type":"latency","request":1,"model":"m","executor":"fast"})")
                                      << "'executor'";
    QTest::newRow("no batch at all") << QByteArray(R"({"type":"sweep","request":1,"model":"m","maximum_batch":-1})")
                                     << "'maximum_batch'";
    QTest::newRow("no step") << QByteArray(R"({"type":"sweep","request":1,"model":"m","step":0})") << "'step'";
    QTest::newRow("margin of everything")
        << QByteArray(R"({"type":"sweep","request":1,"model":"m","margin":1})") << "'margin'";
    QTest::newRow("trust is a text") << QByteArray(R"({"type":"peaks","request":1,"trust":"yes"})") << "'trust'";
    QTest::newRow("garbage") << QByteArray("hello?") << "hello?";
}

void MessageTest::wrongRequestNamesItsKey()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, mention);
    const Result<ClientMessage> message = decodeMessage(line.toStdString());
    QVERIFY(!message.ok());
    QCOMPARE(message.error().code, ErrorCode::CommandLine);
    const QString text = QString::fromStdString(message.error().text);
    QVERIFY2(text.contains(mention), qPrintable(text));
}

void MessageTest::mutatedRequestsDoNoHarm()
{
    SampleRecords random(7);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        std::string line = encodeMessage(random.request());
        line[static_cast<std::size_t>(random.below(static_cast<int>(line.size())))] =
            static_cast<char>(random.below(256));
        const Result<ClientMessage> message = decodeMessage(line);
        if (!message.ok()) {
            ++refused;
            QCOMPARE(message.error().code, ErrorCode::CommandLine);
        }
    }
    QVERIFY(refused > 500);
}

ROOFLIGHT_TEST(MessageTest)
#include "message_test.moc"
