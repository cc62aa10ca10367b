// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

namespace rooflight::fixture {

[[nodiscard]] constexpr ItemId layer(std::int64_t id)
{
    return { ItemId::Kind::Layer, id };
}

/// A session with the shapes and costs of ResNet-18 (1x3x224x224, float32) on a CPU with 16 threads: analysis, roofs,
/// model latency and the latency of each layer. Times are made up, but plausible and always the same.
[[nodiscard]] Session resnet18();

/// The same while it is still being measured.
[[nodiscard]] Session resnet18WithoutTimes();
[[nodiscard]] Session resnet18WithoutRoofs();

/// The session under curves of bandwidth by footprint, of reads, writes, updates and triads, which fall from 500 GB/s
/// at 32 kB to 50 GB/s at 256 MB.
[[nodiscard]] Session underCurves(Session session);

/// Layers with hostile names, without work, without traffic, and with values that are not finite.
[[nodiscard]] Session awkward();

/// One flat model of this many layers, two of each at the very same place.
[[nodiscard]] Session large(int layers);

/// Durations around a median, some of them far above: always the same.
[[nodiscard]] SampleSet samplesAround(double medianNs, int count, unsigned seed = 1);

} // namespace rooflight::fixture
