// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/operators/known_operators.h"

#include "core/base/operator_table.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

// Registered by LibTorch 2.9 to 2.15 itself, read from torch._C._jit_get_all_schemas() less those that Python adds.
constexpr std::array<std::string_view, 29> ownNamespaces = {
    "aten",       "prim",     "_c10d_functional", "_c10d_functional_autograd",
    "_dtensor",   "_nnapi",   "_quantized",       "c10d",
    "cuda",       "dist_rpc", "inductor",         "metal",
    "mkl",        "mkldnn",   "mkldnn_prepacked", "onednn",
    "prepacked",  "profiler", "profiling",        "quantized",
    "rnn",        "sparse",   "static_runtime",   "symm_mem",
    "tensorexpr", "vulkan",   "xnnpack",          "_native",
    "_native_aot"
};

/// Arguments that operators without a tensor for the result take by name only; PyTorch writes no others by name.
constexpr std::string_view namedArguments =
    "N alpha approximate assume_unique atol attn_mask aweights axis beta blocksize check_errors copy correction "
    "decimals "
    "dense_dim density descending device dim dim1 dim2 driver dtype dx edge_order enable_gqa fill_value fweights "
    "generator hermitian implicit include_self indexing interpolation invert is_coalesced is_matrix keepdim layout "
    "left log_target "
    "masked_grad memory_format mode names non_blocking offset out_dtype out_int32 outdim output_size path pin_memory "
    "pivot range reduce requires_grad right rounding_mode rtol scale scales seed side size sorter spacing sparse_grad "
    "stable "
    "unitriangular upper use_dynamic use_gelu value weight zero_point zero_points";

/// Overloads whose results are named otherwise than "out". Torch 2.15 has none of dimensions by name.
constexpr std::string_view resultOverloads =
    "grad_input dim_max dim_min OutTensor OutScalar_Self OutScalar_Other inverse "
    "X U a L Q eigvals eigenvalues values result output dim_values values_stable sign "
    "names_dim_max names_dim_min names_dim_values dimname_values dimname_values_stable";

/// The one overload with "_out_" in its name that is given no result: of aten::flatten, for a dimension by name.
constexpr std::string_view namesItsDimension = "named_out_dim";

/// Compares the sizes of a tensor that it is given for its result.
constexpr std::string_view takesItsResult = "aten::div";

template<typename Value> const Value *findTwin(const OperatorTable<Value> &table, std::string_view operation)
{
    const Value *const found = table.find(operation);
    if (found || !operation.ends_with('_'))
        return found;
    return table.find(operation.substr(0, operation.size() - 1));
}

const OperatorTable<bool> &knownNames()
{
    static const OperatorTable<bool> table = [] {
        OperatorTable<bool> names;
        for (const OperatorGroup &group : knownOperators())
            names.add(group.names, true);
        return names;
    }();
    return table;
}

/// Whether \p pattern, in which "*" stands for any characters, is \p text.
bool matches(std::string_view pattern, std::string_view text)
{
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == text;
    if (!text.starts_with(pattern.substr(0, star)))
        return false;
    pattern.remove_prefix(star + 1);
    text.remove_prefix(star);
    for (std::size_t skipped = 0; skipped <= text.size(); ++skipped) {
        if (matches(pattern, text.substr(skipped)))
            return true;
    }
    return false;
}

bool matchesOne(std::string_view patterns, std::string_view operation)
{
    const std::string_view twin = operation.ends_with('_') ? operation.substr(0, operation.size() - 1) : operation;
    return std::ranges::any_of(separatedNames(patterns), [&](std::string_view pattern) {
        return matches(pattern, operation) || matches(pattern, twin);
    });
}

} // namespace

bool isOfLibTorch(std::string_view nameSpace)
{
    return std::ranges::find(ownNamespaces, nameSpace) != ownNamespaces.end();
}

bool isJudged(std::string_view nameSpace)
{
    return isOfLibTorch(nameSpace) || nameSpace == "torchvision";
}

OperatorRisk riskOf(std::string_view operation)
{
    if (findTwin(knownNames(), operation))
        return OperatorRisk::None;
    for (const RefusedOperators &row : refusedOperators()) {
        if (matchesOne(row.patterns, operation))
            return row.risk;
    }
    return OperatorRisk::Unlisted;
}

OperatorRisk riskOfArgument(std::string_view operation, std::string_view name)
{
    static const OperatorTable<bool> table { { namedArguments, true } };
    const bool mayBeGiven = operation == takesItsResult && name == "out";
    return mayBeGiven || table.find(name) ? OperatorRisk::None : OperatorRisk::Result;
}

OperatorRisk riskOfOverload(std::string_view operation, std::string_view overload)
{
    static const OperatorTable<bool> table { { resultOverloads, true } };
    const bool forResult = overload == "out" || overload.starts_with("out_") || overload.ends_with("_out")
        || (overload.find("_out_") != std::string_view::npos && overload != namesItsDimension) || table.find(overload);
    const bool mayBeGiven = operation == takesItsResult && overload == "out";
    return forResult && !mayBeGiven ? OperatorRisk::Result : OperatorRisk::None;
}

} // namespace rooflight
