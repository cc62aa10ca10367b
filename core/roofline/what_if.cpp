// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/what_if.h"

#include "core/base/count.h"
#include "core/roofline/judging_roofs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace rooflight {

namespace {

std::int64_t rounded(double value)
{
    constexpr double most = 9e18;
    return value >= most ? std::numeric_limits<std::int64_t>::max() : std::llround(value);
}

/// Changes the operators and layers of an analysis one by one.
class Changer
{
public:
    Changer(const Analysis &analysis, const WhatIf &change, std::int64_t batch)
        : m_change(change)
        , m_batch(std::max<std::int64_t>(1, batch))
        , m_constantBytes(static_cast<double>(analysis.model.parameterBytes)
                          + static_cast<double>(analysis.model.bufferBytes))
    {
    }

    void apply(Operator &op) const;
    void apply(Layer &layer) const;
    void apply(Shape &shape) const;

private:
    struct Factors {
        double work = 1;
        double size = 1; ///< of an element
    };

    [[nodiscard]] bool holdsBatch(const Shape &shape) const;
    [[nodiscard]] bool growsWithBatch(const Operator &op) const;
    /// Element type and its size over that before.
    double changeType(DType &dtype) const;
    void changeTraffic(Operator &op, const Factors &factors) const;

    const WhatIf &m_change;
    std::int64_t m_batch;
    double m_constantBytes;
};

bool Changer::holdsBatch(const Shape &shape) const
{
    return std::ranges::any_of(shape, [this](std::int64_t size) { return size > 0 && size % m_batch == 0; });
}

bool Changer::growsWithBatch(const Operator &op) const
{
    const auto reads = [](const MemoryReuse &part) { return !part.written; };
    const auto isConstant = [](const MemoryReuse &part) { return part.written || part.constant; };
    const bool readsOnlyConstants = op.family != OperatorFamily::Movement && std::ranges::any_of(op.reuse, reads)
        && std::ranges::all_of(op.reuse, isConstant);
    const std::vector<Shape> &shapes = op.outputShapes.empty() ? op.inputShapes : op.outputShapes;
    return !readsOnlyConstants && std::ranges::any_of(shapes, [this](const Shape &shape) { return holdsBatch(shape); });
}

double Changer::changeType(DType &dtype) const
{
    const bool isChanged =
        dtype == DType::Float64 || dtype == DType::Float32 || dtype == DType::Float16 || dtype == DType::BFloat16;
    if (!isChanged || m_change.precision == ModelPrecision::AsLoaded)
        return 1;
    const auto before = static_cast<double>(itemSize(dtype));
    dtype = dtypeOf(m_change.precision).value_or(dtype);
    return static_cast<double>(itemSize(dtype)) / before;
}

void Changer::changeTraffic(Operator &op, const Factors &factors) const
{
    const bool picks = op.family == OperatorFamily::Movement;
    double constantRead = 0;
    for (const MemoryReuse &part : op.reuse)
        constantRead += part.constant && !picks ? static_cast<double>(part.bytes) : 0;
    const auto grown = [&](std::int64_t bytes, double fixed) {
        const auto all = static_cast<double>(bytes);
        const double stays = std::min(all, fixed);
        return rounded((stays + (all - stays) * factors.work) * factors.size);
    };
    op.workingSetBytes = grown(op.workingSetBytes, constantRead);
    op.cost.bytesRead = grown(op.cost.bytesRead, constantRead);
    op.cost.bytesWritten = grown(op.cost.bytesWritten, 0);
    for (MemoryReuse &part : op.reuse) {
        const auto others = static_cast<double>(std::max<std::int64_t>(0, part.distanceBytes - part.bytes));
        part.distanceBytes =
            grown(part.distanceBytes, part.constant ? m_constantBytes : std::min(constantRead, others));
        part.bytes = grown(part.bytes, part.constant && !picks ? static_cast<double>(part.bytes) : 0);
    }
}

void Changer::apply(Operator &op) const
{
    Factors factors;
    factors.work = growsWithBatch(op) ? m_change.batch : 1;
    factors.size = changeType(op.dtype);
    for (std::int64_t *amount :
         { &op.work.macs, &op.work.biasAdds, &op.work.elementwise, &op.work.transcendental, &op.work.reduction,
           &op.work.comparison, &op.work.avoidableMacs, &op.cost.macs, &op.cost.flops })
        *amount = rounded(static_cast<double>(*amount) * factors.work);
    changeTraffic(op, factors);
    op.inputShapes.clear(); // which of them are weights is not recorded
    for (Shape &shape : op.outputShapes)
        apply(shape);
}

void Changer::apply(Shape &shape) const
{
    if (shape.empty() || shape.front() % m_batch != 0)
        return;
    shape.front() = rounded(static_cast<double>(shape.front()) * m_change.batch);
}

/// Its cost is added up from its operators; without any it is changed as one of them would be.
void Changer::apply(Layer &layer) const
{
    const auto elementBytes = static_cast<double>(itemSize(layer.dtype));
    const double parameters = static_cast<double>(layer.parameters) * elementBytes;
    const double size = changeType(layer.dtype);
    const auto grown = [&](std::int64_t bytes, double fixed) {
        const double stays = std::min(static_cast<double>(bytes), fixed);
        return rounded((stays + (static_cast<double>(bytes) - stays) * m_change.batch) * size);
    };
    layer.bytesLowerBound = grown(layer.bytesLowerBound, parameters);
    layer.cost.macs = rounded(static_cast<double>(layer.cost.macs) * m_change.batch);
    layer.cost.flops = rounded(static_cast<double>(layer.cost.flops) * m_change.batch);
    layer.cost.bytesRead = grown(layer.cost.bytesRead, parameters);
    layer.cost.bytesWritten = grown(layer.cost.bytesWritten, 0);
    for (std::vector<Shape> *shapes : { &layer.inputShapes, &layer.outputShapes }) {
        for (Shape &shape : *shapes)
            apply(shape);
    }
}

constexpr double bytesOfScale = 4;

/// The linear layers of a model with weights of one byte.
class Int8Weights
{
public:
    /// \p withProducts: they compute in int8, too.
    Int8Weights(const Analysis &analysis, bool withProducts)
        : m_withProducts(withProducts)
    {
        for (const Operator &op : analysis.operators)
            m_weights.push_back(weightsOf(op));
    }

    /// \p analysis is that of the constructor, changed otherwise.
    void apply(Analysis &analysis) const;

private:
    struct Matrix {
        double outputs = 0;
        double elements = 0;
    };

    [[nodiscard]] static std::optional<Matrix> weightsOf(const Operator &op);
    static std::optional<Matrix> matrixOf(const Shape &shape, std::size_t outputs);
    static bool isConstant(const Operator &op, std::size_t position);
    static double itemBytes(const Operator &op) { return static_cast<double>(itemSize(op.dtype)); }
    static double elementsOf(const Shape &shape) { return static_cast<double>(elementCount(shape)); }
    static double constantBytes(const Operator &op);
    static void shrinkConstants(Operator &op, double saved);

    bool m_withProducts;
    std::vector<std::optional<Matrix>> m_weights; ///< by operator
};

/// \p outputs is their dimension.
std::optional<Int8Weights::Matrix> Int8Weights::matrixOf(const Shape &shape, std::size_t outputs)
{
    if (shape.size() != 2 || elementsOf(shape) <= 0)
        return std::nullopt;
    return Matrix { static_cast<double>(shape[outputs]), elementsOf(shape) };
}

double Int8Weights::constantBytes(const Operator &op)
{
    double bytes = 0;
    for (const MemoryReuse &part : op.reuse)
        bytes += part.constant && !part.written ? static_cast<double>(part.bytes) : 0;
    return bytes;
}

/// Whether the tensor at \p position is constant. The bytes of all constants together are known: that is so if no other
/// inputs than with this one add up to them.
bool Int8Weights::isConstant(const Operator &op, std::size_t position)
{
    const double constant = constantBytes(op);
    bool isFound = false;
    for (unsigned chosen = 0; chosen < 1U << op.inputShapes.size(); ++chosen) {
        double bytes = 0;
        for (std::size_t i = 0; i < op.inputShapes.size(); ++i)
            bytes += (chosen >> i & 1U) != 0 ? elementsOf(op.inputShapes[i]) * itemBytes(op) : 0;
        if (bytes != constant)
            continue;
        if ((chosen >> position & 1U) == 0)
            return false;
        isFound = true;
    }
    return isFound;
}

/// Of aten::linear(input, weight, bias), aten::mm(self, mat2), aten::matmul(self, other) and aten::addmm(self, mat1,
/// mat2), as exports have linear layers; absent where the weights are computed by the model, or cannot be told from its
/// data.
std::optional<Int8Weights::Matrix> Int8Weights::weightsOf(const Operator &op)
{
    const bool isFloat = op.dtype == DType::Float64 || op.dtype == DType::Float32 || op.dtype == DType::Float16
        || op.dtype == DType::BFloat16;
    const std::vector<Shape> &shapes = op.inputShapes;
    if (!isFloat)
        return std::nullopt;
    if (op.name == "aten::linear") {
        const bool isHeld = shapes.size() >= 2 && constantBytes(op) >= elementsOf(shapes[1]) * itemBytes(op);
        return isHeld ? matrixOf(shapes[1], 0) : std::nullopt;
    }
    const std::size_t left = op.name == "aten::addmm" ? 1 : 0;
    const bool isProduct = left == 1 || op.name == "aten::mm" || op.name == "aten::matmul";
    if (!isProduct || shapes.size() != left + 2)
        return std::nullopt;
    const bool isLeft = isConstant(op, left);
    if (isLeft == isConstant(op, left + 1))
        return std::nullopt;
    return isLeft ? matrixOf(shapes[left], 0) : matrixOf(shapes[left + 1], 1);
}

/// The largest first: weights are larger than what else is constant.
void Int8Weights::shrinkConstants(Operator &op, double saved)
{
    std::vector<MemoryReuse *> constants;
    for (MemoryReuse &part : op.reuse) {
        if (part.constant && !part.written)
            constants.push_back(&part);
    }
    std::ranges::stable_sort(constants, std::greater(), [](const MemoryReuse *part) { return part->bytes; });
    for (MemoryReuse *part : constants) {
        const double here = std::min(saved, static_cast<double>(part->bytes));
        part->bytes -= rounded(here);
        saved -= here;
    }
}

void Int8Weights::apply(Analysis &analysis) const
{
    double savedOfRun = 0;
    std::vector<Count> savedIn(analysis.layers.size());
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        Operator &op = analysis.operators[i];
        if (!m_weights[i])
            continue;
        const double before = m_weights[i]->elements * itemBytes(op);
        const double after = m_weights[i]->elements + m_weights[i]->outputs * bytesOfScale;
        const double saved = std::min(constantBytes(op), std::max(0.0, before - after));
        shrinkConstants(op, saved);
        op.cost.bytesRead = std::max<std::int64_t>(0, op.cost.bytesRead - rounded(saved));
        op.workingSetBytes = std::max<std::int64_t>(0, op.workingSetBytes - rounded(saved));
        if (m_withProducts)
            op.dtype = DType::Int8;
        if (!exists(op.layer, analysis.layers.size()) || analysis.layers[static_cast<std::size_t>(op.layer)].call > 0)
            continue; // the same weights again
        savedOfRun += saved;
        savedIn[static_cast<std::size_t>(op.layer)] += rounded(saved);
    }
    for (std::size_t i = analysis.layers.size(); i-- > 0;) { // parents have smaller ids
        Layer &layer = analysis.layers[i];
        layer.bytesLowerBound = std::max<std::int64_t>(0, layer.bytesLowerBound - savedIn[i].value());
        if (hasParent(layer, analysis.layers.size()))
            savedIn[static_cast<std::size_t>(layer.parent)] += savedIn[i];
    }
    for (Operator &op : analysis.operators) {
        for (MemoryReuse &part : op.reuse) { // which only the next run comes back to
            if (part.constant)
                part.distanceBytes = std::max(part.bytes, part.distanceBytes - rounded(savedOfRun));
        }
    }
}

bool hasInt8Roof(const Part<DeviceRoofs> &peaks)
{
    return peaks && computeRoof(*peaks, DType::Int8, OperatorFamily::Matrix).has_value();
}

/// Costs of layers that have operators, from these.
void addUpCosts(Analysis &analysis)
{
    std::vector<Cost> sums(analysis.layers.size());
    std::vector<bool> hasOperators(analysis.layers.size());
    for (const Operator &op : analysis.operators) {
        if (!exists(op.layer, sums.size()))
            continue;
        sums[static_cast<std::size_t>(op.layer)] += op.cost;
        hasOperators[static_cast<std::size_t>(op.layer)] = true;
    }
    for (std::size_t i = analysis.layers.size(); i-- > 0;) {
        Layer &layer = analysis.layers[i];
        if (hasOperators[i])
            layer.cost = sums[i];
        layer.bytesLowerBound = std::min(layer.bytesLowerBound, layer.cost.bytes());
        if (!hasParent(layer, analysis.layers.size()) || !hasOperators[i])
            continue;
        sums[static_cast<std::size_t>(layer.parent)] += sums[i];
        hasOperators[static_cast<std::size_t>(layer.parent)] = true;
    }
}

} // namespace

std::int64_t observedBatch(const Session &session)
{
    if (session.latency && session.latency->batchSource != BatchSource::Unknown)
        return std::max<std::int64_t>(1, session.latency->batch);
    if (session.analysis && !session.analysis->inputs.empty()) {
        const Shape &shape = session.analysis->inputs.front().tensor.shape;
        return shape.empty() ? 1 : std::max<std::int64_t>(1, shape.front());
    }
    return 1;
}

Session sessionIf(const Session &session, const WhatIf &change)
{
    Session there;
    there.hello = session.hello;
    there.analysis = session.analysis;
    there.peaks = change.roofs ? change.roofs : session.peaks;
    if (change.roofs && session.peaks)
        addLaunchesOf(*session.peaks, there.peaks.edit());
    if (change.noLaunches && there.peaks)
        std::erase_if(there.peaks.edit().roofs, [](const Roof &roof) { return roof.launch() != nullptr; });
    there.thresholds = session.thresholds;
    if (session.layers) {
        LayerLatencies &layers = there.layers.emplace();
        layers.device = session.layers->device;
        layers.tf32 = session.layers->tf32;
    }
    if (!there.analysis)
        return there;
    const Changer changer(*session.analysis, change, observedBatch(session));
    Analysis &analysis = there.analysis.edit();
    for (Operator &op : analysis.operators)
        changer.apply(op);
    for (Layer &layer : analysis.layers)
        changer.apply(layer);
    for (ModelInput &input : analysis.inputs)
        changer.apply(input.tensor.shape);
    if (change.int8 != LinearInt8::None)
        Int8Weights(*session.analysis, change.int8 == LinearInt8::Dynamic && hasInt8Roof(there.peaks)).apply(analysis);
    addUpCosts(analysis);
    if (change.fusion == FusionScope::None)
        return there;
    if (change.fusion == FusionScope::Pointwise)
        fuseChains(analysis, pointwiseChains(*session.analysis));
    else
        fuseLayers(analysis, change.fusion);
    addUpCosts(analysis);
    return there;
}

} // namespace rooflight
