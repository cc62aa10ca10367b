// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/kernel_table.h"

#include "core/report/format.h"

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr std::size_t mostKernels = 50; ///< a model of a thousand operators has several thousand

struct ListedKernel {
    ItemId item;
    const KernelUse *use = nullptr;
};

const Operator *operatorOf(const Session &session, ItemId item)
{
    const bool known = session.analysis && item.kind == ItemId::Kind::Operator && item.id >= 0
        && item.id < static_cast<std::int64_t>(session.analysis->operators.size());
    return known ? &session.analysis->operators[static_cast<std::size_t>(item.id)] : nullptr;
}

std::string layerOf(const Session &session, const Operator *op)
{
    const auto layers = session.analysis ? session.analysis->layers.size() : 0;
    if (!op || op->layer < 0 || static_cast<std::size_t>(op->layer) >= layers)
        return {};
    return session.analysis->layers[static_cast<std::size_t>(op->layer)].path;
}

} // namespace

TableContent kernelContent(const Session &session)
{
    TableContent table;
    table.columns = { { .title = "Kernel" },
                      { .title = "Operator" },
                      { .title = "Layer", .rank = 1 },
                      { .title = "Launches", .number = true },
                      { .title = "Time", .number = true } };
    if (!session.layers)
        return table;
    std::vector<ListedKernel> kernels;
    for (const ItemLatency &latency : session.layers->items) {
        for (const KernelUse &use : latency.kernels)
            kernels.push_back({ latency.item, &use });
    }
    std::ranges::stable_sort(kernels, std::ranges::greater(),
                             [](const ListedKernel &kernel) { return kernel.use->timeNs; });
    kernels.resize(std::min(kernels.size(), mostKernels));
    for (const ListedKernel &kernel : kernels) {
        const Operator *op = operatorOf(session, kernel.item);
        table.rows.push_back({ kernel.use->name, op ? op->name : "outside of any", layerOf(session, op),
                               formatCount(kernel.use->launches), formatDuration(kernel.use->timeNs) });
    }
    return table;
}

} // namespace ridgepoint
