// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/scaled_time.h"

#include "core/roofline/point.h"
#include "tests/support/simple_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace rooflight;

namespace {

void time(Session &session, std::int64_t op, double ns)
{
    ItemLatency latency;
    latency.item = { ItemId::Kind::Operator, op };
    latency.samples.summary.count = 9;
    latency.samples.summary.medianNs = ns;
    session.layers.edit().items.push_back(latency);
}

/// A linear layer of 1000 inputs and 500 outputs on \p rows rows, a ReLU and a softmax of its results; 1 TFLOP/s in
/// fp32, 100 GB/s, 1 us a launch. With one row the layer reads 4 kB and 2 MB of weights and writes 2 kB: 20.06 us at
/// 100 GB/s, 1 us of arithmetic. It takes \p linearNs, the ReLU 2 us, the softmax 2.5 us, the model 5.5 us more; with
/// 1000 rows the ReLU 80 us, the softmax 100 us.
Session linearReluSoftmax(std::int64_t rows, double linearNs)
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.model.parameterBytes = 2'000'000;
    analysis.device.kind = "cpu";
    analysis.inputs = { { "x", { { rows, 1000 }, DType::Float32 }, InputSource::Given } };
    analysis.layers.emplace_back();
    const std::int64_t in = rows * 4000;
    const std::int64_t out = rows * 2000;
    const std::int64_t far = 100'000'000;
    Operator &linear = test::addOperator(
        analysis, OperatorFamily::Matrix, { .macs = rows * 500'000 },
        { { in, far, false, false }, { 2'000'000, far, true, false }, { out, far, false, true } }, { rows, 500 });
    linear.name = "aten::linear";
    linear.inputShapes = { { rows, 1000 }, { 500, 1000 } };
    Operator &relu = test::addOperator(analysis, OperatorFamily::Activation, { .elementwise = rows * 500 },
                                       { { out, far, false, false }, { out, far, false, true } }, { rows, 500 });
    relu.inputShapes = { { rows, 500 } };
    relu.sources = { 0 };
    Operator &softmax =
        test::addOperator(analysis, OperatorFamily::Activation, { .elementwise = rows * 500, .reduction = rows * 500 },
                          { { out, far, false, false }, { out, far, false, true } }, { rows, 500 });
    softmax.inputShapes = { { rows, 500 } };
    softmax.sources = { 1 };
    session.layers.emplace();
    time(session, 0, linearNs);
    const double reluNs = rows == 1 ? 2'000 : 80.0 * static_cast<double>(rows); // twice what it moves
    const double softmaxNs = rows == 1 ? 2'500 : 100.0 * static_cast<double>(rows);
    time(session, 1, reluNs);
    time(session, 2, softmaxNs);
    session.peaks.emplace().roofs = test::simpleRoofs(1e-6);
    session.latency.emplace().samples.summary.count = 9;
    session.latency.edit().samples.summary.medianNs = linearNs + reluNs + softmaxNs + 5'500;
    return session;
}

Forecast forecastIf(const Session &session, const WhatIf &change)
{
    return forecastOf(session, sessionIf(session, change), change);
}

bool isAbout(double value, double expected)
{
    return std::abs(value - expected) < expected * 1e-6;
}

void addInt8Roof(Session &session)
{
    session.peaks.edit().roofs.push_back(test::roof(ComputeLimit { Precision::Int8, ArithmeticUnit::Dot }, 4e12));
}

} // namespace

class ForecastTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void int8WeightsMoveOneByteEachAndTheirScales()
    {
        // 500 x 1000 weights and 500 scales of 4 bytes: 502,000 instead of 2,000,000 bytes.
        const Session session = linearReluSoftmax(1, 40'000);
        const WhatIf change { .int8 = LinearInt8::Weights };
        const Session there = sessionIf(session, change);
        const Operator &linear = there.analysis->operators[0];
        QCOMPARE(linear.cost.bytesRead, 506'000);
        QCOMPARE(linear.cost.bytesWritten, 2'000);
        QCOMPARE(linear.reuse[1].bytes, 502'000);
        QCOMPARE(linear.dtype, DType::Float32);
        // At the roofs 508 kB / 100 GB/s = 5.08 us and two launches. Expected: 40 us x 508/2006 and 4.5 us, and the 5.5
        // us between them.
        const Forecast forecast = forecastOf(session, there, change);
        QVERIFY(isAbout(forecast.thereAtRoofNs.value(), 7'080));
        const double expected = 40'000 * 508.0 / 2006.0 + 4'500 + 5'500;
        QVERIFY2(isAbout(forecast.thereNs.value(), expected), qPrintable(QString::number(*forecast.thereNs)));
        QVERIFY(isAbout(forecast.intervalNs[0], expected * 0.75));
        QVERIFY(isAbout(forecast.intervalNs[1], expected * 1.25));
        QCOMPARE(forecast.changedOperators, 1);
    }

    void productsWithConstantsHaveWeightsToo_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::vector<Shape>>("shapes");
        QTest::addColumn<qint64>("constant");
        QTest::addColumn<qint64>("left"); // bytes of the constants in int8
        using Shapes = std::vector<Shape>;
        const auto row = [](const char *tag, const char *name, const Shapes &shapes, qint64 constant, qint64 left) {
            QTest::newRow(tag) << name << shapes << constant << left;
        };
        const qint64 weights = 1000 * 500 * 4;
        const qint64 bias = 500 * 4;
        const qint64 weightsLeft = 1000 * 500 + 500 * 4;
        row("addmm", "aten::addmm", { { 500 }, { 7, 1000 }, { 1000, 500 } }, weights + bias, weightsLeft + bias);
        row("addmm, computed bias", "aten::addmm", { { 7, 500 }, { 7, 1000 }, { 1000, 500 } }, weights, weightsLeft);
        row("mm", "aten::mm", { { 7, 1000 }, { 1000, 500 } }, weights, weightsLeft);
        row("matmul of a batch", "aten::matmul", { { 3, 7, 1000 }, { 1000, 500 } }, weights, weightsLeft);
        row("weights on the left", "aten::mm", { { 500, 1000 }, { 1000, 7 } }, weights, weightsLeft);
        // As large as the bias: the weights are the same ones, whichever of both is constant.
        row("input like bias", "aten::addmm", { { 500 }, { 1, 500 }, { 500, 500 } }, 500 * 500 * 4 + bias,
            500 * 500 + 500 * 4 + bias);
        row("factors of one size", "aten::mm", { { 500, 500 }, { 500, 500 } }, 1'000'000, 1'000'000);
        row("all constant", "aten::mm", { { 7, 1000 }, { 1000, 500 } }, weights + 28'000, weights + 28'000);
        row("none constant", "aten::mm", { { 7, 1000 }, { 1000, 500 } }, 0, 0);
        row("a constant bias", "aten::addmm", { { 500 }, { 7, 1000 }, { 1000, 500 } }, bias, bias);
        row("a part is constant", "aten::mm", { { 7, 1000 }, { 1000, 500 } }, weights / 2, weights / 2);
        row("a batch of matrices", "aten::matmul", { { 3, 7, 10 }, { 3, 10, 50 } }, 6'000, 6'000);
        row("a vector", "aten::matmul", { { 7, 1000 }, { 1000 } }, 4'000, 4'000);
        row("another operator", "aten::bmm", { { 7, 1000 }, { 1000, 500 } }, weights, weights);
    }

    void productsWithConstantsHaveWeightsToo()
    {
        QFETCH(const QString, name);
        QFETCH(const std::vector<Shape>, shapes);
        QFETCH(const qint64, constant);
        Session session = linearReluSoftmax(1, 40'000);
        Operator &op = session.analysis.edit().operators[0];
        op.name = name.toStdString();
        op.inputShapes = shapes;
        op.cost.bytesRead += constant - op.reuse[1].bytes;
        op.reuse[1].bytes = constant;
        const Session there = sessionIf(session, { .int8 = LinearInt8::Weights });
        QTEST(qint64(there.analysis->operators[0].reuse[1].bytes), "left");
        QCOMPARE(op.cost.bytesRead - there.analysis->operators[0].cost.bytesRead,
                 constant - there.analysis->operators[0].reuse[1].bytes);
    }

    void dynamicInt8MultipliesUnderItsRoof()
    {
        // 1000 rows: 1 GFLOP, 1 ms in fp32, 250 us in int8; 6.5 MB in 65 us. It takes twice its roof: 500 us.
        Session session = linearReluSoftmax(1000, 2'000'000);
        addInt8Roof(session);
        const WhatIf change { .int8 = LinearInt8::Dynamic };
        const Session there = sessionIf(session, change);
        QCOMPARE(there.analysis->operators[0].dtype, DType::Int8);
        QVERIFY(isAbout(SessionPoints(there).operators()[0].timeAtRoofNs.value(), 250'000));
        const SessionPoints here(session);
        QCOMPARE(here.operators()[0].verdict.bound, Bound::Compute);
        const double expected = 500'000 + 80'000 + 100'000 + 5'500;
        const Forecast forecast = forecastOf(session, there, change);
        QVERIFY2(isAbout(forecast.thereNs.value(), expected), qPrintable(QString::number(*forecast.thereNs)));
    }

    void withoutARoofOfInt8TheProductsStay()
    {
        const Session session = linearReluSoftmax(1000, 2'000'000);
        const Session there = sessionIf(session, { .int8 = LinearInt8::Dynamic });
        QCOMPARE(there.analysis->operators[0].dtype, DType::Float32);
        QVERIFY(isAbout(SessionPoints(there).operators()[0].timeAtRoofNs.value(), 1'000'000));
    }

    void computedWeightsStay()
    {
        Session session = linearReluSoftmax(1, 40'000);
        session.analysis.edit().operators[0].reuse[1].constant = false;
        const Forecast forecast = forecastIf(session, { .int8 = LinearInt8::Weights });
        QCOMPARE(forecast.changedOperators, 0);
        QVERIFY(isAbout(forecast.thereNs.value(), 50'000));
    }

    void withoutLaunchesEachCallIsShorter()
    {
        // 39, 1 and 1.5 us; the 5.5 us between go, too, but for the upper end.
        const Forecast forecast = forecastIf(linearReluSoftmax(1, 40'000), { .noLaunches = true });
        QVERIFY2(isAbout(forecast.thereNs.value(), 41'500), qPrintable(QString::number(*forecast.thereNs)));
        QVERIFY(isAbout(forecast.intervalNs[0], 31'125));
        QVERIFY(isAbout(forecast.intervalNs[1], 47'000 * 1.25));
        QVERIFY(isAbout(forecast.thereAtRoofNs.value(), 20'060 + 40 + 40));
    }

    void callsShorterThanALaunchAreNotNegative()
    {
        Session session = linearReluSoftmax(1, 40'000);
        session.layers.edit().items[1].samples.summary.medianNs = 500; // of the ReLU, which needs 40 ns
        const Forecast forecast = forecastIf(session, { .noLaunches = true });
        QVERIFY2(isAbout(forecast.thereNs.value(), 39'000 + 40 + 1'500),
                 qPrintable(QString::number(*forecast.thereNs)));
    }

    void gpusHideLaunchesBehindWork()
    {
        // The product is not launch-bound: 40, 1 and 1.5 us, and 5.5 us of what no operator launched.
        Session session = linearReluSoftmax(1, 40'000);
        session.analysis.edit().device.kind = "cuda";
        const Forecast forecast = forecastIf(session, { .noLaunches = true });
        QVERIFY2(isAbout(forecast.thereNs.value(), 48'000), qPrintable(QString::number(*forecast.thereNs)));
        QVERIFY(isAbout(forecast.intervalNs[1], 48'000 * 1.25));
    }

    void unmeasuredLaunchesCannotBeRemoved()
    {
        Session session = linearReluSoftmax(1, 40'000);
        session.peaks.edit().roofs = test::simpleRoofs();
        QCOMPARE(forecastIf(session, { .noLaunches = true }).changedOperators, 0);
    }

    void pointwiseOperatorsRunInTheirProducers()
    {
        // The layer keeps its 2,006 kB: what the ReLU writes instead of it, the ReLU alone would have read.
        const Session session = linearReluSoftmax(1, 40'000);
        const WhatIf change { .fusion = FusionScope::Pointwise };
        const Session there = sessionIf(session, change);
        const Operator &linear = there.analysis->operators[0];
        QVERIFY(std::abs(linear.cost.bytes() - 2'006'000) <= 2);
        QCOMPARE(linear.work.elementwise, 500);
        QCOMPARE(there.analysis->operators[1].family, OperatorFamily::View);
        QCOMPARE(there.analysis->operators[2].cost.bytes(), 4'000); // a softmax reduces
        const Forecast forecast = forecastOf(session, there, change);
        QVERIFY(isAbout(forecast.thereAtRoofNs.value(), 20'060 + 1'000));
        QVERIFY2(isAbout(forecast.thereNs.value(), 42'500 + 5'500), qPrintable(QString::number(*forecast.thereNs)));
        QCOMPARE(forecast.changedOperators, 2);
    }

    void resultsWithTwoReadersAreWritten()
    {
        Session session = linearReluSoftmax(1, 40'000);
        session.analysis.edit().operators[2].sources = { 0, 1 };
        const Forecast forecast = forecastIf(session, { .fusion = FusionScope::Pointwise });
        QCOMPARE(forecast.changedOperators, 0);
        QVERIFY(isAbout(forecast.thereNs.value(), 50'000));
    }

    void chainsAreOneOperator()
    {
        // Two ReLUs: 2 kB in and out each; as one with the layer 2 kB out in all.
        Session session = linearReluSoftmax(1, 40'000);
        session.analysis.edit().operators[2].work.reduction = 0;
        const Session there = sessionIf(session, { .fusion = FusionScope::Pointwise });
        QVERIFY(std::abs(there.analysis->operators[0].cost.bytes() - 2'006'000) <= 3);
        QCOMPARE(there.analysis->operators[2].cost.bytes(), 0);
    }

    void whatPeopleAskFirst()
    {
        Session session = linearReluSoftmax(1, 40'000);
        const std::vector<AskedForecast> asked = askedForecasts(session);
        QCOMPARE(asked.size(), std::size_t(4));
        for (const AskedForecast &one : asked) {
            const Forecast alone = forecastIf(session, changeOf(one.asked));
            QCOMPARE(one.forecast.thereNs, alone.thereNs);
            QCOMPARE(one.forecast.intervalNs, alone.intervalNs);
            QVERIFY(one.forecast.intervalNs[0] >= one.forecast.thereAtRoofNs.value());
        }
        session.peaks.edit().theoretical = true;
        QVERIFY(askedForecasts(session).empty());
        session.peaks.edit().theoretical = false;
        session.latency.reset();
        session.layers.reset();
        QVERIFY(askedForecasts(session).empty());
        QVERIFY(askedForecasts({}).empty());
    }
};

ROOFLIGHT_TEST(ForecastTest)
#include "scaled_time_test.moc"
