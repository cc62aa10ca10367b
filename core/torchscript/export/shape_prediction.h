// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/export/loaded_export.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// What aten::_fft_r2c, _fft_c2r or _fft_c2c gives for tensors without data, laid out as aten/src/ATen/native/mkl/
/// SpectralOps.cpp does on a CPU. `nullopt` for any other operator.
[[nodiscard]] std::optional<at::Tensor> fourierResult(const std::string &name,
                                                      const std::vector<c10::IValue> &arguments);

/// Some operators consist of others, and of which ones depends on the device, or on whether there are data: attention,
/// singular values and eigenvalues. Calls those that a CPU would run, of tensors without data. The arguments at the end
/// of \p stack become the result. False, and nothing is done, for any other operator.
bool runAsOnCpu(const c10::OperatorHandle &op, std::vector<c10::IValue> &stack);

/// For as long as it lives, operators that the calling thread runs on tensors without data (LibTorch's device "meta")
/// get the sizes of their results from LibTorch, or, if it has no rule for them, from the file. What LibTorch lays
/// out in memory otherwise than the file says is laid out as the file says: the file knows the device. One at a time in
/// a thread.
class ShapePrediction
{
public:
    /// \p exported was loaded on that device; the symbols get their values from \p inputs.
    ShapePrediction(const LoadedExport &exported, const std::vector<c10::IValue> &inputs);
    ~ShapePrediction();
    ShapePrediction(const ShapePrediction &) = delete;
    ShapePrediction &operator=(const ShapePrediction &) = delete;

    /// What could not be predicted when a run failed, for people: "u0, a result of aten::item, depends on data". Empty
    /// when it failed for another reason.
    [[nodiscard]] ComposedText obstacle() const;

private:
    c10::impl::IncludeDispatchKeyGuard m_intercepted;
};

} // namespace rooflight
