// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/student_t.h"

#include <array>

namespace ridgepoint {

double studentT975(std::size_t degreesOfFreedom)
{
    static constexpr std::array table { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                        2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                        2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042 };
    if (degreesOfFreedom <= table.size())
        return table[degreesOfFreedom - 1];
    // g1 and g2 of the expansion, at the normal quantile 1.959964.
    constexpr double normal = 1.959964;
    constexpr double first = 2.372271;
    constexpr double second = 2.822498;
    const auto degrees = static_cast<double>(degreesOfFreedom);
    return normal + (first + second / degrees) / degrees;
}

} // namespace ridgepoint
