// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"
#include "ui/models/roof_choices.h"
#include "ui/style/themes.h"

#include <QFont>
#include <QRectF>
#include <QSize>
#include <QString>

class QPainter;

namespace ridgepoint {

struct PictureOptions {
    QSize size = { 1600, 1200 }; ///< logical pixels; text keeps its size whatever this is
    double scale = 1; ///< pixels of a PNG per logical pixel
    Theme theme = Theme::Light;
    RoofVisibility roofs = {}; ///< that a person switched on or off
};

/// Of the text in pictures, whatever the window's is.
[[nodiscard]] QFont pictureFont();

/// Paints one page about a session: title, roofline, latency histogram, the layers that matter, and how the roofs
/// were measured. Needs a QApplication; works without a display.
void paintReport(QPainter &painter, const QRectF &area, const JudgedSession &judged, Theme theme,
                 const RoofVisibility &roofs = {});

/// Each writes the file whole or not at all. Errors: OutputFile.
[[nodiscard]] Result<void> writePng(const QString &path, const JudgedSession &judged,
                                    const PictureOptions &options = {});
[[nodiscard]] Result<void> writeSvg(const QString &path, const JudgedSession &judged,
                                    const PictureOptions &options = {});
[[nodiscard]] Result<void> writePdf(const QString &path, const JudgedSession &judged,
                                    const PictureOptions &options = {});

} // namespace ridgepoint
