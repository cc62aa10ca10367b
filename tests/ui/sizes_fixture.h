// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"
#include "tests/support/simple_roofs.h"

namespace rooflight::fixture {

/// Two alike layers of 1 M b n FLOPs and 300 k + 50 k b n bytes each, of a model of nothing else: with x = b n the
/// intensity is 8 at 4, and above the ridge of 10 from 6 on. Lengths 1, 2 and 4 are measured at batch 1, at half the
/// roof.
[[nodiscard]] inline Session sizes()
{
    Session result;
    result.peaks.emplace().roofs = test::simpleRoofs();
    BatchSweep &sweep = result.sweep.emplace();
    sweep.axes = { { "x.0", { 1, 4 } }, { "x.1", { 1, 2, 4 } } };
    sweep.layers = { { 0, -1, "", "Net", 0, false, OperatorFamily::Matrix },
                     { 1, 0, "first", "Linear", 0, true, OperatorFamily::Matrix },
                     { 2, 0, "second", "Linear", 0, true, OperatorFamily::Matrix } };
    for (const std::int64_t b : sweep.axes[0].values) {
        for (const std::int64_t n : sweep.axes[1].values) {
            SizePoint point;
            point.sizes = { { "x.0", b }, { "x.1", n } };
            const Cost layer { 500'000 * b * n, 1'000'000 * b * n, 300'000, 50'000 * b * n };
            point.cost = layer;
            point.cost += layer;
            point.measured = b == 1;
            const double layerNs = point.measured ? 2.0 * double(300'000 + 50'000 * n) / 100 : 0;
            point.samples.summary.count = point.measured ? 10 : 0;
            point.samples.summary.medianNs = 2 * layerNs;
            point.layers = { { 0, point.cost, 2 * layerNs }, { 1, layer, layerNs }, { 2, layer, layerNs } };
            sweep.sizes.push_back(point);
        }
    }
    return result;
}

} // namespace rooflight::fixture
