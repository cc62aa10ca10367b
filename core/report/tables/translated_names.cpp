// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/translated_names.h"

#include "core/report/format/language.h"
#include "core/report/format/translation_mark.h"

#include <algorithm>
#include <array>

namespace ridgepoint {

namespace {

constexpr std::array boundNames = {
    QT_TRANSLATE_NOOP("Bounds", "none"),      QT_TRANSLATE_NOOP("Bounds", "compute"),
    QT_TRANSLATE_NOOP("Bounds", "bandwidth"), QT_TRANSLATE_NOOP("Bounds", "launch"),
    QT_TRANSLATE_NOOP("Bounds", "balanced"),  QT_TRANSLATE_NOOP("Bounds", "underutilized"),
};

/// A paragraph each of: operator families; forms of models; kinds of roofs and their units; where inputs and batch
/// sizes are from; efforts; how a model is run; outcomes and searches of a sweep; timing methods; verdicts on variants;
/// flags of samples, of roofs; what holds a device back.
constexpr std::array otherNames = {
    QT_TRANSLATE_NOOP("Page", "convolution"),
    QT_TRANSLATE_NOOP("Page", "matrix"),
    QT_TRANSLATE_NOOP("Page", "normalization"),
    QT_TRANSLATE_NOOP("Page", "activation"),
    QT_TRANSLATE_NOOP("Page", "pooling"),
    QT_TRANSLATE_NOOP("Page", "elementwise"),
    QT_TRANSLATE_NOOP("Page", "reduction"),
    QT_TRANSLATE_NOOP("Page", "movement"),
    QT_TRANSLATE_NOOP("Page", "view"),
    QT_TRANSLATE_NOOP("Page", "other"),

    QT_TRANSLATE_NOOP("Page", "script"),
    QT_TRANSLATE_NOOP("Page", "trace"),
    QT_TRANSLATE_NOOP("Page", "frozen"),
    QT_TRANSLATE_NOOP("Page", "export"),
    QT_TRANSLATE_NOOP("Page", "compiled"),
    QT_TRANSLATE_NOOP("Page", "profile"),

    QT_TRANSLATE_NOOP("Page", "compute"),
    QT_TRANSLATE_NOOP("Page", "memory"),
    QT_TRANSLATE_NOOP("Page", "launch"),
    QT_TRANSLATE_NOOP("Page", "vector"),
    QT_TRANSLATE_NOOP("Page", "vector_no_fma"),
    QT_TRANSLATE_NOOP("Page", "scalar"),
    QT_TRANSLATE_NOOP("Page", "dot"),
    QT_TRANSLATE_NOOP("Page", "tensor"),
    QT_TRANSLATE_NOOP("Page", "library"),
    QT_TRANSLATE_NOOP("Page", "special"),
    QT_TRANSLATE_NOOP("Page", "shared"),
    QT_TRANSLATE_NOOP("Page", "dram"),
    QT_TRANSLATE_NOOP("Page", "read"),
    QT_TRANSLATE_NOOP("Page", "write"),
    QT_TRANSLATE_NOOP("Page", "copy"),
    QT_TRANSLATE_NOOP("Page", "triad"),

    QT_TRANSLATE_NOOP("Page", "given"),
    QT_TRANSLATE_NOOP("Page", "traced"),
    QT_TRANSLATE_NOOP("Page", "inferred"),
    QT_TRANSLATE_NOOP("Page", "found"),
    QT_TRANSLATE_NOOP("Page", "unknown"),

    QT_TRANSLATE_NOOP("Page", "quick"),
    QT_TRANSLATE_NOOP("Page", "normal"),
    QT_TRANSLATE_NOOP("Page", "thorough"),

    QT_TRANSLATE_NOOP("Page", "as loaded"),
    QT_TRANSLATE_NOOP("Page", "unoptimized"),
    QT_TRANSLATE_NOOP("Page", "optimized for inference"),
    QT_TRANSLATE_NOOP("Page", "channels last"),
    QT_TRANSLATE_NOOP("Page", "TF32 allowed"),
    QT_TRANSLATE_NOOP("Page", "TF32 forbidden"),
    QT_TRANSLATE_NOOP("Page", "cold caches"),

    QT_TRANSLATE_NOOP("Page", "trying"),
    QT_TRANSLATE_NOOP("Page", "out_of_memory"),
    QT_TRANSLATE_NOOP("Page", "failed"),
    QT_TRANSLATE_NOOP("Page", "too_slow"),
    QT_TRANSLATE_NOOP("Page", "binary"),
    QT_TRANSLATE_NOOP("Page", "sequential"),

    QT_TRANSLATE_NOOP("Page", "steady_clock"),
    QT_TRANSLATE_NOOP("Page", "torch_profiler"),
    QT_TRANSLATE_NOOP("Page", "naive"),
    QT_TRANSLATE_NOOP("Page", "synchronized"),
    QT_TRANSLATE_NOOP("Page", "throughput"),
    QT_TRANSLATE_NOOP("Page", "events"),
    QT_TRANSLATE_NOOP("Page", "events_held"),
    QT_TRANSLATE_NOOP("Page", "graph_replay"),
    QT_TRANSLATE_NOOP("Page", "kernel_sum"),

    QT_TRANSLATE_NOOP("Page", "baseline"),
    QT_TRANSLATE_NOOP("Page", "faster"),
    QT_TRANSLATE_NOOP("Page", "slower"),
    QT_TRANSLATE_NOOP("Page", "same"),
    QT_TRANSLATE_NOOP("Page", "unclear"),
    QT_TRANSLATE_NOOP("Page", "added"),
    QT_TRANSLATE_NOOP("Page", "removed"),
    QT_TRANSLATE_NOOP("Page", "unmeasured"),

    QT_TRANSLATE_NOOP("Page", "few_samples"),
    QT_TRANSLATE_NOOP("Page", "noisy"),
    QT_TRANSLATE_NOOP("Page", "very_noisy"),
    QT_TRANSLATE_NOOP("Page", "drift"),
    QT_TRANSLATE_NOOP("Page", "bimodal"),
    QT_TRANSLATE_NOOP("Page", "other_load"),
    QT_TRANSLATE_NOOP("Page", "throttled"),
    QT_TRANSLATE_NOOP("Page", "page_faults"),
    QT_TRANSLATE_NOOP("Page", "hot"),
    QT_TRANSLATE_NOOP("Page", "power_capped"),
    QT_TRANSLATE_NOOP("Page", "allocator_retries"),
    QT_TRANSLATE_NOOP("Page", "partial"),

    QT_TRANSLATE_NOOP("Page", "unsteady"),
    QT_TRANSLATE_NOOP("Page", "quota"),
    QT_TRANSLATE_NOOP("Page", "oversubscribed"),
    QT_TRANSLATE_NOOP("Page", "small_arrays"),
    QT_TRANSLATE_NOOP("Page", "above_theory"),
    QT_TRANSLATE_NOOP("Page", "kernel_limited"),
    QT_TRANSLATE_NOOP("Page", "no_plateau"),
    QT_TRANSLATE_NOOP("Page", "typed"),

    QT_TRANSLATE_NOOP("Page", "power_cap"),
    QT_TRANSLATE_NOOP("Page", "heat"),
    QT_TRANSLATE_NOOP("Page", "hardware"),
};

} // namespace

std::string translatedName(Bound bound)
{
    const auto found =
        std::ranges::find(boundNames, name(bound), [](const char *text) { return std::string_view(text); });
    return found == boundNames.end() ? std::string(name(bound)) : translated(Phrase { *found }, "Bounds");
}

std::string translatedName(std::string_view identifier)
{
    const auto found =
        std::ranges::find(otherNames, identifier, [](const char *text) { return std::string_view(text); });
    return found == otherNames.end() ? std::string(identifier) : translated(*found);
}

std::string translatedList(const std::vector<std::string> &texts)
{
    return translatedRow(texts, QT_TRANSLATE_NOOP("Page", "%1, %2"));
}

std::string translatedDevice(const Device &device)
{
    std::string where = device.kind == "cuda" ? "cuda:" + std::to_string(device.index) : device.kind;
    if (device.threads > 0)
        where = translated(device.threads == 1 ? QT_TRANSLATE_NOOP("Page", "%1, %2 thread")
                                               : QT_TRANSLATE_NOOP("Page", "%1, %2 threads"),
                           where, std::to_string(device.threads));
    return device.name.empty() ? where : translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), device.name, where);
}

std::string translatedExecution(const Execution &execution)
{
    const std::vector<std::string> choices = executionChoices(execution);
    return choices.empty() ? translatedName("as loaded") : translatedNames(choices);
}

} // namespace ridgepoint
