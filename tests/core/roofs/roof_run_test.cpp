// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/roof_run.h"

#include <map>

using namespace rooflight;

namespace {

/// What benchmarks did, and the clock that they share.
struct Stage {
    double now = 0;
    std::string order; ///< name and round of each, "A0 B0 "
    std::map<std::string, double> seconds; ///< given to the benchmark in its last round
};

class FakeBenchmark : public RoofBenchmark
{
public:
    using Round = std::function<Result<void>(const RoofRound &)>;

    FakeBenchmark(
        Stage &stage, std::string name, double weight, Round round = [](const RoofRound &) { return Result<void>(); })
        : m_stage(stage)
        , m_name(std::move(name))
        , m_weight(weight)
        , m_round(std::move(round))
    {
    }

    /// Takes no part in the rounds before.
    void beginAt(int round) { m_firstRound = round; }

    std::string_view name() const override { return m_name; }
    double weight(RoundNumber round) const override { return round.index < m_firstRound ? 0 : m_weight; }
    Result<void> runRound(const RoofRound &round) override
    {
        m_stage.order += m_name + std::to_string(round.number().index) + ' ';
        m_stage.seconds[m_name] = round.secondsLeft();
        Result<void> done = m_round(round);
        m_rounds += done.ok() ? 1 : 0;
        return done;
    }
    std::vector<Roof> results() override
    {
        Roof roof;
        roof.name = m_name;
        roof.value = m_rounds;
        return m_rounds > 0 ? std::vector<Roof> { roof } : std::vector<Roof>();
    }

private:
    Stage &m_stage;
    std::string m_name;
    double m_weight;
    Round m_round;
    int m_firstRound = 0;
    int m_rounds = 0;
};

FakeBenchmark::Round failsWith(ErrorCode code)
{
    return [code](const RoofRound &) { return Result<void>(Error { code, "It fails.", "" }); };
}

template<typename... Benchmarks> RoofBenchmarks listOf(Benchmarks... benchmarks)
{
    RoofBenchmarks all;
    (all.push_back(std::make_unique<Benchmarks>(std::move(benchmarks))), ...);
    return all;
}

/// "A3 B1 ": the names of roofs, and how many rounds they come from.
std::string roundsOf(const DeviceRoofs &roofs)
{
    std::string all;
    for (const Roof &roof : roofs.roofs)
        all += roof.name + std::to_string(static_cast<int>(roof.value)) + ' ';
    return all;
}

} // namespace

class RoofRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void roundsTakeTurns();
    void oneRoofIsMeasuredAlone();
    void withoutWeightTakesNoPart();
    void timeIsSharedByWeight();
    void timeThatIsLeftGoesToTheOthers();
    void progressIsInHundredthsOfTheWeight();
    void stopKeepsTheRoofsSoFar();
    void lackOfMemoryCostsOneBenchmark();
    void lackOfMemoryForAllIsAnError();
    void anotherErrorCostsOneBenchmark();
    void aLostDeviceKeepsTheRoofsSoFar();

private:
    Result<DeviceRoofs> measure(const RoofBenchmarks &benchmarks, int rounds, const std::string &only = {})
    {
        m_context.now = [this] { return m_stage.now; };
        m_context.stop = m_stop.get_token();
        RoofRun run(Effort::Quick, m_context);
        run.measureOnly(only);
        Device device;
        device.name = "Fake";
        Result<DeviceRoofs> roofs = run.measure(benchmarks, rounds, device, "fixed");
        m_notes = run.notes();
        m_deviceLost = run.deviceLost();
        return roofs;
    }

    /// Works for all of its time.
    FakeBenchmark::Round busy()
    {
        return [this](const RoofRound &round) {
            m_stage.now += round.secondsLeft();
            return Result<void>();
        };
    }

    Stage m_stage;
    MeasurementContext m_context;
    std::stop_source m_stop;
    std::vector<std::string> m_notes;
    std::optional<Error> m_deviceLost;
};

void RoofRunTest::init()
{
    m_stage = {};
    m_context = {};
    m_stop = {};
    m_notes.clear();
}

void RoofRunTest::roundsTakeTurns()
{
    const Result<DeviceRoofs> roofs =
        measure(listOf(FakeBenchmark(m_stage, "A", 1), FakeBenchmark(m_stage, "B", 1)), 3);
    QVERIFY(roofs.ok());
    QCOMPARE(m_stage.order, std::string("A0 B0 A1 B1 A2 B2 "));
    QCOMPARE(roundsOf(roofs.value()), std::string("A3 B3 "));
    QCOMPARE(roofs.value().device.name, std::string("Fake"));
    QCOMPARE(roofs.value().clockPolicy, std::string("fixed"));
    QCOMPARE(roofs.value().effort, std::string("quick"));
    QVERIFY(m_notes.empty());
}

/// By the benchmark that it is of, whose name is its beginning.
void RoofRunTest::oneRoofIsMeasuredAlone()
{
    const Result<DeviceRoofs> roofs =
        measure(listOf(FakeBenchmark(m_stage, "A", 1), FakeBenchmark(m_stage, "B", 1)), 2, "B read");
    QVERIFY(roofs.ok());
    QCOMPARE(m_stage.order, std::string("B0 B1 "));
    QCOMPARE(roundsOf(roofs.value()), std::string("B2 "));
    const Result<DeviceRoofs> none = measure(listOf(FakeBenchmark(m_stage, "A", 1)), 1, "C");
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, ErrorCode::CommandLine);
}

void RoofRunTest::withoutWeightTakesNoPart()
{
    FakeBenchmark late(m_stage, "B", 1);
    late.beginAt(2);
    const Result<DeviceRoofs> roofs = measure(listOf(FakeBenchmark(m_stage, "A", 1), std::move(late)), 3);
    QVERIFY(roofs.ok());
    QCOMPARE(m_stage.order, std::string("A0 A1 A2 B2 "));
    QCOMPARE(roundsOf(roofs.value()), std::string("A3 B1 "));
}

void RoofRunTest::timeIsSharedByWeight()
{
    QVERIFY(measure(listOf(FakeBenchmark(m_stage, "A", 3, busy()), FakeBenchmark(m_stage, "B", 1, busy())), 1).ok());
    // 3.8 s are the time of a quick run: three quarters and one.
    QCOMPARE(m_stage.seconds["A"], 2.85);
    QCOMPARE(m_stage.seconds["B"], 0.95);
}

void RoofRunTest::timeThatIsLeftGoesToTheOthers()
{
    QVERIFY(measure(listOf(FakeBenchmark(m_stage, "A", 3), FakeBenchmark(m_stage, "B", 1),
                           FakeBenchmark(m_stage, "C", 4, busy())),
                    1)
                .ok());
    // The clock stands still for A and B, so that 3.8 s are left for weights of 8, then 5, then 4.
    QCOMPARE(m_stage.seconds["A"], 1.425);
    QCOMPARE(m_stage.seconds["B"], 0.76);
    QCOMPARE(m_stage.seconds["C"], 3.8);
}

void RoofRunTest::progressIsInHundredthsOfTheWeight()
{
    std::vector<std::int64_t> done;
    std::vector<std::int64_t> totals;
    m_context.progress = [&](std::int64_t now, std::int64_t total) {
        done.push_back(now);
        totals.push_back(total);
    };
    const FakeBenchmark::Round reportsHalfway = [this](const RoofRound &round) {
        m_stage.now += round.secondsLeft() / 2;
        round.report("roof");
        return Result<void>();
    };
    const FakeBenchmark::Round reportsAtOnce = [](const RoofRound &round) {
        round.report("roof");
        return Result<void>();
    };
    QVERIFY(
        measure(listOf(FakeBenchmark(m_stage, "A", 1, reportsHalfway), FakeBenchmark(m_stage, "B", 2, reportsAtOnce)),
                1)
            .ok());
    QCOMPARE(done, (std::vector<std::int64_t> { 50, 100 })); // half of A; all of A and nothing of B
    QCOMPARE(totals, (std::vector<std::int64_t> { 300, 300 }));
}

void RoofRunTest::stopKeepsTheRoofsSoFar()
{
    const FakeBenchmark::Round stops = [this](const RoofRound &round) {
        if (round.number().index == 1)
            m_stop.request_stop();
        return Result<void>();
    };
    const Result<DeviceRoofs> roofs =
        measure(listOf(FakeBenchmark(m_stage, "A", 1, stops), FakeBenchmark(m_stage, "B", 1)), 3);
    QVERIFY(roofs.ok());
    QCOMPARE(m_stage.order, std::string("A0 B0 A1 "));
    QCOMPARE(roundsOf(roofs.value()), std::string("A2 B1 "));
}

void RoofRunTest::lackOfMemoryCostsOneBenchmark()
{
    const Result<DeviceRoofs> roofs = measure(
        listOf(FakeBenchmark(m_stage, "A", 1, failsWith(ErrorCode::OutOfMemory)), FakeBenchmark(m_stage, "B", 1)), 2);
    QVERIFY(roofs.ok());
    QCOMPARE(m_stage.order, std::string("A0 B0 B1 "));
    QCOMPARE(roundsOf(roofs.value()), std::string("B2 "));
    QCOMPARE(m_notes, std::vector<std::string> { "There is no roof \"A\": It fails." });
}

void RoofRunTest::lackOfMemoryForAllIsAnError()
{
    const auto failing = failsWith(ErrorCode::OutOfMemory);
    const Result<DeviceRoofs> roofs =
        measure(listOf(FakeBenchmark(m_stage, "A", 1, failing), FakeBenchmark(m_stage, "B", 1, failing)), 2);
    QVERIFY(!roofs.ok());
    QCOMPARE(roofs.error().code, ErrorCode::OutOfMemory);
    QCOMPARE(m_stage.order, std::string("A0 B0 "));
}

void RoofRunTest::anotherErrorCostsOneBenchmark()
{
    const Result<DeviceRoofs> roofs =
        measure(listOf(FakeBenchmark(m_stage, "A", 1), FakeBenchmark(m_stage, "B", 1, failsWith(ErrorCode::Internal)),
                       FakeBenchmark(m_stage, "C", 1)),
                2);
    QVERIFY(roofs.ok());
    QCOMPARE(m_stage.order, std::string("A0 B0 C0 A1 C1 "));
    QCOMPARE(roundsOf(roofs.value()), std::string("A2 C2 "));
    QCOMPARE(m_notes, std::vector<std::string> { "There is no roof \"B\": It fails." });
}

void RoofRunTest::aLostDeviceKeepsTheRoofsSoFar()
{
    const auto lost = failsWith(ErrorCode::DeviceMissing);
    const Result<DeviceRoofs> roofs = measure(
        listOf(FakeBenchmark(m_stage, "A", 1), FakeBenchmark(m_stage, "B", 1, lost), FakeBenchmark(m_stage, "C", 1)),
        2);
    QVERIFY(roofs.ok());
    QCOMPARE(m_stage.order, std::string("A0 B0 "));
    QCOMPARE(roundsOf(roofs.value()), std::string("A1 "));
    QVERIFY(roofs.value().roofs[0].hasFlag("partial"));
    QVERIFY(m_notes.empty());
    QVERIFY(m_deviceLost && m_deviceLost->code == ErrorCode::DeviceMissing);
    QVERIFY(m_deviceLost->text.starts_with("The device was lost"));

    const Result<DeviceRoofs> none = measure(listOf(FakeBenchmark(m_stage, "A", 1, lost)), 2);
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, ErrorCode::DeviceMissing);
}

ROOFLIGHT_TEST(RoofRunTest)
#include "roof_run_test.moc"
