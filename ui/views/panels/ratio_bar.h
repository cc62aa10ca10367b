// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/operator_proof.h"
#include "ui/style/chart_style.h"

#include <QImage>

#include <array>

namespace rooflight {

/// A ratio of times with its 95 % interval.
struct RatioBar {
    double ratio = 1;
    std::array<double, 2> interval = { 1, 1 };
    Effect effect = Effect::Unclear;

    bool operator==(const RatioBar &) const = default;
};

/// A bar as long as the ratio, with a line through it for the interval and one across at 1, the unchanged time. Its
/// width stands for 0 to 1.5. Transparent elsewhere.
[[nodiscard]] QImage pictureOf(const RatioBar &bar, const ChartStyle &style, double height, double devicePixelRatio);

} // namespace rooflight
