// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/kind_comparison.h"

#include "core/base/count.h"
#include "core/roofline/session_judgement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace rooflight {

namespace {

/// The operators of one kind in one session.
struct KindSum {
    std::int64_t calls = 0;
    std::int64_t timedCalls = 0;
    double timeNs = 0;
    Count flops;
    Count bytes;

    [[nodiscard]] std::optional<double> wholeTimeNs() const
    {
        return calls > 0 && timedCalls == calls ? std::optional(timeNs) : std::nullopt;
    }
};

using KindSums = std::array<KindSum, enumNames<OperatorFamily>.size()>;

KindSum &sumOf(KindSums &sums, OperatorFamily family)
{
    return sums[static_cast<std::size_t>(family)];
}

KindSums sumsOf(const Session &session)
{
    KindSums sums;
    if (!session.analysis)
        return sums;
    const ItemTimes times(session);
    for (std::size_t i = 0; i < session.analysis->operators.size(); ++i) {
        const Operator &op = session.analysis->operators[i];
        const std::optional<double> &timeNs = times.operators[i].ns;
        KindSum &sum = sumOf(sums, op.family);
        ++sum.calls;
        sum.timedCalls += timeNs ? 1 : 0;
        sum.timeNs += timeNs.value_or(0);
        sum.flops += op.cost.flops;
        sum.bytes += op.cost.bytes();
    }
    return sums;
}

KindChange changeOf(OperatorFamily family, const KindSum &before, const KindSum &after)
{
    KindChange change;
    change.family = family;
    change.callsBefore = before.calls;
    change.callsAfter = after.calls;
    change.beforeNs = before.wholeTimeNs();
    change.afterNs = after.wholeTimeNs();
    change.flopsBefore = before.flops.value();
    change.flopsAfter = after.flops.value();
    change.bytesBefore = before.bytes.value();
    change.bytesAfter = after.bytes.value();
    return change;
}

bool foldsNormalization(const Session &after, const KindSum &convolutionsBefore, const KindSum &convolutionsAfter)
{
    return after.analysis && after.analysis->model.form == ModelForm::Frozen && convolutionsBefore.calls > 0
        && convolutionsBefore.calls == convolutionsAfter.calls;
}

} // namespace

std::optional<double> KindChange::differenceNs() const
{
    const bool isKnown = (beforeNs || callsBefore == 0) && (afterNs || callsAfter == 0);
    return isKnown ? std::optional(afterNs.value_or(0) - beforeNs.value_or(0)) : std::nullopt;
}

std::vector<KindChange> kindChanges(const Session &before, const Session &after)
{
    KindSums first = sumsOf(before);
    KindSums second = sumsOf(after);
    std::vector<KindChange> changes;
    for (const auto &[family, name] : enumNames<OperatorFamily>) {
        KindChange change = changeOf(family, sumOf(first, family), sumOf(second, family));
        if (family == OperatorFamily::View || (change.callsBefore == 0 && change.callsAfter == 0))
            continue;
        change.folded = family == OperatorFamily::Normalization && change.callsBefore > 0 && change.callsAfter == 0
            && foldsNormalization(after, sumOf(first, OperatorFamily::Convolution),
                                  sumOf(second, OperatorFamily::Convolution));
        changes.push_back(change);
    }
    std::ranges::stable_sort(changes, std::greater(),
                             [](const KindChange &change) { return std::abs(change.differenceNs().value_or(0)); });
    return changes;
}

} // namespace rooflight
