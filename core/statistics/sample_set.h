// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/samples.h"

#include <vector>

namespace rooflight {

/// A sample set with its summary and the flags that follow from the samples, which are in the order they were taken.
[[nodiscard]] SampleSet sampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs);

/// As above with what takes longer to work out: the bootstrap interval of the mean. For whole models, not for each of
/// thousands of operators.
[[nodiscard]] SampleSet headlineSampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs);

} // namespace rooflight
