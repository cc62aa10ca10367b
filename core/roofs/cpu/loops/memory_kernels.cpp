// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/loops/memory_kernels.h"

#include "core/base/environment.h"

#include <atomic>

// Highway leaves SSE4 out unless it is asked for.
#define HWY_WANT_SSE4 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/roofs/cpu/loops/memory_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rooflight::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

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
    // NOLINTNEXTLINE(bugprone-branch-clone): on some targets both vectors are of the same width
    if (access.narrow)
        storeWith(Narrow(), a, count, passes, access.pastCaches, make);
    else
        storeWith(Floats(), a, count, passes, access.pastCaches, make);
}

float sumOf(const float *values, std::size_t count, std::int64_t passes, Access access)
{
    // NOLINTNEXTLINE(bugprone-branch-clone): as above
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

} // namespace HWY_NAMESPACE
} // namespace rooflight::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rooflight::kernels {

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
    const char *wanted = environmentVariable("ROOFLIGHT_SIMD");
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
                   "ROOFLIGHT_SIMD is \"" + std::string(wanted)
                       + "\", which is not an instruction set that this machine and this program share.",
                   "Set it to one of " + namesOf(usable) + ", or unset it." };
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

} // namespace rooflight::kernels
#endif
