// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/fusion.h"
#include "core/roofline/point.h"
#include "ui/charts/roofline/content/roofline_content.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace rooflight {

/// Translates what stands on a roofline chart.
struct ChartsText {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

/// Sentences and lines of the charts. Names of layers, roofs and devices are data and stand in them as they are.

/// "Ridge 12.3 FLOP/B".
[[nodiscard]] QString ridgeLabel(const Roof &compute, const Roof &memory);
[[nodiscard]] QString relativeRidgeLabel(); ///< if all stands relative to it
[[nodiscard]] QString relativeRoofLabel(const Roof &roof); ///< of the compute or the memory roof, whichever it is
[[nodiscard]] QString shortRelativeRoofLabel(const Roof &roof); ///< if there is little room
[[nodiscard]] QString hiddenOnStripLabel(std::size_t count); ///< if the strip has no room
[[nodiscard]] QString quantityText(double value, const Roof &roof); ///< in the unit of the roof: "42.0 GB/s"
[[nodiscard]] QString roofValueText(const Roof &roof); ///< "42.0 GB/s"
[[nodiscard]] QString roofLabel(const Roof &roof); ///< "DRAM triad: 42.0 GB/s", and that it was typed by hand
[[nodiscard]] QString shortRoofLabel(const Roof &roof); ///< if there is little room: "DRAM: 42.0 GB/s"
[[nodiscard]] QString shortRoofName(const Roof &roof); ///< "DRAM", "FP32"; empty for a launch overhead
[[nodiscard]] QString whatIfLabel(const RooflineContent &content); ///< empty for what was measured
[[nodiscard]] QString shortWhatIfLabel(); ///< if there is little room
[[nodiscard]] QString launchLabel(const Roof &roof); ///< what the caps on the chart mean
[[nodiscard]] QString shortLaunchLabel(const Roof &roof); ///< the same if there is little room
[[nodiscard]] QString samplesSummary(const Roof &roof); ///< "Repetitions: 40, from 41.2 GB/s to 42.0 GB/s"
[[nodiscard]] QString
roofWithTheoryLabel(const Roof &roof); ///< "FP32 FMA (vector): 235 GFLOP/s (theoretical 236 GFLOP/s)"
[[nodiscard]] QString theoreticalRoofLabel(const Roof &roof); ///< "DRAM triad, theoretical: 51.2 GB/s"

/// Why a point has the verdict it has, in one sentence.
[[nodiscard]] QString verdictSentence(std::span<const Roof> roofs, const RooflinePoint &point);

struct CardRow {
    QString name;
    QString value;
    bool wraps = false; ///< a sentence, of which nothing is left out
};

/// Name of the point, and how many equal ones it stands for.
[[nodiscard]] QString cardTitle(const RooflineContent &content, std::size_t point);
/// All that is said of a point.
[[nodiscard]] std::vector<CardRow> cardRows(const RooflineContent &content, std::size_t point);
/// What the hover card lists of that: a glance, over as little of the plot as may be. The details have all.
[[nodiscard]] std::vector<CardRow> hoverRows(const RooflineContent &content, std::size_t point);

/// What several items take and could save together. Empty for fewer than two, and without times.
[[nodiscard]] QString jointSentence(const JointFigures &joint);
/// What fusing several operators would do to traffic and time; empty if it would save nothing.
[[nodiscard]] QString fusionSentence(const Fusion &fusion);

/// The card as text: the name, then a line for each row, title and value with a tabulator between.
[[nodiscard]] QString cardText(const RooflineContent &content, std::size_t point);

/// The chart in words, for screen readers.
[[nodiscard]] QString chartSummary(const RooflineContent &content);

} // namespace rooflight
