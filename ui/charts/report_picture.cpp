// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/report_picture.h"

#include "core/record/whole_file.h"
#include "ui/charts/report_page.h"
#include "ui/style/chart_style.h"

#include <QApplication>
#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace ridgepoint {

namespace {

constexpr int dotsPerInch = 96; // one logical pixel is a CSS pixel
constexpr double pointsPerInch = 72;
constexpr double inchesPerMetre = 39.37007874;
constexpr int textPixels = 14;
constexpr double mostPixels = 400e6;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Report)
};

Error outputError(const QString &path, const QString &reason)
{
    return { ErrorCode::OutputFile, Text::tr("The picture %1 could not be written: %2").arg(path, reason).toStdString(),
             Text::tr("Choose another size or another file.").toStdString() };
}

QString titleOf(const Session &session)
{
    return session.analysis ? QFileInfo(QString::fromStdString(session.analysis->model.path)).fileName()
                            : Text::tr("Roofline");
}

bool isReasonable(const PictureOptions &options)
{
    const double pixels = options.size.width() * options.scale * options.size.height() * options.scale;
    return options.size.width() >= 400 && options.size.height() >= 300 && options.scale > 0 && pixels <= mostPixels;
}

QString unreasonableSize()
{
    return Text::tr("its size must be at least 400x300 and at most 400 million pixels.");
}

Result<void> store(const QString &path, const QByteArray &content)
{
    return writeWholeFile(path.toStdString(), { content.constData(), static_cast<std::size_t>(content.size()) });
}

} // namespace

void paintReport(QPainter &painter, const QRectF &area, const Session &session, Theme theme,
                 const RoofVisibility &roofs)
{
    QFont font = QApplication::font();
    font.setPixelSize(textPixels);
    const ChartStyle style(paletteOf(theme), font);
    ReportPage(painter, area, session, style, roofs).paint();
}

Result<void> writePng(const QString &path, const Session &session, const PictureOptions &options)
{
    if (!isReasonable(options))
        return outputError(path, unreasonableSize());
    QImage image((QSizeF(options.size) * options.scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return outputError(path, Text::tr("there is not enough memory for it."));
    image.setDevicePixelRatio(options.scale);
    image.setText(QStringLiteral("Software"), QStringLiteral("Ridgepoint " RIDGEPOINT_VERSION));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintReport(painter, QRectF(QPointF(), QSizeF(options.size)), session, options.theme, options.roofs);
    painter.end();
    const int dotsPerMetre = qRound(dotsPerInch * options.scale * inchesPerMetre);
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);

    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return outputError(path, Text::tr("it could not be encoded."));
    return store(path, buffer.data());
}

Result<void> writeSvg(const QString &path, const Session &session, const PictureOptions &options)
{
    if (!isReasonable(options))
        return outputError(path, unreasonableSize());
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dotsPerInch);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(), options.size));
    generator.setTitle(titleOf(session));
    generator.setDescription(Text::tr("Made by Ridgepoint %1").arg(QStringLiteral(RIDGEPOINT_VERSION)));
    QPainter painter(&generator);
    paintReport(painter, QRectF(QPointF(), QSizeF(options.size)), session, options.theme, options.roofs);
    painter.end();
    return store(path, buffer.data());
}

Result<void> writePdf(const QString &path, const Session &session, const PictureOptions &options)
{
    if (!isReasonable(options))
        return outputError(path, unreasonableSize());
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    writer.setTitle(titleOf(session));
    writer.setCreator(QStringLiteral("Ridgepoint " RIDGEPOINT_VERSION));
    const QSizeF points = QSizeF(options.size) * (pointsPerInch / dotsPerInch);
    writer.setPageLayout(QPageLayout(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch),
                                     QPageLayout::Portrait, QMarginsF()));
    QPainter painter(&writer);
    paintReport(painter, QRectF(QPointF(), QSizeF(options.size)), session, options.theme, options.roofs);
    painter.end();
    return store(path, buffer.data());
}

} // namespace ridgepoint
