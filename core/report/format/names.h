// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/batch.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/energy.h"
#include "core/model/execution.h"
#include "core/model/request.h"
#include "core/model/samples.h"
#include "core/model/verdict.h"
#include "core/report/format/language.h"
#include "core/report/format/phrase.h"
#include "core/results/analysis/analysis.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/remedies/remedies.h"
#include "core/results/roofs/roofs.h"
#include "core/results/sweep/sweep.h"
#include "core/roofline/session_comparison.h"
#include "core/roofline/time_change.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

// What people read for the identifiers that files and records use: one name each, for window, reports and sentences. In
// lower case but for proper names, as in the middle of a sentence.

[[nodiscard]] Phrase namePhrase(OperatorFamily family); ///< "matrix product"
[[nodiscard]] Phrase namePhrase(Bound bound); ///< "compute-bound"
[[nodiscard]] Phrase namePhrase(ModelForm form); ///< "exported"
[[nodiscard]] Phrase namePhrase(InputSource source); ///< "from the file"
[[nodiscard]] Phrase namePhrase(BatchSource source); ///< "found"
[[nodiscard]] Phrase namePhrase(BatchSearch search); ///< "binary"
[[nodiscard]] Phrase namePhrase(BatchOutcome outcome); ///< "out of memory"
[[nodiscard]] Phrase namePhrase(Effort effort); ///< "thorough"
[[nodiscard]] Phrase namePhrase(Executor executor); ///< "optimized for inference"
[[nodiscard]] Phrase namePhrase(ModelPrecision precision); ///< "as loaded", "float16"
[[nodiscard]] Phrase namePhrase(MemoryFormat format); ///< "channels last"
[[nodiscard]] Phrase namePhrase(Tf32 tf32); ///< "TF32 allowed"
[[nodiscard]] Phrase namePhrase(Caches caches); ///< "cold caches"
[[nodiscard]] Phrase namePhrase(DType dtype); ///< "float32"
[[nodiscard]] Phrase namePhrase(RoofKind kind); ///< "memory"
[[nodiscard]] Phrase namePhrase(ArithmeticUnit unit); ///< "dot product"
[[nodiscard]] Phrase namePhrase(MemoryLevel level); ///< "main memory"
[[nodiscard]] Phrase namePhrase(MemoryPattern pattern); ///< "read"
[[nodiscard]] Phrase namePhrase(LaunchPattern pattern); ///< "kernels in a graph"
[[nodiscard]] Phrase namePhrase(TimingMethod method); ///< "host clock, no wait"
[[nodiscard]] Phrase namePhrase(StageSeparation separation); ///< "synchronized"
[[nodiscard]] Phrase namePhrase(VariantVerdict verdict); ///< "faster"
[[nodiscard]] Phrase namePhrase(RemedyVerdict verdict); ///< "unsure"
[[nodiscard]] Phrase namePhrase(Change change); ///< "slower"
[[nodiscard]] Phrase namePhrase(Setting setting); ///< "Inputs", as a title
[[nodiscard]] Phrase namePhrase(Caution caution); ///< a sentence
[[nodiscard]] Phrase namePhrase(EnergySource source); ///< "the CPU packages (RAPL)"
[[nodiscard]] Phrase namePhrase(ThrottleReason reason); ///< "power limit"
[[nodiscard]] Phrase namePhrase(AboveRoofCause cause); ///< "part of its data was in a cache, ..."
[[nodiscard]] Phrase namePhrase(UnderutilizedCause cause); ///< "LibTorch's kernel for it works on ..."
/// With the time that its kernels take: "layout conversion NCHW to NHWC around it: 144 of 329 µs; ...".
[[nodiscard]] Phrase namePhrase(const LikelyCause &cause);
[[nodiscard]] Phrase shortNamePhrase(UnderutilizedCause cause); ///< "scalar kernel"

/// The identifier itself if it is of a newer version.
template<typename Enum> [[nodiscard]] Phrase namePhrase(const OpenEnum<Enum> &value)
{
    return value.value() ? namePhrase(*value.value()) : literalPhrase(std::string(value.name()));
}
/// The name for a string that holds the identifier of an enumeration.
template<NamedEnum Enum> [[nodiscard]] Phrase namePhraseOf(std::string_view identifier)
{
    return namePhrase(OpenEnum<Enum>(identifier));
}

/// "a, b", or as listOf() joins them by another template.
template<typename Named, typename... Two> [[nodiscard]] Phrase namesPhrase(const std::vector<Named> &values, Two... two)
{
    std::vector<Phrase> phrases;
    phrases.reserve(values.size());
    for (const Named &value : values)
        phrases.push_back(namePhrase(value));
    return listOf(std::move(phrases), two...);
}

/// "FP32 FMA (vector, one core)".
[[nodiscard]] inline Phrase roofPhrase(const Roof &roof)
{
    return phraseOf({ roof.name, roof.nameParts });
}

/// The phrase for a flag of samples or roofs, or the name of a doubt: "other work" for "other_load". An unknown one is
/// itself, here and below.
[[nodiscard]] Phrase flagPhrase(std::string_view flag);
/// "a, b".
template<typename Flags> [[nodiscard]] Phrase flagsPhrase(const Flags &flags)
{
    std::vector<Phrase> phrases;
    phrases.reserve(flags.size());
    for (const std::string_view flag : flags)
        phrases.push_back(flagPhrase(flag));
    return listOf(std::move(phrases));
}
/// What stopped the clock of samples: "host clock" for "steady_clock", or a timing method.
[[nodiscard]] Phrase clockPhrase(std::string_view clock);
/// A step of a request: "measuring the roofs" for "peaks".
[[nodiscard]] Phrase stagePhrase(std::string_view stage);
/// All choices that are not the default: "frozen, channels last"; "as loaded" without any.
[[nodiscard]] Phrase namePhrase(const Execution &execution);
[[nodiscard]] Phrase namePhrase(const Device &device); ///< "AMD EPYC (cpu, 2 threads)"

// The same in the current language (core/report/format/language.h).

template<typename Named> [[nodiscard]] std::string translatedName(const Named &value)
{
    return translated(namePhrase(value));
}
/// Texts with a comma between.
[[nodiscard]] std::string translatedList(const std::vector<std::string> &texts);

} // namespace rooflight
