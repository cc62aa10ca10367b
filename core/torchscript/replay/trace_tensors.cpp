// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/trace_tensors.h"

#include "core/torchscript/replay/replayed_results.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace rooflight {

namespace {

constexpr std::size_t maxOfOneKind = 8; ///< older results of one shape and type are forgotten

bool isParameterName(const std::string &argument)
{
    return argument.find("weight") != std::string::npos || argument.find("bias") != std::string::npos
        || argument == "params";
}

bool isBufferName(const std::string &argument)
{
    return argument.starts_with("running_");
}

at::Tensor emptyTensor(const TensorInfo &info, const std::vector<std::int64_t> &strides)
{
    const auto options = at::TensorOptions().dtype(scalarTypeOf(info.dtype)).device(c10::kMeta);
    at::Tensor made =
        strides.empty() ? at::empty(info.shape, options) : at::empty_strided(info.shape, strides, options);
    requireSensibleSize(made);
    return made;
}

} // namespace

void TraceTensors::callBegan(std::string place, bool gradient)
{
    m_place = std::move(place);
    m_gradient = gradient;
    m_taken.clear();
    m_parameters.clear();
    m_inputs.clear();
}

at::Tensor TraceTensors::newestResult(const Kind &kind)
{
    const auto found = m_results.find(kind);
    if (found == m_results.end())
        return {};
    for (auto candidate = found->second.rbegin(); candidate != found->second.rend(); ++candidate) {
        if (m_taken.insert(candidate->unsafeGetTensorImpl()).second)
            return *candidate;
    }
    return {};
}

/// Gradients come in the reverse order: the last parameter of a kind is the first to be taken again.
at::Tensor TraceTensors::parameterOfForward(const Kind &kind)
{
    const auto found = m_knownParameters.find(kind);
    if (found == m_knownParameters.end())
        return {};
    std::vector<at::Tensor> &known = found->second;
    std::rotate(known.begin(), std::prev(known.end()), known.end());
    return known.front();
}

DType TraceTensors::typeOfNewest(const Shape &shape) const
{
    const auto found = m_typeOfShape.find(shape);
    return found == m_typeOfShape.end() ? DType::Float32 : found->second;
}

at::Tensor TraceTensors::find(const std::string &argument, const TensorInfo &info,
                              const std::vector<std::int64_t> &strides)
{
    TensorInfo known = info;
    if (known.dtype == DType::Unknown)
        known.dtype = typeOfNewest(info.shape);
    at::Tensor described = emptyTensor(known, strides);
    const Kind kind { info.shape, described.strides().vec(), known.dtype };
    const bool persistent = isParameterName(argument) || isBufferName(argument);
    if (at::Tensor parameter = m_gradient && persistent ? parameterOfForward(kind) : at::Tensor(); parameter.defined())
        return parameter;
    if (at::Tensor result = newestResult(kind); result.defined())
        return result;
    if (!persistent) {
        m_inputs.push_back(described);
        m_taken.insert(described.unsafeGetTensorImpl());
        add({ described });
        return described;
    }
    const std::string place = m_place + '.' + argument + std::to_string(m_parameters.size());
    const auto [entry, isNew] = m_parameterAt.try_emplace(place, described);
    const at::Tensor &parameter = entry->second;
    if (isNew)
        m_knownParameters[kind].push_back(parameter);
    const bool same = parameter.sizes() == described.sizes() && parameter.scalar_type() == described.scalar_type();
    m_parameters.push_back({ same ? parameter : described, isBufferName(argument) });
    return m_parameters.back().tensor;
}

void TraceTensors::add(const std::vector<c10::IValue> &outputs)
{
    for (const c10::IValue &output : outputs) {
        forEachTensor(output, [this](const at::Tensor &tensor) {
            if (tensor.layout() != c10::kStrided)
                return;
            const DType dtype = dtypeOf(tensor.scalar_type());
            std::vector<at::Tensor> &known = m_results[{ tensor.sizes().vec(), tensor.strides().vec(), dtype }];
            std::erase_if(known, [&tensor](const at::Tensor &other) { return other.is_same(tensor); });
            known.push_back(tensor);
            if (known.size() > maxOfOneKind)
                known.erase(known.begin());
            m_typeOfShape[tensor.sizes().vec()] = dtype;
        });
    }
}

} // namespace rooflight
