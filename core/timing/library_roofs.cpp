// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/library_roofs.h"

#include "core/statistics/repeats.h"

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

/// One call of LibTorch, ready to run.
struct LibraryCall {
    std::string shape;
    double flops = 0;
    std::function<at::Tensor()> run;
};

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
    ConvolutionShape { 8, 64, 56 },
    ConvolutionShape { 8, 256, 14 },
    ConvolutionShape { 32, 256, 14 },
};

/// Of the first products, for which a library may compile code, and of one that runs over.
constexpr double preparationSeconds = 0.5;

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
        call.run = [left, right] { return at::_int_mm(left, right); };
    else
        call.run = [left, right] { return at::matmul(left, right); };
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
    call.run = [input, weight] { return at::conv2d(input, weight); };
    return call;
}

/// Time and count of what is to come.
class LibraryBench
{
public:
    LibraryBench(Effort effort, const std::function<bool()> &cancelled, int roofs)
        : m_effort(effort)
        , m_cancelled(cancelled)
        , m_end(steadySeconds() + librarySeconds(effort) - preparationSeconds)
        , m_roofsLeft(roofs)
    {
    }

    /// Makes calls one after the other and measures the fastest. Absent where LibTorch raises on the first.
    template<typename Shapes, typename Make>
    [[nodiscard]] std::optional<Roof> measure(Roof roof, const Shapes &shapes, Make make);

private:
    [[nodiscard]] double rateOf(const LibraryCall &call) const;

    const Effort m_effort;
    const std::function<bool()> &m_cancelled;
    const double m_end;
    int m_roofsLeft;
};

double secondsOf(const LibraryCall &call)
{
    const double start = steadySeconds();
    call.run();
    return steadySeconds() - start;
}

/// FLOP/s of the best call in a short time.
double LibraryBench::rateOf(const LibraryCall &call) const
{
    const double end = steadySeconds() + warmUpSeconds;
    double seconds = secondsOf(call);
    while (steadySeconds() < end && !m_cancelled())
        seconds = std::min(seconds, secondsOf(call));
    return call.flops / seconds;
}

template<typename Shapes, typename Make>
std::optional<Roof> LibraryBench::measure(Roof roof, const Shapes &shapes, Make make)
{
    const double budget = std::max(0.0, m_end - steadySeconds()) / m_roofsLeft--;
    const double searchEnd = steadySeconds() + budget / 2;
    std::optional<LibraryCall> fastest;
    double bestRate = 0;
    try {
        for (const auto &shape : shapes) {
            LibraryCall call = make(shape);
            // The next larger one would take the time that is left for the repeats.
            if (fastest && steadySeconds() + 2 * call.flops / bestRate > searchEnd)
                break;
            if (const double rate = rateOf(call); rate > bestRate) {
                bestRate = rate;
                fastest = std::move(call);
            }
        }
        roof.instructions = "LibTorch, " + fastest->shape;
        RepeatPlan plan = repeatPlan(m_effort);
        plan.maximumSeconds = budget / 2;
        plan.minimumSeconds = std::min(plan.minimumSeconds, plan.maximumSeconds);
        setValue(roof,
                 repeatUntilSteady(
                     plan, [&fastest] { return fastest->flops / secondsOf(*fastest); },
                     [this](double) { return !m_cancelled(); }));
    } catch (const std::exception &) {
        return std::nullopt;
    }
    return roof;
}

bool hasRoof(const Peaks &peaks, std::string_view precision)
{
    return std::ranges::any_of(peaks.roofs, [precision](const Roof &roof) {
        return roof.kind == RoofKind::Compute && roof.precision == precision;
    });
}

/// The control group does not let all threads run at once.
bool isOverQuota(const Peaks &peaks)
{
    return std::ranges::any_of(peaks.roofs, [&peaks](const Roof &roof) {
        return roof.threads == peaks.device.threads && std::ranges::find(roof.flags, "quota") != roof.flags.end();
    });
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

std::vector<Roof> measureLibraryRoofs(const Peaks &hardware, Effort effort, const std::function<bool()> &cancelled)
{
    if (isOverQuota(hardware))
        return {};
    const c10::InferenceMode inference;
    std::vector<Precision> measured;
    for (const Precision &precision : precisions) {
        const bool inTime = effort != Effort::Quick || precision.type == at::kFloat;
        if (inTime && hasRoof(hardware, precision.name))
            measured.push_back(precision);
    }
    const bool convolutions = effort != Effort::Quick;
    LibraryBench bench(effort, cancelled, static_cast<int>(measured.size()) * (convolutions ? 2 : 1));
    std::vector<Roof> roofs;
    const auto keep = [&roofs](std::optional<Roof> roof) {
        if (roof)
            roofs.push_back(std::move(*roof));
    };
    for (const Precision &precision : measured) {
        if (cancelled())
            break;
        keep(bench.measure(libraryRoof(precision, "matrix product"), productSides,
                           [&](std::int64_t side) { return matrixProduct(side, precision.type); }));
        // Plain convolutions of whole numbers are not for inference: LibTorch has quantized ones of its own.
        if (convolutions && precision.type != at::kChar && !cancelled())
            keep(bench.measure(libraryRoof(precision, "convolution"), convolutionShapes,
                               [&](const ConvolutionShape &shape) { return convolution(shape, precision.type); }));
    }
    return roofs;
}

} // namespace ridgepoint
