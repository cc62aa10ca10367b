// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/submit.h"

#include <cublas_v2.h>

#include <cstddef>

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointerMode = CUBLAS_POINTER_MODE_HOST;
    cublasMath_t mathMode = CUBLAS_DEFAULT_MATH;
};

namespace {

std::size_t sizeOf(cudaDataType type)
{
    switch (type) {
    case CUDA_R_64F:
    case CUDA_C_32F:
        return 8;
    case CUDA_C_64F:
        return 16;
    case CUDA_R_32F:
    case CUDA_R_32I:
        return 4;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    default:
        return 1;
    }
}

cublasStatus_t ended(int status)
{
    return status == 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// Products of m by k with k by n; bytes are those of the three matrices, each once.
cublasStatus_t product(cublasHandle_t handle, double m, double n, double k, double batch, std::size_t inputBytes,
                       std::size_t outputBytes)
{
    const emulated_gpu::Cost cost { 2 * m * n * k * batch, (m * k + k * n) * static_cast<double>(inputBytes) * batch,
                                    m * n * static_cast<double>(outputBytes) * batch };
    return ended(emulated_gpu::launch("emulated_cublas_gemm", cost, handle->stream));
}

} // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    void *workspace = nullptr; // what cuBLAS takes of the device for itself
    if (cudaMalloc(&workspace, std::size_t { 4 } << 20) != cudaSuccess)
        return CUBLAS_STATUS_ALLOC_FAILED;
    cudaFree(workspace);
    *handle = new cublasContext;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t, void *, std::size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)
{
    handle->mathMode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode)
{
    *mode = handle->mathMode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode)
{
    handle->pointerMode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode)
{
    *mode = handle->pointerMode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                              const float *, const float *, int, const float *, int, const float *, float *, int)
{
    return product(handle, m, n, k, 1, sizeof(float), sizeof(float));
}

cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                              const double *, const double *, int, const double *, int, const double *, double *, int)
{
    return product(handle, m, n, k, 1, sizeof(double), sizeof(double));
}

cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n,
                                         int k, const double *, const double *, int, long long, const double *, int,
                                         long long, const double *, double *, int, long long, int batch)
{
    return product(handle, m, n, k, batch, sizeof(double), sizeof(double));
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                            const void *, const void *, cudaDataType input, int, const void *, cudaDataType, int,
                            const void *, void *, cudaDataType output, int, cublasComputeType_t, cublasGemmAlgo_t)
{
    return product(handle, m, n, k, 1, sizeOf(input), sizeOf(output));
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n,
                                          int k, const void *, const void *, cudaDataType input, int, long long,
                                          const void *, cudaDataType, int, long long, const void *, void *,
                                          cudaDataType output, int, long long, int batch, cublasComputeType_t,
                                          cublasGemmAlgo_t)
{
    return product(handle, m, n, k, batch, sizeOf(input), sizeOf(output));
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                             const float *, const void *, cudaDataType input, int, const void *, cudaDataType, int,
                             const float *, void *, cudaDataType output, int)
{
    return product(handle, m, n, k, 1, sizeOf(input), sizeOf(output));
}

cublasStatus_t cublasSgemv_v2(cublasHandle_t handle, cublasOperation_t, int m, int n, const float *, const float *, int,
                              const float *, int, const float *, float *, int)
{
    return product(handle, m, 1, n, 1, sizeof(float), sizeof(float));
}

cublasStatus_t cublasDgemv_v2(cublasHandle_t handle, cublasOperation_t, int m, int n, const double *, const double *,
                              int, const double *, int, const double *, double *, int)
{
    return product(handle, m, 1, n, 1, sizeof(double), sizeof(double));
}

cublasStatus_t cublasSdot_v2(cublasHandle_t handle, int n, const float *, int, const float *, int, float *)
{
    return product(handle, 1, 1, n, 1, sizeof(float), sizeof(float));
}

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *, cudaDataType input, int, const void *,
                           cudaDataType, int, void *, cudaDataType output, cudaDataType)
{
    return product(handle, 1, 1, n, 1, sizeOf(input), sizeOf(output));
}

} // extern "C"
