// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/roofs.h"
#include "core/roofs/cuda/sizes.h"
#include "core/roofs/cuda/theoretical.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace ridgepoint::cuda {

namespace {

constexpr double burstSeconds = 0.1;
constexpr int burstSamples = 25;

/// A product that takes longer leaves too few repeats in a burst: larger shapes are not tried.
constexpr double longestProductSeconds = 0.02;

/// The GPU rests before a burst, so that the heat and power of the search do not count.
constexpr double restSeconds = 0.2;

/// A sustained rate whose interval is wider is called unsteady.
constexpr double steadyHalfWidth = 0.01;

constexpr int mostProducts = 1000;

struct Choice {
    MatrixShape shape;
    int algorithm = 0;
    double seconds = 0; ///< of one product
    [[nodiscard]] double rate() const { return seconds > 0 ? flopOf(shape) / seconds : 0; }
};

std::string textOf(const MatrixShape &shape)
{
    return std::to_string(shape.m) + " x " + std::to_string(shape.n) + " x " + std::to_string(shape.k);
}

/// The fastest algorithm for the shape; seconds 0 when the library has none that runs.
Result<Choice> bestAlgorithm(RoofSession &session, Precision precision, const MatrixShape &shape, double deadline)
{
    const Result<int> algorithms = session.gpu().prepareMatrix(precision, shape);
    if (!algorithms.ok())
        return algorithms.error();
    Choice best { shape, 0, 0 };
    for (int algorithm = 0; algorithm < algorithms.value(); ++algorithm) {
        constexpr int products = 3;
        const Result<KernelTime> time = session.gpu().runMatrix(algorithm, products);
        if (!time.ok())
            return time.error();
        const double seconds = time.value().seconds / products;
        if (seconds > 0 && (best.seconds == 0 || seconds < best.seconds))
            best = { shape, algorithm, seconds };
        if (session.now() > deadline)
            break;
    }
    return best;
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
        const Result<Choice> choice = bestAlgorithm(session, precision, shape, deadline);
        if (!choice.ok() && choice.error().code == ErrorCode::OutOfMemory) {
            session.gpu().release();
            refused = choice.error();
            continue;
        }
        if (!choice.ok())
            return choice.error();
        if (choice.value().rate() > best.rate())
            best = choice.value();
        if (session.now() > deadline || choice.value().seconds > longestProductSeconds)
            break;
    }
    if (best.seconds == 0 && refused)
        return *refused;
    return best;
}

Roof newRoof(const RoofSession &session, Precision precision, const Choice &choice)
{
    Roof roof;
    roof.kind = RoofKind::Compute;
    roof.name = std::string(name(precision));
    std::ranges::transform(roof.name, roof.name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    roof.name += " (tensor)";
    roof.precision = name(precision);
    roof.unit = "tensor";
    setTheory(roof, theoreticalTensor(session.properties(), precision));
    roof.data = "normal random numbers";
    roof.instructions = "cuBLASLt, " + textOf(choice.shape);
    return roof;
}

void keepBurst(RoofSession &session, Roof roof, const RoofSession::Series &burst)
{
    session.keep(std::move(roof), burst, bestQuarterMiddle, true);
}

void keepSustained(RoofSession &session, Roof roof, const RoofSession::Series &series)
{
    roof.name += ", sustained";
    roof.sustained = true;
    std::vector<double> sorted = series.values;
    std::ranges::sort(sorted);
    constexpr double median = 0.5;
    const auto [lower, upper] = quantileInterval(sorted, median);
    session.keep(std::move(roof), series, median, (upper - lower) / 2 <= steadyHalfWidth * quantile(sorted, median));
}

} // namespace

Result<void> measureTensor(RoofSession &session, Precision precision)
{
    const Result<Choice> tuned = tune(session, precision);
    if (!tuned.ok())
        return tuned.error();
    const Choice &choice = tuned.value();
    if (choice.seconds == 0) {
        session.note("There is no roof of " + std::string(name(precision))
                     + " on matrix units: cuBLASLt has no product for it on this GPU, or its memory is too small.");
        return {};
    }
    // Others were tried behind it.
    if (const Result<int> again = session.gpu().prepareMatrix(precision, choice.shape); !again.ok())
        return again.error();

    const double sampleSeconds = std::min(session.repeatSeconds(), burstSeconds / burstSamples);
    const int products =
        static_cast<int>(std::clamp(std::ceil(sampleSeconds / choice.seconds), 1.0, static_cast<double>(mostProducts)));
    const double flop = flopOf(choice.shape) * products;
    const auto work = [&session, &choice, products] { return session.gpu().runMatrix(choice.algorithm, products); };

    if (session.effort() != Effort::Quick)
        session.sleep(restSeconds);
    const Result<RoofSession::Series> burst = session.measureFor(burstSeconds, flop, work);
    if (!burst.ok())
        return burst.error();
    keepBurst(session, newRoof(session, precision, choice), burst.value());

    if (session.effort() != Effort::Quick && !session.ended()) {
        const Result<RoofSession::Series> series = session.measureFor(session.taskSecondsLeft(), flop, work);
        if (!series.ok())
            return series.error();
        keepSustained(session, newRoof(session, precision, choice), series.value());
    }
    return {};
}

} // namespace ridgepoint::cuda
