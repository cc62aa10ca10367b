// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/views/dialogs/input_table.h"
#include "ui/views/dialogs/options_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>

using namespace rooflight;

/// Inputs as rows of name, shape, type and fill, and as the text that the worker reads.
class TestInputs : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void specsHaveParts_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QStringList>("parts"); // name, shape, type, fill
        // The examples of docs/reference/inputs.md.
        QTest::newRow("image") << "1x3x224x224" << QStringList { "", "1x3x224x224", "", "" };
        QTest::newRow("half") << "1x3x224x224:float16" << QStringList { "", "1x3x224x224", "float16", "" };
        QTest::newRow("tokens") << "ids:1x128:int64:0..30521" << QStringList { "ids", "1x128", "int64", "0..30521" };
        QTest::newRow("mask") << "mask:1x128:int64:1" << QStringList { "mask", "1x128", "int64", "1" };
        QTest::newRow("flag") << "flag:true" << QStringList { "flag", "true", "", "" };
        QTest::newRow("list") << R"(["1x3x32x32","1x3x64x64"])"
                              << QStringList { "", R"(["1x3x32x32","1x3x64x64"])", "", "" };
        QTest::newRow("object") << R"({"image":"1x3x64x64:float16"})"
                                << QStringList { "", R"({"image":"1x3x64x64:float16"})", "", "" };
        QTest::newRow("file") << "x:@tensor.pt" << QStringList { "x", "@tensor.pt", "", "" };
        QTest::newRow("scalar") << "0d:float32" << QStringList { "", "0d", "float32", "" };
        QTest::newRow("format") << "1x3x8x8:float32:zeros:channels_last"
                                << QStringList { "", "1x3x8x8", "float32", "zeros:channels_last" };
        QTest::newRow("fill without a type") << "4x4:uniform" << QStringList { "", "4x4", "", "uniform" };
    }

    void specsHaveParts()
    {
        QFETCH(QString, spec);
        QFETCH(QStringList, parts);
        const InputRow row = inputRowOf(spec);
        QCOMPARE((QStringList { row.name, row.shape, row.type, row.fill }), parts);
        QCOMPARE(specOf(row), spec);
        for (const auto part : inputParts)
            QCOMPARE(problemOf(row, part), QString());
    }

    void wrongPartsSayWhy_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("part");
        QTest::addColumn<QString>("word"); // of the sentence
        QTest::newRow("shape") << "1x3xx8" << 1 << "1x3xx8";
        QTest::newRow("no shape") << ":float32" << 1 << "missing";
        QTest::newRow("negative") << "-1x3" << 1 << "-1x3";
        QTest::newRow("JSON") << "[1, 2" << 1 << "JSON";
        QTest::newRow("type") << "1x3:floot32" << 2 << "floot32";
        QTest::newRow("range") << "1x3:int64:9..1" << 3 << "9..1";
        QTest::newRow("fill") << "1x3:int64:some" << 3 << "some";
    }

    void wrongPartsSayWhy()
    {
        QFETCH(QString, spec);
        QFETCH(int, part);
        QFETCH(QString, word);
        const InputRow row = inputRowOf(spec);
        for (int i = 0; i < int(inputParts.size()); ++i) {
            const QString problem = problemOf(row, inputParts[std::size_t(i)]);
            QVERIFY2((i == part) == problem.contains(word) && (i == part) != problem.isEmpty(), qPrintable(problem));
        }
        QVERIFY(!problemOf({ "two words", "1x3", "", "" }, &InputRow::name).isEmpty());
        QVERIFY(!problemOf({ "", "true", "float32", "" }, &InputRow::type).isEmpty());
    }

    void rowsAndTextAreTheSame()
    {
        InputTable inputs({ "ids:1x8:int64:0..9" }, { "1x8:int64", "1x8:float32" });
        auto *table = inputs.findChild<QTableWidget *>();
        QCOMPARE(table->rowCount(), 1);
        table->item(0, 1)->setText("2x8");
        QCOMPARE(inputs.specs(), QStringList { "ids:2x8:int64:0..9" });
        inputs.text()->setPlainText("2x8\n\nmask:2x8:int64:1");
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->item(1, 0)->text(), QString("mask"));
        QCOMPARE(table->item(1, 3)->text(), QString("1"));
    }

    void rowsAreAddedAsTheFileHasThem()
    {
        InputTable inputs({}, { "1x8:int64", "1x8:float32" });
        const QList<QPushButton *> buttons = inputs.findChildren<QPushButton *>(); // Add, Remove, As Text
        QCOMPARE(inputs.findChild<QTableWidget *>()->rowCount(), 2);
        QCOMPARE(inputs.specs(), QStringList()); // as the file says
        inputs.text()->clear();
        QVERIFY(!buttons[1]->isEnabled());
        QCOMPARE(inputs.specs(), QStringList());
        buttons[0]->click();
        QCOMPARE(inputs.specs(), QStringList { "1x8:int64" });
        buttons[0]->click();
        QCOMPARE(inputs.specs(), QStringList()); // the same again
        inputs.findChild<QTableWidget *>()->setCurrentCell(0, 0);
        buttons[1]->click();
        QCOMPARE(inputs.specs(), QStringList { "1x8:float32" });
    }

    void keysTurnThePages()
    {
        OptionsDialog dialog("/a/model.pt", {}, {}, {}, {});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const auto *tabs = dialog.findChild<QTabWidget *>();
        for (const int page : { 1, 2, 3, 0 }) { // of four, through boxes that have keys of their own
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab, Qt::ControlModifier);
            QCOMPARE(tabs->currentIndex(), page);
        }
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(tabs->currentIndex(), 3);
    }

    void whatIsWrongIsNotMeasured()
    {
        OptionsDialog dialog("/a/model.pt", {}, {}, {}, {});
        auto *measure = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
        QVERIFY(measure->isEnabled());
        dialog.findChild<QPlainTextEdit *>("inputs")->setPlainText("1x8\n1xx8");
        QVERIFY(!measure->isEnabled());
        const QString problem = dialog.findChild<QLabel *>("inputProblem")->text();
        QVERIFY2(problem.contains("2") && problem.contains("1xx8"), qPrintable(problem)); // row and cell
        auto *table = dialog.findChild<InputTable *>()->findChild<QTableWidget *>();
        QVERIFY(table->item(1, 1)->toolTip().contains("1xx8"));
        QVERIFY(table->item(0, 1)->toolTip().isEmpty());
        table->item(1, 1)->setText("1x8");
        QVERIFY(measure->isEnabled());
    }
};

ROOFLIGHT_TEST(TestInputs)
#include "test_inputs.moc"
