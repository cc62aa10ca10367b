// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/batch_dimension.h"

#include "core/model/error_sentences.h"
#include "core/model/result_sentences.h"
#include "core/torchscript/infer/input_inference.h"
#include "core/torchscript/inputs/input_batch.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/module_state.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/values/packed_weights.h"
#include "core/torchscript/values/tensor_values.h"
#include "core/torchscript/values/value_conversion.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/ivalue.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace rooflight {

namespace {

std::vector<at::Tensor> tensorsOf(const c10::IValue &value)
{
    std::vector<at::Tensor> tensors;
    forEachTensor(value, [&tensors](const at::Tensor &tensor) { tensors.push_back(tensor); });
    return tensors;
}

/// Of the same shape.
bool isClose(at::Tensor expected, at::Tensor actual, double tolerance)
{
    if (expected.is_quantized())
        expected = expected.dequantize();
    if (actual.is_quantized())
        actual = actual.dequantize();
    if (expected.numel() == 0)
        return true;
    if (!expected.is_floating_point() && !expected.is_complex()) {
        constexpr double mayDiffer = 0.01; // where two scores are nearly equal
        return at::ne(expected, actual).to(at::kFloat).mean().item<double>() <= mayDiffer;
    }
    const auto widest = expected.is_complex() ? at::kComplexDouble : at::kDouble;
    const at::Tensor wanted = expected.to(widest).nan_to_num();
    const double largest = wanted.abs().max().item<double>();
    return (actual.to(widest).nan_to_num() - wanted).abs().max().item<double>() <= tolerance * largest;
}

/// The dimension that is twice as large; `nullopt` where not exactly one differs.
std::optional<std::int64_t> doubledDimension(const at::Tensor &alone, const at::Tensor &together)
{
    if (alone.dim() != together.dim())
        return std::nullopt;
    std::optional<std::int64_t> found;
    for (std::int64_t i = 0; i < alone.dim(); ++i) {
        if (alone.size(i) == together.size(i))
            continue;
        if (found || together.size(i) != 2 * alone.size(i))
            return std::nullopt;
        found = i;
    }
    return found;
}

bool areHalves(const std::vector<at::Tensor> &alone, const std::vector<at::Tensor> &together, double tolerance)
{
    for (std::size_t i = 0; i < alone.size(); ++i) {
        const at::Tensor &second = together[alone.size() + i];
        if (alone[i].sizes() != second.sizes() || !isClose(alone[i], second, tolerance))
            return false;
    }
    return true;
}

/// Whether the results \p alone come out again as the second half of the results \p together, along one dimension of
/// each tensor or as the second half of a list. Results of equal shape must be equal, and at least one must be halved.
/// \p tolerance is a share of the largest magnitude of a result; of integers one in a hundred may differ.
bool isRepeatedBehindOthers(const c10::IValue &alone, const c10::IValue &together, double tolerance)
{
    const std::vector<at::Tensor> single = tensorsOf(alone);
    const std::vector<at::Tensor> both = tensorsOf(together);
    if (single.empty())
        return false;
    if (both.size() == 2 * single.size())
        return areHalves(single, both, tolerance);
    if (both.size() != single.size())
        return false;
    bool anyDoubled = false;
    for (std::size_t i = 0; i < single.size(); ++i) {
        at::Tensor second = both[i];
        if (const auto dimension = doubledDimension(single[i], both[i])) {
            second = both[i].narrow(*dimension, single[i].size(*dimension), single[i].size(*dimension));
            anyDoubled = true;
        }
        if (single[i].sizes() != second.sizes() || !isClose(single[i], second, tolerance))
            return false;
    }
    return anyDoubled;
}

using Kind = BatchPlace::Kind;
using Places = std::vector<BatchPlace>;

constexpr std::size_t maxCandidates = 3; ///< each costs a run
constexpr BatchPlace lengthPlace { Kind::Length, 0 };

bool isTensorList(const c10::IValue &value)
{
    return value.isTensorList() && !value.toTensorList().empty();
}

/// Items that an argument has at a place; `nullopt` where it has no such place.
std::optional<std::int64_t> itemsAt(const c10::IValue &value, const BatchPlace &place)
{
    if (place.kind == Kind::Length)
        return isTensorList(value) ? std::optional<std::int64_t>(value.toTensorList().size()) : std::nullopt;
    std::optional<std::int64_t> items;
    if (place.kind == Kind::Dimension)
        forEachTensor(value, [&](const at::Tensor &tensor) {
            if (!items && tensor.dim() > place.dimension)
                items = tensor.size(place.dimension);
        });
    return items;
}

/// The dimension that the graph shows for the first tensor of a value.
std::optional<BatchPlace> shownPlace(const c10::IValue &value, const InputGuess *guess)
{
    if (!guess)
        return std::nullopt;
    if (value.isTensor()) {
        const auto dimension =
            value.toTensor().defined() ? shownBatchDimension(value.toTensor().sizes().vec(), *guess) : std::nullopt;
        return dimension ? std::optional(BatchPlace { Kind::Dimension, static_cast<std::int64_t>(*dimension) })
                         : std::nullopt;
    }
    std::optional<BatchPlace> place;
    std::size_t index = 0;
    forEachElement(value, [&](const c10::IValue &element) {
        if (!place)
            place = shownPlace(element, elementGuess(guess, index));
        ++index;
    });
    return !place && guess->repeats && isTensorList(value) ? lengthPlace : place;
}

/// The items of the first argument that has any.
std::int64_t itemsOf(const std::vector<c10::IValue> &values, const Places &places)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (const auto items = itemsAt(values[i], places[i]))
            return *items;
    }
    return 1;
}

/// Without the places that have another number of items than the first one.
Places agreeing(const std::vector<c10::IValue> &values, Places places)
{
    const std::int64_t items = itemsOf(values, places);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (itemsAt(values[i], places[i]) != items)
            places[i] = {};
    }
    return places;
}

/// \p place in the first argument that has it; others have the same, or else the first dimension, as masks do.
Places samePlace(const std::vector<c10::IValue> &values, const BatchPlace &place)
{
    Places places(values.size());
    std::optional<std::int64_t> items;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const BatchPlace first { Kind::Dimension, 0 };
        const auto own = itemsAt(values[i], place);
        if (own && (!items || own == items)) {
            places[i] = place;
            items = own;
        } else if (items && itemsAt(values[i], first) == items) {
            places[i] = first;
        }
    }
    return places;
}

std::vector<Places> candidatesOf(const LoadedModel &model, const std::vector<c10::IValue> &values)
{
    std::vector<Places> candidates;
    const auto add = [&](const Places &places) {
        const bool any = std::ranges::any_of(places, [](const BatchPlace &place) { return place.kind != Kind::None; });
        if (any && candidates.size() < maxCandidates && std::ranges::find(candidates, places) == candidates.end())
            candidates.push_back(places);
    };
    InputGuesses graph;
    try {
        graph = guessInputs(model.module());
    } catch (const std::exception &) {
        // A graph that cannot be read shows nothing.
    }
    Places shown(values.size());
    for (std::size_t i = 0; i < std::min(values.size(), graph.arguments.size()); ++i)
        shown[i] = shownPlace(values[i], &graph.arguments[i]).value_or(BatchPlace {});
    add(agreeing(values, shown));
    add(samePlace(values, lengthPlace));
    add(samePlace(values, { Kind::Dimension, 0 }));
    add(samePlace(values, { Kind::Dimension, 1 }));
    return candidates;
}

/// Another item of the same kind. Whole numbers are some of the same in other places, so that indices stay in range,
/// and not all of them: a mean over a set, as of attention, does not notice that it has everything twice.
at::Tensor otherItems(const at::Tensor &tensor)
{
    if (tensor.scalar_type() == at::kBool || tensor.numel() == 0)
        return tensor;
    const at::Tensor flat = tensor.reshape(-1);
    const at::Tensor moved = flat.roll(1);
    if (tensor.is_floating_point())
        return (moved * 0.75).reshape(tensor.sizes());
    const at::Tensor even = at::arange(flat.numel(), flat.options().dtype(at::kLong)).remainder(2).eq(0);
    return at::where(even, flat.narrow(0, 0, 1), moved).reshape(tensor.sizes());
}

/// All tensors of a value that have \p items in \p dimension, exchanged.
template<typename Use>
c10::IValue withDimension(const c10::IValue &value, std::int64_t dimension, std::int64_t items, const Use &use)
{
    return mappedTensors(value, [&](const at::Tensor &tensor) {
        return tensor.defined() && tensor.dim() > dimension && tensor.size(dimension) == items ? use(tensor) : tensor;
    });
}

/// With as many other items before those that there are.
std::vector<c10::IValue> doubled(const std::vector<c10::IValue> &values, const Places &places)
{
    const std::int64_t items = itemsOf(values, places);
    std::vector<c10::IValue> result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (places[i].kind == Kind::Dimension) {
            const std::int64_t dimension = places[i].dimension;
            result.push_back(withDimension(values[i], dimension, items, [dimension](const at::Tensor &tensor) {
                return at::cat({ otherItems(tensor), tensor }, dimension);
            }));
        } else if (places[i].kind == Kind::Length) {
            c10::List<at::Tensor> list;
            for (const at::Tensor &tensor : values[i].toTensorVector())
                list.push_back(otherItems(tensor));
            for (const at::Tensor &tensor : values[i].toTensorVector())
                list.push_back(tensor.clone());
            result.emplace_back(std::move(list));
        } else {
            result.push_back(values[i].deepcopy());
        }
    }
    return result;
}

ComposedText placeText(const ModelInputs &inputs, const Places &places)
{
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].kind == Kind::Dimension)
            return composedText(sentences::dimensionOf,
                                { std::to_string(places[i].dimension), inputs.arguments[i].name });
        if (places[i].kind == Kind::Length)
            return composedText(sentences::lengthOf, { inputs.arguments[i].name });
    }
    return composedText(sentences::noDimension);
}

/// Of the largest magnitude of a result, by which two runs of different sizes may differ.
double toleranceOf(const LoadedModel &model)
{
    const auto isPackedAttribute = [](const c10::IValue &value) { return value.isObject() && isPacked(value); };
    for (const auto attribute : model.module().attributes(/*recurse=*/true)) {
        if (isPackedAttribute(attribute))
            return 0.05; // activations are quantized by the range of the whole batch
    }
    const ModelPrecision precision = model.execution().precision;
    if (precision == ModelPrecision::Float16 || precision == ModelPrecision::BFloat16)
        return 0.03;
    return model.device().is_cpu() ? 0.001 : 0.005;
}

c10::IValue runOnce(LoadedModel &model, const std::vector<c10::IValue> &values)
{
    constexpr std::uint64_t seed = 1;
    at::manual_seed(seed);
    return model.run(values);
}

BatchDimension unknownBatch(ComposedText reason)
{
    return { {}, { 1, BatchSource::Unknown, std::move(reason) } };
}

/// "3"; `nullopt` if the text is not a number.
std::optional<BatchPlace> placeOf(std::string_view text)
{
    if (text == "length")
        return lengthPlace;
    BatchPlace place { Kind::Dimension, 0 };
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place.dimension);
    const bool complete = error == std::errc() && end == text.data() + text.size();
    return complete && place.dimension >= 0 ? std::optional(place) : std::nullopt;
}

} // namespace

bool BatchDimension::exists() const
{
    return std::ranges::any_of(places, [](const BatchPlace &place) { return place.kind != Kind::None; });
}

namespace {

/// Error: a device that is lost, on which nothing runs any more.
Result<BatchDimension> tryCandidates(LoadedModel &model, const ModelInputs &inputs)
{
    const std::vector<Places> candidates = candidatesOf(model, inputs.values);
    if (candidates.empty())
        return unknownBatch(composedText(sentences::noSeveralItems));
    ComposedText reason;
    const auto note = [&](const Places &places, const char *pattern) {
        if (reason.empty())
            reason = composedText(pattern, { placeText(inputs, places) });
    };
    const c10::InferenceMode inference;
    std::optional<c10::IValue> alone;
    for (const Places &places : candidates) {
        try {
            const std::vector<c10::IValue> together = doubled(inputs.values, places);
            if (!alone)
                alone = runOnce(model, doubled(inputs.values, Places(places.size())));
            if (isRepeatedBehindOthers(*alone, runOnce(model, together), toleranceOf(model)))
                return BatchDimension { places,
                                        { itemsOf(inputs.values, places), BatchSource::Found,
                                          composedText(sentences::itemsAlong, { placeText(inputs, places) }) } };
            note(places, sentences::itemsDepend);
        } catch (const std::exception &) {
            if (Error error = currentExceptionAsError(model.path(), ModelStage::Running);
                error.code == ErrorCode::DeviceMissing)
                return error;
            note(places, sentences::doubledFails);
        }
    }
    return unknownBatch(reason);
}

} // namespace

Result<BatchDimension> findBatch(LoadedModel &model, const ModelInputs &inputs)
{
    try {
        const ModuleState before(model.module());
        Result<BatchDimension> found = tryCandidates(model, inputs);
        if (found.ok())
            before.restore();
        return found;
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::Running);
    }
}

Result<BatchDimension> givenBatch(const std::vector<std::string> &texts, const ModelInputs &inputs)
{
    BatchDimension batch { Places(inputs.values.size()),
                           { 1, BatchSource::Given, composedText(sentences::noBatchAsked) } };
    for (const std::string &text : texts) {
        if (text == "none")
            continue;
        const std::size_t equals = text.find('=');
        const std::optional<BatchPlace> place =
            placeOf(equals == std::string::npos ? text : std::string_view(text).substr(equals + 1));
        if (!place)
            return errorOf(ErrorSentence::BatchDimNoDimension, { text });
        Places named = samePlace(inputs.values, *place);
        if (equals != std::string::npos) {
            named = Places(inputs.values.size());
            const std::string name = text.substr(0, equals);
            const auto argument = std::ranges::find(inputs.arguments, name, &InputArgument::name);
            if (argument == inputs.arguments.end())
                return errorOf(ErrorSentence::BatchDimNoArgument, { text });
            const auto index = static_cast<std::size_t>(argument - inputs.arguments.begin());
            if (itemsAt(inputs.values[index], *place))
                named[index] = *place;
        }
        if (std::ranges::all_of(named, [](const BatchPlace &one) { return one.kind == Kind::None; }))
            return errorOf(ErrorSentence::BatchDimNotThere, { text });
        for (std::size_t i = 0; i < named.size(); ++i) {
            if (named[i].kind != Kind::None)
                batch.places[i] = named[i];
        }
    }
    if (batch.exists()) {
        batch.places = agreeing(inputs.values, batch.places);
        batch.info.items = itemsOf(inputs.values, batch.places);
        batch.info.reason = composedText(sentences::batchAsked, { placeText(inputs, batch.places) });
    }
    return batch;
}

namespace {

ModelInputs repeated(const ModelInputs &inputs, const BatchDimension &batch, std::int64_t items)
{
    const c10::InferenceMode inference;
    const std::int64_t before = itemsOf(inputs.values, batch.places);
    ModelInputs result = inputs;
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        c10::IValue &value = result.values[i];
        if (batch.places[i].kind == Kind::Dimension) {
            const std::int64_t dimension = batch.places[i].dimension;
            value = withDimension(value, dimension, before, [dimension, before, items](const at::Tensor &tensor) {
                const at::Tensor from = at::arange(items, tensor.options().dtype(at::kLong)).remainder(before);
                return tensor.index_select(dimension, from).contiguous(tensor.suggest_memory_format());
            });
        } else if (batch.places[i].kind == Kind::Length) {
            const std::vector<at::Tensor> elements = value.toTensorVector();
            c10::List<at::Tensor> list;
            for (std::int64_t item = 0; item < items; ++item)
                list.push_back(elements[static_cast<std::size_t>(item % before)].clone());
            value = std::move(list);
        }
    }
    result.batch = batch.info;
    result.batch.items = items;
    describe(result);
    keepOtherValues(result);
    return result;
}

} // namespace

Result<ModelInputs> withBatch(const LoadedModel &model, const ModelInputs &inputs, const BatchDimension &batch,
                              std::int64_t items)
{
    try {
        ModelInputs result = repeated(inputs, batch, items);
        if (const Result<void> fits = checkSizes(model, result.values); !fits.ok())
            return fits.error();
        return result;
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::PreparingInputs);
    }
}

} // namespace rooflight
