// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/torch/library_roofs.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string>

namespace ridgepoint {

namespace {

struct Precision {
    std::string_view name;
    std::string_view label;
    at::ScalarType type;
};

constexpr std::array precisions = {
    Precision { "fp32", "FP32", at::kFloat }, Precision { "fp64", "FP64", at::kDouble },
    Precision { "fp16", "FP16", at::kHalf },  Precision { "bf16", "BF16", at::kBFloat16 },
    Precision { "int8", "INT8", at::kChar },
};

/// Sides of square products: small ones stay in caches, large ones keep many cores busy.
constexpr std::array<std::int64_t, 4> productSides = { 512, 1024, 2048, 4096 };

struct ConvolutionShape {
    std::int64_t batch;
    std::int64_t channels; ///< in and out
    std::int64_t side; ///< of the output
};

/// Of ResNet-50, 3 x 3.
constexpr std::array convolutionShapes = {
    ConvolutionShape { 1, 64, 56 },
    ConvolutionShape { 8, 64, 56 },
    ConvolutionShape { 8, 256, 14 },
    ConvolutionShape { 32, 256, 14 },
};

/// Of the first products, for which a library may compile code, and of one that runs over.
constexpr double preparationSeconds = 0.5;

/// Fewer would leave the best quarter to chance.
constexpr int fewestCalls = 8;

constexpr double warmUpSeconds = 0.02; ///< of each shape, one call at least

at::Tensor randomTensor(at::IntArrayRef shape, at::ScalarType type)
{
    if (type == at::kChar)
        return at::randint(-128, 128, shape, at::TensorOptions(type));
    return at::randn(shape).to(type);
}

LibraryCall matrixProduct(std::int64_t side, at::ScalarType type)
{
    const at::Tensor left = randomTensor({ side, side }, type);
    const at::Tensor right = randomTensor({ side, side }, type);
    LibraryCall call;
    call.shape = fmt::format("{0} x {0} x {0}", side);
    call.flops = 2.0 * static_cast<double>(side * side * side);
    if (type == at::kChar)
        call.run = [left, right] { static_cast<void>(at::_int_mm(left, right)); };
    else
        call.run = [left, right] { static_cast<void>(at::matmul(left, right)); };
    return call;
}

LibraryCall convolution(const ConvolutionShape &shape, at::ScalarType type)
{
    constexpr std::int64_t kernel = 3;
    // Without padding: a library may leave out the products with it, which would count all the same.
    const std::int64_t inputSide = shape.side + kernel - 1;
    const at::Tensor input = randomTensor({ shape.batch, shape.channels, inputSide, inputSide }, type);
    const at::Tensor weight = randomTensor({ shape.channels, shape.channels, kernel, kernel }, type);
    LibraryCall call;
    call.shape = fmt::format("{0} x {1} x {2} x {2}, 3 x 3 to {1}", shape.batch, shape.channels, inputSide);
    const std::int64_t outputs = shape.batch * shape.channels * shape.side * shape.side;
    call.flops = 2.0 * static_cast<double>(outputs * shape.channels * kernel * kernel);
    call.run = [input, weight] { static_cast<void>(at::conv2d(input, weight)); };
    return call;
}

double secondsOf(const LibraryCall &call)
{
    const double start = steadySeconds();
    call.run();
    return steadySeconds() - start;
}

Roof libraryRoof(const Precision &precision, std::string_view what)
{
    Roof roof;
    roof.kind = RoofKind::Compute;
    roof.name = fmt::format("{} {} (LibTorch)", precision.label, what);
    roof.precision = precision.name;
    roof.unit = "library";
    roof.threads = at::get_num_threads();
    return roof;
}

std::vector<std::function<LibraryCall()>> matrixProducts(at::ScalarType type)
{
    std::vector<std::function<LibraryCall()>> calls;
    for (const std::int64_t side : productSides)
        calls.emplace_back([side, type] { return matrixProduct(side, type); });
    return calls;
}

std::vector<std::function<LibraryCall()>> convolutions(at::ScalarType type)
{
    std::vector<std::function<LibraryCall()>> calls;
    for (const ConvolutionShape &shape : convolutionShapes)
        calls.emplace_back([shape, type] { return convolution(shape, type); });
    return calls;
}

} // namespace

double librarySeconds(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return 0.9;
    case Effort::Normal:
        return 4;
    case Effort::Thorough:
        break;
    }
    return 16;
}

LibraryRoofs::LibraryRoofs(const std::set<std::string> &precisionsHere, Effort effort, std::function<bool()> cancelled)
    : m_effort(effort)
    , m_cancelled(std::move(cancelled))
{
    for (const Precision &precision : precisions) {
        const bool inTime = effort != Effort::Quick || precision.type == at::kFloat;
        if (!inTime || !precisionsHere.contains(std::string(precision.name)))
            continue;
        m_entries.push_back({ libraryRoof(precision, "matrix product"), matrixProducts(precision.type), {}, {} });
        // Plain convolutions of whole numbers are not for inference: LibTorch has quantized ones of its own.
        if (effort != Effort::Quick && precision.type != at::kChar)
            m_entries.push_back({ libraryRoof(precision, "convolution"), convolutions(precision.type), {}, {} });
    }
    if (!m_entries.empty())
        m_halfSeconds = (librarySeconds(effort) - preparationSeconds) / static_cast<double>(m_entries.size()) / 2;
}

/// FLOP/s of the best call in a short time.
double LibraryRoofs::rateOf(const LibraryCall &call) const
{
    const double end = steadySeconds() + warmUpSeconds;
    double seconds = secondsOf(call);
    while (steadySeconds() < end && !m_cancelled())
        seconds = std::min(seconds, secondsOf(call));
    return call.flops / seconds;
}

std::optional<LibraryCall> LibraryRoofs::fastestOf(const Entry &entry) const
{
    const double end = steadySeconds() + m_halfSeconds;
    std::optional<LibraryCall> fastest;
    double bestRate = 0;
    for (const auto &makeCall : entry.calls) {
        LibraryCall call = makeCall();
        const double seconds = fastest ? call.flops / bestRate : 0;
        if (fastest && (steadySeconds() + 2 * seconds > end || fewestCalls * seconds > m_halfSeconds))
            break;
        if (const double rate = rateOf(call); rate > bestRate) {
            bestRate = rate;
            fastest = std::move(call);
        }
    }
    return fastest;
}

/// A single call took longer than all repeats may.
bool LibraryRoofs::isTooSlow(const Entry &entry) const
{
    return !entry.visits.empty() && entry.fastest->flops / entry.visits.back().values.back() > m_halfSeconds;
}

void LibraryRoofs::visit(Entry &entry) const
{
    if (!entry.fastest)
        entry.fastest = fastestOf(entry);
    const LibraryCall &call = *entry.fastest;
    entry.roof.instructions = "LibTorch, " + call.shape;
    RepeatPlan plan = repeatPlan(m_effort);
    plan.maximumSeconds = m_halfSeconds / visitRounds(m_effort);
    plan.minimumSeconds = plan.maximumSeconds;
    entry.visits.push_back(repeatUntilSteady(
        plan, [&call] { return call.flops / secondsOf(call); }, [this](double) { return !m_cancelled(); }));
}

void LibraryRoofs::visit()
{
    const c10::InferenceMode inference;
    for (Entry &entry : m_entries) {
        if (m_cancelled())
            break;
        if (isTooSlow(entry))
            continue;
        try {
            visit(entry);
        } catch (const std::exception &) {
            entry.calls.clear();
        }
    }
    std::erase_if(m_entries, [](const Entry &entry) { return entry.calls.empty(); });
}

std::vector<Roof> LibraryRoofs::takeRoofs()
{
    std::vector<Roof> roofs;
    for (Entry &entry : m_entries) {
        if (entry.visits.empty())
            continue;
        setValue(entry.roof, entry.visits);
        roofs.push_back(std::move(entry.roof));
    }
    return roofs;
}

} // namespace ridgepoint
