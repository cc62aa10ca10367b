// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/display_names.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace ridgepoint {

namespace {

struct Names {
    Q_DECLARE_TR_FUNCTIONS(DisplayNames)
};

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

QString displayName(OperatorFamily family)
{
    switch (family) {
    case OperatorFamily::Convolution:
        return Names::tr("Convolution");
    case OperatorFamily::Matrix:
        return Names::tr("Matrix product");
    case OperatorFamily::Normalization:
        return Names::tr("Normalization");
    case OperatorFamily::Activation:
        return Names::tr("Activation");
    case OperatorFamily::Pooling:
        return Names::tr("Pooling");
    case OperatorFamily::Elementwise:
        return Names::tr("Elementwise");
    case OperatorFamily::Reduction:
        return Names::tr("Reduction");
    case OperatorFamily::Movement:
        return Names::tr("Data movement");
    case OperatorFamily::View:
        return Names::tr("View");
    case OperatorFamily::Other:
        break;
    }
    return Names::tr("Other");
}

QString displayName(Bound bound)
{
    switch (bound) {
    case Bound::Compute:
        return Names::tr("Compute-bound");
    case Bound::Bandwidth:
        return Names::tr("Bandwidth-bound");
    case Bound::Launch:
        return Names::tr("Launch-bound");
    case Bound::Balanced:
        return Names::tr("Balanced");
    case Bound::None:
        break;
    }
    return Names::tr("Not known");
}

QString displayName(ModelForm form)
{
    switch (form) {
    case ModelForm::Script:
        return Names::tr("Script");
    case ModelForm::Trace:
        return Names::tr("Trace");
    case ModelForm::Frozen:
        break;
    }
    return Names::tr("Frozen");
}

QString displayName(RoofKind kind)
{
    switch (kind) {
    case RoofKind::Compute:
        return Names::tr("Compute");
    case RoofKind::Memory:
        return Names::tr("Memory");
    case RoofKind::Launch:
        break;
    }
    return Names::tr("Launch");
}

QString displayName(InputSource source)
{
    switch (source) {
    case InputSource::Given:
        return Names::tr("given");
    case InputSource::Traced:
        return Names::tr("from the trace");
    case InputSource::Inferred:
        break;
    }
    return Names::tr("inferred");
}

QString displayName(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return Names::tr("Quick");
    case Effort::Normal:
        return Names::tr("Normal");
    case Effort::Thorough:
        break;
    }
    return Names::tr("Thorough");
}

QString displayName(Executor executor)
{
    switch (executor) {
    case Executor::AsLoaded:
        return Names::tr("As loaded");
    case Executor::Unoptimized:
        return Names::tr("Unoptimized");
    case Executor::Frozen:
        return Names::tr("Frozen");
    case Executor::OptimizedForInference:
        break;
    }
    return Names::tr("Optimized for inference");
}

QString displayName(ModelPrecision precision)
{
    if (precision == ModelPrecision::AsLoaded)
        return Names::tr("As loaded");
    const std::string_view type = name(precision);
    return QString::fromLatin1(type.data(), qsizetype(type.size()));
}

QString displayName(MemoryFormat format)
{
    return format == MemoryFormat::AsLoaded ? Names::tr("As loaded") : Names::tr("Channels last");
}

QString displayName(Tf32 tf32)
{
    switch (tf32) {
    case Tf32::Default:
        return Names::tr("PyTorch's default");
    case Tf32::Allowed:
        return Names::tr("TF32 allowed");
    case Tf32::Forbidden:
        break;
    }
    return Names::tr("TF32 forbidden");
}

QString displayName(Caches caches)
{
    return caches == Caches::Warm ? Names::tr("Warm caches") : Names::tr("Cold caches");
}

QString displayName(const Execution &execution)
{
    QStringList choices;
    if (execution.executor != Executor::AsLoaded)
        choices << displayName(execution.executor);
    if (execution.precision != ModelPrecision::AsLoaded)
        choices << displayName(execution.precision);
    if (execution.memoryFormat != MemoryFormat::AsLoaded)
        choices << displayName(execution.memoryFormat);
    if (execution.tf32 != Tf32::Default)
        choices << displayName(execution.tf32);
    if (execution.caches != Caches::Warm)
        choices << displayName(execution.caches);
    return choices.isEmpty() ? Names::tr("As loaded") : choices.join(Names::tr(", "));
}

QString displayName(const Device &device)
{
    const QString name = fromView(device.name.empty() ? device.kind : device.name);
    if (device.kind == "cpu")
        return device.threads > 0 ? Names::tr("%1, threads: %2").arg(name, QString::number(device.threads)) : name;
    return Names::tr("%1 (%2:%3)").arg(name, fromView(device.kind), QString::number(device.index));
}

QString stageName(std::string_view stage)
{
    if (stage == "load")
        return Names::tr("Loading the model");
    if (stage == "analyze")
        return Names::tr("Counting the work of each layer");
    if (stage == "peaks")
        return Names::tr("Measuring the roofs");
    if (stage == "latency")
        return Names::tr("Timing the model");
    if (stage == "layers")
        return Names::tr("Timing each layer");
    if (stage == "methods")
        return Names::tr("Timing the model in several ways");
    if (stage == "sweep")
        return Names::tr("Trying batch sizes");
    if (stage == "pipeline")
        return Names::tr("Timing the pipeline");
    return fromView(stage);
}

QString flagName(std::string_view flag)
{
    struct FlagText {
        std::string_view flag;
        const char *text;
    };
    static constexpr std::array texts = {
        FlagText { "few_samples", QT_TRANSLATE_NOOP("DisplayNames", "few samples") },
        FlagText { "noisy", QT_TRANSLATE_NOOP("DisplayNames", "noisy") },
        FlagText { "very_noisy", QT_TRANSLATE_NOOP("DisplayNames", "very noisy") },
        FlagText { "drift", QT_TRANSLATE_NOOP("DisplayNames", "drifting") },
        FlagText { "bimodal", QT_TRANSLATE_NOOP("DisplayNames", "two heaps") },
        FlagText { "partial", QT_TRANSLATE_NOOP("DisplayNames", "ended early") },
        FlagText { "unsteady", QT_TRANSLATE_NOOP("DisplayNames", "unsteady") },
        FlagText { "quota", QT_TRANSLATE_NOOP("DisplayNames", "limited by a quota") },
        FlagText { "oversubscribed", QT_TRANSLATE_NOOP("DisplayNames", "more threads than CPUs") },
        FlagText { "small_arrays", QT_TRANSLATE_NOOP("DisplayNames", "arrays small compared with the caches") },
        FlagText { "size_by_cpuid", QT_TRANSLATE_NOOP("DisplayNames", "size as reported by the processor") },
        FlagText { "size_by_sweep", QT_TRANSLATE_NOOP("DisplayNames", "size estimated from read speed") },
        FlagText { "size_unconfirmed", QT_TRANSLATE_NOOP("DisplayNames", "size not visible in measurements") },
        FlagText { "page_faults", QT_TRANSLATE_NOOP("DisplayNames", "memory is allocated anew for every call") },
        FlagText { "throttled", QT_TRANSLATE_NOOP("DisplayNames", "clocks held down") },
        FlagText { "hot", QT_TRANSLATE_NOOP("DisplayNames", "throttled by temperature") },
        FlagText { "power_capped", QT_TRANSLATE_NOOP("DisplayNames", "throttled by its power limit") },
        FlagText { "other_load", QT_TRANSLATE_NOOP("DisplayNames", "busy with other work") },
        FlagText { "kernel_limited", QT_TRANSLATE_NOOP("DisplayNames", "below the rate of its instructions") },
        FlagText { "typed", QT_TRANSLATE_NOOP("DisplayNames", "typed by hand") },
        FlagText { "no_plateau", QT_TRANSLATE_NOOP("DisplayNames", "depends on the size of the data") },
    };
    const auto known = std::ranges::find(texts, flag, &FlagText::flag);
    return known == texts.end() ? fromView(flag) : Names::tr(known->text);
}

QString methodName(std::string_view method)
{
    if (method == "naive")
        return Names::tr("Host clock, no wait");
    if (method == "synchronized")
        return Names::tr("Host clock, with wait");
    if (method == "throughput")
        return Names::tr("Many calls, one wait");
    if (method == "events")
        return Names::tr("Events");
    if (method == "events_held")
        return Names::tr("Events, all queued before");
    if (method == "graph_replay")
        return Names::tr("CUDA graph");
    if (method == "kernel_sum")
        return Names::tr("Sum of kernels");
    return fromView(method);
}

QString displayName(AboveRoofCause cause)
{
    switch (cause) {
    case AboveRoofCause::RoofTyped:
        return Names::tr("the roof was entered manually");
    case AboveRoofCause::RoofMeasuredUnderLoad:
        return Names::tr("other work or a quota slowed the measurement of the roof");
    case AboveRoofCause::RoofAtLowerClock:
        return Names::tr("the clock was lower when the roof was measured");
    case AboveRoofCause::RoofUncertain:
        return Names::tr("the roof itself was measured with few or unsteady repetitions");
    case AboveRoofCause::DataInCache:
        return Names::tr("part of its data was in a cache, while its roof is that of main memory");
    case AboveRoofCause::Fused:
        return Names::tr("data passed between its operators never went through memory");
    case AboveRoofCause::BytesCountedHigh:
        return Names::tr("it touches less memory than its formula counts");
    case AboveRoofCause::MatrixUnits:
        return Names::tr("it ran on matrix units, while its roof is that of vector units");
    case AboveRoofCause::FastAlgorithm:
        return Names::tr(
            "the convolution ran by an algorithm (Winograd, FFT) that does less arithmetic than is counted");
    case AboveRoofCause::WorkCountedHigh:
        break;
    }
    return Names::tr("it does less arithmetic than its formula counts");
}

QString aboveRoofSentence(const RooflinePoint &point)
{
    if (!point.verdict.aboveRoof)
        return {};
    QStringList causes;
    for (const AboveRoofCause cause : point.verdict.aboveRoofCauses)
        causes.append(displayName(cause));
    return Names::tr("It is above its roof. Likely causes: %1.").arg(causes.join(Names::tr("; or ")));
}

QString displayName(Change change)
{
    switch (change) {
    case Change::Same:
        return Names::tr("= Same");
    case Change::Faster:
        return Names::tr("▼ Faster");
    case Change::Slower:
        return Names::tr("▲ Slower");
    case Change::Unclear:
        return Names::tr("? Unclear");
    case Change::Added:
        return Names::tr("+ New");
    case Change::Removed:
        return Names::tr("− Gone");
    case Change::Unmeasured:
        break;
    }
    return Names::tr("– Not timed");
}

QString displayName(Setting setting)
{
    switch (setting) {
    case Setting::Model:
        return Names::tr("Model file");
    case Setting::Device:
        return Names::tr("Device");
    case Setting::Inputs:
        return Names::tr("Inputs");
    case Setting::Convention:
        return Names::tr("Convention");
    case Setting::Execution:
        return Names::tr("Execution");
    case Setting::LibTorch:
        break;
    }
    return QStringLiteral("LibTorch");
}

QString cautionSentence(Caution caution)
{
    switch (caution) {
    case Caution::OtherWork:
        return Names::tr("The inputs differ: the two did not do the same work.");
    case Caution::SeveralChanges:
        return Names::tr("Several settings differ: the times do not show which of them made the difference.");
    case Caution::Unsteady:
        break;
    }
    return Names::tr("One of the two was timed on an unsteady machine: measure it again on a quieter one.");
}

QString displayName(const OpenEnum<ArithmeticUnit> &unit)
{
    if (!unit.value())
        return fromView(unit.name());
    switch (*unit.value()) {
    case ArithmeticUnit::Vector:
        return Names::tr("vector");
    case ArithmeticUnit::VectorNoFma:
        return Names::tr("vector, not fused");
    case ArithmeticUnit::Dot:
        return Names::tr("dot product");
    case ArithmeticUnit::Tensor:
    case ArithmeticUnit::Amx:
    case ArithmeticUnit::Mmla:
        return Names::tr("matrix");
    case ArithmeticUnit::Scalar:
        return Names::tr("scalar");
    case ArithmeticUnit::Library:
        break;
    }
    return Names::tr("library");
}

QString ageName(std::int64_t seconds)
{
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    constexpr std::int64_t day = 24 * hour;
    if (seconds < minute)
        return Names::tr("just now");
    if (seconds < hour)
        return Names::tr("%1 min ago").arg(seconds / minute);
    if (seconds < day)
        return Names::tr("%1 h ago").arg(seconds / hour);
    return Names::tr("%1 d ago").arg(seconds / day);
}

QString displayName(DType dtype)
{
    return dtype == DType::Unknown ? Names::tr("not known") : fromView(name(dtype));
}

} // namespace ridgepoint
