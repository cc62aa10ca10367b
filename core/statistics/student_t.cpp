// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/student_t.h"

#include <array>

namespace rooflight {

double studentT975(std::size_t degreesOfFreedom)
{
    // The first ten as scipy.stats.t.ppf gives them; to three digits also in the NIST/SEMATECH e-Handbook, 1.3.6.7.2.
    static constexpr std::array table { 12.70620474, 4.30265273, 3.18244631, 2.77644511, 2.57058184, 2.44691185,
                                        2.36462425,  2.30600414, 2.26215716, 2.22813885, 2.201,      2.179,
                                        2.160,       2.145,      2.131,      2.120,      2.110,      2.101,
                                        2.093,       2.086,      2.080,      2.074,      2.069,      2.064,
                                        2.060,       2.056,      2.052,      2.048,      2.045,      2.042 };
    if (degreesOfFreedom <= table.size())
        return table[degreesOfFreedom - 1];
    // g1 and g2 of the expansion, at the normal quantile 1.959964.
    constexpr double normal = 1.959964;
    constexpr double first = 2.372271;
    constexpr double second = 2.822498;
    const auto degrees = static_cast<double>(degreesOfFreedom);
    return normal + (first + second / degrees) / degrees;
}

} // namespace rooflight
