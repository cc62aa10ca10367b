// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/model_inputs.h"

#include "core/torchscript/input_inference.h"
#include "core/torchscript/tensor_maker.h"
#include "core/torchscript/tensor_values.h"
#include "core/torchscript/torch_errors.h"
#include "core/torchscript/traced_inputs.h"

#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <c10/core/InferenceMode.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace ridgepoint {

namespace {

/// Made-up data is the same at every call and in every run.
constexpr std::uint64_t dataSeed = 20260101;

/// One argument of forward() and what is to be put there.
struct PlannedArgument {
    c10::Argument declared;
    std::optional<InputValue> value;
    InputSource source = InputSource::Given;
    std::vector<TensorSpec> guesses; ///< when there is no value yet
};

std::string argumentNames(const std::vector<PlannedArgument> &plan)
{
    std::vector<std::string> names;
    for (const PlannedArgument &argument : plan)
        names.push_back(argument.declared.name());
    return fmt::format("{}", fmt::join(names, ", "));
}

Result<std::vector<PlannedArgument>> declaredArguments(const LoadedModel &model)
{
    const auto forward = model.module().find_method("forward");
    if (!forward)
        return Error { ErrorCode::NotTorchScript, fmt::format("{} has no forward() to run.", model.path()),
                       "Save a module whose forward() takes the model's inputs." };
    std::vector<PlannedArgument> plan;
    for (const c10::Argument &argument : forward->function().getSchema().arguments()) {
        if (plan.empty() && argument.name() == "self" && argument.type()->is_module())
            continue;
        plan.push_back({ argument, std::nullopt, InputSource::Given, {} });
    }
    return plan;
}

Result<void> assignGiven(std::vector<PlannedArgument> &plan, const std::vector<InputSpec> &specs,
                         const std::string &path)
{
    std::size_t next = 0;
    for (const InputSpec &spec : specs) {
        auto target = plan.end();
        if (!spec.argument.empty()) {
            target = std::ranges::find_if(
                plan, [&](const auto &argument) { return argument.declared.name() == spec.argument; });
            if (target == plan.end())
                return Error { ErrorCode::CommandLine, fmt::format("{} has no input called {}.", path, spec.argument),
                               fmt::format("Its inputs are: {}.", argumentNames(plan)) };
        } else {
            while (next < plan.size() && plan[next].value)
                ++next;
            if (next == plan.size())
                return Error { ErrorCode::InputMismatch,
                               fmt::format("{} takes {} inputs, {} were given.", path, plan.size(), specs.size()),
                               fmt::format("Its inputs are: {}.", argumentNames(plan)) };
            target = plan.begin() + static_cast<std::ptrdiff_t>(next);
        }
        target->value = spec.value;
        target->source = InputSource::Given;
    }
    return {};
}

void assignTraced(std::vector<PlannedArgument> &plan, const std::string &path)
{
    const auto traced = readTracedInputs(path);
    if (!traced)
        return;
    for (std::size_t i = 0; i < std::min(plan.size(), traced->size()); ++i) {
        if (plan[i].value)
            continue;
        plan[i].value = (*traced)[i];
        plan[i].source = InputSource::Traced;
    }
}

bool mayBeLeftOut(const c10::Argument &argument)
{
    return argument.default_value() || argument.type()->kind() == c10::TypeKind::OptionalType;
}

bool isTensorArgument(const c10::Argument &argument)
{
    return argument.type()->kind() == c10::TypeKind::TensorType;
}

Result<void> planGuesses(std::vector<PlannedArgument> &plan, const LoadedModel &model)
{
    for (std::size_t i = 0; i < plan.size(); ++i) {
        PlannedArgument &argument = plan[i];
        if (argument.value || mayBeLeftOut(argument.declared))
            continue;
        if (isTensorArgument(argument.declared))
            argument.guesses = guessInput(model.module(), i);
        argument.source = InputSource::Inferred;
        if (argument.guesses.empty()) {
            return Error { ErrorCode::InputMismatch,
                           fmt::format(
                               "The shape of the input {} ({}) of {} is neither stored in the file nor told by its "
                               "first operators.",
                               argument.declared.name(), argument.declared.type()->annotation_str(), model.path()),
                           fmt::format("Give it, for example with --input {}:1x3x224x224.", argument.declared.name()) };
        }
    }
    return {};
}

void describeTensors(const c10::IValue &value, const std::string &name, InputSource source,
                     std::vector<ModelInput> &described)
{
    if (value.isTensor()) {
        const TensorValue tensor = tensorValueOf(value.toTensor());
        described.push_back({ name, tensor.info, source });
    } else if (value.isList() || value.isTuple()) {
        const auto elements =
            value.isList() ? value.toListRef() : c10::ArrayRef<c10::IValue>(value.toTupleRef().elements());
        for (std::size_t i = 0; i < elements.size(); ++i)
            describeTensors(elements[i], fmt::format("{}[{}]", name, i), source, described);
    } else if (value.isGenericDict()) {
        for (const auto &entry : value.toGenericDict()) {
            const std::string key = entry.key().isString() ? entry.key().toStringRef() : std::string("?");
            describeTensors(entry.value(), fmt::format("{}[{}]", name, key), source, described);
        }
    }
}

void applyBatch(InputValue &value, std::int64_t batch, std::optional<std::int64_t> &firstDimension)
{
    if (auto *tensor = std::get_if<TensorSpec>(&value.content)) {
        if (tensor->shape.empty())
            return;
        if (!firstDimension)
            firstDimension = tensor->shape.front();
        if (tensor->shape.front() == *firstDimension)
            tensor->shape.front() = batch;
    } else if (auto *list = std::get_if<InputValue::List>(&value.content)) {
        for (InputValue &element : *list)
            applyBatch(element, batch, firstDimension);
    } else if (auto *dict = std::get_if<InputValue::Dict>(&value.content)) {
        for (auto &[key, element] : *dict)
            applyBatch(element, batch, firstDimension);
    }
}

/// Makes the values, with the \p attempt-th guess where shapes are guessed.
Result<ModelInputs> realize(const std::vector<PlannedArgument> &plan, std::size_t attempt, std::int64_t batch,
                            const LoadedModel &model)
{
    at::manual_seed(dataSeed);
    ModelInputs inputs;
    std::optional<std::int64_t> firstDimension;
    for (const PlannedArgument &argument : plan) {
        if (!argument.value && argument.guesses.empty()) {
            inputs.values.push_back(argument.declared.default_value().value_or(c10::IValue()));
            continue;
        }
        InputValue value;
        if (argument.value)
            value = *argument.value;
        else
            value.content = argument.guesses[std::min(attempt, argument.guesses.size() - 1)];
        if (batch > 0)
            applyBatch(value, batch, firstDimension);
        try {
            const c10::InferenceMode inference;
            Result<c10::IValue> made = makeValue(value, argument.declared.type(), model.device());
            if (!made.ok())
                return made.error();
            describeTensors(made.value(), argument.declared.name(), argument.source, inputs.described);
            inputs.values.push_back(std::move(made).value());
        } catch (...) {
            return currentExceptionAsError(model.path(), ModelStage::PreparingInputs);
        }
    }
    return inputs;
}

Result<ModelInputs> tryGuesses(LoadedModel &model, const std::vector<PlannedArgument> &plan, std::int64_t batch,
                               std::size_t attempts)
{
    Error lastFailure;
    for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
        Result<ModelInputs> inputs = realize(plan, attempt, batch, model);
        if (!inputs.ok())
            return inputs;
        try {
            model.run(inputs.value().values);
            return inputs;
        } catch (...) {
            lastFailure = currentExceptionAsError(model.path(), ModelStage::Running);
        }
        if (lastFailure.code == ErrorCode::OutOfMemory)
            break;
    }
    if (lastFailure.code == ErrorCode::ModelFailed) {
        lastFailure.code = ErrorCode::InputMismatch;
        lastFailure.text = fmt::format("No input shape was found that {} accepts; the last try failed: {}",
                                       model.path(), lastFailure.text.substr(model.path().size() + 1));
        lastFailure.hint =
            fmt::format("Give the shapes, for example with --input {}:1x3x224x224.", plan.front().declared.name());
    }
    return lastFailure;
}

} // namespace

Result<ModelInputs> makeModelInputs(LoadedModel &model, const std::vector<InputSpec> &specs, std::int64_t batch)
{
    Result<std::vector<PlannedArgument>> declared = declaredArguments(model);
    if (!declared.ok())
        return declared.error();
    std::vector<PlannedArgument> plan = std::move(declared).value();
    if (Result<void> given = assignGiven(plan, specs, model.path()); !given.ok())
        return given.error();
    assignTraced(plan, model.path());
    if (Result<void> guessed = planGuesses(plan, model); !guessed.ok())
        return guessed.error();

    std::size_t attempts = 0;
    for (const PlannedArgument &argument : plan)
        attempts = std::max(attempts, argument.guesses.size());
    return attempts == 0 ? realize(plan, 0, batch, model) : tryGuesses(model, plan, batch, attempts);
}

} // namespace ridgepoint
