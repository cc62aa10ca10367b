// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/input_plan.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/inputs/traced_inputs.h"
#include "core/torchscript/load/chosen_method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace rooflight {

namespace {

std::string argumentNames(const InputPlan &plan)
{
    std::vector<std::string> names;
    names.reserve(plan.size());
    for (const PlannedArgument &argument : plan)
        names.push_back(argument.declared.name());
    return fmt::format("{}", fmt::join(names, ", "));
}

Error tooMany(const InputPlan &plan, std::size_t given, const std::string &path)
{
    const ComposedText taken =
        phraseWith(plan.size() == 1 ? phrases::oneInput : phrases::severalInputs, { std::to_string(plan.size()) });
    const ComposedText were =
        phraseWith(given == 1 ? phrases::oneGiven : phrases::severalGiven, { std::to_string(given) });
    if (plan.empty())
        return errorOf(ErrorSentence::TakesNoInputs, { path, were });
    return errorOf(ErrorSentence::InputsTooMany, { path, taken, were, argumentNames(plan) });
}

/// Gives a described sample the sizes that were set.
void resize(InputValue &value, const ExportArgument &argument, const LoadedModel &model)
{
    const ExportedProgram &program = *model.exported()->program;
    if (auto *const tensor = std::get_if<TensorSpec>(&value.content)) {
        const auto meta = program.graph.tensors.find(program.inputs[argument.input].name);
        for (std::size_t i = 0; meta != program.graph.tensors.end() && i < tensor->shape.size(); ++i)
            tensor->shape[i] = meta->second.sizes.at(i).evaluate(model.sizes()).value_or(tensor->shape[i]);
    } else if (auto *const number = std::get_if<std::int64_t>(&value.content)) {
        const auto size = program.graph.sizes.find(program.inputs[argument.input].name);
        if (size != program.graph.sizes.end())
            *number = size->second.evaluate(model.sizes()).value_or(*number);
    } else if (auto *const list = std::get_if<InputValue::List>(&value.content)) {
        for (std::size_t i = 0; i < std::min(list->size(), argument.parts.size()); ++i)
            resize((*list)[i], argument.parts[i], model);
    } else if (auto *const dict = std::get_if<InputValue::Dict>(&value.content)) {
        for (std::size_t i = 0; i < std::min(dict->size(), argument.parts.size()); ++i)
            resize((*dict)[i].value, argument.parts[i], model);
    }
}

void collectChanges(const InputValue &before, const InputValue &after, std::map<std::int64_t, std::int64_t> &changes)
{
    const auto *const old = std::get_if<TensorSpec>(&before.content);
    const auto *const now = std::get_if<TensorSpec>(&after.content);
    for (std::size_t i = 0; old && now && isFloatingPoint(old->dtype) && i < old->shape.size(); ++i)
        changes.emplace(old->shape[i], now->shape[i]);
}

/// Lengths and ends of groups, which went up to a size that another one has taken the place of, go up to that.
void followSizes(InputValue &value, const std::map<std::int64_t, std::int64_t> &changes)
{
    using Kind = TensorFill::Kind;
    auto *const tensor = std::get_if<TensorSpec>(&value.content);
    if (!tensor || tensor->shape.size() > 1 || tensor->dtype == DType::Bool || tensor->fill.high <= 1)
        return;
    const auto change = changes.find(static_cast<std::int64_t>(tensor->fill.high));
    if (change == changes.end() || change->first == change->second)
        return;
    const double factor = static_cast<double>(change->second) / tensor->fill.high;
    if (tensor->fill.kind != Kind::Constant && tensor->fill.kind != Kind::Range && tensor->fill.kind != Kind::Ascending)
        return;
    tensor->fill.high = static_cast<double>(change->second);
    tensor->fill.low = tensor->fill.low > 0 ? std::max(1.0, std::floor(tensor->fill.low * factor)) : tensor->fill.low;
}

/// What the file stores, as specs.
std::optional<std::vector<InputValue>> storedInputs(const LoadedModel &model)
{
    const LoadedExport *const exported = model.exported();
    if (exported == nullptr)
        return readTracedInputs(model.path(), model.execution().method);
    std::vector<InputValue> arguments;
    std::map<std::int64_t, std::int64_t> changes; // of a size, the first one that it became
    for (std::size_t i = 0; i < exported->samples.size(); ++i) {
        const InputValue stored = describedInput(exported->samples[i]);
        arguments.push_back(stored);
        if (model.sizes().empty())
            continue;
        resize(arguments.back(), exported->arguments[i], model);
        collectChanges(stored, arguments.back(), changes);
    }
    for (InputValue &argument : arguments)
        followSizes(argument, changes);
    return arguments;
}

/// Those that were set take the place of the file's.
bool hasOtherSizes(const LoadedModel &model, std::size_t argument, const InputValue &value)
{
    return model.exported() != nullptr && !model.sizes().empty()
        && describedInput(model.exported()->samples.at(argument)) != value;
}

/// Whoever gives a shape alone means the type that the model was saved with. \returns whether a tensor took it.
bool takeStoredType(InputValue &given, const InputValue &stored)
{
    auto *const tensor = std::get_if<TensorSpec>(&given.content);
    const auto *const example = std::get_if<TensorSpec>(&stored.content);
    if (tensor && example && !tensor->dtypeGiven && tensor->file.empty()) {
        tensor->dtype = example->dtype;
        return true;
    }
    auto *const list = std::get_if<InputValue::List>(&given.content);
    const auto *const storedList = std::get_if<InputValue::List>(&stored.content);
    bool isTaken = false;
    for (std::size_t i = 0; list && storedList && i < std::min(list->size(), storedList->size()); ++i)
        isTaken |= takeStoredType((*list)[i], (*storedList)[i]);
    return isTaken;
}

bool mayBeLeftOut(const c10::Argument &argument)
{
    return argument.default_value() || argument.type()->kind() == c10::TypeKind::OptionalType;
}

} // namespace

Result<InputPlan> declaredArguments(const LoadedModel &model)
{
    const auto forward = model.module().find_method("forward");
    if (!forward)
        return noForward(model.module(), model.path());
    InputPlan plan;
    for (const c10::Argument &argument : forward->function().getSchema().arguments()) {
        if (plan.empty() && argument.type()->is_module()) // self, whatever its name
            continue;
        plan.push_back({ argument, std::nullopt, InputSource::Given });
    }
    return plan;
}

Result<void> assignGiven(InputPlan &plan, const std::vector<InputSpec> &specs, const std::string &path)
{
    std::size_t next = 0;
    for (const InputSpec &spec : specs) {
        auto target = plan.end();
        if (!spec.argument.empty()) {
            target = std::ranges::find_if(
                plan, [&](const auto &argument) { return argument.declared.name() == spec.argument; });
            if (target == plan.end())
                return errorOf(ErrorSentence::InputUnknown, { path, spec.argument, argumentNames(plan) });
        } else {
            while (next < plan.size() && plan[next].value)
                ++next;
            if (next == plan.size())
                return tooMany(plan, specs.size(), path);
            target = plan.begin() + static_cast<std::ptrdiff_t>(next);
        }
        target->value = spec.value;
        target->source = InputSource::Given;
    }
    return {};
}

void assignStored(InputPlan &plan, const LoadedModel &model)
{
    const auto traced = storedInputs(model);
    if (!traced)
        return;
    for (std::size_t i = 0; i < std::min(plan.size(), traced->size()); ++i) {
        if (plan[i].value) {
            plan[i].isLikeStored = takeStoredType(*plan[i].value, (*traced)[i]);
            continue;
        }
        plan[i].value = (*traced)[i];
        plan[i].source = hasOtherSizes(model, i, *plan[i].value) ? InputSource::Given : InputSource::Traced;
        plan[i].isLikeStored = true;
    }
}

bool isMissing(const PlannedArgument &argument)
{
    return !argument.value && !mayBeLeftOut(argument.declared);
}

} // namespace rooflight
