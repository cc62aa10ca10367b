// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/device.h"
#include "core/model/verdict.h"
#include "core/results/analysis/analysis.h"
#include "core/results/session.h"
#include "core/roofline/item_times.h"
#include "core/roofline/kernel_causes.h"
#include "core/roofline/verdict.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// Judges every operator of a session by its roofs and adds the verdicts up, layer by layer.
class SessionJudgement
{
public:
    /// The session needs an analysis and must outlive this. Roofs of another kind of device than was timed judge
    /// nothing.
    SessionJudgement(const Session &session, const ItemTimes &times);

    /// False without roofs that fit: no verdict then says anything.
    [[nodiscard]] bool hasRoofs() const { return m_peaks != nullptr; }
    /// False under the roofs of a data sheet: nothing was measured on that device.
    [[nodiscard]] bool ranHere() const { return !m_peaks || !m_peaks->theoretical; }
    [[nodiscard]] const DeviceRoofs *peaks() const { return m_peaks; }

    [[nodiscard]] const Verdict &operatorVerdict(std::size_t index) const { return m_operators[index]; }
    [[nodiscard]] const Verdict &layerVerdict(std::size_t index) const { return m_layers[index]; }
    [[nodiscard]] const LayerSums &sumsOf(std::size_t layer) const { return m_sums[layer]; }

private:
    void judgeOperators(const RoofJudge &judge, const Session &session, const ItemTimes &times);
    void judgeLayersWithoutOperators(const RoofJudge &judge, const ItemTimes &times);
    void addUp();
    void judgeLayers(const ItemTimes &times);

    const Analysis &m_analysis;
    const DeviceRoofs *m_peaks = nullptr;
    VerdictThresholds m_thresholds;
    Tf32Use m_tf32;
    std::vector<Verdict> m_operators;
    std::vector<Verdict> m_layers;
    std::vector<LayerSums> m_sums;
};

/// What was seen of the runs that an operator was timed in.
struct RunFacts {
    std::optional<double> timeNs; ///< of the operator
    bool waitedForMemory = false; ///< SampleFlag::PageFaults
    bool inChannelsLast = false; ///< images, all over the model
    OperatorKernels kernels = {}; ///< that it launched on a GPU
    const GpuFacts *gpu = nullptr; ///< that they ran on; null: none
};

/// Whether oneDNN copies the images of a convolution into a format of its own, and the result back: those on a CPU that
/// are not in channels last.
[[nodiscard]] bool imagesAreCopied(const Operator &op, const Device &device, bool inChannelsLast);

/// Why this operator may be far below both roofs, from what is known of it; the likeliest first, those that its kernels
/// show before others. Never empty.
[[nodiscard]] std::vector<LikelyCause> underutilizedCauses(const Operator &op, const Device &device,
                                                           const RunFacts &run = {});

} // namespace rooflight
