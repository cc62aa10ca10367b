// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_judgement.h"

#include "core/roofline/judging_roofs.h"
#include "core/roofline/kernel_causes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflight {

namespace {

/// Roofs of another GPU judge nothing, even if it is of the same model.
bool judgesDevice(const DeviceRoofs &peaks, const Device &device)
{
    if (peaks.theoretical || device.kind.empty() || peaks.device.kind.empty())
        return true;
    const bool otherUnit = !device.uuid.empty() && !peaks.device.uuid.empty() && peaks.device.uuid != device.uuid;
    return peaks.device.kind == device.kind && !otherUnit;
}

/// A layer whose operators are not in the analysis, as one operator.
Operator asOperator(const Layer &layer)
{
    Operator op;
    op.known = true;
    op.family = layer.family;
    op.dtype = layer.dtype;
    op.cost = layer.cost;
    op.inputShapes = layer.inputShapes;
    op.outputShapes = layer.outputShapes;
    return op;
}

} // namespace

SessionJudgement::SessionJudgement(const Session &session, const ItemTimes &times)
    : m_analysis(*session.analysis)
    , m_thresholds(session.thresholds)
    , m_operators(session.analysis->operators.size())
    , m_layers(session.analysis->layers.size())
    , m_sums(session.analysis->layers.size())
{
    static const DeviceRoofs noRoofs;
    const Device &device = session.layers ? session.layers->device : m_analysis.device;
    if (session.peaks && judgesDevice(*session.peaks, device))
        m_peaks = &*session.peaks;
    if (session.layers)
        m_tf32 = session.layers->tf32;
    const RoofJudge judge(m_peaks ? *m_peaks : noRoofs);
    judgeOperators(judge, session, times);
    judgeLayersWithoutOperators(judge, times);
    addUp();
    judgeLayers(times);
}

void SessionJudgement::judgeOperators(const RoofJudge &judge, const Session &session, const ItemTimes &times)
{
    const Device &device = session.layers ? session.layers->device : m_analysis.device;
    const bool waited = session.latency && hasFlag(session.latency->samples.flags, SampleFlag::PageFaults);
    const bool inChannelsLast = session.layers && session.layers->execution.memoryFormat == MemoryFormat::ChannelsLast;
    const GpuFacts gpu = gpuFactsOf(session, m_peaks);
    std::vector<OperatorKernels> kernels = session.layers ? kernelsOf(*session.layers, m_operators.size())
                                                          : std::vector<OperatorKernels>(m_operators.size());
    for (std::size_t i = 0; i < m_operators.size(); ++i) {
        const Operator &op = m_analysis.operators[i];
        const CallTime time = ranHere() ? times.operators[i].call() : CallTime();
        Demand demand = demandOf(op, m_tf32);
        demand.isCopied = imagesAreCopied(op, device, inChannelsLast);
        const RoofTimes atRoofs = judge.timesOf(demand, time.ns);
        Verdict &verdict = m_operators[i];
        verdict = verdictOf(demand, atRoofs, time, m_thresholds);
        if (verdict.bound == Bound::Underutilized) {
            kernels[i].ofNs = time.kernelsNs.value_or(0);
            verdict.underutilizedCauses =
                underutilizedCauses(op, device, { time.ns, waited, inChannelsLast, kernels[i], &gpu });
        }
        if (exists(op.layer, m_sums.size()))
            m_sums[static_cast<std::size_t>(op.layer)].add(demand, atRoofs, time, verdict, m_thresholds);
    }
}

void SessionJudgement::judgeLayersWithoutOperators(const RoofJudge &judge, const ItemTimes &times)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const Layer &layer = m_analysis.layers[i];
        const bool isWhole = layer.leaf && m_sums[i].operators == 0;
        if (!isWhole || layer.cost == Cost())
            continue;
        const CallTime time = ranHere() ? times.layers[i].call() : CallTime();
        const Demand demand = demandOf(asOperator(layer), m_tf32);
        const RoofTimes atRoofs = judge.timesOf(demand, time.ns);
        m_sums[i].add(demand, atRoofs, time, verdictOf(demand, atRoofs, time, m_thresholds), m_thresholds);
    }
}

void SessionJudgement::addUp()
{
    // Parents precede their children.
    for (std::size_t i = m_sums.size(); i-- > 0;) {
        const std::int64_t parent = m_analysis.layers[i].parent;
        if (exists(parent, m_sums.size()))
            m_sums[static_cast<std::size_t>(parent)].add(m_sums[i]);
    }
}

void SessionJudgement::judgeLayers(const ItemTimes &times)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i)
        m_layers[i] = verdictOf(m_sums[i], ranHere() ? times.layers[i].ns : std::nullopt, m_thresholds);
}

namespace {

/// at::internal::GRAIN_SIZE of LibTorch: elementwise work below it is not divided among threads.
constexpr std::int64_t grainSize = 32768;
/// Numbers of 32 bits in a vector register of 512 bits.
constexpr std::int64_t vectorWidth = 16;
/// From this share of the FLOPs on they decide.
constexpr double manySpecialFunctions = 0.1;

/// DEFAULT_MMAP_THRESHOLD_MAX of glibc: blocks of at least this size are never kept when they are freed.
constexpr std::int64_t neverKeptBytes = std::int64_t { 32 } << 20;
/// Of a smaller result, where the run as a whole waited for memory.
constexpr std::int64_t seldomKeptBytes = std::int64_t { 1 } << 20;
constexpr std::int64_t pageBytes = 4096;
/// What a fault costs at least: the kernel's way in and out, and clearing a page. Up to 1.4 us in virtual machines.
constexpr double pageFaultNs = 250;
/// Share of the time from which they matter.
constexpr double relevantFaultShare = 0.1;

/// Kernels of LibTorch for the CPU (aten/src/ATen/native, torchvision/csrc/ops/cpu) without vector code for contiguous
/// tensors: pooling by comparison, sorting, searching, boxes, bags, and interpolation by samples.
constexpr std::array<std::string_view, 23> scalarKernels = {
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_pool2d_with_indices",
    "max_pool3d_with_indices",
    "adaptive_max_pool2d",
    "avg_pool2d",
    "avg_pool3d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "topk",
    "sort",
    "argsort",
    "kthvalue",
    "median",
    "cumsum",
    "cumprod",
    "nonzero",
    "unique",
    "bincount",
    "nms",
    "roi_align",
    "searchsorted",
};

/// Of those, what has vector code for images in channels last.
constexpr std::array<std::string_view, 5> vectorKernelsOfChannelsLast = {
    "max_pool2d", "max_pool2d_with_indices", "adaptive_max_pool2d", "avg_pool2d", "adaptive_avg_pool2d",
};

bool isScalar(const Operator &op, const Device &device, bool inChannelsLast)
{
    const auto isIn = [name = plainName(op.name)](const auto &kernels) {
        return std::ranges::find(kernels, name) != kernels.end();
    };
    return device.kind == "cpu" && isIn(scalarKernels) && !(inChannelsLast && isIn(vectorKernelsOfChannelsLast));
}

std::int64_t largestTensor(const Operator &op)
{
    std::int64_t largest = 0;
    for (const auto *shapes : { &op.inputShapes, &op.outputShapes }) {
        for (const Shape &shape : *shapes)
            largest = std::max(largest, elementCount(shape));
    }
    return largest;
}

bool staysOnOneThread(const Operator &op, const Device &device)
{
    return device.kind == "cpu" && device.threads > 1 && !usesMatrixUnits(op.family) && largestTensor(op) < grainSize;
}

bool hasNarrowRows(const Operator &op, const Device &device)
{
    if (device.kind != "cpu" || usesMatrixUnits(op.family) || op.outputShapes.empty()
        || op.outputShapes.front().empty())
        return false;
    const std::int64_t row = op.outputShapes.front().back();
    return row > 1 && row < vectorWidth;
}

bool usesSpecialFunctions(const Operator &op)
{
    const std::int64_t flops = op.work.flops();
    return flops > 0 && static_cast<double>(op.work.transcendental) > manySpecialFunctions * static_cast<double>(flops);
}

/// Of the result, where it is not one of the inputs.
std::int64_t freshBytes(const Operator &op)
{
    return op.name.ends_with('_') ? 0 : op.cost.bytesWritten;
}

bool waitsForMemory(const Operator &op, const Device &device, const RunFacts &run)
{
    const std::int64_t fresh = freshBytes(op);
    if (device.kind != "cpu" || fresh < (run.waitedForMemory ? seldomKeptBytes : neverKeptBytes))
        return false;
    const std::int64_t pages = fresh / pageBytes;
    const double faultsNs = static_cast<double>(pages) * pageFaultNs;
    return !run.timeNs || faultsNs >= relevantFaultShare * *run.timeNs;
}

bool isConverted(const Operator &op)
{
    const bool narrow = op.dtype == DType::Float16 || op.dtype == DType::BFloat16 || op.dtype == DType::QInt8
        || op.dtype == DType::QUInt8;
    return narrow && !usesMatrixUnits(op.family) && op.work.flops() > 0;
}

} // namespace

/// `explain` found that channels last spares time in 26 of 26 such convolutions far below their roofs, of 5 models of
/// torchvision (tests/benchmarks/validate.py).
bool imagesAreCopied(const Operator &op, const Device &device, bool inChannelsLast)
{
    const bool isWide = op.dtype == DType::Float32 || op.dtype == DType::BFloat16 || op.dtype == DType::Float16;
    return device.kind == "cpu" && op.family == OperatorFamily::Convolution && isWide && !inChannelsLast
        && !op.inputShapes.empty() && op.inputShapes.front().size() == 4;
}

std::vector<LikelyCause> underutilizedCauses(const Operator &op, const Device &device, const RunFacts &run)
{
    using enum UnderutilizedCause;
    std::vector<LikelyCause> causes;
    if (run.gpu)
        causes = kernelCauses(op, run.kernels, *run.gpu, run.inChannelsLast);
    const auto addIf = [&causes](bool holds, UnderutilizedCause cause) {
        if (holds)
            causes.emplace_back(cause);
    };
    addIf(waitsForMemory(op, device, run), PageFaults);
    addIf(isScalar(op, device, run.inChannelsLast), ScalarKernel);
    addIf(isRecurrent(op), StepByStep);
    addIf(imagesAreCopied(op, device, run.inChannelsLast), MemoryFormat);
    addIf(isDepthwise(op), Depthwise);
    addIf(isNarrowProduct(op), NarrowProduct);
    addIf(usesSpecialFunctions(op), SpecialFunctions);
    addIf(isConverted(op), ReducedPrecision);
    addIf(hasNarrowRows(op, device), NarrowRows);
    addIf(staysOnOneThread(op, device), OneThread);
    addIf(causes.empty(), Unknown);
    return causes;
}

} // namespace rooflight
