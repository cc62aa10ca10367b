// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/loops/compute_loops.h"

#include <cmath>

// Highway leaves SSE4 out unless it is asked for.
#define HWY_WANT_SSE4 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/roofs/cpu/loops/float_loops.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rooflight::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template<typename T> using Vector = hn::Vec<hn::ScalableTag<T>>;

/// Two units with a latency of five cycles need ten chains, four units with a latency of three twelve; 14 and the
/// constants fit into sixteen registers. The four units of larger Arm cores need sixteen, and the instruction sets with
/// 32 registers have room for 24.
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_AVX2
#define ROOFLIGHT_CHAINS 14
#else
#define ROOFLIGHT_CHAINS 24
#endif

constexpr std::int64_t stepsPerRound = 4;

template<class V> struct Constants {
    V c; ///< -1.9
    V inverse; ///< of c and a millionth more, so that what goes there and back still changes
};

/// Each step gives what follows x in a chain. x*x + c with c = -1.9 stays within -2..2 for ever and never repeats for
/// long: real operands in the multipliers at every step, no denormals, nothing a compiler could fold.

struct Fused {
    template<class V> static HWY_INLINE V next(V x, const Constants<V> &constants, int, int)
    {
#if HWY_TARGET == HWY_NEON
        // Its instruction adds into the third operand: with c there, every step would copy c first.
        return hn::MulAdd(constants.c, constants.c, x);
#else
        return hn::MulAdd(x, x, constants.c);
#endif
    }
};

/// Chains of multiplications beside chains of additions, alternating. Where an addition waits for its own
/// multiplication, the units fall into step with each other and idle, 2 to 9 % of the time, as the moment has it.
struct Apart {
    template<class V> static HWY_INLINE V next(V x, const Constants<V> &constants, int chain, int step)
    {
        const bool back = step % 2 != 0;
        if (chain % 2 == 0)
            return hn::Mul(x, back ? constants.inverse : constants.c);
        return back ? hn::Sub(x, constants.c) : hn::Add(x, constants.c);
    }
};

struct OneNumber {
    template<typename T> static HWY_INLINE T next(T x, const Constants<T> &constants, int, int)
    {
#if HWY_NATIVE_FMA
        return std::fma(x, x, constants.c);
#else
        return x * x + constants.c;
#endif
    }
};

template<class Step, class V, class... Chains>
HWY_INLINE void takeStep(int step, const Constants<V> &constants, Chains &...chains)
{
    int chain = 0;
    ((chains = Step::next(chains, constants, chain++, step)), ...);
}

template<class Step, class V, class... Chains>
HWY_INLINE void run(std::int64_t rounds, const Constants<V> &constants, Chains &...chains)
{
    for (std::int64_t round = 0; round < rounds; ++round) {
        takeStep<Step>(0, constants, chains...);
        takeStep<Step>(1, constants, chains...);
        takeStep<Step>(2, constants, chains...);
        takeStep<Step>(3, constants, chains...);
    }
}

/// A start of its own for each chain and lane.
template<typename T> struct VectorOf {
    using Type = Vector<T>;
    static HWY_INLINE Type filled(T value) { return hn::Set(hn::ScalableTag<T>(), value); }
    static HWY_INLINE Type seed(T value)
    {
        const hn::ScalableTag<T> d;
        return hn::MulAdd(hn::Iota(d, T(1)), hn::Set(d, T(1e-3)), hn::Set(d, value));
    }
    static HWY_INLINE Type sum(Type a, Type b) { return hn::Add(a, b); }
    static HWY_INLINE T total(Type a) { return hn::GetLane(hn::SumOfLanes(hn::ScalableTag<T>(), a)); }
};

template<typename T> struct ScalarOf {
    using Type = T;
    static HWY_INLINE T filled(T value) { return value; }
    static HWY_INLINE T seed(T value) { return value; }
    static HWY_INLINE T sum(T a, T b) { return a + b; }
    static HWY_INLINE T total(T a) { return a; }
};

template<class Of, class First> HWY_INLINE First sumOf(First first)
{
    return first;
}

template<class Of, class First, class... Rest> HWY_INLINE First sumOf(First first, Rest... rest)
{
    return Of::sum(first, sumOf<Of>(rest...));
}

template<class Step, class Of, typename T> HWY_INLINE T runChains(std::int64_t rounds)
{
    using V = typename Of::Type;
    volatile T c = T(-1.9);
    const Constants<V> constants { Of::filled(c), Of::filled(T(1 + 1e-6) / c) };
    V x0 = Of::seed(T(0.01)), x1 = Of::seed(T(0.02)), x2 = Of::seed(T(0.03)), x3 = Of::seed(T(0.04));
    V x4 = Of::seed(T(0.05)), x5 = Of::seed(T(0.06)), x6 = Of::seed(T(0.07)), x7 = Of::seed(T(0.08));
    V x8 = Of::seed(T(0.09)), x9 = Of::seed(T(0.10)), xA = Of::seed(T(0.11)), xB = Of::seed(T(0.12));
    V xC = Of::seed(T(0.13)), xD = Of::seed(T(0.14));
#if ROOFLIGHT_CHAINS == 24
    V xE = Of::seed(T(0.15)), y0 = Of::seed(T(0.16)), y1 = Of::seed(T(0.17)), y2 = Of::seed(T(0.18)),
      y3 = Of::seed(T(0.19));
    V y4 = Of::seed(T(0.20)), y5 = Of::seed(T(0.21)), y6 = Of::seed(T(0.22)), y7 = Of::seed(T(0.23));
    V y8 = Of::seed(T(0.24));
    run<Step>(rounds, constants, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xA, xB, xC, xD, xE, y0, y1, y2, y3, y4, y5, y6,
              y7, y8);
    x0 = Of::sum(x0, sumOf<Of>(xE, y0, y1, y2, y3, y4, y5, y6, y7, y8));
#else
    run<Step>(rounds, constants, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xA, xB, xC, xD);
#endif
    return Of::total(sumOf<Of>(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xA, xB, xC, xD));
}

/// Some instruction sets have vectors of float alone.
template<class Step> HWY_INLINE double runDoubles(std::int64_t rounds)
{
#if HWY_HAVE_FLOAT64
    return runChains<Step, VectorOf<double>, double>(rounds);
#else
    return static_cast<double>(rounds) * 0;
#endif
}

double vectorFmaFloat32(std::int64_t rounds)
{
    return runChains<Fused, VectorOf<float>, float>(rounds);
}

double vectorFmaFloat64(std::int64_t rounds)
{
    return runDoubles<Fused>(rounds);
}

double vectorNoFmaFloat32(std::int64_t rounds)
{
    return runChains<Apart, VectorOf<float>, float>(rounds);
}

double vectorNoFmaFloat64(std::int64_t rounds)
{
    return runDoubles<Apart>(rounds);
}

double scalarFloat32(std::int64_t rounds)
{
    return runChains<OneNumber, ScalarOf<float>, float>(rounds);
}

double scalarFloat64(std::int64_t rounds)
{
    return runChains<OneNumber, ScalarOf<double>, double>(rounds);
}

std::int64_t lanesOfFloat32()
{
    return static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<float>()));
}

/// 0: no vectors of them.
std::int64_t lanesOfFloat64()
{
#if HWY_HAVE_FLOAT64
    return static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<double>()));
#else
    return 0;
#endif
}

bool fuses()
{
    return HWY_NATIVE_FMA != 0;
}

std::int64_t stepsPerLaneAndRound()
{
    return ROOFLIGHT_CHAINS * stepsPerRound;
}

#undef ROOFLIGHT_CHAINS

} // namespace HWY_NAMESPACE
} // namespace rooflight::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rooflight::kernels {

HWY_EXPORT(vectorFmaFloat32);
HWY_EXPORT(vectorFmaFloat64);
HWY_EXPORT(vectorNoFmaFloat32);
HWY_EXPORT(vectorNoFmaFloat64);
HWY_EXPORT(scalarFloat32);
HWY_EXPORT(scalarFloat64);
HWY_EXPORT(lanesOfFloat32);
HWY_EXPORT(lanesOfFloat64);
HWY_EXPORT(fuses);
HWY_EXPORT(stepsPerLaneAndRound);

namespace {

/// Loops of one kind of number with `lanes` of them in a vector.
struct FloatKind {
    Precision precision;
    std::int64_t lanes;
    double (*vectorFma)(std::int64_t rounds);
    double (*vectorNoFma)(std::int64_t rounds);
    double (*scalar)(std::int64_t rounds);
};

std::vector<FloatKind> floatKinds()
{
    return {
        { Precision::Fp32, HWY_DYNAMIC_DISPATCH(lanesOfFloat32)(), HWY_DYNAMIC_DISPATCH(vectorFmaFloat32),
          HWY_DYNAMIC_DISPATCH(vectorNoFmaFloat32), HWY_DYNAMIC_DISPATCH(scalarFloat32) },
        { Precision::Fp64, HWY_DYNAMIC_DISPATCH(lanesOfFloat64)(), HWY_DYNAMIC_DISPATCH(vectorFmaFloat64),
          HWY_DYNAMIC_DISPATCH(vectorNoFmaFloat64), HWY_DYNAMIC_DISPATCH(scalarFloat64) },
    };
}

} // namespace

std::int64_t floatLanes()
{
    return HWY_DYNAMIC_DISPATCH(lanesOfFloat32)();
}

std::vector<ComputeLoop> floatLoops(const std::string &instructions)
{
    const std::int64_t steps = HWY_DYNAMIC_DISPATCH(stepsPerLaneAndRound)();
    const bool fuses = HWY_DYNAMIC_DISPATCH(fuses)();
    const std::vector<FloatKind> kinds = floatKinds();
    std::vector<ComputeLoop> loops;
    for (const FloatKind &kind : kinds) {
        if (kind.lanes > 0)
            loops.push_back({ kind.precision, ArithmeticUnit::Vector, instructions, 2 * steps * kind.lanes,
                              2 * kind.lanes, kind.vectorFma });
    }
    for (const FloatKind &kind : kinds) {
        if (kind.lanes > 0 && fuses)
            loops.push_back({ kind.precision, ArithmeticUnit::VectorNoFma, instructions, steps * kind.lanes, kind.lanes,
                              kind.vectorNoFma });
        loops.push_back({ kind.precision, ArithmeticUnit::Scalar, instructions, 2 * steps, 2, kind.scalar });
    }
    return loops;
}

} // namespace rooflight::kernels
#endif
