// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/report/measured_session.h"

#include "core/report/headline.h"
#include "core/report/verdicts.h"

#include <QByteArray>
#include <QJsonDocument>

using namespace rooflight;

namespace {

Summary summaryOf(double medianNs)
{
    Summary summary;
    summary.count = 50;
    summary.meanNs = medianNs;
    summary.medianNs = medianNs;
    summary.minNs = medianNs / 2;
    summary.maxNs = medianNs * 2;
    summary.percentiles = { { 10, medianNs * 0.75 }, { 90, medianNs * 1.5 }, { 99, std::nullopt } };
    summary.medianIntervalNs = { medianNs, medianNs };
    return summary;
}

ItemLatency latencyOf(std::int64_t layer, double medianNs)
{
    ItemLatency latency;
    latency.item = { ItemId::Kind::Layer, layer };
    latency.samples.summary = summaryOf(medianNs);
    return latency;
}

Roof roofOf(decltype(Roof::limit) limit, const char *name, double value)
{
    Roof roof;
    roof.limit = std::move(limit);
    roof.name = name;
    roof.value = value;
    roof.interval = { value * 0.99, value * 1.01 };
    return roof;
}

Analysis analysis()
{
    const Cost cost { 1000000000, 2000000000, 60000000, 40000000 };
    Layer model { 0,
                  -1,
                  "",
                  "Net",
                  0,
                  false,
                  1000,
                  cost,
                  90000000,
                  1,
                  OperatorFamily::Matrix,
                  { { 1, 512 } },
                  { { 1, 1000 } },
                  DType::Float32 };
    Layer block = model;
    block.id = 1;
    block.parent = 0;
    block.path = "block";
    block.type = "Sequential";
    Layer leaf = block;
    leaf.id = 2;
    leaf.parent = 1;
    leaf.path = "block.fc";
    leaf.type = "Linear";
    leaf.leaf = true;
    Analysis value;
    value.model = { "/models/net.pt", "ab", ModelForm::Script, 1000, 4000, 0 };
    value.device = { "cpu", 0, "A CPU", "", "", 4 };
    value.inputs = { { "x", { { 1, 512 }, DType::Float32 }, InputSource::Given } };
    value.totals = { cost, 90000000, 1, 0, 80000000 };
    value.layers = { model, block, leaf };
    value.operators = { { 0,
                          2,
                          "aten::linear",
                          OperatorFamily::Matrix,
                          true,
                          cost,
                          { .macs = cost.macs },
                          90000000,
                          { { 1, 512 } },
                          { { 1, 1000 } },
                          DType::Float32 } };
    return value;
}

} // namespace

Session measuredSession()
{
    Session session;
    session.hello.program = "0.1.0";
    session.hello.host = "box";
    session.analysis = analysis();
    Roof compute = roofOf(ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector }, "FP32 vector", 4e12);
    compute.theoretical = 5e12;
    const Roof memory = roofOf(MemoryLimit { MemoryLevel::Dram, MemoryPattern::Triad }, "DRAM triad", 2e11);
    session.peaks = DeviceRoofs {
        session.analysis->device, { compute, memory }, "", "2026-01-02T03:04:05Z", "0.1.0", "normal", false
    };
    LayerLatencies layers;
    layers.device = session.analysis->device;
    layers.method = "steady_clock";
    layers.instrumentedModel.summary = summaryOf(2e6);
    layers.bareMedianNs = 1.9e6;
    layers.items = { latencyOf(0, 2e6), latencyOf(1, 1e6), latencyOf(2, 1e6) };
    session.layers = layers;
    ModelLatency latency;
    latency.device = session.analysis->device;
    latency.method = "steady_clock";
    latency.end = "settled";
    latency.samples.warmupNs = { 9e6 };
    latency.samples.summary = summaryOf(2e6);
    latency.throughputPerSecond = 480;
    latency.batchSource = BatchSource::Found;
    session.latency = latency;
    return session;
}

Session sessionOfEqualLayers(int count, const std::string &name)
{
    Session session = measuredSession();
    session.analysis.edit().operators.clear();
    session.analysis.edit().layers.resize(1);
    session.latency.edit().samples.summary.medianNs = 1e6;
    session.latency.edit().samples.summary.medianIntervalNs = { 1e6, 1e6 };
    session.layers.edit().instrumentedModel.summary.meanNs = 1e6;
    session.layers.edit().instrumentedModel.summary.medianNs = 1e6;
    const ItemLatency timed = session.layers->items.back();
    session.layers.edit().items.clear();
    for (int i = 0; i < count; ++i) {
        Layer layer = session.analysis->layers.front();
        layer.id = i + 1;
        layer.parent = 0;
        layer.path = name + std::to_string(i);
        layer.type = "Layer" + std::to_string(i); // as many of one type would be one row
        layer.leaf = true;
        layer.cost = { 40000000, 80000000, 2000000, 2000000 };
        session.analysis.edit().layers.push_back(layer);
        ItemLatency latency = timed;
        latency.item.id = layer.id;
        latency.samples.summary.meanNs = 4e4;
        latency.samples.summary.medianNs = 4e4;
        session.layers.edit().items.push_back(latency);
    }
    return session;
}

std::string headlineOf(const Session &session)
{
    return headlineText(JudgedSession(session));
}

QJsonObject verdictsIn(const Session &session)
{
    const std::string json = sessionWithVerdictsToJson(JudgedSession(session));
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["verdicts"].toObject();
}
