// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu/kernels.h"

#include <cstdlib>

// Highway leaves SSE4 out unless it is asked for.
#define HWY_WANT_SSE4 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/peaks/cpu/kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;

/// Two units with a latency of five cycles need ten chains; twelve and the constant fit into sixteen registers. The
/// four units of larger Arm cores need sixteen, and the instruction sets with 32 registers have room for 24.
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_AVX2
#define RIDGEPOINT_CHAINS 12
#else
#define RIDGEPOINT_CHAINS 24
#endif

constexpr std::int64_t stepsPerRound = 4;

/// One fused multiply-add in every chain. x*x + c with c = -1.9 stays within -2..2 for ever and never repeats for
/// long: real operands in the multipliers at every step, no denormals, nothing a compiler could fold.
template<class... Chains> HWY_INLINE void step(Vector c, Chains &...chains)
{
#if HWY_TARGET == HWY_NEON
    // Its instruction adds into the third operand: with c there, every step would copy c first.
    ((chains = hn::MulAdd(c, c, chains)), ...);
#else
    ((chains = hn::MulAdd(chains, chains, c)), ...);
#endif
}

template<class... Chains> HWY_INLINE void run(std::int64_t rounds, Vector c, Chains &...chains)
{
    for (std::int64_t round = 0; round < rounds; ++round) {
        step(c, chains...);
        step(c, chains...);
        step(c, chains...);
        step(c, chains...);
    }
}

HWY_INLINE Vector seed(float value)
{
    const Floats d;
    return hn::MulAdd(hn::Iota(d, 1.0F), hn::Set(d, 1e-3F), hn::Set(d, value));
}

float fmaRoundsOf(std::int64_t rounds)
{
    const Floats d;
    volatile float constant = -1.9F;
    const Vector c = hn::Set(d, constant);
    Vector x0 = seed(0.01F), x1 = seed(0.02F), x2 = seed(0.03F), x3 = seed(0.04F), x4 = seed(0.05F), x5 = seed(0.06F);
    Vector x6 = seed(0.07F), x7 = seed(0.08F), x8 = seed(0.09F), x9 = seed(0.10F), xA = seed(0.11F), xB = seed(0.12F);
#if RIDGEPOINT_CHAINS == 24
    Vector y0 = seed(0.13F), y1 = seed(0.14F), y2 = seed(0.15F), y3 = seed(0.16F), y4 = seed(0.17F), y5 = seed(0.18F);
    Vector y6 = seed(0.19F), y7 = seed(0.20F), y8 = seed(0.21F), y9 = seed(0.22F), yA = seed(0.23F), yB = seed(0.24F);
    run(rounds, c, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xA, xB, y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, yA, yB);
    x0 = y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7 + y8 + y9 + yA + yB + x0;
#else
    run(rounds, c, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xA, xB);
#endif
    x0 = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + xA + xB;
    return hn::GetLane(hn::SumOfLanes(d, x0));
}

std::int64_t flopPerRoundOf()
{
    return static_cast<std::int64_t>(2 * RIDGEPOINT_CHAINS * stepsPerRound * hn::Lanes(Floats()));
}

std::size_t vectorFloatsOf()
{
    return hn::Lanes(Floats());
}

/// Vectors of 32 bytes where the widest have more: some processors stream faster that way.
using Narrow = hn::CappedTag<float, 8>;

template<class Tag> HWY_INLINE float sumWith(Tag d, const float *values, std::size_t count)
{
    const std::size_t lanes = hn::Lanes(d);
    hn::Vec<Tag> s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (std::size_t i = 0; i < count; i += 8 * lanes) {
        const float *block = values + i;
        s0 = hn::Add(s0, hn::Load(d, block));
        s1 = hn::Add(s1, hn::Load(d, block + lanes));
        s2 = hn::Add(s2, hn::Load(d, block + 2 * lanes));
        s3 = hn::Add(s3, hn::Load(d, block + 3 * lanes));
        s4 = hn::Add(s4, hn::Load(d, block + 4 * lanes));
        s5 = hn::Add(s5, hn::Load(d, block + 5 * lanes));
        s6 = hn::Add(s6, hn::Load(d, block + 6 * lanes));
        s7 = hn::Add(s7, hn::Load(d, block + 7 * lanes));
    }
    s0 = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
    return hn::GetLane(hn::SumOfLanes(d, s0));
}

template<class Tag>
HWY_INLINE void triadWith(Tag d, float *a, const float *b, const float *c, float scale, std::size_t count)
{
    const std::size_t lanes = hn::Lanes(d);
    const hn::Vec<Tag> s = hn::Set(d, scale);
    for (std::size_t i = 0; i < count; i += lanes)
        hn::Stream(hn::MulAdd(s, hn::Load(d, c + i), hn::Load(d, b + i)), d, a + i);
    hwy::FlushStream();
}

float sumOf(const float *values, std::size_t count)
{
    return sumWith(Floats(), values, count);
}

float sumNarrowOf(const float *values, std::size_t count)
{
    return sumWith(Narrow(), values, count);
}

void triadOf(float *a, const float *b, const float *c, float scale, std::size_t count)
{
    triadWith(Floats(), a, b, c, scale, count);
}

void triadNarrowOf(float *a, const float *b, const float *c, float scale, std::size_t count)
{
    triadWith(Narrow(), a, b, c, scale, count);
}

#undef RIDGEPOINT_CHAINS

} // namespace HWY_NAMESPACE
} // namespace ridgepoint::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint::kernels {

HWY_EXPORT(fmaRoundsOf);
HWY_EXPORT(flopPerRoundOf);
HWY_EXPORT(vectorFloatsOf);
HWY_EXPORT(sumOf);
HWY_EXPORT(sumNarrowOf);
HWY_EXPORT(triadOf);
HWY_EXPORT(triadNarrowOf);

namespace {

/// Instruction sets that are both in this program and in this machine, one bit each; lower bits are better ones.
std::int64_t usableTargets()
{
    hwy::DisableTargets(0);
    return hwy::SupportedTargets() & HWY_TARGETS;
}

std::int64_t bestOf(std::int64_t targets)
{
    return targets & -targets;
}

std::string namesOf(std::int64_t targets)
{
    std::string names;
    for (; targets != 0; targets &= targets - 1) {
        names += names.empty() ? "" : ", ";
        names += hwy::TargetName(bestOf(targets));
    }
    return names;
}

} // namespace

Result<std::string> chooseInstructionSet()
{
    const std::int64_t usable = usableTargets();
    const char *wanted = std::getenv("RIDGEPOINT_SIMD");
    if (!wanted || *wanted == '\0')
        return std::string(hwy::TargetName(bestOf(usable)));

    for (std::int64_t rest = usable; rest != 0; rest &= rest - 1) {
        const std::int64_t target = bestOf(rest);
        if (std::string(wanted) == hwy::TargetName(target)) {
            hwy::DisableTargets(target - 1);
            return std::string(wanted);
        }
    }
    return Error { ErrorCode::CommandLine,
                   "RIDGEPOINT_SIMD is \"" + std::string(wanted)
                       + "\", which is no instruction set that this machine and this program share.",
                   "Set it to one of " + namesOf(usable) + ", or unset it." };
}

std::size_t vectorFloats()
{
    return HWY_DYNAMIC_DISPATCH(vectorFloatsOf)();
}

std::int64_t flopPerRound()
{
    return HWY_DYNAMIC_DISPATCH(flopPerRoundOf)();
}

float fmaRounds(std::int64_t rounds)
{
    return HWY_DYNAMIC_DISPATCH(fmaRoundsOf)(rounds);
}

float sum(const float *values, std::size_t count, Width width)
{
    return width == Width::Full ? HWY_DYNAMIC_DISPATCH(sumOf)(values, count)
                                : HWY_DYNAMIC_DISPATCH(sumNarrowOf)(values, count);
}

void triad(float *a, const float *b, const float *c, float scale, std::size_t count, Width width)
{
    if (width == Width::Full)
        HWY_DYNAMIC_DISPATCH(triadOf)(a, b, c, scale, count);
    else
        HWY_DYNAMIC_DISPATCH(triadNarrowOf)(a, b, c, scale, count);
}

} // namespace ridgepoint::kernels
#endif
