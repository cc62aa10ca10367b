// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/roofs.h"
#include "core/roofs/cuda/theoretical.h"

#include <algorithm>
#include <cctype>

namespace ridgepoint::cuda {

namespace {

constexpr int mostRounds = 1 << 24;

std::string upper(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
}

std::string_view instructionOf(Precision precision)
{
    switch (precision) {
    case Precision::Fp64:
        return "DFMA";
    case Precision::Fp16:
        return "HFMA2";
    case Precision::Bf16:
        return "HFMA2.BF16";
    default:
        return "FFMA";
    }
}

/// The fastest arrangement, with rounds for one repeat.
Result<FmaWork> tuneFma(RoofSession &session, Precision precision)
{
    const double deadline = session.tuningDeadline();
    FmaWork best;
    double bestRate = 0;
    for (const int chains : { 8, 4, 16 }) {
        for (const int blocks : { 8, 4 }) {
            if (bestRate > 0 && session.now() > deadline)
                break;
            FmaWork work { precision, chains, blocks, 1 };
            const auto run = [&](int rounds) {
                work.rounds = rounds;
                return session.gpu().runFma(work);
            };
            const Result<int> rounds = amountFor(session.repeatSeconds() / 4, mostRounds, run);
            if (!rounds.ok())
                return rounds.error();
            const Result<KernelTime> time = run(rounds.value());
            if (!time.ok())
                return time.error();
            const double rate = flopOf(work, session.properties().multiprocessors) / time.value().seconds;
            if (rate > bestRate) {
                bestRate = rate;
                best = work;
            }
        }
    }
    best.rounds = std::min(mostRounds, 4 * best.rounds);
    return best;
}

} // namespace

Result<void> measureVector(RoofSession &session, Precision precision)
{
    const Result<FmaWork> tuned = tuneFma(session, precision);
    if (!tuned.ok())
        return tuned.error();
    const FmaWork work = tuned.value();
    Roof roof;
    roof.kind = RoofKind::Compute;
    roof.name = upper(name(precision)) + " FMA (vector)";
    roof.precision = name(precision);
    roof.unit = "vector";
    setTheory(roof, theoreticalVector(session.properties(), precision));
    roof.instructions = std::string(instructionOf(precision)) + ", " + std::to_string(work.chains) + " chains, "
        + std::to_string(work.blocksPerMultiprocessor) + " blocks of " + std::to_string(fmaThreads)
        + " threads a multiprocessor";
    return session.measure(std::move(roof), flopOf(work, session.properties().multiprocessors),
                           [&session, &work] { return session.gpu().runFma(work); });
}

} // namespace ridgepoint::cuda
