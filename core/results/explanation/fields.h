// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/common_fields.h"
#include "core/results/explanation/explanation.h"

namespace rooflight {

void fields(auto &archive, Is<ExperimentResult> auto &result)
{
    archive("id", result.id);
    archive("ratio", result.ratio);
    archive("interval", result.interval);
    archive("rounds", result.rounds);
}

void fields(auto &archive, Is<CalledTensor> auto &tensor)
{
    fields(archive, tensor.info);
    archive("strides", tensor.strides);
    archive("offset", tensor.offset);
    archive("same_as", tensor.sameAs);
    archive.unlessEmpty("range", tensor.range);
    archive("negative", tensor.negative);
    archive("denormals", tensor.denormals);
}

void fields(auto &archive, Is<CalledArgument> auto &argument)
{
    archive("name", argument.name);
    archive("by_name", argument.byName);
    archive("kind", argument.kind);
    archive.unlessEmpty("tensors", argument.tensors);
    archive.unlessEmpty("integers", argument.integers);
    archive.unlessEmpty("numbers", argument.numbers);
    archive("text", argument.text);
}

void fields(auto &archive, Is<CalledOperator> auto &call)
{
    archive("name", call.name);
    archive("overload", call.overload);
    archive("arguments", call.arguments);
}

void fields(auto &archive, Is<FailedExperiment> auto &failed)
{
    archive("id", failed.id);
    composedTextFields(archive, "failure", "failure_parts", failed.failure);
}

void fields(auto &archive, Is<ExplainedOperator> auto &op)
{
    archive("id", op.id);
    archive("median_ns", op.medianNs);
    archive("page_faults", op.pageFaults);
    archive("busy_threads", op.busyThreads);
    archive("experiments", op.experiments);
    archive.unlessEmpty("other_load", op.otherLoad);
    archive.unlessEmpty("called", op.call);
    composedTextFields(archive, "failure", "failure_parts", op.failure);
    archive.unlessEmpty("failed", op.failed);
}

void fields(auto &archive, Is<Explanation> auto &explanation)
{
    archive("model", explanation.model);
    archive("device", explanation.device);
    fields(archive, explanation.execution);
    archive("threads", explanation.threads);
    archive("operators", explanation.operators);
    archive("flags", explanation.flags);
    archive("partial", explanation.partial);
}

} // namespace rooflight
