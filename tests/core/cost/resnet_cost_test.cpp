// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/convention.h"
#include "core/cost/rules/cost_table.h"
#include "core/cost/torchstat.h"
#include "tests/core/cost/call_builder.h"
#include "tests/core/cost/resnet_calls.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <map>

using namespace rooflight;
using namespace rooflight::test;

namespace {

ObservedModel modelNamed(const QString &name)
{
    return name == "resnet18" ? resNet18() : resNet50();
}

std::string leafName(const QString &line)
{
    return line.section(',', 0, 0).toStdString();
}

QString shapeText(const Shape &shape)
{
    QStringList sizes;
    for (const std::int64_t size : shape)
        sizes << QString::number(size);
    return sizes.join('x');
}

/// A row as torchstat's table prints it.
QString rowText(const Layer &layer, const TorchstatRow &row)
{
    return QStringList { QString::fromStdString(layer.path),
                         shapeText(row.inputShape),
                         shapeText(row.outputShape),
                         QString::number(row.parameters),
                         QString::number(row.memoryMb, 'f', 2),
                         QString::number(row.madd),
                         QString::number(row.flops),
                         QString::number(row.bytesRead),
                         QString::number(row.bytesWritten),
                         QString::number(row.bytesRead + row.bytesWritten) }
        .join(',');
}

QStringList torchstatLines()
{
    QFile file(ROOFLIGHT_TEST_DATA "/torchstat_resnet18.csv");
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    lines.removeFirst();
    return lines;
}

const ObservedLeaf *firstCallOf(const ObservedModel &model, const std::string &path)
{
    const auto found = std::ranges::find_if(
        model.leaves, [&](const ObservedLeaf &leaf) { return leaf.layer.path == path && leaf.layer.call == 0; });
    return found == model.leaves.end() ? nullptr : &*found;
}

} // namespace

/// Whole networks, against what other tools print for them.
class ResNetCostTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void totals_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("convention");
        QTest::addColumn<qint64>("flops");
        // Multiply-adds: torchvision's metadata, exact. thop, fvcore and torchstat: run on torchvision 0.14 models.
        QTest::newRow("resnet18 mac") << "resnet18"
                                      << "mac" << qint64(1'814'073'344);
        QTest::newRow("resnet18 matrix") << "resnet18"
                                         << "matrix" << qint64(3'628'146'688);
        QTest::newRow("resnet18 thop") << "resnet18"
                                       << "thop" << qint64(1'824'033'792);
        QTest::newRow("resnet18 fvcore") << "resnet18"
                                         << "fvcore" << qint64(1'819'065'856);
        QTest::newRow("resnet18 torchstat") << "resnet18"
                                            << "torchstat" << qint64(1'822'151'680);
        QTest::newRow("resnet50 mac") << "resnet50"
                                      << "mac" << qint64(4'089'184'256);
        QTest::newRow("resnet50 thop") << "resnet50"
                                       << "thop" << qint64(4'133'742'592);
        QTest::newRow("resnet50 fvcore") << "resnet50"
                                         << "fvcore" << qint64(4'111'512'576);
        QTest::newRow("resnet50 torchstat") << "resnet50"
                                            << "torchstat" << qint64(4'121'823'744);
        // 2 MAC + fc bias 1,000 + batch norm 2 x 2,483,712 + ReLU 2,308,096 + addition 752,640 + pool 25,088 + 512.
        QTest::newRow("resnet18 fma2") << "resnet18"
                                       << "fma2" << qint64(3'636'201'448);
    }

    void totals()
    {
        QFETCH(QString, model);
        QFETCH(QString, convention);
        const auto rule = fromName<Convention>(convention.toStdString());
        QVERIFY(rule);
        std::int64_t flops = 0;
        for (const OperatorCall &call : modelNamed(model).allCalls()) {
            const auto work = workOf(call);
            QVERIFY2(work, call.name.c_str());
            flops += flopsOf(call, *work, *rule);
        }
        QTEST(qint64(flops), "flops");
    }

    void bytes_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("operators");
        QTest::addColumn<qint64>("read");
        QTest::addColumn<qint64>("written");
        QTest::newRow("resnet18") << "resnet18"
                                  << "" << qint64(84'029'088) << qint64(32'921'504);
        QTest::newRow("convolutions") << "resnet18"
                                      << "aten::conv2d" << qint64(53'398'272) << qint64(9'934'848);
        QTest::newRow("batch norm") << "resnet18"
                                    << "aten::batch_norm" << qint64(10'011'648) << qint64(9'934'848);
        QTest::newRow("ReLU") << "resnet18"
                              << "aten::relu_" << qint64(9'232'384) << qint64(9'232'384);
        QTest::newRow("max pool") << "resnet18"
                                  << "aten::max_pool2d" << qint64(3'211'264) << qint64(802'816);
        QTest::newRow("addition") << "resnet18"
                                  << "aten::add_" << qint64(6'021'120) << qint64(3'010'560);
        QTest::newRow("mean") << "resnet18"
                              << "aten::adaptive_avg_pool2d" << qint64(100'352) << qint64(2'048);
        QTest::newRow("linear") << "resnet18"
                                << "aten::linear" << qint64(2'054'048) << qint64(4'000);
        QTest::newRow("flatten") << "resnet18"
                                 << "aten::flatten" << qint64(0) << qint64(0);
        QTest::newRow("resnet50") << "resnet50"
                                  << "" << qint64(275'756'704) << qint64(150'239'136);
    }

    void bytes()
    {
        QFETCH(QString, model);
        QFETCH(QString, operators);
        OperatorBytes sum;
        int counted = 0;
        for (const OperatorCall &call : modelNamed(model).allCalls()) {
            if (!operators.isEmpty() && call.name != operators.toStdString())
                continue;
            const OperatorBytes bytes = bytesOf(call);
            sum.read += bytes.read;
            sum.written += bytes.written;
            ++counted;
        }
        QVERIFY(counted > 0);
        QTEST(qint64(sum.read), "read");
        QTEST(qint64(sum.written), "written");
    }

    void torchstatPrintsTheSameRow_data()
    {
        QTest::addColumn<QString>("line");
        const QStringList lines = torchstatLines();
        QCOMPARE(lines.size(), 52);
        for (const QString &line : lines) {
            if (leafName(line) != "avgpool")
                QTest::newRow(leafName(line).c_str()) << line;
        }
    }

    void torchstatPrintsTheSameRow()
    {
        QFETCH(QString, line);
        const ObservedModel model = resNet18();
        const ObservedLeaf *leaf = firstCallOf(model, leafName(line));
        QVERIFY(leaf);
        const TorchstatRow row = torchstatRow(leaf->layer, leaf->calls);
        QVERIFY(row.known);
        QCOMPARE(row.layer, leaf->layer.id);
        QCOMPARE(rowText(leaf->layer, row), line);
    }

    void torchstatDoesNotKnowAdaptivePooling()
    {
        const ObservedModel model = resNet18();
        const ObservedLeaf *leaf = firstCallOf(model, "avgpool");
        QVERIFY(leaf);
        const TorchstatRow row = torchstatRow(leaf->layer, leaf->calls);
        QVERIFY(!row.known);
        QCOMPARE(row.inputShape, (Shape { 512, 7, 7 }));
        QCOMPARE(row.outputShape, (Shape { 512, 1, 1 }));
        // 49 additions and a division for each of 512 channels; the same bytes as a reduction to the mean.
        QCOMPARE(row.flops, 25'600);
        QCOMPARE(row.madd, 25'600);
        QCOMPARE(row.bytesRead, 100'352);
        QCOMPARE(row.bytesWritten, 2'048);
    }

    /// The example in torchstat's README: Conv2d(3, 10, 5) with bias on 3x224x224.
    void torchstatReadme()
    {
        const TensorValue input = tensor({ 1, 3, 224, 224 });
        const TensorValue output = tensor({ 1, 10, 220, 220 });
        const OperatorCall convolution = call("aten::conv2d")
                                             .with("input", input)
                                             .with("weight", tensor({ 10, 3, 5, 5 }))
                                             .with("bias", tensor({ 10 }))
                                             .giving({ output });
        Layer layer;
        layer.type = "Conv2d";
        layer.parameters = 760;
        layer.inputShapes = { input.info.shape };
        layer.outputShapes = { output.info.shape };
        layer.dtype = DType::Float32;
        const TorchstatRow row = torchstatRow(layer, std::span(&convolution, 1));
        QVERIFY(row.known);
        QCOMPARE(row.flops, 36'784'000);
        QCOMPARE(row.madd, 72'600'000);
        QCOMPARE(row.bytesRead, 605'152);
        QCOMPARE(row.bytesWritten, 1'936'000);
    }

    /// torchstat asserts on a Linear of rank 3 and has no formula for other classes: both get our figures.
    void torchstatWithoutFormula()
    {
        const TensorValue input = tensor({ 2, 128, 768 });
        const TensorValue output = tensor({ 2, 128, 3072 });
        const OperatorCall linear = call("aten::linear")
                                        .with("input", input)
                                        .with("weight", tensor({ 3072, 768 }))
                                        .with("bias", tensor({ 3072 }))
                                        .giving({ output });
        Layer layer;
        layer.type = "Linear";
        layer.inputShapes = { input.info.shape };
        layer.outputShapes = { output.info.shape };
        layer.dtype = DType::Float32;
        const TorchstatRow row = torchstatRow(layer, std::span(&linear, 1));
        QVERIFY(!row.known);
        QCOMPARE(row.flops, 603'979'776 + 786'432);
        QCOMPARE(row.madd, 2 * 603'979'776 + 786'432);
    }
};

ROOFLIGHT_TEST(ResNetCostTest)
#include "resnet_cost_test.moc"
