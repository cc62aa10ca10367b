// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/model_conversion.h"

#include "core/torchscript/tensor_values.h"
#include "core/torchscript/torch_errors.h"

#include <ATen/Context.h>
#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

#include <optional>

namespace ridgepoint {

namespace {

/// `nullopt`: the types that the file has.
std::optional<DType> dtypeOf(ModelPrecision precision)
{
    switch (precision) {
    case ModelPrecision::AsLoaded:
        break;
    case ModelPrecision::Float32:
        return DType::Float32;
    case ModelPrecision::Float16:
        return DType::Float16;
    case ModelPrecision::BFloat16:
        return DType::BFloat16;
    }
    return std::nullopt;
}

at::Tensor converted(const at::Tensor &tensor, const Execution &execution)
{
    if (!tensor.defined() || !tensor.is_floating_point())
        return tensor;
    at::Tensor result = tensor;
    if (const std::optional<DType> dtype = dtypeOf(execution.precision))
        result = result.to(scalarTypeOf(*dtype));
    if (execution.memoryFormat == MemoryFormat::ChannelsLast && result.dim() == 4)
        result = result.contiguous(c10::MemoryFormat::ChannelsLast);
    if (execution.memoryFormat == MemoryFormat::ChannelsLast && result.dim() == 5)
        result = result.contiguous(c10::MemoryFormat::ChannelsLast3d);
    return result;
}

c10::IValue converted(const c10::IValue &value, const Execution &execution)
{
    const auto convert = [&execution](const at::Tensor &tensor) { return converted(tensor, execution); };
    if (value.isTensor())
        return convert(value.toTensor());
    // Lists, tuples and dicts keep their types: only what they hold is exchanged.
    c10::IValue copy = value.deepcopy();
    if (copy.isTensorList()) {
        auto list = copy.toTensorList();
        for (std::size_t i = 0; i < list.size(); ++i)
            list.set(i, convert(list.get(i)));
    } else if (copy.isTuple()) {
        std::vector<c10::IValue> elements;
        for (const c10::IValue &element : copy.toTupleRef().elements())
            elements.push_back(converted(element, execution));
        return c10::ivalue::Tuple::create(std::move(elements));
    } else if (copy.isList()) {
        auto list = copy.toList();
        for (std::size_t i = 0; i < list.size(); ++i)
            list.set(i, converted(list.get(i), execution));
    } else if (copy.isGenericDict()) {
        auto dict = copy.toGenericDict();
        for (auto &entry : dict)
            entry.setValue(converted(entry.value(), execution));
    }
    return copy;
}

bool changesNothing(const Execution &execution)
{
    return execution.precision == ModelPrecision::AsLoaded && execution.memoryFormat == MemoryFormat::AsLoaded;
}

} // namespace

void allowTf32(Tf32 tf32)
{
    static Tf32 inForce = Tf32::Default;
    if (tf32 == inForce)
        return;
    static const bool productsByDefault = at::globalContext().allowTF32CuBLAS();
    static const bool convolutionsByDefault = at::globalContext().allowTF32CuDNN();
    const bool allowed = tf32 == Tf32::Allowed;
    const bool chosen = tf32 != Tf32::Default;
    inForce = tf32;
    at::globalContext().setAllowTF32CuBLAS(chosen ? allowed : productsByDefault);
    at::globalContext().setAllowTF32CuDNN(chosen ? allowed : convolutionsByDefault);
}

Result<void> convertModule(torch::jit::Module &module, const std::string &path, const Execution &execution)
{
    if (changesNothing(execution))
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
            return Error { ErrorCode::ModelFailed,
                           fmt::format("{} cannot be run in {}: it has no weights that could be converted, they are "
                                       "constants of its code.",
                                       path, name(execution.precision)),
                           "Convert the model before torch.jit.freeze(), or time it as loaded." };
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
        return Error { ErrorCode::ModelFailed, fmt::format("{} cannot be frozen. {}", path, reason.text),
                       "Time it as loaded, without --executor." };
    }
    return {};
}

ModelInputs convertedInputs(ModelInputs inputs, const Execution &execution)
{
    if (changesNothing(execution))
        return inputs;
    for (c10::IValue &value : inputs.values)
        value = converted(value, execution);
    for (ModelInput &input : inputs.described) {
        if (isFloatingPoint(input.tensor.dtype))
            input.tensor.dtype = dtypeOf(execution.precision).value_or(input.tensor.dtype);
    }
    return inputs;
}

} // namespace ridgepoint
