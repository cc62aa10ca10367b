// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// What aten::_fft_r2c, _fft_c2r or _fft_c2c gives for tensors without data, laid out as aten/src/ATen/native/mkl/
/// SpectralOps.cpp does on a CPU. `nullopt` for any other operator.
[[nodiscard]] std::optional<at::Tensor> fourierResult(const std::string &name,
                                                      const std::vector<c10::IValue> &arguments);

} // namespace rooflight
