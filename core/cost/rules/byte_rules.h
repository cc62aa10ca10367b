// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/memory_touch.h"
#include "core/cost/call/operator_call.h"

#include <string_view>

namespace rooflight {

/// How an operator moves memory, as a function and in the words of the manual.
struct ByteRule {
    MemoryTouches (*touches)(const OperatorCall &call);
    std::string_view text;
};

/// The general rule: distinct memory of the inputs read, of the outputs written; what is changed in place is both. An
/// output that shares memory with an input that was not changed is a view: no bytes if all outputs are.
extern const ByteRule readAndWritten;
/// Like readAndWritten, but what is changed in place is not read.
extern const ByteRule overwritten;
/// Only outputs: tensors made from nothing but a shape or a seed.
extern const ByteRule onlyWritten;
/// No bytes: views, questions about shapes, memory set aside.
extern const ByteRule untouched;
/// Counts only as many elements of the table as come out.
extern const ByteRule gathered;
/// Counts only as many rows of the table as there are indices.
extern const ByteRule gatheredRows;
/// Counts only as many elements of the first input as the target has.
extern const ByteRule gatheredByTarget;
/// In place only the elements that the indices or the mask name.
extern const ByteRule scattered;
/// Dropout moves nothing outside training.
extern const ByteRule onlyInTraining;
/// Gradients that take "self" only for its shape.
extern const ByteRule selfUnread;
/// Running statistics are written in training.
extern const ByteRule withRunningStatistics;
/// Counts no more elements of the input than the outputs take samples.
extern const ByteRule sampledOnce;
extern const ByteRule sampledLinear;
extern const ByteRule sampledBilinear;
extern const ByteRule sampledTrilinear;
extern const ByteRule sampledBicubic;
extern const ByteRule sampledOnGrid;
extern const ByteRule sampledInBoxes;

/// True when there are outputs and each of them lies in the memory of an input.
[[nodiscard]] bool outputsShareInputs(const OperatorCall &call);

} // namespace rooflight
