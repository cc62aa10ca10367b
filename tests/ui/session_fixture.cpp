// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/session_fixture.h"

#include "core/statistics/sample_set.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace rooflight::fixture {

namespace {

constexpr double nsPerSecond = 1e9;

struct ConvolutionShape {
    const char *path;
    std::int64_t inputs, outputs, size, kernel; ///< size: height and width of the output
    double efficiency; ///< of the lower roof
};

// The 20 convolutions of torchvision's resnet18 at 224x224.
constexpr ConvolutionShape convolutions[] = {
    { "conv1", 3, 64, 112, 7, 0.55 },
    { "layer1.0.conv1", 64, 64, 56, 3, 0.81 },
    { "layer1.0.conv2", 64, 64, 56, 3, 0.80 },
    { "layer1.1.conv1", 64, 64, 56, 3, 0.79 },
    { "layer1.1.conv2", 64, 64, 56, 3, 0.82 },
    { "layer2.0.conv1", 64, 128, 28, 3, 0.70 },
    { "layer2.0.conv2", 128, 128, 28, 3, 0.84 },
    { "layer2.0.downsample.0", 64, 128, 28, 1, 0.42 },
    { "layer2.1.conv1", 128, 128, 28, 3, 0.83 },
    { "layer2.1.conv2", 128, 128, 28, 3, 0.83 },
    { "layer3.0.conv1", 128, 256, 14, 3, 0.61 },
    { "layer3.0.conv2", 256, 256, 14, 3, 0.66 },
    { "layer3.0.downsample.0", 128, 256, 14, 1, 0.33 },
    { "layer3.1.conv1", 256, 256, 14, 3, 0.67 },
    { "layer3.1.conv2", 256, 256, 14, 3, 0.65 },
    { "layer4.0.conv1", 256, 512, 7, 3, 0.44 },
    { "layer4.0.conv2", 512, 512, 7, 3, 0.47 },
    { "layer4.0.downsample.0", 256, 512, 7, 1, 0.21 },
    { "layer4.1.conv1", 512, 512, 7, 3, 0.46 },
    { "layer4.1.conv2", 512, 512, 7, 3, 0.48 },
};

constexpr double computeRoofValue = 1.92e12;
constexpr double memoryRoofValue = 148e9;

Device cpu()
{
    Device device;
    device.kind = "cpu";
    device.name = "AMD EPYC 9654 96-Core Processor";
    device.threads = 16;
    return device;
}

Roof roof(decltype(Roof::limit) limit, const char *name, double value)
{
    Roof made;
    made.limit = std::move(limit);
    made.name = name;
    made.value = value;
    made.interval = { value * 0.97, value * 1.015 };
    made.instructions = "AVX3_ZEN4";
    made.threads = 16;
    return made;
}

Roof computeRoof(const char *name, Precision precision, double value)
{
    return roof(ComputeLimit { precision, ArithmeticUnit::Vector }, name, value);
}

Roof memoryRoof(const char *name, MemoryLevel level, double value)
{
    return roof(MemoryLimit { level, MemoryPattern::Read }, name, value);
}

class Builder
{
public:
    Builder();

    Layer &addLayer(const std::string &path, const std::string &type, OperatorFamily family, std::int64_t flops,
                    std::int64_t bytes, double efficiency);
    void addConvolution(const ConvolutionShape &shape);
    void addActivation(const std::string &path, std::int64_t channels, std::int64_t size);
    void addOperator(const std::string &name, OperatorFamily family, std::int64_t flops, std::int64_t bytes,
                     double efficiency);
    void addPeaks();
    Session finish();

private:
    void addTime(ItemId item, std::int64_t flops, std::int64_t bytes, double efficiency);

    Session m_session;
    double m_totalNs = 0;
};

Builder::Builder()
{
    m_session.hello.program = ROOFLIGHT_VERSION;
    m_session.hello.libtorch = "2.11.0";
    m_session.hello.host = "workstation";
    m_session.hello.created = "2026-03-14T09:26:53Z";
    m_session.hello.devices = { cpu() };
    m_session.hello.confinement = "landlock 7";

    Analysis &analysis = m_session.analysis.emplace();
    analysis.model.path = "models/resnet18.pt";
    analysis.model.sha256 = "f37072fd47e89c5e827621c5baffa7500819f7896bbacec160b1a16c560e07ec";
    analysis.model.form = ModelForm::Trace;
    analysis.model.parameters = 11689512;
    analysis.model.parameterBytes = 11689512 * 4;
    analysis.model.bufferBytes = 38440;
    analysis.device = cpu();
    analysis.inputs = { { "x", { { 1, 3, 224, 224 }, DType::Float32 }, InputSource::Traced } };

    Layer model;
    model.type = "ResNet";
    model.leaf = false;
    model.parameters = 11689512;
    model.family = OperatorFamily::Convolution;
    model.inputShapes = { { 1, 3, 224, 224 } };
    model.outputShapes = { { 1, 1000 } };
    model.dtype = DType::Float32;
    analysis.layers.push_back(model);

    LayerLatencies &latencies = m_session.layers.emplace();
    latencies.device = cpu();
    latencies.method = "steady_clock";
}

void Builder::addTime(ItemId item, std::int64_t flops, std::int64_t bytes, double efficiency)
{
    const double atRoof =
        std::max(static_cast<double>(flops) / computeRoofValue, static_cast<double>(bytes) / memoryRoofValue);
    const double timeNs = atRoof / efficiency * nsPerSecond + 900;
    m_totalNs += timeNs;
    m_session.layers.edit().items.push_back(
        { item, timeNs * 4, timeNs, samplesAround(timeNs, 200, static_cast<unsigned>(item.id + 1)), {} });
}

Layer &Builder::addLayer(const std::string &path, const std::string &type, OperatorFamily family, std::int64_t flops,
                         std::int64_t bytes, double efficiency)
{
    Analysis &analysis = m_session.analysis.edit();
    Layer layer;
    layer.id = static_cast<std::int64_t>(analysis.layers.size());
    layer.parent = 0;
    layer.path = path;
    layer.type = type;
    layer.cost = { 0, flops, bytes * 2 / 3, bytes - bytes * 2 / 3 };
    layer.bytesLowerBound = bytes;
    layer.operators = 1;
    layer.family = family;
    layer.dtype = DType::Float32;
    analysis.layers.push_back(layer);
    addTime({ ItemId::Kind::Layer, layer.id }, flops, bytes, efficiency);
    return analysis.layers.back();
}

void Builder::addConvolution(const ConvolutionShape &shape)
{
    const bool strided = std::string(shape.path).find(".0.") != std::string::npos && shape.inputs != shape.outputs;
    const std::int64_t inputSize = strided || shape.kernel == 7 ? shape.size * 2 : shape.size;
    const std::int64_t weights = shape.inputs * shape.outputs * shape.kernel * shape.kernel;
    const std::int64_t outputs = shape.outputs * shape.size * shape.size;
    const std::int64_t macs = weights * shape.size * shape.size;
    const std::int64_t bytes = 4 * (shape.inputs * inputSize * inputSize + weights + outputs);
    Layer &convolution = addLayer(shape.path, "Conv2d", OperatorFamily::Convolution, 2 * macs, bytes, shape.efficiency);
    convolution.cost.macs = macs;
    convolution.parameters = weights;
    convolution.inputShapes = { { 1, shape.inputs, inputSize, inputSize } };
    convolution.outputShapes = { { 1, shape.outputs, shape.size, shape.size } };

    std::string norm = shape.path;
    norm.replace(norm.rfind(norm.ends_with(".0") ? ".0" : "conv"), norm.ends_with(".0") ? 2 : 4,
                 norm.ends_with(".0") ? ".1" : "bn");
    Layer &normalization = addLayer(norm, "BatchNorm2d", OperatorFamily::Normalization, 2 * outputs, 8 * outputs, 0.5);
    normalization.parameters = 2 * shape.outputs;
    normalization.inputShapes = normalization.outputShapes = { { 1, shape.outputs, shape.size, shape.size } };
}

void Builder::addActivation(const std::string &path, std::int64_t channels, std::int64_t size)
{
    const std::int64_t elements = channels * size * size;
    Layer &layer = addLayer(path, "ReLU", OperatorFamily::Activation, elements, 8 * elements, 0.62);
    layer.inputShapes = layer.outputShapes = { { 1, channels, size, size } };
}

void Builder::addOperator(const std::string &name, OperatorFamily family, std::int64_t flops, std::int64_t bytes,
                          double efficiency)
{
    Analysis &analysis = m_session.analysis.edit();
    Operator op;
    op.id = static_cast<std::int64_t>(analysis.operators.size());
    op.name = name;
    op.family = family;
    op.known = true;
    op.cost = { 0, flops, bytes * 2 / 3, bytes - bytes * 2 / 3 };
    op.dtype = DType::Float32;
    analysis.operators.push_back(op);
    addTime({ ItemId::Kind::Operator, op.id }, flops, bytes, efficiency);
}

void Builder::addPeaks()
{
    DeviceRoofs &peaks = m_session.peaks.emplace();
    peaks.device = cpu();
    peaks.measuredAt = "2026-03-14T09:20:11Z";
    peaks.program = ROOFLIGHT_VERSION;
    peaks.effort = "normal";
    peaks.roofs = {
        computeRoof("fp32 vector", Precision::Fp32, computeRoofValue),
        computeRoof("fp64 vector", Precision::Fp64, computeRoofValue / 2),
        memoryRoof("DRAM read", MemoryLevel::Dram, memoryRoofValue),
        memoryRoof("L3 read", MemoryLevel::L3, 910e9),
        memoryRoof("L2 read", MemoryLevel::L2, 2.7e12),
        memoryRoof("L1 read", MemoryLevel::L1, 5.6e12),
        roof(LaunchLimit {}, "operator launch", 1.1e-6),
    };
    peaks.roofs[0].theoretical = 2.27e12;
    peaks.roofs[0].clockHz = 3.55e9;
    peaks.roofs[0].perCycle = 33.8;
    peaks.roofs[2].theoretical = 184e9;
}

Session Builder::finish()
{
    Analysis &analysis = m_session.analysis.edit();
    Layer &model = analysis.layers.front();
    for (const Layer &layer : analysis.layers) {
        if (layer.id != 0)
            model.cost += layer.cost;
    }
    for (const Operator &op : analysis.operators)
        model.cost += op.cost;
    model.operators = static_cast<std::int64_t>(analysis.layers.size() - 1 + analysis.operators.size());
    analysis.totals.cost = model.cost;
    analysis.totals.bytesLowerBound = 47000000;
    analysis.totals.operators = model.operators;
    m_session.layers.edit().instrumentedModel = samplesAround(m_totalNs * 1.04, 200, 99);
    m_session.layers.edit().bareMedianNs = m_totalNs * 1.01;

    ModelLatency &latency = m_session.latency.emplace();
    latency.device = cpu();
    latency.method = "steady_clock";
    latency.samples = samplesAround(m_totalNs * 1.01, 600, 7);
    latency.throughputPerSecond = nsPerSecond / (m_totalNs * 1.02);
    return m_session;
}

} // namespace

SampleSet samplesAround(double medianNs, int count, unsigned seed)
{
    // Only the generator is the same everywhere; the standard's distributions are not.
    std::mt19937 generator(seed);
    const auto uniform = [&generator] { return (static_cast<double>(generator()) + 0.5) / 4294967296.0; };
    std::vector<double> samples;
    for (int i = 0; i < count; ++i) {
        const double normal = std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
        const double tail = uniform() < 0.06 ? -0.08 * std::log(uniform()) : 0;
        samples.push_back(medianNs * (1 + 0.012 * normal + tail));
    }
    return sampleSet({ medianNs * 6, medianNs * 1.6, medianNs * 1.1 }, samples);
}

Session resnet18()
{
    Builder builder;
    for (const ConvolutionShape &shape : convolutions) {
        builder.addConvolution(shape);
        const std::string path = shape.path;
        if (path == "conv1") {
            builder.addActivation("relu", 64, 112);
            builder.addLayer("maxpool", "MaxPool2d", OperatorFamily::Pooling, 9 * 64 * 56 * 56,
                             4 * (64 * 112 * 112 + 64 * 56 * 56), 0.35);
        } else if (path.ends_with("conv1")) {
            builder.addActivation(path.substr(0, path.size() - 5) + "relu", shape.outputs, shape.size);
        } else if (path.ends_with("conv2")) {
            const std::int64_t elements = shape.outputs * shape.size * shape.size;
            builder.addOperator("aten::add_", OperatorFamily::Elementwise, elements, 12 * elements, 0.66);
        }
    }
    builder.addLayer("avgpool", "AdaptiveAvgPool2d", OperatorFamily::Pooling, 512 * 49, 4 * (512 * 49 + 512), 0.3);
    builder.addOperator("aten::clone", OperatorFamily::Movement, 0, 2 * 4 * 512, 0.05);
    builder.addOperator("aten::cat", OperatorFamily::Movement, 0, 2 * 4 * 64 * 56 * 56, 0.55);
    Layer &linear = builder.addLayer("fc", "Linear", OperatorFamily::Matrix, 2 * 512 * 1000 + 1000,
                                     4 * (512 + 512 * 1000 + 2 * 1000), 0.71);
    linear.cost.macs = 512 * 1000;
    linear.parameters = 513000;
    linear.inputShapes = { { 1, 512 } };
    linear.outputShapes = { { 1, 1000 } };
    builder.addPeaks();
    return builder.finish();
}

Session resnet18WithoutTimes()
{
    Session session = resnet18();
    session.layers.reset();
    session.latency.reset();
    return session;
}

Session resnet18WithoutRoofs()
{
    Session session = resnet18WithoutTimes();
    session.peaks.reset();
    return session;
}

Session underCurves(Session session)
{
    constexpr int doublings = 13;
    double share = 1; // of reads
    for (const CurvePattern pattern :
         { CurvePattern::Read, CurvePattern::Write, CurvePattern::Update, CurvePattern::Triad }) {
        BandwidthCurve &curve = session.peaks.edit().curves.emplace_back();
        curve.pattern = pattern;
        for (int step = 0; step <= doublings; ++step) {
            const double rate = 500e9 * share * std::pow(0.1, static_cast<double>(step) / doublings);
            curve.points.push_back({ std::int64_t(32'768) << step, rate, { 0.95 * rate, 1.05 * rate } });
        }
        share *= 0.8;
    }
    return session;
}

Session awkward()
{
    Builder builder;
    builder.addLayer("<b>bold</b>\n\"quoted\" & \xF0\x9F\x94\xA5", "Conv2d", OperatorFamily::Convolution, 4000000,
                     200000, 0.5);
    builder.addLayer("no_work", "Dropout", OperatorFamily::Movement, 0, 400000, 0.4);
    builder.addLayer("no_traffic", "Constant", OperatorFamily::Other, 1000, 0, 0.5);
    builder.addLayer("nothing", "Identity", OperatorFamily::View, 0, 0, 0.5);
    builder.addLayer("not_a_number", "Linear", OperatorFamily::Matrix, 300000, 50000, 0.5);
    builder.addLayer("impossibly_fast", "ReLU", OperatorFamily::Activation, 50000000, 400000000, 3.0);
    builder.addLayer("zero_time", "ReLU", OperatorFamily::Activation, 500000, 4000000, 0.5);
    builder.addLayer("ordinary", "Linear", OperatorFamily::Matrix, 600000, 60000, 0.5);
    builder.addPeaks();
    Session session = builder.finish();
    session.layers.edit().items[4].samples.summary.medianNs = std::numeric_limits<double>::quiet_NaN();
    session.layers.edit().items[6].samples.summary.medianNs = 0;
    return session;
}

Session large(int layers)
{
    Builder builder;
    builder.addPeaks();
    Session session = builder.finish();
    Analysis &analysis = session.analysis.edit();
    std::mt19937 generator(3);
    const auto uniform = [&generator] { return (static_cast<double>(generator()) + 0.5) / 4294967296.0; };
    double flops = 0;
    double bytes = 0;
    double timeNs = 0;
    for (int i = 1; i <= layers; ++i) {
        if (i % 2 == 1) {
            bytes = std::pow(10.0, 4 + 3 * uniform());
            flops = bytes * std::pow(10.0, -1 + 3 * uniform());
            timeNs =
                std::max(flops / computeRoofValue, bytes / memoryRoofValue) * nsPerSecond / (0.05 + 0.9 * uniform());
        }
        Layer layer;
        layer.id = i;
        layer.parent = 0;
        layer.path = "layer" + std::to_string(i);
        layer.type = "Layer";
        layer.family = static_cast<OperatorFamily>(i / 2 % 8);
        layer.dtype = DType::Float32;
        layer.cost = { 0, static_cast<std::int64_t>(flops), static_cast<std::int64_t>(bytes), 0 };
        analysis.layers.push_back(layer);
        ItemLatency latency;
        latency.item = { ItemId::Kind::Layer, i };
        latency.samples.summary.count = 30;
        latency.samples.summary.medianNs = timeNs;
        session.layers.edit().items.push_back(std::move(latency));
    }
    session.layers.edit().instrumentedModel.summary.medianNs = 1e9;
    session.layers.edit().instrumentedModel.summary.count = 30;
    session.layers.edit().bareMedianNs = 1e9;
    session.latency.reset();
    return session;
}

} // namespace rooflight::fixture
