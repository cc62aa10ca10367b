// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/kernels.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>

namespace rooflight::cuda::kernels {

namespace {

/// Bits without a pattern: the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014) over a counter.
__device__ unsigned long long scrambled(unsigned long long counter)
{
    counter += 0x9e3779b97f4a7c15ULL;
    counter = (counter ^ (counter >> 30)) * 0xbf58476d1ce4e5b9ULL;
    counter = (counter ^ (counter >> 27)) * 0x94d049bb133111ebULL;
    return counter ^ (counter >> 31);
}

__device__ float uniform(unsigned bits)
{
    return (static_cast<float>(bits >> 8) + 0.5F) / 16777216.0F;
}

/// Box and Muller.
__device__ float normal(unsigned long long bits)
{
    const float radius = sqrtf(-2.0F * logf(uniform(static_cast<unsigned>(bits))));
    return radius * cospif(2.0F * uniform(static_cast<unsigned>(bits >> 32)));
}

__device__ double uniformOfDoubles(unsigned long long bits)
{
    return (static_cast<double>(bits >> 11) + 0.5) / 9007199254740992.0;
}

/// All bits of the mantissa are random: zeros would cost less power, and products come out faster.
__device__ double normalOfDoubles(unsigned long long bits)
{
    const double radius = sqrt(-2.0 * log(uniformOfDoubles(bits)));
    return radius * cospi(2.0 * uniformOfDoubles(scrambled(bits)));
}

template<typename T> __device__ T convert(float value)
{
    return T(value);
}
template<> __device__ signed char convert(float value)
{
    constexpr float deviation = 32;
    return static_cast<signed char>(fminf(fmaxf(rintf(deviation * value), -127.0F), 127.0F));
}

constexpr int threads = 256;
constexpr int maxBlocks = 65535;

int blocksFor(std::size_t count)
{
    const std::size_t blocks = (count + threads - 1) / threads;
    return static_cast<int>(blocks < maxBlocks ? blocks : maxBlocks);
}

template<typename T> __global__ void normalNumbers(T *values, std::size_t count, unsigned seed)
{
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        values[i] = convert<T>(normal(scrambled((static_cast<unsigned long long>(seed) << 40) + i)));
}

__global__ void uniformNumbers(float *values, std::size_t count, unsigned seed)
{
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        values[i] = uniform(static_cast<unsigned>(scrambled((static_cast<unsigned long long>(seed) << 40) + i)));
}

__global__ void normalDoubles(double *values, std::size_t count, unsigned seed)
{
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        values[i] = normalOfDoubles(scrambled((static_cast<unsigned long long>(seed) << 40) + i));
}

/// Pairs of four-bit numbers. Scaled so that the largest of 16 is near the largest that the format has, 6, as
/// quantisation by blocks does.
__global__ void normalPairs(__nv_fp4x2_e2m1 *values, std::size_t pairs, unsigned seed)
{
    constexpr float deviation = 3;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < pairs; i += step) {
        const unsigned long long bits = scrambled((static_cast<unsigned long long>(seed) << 40) + i);
        values[i] = __nv_fp4x2_e2m1(make_float2(deviation * normal(bits), deviation * normal(scrambled(bits))));
    }
}

template<typename T> cudaError_t fillWith(void *values, std::size_t count, unsigned seed)
{
    normalNumbers<<<blocksFor(count), threads>>>(static_cast<T *>(values), count, seed);
    return cudaGetLastError();
}

__global__ void nothing() { }

} // namespace

cudaError_t fillUniform(float *values, std::size_t count, unsigned seed)
{
    uniformNumbers<<<blocksFor(count), threads>>>(values, count, seed);
    return cudaGetLastError();
}

cudaError_t fillNormal(void *values, std::size_t count, Precision precision, unsigned seed)
{
    switch (precision) {
    case Precision::Fp64:
        normalDoubles<<<blocksFor(count), threads>>>(static_cast<double *>(values), count, seed);
        return cudaGetLastError();
    case Precision::Fp32:
    case Precision::Tf32:
        return fillWith<float>(values, count, seed);
    case Precision::Fp16:
        return fillWith<__half>(values, count, seed);
    case Precision::Bf16:
        return fillWith<__nv_bfloat16>(values, count, seed);
    case Precision::Fp8:
    case Precision::Mxfp8:
        return fillWith<__nv_fp8_e4m3>(values, count, seed);
    case Precision::Int8:
        return fillWith<signed char>(values, count, seed);
    case Precision::Nvfp4:
        normalPairs<<<blocksFor(count / 2), threads>>>(static_cast<__nv_fp4x2_e2m1 *>(values), count / 2, seed);
        return cudaGetLastError();
    }
    return cudaErrorInvalidValue;
}

cudaError_t empty(cudaStream_t stream)
{
    nothing<<<1, 1, 0, stream>>>();
    return cudaGetLastError();
}

} // namespace rooflight::cuda::kernels
