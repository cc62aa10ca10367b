// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/converted_inputs.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/values/value_conversion.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

namespace rooflight {

namespace {

/// "x.0, x.1, mask.0"
std::string placesOf(const ModelInputs &inputs)
{
    std::vector<std::string> places;
    for (std::size_t i = 0; i < inputs.values.size(); ++i) {
        const std::int64_t rank = inputs.values[i].isTensor() ? inputs.values[i].toTensor().dim() : 0;
        for (std::int64_t dimension = 0; dimension < rank; ++dimension)
            places.push_back(fmt::format("{}.{}", inputs.arguments[i].name, dimension));
    }
    return fmt::format("{}", fmt::join(places, ", "));
}

Error unknownPlace(const ModelInputs &inputs, const std::string &place)
{
    const std::string places = placesOf(inputs);
    if (places.empty())
        return errorOf(ErrorSentence::NoTensorInputs, { place });
    return errorOf(ErrorSentence::DimensionUnknown, { place, places });
}

} // namespace

Result<ModelInputs> resizedInputs(const ModelInputs &inputs, const std::string &place, std::int64_t size)
{
    const std::size_t dot = place.rfind('.');
    std::int64_t dimension = -1;
    const char *const end = place.data() + place.size();
    const auto parsed = std::from_chars(dot == std::string::npos ? end : place.data() + dot + 1, end, dimension);
    for (std::size_t i = 0; i < inputs.values.size(); ++i) {
        if (parsed.ec != std::errc() || parsed.ptr != end || inputs.arguments[i].name != place.substr(0, dot)
            || !inputs.values[i].isTensor() || dimension < 0 || dimension >= inputs.values[i].toTensor().dim())
            continue;
        const c10::InferenceMode inference;
        const at::Tensor &tensor = inputs.values[i].toTensor();
        const std::int64_t known = tensor.size(dimension);
        if (known == 0 && size > 0)
            return errorOf(ErrorSentence::NothingToRepeat, { place });
        const at::Tensor index = at::arange(size, at::TensorOptions().dtype(at::kLong).device(tensor.device()));
        ModelInputs resized = inputs;
        resized.values[i] = tensor.index_select(dimension, known > 0 ? index.remainder(known) : index);
        describe(resized);
        keepOtherValues(resized);
        return resized;
    }
    return unknownPlace(inputs, place);
}

ModelInputs convertedInputs(ModelInputs inputs, const Execution &execution)
{
    if (!convertsValues(execution))
        return inputs;
    for (c10::IValue &value : inputs.values)
        value = converted(value, execution);
    keepOtherValues(inputs);
    for (ModelInput &input : inputs.described) {
        if (isFloatingPoint(input.tensor.dtype))
            input.tensor.dtype = dtypeOf(execution.precision).value_or(input.tensor.dtype);
    }
    return inputs;
}

} // namespace rooflight
