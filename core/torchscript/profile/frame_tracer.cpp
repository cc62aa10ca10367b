// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/frame_tracer.h"

#include "core/torchscript/values/observed_calls.h"

#include <ATen/core/class_type.h>

#include <exception>

namespace rooflight {

namespace {

/// LibTorch's callbacks are plain functions: what they need stands here, one for each thread that is traced.
struct ThreadState {
    FrameListener *listener = nullptr;
    OperatorCatalog *operators = nullptr;
    std::vector<const c10::ivalue::Object *> modules;
    std::exception_ptr failure;
};

thread_local ThreadState state;

/// LibTorch would swallow what a callback raises, and write it to standard error for each call anew: the first one is
/// kept, and ends the tracing.
template<typename Call> auto guarded(const Call &call) -> decltype(call())
{
    try {
        return call();
    } catch (...) {
        state.failure = std::current_exception();
        state.listener = nullptr;
        return decltype(call())();
    }
}

struct Frame : at::ObserverContext {
    explicit Frame(std::int64_t id, std::size_t returns)
        : id(id)
        , returns(returns)
    {
    }

    std::int64_t id;
    std::size_t returns;
};

/// The interpreter hands over its whole operand stack; the call's own values are the last ones.
c10::ArrayRef<const c10::IValue> last(c10::ArrayRef<const c10::IValue> values, std::size_t count)
{
    return values.size() <= count ? values : values.slice(values.size() - count);
}

c10::ArrayRef<const c10::IValue> outputsOf(const at::RecordFunction &function)
{
    return c10::ArrayRef<const c10::IValue>(function.outputs().data(), function.outputs().size());
}

std::unique_ptr<at::ObserverContext> moduleStarted(const at::RecordFunction &function)
{
    const c10::ArrayRef<const c10::IValue> inputs = function.inputs();
    if (!state.listener || observedCalls().open > 0 || inputs.empty() || !inputs.front().isObject())
        return nullptr;
    const c10::ivalue::Object *object =
        inputs.front().toObjectRef().type()->is_module() ? &inputs.front().toObjectRef() : nullptr;
    // A method that calls another method of the same object is one call of that module.
    if (!object || (!state.modules.empty() && state.modules.back() == object))
        return nullptr;
    state.modules.push_back(object);
    return guarded([&]() -> std::unique_ptr<at::ObserverContext> {
        return std::make_unique<Frame>(state.listener->moduleBegan(object, inputs.slice(1)), 0);
    });
}

void moduleFinished(const at::RecordFunction &, at::ObserverContext *context)
{
    const auto *frame = static_cast<Frame *>(context);
    if (!frame || !state.listener)
        return;
    state.modules.pop_back();
    guarded([&] { state.listener->moduleEnded(frame->id); });
}

std::unique_ptr<at::ObserverContext> operatorStarted(const at::RecordFunction &function)
{
    if (!state.listener || observedCalls().open > 0 || function.name() == observedCalls().hidden)
        return nullptr;
    const OperatorFacts &facts = state.operators->factsOf(function);
    if (facts.treatment == OperatorTreatment::Transparent)
        return nullptr;
    ++observedCalls().open;
    return guarded([&]() -> std::unique_ptr<at::ObserverContext> {
        const auto inputs = last(function.inputs(), facts.arguments.size());
        return std::make_unique<Frame>(state.listener->operatorBegan(facts, inputs), facts.returns);
    });
}

void operatorFinished(const at::RecordFunction &function, at::ObserverContext *context)
{
    const auto *frame = static_cast<Frame *>(context);
    if (!frame || !state.listener)
        return;
    --observedCalls().open;
    guarded([&] { state.listener->operatorEnded(frame->id, last(outputsOf(function), frame->returns)); });
}

} // namespace

FrameTracer::FrameTracer(FrameListener &listener, OperatorCatalog &operators, Values values)
{
    state = { &listener, &operators, {}, nullptr };
    observedCalls() = { true, 0, {} };
    const bool needed = values == Values::Needed;
    m_modules = at::addThreadLocalCallback(at::RecordFunctionCallback(moduleStarted, moduleFinished)
                                               .needsInputs(true)
                                               .needsOutputs(needed)
                                               .scopes({ at::RecordScope::TORCHSCRIPT_FUNCTION }));
    m_operators = at::addThreadLocalCallback(at::RecordFunctionCallback(operatorStarted, operatorFinished)
                                                 .needsInputs(needed)
                                                 .needsOutputs(needed)
                                                 .scopes({ at::RecordScope::FUNCTION }));
}

void FrameTracer::rethrow() const
{
    if (state.failure)
        std::rethrow_exception(state.failure);
}

FrameTracer::~FrameTracer()
{
    at::removeCallback(m_operators);
    at::removeCallback(m_modules);
    state = {};
    observedCalls() = {};
}

} // namespace rooflight
