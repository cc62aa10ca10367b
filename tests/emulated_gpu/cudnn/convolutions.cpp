// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/submit.h"

#include <cudnn.h>

#include <algorithm>
#include <vector>

/// cuDNN's interface of version 7, which LibTorch calls where TORCH_CUDNN_V8_API_DISABLED=1 is set.

struct cudnnContext {
    cudaStream_t stream = nullptr;
};

struct cudnnTensorStruct {
    cudnnDataType_t type = CUDNN_DATA_FLOAT;
    std::vector<int> sizes;
    std::vector<int> strides;
};

struct cudnnFilterStruct {
    cudnnDataType_t type = CUDNN_DATA_FLOAT;
    cudnnTensorFormat_t format = CUDNN_TENSOR_NCHW;
    std::vector<int> sizes;
};

struct cudnnConvolutionStruct {
    int groups = 1;
    cudnnMathType_t math = CUDNN_DEFAULT_MATH; ///< what LibTorch asks for; it wants the algorithm to say the same
};

struct cudnnActivationStruct {
};

namespace {

double count(const std::vector<int> &sizes)
{
    double product = 1;
    for (const int size : sizes)
        product *= size;
    return product;
}

double sizeOf(cudnnDataType_t type)
{
    switch (type) {
    case CUDNN_DATA_DOUBLE:
        return 8;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
        return 2;
    case CUDNN_DATA_INT8:
        return 1;
    default:
        return 4;
    }
}

cudnnStatus_t ended(int status)
{
    return status == 0 ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}

/// Each value of the result takes one multiplication and one addition for each weight of one output channel.
cudnnStatus_t convolve(cudnnHandle_t handle, cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                       cudnnTensorDescriptor_t y)
{
    const double perValue = count(w->sizes) / w->sizes[0];
    const double valueBytes = sizeOf(x->type);
    const emulated_gpu::Cost cost { 2 * count(y->sizes) * perValue, (count(x->sizes) + count(w->sizes)) * valueBytes,
                                    count(y->sizes) * valueBytes };
    return ended(emulated_gpu::launch("emulated_cudnn_convolution", cost, handle->stream));
}

void onlyAlgorithm(cudnnConvolutionDescriptor_t convolution, int *found, cudnnConvolutionFwdAlgoPerf_t *results)
{
    *found = 1;
    results[0] = {};
    results[0].algo = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM;
    results[0].status = CUDNN_STATUS_SUCCESS;
    results[0].determinism = CUDNN_DETERMINISTIC;
    results[0].mathType = convolution->math;
}

} // namespace

extern "C" {

std::size_t cudnnGetVersion()
{
    return CUDNN_VERSION;
}

std::size_t cudnnGetCudartVersion()
{
    return CUDART_VERSION;
}

cudnnStatus_t cudnnGetProperty(libraryPropertyType which, int *value)
{
    *value = which == MAJOR_VERSION ? CUDNN_MAJOR : which == MINOR_VERSION ? CUDNN_MINOR : CUDNN_PATCHLEVEL;
    return CUDNN_STATUS_SUCCESS;
}

const char *cudnnGetErrorString(cudnnStatus_t status)
{
    return status == CUDNN_STATUS_SUCCESS      ? "CUDNN_STATUS_SUCCESS"
        : status == CUDNN_STATUS_NOT_SUPPORTED ? "CUDNN_STATUS_NOT_SUPPORTED"
                                               : "CUDNN_STATUS_EXECUTION_FAILED";
}

void cudnnGetLastErrorString(char *text, std::size_t length)
{
    if (length > 0)
        *text = '\0';
}

cudnnStatus_t cudnnCreate(cudnnHandle_t *handle)
{
    *handle = new cudnnContext;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroy(cudnnHandle_t handle)
{
    delete handle;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t *stream)
{
    *stream = handle->stream;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *tensor)
{
    *tensor = new cudnnTensorStruct;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor)
{
    delete tensor;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, int dimensions,
                                         const int *sizes, const int *strides)
{
    tensor->type = type;
    tensor->sizes.assign(sizes, sizes + dimensions);
    tensor->strides.assign(strides, strides + dimensions);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetTensorNdDescriptor(cudnnTensorDescriptor_t tensor, int wanted, cudnnDataType_t *type,
                                         int *dimensions, int *sizes, int *strides)
{
    *type = tensor->type;
    *dimensions = static_cast<int>(tensor->sizes.size());
    for (std::size_t i = 0; i < std::min<std::size_t>(tensor->sizes.size(), static_cast<std::size_t>(wanted)); ++i) {
        sizes[i] = tensor->sizes[i];
        strides[i] = tensor->strides[i];
    }
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *filter)
{
    *filter = new cudnnFilterStruct;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filter)
{
    delete filter;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int dimensions, const int *sizes)
{
    filter->type = type;
    filter->format = format;
    filter->sizes.assign(sizes, sizes + dimensions);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetFilterNdDescriptor(cudnnFilterDescriptor_t filter, int wanted, cudnnDataType_t *type,
                                         cudnnTensorFormat_t *format, int *dimensions, int *sizes)
{
    *type = filter->type;
    *format = filter->format;
    *dimensions = static_cast<int>(filter->sizes.size());
    std::copy_n(filter->sizes.begin(), std::min<std::size_t>(filter->sizes.size(), static_cast<std::size_t>(wanted)),
                sizes);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *convolution)
{
    *convolution = new cudnnConvolutionStruct;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convolution)
{
    delete convolution;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t, int, const int *, const int *, const int *,
                                              cudnnConvolutionMode_t, cudnnDataType_t)
{
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution, int groups)
{
    convolution->groups = groups;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convolution, cudnnMathType_t math)
{
    convolution->math = math;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t *activation)
{
    *activation = new cudnnActivationStruct;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activation)
{
    delete activation;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t, cudnnActivationMode_t, cudnnNanPropagation_t,
                                           double)
{
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
                                                     cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t,
                                                     int, int *found, cudnnConvolutionFwdAlgoPerf_t *results)
{
    onlyAlgorithm(convolution, found, results);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t, cudnnTensorDescriptor_t, const void *,
                                                     cudnnFilterDescriptor_t, const void *,
                                                     cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t,
                                                     void *, int, int *found, cudnnConvolutionFwdAlgoPerf_t *results,
                                                     void *, std::size_t)
{
    onlyAlgorithm(convolution, found, results);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
                                                      cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t,
                                                      cudnnConvolutionFwdAlgo_t, std::size_t *bytes)
{
    *bytes = 0;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void *, cudnnTensorDescriptor_t x, const void *,
                                      cudnnFilterDescriptor_t w, const void *, cudnnConvolutionDescriptor_t,
                                      cudnnConvolutionFwdAlgo_t, void *, std::size_t, const void *,
                                      cudnnTensorDescriptor_t y, void *)
{
    return convolve(handle, x, w, y);
}

cudnnStatus_t cudnnConvolutionBiasActivationForward(cudnnHandle_t handle, const void *, cudnnTensorDescriptor_t x,
                                                    const void *, cudnnFilterDescriptor_t w, const void *,
                                                    cudnnConvolutionDescriptor_t, cudnnConvolutionFwdAlgo_t, void *,
                                                    std::size_t, const void *, cudnnTensorDescriptor_t, const void *,
                                                    cudnnTensorDescriptor_t, const void *, cudnnActivationDescriptor_t,
                                                    cudnnTensorDescriptor_t y, void *)
{
    return convolve(handle, x, w, y);
}

cudnnStatus_t cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, cudnnBatchNormMode_t, const void *,
                                                      const void *, cudnnTensorDescriptor_t x, const void *,
                                                      cudnnTensorDescriptor_t, void *, cudnnTensorDescriptor_t,
                                                      const void *, const void *, const void *, const void *, double)
{
    const double bytes = count(x->sizes) * sizeOf(x->type);
    const emulated_gpu::Cost cost { 2 * count(x->sizes), bytes, bytes };
    return ended(emulated_gpu::launch("emulated_cudnn_batch_norm", cost, handle->stream));
}

} // extern "C"
