// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/report_picture.h"

#include "ui/charts/export/report_page.h"
#include "ui/style/chart_style.h"

#include <QApplication>
#include <QFileInfo>
#include <QPainter>

namespace rooflight {

namespace {

constexpr int textPixels = 14;

QString titleOf(const Session &session)
{
    return session.analysis ? QFileInfo(QString::fromStdString(session.analysis->model.path)).fileName()
                            : ReportText::tr("Roofline");
}

} // namespace

void paintReport(QPainter &painter, const QRectF &area, const JudgedSession &judged, Theme theme,
                 const ChartChoices &chart)
{
    const ChartStyle style(paletteOf(theme), pictureFont());
    ReportPage(painter, area, judged, style, chart).paint();
}

PictureContent reportPicture(const JudgedSession &judged, const PictureOptions &options)
{
    return { titleOf(judged.session()), options.size, [&judged, options](QPainter &painter, const QRectF &area) {
                paintReport(painter, area, judged, options.theme, options.chart);
            } };
}

QFont pictureFont()
{
    QFont font = QApplication::font();
    font.setPixelSize(textPixels);
    return font;
}

Result<void> writePng(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    return writePngPicture(path, reportPicture(judged, options), options.scale);
}

Result<void> writeSvg(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    return writeSvgPicture(path, reportPicture(judged, options));
}

Result<void> writePdf(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    return writePdfPicture(path, reportPicture(judged, options));
}

} // namespace rooflight
