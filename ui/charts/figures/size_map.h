// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/size_paths.h"
#include "ui/charts/figures/session_figures.h"

#include <optional>

namespace rooflight {

/// A heat map of the share of the roof over the sizes of a sweep, the last axis from left to right: measured sizes
/// filled, predicted ones hollow with their time at the roof, and a line where arithmetic begins to take longer than
/// memory. \p name is that of the layer.
void paintSizeMap(QPainter &painter, const QRectF &area, const BatchSweep &sweep, const SizePath &path,
                  const QString &name, const ChartStyle &style);

/// The same as a picture, with the numbers of the whole sweep behind it.
[[nodiscard]] SessionFigure sizeMapFigure(Part<BatchSweep> sweep, SizePath path, const QString &name);

/// The map of the whole model in a session; without a value if there are no sizes, or no roofs that judge them.
[[nodiscard]] std::optional<SessionFigure> sizeMapFigure(const Session &session);

} // namespace rooflight
