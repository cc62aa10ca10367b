// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/methods/methods.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace rooflight {

namespace {

std::string durationText(double timeNs)
{
    if (std::abs(timeNs) < 1e6)
        return fmt::format("{} µs", plainNumber(timeNs / 1e3));
    return fmt::format("{} ms", plainNumber(timeNs / 1e6, 4));
}

std::string percentText(double share)
{
    return fmt::format("{} %", plainNumber(100 * std::abs(share)));
}

ComposedText medianText(const Summary &summary)
{
    return composedText(QT_TRANSLATE_NOOP("Phrases", "%1 (95 % interval %2 to %3)"),
                        { durationText(summary.medianNs), durationText(summary.medianIntervalNs[0]),
                          durationText(summary.medianIntervalNs[1]) });
}

/// A method that was used, and the one that it is held against.
struct Pair {
    const MethodTiming &timing;
    const MethodTiming &reference;

    [[nodiscard]] const Summary &summary() const { return timing.samples.summary; }
    [[nodiscard]] std::string median() const { return durationText(summary().medianNs); }
    [[nodiscard]] std::string referenceMedian() const { return durationText(reference.samples.summary.medianNs); }
    [[nodiscard]] std::string difference() const { return durationText(timing.biasNs); }
    [[nodiscard]] std::string share() const { return percentText(timing.bias); }
    [[nodiscard]] bool isLess() const { return timing.bias < 0; }
};

/// Without a queue both clocks time the same work.
ComposedText clocksText(const Pair &pair, bool apart)
{
    const ComposedText title = pair.timing.method == TimingMethod::Naive
        ? composedText(QT_TRANSLATE_NOOP("Phrases", "Naive timing"))
        : composedText(QT_TRANSLATE_NOOP("Phrases", "Ten calls in a row, divided by ten,"));
    const ComposedText why = apart
        ? composedText(QT_TRANSLATE_NOOP("Phrases",
                                         "On a CPU both time the same work, so the machine was busy or changed its "
                                         "speed: repeat it on a quiet one."))
        : composedText(
            QT_TRANSLATE_NOOP("Phrases", "Their intervals overlap: the machine is too noisy to separate them."));
    return composedText(
        pair.isLess() ? QT_TRANSLATE_NOOP("Phrases", "%1 reads %2 below the synchronized one: %3 against %4. %5")
                      : QT_TRANSLATE_NOOP("Phrases", "%1 reads %2 above the synchronized one: %3 against %4. %5"),
        { title, pair.share(), medianText(pair.summary()), medianText(pair.reference.samples.summary), why });
}

ComposedText agreementText(const Pair &pair, bool asynchronousDevice)
{
    const ComposedText median = medianText(pair.reference.samples.summary);
    const ComposedText most = pair.timing.method == pair.reference.method
        ? composedText(QT_TRANSLATE_NOOP("Phrases", "all medians are %1."), { median })
        : composedText(QT_TRANSLATE_NOOP("Phrases", "%1 differs most, by %2 of %3."),
                       { pair.timing.method.name(), pair.share(), median });
    return composedText(
        asynchronousDevice
            ? QT_TRANSLATE_NOOP("Phrases", "Once warm, all methods agree: %1")
            : QT_TRANSLATE_NOOP("Phrases", "On a CPU a call returns when its work is done, and the clocks agree: %1"),
        { most });
}

ComposedText firstCallsText(const MethodTiming &timing)
{
    return composedText(
        QT_TRANSLATE_NOOP("Phrases",
                          "The first call takes %1, later calls take %2: with it, and without a warm-up, the mean of "
                          "%3 calls is %4 too high."),
        { durationText(timing.samples.warmupNs.front()), durationText(timing.samples.summary.medianNs),
          std::to_string(timing.withoutWarmup.count), percentText(timing.firstCallsBias) });
}

/// What a finding says where its method reads less than the reference, and where it reads more.
struct FindingText {
    std::string_view code;
    const char *less;
    const char *more;
    std::string (Pair::*first)() const; ///< in the place of %1
    std::string (Pair::*second)() const; ///< of %2; null where there is none
};

constexpr const char *queueingOnly = QT_TRANSLATE_NOOP(
    "Phrases",
    "Without a wait, the host clock shows %1 while the device works for %2: it stops when the work is "
    "queued, not when it is done. Do not report it as the latency.");
constexpr const char *waitingIncluded = QT_TRANSLATE_NOOP(
    "Phrases",
    "Waiting for the device after every call adds %1 (%2): queueing before the first kernel and waking up "
    "after the last one. A program that waits after each call really has this latency; other programs have "
    "less.");
constexpr const char *hostGaps = QT_TRANSLATE_NOOP(
    "Phrases",
    "Between its kernels the device waits %1 (%2) for the host to queue the next one: events include that "
    "wait. The model is launch-bound there; a CUDA graph or a larger batch would help.");
constexpr const char *betweenKernels =
    QT_TRANSLATE_NOOP("Phrases", "The kernels themselves take %1; the rest, %2, is the time between them.");
constexpr const char *kernelsOverlap = QT_TRANSLATE_NOOP(
    "Phrases", "The kernels' own times add up to %1: they overlap, or the profiler that records them slows them down.");

constexpr std::array<FindingText, 7> findingTexts { {
    { "queueing_only", queueingOnly, queueingOnly, &Pair::median, &Pair::referenceMedian },
    { "waiting_included", waitingIncluded, waitingIncluded, &Pair::difference, &Pair::share },
    { "pipelined",
      QT_TRANSLATE_NOOP("Phrases",
                        "Calls queued back to back take %1 each, %2 less than one alone: that is a throughput, not a "
                        "latency."),
      QT_TRANSLATE_NOOP("Phrases",
                        "Calls queued back to back take %1 each, %2 more than one alone: that is a throughput, not a "
                        "latency."),
      &Pair::median, &Pair::share },
    { "host_gaps", hostGaps, hostGaps, &Pair::difference, &Pair::share },
    { "graph", QT_TRANSLATE_NOOP("Phrases", "As a CUDA graph the model takes %1, %2 less."),
      QT_TRANSLATE_NOOP("Phrases", "As a CUDA graph the model takes %1, %2 more."), &Pair::median, &Pair::share },
    { "gaps_between_kernels", betweenKernels, betweenKernels, &Pair::median, &Pair::share },
    { "kernels_overlap", kernelsOverlap, kernelsOverlap, &Pair::median, nullptr },
} };

std::vector<ComposedText> argumentsOf(const FindingText &text, const Pair &pair)
{
    std::vector<ComposedText> arguments { ComposedText((pair.*text.first)()) };
    if (text.second)
        arguments.emplace_back((pair.*text.second)());
    return arguments;
}

} // namespace

const MethodTiming *timingOf(const MethodComparison &comparison, const OpenEnum<TimingMethod> &method)
{
    const auto found = std::ranges::find(comparison.methods, method, &MethodTiming::method);
    return found == comparison.methods.end() ? nullptr : &*found;
}

ComposedText textOf(const MethodFinding &finding, const MethodComparison &comparison, bool asynchronousDevice)
{
    const MethodTiming *const timing = timingOf(comparison, finding.method);
    const MethodTiming *const reference = timingOf(comparison, comparison.reference);
    if (!timing || !reference)
        return finding.text;
    const Pair pair { *timing, *reference };
    const auto *const row = std::ranges::find(findingTexts, finding.code, &FindingText::code);
    if (row != findingTexts.end())
        return composedText(pair.isLess() ? row->less : row->more, argumentsOf(*row, pair));
    if (finding.code == "cold_start" && !timing->samples.warmupNs.empty())
        return firstCallsText(*timing);
    if (finding.code == "agree")
        return agreementText(pair, asynchronousDevice);
    if (finding.code == "clocks_differ" || finding.code == "clocks_unsure")
        return clocksText(pair, finding.code == "clocks_differ");
    return finding.text;
}

} // namespace rooflight
