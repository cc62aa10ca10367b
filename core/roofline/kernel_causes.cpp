// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/kernel_causes.h"

#include "core/roofline/judging_roofs.h"
#include "core/roofline/roof_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace rooflight {

namespace {

/// Rows and columns of the blocks that libraries for matrix products work on.
constexpr std::int64_t narrowProduct = 16;
/// Multiply-adds for each output of a dense convolution are its window times its input channels.
constexpr std::int64_t fewMultiplyAdds = 49;

/// A product with one matrix, such as a linear layer's weights: all dimensions before the last are rows of the other.
bool foldsRows(const Operator &op)
{
    return op.inputShapes.size() < 2 || op.inputShapes[1].size() <= 2;
}

} // namespace

std::string_view plainName(std::string_view name)
{
    name.remove_prefix(name.rfind(':') == std::string_view::npos ? 0 : name.rfind(':') + 1);
    while (name.starts_with('_'))
        name.remove_prefix(1);
    if (name.ends_with('_'))
        name.remove_suffix(1);
    return name;
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
    const std::string_view name = plainName(op.name);
    return std::ranges::any_of(kinds, [name](std::string_view kind) { return name.starts_with(kind); });
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

namespace {

using enum UnderutilizedCause;

/// From this share of the time of an operator's kernels on they matter.
constexpr double relevantShare = 0.1;
/// Products whose tensor cores are missed are most of the operator.
constexpr double mostOfIt = 0.5;
/// An operator of so many launches has many; kernels are short where two or three launches take as long.
constexpr std::int64_t manyLaunches = 8;
constexpr double shortKernelNs = 10e3;
/// With fewer blocks for each multiprocessor a grid leaves a good part of the GPU without work.
constexpr double mostOfGpu = 0.75;
/// LibTorch reads rows of so many numbers in vectors (aten/src/ATen/native/cuda/Reduce.cuh, 2.11); of shorter ones a
/// warp reads a few numbers each.
constexpr std::int64_t shortestVectorRow = 128;

/// LibTorch's names of products of two matrices.
constexpr auto matrixProducts =
    std::to_array<std::string_view>({ "linear", "mm", "addmm", "bmm", "baddbmm", "matmul" });

std::optional<Precision> tensorPrecision(DType dtype)
{
    const std::optional<Precision> precision = precisionOf(dtype);
    return precision == Precision::Fp32 ? Precision::Tf32 : precision;
}

/// Dimensions that tensor cores need to be multiples: those along which the operands lie in memory.
std::vector<std::int64_t> alignedDimensions(const Operator &op)
{
    const bool hasWeights = op.inputShapes.size() >= 2;
    if (op.family == OperatorFamily::Convolution && hasWeights && op.inputShapes[1].size() >= 3)
        return { op.inputShapes[1][0], op.inputShapes[1][1] };
    const bool isProduct = std::ranges::find(matrixProducts, plainName(op.name)) != matrixProducts.end();
    if (!isProduct || op.outputShapes.empty() || op.outputShapes.front().empty())
        return {};
    const std::int64_t outputs = elementCount(op.outputShapes.front());
    std::vector<std::int64_t> dimensions { op.outputShapes.front().back() };
    if (outputs > 0 && op.work.macs > 0 && op.work.macs % outputs == 0)
        dimensions.push_back(op.work.macs / outputs);
    return dimensions;
}

/// Of GPUs with tensor cores for it, as far as the first digits of a compute capability say; 0: of any.
int firstGenerationWith(Precision precision)
{
    switch (precision) {
    case Precision::Tf32:
    case Precision::Bf16:
    case Precision::Fp64:
    case Precision::Fp8:
        return 8;
    case Precision::Mxfp8:
    case Precision::Nvfp4:
        return 10;
    default:
        return 0;
    }
}

/// Why an operator that may run on tensor cores does not.
LikelyCause missedTensorCores(const Operator &op, const GpuFacts &gpu)
{
    LikelyCause cause(NoTensorCores);
    const bool isSingle = op.dtype == DType::Float32;
    if (op.dtype == DType::Float64) {
        cause.form = CauseForm::Float64;
        return cause;
    }
    if (isSingle && !mayUseTf32(op.family, gpu.tf32)) {
        cause.form = CauseForm::Tf32NotAllowed;
        return cause;
    }
    cause.form = CauseForm::AllowedTensorCores;
    if (!isSingle && op.dtype != DType::Float16 && op.dtype != DType::BFloat16)
        return cause;
    const std::int64_t divisor = isSingle ? 4 : 8;
    for (const std::int64_t dimension : alignedDimensions(op)) {
        if (dimension % divisor == 0)
            continue;
        cause.form = isSingle ? CauseForm::NotDivisibleBy4 : CauseForm::NotDivisibleBy8;
        cause.number = dimension;
        break;
    }
    return cause;
}

/// Whether the dimensions of a result are the first ones of the input; those after them are 1 or missing.
bool endsEarly(const Shape &output, const Shape &input)
{
    std::size_t kept = 0;
    while (kept < output.size() && kept < input.size() && output[kept] == input[kept])
        ++kept;
    return kept < input.size() && output.size() <= input.size()
        && std::all_of(output.begin() + static_cast<std::ptrdiff_t>(kept), output.end(),
                       [](std::int64_t size) { return size == 1; });
}

/// Numbers that an operator adds up along the last dimensions of its input; 0 if it does something else.
std::int64_t reducedRow(const Operator &op, bool inChannelsLast)
{
    if (op.inputShapes.empty() || op.outputShapes.empty())
        return 0;
    const Shape &input = op.inputShapes.front();
    const Shape &output = op.outputShapes.front();
    const std::int64_t outputs = elementCount(output);
    if (outputs <= 0 || (inChannelsLast && input.size() == 4) || !endsEarly(output, input))
        return 0;
    return elementCount(input) / outputs;
}

/// Works out the causes of one operator.
class KernelCauses
{
public:
    KernelCauses(const Operator &op, const OperatorKernels &kernels, const GpuFacts &gpu)
        : m_op(op)
        , m_kernels(kernels)
        , m_gpu(gpu)
        , m_listedNs(timeOf([](const KernelUse &) { return true; }))
    {
    }

    std::vector<LikelyCause> all(bool inChannelsLast)
    {
        if (m_listedNs <= 0)
            return {};
        addTensorCores();
        for (const UnderutilizedCause cause : { LayoutConversion, NchwBatchNorm, Casts, Memset, SplitK })
            addPatterns(cause, inChannelsLast);
        addManyKernels();
        addSmallGrid();
        addReducedRows(inChannelsLast);
        addOlderArchitecture();
        return std::move(m_causes);
    }

private:
    template<typename Matches> [[nodiscard]] double timeOf(const Matches &matches) const
    {
        double sumNs = 0;
        for (const KernelUse &use : m_kernels.uses)
            sumNs += matches(use) ? use.timeNs : 0;
        return sumNs;
    }

    void add(LikelyCause cause, double timeNs, double least = relevantShare)
    {
        if (timeNs <= 0 || timeNs < least * m_listedNs)
            return;
        cause.timeNs = timeNs * (m_kernels.ofNs / m_listedNs);
        cause.ofNs = m_kernels.ofNs;
        m_causes.push_back(cause);
    }

    void addPatterns(UnderutilizedCause id, bool inChannelsLast)
    {
        LikelyCause cause(id);
        bool isFirst = true;
        const double timeNs = timeOf([&](const KernelUse &use) {
            const std::span<const KernelPattern> patterns = kernelPatterns();
            const auto pattern = std::ranges::find_if(
                patterns, [&](const KernelPattern &one) { return one.cause == id && one.fits(m_op.family, use.name); });
            if (pattern == patterns.end())
                return false;
            const CauseForm form = inChannelsLast ? CauseForm::Plain : pattern->form;
            cause.form = isFirst || cause.form == form ? form : CauseForm::Plain;
            isFirst = false;
            return true;
        });
        add(cause, timeNs);
    }

    /// What is small or thin gains nothing from tensor cores, and runs on vector units by choice.
    void addTensorCores()
    {
        const bool isProduct = usesMatrixUnits(m_op.family) && m_op.work.macs > 0;
        const std::optional<Precision> precision = tensorPrecision(m_op.dtype);
        const bool hasThem = precision && std::ranges::find(m_gpu.tensorCores, *precision) != m_gpu.tensorCores.end();
        if (!isProduct || !hasThem || isDepthwise(m_op) || isRecurrent(m_op) || isNarrowProduct(m_op))
            return;
        if (timeOf([](const KernelUse &use) { return namesTensorCores(use.name); }) > 0)
            return;
        add(missedTensorCores(m_op, m_gpu), timeOf([](const KernelUse &use) { return namesProduct(use.name); }),
            mostOfIt);
    }

    void addManyKernels()
    {
        LikelyCause cause(ManyKernels);
        for (const KernelUse &use : m_kernels.uses)
            cause.number += std::max<std::int64_t>(use.launches, 0);
        cause.form = CauseForm::Launches;
        if (cause.number >= manyLaunches && m_listedNs < shortKernelNs * static_cast<double>(cause.number)
            && !isRecurrent(m_op))
            add(cause, m_listedNs);
    }

    /// The others of its multiprocessors have nothing to do, whatever the kernel is limited by.
    void addSmallGrid()
    {
        LikelyCause cause(SmallGrid);
        cause.form = CauseForm::PercentOfGpu;
        double longestNs = 0;
        const double timeNs = timeOf([&](const KernelUse &use) {
            if (use.blocksPerMultiprocessor <= 0 || use.blocksPerMultiprocessor >= mostOfGpu)
                return false;
            if (use.timeNs > longestNs) {
                longestNs = use.timeNs;
                cause.number = std::max<std::int64_t>(1, std::llround(100 * use.blocksPerMultiprocessor));
            }
            return true;
        });
        add(cause, timeNs, mostOfIt);
    }

    void addReducedRows(bool inChannelsLast)
    {
        LikelyCause cause(NarrowRows);
        cause.number = reducedRow(m_op, inChannelsLast);
        cause.form = CauseForm::ReducedRows;
        if (cause.number > 0 && cause.number < shortestVectorRow)
            add(cause, timeOf([](const KernelUse &use) { return namesReduction(use.name); }), mostOfIt);
    }

    void addOlderArchitecture()
    {
        LikelyCause cause(OlderArchitecture);
        cause.form = CauseForm::OfGeneration;
        const double timeNs = timeOf([this, &cause](const KernelUse &use) {
            const int generation = generationOf(use.name);
            if (generation == 0 || generation >= m_gpu.generation)
                return false;
            if (cause.number > 0 && cause.number != generation)
                cause.form = CauseForm::Plain;
            cause.number = generation;
            return true;
        });
        if (cause.form == CauseForm::Plain)
            cause.number = 0;
        add(cause, timeNs);
    }

    const Operator &m_op;
    const OperatorKernels &m_kernels;
    const GpuFacts &m_gpu;
    double m_listedNs;
    std::vector<LikelyCause> m_causes;
};

} // namespace

GpuFacts gpuFactsOf(const Session &session, const DeviceRoofs *peaks)
{
    GpuFacts facts;
    if (!session.layers || !session.layers->device.isCuda())
        return facts;
    facts.tf32 = session.layers->tf32;
    for (const ItemLatency &latency : session.layers->items) {
        for (const KernelUse &use : latency.kernels)
            facts.generation = std::max(facts.generation, generationOf(use.name));
    }
    if (!peaks)
        return facts;
    for (const Roof &roof : peaks->roofs) {
        const ComputeLimit *limit = roof.compute();
        if (!limit || limit->unit != ArithmeticUnit::Tensor || !limit->precision.value())
            continue;
        facts.tensorCores.push_back(*limit->precision.value());
        facts.generation = std::max(facts.generation, firstGenerationWith(*limit->precision.value()));
    }
    return facts;
}

std::vector<OperatorKernels> kernelsOf(const LayerLatencies &layers, std::size_t operators)
{
    std::vector<OperatorKernels> kernels(operators);
    for (const ItemLatency &latency : layers.items) {
        const bool isOperator = latency.item.kind == ItemId::Kind::Operator && latency.item.id >= 0
            && static_cast<std::size_t>(latency.item.id) < operators;
        if (isOperator && layers.device.isCuda())
            kernels[static_cast<std::size_t>(latency.item.id)].uses = latency.kernels;
    }
    return kernels;
}

std::vector<LikelyCause> kernelCauses(const Operator &op, const OperatorKernels &kernels, const GpuFacts &gpu,
                                      bool inChannelsLast)
{
    return KernelCauses(op, kernels, gpu).all(inChannelsLast);
}

} // namespace rooflight
