// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view copies = "a copy";
constexpr std::string_view kind = "moves elements";

/// Rows of a bag are summed up, or compared for the maximum.
std::optional<Work> bagWork(const OperatorCall &call)
{
    const TensorValue *weight = tensorNamed(call, { "weight" });
    const TensorValue *indices = tensorNamed(call, { "indices" });
    const auto width = weight ? dimensionOf(*weight, -1) : std::nullopt;
    if (!indices || !width)
        return std::nullopt;
    const Count added = elementsOf(*indices) * *width;
    constexpr std::int64_t maximum = 2;
    return integerNamed(call, "mode").value_or(0) == maximum ? Work { .comparison = added }
                                                             : Work { .reduction = added };
}

/// Additions into the picked elements: one for each element that comes in.
std::optional<Work> scatteredAdditions(const OperatorCall &call)
{
    const TensorValue *values = tensorNamed(call, { "src", "source", "values" });
    if (!values)
        return std::nullopt;
    const Count added = elementsOf(*values);
    return worksOnIntegers(*values) ? Work { .comparison = added } : Work { .reduction = added };
}

} // namespace

std::vector<CostRule> movementRules()
{
    using enum OperatorFamily;
    return {
        { Movement,
          "aten::contiguous aten::clone aten::to aten::_to_copy aten::type_as aten::reshape aten::reshape_as "
          "aten::flatten aten::ravel aten::cpu aten::cuda aten::as_tensor aten::to_mkldnn aten::to_dense "
          "aten::_to_dense aten::_mkldnn_reshape aten::_mkldnn_transpose aten::mkldnn_reorder_conv2d_weight "
          "aten::mkldnn_reorder_conv3d_weight aten::_autocast_to_full_precision "
          "aten::_autocast_to_reduced_precision aten::lift aten::lift_fresh_copy aten::view_copy "
          "aten::expand_copy aten::permute_copy aten::_reshape_copy aten::pin_memory",
          noWork, readAndWritten, "0; a view where the memory stays the same", copies },
        { Movement,
          "aten::cat aten::concat aten::concatenate aten::stack aten::hstack aten::vstack aten::dstack "
          "aten::column_stack aten::block_diag aten::pad aten::constant_pad_nd aten::_pad_circular "
          "aten::_pad_enum aten::reflection_pad1d aten::reflection_pad2d aten::reflection_pad3d "
          "aten::replication_pad1d aten::replication_pad2d aten::replication_pad3d aten::roll aten::flip "
          "aten::fliplr aten::flipud aten::rot90 aten::repeat aten::tile aten::repeat_interleave "
          "aten::pixel_shuffle aten::pixel_unshuffle aten::channel_shuffle aten::native_channel_shuffle "
          "aten::im2col aten::tril aten::triu aten::diag aten::diag_embed aten::one_hot aten::item "
          "aten::_local_scalar_dense aten::is_nonzero aten::complex aten::max_unpool2d aten::max_unpool3d "
          "quantized::cat quantized::cat_relu",
          noWork, readAndWritten, "0", kind },
        { Movement, "aten::copy", noWork, overwritten, "0", copies },
        { Movement, "aten::fill aten::zero aten::normal aten::uniform aten::random aten::bernoulli aten::exponential",
          noWork, overwritten, "0", "memory set to values" },
        { Movement,
          "aten::zeros aten::ones aten::full aten::zeros_like aten::ones_like aten::full_like aten::new_zeros "
          "aten::new_ones aten::new_full aten::arange aten::range aten::linspace aten::logspace aten::eye "
          "aten::tensor aten::scalar_tensor aten::rand aten::randn aten::randint aten::randperm aten::rand_like "
          "aten::randn_like aten::randint_like aten::tril_indices aten::triu_indices aten::hann_window "
          "aten::hamming_window",
          noWork, onlyWritten, "0", "memory set to values" },
        { Movement,
          "aten::empty aten::empty_like aten::empty_strided aten::empty_permuted aten::new_empty "
          "aten::new_empty_strided aten::resize aten::resize_as aten::set",
          noWork, untouched, "0", "memory set aside" },
        { Movement,
          "aten::index aten::index_select aten::gather aten::take aten::take_along_dim aten::masked_select "
          "aten::embedding quantized::embedding_byte",
          noWork, gathered, "0", kind },
        { Movement, "aten::embedding_bag aten::_embedding_bag aten::_embedding_bag_forward_only", bagWork, gatheredBags,
          "|indices| × width", "one addition for each element of each row" },
        { Movement,
          "aten::index_put aten::_index_put_impl aten::index_copy aten::index_fill aten::scatter "
          "aten::masked_scatter aten::select_scatter aten::slice_scatter",
          noWork, scattered, "0", kind },
        { Movement, "aten::index_add aten::scatter_add aten::scatter_reduce aten::index_reduce", scatteredAdditions,
          scattered, "one addition for each element of the source", kind },
        { Movement, "aten::col2im",
          [](const OperatorCall &call) -> std::optional<Work> {
              const TensorValue *input = tensorNamed(call, { "self" });
              return input ? std::optional(Work { .reduction = elementsOf(*input) }) : std::nullopt;
          },
          readAndWritten, "|in|", "one addition for each element that comes in" },
    };
}

} // namespace ridgepoint
