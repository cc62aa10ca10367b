// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

namespace rooflight {

namespace {

constexpr std::string_view copies = QT_TRANSLATE_NOOP("Formulas", "a copy");
constexpr std::string_view kind = QT_TRANSLATE_NOOP("Formulas", "moves elements");
constexpr std::string_view values = QT_TRANSLATE_NOOP("Formulas", "fills memory with values");
constexpr std::string_view draws = QT_TRANSLATE_NOOP("Formulas", "random draws are not FLOPs");

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
          noWork, QT_TRANSLATE_NOOP("Formulas", "0; a view if the memory stays the same"), copies },
        { Movement,
          "aten::view_copy aten::expand_copy aten::permute_copy aten::_reshape_copy aten::lift_fresh_copy "
          "aten::alias_copy aten::as_strided_copy aten::_conj_copy aten::_neg_view_copy aten::detach_copy "
          "aten::diagonal_copy aten::narrow_copy aten::select_copy aten::slice_copy aten::split_copy "
          "aten::split_with_sizes_copy aten::squeeze_copy aten::t_copy aten::transpose_copy aten::unbind_copy "
          "aten::unfold_copy aten::unsqueeze_copy aten::view_as_real_copy aten::view_as_complex_copy "
          "aten::_reshape_alias_copy aten::_indices_copy aten::_values_copy aten::indices_copy aten::values_copy "
          "aten::crow_indices_copy aten::col_indices_copy aten::ccol_indices_copy aten::row_indices_copy "
          "aten::_nested_get_values_copy aten::_nested_view_from_buffer_copy aten::_nested_view_from_jagged_copy",
          noWork, "0", copies },
        { Movement,
          "aten::cat aten::concat aten::concatenate aten::_chunk_cat aten::stack aten::_stack aten::hstack "
          "aten::vstack aten::dstack aten::column_stack aten::block_diag aten::pad aten::constant_pad_nd "
          "aten::_pad_circular aten::_pad_enum aten::reflection_pad1d aten::reflection_pad2d aten::reflection_pad3d "
          "aten::replication_pad1d aten::replication_pad2d aten::replication_pad3d aten::roll aten::flip "
          "aten::fliplr aten::flipud aten::rot90 aten::repeat aten::tile aten::repeat_interleave "
          "aten::pixel_shuffle aten::pixel_unshuffle aten::channel_shuffle aten::native_channel_shuffle "
          "aten::im2col aten::tril aten::triu aten::diag aten::diag_embed aten::one_hot aten::complex "
          "aten::max_unpool2d aten::max_unpool3d aten::item aten::_local_scalar_dense aten::is_nonzero",
          noWork, "0", kind },
        { Movement,
          "aten::_pack_padded_sequence aten::to_padded_tensor aten::_nested_tensor_from_mask "
          "aten::_nested_tensor_from_tensor_list aten::_nested_from_padded "
          "aten::_nested_from_padded_and_nested_example aten::_nested_from_padded_tensor "
          "aten::_padded_dense_to_jagged_forward aten::_jagged_to_padded_dense_forward",
          noWork, "0", QT_TRANSLATE_NOOP("Formulas", "moves elements between padded and ragged batches") },
        { Movement, "aten::copy", noWork, "0", copies, overwritten },
        { Movement, "aten::col2im aten::unfold_backward", reducedInput<1>, "|in|",
          QT_TRANSLATE_NOOP("Formulas", "one addition for each input element") },

        // Tensors made from nothing but a shape or a seed.
        { Movement, "aten::fill aten::zero", noWork, "0", values, overwritten },
        { Movement,
          "aten::normal aten::uniform aten::random aten::exponential aten::cauchy aten::geometric aten::log_normal "
          "aten::bernoulli",
          noWork, "0", draws, overwritten },
        { Movement, "aten::multinomial aten::poisson aten::binomial aten::_standard_gamma aten::_sample_dirichlet",
          noWork, "0", draws },
        { Movement,
          "aten::zeros aten::ones aten::full aten::zeros_like aten::ones_like aten::full_like aten::new_zeros "
          "aten::new_ones aten::new_full aten::arange aten::range aten::linspace aten::logspace aten::eye "
          "aten::scalar_tensor aten::tril_indices aten::triu_indices aten::hann_window "
          "aten::hamming_window aten::blackman_window aten::bartlett_window aten::kaiser_window aten::fft_fftfreq "
          "aten::fft_rfftfreq aten::from_file aten::_cudnn_init_dropout_state aten::_new_zeros_with_same_feature_meta",
          noWork, "0", values, onlyWritten },
        { Movement,
          "aten::rand aten::randn aten::randint aten::randperm aten::rand_like aten::randn_like aten::randint_like "
          "aten::normal_functional",
          noWork, "0", draws, onlyWritten },
        { Movement,
          "aten::empty aten::empty_like aten::empty_strided aten::empty_permuted aten::empty_quantized "
          "aten::_empty_affine_quantized aten::_empty_per_channel_affine_quantized aten::_efficientzerotensor "
          "aten::new_empty aten::new_empty_strided aten::resize aten::resize_as aten::_resize_output aten::set",
          noWork, "0", QT_TRANSLATE_NOOP("Formulas", "allocates memory"), untouched },

        // Views and questions, which move nothing.
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
          noWork, "0", QT_TRANSLATE_NOOP("Formulas", "shares the memory of its input"), untouched },
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
          noWork, "0", QT_TRANSLATE_NOOP("Formulas", "queries a shape or a property"), untouched },
    };
}

} // namespace rooflight
