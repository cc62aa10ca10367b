// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/values/sparse_guards.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/_validate_sparse_compressed_tensor_args.h>
#include <ATen/ops/_validate_sparse_coo_tensor_args.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/library.h>

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

// No backend and no mode of LibTorch uses this key. Shape prediction has the other one of this kind.
constexpr c10::DispatchKey readingKey = c10::DispatchKey::TESTING_ONLY_GenericWrapper;

struct Maker {
    std::string_view name;
    std::size_t indices;
};

constexpr Maker makers[] = {
    { "aten::sparse_coo_tensor", 1 },         { "aten::sparse_compressed_tensor", 2 },
    { "aten::sparse_csr_tensor", 2 },         { "aten::sparse_csc_tensor", 2 },
    { "aten::sparse_bsr_tensor", 2 },         { "aten::sparse_bsc_tensor", 2 },
    { "aten::_sparse_coo_tensor_unsafe", 1 }, { "aten::_sparse_compressed_tensor_unsafe", 2 },
    { "aten::_sparse_csr_tensor_unsafe", 2 }, { "aten::_sparse_csc_tensor_unsafe", 2 },
    { "aten::_sparse_bsr_tensor_unsafe", 2 }, { "aten::_sparse_bsc_tensor_unsafe", 2 },
};

/// What reads tensors from files calls those that check nothing.
void makeRead(const c10::OperatorHandle &operation, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    const std::size_t count = operation.schema().arguments().size();
    takeSparseIndices(std::span(*stack).last(count).first(indexArguments(operation.schema().name())));
    const c10::DispatchKeySet further(c10::DispatchKeySet::FULL_AFTER, readingKey);
    const c10::impl::ExcludeDispatchKeyGuard inner(readingKey); // those of compressed ones call each other
    operation.redispatchBoxed(keys & further, stack);
    checkSparseIndices(stack->back().toTensor());
}

void guardReading()
{
    static torch::Library others(torch::Library::IMPL, "_", readingKey, __FILE__, __LINE__);
    static torch::Library aten(torch::Library::IMPL, "aten", readingKey, __FILE__, __LINE__);
    [[maybe_unused]] static const bool done = [] {
        others.fallback(torch::CppFunction::makeFallthrough());
        for (const Maker &maker : makers) {
            if (maker.name.ends_with("_unsafe"))
                aten.impl(maker.name.data(), torch::CppFunction::makeFromBoxedFunction<&makeRead>());
        }
        return true;
    }();
}

} // namespace

std::size_t indexArguments(std::string_view operation)
{
    const auto *const found = std::ranges::find(makers, operation, &Maker::name);
    return found == std::end(makers) ? 0 : found->indices;
}

void takeSparseIndices(std::span<c10::IValue> indices)
{
    for (c10::IValue &value : indices) {
        if (value.isTensor() && value.toTensor().defined())
            value = value.toTensor().clone();
    }
}

void checkSparseIndices(const at::Tensor &sparse)
{
    if (!sparse.defined() || sparse.is_meta())
        return;
    switch (sparse.layout()) {
    case at::kSparse:
        at::_validate_sparse_coo_tensor_args(sparse._indices(), sparse._values(), sparse.sizes(),
                                             sparse.is_coalesced());
        break;
    case at::kSparseCsr:
    case at::kSparseBsr:
        at::_validate_sparse_compressed_tensor_args(sparse.crow_indices(), sparse.col_indices(), sparse.values(),
                                                    sparse.sizes(), sparse.layout());
        break;
    case at::kSparseCsc:
    case at::kSparseBsc:
        at::_validate_sparse_compressed_tensor_args(sparse.ccol_indices(), sparse.row_indices(), sparse.values(),
                                                    sparse.sizes(), sparse.layout());
        break;
    default:
        break;
    }
}

CheckedReading::CheckedReading()
    : m_keys([] {
        guardReading();
        return c10::DispatchKeySet(readingKey);
    }())
{
}

c10::IValue readPickle(const std::vector<char> &bytes)
{
    const CheckedReading checked;
    return torch::jit::pickle_load(bytes);
}

} // namespace rooflight
