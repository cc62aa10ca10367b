// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/result.h"

#include <torch/csrc/jit/api/module.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ridgepoint {

/// How forward() is executed.
enum class Executor {
    AsLoaded, ///< LibTorch's default: profiles, then optimises and fuses
    Unoptimized, ///< call by call, as the file says: needed to see modules and every operator
};

/// "as_loaded" or "unoptimized".
[[nodiscard]] std::string_view name(Executor executor);

/// A TorchScript module in evaluation mode on one device.
class LoadedModel
{
public:
    /// Loads a file that core/archive has looked at. \p device is "cpu" or "cuda:N". Code of the file may run.
    [[nodiscard]] static Result<LoadedModel> load(const std::string &path, const std::string &device,
                                                  Executor executor);

    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] const c10::Device &device() const { return m_device; }
    [[nodiscard]] Executor executor() const { return m_executor; }
    [[nodiscard]] const torch::jit::Module &module() const { return m_module; }

    /// Runs forward() once. Throws what LibTorch throws; inference mode and executor are set for the calling thread.
    c10::IValue run(const std::vector<c10::IValue> &inputs);

private:
    LoadedModel(std::string path, c10::Device device, Executor executor, torch::jit::Module module);

    std::string m_path;
    c10::Device m_device;
    Executor m_executor;
    torch::jit::Module m_module;
};

/// Opens LibTorch's CUDA half when \p device is a CUDA device. Errors: DeviceMissing, CommandLine for a device that
/// makes no sense.
[[nodiscard]] Result<c10::Device> openDevice(const std::string &device);

} // namespace ridgepoint
