// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view values = "memory set to values";
constexpr std::string_view draws = "random draws are no FLOPs";

} // namespace

std::vector<CostRule> creationRules()
{
    using enum OperatorFamily;
    return {
        { Movement, "aten::fill aten::zero", noWork, overwritten, "0", values },
        { Movement,
          "aten::normal aten::uniform aten::random aten::exponential aten::cauchy aten::geometric aten::log_normal "
          "aten::bernoulli",
          noWork, overwritten, "0", draws },
        { Movement, "aten::multinomial aten::poisson aten::binomial aten::_standard_gamma aten::_sample_dirichlet",
          noWork, readAndWritten, "0", draws },
        { Movement,
          "aten::zeros aten::ones aten::full aten::zeros_like aten::ones_like aten::full_like aten::new_zeros "
          "aten::new_ones aten::new_full aten::arange aten::range aten::linspace aten::logspace aten::eye "
          "aten::scalar_tensor aten::tril_indices aten::triu_indices aten::hann_window "
          "aten::hamming_window aten::blackman_window aten::bartlett_window aten::kaiser_window aten::fft_fftfreq "
          "aten::fft_rfftfreq aten::from_file aten::_cudnn_init_dropout_state aten::_new_zeros_with_same_feature_meta",
          noWork, onlyWritten, "0", values },
        { Movement,
          "aten::rand aten::randn aten::randint aten::randperm aten::rand_like aten::randn_like aten::randint_like "
          "aten::normal_functional",
          noWork, onlyWritten, "0", draws },
        { Movement,
          "aten::empty aten::empty_like aten::empty_strided aten::empty_permuted aten::empty_quantized "
          "aten::_empty_affine_quantized aten::_empty_per_channel_affine_quantized aten::_efficientzerotensor "
          "aten::new_empty aten::new_empty_strided aten::resize aten::resize_as aten::_resize_output aten::set",
          noWork, untouched, "0", "memory set aside" },
    };
}

} // namespace ridgepoint
