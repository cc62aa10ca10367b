// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/execution.h"
#include "core/torchscript/export/loaded_export.h"

#include <torch/csrc/jit/api/module.h>

#include <memory>
#include <string>
#include <vector>

namespace rooflight {

/// What becomes of products with weights when a model is loaded.
enum class LinearLayers {
    AsLoaded,
    DynamicInt8, ///< see quantizeLinearLayers()
};

/// A TorchScript module, or one made of a torch.export file or of a compiled one, in evaluation mode on one device.
class LoadedModel
{
public:
    /// Loads a file that core/archive has looked at and prepares it as \p execution says. \p device is "cpu" or
    /// "cuda:N". Code of the file may run. Errors: those of the file, DeviceMissing, OutOfMemory, and ModelFailed for a
    /// choice that the model does not allow.
    [[nodiscard]] static Result<LoadedModel> load(const std::string &path, const std::string &device,
                                                  const Execution &execution,
                                                  LinearLayers linear = LinearLayers::AsLoaded);
    [[nodiscard]] static Result<LoadedModel> load(const std::string &path, const std::string &device,
                                                  Executor executor);

    /// A file of torch.export without its weights, on LibTorch's device "meta": run() works out the sizes of all
    /// tensors and computes nothing. Errors: those of the file, and CommandLine for TorchScript, which keeps no sizes.
    [[nodiscard]] static Result<LoadedModel> loadWithoutData(const std::string &path);

    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] const c10::Device &device() const { return m_device; }
    [[nodiscard]] const Execution &execution() const { return m_execution; }
    [[nodiscard]] const torch::jit::Module &module() const { return m_module; }

    /// What the file of an export says of the inputs; null for TorchScript. Its own module is empty.
    [[nodiscard]] const LoadedExport *exported() const { return m_exported.get(); }

    /// Sets sizes that an export left open, each "NAME=VALUE": makeModelInputs() then makes inputs of these sizes.
    /// Errors: CommandLine, also for TorchScript, which has none.
    [[nodiscard]] Result<void> setSizes(const std::vector<std::string> &given);

    /// Errors: CommandLine if inputs that were made of --batch or --input have other sizes than setSizes() was
    /// given.
    [[nodiscard]] Result<void> checkGivenSizes(const std::vector<c10::IValue> &values, std::int64_t batch) const;

    /// The sizes that were set; empty when none were.
    [[nodiscard]] const SymbolValues &sizes() const { return m_sizes; }

    /// One sentence for the reader if the code named other devices than the one it was loaded on, which took their
    /// place; empty if it did not.
    [[nodiscard]] const ComposedText &movedDevices() const { return m_movedDevices; }

    /// Gives weights the precision and memory format of \p execution; freezes nothing. Errors: ModelFailed.
    [[nodiscard]] Result<void> convert(const Execution &execution);

    /// Whether an operator of the code can write to memory that it is given, as relu_() does: only then can a run
    /// change its inputs.
    [[nodiscard]] bool mayWriteToInputs() const;

    /// From now on forward() runs call by call, whatever the execution says: only so are modules and operators seen.
    void showEveryCall() { m_showsEveryCall = true; }

    /// Runs forward() once. Throws what LibTorch throws, without data std::invalid_argument for sizes that depend on
    /// it, and, unless it is optimized, for sizes that an export does not allow; inference mode and executor are set
    /// for the calling thread.
    c10::IValue run(const std::vector<c10::IValue> &inputs);

private:
    c10::IValue runWithoutData(const std::vector<c10::IValue> &inputs);
    [[nodiscard]] c10::IValue runCallByCall(const std::vector<c10::IValue> &inputs);
    [[nodiscard]] static Result<LoadedModel> loadExported(const std::string &path, c10::Device device,
                                                          const Execution &execution);
    LoadedModel(std::string path, c10::Device device, const Execution &execution, torch::jit::Module module);

    std::string m_path;
    c10::Device m_device;
    Execution m_execution;
    torch::jit::Module m_module;
    std::shared_ptr<const LoadedExport> m_exported;
    std::vector<std::string> m_givenSizes;
    SymbolValues m_sizes;
    ComposedText m_movedDevices;
    bool m_showsEveryCall = false;
};

/// Opens LibTorch's CUDA half, with all libraries that it names; whether it is there. Starts no driver.
bool openCudaHalf();

/// Opens LibTorch's CUDA half when \p device is a CUDA device, and makes it the current device of this thread. Errors:
/// DeviceMissing, CommandLine for a device that makes no sense.
[[nodiscard]] Result<c10::Device> openDevice(const std::string &device);

} // namespace rooflight
