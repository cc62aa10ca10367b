// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

std::vector<CostRule> viewRules()
{
    using enum OperatorFamily;
    return {
        { View,
          "aten::view aten::_unsafe_view aten::view_as aten::_reshape_alias aten::transpose aten::t "
          "aten::permute aten::swapaxes aten::swapdims aten::movedim aten::moveaxis aten::numpy_T aten::mT "
          "aten::mH aten::matrix_H aten::adjoint aten::slice aten::select aten::narrow aten::diagonal "
          "aten::linalg_diagonal aten::as_strided aten::unfold aten::expand aten::expand_as aten::broadcast_to "
          "aten::broadcast_tensors aten::meshgrid aten::squeeze aten::unsqueeze aten::unflatten "
          "aten::atleast_1d aten::atleast_2d aten::atleast_3d aten::chunk aten::split aten::split_with_sizes "
          "aten::unsafe_chunk aten::unsafe_split aten::unsafe_split_with_sizes aten::tensor_split aten::hsplit "
          "aten::vsplit aten::dsplit aten::unbind aten::detach aten::alias aten::lift_fresh aten::positive "
          "aten::conj aten::_conj aten::resolve_conj aten::resolve_neg aten::real aten::imag aten::view_as_real "
          "aten::view_as_complex aten::data aten::requires_grad aten::rename aten::refine_names "
          "aten::_neg_view aten::_nested_get_values aten::_nested_view_from_buffer aten::_nested_view_from_jagged "
          "aten::_fw_primal",
          noWork, untouched, "0", "shares the memory of its input" },
        { View,
          "aten::size aten::sym_size aten::stride aten::sym_stride aten::sym_numel "
          "aten::is_floating_point aten::is_complex aten::is_same_size "
          "aten::is_pinned aten::is_set_to aten::_has_same_storage_numel aten::is_signed aten::result_type "
          "aten::can_cast aten::_nnpack_available "
          "aten::_has_compatible_shallow_copy_type aten::_shape_as_tensor aten::q_scale aten::q_zero_point "
          "aten::qscheme aten::q_per_channel_scales "
          "aten::q_per_channel_zero_points aten::q_per_channel_axis aten::_assert_scalar aten::_assert_tensor_metadata "
          "aten::_functional_assert_scalar aten::sym_constrain_range aten::sym_constrain_range_for_size "
          "aten::_functional_sym_constrain_range aten::_functional_sym_constrain_range_for_size "
          "aten::_make_dep_token aten::_print aten::record_stream aten::_nested_tensor_size "
          "aten::_nested_tensor_strides aten::_nested_tensor_storage_offsets "
          "aten::_nested_compute_contiguous_strides_offsets aten::_nested_get_offsets aten::_nested_get_lengths "
          "aten::_nested_get_ragged_idx aten::_nested_get_min_seqlen aten::_nested_get_max_seqlen "
          "aten::_nested_get_jagged_dummy mkldnn::_nbytes mkldnn::data_ptr aten::_fused_sdp_choice "
          "aten::_use_cudnn_rnn_flatten_weight aten::cudnn_is_acceptable",
          noWork, untouched, "0", "asks for a shape or a property" },
    };
}

} // namespace ridgepoint
