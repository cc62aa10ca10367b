// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/sampler.h"
#include "core/sampling/shuffled_order.h"
#include "tests/core/sampling/fake_clock.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <stdexcept>

using namespace rooflight;

class SamplerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void warmsUpEachVariantThenSamplesRounds();
    void variantThatDropsOutIsNotSettled();
    void stopInTheWarmupTakesNoSample();
    void stopKeepsTheRoundsBefore();
    void stoppedBeforeItBeginsRunsNothing();
    void errorOfARoundEndsIt();
    void exceptionIsTranslated();
    void progressCountsRounds();
    void conditionsAreSampledBeforeEachRepetition();
    void snapshotsComeOnceASecond();
    void snapshotsOfTheWarmupAreOptional();
    void costlySnapshotsAreRare();
    void noWarmupWhenNoneIsWanted();
    void steadyRepetitionsEnd();
    void restlessRepetitionsRunIntoTheLimit();
    void fixedDurationIsUsedUp();
    void repetitionsAreMadeOnceAtLeast();
    void stopEndsRepetitions();
    void errorEndsRepetitions();
    void ordersChangeAndRepeat();
};

namespace {

/// Variants whose repetitions take a fixed time of a fake clock.
class FakeTrial : public ResultTrial<std::vector<std::string>>
{
public:
    FakeTrial(FakeClock &clock, std::size_t variants = 1, SnapshotSink<std::vector<std::string>> sink = {})
        : ResultTrial(std::move(sink))
        , m_clock(clock)
        , m_variants(variants)
    {
    }

    std::size_t variantCount() const override { return m_variants; }
    bool takesPart(std::size_t variant) const override { return variant != dropsOut || m_warmups < dropsOutAfter; }
    bool publishesWarmup() const override { return publishWarmup; }
    std::int64_t expectedRounds() const override { return expected; }
    void beginWarmup(std::size_t variant) override { log("begin " + std::to_string(variant)); }
    void endWarmup(std::size_t variant, StopReason reason) override
    {
        log("end " + std::to_string(variant) + " " + std::string(name(reason)));
    }
    void beginSampling() override { log("sampling"); }

    Result<void> warmUpOnce(std::size_t variant, StopCriterion &criterion) override
    {
        ++m_warmups;
        log("warm-up " + std::to_string(variant));
        repeat(criterion);
        return {};
    }

    Result<void> sampleRound(StopCriterion &criterion) override
    {
        log("round");
        if (failing && m_log.size() > 5)
            return Error { ErrorCode::ModelFailed, "failed", "" };
        if (throwing)
            throw std::runtime_error("thrown");
        repeat(criterion);
        return {};
    }

    Error currentExceptionError() const override
    {
        try {
            throw;
        } catch (const std::exception &exception) {
            return { ErrorCode::ModelFailed, exception.what(), "" };
        }
    }

    bool hasResult() const override { return !m_log.empty(); }
    std::vector<std::string> result(StopReason end) const override
    {
        std::vector<std::string> result = m_log;
        result.emplace_back(name(end));
        return result;
    }

    double repetitionSeconds = 0.25;
    bool publishWarmup = false;
    bool failing = false;
    bool throwing = false;
    std::size_t dropsOut = 100;
    int dropsOutAfter = 0;
    std::int64_t expected = 0;
    std::function<void(const std::string &)> onLog = [](const std::string &) {};

private:
    void log(const std::string &what)
    {
        m_log.push_back(what);
        onLog(what);
    }

    void repeat(StopCriterion &criterion)
    {
        m_clock.seconds += repetitionSeconds;
        criterion.add(repetitionSeconds * 1e9);
    }

    FakeClock &m_clock;
    std::size_t m_variants;
    int m_warmups = 0;
    std::vector<std::string> m_log;
};

TrialLimits counts(std::int64_t warmup, std::int64_t samples)
{
    TrialLimits limits;
    limits.warmup.minimumCount = warmup;
    limits.warmup.maximumCount = warmup;
    limits.sampling.minimumCount = samples;
    limits.sampling.maximumCount = samples;
    limits.sampling.maximumSeconds = 1e9;
    return limits;
}

using Log = std::vector<std::string>;

} // namespace

void SamplerTest::warmsUpEachVariantThenSamplesRounds()
{
    FakeClock clock;
    FakeTrial trial(clock, 2);
    const Measured<Log> measured = measure(trial, counts(2, 3), clock.context());
    QVERIFY(!measured.error);
    QCOMPARE(*measured.value,
             (Log { "begin 0", "warm-up 0", "warm-up 0", "end 0 count_limit", "begin 1", "warm-up 1", "warm-up 1",
                    "end 1 count_limit", "sampling", "round", "round", "round", "count_limit" }));
}

void SamplerTest::variantThatDropsOutIsNotSettled()
{
    FakeClock clock;
    FakeTrial trial(clock, 2);
    trial.dropsOut = 0;
    trial.dropsOutAfter = 1;
    QCOMPARE(*measure(trial, counts(2, 1), clock.context()).value,
             (Log { "begin 0", "warm-up 0", "end 0 none", "begin 1", "warm-up 1", "warm-up 1", "end 1 count_limit",
                    "sampling", "round", "count_limit" }));
    FakeTrial withoutFirst(clock, 1);
    withoutFirst.dropsOut = 0;
    QCOMPARE(*measure(withoutFirst, counts(2, 1), clock.context()).value, (Log { "sampling", "round", "count_limit" }));
}

void SamplerTest::stopInTheWarmupTakesNoSample()
{
    FakeClock clock;
    std::stop_source stop;
    FakeTrial trial(clock, 2);
    trial.onLog = [&stop](const std::string &what) {
        if (what == "warm-up 1")
            stop.request_stop();
    };
    const Measured<Log> measured = measure(trial, counts(2, 5), clock.context(stop.get_token()));
    QVERIFY(!measured.error);
    QCOMPARE(measured.value->back(), std::string("none"));
    QCOMPARE(std::ranges::count(*measured.value, "warm-up 1"), 1);
    QCOMPARE(std::ranges::count(*measured.value, "sampling"), 0);
}

void SamplerTest::stopKeepsTheRoundsBefore()
{
    FakeClock clock;
    std::stop_source stop;
    FakeTrial trial(clock);
    int rounds = 0;
    trial.onLog = [&](const std::string &what) {
        if (what == "round" && ++rounds == 3)
            stop.request_stop();
    };
    const Measured<Log> measured = measure(trial, counts(2, 5), clock.context(stop.get_token()));
    QCOMPARE(std::ranges::count(*measured.value, "round"), 3);
    QCOMPARE(measured.value->back(), std::string("none"));
}

void SamplerTest::stoppedBeforeItBeginsRunsNothing()
{
    FakeClock clock;
    std::stop_source stop;
    stop.request_stop();
    FakeTrial trial(clock);
    const Measured<Log> measured = measure(trial, counts(2, 5), clock.context(stop.get_token()));
    QVERIFY(!measured.value && !measured.error);
}

void SamplerTest::errorOfARoundEndsIt()
{
    FakeClock clock;
    FakeTrial trial(clock);
    trial.failing = true;
    const Measured<Log> measured = measure(trial, counts(1, 100), clock.context());
    QVERIFY(measured.error);
    QCOMPARE(measured.error->text, std::string("failed"));
    QCOMPARE(measured.value->back(), std::string("none"));
}

void SamplerTest::exceptionIsTranslated()
{
    FakeClock clock;
    FakeTrial trial(clock);
    trial.throwing = true;
    const Measured<Log> measured = measure(trial, counts(1, 100), clock.context());
    QVERIFY(measured.error);
    QCOMPARE(measured.error->text, std::string("thrown"));
    QCOMPARE(measured.value->back(), std::string("none"));
}

void SamplerTest::progressCountsRounds()
{
    FakeClock clock;
    FakeTrial trial(clock);
    trial.expected = 7;
    MeasurementContext context = clock.context();
    std::vector<std::int64_t> reported;
    context.progress = [&reported](std::int64_t done, std::int64_t total) {
        reported.push_back(done);
        reported.push_back(total);
    };
    QVERIFY(measure(trial, counts(2, 3), context).value);
    QCOMPARE(reported, (std::vector<std::int64_t> { 1, 7, 2, 7, 3, 7 }));
}

void SamplerTest::conditionsAreSampledBeforeEachRepetition()
{
    struct Counting : ConditionSampler {
        void sampleIfDue() override { ++count; }
        int count = 0;
    } conditions;
    FakeClock clock;
    FakeTrial trial(clock);
    MeasurementContext context = clock.context();
    context.conditions = &conditions;
    QVERIFY(measure(trial, counts(2, 3), context).value);
    QCOMPARE(conditions.count, 5);
}

void SamplerTest::snapshotsComeOnceASecond()
{
    FakeClock clock;
    std::vector<Log> snapshots;
    FakeTrial trial(clock, 1, [&snapshots](const Log &log) { snapshots.push_back(log); });
    // 0.25 s a repetition: after 1.25, 2.5, 3.75 and 5 s, but not after 6.25 s, behind the last round.
    QVERIFY(measure(trial, counts(0, 25), clock.context()).value);
    QCOMPARE(snapshots.size(), std::size_t { 4 });
    QCOMPARE(std::ranges::count(snapshots.front(), "round"), 5);
    QCOMPARE(snapshots.front().back(), std::string("none"));
}

void SamplerTest::snapshotsOfTheWarmupAreOptional()
{
    for (const bool wanted : { false, true }) {
        FakeClock clock;
        int snapshots = 0;
        FakeTrial trial(clock, 1, [&snapshots](const Log &) { ++snapshots; });
        trial.publishWarmup = wanted;
        QVERIFY(measure(trial, counts(10, 1), clock.context()).value);
        QCOMPARE(snapshots, wanted ? 2 : 0);
    }
}

void SamplerTest::costlySnapshotsAreRare()
{
    FakeClock clock;
    int snapshots = 0;
    FakeTrial trial(clock, 1, [&](const Log &) {
        ++snapshots;
        clock.seconds += 1;
    });
    // The first behind 1.25 s, then no sooner than 20 s behind the end of another.
    QVERIFY(measure(trial, counts(0, 100), clock.context()).value);
    QCOMPARE(snapshots, 2);
}

void SamplerTest::noWarmupWhenNoneIsWanted()
{
    FakeClock clock;
    FakeTrial trial(clock);
    QCOMPARE(*measure(trial, counts(0, 1), clock.context()).value,
             (Log { "begin 0", "end 0 count_limit", "sampling", "round", "count_limit" }));
}

void SamplerTest::steadyRepetitionsEnd()
{
    FakeClock clock;
    const Repetitions repetitions = repeatUntilSteady(
        { 0, 60, 0.01, 0.875 }, [] { return 5e9; }, clock.context());
    QVERIFY(repetitions.steady && !repetitions.stopped);
    QCOMPARE(repetitions.values, std::vector<double>(SteadyCriterion::minimumCount, 5e9));
}

void SamplerTest::restlessRepetitionsRunIntoTheLimit()
{
    FakeClock clock;
    std::vector<double> shares;
    const auto restless = [&clock] {
        clock.seconds += 1;
        return clock.seconds;
    };
    const Repetitions repetitions = repeatUntilSteady({ 0, 40, 1e-6, 0.5 }, restless, clock.context(),
                                                      [&shares](double share) { shares.push_back(share); });
    QVERIFY(!repetitions.steady && !repetitions.stopped);
    QCOMPARE(repetitions.values.size(), std::size_t { 40 });
    QCOMPARE(shares.size(), std::size_t { 40 });
    QCOMPARE(shares.front(), 1.0 / 40);
    QCOMPARE(shares.back(), 1.0);
}

void SamplerTest::fixedDurationIsUsedUp()
{
    FakeClock clock;
    const auto steady = [&clock] {
        clock.seconds += 1;
        return 5e9;
    };
    const Repetitions repetitions = repeatUntilSteady({ 50, 50, 0.01, 0.5 }, steady, clock.context());
    QVERIFY(repetitions.steady);
    QCOMPARE(repetitions.values.size(), std::size_t { 50 });
}

void SamplerTest::repetitionsAreMadeOnceAtLeast()
{
    FakeClock clock;
    std::stop_source stop;
    stop.request_stop();
    const auto once = [] { return 5e9; };
    const Repetitions stopped = repeatUntilSteady({ 0, 60, 0.01, 0.5 }, once, clock.context(stop.get_token()));
    QVERIFY(stopped.stopped && !stopped.steady);
    QCOMPARE(stopped.values.size(), std::size_t { 1 });
    QCOMPARE(repeatUntilSteady({ 0, 0, 0.01, 0.5 }, once, clock.context()).values.size(), std::size_t { 1 });
}

void SamplerTest::stopEndsRepetitions()
{
    FakeClock clock;
    std::stop_source stop;
    int calls = 0;
    const auto repetition = [&] {
        if (++calls == 3)
            stop.request_stop();
        return 5e9;
    };
    const Repetitions repetitions =
        repeatUntilSteady({ 0, 60, 0.01, 0.5 }, repetition, clock.context(stop.get_token()));
    QVERIFY(repetitions.stopped);
    QCOMPARE(repetitions.values.size(), std::size_t { 3 });
}

void SamplerTest::errorEndsRepetitions()
{
    FakeClock clock;
    int calls = 0;
    const auto repetition = [&]() -> Result<double> {
        if (++calls == 3)
            return Error { ErrorCode::Internal, "no time", "" };
        return 5e9;
    };
    const Repetitions repetitions = repeatUntilSteady({ 0, 60, 0.01, 0.5 }, repetition, clock.context());
    QVERIFY(repetitions.error && !repetitions.steady && !repetitions.stopped);
    QCOMPARE(repetitions.error->text, std::string("no time"));
    QCOMPARE(repetitions.values.size(), std::size_t { 2 });
}

void SamplerTest::ordersChangeAndRepeat()
{
    ShuffledOrder first(5);
    ShuffledOrder second(5);
    std::set<std::vector<std::size_t>> orders;
    for (int round = 0; round < 20; ++round) {
        const std::vector<std::size_t> order = first.next();
        QCOMPARE(order, second.next());
        std::vector<std::size_t> sorted = order;
        std::ranges::sort(sorted);
        QCOMPARE(sorted, (std::vector<std::size_t> { 0, 1, 2, 3, 4 }));
        orders.insert(order);
    }
    QVERIFY(orders.size() > 10);
}

ROOFLIGHT_TEST(SamplerTest)
#include "sampler_test.moc"
