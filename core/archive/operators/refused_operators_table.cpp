// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/operators/known_operators.h"

namespace rooflight {

const std::vector<RefusedOperators> &refusedOperators()
{
    static const std::vector<RefusedOperators> rows = {
        { OperatorRisk::Files, "aten::save aten::from_file" },
        { OperatorRisk::Storage,
          "aten::_reshape_alias aten::_reshape_alias_copy aten::set aten::set_ aten::set_data "
          "aten::shallow_copy_data_ aten::slice_inverse aten::_resize_output aten::resize_as_sparse "
          "aten::sparse_resize aten::sparse_resize_and_clear aten::_sparse_*_unsafe aten::_sparse_*_with_dims* "
          "aten::_nested_view_from_* aten::_nested_compute_contiguous_strides_offsets inductor::*" },
        { OperatorRisk::Indices,
          "aten::_convert_indices_from_* aten::segment_reduce aten::_sobol_engine_* aten::_index_put_impl "
          "aten::ctc_loss aten::_ctc_loss aten::_cudnn_ctc_loss aten::miopen_ctc_loss aten::_use_*_ctc_loss "
          "aten::_jagged_to_padded_dense_forward aten::_padded_dense_to_jagged_forward aten::linalg_ldl_solve "
          "aten::linalg_lu_solve aten::lu_solve aten::lu_unpack aten::fractional_max_pool* aten::_validate_* "
          "aten::_spdiags aten::_nested_from_padded* aten::promote_types "
          "aten::_philox_* aten::_fill_mem_eff_dropout_mask_ "
          "quantized::embedding_*_rowwise_offsets" },
        { OperatorRisk::Shapes,
          "aten::_cholesky_solve_helper aten::_compute_linear_combination aten::_cummax_helper aten::_cummin_helper "
          "aten::_stack aten::_chunk_cat aten::_nnpack_spatial_convolution aten::_saturate_weight_to_fp16 "
          "aten::_transform_bias_rescale_qkv aten::fbgemm_* aten::quantized_lstm_cell aten::quantized_gru_cell "
          "aten::quantized_rnn_*_cell aten::_weight_int4pack_mm_with_scales_and_zeros aten::mkldnn_rnn_layer "
          "aten::_rowwise_prune aten::_tensor_to_list "
          "aten::view_copy aten::_new_zeros_with_same_feature_meta aten::__upsample aten::__upsample_bilinear "
          "aten::__upsample_nearest aten::__interpolate aten::_pdist_forward quantized::linear_prepack_fp16_legacy "
          "quantized::embedding_bag_4bit_prepack quantized::embedding_bag_2bit_prepack "
          "quantized::*_with_rowwise_min_max quantized::make_quantized_cell_params quantized::*_out "
          "quantized::int4mm_packed_weight_cpu sparse::* _quantized::* onednn::* aten::_wrapped_* aten::_cslt_* "
          "aten::*_semi_structured* aten::_mixed_dtypes_linear aten::_scaled_addmm "
          "aten::_scaled_grouped_mm* aten::_triton_*" },
        { OperatorRisk::Internals,
          "aten::_indices aten::_values aten::indices aten::crow_indices aten::col_indices aten::ccol_indices "
          "aten::row_indices aten::_coalesced aten::copy_sparse_to_sparse aten::_nested_tensor_size "
          "aten::_nested_tensor_strides aten::_nested_tensor_storage_offsets aten::_nested_get_* "
          "aten::q_per_channel_scales aten::q_per_channel_zero_points aten::_efficientzerotensor "
          "aten::_make_per_channel_quantized_tensor aten::_make_per_tensor_quantized_tensor "
          "aten::_sparse_mask_projection aten::_sparse_csr_sum aten::_sparse_csr_prod "
          "aten::_sparse_mm_reduce_impl aten::_sparse_broadcast_to* aten::_spsolve aten::_neg_view* "
          "aten::sspaddmm aten::_copy_from aten::_copy_from_and_resize aten::_lazy_clone mkldnn::*" },
        { OperatorRisk::Process,
          "aten::to_here aten::local_value aten::owner aten::owner_name aten::is_owner aten::confirmed_by_owner "
          "aten::_cufft_* aten::record_stream prim::rpc_* c10d::* _c10d_functional::* _c10d_functional_autograd::* "
          "dist_rpc::* symm_mem::* _dtensor::* cuda::* aten::_make_dep_token" },
        { OperatorRisk::Training,
          "*_backward* *_jvp aten::_foreach_* aten::_fused_ad* aten::_fused_sgd aten::_amp_* aten::backward "
          "aten::_backward aten::grad aten::get_gradients aten::retain_grad aten::_grad_sum_to_size "
          "aten::_dirichlet_grad aten::_standard_gamma_grad aten::_make_dual* aten::_unpack_dual aten::_fw_primal* "
          "aten::_choose_qparams_per_tensor aten::choose_qparams_optimized aten::batch_norm_gather_stats* "
          "aten::batch_norm_stats aten::batch_norm_update_stats aten::batch_norm_elemt "
          "aten::rrelu_with_noise_functional aten::multi_margin_loss aten::multilabel_margin_loss* prim::grad" },
        { OperatorRisk::Compiler,
          "aten::_autocast_to_reduced_precision aten::_test_* aten::_foobar aten::_propagate_xla_data "
          "aten::_debug_has_internal_overlap "
          "aten::_remove_batch_dim aten::_add_batch_dim aten::_get_tracing_state aten::_is_tracing "
          "aten::has_torch_function aten::output_nr aten::_version aten::_reshape_from_tensor "
          "aten::_shape_as_tensor_ prim::AddStatValue prim::Autograd* prim::Bail* prim::Broadcast* prim::ChunkSizes "
          "prim::Constant* prim::DifferentiableGraph prim::FallbackGraph prim::Fus* prim::Guard prim::IfThenElse "
          "prim::IgnoredPythonOp prim::PythonOp prim::*MKLDNN* prim::MM* prim::ModuleContainerIndex "
          "prim::ReductionSizes prim::RequiresGradCheck prim::Static* prim::TensorExpr* prim::TimePoint "
          "prim::tolist prim::TupleUnpack prim::TypeCheck prim::Uninitialized prim::Var* prim::awaitable_* "
          "prim::mkldnn_convolution prim::oneDNN* prim::profile* static_runtime::* mkl::* mkldnn_prepacked::* "
          "prepacked::* tensorexpr::* xnnpack::* vulkan::* metal::* _nnapi::* rnn::* profiling::* "
          "profiler::_call_end_callbacks_on_jit_fut _native::* _native_aot::*" },
        { OperatorRisk::Hardware,
          "aten::*_mps* aten::*miopen* aten::_cudnn_rnn* aten::cudnn_* aten::_cudnn_init_dropout_state "
          "aten::_cudnn_attention_forward* aten::_flash_attention_forward* aten::_efficient_attention_forward "
          "aten::_thnn_* aten::*_overrideable* aten::is_vulkan_available" }
    };
    return rows;
}

} // namespace rooflight
