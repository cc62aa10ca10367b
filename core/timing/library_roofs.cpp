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
    ConvolutionShape { 1, 64, 56 },
    ConvolutionShape { 8, 64, 56 },
    ConvolutionShape { 8, 256, 14 },
    ConvolutionShape { 32, 256, 14 },
};

/// Of the first products, for which a library may compile code, and of one that runs over.
constexpr double preparationSeconds = 0.5;

/// Fewer would leave the best quarter to chance.
constexpr int fewestCalls = 8;

constexpr int rounds = 3; ///< visits of each roof

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

double secondsOf(const LibraryCall &call)
{
    const double start = steadySeconds();
    call.run();
    return steadySeconds() - start;
}

/// One roof: the calls that may reach it, the fastest of them, and what that reached at each visit.
struct LibraryEntry {
    Roof roof;
    std::vector<std::function<LibraryCall()>> calls; ///< from little work to much
    std::optional<LibraryCall> fastest;
    std::vector<Repeats> visits;
};

/// Measures all entries in rounds: the speed of a machine drifts more from one second to the next than within one.
class LibraryBench
{
public:
    LibraryBench(Effort effort, const std::function<bool()> &cancelled)
        : m_effort(effort)
        , m_cancelled(cancelled)
        , m_end(steadySeconds() + librarySeconds(effort) - preparationSeconds)
    {
    }

    /// Leaves no visits to what LibTorch cannot compute, nor to what there was no time for.
    void measure(std::vector<LibraryEntry> &entries) const;

private:
    void visit(LibraryEntry &entry, double entrySeconds) const;
    [[nodiscard]] std::optional<LibraryCall> fastestOf(const LibraryEntry &entry, double searchSeconds,
                                                       double repeatSeconds) const;
    [[nodiscard]] double rateOf(const LibraryCall &call) const;

    const Effort m_effort;
    const std::function<bool()> &m_cancelled;
    const double m_end;
};

/// FLOP/s of the best call in a short time.
double LibraryBench::rateOf(const LibraryCall &call) const
{
    const double end = steadySeconds() + warmUpSeconds;
    double seconds = secondsOf(call);
    while (steadySeconds() < end && !m_cancelled())
        seconds = std::min(seconds, secondsOf(call));
    return call.flops / seconds;
}

std::optional<LibraryCall> LibraryBench::fastestOf(const LibraryEntry &entry, double searchSeconds,
                                                   double repeatSeconds) const
{
    const double end = steadySeconds() + searchSeconds;
    std::optional<LibraryCall> fastest;
    double bestRate = 0;
    for (const auto &makeCall : entry.calls) {
        LibraryCall call = makeCall();
        const double seconds = fastest ? call.flops / bestRate : 0;
        if (fastest && (steadySeconds() + 2 * seconds > end || fewestCalls * seconds > repeatSeconds))
            break;
        if (const double rate = rateOf(call); rate > bestRate) {
            bestRate = rate;
            fastest = std::move(call);
        }
    }
    return fastest;
}

/// Half of an entry's time is for the search, half for the repeats of all rounds.
void LibraryBench::visit(LibraryEntry &entry, double entrySeconds) const
{
    if (!entry.fastest)
        entry.fastest = fastestOf(entry, entrySeconds / 2, entrySeconds / 2);
    const LibraryCall &call = *entry.fastest;
    entry.roof.instructions = "LibTorch, " + call.shape;
    RepeatPlan plan = repeatPlan(m_effort);
    plan.maximumSeconds = entrySeconds / 2 / rounds;
    plan.minimumSeconds = plan.maximumSeconds;
    entry.visits.push_back(repeatUntilSteady(
        plan, [&call] { return call.flops / secondsOf(call); }, [this](double) { return !m_cancelled(); }));
}

void LibraryBench::measure(std::vector<LibraryEntry> &entries) const
{
    const double entrySeconds = std::max(0.0, m_end - steadySeconds()) / static_cast<double>(entries.size());
    for (int round = 0; round < rounds; ++round) {
        for (LibraryEntry &entry : entries) {
            const bool late = !entry.visits.empty() && steadySeconds() > m_end;
            if (m_cancelled() || late)
                return;
            try {
                visit(entry, entrySeconds);
            } catch (const std::exception &) {
                entry.calls.clear();
                entry.visits.clear();
            }
        }
        std::erase_if(entries, [](const LibraryEntry &entry) { return entry.calls.empty(); });
    }
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

LibraryEntry productEntry(const Precision &precision)
{
    LibraryEntry entry { libraryRoof(precision, "matrix product"), {}, {}, {} };
    for (const std::int64_t side : productSides)
        entry.calls.emplace_back([side, type = precision.type] { return matrixProduct(side, type); });
    return entry;
}

LibraryEntry convolutionEntry(const Precision &precision)
{
    LibraryEntry entry { libraryRoof(precision, "convolution"), {}, {}, {} };
    for (const ConvolutionShape &shape : convolutionShapes)
        entry.calls.emplace_back([shape, type = precision.type] { return convolution(shape, type); });
    return entry;
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
    std::vector<LibraryEntry> entries;
    for (const Precision &precision : measured) {
        entries.push_back(productEntry(precision));
        // Plain convolutions of whole numbers are not for inference: LibTorch has quantized ones of its own.
        if (effort != Effort::Quick && precision.type != at::kChar)
            entries.push_back(convolutionEntry(precision));
    }
    LibraryBench(effort, cancelled).measure(entries);
    std::vector<Roof> roofs;
    for (LibraryEntry &entry : entries) {
        if (entry.visits.empty())
            continue;
        setValue(entry.roof, entry.visits);
        roofs.push_back(std::move(entry.roof));
    }
    return roofs;
}

} // namespace ridgepoint
