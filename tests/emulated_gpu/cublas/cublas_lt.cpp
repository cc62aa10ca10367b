// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/submit.h"

#include "device/counts.h"
#include "device/memory.h"
#include "device/stream.h"

#include <cublasLt.h>

#include <cstring>

namespace {

/// What is kept in the library's own opaque structs.
struct Layout {
    std::uint64_t rows;
    std::uint64_t columns;
    std::uint32_t batch;
    std::uint32_t bits; ///< of a number
};

struct Product {
    std::int32_t transposedA;
};

std::uint32_t bitsOf(cudaDataType type)
{
    switch (type) {
    case CUDA_R_64F:
    case CUDA_C_32F:
        return 64;
    case CUDA_C_64F:
        return 128;
    case CUDA_R_32F:
    case CUDA_R_32I:
        return 32;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 16;
    case CUDA_R_4F_E2M1:
        return 4;
    default:
        return 8;
    }
}

template<typename Value, typename Opaque> Value read(const Opaque *opaque)
{
    static_assert(sizeof(Value) <= sizeof(Opaque));
    Value value;
    std::memcpy(&value, opaque, sizeof(Value));
    return value;
}

template<typename Value, typename Opaque> void write(Opaque *opaque, const Value &value)
{
    static_assert(sizeof(Value) <= sizeof(Opaque));
    std::memcpy(opaque, &value, sizeof(Value));
}

double bytesOf(const Layout &layout)
{
    constexpr double bitsPerByte = 8;
    return static_cast<double>(layout.rows) * static_cast<double>(layout.columns) * layout.batch * layout.bits
        / bitsPerByte;
}

} // namespace

extern "C" {

std::size_t cublasLtGetVersion()
{
    return CUBLAS_VERSION;
}

std::size_t cublasLtGetCudartVersion()
{
    return CUDART_VERSION;
}

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    static char any;
    *handle = reinterpret_cast<cublasLtHandle_t>(&any);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t)
{
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *description, cublasComputeType_t, cudaDataType_t)
{
    *description = new cublasLtMatmulDescOpaque_t {};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description)
{
    delete description;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description, cublasLtMatmulDescAttributes_t which,
                                              const void *value, std::size_t bytes)
{
    if (which == CUBLASLT_MATMUL_DESC_TRANSA && bytes == sizeof(std::int32_t)) {
        std::int32_t operation = 0;
        std::memcpy(&operation, value, sizeof(operation));
        write(description, Product { operation == CUBLAS_OP_N ? 0 : 1 });
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type, std::uint64_t rows,
                                          std::uint64_t columns, std::int64_t)
{
    *layout = new cublasLtMatrixLayoutOpaque_t {};
    write(*layout, Layout { rows, columns, 1, bitsOf(type) });
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    delete layout;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t opaque, cublasLtMatrixLayoutAttribute_t which,
                                                const void *value, std::size_t bytes)
{
    if (which == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT && bytes == sizeof(std::int32_t)) {
        auto layout = read<Layout>(opaque);
        std::memcpy(&layout.batch, value, sizeof(layout.batch));
        write(opaque, layout);
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    *preference = new cublasLtMatmulPreferenceOpaque_t {};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    delete preference;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t,
                                                    const void *, std::size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t *results, int *found)
{
    *found = wanted > 0 ? 1 : 0;
    if (wanted > 0) {
        results[0] = {};
        results[0].state = CUBLAS_STATUS_SUCCESS;
        results[0].wavesCount = 1;
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t description, const void *, const void *,
                              cublasLtMatrixLayout_t a, const void *, cublasLtMatrixLayout_t b, const void *,
                              const void *, cublasLtMatrixLayout_t, void *, cublasLtMatrixLayout_t d,
                              const cublasLtMatmulAlgo_t *, void *, std::size_t, cudaStream_t stream)
{
    const auto left = read<Layout>(a);
    const auto right = read<Layout>(b);
    const auto result = read<Layout>(d);
    const auto depth = read<Product>(description).transposedA ? left.rows : left.columns;
    const double flop = 2 * static_cast<double>(result.rows) * static_cast<double>(result.columns)
        * static_cast<double>(depth) * result.batch;
    const int device = emulated_gpu::currentDevice();
    emulated_gpu::countMost(
        emulated_gpu::Count::OtherBytes,
        static_cast<std::int64_t>(emulated_gpu::memoryBytes(device) - emulated_gpu::freeBytes(device)));
    const emulated_gpu::Cost cost { flop, bytesOf(left) + bytesOf(right), bytesOf(result) };
    const int status = emulated_gpu::launch("emulated_cublas_lt_matmul", cost, stream);
    return status == 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // extern "C"
