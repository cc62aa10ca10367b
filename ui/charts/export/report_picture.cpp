// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/report_picture.h"

#include "ui/charts/export/report_page.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/style/chart_style.h"

#include <QApplication>
#include <QFileInfo>
#include <QPainter>

namespace ridgepoint {

namespace {

constexpr int textPixels = 14;

QString titleOf(const Session &session)
{
    return session.analysis ? QFileInfo(QString::fromStdString(session.analysis->model.path)).fileName()
                            : ReportText::tr("Roofline");
}

PictureContent contentOf(const Session &session, const PictureOptions &options)
{
    return { titleOf(session), options.size, [&session, &options](QPainter &painter, const QRectF &area) {
                paintReport(painter, area, session, options.theme, options.chart);
            } };
}

} // namespace

void paintReport(QPainter &painter, const QRectF &area, const Session &session, Theme theme, const ChartChoices &chart)
{
    const ChartStyle style(paletteOf(theme), pictureFont());
    ReportPage(painter, area, session, style, chart).paint();
}

QFont pictureFont()
{
    QFont font = QApplication::font();
    font.setPixelSize(textPixels);
    return font;
}

Result<void> writePng(const QString &path, const Session &session, const PictureOptions &options)
{
    return writePngPicture(path, contentOf(session, options), options.scale);
}

Result<void> writeSvg(const QString &path, const Session &session, const PictureOptions &options)
{
    return writeSvgPicture(path, contentOf(session, options));
}

Result<void> writePdf(const QString &path, const Session &session, const PictureOptions &options)
{
    return writePdfPicture(path, contentOf(session, options));
}

} // namespace ridgepoint
