// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/steps.h"

#include "core/model/error_sentences.h"
#include "core/service/steps/job_notices.h"
#include "core/timing/cuda/memory_counters.h"
#include "core/timing/device/torch_device.h"
#include "core/torchscript/load/torch_errors.h"

namespace rooflight {

namespace {

constexpr int countedRuns = 3; ///< what other programs move meanwhile weighs less

Result<CountedBytes> countedBytes(LoadedModel &model, const ModelInputs &inputs)
{
    const Result<cupti::Functions> functions = cupti::loadedFunctions();
    if (!functions.ok())
        return functions.error();
    try {
        const std::unique_ptr<TimedDevice> device = makeTimedDevice(model.device());
        const auto run = [&] {
            model.run(inputs.values);
            device->synchronize();
            inputs.restore();
        };
        return cupti::countBytes(functions.value(), run, countedRuns);
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::Running);
    }
}

} // namespace

void addCountedBytes(PreparedModel &model, Analysis &analysis, JobReporter &reporter)
{
    const Result<CountedBytes> counted = countedBytes(model.instrumented(), *model.inputs);
    if (counted.ok()) {
        analysis.counted = counted.value();
        return;
    }
    reporter.send(noticeOf("bytes_not_counted", phraseWith(phrases::bytesNotCounted, { wholeText(counted.error()) })));
}

} // namespace rooflight
