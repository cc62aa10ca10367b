// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view copies = "a copy";
constexpr std::string_view kind = "moves elements";

} // namespace

std::vector<CostRule> movementRules()
{
    using enum OperatorFamily;
    return {
        { Movement,
          "aten::contiguous aten::clone aten::to aten::_to_copy aten::type_as aten::reshape aten::reshape_as "
          "aten::flatten aten::ravel aten::to_mkldnn aten::_mkldnn_reshape "
          "aten::_mkldnn_transpose aten::_autocast_to_full_precision aten::_autocast_to_reduced_precision aten::lift "
          "aten::pin_memory aten::_pin_memory aten::_copy_from aten::_copy_from_and_resize aten::_lazy_clone",
          noWork, readAndWritten, "0; a view where the memory stays the same", copies },
        { Movement,
          "aten::view_copy aten::expand_copy aten::permute_copy aten::_reshape_copy aten::lift_fresh_copy "
          "aten::alias_copy aten::as_strided_copy aten::_conj_copy aten::_neg_view_copy aten::detach_copy "
          "aten::diagonal_copy aten::narrow_copy aten::select_copy aten::slice_copy aten::split_copy "
          "aten::split_with_sizes_copy aten::squeeze_copy aten::t_copy aten::transpose_copy aten::unbind_copy "
          "aten::unfold_copy aten::unsqueeze_copy aten::view_as_real_copy aten::view_as_complex_copy "
          "aten::_reshape_alias_copy aten::_indices_copy aten::_values_copy aten::indices_copy aten::values_copy "
          "aten::crow_indices_copy aten::col_indices_copy aten::ccol_indices_copy aten::row_indices_copy "
          "aten::_nested_get_values_copy aten::_nested_view_from_buffer_copy aten::_nested_view_from_jagged_copy",
          noWork, readAndWritten, "0", copies },
        { Movement,
          "aten::cat aten::concat aten::concatenate aten::_chunk_cat aten::stack aten::_stack aten::hstack "
          "aten::vstack aten::dstack aten::column_stack aten::block_diag aten::pad aten::constant_pad_nd "
          "aten::_pad_circular aten::_pad_enum aten::reflection_pad1d aten::reflection_pad2d aten::reflection_pad3d "
          "aten::replication_pad1d aten::replication_pad2d aten::replication_pad3d aten::roll aten::flip "
          "aten::fliplr aten::flipud aten::rot90 aten::repeat aten::tile aten::repeat_interleave "
          "aten::pixel_shuffle aten::pixel_unshuffle aten::channel_shuffle aten::native_channel_shuffle "
          "aten::im2col aten::tril aten::triu aten::diag aten::diag_embed aten::one_hot aten::complex "
          "aten::max_unpool2d aten::max_unpool3d aten::item aten::_local_scalar_dense aten::is_nonzero",
          noWork, readAndWritten, "0", kind },
        { Movement,
          "aten::_pack_padded_sequence aten::to_padded_tensor aten::_nested_tensor_from_mask "
          "aten::_nested_tensor_from_tensor_list aten::_nested_from_padded "
          "aten::_nested_from_padded_and_nested_example aten::_nested_from_padded_tensor "
          "aten::_padded_dense_to_jagged_forward aten::_jagged_to_padded_dense_forward",
          noWork, readAndWritten, "0", "moves elements between padded and ragged batches" },
        { Movement, "aten::copy", noWork, overwritten, "0", copies },
        { Movement, "aten::col2im aten::unfold_backward", reducedInput<1>, readAndWritten, "|in|",
          "one addition for each element that comes in" },
    };
}

} // namespace ridgepoint
