// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/pipeline/pipeline.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"

namespace rooflight {

ComposedText explanationOf(const PipelineLatency &pipeline, bool asynchronousDevice)
{
    const auto &[low, high] = pipeline.synchronizationCostIntervalNs;
    if (!asynchronousDevice && (low > 0 || high < 0))
        return composedText(
            QT_TRANSLATE_NOOP("Phrases",
                              "On a CPU a stage returns when its work is done: there is nothing to wait for. That the "
                              "two ways differ here shows that the machine was busy."));
    const std::string from = plainNumber(low / 1e3);
    const std::string to = plainNumber(high / 1e3);
    if (!asynchronousDevice)
        return composedText(
            QT_TRANSLATE_NOOP("Phrases",
                              "On a CPU a stage returns when its work is done: there is nothing to wait for, and no "
                              "difference between the two ways can be distinguished from noise (%1 to %2 µs)."),
            { from, to });
    if (low <= 0)
        return composedText(
            QT_TRANSLATE_NOOP("Phrases",
                              "Waiting after each stage costs nothing that can be distinguished from noise: the device "
                              "has nothing to do meanwhile, or the work between the models needs their results at "
                              "once."));
    return composedText(
        QT_TRANSLATE_NOOP("Phrases",
                          "Waiting after each stage costs %1 µs per run (%2 to %3): without it the host continues "
                          "while the device still works."),
        { plainNumber(pipeline.synchronizationCostNs / 1e3), from, to });
}

} // namespace rooflight
