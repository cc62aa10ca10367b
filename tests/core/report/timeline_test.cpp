// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/exports.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/roofline/item_ids.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

using namespace rooflight;

/// The timeline of a session, and the trace that is made of it, read back by the rules of the trace event format.
class TimelineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operatorsLieEndToEnd();
    void runThatIsNotKnownIsLeftOut();
    void traceKeepsTheRules();
    void traceOfAnySessionKeepsTheRules();
    void kernelsHaveATrack();
    void conditionsAreCounters();
    void sessionWithoutTimesHasNone();
};

namespace {

Layer layerOf(std::int64_t id, std::int64_t parent, const char *path, bool leaf)
{
    Layer layer;
    layer.id = id;
    layer.parent = parent;
    layer.path = path;
    layer.leaf = leaf;
    return layer;
}

Operator operatorOf(std::int64_t id, std::int64_t layer, const char *name, OperatorFamily family)
{
    Operator op;
    op.id = id;
    op.layer = layer;
    op.name = name;
    op.family = family;
    op.known = true;
    return op;
}

ItemLatency latencyOf(ItemId item, double medianNs, std::optional<double> p99Ns = std::nullopt)
{
    ItemLatency latency;
    latency.item = item;
    latency.samples.summary.count = 200;
    latency.samples.summary.medianNs = medianNs;
    latency.samples.summary.percentiles = { { 99, p99Ns } };
    return latency;
}

/// An addition, a block of a convolution, an empty layer and an activation, and a product.
Session smallSession()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.model.path = "/models/net.pt";
    analysis.layers = { layerOf(0, -1, "", false), layerOf(1, 0, "block", false), layerOf(2, 1, "block.conv", true),
                        layerOf(3, 1, "block.drop", true) };
    analysis.operators = { operatorOf(0, 0, "aten::add", OperatorFamily::Elementwise),
                           operatorOf(1, 2, "aten::conv2d", OperatorFamily::Convolution),
                           operatorOf(2, 1, "aten::relu", OperatorFamily::Activation),
                           operatorOf(3, 0, "aten::linear", OperatorFamily::Matrix) };
    LayerLatencies &layers = session.layers.emplace();
    layers.items = { latencyOf(layerId(0), 4000, 9000),   latencyOf(layerId(1), 3500),
                     latencyOf(layerId(2), 3000, 5000.4), latencyOf(layerId(3), 50),
                     latencyOf(operatorId(0), 100),       latencyOf(operatorId(1), 3000.2),
                     latencyOf(operatorId(2), 199.6),     latencyOf(operatorId(3), 1000) };
    return session;
}

QJsonArray eventsOf(const Session &session)
{
    const Result<std::string> trace = sessionToTrace(JudgedSession(session));
    if (!trace.ok())
        return {};
    return QJsonDocument::fromJson(QByteArray::fromStdString(trace.value())).object()["traceEvents"].toArray();
}

QList<QJsonObject> eventsOf(const Session &session, const char *phase)
{
    QList<QJsonObject> found;
    for (const auto &event : eventsOf(session)) {
        if (event.toObject()["ph"].toString() == phase)
            found.append(event.toObject());
    }
    return found;
}

/// A time of the format: microseconds, here with three decimals at most.
std::int64_t nsOf(const QJsonValue &microseconds)
{
    const double ns = microseconds.toDouble(-1) * 1000;
    return std::abs(ns - std::round(ns)) < 0.1 && ns >= 0 ? std::llround(ns) : -1;
}

/// What is wrong with the events: those of one track must nest, and every process and track has its name.
QString problemWith(const QJsonArray &events)
{
    std::map<std::pair<int, int>, std::vector<std::int64_t>> openEnds;
    std::map<std::pair<int, int>, bool> named;
    for (const auto &value : events) {
        const QJsonObject event = value.toObject();
        const std::pair track { event["pid"].toInt(-1), event["tid"].toInt(-1) };
        if (track.first < 1 || track.second < 0 || event["name"].toString().isNull())
            return "an event without process, track or name";
        if (event["ph"] == "M") {
            named[track] = true;
            continue;
        }
        const std::int64_t start = nsOf(event["ts"]);
        if (start < 0)
            return "a time that is none";
        if (event["ph"] == "C")
            continue;
        if (event["ph"] != "X" || nsOf(event["dur"]) < 0)
            return "an event of another kind, or without a duration";
        if (!named[track] || !named[{ track.first, 0 }])
            return "a track without a name";
        std::vector<std::int64_t> &ends = openEnds[track];
        const std::int64_t end = start + nsOf(event["dur"]);
        while (!ends.empty() && ends.back() <= start && !(ends.back() == start && end == start))
            ends.pop_back();
        if (!ends.empty() && end > ends.back())
            return "a slice that ends behind the one around it: " + event["name"].toString();
        ends.push_back(end);
    }
    return {};
}

} // namespace

void TimelineTest::operatorsLieEndToEnd()
{
    // The block takes its own 3500 ns, as 3000 + 50 + 200 fit into it; the model 100 + 3500 + 1000 instead of 4000.
    const std::vector<Slice> expected = { { layerId(0), 0, 4600 },      { operatorId(0), 0, 100 },
                                          { layerId(1), 100, 3500 },    { layerId(2), 100, 3000 },
                                          { operatorId(1), 100, 3000 }, { layerId(3), 3100, 50 },
                                          { operatorId(2), 3150, 200 }, { operatorId(3), 3600, 1000 } };
    QVERIFY(timelineOf(smallSession(), TimelineRun::Median).slices == expected);
}

void TimelineTest::runThatIsNotKnownIsLeftOut()
{
    // The 99th percentile is there for the model and for the convolution's layer; the block grows to what it holds.
    const std::vector<Slice> expected = { { layerId(0), 0, 9000 }, { layerId(1), 0, 5000 }, { layerId(2), 0, 5000 } };
    QVERIFY(timelineOf(smallSession(), TimelineRun::P99).slices == expected);
    Session session = smallSession();
    session.layers.reset();
    QVERIFY(timelineOf(session, TimelineRun::Median).slices.empty());
}

void TimelineTest::traceKeepsTheRules()
{
    const Session session = smallSession();
    QCOMPARE(problemWith(eventsOf(session)), QString());
    std::int64_t convolutions = 0;
    for (const QJsonObject &event : eventsOf(session, "X")) {
        if (event["pid"].toInt() == 1 && event["cat"] == "operator,convolution")
            convolutions += nsOf(event["dur"]);
        if (event["name"] == "net.pt" && event["pid"].toInt() == 1) {
            QCOMPARE(event["dur"].toDouble(), 4.6); // microseconds
            QCOMPARE(event["args"].toObject()["measured_ns"].toDouble(), 4000.0);
        }
    }
    QCOMPARE(convolutions, 3000);
}

void TimelineTest::traceOfAnySessionKeepsTheRules()
{
    for (unsigned seed = 0; seed < 30; ++seed) {
        const QJsonArray events = eventsOf(SampleRecords(seed).session());
        QVERIFY(!events.isEmpty());
        QVERIFY2(problemWith(events).isEmpty(), qPrintable(QString("seed %1: ").arg(seed) + problemWith(events)));
    }
}

void TimelineTest::kernelsHaveATrack()
{
    Session session = smallSession();
    session.layers.edit().items[5].kernels = { { "gemm", 2, 2000 }, { "bias", 1, 1500 } };
    session.layers.edit().items[6].kernels = { { "relu", 1, 100 } };
    QCOMPARE(problemWith(eventsOf(session)), QString());
    QStringList kernels;
    for (const QJsonObject &event : eventsOf(session, "X")) {
        if (event["cat"] == "kernel" && event["pid"].toInt() == 1)
            kernels.append(
                QString("%1 %2 %3").arg(event["name"].toString()).arg(nsOf(event["ts"])).arg(nsOf(event["dur"])));
    }
    // From the convolution's start at 100; the last one when the device is free, not when its operator begins at 3150.
    QCOMPARE(kernels, QStringList({ "gemm 100 2000", "bias 2100 1500", "relu 3600 100" }));
}

void TimelineTest::conditionsAreCounters()
{
    Session session = smallSession();
    Conditions conditions;
    conditions.clockHz = ConditionRange { 1e9, 2e9, 3e9 };
    session.layers.edit().conditions = conditions;
    const QList<QJsonObject> counters = eventsOf(session, "C");
    QCOMPARE(counters.size(), 4); // begin and end, in both processes
    QCOMPARE(counters[0]["args"].toObject()["median"].toDouble(), 2000.0); // MHz
    QCOMPARE(nsOf(counters[1]["ts"]), 4600);
}

void TimelineTest::sessionWithoutTimesHasNone()
{
    Session session = smallSession();
    session.layers.reset();
    const Result<std::string> trace = sessionToTrace(JudgedSession(session));
    QVERIFY(!trace.ok());
    QCOMPARE(exitStatus(trace.error()), 2);
}

ROOFLIGHT_TEST(TimelineTest)
#include "timeline_test.moc"
