// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/table/matrix_file.h"
#include "core/matrix/table/matrix_table.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace rooflight;

/// The index of a matrix as models by targets, against values worked out by hand.
class TableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAndColumnsKeepTheirOrder();
    void oneOddCellIsAnOutlier();
    void missingCellMakesNoOutlier();
    void noiseIsNone();
    void scoreIsThatOfIglewiczAndHoaglin();
    void fewCellsSayNothing();
    void columnsCompare();
    void sparklineHasMediansOfParts();
    void sparklineFillsItsBox();
    void indexIsReadAsItWasWritten();
    void indexOfBeforeTheNewNameIsRead();
    void damagedIndexIsOneSentence();
    void pageHasNoMarkupOfNames();
};

namespace {

MatrixRow measured(const char *model, const char *target, double medianNs)
{
    MatrixRow row;
    row.name = std::string(model) + "__" + target;
    row.model = model;
    row.input = "default";
    row.target = target;
    row.execution = "default";
    row.status = CellStatus::Done;
    row.medianNs = medianNs;
    row.intervalLowNs = medianNs * 0.99;
    row.intervalHighNs = medianNs * 1.01;
    row.session = row.name + ".ridge";
    return row;
}

/// Models of 1 to 2^n ms on targets that take 1, 2 and 4 times as long.
std::vector<MatrixRow> regularRows(int models)
{
    std::vector<MatrixRow> rows;
    for (int model = 0; model < models; ++model) {
        const double ns = 1e6 * (1 << model);
        const std::string name = "m" + std::to_string(model);
        rows.push_back(measured(name.c_str(), "a", ns));
        rows.push_back(measured(name.c_str(), "b", 2 * ns));
        rows.push_back(measured(name.c_str(), "c", 4 * ns));
    }
    return rows;
}

} // namespace

void TableTest::linesAndColumnsKeepTheirOrder()
{
    std::vector<MatrixRow> rows { measured("z", "gpu", 1), measured("a", "gpu", 1), measured("a", "cpu", 1) };
    rows[1].input = rows[2].input = "b8";
    const MatrixTable table = tableOf(rows);
    QCOMPARE(lineTitle(table, 0), std::string("z · default"));
    QCOMPARE(lineTitle(table, 1), std::string("a · b8"));
    QCOMPARE(columnTitle(table, 1), std::string("cpu"));
    QVERIFY(!table.cell(0, 1));
    QCOMPARE(*table.cell(1, 1), std::size_t(2));
}

void TableTest::oneOddCellIsAnOutlier()
{
    std::vector<MatrixRow> rows = regularRows(5);
    *rows[8].medianNs *= 2; // the third model on "c"
    const MatrixTable table = tableOf(rows);
    // All other cells are as expected, so that the median of the deviations is 0 and their mean ln 2 / 15 counts:
    // ln 2 / (1.253314 x ln 2 / 15) = 11.97.
    QVERIFY(table.deviations[8]->outlier);
    QCOMPARE(table.deviations[8]->factor, 2.0);
    QVERIFY(std::abs(table.deviations[8]->score - 15 / 1.253314) < 1e-9);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QCOMPARE(table.deviations[i]->outlier, i == 8);
}

void TableTest::missingCellMakesNoOutlier()
{
    std::vector<MatrixRow> rows = regularRows(5);
    for (int model = 0; model < 5; ++model) // a fourth target, so that medians lie between two cells
        rows.push_back(measured(("m" + std::to_string(model)).c_str(), "d", 8e6 * (1 << model)));
    rows[0].medianNs.reset();
    *rows[8].medianNs *= 2;
    const MatrixTable table = tableOf(rows);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        QCOMPARE(table.deviations[i]->outlier, i == 8);
        QVERIFY(std::abs(table.deviations[i]->factor - (i == 8 ? 2 : 1)) < 0.01);
    }
}

void TableTest::noiseIsNone()
{
    std::vector<MatrixRow> rows = regularRows(5);
    *rows[8].medianNs *= 1.04; // less than the least factor, however steady the others
    QVERIFY(!tableOf(rows).deviations[8]->outlier);
}

void TableTest::scoreIsThatOfIglewiczAndHoaglin()
{
    std::vector<MatrixRow> rows = regularRows(4);
    const double noise[] = { 0.01, -0.01, 0.02, 0.5 };
    for (int line = 0; line < 4; ++line)
        *rows[3 * static_cast<std::size_t>(line) + 2].medianNs *= std::exp(noise[line]);
    const MatrixTable table = tableOf(rows);
    // Lines: the median stays that of "b". Column "c": the median of the noise is 0.015. Deviations there: -0.005,
    // -0.025, 0.005, 0.485; elsewhere 0, eight times. The median of all twelve sizes is 0; their mean 0.52 / 12.
    QVERIFY(std::abs(std::log(table.deviations[11]->factor) - 0.485) < 1e-9);
    QVERIFY(std::abs(table.deviations[11]->score - 0.485 / (0.52 / 12 * 1.253314)) < 1e-6);
    QVERIFY(table.deviations[11]->outlier);
    QVERIFY(!table.deviations[2]->outlier);
}

void TableTest::fewCellsSayNothing()
{
    const MatrixTable table = tableOf({ measured("m", "a", 1), measured("m", "b", 2), measured("n", "a", 7) });
    QVERIFY(!table.deviations[0]->outlier && !table.deviations[1]->outlier);
    QVERIFY(!table.deviations[2]); // nothing beside it in its line
}

void TableTest::columnsCompare()
{
    std::vector<MatrixRow> rows = regularRows(2);
    rows.push_back(measured("failed", "a", 5));
    rows[4].medianNs = rows[3].medianNs;
    rows[4].intervalLowNs = rows[3].intervalLowNs;
    const std::vector<ColumnChange> changes = changesBetween(tableOf(rows), rows, 0, 1);
    QCOMPARE(changes.size(), std::size_t(2));
    QCOMPARE(changes[0], (ColumnChange { 0, 0, 1, 2.0, true }));
    QCOMPARE(changes[1], (ColumnChange { 1, 3, 4, 1.0, false }));
}

void TableTest::sparklineHasMediansOfParts()
{
    QCOMPARE(sparklineOf({ 3, 1, 2 }), (std::vector<double> { 3, 1, 2 }));
    std::vector<double> samples;
    for (int i = 0; i < 72; ++i) // 24 parts of 3: 0 1 2, 3 4 5, ...
        samples.push_back(i);
    const std::vector<double> line = sparklineOf(samples);
    QCOMPARE(line.size(), std::size_t(24));
    QCOMPARE(line.front(), 1.0);
    QCOMPARE(line.back(), 70.0);
    QVERIFY(sparklineOf({}).empty());
}

void TableTest::sparklineFillsItsBox()
{
    QCOMPARE(sparklinePoints({ 10, 30, 20 }, 8, 4), (std::vector<SparklinePoint> { { 0, 4 }, { 4, 0 }, { 8, 2 } }));
    QCOMPARE(sparklinePoints({ 5, 5 }, 8, 4), (std::vector<SparklinePoint> { { 0, 2 }, { 8, 2 } }));
    QVERIFY(sparklinePoints({ 5 }, 8, 4).empty());
}

void TableTest::indexIsReadAsItWasWritten()
{
    const QTemporaryDir folder;
    std::vector<MatrixRow> rows = regularRows(2);
    rows[0].sparkline = { 1, 2.5 };
    rows[0].joulesPerRun = 0.75;
    rows[1] = {};
    rows[1].name = "x";
    rows[1].status = CellStatus::Failed;
    rows[1].reason = "It was bad.";
    QFile file(folder.filePath("matrix.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(matrixToJson(rows, "ab")));
    file.close();
    const Result<MatrixIndex> index = readMatrixIndex(folder.path().toStdString());
    QVERIFY(index.ok());
    rows[1].reason = R"(the file says: "It was bad.")"; // whoever wrote it
    QCOMPARE(index.value(), (MatrixIndex { "ab", rows }));
    const MatrixTable table = tableOf(index.value().rows);
    QVERIFY(matrixTableToHtml(table, index.value().rows, "t").find("<td>the file says: &quot;It was bad.&quot;</td>")
            != std::string::npos);
    QVERIFY(matrixTableToCsv(table, index.value().rows).find(R"("the file says: ""It was bad.""")")
            != std::string::npos);
}

void TableTest::indexOfBeforeTheNewNameIsRead()
{
    const QTemporaryDir folder;
    std::string text = matrixToJson(regularRows(2), "ab");
    QVERIFY(looksLikeMatrixIndex(text));
    text.replace(text.find("rooflight"), 9, "ridgepoint");
    QVERIFY(looksLikeMatrixIndex(text));
    QVERIFY(!looksLikeMatrixIndex(R"({"format": "another.matrix"})"));
    QVERIFY(!looksLikeMatrixIndex(R"({"cells": "rooflight.matrix"})"));
    QVERIFY(!looksLikeMatrixIndex(R"({"format": "rooflight.mat)"));
    QFile file(folder.filePath("matrix.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(text));
    file.close();
    const Result<MatrixIndex> index = readMatrixIndex(folder.path().toStdString());
    QVERIFY(index.ok());
    QCOMPARE(index.value().rows, regularRows(2));
}

void TableTest::damagedIndexIsOneSentence()
{
    const QTemporaryDir folder;
    QCOMPARE(exitStatus(readMatrixIndex(folder.path().toStdString()).error()), 3);
    QFile file(folder.filePath("matrix.json"));
    for (const char *text : { "", "{\"format\":\"rooflight.matrix\",\"version\":1,\"cells\":[{", "[]",
                              "{\"format\":\"other\"}", "{\"format\":\"rooflight.matrix\",\"version\":2}" }) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const Result<MatrixIndex> index = readMatrixIndex(folder.path().toStdString());
        QVERIFY2(!index.ok(), text);
        QVERIFY(index.error().text.ends_with('.'));
    }
}

void TableTest::pageHasNoMarkupOfNames()
{
    std::vector<MatrixRow> rows { measured("<b>m</b>", "a", 2e6) };
    rows[0].sparkline = { 1, 2 };
    rows[0].roofShare = 0.25;
    const std::string page = matrixTableToHtml(tableOf(rows), rows, "t");
    QVERIFY(page.find("<b>m") == std::string::npos);
    QVERIFY(page.find("2.00 ms · 25 %") != std::string::npos);
    QVERIFY(page.find("points=\"0.0,16.0 72.0,0.0 \"") != std::string::npos);
    QVERIFY(page.find("disturbed") == std::string::npos);
    rows[0].disturbedBy = { "hot", "other_load" };
    QVERIFY(matrixTableToHtml(tableOf(rows), rows, "t")
                .find("2.00 ms · 25 % · disturbed: throttled by temperature, other work")
            != std::string::npos);
    QCOMPARE(statusText(rows[0]), std::string("done, disturbed: throttled by temperature, other work"));
    rows[0].disturbedBy.clear();
    QCOMPARE(statusText(rows[0]), std::string("done"));
    rows[0].disturbedBy = { "hot", "other_load" };
    const std::string csv = matrixTableToCsv(tableOf(rows), rows);
    QVERIFY(csv.find(",hot;other_load,") != std::string::npos);
    QVERIFY(csv.starts_with("model,input,target,"));
    QVERIFY(csv.find("macs,reason,throughput_unit,disturbed_by,joules_per_run,deviation_factor,deviation_score,outlier")
            != std::string::npos);
}

ROOFLIGHT_TEST(TableTest)
#include "table_test.moc"
