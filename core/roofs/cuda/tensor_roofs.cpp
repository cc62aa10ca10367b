// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/sizes.h"
#include "core/roofs/cuda/theoretical.h"
#include "core/roofs/roof_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rooflight::cuda {

namespace {

constexpr double burstSeconds = 0.1;
constexpr int burstSamples = 25;

/// A product that takes longer leaves too few repetitions in a burst: shapes of which that is expected are not tried.
constexpr double longestProductSeconds = burstSeconds / burstSamples;

/// The GPU rests before a burst, so that the heat and power of the search do not count.
constexpr double restSeconds = 0.2;

/// Between two samples the GPU rests for tens of microseconds, which cools it: a thousandth of this.
constexpr double sustainedSampleSeconds = 0.05;

constexpr int maximumProducts = 10000;

/// In a first trial, one behind the other, while the clock may still rise; then of the fastest in turns.
constexpr int productsOfTrial = 3;
constexpr std::size_t finalists = 4;
constexpr int finalRounds = 3;

struct Timed {
    int algorithm = 0;
    double seconds = 0; ///< of one product
};

struct Choice {
    MatrixShape shape;
    std::vector<Timed> algorithms; ///< the fastest, in order
    [[nodiscard]] int algorithm() const { return algorithms.front().algorithm; }
    [[nodiscard]] double seconds() const { return algorithms.empty() ? 0 : algorithms.front().seconds; }
    [[nodiscard]] double rate() const { return seconds() > 0 ? flopOf(shape) / seconds() : 0; }
};

std::string textOf(const MatrixShape &shape)
{
    return std::to_string(shape.m) + " x " + std::to_string(shape.n) + " x " + std::to_string(shape.k);
}

Result<double> secondsOf(RoofSession &session, int algorithm)
{
    const Result<KernelTime> time = session.gpu().runMatrix(algorithm, productsOfTrial);
    if (!time.ok())
        return time.error();
    return time.value().seconds / productsOfTrial;
}

/// The fastest algorithms for the shape; none when the library has none that runs.
Result<Choice> bestAlgorithms(RoofSession &session, Precision precision, const MatrixShape &shape, double deadline)
{
    const Result<int> algorithms = session.gpu().prepareMatrix(precision, shape);
    if (!algorithms.ok())
        return algorithms.error();
    Choice best { shape, {} };
    for (int algorithm = 0; algorithm < algorithms.value(); ++algorithm) {
        const Result<double> seconds = secondsOf(session, algorithm);
        if (!seconds.ok())
            return seconds.error();
        if (seconds.value() > 0)
            best.algorithms.push_back({ algorithm, seconds.value() });
        if (session.now() > deadline)
            break;
    }
    std::ranges::stable_sort(best.algorithms, {}, &Timed::seconds);
    best.algorithms.resize(std::min(best.algorithms.size(), finalists));
    return best;
}

/// Times the fastest algorithms again, in turns, and puts the best first.
Result<void> settle(RoofSession &session, Choice &choice)
{
    if (choice.algorithms.size() < 2)
        return {};
    for (int round = 0; round < finalRounds; ++round) {
        for (Timed &timed : choice.algorithms) {
            const Result<double> seconds = secondsOf(session, timed.algorithm);
            if (!seconds.ok())
                return seconds.error();
            if (seconds.value() > 0)
                timed.seconds = round == 0 ? seconds.value() : std::min(timed.seconds, seconds.value());
        }
    }
    std::ranges::stable_sort(choice.algorithms, {}, &Timed::seconds);
    return {};
}

/// The fastest of all shapes that there is time and memory for; seconds 0 when there is none.
Result<Choice> tune(RoofSession &session, Precision precision)
{
    const double deadline = session.tuningDeadline();
    const Result<GpuMemory> memory = session.gpu().memory();
    if (!memory.ok())
        return memory.error();
    Choice best;
    std::optional<Error> refused;
    for (const MatrixShape &shape :
         matrixShapes(session.properties().multiprocessors, precision, memory.value().freeBytes)) {
        if (best.rate() > 0 && flopOf(shape) / best.rate() > longestProductSeconds)
            break;
        const Result<Choice> choice = bestAlgorithms(session, precision, shape, deadline);
        if (!choice.ok() && choice.error().code == ErrorCode::OutOfMemory) {
            session.gpu().release();
            refused = choice.error();
            continue;
        }
        if (!choice.ok())
            return choice.error();
        if (choice.value().rate() > best.rate())
            best = choice.value();
        if (session.now() > deadline)
            break;
    }
    if (best.algorithms.empty() && refused)
        return *refused;
    return best;
}

Roof newRoof(const RoofSession &session, Precision precision, const Choice &choice, bool sustained)
{
    Roof roof;
    roof.limit = ComputeLimit { precision, ArithmeticUnit::Tensor, sustained };
    ComposedText title =
        composedText(QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"),
                     { upperCase(name(precision)), composedText(QT_TRANSLATE_NOOP("Phrases", "tensor")) });
    if (sustained)
        title = composedText(QT_TRANSLATE_NOOP("Phrases", "%1, sustained"), { std::move(title) });
    roof.setName(std::move(title));
    setTheory(roof, theoreticalTensor(session.properties(), precision));
    roof.data = QT_TRANSLATE_NOOP("Phrases", "normal random numbers");
    roof.instructions = "cuBLASLt, " + textOf(choice.shape);
    return roof;
}

/// Products in a row that take about as long; at least one.
int productsOf(double sampleSeconds, const Choice &choice)
{
    return static_cast<int>(
        std::clamp(std::floor(sampleSeconds / choice.seconds()), 1.0, static_cast<double>(maximumProducts)));
}

} // namespace

Result<void> measureTensor(RoofSession &session, Precision precision)
{
    Result<Choice> tuned = tune(session, precision);
    if (!tuned.ok())
        return tuned.error();
    Choice &choice = tuned.value();
    if (choice.algorithms.empty()) {
        session.note("There is no roof of " + std::string(name(precision))
                     + " on matrix units: cuBLASLt has no product for it on this GPU, or its memory is too small.");
        return {};
    }
    // Others were tried behind it.
    if (const Result<int> again = session.gpu().prepareMatrix(precision, choice.shape); !again.ok())
        return again.error();
    if (Result<void> settled = settle(session, choice); !settled.ok())
        return settled;

    const auto measure = [&](bool sustained, double sampleSeconds, const SteadyLimits &limits) {
        const int products = productsOf(sampleSeconds, choice);
        return session.measure(
            newRoof(session, precision, choice, sustained), flopOf(choice.shape) * products,
            [&session, &choice, products] { return session.gpu().runMatrix(choice.algorithm(), products); }, limits);
    };
    if (session.effort() != Effort::Quick)
        session.sleep(restSeconds);
    // Too short for an interval to become narrow: whatever it is, it is the burst's.
    constexpr double anyWidth = std::numeric_limits<double>::infinity();
    Result<void> done = measure(false, std::min(session.repetitionSeconds(), burstSeconds / burstSamples),
                                { burstSeconds, burstSeconds, anyWidth, bestQuarterMiddle });
    if (!done.ok() || session.effort() == Effort::Quick || session.stopRequested())
        return done;
    const double seconds = std::max(0.0, session.secondsLeft());
    return measure(true, std::min(sustainedSampleSeconds, seconds / burstSamples),
                   { seconds, seconds, steadyHalfWidth, 0.5 });
}

} // namespace rooflight::cuda
