// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/samples.h"

namespace rooflight {

std::optional<double> Summary::percentile(double percent) const
{
    for (const Percentile &candidate : percentiles) {
        if (candidate.percent == percent)
            return candidate.valueNs;
    }
    return std::nullopt;
}

} // namespace rooflight
