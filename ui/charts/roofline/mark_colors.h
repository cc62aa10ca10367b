// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/enum_names.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/style/chart_style.h"

#include <QColor>
#include <QString>

#include <vector>

namespace rooflight {

/// What the colour of a mark says. Its shape always is its family's.
enum class ColorBy { Family, Bound, Time, Gain, Depth, ElementType, Memory, Session };

/// Names as on the command line.
template<>
inline constexpr auto enumNames<ColorBy> = EnumNames<ColorBy, 8> { {
    { ColorBy::Family, "kind" },
    { ColorBy::Bound, "bound" },
    { ColorBy::Time, "time" },
    { ColorBy::Gain, "could-save" },
    { ColorBy::Depth, "depth" },
    { ColorBy::ElementType, "type" },
    { ColorBy::Memory, "cache" },
    { ColorBy::Session, "session" },
} };

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
