// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/ivalue.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace rooflight {

/// How many of the first arguments of an operator are the indices of the sparse tensor that it makes; 0 for others.
[[nodiscard]] std::size_t indexArguments(std::string_view operation);

/// Copies indices, so that holders of the original tensors cannot write to those of a sparse tensor.
void takeSparseIndices(std::span<c10::IValue> indices);

/// Throws c10::Error if indices of a sparse tensor are not within its sizes: LibTorch reads and writes where they
/// point to.
void checkSparseIndices(const at::Tensor &sparse);

/// While it lives, sparse tensors that this thread reads from a file have indices of their own that have been checked.
class CheckedReading
{
public:
    CheckedReading();

private:
    c10::impl::IncludeDispatchKeyGuard m_keys;
};

/// What torch.save() or torch::pickle_save() has written.
[[nodiscard]] c10::IValue readPickle(const std::vector<char> &bytes);

} // namespace rooflight
