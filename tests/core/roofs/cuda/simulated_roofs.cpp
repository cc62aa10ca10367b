// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "simulated_roofs.h"

#include <algorithm>
#include <cmath>

using namespace rooflight;

Result<GpuRoofs> tryToMeasure(SimulatedGpu &gpu, Effort effort, const MeasurementContext &context,
                              const RoofRun::OnRepetition &onRepetition)
{
    RoofRun run(effort, context, onRepetition);
    Result<DeviceRoofs> roofs = measureCudaRoofs(run, gpu, 0, {}, gpu.sleep());
    if (!roofs.ok())
        return roofs.error();
    return GpuRoofs { std::move(roofs).value().roofs, run.notes(), run.deviceLost() };
}

GpuRoofs measured(SimulatedGpu &gpu, Effort effort)
{
    Result<GpuRoofs> roofs = tryToMeasure(gpu, effort, gpu.context());
    return roofs.ok() ? std::move(roofs).value() : GpuRoofs();
}

const Roof *find(const GpuRoofs &roofs, std::string_view name)
{
    const auto found = std::ranges::find(roofs.roofs, name, &Roof::name);
    return found == roofs.roofs.end() ? nullptr : &*found;
}

Roof at(const GpuRoofs &roofs, std::string_view name)
{
    const Roof *roof = find(roofs, name);
    return roof ? *roof : Roof();
}

bool has(const Roof &roof, const char *flag)
{
    return roof.hasFlag(flag);
}

bool isNoted(const GpuRoofs &roofs, std::string_view text)
{
    return std::ranges::any_of(roofs.notes,
                               [text](const std::string &note) { return note.find(text) != std::string::npos; });
}

bool isNear(double value, double expected, double tolerance)
{
    return std::abs(value / expected - 1) <= tolerance;
}
