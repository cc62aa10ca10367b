// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/underutilized.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflight {

namespace {

/// at::internal::GRAIN_SIZE of LibTorch: elementwise work below it is not divided among threads.
constexpr std::int64_t grainSize = 32768;
/// Numbers of 32 bits in a vector register of 512 bits.
constexpr std::int64_t vectorWidth = 16;
/// Rows and columns of the blocks that libraries for matrix products work on.
constexpr std::int64_t narrowProduct = 16;
/// Multiply-adds for each output of a dense convolution are its window times its input channels.
constexpr std::int64_t fewMultiplyAdds = 49;
/// From this share of the FLOPs on they decide.
constexpr double manySpecialFunctions = 0.1;

/// DEFAULT_MMAP_THRESHOLD_MAX of glibc: memory of at least this size is never kept when it is given back.
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

std::string_view bareName(std::string_view name)
{
    name.remove_prefix(name.rfind(':') == std::string_view::npos ? 0 : name.rfind(':') + 1);
    while (name.starts_with('_'))
        name.remove_prefix(1);
    if (name.ends_with('_'))
        name.remove_suffix(1);
    return name;
}

/// Of those, what has vector code for images in channels last.
constexpr std::array<std::string_view, 5> vectorKernelsOfChannelsLast = {
    "max_pool2d", "max_pool2d_with_indices", "adaptive_max_pool2d", "avg_pool2d", "adaptive_avg_pool2d",
};

bool isScalar(const Operator &op, const Device &device, bool inChannelsLast)
{
    const auto isIn = [name = bareName(op.name)](const auto &kernels) {
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

bool isMatrixWork(const Operator &op)
{
    return op.family == OperatorFamily::Matrix || op.family == OperatorFamily::Convolution;
}

bool staysOnOneThread(const Operator &op, const Device &device)
{
    return device.kind == "cpu" && device.threads > 1 && !isMatrixWork(op) && largestTensor(op) < grainSize;
}

bool hasNarrowRows(const Operator &op, const Device &device)
{
    if (device.kind != "cpu" || isMatrixWork(op) || op.outputShapes.empty() || op.outputShapes.front().empty())
        return false;
    const std::int64_t row = op.outputShapes.front().back();
    return row > 1 && row < vectorWidth;
}

bool usesSpecialFunctions(const Operator &op)
{
    const std::int64_t flops = op.work.flops();
    return flops > 0 && static_cast<double>(op.work.transcendental) > manySpecialFunctions * static_cast<double>(flops);
}

bool isDepthwise(const Operator &op)
{
    if (op.family != OperatorFamily::Convolution || op.outputShapes.empty())
        return false;
    const std::int64_t outputs = elementCount(op.outputShapes.front());
    return outputs > 0 && op.work.macs > 0 && op.work.macs / outputs <= fewMultiplyAdds;
}

bool isRecurrent(const Operator &op)
{
    constexpr std::array<std::string_view, 6> kinds = { "lstm",           "gru",          "rnn_tanh", "rnn_relu",
                                                        "quantized_lstm", "quantized_gru" };
    const std::string_view name = bareName(op.name);
    return std::ranges::any_of(kinds, [name](std::string_view kind) { return name.starts_with(kind); });
}

/// A product with one matrix, such as a linear layer's weights: all dimensions before the last are rows of the other.
bool foldsRows(const Operator &op)
{
    return op.inputShapes.size() < 2 || op.inputShapes[1].size() <= 2;
}

bool isNarrowProduct(const Operator &op)
{
    if (op.family != OperatorFamily::Matrix || isRecurrent(op))
        return false;
    const auto rowsOf = [folds = foldsRows(op)](const Shape &shape) {
        return folds ? elementCount(shape) / std::max<std::int64_t>(shape.back(), 1) : shape[shape.size() - 2];
    };
    const auto isNarrow = [&rowsOf](const Shape &shape) {
        return shape.size() >= 2 && std::min(shape.back(), rowsOf(shape)) < narrowProduct;
    };
    return std::ranges::any_of(op.inputShapes, isNarrow) || std::ranges::any_of(op.outputShapes, isNarrow);
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
    return narrow && !isMatrixWork(op) && op.work.flops() > 0;
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

std::vector<UnderutilizedCause> underutilizedCauses(const Operator &op, const Device &device, const RunFacts &run)
{
    using enum UnderutilizedCause;
    std::vector<UnderutilizedCause> causes;
    const auto addIf = [&causes](bool holds, UnderutilizedCause cause) {
        if (holds)
            causes.push_back(cause);
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
