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
          "aten::view_as_complex aten::data aten::requires_grad aten::rename aten::refine_names",
          noWork, untouched, "0", "shares the memory of its input" },
        { View,
          "aten::size aten::sym_size aten::stride aten::sym_stride aten::numel aten::sym_numel aten::dim "
          "aten::storage_offset aten::is_contiguous aten::is_floating_point aten::is_complex aten::is_same_size "
          "aten::is_pinned aten::is_signed aten::result_type aten::can_cast aten::_nnpack_available "
          "aten::_has_compatible_shallow_copy_type aten::_shape_as_tensor aten::q_scale aten::q_zero_point "
          "aten::qscheme aten::_fused_sdp_choice aten::_use_cudnn_rnn_flatten_weight aten::cudnn_is_acceptable",
          noWork, untouched, "0", "asks for a shape or a property" },
    };
}

} // namespace ridgepoint
