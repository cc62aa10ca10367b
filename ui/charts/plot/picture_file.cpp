// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/plot/picture_file.h"

#include "core/base/foreign_text.h"
#include "core/base/whole_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace rooflight {

namespace {

constexpr double pointsPerInch = 72;
constexpr double inchesPerMetre = 39.37007874;
constexpr double maxPixels = 400e6;
constexpr int leastWidth = 240;
constexpr int leastHeight = 160;

Error outputError(const QString &path, const QString &reason)
{
    return { ErrorCode::OutputFile,
             ReportText::tr("The picture %1 could not be written: %2").arg(path, reason).toStdString(),
             ReportText::tr("Choose another size or another file.").toStdString() };
}

bool isReasonable(const QSize &size, double scale = 1)
{
    const double pixels = size.width() * scale * size.height() * scale;
    return size.width() >= leastWidth && size.height() >= leastHeight && scale > 0 && pixels <= maxPixels;
}

QString unreasonableSize()
{
    return ReportText::tr("its size must be at least 240x160 and at most 400 million pixels.");
}

/// Where QSvgGenerator, which writes a title as it stands, is to have the real one. It is then replaced once.
constexpr QByteArrayView titlePlace = "rooflight-title";

/// What a generator wrote, with its title as text and without characters that XML does not allow.
QByteArray withTitle(QByteArray svg, const QString &title)
{
    if (const qsizetype place = svg.indexOf(titlePlace); place >= 0)
        svg.replace(place, titlePlace.size(), title.toHtmlEscaped().toUtf8());
    return QByteArray::fromStdString(harmlessText({ svg.constData(), static_cast<std::size_t>(svg.size()) }));
}

Result<void> store(const QString &path, const QByteArray &content)
{
    return writeWholeFile(path.toStdString(), { content.constData(), static_cast<std::size_t>(content.size()) });
}

} // namespace

QImage pictureImage(const PictureContent &content, double scale)
{
    QImage image((QSizeF(content.size) * scale).toSize(),
                 content.isTransparent ? QImage::Format_ARGB32 : QImage::Format_RGB32);
    if (image.isNull())
        return image;
    const double ratio = std::max(scale, 1.0); // QPainter takes no smaller one
    image.setDevicePixelRatio(ratio);
    if (content.isTransparent)
        image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(scale / ratio, scale / ratio);
    painter.setRenderHint(QPainter::TextAntialiasing);
    content.paint(painter, QRectF(QPointF(), QSizeF(content.size)));
    return image;
}

Result<void> writePngPicture(const QString &path, const PictureContent &content, double scale)
{
    if (!isReasonable(content.size, scale))
        return outputError(path, unreasonableSize());
    QImage image = pictureImage(content, scale);
    if (image.isNull())
        return outputError(path, ReportText::tr("there is not enough memory for it."));
    image.setText(QStringLiteral("Software"), QStringLiteral("Rooflight " ROOFLIGHT_VERSION));
    const int dotsPerMetre = qRound(dotsPerInch * scale * inchesPerMetre);
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);

    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return outputError(path, ReportText::tr("it could not be encoded."));
    return store(path, buffer.data());
}

Result<void> writeSvgPicture(const QString &path, const PictureContent &content)
{
    if (!isReasonable(content.size))
        return outputError(path, unreasonableSize());
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dotsPerInch);
    generator.setSize(content.size);
    generator.setViewBox(QRect(QPoint(), content.size));
    generator.setTitle(QString::fromLatin1(titlePlace));
    generator.setDescription(ReportText::tr("Made by Rooflight %1").arg(QStringLiteral(ROOFLIGHT_VERSION)));
    QPainter painter(&generator);
    content.paint(painter, QRectF(QPointF(), QSizeF(content.size)));
    painter.end();
    return store(path, withTitle(buffer.data(), content.title));
}

Result<void> writePdfPicture(const QString &path, const PictureContent &content)
{
    if (!isReasonable(content.size))
        return outputError(path, unreasonableSize());
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    writer.setTitle(content.title);
    writer.setCreator(QStringLiteral("Rooflight " ROOFLIGHT_VERSION));
    const QSizeF points = QSizeF(content.size) * (pointsPerInch / dotsPerInch);
    writer.setPageLayout(QPageLayout(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch),
                                     QPageLayout::Portrait, QMarginsF()));
    QPainter painter(&writer);
    content.paint(painter, QRectF(QPointF(), QSizeF(content.size)));
    painter.end();
    return store(path, buffer.data());
}

Result<void> writePicture(const QString &path, const PictureContent &content, double scale)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QStringLiteral("svg"))
        return writeSvgPicture(path, content);
    if (suffix == QStringLiteral("pdf"))
        return writePdfPicture(path, content);
    return writePngPicture(path, content, scale);
}

} // namespace rooflight
