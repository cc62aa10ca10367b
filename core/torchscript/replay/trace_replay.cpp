// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/trace_replay.h"

#include "core/cost/rules/cost_table.h"
#include "core/model/result_sentences.h"
#include "core/torchscript/load/module_index.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/run_recorder.h"
#include "core/torchscript/replay/recorded_call.h"
#include "core/torchscript/replay/replayed_results.h"
#include "core/torchscript/replay/trace_tensors.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ops/empty_like.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace rooflight {

namespace {

/// An operator call, or the beginning or end of a layer.
struct ReplayStep {
    enum class Kind : std::uint8_t { LayerBegin, LayerEnd, Operator };

    Kind kind = Kind::Operator;
    std::size_t position = TracedItems::wholeRun; ///< in TracedRun::order
    ModuleIndex::Entry layer;
    std::optional<OperatorFacts> facts;
    std::vector<c10::IValue> inputs; ///< of a layer, too: those of its first operator
    std::vector<c10::IValue> outputs;
};

/// Calls the operators of a run again, without data, and notes what they took and gave.
class Replay
{
public:
    Replay(const ProfilerTrace &trace, const TracedCalls &calls, const OperatorCatalog &operators,
           const OperatorRights &rights)
        : m_trace(trace)
        , m_calls(calls)
        , m_operators(operators)
        , m_rights(rights)
    {
        const TracedRun &run = calls.runs.front();
        for (std::size_t i = 0; i < run.order.size(); ++i)
            m_positions[run.order[i]] = i;
    }

    void run()
    {
        const c10::InferenceMode inference; // the guards of operators hold in it
        const TracedCall *model = m_calls.model();
        const std::size_t position = model ? 0 : TracedItems::wholeRun;
        beginLayer({ {}, model ? model->type : std::string("Trace"), 0 }, position);
        replayAll(model ? model->children : m_calls.runs.front().outermost);
        endLayer();
        m_memory = {}; // it holds results longer than the run did
    }

    [[nodiscard]] std::vector<ReplayStep> &steps() { return m_steps; }
    [[nodiscard]] const std::vector<at::Tensor> &parameters() const { return m_parameters; }
    [[nodiscard]] const std::vector<at::Tensor> &buffers() const { return m_buffers; }
    [[nodiscard]] const std::vector<ModelInput> &inputs() const { return m_inputs; }

private:
    void beginLayer(ModuleIndex::Entry entry, std::size_t position)
    {
        ReplayStep &step = m_steps.emplace_back();
        step.kind = ReplayStep::Kind::LayerBegin;
        step.position = position;
        m_open.push_back({ m_steps.size() - 1, entry.path, 0, {} });
        step.layer = std::move(entry);
    }

    void endLayer()
    {
        m_open.pop_back();
        m_steps.emplace_back().kind = ReplayStep::Kind::LayerEnd;
    }

    // As deep as calls are nested: trace_calls.cpp limits that.
    void replayAll(const std::vector<std::size_t> &calls) // NOLINT(misc-no-recursion)
    {
        for (const std::size_t call : calls) {
            if (m_calls.calls[call].isModule)
                replayModule(call);
            else
                replayOperator(call);
        }
    }

    void replayModule(std::size_t index) // NOLINT(misc-no-recursion)
    {
        const TracedCall &call = m_calls.calls[index];
        const std::string &above = m_open.back().path;
        beginLayer({ above.empty() ? call.name : above + '.' + call.name, call.type, 0 }, m_positions.at(index));
        replayAll(call.children);
        endLayer();
    }

    void replayOperator(std::size_t index) // NOLINT(misc-no-recursion)
    {
        const TracedCall &call = m_calls.calls[index];
        std::optional<OperatorFacts> facts = factsNamed(call.name, m_operators);
        const bool registered = facts.has_value();
        const bool transparent = facts && facts->treatment == OperatorTreatment::Transparent;
        if (transparent || (!registered && (!call.children.empty() || call.name.find("::") == std::string::npos)))
            return replayAll(call.children);
        const bool rebuilt = registered && callAgain(index);
        if (!rebuilt && callsWhatCounts(call))
            return replayAll(call.children);
        if (!rebuilt)
            addUnknown(index, std::move(facts));
    }

    /// Whether what an operator called shows its work, where the operator itself cannot be called again.
    [[nodiscard]] bool callsWhatCounts(const TracedCall &call) const // NOLINT(misc-no-recursion)
    {
        return std::ranges::any_of(call.children, [this](std::size_t child) { // NOLINT(misc-no-recursion)
            const auto entry = entryOf(m_calls.calls[child].name);
            const bool works =
                entry && entry->family != OperatorFamily::View && entry->family != OperatorFamily::Movement;
            return works || callsWhatCounts(m_calls.calls[child]);
        });
    }

    bool callAgain(std::size_t index)
    {
        const TracedCall &call = m_calls.calls[index];
        OpenLayer &layer = m_open.back();
        m_memory.callBegan(layer.path + '#' + std::to_string(layer.calls++),
                           call.name.find("backward") != std::string::npos);
        try {
            std::optional<RebuiltCall> rebuilt =
                rebuiltCall(call.name, m_trace.events[call.event].arguments, tensorSource());
            if (!rebuilt)
                return false;
            std::vector<c10::IValue> results = resultsWithoutData(rebuilt->handle, rebuilt->arguments, m_rights);
            separateCopies(call, rebuilt->arguments, results);
            m_memory.add(results);
            noteMemory(rebuilt->arguments);
            addOperator(index, m_operators.factsOf(rebuilt->handle), std::move(rebuilt->arguments), std::move(results));
            return true;
        } catch (const std::exception &) { // the shapes do not fit, or only data says what comes out
            return false;
        }
    }

    /// What is copied to another device stays on the one device here: its result would be a view.
    void separateCopies(const TracedCall &call, const std::vector<c10::IValue> &arguments,
                        std::vector<c10::IValue> &results) const
    {
        const bool copies = std::ranges::any_of(
            call.children, [this](std::size_t child) { return m_calls.calls[child].name == "aten::_to_copy"; });
        const bool same = !arguments.empty() && !results.empty() && arguments.front().isTensor()
            && results.front().isTensor() && results.front().toTensor().is_same(arguments.front().toTensor());
        if (copies && same)
            results.front() = at::empty_like(arguments.front().toTensor());
    }

    /// An operator that cannot be called again: the memory that it takes is known, and nothing else.
    void addUnknown(std::size_t index, std::optional<OperatorFacts> facts)
    {
        if (!facts)
            facts.emplace().name = m_calls.calls[index].name;
        facts->arguments.clear();
        std::vector<c10::IValue> tensors;
        for (const RecordedArgument &argument : m_trace.events[m_calls.calls[index].event].arguments)
            addTensorOf(argument, tensors);
        addOperator(index, std::move(*facts), std::move(tensors), {});
    }

    void addTensorOf(const RecordedArgument &argument, std::vector<c10::IValue> &tensors)
    {
        const DType dtype = recordedType(argument.type);
        if (dtype == DType::Unknown || argument.shapes.empty())
            return;
        try {
            tensors.emplace_back(m_memory.find({}, { argument.shapes.front(), dtype }, {}));
        } catch (const std::exception &) { // no tensor has such a shape: without it
            return;
        }
    }

    [[nodiscard]] TensorSource tensorSource()
    {
        return [this](const std::string &argument, const TensorInfo &info, const std::vector<std::int64_t> &strides) {
            return m_memory.find(argument, info, strides);
        };
    }

    void noteMemory(const std::vector<c10::IValue> &arguments)
    {
        for (const auto &[tensor, buffer] : m_memory.parameters()) {
            (buffer ? m_buffers : m_parameters).push_back(tensor);
            for (OpenLayer &layer : m_open) {
                if (!buffer && layer.parameters.insert(tensor.unsafeGetTensorImpl()).second)
                    m_steps[layer.step].layer.parameters += tensor.numel();
            }
        }
        if (m_inputs.empty()) {
            for (const at::Tensor &input : m_memory.inputs())
                m_inputs.push_back({ "input", tensorValueOf(input).info, InputSource::Traced });
        }
        const auto first = std::ranges::find_if(arguments, &c10::IValue::isTensor);
        for (const OpenLayer &layer : m_open) {
            if (first != arguments.end() && m_steps[layer.step].inputs.empty())
                m_steps[layer.step].inputs = { *first };
        }
    }

    void addOperator(std::size_t index, OperatorFacts facts, std::vector<c10::IValue> inputs,
                     std::vector<c10::IValue> outputs)
    {
        ReplayStep &step = m_steps.emplace_back();
        step.position = m_positions.at(index);
        step.facts = std::move(facts);
        step.inputs = std::move(inputs);
        step.outputs = std::move(outputs);
    }

    struct OpenLayer {
        std::size_t step = 0; ///< that began it
        std::string path;
        std::size_t calls = 0; ///< of operators
        std::set<const c10::TensorImpl *> parameters;
    };

    const ProfilerTrace &m_trace;
    const TracedCalls &m_calls;
    const OperatorCatalog &m_operators;
    const OperatorRights &m_rights;
    std::unordered_map<std::size_t, std::size_t> m_positions; ///< of calls
    TraceTensors m_memory;
    std::vector<OpenLayer> m_open; ///< outermost first
    std::vector<ReplayStep> m_steps;
    std::vector<at::Tensor> m_parameters;
    std::vector<at::Tensor> m_buffers;
    std::vector<ModelInput> m_inputs;
};

c10::ArrayRef<const c10::IValue> viewOf(const std::vector<c10::IValue> &values)
{
    return c10::ArrayRef<const c10::IValue>(values.data(), values.size());
}

/// Hands the steps to the recorder. A tensor is held as long as a later step takes it, and the last results to the end:
/// what outlives a layer is what it gave.
TracedItems record(std::vector<ReplayStep> &steps, RunRecorder &recorder)
{
    TracedItems items;
    std::vector<std::int64_t> open;
    std::vector<c10::IValue> last;
    for (ReplayStep &step : steps) {
        switch (step.kind) {
        case ReplayStep::Kind::LayerBegin:
            items.layers.push_back(step.position);
            open.push_back(recorder.layerBegan(step.layer, viewOf(step.inputs)));
            break;
        case ReplayStep::Kind::LayerEnd:
            recorder.moduleEnded(open.back());
            open.pop_back();
            break;
        case ReplayStep::Kind::Operator:
            items.operators.push_back(step.position);
            recorder.operatorEnded(recorder.operatorBegan(*step.facts, viewOf(step.inputs)), viewOf(step.outputs));
            last = std::move(step.outputs);
            break;
        }
        step.inputs.clear();
        step.outputs.clear();
    }
    return items;
}

std::int64_t bytesOf(const std::vector<at::Tensor> &tensors)
{
    const std::vector<c10::IValue> values(tensors.begin(), tensors.end());
    return bytesOfTensors(values);
}

void describe(const Replay &replay, Analysis &analysis)
{
    analysis.model.form = ModelForm::Profile;
    analysis.model.parameterBytes = bytesOf(replay.parameters());
    analysis.model.bufferBytes = bytesOf(replay.buffers());
    analysis.inputs = replay.inputs();
    if (!analysis.layers.empty())
        analysis.model.parameters = analysis.layers.front().parameters;
}

/// Says of operators without a count that they were not called.
void nameRefused(const OperatorRights &rights, Analysis &analysis)
{
    for (UnknownOperator &unknown : analysis.unknown) {
        if (!rights.mayCall({ unknown.name, "" }))
            unknown.reason = composedText(sentences::needsTrust);
    }
}

} // namespace

Result<ReplayedTrace> replayTrace(const ProfilerTrace &trace, const TracedCalls &calls, OperatorCatalog &operators,
                                  Convention convention, const std::string &path, const OperatorRights &rights)
{
    ReplayedTrace result;
    try {
        Replay replay(trace, calls, operators, rights);
        replay.run();
        ModuleIndex modules;
        for (const auto *tensors : { &replay.parameters(), &replay.buffers() }) {
            for (const at::Tensor &tensor : *tensors)
                modules.addPersistent(tensor);
        }
        RunRecorder recorder(modules, operators.costs(), convention);
        result.items = record(replay.steps(), recorder);
        recorder.finish(result.analysis);
        describe(replay, result.analysis);
        nameRefused(rights, result.analysis);
    } catch (...) {
        return currentExceptionAsError(path, ModelStage::Running);
    }
    return result;
}

} // namespace rooflight
