// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/paired_trials.h"

#include "core/model/result_sentences.h"

namespace rooflight {

namespace {

bool differs(const TrialControl &control)
{
    constexpr double farFaster = 0.8;
    constexpr double farSlower = 1.25;
    constexpr double steadyLow = 0.65;
    constexpr double steadyHigh = 1.55;
    // Written so that a value that is not a number differs, too.
    const bool isNear = control.ratio >= farFaster && control.ratio <= farSlower;
    const bool isSteady = control.interval[0] >= steadyLow && control.interval[1] <= steadyHigh;
    return !(isNear && isSteady);
}

} // namespace

ComposedText reasonOf(TrialDoubt doubt)
{
    switch (doubt) {
    case TrialDoubt::None:
        break;
    case TrialDoubt::NoControl:
        return composedText(sentences::fewControlRounds);
    case TrialDoubt::ControlDiffers:
        return composedText(sentences::controlDiffers);
    case TrialDoubt::OtherLoad:
        return composedText(sentences::otherPrograms);
    }
    return {};
}

TrialDoubt doubtOf(const std::optional<TrialControl> &control)
{
    if (!control)
        return TrialDoubt::None;
    if (control->otherLoad)
        return TrialDoubt::OtherLoad;
    if (control->rounds < roundsOfInterval)
        return TrialDoubt::NoControl;
    return differs(*control) ? TrialDoubt::ControlDiffers : TrialDoubt::None;
}

bool isFarSlower(const std::array<double, 2> &interval, std::int64_t rounds)
{
    constexpr double farAbove = 1.5;
    constexpr std::int64_t fewestRounds = 3;
    return rounds >= fewestRounds && interval[0] > farAbove;
}

VariantVerdict verdictOfRatio(const std::array<double, 2> &interval, std::int64_t rounds,
                              const std::optional<TrialControl> &control)
{
    constexpr double sameWithin = 0.02; // a ratio this close to 1 is no difference
    if (doubtOf(control) != TrialDoubt::None)
        return VariantVerdict::Unclear;
    if (rounds < roundsOfInterval)
        return isFarSlower(interval, rounds) ? VariantVerdict::Slower : VariantVerdict::Unclear;
    const auto &[low, high] = interval;
    if (high < 1)
        return VariantVerdict::Faster;
    if (low > 1)
        return VariantVerdict::Slower;
    return low >= 1 - sameWithin && high <= 1 + sameWithin ? VariantVerdict::Same : VariantVerdict::Unclear;
}

} // namespace rooflight
