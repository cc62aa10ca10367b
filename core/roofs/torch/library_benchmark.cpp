// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/torch/library_benchmark.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/roofs/roof_run.h"
#include "core/roofs/roof_value.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>

namespace rooflight {

namespace {

constexpr std::array measuredTypes = {
    std::pair { Precision::Fp32, at::kFloat }, std::pair { Precision::Fp64, at::kDouble },
    std::pair { Precision::Fp16, at::kHalf },  std::pair { Precision::Bf16, at::kBFloat16 },
    std::pair { Precision::Int8, at::kChar },
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

/// Part of the time, in all rounds together: half of it to look for the fastest shape in the first round, which is also
/// when a library compiles code, half for the repetitions.
constexpr double libraryWeight = 5.4;

/// Fewer would leave the best quarter to chance.
constexpr int minimumCalls = 8;

/// Of a roof in a round, also if others have taken longer than their part.
constexpr double minimumEntrySeconds = 0.1;

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

double secondsOf(const LibraryCall &call, const RoofRound &round)
{
    const double start = round.now();
    call.run();
    return round.now() - start;
}

/// FLOP/s of the best call in a short time.
double rateOf(const LibraryCall &call, const RoofRound &round)
{
    const double end = round.now() + warmUpSeconds;
    double seconds = secondsOf(call, round);
    while (round.now() < end && !round.stopRequested())
        seconds = std::min(seconds, secondsOf(call, round));
    return call.flops / seconds;
}

/// Of the calls that there is time for; `seconds` for the search, and as many for all repetitions afterwards.
std::optional<LibraryCall> fastestOf(const std::vector<std::function<LibraryCall()>> &calls, double seconds,
                                     const RoofRound &round)
{
    const double end = round.now() + seconds;
    std::optional<LibraryCall> fastest;
    double bestRate = 0;
    for (const auto &makeCall : calls) {
        LibraryCall call = makeCall();
        const double expected = fastest ? call.flops / bestRate : 0;
        if (fastest && (round.now() + 2 * expected > end || minimumCalls * expected > seconds))
            break;
        if (const double rate = rateOf(call, round); rate > bestRate) {
            bestRate = rate;
            fastest = std::move(call);
        }
    }
    return fastest;
}

/// \p what is the pattern of a name: "%1 convolution".
Roof libraryRoof(Precision precision, const char *what)
{
    Roof roof;
    roof.limit = ComputeLimit { precision, ArithmeticUnit::Library };
    roof.setName(composedText(what, { upperCase(name(precision)) }), "LibTorch");
    roof.threads = at::get_num_threads();
    return roof;
}

std::vector<std::function<LibraryCall()>> matrixProducts(at::ScalarType type)
{
    std::vector<std::function<LibraryCall()>> calls;
    calls.reserve(std::size(productSides));
    for (const std::int64_t side : productSides)
        calls.emplace_back([side, type] { return matrixProduct(side, type); });
    return calls;
}

std::vector<std::function<LibraryCall()>> convolutions(at::ScalarType type)
{
    std::vector<std::function<LibraryCall()>> calls;
    calls.reserve(std::size(convolutionShapes));
    for (const ConvolutionShape &shape : convolutionShapes)
        calls.emplace_back([shape, type] { return convolution(shape, type); });
    return calls;
}

} // namespace

LibraryBenchmark::LibraryBenchmark(const std::set<Precision> &precisions, Effort effort)
    : m_effort(effort)
{
    for (const auto &[precision, type] : measuredTypes) {
        const bool inTime = effort != Effort::Quick || precision == Precision::Fp32;
        if (!inTime || !precisions.contains(precision))
            continue;
        m_entries.push_back({ libraryRoof(precision, QT_TRANSLATE_NOOP("Phrases", "%1 matrix product")),
                              matrixProducts(type),
                              {},
                              0,
                              {} });
        // Plain convolutions of whole numbers are not for inference: LibTorch has quantized ones of its own.
        if (effort != Effort::Quick && precision != Precision::Int8)
            m_entries.push_back({ libraryRoof(precision, QT_TRANSLATE_NOOP("Phrases", "%1 convolution")),
                                  convolutions(type),
                                  {},
                                  0,
                                  {} });
    }
}

double LibraryBenchmark::weight(RoundNumber round) const
{
    if (m_entries.empty())
        return 0;
    const double half = libraryWeight / 2;
    return half / round.count + (round.index == 0 ? half : 0);
}

/// A single call took longer than all repetitions may.
bool LibraryBenchmark::isTooSlow(const Entry &entry) const
{
    return !entry.rounds.empty() && entry.fastest->flops / entry.rounds.back().values.back() > entry.allSeconds;
}

void LibraryBenchmark::measure(Entry &entry, double seconds, const RoofRound &round) const
{
    if (!entry.fastest) {
        const int rounds = round.number().count;
        entry.allSeconds = seconds * rounds / (rounds + 1); // the rest is for the repetitions of this round
        entry.fastest = fastestOf(entry.calls, entry.allSeconds, round);
        seconds = entry.allSeconds / rounds;
    }
    const LibraryCall &call = *entry.fastest;
    entry.roof.instructions = "LibTorch, " + call.shape;
    SteadyLimits limits = steadyLimits(m_effort);
    limits.minimumSeconds = limits.maximumSeconds = seconds;
    entry.rounds.push_back(round.repeat(
        entry.roof.name, limits, [&call, &round]() -> Result<double> { return call.flops / secondsOf(call, round); }));
}

Result<void> LibraryBenchmark::runRound(const RoofRound &round)
{
    const c10::InferenceMode inference;
    for (std::size_t i = 0; i < m_entries.size() && !round.stopRequested(); ++i) {
        Entry &entry = m_entries[i];
        if (isTooSlow(entry))
            continue;
        try {
            const double share = round.secondsLeft() / static_cast<double>(m_entries.size() - i);
            measure(entry, std::max(minimumEntrySeconds, share), round);
        } catch (const std::exception &) {
            if (entry.rounds.empty()) // else the rounds before stay
                entry.calls.clear();
        }
    }
    std::erase_if(m_entries, [](const Entry &entry) { return entry.calls.empty(); });
    return {};
}

std::vector<Roof> LibraryBenchmark::results()
{
    return takeMeasuredRoofs(m_entries);
}

} // namespace rooflight
