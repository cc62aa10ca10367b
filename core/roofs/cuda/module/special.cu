// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/span.cuh"

namespace rooflight::cuda::kernels {

namespace {

/// One instruction (MUFU.EX2 with a negated operand): without .ftz small operands would be scaled before and behind it.
__device__ float exp2OfNegative(float x)
{
    float result;
    asm("{ .reg .f32 negative; neg.f32 negative, %1; ex2.approx.ftz.f32 %0, negative; }" : "=f"(result) : "f"(x));
    return result;
}

/// x -> 2^-x settles at 0.64 and neither overflows nor becomes denormal; the rate of the unit does not depend on x.
__global__ void __launch_bounds__(specialThreads) exp2Chains(int rounds, float seed, Span *spans, unsigned *sink)
{
    float chains[specialChains];
#pragma unroll
    for (int i = 0; i < specialChains; ++i)
        chains[i] = static_cast<float>((threadIdx.x * specialChains + i) % 97) / 97.0F + seed;

    const unsigned long long start = startSpan();
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int inner = 0; inner < specialStepsPerRound; ++inner) {
#pragma unroll
            for (int i = 0; i < specialChains; ++i)
                chains[i] = exp2OfNegative(chains[i]);
        }
    }
    endSpan(spans, start);

    float sum = 0;
#pragma unroll
    for (int i = 0; i < specialChains; ++i)
        sum += chains[i];
    // Never true, as no chain leaves (0, 1); only the run shows it.
    if (sum > 1000.0F)
        *sink = __float_as_uint(sum);
}

} // namespace

cudaError_t special(const SpecialWork &work, int multiprocessors, Span *spans, unsigned *sink)
{
    constexpr float seed = 1e-3F;
    exp2Chains<<<work.blocksPerMultiprocessor * multiprocessors, specialThreads>>>(work.rounds, seed, spans, sink);
    return cudaGetLastError();
}

} // namespace rooflight::cuda::kernels
