// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/underutilized_causes.h"

#include "core/roofline/judging_roofs.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflight {

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
