// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/item_times.h"
#include "core/roofline/point.h"
#include "core/roofline/session_comparison.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <utility>

using namespace rooflight;

/// What differs between two sessions, and what to think of it.
class SessionComparisonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layersAreMatchedByPathAndCall();
    void sameSettingsDoNotDiffer();
    void conventionsChangeNoTimes();
    void otherInputsAreOtherWork();
    void severalChangesCannotBeToldApart();
    void unsteadyTimesAreNamed();
    void disturbedRunsAreACaution();
    void otherPrecisionIsOneChange();
    void timesAreThoseOfTheTable();
    void aSessionIsTheSameAsItself();
};

namespace {

Layer layer(std::int64_t id, const std::string &path, int call = 0)
{
    Layer result;
    result.id = id;
    result.path = path;
    result.call = call;
    return result;
}

Session session()
{
    Session result;
    result.analysis.emplace();
    result.analysis.edit().model.path = "/models/net.pt";
    result.analysis.edit().model.sha256 = "a";
    result.analysis.edit().device = { "cpu", 0, "A CPU", "", "", 4 };
    result.analysis.edit().inputs.push_back({});
    result.analysis.edit().inputs.front().tensor.shape = { 1, 3, 8, 8 };
    result.analysis.edit().layers = { layer(0, ""), layer(1, "conv"), layer(2, "conv", 1) };
    result.latency.emplace();
    return result;
}

} // namespace

void SessionComparisonTest::layersAreMatchedByPathAndCall()
{
    Session after = session();
    after.analysis.edit().layers = { layer(0, ""), layer(1, "stem"), layer(2, "conv") };
    const std::vector<LayerChange> layers = compareSessions(session(), after).layers;
    QCOMPARE(layers.size(), std::size_t(4));
    QCOMPARE(layers[1].time.change, Change::Added);
    QVERIFY(!layers[1].before && layers[1].after == 1);
    QVERIFY(layers[2].before == 1 && layers[2].after == 2);
    QCOMPARE(layers[3].time.change, Change::Removed);
    QVERIFY(layers[3].before == 2 && !layers[3].after);
    QCOMPARE(layers[3].call, 1);
}

void SessionComparisonTest::sameSettingsDoNotDiffer()
{
    const SessionComparison comparison = compareSessions(session(), session());
    QVERIFY(comparison.differences.empty());
    QVERIFY(comparison.cautions.empty());
}

void SessionComparisonTest::conventionsChangeNoTimes()
{
    Session after = session();
    after.analysis.edit().convention = "mac";
    after.analysis.edit().model.sha256 = "b";
    const SessionComparison comparison = compareSessions(session(), after);
    QCOMPARE(comparison.differences.size(), std::size_t(2));
    QVERIFY(comparison.cautions.empty());
}

void SessionComparisonTest::otherInputsAreOtherWork()
{
    Session after = session();
    after.analysis.edit().inputs.front().tensor.shape[0] = 2;
    const SessionComparison comparison = compareSessions(session(), after);
    QCOMPARE(comparison.differences.front().after.substr(0, 7), std::string("2x3x8x8"));
    QVERIFY(comparison.cautions == std::vector { Caution::OtherWork });
}

void SessionComparisonTest::severalChangesCannotBeToldApart()
{
    Session after = session();
    after.analysis.edit().device.threads = 8;
    after.latency.edit().execution.executor = Executor::Frozen;
    const SessionComparison comparison = compareSessions(session(), after);
    const std::array devices { session().analysis->device, after.analysis->device };
    QVERIFY(
        (comparison.differences.front()
         == SettingDifference { Setting::Device, "A CPU (cpu, 4 threads)", "A CPU (cpu, 8 threads)", {}, devices }));
    const std::array executions { session().latency->execution, after.latency->execution };
    QVERIFY(
        (comparison.differences.back() == SettingDifference { Setting::Execution, "as loaded", "frozen", executions }));
    QVERIFY(comparison.cautions == std::vector { Caution::SeveralChanges });
}

void SessionComparisonTest::unsteadyTimesAreNamed()
{
    Session before = session();
    before.latency.edit().samples.flags = { SampleFlag::FewSamples, SampleFlag::Drift };
    QVERIFY(compareSessions(before, session()).cautions == std::vector { Caution::Unsteady });
}

/// Inputs are converted with the model.
void SessionComparisonTest::otherPrecisionIsOneChange()
{
    Session before = session();
    before.analysis.edit().inputs.front().tensor.dtype = DType::Float32;
    Session after = before;
    after.analysis.edit().inputs.front().tensor.dtype = DType::BFloat16;
    QVERIFY(compareSessions(before, after).cautions == std::vector { Caution::OtherWork }); // by nothing else
    after.latency.edit().execution.precision = ModelPrecision::BFloat16;
    QVERIFY(compareSessions(before, after).cautions.empty());
    QCOMPARE(compareSessions(before, after).differences.size(), std::size_t(1));
    after.latency.edit().execution.precision = ModelPrecision::AsLoaded;
    after.analysis.edit().model.sha256 = "b"; // another file, in bfloat16
    QVERIFY(compareSessions(before, after).cautions.empty());
    after.analysis.edit().inputs.front().tensor.dtype = DType::Int64;
    QVERIFY(!compareSessions(before, after).cautions.empty());
}

namespace {

/// Layer 1 takes half of instrumented runs of 24 us, where bare ones take 20 us.
Session timedSession()
{
    Session timed = session();
    const auto summary = [](double medianNs) {
        Summary result;
        result.count = 100;
        result.minNs = 0.9 * medianNs;
        result.maxNs = 1.5 * medianNs;
        result.medianNs = result.meanNs = medianNs;
        result.medianIntervalNs = { 0.9 * medianNs, 1.1 * medianNs };
        result.percentiles = { { 10, 0.95 * medianNs }, { 95, 1.2 * medianNs }, { 90, 1.1 * medianNs } };
        return result;
    };
    timed.latency.edit().samples.summary = summary(20'000);
    timed.layers.emplace();
    timed.layers.edit().instrumentedModel.summary = summary(24'000);
    for (const auto &[id, ns] : { std::pair(0, 24'000), std::pair(1, 12'000) }) {
        ItemLatency item;
        item.item = { ItemId::Kind::Layer, id };
        item.samples.summary = summary(ns);
        timed.layers.edit().items.push_back(item);
    }
    return timed;
}

} // namespace

/// Of any session: of a repetition, too.
void SessionComparisonTest::disturbedRunsAreACaution()
{
    std::vector<Session> before { timedSession(), timedSession() };
    before[1].latency.edit().samples.flags = { SampleFlag::Noisy, SampleFlag::OtherLoad };
    const std::vector<Session> after { timedSession() };
    const SessionComparison comparison = compareSessions(before, after);
    QVERIFY(comparison.cautions == std::vector { Caution::Disturbed });
    QCOMPARE(comparison.disturbedBy, std::vector<std::string> { "other_load" });
}

/// 10 us, not 12; of the model the bare runs.
void SessionComparisonTest::timesAreThoseOfTheTable()
{
    const Session before = timedSession();
    Session after = timedSession();
    after.latency.edit().samples.summary.medianNs = 40'000; // the bare run alone: every layer with it
    after.latency.edit().samples.summary.medianIntervalNs = { 39'000, 41'000 };
    const SessionComparison comparison = compareSessions(before, after);
    QCOMPARE(comparison.layers[0].time.beforeNs, std::optional(20'000.0));
    QCOMPARE(comparison.layers[0].time.afterNs, comparison.model.afterNs);
    QCOMPARE(comparison.layers[1].time.beforeNs, std::optional(10'000.0));
    QCOMPARE(comparison.layers[1].time.afterNs, std::optional(20'000.0));
    QCOMPARE(comparison.layers[1].time.change, Change::Slower);
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(comparison.layers[i].time.beforeNs, SessionPoints(before).layers()[i].timeNs);
        QCOMPARE(comparison.layers[i].time.afterNs, SessionPoints(after).layers()[i].timeNs);
    }
    // p95 of a part, on the same base: 1.2 times its time in either
    const auto times = tableTimes(before, { ItemId::Kind::Layer, 1 }, before.layers->items[1].samples.summary, 10'000);
    QCOMPARE(times->percentile(95), std::optional(12'000.0));
    const auto model = tableTimes(before, { ItemId::Kind::Layer, 0 }, before.layers->items[0].samples.summary, 20'000);
    QCOMPARE(*model, before.latency->samples.summary);
}

/// Although its intervals are far wider than 2 %.
void SessionComparisonTest::aSessionIsTheSameAsItself()
{
    Session noisy = timedSession();
    noisy.latency.edit().samples.samplesNs = { 15'000, 20'000, 40'000 };
    noisy.latency.edit().samples.flags = { SampleFlag::VeryNoisy };
    const SessionComparison comparison = compareSessions(noisy, noisy);
    QCOMPARE(comparison.model.change, Change::Same);
    QVERIFY((comparison.model.ratioInterval == std::array { 1.0, 1.0 }));
    for (const LayerChange &layer : comparison.layers)
        QVERIFY(layer.time.change == Change::Same || layer.time.change == Change::Unmeasured);
    QCOMPARE(comparison.layers[1].time.change, Change::Same);
}

ROOFLIGHT_TEST(SessionComparisonTest)
#include "session_comparison_test.moc"
