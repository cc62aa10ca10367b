// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/common_fields.h"
#include "core/results/analysis/analysis.h"

namespace rooflight {

/// Ids are positions: whoever holds an analysis may use them as an index without looking. Throws FormatError.
void requireSound(const Analysis &analysis);

void fields(auto &archive, Is<ModelInput> auto &input)
{
    archive("name", input.name);
    fields(archive, input.tensor);
    archive("source", input.source);
}

void fields(auto &archive, Is<Cost> auto &cost)
{
    archive.amount("macs", cost.macs);
    archive.amount("flops", cost.flops);
    archive.amount("bytes_read", cost.bytesRead);
    archive.amount("bytes_written", cost.bytesWritten);
    if (cost.isAtLeast())
        archive.derived("at_least", [] { return true; });
}

void fields(auto &archive, Is<Totals> auto &totals)
{
    fields(archive, totals.cost);
    archive.amount("bytes_lower_bound", totals.bytesLowerBound);
    archive.amount("operators", totals.operators);
    archive.amount("unknown_operators", totals.unknownOperators);
    archive.amount("peak_activation_bytes", totals.peakActivationBytes);
}

void fields(auto &archive, Is<Layer> auto &layer)
{
    archive("id", layer.id);
    archive("parent", layer.parent);
    archive("path", layer.path);
    archive("type", layer.type);
    archive("call", layer.call);
    archive("leaf", layer.leaf);
    archive("parameters", layer.parameters);
    fields(archive, layer.cost);
    archive.amount("bytes_lower_bound", layer.bytesLowerBound);
    archive("operators", layer.operators);
    archive("family", layer.family);
    archive("input_shapes", layer.inputShapes);
    archive("output_shapes", layer.outputShapes);
    archive("dtype", layer.dtype);
}

/// Most operators do one class of work: the others are left out.
void fields(auto &archive, Is<OperatorWork> auto &work)
{
    archive.amountUnlessZero("macs", work.macs);
    archive.amountUnlessZero("bias_adds", work.biasAdds);
    archive.amountUnlessZero("elementwise", work.elementwise);
    archive.amountUnlessZero("transcendental", work.transcendental);
    archive.amountUnlessZero("reduction", work.reduction);
    archive.amountUnlessZero("comparison", work.comparison);
    archive.amountUnlessZero("avoidable_macs", work.avoidableMacs);
}

void fields(auto &archive, Is<MemoryReuse> auto &reuse)
{
    archive.amount("bytes", reuse.bytes);
    archive.amount("distance_bytes", reuse.distanceBytes);
    archive.unlessEmpty("constant", reuse.constant);
    archive.unlessEmpty("written", reuse.written);
}

void fields(auto &archive, Is<GroupEstimate> auto &estimate)
{
    archive("groups", estimate.groups);
    archive("most", estimate.most);
    archive("expected", estimate.expected);
    archive.amount("least_bytes_read", estimate.leastBytesRead);
    archive.amount("most_bytes_read", estimate.mostBytesRead);
}

void fields(auto &archive, Is<Operator> auto &op)
{
    archive("id", op.id);
    archive("layer", op.layer);
    archive("name", op.name);
    archive.unlessEmpty("node", op.node);
    archive("family", op.family);
    archive("known", op.known);
    fields(archive, op.cost);
    archive("work", op.work);
    archive.amount("working_set_bytes", op.workingSetBytes);
    archive.unlessEmpty("reuse", op.reuse);
    archive.unlessEmpty("sources", op.sources);
    archive.unlessEmpty("group_estimate", op.groupEstimate);
    archive("input_shapes", op.inputShapes);
    archive("output_shapes", op.outputShapes);
    archive("dtype", op.dtype);
}

/// Derived values, written for consumers and ignored on read.
void fields(auto &archive, const Coverage &coverage)
{
    archive("operators", coverage.shareOfOperators());
    archive("bytes", coverage.shareOfBytes());
    archive.unlessEmpty("time", coverage.shareOfTime());
}

void fields(auto &archive, Is<UnknownOperator> auto &unknown)
{
    archive("name", unknown.name);
    archive("count", unknown.count);
    archive("layers", unknown.layers);
    archive.amount("bytes", unknown.bytes);
    composedTextFields(archive, "reason", "reason_parts", unknown.reason);
}

void fields(auto &archive, Is<UsedFormula> auto &formula)
{
    archive("name", formula.name);
    archive("work", formula.work);
    archive("bytes", formula.bytes);
    archive("source", formula.source);
}

void fields(auto &archive, Is<CountedBytes> auto &counted)
{
    archive.amount("bytes_read", counted.read);
    archive.amount("bytes_written", counted.written);
}

void fields(auto &archive, Is<TorchstatRow> auto &row)
{
    archive("layer", row.layer);
    archive("input_shape", row.inputShape);
    archive("output_shape", row.outputShape);
    archive("parameters", row.parameters);
    archive("memory_mb", row.memoryMb);
    archive.amount("madd", row.madd);
    archive.amount("flops", row.flops);
    archive.amount("bytes_read", row.bytesRead);
    archive.amount("bytes_written", row.bytesWritten);
    archive("known", row.known);
}

void fields(auto &archive, const TorchstatTotals &totals)
{
    archive("parameters", totals.parameters);
    archive("memory_mb", totals.memoryMb);
    archive("madd", totals.madd);
    archive("flops", totals.flops);
    archive("bytes_read", totals.bytesRead);
    archive("bytes_written", totals.bytesWritten);
    archive("bytes_read_written", totals.bytesRead + totals.bytesWritten);
}

void fields(auto &archive, Is<Analysis> auto &analysis)
{
    archive("model", analysis.model);
    archive("device", analysis.device);
    archive("inputs", analysis.inputs);
    archive("convention", analysis.convention);
    archive("totals", analysis.totals);
    archive("layers", analysis.layers);
    archive("operators", analysis.operators);
    archive.derived("coverage", [&analysis] { return coverageOf(analysis); });
    archive("unknown", analysis.unknown);
    archive("formulas", analysis.formulas);
    archive.unlessEmpty("predicted", analysis.predicted);
    archive.unlessEmpty("counted", analysis.counted);
    if (analysis.counted)
        archive.derived("counted_differs", [&analysis] { return differsFromCounted(analysis); });
    archive.unlessEmpty("torchstat", analysis.torchstat);
    if (!analysis.torchstat.empty())
        archive.derived("torchstat_totals", [&analysis] { return torchstatTotals(analysis.torchstat); });
}

} // namespace rooflight
