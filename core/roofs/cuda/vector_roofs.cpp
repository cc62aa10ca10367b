// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/theoretical.h"

#include <algorithm>

namespace rooflight::cuda {

namespace {

constexpr int maximumRounds = 1 << 24;

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

/// The fastest arrangement, with rounds for one repetition.
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
            const Result<int> rounds = amountFor(session.repetitionSeconds() / 4, maximumRounds, run);
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
    best.rounds = std::min(maximumRounds, 4 * best.rounds);
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
    roof.limit = ComputeLimit { precision, ArithmeticUnit::Vector };
    roof.setName(upperCase(name(precision)) + " FMA", composedText(QT_TRANSLATE_NOOP("Phrases", "vector")));
    setTheory(roof, theoreticalVector(session.properties(), precision));
    roof.instructions = std::string(instructionOf(precision)) + ", " + std::to_string(work.chains) + " chains, "
        + std::to_string(work.blocksPerMultiprocessor) + " blocks of " + std::to_string(fmaThreads)
        + " threads a multiprocessor";
    return session.measure(std::move(roof), flopOf(work, session.properties().multiprocessors),
                           [&session, &work] { return session.gpu().runFma(work); });
}

Result<void> measureSpecial(RoofSession &session)
{
    SpecialWork work;
    const auto run = [&session, &work](int rounds) {
        work.rounds = rounds;
        return session.gpu().runSpecial(work);
    };
    const Result<int> rounds = amountFor(session.repetitionSeconds(), maximumRounds, run);
    if (!rounds.ok())
        return rounds.error();
    work.rounds = rounds.value();
    Roof roof;
    roof.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Special };
    roof.setName("FP32 exp2", composedText(QT_TRANSLATE_NOOP("Phrases", "special functions")));
    setTheory(roof, theoreticalSpecial(session.properties()));
    roof.instructions = "MUFU.EX2, " + std::to_string(specialChains) + " chains, "
        + std::to_string(work.blocksPerMultiprocessor) + " blocks of " + std::to_string(specialThreads)
        + " threads a multiprocessor";
    return session.measure(std::move(roof), flopOf(work, session.properties().multiprocessors),
                           [&session, &work] { return session.gpu().runSpecial(work); });
}

} // namespace rooflight::cuda
