// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/analysis/analysis.h"

#include <QByteArray>
#include <QString>

namespace rooflight {

class RooflineChart;
class Selection;

/// Under which name the state of a file is kept.
[[nodiscard]] QString viewStateName(const QString &path);

/// Where the chart is zoomed to and what is selected, for the next time that the model is shown.
[[nodiscard]] QByteArray viewState(const Analysis &analysis, const RooflineChart &chart, const Selection &selection);

/// Does nothing with the state of another model, or what is none.
void restoreViewState(const QByteArray &state, const Analysis &analysis, RooflineChart &chart, Selection &selection);

} // namespace rooflight
