// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/whole_file.h"
#include "core/report/format/csv.h"
#include "core/report/result_reports.h"
#include "core/report/tables/layer_table.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/report/measured_session.h"
#include "tests/support/german_locale.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace rooflight;

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

/// Of the sample texts: their controls and the separator of lines as U+FFFD.
std::string withoutControls(std::string text)
{
    for (const char *control : { "\x01", "\x1b", "\x7f", "\xe2\x80\xa8" }) {
        for (std::size_t at; (at = text.find(control)) != std::string::npos;)
            text.replace(at, std::strlen(control), "\uFFFD");
    }
    return text;
}

/// FLOPs of the operators in a layer's subtree, a multiply-add as two; of a leaf without any its own.
double flopsBelow(const Analysis &analysis, const Layer &layer)
{
    double flops = 0;
    for (const Layer &below : analysis.layers) {
        std::int64_t ancestor = below.id;
        while (ancestor > layer.id)
            ancestor = analysis.layers[static_cast<std::size_t>(ancestor)].parent;
        if (ancestor != layer.id)
            continue;
        bool runsOperators = false;
        for (const Operator &op : analysis.operators) {
            if (op.layer != below.id)
                continue;
            runsOperators = true;
            const OperatorWork &work = op.work;
            flops += work == OperatorWork() ? static_cast<double>(op.cost.flops)
                                            : 2 * static_cast<double>(work.macs) + static_cast<double>(work.biasAdds)
                    + static_cast<double>(work.elementwise) + static_cast<double>(work.transcendental)
                    + static_cast<double>(work.reduction);
        }
        if (below.leaf && !runsOperators)
            flops += static_cast<double>(below.cost.flops);
    }
    return std::min(flops, static_cast<double>(std::int64_t(1) << 61)); // the most that a count holds
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
const std::string fusedColumn = ",fused_arithmetic_intensity";
const std::string verdictColumns =
    ",time_at_roof_ns,causes,time_ns,self_time_share,kernels_ns,above_roof,between_kernels_ns";

} // namespace

class CsvTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsAreQuotedWhereTheyMust();
    void textsAreNoFormulas();
    void hostileTablesAreBounded();
    void headerIsTheDocumentedOne();
    void rereadTableEqualsTheModel();
    void measuredColumnsHoldTheVerdict();
    void roofsAloneStillGiveTheirColumns();
    void localeMakesNoDifference();
    void brokenUtf8IsReplaced();
    void countsThatEndedAreMarked();
    void namesOfRoofsAreQuoted();
    void fileIsWritten();
};

void CsvTest::cellsAreQuotedWhereTheyMust()
{
    QCOMPARE(toCsv({ "a", "b" }, { { "plain", "with,comma" }, { "say \"hi\"", "two\nlines" }, { "", "cr\rlf" } }),
             "a,b\r\nplain,\"with,comma\"\r\n\"say \"\"hi\"\"\",\"two\nlines\"\r\n,\"cr\rlf\"\r\n");
    QCOMPARE(toCsv({ "a" }, {}), "a\r\n");
}

void CsvTest::textsAreNoFormulas()
{
    QCOMPARE(toCsv({ "a" }, { { "=1+1" }, { "+cmd" }, { "-cmd" }, { "@SUM(A1)" }, { "-1.5e-3" }, { "+2" }, { "a=b" } }),
             "a\r\n'=1+1\r\n'+cmd\r\n'-cmd\r\n'@SUM(A1)\r\n-1.5e-3\r\n+2\r\na=b\r\n");
    // ESC, C1, a change of direction
    QCOMPARE(toCsv({ "a" }, { { "\x1b[31m" }, { "\u009b1m" }, { "\u202eabc" } }),
             "a\r\n\uFFFD[31m\r\n\uFFFD1m\r\n\uFFFDabc\r\n");
}

void CsvTest::hostileTablesAreBounded()
{
    const std::vector<std::string> row = { std::string(1'000'000, 'x'), "2" };
    QCOMPARE(toCsv({ "a", "b" }, { row }).size(), std::size_t { 4095 + 3 + 2 + 2 + 5 }); // "…" has three bytes
    const std::string csv = toCsv({ "a", "b" }, Table(100'000, { std::string(4000, 'x'), "2" }));
    QVERIFY2(csv.size() < std::size_t { 257 } << 20, qPrintable(QString::number(csv.size())));
    QVERIFY(csv.ends_with(" rows more\r\n"));
}

void CsvTest::headerIsTheDocumentedOne()
{
    Session session;
    QVERIFY(layersToCsv(JudgedSession(session)).starts_with(analysisColumns + fusedColumn));
    session = measuredSession();
    const std::string all = analysisColumns + measuredColumns + fusedColumn + verdictColumns;
    QCOMPARE(layersToCsv(JudgedSession(session)).substr(0, all.size()), all);
    session.peaks.reset();
    session.layers.reset();
    QVERIFY(layersToCsv(JudgedSession(session)).starts_with(analysisColumns + fusedColumn));
}

void CsvTest::rereadTableEqualsTheModel()
{
    for (unsigned seed = 0; seed < 50; ++seed) {
        Session session;
        session.analysis = SampleRecords(seed).analysis();
        const Table table = parsed(layersToCsv(JudgedSession(session)));
        QCOMPARE(table.size(), session.analysis->layers.size() + 1);
        for (const Layer &layer : session.analysis->layers) {
            const std::vector<std::string> &row = table[static_cast<std::size_t>(layer.id) + 1];
            QCOMPARE(row.size(), table[0].size());
            QCOMPARE(row[0], withoutControls(layer.path));
            QCOMPARE(row[1], withoutControls(layer.type));
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
            QCOMPARE(std::stod(row[13]), flopsBelow(*session.analysis, layer) / static_cast<double>(bytes));
        }
    }
}

void CsvTest::measuredColumnsHoldTheVerdict()
{
    const Table table = parsed(layersToCsv(JudgedSession(measuredSession())));
    QCOMPARE(table.size(), 4U);
    // 2e9 FLOP on 1e8 B are 20 FLOP/B; at 2e11 B/s they may reach 4e12 FLOP/s, which is the compute roof: the ridge.
    const std::vector<std::string> expected = {
        "block.fc",
        "Linear",
        "0",
        "1",
        "1x512",
        "1x1000",
        "float32",
        "1000",
        "1000000000",
        "2000000000",
        "60000000",
        "40000000",
        "90000000",
        "20",
        table[3][14],
        "4000000000000",
        "balanced",
        "1000000",
        "750000",
        "1500000",
        "",
        "50",
        "2000000000000",
        "100000000000",
        "0.5",
        "0.5",
        "500000",
        "22.22222222222222",
        "500000",
        "",
        "1000000",
        "0.5",
        "",
        "false",
    };
    QCOMPARE(table[3].size(), table[0].size());
    QCOMPARE(std::vector(table[3].begin(), table[3].begin() + std::ptrdiff_t(expected.size())), expected);
    QVERIFY(table[3][14] == "FP32 vector" || table[3][14] == "DRAM triad");
}

void CsvTest::roofsAloneStillGiveTheirColumns()
{
    Session session = measuredSession();
    session.layers.reset();
    const Table table = parsed(layersToCsv(JudgedSession(session)));
    QCOMPARE(table[3].size(), table[0].size());
    QCOMPARE(table[3][15], "4000000000000");
    for (const std::size_t column : { 17U, 18U, 19U, 20U, 21U, 22U, 23U, 24U, 25U, 26U })
        QVERIFY2(table[3][column].empty(), qPrintable(QString::number(column)));
}

void CsvTest::localeMakesNoDifference()
{
    const std::string expected = layersToCsv(JudgedSession(measuredSession()));
    std::string written;
    {
        const GermanLocale german;
        written = layersToCsv(JudgedSession(measuredSession()));
    }
    QCOMPARE(written, expected);
    QVERIFY(expected.find(",0.5,") != std::string::npos);
}

void CsvTest::brokenUtf8IsReplaced()
{
    QCOMPARE(QString::fromStdString(toCsv({ "a" }, { { "caf\xe9" } })), QString::fromUtf8("a\r\ncaf\ufffd\r\n"));
}

void CsvTest::countsThatEndedAreMarked()
{
    Session session = measuredSession();
    QVERIFY(layersToCsv(JudgedSession(session)).find("at_least") == std::string::npos);
    session.analysis.edit().layers.front().cost.macs = mostMacs;
    session.analysis.edit().totals.cost.macs = mostMacs;
    const Table table = parsed(layersToCsv(JudgedSession(session)));
    QCOMPARE(table[0].back(), std::string("at_least"));
    QCOMPARE(table[1].back(), std::string("true"));
    QCOMPARE(table[2].back(), std::string("false"));
    QCOMPARE(parsed(operatorsToCsv(JudgedSession(session)))[0].back(), std::string("at_least"));

    BatchSweep sweep;
    sweep.axes = { { "x.0", { 1, 2 } } };
    sweep.sizes.resize(2);
    QVERIFY(csvOf(sweep).find("at_least") == std::string::npos);
    sweep.sizes[1].cost.flops = Count::most;
    const Table sizes = parsed(csvOf(sweep));
    QCOMPARE(sizes[0].back(), std::string("at_least"));
    QCOMPARE(sizes[1].back(), std::string("false"));
    QCOMPARE(sizes[2].back(), std::string("true"));
}

/// One of a file may hold anything.
void CsvTest::namesOfRoofsAreQuoted()
{
    DeviceRoofs roofs;
    Roof roof;
    roof.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
    roof.name = "=FP32, \"fast\"\nnext";
    roof.value = 2e12;
    roof.flags = { "few_samples", "unsteady" };
    roofs.roofs = { roof };
    const Table table = parsed(csvOf(roofs));
    QCOMPARE(table.size(), std::size_t { 2 });
    QCOMPARE(table[1].size(), table[0].size());
    const auto cell = [&table](const char *column) {
        const auto found = std::ranges::find(table[0], column);
        return table[1].at(static_cast<std::size_t>(found - table[0].begin()));
    };
    QCOMPARE(cell("name"), std::string("'=FP32, \"fast\"\nnext"));
    QCOMPARE(cell("precision"), std::string("fp32"));
    QCOMPARE(cell("flags"), std::string("few_samples;unsteady"));
    QCOMPARE(std::stod(cell("value")), 2e12);
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

ROOFLIGHT_TEST(CsvTest)
#include "csv_test.moc"
