// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"
#include <QTest>

#include "core/roofs/torch/library_benchmark.h"

#include "core/roofs/roof_run.h"

using namespace rooflight;

namespace {

/// All rounds, each of this many seconds; stops when a roof is reported.
std::vector<Roof> measured(const std::set<Precision> &precisions, Effort effort, std::stop_source stop = {},
                           bool stopAtFirst = false)
{
    LibraryBenchmark library(precisions, effort);
    const MeasurementContext context { .stop = stop.get_token() };
    const int rounds = roundCount(effort);
    for (RoundNumber number { 0, rounds }; number.index < rounds; ++number.index) {
        const RoofRound round(number, 0.3, context, [&](std::string_view, double) {
            if (stopAtFirst)
                stop.request_stop();
        });
        if (!library.runRound(round).ok())
            return {};
    }
    return library.results();
}

} // namespace

class LibraryBenchmarkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quickHasTheProductOfFp32();
    void nothingWithoutPrecisions();
    void endsWhenStopped();
};

void LibraryBenchmarkTest::quickHasTheProductOfFp32()
{
    const std::vector<Roof> roofs = measured({ Precision::Fp32, Precision::Bf16 }, Effort::Quick);
    QCOMPARE(roofs.size(), std::size_t(1));
    const Roof &roof = roofs[0];
    QCOMPARE(roof.name, std::string("FP32 matrix product (LibTorch)"));
    QVERIFY(roof.compute() && (*roof.compute() == ComputeLimit { Precision::Fp32, ArithmeticUnit::Library }));
    QVERIFY(roof.threads > 0);
    QVERIFY(QString::fromStdString(roof.instructions).contains(QRegularExpression("^LibTorch, (\\d+) x \\1 x \\1$")));
    QVERIFY(!roof.samples.empty());
    QVERIFY(roof.interval[0] <= roof.value && roof.value <= roof.interval[1]);
    QVERIFY(!roof.theoretical);
}

void LibraryBenchmarkTest::nothingWithoutPrecisions()
{
    QVERIFY(measured({}, Effort::Normal).empty());
    QVERIFY(measured({ Precision::Fp8 }, Effort::Normal).empty());
    QCOMPARE(LibraryBenchmark({}, Effort::Normal).weight({ 0, 3 }), 0.0);
}

void LibraryBenchmarkTest::endsWhenStopped()
{
    const std::vector<Roof> roofs = measured({ Precision::Fp32, Precision::Fp64 }, Effort::Normal, {}, true);
    QCOMPARE(roofs.size(), std::size_t(1));
    QCOMPARE(roofs[0].samples.size(), std::size_t(1));
    QVERIFY(roofs[0].hasFlag("partial"));
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(measured({ Precision::Fp32 }, Effort::Normal, stopped).empty());
}

ROOFLIGHT_TEST(LibraryBenchmarkTest)
#include "library_benchmark_test.moc"
