// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/torchstat.h"

#include "core/cost/call/call_arguments.h"
#include "core/cost/convention.h"
#include "core/cost/rules/cost_table.h"
#include "core/cost/rules/pooling.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rooflight {

namespace {

/// The four figures of a row that depend on the class of the module. Memory in elements.
struct Figures {
    Count madd;
    Count flops;
    Count read;
    Count written;
};

/// What torchstat sees of a leaf: its first input and its output, and the call that did the work.
struct Leaf {
    const Layer &layer;
    const Shape &input;
    const Shape &output;
    const OperatorCall *call;

    [[nodiscard]] Count batch() const { return input.empty() ? Count(1) : Count(input.front()); }
};

Shape withoutBatch(const Shape &shape)
{
    return shape.empty() ? shape : Shape(shape.begin() + 1, shape.end());
}

const TensorValue *weightOf(const Leaf &leaf)
{
    return leaf.call ? tensorNamed(*leaf.call, { "weight" }) : nullptr;
}

bool hasBias(const Leaf &leaf)
{
    return leaf.call && tensorNamed(*leaf.call, { "bias" });
}

std::optional<Figures> convolution(const Leaf &leaf)
{
    const TensorValue *weight = weightOf(leaf);
    if (!weight || weight->info.shape.size() != 4 || leaf.input.size() != 4 || leaf.output.size() != 4)
        return std::nullopt;
    const Shape &kernel = weight->info.shape;
    const Count perOutput = Count(kernel[1]) * kernel[2] * kernel[3];
    const Count bias = hasBias(leaf) ? 1 : 0;
    return Figures { .madd = elementsOf(withoutBatch(leaf.output)) * (perOutput * 2 - 1 + bias),
                     .flops = elementsOf(leaf.output) * (perOutput + bias),
                     .read = elementsOf(leaf.input) + leaf.batch() * leaf.layer.parameters,
                     .written = elementsOf(leaf.output) };
}

std::optional<Figures> linear(const Leaf &leaf)
{
    if (leaf.input.size() != 2 || leaf.output.size() != 2)
        return std::nullopt;
    const Count in = leaf.input[1];
    const Count out = leaf.output[1];
    return Figures { .madd = out * (in * 2 - 1),
                     .flops = leaf.batch() * in * out,
                     .read = leaf.batch() * (in + leaf.layer.parameters),
                     .written = elementsOf(leaf.output) };
}

std::optional<Figures> batchNorm(const Leaf &leaf)
{
    if (leaf.input.size() != 4)
        return std::nullopt;
    const Count elements = elementsOf(leaf.input);
    return Figures { .madd = elementsOf(withoutBatch(leaf.input)) * 4,
                     .flops = elements * (leaf.layer.parameters > 0 ? 2 : 1),
                     .read = elements + leaf.batch() * leaf.input[1] * 2,
                     .written = elementsOf(leaf.output) };
}

/// \p addsAll: the window is summed and divided, rather than compared.
std::optional<Figures> pooling(const Leaf &leaf, bool addsAll)
{
    const std::optional<Count> kernel = leaf.call ? kernelElements(*leaf.call) : std::nullopt;
    if (!kernel || leaf.input.size() != 4)
        return std::nullopt;
    return Figures { .madd = (addsAll ? *kernel : *kernel - 1) * elementsOf(withoutBatch(leaf.output)),
                     .flops = elementsOf(leaf.input),
                     .read = elementsOf(leaf.input),
                     .written = elementsOf(leaf.output) };
}

std::optional<Figures> maxPool(const Leaf &leaf)
{
    return pooling(leaf, false);
}

std::optional<Figures> averagePool(const Leaf &leaf)
{
    return pooling(leaf, true);
}

std::optional<Figures> relu(const Leaf &leaf)
{
    const Count elements = elementsOf(leaf.input);
    return Figures { elementsOf(withoutBatch(leaf.input)), elements, elements, elements };
}

/// torchstat has no MAdd for the other rectifiers.
std::optional<Figures> rectifier(const Leaf &leaf)
{
    const Count elements = elementsOf(leaf.input);
    return Figures { 0, elements, elements + leaf.batch() * leaf.layer.parameters, elements };
}

std::optional<Figures> upsample(const Leaf &leaf)
{
    return Figures { 0, elementsOf(leaf.output), 0, 0 };
}

struct ModuleFormula {
    std::string_view type;
    std::optional<Figures> (*figures)(const Leaf &leaf);
};

constexpr std::array formulas = {
    ModuleFormula { "Conv2d", convolution },
    ModuleFormula { "Linear", linear },
    ModuleFormula { "BatchNorm2d", batchNorm },
    ModuleFormula { "MaxPool2d", maxPool },
    ModuleFormula { "AvgPool2d", averagePool },
    ModuleFormula { "ReLU", relu },
    ModuleFormula { "ReLU6", relu },
    ModuleFormula { "PReLU", rectifier },
    ModuleFormula { "ELU", rectifier },
    ModuleFormula { "LeakyReLU", rectifier },
    ModuleFormula { "Upsample", upsample },
};

/// The call that stands for the module: the first that does any arithmetic.
const OperatorCall *workingCall(std::span<const OperatorCall> calls)
{
    const auto works = [](const OperatorCall &call) {
        const std::optional<OperatorWork> work = workOf(call);
        return work && *work != OperatorWork {};
    };
    const auto found = std::ranges::find_if(calls, works);
    return found == calls.end() ? nullptr : &*found;
}

std::optional<Figures> torchstatFigures(const Leaf &leaf)
{
    const auto formula = std::ranges::find(formulas, leaf.layer.type, &ModuleFormula::type);
    return formula == formulas.end() || leaf.input.empty() ? std::nullopt : formula->figures(leaf);
}

void setOwnFigures(TorchstatRow &row, std::span<const OperatorCall> calls)
{
    Count madd;
    Count flops;
    Count read;
    Count written;
    for (const OperatorCall &call : calls) {
        const OperatorBytes bytes = bytesOf(call);
        read += bytes.read;
        written += bytes.written;
        if (const std::optional<OperatorWork> work = workOf(call)) {
            const Count both = flopsOf(call, *work, Convention::Fma2);
            madd += both;
            flops += both - work->macs;
        }
    }
    row.madd = madd.value();
    row.flops = flops.value();
    row.bytesRead = read.value();
    row.bytesWritten = written.value();
}

} // namespace

TorchstatRow torchstatRow(const Layer &layer, std::span<const OperatorCall> calls)
{
    static const Shape none;
    const Shape &input = layer.inputShapes.empty() ? none : layer.inputShapes.front();
    const Shape &output = layer.outputShapes.empty() ? none : layer.outputShapes.front();

    TorchstatRow row;
    row.layer = layer.id;
    row.inputShape = withoutBatch(input);
    row.outputShape = withoutBatch(output);
    row.parameters = layer.parameters;
    constexpr double floatBytes = 4;
    constexpr double bytesPerMb = 1024.0 * 1024.0;
    row.memoryMb = static_cast<double>(elementsOf(row.outputShape).value()) * floatBytes / bytesPerMb;

    const Leaf leaf { layer, input, output, workingCall(calls) };
    if (const std::optional<Figures> figures = torchstatFigures(leaf)) {
        const std::int64_t elementBytes = itemSize(layer.dtype);
        row.known = true;
        row.madd = figures->madd.value();
        row.flops = figures->flops.value();
        row.bytesRead = (figures->read * elementBytes).value();
        row.bytesWritten = (figures->written * elementBytes).value();
    } else {
        setOwnFigures(row, calls);
    }
    return row;
}

} // namespace rooflight
