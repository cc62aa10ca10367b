// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/display_names.h"

#include "core/base/enum_names.h"
#include "core/report/format/known_phrases.h"
#include "ui/style/sentences.h"

#include <QCoreApplication>
#include <QStringList>

namespace ridgepoint {

namespace {

struct Names {
    Q_DECLARE_TR_FUNCTIONS(DisplayNames)
};

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString translated(std::string_view text)
{
    return Names::tr(text.data());
}

/// The translated text of an identifier; the identifier itself where there is none.
template<std::size_t N> QString translatedIdentifier(const EnumNames<std::string_view, N> &texts, std::string_view name)
{
    const std::string_view text = nameIn(texts, name);
    return text.empty() ? fromView(name) : translated(text);
}

} // namespace

QString displayName(OperatorFamily family)
{
    static constexpr EnumNames<OperatorFamily, 10> texts = { {
        { OperatorFamily::Convolution, QT_TRANSLATE_NOOP("DisplayNames", "Convolution") },
        { OperatorFamily::Matrix, QT_TRANSLATE_NOOP("DisplayNames", "Matrix product") },
        { OperatorFamily::Normalization, QT_TRANSLATE_NOOP("DisplayNames", "Normalization") },
        { OperatorFamily::Activation, QT_TRANSLATE_NOOP("DisplayNames", "Activation") },
        { OperatorFamily::Pooling, QT_TRANSLATE_NOOP("DisplayNames", "Pooling") },
        { OperatorFamily::Elementwise, QT_TRANSLATE_NOOP("DisplayNames", "Elementwise") },
        { OperatorFamily::Reduction, QT_TRANSLATE_NOOP("DisplayNames", "Reduction") },
        { OperatorFamily::Movement, QT_TRANSLATE_NOOP("DisplayNames", "Data movement") },
        { OperatorFamily::View, QT_TRANSLATE_NOOP("DisplayNames", "View") },
        { OperatorFamily::Other, QT_TRANSLATE_NOOP("DisplayNames", "Other") },
    } };
    return translated(nameIn(texts, family));
}

QString displayName(Bound bound)
{
    static constexpr EnumNames<Bound, 6> texts = { {
        { Bound::Compute, QT_TRANSLATE_NOOP("DisplayNames", "Compute-bound") },
        { Bound::Bandwidth, QT_TRANSLATE_NOOP("DisplayNames", "Bandwidth-bound") },
        { Bound::Launch, QT_TRANSLATE_NOOP("DisplayNames", "Launch-bound") },
        { Bound::Balanced, QT_TRANSLATE_NOOP("DisplayNames", "Balanced") },
        { Bound::Underutilized, QT_TRANSLATE_NOOP("DisplayNames", "Underutilized") },
        { Bound::None, QT_TRANSLATE_NOOP("DisplayNames", "Not judged") },
    } };
    return translated(nameIn(texts, bound));
}

QString displayText(const Phrase &phrase)
{
    return QString::fromStdString(
        toText(phrase, [](const char *text) { return QCoreApplication::translate("Phrases", text).toStdString(); }));
}

namespace {

QString markupOf(const Phrase &phrase)
{
    const auto translate = [](const char *text) {
        return QCoreApplication::translate("Phrases", text).toHtmlEscaped().toStdString();
    };
    const auto link = [](const Phrase &part, const std::string &text) {
        const bool isLiteral = *part.text == '\0';
        std::string escaped = isLiteral ? QString::fromStdString(text).toHtmlEscaped().toStdString() : text;
        if (part.target.empty())
            return escaped;
        return QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>")
            .arg(QString::fromStdString(part.target).toHtmlEscaped(), QString::fromStdString(escaped))
            .toStdString();
    };
    return QString::fromStdString(toText(phrase, translate, link));
}

} // namespace

QString displayMarkup(std::span<const Phrase> sentences)
{
    QStringList texts;
    for (const Phrase &sentence : sentences)
        texts << (texts.isEmpty() ? QStringLiteral("<b>%1</b>").arg(markupOf(sentence)) : markupOf(sentence));
    return joinedSentences(texts);
}

QString displayText(const std::vector<Phrase> &sentences)
{
    QStringList texts;
    for (const Phrase &sentence : sentences)
        texts << displayText(sentence);
    return joinedSentences(texts);
}

QString displayName(ModelForm form)
{
    static constexpr EnumNames<ModelForm, 6> texts = { {
        { ModelForm::Script, QT_TRANSLATE_NOOP("DisplayNames", "Script") },
        { ModelForm::Trace, QT_TRANSLATE_NOOP("DisplayNames", "Trace") },
        { ModelForm::Frozen, QT_TRANSLATE_NOOP("DisplayNames", "Frozen") },
        { ModelForm::Export, QT_TRANSLATE_NOOP("DisplayNames", "Exported") },
        { ModelForm::Compiled, QT_TRANSLATE_NOOP("DisplayNames", "Compiled") },
        { ModelForm::Profile, QT_TRANSLATE_NOOP("DisplayNames", "Profiler trace") },
    } };
    return translated(nameIn(texts, form));
}

QString displayName(RoofKind kind)
{
    static constexpr EnumNames<RoofKind, 3> texts = { {
        { RoofKind::Compute, QT_TRANSLATE_NOOP("DisplayNames", "Compute") },
        { RoofKind::Memory, QT_TRANSLATE_NOOP("DisplayNames", "Memory") },
        { RoofKind::Launch, QT_TRANSLATE_NOOP("DisplayNames", "Launch") },
    } };
    return translated(nameIn(texts, kind));
}

QString displayName(InputSource source)
{
    static constexpr EnumNames<InputSource, 3> texts = { {
        { InputSource::Given, QT_TRANSLATE_NOOP("DisplayNames", "given") },
        { InputSource::Traced, QT_TRANSLATE_NOOP("DisplayNames", "from the trace") },
        { InputSource::Inferred, QT_TRANSLATE_NOOP("DisplayNames", "inferred") },
    } };
    return translated(nameIn(texts, source));
}

QString displayName(Effort effort)
{
    static constexpr EnumNames<Effort, 3> texts = { {
        { Effort::Quick, QT_TRANSLATE_NOOP("DisplayNames", "Quick") },
        { Effort::Normal, QT_TRANSLATE_NOOP("DisplayNames", "Normal") },
        { Effort::Thorough, QT_TRANSLATE_NOOP("DisplayNames", "Thorough") },
    } };
    return translated(nameIn(texts, effort));
}

QString displayName(Executor executor)
{
    static constexpr EnumNames<Executor, 4> texts = { {
        { Executor::AsLoaded, QT_TRANSLATE_NOOP("DisplayNames", "As loaded") },
        { Executor::Unoptimized, QT_TRANSLATE_NOOP("DisplayNames", "Unoptimized") },
        { Executor::Frozen, QT_TRANSLATE_NOOP("DisplayNames", "Frozen") },
        { Executor::OptimizedForInference, QT_TRANSLATE_NOOP("DisplayNames", "Optimized for inference") },
    } };
    return translated(nameIn(texts, executor));
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
    static constexpr EnumNames<Tf32, 3> texts = { {
        { Tf32::Default, QT_TRANSLATE_NOOP("DisplayNames", "PyTorch's default") },
        { Tf32::Allowed, QT_TRANSLATE_NOOP("DisplayNames", "TF32 allowed") },
        { Tf32::Forbidden, QT_TRANSLATE_NOOP("DisplayNames", "TF32 forbidden") },
    } };
    return translated(nameIn(texts, tf32));
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
    static constexpr EnumNames<std::string_view, 9> texts = { {
        { "inspect", QT_TRANSLATE_NOOP("DisplayNames", "Looking into the file") },
        { "load", QT_TRANSLATE_NOOP("DisplayNames", "Loading the model") },
        { "analyze", QT_TRANSLATE_NOOP("DisplayNames", "Counting the work of each layer") },
        { "peaks", QT_TRANSLATE_NOOP("DisplayNames", "Measuring the roofs") },
        { "latency", QT_TRANSLATE_NOOP("DisplayNames", "Timing the model") },
        { "layers", QT_TRANSLATE_NOOP("DisplayNames", "Timing each layer") },
        { "methods", QT_TRANSLATE_NOOP("DisplayNames", "Timing the model in several ways") },
        { "sweep", QT_TRANSLATE_NOOP("DisplayNames", "Trying batch sizes") },
        { "pipeline", QT_TRANSLATE_NOOP("DisplayNames", "Timing the pipeline") },
    } };
    return translatedIdentifier(texts, stage);
}

QString flagName(std::string_view flag)
{
    static constexpr EnumNames<std::string_view, 23> texts = { {
        { "few_samples", QT_TRANSLATE_NOOP("DisplayNames", "few samples") },
        { "noisy", QT_TRANSLATE_NOOP("DisplayNames", "noisy") },
        { "very_noisy", QT_TRANSLATE_NOOP("DisplayNames", "very noisy") },
        { "drift", QT_TRANSLATE_NOOP("DisplayNames", "drifting") },
        { "bimodal", QT_TRANSLATE_NOOP("DisplayNames", "two heaps") },
        { "partial", QT_TRANSLATE_NOOP("DisplayNames", "ended early") },
        { "unsteady", QT_TRANSLATE_NOOP("DisplayNames", "unsteady") },
        { "quota", QT_TRANSLATE_NOOP("DisplayNames", "limited by a quota") },
        { "oversubscribed", QT_TRANSLATE_NOOP("DisplayNames", "more threads than CPUs") },
        { "small_arrays", QT_TRANSLATE_NOOP("DisplayNames", "arrays small compared with the caches") },
        { "size_by_cpuid", QT_TRANSLATE_NOOP("DisplayNames", "size as reported by the processor") },
        { "size_by_sweep", QT_TRANSLATE_NOOP("DisplayNames", "size estimated from read speed") },
        { "size_unconfirmed", QT_TRANSLATE_NOOP("DisplayNames", "size not visible in measurements") },
        { "page_faults", QT_TRANSLATE_NOOP("DisplayNames", "memory is allocated anew for every call") },
        { "allocator_retries", QT_TRANSLATE_NOOP("DisplayNames", "the GPU's memory is nearly full") },
        { "throttled", QT_TRANSLATE_NOOP("DisplayNames", "clocks held down") },
        { "hot", QT_TRANSLATE_NOOP("DisplayNames", "throttled by temperature") },
        { "power_capped", QT_TRANSLATE_NOOP("DisplayNames", "throttled by its power limit") },
        { "other_load", QT_TRANSLATE_NOOP("DisplayNames", "busy with other work") },
        { "kernel_limited", QT_TRANSLATE_NOOP("DisplayNames", "below the rate of its instructions") },
        { "typed", QT_TRANSLATE_NOOP("DisplayNames", "typed by hand") },
        { "above_theory", QT_TRANSLATE_NOOP("DisplayNames", "above what the device can do") },
        { "no_plateau", QT_TRANSLATE_NOOP("DisplayNames", "depends on the size of the data") },
    } };
    return translatedIdentifier(texts, flag);
}

QString displayName(const OpenEnum<TimingMethod> &method)
{
    static constexpr EnumNames<TimingMethod, 7> texts = { {
        { TimingMethod::Naive, QT_TRANSLATE_NOOP("DisplayNames", "Host clock, no wait") },
        { TimingMethod::Synchronized, QT_TRANSLATE_NOOP("DisplayNames", "Host clock, with wait") },
        { TimingMethod::Throughput, QT_TRANSLATE_NOOP("DisplayNames", "Many calls, one wait") },
        { TimingMethod::Events, QT_TRANSLATE_NOOP("DisplayNames", "Events") },
        { TimingMethod::EventsHeld, QT_TRANSLATE_NOOP("DisplayNames", "Events, all queued before") },
        { TimingMethod::GraphReplay, QT_TRANSLATE_NOOP("DisplayNames", "CUDA graph") },
        { TimingMethod::KernelSum, QT_TRANSLATE_NOOP("DisplayNames", "Sum of kernels") },
    } };
    return method.value() ? translated(nameIn(texts, *method.value())) : fromView(method.name());
}

QString displayName(AboveRoofCause cause)
{
    static constexpr EnumNames<AboveRoofCause, 10> texts = { {
        { AboveRoofCause::RoofTyped, QT_TRANSLATE_NOOP("DisplayNames", "the roof was entered manually") },
        { AboveRoofCause::RoofMeasuredUnderLoad,
          QT_TRANSLATE_NOOP("DisplayNames", "other work or a quota slowed the measurement of the roof") },
        { AboveRoofCause::RoofAtLowerClock,
          QT_TRANSLATE_NOOP("DisplayNames", "the clock was lower when the roof was measured") },
        { AboveRoofCause::RoofUncertain,
          QT_TRANSLATE_NOOP("DisplayNames", "the roof itself was measured with few or unsteady repetitions") },
        { AboveRoofCause::DataInCache,
          QT_TRANSLATE_NOOP("DisplayNames", "part of its data was in a cache, while its roof is that of main memory") },
        { AboveRoofCause::Fused,
          QT_TRANSLATE_NOOP("DisplayNames", "data passed between its operators never went through memory") },
        { AboveRoofCause::BytesCountedHigh,
          QT_TRANSLATE_NOOP("DisplayNames", "it touches less memory than its formula counts") },
        { AboveRoofCause::MatrixUnits,
          QT_TRANSLATE_NOOP("DisplayNames", "it ran on matrix units, while its roof is that of vector units") },
        { AboveRoofCause::FastAlgorithm,
          QT_TRANSLATE_NOOP(
              "DisplayNames",
              "the convolution ran by an algorithm (Winograd, FFT) that does less arithmetic than is counted") },
        { AboveRoofCause::WorkCountedHigh,
          QT_TRANSLATE_NOOP("DisplayNames", "it does less arithmetic than its formula counts") },
    } };
    return translated(nameIn(texts, cause));
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
    static constexpr EnumNames<Change, 7> texts = { {
        { Change::Same, QT_TRANSLATE_NOOP("DisplayNames", "= Same") },
        { Change::Faster, QT_TRANSLATE_NOOP("DisplayNames", "▼ Faster") },
        { Change::Slower, QT_TRANSLATE_NOOP("DisplayNames", "▲ Slower") },
        { Change::Unclear, QT_TRANSLATE_NOOP("DisplayNames", "? Unclear") },
        { Change::Added, QT_TRANSLATE_NOOP("DisplayNames", "+ New") },
        { Change::Removed, QT_TRANSLATE_NOOP("DisplayNames", "− Gone") },
        { Change::Unmeasured, QT_TRANSLATE_NOOP("DisplayNames", "– Not timed") },
    } };
    return translated(nameIn(texts, change));
}

QString displayName(Setting setting)
{
    static constexpr EnumNames<Setting, 6> texts = { {
        { Setting::Model, QT_TRANSLATE_NOOP("DisplayNames", "Model file") },
        { Setting::Device, QT_TRANSLATE_NOOP("DisplayNames", "Device") },
        { Setting::Inputs, QT_TRANSLATE_NOOP("DisplayNames", "Inputs") },
        { Setting::Convention, QT_TRANSLATE_NOOP("DisplayNames", "Convention") },
        { Setting::Execution, QT_TRANSLATE_NOOP("DisplayNames", "Execution") },
        { Setting::LibTorch, "LibTorch" },
    } };
    return translated(nameIn(texts, setting));
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
    case ArithmeticUnit::Special:
        return Names::tr("special functions");
    case ArithmeticUnit::Library:
        break;
    }
    return Names::tr("library");
}

QString displayName(const OpenEnum<MemoryLevel> &level)
{
    return level == MemoryLevel::Dram ? Names::tr("main memory") : fromView(level.name()).toUpper();
}

QString displayName(const OpenEnum<MemoryPattern> &pattern)
{
    static constexpr EnumNames<std::string_view, 4> texts = { {
        { "read", QT_TRANSLATE_NOOP("DisplayNames", "read") },
        { "write", QT_TRANSLATE_NOOP("DisplayNames", "write") },
        { "copy", QT_TRANSLATE_NOOP("DisplayNames", "copy") },
        { "triad", QT_TRANSLATE_NOOP("DisplayNames", "triad") },
    } };
    return translatedIdentifier(texts, pattern.name());
}

QString displayName(const OpenEnum<LaunchPattern> &pattern)
{
    static constexpr EnumNames<std::string_view, 4> texts = { {
        { "back_to_back", QT_TRANSLATE_NOOP("DisplayNames", "kernels back to back") },
        { "events", QT_TRANSLATE_NOOP("DisplayNames", "a kernel between events") },
        { "graph", QT_TRANSLATE_NOOP("DisplayNames", "kernels in a graph") },
        { "operator", QT_TRANSLATE_NOOP("DisplayNames", "an operator of LibTorch") },
    } };
    return translatedIdentifier(texts, pattern.name());
}

QString roofName(std::string_view name)
{
    return displayText(roofPhrase(name));
}

QString reasonText(std::string_view text)
{
    return displayText(reasonPhrase(text));
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

QStringList flagNames(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    QStringList names;
    for (const std::string_view flag : statedNames(flags))
        names << flagName(flag);
    return names;
}

QString displayName(DType dtype)
{
    return dtype == DType::Unknown ? Names::tr("not known") : fromView(name(dtype));
}

} // namespace ridgepoint
