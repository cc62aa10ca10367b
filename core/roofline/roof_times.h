// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/layers/layers.h"
#include "core/results/roofs/roofs.h"
#include "core/results/session.h"
#include "core/roofline/footprint_roofs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rooflight {

/// What an operator asks of a device, under no convention.
struct Demand {
    std::int64_t flops = 0; ///< a multiply-add is two; elementwise and reductions counted
    std::vector<MemoryReuse> traffic;
    OperatorFamily family = OperatorFamily::Other;
    DType dtype = DType::Unknown;
    bool mayUseTf32 = false; ///< its fp32 arithmetic was allowed to be rounded to TF32 on matrix units
    bool known = true; ///< false: it has no formula, its FLOPs are unknown
    std::int64_t avoidableFlops = 0; ///< of flops, those that an implementation may leave out
    bool isCopied = false; ///< its images are copied into another format, and the result back: imagesAreCopied()

    [[nodiscard]] bool movesNothing() const { return traffic.empty() && flops == 0; }
};

/// True if PyTorch was allowed to round fp32 arithmetic of this family to TF32.
[[nodiscard]] bool mayUseTf32(OperatorFamily family, const Tf32Use &tf32);

/// FLOPs under the default convention. Files that name no classes of work were counted under it.
[[nodiscard]] std::int64_t judgedFlops(const Operator &op);

[[nodiscard]] Demand demandOf(const Operator &op, const Tf32Use &tf32);

/// TF32 as the layers were timed; nothing is allowed if they were not.
[[nodiscard]] Tf32Use tf32Of(const Part<LayerLatencies> &layers);

/// Memory's roof at the footprint of an operator.
struct FootprintRoof {
    std::int64_t bytes = 0; ///< the footprint of what takes longest of its traffic
    Bandwidth bandwidth; ///< there

    bool operator==(const FootprintRoof &) const = default;
};

/// Shortest times that a device's roofs allow a demand, in nanoseconds. Arithmetic, memory traffic and launching
/// overlap.
struct RoofTimes {
    std::optional<std::size_t> computeRoof; ///< index into DeviceRoofs::roofs, as the next three
    std::optional<std::size_t> memoryRoof; ///< the slope of the level that takes longest
    std::optional<std::size_t> memoryLimit; ///< what limits there: the slope, or reading or writing alone
    std::optional<FootprintRoof> footprint; ///< what memoryNs comes from, if the device has curves
    std::optional<std::size_t> launchRoof; ///< absent for what moves nothing: a view need not be called at all
    double arithmeticNs = 0;
    double memoryNs = 0;
    double launchNs = 0; ///< of one call
    double workAtUpperEndsNs = 0; ///< the longer of the first two, were each roof at the upper end of its interval
    bool judged = true; ///< false: its work is unknown, or no roof covers its arithmetic; memoryNs and launchNs hold

    [[nodiscard]] double workNs() const { return arithmeticNs > memoryNs ? arithmeticNs : memoryNs; }
    [[nodiscard]] double atRoofNs() const { return launchNs > workNs() ? launchNs : workNs(); }
    [[nodiscard]] double atUpperEndsNs() const { return launchNs > workAtUpperEndsNs ? launchNs : workAtUpperEndsNs; }
    /// The roof that atRoofNs() comes from; absent if that is 0.
    [[nodiscard]] std::optional<std::size_t> roof() const;
    /// The one that workNs() comes from.
    [[nodiscard]] std::optional<std::size_t> roofOfWork() const;
};

/// Puts demands under the roofs of one device, which must outlive it.
class RoofJudge
{
public:
    explicit RoofJudge(const DeviceRoofs &peaks);

    /// \p timeNs is what the call took, if that was measured on this device. If it took less than the launch
    /// overhead, which is that of one operator, its own overhead must be smaller.
    [[nodiscard]] RoofTimes timesOf(const Demand &demand, std::optional<double> timeNs) const;

    /// Time of memory traffic alone, by the curves if the device has some, else by its levels. \p readByAllThreads: as
    /// each thread of a product reads all of its weights; curves leave that out, as the longest time that is certain.
    [[nodiscard]] std::optional<MemoryTime> memoryTimeOf(std::span<const MemoryReuse> traffic,
                                                         bool readByAllThreads) const;

    /// Launch overhead of one operator call, in nanoseconds; 0 if it was not measured.
    [[nodiscard]] double launchOverheadNs() const;
    [[nodiscard]] const DeviceRoofs &peaks() const { return m_peaks; }

private:
    [[nodiscard]] double upperEndFactor(std::optional<std::size_t> roof) const;
    [[nodiscard]] MemoryTime underLevelsOf(const FootprintTime &time) const;

    const DeviceRoofs &m_peaks;
    std::vector<MemoryLevelRoof> m_levels;
    FootprintRoofs m_footprints;
    std::optional<std::size_t> m_launchRoof;
};

/// What the arithmetic of all operators takes, each at its own roof, in nanoseconds; absent if a roof is missing.
[[nodiscard]] std::optional<double> arithmeticNsOf(const Analysis &analysis, const Tf32Use &tf32,
                                                   const DeviceRoofs &peaks);

} // namespace rooflight
