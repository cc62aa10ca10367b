// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/analyzer.h"

#include "core/torchscript/load/module_index.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/allocation_watcher.h"
#include "core/torchscript/profile/run_recorder.h"
#include "core/torchscript/values/tensor_values.h"

namespace rooflight {

Result<Analysis> analyze(LoadedModel &model, const ModelInputs &inputs, const Inspection &inspection,
                         const Device &device, OperatorCatalog &operators, Convention convention)
{
    Analysis analysis;
    analysis.model = inspection.model;
    analysis.device = device;
    analysis.inputs = inputs.described;
    try {
        ModuleIndex modules(model.module());
        RunRecorder recorder(modules, operators.costs(), convention, model.exported());
        std::int64_t peakBytes = bytesOfTensors(inputs.values);
        {
            const AllocationWatcher allocations;
            const FrameTracer tracer(recorder, operators, FrameTracer::Values::Needed);
            model.run(inputs.values);
            tracer.rethrow();
            peakBytes += allocations.peakBytes();
        }
        inputs.restore();
        analysis.model.changesInputs = inputs.areChanged();
        recorder.finish(analysis);
        if (!model.device().is_meta()) // where nothing is allocated
            analysis.totals.peakActivationBytes = peakBytes;
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::Running);
    }
    // A frozen file has no parameters left in its modules: the floating-point constants count.
    if (!analysis.layers.empty() && analysis.layers.front().parameters == 0)
        analysis.layers.front().parameters = analysis.model.parameters;
    return analysis;
}

} // namespace rooflight
