// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/methods/methods.h"
#include "core/sampling/sampler.h"
#include "core/timing/device/timed_device.h"

#include <functional>
#include <string>

namespace rooflight {

/// Loads the model again and returns a function that calls it once. Throws what LibTorch throws.
using FreshModel = std::function<std::function<void()>()>;

/// Times one model in every way that the device allows. The first calls of each way are those of a model just loaded;
/// all others are interleaved, in an order that changes from round to round, so that a clock that drifts drifts for
/// all; but for the sum of kernels, which is taken behind them, as often: what collects it slows all calls after it.
/// The error is about the file \p path. Only methods, findings, reference and partial are filled in.
[[nodiscard]] Measured<MethodComparison> compareMethods(TimedDevice &device, const FreshModel &freshModel,
                                                        const std::string &path, const TrialLimits &limits,
                                                        const MeasurementContext &context,
                                                        const SnapshotSink<MethodComparison> &sink = {});

/// What the times of a comparison show: which way deceives, by how much, and why.
[[nodiscard]] std::vector<MethodFinding> findingsOf(const MethodComparison &comparison, bool asynchronousDevice);

} // namespace rooflight
