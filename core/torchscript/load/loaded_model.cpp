// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/loaded_model.h"

#include "core/base/opened_file.h"
#include "core/base/shared_library.h"
#include "core/model/error_sentences.h"
#include "core/torchscript/export/input_sizes.h"
#include "core/torchscript/export/shape_prediction.h"
#include "core/torchscript/load/chosen_method.h"
#include "core/torchscript/load/compiled_model.h"
#include "core/torchscript/load/device_constants.h"
#include "core/torchscript/load/int8_linear.h"
#include "core/torchscript/load/language_guards.h"
#include "core/torchscript/load/model_conversion.h"
#include "core/torchscript/load/module_state.h"
#include "core/torchscript/load/operator_guards.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/values/sparse_guards.h"

#include <c10/core/InferenceMode.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/csrc/jit/runtime/interpreter.h>
#include <torch/csrc/jit/serialization/import.h>

#include <ATen/Context.h>

#include <dlfcn.h>
#include <fmt/format.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string_view>

// Keeps the type of what an operator threw instead of turning it into std::runtime_error.
C10_DECLARE_bool(torch_jit_enable_rethrow_caught_exception);

namespace rooflight {

bool openCudaHalf()
{
    return dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL) != nullptr;
}

Result<c10::Device> openDevice(const std::string &text)
{
    std::optional<c10::Device> device;
    try {
        device.emplace(text);
    } catch (const c10::Error &) {
    }
    if (!device || (!device->is_cpu() && !device->is_cuda()))
        return errorOf(ErrorSentence::NoDevice, { text });
    if (device->is_cpu())
        return *device;

    if (!openCudaDriver())
        return errorOf(ErrorSentence::NoDriver, { text });
    if (!openCudaHalf())
        return errorOf(ErrorSentence::NoCudaHalf, { text, loaderError() });
    const auto count = at::globalContext().hasCUDA() ? at::detail::getCUDAHooks().deviceCount() : 0;
    if (device->has_index() ? device->index() >= count : count == 0)
        return errorOf(ErrorSentence::NoSuchGpu, { text, std::to_string(count) });
    const c10::Device found(c10::kCUDA, device->has_index() ? device->index() : static_cast<c10::DeviceIndex>(0));
    // Streams, graphs and events are those of the thread's current device.
    c10::impl::VirtualGuardImpl(found.type()).setDevice(found);
    return found;
}

namespace {

using torch::jit::Block;
using torch::jit::Node;
using torch::jit::Use;
using torch::jit::Value;

constexpr std::array<std::string_view, 9> arithmetic = { "aten::add",   "aten::sub",  "aten::rsub",
                                                         "aten::mul",   "aten::div",  "aten::floor_divide",
                                                         "aten::floor", "aten::ceil", "aten::remainder" };
constexpr std::array<std::string_view, 6> conversions = { "aten::Int",   "aten::IntImplicit",   "aten::ScalarImplicit",
                                                          "aten::Float", "aten::FloatImplicit", "aten::Bool" };

template<std::size_t count> bool isOne(const Node &node, const std::array<std::string_view, count> &kinds)
{
    return std::ranges::find(kinds, std::string_view(node.kind().toQualString())) != kinds.end();
}

bool isTensor(const Value *value)
{
    return value->type()->isSubtypeOf(*c10::TensorType::get());
}

/// The tensor of a constant without dimensions.
std::optional<at::Tensor> numberOf(const Node &node)
{
    if (node.kind() != torch::jit::prim::Constant || !isTensor(node.output()))
        return std::nullopt;
    const std::optional<c10::IValue> value = torch::jit::toIValue(node.output());
    if (!value || !value->isTensor() || !value->toTensor().defined() || value->toTensor().dim() != 0)
        return std::nullopt;
    return value->toTensor();
}

/// Whether the value comes of sizes, and of constants, alone.
bool isOfSizes(const Value *value)
{
    if (!isTensor(value))
        return true;
    const Node &node = *value->node();
    return node.kind() == torch::jit::prim::NumToTensor || numberOf(node)
        || (isOne(node, arithmetic) && std::ranges::all_of(node.inputs(), isOfSizes));
}

/// Whether nothing but sizes and numbers comes of the value.
bool givesNumbersAlone(const Value *value)
{
    return std::ranges::all_of(value->uses(), [](const Use &use) {
        const Node &user = *use.user;
        return isOne(user, conversions)
            || (isOne(user, arithmetic) && std::ranges::all_of(user.inputs(), isOfSizes)
                && givesNumbersAlone(user.output()));
    });
}

int keepSizesOnHost(Block &block)
{
    int kept = 0;
    for (Node *node : block.nodes()) {
        for (Block *inner : node->blocks())
            kept += keepSizesOnHost(*inner);
        const std::optional<at::Tensor> number = numberOf(*node);
        if (!number || number->is_meta() || !givesNumbersAlone(node->output()))
            continue;
        const at::Tensor host = number->cpu();
        node->t_(torch::jit::attr::value, host);
        node->output()->inferTypeFrom(host);
        ++kept;
    }
    return kept;
}

/// Takes the numbers by which the code of \p module computes with sizes back to the host, before its first run, and
/// returns how many. torch.jit.trace() writes x.size(2) // 12 as a division of tensors without dimensions, the second
/// one a constant; loading on a GPU moves that there, and the model then waits for the GPU at each size and cannot be
/// captured. A number stays if anything other than sizes, and finally integers or real numbers, is computed from it.
int keepSizesOnHost(const torch::jit::Module &module)
{
    int kept = 0;
    for (torch::jit::Function *function : module._ivalue()->compilation_unit()->get_functions()) {
        if (torch::jit::GraphFunction *code = torch::jit::tryToGraphFunction(*function))
            kept += keepSizesOnHost(*code->graph()->block());
    }
    return kept;
}

Error changedFile(const std::string &path)
{
    return errorOf(ErrorSentence::WrittenWhileRead, { path });
}

ComposedText sentenceOn(const MovedConstants &moved, const std::string &path, c10::Device device)
{
    if (moved.places == 0)
        return {};
    if (moved.places == 1)
        return phraseWith(phrases::deviceMoved, { path, moved.first, device.str() });
    return phraseWith(phrases::devicesMoved, { path, moved.first, std::to_string(moved.places - 1), device.str() });
}

} // namespace

LoadedModel::LoadedModel(std::string path, c10::Device device, const Execution &execution, torch::jit::Module module)
    : m_path(std::move(path))
    , m_device(device)
    , m_execution(execution)
    , m_module(std::move(module))
{
}

Result<LoadedModel> LoadedModel::load(const std::string &path, const std::string &device, Executor executor)
{
    Execution execution;
    execution.executor = executor;
    return load(path, device, execution);
}

Result<LoadedModel> LoadedModel::loadExported(const std::string &path, c10::Device device, const Execution &execution)
{
    try {
        Result<LoadedExport> exported = loadExport(path, device);
        if (!exported.ok())
            return exported.error();
        LoadedModel model(path, device, execution, exported.value().module);
        exported.value().module = {};
        model.m_exported = std::make_shared<const LoadedExport>(std::move(exported).value());
        return model;
    } catch (...) {
        return currentExceptionAsError(path, ModelStage::Converting);
    }
}

Result<LoadedModel> LoadedModel::loadWithoutData(const std::string &path)
{
#ifdef ROOFLIGHT_WITHOUT_PREDICTION
    return errorOf(ErrorSentence::PredictionLeftOut, { path });
#endif
    FLAGS_torch_jit_enable_rethrow_caught_exception = true;
    try {
        const c10::InferenceMode inference;
        if (isExportFile(path)) {
            Execution plain;
            plain.executor = Executor::Unoptimized;
            Result<LoadedModel> model = loadExported(path, c10::kMeta, plain);
            return model.ok() && changedSinceOpened(path) ? changedFile(path) : std::move(model);
        }
    } catch (...) {
        return currentExceptionAsError(path, ModelStage::Loading);
    }
    return errorOf(ErrorSentence::PredictsExports, { path });
}

Result<LoadedModel> LoadedModel::load(const std::string &path, const std::string &deviceName,
                                      const Execution &execution, LinearLayers linear)
{
    Result<c10::Device> device = openDevice(deviceName);
    if (!device.ok())
        return device.error();
    FLAGS_torch_jit_enable_rethrow_caught_exception = true;
    guardOperators();
    guardLanguage();
    allowTf32(execution.tf32); // freezing runs parts of the model
    std::optional<LoadedModel> model;
    try {
        const c10::InferenceMode inference;
        const bool isScript = !isCompiledFile(path) && !isExportFile(path);
        if (!isScript && !execution.method.empty())
            return errorOf(ErrorSentence::MethodOfExport, { path });
        if (isCompiledFile(path)) {
            const Result<torch::jit::Module> compiled = loadCompiled(path, device.value());
            if (!compiled.ok())
                return compiled.error();
            model = LoadedModel(path, device.value(), execution, compiled.value());
        } else if (isExportFile(path)) {
            Result<LoadedModel> exported = loadExported(path, device.value(), execution);
            if (!exported.ok())
                return exported.error();
            model = std::move(exported).value();
        } else {
            torch::jit::Module module = [&] {
                const CheckedReading checked;
                return torch::jit::load(pathToRead(path), device.value(), /*load_debug_files=*/false);
            }();
            module.eval();
            if (Result<void> chosen = makeMethodForward(module, path, execution.method); !chosen.ok())
                return chosen.error();
            const MovedConstants moved = moveDeviceConstants(module, device.value());
            if (!device.value().is_cpu())
                keepSizesOnHost(module);
            model = LoadedModel(path, device.value(), execution, std::move(module));
            model->m_movedDevices = sentenceOn(moved, path, device.value());
        }
        if (changedSinceOpened(path))
            return changedFile(path);
    } catch (...) {
        return currentExceptionAsError(path, ModelStage::Loading);
    }
    if (const Result<void> converted = model->convert(execution); !converted.ok())
        return converted.error();
    if (linear == LinearLayers::DynamicInt8) { // before freezing, which leaves some of them in oneDNN's own form
        if (const Result<void> quantized = quantizeLinearLayers(model->m_module, path); !quantized.ok())
            return quantized.error();
    }
    if (const Result<void> frozen = freezeModule(model->m_module, path, execution.executor); !frozen.ok())
        return frozen.error();
    return std::move(*model);
}

Result<void> LoadedModel::setSizes(const std::vector<std::string> &given)
{
    if (given.empty())
        return {};
    if (!m_exported)
        return errorOf(ErrorSentence::DimOfScript, { m_path });
    Result<SymbolValues> sizes = sizesOf(*m_exported, given, m_path);
    if (!sizes.ok())
        return sizes.error();
    m_sizes = std::move(sizes).value();
    m_givenSizes = given;
    return {};
}

Result<void> LoadedModel::checkGivenSizes(const std::vector<c10::IValue> &values, std::int64_t batch) const
{
    return m_exported ? rooflight::checkGivenSizes(*m_exported, m_givenSizes, values, m_path, batch) : Result<void>();
}

bool LoadedModel::mayWriteToInputs() const
{
    return !m_device.is_meta() && callsMutableOperators(m_module);
}

Result<void> LoadedModel::convert(const Execution &execution)
{
    m_execution = execution;
    return convertModule(m_module, m_path, execution);
}

c10::IValue LoadedModel::run(const std::vector<c10::IValue> &inputs)
{
    const c10::InferenceMode inference;
    allowTf32(m_execution.tf32); // of this process: another model may have been run under another choice
    const bool optimized = m_execution.executor != Executor::Unoptimized && !m_showsEveryCall;
    const torch::jit::GraphOptimizerEnabledGuard optimizer(optimized);
    if (optimized)
        return m_module.forward(inputs);
    if (m_exported) {
        if (const ComposedText text = misfit(*m_exported, inputs); !text.empty())
            throw RaisedError(errorOf(ErrorSentence::InputsMisfit, { m_path, text }));
    }
    return m_device.is_meta() ? runWithoutData(inputs) : runCallByCall(inputs);
}

c10::IValue LoadedModel::runWithoutData(const std::vector<c10::IValue> &inputs)
{
#ifndef ROOFLIGHT_WITHOUT_PREDICTION
    const ShapePrediction prediction(*m_exported, inputs);
    try {
        return runCallByCall(inputs);
    } catch (const std::exception &) {
        if (prediction.obstacle().empty())
            throw;
        throw RaisedError(errorOf(ErrorSentence::NotPredicted, { m_path, prediction.obstacle() }));
    }
#else
    return runCallByCall(inputs); // loadWithoutData() has refused all of them
#endif
}

c10::IValue LoadedModel::runCallByCall(const std::vector<c10::IValue> &inputs)
{
    // What the model forks runs here, in this thread, so that a tracer of this thread sees it.
    const auto runAtOnce = [](const std::function<void()> &task) { task(); };
    const auto future = m_module.get_method("forward").run_async(inputs, {}, runAtOnce);
    // All of it ran in this thread: there is nothing to wait for. waitAndThrow() would need libstdc++ 12.
    if (!future->completed())
        throw std::runtime_error("the model waits for work that is never done");
    if (future->hasError())
        std::rethrow_exception(future->exception_ptr());
    return future->value();
}

} // namespace rooflight
