// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/names.h"

#include "core/base/translation_mark.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/phrase.h"

#include <optional>
#include <string>
#include <utility>

namespace rooflight {

namespace {

Phrase asLoaded()
{
    return { QT_TRANSLATE_NOOP("Phrases", "as loaded") };
}

} // namespace

Phrase namePhrase(OperatorFamily family)
{
    static constexpr EnumNames<OperatorFamily, 10> texts = { {
        { OperatorFamily::Convolution, QT_TRANSLATE_NOOP("Phrases", "convolution") },
        { OperatorFamily::Matrix, QT_TRANSLATE_NOOP("Phrases", "matrix product") },
        { OperatorFamily::Normalization, QT_TRANSLATE_NOOP("Phrases", "normalization") },
        { OperatorFamily::Activation, QT_TRANSLATE_NOOP("Phrases", "activation") },
        { OperatorFamily::Pooling, QT_TRANSLATE_NOOP("Phrases", "pooling") },
        { OperatorFamily::Elementwise, QT_TRANSLATE_NOOP("Phrases", "elementwise") },
        { OperatorFamily::Reduction, QT_TRANSLATE_NOOP("Phrases", "reduction") },
        { OperatorFamily::Movement, QT_TRANSLATE_NOOP("Phrases", "data movement") },
        { OperatorFamily::View, QT_TRANSLATE_NOOP("Phrases", "view") },
        { OperatorFamily::Other, QT_TRANSLATE_NOOP("Phrases", "other") },
    } };
    return phraseIn(texts, family);
}

Phrase namePhrase(Bound bound)
{
    static constexpr EnumNames<Bound, 6> texts = { {
        { Bound::None, QT_TRANSLATE_NOOP("Phrases", "not judged") },
        { Bound::Compute, QT_TRANSLATE_NOOP("Phrases", "compute-bound") },
        { Bound::Bandwidth, QT_TRANSLATE_NOOP("Phrases", "bandwidth-bound") },
        { Bound::Launch, QT_TRANSLATE_NOOP("Phrases", "launch-bound") },
        { Bound::Balanced, QT_TRANSLATE_NOOP("Phrases", "balanced") },
        { Bound::Underutilized, QT_TRANSLATE_NOOP("Phrases", "underutilized") },
    } };
    return phraseIn(texts, bound);
}

Phrase namePhrase(ModelForm form)
{
    static constexpr EnumNames<ModelForm, 6> texts = { {
        { ModelForm::Script, QT_TRANSLATE_NOOP("Phrases", "script") },
        { ModelForm::Trace, QT_TRANSLATE_NOOP("Phrases", "trace") },
        { ModelForm::Frozen, QT_TRANSLATE_NOOP("Phrases", "frozen") },
        { ModelForm::Export, QT_TRANSLATE_NOOP("Phrases", "exported") },
        { ModelForm::Compiled, QT_TRANSLATE_NOOP("Phrases", "compiled") },
        { ModelForm::Profile, QT_TRANSLATE_NOOP("Phrases", "profiler trace") },
    } };
    return phraseIn(texts, form);
}

Phrase namePhrase(InputSource source)
{
    static constexpr EnumNames<InputSource, 3> texts = { {
        { InputSource::Given, QT_TRANSLATE_NOOP("Phrases", "given") },
        { InputSource::Traced, QT_TRANSLATE_NOOP("Phrases", "from the file") },
        { InputSource::Inferred, QT_TRANSLATE_NOOP("Phrases", "inferred") },
    } };
    return phraseIn(texts, source);
}

Phrase namePhrase(BatchSource source)
{
    static constexpr EnumNames<BatchSource, 3> texts = { {
        { BatchSource::Unknown, QT_TRANSLATE_NOOP("Phrases", "unknown") },
        { BatchSource::Given, QT_TRANSLATE_NOOP("Phrases", "given") },
        { BatchSource::Found, QT_TRANSLATE_NOOP("Phrases", "found") },
    } };
    return phraseIn(texts, source);
}

Phrase namePhrase(BatchSearch search)
{
    static constexpr EnumNames<BatchSearch, 2> texts = { {
        { BatchSearch::Binary, QT_TRANSLATE_NOOP("Phrases", "binary") },
        { BatchSearch::Sequential, QT_TRANSLATE_NOOP("Phrases", "sequential") },
    } };
    return phraseIn(texts, search);
}

Phrase namePhrase(BatchOutcome outcome)
{
    static constexpr EnumNames<BatchOutcome, 5> texts = { {
        { BatchOutcome::Trying, QT_TRANSLATE_NOOP("Phrases", "trying") },
        { BatchOutcome::Fits, QT_TRANSLATE_NOOP("Phrases", "fits") },
        { BatchOutcome::OutOfMemory, QT_TRANSLATE_NOOP("Phrases", "out of memory") },
        { BatchOutcome::Failed, QT_TRANSLATE_NOOP("Phrases", "failed") },
        { BatchOutcome::TooSlow, QT_TRANSLATE_NOOP("Phrases", "too slow") },
    } };
    return phraseIn(texts, outcome);
}

Phrase namePhrase(Effort effort)
{
    static constexpr EnumNames<Effort, 3> texts = { {
        { Effort::Quick, QT_TRANSLATE_NOOP("Phrases", "quick") },
        { Effort::Normal, QT_TRANSLATE_NOOP("Phrases", "normal") },
        { Effort::Thorough, QT_TRANSLATE_NOOP("Phrases", "thorough") },
    } };
    return phraseIn(texts, effort);
}

Phrase namePhrase(Executor executor)
{
    static constexpr EnumNames<Executor, 4> texts = { {
        { Executor::AsLoaded, QT_TRANSLATE_NOOP("Phrases", "as loaded") },
        { Executor::Unoptimized, QT_TRANSLATE_NOOP("Phrases", "unoptimized") },
        { Executor::Frozen, QT_TRANSLATE_NOOP("Phrases", "frozen") },
        { Executor::OptimizedForInference, QT_TRANSLATE_NOOP("Phrases", "optimized for inference") },
    } };
    return phraseIn(texts, executor);
}

Phrase namePhrase(ModelPrecision precision)
{
    return precision == ModelPrecision::AsLoaded ? asLoaded() : literalPhrase(std::string(name(precision)));
}

Phrase namePhrase(MemoryFormat format)
{
    return format == MemoryFormat::AsLoaded ? asLoaded() : Phrase { QT_TRANSLATE_NOOP("Phrases", "channels last") };
}

Phrase namePhrase(Tf32 tf32)
{
    static constexpr EnumNames<Tf32, 3> texts = { {
        { Tf32::Default, QT_TRANSLATE_NOOP("Phrases", "PyTorch's default") },
        { Tf32::Allowed, QT_TRANSLATE_NOOP("Phrases", "TF32 allowed") },
        { Tf32::Forbidden, QT_TRANSLATE_NOOP("Phrases", "TF32 forbidden") },
    } };
    return phraseIn(texts, tf32);
}

Phrase namePhrase(Caches caches)
{
    return { caches == Caches::Warm ? QT_TRANSLATE_NOOP("Phrases", "warm caches")
                                    : QT_TRANSLATE_NOOP("Phrases", "cold caches") };
}

Phrase namePhrase(DType dtype)
{
    return dtype == DType::Unknown ? Phrase { QT_TRANSLATE_NOOP("Phrases", "unknown") }
                                   : literalPhrase(std::string(name(dtype)));
}

Phrase namePhrase(RoofKind kind)
{
    static constexpr EnumNames<RoofKind, 3> texts = { {
        { RoofKind::Compute, QT_TRANSLATE_NOOP("Phrases", "compute") },
        { RoofKind::Memory, QT_TRANSLATE_NOOP("Phrases", "memory") },
        { RoofKind::Launch, QT_TRANSLATE_NOOP("Phrases", "launch") },
    } };
    return phraseIn(texts, kind);
}

Phrase namePhrase(ArithmeticUnit unit)
{
    static constexpr EnumNames<ArithmeticUnit, 9> texts = { {
        { ArithmeticUnit::Vector, QT_TRANSLATE_NOOP("Phrases", "vector") },
        { ArithmeticUnit::VectorNoFma, QT_TRANSLATE_NOOP("Phrases", "vector, not fused") },
        { ArithmeticUnit::Scalar, QT_TRANSLATE_NOOP("Phrases", "scalar") },
        { ArithmeticUnit::Dot, QT_TRANSLATE_NOOP("Phrases", "dot product") },
        { ArithmeticUnit::Mmla, QT_TRANSLATE_NOOP("Phrases", "matrix") },
        { ArithmeticUnit::Amx, QT_TRANSLATE_NOOP("Phrases", "matrix") },
        { ArithmeticUnit::Tensor, QT_TRANSLATE_NOOP("Phrases", "matrix") },
        { ArithmeticUnit::Library, QT_TRANSLATE_NOOP("Phrases", "library") },
        { ArithmeticUnit::Special, QT_TRANSLATE_NOOP("Phrases", "special functions") },
    } };
    return phraseIn(texts, unit);
}

Phrase namePhrase(MemoryLevel level)
{
    static constexpr EnumNames<MemoryLevel, 5> symbols = { {
        { MemoryLevel::L1, "L1" },
        { MemoryLevel::L2, "L2" },
        { MemoryLevel::L3, "L3" },
        { MemoryLevel::L4, "L4" },
        { MemoryLevel::Pcie, "PCIe" },
    } };
    if (level == MemoryLevel::Shared)
        return { QT_TRANSLATE_NOOP("Phrases", "shared memory") };
    return level == MemoryLevel::Dram ? Phrase { QT_TRANSLATE_NOOP("Phrases", "main memory") }
                                      : literalPhrase(std::string(nameIn(symbols, level)));
}

Phrase namePhrase(MemoryPattern pattern)
{
    static constexpr EnumNames<MemoryPattern, 4> texts = { {
        { MemoryPattern::Read, QT_TRANSLATE_NOOP("Phrases", "read") },
        { MemoryPattern::Write, QT_TRANSLATE_NOOP("Phrases", "write") },
        { MemoryPattern::Copy, QT_TRANSLATE_NOOP("Phrases", "copy") },
        { MemoryPattern::Triad, QT_TRANSLATE_NOOP("Phrases", "triad") },
    } };
    return phraseIn(texts, pattern);
}

Phrase namePhrase(LaunchPattern pattern)
{
    static constexpr EnumNames<LaunchPattern, 4> texts = { {
        { LaunchPattern::BackToBack, QT_TRANSLATE_NOOP("Phrases", "kernels back to back") },
        { LaunchPattern::WithEvents, QT_TRANSLATE_NOOP("Phrases", "a kernel between events") },
        { LaunchPattern::Graph, QT_TRANSLATE_NOOP("Phrases", "kernels in a graph") },
        { LaunchPattern::Operator, QT_TRANSLATE_NOOP("Phrases", "an operator of LibTorch") },
    } };
    return phraseIn(texts, pattern);
}

Phrase namePhrase(TimingMethod method)
{
    static constexpr EnumNames<TimingMethod, 7> texts = { {
        { TimingMethod::Naive, QT_TRANSLATE_NOOP("Phrases", "host clock, no wait") },
        { TimingMethod::Synchronized, QT_TRANSLATE_NOOP("Phrases", "host clock, with wait") },
        { TimingMethod::Throughput, QT_TRANSLATE_NOOP("Phrases", "many calls, one wait") },
        { TimingMethod::Events, QT_TRANSLATE_NOOP("Phrases", "events") },
        { TimingMethod::EventsHeld, QT_TRANSLATE_NOOP("Phrases", "events, all queued before") },
        { TimingMethod::GraphReplay, QT_TRANSLATE_NOOP("Phrases", "CUDA graph") },
        { TimingMethod::KernelSum, QT_TRANSLATE_NOOP("Phrases", "sum of kernels") },
    } };
    return phraseIn(texts, method);
}

Phrase namePhrase(StageSeparation separation)
{
    return { separation == StageSeparation::Synchronized ? QT_TRANSLATE_NOOP("Phrases", "synchronized")
                                                         : QT_TRANSLATE_NOOP("Phrases", "events") };
}

Phrase namePhrase(VariantVerdict verdict)
{
    static constexpr EnumNames<VariantVerdict, 5> texts = { {
        { VariantVerdict::Baseline, QT_TRANSLATE_NOOP("Phrases", "baseline") },
        { VariantVerdict::Faster, QT_TRANSLATE_NOOP("Phrases", "faster") },
        { VariantVerdict::Slower, QT_TRANSLATE_NOOP("Phrases", "slower") },
        { VariantVerdict::Same, QT_TRANSLATE_NOOP("Phrases", "same") },
        { VariantVerdict::Unclear, QT_TRANSLATE_NOOP("Phrases", "unclear") },
    } };
    return phraseIn(texts, verdict);
}

Phrase namePhrase(RemedyVerdict verdict)
{
    static constexpr EnumNames<RemedyVerdict, 4> texts = { {
        { RemedyVerdict::Faster, QT_TRANSLATE_NOOP("Phrases", "faster") },
        { RemedyVerdict::Slower, QT_TRANSLATE_NOOP("Phrases", "slower") },
        { RemedyVerdict::Same, QT_TRANSLATE_NOOP("Phrases", "same") },
        { RemedyVerdict::Unsure, QT_TRANSLATE_NOOP("Phrases", "unclear") },
    } };
    return phraseIn(texts, verdict);
}

Phrase namePhrase(Change change)
{
    static constexpr EnumNames<Change, 7> texts = { {
        { Change::Same, QT_TRANSLATE_NOOP("Phrases", "same") },
        { Change::Faster, QT_TRANSLATE_NOOP("Phrases", "faster") },
        { Change::Slower, QT_TRANSLATE_NOOP("Phrases", "slower") },
        { Change::Unclear, QT_TRANSLATE_NOOP("Phrases", "unclear") },
        { Change::Added, QT_TRANSLATE_NOOP("Phrases", "added") },
        { Change::Removed, QT_TRANSLATE_NOOP("Phrases", "removed") },
        { Change::Unmeasured, QT_TRANSLATE_NOOP("Phrases", "not timed") },
    } };
    return phraseIn(texts, change);
}

Phrase namePhrase(Setting setting)
{
    static constexpr EnumNames<Setting, 5> texts = { {
        { Setting::Model, QT_TRANSLATE_NOOP("Phrases", "Model file") },
        { Setting::Device, QT_TRANSLATE_NOOP("Phrases", "Device") },
        { Setting::Inputs, QT_TRANSLATE_NOOP("Phrases", "Inputs") },
        { Setting::Convention, QT_TRANSLATE_NOOP("Phrases", "Convention") },
        { Setting::Execution, QT_TRANSLATE_NOOP("Phrases", "Execution") },
    } };
    return setting == Setting::LibTorch ? literalPhrase("LibTorch") : phraseIn(texts, setting);
}

Phrase namePhrase(Caution caution)
{
    static constexpr EnumNames<Caution, 4> texts = { {
        { Caution::OtherWork,
          QT_TRANSLATE_NOOP("Phrases", "The inputs differ, so the two sessions did not do the same work.") },
        { Caution::SeveralChanges,
          QT_TRANSLATE_NOOP(
              "Phrases", "More than one setting differs: the times do not show which of them made the difference.") },
        { Caution::Disturbed,
          QT_TRANSLATE_NOOP(
              "Phrases", "The runs of at least one session were disturbed: measure again when the machine is quiet.") },
        { Caution::Unsteady,
          QT_TRANSLATE_NOOP("Phrases",
                            "The times of one session were noisy or drifted: measure it again on a quieter machine.") },
    } };
    return phraseIn(texts, caution);
}

Phrase namePhrase(ThrottleReason reason)
{
    static constexpr EnumNames<ThrottleReason, 3> texts = { {
        { ThrottleReason::PowerCap, QT_TRANSLATE_NOOP("Phrases", "power limit") },
        { ThrottleReason::Heat, QT_TRANSLATE_NOOP("Phrases", "temperature") },
        { ThrottleReason::Hardware, QT_TRANSLATE_NOOP("Phrases", "hardware protection") },
    } };
    return phraseIn(texts, reason);
}

Phrase namePhrase(EnergySource source)
{
    static constexpr EnumNames<EnergySource, 2> texts = { {
        { EnergySource::Nvml, QT_TRANSLATE_NOOP("Phrases", "the GPU (NVML)") },
        { EnergySource::Rapl, QT_TRANSLATE_NOOP("Phrases", "the CPU packages (RAPL)") },
    } };
    return phraseIn(texts, source);
}

Phrase flagPhrase(std::string_view flag)
{
    static constexpr EnumNames<std::string_view, 23> texts = { {
        { "few_samples", QT_TRANSLATE_NOOP("Phrases", "few samples") },
        { "noisy", QT_TRANSLATE_NOOP("Phrases", "noisy") },
        { "very_noisy", QT_TRANSLATE_NOOP("Phrases", "very noisy") },
        { "drift", QT_TRANSLATE_NOOP("Phrases", "drifting") },
        { "bimodal", QT_TRANSLATE_NOOP("Phrases", "bimodal") },
        { "partial", QT_TRANSLATE_NOOP("Phrases", "ended early") },
        { "unsteady", QT_TRANSLATE_NOOP("Phrases", "unsteady") },
        { "quota", QT_TRANSLATE_NOOP("Phrases", "limited by a CPU quota") },
        { "oversubscribed", QT_TRANSLATE_NOOP("Phrases", "more threads than CPUs") },
        { "small_arrays", QT_TRANSLATE_NOOP("Phrases", "arrays small compared with the caches") },
        { "size_by_cpuid", QT_TRANSLATE_NOOP("Phrases", "size as reported by the processor") },
        { "size_by_sweep", QT_TRANSLATE_NOOP("Phrases", "size estimated from read speed") },
        { "size_unconfirmed", QT_TRANSLATE_NOOP("Phrases", "size not visible in measurements") },
        { "page_faults", QT_TRANSLATE_NOOP("Phrases", "new memory is allocated for every call") },
        { "allocator_retries", QT_TRANSLATE_NOOP("Phrases", "the GPU's memory is nearly full") },
        { "throttled", QT_TRANSLATE_NOOP("Phrases", "throttled clock") },
        { "hot", QT_TRANSLATE_NOOP("Phrases", "throttled by temperature") },
        { "power_capped", QT_TRANSLATE_NOOP("Phrases", "throttled by its power limit") },
        { "other_load", QT_TRANSLATE_NOOP("Phrases", "other work") },
        { "kernel_limited", QT_TRANSLATE_NOOP("Phrases", "below the rate of its instructions") },
        { "typed", QT_TRANSLATE_NOOP("Phrases", "entered manually") },
        { "above_theory", QT_TRANSLATE_NOOP("Phrases", "above the limit of the device") },
        { "no_plateau", QT_TRANSLATE_NOOP("Phrases", "depends on the size of the data") },
    } };
    const std::optional<TrialDoubt> doubt = fromName<TrialDoubt>(flag);
    return doubt && nameIn(texts, flag).empty() ? namePhrase(*doubt) : phraseIn(texts, flag);
}

Phrase clockPhrase(std::string_view clock)
{
    static constexpr EnumNames<std::string_view, 2> texts = { {
        { "steady_clock", QT_TRANSLATE_NOOP("Phrases", "host clock") },
        { "torch_profiler", QT_TRANSLATE_NOOP("Phrases", "PyTorch's profiler") },
    } };
    return nameIn(texts, clock).empty() ? namePhraseOf<TimingMethod>(clock) : phraseIn(texts, clock);
}

Phrase stagePhrase(std::string_view stage)
{
    static constexpr EnumNames<std::string_view, 12> texts = { {
        { "inspect", QT_TRANSLATE_NOOP("Phrases", "inspecting the file") },
        { "load", QT_TRANSLATE_NOOP("Phrases", "loading the model") },
        { "analyze", QT_TRANSLATE_NOOP("Phrases", "counting the work of each layer") },
        { "peaks", QT_TRANSLATE_NOOP("Phrases", "measuring the roofs") },
        { "latency", QT_TRANSLATE_NOOP("Phrases", "timing the model") },
        { "layers", QT_TRANSLATE_NOOP("Phrases", "timing each layer") },
        { "methods", QT_TRANSLATE_NOOP("Phrases", "timing the model in several ways") },
        { "sweep", QT_TRANSLATE_NOOP("Phrases", "trying batch sizes") },
        { "compile", QT_TRANSLATE_NOOP("Phrases", "compiling the model") },
        { "remedies", QT_TRANSLATE_NOOP("Phrases", "trying remedies") },
        { "explain", QT_TRANSLATE_NOOP("Phrases", "finding out what limits operators") },
        { "pipeline", QT_TRANSLATE_NOOP("Phrases", "timing the pipeline") },
    } };
    return phraseIn(texts, stage);
}

Phrase namePhrase(const Execution &execution)
{
    std::vector<Phrase> choices;
    const auto add = [&choices](auto choice, auto standard) {
        if (choice != standard)
            choices.push_back(namePhrase(choice));
    };
    add(execution.executor, Executor::AsLoaded);
    add(execution.precision, ModelPrecision::AsLoaded);
    add(execution.memoryFormat, MemoryFormat::AsLoaded);
    add(execution.tf32, Tf32::Default);
    add(execution.caches, Caches::Warm);
    return choices.empty() ? asLoaded() : listOf(std::move(choices));
}

Phrase namePhrase(const Device &device)
{
    Phrase where = literalPhrase(device.place());
    if (device.threads > 0)
        where = { device.threads == 1 ? QT_TRANSLATE_NOOP("Phrases", "%1, %2 thread")
                                      : QT_TRANSLATE_NOOP("Phrases", "%1, %2 threads"),
                  { std::move(where), literalPhrase(std::to_string(device.threads)) } };
    return device.name.empty()
        ? where
        : Phrase { QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"), { literalPhrase(device.name), std::move(where) } };
}

std::string translatedList(const std::vector<std::string> &texts)
{
    return translatedRow(texts, QT_TRANSLATE_NOOP("Page", "%1, %2"));
}

} // namespace rooflight
