// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/names.h"
#include "core/report/format/phrase.h"

namespace rooflight {

Phrase namePhrase(AboveRoofCause cause)
{
    static constexpr EnumNames<AboveRoofCause, 10> texts = { {
        { AboveRoofCause::RoofTyped, QT_TRANSLATE_NOOP("Phrases", "the roof was entered manually") },
        { AboveRoofCause::RoofMeasuredUnderLoad,
          QT_TRANSLATE_NOOP("Phrases", "other work or a quota slowed the measurement of the roof") },
        { AboveRoofCause::RoofAtLowerClock,
          QT_TRANSLATE_NOOP("Phrases", "the clock was lower when the roof was measured") },
        { AboveRoofCause::RoofUncertain,
          QT_TRANSLATE_NOOP("Phrases", "the roof itself was measured with few or unsteady repetitions") },
        { AboveRoofCause::DataInCache,
          QT_TRANSLATE_NOOP("Phrases", "part of its data was in a cache, while its roof is that of main memory") },
        { AboveRoofCause::Fused,
          QT_TRANSLATE_NOOP("Phrases", "data passed between its operators never went through memory") },
        { AboveRoofCause::BytesCountedHigh,
          QT_TRANSLATE_NOOP("Phrases", "it touches less memory than its formula counts") },
        { AboveRoofCause::MatrixUnits,
          QT_TRANSLATE_NOOP("Phrases", "it ran on matrix units, while its roof is that of vector units") },
        { AboveRoofCause::FastAlgorithm,
          QT_TRANSLATE_NOOP(
              "Phrases",
              "the convolution ran by an algorithm (Winograd, FFT) that does less arithmetic than is counted") },
        { AboveRoofCause::WorkCountedHigh,
          QT_TRANSLATE_NOOP("Phrases", "it does less arithmetic than its formula counts") },
    } };
    return phraseIn(texts, cause);
}

Phrase namePhrase(UnderutilizedCause cause)
{
    static constexpr EnumNames<UnderutilizedCause, 20> texts = { {
        { UnderutilizedCause::PageFaults,
          QT_TRANSLATE_NOOP("Phrases", "its result is in new memory, which the kernel provides page by page") },
        { UnderutilizedCause::ScalarKernel,
          QT_TRANSLATE_NOOP("Phrases", "LibTorch's kernel for it works on one number at a time") },
        { UnderutilizedCause::OneThread,
          QT_TRANSLATE_NOOP("Phrases", "fewer than 32,768 elements, which LibTorch processes in a single thread") },
        { UnderutilizedCause::NarrowRows, QT_TRANSLATE_NOOP("Phrases", "rows shorter than a vector register") },
        { UnderutilizedCause::SpecialFunctions,
          QT_TRANSLATE_NOOP("Phrases",
                            "functions such as exp and erf, which count as one FLOP but take dozens of instructions") },
        { UnderutilizedCause::MemoryFormat,
          QT_TRANSLATE_NOOP("Phrases",
                            "images that are not in channels last, which oneDNN copies into its own formats") },
        { UnderutilizedCause::Depthwise,
          QT_TRANSLATE_NOOP("Phrases", "few multiply-adds per output, as in a depthwise convolution") },
        { UnderutilizedCause::NarrowProduct,
          QT_TRANSLATE_NOOP("Phrases", "a matrix with fewer than 16 rows or columns") },
        { UnderutilizedCause::StepByStep,
          QT_TRANSLATE_NOOP("Phrases", "a recurrent layer, whose steps wait for each other") },
        { UnderutilizedCause::ReducedPrecision,
          QT_TRANSLATE_NOOP("Phrases", "numbers that are converted to single precision and back") },
        { UnderutilizedCause::LayoutConversion, QT_TRANSLATE_NOOP("Phrases", "layout conversion around it") },
        { UnderutilizedCause::NchwBatchNorm,
          QT_TRANSLATE_NOOP("Phrases", "a batch norm kernel for NCHW, not for channels last") },
        { UnderutilizedCause::NoTensorCores, QT_TRANSLATE_NOOP("Phrases", "no tensor cores") },
        { UnderutilizedCause::OlderArchitecture,
          QT_TRANSLATE_NOOP("Phrases", "kernels written for older GPUs than this one") },
        { UnderutilizedCause::SplitK,
          QT_TRANSLATE_NOOP("Phrases", "a product in parts, which another kernel adds up") },
        { UnderutilizedCause::Memset, QT_TRANSLATE_NOOP("Phrases", "memory that is filled beside its work") },
        { UnderutilizedCause::SmallGrid,
          QT_TRANSLATE_NOOP("Phrases", "kernels of fewer blocks than the GPU has multiprocessors") },
        { UnderutilizedCause::ManyKernels, QT_TRANSLATE_NOOP("Phrases", "many short kernels") },
        { UnderutilizedCause::Casts,
          QT_TRANSLATE_NOOP("Phrases", "kernels that convert, copy or fill beside its work") },
        { UnderutilizedCause::Unknown, QT_TRANSLATE_NOOP("Phrases", "none known to Rooflight") },
    } };
    return phraseIn(texts, cause);
}

Phrase shortNamePhrase(UnderutilizedCause cause)
{
    static constexpr EnumNames<UnderutilizedCause, 20> texts = { {
        { UnderutilizedCause::PageFaults, QT_TRANSLATE_NOOP("Phrases", "page faults") },
        { UnderutilizedCause::ScalarKernel, QT_TRANSLATE_NOOP("Phrases", "scalar kernel") },
        { UnderutilizedCause::OneThread, QT_TRANSLATE_NOOP("Phrases", "one thread") },
        { UnderutilizedCause::NarrowRows, QT_TRANSLATE_NOOP("Phrases", "short rows") },
        { UnderutilizedCause::SpecialFunctions, QT_TRANSLATE_NOOP("Phrases", "special functions") },
        { UnderutilizedCause::MemoryFormat, QT_TRANSLATE_NOOP("Phrases", "copied images") },
        { UnderutilizedCause::Depthwise, QT_TRANSLATE_NOOP("Phrases", "depthwise") },
        { UnderutilizedCause::NarrowProduct, QT_TRANSLATE_NOOP("Phrases", "narrow matrix") },
        { UnderutilizedCause::StepByStep, QT_TRANSLATE_NOOP("Phrases", "step by step") },
        { UnderutilizedCause::ReducedPrecision, QT_TRANSLATE_NOOP("Phrases", "converted numbers") },
        { UnderutilizedCause::LayoutConversion, QT_TRANSLATE_NOOP("Phrases", "layout conversion") },
        { UnderutilizedCause::NchwBatchNorm, QT_TRANSLATE_NOOP("Phrases", "NCHW batch norm") },
        { UnderutilizedCause::NoTensorCores, QT_TRANSLATE_NOOP("Phrases", "no tensor cores") },
        { UnderutilizedCause::OlderArchitecture, QT_TRANSLATE_NOOP("Phrases", "older kernels") },
        { UnderutilizedCause::SplitK, QT_TRANSLATE_NOOP("Phrases", "split product") },
        { UnderutilizedCause::Memset, QT_TRANSLATE_NOOP("Phrases", "filled memory") },
        { UnderutilizedCause::SmallGrid, QT_TRANSLATE_NOOP("Phrases", "few blocks") },
        { UnderutilizedCause::ManyKernels, QT_TRANSLATE_NOOP("Phrases", "many kernels") },
        { UnderutilizedCause::Casts, QT_TRANSLATE_NOOP("Phrases", "conversions and copies") },
        { UnderutilizedCause::Unknown, QT_TRANSLATE_NOOP("Phrases", "unknown reason") },
    } };
    return phraseIn(texts, cause);
}

namespace {

/// %1: time of the kernels that show the cause, %2: of all kernels, %3: LikelyCause::number.
Phrase formPhrase(CauseForm form)
{
    static constexpr EnumNames<CauseForm, 11> texts = { {
        { CauseForm::Plain, "" },
        { CauseForm::ToChannelsLast,
          QT_TRANSLATE_NOOP("Phrases", "layout conversion NCHW to NHWC around it: %1 of %2; channels last avoids it") },
        { CauseForm::AllowedTensorCores,
          QT_TRANSLATE_NOOP("Phrases", "no tensor cores, although type and shape allow them: %1 of %2") },
        { CauseForm::Tf32NotAllowed,
          QT_TRANSLATE_NOOP("Phrases", "no tensor cores, as TF32 is not allowed for float32: %1 of %2") },
        { CauseForm::Float64, QT_TRANSLATE_NOOP("Phrases", "no tensor cores in float64: %1 of %2") },
        { CauseForm::NotDivisibleBy4,
          QT_TRANSLATE_NOOP("Phrases", "no tensor cores, as %3 is not divisible by 4: %1 of %2") },
        { CauseForm::NotDivisibleBy8,
          QT_TRANSLATE_NOOP("Phrases", "no tensor cores, as %3 is not divisible by 8: %1 of %2") },
        { CauseForm::OfGeneration,
          QT_TRANSLATE_NOOP("Phrases", "kernels for compute capability %3.x on a newer GPU: %1 of %2") },
        { CauseForm::Launches, QT_TRANSLATE_NOOP("Phrases", "%3 launches of short kernels: %1 of %2") },
        { CauseForm::PercentOfGpu,
          QT_TRANSLATE_NOOP("Phrases", "kernels with blocks for %3 % of the GPU's multiprocessors: %1 of %2") },
        { CauseForm::ReducedRows,
          QT_TRANSLATE_NOOP("Phrases",
                            "rows of %3 numbers, which LibTorch's kernel does not read in vectors: %1 of %2") },
    } };
    return phraseIn(texts, form);
}

} // namespace

Phrase namePhrase(const LikelyCause &cause)
{
    if (!cause.timeNs || !cause.ofNs)
        return namePhrase(cause.id);
    const std::string ofAll = formatDuration(*cause.ofNs);
    const std::string part = formatDuration(*cause.timeNs);
    Phrase time = literalPhrase(withoutUnits({ part, part }, ofAll)[0]);
    if (cause.form == CauseForm::Plain)
        return { QT_TRANSLATE_NOOP("Phrases", "%1: %2 of %3"),
                 { namePhrase(cause.id), std::move(time), literalPhrase(ofAll) } };
    Phrase phrase = formPhrase(cause.form);
    phrase.arguments = { std::move(time), literalPhrase(ofAll), literalPhrase(formatCount(cause.number)) };
    return phrase;
}

} // namespace rooflight
