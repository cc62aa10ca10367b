// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <QCoreApplication>
#include <QImage>
#include <QRectF>
#include <QSize>
#include <QString>

#include <functional>

class QPainter;

namespace rooflight {

/// Translates what stands in exported pictures.
struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(Report)
};

/// Something that can be painted, and how large its picture is.
struct PictureContent {
    QString title;
    QSize size; ///< logical pixels, at least 240 x 160
    std::function<void(QPainter &painter, const QRectF &area)> paint;
    bool isTransparent = {}; ///< what is not painted lets shine through what lies below the picture
};

/// Logical pixels of an inch: those of CSS.
inline constexpr int dotsPerInch = 96;

/// \p scale is the pixels per logical pixel. Null if there is not enough memory.
[[nodiscard]] QImage pictureImage(const PictureContent &content, double scale);

// Each writes the file whole or not at all. Errors: OutputFile.

/// \p scale is the pixels per logical pixel.
[[nodiscard]] Result<void> writePngPicture(const QString &path, const PictureContent &content, double scale);
[[nodiscard]] Result<void> writeSvgPicture(const QString &path, const PictureContent &content);
[[nodiscard]] Result<void> writePdfPicture(const QString &path, const PictureContent &content);
/// The format follows the file's ending: svg, pdf, else png.
[[nodiscard]] Result<void> writePicture(const QString &path, const PictureContent &content, double scale);

} // namespace rooflight
