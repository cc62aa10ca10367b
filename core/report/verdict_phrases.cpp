// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/verdict_phrases.h"

#include "core/report/format/format.h"
#include "core/report/format/known_phrases.h"
#include "core/report/format/translation_mark.h"
#include "core/roofline/roofs.h"

namespace ridgepoint {

namespace {

constexpr double smallestNamedShare = 0.02;

Phrase percentPhrase(double share)
{
    return literalPhrase(formatPercent(share));
}

Phrase causesPhrase(const std::vector<UnderutilizedCause> &causes)
{
    std::vector<Phrase> phrases;
    phrases.reserve(causes.size());
    for (const UnderutilizedCause cause : causes)
        phrases.push_back(causePhrase(cause));
    return listOf(std::move(phrases));
}

Phrase fractionOf(const RooflinePoint &point)
{
    return percentPhrase(point.verdict.roofFraction.value_or(0));
}

/// One sentence for a point that was timed on the device of its roofs.
Phrase timedVerdict(const RooflinePoint &point, const Roof &roof)
{
    switch (point.verdict.bound) {
    case Bound::Compute:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: arithmetic limits it."),
                 { fractionOf(point), roofPhrase(roof.name) } };
    case Bound::Bandwidth:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: memory traffic limits it."),
                 { fractionOf(point), roofPhrase(roof.name) } };
    case Bound::Balanced:
        return { QT_TRANSLATE_NOOP("Phrases", "%1 of its roof, %2: arithmetic and memory traffic limit it alike."),
                 { fractionOf(point), roofPhrase(roof.name) } };
    case Bound::Launch:
        return { QT_TRANSLATE_NOOP("Phrases",
                                   "Calling takes about as long as the work: fusing it with its neighbours or "
                                   "replaying it in a graph would save the calls."),
                 {} };
    case Bound::Underutilized:
        return { QT_TRANSLATE_NOOP("Phrases",
                                   "%1 of its roof: neither arithmetic nor memory holds it back, its implementation "
                                   "does. Likely reasons: %2."),
                 { fractionOf(point), causesPhrase(point.verdict.underutilizedCauses) } };
    case Bound::None:
        break;
    }
    return {};
}

Phrase untimedVerdict(Bound bound, const Roof &roof)
{
    switch (bound) {
    case Bound::Compute:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs arithmetic takes longest, under %1."),
                 { roofPhrase(roof.name) } };
    case Bound::Bandwidth:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs memory traffic takes longest, under %1."),
                 { roofPhrase(roof.name) } };
    case Bound::Balanced:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs arithmetic and memory traffic take about as long."), {} };
    case Bound::Launch:
        return { QT_TRANSLATE_NOOP("Phrases", "At its roofs its calls take longest."), {} };
    case Bound::Underutilized:
    case Bound::None:
        break;
    }
    return {};
}

/// "15 % underutilized".
Phrase sharePhrase(const BoundShare &share)
{
    Phrase phrase { QT_TRANSLATE_NOOP("Phrases", "%1 %2"), { percentPhrase(share.share), boundPhrase(share.bound) } };
    phrase.target = "bound:" + std::string(name(share.bound));
    return phrase;
}

} // namespace

Phrase boundsPhrase(const ModelSummary &summary)
{
    std::vector<Phrase> shares;
    for (const BoundShare &share : summary.bounds) {
        if (share.share >= smallestNamedShare)
            shares.push_back(sharePhrase(share));
    }
    return listOf(std::move(shares));
}

Phrase flagsPhrase(const std::vector<std::string> &flags)
{
    static constexpr EnumNames<std::string_view, 8> texts = { {
        { "other_load", QT_TRANSLATE_NOOP("Phrases", "other work") },
        { "unsteady", QT_TRANSLATE_NOOP("Phrases", "unsteady repetitions") },
        { "throttled", QT_TRANSLATE_NOOP("Phrases", "a throttled clock") },
        { "few_samples", QT_TRANSLATE_NOOP("Phrases", "too few repetitions") },
        { "partial", QT_TRANSLATE_NOOP("Phrases", "cut short") },
        { "very_noisy", QT_TRANSLATE_NOOP("Phrases", "widely spread times") },
        { "hot", QT_TRANSLATE_NOOP("Phrases", "heat") },
        { "power_capped", QT_TRANSLATE_NOOP("Phrases", "the power limit") },
    } };
    std::vector<Phrase> words;
    words.reserve(flags.size());
    for (const std::string &flag : flags) {
        const std::string_view known = nameIn(texts, std::string_view(flag));
        words.push_back(known.empty() ? literalPhrase(flag) : Phrase { known.data(), {} });
    }
    return listOf(std::move(words));
}

Phrase boundPhrase(Bound bound)
{
    static constexpr EnumNames<Bound, 6> texts = { {
        { Bound::None, QT_TRANSLATE_NOOP("Phrases", "not judged") },
        { Bound::Compute, QT_TRANSLATE_NOOP("Phrases", "compute-bound") },
        { Bound::Bandwidth, QT_TRANSLATE_NOOP("Phrases", "bandwidth-bound") },
        { Bound::Launch, QT_TRANSLATE_NOOP("Phrases", "launch-bound") },
        { Bound::Balanced, QT_TRANSLATE_NOOP("Phrases", "balanced") },
        { Bound::Underutilized, QT_TRANSLATE_NOOP("Phrases", "underutilized") },
    } };
    return { nameIn(texts, bound).data(), {} };
}

Phrase causePhrase(UnderutilizedCause cause)
{
    static constexpr EnumNames<UnderutilizedCause, 9> texts = { {
        { UnderutilizedCause::ScalarKernel,
          QT_TRANSLATE_NOOP("Phrases", "LibTorch's kernel for it works on one number at a time") },
        { UnderutilizedCause::OneThread,
          QT_TRANSLATE_NOOP("Phrases", "fewer than 32,768 elements, which LibTorch gives to a single thread") },
        { UnderutilizedCause::NarrowRows, QT_TRANSLATE_NOOP("Phrases", "rows shorter than a vector register") },
        { UnderutilizedCause::SpecialFunctions,
          QT_TRANSLATE_NOOP("Phrases",
                            "functions such as exp and erf, which count as one FLOP and take dozens of instructions") },
        { UnderutilizedCause::Depthwise,
          QT_TRANSLATE_NOOP("Phrases", "few multiply-adds an output, as in a depthwise convolution") },
        { UnderutilizedCause::NarrowProduct,
          QT_TRANSLATE_NOOP("Phrases", "a matrix with fewer than 16 rows or columns") },
        { UnderutilizedCause::StepByStep,
          QT_TRANSLATE_NOOP("Phrases", "a recurrent layer, whose steps wait for each other") },
        { UnderutilizedCause::ReducedPrecision,
          QT_TRANSLATE_NOOP("Phrases", "numbers that are converted to single precision and back") },
        { UnderutilizedCause::Unknown, QT_TRANSLATE_NOOP("Phrases", "none that Ridgepoint knows of") },
    } };
    return { nameIn(texts, cause).data(), {} };
}

Phrase shortCausePhrase(UnderutilizedCause cause)
{
    static constexpr EnumNames<UnderutilizedCause, 9> texts = { {
        { UnderutilizedCause::ScalarKernel, QT_TRANSLATE_NOOP("Phrases", "scalar kernel") },
        { UnderutilizedCause::OneThread, QT_TRANSLATE_NOOP("Phrases", "one thread") },
        { UnderutilizedCause::NarrowRows, QT_TRANSLATE_NOOP("Phrases", "short rows") },
        { UnderutilizedCause::SpecialFunctions, QT_TRANSLATE_NOOP("Phrases", "special functions") },
        { UnderutilizedCause::Depthwise, QT_TRANSLATE_NOOP("Phrases", "depthwise") },
        { UnderutilizedCause::NarrowProduct, QT_TRANSLATE_NOOP("Phrases", "narrow matrix") },
        { UnderutilizedCause::StepByStep, QT_TRANSLATE_NOOP("Phrases", "step by step") },
        { UnderutilizedCause::ReducedPrecision, QT_TRANSLATE_NOOP("Phrases", "converted numbers") },
        { UnderutilizedCause::Unknown, QT_TRANSLATE_NOOP("Phrases", "unknown reason") },
    } };
    return { nameIn(texts, cause).data(), {} };
}

Phrase verdictPhrase(const RooflinePoint &point, std::span<const Roof> roofs)
{
    if (point.verdict.bound == Bound::None)
        return {};
    if (point.family == OperatorFamily::View)
        return { QT_TRANSLATE_NOOP("Phrases", "A view of its input: it takes the time of a call and moves nothing."),
                 {} };
    const Roof *roof = roofAt(roofs, point.verdict.roof);
    static const Roof none;
    return point.verdict.roofFraction ? timedVerdict(point, roof ? *roof : none)
                                      : untimedVerdict(point.verdict.bound, roof ? *roof : none);
}

} // namespace ridgepoint
