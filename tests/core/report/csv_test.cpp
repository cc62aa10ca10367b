// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/whole_file.h"
#include "core/report/format/csv.h"
#include "core/report/tables/layer_table.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/report/measured_session.h"
#include "tests/support/german_locale.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace ridgepoint;

namespace {

using Table = std::vector<std::vector<std::string>>;

/// RFC 4180 by the letter: what a spreadsheet sees.
Table parsed(const std::string &csv)
{
    Table table(1);
    std::string cell;
    bool quoted = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
            cell += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == ',' || csv.compare(i, 2, "\r\n") == 0)) {
            table.back().push_back(std::exchange(cell, {}));
            if (c == '\r') {
                table.emplace_back();
                ++i;
            }
        } else {
            cell += c;
        }
    }
    table.pop_back();
    return table;
}

std::vector<Shape> shapesFrom(const std::string &cell)
{
    std::vector<Shape> shapes;
    for (const QString &text : QString::fromStdString(cell).split(';', Qt::SkipEmptyParts)) {
        Shape &shape = shapes.emplace_back();
        if (text == "0d")
            continue;
        for (const QString &dimension : text.split('x'))
            shape.push_back(dimension.toLongLong());
    }
    return shapes;
}

const std::string analysisColumns =
    "layer,type,call,operators,input_shapes,output_shapes,dtype,parameters,macs,flops,bytes_read,bytes_written,"
    "bytes_lower_bound,arithmetic_intensity";
const std::string measuredColumns =
    ",roof,attainable_flop_per_second,bound,latency_median_ns,latency_p10_ns,latency_p90_ns,latency_p99_ns,samples,"
    "achieved_flop_per_second,achieved_byte_per_second,roof_fraction,time_share,time_to_gain_ns";

} // namespace

class CsvTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsAreQuotedWhereTheyMust();
    void headerIsTheDocumentedOne();
    void rereadTableEqualsTheModel();
    void measuredColumnsHoldTheVerdict();
    void roofsAloneStillGiveTheirColumns();
    void localeMakesNoDifference();
    void brokenUtf8IsReplaced();
    void torchstatTableIsTorchstats();
    void fileIsWritten();
};

void CsvTest::cellsAreQuotedWhereTheyMust()
{
    QCOMPARE(toCsv({ "a", "b" }, { { "plain", "with,comma" }, { "say \"hi\"", "two\nlines" }, { "", "cr\rlf" } }),
             "a,b\r\nplain,\"with,comma\"\r\n\"say \"\"hi\"\"\",\"two\nlines\"\r\n,\"cr\rlf\"\r\n");
    QCOMPARE(toCsv({ "a" }, {}), "a\r\n");
}

void CsvTest::headerIsTheDocumentedOne()
{
    Session session;
    QCOMPARE(layersToCsv(session), analysisColumns + "\r\n");
    session = measuredSession();
    QCOMPARE(layersToCsv(session).substr(0, (analysisColumns + measuredColumns).size() + 2),
             analysisColumns + measuredColumns + "\r\n");
    session.peaks.reset();
    session.layers.reset();
    QCOMPARE(layersToCsv(session).substr(0, analysisColumns.size() + 2), analysisColumns + "\r\n");
}

void CsvTest::rereadTableEqualsTheModel()
{
    for (unsigned seed = 0; seed < 50; ++seed) {
        Session session;
        session.analysis = SampleRecords(seed).analysis();
        const Table table = parsed(layersToCsv(session));
        QCOMPARE(table.size(), session.analysis->layers.size() + 1);
        for (const Layer &layer : session.analysis->layers) {
            const std::vector<std::string> &row = table[static_cast<std::size_t>(layer.id) + 1];
            QCOMPARE(row.size(), 14U);
            QCOMPARE(row[0], layer.path);
            QCOMPARE(row[1], layer.type);
            QCOMPARE(std::stoi(row[2]), layer.call);
            QCOMPARE(std::stoll(row[3]), layer.operators);
            QVERIFY(shapesFrom(row[4]) == layer.inputShapes);
            QVERIFY(shapesFrom(row[5]) == layer.outputShapes);
            QVERIFY(dtypeFromName(row[6]) == layer.dtype);
            QCOMPARE(std::stoll(row[7]), layer.parameters);
            QCOMPARE(std::stoll(row[8]), layer.cost.macs);
            QCOMPARE(std::stoll(row[9]), layer.cost.flops);
            QCOMPARE(std::stoll(row[10]), layer.cost.bytesRead);
            QCOMPARE(std::stoll(row[11]), layer.cost.bytesWritten);
            QCOMPARE(std::stoll(row[12]), layer.bytesLowerBound);
            const std::int64_t bytes = layer.cost.bytesRead + layer.cost.bytesWritten;
            QCOMPARE(std::stod(row[13]), static_cast<double>(layer.cost.flops) / static_cast<double>(bytes));
        }
    }
}

void CsvTest::measuredColumnsHoldTheVerdict()
{
    const Table table = parsed(layersToCsv(measuredSession()));
    QCOMPARE(table.size(), 4U);
    // 2e9 FLOP on 1e8 B are 20 FLOP/B; at 2e11 B/s they may reach 4e12 FLOP/s, which is the compute roof: the ridge.
    const std::vector<std::string> expected = {
        "block.fc",   "Linear",     "0",        "1",        "1x512",    "1x1000", "float32",       "1000",
        "1000000000", "2000000000", "60000000", "40000000", "90000000", "20",     table[3][14],    "4000000000000",
        "balanced",   "1000000",    "750000",   "1500000",  "",         "50",     "2000000000000", "100000000000",
        "0.5",        "0.5",        "500000",
    };
    QCOMPARE(table[3], expected);
    QVERIFY(table[3][14] == "FP32 vector" || table[3][14] == "DRAM triad");
}

void CsvTest::roofsAloneStillGiveTheirColumns()
{
    Session session = measuredSession();
    session.layers.reset();
    const Table table = parsed(layersToCsv(session));
    QCOMPARE(table[3].size(), 27U);
    QCOMPARE(table[3][15], "4000000000000");
    for (const std::size_t column : { 17U, 18U, 19U, 20U, 21U, 22U, 23U, 24U, 25U, 26U })
        QVERIFY2(table[3][column].empty(), qPrintable(QString::number(column)));
}

void CsvTest::localeMakesNoDifference()
{
    const std::string expected = layersToCsv(measuredSession());
    std::string written;
    {
        const GermanLocale german;
        written = layersToCsv(measuredSession());
    }
    QCOMPARE(written, expected);
    QVERIFY(expected.find(",0.5,") != std::string::npos);
}

void CsvTest::brokenUtf8IsReplaced()
{
    QCOMPARE(QString::fromStdString(toCsv({ "a" }, { { "caf\xe9" } })), QString::fromUtf8("a\r\ncaf\ufffd\r\n"));
}

void CsvTest::torchstatTableIsTorchstats()
{
    // Rows that torchstat 0.0.7 printed for ResNet-18, with one name changed.
    Analysis analysis;
    analysis.convention = "torchstat";
    for (int id = 0; id < 4; ++id) {
        Layer layer;
        layer.id = id;
        layer.parent = id - 1;
        analysis.layers.push_back(layer);
    }
    analysis.layers[1].path = "conv1";
    analysis.layers[2].path = "a,b";
    analysis.layers[3].path = "fc";
    const double megabytes = 64 * 112 * 112 * 4 / 1048576.0;
    analysis.torchstat = {
        { 1, { 3, 224, 224 }, { 64, 112, 112 }, 9408, megabytes, 235225088, 118013952, 639744, 3211264, true },
        { 2, { 64, 112, 112 }, { 64, 112, 112 }, 128, megabytes, 3211264, 1605632, 3211776, 3211264, true },
        { 3, { 512 }, { 1000 }, 513000, 1000 * 4 / 1048576.0, 1023000, 512000, 2054048, 4000, true },
    };
    QCOMPARE(torchstatToCsv(analysis),
             "module_name,input_shape,output_shape,params,memory_mb,madd,flops,mem_read_b,mem_write_b,mem_rw_b\n"
             "conv1,3x224x224,64x112x112,9408,3.06,235225088,118013952,639744,3211264,3851008\n"
             "\"a,b\",64x112x112,64x112x112,128,3.06,3211264,1605632,3211776,3211264,6423040\n"
             "fc,512,1000,513000,0.00,1023000,512000,2054048,4000,2058048\n");
}

void CsvTest::fileIsWritten()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("layers.csv");
    QVERIFY(writeWholeFile(path.toStdString(), "a\r\n").ok());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("a\r\n"));
    const Result<void> refused = writeWholeFile(folder.filePath("no/such.csv").toStdString(), "a");
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::OutputFile);
}

RIDGEPOINT_TEST(CsvTest)
#include "csv_test.moc"
