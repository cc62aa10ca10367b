// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/model_inputs.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/export/input_sizes.h"
#include "core/torchscript/infer/inferred_fill.h"
#include "core/torchscript/infer/input_inference.h"
#include "core/torchscript/infer/tensor_maker.h"
#include "core/torchscript/inputs/input_batch.h"
#include "core/torchscript/inputs/input_example.h"
#include "core/torchscript/inputs/input_plan.h"
#include "core/torchscript/inputs/traced_inputs.h"
#include "core/torchscript/load/module_state.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace rooflight {

namespace {

/// Made-up data is the same at every call and in every run.
constexpr std::uint64_t dataSeed = 20260101;

/// Runs that a search for shapes may take.
constexpr std::size_t maxTries = 48;

/// Runs that may show whether inputs of another rank are accepted.
constexpr int maxRunsForDoubt = 2;

Error missingInput(const PlannedArgument &argument, const InputGuess &guess, const std::string &path)
{
    const std::string example = exampleInput(argument.declared, guess);
    const char *const what = guess.kind == InputGuess::Kind::Unknown ? "value" : "shape";
    std::vector<ComposedText> words = { path, argument.declared.name(), argument.declared.type()->annotation_str(),
                                        what };
    if (example.empty())
        return errorOf(ErrorSentence::InputUndescribed, std::move(words));
    words.emplace_back(example);
    return errorOf(ErrorSentence::InputMissing, std::move(words));
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

/// The value with which the model was exported, where nothing else was asked for.
const c10::IValue *sampleFor(const PlannedArgument &argument, std::size_t position, const LoadedModel &model)
{
    if (argument.source != InputSource::Traced || !model.exported())
        return nullptr;
    const std::vector<c10::IValue> &samples = model.exported()->samples;
    return position < samples.size() && describedInput(samples[position]) == *argument.value ? &samples[position]
                                                                                             : nullptr;
}

/// Makes the planned values; what has none is left out.
Result<ModelInputs> realize(const InputPlan &plan, const LoadedModel &model)
{
    at::manual_seed(dataSeed);
    ModelInputs inputs;
    for (const PlannedArgument &argument : plan) {
        inputs.arguments.push_back({ argument.declared.name(), argument.source });
        if (!argument.value) {
            inputs.values.push_back(argument.declared.default_value().value_or(c10::IValue()));
            continue;
        }
        if (const c10::IValue *const sample = sampleFor(argument, inputs.values.size(), model)) {
            inputs.values.push_back(*sample);
            continue;
        }
        try {
            const c10::InferenceMode inference;
            Result<c10::IValue> made = makeValue(*argument.value, argument.declared.type(), model.device());
            if (!made.ok())
                return made.error();
            inputs.values.push_back(std::move(made).value());
        } catch (...) {
            return currentExceptionAsError(model.path(), ModelStage::PreparingInputs);
        }
    }
    describe(inputs);
    if (const Result<void> fits = checkSizes(model, inputs.values); !fits.ok())
        return fits.error();
    try {
        keepValues(model, inputs);
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::PreparingInputs);
    }
    return inputs;
}

/// `nullopt`, or why the model does not run with the inputs. Leaves counters and caches of the model as they were: the
/// run that is counted must be its first.
std::optional<Error> failureOfRun(LoadedModel &model, const ModelInputs &inputs)
{
    try {
        const ModuleState before(model.module());
        std::optional<Error> failure;
        try {
            model.run(inputs.values);
        } catch (...) {
            failure = currentExceptionAsError(model.path(), ModelStage::Running);
        }
        before.restore();
        inputs.restore();
        return failure;
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::PreparingInputs);
    }
}

InputGuesses readGraph(const LoadedModel &model)
{
    try {
        return guessInputs(model.module());
    } catch (const std::exception &) {
        return {}; // a graph that cannot be read restricts no input
    }
}

const TensorSpec *firstTensor(const InputValue &value)
{
    if (const auto *tensor = std::get_if<TensorSpec>(&value.content))
        return tensor->file.empty() ? tensor : nullptr;
    if (const auto *list = std::get_if<InputValue::List>(&value.content); list && !list->empty())
        return firstTensor(list->front());
    if (const auto *dict = std::get_if<InputValue::Dict>(&value.content); dict && !dict->empty())
        return firstTensor(dict->front().value);
    return nullptr;
}

/// Finds values for the arguments that have none: those with which the model runs.
class InputTrial
{
public:
    InputTrial(LoadedModel &model, InputPlan plan, const InputGuesses &graph)
        : m_model(model)
        , m_plan(std::move(plan))
        , m_likelySides(graph.likelySides)
    {
        for (std::size_t i = 0; i < m_plan.size(); ++i) {
            if (!isMissing(m_plan[i]))
                continue;
            m_missing.push_back(i);
            m_guesses.push_back(i < graph.arguments.size() ? graph.arguments[i] : InputGuess {});
        }
    }

    Result<ModelInputs> run(std::int64_t batch)
    {
        const TensorSpec *known = nullptr;
        for (const PlannedArgument &argument : m_plan) {
            if (argument.value && !known)
                known = firstTensor(*argument.value);
        }
        guessFromOthers(m_guesses, known);
        for (std::size_t i = 0; i < m_missing.size(); ++i) {
            if (!isComplete(m_guesses[i]))
                return missingInput(m_plan[m_missing[i]], m_guesses[i], m_model.path());
        }
        std::optional<Error> firstFailure;
        for (const auto &[guesses, sizes] : combinations(m_guesses, m_likelySides, maxTries)) {
            fill(guesses, sizes, batch);
            Result<ModelInputs> inputs = realize(m_plan, m_model);
            if (!inputs.ok())
                return inputs;
            const std::optional<Error> failure = failureOfRun(m_model, inputs.value());
            if (!failure) {
                if (batch <= 0)
                    inputs.value().doubt = doubtAbout(guesses, sizes);
                return inputs;
            }
            if (failure->code == ErrorCode::OutOfMemory)
                return *failure;
            if (!firstFailure)
                firstFailure = noneFits(*failure);
        }
        return *firstFailure;
    }

private:
    void fill(const std::vector<InputGuess> &guesses, OpenSizes sizes, std::int64_t batch)
    {
        if (batch > 0)
            sizes.batch = batch;
        for (std::size_t i = 0; i < m_missing.size(); ++i) {
            m_plan[m_missing[i]].value = inputValue(guesses[i], sizes);
            m_plan[m_missing[i]].source = InputSource::Inferred;
        }
    }

    /// Whether an input of another rank runs as well, and how to say which one is meant.
    [[nodiscard]] ComposedText doubtAbout(const std::vector<InputGuess> &chosen, const OpenSizes &sizes)
    {
        std::string counted;
        for (const std::size_t place : m_missing)
            counted += (counted.empty() ? "" : ", ") + specOf(m_plan[place]);
        const InputPlan plan = m_plan;
        int runsLeft = maxRunsForDoubt;
        ComposedText doubt;
        for (std::size_t i = 0; i < chosen.size() && doubt.empty(); ++i) {
            if (m_guesses[i].kind != InputGuess::Kind::Tensor)
                continue;
            const std::size_t rank = chosen[i].tensors.front().shape.size();
            for (const TensorGuess &other : m_guesses[i].tensors) {
                if (other.shape.size() == rank || runsLeft-- <= 0)
                    continue;
                std::vector<InputGuess> guesses = chosen;
                guesses[i].tensors = { other };
                fill(guesses, sizes, 0);
                const Result<ModelInputs> inputs = realize(m_plan, m_model);
                if (!inputs.ok() || failureOfRun(m_model, inputs.value()))
                    continue;
                doubt = phraseWith(phrases::inputsInferred, { specOf(m_plan[m_missing[i]]), counted });
                break;
            }
        }
        m_plan = plan;
        return doubt;
    }

    /// The message is about the first try, the likeliest.
    [[nodiscard]] Error noneFits(const Error &failure) const
    {
        const PlannedArgument &argument = m_plan[m_missing.front()];
        return errorOf(ErrorSentence::NoShapeFound,
                       { m_model.path(), specOf(argument), wordsWithin(failure),
                         exampleInput(argument.declared, m_guesses.front()) });
    }

    static std::string specOf(const PlannedArgument &argument)
    {
        return fmt::format("{}:{}", argument.declared.name(), specText(*argument.value));
    }

    LoadedModel &m_model;
    InputPlan m_plan;
    const std::vector<std::int64_t> &m_likelySides;
    std::vector<std::size_t> m_missing; ///< positions in the plan
    std::vector<InputGuess> m_guesses; ///< of those
};

Result<void> applyBatch(InputPlan &plan, const InputGuesses &graph, std::int64_t batch, const std::string &path)
{
    if (plan.empty())
        return errorOf(ErrorSentence::NoInputsNoBatch, { path });
    std::vector<ArgumentWithGuess> arguments;
    bool allGiven = true;
    for (std::size_t i = 0; i < plan.size(); ++i) {
        allGiven = allGiven && !isMissing(plan[i]);
        if (plan[i].value)
            arguments.emplace_back(&*plan[i].value, i < graph.arguments.size() ? &graph.arguments[i] : nullptr);
    }
    if (setBatch(arguments, batch) || !allGiven)
        return {};
    return errorOf(ErrorSentence::NoBatchPossible, { path, std::to_string(batch) });
}

bool hasOpenStoredNumbers(const PlannedArgument &argument)
{
    return argument.isLikeStored && argument.value && hasOpenNumbers(*argument.value);
}

bool runs(LoadedModel &model, const InputPlan &plan)
{
    const Result<ModelInputs> inputs = realize(plan, model);
    return inputs.ok() && !failureOfRun(model, inputs.value());
}

/// Sizes of the tensors of floating point, the greatest first: what lengths and ends may go up to.
std::vector<std::int64_t> sizesOf(const InputPlan &plan)
{
    constexpr std::size_t most = 8;
    std::vector<std::int64_t> sizes;
    for (const PlannedArgument &argument : plan) {
        const TensorSpec *const tensor = argument.value ? firstTensor(*argument.value) : nullptr;
        if (tensor && isFloatingPoint(tensor->dtype))
            sizes.insert(sizes.end(), tensor->shape.begin(), tensor->shape.end());
    }
    std::ranges::sort(sizes, std::greater());
    const auto repeated = std::ranges::unique(sizes);
    sizes.erase(repeated.begin(), repeated.end());
    sizes.resize(std::min(sizes.size(), most));
    return sizes;
}

/// Traces store how many whole numbers and conditions there are and not which; the operators show what they accept.
void fillNumbers(InputPlan &plan, const InputGuesses &graph, LoadedModel &model)
{
    const std::size_t count = std::min(plan.size(), graph.arguments.size());
    const auto filledUpTo = [&](std::int64_t size) -> std::optional<InputPlan> {
        InputPlan filled = plan;
        bool changed = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (hasOpenStoredNumbers(filled[i]))
                changed |= applyInferredFill(*filled[i].value, &graph.arguments[i], size);
        }
        return changed ? std::optional(std::move(filled)) : std::nullopt;
    };
    const bool needSize = std::any_of(graph.arguments.begin(), graph.arguments.end(), needsSize);
    for (const std::int64_t size : needSize ? sizesOf(plan) : std::vector<std::int64_t> { 0 }) {
        std::optional<InputPlan> filled = filledUpTo(size);
        if (!filled || !runs(model, *filled))
            continue;
        plan = std::move(*filled);
        return;
    }
}

} // namespace

void keepValues(const LoadedModel &model, ModelInputs &inputs)
{
    inputs.keeper = model.mayWriteToInputs() ? std::make_shared<InputKeeper>(inputs.values) : nullptr;
}

void keepOtherValues(ModelInputs &inputs)
{
    const bool mayRestore = inputs.keeper && inputs.keeper->mayRestore();
    inputs.keeper = mayRestore ? std::make_shared<InputKeeper>(inputs.values) : nullptr;
}

void describe(ModelInputs &inputs)
{
    inputs.described.clear();
    for (std::size_t i = 0; i < inputs.values.size(); ++i)
        describeTensors(inputs.values[i], inputs.arguments[i].name, inputs.arguments[i].source, inputs.described);
}

Result<void> checkSizes(const LoadedModel &model, const std::vector<c10::IValue> &values)
{
    const ComposedText text = model.exported() ? misfit(*model.exported(), values) : ComposedText();
    return text.empty() ? Result<void>() : errorOf(ErrorSentence::InputsMisfit, { model.path(), text });
}

Result<ModelInputs> makeModelInputs(LoadedModel &model, const std::vector<InputSpec> &specs, std::int64_t batch)
{
    Result<InputPlan> declared = declaredArguments(model);
    if (!declared.ok())
        return declared.error();
    InputPlan plan = std::move(declared).value();
    if (Result<void> given = assignGiven(plan, specs, model.path()); !given.ok())
        return given.error();
    assignStored(plan, model);
    const bool isComplete = std::ranges::none_of(plan, isMissing);
    const bool lacksValues = std::ranges::any_of(plan, hasOpenStoredNumbers);
    if (isComplete && batch <= 0 && !lacksValues)
        return realize(plan, model);

    const InputGuesses graph = readGraph(model);
    if (lacksValues)
        fillNumbers(plan, graph, model);
    if (batch > 0) {
        if (Result<void> applied = applyBatch(plan, graph, batch, model.path()); !applied.ok())
            return applied.error();
    }
    if (isComplete)
        return realize(plan, model);
    Result<ModelInputs> inputs = InputTrial(model, std::move(plan), graph).run(batch);
    return inputs.ok() ? inputs : explainBatch(model, specs, batch, inputs.error());
}

Error explainBatch(LoadedModel &model, const std::vector<InputSpec> &specs, std::int64_t batch, const Error &failure)
{
    if (batch <= 0 || model.exported()
        || (failure.code != ErrorCode::ModelFailed && failure.code != ErrorCode::InputMismatch))
        return failure;
    Result<ModelInputs> inputs = makeModelInputs(model, specs, 0);
    if (!inputs.ok() || failureOfRun(model, inputs.value()))
        return failure; // the batch is not to blame
    return errorOf(ErrorSentence::BatchBuiltIn, { model.path(), std::to_string(batch) });
}

} // namespace rooflight
