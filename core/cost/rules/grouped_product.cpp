// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/grouped_product.h"

#include "core/base/translation_mark.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace rooflight {

namespace {

using Shared = ProductGroups::Shared;

const TensorValue *leftOf(const OperatorCall &call)
{
    return tensorNamed(call, { "self", "input" });
}

const TensorValue *rightOf(const OperatorCall &call)
{
    return tensorNamed(call, { "mat2", "weight" });
}

/// Parts of the operands and their scales that are read, and of the output that is written.
struct Touched {
    double left = 1;
    double right = 1;
    double output = 1;
};

double shareOf(double part, Count whole)
{
    return whole > 0 ? part / static_cast<double>(whole.value()) : 0;
}

Touched touchedBy(const ProductGroups &groups)
{
    const double used = shareOf(groups.used, groups.groups);
    const double covered = shareOf(static_cast<double>(groups.covered.value()), groups.length);
    switch (groups.shared) {
    case Shared::Rows:
        return { covered, used, covered };
    case Shared::Columns:
        return { used, covered, covered };
    case Shared::Common:
        break;
    }
    return { covered, covered, 1 }; // a group that has nothing gives zeros
}

Count partOf(const TensorValue &tensor, double share)
{
    return std::llround(static_cast<double>(MemoryRegion(tensor).bytes().value()) * share);
}

/// The output is made whole; of its rows or columns those of groups are written.
MemoryTouches touchesOfGroups(const OperatorCall &call, const ProductGroups &groups)
{
    const Touched touched = touchedBy(groups);
    const TensorValue *left = leftOf(call);
    const TensorValue *right = rightOf(call);
    MemoryTouches touches;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (argument.written)
            return;
        if (&tensor == left || argument.name == "scale_a")
            touches.add(tensor, partOf(tensor, touched.left), 0);
        else if (&tensor == right || argument.name == "scale_b")
            touches.add(tensor, partOf(tensor, touched.right), 0);
        else
            touches.read(tensor);
    });
    touches.add(*firstOutput(call), 0, partOf(*firstOutput(call), touched.output));
    return touches;
}

MemoryTouches usedGroupTouches(const OperatorCall &call)
{
    const std::optional<ProductGroups> groups = productGroups(call);
    return groups ? touchesOfGroups(call, *groups) : readAndWritten.touches(call);
}

std::int64_t bytesReadWith(const OperatorCall &call, ProductGroups groups, Count used)
{
    groups.used = static_cast<double>(used.value());
    return touchesOfGroups(call, groups).sums().read;
}

/// How many of G boxes have a ball when T times k balls fall into k different ones at random: G (1 - (1 - k/G)^T).
double expectedUse(const ProductGroups &groups)
{
    if (groups.groups == 0)
        return 0;
    const auto count = static_cast<double>(groups.groups.value());
    const auto different = static_cast<double>(groups.different.value());
    const double times = static_cast<double>(groups.length.value()) / different;
    return count * (1 - std::pow(1 - different / count, times));
}

/// The experts that a router chose for each token, where that made these rows; else 1.
Count differentOnes(const std::optional<RowChoice> &choice, const ProductGroups &groups)
{
    const bool isOfThese = choice && choice->chosen > 0 && choice->chosen <= choice->among
        && Count(choice->among) == groups.groups && Count(choice->rows) * choice->chosen == groups.length;
    return isOfThese ? choice->chosen : 1;
}

void useOffsets(ProductGroups &groups, const std::vector<std::int64_t> &ends)
{
    groups.counted = true;
    groups.used = 0;
    groups.covered = 0;
    for (const std::int64_t given : ends) {
        const Count end = std::min(Count(given), groups.length);
        if (end > groups.covered) {
            groups.used += 1;
            groups.covered = end;
        }
    }
}

} // namespace

std::optional<ProductGroups> productGroups(const OperatorCall &call)
{
    const TensorValue *left = leftOf(call);
    const TensorValue *right = rightOf(call);
    const TensorValue *offsets = tensorNamed(call, { "offs" });
    if (!left || !right || !offsets || !firstOutput(call) || offsets->info.shape.size() != 1)
        return std::nullopt;
    const Shape &rows = left->info.shape;
    const Shape &columns = right->info.shape;
    ProductGroups groups;
    groups.groups = offsets->info.shape.front();
    if (rows.size() == 2 && columns.size() == 3)
        groups = { Shared::Rows, columns[0], 0, rows[0], 0 };
    else if (rows.size() == 3 && columns.size() == 2)
        groups = { Shared::Columns, rows[0], 0, columns[1], 0 };
    else if (rows.size() == 2 && columns.size() == 2)
        groups = { Shared::Common, groups.groups, 0, rows[1], 0 };
    else
        return std::nullopt;
    groups.covered = groups.length;
    groups.different = differentOnes(call.choice, groups);
    groups.used = expectedUse(groups);
    if (Count(static_cast<std::int64_t>(offsets->groupEnds.size())) == groups.groups)
        useOffsets(groups, offsets->groupEnds);
    return groups;
}

std::optional<Work> groupedProductWork(const OperatorCall &call)
{
    std::optional<Work> work = productWork(call, leftOf(call));
    if (!work)
        return std::nullopt;
    if (tensorNamed(call, { "bias" }))
        work->biasAdds = elementsOf(*firstOutput(call));
    const std::optional<ProductGroups> groups = productGroups(call);
    if (!groups)
        return work;
    if (groups->shared == Shared::Common)
        work->macs = work->macs / groups->groups;
    work->macs = work->macs / groups->length * groups->covered;
    if (groups->shared != Shared::Common)
        work->biasAdds = work->biasAdds / groups->length * groups->covered;
    return work;
}

std::optional<GroupEstimate> estimatedGroups(const OperatorCall &call)
{
    const std::optional<ProductGroups> groups = productGroups(call);
    if (!groups || groups->counted || groups->shared == Shared::Common)
        return std::nullopt;
    const Count most = std::min(groups->groups, groups->length);
    return GroupEstimate { .groups = groups->groups.value(),
                           .most = most.value(),
                           .expected = groups->used,
                           .leastBytesRead = bytesReadWith(call, *groups, std::min(groups->different, most)),
                           .mostBytesRead = bytesReadWith(call, *groups, most) };
}

constinit const ByteRule usedGroups {
    usedGroupTouches,
    QT_TRANSLATE_NOOP("Formulas", "the operands of groups that are not empty read, their part of the output written")
};

} // namespace rooflight
