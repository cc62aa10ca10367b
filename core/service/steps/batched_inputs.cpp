// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/prepared_model.h"

#include "core/model/error_sentences.h"
#include "core/request/size_axes.h"
#include "core/torchscript/export/input_sizes.h"

namespace rooflight {

namespace {

Result<BatchedInputs> inputsOfBatch(LoadedModel &model, const std::vector<InputSpec> &specs, const Request &request)
{
    const auto plainly = [&](std::int64_t items, std::optional<BatchDimension> batch) -> Result<BatchedInputs> {
        Result<ModelInputs> inputs = makeModelInputs(model, specs, items);
        if (!inputs.ok())
            return inputs.error();
        if (batch)
            inputs.value().batch = batch->info;
        return BatchedInputs { std::move(inputs).value(), std::move(batch) };
    };
    if (request.batch == 0 && request.batchDimensions.empty())
        return plainly(0, std::nullopt);
    Result<ModelInputs> own = makeModelInputs(model, specs, 0);
    if (!own.ok())
        return request.batchDimensions.empty() ? plainly(request.batch, std::nullopt) : own.error();
    Result<BatchDimension> named = givenBatch(request.batchDimensions, own.value());
    if (!named.ok())
        return named.error();
    Result<BatchDimension> found = request.batchDimensions.empty() ? findBatch(model, own.value()) : std::move(named);
    if (!found.ok())
        return found.error();
    BatchDimension batch = std::move(found).value();
    own.value().batch = batch.info;
    if (request.batch == 0)
        return BatchedInputs { std::move(own).value(), std::move(batch) };
    if (!batch.isKnown()) {
        Result<BatchedInputs> plain = plainly(request.batch, std::move(batch));
        if (plain.ok())
            plain.value().inputs.doubt = own.value().doubt;
        return plain;
    }
    if (!batch.exists())
        return errorOf(ErrorSentence::BatchDimNone, {});
    Result<ModelInputs> inputs = withBatch(model, own.value(), batch, request.batch);
    if (!inputs.ok())
        return inputs.error();
    batch.info.items = request.batch;
    return BatchedInputs { std::move(inputs).value(), std::move(batch) };
}

} // namespace

Result<BatchedInputs> makeBatchedInputs(LoadedModel &model, const std::vector<InputSpec> &specs, const Request &request)
{
    if (const Result<void> set = model.setSizes(request.dimensions); !set.ok())
        return set.error();
    Result<BatchedInputs> made = inputsOfBatch(model, specs, request);
    if (!made.ok())
        return made;
    if (const Result<void> agree = model.checkGivenSizes(made.value().inputs.values, request.batch); !agree.ok())
        return agree.error();
    return made;
}

Result<void> checkGivenSizes(const Inspection &inspection, const Request &request)
{
    const ModelForm form = inspection.model.form;
    const bool isScript = form == ModelForm::Script || form == ModelForm::Trace || form == ModelForm::Frozen;
    if (isScript && !request.dimensions.empty())
        return errorOf(ErrorSentence::DimOfScript, { request.model });
    if (form != ModelForm::Export)
        return {};
    std::vector<ExportSymbol> symbols;
    for (const SizeSymbol &symbol : inspection.symbols)
        symbols.push_back({ symbol.name, { symbol.minimum, symbol.maximum }, symbol.sample, symbol.places });
    const Result<SizeGrid> grid = sizeGridOf(request);
    if (!grid.ok())
        return grid.error();
    for (const SizeAxis &axis : grid.value().axes) {
        for (const std::int64_t value : axis.values) {
            const Result<SymbolValues> sizes =
                sizesOf(symbols, sizesAt(request.dimensions, { { axis.name, value } }), request.model);
            if (!sizes.ok())
                return sizes.error();
        }
    }
    const std::vector<PointSizes> points = grid.value().points();
    const Result<SymbolValues> sizes =
        sizesOf(symbols, sizesAt(request.dimensions, points.empty() ? PointSizes() : points.front()), request.model);
    return sizes.ok() ? Result<void>() : sizes.error();
}

Result<const BatchDimension *> batchOf(PreparedModel &model)
{
    if (!model.batch) {
        Result<BatchDimension> found = findBatch(model.instrumented(), *model.inputs);
        if (!found.ok())
            return found.error();
        model.batch = std::move(found).value();
    }
    model.inputs->batch = model.batch->info;
    return &*model.batch;
}

} // namespace rooflight
