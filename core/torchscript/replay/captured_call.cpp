// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/captured_call.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/load/model_conversion.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/frame_tracer.h"

#include <c10/core/InferenceMode.h>

#include <utility>

namespace rooflight {

namespace {

/// Keeps arguments when the operator begins: later operators may write what it read, but not its sizes.
class CallKeeper : public FrameListener
{
public:
    explicit CallKeeper(const std::set<std::int64_t> &positions)
        : m_positions(positions)
    {
    }

    std::int64_t moduleBegan(const c10::ivalue::Object *, c10::ArrayRef<const c10::IValue>) override { return 0; }
    void moduleEnded(std::int64_t) override { }
    void operatorEnded(std::int64_t, c10::ArrayRef<const c10::IValue>) override { }

    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) override
    {
        const std::int64_t position = m_next++;
        if (!m_positions.contains(position))
            return position;
        if (std::optional<CapturedCall> call = capturedCall(position, facts, inputs))
            calls.push_back(std::move(*call));
        return position;
    }

    std::vector<CapturedCall> calls;

private:
    const std::set<std::int64_t> &m_positions;
    std::int64_t m_next = 0;
};

/// Holds while a call is made.
class Tf32Choice
{
public:
    explicit Tf32Choice(std::optional<Tf32> tf32)
    {
        if (tf32)
            m_before = allowTf32(*tf32);
    }
    ~Tf32Choice()
    {
        if (m_before)
            allowTf32(*m_before);
    }
    Tf32Choice(const Tf32Choice &) = delete;
    Tf32Choice &operator=(const Tf32Choice &) = delete;

private:
    std::optional<Tf32> m_before;
};

} // namespace

void CapturedCall::run() const
{
    static_cast<void>(results());
}

std::vector<c10::IValue> CapturedCall::results() const
{
    const c10::InferenceMode inference;
    torch::jit::Stack stack(arguments.begin(), arguments.end());
    const Tf32Choice choice(tf32);
    handle.callBoxed(stack);
    return stack;
}

std::optional<CapturedCall> capturedCall(std::int64_t position, const OperatorFacts &facts,
                                         c10::ArrayRef<const c10::IValue> inputs)
{
    const auto handle = c10::Dispatcher::singleton().findSchema({ facts.name, facts.overload });
    if (!handle || inputs.size() != facts.arguments.size())
        return std::nullopt;
    CapturedCall call { position, *handle, {}, {} };
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool written = facts.arguments[i].written;
        call.arguments.push_back(written ? inputs[i].deepcopy() : inputs[i]);
        call.written.push_back(written);
    }
    return call;
}

Result<std::vector<CapturedCall>> captureCalls(LoadedModel &model, const std::vector<c10::IValue> &inputs,
                                               OperatorCatalog &operators, const std::set<std::int64_t> &positions)
{
    CallKeeper keeper(positions);
    try {
        const FrameTracer tracer(keeper, operators, FrameTracer::Values::Needed);
        model.run(inputs);
        tracer.rethrow();
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::Running);
    }
    if (keeper.calls.size() != positions.size())
        return errorOf(ErrorSentence::OtherCalls,
                       { model.path(), std::to_string(keeper.calls.size()), std::to_string(positions.size()) });
    return std::move(keeper.calls);
}

} // namespace rooflight
