// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/record/sample_records.h"

#include <array>
#include <cmath>
#include <limits>

using namespace rooflight;

namespace {

constexpr std::array nastyTexts = {
    "layer1.0.conv1",
    "",
    "a,b",
    "he said \"no\"",
    "line\nbreak\r\nand\ttab",
    "<b>&amp;'</b>",
    "emoji 🚀 中文 ñ",
    "nul\x01 esc \x1b[31m del \x7f",
    "{\"type\":\"done\"}",
    "back\\slash",
    "  spaces  ",
    "\xe2\x80\xa8separator",
};

} // namespace

int SampleRecords::below(int bound)
{
    return std::uniform_int_distribution<int>(0, bound - 1)(m_random);
}

bool SampleRecords::flag()
{
    return below(2) == 1;
}

int SampleRecords::smallInteger()
{
    return std::uniform_int_distribution<int>()(m_random);
}

std::int64_t SampleRecords::integer()
{
    switch (below(4)) {
    case 0:
        return std::numeric_limits<std::int64_t>::max();
    case 1:
        return (std::int64_t { 1 } << 53) + 1; // no double holds it
    default:
        return std::uniform_int_distribution<std::int64_t>(0, std::int64_t { 1 } << 62)(m_random);
    }
}

std::int64_t SampleRecords::amount()
{
    return integer() >> 2;
}

double SampleRecords::number()
{
    const double mantissa = std::uniform_real_distribution<double>(-1, 1)(m_random);
    return std::ldexp(mantissa, below(600) - 300);
}

std::optional<double> SampleRecords::maybeNumber()
{
    return flag() ? std::optional(number()) : std::nullopt;
}

std::vector<double> SampleRecords::numbers()
{
    std::vector<double> values(static_cast<std::size_t>(below(5)));
    for (double &value : values)
        value = number();
    return values;
}

ComposedText SampleRecords::composed()
{
    const ComposedText place = composedText("dimension %1 of %2", { text(), text() });
    return flag() ? composedText("It is %1, as asked for.", { place }) : text();
}

std::string SampleRecords::text()
{
    return nastyTexts[static_cast<std::size_t>(below(static_cast<int>(nastyTexts.size())))];
}

std::vector<std::string> SampleRecords::texts()
{
    std::vector<std::string> values(static_cast<std::size_t>(below(4)));
    for (std::string &value : values)
        value = text();
    return values;
}

Shape SampleRecords::shape()
{
    Shape dimensions(static_cast<std::size_t>(below(5)));
    for (std::int64_t &dimension : dimensions)
        dimension = below(300);
    return dimensions;
}

std::vector<Shape> SampleRecords::shapes()
{
    std::vector<Shape> values(static_cast<std::size_t>(below(4)));
    for (Shape &value : values)
        value = shape();
    return values;
}

DType SampleRecords::dtype()
{
    return static_cast<DType>(below(static_cast<int>(DType::Float8E5M2) + 1));
}

OperatorFamily SampleRecords::family()
{
    return static_cast<OperatorFamily>(below(static_cast<int>(OperatorFamily::Other) + 1));
}

Cost SampleRecords::cost()
{
    return { amount(), amount(), amount(), amount() };
}

OperatorWork SampleRecords::work()
{
    return { amount(), amount(), amount(), amount(), amount(), amount(), amount() };
}

Device SampleRecords::device()
{
    return { flag() ? "cpu" : "cuda", smallInteger(), text(), text(), text(), smallInteger() };
}

ModelIdentity SampleRecords::identity()
{
    return { text(), text(), static_cast<ModelForm>(below(4)), integer(), integer(), integer(), true, true, text() };
}

TensorInfo SampleRecords::tensor()
{
    return { shape(), dtype() };
}

SampleSet SampleRecords::sampleSet()
{
    SampleSet samples;
    samples.warmupNs = numbers();
    samples.samplesNs = numbers();
    samples.flags = openNames<SampleFlag>();
    Summary &summary = samples.summary;
    summary = { integer(),
                number(),
                number(),
                number(),
                number(),
                number(),
                number(),
                {},
                number(),
                number(),
                { number(), number() },
                std::nullopt,
                integer() };
    if (flag())
        summary.meanIntervalNs = { number(), number() };
    for (const double percent : { 1.0, 5.0, 10.0, 25.0, 75.0, 90.0, 95.0, 99.0, 99.9 })
        summary.percentiles.push_back({ percent, maybeNumber() });
    return samples;
}

Roof SampleRecords::roof()
{
    Roof value;
    switch (below(3)) {
    case 0:
        value.limit = ComputeLimit { static_cast<Precision>(below(7)), OpenEnum<ArithmeticUnit>(text()), flag() };
        break;
    case 1:
        value.limit = MemoryLimit { OpenEnum<MemoryLevel>(text()), static_cast<MemoryPattern>(below(4)), integer(),
                                    1 + below(8) };
        break;
    default:
        value.limit = LaunchLimit { OpenEnum<LaunchPattern>(text()) };
    }
    value.setName(composed());
    value.value = std::uniform_real_distribution<double>(1e-9, 10)(m_random); // a launch takes at most 10 s
    value.interval = { value.value * 0.9, value.value * 1.1 };
    value.theoretical = maybeNumber();
    value.theoreticalSource = text();
    value.clockHz = maybeNumber();
    value.perCycle = maybeNumber();
    value.powerWatts = maybeNumber();
    value.temperatureCelsius = maybeNumber();
    value.instructions = text();
    value.data = text();
    value.threads = smallInteger();
    value.flags = texts();
    if (flag())
        value.samples = { value.value * 0.8, value.value, value.value * 1.2 };
    return value;
}

Hello SampleRecords::hello()
{
    const auto groups = [this] { return std::vector<CpuGroup> { { text(), { smallInteger(), smallInteger() } } }; };
    std::optional<Processor> processor;
    if (flag())
        processor = Processor { text(), text(), texts(), integer(), text(), groups(), groups(), maybeNumber() };
    return { 1,
             0,
             text(),
             text(),
             text(),
             text(),
             { device(), device() },
             std::move(processor),
             text(),
             { { text(), text() } } };
}

Inspection SampleRecords::inspection()
{
    Inspection value;
    value.model = identity();
    value.fileBytes = integer();
    value.producer = text();
    for (int i = below(4); i >= 0; --i) {
        value.modules.push_back({ text(), text(), integer(), integer() });
        value.arguments.push_back({ text(), text(), { { text(), tensor() } }, text() });
        value.findings.push_back(
            { text(), integer(), text(), text(), flag(), flag(), true, text(), openName<OperatorRisk>() });
    }
    value.libraries = { { text(), texts(), flag() } };
    value.symbols = { { text(), integer(), flag() ? std::optional(integer()) : std::nullopt, integer(), texts() } };
    return value;
}

Analysis SampleRecords::analysis(int layers, int operators)
{
    Analysis value;
    value.model = identity();
    value.device = device();
    value.inputs = { { text(), tensor(), static_cast<InputSource>(below(3)) } };
    value.convention = text();
    value.totals = { cost(), amount(), amount(), amount(), amount() };
    for (int i = 0; i < layers; ++i) {
        value.layers.push_back({ i, i == 0 ? -1 : below(i), text(), text(), smallInteger(), flag(), integer(), cost(),
                                 amount(), integer(), family(), shapes(), shapes(), dtype() });
        value.torchstat.push_back(
            { i, shape(), shape(), integer(), number(), amount(), amount(), amount(), amount(), flag() });
    }
    for (int i = 0; i < operators; ++i)
        value.operators.push_back({ i,
                                    below(layers),
                                    text(),
                                    family(),
                                    flag(),
                                    cost(),
                                    work(),
                                    amount(),
                                    shapes(),
                                    shapes(),
                                    dtype(),
                                    { { amount(), amount(), flag(), flag() } },
                                    i > 0 ? std::vector<std::int64_t> { below(i) } : std::vector<std::int64_t>() });
    for (Operator &op : value.operators)
        op.node = flag() ? text() : std::string();
    if (operators > 0 && flag())
        value.operators.front().groupEstimate =
            GroupEstimate { amount(), amount(), std::abs(number()), amount(), amount() };
    value.unknown = { { text(), integer(), texts(), amount(), composed() } };
    value.formulas = { { text(), text(), text(), text() } };
    value.predicted = flag();
    if (flag())
        value.counted = CountedBytes { amount(), amount() };
    return value;
}

DeviceRoofs SampleRecords::peaks()
{
    const auto point = [this] {
        const double rate = std::uniform_real_distribution<double>(1, 2e17)(m_random);
        return CurvePoint { integer(), rate, { rate * 0.9, rate * 1.1 } };
    };
    const auto curve = [&] { return BandwidthCurve { static_cast<CurvePattern>(below(4)), { point(), point() } }; };
    DeviceRoofs value { device(), { roof(), roof(), roof(), roof() }, text(), text(), text(), text(), flag() };
    value.curves = { curve(), curve() };
    return value;
}

Execution SampleRecords::execution()
{
    return { static_cast<Executor>(below(4)),     static_cast<ModelPrecision>(below(4)),
             static_cast<MemoryFormat>(below(2)), static_cast<Tf32>(below(3)),
             static_cast<Caches>(below(2)),       "encode" };
}

LayerLatencies SampleRecords::layerLatencies(int layers, int operators)
{
    LayerLatencies value { device(), text(), execution(),        below(100) + 1,    sampleSet(), sampleSet(),
                           number(), {},     { flag(), flag() }, maybeConditions(), text(),      maybeNumber(),
                           text(),   text() };
    if (flag())
        value.bareIntervalNs = { number(), number() };
    for (int i = 0; i < layers; ++i)
        value.items.push_back({ { ItemId::Kind::Layer, i }, number(), number(), sampleSet(), {} });
    for (int i = 0; i < operators; ++i)
        value.items.push_back(
            { { ItemId::Kind::Operator, i },
              number(),
              number(),
              sampleSet(),
              { { text(), integer(), number(), number() }, { text(), integer(), number(), number() } } });
    return value;
}

MethodComparison SampleRecords::methodComparison()
{
    MethodComparison value { device(), execution(), integer(), openName<TimingMethod>(),
                             {},       {},          flag(),    maybeConditions() };
    for (int i = below(4); i >= 0; --i) {
        value.methods.push_back(
            { openName<TimingMethod>(), text(), sampleSet(), sampleSet().summary, number(), number(), number() });
        value.findings.push_back({ text(), openName<TimingMethod>(), text() });
    }
    return value;
}

BatchSweep SampleRecords::batchSweep()
{
    BatchSweep value;
    value.device = device();
    value.execution = execution();
    value.model = text();
    value.inputs = texts();
    value.search = static_cast<BatchSearch>(below(2));
    value.maximumBatch = integer();
    value.memoryLimitBytes = integer();
    value.margin = number();
    for (int i = below(4); i >= 0; --i)
        value.points.push_back({ integer(), static_cast<BatchOutcome>(below(5)), text(), smallInteger(), number(),
                                 integer(), sampleSet(), number(), integer(), integer(), maybeConditions(),
                                 flag() ? std::optional(integer()) : std::nullopt, integer() });
    value.largest = integer();
    value.best = integer();
    value.knee = integer();
    value.recommended = integer();
    value.confirmed = flag();
    value.end = text();
    value.step = integer();
    value.longestCallSeconds = number();
    value.batchSource = static_cast<BatchSource>(below(3));
    value.batchReason = composed();
    if (flag())
        addSizes(value);
    if (flag())
        value.smallestAllowed = integer();
    if (flag())
        value.largestAllowed = integer();
    return value;
}

void SampleRecords::addSizes(BatchSweep &sweep)
{
    sweep.axes = { { "x.0", { integer(), integer() } }, { text(), {} } };
    sweep.measuredAt = { { "x.0", { integer() } } };
    sweep.predicted = true;
    for (std::int64_t id = 0; id < 3; ++id)
        sweep.layers.push_back({ id, id - 1, text(), text(), smallInteger(), flag(), family() });
    for (int i = below(3); i >= 0; --i) {
        SizePoint point { { { "s77", integer() }, { "x.0", integer() } },
                          cost(),
                          amount(),
                          flag(),
                          composed(),
                          flag() ? sampleSet() : SampleSet(),
                          {},
                          below(3) };
        point.layers = { { 0, cost(), 0 }, { 2, cost(), 3.5 } };
        sweep.sizes.push_back(std::move(point));
    }
}

PipelineLatency SampleRecords::pipelineLatency()
{
    PipelineLatency value { device(), execution(), integer(),        {}, {}, number(), { number(), number() },
                            text(),   flag(),      maybeConditions() };
    value.stages = { { text(), flag(), flag() }, { text(), flag(), flag() } };
    for (int i = 0; i < 2; ++i) {
        PipelineMode mode;
        mode.mode = openName<StageSeparation>();
        mode.endToEnd = sampleSet();
        mode.stages = { sampleSet(), sampleSet() };
        mode.medianRun = { { number(), number(), number(), number() }, { number(), number(), number(), number() } };
        mode.p99Run = flag() ? mode.medianRun : std::vector<StageSpan>();
        value.modes.push_back(mode);
    }
    return value;
}

Request SampleRecords::request()
{
    return { integer(),
             static_cast<RequestKind>(below(static_cast<int>(enumNames<RequestKind>.size()))),
             "/models/" + text(),
             texts(),
             integer(),
             flag() ? "cpu" : "cuda:1",
             below(4097),
             static_cast<Convention>(below(6)),
             flag(),
             flag(),
             texts(),
             text(),
             std::abs(number()),
             integer(),
             static_cast<Effort>(below(3)),
             flag(),
             "DRAM read",
             execution(),
             { flag() ? std::optional(integer()) : std::nullopt, integer(), std::abs(number()) },
             texts(),
             { static_cast<BatchSearch>(below(2)), 1 + (integer() >> 1), 0.25, 1 + std::abs(number()), flag(), 1,
               texts(), texts() },
             { texts(), texts() },
             texts(),
             flag(),
             texts(),
             flag(),
             { "frozen", "tf32" },
             { integer(), integer() },
             flag(),
             flag(),
             flag(),
             text(),
             {},
             {},
             false };
}

std::vector<Record> SampleRecords::everyType()
{
    std::vector<Record> records = {
        { 0, hello() },
        { integer(), Progress { text(), integer(), integer() } },
        { integer(), inspection() },
        { integer(), analysis() },
        { integer(), peaks() },
        { integer(), modelLatency() },
        { integer(), layerLatencies() },
        { integer(), interleavedLatency() },
        { integer(), methodComparison() },
        { integer(), batchSweep() },
        { integer(), pipelineLatency() },
        { integer(), remedies() },
        { integer(), explanation() },
        { integer(), Workload { text(), texts() } },
        { integer(), Notice { text(), text() } },
        { 0, Notes { { { text(), text() }, { text(), text() } } } },
        { integer(), Done { flag() } },
        { integer(), Error { static_cast<ErrorCode>(below(16)), text(), text(), smallInteger() } },
        { integer(), UnknownRecord { "comparison" } },
    };
    forEachPlainKind([&](const auto &kind) {
        records.insert(records.end() - recordsBehindResults, { integer(), plain(kind) });
    });
    return records;
}

Session SampleRecords::session()
{
    Session session;
    session.hello = hello();
    session.inspection = inspection();
    session.analysis = analysis();
    session.peaks = peaks();
    session.latency = modelLatency();
    session.layers = layerLatencies();
    session.interleaved = interleavedLatency();
    session.methods = methodComparison();
    session.sweep = batchSweep();
    session.pipeline = pipelineLatency();
    session.remedies = remedies();
    session.explanation = explanation();
    forEachPlainKind([&](const auto &kind) { session.*kind.part = plain(kind); });
    session.notices = { { text(), text() }, { text(), text() } };
    session.error = Error { ErrorCode::TimedOut, text(), text(), 6 };
    session.notes = { { text(), text() } };
    return session;
}
