// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/model_conversion.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/values/value_conversion.h"

#include <ATen/Context.h>
#include <c10/core/InferenceMode.h>

namespace rooflight {

Tf32 allowTf32(Tf32 tf32)
{
    static Tf32 inForce = Tf32::Default;
    const Tf32 before = inForce;
    if (tf32 == before)
        return before;
    static const bool productsByDefault = at::globalContext().allowTF32CuBLAS();
    static const bool convolutionsByDefault = at::globalContext().allowTF32CuDNN();
    const bool allowed = tf32 == Tf32::Allowed;
    const bool chosen = tf32 != Tf32::Default;
    inForce = tf32;
    at::globalContext().setAllowTF32CuBLAS(chosen ? allowed : productsByDefault);
    at::globalContext().setAllowTF32CuDNN(chosen ? allowed : convolutionsByDefault);
    return before;
}

Result<void> convertModule(torch::jit::Module &module, const std::string &path, const Execution &execution)
{
    if (!convertsValues(execution))
        return {};
    try {
        const c10::InferenceMode inference;
        bool any = false;
        // Tied weights stay tied: the tensors themselves get other data.
        const auto convert = [&](const at::Tensor &tensor) {
            if (!tensor.defined() || !tensor.is_floating_point())
                return;
            tensor.unsafeGetTensorImpl()->shallow_copy_from(converted(tensor, execution).getIntrusivePtr());
            any = true;
        };
        for (const at::Tensor &parameter : module.parameters())
            convert(parameter);
        for (const at::Tensor &buffer : module.buffers())
            convert(buffer);
        if (!any && execution.precision != ModelPrecision::AsLoaded)
            return errorOf(ErrorSentence::NoWeightsToConvert, { path, name(execution.precision) });
    } catch (...) {
        return currentExceptionAsError(path, ModelStage::Loading);
    }
    return {};
}

Result<void> freezeModule(torch::jit::Module &module, const std::string &path, Executor executor)
{
    if (executor != Executor::Frozen && executor != Executor::OptimizedForInference)
        return {};
    try {
        const c10::InferenceMode inference;
        module = torch::jit::freeze(module);
        if (executor == Executor::OptimizedForInference)
            module = torch::jit::optimize_for_inference(module);
    } catch (...) {
        const Error reason = currentExceptionAsError(path, ModelStage::Running);
        return errorOf(ErrorSentence::NotFrozen, { path, wordsWithin(reason) });
    }
    return {};
}

} // namespace rooflight
