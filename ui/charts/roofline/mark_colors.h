// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"
#include "ui/style/chart_style.h"

#include <QColor>
#include <QString>

#include <array>
#include <vector>

namespace rooflight {

/// What the colour of a mark says. Its shape always is its family's.
enum class ColorBy { Family, Bound, Gain, Depth, ElementType, Memory, Session };

inline constexpr std::array<ColorBy, 7> colorings = { ColorBy::Family, ColorBy::Bound,       ColorBy::Gain,
                                                      ColorBy::Depth,  ColorBy::ElementType, ColorBy::Memory,
                                                      ColorBy::Session };

[[nodiscard]] QString displayName(ColorBy coloring); ///< "Bound"

/// A colour and what it stands for.
struct ColorKey {
    QColor color;
    QString text;
};

/// The colours of the marks, and their key; the key of families is empty, as their markers are in the legend.
struct MarkColors {
    std::vector<QColor> colors; ///< one a mark
    std::vector<ColorKey> key;
};

[[nodiscard]] MarkColors markColors(const RooflineContent &content, const ChartStyle &style, ColorBy coloring);

} // namespace rooflight
