// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/device.h"
#include "core/model/verdict.h"
#include "core/results/analysis/analysis.h"
#include "core/results/session.h"
#include "core/roofline/item_times.h"
#include "core/roofline/verdict.h"

#include <cstdint>
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

} // namespace rooflight
