// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/cuda_roofs.h"
#include "simulated_gpu.h"

#include <string_view>

/// Roofs of a simulated GPU, and how tests look into them.
struct GpuRoofs {
    std::vector<rooflight::Roof> roofs;
    std::vector<std::string> notes;
    std::optional<rooflight::Error> lost; ///< why the run ended early
};

[[nodiscard]] rooflight::Result<GpuRoofs> tryToMeasure(
    SimulatedGpu &gpu, rooflight::Effort effort, const rooflight::MeasurementContext &context,
    const rooflight::RoofRun::OnRepetition &onRepetition = [](std::string_view) {});

/// None after an error.
[[nodiscard]] GpuRoofs measured(SimulatedGpu &gpu, rooflight::Effort effort = rooflight::Effort::Normal);

/// Null if there is no such roof.
[[nodiscard]] const rooflight::Roof *find(const GpuRoofs &roofs, std::string_view name);
/// An empty one if there is no such roof.
[[nodiscard]] rooflight::Roof at(const GpuRoofs &roofs, std::string_view name);

[[nodiscard]] bool has(const rooflight::Roof &roof, const char *flag);
/// True if one of the notes holds the text.
[[nodiscard]] bool isNoted(const GpuRoofs &roofs, std::string_view text);
[[nodiscard]] bool isNear(double value, double expected, double tolerance = 1e-3);
