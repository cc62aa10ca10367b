// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"
#include "support/simulated_device.h"
#include "tests/core/sampling/stop_after.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// What a model takes when its kernels are launched at once, on a device whose every time is known.
class GraphReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replaysWithoutTheLaunches();
    void saysWhyThereIsNoGraph();
    void aCpuHasNone();
    void stopsWhenAsked();
};

namespace {

/// Ten kernels of 5 us, 20 us to launch each.
std::function<void()> tenKernels(SimulatedDevice &device)
{
    return [&device] {
        for (int kernel = 0; kernel < 10; ++kernel)
            device.launch(20 * us, 5 * us);
    };
}

} // namespace

void GraphReplayTest::replaysWithoutTheLaunches()
{
    SimulatedDevice device;
    LayerLatencies latencies;
    timeGraphReplay(device, tenKernels(device), {}, latencies);
    QCOMPARE(latencies.graphReplayMedianNs.value_or(0), (1 + 50) * us); // one launch, ten kernels
    QVERIFY(latencies.noGraphReplay.empty());
}

void GraphReplayTest::saysWhyThereIsNoGraph()
{
    SimulatedDevice device;
    device.canCapture = false;
    LayerLatencies latencies;
    timeGraphReplay(device, tenKernels(device), {}, latencies);
    QVERIFY(!latencies.graphReplayMedianNs);
    QCOMPARE(latencies.noGraphReplay, std::string("It cannot be captured."));
}

void GraphReplayTest::aCpuHasNone()
{
    SimulatedDevice device;
    device.asynchronous = false;
    LayerLatencies latencies;
    timeGraphReplay(device, tenKernels(device), {}, latencies);
    QCOMPARE(latencies, LayerLatencies());
}

void GraphReplayTest::stopsWhenAsked()
{
    SimulatedDevice device;
    StopAfter stop(0);
    LayerLatencies latencies;
    timeGraphReplay(device, tenKernels(device), stop.context(), latencies);
    QVERIFY(!latencies.graphReplayMedianNs || *latencies.graphReplayMedianNs == (1 + 50) * us);
    QVERIFY(latencies.noGraphReplay.empty());
}

ROOFLIGHT_TEST(GraphReplayTest)
#include "graph_replay_test.moc"
