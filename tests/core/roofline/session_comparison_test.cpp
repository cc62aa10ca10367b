// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_comparison.h"
#include "tests/support/test_program.h"

#include <QTest>

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
    result.analysis->model.path = "/models/net.pt";
    result.analysis->model.sha256 = "a";
    result.analysis->device = { "cpu", 0, "A CPU", "", "", 4 };
    result.analysis->inputs.push_back({});
    result.analysis->inputs.front().tensor.shape = { 1, 3, 8, 8 };
    result.analysis->layers = { layer(0, ""), layer(1, "conv"), layer(2, "conv", 1) };
    result.latency.emplace();
    return result;
}

} // namespace

void SessionComparisonTest::layersAreMatchedByPathAndCall()
{
    Session after = session();
    after.analysis->layers = { layer(0, ""), layer(1, "stem"), layer(2, "conv") };
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
    after.analysis->convention = "mac";
    after.analysis->model.sha256 = "b";
    const SessionComparison comparison = compareSessions(session(), after);
    QCOMPARE(comparison.differences.size(), std::size_t(2));
    QVERIFY(comparison.cautions.empty());
}

void SessionComparisonTest::otherInputsAreOtherWork()
{
    Session after = session();
    after.analysis->inputs.front().tensor.shape[0] = 2;
    const SessionComparison comparison = compareSessions(session(), after);
    QCOMPARE(comparison.differences.front().after.substr(0, 7), std::string("2x3x8x8"));
    QVERIFY(comparison.cautions == std::vector { Caution::OtherWork });
}

void SessionComparisonTest::severalChangesCannotBeToldApart()
{
    Session after = session();
    after.analysis->device.threads = 8;
    after.latency->execution.executor = Executor::Frozen;
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
    before.latency->samples.flags = { SampleFlag::FewSamples, SampleFlag::Drift };
    QVERIFY(compareSessions(before, session()).cautions == std::vector { Caution::Unsteady });
}

ROOFLIGHT_TEST(SessionComparisonTest)
#include "session_comparison_test.moc"
