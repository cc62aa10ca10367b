// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/record/small_analysis.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

/// Lines that no worker of ours writes: no records, inconsistent, cut off, huge or damaged.
class HostileRecordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoRecordIsRefused_data();
    void whatIsNoRecordIsRefused();
    void inconsistentIdsAreRefused_data();
    void inconsistentIdsAreRefused();
    void truncatedLinesAreRefused();
    void hugeLinesAreRead();
    void mutatedLinesDoNoHarm();
};

void HostileRecordsTest::whatIsNoRecordIsRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("mention");
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("text") << QByteArray("Segmentation fault\n") << "Segmentation fault";
    QTest::newRow("list") << QByteArray("[1,2]") << "[1,2]";
    QTest::newRow("number") << QByteArray("17") << "17";
    QTest::newRow("no type") << QByteArray(R"({"request":1})") << "type";
    QTest::newRow("type is a number") << QByteArray(R"({"type":1})") << "type";
    QTest::newRow("two objects") << QByteArray(R"({"type":"done"}{"type":"done"})") << "done";
    QTest::newRow("control characters") << QByteArray("\x1b[31m\x07", 6) << "\\u001b[31m\\u0007";
    QTest::newRow("binary") << QByteArray("\x89PNG\r\n\x1a\n\x00\xff", 10) << "PNG";
    QTest::newRow("text where a number belongs")
        << QByteArray(R"({"type":"analysis","layers":[{"id":0,"macs":"7"}]})") << "'layers.macs'";
    QTest::newRow("number too large") << QByteArray(R"({"type":"layers","unwatched_median_ns":1e999})") << "";
    QTest::newRow("pair of three") << QByteArray(R"({"type":"peaks","roofs":[{"interval":[1,2,3]}]})")
                                   << "'roofs.interval'";
    QTest::newRow("item of no kind") << QByteArray(R"({"type":"layers","items":[{"kind":"kernel"}]})")
                                     << "'items.kind'";
    QTest::newRow("negative roof") << QByteArray(R"({"type":"peaks","roofs":[{"value":-1}]})") << "'roofs.value'";
    QTest::newRow("roof of nothing") << QByteArray(R"({"type":"peaks","roofs":[{"value":0}]})") << "'roofs.value'";
    QTest::newRow("roof above any") << QByteArray(R"({"type":"peaks","roofs":[{"value":1e300}]})") << "'roofs.value'";
    QTest::newRow("roof far from its interval")
        << QByteArray(R"({"type":"peaks","roofs":[{"value":1e12,"interval":[3e12,4e12]}]})") << "'roofs.value'";
    QTest::newRow("negative bandwidth") << QByteArray(R"({"type":"peaks","curves":[{"points":[[4096,-1,-2,1]]}]})")
                                        << "'curves'";
    QTest::newRow("negative work") << QByteArray(R"({"type":"analysis","layers":[{"id":0,"flops":-1}]})")
                                   << "'layers.flops'";
    QTest::newRow("more work than any") << QByteArray(
        R"({"type":"analysis","totals":{"bytes_read":9223372036854775807}})")
                                        << "'totals.bytes_read'";
    QTest::newRow("int out of range") << QByteArray(R"({"type":"analysis","device":{"threads":99999999999}})")
                                      << "'device.threads'";
    QTest::newRow("nested lists") << QByteArray(R"({"type":"x","a":)") + QByteArray(100000, '[')
            + QByteArray(100000, ']')
            + '}' << "nested";
    QByteArray objects = R"({"type":"x","a":)";
    for (int i = 0; i < 50000; ++i)
        objects += R"({"a":)";
    QTest::newRow("nested objects") << objects << "nested";
}

void HostileRecordsTest::whatIsNoRecordIsRefused()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, mention);
    const Result<Record> record = decode(line.toStdString());
    QVERIFY(!record.ok());
    QCOMPARE(record.error().code, ErrorCode::WorkerLost);
    const QString text = QString::fromStdString(record.error().text);
    QVERIFY2(text.contains(mention), qPrintable(text));
    QVERIFY2(text.size() < 600, qPrintable(text));
    for (const QChar c : text)
        QVERIFY2(c.isPrint(), qPrintable(text));
}

void HostileRecordsTest::inconsistentIdsAreRefused_data()
{
    QTest::addColumn<QByteArray>("layers");
    QTest::addColumn<QByteArray>("operators");
    QTest::newRow("layer id") << QByteArray(R"([{"id":1}])") << QByteArray("[]");
    QTest::newRow("parent after child") << QByteArray(R"([{"id":0,"parent":-1},{"id":1,"parent":1}])")
                                        << QByteArray("[]");
    QTest::newRow("parent below -1") << QByteArray(R"([{"id":0,"parent":-2}])") << QByteArray("[]");
    QTest::newRow("operator id") << QByteArray(R"([{"id":0}])") << QByteArray(R"([{"id":7,"layer":0}])");
    QTest::newRow("operator of no layer") << QByteArray(R"([{"id":0}])") << QByteArray(R"([{"id":0,"layer":1}])");
    QTest::newRow("operator of a negative layer")
        << QByteArray(R"([{"id":0}])") << QByteArray(R"([{"id":0,"layer":-1}])");
}

void HostileRecordsTest::inconsistentIdsAreRefused()
{
    QFETCH(QByteArray, layers);
    QFETCH(QByteArray, operators);
    const QByteArray line = R"({"type":"analysis","layers":)" + layers + R"(,"operators":)" + operators + "}";
    const Result<Record> record = decode(line.toStdString());
    QVERIFY(!record.ok());
    QCOMPARE(record.error().code, ErrorCode::WorkerLost);
}

void HostileRecordsTest::truncatedLinesAreRefused()
{
    const std::string line = encode({ 1, smallAnalysis() });
    for (std::size_t length = 0; length + 2 < line.size(); ++length)
        QVERIFY2(!decode(std::string_view(line).substr(0, length)).ok(), qPrintable(QString::number(length)));
    QVERIFY(decode(std::string_view(line).substr(0, line.size() - 1)).ok());
}

void HostileRecordsTest::hugeLinesAreRead()
{
    const Analysis analysis = SampleRecords(1).analysis(20000, 100000);
    const Result<Record> read = decode(encode({ 1, analysis }));
    QVERIFY(read.ok());
    QVERIFY(read.value().body == RecordBody(analysis));

    std::string keys = R"({"type":"future")";
    for (int i = 0; i < 200000; ++i)
        keys += ",\"k" + std::to_string(i) + "\":0";
    QVERIFY(decode(keys + '}').ok());
}

void HostileRecordsTest::mutatedLinesDoNoHarm()
{
    SampleRecords random(42);
    std::vector<std::string> lines;
    for (const Record &record : random.everyType())
        lines.push_back(encode(record));
    constexpr std::string_view structure = "{}[]\",:\\0123456789.eE+-nulltrue\n\xff";
    int refused = 0;
    int accepted = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string line = lines[static_cast<std::size_t>(random.below(static_cast<int>(lines.size())))];
        for (int change = random.below(3); change >= 0; --change) {
            const auto position = static_cast<std::size_t>(random.below(static_cast<int>(line.size())));
            const char c = structure[static_cast<std::size_t>(random.below(static_cast<int>(structure.size())))];
            switch (random.below(4)) {
            case 0:
                line[position] = static_cast<char>(random.below(256));
                break;
            case 1:
                line[position] = c;
                break;
            case 2:
                line.erase(position, static_cast<std::size_t>(random.below(20)));
                break;
            default:
                line.insert(position, 1, c);
            }
            if (line.empty())
                line = "{";
        }
        const Result<Record> record = decode(line);
        if (!record.ok()) {
            ++refused;
            QVERIFY(record.error().code == ErrorCode::WorkerLost || record.error().code == ErrorCode::FormatVersion);
            QVERIFY(!record.error().text.empty());
            continue;
        }
        ++accepted;
        const std::string written = encode(record.value());
        const Result<Record> again = decode(written);
        QVERIFY2(again.ok(), written.c_str());
        QCOMPARE(encode(again.value()), written);
    }
    QVERIFY(refused > 1000);
    QVERIFY(accepted > 1000);
}

ROOFLIGHT_TEST(HostileRecordsTest)
#include "hostile_records_test.moc"
