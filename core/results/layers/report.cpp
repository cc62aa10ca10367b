// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/sample_cells.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::size_t maxKernels = 50; ///< a model of a thousand operators has several thousand

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

Facts factsOf(const LayerLatencies &latencies)
{
    const double instrumentedNs = latencies.instrumentedModel.summary.medianNs;
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(latencies.device) },
                    { QT_TRANSLATE_NOOP("Page", "Method"), translated(clockPhrase(latencies.method)) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"),
                      latencies.execution == Execution {} ? std::string() : translatedName(latencies.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Runs"),
                      translated(QT_TRANSLATE_NOOP("Page", "%1 instrumented after a warm-up of %2"),
                                 formatCount(latencies.instrumentedModel.summary.count),
                                 std::to_string(latencies.instrumentedModel.warmupNs.size())) } };
    if (instrumentedNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Instrumented"),
                           translated(QT_TRANSLATE_NOOP("Page", "median %1"), formatDuration(instrumentedNs)));
    if (latencies.bareMedianNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Bare"),
                           translated(QT_TRANSLATE_NOOP("Page", "median %1"), formatDuration(latencies.bareMedianNs)));
    if (latencies.bareMedianNs > 0 && instrumentedNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Instrumentation costs"),
                           formatPercentChange(instrumentedNs / latencies.bareMedianNs - 1));
    const Summary &unattributed = latencies.unattributed.summary;
    if (unattributed.count > 0 && instrumentedNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Unattributed"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), formatDuration(unattributed.medianNs),
                                      formatPercent(unattributed.medianNs / instrumentedNs)));
    addConditionFacts(facts, latencies.conditions);
    if (latencies.graphReplayMedianNs)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "As a CUDA graph"),
                           formatDuration(*latencies.graphReplayMedianNs));
    else if (!latencies.noGraphReplay.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "As a CUDA graph"), latencies.noGraphReplay);
    if (!latencies.noKernels.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Kernels"), latencies.noKernels);
    if (!latencies.notHeld.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Not held back"), latencies.notHeld);
    if (!latencies.instrumentedModel.flags.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText(latencies.instrumentedModel.flags));
    return facts;
}

} // namespace

TableContent kernelContent(const Session &session)
{
    if (!session.layers)
        return {};
    std::vector<ListedKernel> kernels;
    for (const ItemLatency &latency : session.layers->items) {
        for (const KernelUse &use : latency.kernels)
            kernels.push_back({ latency.item, &use });
    }
    std::ranges::stable_sort(kernels, std::ranges::greater(),
                             [](const ListedKernel &kernel) { return kernel.use->timeNs; });
    kernels.resize(std::min(kernels.size(), maxKernels));
    std::vector<Cells> rows;
    for (const ListedKernel &kernel : kernels) {
        const Operator *op = operatorOf(session, kernel.item);
        rows.push_back({ { QT_TRANSLATE_NOOP("Page", "Kernel"), kernel.use->name },
                         { QT_TRANSLATE_NOOP("Page", "Operator"),
                           op ? op->name : translated(QT_TRANSLATE_NOOP("Page", "outside of any")) },
                         { factTitle(FactId::Layer), layerOf(session, op), 1 },
                         number(QT_TRANSLATE_NOOP("Page", "Launches"), formatCount(kernel.use->launches)),
                         number(factTitle(FactId::Time), formatDuration(kernel.use->timeNs)) });
    }
    return tableOf(std::move(rows));
}

Sections sectionsOf(const LayerLatencies &layers, const JudgedSession &judged)
{
    if (layers.items.empty()) // of a changed model, which was not timed
        return {};
    return { { .title = QT_TRANSLATE_NOOP("Page", "How the layers were timed"), .facts = factsOf(layers) },
             { .title = QT_TRANSLATE_NOOP("Page", "Kernels that take longest"),
               .table = kernelContent(judged.session()) } };
}

} // namespace rooflight
