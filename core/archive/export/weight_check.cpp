// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/weight_check.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <set>

namespace rooflight {

namespace {

/// Whole numbers that are not negative.
bool readNumbers(const std::vector<SizeExpression> &from, std::vector<std::int64_t> &to)
{
    for (const SizeExpression &size : from) {
        const std::optional<std::int64_t> number = size.number();
        if (!number || *number < 0)
            return false;
        to.push_back(*number);
    }
    return true;
}

Error unrestorable(const ZipArchive &archive, const ExportWeight &weight, std::string_view what)
{
    return {
        ErrorCode::NotTorchScript,
        rooflight::quoted(archive.path()) + " cannot be run without Python: \"" + messagePart(weight.name) + "\" is "
            + std::string(what) + '.',
        "Export a model whose weights are plain tensors: torchao.utils.unwrap_tensor_subclass(model) makes those of "
        "torchao so.",
        0
    };
}

Result<void> checkWeight(const ZipArchive &archive, const ExportWeight &weight)
{
    const std::string name = "the weight \"" + messagePart(weight.name) + '"';
    if (weight.pickled || !weight.hasTensor)
        return unrestorable(archive, weight, "an object of Python or of a custom class");
    if (!weight.tensor.strided)
        return unrestorable(archive, weight, "a sparse tensor");
    if (weight.tensor.dtype == DType::Unknown)
        return damaged(archive.path(), name + " has an unknown element type");
    const std::optional<WeightPlace> place = placeOf(weight.tensor);
    if (!place)
        return damaged(archive.path(), "the shape of " + name + " is malformed");
    const ArchiveRecord *const record = archive.find(weight.record);
    if (place->elements == 0)
        return {};
    if (record == nullptr)
        return damaged(archive.path(), "the data of " + name + " is missing");
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(place->reach, itemSize(weight.tensor.dtype), &bytes)
        || (record->bytes > 0 && bytes > record->bytes))
        return damaged(archive.path(), name + " reaches beyond the end of its data");
    return {};
}

} // namespace

std::optional<WeightPlace> placeOf(const ExportTensor &tensor)
{
    WeightPlace place;
    const std::optional<std::int64_t> offset = tensor.offset.number();
    if (!readNumbers(tensor.sizes, place.sizes) || !readNumbers(tensor.strides, place.strides)
        || place.sizes.size() != place.strides.size() || !offset || *offset < 0)
        return std::nullopt;
    place.offset = *offset;
    if (std::ranges::find(place.sizes, 0) != place.sizes.end())
        return place;
    place.elements = 1;
    std::int64_t last = place.offset;
    for (std::size_t i = 0; i < place.sizes.size(); ++i) {
        std::int64_t step = 0;
        if (__builtin_mul_overflow(place.elements, place.sizes[i], &place.elements)
            || __builtin_mul_overflow(place.sizes[i] - 1, place.strides[i], &step)
            || __builtin_add_overflow(last, step, &last))
            return std::nullopt;
    }
    std::int64_t bytes = 0;
    if (__builtin_add_overflow(last, 1, &place.reach)
        || __builtin_mul_overflow(place.elements, std::max<std::int64_t>(itemSize(tensor.dtype), 1), &bytes))
        return std::nullopt;
    return place;
}

Result<void> checkWeights(const ZipArchive &archive, const ExportedProgram &program)
{
    std::set<std::string_view> known;
    for (const std::vector<ExportWeight> *const group : { &program.weights, &program.constants }) {
        for (const ExportWeight &weight : *group) {
            if (Result<void> checked = checkWeight(archive, weight); !checked.ok())
                return checked;
            known.insert(weight.name);
        }
    }
    for (const ExportInput &input : program.inputs) {
        const bool needsData = input.kind == ExportInput::Kind::Parameter || input.kind == ExportInput::Kind::Buffer
            || input.kind == ExportInput::Kind::Tensor || input.kind == ExportInput::Kind::Object;
        if (needsData && !known.contains(input.target))
            return damaged(archive.path(), "the data of \"" + messagePart(input.target) + "\" is missing");
    }
    return {};
}

} // namespace rooflight
