// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/matrix_products.h"

#include "core/roofs/cuda/module/kernels.h"

#include <cublasLt.h>

#include <dlfcn.h>

#include <array>
#include <optional>
#include <vector>

namespace rooflight::cuda {

namespace {

constexpr int maxAlgorithms = 8;
constexpr std::size_t workspaceBytes = std::size_t(64) << 20; ///< twice what the library asks for on Hopper

#define ROOFLIGHT_STRINGIFY(number) #number
#define ROOFLIGHT_SONAME(number) "libcublasLt.so." ROOFLIGHT_STRINGIFY(number)
constexpr const char *libraryName = ROOFLIGHT_SONAME(CUBLAS_VER_MAJOR);

struct Types {
    cudaDataType_t operand;
    cudaDataType_t product;
    cublasComputeType_t compute;
    cudaDataType_t scale;
};

Types typesOf(Precision precision)
{
    switch (precision) {
    case Precision::Fp64:
        return { CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F };
    case Precision::Tf32:
        return { CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F };
    case Precision::Fp16:
        return { CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F };
    case Precision::Bf16:
        return { CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F };
    case Precision::Fp8:
    case Precision::Mxfp8:
        return { CUDA_R_8F_E4M3, CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F };
    case Precision::Nvfp4:
        return { CUDA_R_4F_E2M1, CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F };
    case Precision::Int8:
        return { CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, CUDA_R_32I };
    case Precision::Fp32:
        break;
    }
    return { CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F };
}

/// Scales of blocks along a row, and the byte that is 1 in their format.
struct BlockScales {
    cublasLtMatmulMatrixScale_t mode;
    int one;
};

std::optional<BlockScales> blockScalesOf(Precision precision)
{
    if (precision == Precision::Mxfp8)
        return BlockScales { CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0, 0x7f };
    if (precision == Precision::Nvfp4)
        return BlockScales { CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3, 0x38 };
    return std::nullopt;
}

/// One or zero in the scale's own type.
union Scalar {
    double fp64;
    float fp32;
    std::int32_t int32;
};

Scalar scalar(int value, cudaDataType_t type)
{
    Scalar result {};
    if (type == CUDA_R_64F)
        result.fp64 = value;
    else if (type == CUDA_R_32I)
        result.int32 = value;
    else
        result.fp32 = static_cast<float>(value);
    return result;
}

} // namespace

struct MatrixProducts::Library {
    decltype(&cublasLtCreate) create = nullptr;
    decltype(&cublasLtDestroy) destroy = nullptr;
    decltype(&cublasLtMatmulDescCreate) descCreate = nullptr;
    decltype(&cublasLtMatmulDescDestroy) descDestroy = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) descSet = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) layoutCreate = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) layoutDestroy = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) preferenceCreate = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) preferenceDestroy = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) preferenceSet = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
    decltype(&cublasLtMatmul) matmul = nullptr;
    cublasLtHandle_t handle = nullptr;

    /// False when a function is missing.
    [[nodiscard]] bool load(void *library)
    {
        const auto find = [library](const char *name, auto &function) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        return find("cublasLtCreate", create) && find("cublasLtDestroy", destroy)
            && find("cublasLtMatmulDescCreate", descCreate) && find("cublasLtMatmulDescDestroy", descDestroy)
            && find("cublasLtMatmulDescSetAttribute", descSet) && find("cublasLtMatrixLayoutCreate", layoutCreate)
            && find("cublasLtMatrixLayoutDestroy", layoutDestroy)
            && find("cublasLtMatmulPreferenceCreate", preferenceCreate)
            && find("cublasLtMatmulPreferenceDestroy", preferenceDestroy)
            && find("cublasLtMatmulPreferenceSetAttribute", preferenceSet)
            && find("cublasLtMatmulAlgoGetHeuristic", heuristic) && find("cublasLtMatmul", matmul);
    }

    ~Library()
    {
        if (handle)
            static_cast<void>(destroy(handle));
    }
};

/// Operands, descriptions and the algorithms to choose from.
struct MatrixProducts::Problem {
    explicit Problem(const Library &owner)
        : library(owner)
    {
    }
    ~Problem()
    {
        for (cublasLtMatrixLayout_t layout : { leftLayout, rightLayout, productLayout }) {
            if (layout)
                static_cast<void>(library.layoutDestroy(layout));
        }
        if (desc)
            static_cast<void>(library.descDestroy(desc));
    }
    Problem(const Problem &) = delete;
    Problem &operator=(const Problem &) = delete;

    [[nodiscard]] Result<void> makeScales(Precision precision, const MatrixShape &shape);
    [[nodiscard]] Result<void> makeOperands(Precision precision, const MatrixShape &shape);
    [[nodiscard]] bool describe(Precision precision, const MatrixShape &shape);
    [[nodiscard]] bool describeScales(cublasLtMatmulMatrixScale_t mode) const;
    void findAlgorithms();
    [[nodiscard]] Result<void> dropWhatDoesNotRun();
    [[nodiscard]] cublasStatus_t queue(const cublasLtMatmulAlgo_t &algorithm) const;

    const Library &library;
    DeviceMemory left;
    DeviceMemory right;
    DeviceMemory leftScales;
    DeviceMemory rightScales;
    DeviceMemory product;
    DeviceMemory workspace;
    Scalar one {};
    Scalar zero {};
    cublasLtMatmulDesc_t desc = nullptr;
    cublasLtMatrixLayout_t leftLayout = nullptr;
    cublasLtMatrixLayout_t rightLayout = nullptr;
    cublasLtMatrixLayout_t productLayout = nullptr;
    std::vector<cublasLtMatmulAlgo_t> algorithms;
};

/// Of blocks; all 1, in whatever order the library reads them. The library wants them before it names an algorithm.
Result<void> MatrixProducts::Problem::makeScales(Precision precision, const MatrixShape &shape)
{
    const std::optional<BlockScales> scales = blockScalesOf(precision);
    if (!scales)
        return {};
    const auto make = [&](DeviceMemory &memory, std::int64_t rows) -> Result<void> {
        const auto bytes = static_cast<std::size_t>(scaleBytes(precision, rows, shape.k));
        Result<DeviceMemory> given = allocate(bytes);
        if (!given.ok())
            return given.error();
        memory = std::move(given).value();
        return checked(cudaMemset(memory.get(), scales->one, bytes), "to fill memory");
    };
    if (Result<void> made = make(leftScales, shape.m); !made.ok())
        return made;
    return make(rightScales, shape.n);
}

Result<void> MatrixProducts::Problem::makeOperands(Precision precision, const MatrixShape &shape)
{
    const auto fill = [precision](DeviceMemory &memory, std::int64_t count, unsigned seed) -> Result<void> {
        Result<DeviceMemory> given = allocate(static_cast<std::size_t>(operandBytes(precision, count)));
        if (!given.ok())
            return given.error();
        memory = std::move(given).value();
        return checked(kernels::fillNormal(memory.get(), static_cast<std::size_t>(count), precision, seed),
                       "to make random numbers");
    };
    if (Result<void> filled = fill(left, shape.m * shape.k, 1); !filled.ok())
        return filled;
    if (Result<void> filled = fill(right, shape.k * shape.n, 2); !filled.ok())
        return filled;
    Result<DeviceMemory> given = allocate(static_cast<std::size_t>(shape.m * shape.n * productBytes(precision)));
    if (!given.ok())
        return given.error();
    product = std::move(given).value();
    Result<DeviceMemory> space = allocate(workspaceBytes);
    if (!space.ok())
        return space.error();
    workspace = std::move(space).value();
    return checked(cudaDeviceSynchronize(), "to make random numbers");
}

/// False when the library refuses one of the types.
bool MatrixProducts::Problem::describe(Precision precision, const MatrixShape &shape)
{
    const Types types = typesOf(precision);
    one = scalar(1, types.scale);
    zero = scalar(0, types.scale);
    const auto m = static_cast<std::uint64_t>(shape.m);
    const auto n = static_cast<std::uint64_t>(shape.n);
    const auto k = static_cast<std::uint64_t>(shape.k);
    const cublasOperation_t transposed = CUBLAS_OP_T;
    constexpr auto success = CUBLAS_STATUS_SUCCESS;
    if (library.descCreate(&desc, types.compute, types.scale) != success
        || library.descSet(desc, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed) != success
        || library.layoutCreate(&leftLayout, types.operand, k, m, shape.k) != success
        || library.layoutCreate(&rightLayout, types.operand, k, n, shape.k) != success
        || library.layoutCreate(&productLayout, types.product, m, n, shape.m) != success)
        return false;
    if (const std::optional<BlockScales> scales = blockScalesOf(precision))
        return describeScales(scales->mode);
    // Frameworks use it for inference, and data sheets count on it.
    const std::int8_t fastSums = 1;
    return precision != Precision::Fp8
        || library.descSet(desc, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fastSums, sizeof fastSums) == success;
}

bool MatrixProducts::Problem::describeScales(cublasLtMatmulMatrixScale_t mode) const
{
    const void *ofLeft = leftScales.get();
    const void *ofRight = rightScales.get();
    constexpr auto success = CUBLAS_STATUS_SUCCESS;
    return library.descSet(desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, &mode, sizeof mode) == success
        && library.descSet(desc, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, &mode, sizeof mode) == success
        && library.descSet(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &ofLeft, sizeof ofLeft) == success
        && library.descSet(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &ofRight, sizeof ofRight) == success;
}

void MatrixProducts::Problem::findAlgorithms()
{
    cublasLtMatmulPreference_t preference = nullptr;
    if (library.preferenceCreate(&preference) != CUBLAS_STATUS_SUCCESS)
        return;
    std::array<cublasLtMatmulHeuristicResult_t, maxAlgorithms> results {};
    int found = 0;
    const std::size_t bytes = workspaceBytes;
    if (library.preferenceSet(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes)
            != CUBLAS_STATUS_SUCCESS
        || library.heuristic(library.handle, desc, leftLayout, rightLayout, productLayout, productLayout, preference,
                             maxAlgorithms, results.data(), &found)
            != CUBLAS_STATUS_SUCCESS)
        found = 0;
    static_cast<void>(library.preferenceDestroy(preference));
    for (int i = 0; i < found; ++i) {
        const cublasLtMatmulHeuristicResult_t &result = results[static_cast<std::size_t>(i)];
        if (result.state == CUBLAS_STATUS_SUCCESS && result.workspaceSize <= workspaceBytes)
            algorithms.push_back(result.algo);
    }
}

cublasStatus_t MatrixProducts::Problem::queue(const cublasLtMatmulAlgo_t &algorithm) const
{
    return library.matmul(library.handle, desc, &one, left.get(), leftLayout, right.get(), rightLayout, &zero,
                          product.get(), productLayout, product.get(), productLayout, &algorithm, workspace.get(),
                          workspaceBytes, nullptr);
}

/// Also loads the kernels of the rest.
Result<void> MatrixProducts::Problem::dropWhatDoesNotRun()
{
    std::erase_if(algorithms,
                  [this](const cublasLtMatmulAlgo_t &algorithm) { return queue(algorithm) != CUBLAS_STATUS_SUCCESS; });
    return checked(cudaDeviceSynchronize(), "to multiply matrices");
}

MatrixProducts::MatrixProducts()
{
    void *opened = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        m_gap = std::string(libraryName) + " is missing; LibTorch for CUDA and the CUDA Toolkit contain it.";
        return;
    }
    auto library = std::make_unique<Library>();
    if (!library->load(opened) || library->create(&library->handle) != CUBLAS_STATUS_SUCCESS) {
        m_gap = std::string(libraryName) + " does not start on this GPU.";
        return;
    }
    m_library = std::move(library);
}

MatrixProducts::~MatrixProducts() = default;

Result<int> MatrixProducts::prepare(Precision precision, const MatrixShape &shape)
{
    release();
    if (!m_library)
        return 0;
    auto problem = std::make_unique<Problem>(*m_library);
    if (const Result<void> made = problem->makeScales(precision, shape); !made.ok())
        return made.error();
    if (!problem->describe(precision, shape))
        return 0;
    problem->findAlgorithms();
    // Memory only for what can run.
    if (problem->algorithms.empty())
        return 0;
    if (const Result<void> made = problem->makeOperands(precision, shape); !made.ok())
        return made.error();
    if (const Result<void> tried = problem->dropWhatDoesNotRun(); !tried.ok())
        return tried.error();
    m_problem = std::move(problem);
    return static_cast<int>(m_problem->algorithms.size());
}

Result<void> MatrixProducts::queue(int algorithm) const
{
    const auto index = static_cast<std::size_t>(algorithm);
    if (!m_problem || algorithm < 0 || index >= m_problem->algorithms.size())
        return Error { ErrorCode::Internal, "There is no such matrix product.", "Report this as a defect." };
    const cublasStatus_t status = m_problem->queue(m_problem->algorithms[index]);
    if (status == CUBLAS_STATUS_SUCCESS)
        return {};
    if (Result<void> usable = checked(cudaDeviceSynchronize(), "to multiply matrices"); !usable.ok())
        return usable;
    return Error { ErrorCode::Internal,
                   "The GPU failed to multiply matrices: cuBLASLt status " + std::to_string(status) + ".",
                   "Look at the system's log for messages of the NVIDIA driver." };
}

void MatrixProducts::release()
{
    m_problem.reset();
}

} // namespace rooflight::cuda
