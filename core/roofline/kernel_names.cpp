// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/kernel_causes.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rooflight {

namespace {

using enum UnderutilizedCause;

using Families = EnumSet<OperatorFamily>;

constexpr Families convolutions = { OperatorFamily::Convolution };
constexpr Families products = { OperatorFamily::Convolution, OperatorFamily::Matrix };
constexpr Families normalizations = { OperatorFamily::Normalization };
/// Whose work is arithmetic: a kernel that only moves or fills memory is beside it.
constexpr Families arithmetic = { OperatorFamily::Convolution, OperatorFamily::Matrix,  OperatorFamily::Normalization,
                                  OperatorFamily::Activation,  OperatorFamily::Pooling, OperatorFamily::Reduction };

constexpr auto patterns = std::to_array<KernelPattern>({
    { "nchwToNhwcKernel", "", convolutions, LayoutConversion, CauseForm::ToChannelsLast, "cuDNN 8 and 9" },
    { "nhwcToNchwKernel", "", convolutions, LayoutConversion, CauseForm::ToChannelsLast, "cuDNN 8 and 9" },
    { "nhwcToFoldedNhwcKernel", "", convolutions, LayoutConversion, CauseForm::Plain, "cuDNN 8" },
    { "foldedNhwcToNhwcKernel", "", convolutions, LayoutConversion, CauseForm::Plain, "cuDNN 8" },
    { "transpose_readWrite_alignment_kernel", "", products, LayoutConversion, CauseForm::Plain, "cuBLAS 10 and 11" },
    { "triton_", "_transpose", products, LayoutConversion, CauseForm::Plain, "Inductor of PyTorch 2.11" },
    { "bn_fw_inf_1C11_kernel_NCHW", "", normalizations, NchwBatchNorm, CauseForm::Plain, "cuDNN 7 to 9" },
    { "bn_fw_tr_1C11_kernel_NCHW", "", normalizations, NchwBatchNorm, CauseForm::Plain, "cuDNN 7 to 9" },
    { "batch_norm_transform_input_kernel", "", normalizations, NchwBatchNorm, CauseForm::Plain,
      "LibTorch 2.11, native/cuda/Normalization.cuh" },
    { "copy_kernel_cuda", "", arithmetic, Casts, CauseForm::Plain, "LibTorch 2.11, native/cuda/Copy.cu" },
    { "FillFunctor", "", arithmetic, Casts, CauseForm::Plain, "LibTorch 2.11, native/cuda/FillKernel.cu" },
    { "convertTensor_kernel", "", arithmetic, Casts, CauseForm::Plain, "cuDNN 7 to 9" },
    { "nhwcAddPaddingKernel", "", convolutions, Casts, CauseForm::Plain, "cuDNN 8 and 9" },
    { "Memcpy", "", arithmetic, Casts, CauseForm::Plain, "CUPTI's name of a copy" },
    { "Memset", "", arithmetic, Memset, CauseForm::Plain, "CUPTI's name of a fill" },
    { "splitKreduce_kernel", "", products, SplitK, CauseForm::Plain, "cuBLAS 10 to 13" },
    { "ReduceSplitK", "", products, SplitK, CauseForm::Plain, "CUTLASS 2 and 3" },
});

/// Parts of names of kernels on tensor cores: instructions (hmma, wgmma), their shapes (s16816: 16 x 8 x 16), CUTLASS's
/// and cuDNN's words for them, cuBLAS's kernels for Hopper and later (nvjet), attention in one kernel.
constexpr auto onTensorCores = std::to_array<std::string_view>({
    "tensorop", "TensorOp", "tensor16x8", "tensor8x8", "hmma",   "imma",   "dmma",  "gmma",  "GMMA",
    "wmma",     "tf32",     "warpgroup",  "s884",      "s1688",  "s16816", "h884",  "h1688", "h16816",
    "d884",     "d1684",    "d16816",     "i8816",     "i16816", "i16832", "nvjet", "flash", "fmha",
});

/// Parts of names of kernels for products, on whatever units.
constexpr auto ofProducts = std::to_array<std::string_view>({
    "gemm",
    "ffma",
    "simt",
    "convol",
    "conv2d",
    "conv3d",
    "scudnn",
    "winograd",
});

/// In names of kernels of cuBLAS and cuDNN, the generations that they were written for.
constexpr auto generationNames = std::to_array<std::pair<std::string_view, int>>({
    { "maxwell_", 5 },
    { "pascal_", 6 },
    { "volta_", 7 },
    { "turing_", 7 },
    { "ampere_", 8 },
    { "hopper_", 9 },
});
/// Before a compute capability.
constexpr auto capabilityNames = std::to_array<std::string_view>({ "sm", "sm_", "cutlass_" });

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isWordCharacter(char character)
{
    return isDigit(character) || (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
}

/// 8 of "80" and "86_...", 12 of "120"; 0 for what is none.
int generationAt(std::string_view text)
{
    std::size_t digits = 0;
    while (digits < text.size() && isDigit(text[digits]))
        ++digits;
    if (digits != 2 && digits != 3)
        return 0;
    const int tens = text[0] - '0';
    return digits == 2 ? tens : 10 * tens + (text[1] - '0');
}

/// Calls \p found with what follows each place where a word of \p text begins with \p word.
template<typename Found> void eachWord(std::string_view text, std::string_view word, const Found &found)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + word.size())) {
        if (at == 0 || !isWordCharacter(text[at - 1]))
            found(text.substr(at + word.size()));
    }
}

} // namespace

bool KernelPattern::fits(OperatorFamily family, std::string_view kernel) const
{
    return families.has(family) && contains(kernel, part) && contains(kernel, also);
}

std::span<const KernelPattern> kernelPatterns()
{
    return patterns;
}

bool namesTensorCores(std::string_view kernel)
{
    return containsAny(kernel, onTensorCores);
}

bool namesProduct(std::string_view kernel)
{
    return containsAny(kernel, ofProducts);
}

bool namesReduction(std::string_view kernel)
{
    return contains(kernel, "at::native::reduce_kernel<");
}

int generationOf(std::string_view kernel)
{
    int latest = 0;
    for (const auto &[word, generation] : generationNames)
        eachWord(kernel, word, [&latest, of = generation](std::string_view) { latest = std::max(latest, of); });
    for (const std::string_view word : capabilityNames)
        eachWord(kernel, word, [&latest](std::string_view rest) { latest = std::max(latest, generationAt(rest)); });
    return latest;
}

} // namespace rooflight
