// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/matrix/matrix_model.h"
#include "ui/matrix/matrix_window.h"
#include "ui/worker/file_kind.h"

#include <QAction>
#include <QDir>
#include <QImage>
#include <QTableView>
#include <QTableWidget>

using namespace rooflight;
using fixture::StrictTest;

namespace {

MatrixRow measured(const std::string &model, const std::string &target, double medianNs)
{
    MatrixRow row;
    row.model = model;
    row.input = row.execution = "default";
    row.target = target;
    row.name = model + "__" + target;
    row.session = row.name + ".ridge";
    row.status = CellStatus::Done;
    row.medianNs = medianNs;
    row.intervalLowNs = medianNs * 0.99;
    row.intervalHighNs = medianNs * 1.01;
    row.roofShare = 0.25;
    row.timeAtRoofNs = medianNs / 4;
    row.sparkline = { 1, 3, 2 };
    return row;
}

/// Five models on three targets, the third of them twice as slow on the last as the others let expect; one that failed.
std::vector<MatrixRow> sampleRows()
{
    std::vector<MatrixRow> rows;
    for (int model = 0; model < 5; ++model) {
        const double ns = 1e6 * (1 << model);
        const std::string name = "model" + std::to_string(model);
        rows.push_back(measured(name, "laptop", 4 * ns));
        rows.push_back(measured(name, "epyc", 2 * ns));
        rows.push_back(measured(name, "a100", (model == 2 ? 2 : 1) * ns));
    }
    MatrixRow failed;
    failed.model = "broken";
    failed.input = failed.execution = "default";
    failed.target = "a100";
    failed.status = CellStatus::Failed;
    failed.reason = "It was bad.";
    rows.push_back(failed);
    return rows;
}

} // namespace

/// The window of a matrix.
class TestMatrix : public StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void folderAndIndexAreMatrices();
    void cellsSayWhatWasMeasured();
    void disturbedCellsAreMarked();
    void onlyOutliersCanBeShown();
    void cellOpensItsSession();
    void columnsCompare();
    void exportsHoldTheTable();
    void damagedIndexIsSaid();
    void mainWindowHandsItOn();

private:
    fixture::SettingsFolder m_folder;
    QString m_index;
};

void TestMatrix::init()
{
    QDir(m_folder.file({})).mkpath(QStringLiteral("measured"));
    m_index = m_folder.file(QStringLiteral("measured/matrix.json"));
    QFile file(m_index);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(matrixToJson(sampleRows(), std::string(64, 'a'))));
}

void TestMatrix::folderAndIndexAreMatrices()
{
    QCOMPARE(pathKindOf(m_index), PathKind::Matrix);
    QCOMPARE(pathKindOf(m_folder.file(QStringLiteral("measured"))), PathKind::Matrix);
    QCOMPARE(pathKindOf(m_folder.file({})), PathKind::Folder);
    QCOMPARE(pathKindOf(m_folder.savedSession()), PathKind::Session);
    QCOMPARE(pathKindOf(m_folder.modelFile()), PathKind::Model);
}

void TestMatrix::cellsSayWhatWasMeasured()
{
    Settings settings;
    MatrixWindow window(&settings);
    QVERIFY(window.open(m_folder.file(QStringLiteral("measured"))).ok());
    const MatrixModel &model = *window.model();
    QCOMPARE(model.rowCount(), 6);
    QCOMPARE(model.columnCount(), 3);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("4.00 ms · 25 %"));
    QCOMPARE(model.index(2, 2).data().toString(), QStringLiteral("8.00 ms · 25 % ⚠"));
    QCOMPARE(model.index(5, 2).data().toString(), QStringLiteral("failed"));
    QVERIFY(!model.index(5, 0).data().isValid()); // not in the plan
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("epyc"));
    QCOMPARE(window.summary(), QStringLiteral("15 cells done, 1 failed, 0 missing; outliers: 1"));
}

void TestMatrix::disturbedCellsAreMarked()
{
    MatrixRow row;
    row.model = "a";
    row.status = CellStatus::Done;
    row.medianNs = 4e6;
    row.disturbedBy = { "other_load" };
    MatrixModel model;
    model.setIndex({ {}, { row } });
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("≈ 4.00 ms"));
    QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(),
             QStringLiteral("Disturbed while it was measured (other work)"));
}

void TestMatrix::onlyOutliersCanBeShown()
{
    Settings settings;
    MatrixWindow window(&settings);
    QVERIFY(window.open(m_index).ok());
    window.outliersAction()->setChecked(true);
    for (int line = 0; line < 6; ++line)
        QCOMPARE(window.view()->isRowHidden(line), line != 2);
}

void TestMatrix::cellOpensItsSession()
{
    Settings settings;
    MatrixWindow window(&settings);
    QVERIFY(window.open(m_index).ok());
    QSignalSpy requested(&window, &MatrixWindow::sessionRequested);
    Q_EMIT window.view()->activated(window.model()->index(1, 1));
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested[0][0].toString(), m_folder.file(QStringLiteral("measured/model1__epyc.ridge")));
}

void TestMatrix::columnsCompare()
{
    Settings settings;
    MatrixWindow window(&settings);
    QVERIFY(window.open(m_index).ok());
    QSignalSpy requested(&window, &MatrixWindow::comparisonRequested);
    QVERIFY(!window.compareAction()->isEnabled());
    QItemSelectionModel *selection = window.view()->selectionModel();
    selection->select(window.model()->index(0, 0), QItemSelectionModel::Select);
    selection->select(window.model()->index(0, 2), QItemSelectionModel::Select);
    window.compareAction()->trigger();
    QCOMPARE(requested.size(), 1);
    QVERIFY(requested[0][0].toString().endsWith(QLatin1String("model0__laptop.ridge")));
    QVERIFY(requested[0][1].toString().endsWith(QLatin1String("model0__a100.ridge")));

    selection->select(window.model()->index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Columns);
    window.compareAction()->trigger();
    auto *changes = window.findChild<ChangeTable *>();
    QVERIFY(changes);
    QCOMPARE(changes->changes().size(), std::size_t(5)); // what failed was not measured in both
    QCOMPARE(changes->changes()[0].ratio, 0.5); // 8 ms after 16 ms; a quarter for the others
    Q_EMIT changes->findChild<QTableWidget *>()->cellDoubleClicked(0, 0);
    QCOMPARE(requested.size(), 2);
    QVERIFY(requested[1][0].toString().endsWith(QLatin1String("model2__laptop.ridge")));
}

void TestMatrix::exportsHoldTheTable()
{
    Settings settings;
    MatrixWindow window(&settings);
    QVERIFY(window.open(m_index).ok());
    for (const char *name : { "m.csv", "m.html", "m.png" })
        QVERIFY(window.exportTo(m_folder.file(QString::fromLatin1(name))).ok());
    QFile csv(m_folder.file(QStringLiteral("m.csv")));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll().count("\r\n"), 17); // a header and 16 cells
    const QImage picture(m_folder.file(QStringLiteral("m.png")));
    QVERIFY(picture.width() >= 400 && picture.height() >= 300);
}

void TestMatrix::damagedIndexIsSaid()
{
    QVERIFY(QFile::resize(m_index, 400));
    Settings settings;
    MatrixWindow window(&settings);
    const Result<void> opened = window.open(m_index);
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().text.find("matrix.json") != std::string::npos);
}

void TestMatrix::mainWindowHandsItOn()
{
    Settings settings;
    MainWindow window(&settings);
    QSignalSpy requested(&window, &MainWindow::matrixRequested);
    window.openFiles({ m_index });
    QCOMPARE(requested.size(), 1);
    QVERIFY(!window.showsSession());
}

ROOFLIGHT_TEST(TestMatrix)
#include "test_matrix.moc"
