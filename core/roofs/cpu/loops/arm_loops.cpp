// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/loops/extension_loops.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace rooflight::kernels {

#if defined(__aarch64__)

namespace {

/// As the float loops: enough for four units, and few enough for the registers.
constexpr int chainCount = 24;
constexpr std::int64_t stepsPerRound = 4;
constexpr std::int64_t lanes = 4; ///< of 32 bits in a vector

#define ROOFLIGHT_UNROLL _Pragma("GCC unroll 24")

/// Bits that no compiler knows.
std::uint32_t hidden(std::uint32_t bits)
{
    volatile std::uint32_t value = bits;
    return value;
}

constexpr std::uint32_t twoFp16 = 0x3c503a10; ///< 1.078125 and 0.7578125
constexpr std::uint32_t twoOtherFp16 = 0x3538b828; ///< 0.326171875 and -0.51953125
constexpr std::uint32_t twoBf16 = 0x3f8a3f21; ///< 1.078125 and 0.62890625
constexpr std::uint32_t twoOtherBf16 = 0x3ea7bf05; ///< 0.326171875 and -0.51953125
constexpr std::uint32_t fourInt8 = 0x5b236147;
constexpr std::uint32_t fourOtherInt8 = 0x279d4bc3;

/// `rounds` times four steps of INSTRUCTION(chain, left, right) in every chain, summed by SUM. One operand changes from
/// step to step, as it would in a product.
#define ROOFLIGHT_LOOP(Vector, start, Operand, operand, instruction, sum, bits, otherBits)                             \
    const Operand left = operand(vdupq_n_u32(hidden(bits)));                                                           \
    const Operand even = operand(vdupq_n_u32(hidden(otherBits)));                                                      \
    const Operand odd = operand(vdupq_n_u32(hidden(bits)));                                                            \
    Vector chains[chainCount];                                                                                         \
    ROOFLIGHT_UNROLL for (int i = 0; i < chainCount; ++i) chains[i] = start(i);                                        \
    for (std::int64_t round = 0; round < rounds; ++round) {                                                            \
        ROOFLIGHT_UNROLL for (auto &chain : chains) chain = instruction(chain, left, even);                            \
        ROOFLIGHT_UNROLL for (auto &chain : chains) chain = instruction(chain, left, odd);                             \
        ROOFLIGHT_UNROLL for (auto &chain : chains) chain = instruction(chain, left, even);                            \
        ROOFLIGHT_UNROLL for (auto &chain : chains) chain = instruction(chain, left, odd);                             \
    }                                                                                                                  \
    double total = 0;                                                                                                  \
    ROOFLIGHT_UNROLL for (const auto &chain : chains) total += static_cast<double>(sum(chain));                        \
    return total

#define ROOFLIGHT_FP16(i) vdupq_n_f16(static_cast<float16_t>(i))
#define ROOFLIGHT_FP32(i) vdupq_n_f32(static_cast<float>(i))
#define ROOFLIGHT_FIRST_LANE(chain) vgetq_lane_f16(chain, 0)

__attribute__((target("arch=armv8.2-a+fp16"))) double fmaFp16(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(float16x8_t, ROOFLIGHT_FP16, float16x8_t, vreinterpretq_f16_u32, vfmaq_f16, ROOFLIGHT_FIRST_LANE,
                   twoFp16, twoOtherFp16);
}

__attribute__((target("arch=armv8.2-a+dotprod"))) double dotInt8(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(int32x4_t, vdupq_n_s32, int8x16_t, vreinterpretq_s8_u32, vdotq_s32, vaddvq_s32, fourInt8,
                   fourOtherInt8);
}

__attribute__((target("arch=armv8.2-a+i8mm"))) double matrixInt8(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(int32x4_t, vdupq_n_s32, int8x16_t, vreinterpretq_s8_u32, vmmlaq_s32, vaddvq_s32, fourInt8,
                   fourOtherInt8);
}

__attribute__((target("arch=armv8.2-a+bf16"))) double dotBf16(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(float32x4_t, ROOFLIGHT_FP32, bfloat16x8_t, vreinterpretq_bf16_u32, vbfdotq_f32, vaddvq_f32, twoBf16,
                   twoOtherBf16);
}

__attribute__((target("arch=armv8.2-a+bf16"))) double matrixBf16(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(float32x4_t, ROOFLIGHT_FP32, bfloat16x8_t, vreinterpretq_bf16_u32, vbfmmlaq_f32, vaddvq_f32, twoBf16,
                   twoOtherBf16);
}

/// One instruction a step and chain, in each lane of 32 bits `pairs` multiply-adds.
ComputeLoop loop(Precision precision, ArithmeticUnit unit, const char *instructions, std::int64_t pairs,
                 double (*run)(std::int64_t rounds))
{
    const std::int64_t flop = 2 * pairs * lanes;
    return { precision, unit, instructions, stepsPerRound * chainCount * flop, flop, run };
}

} // namespace

std::vector<ComputeLoop> armLoops(const CpuFeatures &features)
{
    std::vector<ComputeLoop> loops;
    if (features.neonFp16)
        loops.push_back(loop(Precision::Fp16, ArithmeticUnit::Vector, "NEON_FP16", 2, fmaFp16));
    if (features.neonBf16) {
        loops.push_back(loop(Precision::Bf16, ArithmeticUnit::Dot, "NEON_BF16", 2, dotBf16));
        loops.push_back(loop(Precision::Bf16, ArithmeticUnit::Mmla, "NEON_BF16", 4, matrixBf16));
    }
    if (features.neonDotProduct)
        loops.push_back(loop(Precision::Int8, ArithmeticUnit::Dot, "NEON_DOTPROD", 4, dotInt8));
    if (features.neonInt8Matrix)
        loops.push_back(loop(Precision::Int8, ArithmeticUnit::Mmla, "NEON_I8MM", 8, matrixInt8));
    return loops;
}

#else

std::vector<ComputeLoop> armLoops(const CpuFeatures &)
{
    return {};
}

#endif

} // namespace rooflight::kernels
