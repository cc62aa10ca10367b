// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu/kernels.h"

#include <atomic>
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

template<typename T> using Vector = hn::Vec<hn::ScalableTag<T>>;

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
template<class V, class... Chains> HWY_INLINE void step(V c, Chains &...chains)
{
#if HWY_TARGET == HWY_NEON
    // Its instruction adds into the third operand: with c there, every step would copy c first.
    ((chains = hn::MulAdd(c, c, chains)), ...);
#else
    ((chains = hn::MulAdd(chains, chains, c)), ...);
#endif
}

template<class V, class... Chains> HWY_INLINE void run(std::int64_t rounds, V c, Chains &...chains)
{
    for (std::int64_t round = 0; round < rounds; ++round) {
        step(c, chains...);
        step(c, chains...);
        step(c, chains...);
        step(c, chains...);
    }
}

template<typename T> HWY_INLINE Vector<T> seed(T value)
{
    const hn::ScalableTag<T> d;
    return hn::MulAdd(hn::Iota(d, T(1)), hn::Set(d, T(1e-3)), hn::Set(d, value));
}

template<typename T> HWY_INLINE T runChains(std::int64_t rounds)
{
    const hn::ScalableTag<T> d;
    volatile T constant = T(-1.9);
    const Vector<T> c = hn::Set(d, constant);
    Vector<T> x0 = seed(T(0.01)), x1 = seed(T(0.02)), x2 = seed(T(0.03)), x3 = seed(T(0.04)), x4 = seed(T(0.05));
    Vector<T> x5 = seed(T(0.06)), x6 = seed(T(0.07)), x7 = seed(T(0.08)), x8 = seed(T(0.09)), x9 = seed(T(0.10));
    Vector<T> xA = seed(T(0.11)), xB = seed(T(0.12));
#if RIDGEPOINT_CHAINS == 24
    Vector<T> y0 = seed(T(0.13)), y1 = seed(T(0.14)), y2 = seed(T(0.15)), y3 = seed(T(0.16)), y4 = seed(T(0.17));
    Vector<T> y5 = seed(T(0.18)), y6 = seed(T(0.19)), y7 = seed(T(0.20)), y8 = seed(T(0.21)), y9 = seed(T(0.22));
    Vector<T> yA = seed(T(0.23)), yB = seed(T(0.24));
    run(rounds, c, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xA, xB, y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, yA, yB);
    x0 = y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7 + y8 + y9 + yA + yB + x0;
#else
    run(rounds, c, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xA, xB);
#endif
    x0 = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + xA + xB;
    return hn::GetLane(hn::SumOfLanes(d, x0));
}

template<typename T> constexpr bool hasVectorsOf = sizeof(T) == sizeof(float) || HWY_HAVE_FLOAT64 != 0;

template<typename T> std::int64_t lanesOf()
{
    if constexpr (hasVectorsOf<T>)
        return static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
    else
        return 0;
}

template<typename T> HWY_INLINE T fmaRoundsOfType(std::int64_t rounds)
{
    if constexpr (hasVectorsOf<T>)
        return runChains<T>(rounds);
    else
        return 0;
}

double fmaRoundsFloat32(std::int64_t rounds)
{
    return fmaRoundsOfType<float>(rounds);
}

double fmaRoundsFloat64(std::int64_t rounds)
{
    return fmaRoundsOfType<double>(rounds);
}

std::int64_t vectorLanesOf(bool isDouble)
{
    return isDouble ? lanesOf<double>() : lanesOf<float>();
}

std::int64_t flopPerLaneAndRound()
{
    return 2 * RIDGEPOINT_CHAINS * stepsPerRound;
}

/// Vectors of 32 bytes where the widest have more.
using Narrow = hn::CappedTag<float, 8>;

/// Keeps a compiler from making one pass of many.
HWY_INLINE void endPass()
{
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

template<class Tag> HWY_INLINE float sumWith(Tag d, const float *values, std::size_t count, std::int64_t passes)
{
    const std::size_t lanes = hn::Lanes(d);
    hn::Vec<Tag> s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (std::int64_t pass = 0; pass < passes; ++pass) {
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
        endPass();
    }
    s0 = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
    return hn::GetLane(hn::SumOfLanes(d, s0));
}

/// a[i] = make(i), a vector at a time.
template<class Tag, class Make>
HWY_INLINE void storeWith(Tag d, float *a, std::size_t count, std::int64_t passes, bool pastCaches, Make make)
{
    const std::size_t lanes = hn::Lanes(d);
    for (std::int64_t pass = 0; pass < passes; ++pass) {
        if (pastCaches) {
            for (std::size_t i = 0; i < count; i += lanes)
                hn::Stream(make(d, i), d, a + i);
        } else {
            for (std::size_t i = 0; i < count; i += 4 * lanes) {
                hn::Store(make(d, i), d, a + i);
                hn::Store(make(d, i + lanes), d, a + i + lanes);
                hn::Store(make(d, i + 2 * lanes), d, a + i + 2 * lanes);
                hn::Store(make(d, i + 3 * lanes), d, a + i + 3 * lanes);
            }
        }
        endPass();
    }
    if (pastCaches)
        hwy::FlushStream();
}

template<class Make>
HWY_INLINE void storeAll(float *a, std::size_t count, std::int64_t passes, Access access, Make make)
{
    if (access.narrow)
        storeWith(Narrow(), a, count, passes, access.pastCaches, make);
    else
        storeWith(Floats(), a, count, passes, access.pastCaches, make);
}

float sumOf(const float *values, std::size_t count, std::int64_t passes, Access access)
{
    return access.narrow ? sumWith(Narrow(), values, count, passes) : sumWith(Floats(), values, count, passes);
}

void writeOf(float *a, float value, std::size_t count, std::int64_t passes, Access access)
{
    storeAll(a, count, passes, access, [value](auto d, std::size_t) HWY_ATTR { return hn::Set(d, value); });
}

void copyOf(float *a, const float *b, std::size_t count, std::int64_t passes, Access access)
{
    storeAll(a, count, passes, access, [b](auto d, std::size_t i) HWY_ATTR { return hn::Load(d, b + i); });
}

void updateOf(float *a, float scale, std::size_t count, std::int64_t passes, Access access)
{
    storeAll(a, count, passes, access,
             [a, scale](auto d, std::size_t i) HWY_ATTR { return hn::Mul(hn::Set(d, scale), hn::Load(d, a + i)); });
}

void triadOf(float *a, const float *b, const float *c, float scale, std::size_t count, std::int64_t passes,
             Access access)
{
    storeAll(a, count, passes, access, [b, c, scale](auto d, std::size_t i) HWY_ATTR {
        return hn::MulAdd(hn::Set(d, scale), hn::Load(d, c + i), hn::Load(d, b + i));
    });
}

#undef RIDGEPOINT_CHAINS

} // namespace HWY_NAMESPACE
} // namespace ridgepoint::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint::kernels {

HWY_EXPORT(fmaRoundsFloat32);
HWY_EXPORT(fmaRoundsFloat64);
HWY_EXPORT(vectorLanesOf);
HWY_EXPORT(flopPerLaneAndRound);
HWY_EXPORT(sumOf);
HWY_EXPORT(writeOf);
HWY_EXPORT(copyOf);
HWY_EXPORT(updateOf);
HWY_EXPORT(triadOf);

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

std::size_t vectorLanes(Element element)
{
    return static_cast<std::size_t>(HWY_DYNAMIC_DISPATCH(vectorLanesOf)(element == Element::Float64));
}

std::int64_t flopPerRound(Element element)
{
    return HWY_DYNAMIC_DISPATCH(flopPerLaneAndRound)() * static_cast<std::int64_t>(vectorLanes(element));
}

double fmaRounds(Element element, std::int64_t rounds)
{
    return element == Element::Float64 ? HWY_DYNAMIC_DISPATCH(fmaRoundsFloat64)(rounds)
                                       : HWY_DYNAMIC_DISPATCH(fmaRoundsFloat32)(rounds);
}

float sum(const float *values, std::size_t count, std::int64_t passes, Access access)
{
    return HWY_DYNAMIC_DISPATCH(sumOf)(values, count, passes, access);
}

void write(float *a, float value, std::size_t count, std::int64_t passes, Access access)
{
    HWY_DYNAMIC_DISPATCH(writeOf)(a, value, count, passes, access);
}

void copy(float *a, const float *b, std::size_t count, std::int64_t passes, Access access)
{
    HWY_DYNAMIC_DISPATCH(copyOf)(a, b, count, passes, access);
}

void update(float *a, float scale, std::size_t count, std::int64_t passes, Access access)
{
    HWY_DYNAMIC_DISPATCH(updateOf)(a, scale, count, passes, access);
}

void triad(float *a, const float *b, const float *c, float scale, std::size_t count, std::int64_t passes, Access access)
{
    HWY_DYNAMIC_DISPATCH(triadOf)(a, b, c, scale, count, passes, access);
}

} // namespace ridgepoint::kernels
#endif
