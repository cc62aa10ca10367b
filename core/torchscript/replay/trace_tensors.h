// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/tensor_info.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace rooflight {

/// Which tensor an argument of a recorded call is. A trace does not say: it is taken to be the newest result of the
/// same shape, strides and type that the call does not take already; else a parameter, if the argument is called
/// like one, or an input. What computes gradients takes the parameters that the forward pass took. Tensors have no data
/// (they are on the meta device).
class TraceTensors
{
public:
    struct Parameter {
        at::Tensor tensor;
        bool buffer = false; ///< a running statistic
    };

    /// The next call: \p place is the same for the same operator of the same module, whose parameters are then the
    /// same. \p gradient: it computes gradients.
    void callBegan(std::string place, bool gradient);
    [[nodiscard]] at::Tensor find(const std::string &argument, const TensorInfo &info,
                                  const std::vector<std::int64_t> &strides);
    /// Adds the results of the call.
    void add(const std::vector<c10::IValue> &outputs);

    /// Parameters of the call that began last: those that it is the first to take or takes again at its place, and
    /// tensors that no call had made.
    [[nodiscard]] const std::vector<Parameter> &parameters() const { return m_parameters; }
    [[nodiscard]] const std::vector<at::Tensor> &inputs() const { return m_inputs; }

private:
    using Kind = std::tuple<Shape, std::vector<std::int64_t>, DType>;

    [[nodiscard]] at::Tensor newestResult(const Kind &kind);
    [[nodiscard]] at::Tensor parameterOfForward(const Kind &kind);
    [[nodiscard]] DType typeOfNewest(const Shape &shape) const;

    std::map<Kind, std::vector<at::Tensor>> m_results; ///< oldest first, a few
    std::map<Shape, DType> m_typeOfShape; ///< of the newest
    std::map<std::string, at::Tensor> m_parameterAt;
    std::map<Kind, std::vector<at::Tensor>> m_knownParameters; ///< next one of a gradient last
    std::string m_place;
    bool m_gradient = false;
    std::set<const c10::TensorImpl *> m_taken; ///< by this call
    std::vector<Parameter> m_parameters;
    std::vector<at::Tensor> m_inputs;
};

} // namespace rooflight
