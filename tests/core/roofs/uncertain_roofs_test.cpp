// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/roof_run.h"

using namespace rooflight;

namespace {

/// Gives one roof with the interval that it was made with.
class UncertainBenchmark : public RoofBenchmark
{
public:
    UncertainBenchmark(const char *name, ArithmeticUnit unit, double value, double low, double high)
    {
        m_roof.limit = ComputeLimit { Precision::Fp32, unit };
        m_roof.name = name;
        m_roof.value = value;
        m_roof.interval = { low, high };
    }

    std::string_view name() const override { return m_roof.name; }
    double weight(RoundNumber) const override { return 1; }
    Result<void> runRound(const RoofRound &) override { return {}; }
    std::vector<Roof> results() override { return { m_roof }; }

private:
    Roof m_roof;
};

} // namespace

class UncertainRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void uncertainRoofsAreDropped();
};

void UncertainRoofsTest::uncertainRoofsAreDropped()
{
    double seconds = 0;
    MeasurementContext context;
    context.now = [&seconds] { return seconds; };
    RoofRun run(Effort::Quick, context);
    RoofBenchmarks benchmarks;
    benchmarks.push_back(std::make_unique<UncertainBenchmark>("kept", ArithmeticUnit::Library, 371e9, 360e9, 380e9));
    benchmarks.push_back(std::make_unique<UncertainBenchmark>("dropped", ArithmeticUnit::Library, 371e9, 0, 649e9));
    benchmarks.push_back(std::make_unique<UncertainBenchmark>("judging", ArithmeticUnit::Vector, 371e9, 0, 649e9));
    Result<DeviceRoofs> roofs = run.measure(benchmarks, 1, {}, "");
    QVERIFY(roofs.ok());
    QCOMPARE(roofs.value().roofs.size(), 3U);
    run.dropUncertain(roofs.value());
    QCOMPARE(roofs.value().roofs.size(), 2U);
    QCOMPARE(roofs.value().roofs.front().name, "kept");
    QVERIFY(roofs.value().roofs.front().flags.empty());
    QCOMPARE(roofs.value().roofs.back().name, "judging"); // without it nothing would be judged
    QVERIFY(roofs.value().roofs.back().hasFlag("unsteady"));
    QCOMPARE(
        run.notes(),
        std::vector<std::string> { "There is no roof \"dropped\": its repetitions are too far apart, between 0 % and "
                                   "175 % of their middle." }); // 649 / 371
}

ROOFLIGHT_TEST(UncertainRoofsTest)
#include "uncertain_roofs_test.moc"
