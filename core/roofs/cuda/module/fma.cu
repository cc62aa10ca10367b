// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/span.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

namespace rooflight::cuda::kernels {

namespace {

/// x -> x x + c with c near -1.8 wanders through (-2, 2) for ever: it neither settles, which would spare the circuits
/// their switching, nor runs away. No compiler can fold a quadratic chain.
constexpr float constant = -1.8F;

template<typename T> __device__ T valueOf(float number)
{
    if constexpr (std::is_same_v<T, __half2>)
        return __float2half2_rn(number);
    else if constexpr (std::is_same_v<T, __nv_bfloat162>)
        return __float2bfloat162_rn(number);
    else
        return static_cast<T>(number);
}

__device__ float step(float x, float c)
{
    return fmaf(x, x, c);
}

__device__ double step(double x, double c)
{
    return ::fma(x, x, c);
}

__device__ __half2 step(__half2 x, __half2 c)
{
    return __hfma2(x, x, c);
}

__device__ __nv_bfloat162 step(__nv_bfloat162 x, __nv_bfloat162 c)
{
#if __CUDA_ARCH__ >= 800
    return __hfma2(x, x, c);
#else
    // No such instruction before: nothing starts this kernel there (hasVector()).
    __trap();
    return c;
#endif
}

template<typename T> __device__ float numberOf(T x)
{
    if constexpr (std::is_same_v<T, __half2> || std::is_same_v<T, __nv_bfloat162>)
        return __low2float(x) + __high2float(x);
    else
        return static_cast<float>(x);
}

template<typename T, int Chains>
__global__ void __launch_bounds__(fmaThreads) fmaChains(int rounds, float seed, Span *spans, unsigned *sink)
{
    T chains[Chains];
    const T c = valueOf<T>(constant + seed);
#pragma unroll
    for (int i = 0; i < Chains; ++i)
        chains[i] = valueOf<T>(static_cast<float>((threadIdx.x * Chains + i) % 97) / 97.0F + seed);

    const unsigned long long start = startSpan();
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int inner = 0; inner < fmaStepsPerRound; ++inner) {
#pragma unroll
            for (int i = 0; i < Chains; ++i)
                chains[i] = step(chains[i], c);
        }
    }
    endSpan(spans, start);

    float sum = 0;
#pragma unroll
    for (int i = 0; i < Chains; ++i)
        sum += numberOf(chains[i]);
    // Never true, as no chain leaves (-2, 2), which the compiler does not know.
    if (sum > 1000.0F)
        *sink = __float_as_uint(sum);
}

template<typename T> cudaError_t launch(const FmaWork &work, int blocks, Span *spans, unsigned *sink)
{
    constexpr float seed = 1e-3F;
    switch (work.chains) {
    case 4:
        fmaChains<T, 4><<<blocks, fmaThreads>>>(work.rounds, seed, spans, sink);
        break;
    case 8:
        fmaChains<T, 8><<<blocks, fmaThreads>>>(work.rounds, seed, spans, sink);
        break;
    case 16:
        fmaChains<T, 16><<<blocks, fmaThreads>>>(work.rounds, seed, spans, sink);
        break;
    default:
        return cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}

__global__ void clearSpans(Span *spans)
{
    spans[threadIdx.x] = { ~0ULL, 0 };
}

} // namespace

cudaError_t resetSpans(Span *spans)
{
    clearSpans<<<1, spanCount>>>(spans);
    return cudaGetLastError();
}

cudaError_t fma(const FmaWork &work, int multiprocessors, Span *spans, unsigned *sink)
{
    const int blocks = work.blocksPerMultiprocessor * multiprocessors;
    switch (work.precision) {
    case Precision::Fp64:
        return launch<double>(work, blocks, spans, sink);
    case Precision::Fp32:
        return launch<float>(work, blocks, spans, sink);
    case Precision::Fp16:
        return launch<__half2>(work, blocks, spans, sink);
    case Precision::Bf16:
        return launch<__nv_bfloat162>(work, blocks, spans, sink);
    default:
        return cudaErrorInvalidValue;
    }
}

} // namespace rooflight::cuda::kernels
